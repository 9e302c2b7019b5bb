//! The account of the work and the room that automata take.
//!
//! In: what was done, and what is held. Out: nothing, once there is too much of it. What is refused depends on the formulas alone, never on time.

use crate::form::spent::{Spent, Stop, Told};

/// The greatest number of steps of one certificate.
const MOST_STEPS: u64 = 1 << 28;
/// The greatest number of nodes and states that are held at one time.
const MOST_HELD: u64 = 1 << 23;
/// The bytes of one of them, about.
const BYTES: u64 = 50;
/// The number of steps between two calls of [`Stop`].
const BETWEEN: u64 = 1 << 16;

/// Work on one formula.
pub(super) struct Work<'a> {
    account: &'a mut Account,
    stop: Stop<'a>,
    why: Option<String>,
}

/// What all formulas took so far.
#[derive(Default)]
pub(super) struct Account {
    steps: u64,
    /// The nodes and states of automata that are kept.
    kept: u64,
    asked: u64,
}

impl<'a> Work<'a> {
    pub(super) fn new(account: &'a mut Account, stop: Stop<'a>) -> Work<'a> {
        Work { account, stop, why: None }
    }

    /// Nothing, and why.
    pub(super) fn refuse<T>(&mut self, why: String) -> Option<T> {
        self.why.get_or_insert(why);
        None
    }

    /// Why there is nothing. The empty sentence says that the work was stopped.
    pub(super) fn why(self) -> String {
        self.why.unwrap_or_default()
    }

    /// Steps are taken while so many nodes and states are in the making.
    #[inline]
    pub(super) fn take(&mut self, steps: usize, making: usize) -> Option<()> {
        self.account.steps += steps as u64;
        if self.account.steps < self.account.asked { Some(()) } else { self.look(making) }
    }

    #[cold]
    fn look(&mut self, making: usize) -> Option<()> {
        self.account.asked = self.account.steps + BETWEEN;
        let held = self.account.kept + making as u64;
        if (self.stop)(Told::Spent(Spent { steps: self.account.steps, bytes: BYTES * held })) {
            return self.refuse(String::new());
        }
        if self.account.steps > MOST_STEPS {
            let why = format!("the proof takes more than {MOST_STEPS} steps, which is too much for this checker");
            return self.refuse(why);
        }
        if held > MOST_HELD {
            let why =
                format!("the proof takes more than {MOST_HELD} nodes of automata, which is too much for this checker");
            return self.refuse(why);
        }
        Some(())
    }

    /// So many nodes and states are kept from now on.
    pub(super) fn keep(&mut self, count: usize) {
        self.account.kept += count as u64;
    }
}
