//! Divisors that are powers of one base: a finite automaton reads the digits of n and gives G(n), and is proved right.
//!
//! In: the subtrahends, the exponents of the divisors, the play. Out: a [`Proved`] automaton, or a sentence that says why there is none. The
//! automaton reads digits in the base, the most significant first; leading zeros change nothing. Its states are learned from the first values
//! (`learn`): prefixes of numbers are the same state if the values after a given number of further digits are the same. Whether these digits were
//! enough is not guessed. An induction over the digits (`product`) shows that the outputs satisfy the recursion at every n. Then they are the values,
//! whether guesses converge or not.

mod learn;
mod product;
#[cfg(test)]
mod tests;

use crate::exact::index;
use dashu_int::UBig;
use dashu_int::ops::BitTest;

use self::learn::{Learned, learn};
use self::product::{Outcome, induction};
use super::lattice;
use super::naive::first;
use super::read::Shape;
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};

/// The lengths of the table from which states are learned. A longer one is used when a shorter one does not suffice.
const TERMS: [usize; 3] = [1 << 14, 1 << 17, 1 << 20];

/// An automaton that reads numbers. It starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The base of the digits.
    pub base: u64,
    /// The next state, by state and digit.
    pub next: Vec<u16>,
    /// The output, by state.
    pub outputs: Vec<u8>,
}

impl Automaton {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    fn next(&self, state: u16, digit: u64) -> u16 {
        self.next[usize::from(state) * index(self.base) + index(digit)]
    }

    fn output(&self, state: u16) -> u8 {
        self.outputs[usize::from(state)]
    }

    /// The output for a number.
    pub fn value(&self, n: &UBig) -> u8 {
        let last = digits(n, self.base).into_iter().fold(0, |state, digit| self.next(state, digit));
        self.output(last)
    }

    /// Are the outputs for the first numbers these values?
    fn says(&self, values: &[u8]) -> bool {
        let mut states: Vec<u16> = Vec::with_capacity(values.len());
        let base = index(self.base);
        for n in 0..values.len() {
            let before = if n < base { 0 } else { states[n / base] };
            states.push(self.next(before, (n % base) as u64));
        }
        states.iter().zip(values).all(|(state, value)| self.output(*state) == *value)
    }
}

/// The digits of a number, the most significant first.
fn digits(n: &UBig, base: u64) -> Vec<u64> {
    if !base.is_power_of_two() {
        let mut digits = lattice::digits(n, base);
        digits.reverse();
        return digits;
    }
    let width = base.trailing_zeros() as usize;
    let digit = |i: usize| (0..width).rev().fold(0, |digit, bit| digit << 1 | u64::from(n.bit(i * width + bit)));
    (0..n.bit_len().div_ceil(width)).rev().map(digit).collect()
}

/// A game whose divisors are powers of a base.
#[derive(Clone, Copy)]
pub(super) struct Powers<'a> {
    pub(super) shape: &'a Shape,
    pub(super) base: u64,
    /// The exponents of the divisors, each at least 1.
    pub(super) exponents: &'a [u32],
    pub(super) play: Play,
}

/// An automaton that is right at every number. It is minimal: any two of its states differ in some value.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The automaton that is proved.
    pub automaton: Automaton,
    /// The number of combinations of states that the induction visited.
    pub combinations: usize,
    /// The largest subtrahend.
    longest: usize,
}

impl Proved {
    /// The theorem and what it rests on, in words.
    pub fn theorem(&self) -> String {
        let Proved { automaton, combinations, longest } = self;
        format!(
            "an automaton of {} states that reads n in base {} gives G(n) for every n: in all {combinations} combinations of its states at n to n - {longest} \
             and at the quotients of n that can be reached its output is the mex of those of the options",
            automaton.states(),
            automaton.base,
        )
    }
}

/// Looks for an automaton and its proof; says why if there is none.
///
/// # Errors
/// An interruption; too little memory.
pub(super) fn prove(game: Powers, limits: &Limits) -> Result<std::result::Result<Proved, String>> {
    let mut values = vec![];
    let mut lengths = TERMS.into_iter().filter(|terms| (*terms as u64) / game.base >= game.base);
    let mut digits = 0;
    loop {
        limits.interrupted()?;
        digits += 1;
        let automaton = loop {
            match learn(&values, index(game.base), digits) {
                Learned::Automaton(automaton) => break automaton,
                Learned::TooMany(states) => return Ok(Err(format!("an automaton has more than {states} states"))),
                Learned::TooShort => {}
            }
            let Some(terms) = lengths.next() else { return Ok(Err(unseen(game.base, digits))) };
            values = first(game.shape, game.play, terms, limits)?;
        };
        if !automaton.says(&values) {
            continue;
        }
        match induction(&game, &automaton, limits)? {
            Outcome::Proved(combinations) => {
                return Ok(Ok(Proved { automaton, combinations, longest: game.shape.longest() }));
            }
            Outcome::Refuted => {}
            Outcome::TooMany(most) => {
                let states = automaton.states();
                let why = format!("an automaton of {states} states has more than {most} combinations to prove it by");
                return Ok(Err(why));
            }
        }
    }
}

/// The reason why the first values show no automaton.
fn unseen(base: u64, digits: u32) -> String {
    let values = TERMS[TERMS.len() - 1];
    format!(
        "no automaton that reads base {base} is seen: the first {values} values do not say which beginnings of numbers are alike when {digits} more digits are compared"
    )
}
