//! Whether a game has a property, for a certificate.
//!
//! In: a game, a property, and what automata say of it. Out: that the game has it, by which swap positions if these were proved; or a position that breaks it: the first in a
//! small box.

use grundy_rules::rules::Property;
use grundy_rules::session::Game;

use crate::CheckOptions;
use crate::prove::of_game::OfGame;
use grundy::engine::default_bound;
use grundy::theory::everywhere::block as said;
use grundy::theory::structure::classify;
use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_core::contract::position::box_cells;
use grundy_decide::{Block, Knowledge, Level, Listed};
use serde_json::Value;

/// The most positions that are looked at.
const POSITIONS: u64 = 1 << 14;
/// The greatest coordinate of a position that the checker reads.
const LARGEST: u64 = 1 << 10;

/// What a certificate says of a property.
pub(crate) enum Grounds {
    /// The game has it, by values that were proved.
    Holds,
    /// The game has it, by its swap positions: the key `swap` of a question.
    Swap(Value),
    /// This position breaks it.
    Broken(Vec<u64>),
}

/// The swap positions of a game, where these were proved, as a question for a property names them that follows from them.
pub(crate) fn swap(of_game: &OfGame, property: Property, budget: &Budget<'_>) -> Option<Value> {
    match property {
        Property::Pet | Property::OneMove | Property::SgDecreasing => return None,
        Property::Tame | Property::Domestic | Property::Miserable | Property::Returnable | Property::Forced => {}
    }
    let (swap, rules) = (of_game.swap()?, of_game.rules());
    let set = |level: &Level| {
        let block = Block::of(rules, &Knowledge::Characterized(level.told.clone()), budget).ok()?;
        let Listed::Levels(levels, _) = &block.values else { return None };
        let set = levels.get(level.value as usize)?.clone();
        block.domain.is_none().then_some((set, block))
    };
    let ((a, block), (b, other)) = (set(&swap.zero_one)?, set(&swap.one_zero)?);
    if (block.coordinates, block.numeration) != (other.coordinates, other.numeration) {
        return None;
    }
    let sets = Block { values: Listed::Levels(vec![a, b], false), ..block };
    let mut object = said(rules, (0, Play::Normal), &sets);
    let map = object.as_object_mut()?;
    ["game", "play"].iter().for_each(|key| _ = map.shift_remove(*key));
    Some(object)
}

/// On what a property rests, or its opposite; nothing where no small position breaks a property that was not proved.
pub(crate) fn grounds(game: &Game, property: Property, holds: Option<bool>, options: &CheckOptions) -> Option<Grounds> {
    if holds == Some(true) {
        return Some(Grounds::Holds);
    }
    let rules = &game.rules;
    let reach = |to: u64| (0..rules.width()).map(|c| default_bound(rules, c, to)).collect::<Vec<u64>>();
    let boxes = (0..64).map(|step| (1u64 << (step / 2)) + if step % 2 == 0 { 0 } else { 1 << (step / 2) >> 1 });
    let boxes = boxes.map(reach).take_while(|hi| box_cells(hi) <= POSITIONS && hi.iter().all(|x| *x <= LARGEST));
    // A game all of whose coordinates have a bound has a largest box, which is looked at once.
    let mut boxes: Vec<Vec<u64>> = boxes.collect();
    boxes.dedup();
    boxes.iter().find_map(|hi| broken(game, property, hi, options)).map(Grounds::Broken)
}

/// The first position of a box that breaks a property, if it is one tuple of numbers.
fn broken(game: &Game, property: Property, hi: &[u64], options: &CheckOptions) -> Option<Vec<u64>> {
    let report = classify(&game.rules, hi, &[property], &options.limits).ok()?;
    let witness = report.findings.into_iter().next()?.witness?;
    let mut at = vec![];
    for tuples in &witness.position {
        let [tuple] = &tuples[..] else { return None };
        at.extend(tuple.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>()?);
    }
    Some(at)
}
