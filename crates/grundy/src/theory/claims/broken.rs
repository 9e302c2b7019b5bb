//! Whether a game has a property, for a certificate.
//!
//! In: a game, a property, and what automata say of it. Out: that the game has it, or a position that breaks it: the first in a small box.

use grundy_rules::rules::lower::Question;
use grundy_rules::rules::{Game, Property};

use super::Effort;
use super::read::Claim;
use crate::choose::default_bound;
use crate::theory::structure::classify;
use grundy_core::contract::position::box_cells;

/// The most positions that are looked at.
const POSITIONS: u64 = 1 << 14;
/// The greatest coordinate of a position that the checker reads.
const LARGEST: u64 = 1 << 10;

/// What a certificate says of a property.
pub(super) enum Grounds {
    /// The game has it, by values that were proved.
    Holds,
    /// This position breaks it.
    Broken(Vec<u64>),
}

impl Claim {
    /// Does the claim ask for properties of games, and for nothing else but values at positions?
    pub(super) fn asks_properties(&self) -> bool {
        let questions = &self.scope.questions;
        let is_property = |question: &Question| matches!(question, Question::Property { .. });
        let fine = |question: &Question| matches!(question, Question::Property { .. } | Question::Position { .. });
        questions.iter().any(is_property) && questions.iter().all(fine)
    }
}

/// On what a property rests, or its opposite; nothing where no small position breaks a property that was not proved.
pub(super) fn grounds(game: &Game, property: Property, holds: Option<bool>, effort: &Effort) -> Option<Grounds> {
    if holds == Some(true) {
        return Some(Grounds::Holds);
    }
    let rules = &game.rules;
    let reach = |to: u64| (0..rules.width()).map(|c| default_bound(rules, c, to)).collect::<Vec<u64>>();
    let boxes = (0..).map(|step| (1u64 << (step / 2)) + if step % 2 == 0 { 0 } else { 1 << (step / 2) >> 1 });
    let boxes = boxes.map(reach).take_while(|hi| box_cells(hi) <= POSITIONS && hi.iter().all(|x| *x <= LARGEST));
    boxes.filter_map(|hi| broken(game, property, &hi, effort)).next().map(Grounds::Broken)
}

/// The first position of a box that breaks a property, if it is one tuple of numbers.
fn broken(game: &Game, property: Property, hi: &[u64], effort: &Effort) -> Option<Vec<u64>> {
    let report = classify(&game.rules, hi, &[property], &effort.limits).ok()?;
    let witness = report.findings.into_iter().next()?.witness?;
    let mut at = vec![];
    for tuples in &witness.position {
        let [tuple] = &tuples[..] else { return None };
        at.extend(tuple.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>()?);
    }
    Some(at)
}
