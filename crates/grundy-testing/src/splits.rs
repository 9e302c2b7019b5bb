//! Random families of moves that split.
//!
//! Every part has a smaller weight than the whole, so that every play ends.

use crate::conditions::condition;
use crate::eval::Def;
use crate::expr::{E, Op, all_of, call, call1, index, op};
use crate::families::{atoms, range, scalar};
use crate::rules::{Family, Repeated, Rules, Var};
use crate::tape::Tape;

fn family(parts: Vec<Vec<E>>, binders: Vec<(&str, E)>, guard: Option<E>) -> Family {
    let binders = binders.into_iter().map(|(name, range)| (name.to_string(), range)).collect();
    Family { parts, repeated: None, binders, guard }
}

/// Adds `all (part for j in range if filter)`.
fn and_all(family: Family, part: Vec<E>, range: E, filter: Option<E>) -> Family {
    Family { repeated: Some(Repeated { part, name: "j".into(), range, filter }), ..family }
}

/// The rules of octal games, as the documentation of the language gives them.
pub(crate) fn octal(name: &str, digits: Vec<u8>) -> Rules {
    let given = format!("code{name}");
    let n = || E::from("n");
    let code = |i: &str, bit: i64| op(Op::Eq, call("bit", vec![index(&given, i), bit.into()]), 1);
    let from = |lo: i64| ("k", range(lo, call1("len", &given) - 1));
    let rest = || n() - "k";
    let families = vec![
        family(vec![vec![0.into()]], vec![from(1)], all_of(vec![code("k", 0), op(Op::Eq, "n", "k")])),
        family(vec![vec![rest()]], vec![from(1)], all_of(vec![code("k", 1), op(Op::Gt, "n", "k")])),
        family(
            vec![vec!["a".into()], vec![rest() - "a"]],
            vec![from(0), ("a", range(1, op(Op::Div, rest(), 2)))],
            Some(code("k", 2)),
        ),
        family(
            vec![vec!["a".into()], vec!["b".into()], vec![rest() - "a" - "b"]],
            vec![from(0), ("a", range(1, op(Op::Div, rest(), 3))), ("b", range("a", op(Op::Div, rest() - "a", 2)))],
            Some(code("k", 3)),
        ),
    ];
    Rules {
        name: name.to_string(),
        params: vec![Def { name: given.clone(), args: vec![], body: E::Code(digits) }],
        vars: vec![Var { name: "n".into(), len: None }],
        requires: vec![],
        families,
    }
}

/// Own families on one or two numbers, at least one of them a split.
pub(crate) fn own(t: &mut Tape, names: &[&str]) -> Vec<Family> {
    let first = if names.len() == 1 { heap(t) } else { pair(t) };
    let mut all = vec![first];
    if t.once_in(2) {
        all.push(scalar(t, names));
    }
    all
}

fn heap(t: &mut Tape) -> Family {
    let a = || E::from("a");
    let guard = |t: &mut Tape| t.once_in(2).then(|| condition(t, &atoms(&["a", "i"])));
    match t.below(8) {
        0 => {
            let parts = vec![vec!["i".into()], vec![a() - "i"]];
            family(parts, vec![("i", range(1, op(Op::Div, a() - 1, 2)))], guard(t))
        }
        1 => family(vec![vec!["i".into()], vec![a() - "i" - 1]], vec![("i", range(0, a() - 1))], guard(t)),
        2 => family(vec![vec![a() - 1], vec![a() - 2]], vec![], None),
        // Ruler as lone heads, division into equal parts, and a range of parts beside an ordinary one.
        3 => {
            let run = family(vec![], vec![("i", range(1, a()))], guard(t));
            let filter = t.once_in(3).then(|| condition(t, &atoms(&["a", "i", "j"])));
            and_all(run, vec!["j".into()], range(a() - "i" + 1, a() - 1), filter)
        }
        4 => {
            let given = Some(op(Op::Divides, "i", "a"));
            let equal = family(vec![], vec![("i", range(2, a()))], given);
            and_all(equal, vec![op(Op::Div, "a", "i")], range(1, "i"), None)
        }
        5 => {
            let beside = family(vec![vec![op(Op::Mod, "a", 2)]], vec![("i", range(2, a()))], guard(t));
            let filter = t.once_in(3).then(|| condition(t, &atoms(&["i", "j"])));
            and_all(beside, vec![a() - "i"], range(0, E::from("i") - t.int(1, 2)), filter)
        }
        6 => {
            let other = || call1("half", a() - "i" - 1);
            let parts = vec![vec!["i".into()], vec![other()]];
            family(parts, vec![("i", range(0, a() - 1))], Some(op(Op::Gt, other(), 0)))
        }
        _ => {
            let parts = vec![vec!["i".into()], vec!["i".into()], vec![a() - op(Op::Mul, 2, "i") - 1]];
            family(parts, vec![("i", range(0, op(Op::Div, a(), 2)))], guard(t))
        }
    }
}

fn pair(t: &mut Tape) -> Family {
    let (a, b, i) = (|| E::from("a"), || E::from("b"), || E::from("i"));
    let guard = t.once_in(2).then(|| condition(t, &atoms(&["a", "b", "i"])));
    if t.once_in(4) {
        let run = family(vec![], vec![("i", range(1, a()))], guard);
        let filter = t.once_in(2).then(|| condition(t, &atoms(&["b", "j"])));
        return and_all(run, vec![a() - "i", "j".into()], range(1, b()), filter);
    }
    let (parts, hi) = match t.below(3) {
        0 => (vec![vec![a() - "i", b()], vec![i() - 1, b() - 1]], a()),
        1 => (vec![vec![i() - 1, b()], vec![a() - "i", b()]], a()),
        _ => (vec![vec![a(), b() - "i"], vec![0.into(), i() - 1]], b()),
    };
    family(parts, vec![("i", range(1, hi))], guard)
}
