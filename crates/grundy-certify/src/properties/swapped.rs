//! The values of the position of a statement, of which the swap positions of the game alone are known.
//!
//! In: the key `swaps` of a certificate: games, and for each the sets A and B of its (0, 1)- and (1, 0)-positions, which `swap` verifies. Out: two tracks, the value of the
//! position in normal and in misère play, and what is known of them: they are 0 and 1 in A, 1 and 0 in B, and equal elsewhere. A statement that is true for all numbers
//! of which this is so is true for the values. That it is false for some of them shows nothing.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules};
use crate::form::keys::{below, objects};
use crate::form::spent::Stop;
use crate::properties::Property;
use crate::properties::swap;
use crate::say::moves::Speaker;
use crate::say::sets::{Set, Sum};
use crate::theorems::order::as_read;
use crate::values::{Asked, Claim};

/// The swap positions of a game.
pub(crate) struct Swapped {
    pub(crate) game: usize,
    pub(crate) sets: Claim,
}

/// The values of a position in normal and in misère play.
pub(crate) type Pair = [Sum; 2];

/// Reads the key `swaps`; without it there are none.
pub(crate) fn read(object: &Map<String, Value>, games: &[Rc<Rules>]) -> Result<Vec<Swapped>> {
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

impl Swapped {
    /// Verifies that these are the swap positions: the number of formulas.
    pub(crate) fn verify(&self, games: &[Rc<Rules>], stop: Stop) -> Result<u64> {
        swap::verify(Property::Miserable, &games[self.game], &self.sets, stop)
    }

    /// What is known of the values of a position, which exists.
    fn known(&self, speaker: &mut Speaker, at: &[Sum], pair: &Pair) -> Result<Set> {
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

/// For each game of `swaps`, the values of a position of the game `own`, if it is one of this game; and all that is known of them.
pub(crate) fn pairs(
    swaps: &[Swapped],
    speaker: &mut Speaker,
    own: Option<(usize, &Vec<Sum>)>,
) -> Result<(Vec<Option<Pair>>, Set)> {
    let (mut pairs, mut known) = (vec![], vec![]);
    for swapped in swaps {
        let Some((_, at)) = own.filter(|(game, _)| *game == swapped.game) else {
            pairs.push(None);
            continue;
        };
        let pair = [Sum::track(speaker.track()?), Sum::track(speaker.track()?)];
        known.push(swapped.known(speaker, at, &pair)?);
        pairs.push(Some(pair));
    }
    Ok((pairs, speaker.sets.and(known)))
}

#[cfg(test)]
mod tests;
