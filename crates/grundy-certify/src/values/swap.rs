//! Miserable games, by their swap positions alone.
//!
//! In: a game, and two sets A and B of positions. Out: whether A is the set of the (0, 1)-positions and B that of the (1, 0)-positions, and all other positions have the same value
//! in both plays; then the game is miserable, tame, domestic and returnable. After Gurvich and Ho, *Slow k-Nim*, Lemma 13. Each play ends, and for each position x:
//!
//! 1. It is not in both sets, and if it is terminal, it is in A.
//! 2. If it is in A, no option is; and some option is in B, unless it is terminal. If it is in B, no option is, and some option is in A.
//! 3. If it is in neither, it has options in both or in none.
//! 4. If it is in A or B, each option in neither has an option in A.
//!
//! By induction along the moves: an option as in 4. has options in A and in B, by 3., so that its value in both plays is at least 2. So the options of an x in A have in normal play the
//! values 1, if it is not terminal, and some above; in misère play 0 and some above: x has (0, 1). In the same way x in B has (1, 0). The options of an x in neither have the same values in both
//! plays but for those in A and B, which bring 0 and 1 in each play, or nothing.

use serde_json::{Map, Value};

use super::super::expr::{Result, Rules};
use super::super::keys::key;
use super::moves::Speaker;
use super::order::ascending_stands_for_all;
use super::pairs::{Game, Values};
use super::property::Property;
use super::sets::{Set, Sum};
use super::steps::Steps;
use super::{Claim, Said, descent};
use crate::spent::Stop;

/// Reads the two sets: a block of values with the levels 0 and 1.
pub(super) fn read(object: &Map<String, Value>, rules: &Rules) -> Result<Claim> {
    let object = key(object, "swap")?.as_object().ok_or("the `swap` of a property is no object")?;
    let known = ["base", "coordinates", "falls", "levels", "complete", "says"];
    if let Some(other) = object.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("the `swap` of a property has the key `{other}`, which the format does not know"));
    }
    let sets = Claim::read(object, rules)?;
    match &sets.values {
        Said::Levels { levels, complete: false } if levels.len() == 2 && sets.says.is_empty() => Ok(sets),
        _ => Err("the `swap` of a property is not two sets as `levels`, and no more".into()),
    }
}

/// Has a game a property, which is one of miserable games or depends on the swap positions alone? The number of formulas.
pub(super) fn verify(property: Property, rules: &Rules, sets: &Claim, stop: Stop) -> Result<u64> {
    let follows = matches!(property, Property::Tame | Property::Domestic | Property::Miserable | Property::Returnable);
    if !follows && property != Property::Forced {
        return Err("a property does not follow from swap positions".into());
    }
    let mut steps = Steps::of(sets.numeration);
    let what = "some move does not lower the sum that `falls` names";
    steps.must_everywhere(rules, what, stop, |speaker, x| descent::holds(speaker, rules, &sets.falls, x))?;
    if sets.differences {
        ascending_stands_for_all(&mut steps, rules, stop)?;
    }
    let values = Values::of(sets, &mut steps.speaker.sets);
    let game = Game { rules, normal: None, misere: None, swap: Some(&values) };
    let mut obligations: Vec<&Obligation> = vec![&ends, &out_of_a, &out_of_b, &out_of_neither, &comes_back];
    let forced = |speaker: &mut Speaker, game: &Game<'_>, x: &[Sum]| game.kept(speaker, Property::Forced, x);
    obligations.extend((!follows).then_some(&forced as &Obligation));
    for obligation in obligations {
        steps.speaker.begin();
        let x = game.position(&mut steps.speaker)?;
        let exists = steps.speaker.position(rules, &x)?;
        let holds = obligation(&mut steps.speaker, &game, &x)?;
        let formula = steps.speaker.sets.implies(exists, holds);
        steps.must(
            formula,
            || "the sets of its `swap` are not the swap positions of a game with a property".into(),
            stop,
        )?;
    }
    Ok(steps.formulas)
}

/// What must hold at a position.
type Obligation = dyn Fn(&mut Speaker, &Game<'_>, &[Sum]) -> Result<Set>;

fn ends(speaker: &mut Speaker, game: &Game<'_>, x: &[Sum]) -> Result<Set> {
    let (a, b) = (game.swap(speaker, true, x)?, game.swap(speaker, false, x)?);
    let terminal = game.terminal(speaker, x)?;
    let both = speaker.sets.and(vec![a, b]);
    let parts = vec![speaker.sets.not(both), speaker.sets.implies(terminal, a)];
    Ok(speaker.sets.and(parts))
}

fn out_of_a(speaker: &mut Speaker, game: &Game<'_>, x: &[Sum]) -> Result<Set> {
    let (a, stays) = (game.swap(speaker, true, x)?, game.to_swap(speaker, true, x)?);
    let goes = vec![game.terminal(speaker, x)?, game.to_swap(speaker, false, x)?];
    let parts = vec![speaker.sets.not(stays), speaker.sets.or(goes)];
    let right = speaker.sets.and(parts);
    Ok(speaker.sets.implies(a, right))
}

fn out_of_b(speaker: &mut Speaker, game: &Game<'_>, x: &[Sum]) -> Result<Set> {
    let (b, stays) = (game.swap(speaker, false, x)?, game.to_swap(speaker, false, x)?);
    let parts = vec![speaker.sets.not(stays), game.to_swap(speaker, true, x)?];
    let right = speaker.sets.and(parts);
    Ok(speaker.sets.implies(b, right))
}

fn out_of_neither(speaker: &mut Speaker, game: &Game<'_>, x: &[Sum]) -> Result<Set> {
    game.kept(speaker, Property::Miserable, x)
}

fn comes_back(speaker: &mut Speaker, game: &Game<'_>, x: &[Sum]) -> Result<Set> {
    let lost = game.option(speaker, x, &mut |speaker, y| {
        let fine = vec![game.any_swap(speaker, y)?, game.to_swap(speaker, true, y)?];
        let fine = speaker.sets.or(fine);
        Ok(speaker.sets.not(fine))
    })?;
    let (swap, never) = (game.any_swap(speaker, x)?, speaker.sets.not(lost));
    Ok(speaker.sets.implies(swap, never))
}
