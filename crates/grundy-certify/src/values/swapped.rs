//! The values of the position of a statement, of which the swap positions of the game alone are known.
//!
//! In: the key `swaps` of a certificate: games, and for each the sets A and B of its (0, 1)- and (1, 0)-positions, which `swap` verifies. Out: two tracks, the value of the
//! position in normal and in misère play, and what is known of them: they are 0 and 1 in A, 1 and 0 in B, and equal elsewhere. A statement that is true for all numbers
//! of which this is so is true for the values. That it is false for some of them shows nothing.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::super::expr::{Rules, Seen};
use super::super::line::Stop;
use super::moves::Speaker;
use super::property::Property;
use super::sets::{Set, Sum};
use super::stated::{Asks, Question, Statement, as_read, below, misere, objects};
use super::{Asked, Claim, swap};

/// The swap positions of a game.
pub(super) struct Swapped {
    pub(super) game: usize,
    pub(super) sets: Claim,
}

/// The values of a position in normal and in misère play.
pub(super) type Pair = [Sum; 2];

/// Reads the key `swaps`; without it there are none.
pub(super) fn read(object: &Map<String, Value>, games: &[Rc<Rules>]) -> Seen<Vec<Swapped>> {
    if !object.contains_key("swaps") {
        return Ok(vec![]);
    }
    let one = |object: &Map<String, Value>| {
        let game = below(object, "game", games.len())?;
        match object.len() {
            2 => Ok(Swapped { game, sets: swap::read(object, &games[game])? }),
            _ => Err("one of its `swaps` is not a `game` and a `swap`".to_string()),
        }
    };
    objects(object, "swaps")?.into_iter().map(one).collect()
}

/// Reads a question that names one of the `swaps`.
pub(super) fn question(object: &Map<String, Value>, swaps: &[Swapped]) -> Seen<Option<Question>> {
    if !object.contains_key("swaps") {
        return Ok(None);
    }
    let number = below(object, "swaps", swaps.len())?;
    let keys = ["game", "asks", "play", "swaps"];
    let known = object.keys().all(|key| keys.contains(&key.as_str()));
    let value = object.get("asks").and_then(Value::as_str) == Some("value");
    if !known || !value || object.get("game").and_then(Value::as_u64) != u64::try_from(swaps[number].game).ok() {
        return Err("a question that names one of the `swaps` asks for no value in its game".into());
    }
    Ok(Some(Question::of(swaps[number].game, Asks::Swapped { swaps: number, misere: misere(object)? })))
}

impl Swapped {
    /// Verifies that these are the swap positions: the number of formulas.
    pub(super) fn verify(&self, games: &[Rc<Rules>], stop: Stop) -> Seen<u64> {
        swap::verify(Property::Miserable, &games[self.game], &self.sets, stop)
    }

    /// What is known of the values of a position, which exists.
    fn known(&self, speaker: &mut Speaker, at: &[Sum], pair: &Pair) -> Seen<Set> {
        let tables = self.sets.tables(&mut speaker.sets);
        let mut parts = vec![];
        let mut others = vec![];
        for level in 0..2 {
            let sets = &self.sets;
            let inside =
                as_read(speaker, sets, at, &mut |speaker, at| sets.has(speaker, &tables, at, &Asked::Level(level)))?;
            let numbers = if level == 0 { [0, 1] } else { [1, 0] };
            let same = speaker.sets.all_equal(pair, &numbers.map(Sum::number))?;
            parts.push(speaker.sets.implies(inside, same));
            others.push(inside);
        }
        others.push(speaker.sets.equal(&pair[0], &pair[1])?);
        parts.push(speaker.sets.or(others));
        Ok(speaker.sets.and(parts))
    }
}

impl Statement {
    /// Nothing is known of any position.
    pub(super) fn no_pairs(&self) -> Vec<Option<Pair>> {
        vec![None; self.swaps.len()]
    }

    /// For each game of `swaps`, the values of the position of the statement, if it is one of this game; and all that is known of them.
    pub(super) fn pairs(&self, speaker: &mut Speaker, own: Option<&Vec<Sum>>) -> Seen<(Vec<Option<Pair>>, Set)> {
        let (mut pairs, mut known) = (vec![], vec![]);
        for swapped in &self.swaps {
            let own = own.filter(|_| self.at.as_ref().is_some_and(|(game, _)| *game == swapped.game));
            let Some(at) = own else {
                pairs.push(None);
                continue;
            };
            let pair = [Sum::track(speaker.track()?), Sum::track(speaker.track()?)];
            known.push(swapped.known(speaker, at, &pair)?);
            pairs.push(Some(pair));
        }
        Ok((pairs, speaker.sets.and(known)))
    }
}

#[cfg(test)]
mod tests;
