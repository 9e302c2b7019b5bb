//! Conditions on one number, decided for all numbers.
//!
//! In: a condition of rules in one coordinate. Out: its truth, number by number up to some number, by residue from there on ([`Which`]).

use std::collections::HashMap;

use dashu_int::IBig;

use crate::exact::index;
use grundy_core::read::simplify::{Far, simplify};
use grundy_rules::rules::build;
use grundy_rules::rules::evaluate::{Evaluator, NoAtoms};
use grundy_rules::rules::expr::{E, Expr};

/// Which numbers satisfy a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Which {
    /// The first numbers, one by one.
    first: Vec<bool>,
    /// All later ones, by residue modulo the length.
    then: Vec<bool>,
}

/// Numbers that are decided one by one, at most; the first try has the root of their number.
const ONE_BY_ONE: [u64; 4] = [1 << 6, 1 << 10, 1 << 14, 1 << 18];
/// Steps an expression may take.
const STEPS: u64 = 1 << 16;

impl Which {
    /// All numbers.
    pub(super) fn all() -> Which {
        Which { first: vec![], then: vec![true] }
    }

    /// The numbers that satisfy a condition in one coordinate; `modulus` is a multiple of all its divisors. `None` where the residue does
    /// not decide it far out.
    pub(super) fn of(condition: &E, modulus: u64) -> Option<Which> {
        ONE_BY_ONE.iter().find_map(|from| Which::from(condition, modulus, from.next_multiple_of(modulus)))
    }

    fn from(condition: &E, modulus: u64, from: u64) -> Option<Which> {
        let far = Far::coords(from / modulus);
        let then = (0..modulus).map(|residue| {
            let put = build::substitute(condition, &|leaf| match leaf {
                Expr::Coord(_) => {
                    Some(build::add(&build::scale(&build::coord(0), &modulus.into()), &build::int(residue)))
                }
                _ => None,
            });
            simplify(&put, &far).as_bool()
        });
        let then: Vec<bool> = then.collect::<Option<_>>()?;
        let first = (0..from).map(|n| {
            let (coords, mut atoms) = ([IBig::from(n)], NoAtoms);
            Evaluator { coords: &coords, vars: HashMap::new(), atoms: &mut atoms, steps: STEPS }.truth(condition).ok()
        });
        Some(Which { first: first.collect::<Option<_>>()?, then }.shortest())
    }

    /// The numbers in both.
    pub(super) fn and(&self, other: &Which) -> Which {
        let modulus = grundy_core::read::arithmetic::lcm(self.modulus(), other.modulus());
        // The residues are read from a multiple of the modulus on.
        let from = self.regular_from().max(other.regular_from()).next_multiple_of(modulus);
        let both = |n: u64| self.holds(n) && other.holds(n);
        Which { first: (0..from).map(both).collect(), then: (from..from + modulus).map(both).collect() }.shortest()
    }

    /// The numbers that satisfy it once so much is taken from them; of numbers less than that it may say anything. `None` where they are too
    /// many to be decided one by one.
    pub(super) fn raised(&self, by: u64) -> Option<Which> {
        if *self == Which::all() {
            return Some(Which::all());
        }
        let modulus = self.modulus();
        let from = self.regular_from().checked_add(by).filter(|from| *from <= ONE_BY_ONE[ONE_BY_ONE.len() - 1])?;
        let from = from.next_multiple_of(modulus);
        let holds = |n: u64| match n.checked_sub(by) {
            Some(rest) => self.holds(rest),
            None => self.then[index((n + by * (modulus - 1)) % modulus)],
        };
        Some(
            Which { first: (0..from).map(holds).collect(), then: (from..from + modulus).map(holds).collect() }
                .shortest(),
        )
    }

    fn shortest(mut self) -> Which {
        let length = self.then.len();
        let repeats = |d: &usize| length.is_multiple_of(*d) && (*d..length).all(|i| self.then[i] == self.then[i - d]);
        let shortest = (1..=length).find(repeats).unwrap_or(length);
        self.then.truncate(shortest);
        while self.first.last().is_some_and(|last| *last == self.then[(self.first.len() - 1) % shortest]) {
            self.first.pop();
        }
        self
    }

    /// Does a number satisfy it?
    pub(super) fn holds(&self, n: u64) -> bool {
        self.first.get(index(n)).copied().unwrap_or_else(|| self.then[index(n % self.modulus())])
    }

    /// From this number on the residue decides.
    pub(super) fn regular_from(&self) -> u64 {
        self.first.len() as u64
    }

    /// What the residues are taken by.
    pub(super) fn modulus(&self) -> u64 {
        self.then.len() as u64
    }

    /// The least number from which on all numbers satisfy it, and none before; if it is such a condition.
    pub(super) fn least(&self) -> Option<u64> {
        (self.then == [true] && !self.first.contains(&true)).then_some(self.first.len() as u64)
    }

    /// Does no number satisfy it?
    pub(super) fn is_empty(&self) -> bool {
        self.then == [false] && !self.first.contains(&true)
    }

    /// The least number that satisfies it.
    pub(super) fn lowest(&self) -> Option<u64> {
        (0..self.regular_from() + self.modulus()).find(|n| self.holds(*n))
    }
}
