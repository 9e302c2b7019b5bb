//! Memory for automata, from the account of everything else.
//!
//! In: limits. Out: the memory that a proof may take. A proof may hold a fixed part of all memory, whatever others hold, so that what is proved does not
//! depend on them; so many proofs run at a time that they leave as much for tables. Where the account is empty all the same, a proof ends. With more effort
//! a proof may hold more, and fewer run at a time.

use std::sync::{Arc, Mutex, PoisonError};

use grundy_automata::{Account, Memory};
use grundy_core::contract::limits::{Held, Limits};

use super::learn::scaled;

/// A proof may take this part of all memory.
const PART: u64 = 4;
/// The most bytes of the automata of a proof at the usual effort: the papers' proofs take less.
const USUAL: u64 = 256 << 20;

/// The most bytes that a proof may take at some effort above the usual one.
fn most(limits: &Limits, effort: i8) -> u64 {
    let scaled = usize::try_from(USUAL).map_or(usize::MAX, |usual| scaled(usual, effort));
    (limits.memory / PART).min(scaled as u64)
}

/// The memory of a proof.
#[must_use]
pub fn memory(limits: &Limits) -> Memory {
    let held = Mutex::new((0, limits.held(0)));
    let bytes = |bytes: u64| bytes.try_into().unwrap_or(usize::MAX);
    Memory::new(bytes(USUAL), bytes(limits.memory / PART), Arc::new(Room { limits: limits.clone(), held }))
}

/// So many proofs may run at a time at some effort above the usual one, of those that threads could do: half the free memory is for tables.
#[must_use]
pub fn proofs_at_a_time(limits: &Limits, effort: i8) -> usize {
    let room = limits.free() / (2 * most(limits, effort)).max(1);
    limits.threads().min(room.try_into().unwrap_or(usize::MAX)).max(1)
}

/// What all proofs with the same limits hold.
struct Room {
    limits: Limits,
    held: Mutex<(u64, Held)>,
}

impl Room {
    fn change(&self, of: impl FnOnce(u64) -> Option<u64>) -> bool {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(bytes) = of(held.0) else { return false };
        held.1.set(bytes);
        held.0 = bytes;
        true
    }
}

impl Account for Room {
    fn take(&self, bytes: usize) -> bool {
        self.change(|held| (bytes as u64 <= self.limits.free()).then_some(held + bytes as u64))
    }

    fn note(&self, bytes: usize) {
        self.change(|held| Some(held + bytes as u64));
    }

    fn give(&self, bytes: usize) {
        self.change(|held| Some(held.saturating_sub(bytes as u64)));
    }
}

#[cfg(test)]
mod tests {
    use grundy_automata::{Budget, Decider, Formulas, Linear, Numeration, Relation, Stop};

    use super::*;

    /// "There is a y with 3^k y <= x < 3^k y + 3^k" for k = 1, 2, ….
    fn quotients(budget: &Budget<'_>, most: u32) -> (Formulas, Result<bool, Stop>) {
        let mut all = Formulas::within(budget);
        let mut decider = Decider::new(Numeration::default(), budget);
        let mut run = || {
            let mut parts = vec![];
            for k in 1..=most {
                let (power, y) = (3i64.pow(k), k);
                let below = all.linear(Linear::new([(y, power), (0, -1)], 0)?, Relation::AtMostZero);
                let above = all.linear(Linear::new([(y, -power), (0, 1)], 1 - power)?, Relation::AtMostZero);
                let digit = all.linear(Linear::new([(y, 1)], 1)?, Relation::MultipleOf(3));
                let not = all.not(digit);
                let both = all.and([below, above, not]);
                parts.push(all.exists([y], both));
            }
            let whole = all.and(parts);
            decider.is_valid(&all, whole)
        };
        let found = run();
        (all, found)
    }

    #[test]
    fn what_automata_take_is_given_back() {
        let limits = Limits { memory: 64 << 20, ..Limits::default() };
        let budget = Budget { memory: memory(&limits), ..Budget::default() };
        let mut decider = Decider::new(Numeration::default(), &budget);
        let mut all = Formulas::within(&budget);
        let sum = all.linear(Linear::new([(0, 3), (1, -5), (2, 7)], 1).expect("small"), Relation::Zero);
        let some = all.exists([1], sum);
        let before = limits.in_use();
        assert!(before > 0, "formulas take memory");
        let automaton = decider.automaton(&all, some).expect("small");
        let with = limits.in_use();
        assert!(with > before);
        drop((decider, all));
        let kept = limits.in_use();
        assert!(0 < kept && kept < with, "the automaton that is left");
        let copy = (*automaton).clone();
        assert_eq!(limits.in_use(), 2 * kept);
        drop((automaton, copy));
        assert_eq!(limits.in_use(), 0);
    }

    #[test]
    fn a_proof_that_takes_too_much_memory_ends_and_gives_all_back() {
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let budget = Budget { memory: memory(&limits), ..Budget::default() };
        let (all, found) = quotients(&budget, 8);
        assert_eq!(found, Err(Stop::Memory));
        assert!(budget.memory.was_refused());
        drop(all);
        assert_eq!(limits.in_use(), 0);
        // The account of others counts as well.
        let limits = Limits { memory: 1 << 30, ..Limits::default() };
        let _table = limits.held((1 << 30) - (1 << 16));
        let budget = Budget { memory: memory(&limits), ..Budget::default() };
        assert_eq!(quotients(&budget, 8).1, Err(Stop::Memory));
        assert_eq!(limits.in_use(), (1 << 30) - (1 << 16));
    }
}
