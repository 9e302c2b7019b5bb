//! Two guesses that never agree.
//!
//! In: a start, two guesses there, and a residue class. Out: that the guesses differ at all numbers of the class from some number on.
//!
//! The states with the tuples of both guesses are among those that are [`Possible`]. In all of those at numbers of the class the last values of the guesses differ.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules};
use crate::form::keys::{list, number};
use crate::form::numbers::index;
use crate::form::spent::Stop;
use crate::form::stated::Certificate;
use crate::views::game::Tuple;
use crate::views::possible::{Possible, Shape};
use crate::views::{STARTS, Statement, values};

/// Two guesses that never agree.
struct Apart {
    start: u64,
    guesses: Vec<Tuple>,
    /// They differ at all numbers with this residue.
    residue: u64,
    every: u64,
}

/// Reads the keys of the statement.
pub(super) fn read(object: &Map<String, Value>) -> Result<Box<dyn Statement>> {
    let guesses = list(object, "guesses")?.iter().map(values).collect::<Result<Vec<Tuple>>>()?;
    let [start, residue, every] = ["start", "residue", "every"].map(|name| number(object, name));
    let apart = Apart { start: start?, guesses, residue: residue?, every: every? };
    if apart.guesses.len() != 2 || apart.start > STARTS || apart.residue >= apart.every {
        return Err(format!("its `guesses` are two, its `start` is up to {STARTS}, and its `residue` below `every`"));
    }
    Ok(Box::new(apart))
}

impl Statement for Apart {
    fn verify(&self, shape: Shape<'_>, _: &Rules, stop: Stop) -> Result<String> {
        let Apart { start, guesses, residue, every } = self;
        let Shape { game, modulus, .. } = shape;
        let fits = |guess: &Tuple| {
            guess.len() == game.length && (*start..).zip(guess).all(|(n, value)| *value <= game.most_at(n))
        };
        if !guesses.iter().all(fits) {
            return Err("a guess has as many values as the greatest number that is subtracted, and none above the number of moves".into());
        }
        if !modulus.is_multiple_of(*every) {
            return Err("its `modulus` is no multiple of `every`".into());
        }
        let possible = Possible::of(shape, *start, guesses, stop)?;
        let differ = |state: &Tuple| state[state.len() - 1] != state[state.len() - 1 - game.length];
        if !(*residue..modulus).step_by(index(*every)).all(|n| possible.at[index(n)].iter().all(differ)) {
            return Err("no induction shows that the guesses never agree".into());
        }
        let count: usize = possible.at.iter().map(BTreeSet::len).sum();
        Ok(format!(
            "From {} on, the last values of the game and of both guesses are among {count} tuples modulo {modulus} that no step leaves, whatever values of their classes the \
             quotients have. In none of those that end at the residue {residue} modulo {every} do the guesses agree.",
            possible.begin
        ))
    }

    fn words(&self, of: &Certificate) -> String {
        let Apart { start, residue, every, .. } = self;
        format!(
            "In normal play, two guesses at {start} about {} never agree: from some number on they differ at every n with n mod {every} = {residue}.",
            of.called()
        )
    }

    fn answer(&self, asks: &str) -> Option<(u64, u64)> {
        (asks == "converges").then_some((0, 0))
    }
}
