//! Properties of games in normal and misère play, as questions of a statement.
//!
//! In: a game, the name of a property, and on what it rests: blocks of values that were verified, a sum that every move lowers, or a position. Out: whether the game has
//! the property: the theorem of this name in `theorems.txt`. Of a game of which not all values are known it is shown that it is miserable, and so tame.
//!
//! Where automata read positions that ascend, the formula is about these: coordinates can be exchanged, as the block shows, so that each option of a position that
//! ascends is, in another order, one that ascends, with the same values and properties.
//!
//! Of a miserable game the swap positions may be known without the values (`swap`).
//!
//! A game does not have the property if one position breaks it; its values are computed by the definition (`witness`).

pub(crate) mod pairs;
pub(crate) mod swap;
pub(crate) mod swapped;
pub(crate) mod witness;

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules, short};
use crate::form::keys::{key, list, natural, only_keys};
use crate::form::numbers::index;
use crate::form::spent::Stop;
use crate::properties::pairs::{Game, Values};
use crate::properties::witness::breaks;
use crate::say::steps::Steps;
use crate::theorems::obligations::show;
use crate::values::Claim;

/// A property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    Tame,
    Pet,
    Domestic,
    Miserable,
    Returnable,
    Forced,
    OneMove,
    SgDecreasing,
}

/// What a certificate says of a property.
pub(crate) struct Stated {
    property: Property,
    grounds: Grounds,
}

/// On what it rests.
enum Grounds {
    /// The game has it, by the values in normal and in misère play, as far as it asks for them.
    Values([Option<usize>; 2]),
    /// The game has it, since it is miserable, with these swap positions as the levels 0 and 1.
    Swap(Box<Claim>),
    /// A position breaks it.
    Broken(Vec<u64>),
}

/// The properties, each with the name of its theorem.
const PROPERTIES: [(&str, Property); 8] = [
    ("tame", Property::Tame),
    ("pet", Property::Pet),
    ("domestic", Property::Domestic),
    ("miserable", Property::Miserable),
    ("returnable", Property::Returnable),
    ("forced", Property::Forced),
    ("one_move", Property::OneMove),
    ("sg_decreasing", Property::SgDecreasing),
];

impl Property {
    fn of(name: &str) -> Option<Property> {
        PROPERTIES.iter().find(|(own, _)| *own == name).map(|(_, property)| *property)
    }

    pub(crate) fn name(self) -> &'static str {
        PROPERTIES.iter().find(|(_, own)| *own == self).map_or("", |(name, _)| name)
    }
}

impl Stated {
    /// Reads a question for a property, if it is one. `block` tells the play of a block of values, if it is about the game.
    pub(crate) fn read(
        object: &Map<String, Value>,
        rules: &Rules,
        block: &dyn Fn(&str) -> Result<(usize, bool)>,
    ) -> Result<Option<Stated>> {
        let Some(property) = key(object, "asks")?.as_str().and_then(Property::of) else { return Ok(None) };
        let play = |name: &str, misere: bool| match block(name)? {
            (number, play) if play == misere => Ok(Some(number)),
            _ => Err(format!("the block `{name}` of a property is one of the other play")),
        };
        let (own, grounds): (&[&str], Grounds) = match property {
            _ if object.contains_key("witness") => (&["witness"], Grounds::Broken(witness(object, rules)?)),
            Property::OneMove => (&[], Grounds::Values([None, None])),
            _ if object.contains_key("swap") => (&["swap"], Grounds::Swap(Box::new(swap::read(object, rules)?))),
            Property::SgDecreasing => (&["normal"], Grounds::Values([play("normal", false)?, None])),
            Property::Tame
            | Property::Pet
            | Property::Domestic
            | Property::Miserable
            | Property::Returnable
            | Property::Forced => {
                (&["normal", "misere"], Grounds::Values([play("normal", false)?, play("misere", true)?]))
            }
        };
        only_keys(object, &[&["game", "asks"], own].concat(), "a question for a property has")?;
        Ok(Some(Stated { property, grounds }))
    }

    /// Has the game the property, as the certificate says?
    pub(crate) fn holds(&self) -> bool {
        !matches!(self.grounds, Grounds::Broken(_))
    }

    /// The blocks of values on which it rests.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = usize> {
        let blocks = if let Grounds::Values(blocks) = self.grounds { blocks } else { [None; 2] };
        blocks.into_iter().flatten()
    }

    /// Verifies what the certificate says: the number of formulas. The blocks of values are those of the statement, and were verified.
    pub(crate) fn verify<'c>(&self, rules: &Rules, block: &dyn Fn(usize) -> &'c Claim, stop: Stop) -> Result<u64> {
        match &self.grounds {
            Grounds::Broken(at) => match breaks(rules, self.property, at, stop)? {
                true => Ok(0),
                false => Err(format!("the position {at:?} does not break the property")),
            },
            Grounds::Swap(sets) => swap::verify(self.property, rules, sets, stop),
            Grounds::Values(blocks) => {
                let [normal, misere] = blocks.map(|number| number.map(block));
                kept(self.property, rules, normal, misere, stop)
            }
        }
    }
}

/// A position that is to break a property.
fn witness(object: &Map<String, Value>, rules: &Rules) -> Result<Vec<u64>> {
    let entries = list(object, "witness")?;
    let at: Option<Vec<u64>> = entries.iter().map(natural).collect();
    at.filter(|at| at.len() == rules.width).ok_or_else(|| {
        format!("the witness against a property is no position of its game: {}", short(&object["witness"]))
    })
}

/// Does every position keep the property? The number of formulas.
fn kept(property: Property, rules: &Rules, normal: Option<&Claim>, misere: Option<&Claim>, stop: Stop) -> Result<u64> {
    let mut numerations = [normal, misere].into_iter().flatten().map(|claim| claim.numeration);
    let first = numerations.next();
    if numerations.any(|other| Some(other) != first) {
        return Err("the automata of the two plays read different digits".into());
    }
    let mut steps = first.map_or_else(|| Steps::of_rules(rules), Steps::of);
    let sets = &mut steps.speaker.sets;
    let [normal, misere] = [normal, misere].map(|claim| claim.map(|claim| Values::of(claim, sets)));
    let game = Game { rules, normal: normal.as_ref(), misere: misere.as_ref(), swap: None, falls: None };
    let property = if property == Property::Tame && !game.knows_all() { Property::Miserable } else { property };
    show(&mut steps, property.name(), &game, &|speaker| game.subject(speaker), stop)?;
    Ok(steps.formulas)
}

/// The number of a block of values.
pub(crate) fn block(object: &Map<String, Value>, name: &str, blocks: usize) -> Result<usize> {
    let number = key(object, name)?.as_u64().map(index::<u64>).filter(|number| *number < blocks);
    number.ok_or_else(|| format!("the `{name}` of a property is the number of no block of values"))
}

#[cfg(test)]
mod tests;
