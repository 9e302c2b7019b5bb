//! Random families of moves on a vector `x`, perhaps together with a number `a`.

use crate::conditions::{Atoms, condition};
use crate::expr::{E, Op, all_of, call1, chain, index, ints, not, op};
use crate::families::{one, range};
use crate::rules::Family;
use crate::tape::Tape;

/// A family on `x[n]`, or on `(a, x[n])` if `beside`.
pub(crate) fn vector(t: &mut Tape, n: usize, beside: bool) -> Family {
    match t.below(8) {
        0 | 1 => boxes(t, n, beside),
        2 => stencil(t, n, beside),
        3 => one_entry(t, n, beside),
        4 => exco(t, n, beside),
        5 => sorted(t, n, beside),
        6 => across(t, n, beside),
        _ => constant(t, n, beside),
    }
}

fn target(beside: bool, x: E) -> Vec<E> {
    if beside { vec!["a".into(), x] } else { vec![x] }
}

fn entries(n: usize, of: &str) -> Atoms {
    (1..=n as i64).map(|i| index(of, i)).collect()
}

/// A condition on the amounts that is false where all are 0.
fn amounts(t: &mut Tape, n: usize) -> E {
    let nonzero = || call1("nonzero", "t");
    let most = t.int(1, n as i64);
    match t.below(8) {
        0 => op(Op::Eq, nonzero(), 1),
        1 => chain(1, vec![(Op::Le, nonzero()), (Op::Le, E::Int(most))]),
        2 => op(Op::Eq, nonzero(), most),
        3 => op(Op::In, nonzero(), E::Set(ints(&t.some(n)))),
        4 => {
            let edges = (0..1 + t.below(2)).map(|_| E::Set(ints(&t.some(n)))).collect();
            op(Op::In, call1("support", "t"), E::Set(edges))
        }
        5 => op(Op::In, call1("sum", "t"), E::Set(ints(&t.some(4)))),
        6 => op(Op::And, op(Op::Ge, call1("sum", "t"), 1), condition(t, &entries(n, "t"))),
        _ => op(Op::And, not(op(Op::Eq, nonzero(), 0)), condition(t, &entries(n, "x"))),
    }
}

fn more(t: &mut Tape, n: usize, beside: bool) -> Option<E> {
    let mut atoms = [entries(n, "x"), entries(n, "t")].concat();
    if beside {
        atoms.push("a".into());
    }
    t.once_in(3).then(|| condition(t, &atoms))
}

fn boxes(t: &mut Tape, n: usize, beside: bool) -> Family {
    let guard = all_of([Some(amounts(t, n)), more(t, n, beside)].into_iter().flatten().collect());
    one(target(beside, E::from("x") - "t"), vec![("t", call1("box", "x"))], guard)
}

fn stencil(t: &mut Tape, n: usize, beside: bool) -> Family {
    let guard = all_of([Some(amounts(t, n)), more(t, n, beside)].into_iter().flatten().collect());
    one(target(beside, E::from("x") - "t"), vec![("t", call1("bits", n as i64))], guard)
}

/// `x with [i] = c`, perhaps without jumping over the entry before.
fn one_entry(t: &mut Tape, n: usize, beside: bool) -> Family {
    let entry = index("x", "i");
    let guard = match t.below(3) {
        0 => None,
        1 => Some(op(Op::Or, op(Op::Eq, "i", 1), op(Op::Lt, index("x", E::from("i") - 1), "c"))),
        _ => Some(condition(t, &[entries(n, "x"), vec!["c".into(), "i".into()]].concat())),
    };
    let with = E::With(Box::new("x".into()), Box::new("i".into()), Box::new("c".into()));
    one(target(beside, with), vec![("i", range(1, n as i64)), ("c", range(0, entry - 1))], guard)
}

/// Amounts from the number and from some entries of the vector at once.
fn exco(t: &mut Tape, n: usize, beside: bool) -> Family {
    if !beside {
        return boxes(t, n, beside);
    }
    let some = op(Op::Ge, E::from("s") + call1("nonzero", "t"), 1);
    let few = op(Op::Le, call1("nonzero", "t"), E::Int(t.int(0, n as i64)));
    let target = vec![E::from("a") - "s", E::from("x") - "t"];
    one(target, vec![("s", range(0, "a")), ("t", call1("box", "x"))], all_of(vec![some, few]))
}

/// Amounts are taken and the entries sorted.
fn sorted(t: &mut Tape, n: usize, beside: bool) -> Family {
    let x = call1("sorted", E::from("x") - "t");
    let (ranges, guard) =
        if t.once_in(2) { ("box", amounts(t, n)) } else { ("bits", op(Op::Ge, call1("sum", "t"), 1)) };
    let range = if ranges == "box" { call1("box", "x") } else { call1("bits", n as i64) };
    // A target with a negative entry is refused, whether the entries are sorted or not.
    one(target(beside, x), vec![("t", range)], Some(guard))
}

/// One unit moves from the first entry to the second (where there are two).
fn across(t: &mut Tape, n: usize, beside: bool) -> Family {
    if n < 2 || beside {
        return boxes(t, n, beside);
    }
    let lower = E::With(Box::new("x".into()), Box::new(1.into()), Box::new(index("x", 1) - 1));
    let both = E::With(Box::new(lower), Box::new(2.into()), Box::new(index("x", 2) + 1));
    let guard = t.once_in(2).then(|| condition(t, &entries(n, "x")));
    one(target(beside, both), vec![], guard)
}

/// `x - t` for constant vectors.
fn constant(t: &mut Tape, n: usize, beside: bool) -> Family {
    let vectors: Vec<E> = (0..1 + t.below(2))
        .map(|_| {
            let used = t.some(n);
            E::List((1..=n as i64).map(|i| E::Int(if used.contains(&i) { t.int(1, 2) } else { 0 })).collect())
        })
        .collect();
    let guard = more(t, n, beside);
    one(target(beside, E::from("x") - "t"), vec![("t", E::Set(vectors))], guard)
}
