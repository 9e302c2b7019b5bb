//! Random families of moves on coordinates that are numbers, of every shape.
//!
//! Each family lowers the weight, which is the sum of the coordinates with the first counted twice. So every play ends.

use crate::conditions::{Atoms, condition, number};
use crate::expr::{E, Op, all_of, call, call1, ints, not, op};
use crate::rules::Family;
use crate::tape::Tape;

/// A family that leaves one position.
pub(crate) fn one(parts: Vec<E>, binders: Vec<(&str, E)>, guard: Option<E>) -> Family {
    let binders = binders.into_iter().map(|(name, range)| (name.to_string(), range)).collect();
    Family { parts: vec![parts], repeated: None, binders, guard }
}

pub(crate) fn range(lo: impl Into<E>, hi: impl Into<E>) -> E {
    op(Op::Range, lo, hi)
}

/// A family on the numbers of these names.
pub(crate) fn scalar(t: &mut Tape, names: &[&str]) -> Family {
    match t.below(12) {
        0 | 1 => ray(t, names),
        2 => step(t, names),
        3 => subtraction(t, names),
        4 => division(t, names),
        5 => to_each(t, names),
        6 => general(t, names),
        7 => several(t, names),
        8 => raise(t, names),
        9 => fixed(t, names),
        10 => flip(t, names),
        _ => powers(t, names),
    }
}

pub(crate) fn atoms(names: &[&str]) -> Atoms {
    names.iter().map(|n| E::from(*n)).collect()
}

fn with(names: &[&str], more: &[&str]) -> Atoms {
    atoms(&[names, more].concat())
}

/// The position with one entry replaced.
fn replaced(names: &[&str], at: usize, e: E) -> Vec<E> {
    let mut entries = atoms(names);
    entries[at] = e;
    entries
}

/// `(a - i, b - i) for i in 1..min(a, b)`, with other ends, multiples, exceptions, stops.
fn ray(t: &mut Tape, names: &[&str]) -> Family {
    let used: Vec<usize> = t.some(names.len()).iter().map(|i| *i as usize - 1).collect();
    let all = atoms(names);
    let most = match &used[..] {
        [only] => all[*only].clone(),
        many => call("min", many.iter().map(|i| all[*i].clone()).collect()),
    };
    let most = match t.below(5) {
        0..=2 => most,
        3 => E::Int(t.int(1, 4)),
        _ => op(Op::Div, most, 2),
    };
    let times = if t.once_in(6) { 2 } else { 1 };
    let lowered = |k: usize| {
        let amount = if times == 1 { E::from("i") } else { E::Int(times) * "i" };
        if used.contains(&k) { all[k].clone() - amount } else { all[k].clone() }
    };
    let target: Vec<E> = (0..names.len()).map(lowered).collect();
    let guard = match t.below(6) {
        0 | 1 => None,
        2 => Some(op(Op::Ne, "i", E::Int(t.int(1, 3)))),
        3 => Some(not(op(Op::In, "i", E::Set(ints(&t.some(3)))))),
        4 => Some(stop(t, target[used[0]].clone(), names)),
        _ => Some(condition(t, &with(names, &["i"]))),
    };
    let lo = if t.once_in(5) { 2 } else { 1 };
    one(target, vec![("i", range(lo, most))], guard)
}

/// The moved coordinate does not pass another one.
fn stop(t: &mut Tape, target: E, names: &[&str]) -> E {
    let other = t.of(&atoms(names));
    let free = op(Op::Ge, other.clone(), E::Int(t.int(1, 3)));
    let holds = op(t.of(&[Op::Gt, Op::Ge, Op::Ne]), target, other);
    if t.once_in(2) { op(Op::Or, free, holds) } else { holds }
}

/// A constant step, at least one entry lowered.
fn step(t: &mut Tape, names: &[&str]) -> Family {
    let used = t.some(names.len());
    let lowered = |(i, n): (usize, &&str)| {
        let name = E::from(*n);
        if used.contains(&(i as i64 + 1)) { name - t.int(1, 3) } else { name }
    };
    let target = names.iter().enumerate().map(lowered).collect();
    let guard = t.once_in(2).then(|| condition(t, &atoms(names)));
    one(target, vec![], guard)
}

/// `a - s for s in S`
fn subtraction(t: &mut Tape, names: &[&str]) -> Family {
    let at = t.below(names.len());
    let set = if t.once_in(3) { E::from("amounts") } else { E::Set(ints(&t.some(4))) };
    let guard = t.once_in(3).then(|| condition(t, &with(names, &["s"])));
    one(replaced(names, at, E::from(names[at]) - "s"), vec![("s", set)], guard)
}

/// `a div d for d in D if a > 0 and d divides a`
fn division(t: &mut Tape, names: &[&str]) -> Family {
    let at = t.below(names.len());
    let a = E::from(names[at]);
    let exact = (!t.once_in(4)).then(|| op(Op::Divides, "d", a.clone()));
    let more = t.once_in(3).then(|| condition(t, &with(names, &["d"])));
    let guard = [Some(op(Op::Gt, a.clone(), 0)), exact, more].into_iter().flatten().collect();
    one(replaced(names, at, op(Op::Div, a, "d")), vec![("d", E::Set(ints(&[2, 3])))], all_of(guard))
}

/// `(c, b) for c in 0..a - 1`
fn to_each(t: &mut Tape, names: &[&str]) -> Family {
    let at = t.below(names.len());
    let guard = match t.below(3) {
        0 => None,
        1 => Some(stop(t, "i".into(), names)),
        _ => Some(condition(t, &with(names, &["i"]))),
    };
    one(replaced(names, at, "i".into()), vec![("i", range(0, E::from(names[at]) - 1))], guard)
}

/// As in chocolate games: one coordinate is lowered, and the others are cut down to a minimum with some number.
fn general(t: &mut Tape, names: &[&str]) -> Family {
    let at = t.below(names.len());
    let below = |(i, n): (usize, &&str)| {
        if i == at {
            return "i".into();
        }
        match t.below(4) {
            0 => E::from(*n),
            1 => call("min", vec![(*n).into(), call1("half", "i")]),
            2 => call("min", vec![(*n).into(), call("high", vec!["i".into(), t.of(&atoms(names))])]),
            _ => call("max", vec![0.into(), call("min", vec![(*n).into(), number(t, &with(names, &["i"]))])]),
        }
    };
    let target = names.iter().enumerate().map(below).collect();
    let guard = t.once_in(3).then(|| condition(t, &with(names, &["i"])));
    one(target, vec![("i", range(0, E::from(names[at]) - 1))], guard)
}

/// Any amounts from all coordinates, under a condition on the amounts.
fn several(t: &mut Tape, names: &[&str]) -> Family {
    let binders: Vec<&str> = ["i", "j", "k"][..names.len()].to_vec();
    let target = names.iter().zip(&binders).map(|(n, b)| E::from(*n) - *b).collect();
    let sum = atoms(&binders).into_iter().reduce(|a, b| a + b).expect("a binder");
    let any = op(Op::Ge, sum, 1);
    let speaks_of = if t.once_in(2) { with(names, &binders) } else { atoms(&binders) };
    let more = condition(t, &speaks_of);
    let ranges = binders.iter().zip(names).map(|(b, n)| (*b, range(0, *n))).collect();
    one(target, ranges, all_of(vec![any, more]))
}

/// A move that raises a coordinate (where there are two).
fn raise(t: &mut Tape, names: &[&str]) -> Family {
    if names.len() < 2 {
        return ray(t, names);
    }
    let (a, b) = (E::from(names[0]), E::from(names[1]));
    let more = t.once_in(2).then(|| condition(t, &atoms(names)));
    let (entries, binders, guard): (Vec<E>, Vec<(&str, E)>, Option<E>) = match t.below(5) {
        0 => (vec![a - 1, b + 1], vec![], more),
        1 => (vec![a.clone() - "i", b + "i"], vec![("i", range(1, a))], more),
        2 => (vec![a.clone() - "i", b + "j"], vec![("i", range(1, a)), ("j", range(0, "i"))], more),
        3 => {
            let order = op(Op::Le, b.clone(), a.clone());
            (vec![b, a - 1], vec![], all_of([Some(order), more].into_iter().flatten().collect()))
        }
        _ => (vec![a - 2, b + 3], vec![], more),
    };
    one([&entries[..], &atoms(&names[2..])].concat(), binders, guard)
}

/// A move to a constant, from any greater number or from one.
fn fixed(t: &mut Tape, names: &[&str]) -> Family {
    let (at, c) = (t.below(names.len()), t.int(0, 2));
    let a = E::from(names[at]);
    let when = if t.once_in(2) { op(Op::Eq, a, c + t.int(1, 3)) } else { op(Op::Gt, a, c) };
    let more = t.once_in(2).then(|| condition(t, &atoms(names)));
    one(replaced(names, at, E::Int(c)), vec![], all_of([Some(when), more].into_iter().flatten().collect()))
}

/// A move to `a xor i`, where this is less than `a`.
fn flip(t: &mut Tape, names: &[&str]) -> Family {
    let at = t.below(names.len());
    let a = E::from(names[at]);
    let target = op(Op::Xor, a.clone(), "i");
    let less = op(Op::Lt, target.clone(), a);
    one(replaced(names, at, target), vec![("i", range(1, E::Int(t.int(1, 5))))], Some(less))
}

/// Powers of two, divisors, numbers without a common divisor.
fn powers(t: &mut Tape, names: &[&str]) -> Family {
    let at = t.below(names.len());
    let a = E::from(names[at]);
    let with_i = |e: E| replaced(names, at, e);
    match t.below(3) {
        0 => {
            let lowered = a.clone() - op(Op::Pow, 2, "i");
            one(with_i(lowered), vec![("i", range(0, call1("log2", a.clone())))], Some(op(Op::Gt, a, 0)))
        }
        1 => one(with_i(a.clone() - "i"), vec![("i", range(1, a.clone()))], Some(op(Op::Divides, "i", a))),
        _ => {
            let prime = op(Op::Eq, call("gcd", vec!["i".into(), a.clone()]), 1);
            one(with_i(a.clone() - "i"), vec![("i", range(1, a))], Some(prime))
        }
    }
}
