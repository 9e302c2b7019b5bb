//! Certificates of kind `recurrence`: values recur with a preperiod, a period and a saltus.
//!
//! In: what the certificate states ([`Recurs`]), and on what its proof rests: a state of the line that comes again, blocks of values that do, or the values of all
//! positions. Out: the proof in words.

pub(crate) mod blocks;
pub(crate) mod columns;
pub(crate) mod comes_again;
pub(crate) mod form;
pub(crate) mod least;
pub(crate) mod levels;
pub(crate) mod line;
pub(crate) mod line_options;
pub(crate) mod options;
pub(crate) mod plane;
pub(crate) mod recurs;
pub(crate) mod sieve;
pub(crate) mod strip;
pub(crate) mod windows;

use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::form::expr::{Result, Rules};
use crate::form::keys::number;
use crate::form::spent::{Stop, Told};
use crate::form::stated::{Certificate, Stated};
use crate::recurrence::blocks::Block;
use crate::recurrence::recurs::Recurs;
use crate::values;
use crate::values::Claim;
use crate::{Refusal, Verified};

/// A certificate of this kind.
struct Periods {
    recurs: Recurs,
    by: By,
}

/// What comes again.
enum By {
    /// The state of a line before a column, so many columns later.
    State(u64, u64),
    Blocks(Vec<Block>),
    /// The values of all positions are said.
    Everywhere(Claim),
}

/// The keys of what is said of all positions.
const EVERYWHERE: [&str; 6] = ["base", "coordinates", "falls", "levels", "complete", "graph"];

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, rules: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    let recurs = Recurs::read(object, rules)?;
    let by = match ["blocks", "everywhere", "recurrence"].map(|key| object.get(key)) {
        [Some(blocks), None, None] => By::Blocks(blocks::read(blocks)?),
        [None, Some(values), None] => {
            let values = values.as_object().filter(|values| values.keys().all(|key| EVERYWHERE.contains(&&key[..])));
            By::Everywhere(Claim::read(values.ok_or("its `everywhere` is no object with the keys of values")?, rules)?)
        }
        [None, None, Some(state)] => {
            let state = state.as_object().filter(|state| state.len() == 2);
            let state = state.ok_or("its `recurrence` is not an object with `at` and `after`")?;
            By::State(number(state, "at")?, number(state, "after")?)
        }
        _ => return Err("it has not just one of the keys `recurrence`, `blocks` and `everywhere`".into()),
    };
    if !matches!(by, By::Blocks(_)) {
        recurs.line()?;
    }
    Ok(Box::new(Periods { recurs, by }))
}

impl Stated for Periods {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        match &self.by {
            By::State(at, after) => line::verify(of, &self.recurs, (*at, *after), stop),
            By::Blocks(blocks) => {
                stop(Told::Rests("diagonals"));
                levels::verify(of, &self.recurs, blocks, stop)
            }
            By::Everywhere(claim) => {
                stop(Told::Rests("graph"));
                values::recurs::verify(of, &self.recurs, claim, stop)
            }
        }
    }

    fn words(&self, of: &Certificate) -> String {
        self.recurs.words(of, matches!(self.by, By::Everywhere(_)) && !of.rules.requires.is_empty())
    }

    fn recurs(&self) -> Option<&Recurs> {
        Some(&self.recurs)
    }
}
