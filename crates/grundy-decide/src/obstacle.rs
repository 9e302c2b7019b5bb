//! What keeps a game from automata.
//!
//! In: a ruleset. Out: the first of its moves that no formula says, or what else of the rules is not as the proofs need it; nothing if the game can be looked at.

use grundy_automata::{Budget, Decider, Formulas};
use grundy_rules::rules::Ruleset;

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::prove::is_possible;
use super::roots::numeration_of_rules;

/// Why a game cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The rules as a whole, or the conditions on positions.
    Rules(NotExpressible),
    /// The moves of the family with this number.
    Family(usize, NotExpressible),
    /// A move does not lower the sum of the coordinates, or the multiples of them that the rules suggest.
    Rises(usize),
    /// Whether every move is defined, and lowers this sum, was not decided, or is not true.
    Undecided,
}

/// What keeps a game from automata that read its coordinates as they are.
#[must_use]
pub fn obstacle(rules: &Ruleset, budget: &Budget<'_>) -> Option<Obstacle> {
    let played = match Played::of(rules, Coordinates::Plain) {
        Ok(played) => played,
        Err(why) => return Some(Obstacle::Rules(why)),
    };
    let mut all = Formulas::within(budget);
    let there = played.position(&mut all).and_then(|x| Ok((played.exists(&mut all, &x)?, x)));
    let (exists, x) = match there {
        Ok(there) => there,
        Err(why) => return Some(Obstacle::Rules(why)),
    };
    for number in 0..rules.families.len() {
        let said = played.is_family_defined(&mut all, number, &x);
        if let Err(why) = said.and_then(|_| played.option_of(&mut all, number, &x)) {
            return Some(Obstacle::Family(number, why));
        }
    }
    for number in 0..rules.families.len() {
        let mut decider = Decider::new(numeration_of_rules(rules).unwrap_or_default(), budget);
        let up = played.family_rises(&mut all, number, &x).and_then(|up| {
            let up = all.and([exists, up]);
            let never = all.not(up);
            Ok(decider.is_valid(&all, never)?)
        });
        match up {
            Ok(true) => {}
            Ok(false) => return Some(Obstacle::Rises(number)),
            Err(why) => return Some(Obstacle::Family(number, why)),
        }
    }
    (!is_possible(rules, Coordinates::Plain, budget)).then_some(Obstacle::Undecided)
}
