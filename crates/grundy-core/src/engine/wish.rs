//! What is wanted of an engine, beside the rules.

use super::{Ask, Asked};
use crate::contract::limits::Limits;
use crate::contract::options::{EngineName, Options};
use crate::contract::proof::Effort;
use crate::contract::stop::tuple_text;
use crate::store::tiles::Place;

/// What is wanted of a value or a proof.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The play, the limits, the checkpoint.
    pub options: &'a Options,
    /// Is this the one engine that a person named? Then it does not decline because another one would be quicker.
    pub named: bool,
    /// How far a period is looked for.
    pub effort: Effort,
    /// Answers smaller questions.
    pub ask: &'a Asked,
}

/// What is wanted of a table.
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    /// The only way to be taken, or any that serves.
    pub only: EngineName,
    /// Is it a table of misère play?
    pub misere: bool,
    /// No theorem, no fast way.
    pub plain: bool,
    /// What the work may cost.
    pub limits: &'a Limits,
    /// Answers smaller questions.
    pub ask: &'a dyn Ask,
    /// Where tables may stand.
    pub place: Place<'a>,
    /// Writes a cell's coordinates as a position of the whole game, for errors.
    pub show: Show<'a>,
}

/// Writes a cell's coordinates as a position.
pub type Show<'a> = &'a dyn Fn(&[i64]) -> String;

impl<'a> Wish<'a> {
    /// Any way that serves, in memory.
    pub fn any(misere: bool, plain: bool, limits: &'a Limits, ask: &'a dyn Ask) -> Wish<'a> {
        Wish {
            only: EngineName::Table,
            misere,
            plain,
            limits,
            ask,
            place: Place::Memory,
            show: &|cell| tuple_text(cell),
        }
    }
}
