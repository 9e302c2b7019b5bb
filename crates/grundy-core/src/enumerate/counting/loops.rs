//! Counts of random conditions are those of plain loops.
//!
//! In: conditions of every connective and operation, each made twice: as an expression, and as a function of Rust. Out: that a count of the expression is how often the
//! function holds. The conditions are built as the language builds them, so they are simplified.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_testing::{Tape, cases};
use proptest::prelude::*;

use super::super::compile::{condition, number};
use super::super::env::{Compiler, Env, Oracle};
use super::read;
use crate::contract::limits::Limits;
use crate::contract::num::Num;
use crate::contract::stop::Result;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E, Over, Place, Quantifier, Range};

/// The names that are counted, and one more that a form inside of the condition binds.
const NAMES: usize = 4;
/// The greatest number of each name.
const LAST: i64 = 3;
/// The greatest number of the name inside.
const INSIDE: i64 = 2;

type Numbers = [i64; NAMES + 1];
type Number = (E, Box<dyn Fn(&Numbers) -> i64>);
type Condition = (C, Box<dyn Fn(&Numbers) -> bool>);

/// Answers with one value for one pile.
#[derive(Debug)]
struct Pile(Limits);

fn value_of(pile: i64) -> i64 {
    pile * pile % 7
}

impl<N: Num> Oracle<N> for Pile {
    fn ask(&self, _: usize, position: &[N], _: Place) -> Result<N> {
        Ok(N::small(value_of(position[0].to_i64().expect("a small pile"))))
    }
    fn more(&self, _: u64) -> Result<u64> {
        Ok(1 << 20)
    }
    fn counting(&self) -> Option<&Limits> {
        Some(&self.0)
    }
}

/// The expressions: of the counted names alone, or of the one inside, too.
struct Writer<'t, 'b> {
    tape: &'t mut Tape<'b>,
    names: usize,
}

impl Writer<'_, '_> {
    /// A number that is not negative.
    fn natural(&mut self) -> Number {
        let name = self.tape.below(self.names);
        let var = build::var(name);
        let constant = self.tape.int(1, 3);
        match self.tape.below(6) {
            0..=2 => (var, Box::new(move |at| at[name])),
            3 => (build::add(&var, &build::int(constant)), Box::new(move |at| at[name] + constant)),
            4 => (build::modulo(&var, &build::int(constant), Place(None)), Box::new(move |at| at[name] % constant)),
            _ => (build::ask(0, vec![var], Place(None)), Box::new(move |at| value_of(at[name]))),
        }
    }

    /// Every second one is the same, so that conditions speak of one several times.
    fn nim_sum(&mut self) -> Number {
        if self.tape.once_in(2) {
            let all: Vec<E> = (0..NAMES).map(build::var).collect();
            return (build::xor(&all, Place(None)), Box::new(|at| at[0] ^ at[1] ^ at[2] ^ at[3]));
        }
        let all: Vec<Number> = (0..2 + self.tape.below(3)).map(|_| self.natural()).collect();
        let (all, of): (Vec<E>, Vec<_>) = all.into_iter().unzip();
        (build::xor(&all, Place(None)), Box::new(move |at| of.iter().fold(0, |sum, f| sum ^ f(at))))
    }

    fn number(&mut self, depth: usize) -> Number {
        if depth == 0 || self.tape.once_in(4) {
            let constant = self.tape.int(-2, 4);
            return match self.tape.below(4) {
                0 | 1 => self.nim_sum(),
                2 => self.natural(),
                _ => (build::int(constant), Box::new(move |_| constant)),
            };
        }
        if self.tape.once_in(6) {
            let ((c, holds), (a, f), (b, g)) =
                (self.condition(depth - 1), self.number(depth - 1), self.number(depth - 1));
            return (build::choose(&c, &a, &b), Box::new(move |at| if holds(at) { f(at) } else { g(at) }));
        }
        let ((a, f), (b, g)) = (self.number(depth - 1), self.number(depth - 1));
        let by = self.tape.int(1, 3);
        match self.tape.below(9) {
            0 => (build::mul(&a, &b), Box::new(move |at| f(at) * g(at))),
            1 => (build::add(&a, &b), Box::new(move |at| f(at) + g(at))),
            2 => (build::sub(&a, &b), Box::new(move |at| f(at) - g(at))),
            3 => (build::scale(&a, &by.into()), Box::new(move |at| by * f(at))),
            4 => (build::div(&a, &build::int(by), Place(None)), Box::new(move |at| f(at).div_euclid(by))),
            5 => (build::modulo(&a, &build::int(by), Place(None)), Box::new(move |at| f(at).rem_euclid(by))),
            6 => (build::min(vec![a, b]), Box::new(move |at| f(at).min(g(at)))),
            7 => (build::max(vec![a, b]), Box::new(move |at| f(at).max(g(at)))),
            _ => (build::abs(&a), Box::new(move |at| f(at).abs())),
        }
    }

    fn comparison(&mut self, depth: usize) -> Condition {
        let ((a, f), (b, g)) = (self.number(depth), self.number(depth));
        let by = self.tape.int(2, 3);
        match self.tape.below(6) {
            0 => (build::zero(&a), Box::new(move |at| f(at) == 0)),
            1 => (build::eq(&a, &b), Box::new(move |at| f(at) == g(at))),
            2 => (build::not(&build::zero(&a)), Box::new(move |at| f(at) != 0)),
            3 => (build::le(&a, &b), Box::new(move |at| f(at) <= g(at))),
            4 => (build::lt(&a, &b), Box::new(move |at| f(at) < g(at))),
            _ => (build::divides(&build::int(by), &a), Box::new(move |at| f(at) % by == 0)),
        }
    }

    fn condition(&mut self, depth: usize) -> Condition {
        if depth == 0 {
            return self.comparison(1);
        }
        if self.names == NAMES && self.tape.once_in(8) {
            return self.inside(depth);
        }
        let ((a, f), (b, g)) = (self.condition(depth - 1), self.condition(depth - 1));
        match self.tape.below(7) {
            0 => (build::or(vec![a, b]), Box::new(move |at| f(at) || g(at))),
            1 => (build::and(vec![a, b]), Box::new(move |at| f(at) && g(at))),
            2 => (build::or(vec![build::not(&a), b]), Box::new(move |at| !f(at) || g(at))),
            3 => (build::same(&a, &b), Box::new(move |at| f(at) == g(at))),
            4 => (build::not(&a), Box::new(move |at| !f(at))),
            5 => {
                let (c, h) = self.condition(depth - 1);
                (build::choose_condition(&a, &b, &c), Box::new(move |at| if f(at) { g(at) } else { h(at) }))
            }
            _ => (a, f),
        }
    }

    /// A form that binds a name itself.
    fn inside(&mut self, depth: usize) -> Condition {
        let (body, f) = Writer { tape: self.tape, names: NAMES + 1 }.condition(depth - 1);
        let over = over(NAMES..NAMES + 1, INSIDE, body);
        let holds = move |at: &Numbers, i: i64| f(&[at[0], at[1], at[2], at[3], i]);
        match self.tape.below(2) {
            0 => (build::quantified(Quantifier::Any, over), Box::new(move |at| (0..=INSIDE).any(|i| holds(at, i)))),
            _ => (build::quantified(Quantifier::All, over), Box::new(move |at| (0..=INSIDE).all(|i| holds(at, i)))),
        }
    }
}

fn over(names: std::ops::Range<usize>, last: i64, body: C) -> Over<C> {
    let ranges = names.map(|var| Range { var, lo: build::int(0), hi: build::int(last) }).collect();
    Over { ranges, filter: build::boolean(true), body, place: Place(None) }
}

fn by_loops(holds: &dyn Fn(&Numbers) -> bool) -> i64 {
    let sides = || 0..=LAST;
    let pairs = || sides().flat_map(|a| sides().map(move |b| (a, b)));
    let all = pairs().flat_map(|(a, b)| pairs().map(move |(c, d)| [a, b, c, d, 0]));
    all.filter(|at| holds(at)).count().try_into().expect("a small count")
}

/// The environment of a count.
fn env() -> Env<IBig> {
    Env { oracle: Some(Arc::new(Pile(Limits::default()))), ..Env::new(0, NAMES + 1, 0) }
}

/// Is the count of a condition made of the counts of groups?
fn is_convolved(body: &C) -> bool {
    let compiler = Compiler { number: number::<IBig>, condition: condition::<IBig> };
    let shape = read(&over(0..NAMES, LAST, body.clone()), compiler);
    shape.is_some_and(|shape| shape.count(&mut env()).expect("all is defined").is_some())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(20_000)))]

    #[test]
    fn counts_are_those_of_loops(bytes in prop::collection::vec(any::<u8>(), 120..=120)) {
        let (body, holds) = Writer { tape: &mut Tape::new(&bytes), names: NAMES }.condition(2);
        let counted = number::<IBig>(&build::count(over(0..NAMES, LAST, body)))(&mut env());
        prop_assert_eq!(counted.expect("all is defined"), IBig::from(by_loops(&*holds)));
    }
}

/// The random conditions say something of convolved counts.
#[test]
fn many_random_counts_are_convolved() {
    let mut noise = grundy_testing::Noise(1);
    let convolved = (0..1000).filter(|_| {
        let bytes = noise.bytes(120);
        is_convolved(&Writer { tape: &mut Tape::new(&bytes), names: NAMES }.condition(2).0)
    });
    assert!(convolved.count() > 20);
}
