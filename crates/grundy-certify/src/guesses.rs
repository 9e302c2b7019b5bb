//! Sets of guesses, and how they go on.
//!
//! In: a game, a start. Out: the set of the tuples that guesses have, step by step, each stored once; whether they agree.

use std::collections::{BTreeSet, HashMap};

use super::expr::Result;
use super::possible::Classes;
use super::views::{Game, Tuple};

/// Sets of guesses, and the steps between them.
#[derive(Default)]
pub(crate) struct Guesses {
    numbers: HashMap<BTreeSet<Tuple>, usize>,
    sets: Vec<BTreeSet<Tuple>>,
    steps: HashMap<(usize, u32), usize>,
}

impl Guesses {
    fn number(&mut self, set: BTreeSet<Tuple>) -> usize {
        let new = self.sets.len();
        let number = *self.numbers.entry(set.clone()).or_insert(new);
        if number == new {
            self.sets.push(set);
        }
        number
    }

    /// All guesses at a start; the same where the numbers of options are the same.
    pub(crate) fn start(&mut self, game: &Game, start: u64, classes: Option<&Classes>) -> Result<usize> {
        let set = game.guesses(start, classes)?;
        Ok(self.number(set))
    }

    pub(crate) fn agree(&self, set: usize) -> bool {
        self.sets[set].len() == 1
    }

    pub(crate) fn step(&mut self, game: &Game, set: usize, quotients: u32) -> usize {
        if let Some(known) = self.steps.get(&(set, quotients)) {
            return *known;
        }
        let next = |tuple: &Tuple| [&tuple[1..], &[game.next(tuple, quotients)]].concat();
        let after = self.sets[set].iter().map(next).collect();
        let after = self.number(after);
        self.steps.insert((set, quotients), after);
        after
    }

    /// The steps from a start; `None` if they are more than some number.
    pub(crate) fn steps_from(
        &mut self,
        game: &Game,
        values: &[u8],
        (start, most): (u64, u64),
        classes: Option<&Classes>,
    ) -> Result<Option<u64>> {
        let mut set = self.start(game, start, classes)?;
        for steps in 0..=most {
            if self.agree(set) {
                return Ok(Some(steps));
            }
            set = self.step(game, set, game.quotients(values, start + game.length as u64 + steps));
        }
        Ok(None)
    }
}
