//! Sets of numbers given by a condition.
//!
//! In: a condition of rules in one coordinate. Out: its truth for all numbers: one by one up to some number, by residue from there on
//! ([`NumberSet`]).

use std::collections::BTreeMap;

use dashu_int::IBig;

use crate::exact::index;
use grundy_core::read::simplify::{Far, simplify};
use grundy_rules::rules::build;
use grundy_rules::rules::change;
use grundy_rules::rules::evaluate::{Evaluator, NoAtoms};
use grundy_rules::rules::expr::{C, Expr};

/// Which numbers satisfy a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberSet {
    /// For each of the first numbers, whether it is in the set.
    first: Vec<bool>,
    /// The same for all later ones, by residue modulo the length.
    then: Vec<bool>,
}

/// Bounds, tried in turn, below which numbers are decided one by one.
const ONE_BY_ONE: [u64; 4] = [1 << 6, 1 << 10, 1 << 14, 1 << 18];
/// The number of steps the evaluation of an expression may take.
const STEPS: u64 = 1 << 16;

impl NumberSet {
    /// All numbers.
    pub(super) fn all() -> NumberSet {
        NumberSet { first: vec![], then: vec![true] }
    }

    /// The numbers that satisfy a condition in one coordinate. `modulus` is a multiple of all its divisors. `None` if the residue does not
    /// decide the condition far out.
    pub(super) fn of(condition: &C, modulus: u64) -> Option<NumberSet> {
        ONE_BY_ONE.iter().find_map(|from| NumberSet::from(condition, modulus, from.next_multiple_of(modulus)))
    }

    fn from(condition: &C, modulus: u64, from: u64) -> Option<NumberSet> {
        let far = Far::coords(from / modulus);
        let then = (0..modulus).map(|residue| {
            let put = change::substitute(condition, &|leaf| match leaf {
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
            Evaluator { coords: &coords, vars: BTreeMap::new(), atoms: &mut atoms, steps: STEPS }.truth(condition).ok()
        });
        Some(NumberSet { first: first.collect::<Option<_>>()?, then }.shortest())
    }

    /// The intersection of two sets.
    pub(super) fn and(&self, other: &NumberSet) -> NumberSet {
        let modulus = grundy_core::read::arithmetic::lcm(self.modulus(), other.modulus());
        // Residues are read off from a multiple of the modulus on.
        let from = self.regular_from().max(other.regular_from()).next_multiple_of(modulus);
        let both = |n: u64| self.holds(n) && other.holds(n);
        NumberSet { first: (0..from).map(both).collect(), then: (from..from + modulus).map(both).collect() }.shortest()
    }

    /// The numbers n with n - `by` in the set; smaller n may be in the result or not. `None` if too many numbers would have to be decided
    /// one by one.
    pub(super) fn raised(&self, by: u64) -> Option<NumberSet> {
        if *self == NumberSet::all() {
            return Some(NumberSet::all());
        }
        let modulus = self.modulus();
        let from = self.regular_from().checked_add(by).filter(|from| *from <= ONE_BY_ONE[ONE_BY_ONE.len() - 1])?;
        let from = from.next_multiple_of(modulus);
        let holds = |n: u64| match n.checked_sub(by) {
            Some(rest) => self.holds(rest),
            None => self.then[index((n + by * (modulus - 1)) % modulus)],
        };
        Some(
            NumberSet { first: (0..from).map(holds).collect(), then: (from..from + modulus).map(holds).collect() }
                .shortest(),
        )
    }

    fn shortest(mut self) -> NumberSet {
        let length = self.then.len();
        let repeats = |d: &usize| length.is_multiple_of(*d) && (*d..length).all(|i| self.then[i] == self.then[i - d]);
        let shortest = (1..=length).find(repeats).unwrap_or(length);
        self.then.truncate(shortest);
        while self.first.last().is_some_and(|last| *last == self.then[(self.first.len() - 1) % shortest]) {
            self.first.pop();
        }
        self
    }

    /// Is the number in the set?
    pub(super) fn holds(&self, n: u64) -> bool {
        self.first.get(index(n)).copied().unwrap_or_else(|| self.then[index(n % self.modulus())])
    }

    /// From this number on the residue decides.
    pub(super) fn regular_from(&self) -> u64 {
        self.first.len() as u64
    }

    /// The modulus of the residues.
    pub(super) fn modulus(&self) -> u64 {
        self.then.len() as u64
    }

    /// If the set is all numbers from some number on, this number.
    pub(super) fn least(&self) -> Option<u64> {
        (self.then == [true] && !self.first.contains(&true)).then_some(self.first.len() as u64)
    }

    /// Is the set finite?
    pub(super) fn ends(&self) -> bool {
        self.then == [false]
    }

    /// Is the set empty?
    pub(super) fn is_empty(&self) -> bool {
        self.ends() && !self.first.contains(&true)
    }

    /// The least element.
    pub(super) fn lowest(&self) -> Option<u64> {
        (0..self.regular_from() + self.modulus()).find(|n| self.holds(*n))
    }
}
