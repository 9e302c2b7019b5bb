//! What is asked of an engine, apart from the rules.

use super::{Ask, Asked};
use crate::contract::limits::Limits;
use crate::contract::options::{EngineName, Options, Play};
use crate::contract::proof::Effort;
use crate::contract::stop::tuple_text;
use crate::store::tiles::Place;

/// The request for a value or a proof.
#[derive(Clone, Copy)]
pub struct ValueRequest<'a> {
    /// The play, the limits, the checkpoint.
    pub options: &'a Options,
    /// Did the user name this engine? Then it does not decline on the ground that another engine would be quicker.
    pub named: bool,
    /// Is the answer wanted with the way in which it was found? Then that way does not depend on what earlier questions have left.
    pub told: bool,
    /// How far to look for a period.
    pub effort: Effort,
    /// Answers smaller questions.
    pub ask: &'a Asked,
}

/// The request for a table.
#[derive(Clone, Copy)]
pub struct TableRequest<'a> {
    /// The only engine allowed, or any that serves.
    pub only: EngineName,
    /// The play.
    pub play: Play,
    /// Are theorems and fast engines ruled out?
    pub plain: bool,
    /// Limits on memory, time and threads.
    pub limits: &'a Limits,
    /// Answers smaller questions.
    pub ask: &'a dyn Ask,
    /// Where tables may be stored.
    pub place: Place<'a>,
    /// Writes a cell's coordinates as a position of the whole game, for errors.
    pub show: Show<'a>,
}

/// Writes a cell's coordinates as a position.
pub type Show<'a> = &'a dyn Fn(&[i64]) -> String;

impl<'a> TableRequest<'a> {
    /// Any engine that serves, in memory.
    pub fn any(play: Play, plain: bool, limits: &'a Limits, ask: &'a dyn Ask) -> TableRequest<'a> {
        TableRequest {
            only: EngineName::Table,
            play,
            plain,
            limits,
            ask,
            place: Place::Memory,
            show: &|cell| tuple_text(cell),
        }
    }
}
