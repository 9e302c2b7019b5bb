//! An arithmetic period of heaps, proved for all heaps: a finite automaton reads their sizes in binary.
//!
//! In: the [`Moves`] from large heaps, and values f with f(n + p) = f(n) + s from some heap on, where p is a multiple of the modulus. Out: the number
//! of sets of states that show that f(n) is the mex of the values of the options of n, for all positions n >= D; or why this fails. A heap that is no
//! position has no f(n) and no options, and no move leaves it.
//!
//! Write n = D + R + p W with R < p, and every part of an option either as a constant below d, or as d + r + p w. For given residues and constants,
//! the parts belong to n exactly if W = w_1 + … + w_j + c. The value of the option is the nim-sum of all f(d + r_i) + s w_i and a constant. Read W
//! and a number v digit by digit, lowest first, and guess the digits of the w_i. Only carries need be remembered: those of each f(d + r_i) + s w_i,
//! that of the sum W (which may be negative), and the remaining digits of the constant; all of them stay small. The guess is right, and v is the
//! value of the option, if all of them are 0 in the end; then they remain 0. So a *state* is a list of such carries. After some digits, all options
//! of all W and v that start with these digits form a finite *set* of states. A set also has the carry of f(D + R) + s W, and whether v is less than
//! this number by the digits so far; then each pair of digits determines the next set. W and v have only digits 0 from some place on. So each set
//! that digits 0 lead back to is checked: where v is less, the set must contain the state without carries, and where v is equal, it must not. This
//! means that all numbers below f(n) are values of options of n, and that f(n) is not.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::form::expr::Result;
use crate::form::numbers::index;
use crate::form::spent::{Stop, Told};
use crate::heaps::read::{Move, Moves};
use crate::heaps::values::NONE;

/// Limits on the lists of parts, states, sets and their elements that are visited.
const LISTS: usize = 1 << 20;
const STATES: usize = 1 << 20;
const SETS: usize = 1 << 16;
const ELEMENTS: usize = 1 << 25;
/// Numbers from here on are too large for carries.
const LARGE: u64 = 1 << 24;

/// A sequence that continues values with an arithmetic period.
pub(super) struct Growth<'a> {
    pub(super) moves: &'a Moves,
    /// The values from 0 to D + p or further.
    pub(super) values: &'a [u32],
    /// d, from which on residues decide about parts.
    pub(super) parts_from: u64,
    /// D, from which on the moves are those for large heaps.
    pub(super) from: u64,
    pub(super) period: u64,
    pub(super) saltus: u64,
}

/// An option whose digits were read up to some place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The carries of the values of its parts, sorted.
    parts: Vec<u64>,
    /// The carry of the sum.
    sum: i64,
    /// The remaining digits of the constant.
    rest: u64,
}

/// For each digit of W, the states that follow, each with the digit of v.
type Next = [Vec<(u32, u64)>; 2];

/// The states by number, and what follows each of them.
#[derive(Default)]
struct States {
    numbers: HashMap<State, u32>,
    all: Vec<State>,
    after: Vec<Option<Next>>,
    saltus: u64,
}

/// All options whose digits were read up to some place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Set {
    carry: u64,
    /// The order of v and f(n) by the digits so far.
    order: Ordering,
    states: Vec<u32>,
}

impl States {
    fn number(&mut self, state: State) -> Result<u32> {
        if let Some(known) = self.numbers.get(&state) {
            return Ok(*known);
        }
        let number = u32::try_from(self.all.len()).ok().filter(|_| self.all.len() < STATES);
        let number = number.ok_or("the arithmetic period has too many states for this checker")?;
        self.all.push(state.clone());
        self.after.push(None);
        self.numbers.insert(state, number);
        Ok(number)
    }

    fn is_done(&self, number: u32) -> bool {
        let State { parts, sum, rest } = &self.all[number as usize];
        *sum == 0 && *rest == 0 && parts.iter().all(|carry| *carry == 0)
    }

    /// The states that follow a state.
    fn follow(&mut self, number: u32) -> Result<&Next> {
        let at = number as usize;
        if self.after[at].is_none() {
            let state = self.all[at].clone();
            let mut after: Next = [vec![], vec![]];
            for guess in 0..1u32 << state.parts.len() {
                let sum = state.sum + i64::from(guess.count_ones());
                let mut value = state.rest & 1;
                let mut parts = vec![];
                for (k, carry) in state.parts.iter().enumerate() {
                    let total = carry + self.saltus * u64::from(guess >> k & 1);
                    value ^= total & 1;
                    parts.push(total >> 1);
                }
                parts.sort_unstable();
                // An arithmetic shift rounds down, which a negative carry needs.
                let next = self.number(State { parts, sum: sum >> 1, rest: state.rest >> 1 })?;
                after[index(sum & 1)].push((next, value));
            }
            self.after[at] = Some(after);
        }
        self.after[at].as_ref().ok_or_else(|| "a state is missing".into())
    }
}

impl Growth<'_> {
    /// Shows the recursion; returns the number of sets visited.
    pub(super) fn holds(&self, stop: Stop) -> Result<usize> {
        if self.parts_from.max(self.from) + self.period > LARGE || self.saltus > LARGE {
            return Err("the arithmetic period is too large for this checker".into());
        }
        let mut states = States { saltus: self.saltus, ..States::default() };
        let mut sets = Sets { states: vec![], numbers: HashMap::new(), elements: 0 };
        for (residue, options) in self.options(&mut states)?.into_iter().enumerate() {
            if self.values[index(self.from) + residue] != NONE {
                let carry = self.value(self.from + residue as u64);
                sets.number(Set { carry, order: Ordering::Equal, states: options })?;
            }
        }
        let mut zeros = vec![];
        while let Some(set) = sets.states.get(zeros.len()).cloned() {
            if stop(Told::steps(0)) {
                return Err(String::new());
            }
            for digit in [0, 1] {
                let [even, odd] = set.after(&mut states, digit)?;
                let even = sets.number(even)?;
                sets.number(odd)?;
                if digit == 0 {
                    zeros.push(even);
                }
            }
        }
        for set in recurrent(&zeros).into_iter().map(|set| &sets.states[set]) {
            let found = set.states.iter().any(|state| states.is_done(*state));
            match set.order {
                Ordering::Less if !found => return Err("a number below a value is no option's value".into()),
                Ordering::Equal if found => return Err("an option has the value of the heap itself".into()),
                _ => {}
            }
        }
        Ok(sets.states.len())
    }

    fn value(&self, n: u64) -> u64 {
        u64::from(self.values[index(n)])
    }

    /// For each R, the initial states of all options.
    fn options(&self, states: &mut States) -> Result<Vec<Vec<u32>>> {
        let modulus = self.moves.modulus();
        let mut options = vec![vec![]; index(self.period)];
        let mut left = LISTS;
        for (class, mv) in (0..).zip(&self.moves.by).flat_map(|(class, moves)| moves.iter().map(move |mv| (class, mv)))
        {
            let mut see = |parts: &[u64], take: u64| {
                left = left.checked_sub(1).ok_or("the arithmetic period has too many kinds of options")?;
                if (parts.iter().sum::<u64>() + take) % modulus == class
                    && let Some((residue, state)) = self.option(parts, take)
                {
                    options[residue].push(states.number(state)?);
                }
                Ok(())
            };
            match mv {
                Move::Nothing | Move::Fixed(_) => {
                    return Err("of every large heap nothing may be left, or a heap of one size: then this checker knows no arithmetic period".into());
                }
                Move::One(take) => self.lists(1, &|_| true, &mut vec![], &mut |parts| see(parts, *take))?,
                Move::Two { take, which } => {
                    let may = |parts: &[u64]| parts.len() == 1 || which.has(parts[0]);
                    self.lists(2, &may, &mut vec![], &mut |parts| see(parts, *take))?;
                }
                Move::Many { take, parts, which } => {
                    let may = |parts: &[u64]| parts.last().is_none_or(|last| which.has(*last));
                    self.lists(*parts, &may, &mut vec![], &mut |parts| see(parts, *take))?;
                }
            }
        }
        for list in &mut options {
            list.sort_unstable();
            list.dedup();
        }
        Ok(options)
    }

    /// Calls `see` with all ascending lists of numbers below d + p whose prefixes are all allowed by `may`. Numbers from d on stand for
    /// their class.
    fn lists(
        &self,
        parts: usize,
        may: &dyn Fn(&[u64]) -> bool,
        list: &mut Vec<u64>,
        see: &mut dyn FnMut(&[u64]) -> Result<()>,
    ) -> Result<()> {
        if list.len() == parts {
            return see(list);
        }
        for size in list.last().copied().unwrap_or(0)..self.parts_from + self.period {
            list.push(size);
            if may(list) {
                self.lists(parts, may, list, see)?;
            }
            list.pop();
        }
        Ok(())
    }

    /// R and the initial state; `None` if the whole is always below D.
    fn option(&self, list: &[u64], take: u64) -> Option<(usize, State)> {
        let above = list.iter().fold(i128::from(take), |sum, part| sum + i128::from(*part)) - i128::from(self.from);
        let (large, small): (Vec<u64>, Vec<u64>) = list.iter().partition(|part| **part >= self.parts_from);
        if large.is_empty() && above < 0 {
            return None;
        }
        let mut parts: Vec<u64> = large.iter().map(|part| self.value(*part)).collect();
        parts.sort_unstable();
        let rest = small.iter().fold(0, |sum, part| sum ^ self.value(*part));
        let period = i128::from(self.period);
        Some((
            index(above.rem_euclid(period)),
            State { parts, sum: i64::try_from(above.div_euclid(period)).ok()?, rest },
        ))
    }
}

impl Set {
    /// The sets after a digit of W, for v's digits 0 and 1.
    fn after(&self, states: &mut States, digit: u64) -> Result<[Set; 2]> {
        let total = self.carry + states.saltus * digit;
        let mut next = [vec![], vec![]];
        for state in &self.states {
            for (after, value) in &states.follow(*state)?[index(digit)] {
                next[index(*value)].push(*after);
            }
        }
        let mut own = 0..;
        Ok(next.map(|mut states| {
            states.sort_unstable();
            states.dedup();
            let order = own.next().unwrap_or(0u64).cmp(&(total & 1)).then(self.order);
            Set { carry: total >> 1, order, states }
        }))
    }
}

/// Sets by number.
struct Sets {
    states: Vec<Set>,
    numbers: HashMap<Set, usize>,
    elements: usize,
}

impl Sets {
    fn number(&mut self, set: Set) -> Result<usize> {
        if let Some(known) = self.numbers.get(&set) {
            return Ok(*known);
        }
        self.elements += set.states.len();
        if self.states.len() >= SETS || self.elements > ELEMENTS {
            return Err("the arithmetic period has too many sets of states for this checker".into());
        }
        self.states.push(set.clone());
        self.numbers.insert(set, self.states.len() - 1);
        Ok(self.states.len() - 1)
    }
}

/// The numbers that repeated application of a map leads back to.
fn recurrent(next: &[usize]) -> Vec<usize> {
    let mut from = vec![0usize; next.len()];
    next.iter().for_each(|to| from[*to] += 1);
    let mut open: Vec<usize> = (0..next.len()).filter(|k| from[*k] == 0).collect();
    let mut recurs = vec![true; next.len()];
    while let Some(k) = open.pop() {
        recurs[k] = false;
        from[next[k]] -= 1;
        if from[next[k]] == 0 {
            open.push(next[k]);
        }
    }
    (0..next.len()).filter(|k| recurs[*k]).collect()
}
