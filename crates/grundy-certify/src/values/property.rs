//! Properties of games in normal and misère play, as questions of a statement.
//!
//! In: a game, the name of a property, and on what it rests: blocks of values that were verified, a sum that every move lowers, or a position. Out: whether the game has
//! the property. With G and G⁻ the values in normal and misère play, a *swap position* has (G, G⁻) = (0, 1) or (1, 0). The definitions, after Gurvich and Ho and after
//! Manabe, Miyadera and Suetsugu, each for every position:
//!
//! * `tame`: it is a swap position, or G = G⁻.
//! * `pet`: it is a swap position, or G = G⁻ ≥ 2.
//! * `domestic`: it has neither (0, k) nor (k, 0) with k ≥ 2.
//! * `miserable`: it is a swap position, or it has a move to a (0, 1)-position exactly if it has one to a (1, 0)-position.
//! * `returnable`: if it is a swap position, each option that is not terminal has a move to a swap position of the same kind.
//! * `forced`: if it is a swap position, all options are swap positions of the other kind.
//! * `one_move`: if G = 0, it is terminal.
//! * `sg_decreasing`: all options have a smaller G.
//!
//! A game has the property if a formula holds for all positions. Three are said in another way, which is right by induction along the moves. *Pet*: no position has
//! (0, 0). For if all options of such a game are as in the definition, so is the position: options of both kinds give the same value above 1, of one kind the other kind,
//! and without any it is terminal, or has (0, 0). *Tame*, where not all values are known: a miserable game is tame. For a position that is no swap position has
//! options of both kinds, or of none; its other options have G = G⁻; so has the position. *One-move*: each position that is not terminal has an option that is.
//!
//! Where automata read positions that ascend, the formula is about these: coordinates can be exchanged, as the block shows, so that each option of a position that
//! ascends is, in another order, one that ascends, with the same values and properties.
//!
//! Of a miserable game the swap positions may be known without the values (`swap`).
//!
//! A game does not have the property if one position breaks it; its values are computed by the definition (`witness`).

use serde_json::{Map, Value};

use super::super::expr::{Result, Rules, short};
use super::super::keys::{key, list, natural};
use super::super::numbers::index;
use super::descent::{self, Falls};
use super::pairs::{Game, Values};
use super::steps::Steps;
use super::witness::breaks;
use super::{Claim, swap};
use crate::spent::Stop;

/// A property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
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
pub(super) struct Stated {
    property: Property,
    grounds: Grounds,
}

/// On what it rests.
enum Grounds {
    /// The game has it, by the values in normal and in misère play, as far as it asks for them.
    Values([Option<usize>; 2]),
    /// The game has it, whatever the values are; each play ends.
    Ends(Falls),
    /// The game has it, since it is miserable, with these swap positions as the levels 0 and 1.
    Swap(Box<Claim>),
    /// A position breaks it.
    Broken(Vec<u64>),
}

impl Property {
    fn of(name: &str) -> Option<Property> {
        Some(match name {
            "tame" => Property::Tame,
            "pet" => Property::Pet,
            "domestic" => Property::Domestic,
            "miserable" => Property::Miserable,
            "returnable" => Property::Returnable,
            "forced" => Property::Forced,
            "one_move" => Property::OneMove,
            "sg_decreasing" => Property::SgDecreasing,
            _ => return None,
        })
    }
}

impl Stated {
    /// Reads a question for a property, if it is one. `block` tells the play of a block of values, if it is about the game.
    pub(super) fn read(
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
            Property::OneMove => (&["falls"], Grounds::Ends(descent::read(object, rules.width)?)),
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
        match object.keys().find(|key| !["game", "asks"].contains(&key.as_str()) && !own.contains(&key.as_str())) {
            Some(other) => {
                Err(format!("a question for a property has the key `{other}`, which the format does not know"))
            }
            None => Ok(Some(Stated { property, grounds })),
        }
    }

    /// Has the game the property, as the certificate says?
    pub(super) fn holds(&self) -> bool {
        !matches!(self.grounds, Grounds::Broken(_))
    }

    /// The blocks of values on which it rests.
    pub(super) fn blocks(&self) -> impl Iterator<Item = usize> {
        let blocks = if let Grounds::Values(blocks) = self.grounds { blocks } else { [None; 2] };
        blocks.into_iter().flatten()
    }

    /// Verifies what the certificate says: the number of formulas. The blocks of values are those of the statement, and were verified.
    pub(super) fn verify<'c>(&self, rules: &Rules, block: &dyn Fn(usize) -> &'c Claim, stop: Stop) -> Result<u64> {
        match &self.grounds {
            Grounds::Broken(at) => match breaks(rules, self.property, at, stop)? {
                true => Ok(0),
                false => Err(format!("the position {at:?} does not break the property")),
            },
            Grounds::Ends(falls) => ends(rules, falls, stop),
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
    let first = numerations.next().unwrap_or_default();
    if numerations.any(|other| other != first) {
        return Err("the automata of the two plays read different digits".into());
    }
    let mut steps = Steps::of(first);
    let speaker = &mut steps.speaker;
    let [normal, misere] = [normal, misere].map(|claim| claim.map(|claim| Values::of(claim, &mut speaker.sets)));
    let game = Game { rules, normal: normal.as_ref(), misere: misere.as_ref(), swap: None };
    speaker.begin();
    let x = game.position(speaker)?;
    let exists = speaker.position(rules, &x)?;
    let kept = game.kept(speaker, property, &x)?;
    let formula = speaker.sets.implies(exists, kept);
    steps.must(formula, || "the game does not have a property, or this checker cannot see it".into(), stop)?;
    Ok(steps.formulas)
}

/// Is a game one-move, each play of which ends? The number of formulas.
fn ends(rules: &Rules, falls: &Falls, stop: Stop) -> Result<u64> {
    let mut steps = Steps::of_rules(rules);
    let game = Game { rules, normal: None, misere: None, swap: None };
    steps.speaker.begin();
    let x = game.position(&mut steps.speaker)?;
    let exists = steps.speaker.position(rules, &x)?;
    let falls = descent::holds(&mut steps.speaker, rules, falls, &x)?;
    let kept = game.one_move(&mut steps.speaker, &x)?;
    let both = steps.speaker.sets.and(vec![falls, kept]);
    let formula = steps.speaker.sets.implies(exists, both);
    let what = || "some move does not lower the sum that `falls` names, or the game is not one-move".to_string();
    steps.must(formula, what, stop)?;
    Ok(steps.formulas)
}

/// The number of a block of values.
pub(super) fn block(object: &Map<String, Value>, name: &str, blocks: usize) -> Result<usize> {
    let number = key(object, name)?.as_u64().map(index::<u64>).filter(|number| *number < blocks);
    number.ok_or_else(|| format!("the `{name}` of a property is the number of no block of values"))
}

#[cfg(test)]
mod tests;
