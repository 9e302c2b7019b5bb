//! An automaton from the first values.
//!
//! In: G(0), G(1), …, a base b and a number k of digits. Out: the automaton whose states are the beginnings q of numbers, told apart by G(q b^j + r), r < b^j, for
//! all j <= k, or as far as the values go; or that there are too many states, or beginnings of which too little is seen. Nothing is proved here,
//! and of long beginnings little is compared; but as the values are true, states differ, and no automaton that is right has fewer.

use std::collections::HashMap;

use super::Automaton;

/// States that are told apart at most.
const MOST_STATES: usize = 1 << 14;

/// What came of it.
pub(super) enum Learned {
    Automaton(Automaton),
    /// Beginnings are needed of which not even the values with one more digit are in the table.
    TooShort,
    /// There are more states than so many.
    TooMany(usize),
}

/// Learns an automaton.
pub(super) fn learn(values: &[u8], base: usize, digits: usize) -> Learned {
    let mut learner = Learner { values, base, digits, seen: HashMap::new(), short: HashMap::new(), beginnings: vec![] };
    let mut next = vec![];
    if learner.state(0).is_none() {
        return Learned::TooShort;
    }
    let mut done = 0;
    while let Some(beginning) = learner.beginnings.get(done).copied() {
        for digit in 0..base {
            match learner.state(beginning * base + digit) {
                Some(state) => next.push(state as u16),
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
    digits: usize,
    /// States by the values with up to j more digits, for every j as far as they were seen.
    seen: HashMap<Vec<u8>, usize>,
    /// Those of which fewer digits were seen, by all values.
    short: HashMap<Vec<u8>, usize>,
    /// The first one found of each state.
    beginnings: Vec<usize>,
}

impl Learner<'_> {
    /// The state of a beginning; `None` where too little is seen.
    fn state(&mut self, beginning: usize) -> Option<usize> {
        let (all, ends) = self.signature(beginning);
        let last = ends.last().filter(|_| ends.len() >= 2)?;
        let known = self.seen.get(&all[..*last]);
        if let Some(state) = known.or_else(|| ends.iter().find_map(|end| self.short.get(&all[..*end]))) {
            return Some(*state);
        }
        let new = self.beginnings.len();
        self.beginnings.push(beginning);
        for end in &ends {
            self.seen.entry(all[..*end].to_vec()).or_insert(new);
        }
        if ends.len() <= self.digits {
            self.short.insert(all, new);
        }
        Some(new)
    }

    /// The values with 0, 1, … more digits, as far as they go, and where those of each number of digits end.
    fn signature(&self, beginning: usize) -> (Vec<u8>, Vec<usize>) {
        let (mut all, mut ends) = (vec![], vec![]);
        let mut width = 1usize;
        for _ in 0..=self.digits {
            let from = beginning.saturating_mul(width);
            let Some(some) = self.values.get(from..from.saturating_add(width)) else { break };
            all.extend_from_slice(some);
            ends.push(all.len());
            width = width.saturating_mul(self.base);
        }
        (all, ends)
    }
}
