//! Random numbers and conditions over names that stand for natural numbers.

use crate::expr::{E, Op, call, call1, chain, index, ints, not, op};
use crate::tape::Tape;

/// Names that stand for natural numbers, as expressions.
pub type Atoms = Vec<E>;

const ORDER: [Op; 6] = [Op::Lt, Op::Le, Op::Eq, Op::Ne, Op::Gt, Op::Ge];

/// A number that is defined wherever the atoms are naturals; it may be negative.
pub fn number(t: &mut Tape, atoms: &Atoms) -> E {
    let (u, v) = (t.of(atoms), t.of(atoms));
    match t.below(13) {
        0 | 1 => u,
        2 | 3 => E::Int(t.int(0, 3)),
        4 => u - t.int(0, 2),
        5 => u + v,
        6 => call("min", vec![u, v]),
        7 => call("max", vec![u, v]) - 1,
        8 => call1("abs", u - v),
        9 => call1("half", u),
        10 => op(Op::Xor, u, v),
        11 => op(Op::Div, u * 2 - v, E::Int(t.int(2, 3))),
        _ => call("high", vec![u, v]),
    }
}

/// A condition that is defined wherever the atoms are naturals.
pub fn condition(t: &mut Tape, atoms: &Atoms) -> E {
    match t.below(12) {
        0..=6 => simple(t, atoms),
        7 => op(Op::And, simple(t, atoms), simple(t, atoms)),
        8 => op(Op::Or, simple(t, atoms), simple(t, atoms)),
        9 => not(simple(t, atoms)),
        10 => op(t.of(&[Op::Implies, Op::Iff]), simple(t, atoms), simple(t, atoms)),
        _ => {
            let (c, yes, no) = (simple(t, atoms), simple(t, atoms), simple(t, atoms));
            E::If(Box::new(c), Box::new(yes), Box::new(no))
        }
    }
}

fn simple(t: &mut Tape, atoms: &Atoms) -> E {
    let (u, v) = (t.of(atoms), t.of(atoms));
    match t.below(13) {
        0 => op(t.of(&ORDER), u, E::Int(t.int(0, 4))),
        1 => op(t.of(&ORDER), u, v),
        2 => {
            let d = t.int(2, 3);
            op(Op::Eq, op(Op::Mod, u, d), E::Int(t.int(0, d - 1)))
        }
        3 => op(Op::Eq, call("bit", vec![u, E::Int(t.int(0, 2))]), E::Int(t.int(0, 1))),
        4 => op(t.of(&ORDER), op(Op::Xor, u, v), E::Int(t.int(0, 3))),
        5 => chain(E::Int(t.int(0, 2)), vec![(Op::Le, u), (t.of(&[Op::Lt, Op::Le]), v + t.int(0, 2))]),
        6 => op(Op::Divides, E::Int(t.int(1, 3)), u),
        7 => op(Op::In, u, E::Set(ints(&t.some(4)))),
        8 => op(Op::In, u, op(Op::Range, E::Int(t.int(0, 2)), v)),
        9 => op(Op::Eq, call("gcd", vec![u, v]), 1),
        10 => fold(t, u, v),
        _ => op(t.of(&ORDER), number(t, atoms), number(t, atoms)),
    }
}

/// A quantified form.
fn fold(t: &mut Tape, u: E, v: E) -> E {
    let range = Box::new(op(Op::Range, 0, u));
    let body = op(t.of(&ORDER), op(Op::Mul, "q", "q"), v);
    let filter = t.once_in(2).then(|| Box::new(op(Op::Eq, op(Op::Mod, "q", 2), 1)));
    match t.below(3) {
        0 => E::Fold("any", "q".into(), range, filter, Box::new(body)),
        1 => E::Fold("all", "q".into(), range, filter, Box::new(body)),
        _ => op(Op::Le, E::Fold("count", "q".into(), range, filter, Box::new(body)), E::Int(t.int(0, 2))),
    }
}

/// A condition on positions of a game with these numbers and perhaps a vector of this length.
pub fn require(t: &mut Tape, atoms: &Atoms, vector: Option<usize>) -> E {
    let Some(n) = vector else { return condition(t, atoms) };
    match t.below(6) {
        0 => condition(t, atoms),
        1 => call1("increasing", call1("sorted", "x")),
        2 => {
            let zero = op(Op::Eq, "v", 0);
            op(Op::Le, E::Fold("count", "v".into(), Box::new("x".into()), None, Box::new(zero)), 1)
        }
        3 => op(Op::Ne, call1("sum", "x"), E::Int(t.int(1, 3))),
        4 => {
            let other = index("x", t.int(1, n as i64));
            let entry = condition(t, &vec!["v".into(), other]);
            E::Fold("all", "v".into(), Box::new("x".into()), None, Box::new(entry))
        }
        _ => op(Op::Ne, call1("xor", "x"), E::Int(t.int(1, 3))),
    }
}
