//! The steps from one start: the set of guesses, step by step.

use crate::exact::narrow;
use std::collections::HashMap;

use super::super::guesses::{Guesses, tuples};
use super::super::read::Shape;
use super::{Guess, PATIENCE};
use grundy_core::contract::options::Play;

/// The number of guesses from one start that are tried at most.
const MOST_GUESSES: usize = 1 << 20;
/// Measures the steps from starts.
pub(super) struct Steps<'a> {
    shape: &'a Shape,
    guess: &'a Guess,
    play: Play,
    guesses: Guesses,
    /// The sets of guesses at starts, by the values that are possible there.
    starts: HashMap<Box<[u16]>, u32>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(shape: &'a Shape, guess: &'a Guess, play: Play) -> Steps<'a> {
        Steps { shape, guess, play, guesses: Guesses::new(shape), starts: HashMap::new() }
    }

    /// The set of all guesses from a start; `None` if there are too many, or none.
    fn start(&mut self, n: u64) -> Option<u32> {
        let possible: Box<[u16]> = (0..self.guesses.forward.length as u64)
            .map(|i| narrow(self.guess.values(self.shape, self.play, n + i)))
            .collect();
        if let Some(set) = self.starts.get(&possible) {
            return Some(*set);
        }
        let tuples = tuples(possible.iter().map(|values| (*values).into()), MOST_GUESSES)?;
        if tuples.is_empty() {
            return None;
        }
        let set = self.guesses.number(tuples.into_boxed_slice());
        self.starts.insert(possible, set);
        Some(set)
    }

    /// The number of steps from a start. `quotients` gives the values of a number's quotients, as bits. `Err(true)` if guesses do not agree,
    /// `Err(false)` if there are too many or none.
    pub(super) fn from(&mut self, n: u64, quotients: impl Fn(u64) -> u16) -> Result<u64, bool> {
        if self.guesses.is_full() {
            self.guesses.clear();
            self.starts.clear();
        }
        let mut set = self.start(n).ok_or(false)?;
        for steps in 0..=PATIENCE as u64 {
            if self.guesses.of(set).len() == 1 {
                return Ok(steps);
            }
            let at = n + self.guesses.forward.length as u64 + steps;
            set = self.guesses.step(set, quotients(at).into());
        }
        Err(true)
    }
}
