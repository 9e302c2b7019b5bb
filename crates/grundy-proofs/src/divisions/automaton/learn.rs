//! An automaton from the first values.
//!
//! In: G(0), G(1), …, a base b and a number k of digits. Out: the automaton whose states are the beginnings q of numbers, told apart by G(q b^j + r), r < b^j, for
//! all j <= k; or that the values are too few, or the states too many. Nothing is proved here; but as the values are true, no automaton that
//! is right has fewer states.

use crate::exact::narrow;
use std::collections::HashMap;

use super::Automaton;

/// States that are told apart at most.
const MOST_STATES: usize = 1 << 14;

/// What came of it.
pub(super) enum Learned {
    Automaton(Automaton),
    /// A beginning that is needed has its values beyond the table's end.
    TooShort,
    /// There are more states than so many.
    TooMany(usize),
}

/// Learns an automaton.
pub(super) fn learn(values: &[u8], base: usize, digits: u32) -> Learned {
    let mut learner = Learner { values, base, digits, states: HashMap::new(), beginnings: vec![] };
    let mut next = vec![];
    if learner.state(0).is_none() {
        return Learned::TooShort;
    }
    let mut done = 0;
    while let Some(beginning) = learner.beginnings.get(done).copied() {
        for digit in 0..base {
            match learner.state(beginning * base + digit) {
                Some(state) => next.push(narrow(state)),
                None => return Learned::TooShort,
            }
        }
        if learner.beginnings.len() > MOST_STATES {
            return Learned::TooMany(MOST_STATES);
        }
        done += 1;
    }
    let outputs = learner.beginnings.iter().map(|beginning| values[*beginning]).collect();
    Learned::Automaton(Automaton { base: base as u64, next, outputs })
}

struct Learner<'a> {
    values: &'a [u8],
    base: usize,
    digits: u32,
    /// By the values that tell them apart.
    states: HashMap<Vec<u8>, usize>,
    /// The first one found of each state.
    beginnings: Vec<usize>,
}

impl Learner<'_> {
    /// The state of a beginning; `None` where the values do not reach.
    fn state(&mut self, beginning: usize) -> Option<usize> {
        let mut seen = vec![];
        let mut width = 1usize;
        for _ in 0..=self.digits {
            let from = beginning.checked_mul(width)?;
            seen.extend_from_slice(self.values.get(from..from.checked_add(width)?)?);
            width = width.checked_mul(self.base)?;
        }
        let new = self.beginnings.len();
        let state = *self.states.entry(seen).or_insert(new);
        if state == new {
            self.beginnings.push(beginning);
        }
        Some(state)
    }
}
