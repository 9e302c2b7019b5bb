//! Miserable games, by their swap positions alone.
//!
//! In: a game, and two sets A and B of positions. Out: whether A is the set of the (0, 1)-positions and B that of the (1, 0)-positions, and all other positions have the same value
//! in both plays (theorem `swap_positions`); then the game is miserable, tame, domestic and returnable.

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules};
use crate::form::keys::{key, only_keys};
use crate::form::spent::Stop;
use crate::properties::Property;
use crate::properties::pairs::{Game, Values};
use crate::say::steps::Steps;
use crate::theorems::obligations::show;
use crate::theorems::order::ascending_stands_for_all;
use crate::values::{Automata, Claim};

/// Reads the two sets: a block of values with the levels 0 and 1.
pub(crate) fn read(object: &Map<String, Value>, rules: &Rules) -> Result<Claim> {
    let object = key(object, "swap")?.as_object().ok_or("the `swap` of a property is no object")?;
    let known = ["base", "coordinates", "falls", "levels", "complete"];
    only_keys(object, &known, "the `swap` of a property has")?;
    let sets = Claim::read(object, rules)?;
    match &sets.values {
        Automata::Levels { levels, complete: false } if levels.len() == 2 => Ok(sets),
        _ => Err("the `swap` of a property is not two sets as `levels`, and no more".into()),
    }
}

/// Has a game a property, which is one of miserable games or depends on the swap positions alone? The number of formulas.
pub(crate) fn verify(property: Property, rules: &Rules, sets: &Claim, stop: Stop) -> Result<u64> {
    let follows = matches!(property, Property::Tame | Property::Domestic | Property::Miserable | Property::Returnable);
    if !follows && property != Property::Forced {
        return Err("a property does not follow from swap positions".into());
    }
    let mut steps = Steps::of(sets.numeration);
    if sets.differences {
        ascending_stands_for_all(&mut steps, rules, stop)?;
    }
    let values = Values::of(sets, &mut steps.speaker.sets);
    let game = Game { rules, normal: None, misere: None, swap: Some(&values), falls: Some(&sets.falls) };
    let theorems = ["swap_positions", property.name()];
    for theorem in &theorems[..if follows { 1 } else { 2 }] {
        show(&mut steps, theorem, &game, &|speaker| game.subject(speaker), stop)?;
    }
    Ok(steps.formulas)
}
