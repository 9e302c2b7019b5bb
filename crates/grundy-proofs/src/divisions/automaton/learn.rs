//! An automaton from the first values.
//!
//! In: G(0), G(1), …, a base b and a number k of digits. Out: the automaton whose states are the prefixes q of numbers, distinguished by
//! G(q b^j + r), r < b^j, for all j <= k; or that there are too few values, or too many states. Nothing is proved here. But as the values are true, no
//! correct automaton has fewer states.

use crate::exact::narrow;
use std::collections::HashMap;

use super::Automaton;

/// The number of states that are distinguished at most.
const MOST_STATES: usize = 1 << 14;

/// The result of learning.
pub(super) enum Learned {
    Automaton(Automaton),
    /// The values needed for some prefix lie beyond the table's end.
    TooShort,
    /// There are more states than this.
    TooMany(usize),
}

/// Learns an automaton.
pub(super) fn learn(values: &[u8], base: usize, digits: u32) -> Learned {
    let mut learner = Learner { values, base, digits, states: HashMap::new(), prefixes: vec![] };
    let mut next = vec![];
    if learner.state(0).is_none() {
        return Learned::TooShort;
    }
    let mut done = 0;
    while let Some(prefix) = learner.prefixes.get(done).copied() {
        for digit in 0..base {
            match learner.state(prefix * base + digit) {
                Some(state) => next.push(narrow(state)),
                None => return Learned::TooShort,
            }
        }
        if learner.prefixes.len() > MOST_STATES {
            return Learned::TooMany(MOST_STATES);
        }
        done += 1;
    }
    let outputs = learner.prefixes.iter().map(|prefix| values[*prefix]).collect();
    Learned::Automaton(Automaton { base: base as u64, next, outputs })
}

struct Learner<'a> {
    values: &'a [u8],
    base: usize,
    digits: u32,
    /// States by the values that distinguish them.
    states: HashMap<Vec<u8>, usize>,
    /// For each state, the first prefix found.
    prefixes: Vec<usize>,
}

impl Learner<'_> {
    /// The state of a prefix; `None` if the table is too short.
    fn state(&mut self, prefix: usize) -> Option<usize> {
        let mut seen = vec![];
        let mut width = 1usize;
        for _ in 0..=self.digits {
            let from = prefix.checked_mul(width)?;
            seen.extend_from_slice(self.values.get(from..from.checked_add(width)?)?);
            width = width.checked_mul(self.base)?;
        }
        let new = self.prefixes.len();
        let state = *self.states.entry(seen).or_insert(new);
        if state == new {
            self.prefixes.push(prefix);
        }
        Some(state)
    }
}
