//! Properties of games in normal and misère play, decided for all positions.
//!
//! In: a game, a property, and what is known of its values in both plays or of its swap positions. Out: whether the game has the property. Most
//! properties need no more than the values 0 and 1 of both plays.

use grundy_automata::{Budget, Formula, Formulas};
use grundy_rules::rules::{Play, Property, Ruleset};

use super::game::{Coordinates, Played};
use super::known::{Knowledge, Swap, one_numeration};
use super::number::{Sum, equal};
use super::theorems::{Model, Proof, Thing, no_word};
use super::{Formed, NotExpressible};

/// What is known of a game, for its properties.
#[derive(Clone, Copy, Debug)]
pub struct BothPlays<'k> {
    /// The values in normal play.
    pub normal: Option<&'k Knowledge>,
    /// The values in misère play.
    pub misere: Option<&'k Knowledge>,
    /// The swap positions, where the game was proved to be miserable.
    pub swap: Option<&'k Swap>,
}

/// Has a game a property? Also the states of the largest automaton; `None` if this is not decided.
///
/// Where the game was proved to be miserable, its swap positions are known: then it is tame, so domestic, and returnable, since that proof needs a way back.
#[must_use]
pub fn has_property(
    rules: &Ruleset,
    property: Property,
    known: &BothPlays<'_>,
    budget: &Budget<'_>,
) -> Option<(bool, usize)> {
    if known.swap.is_some()
        && matches!(property, Property::Tame | Property::Domestic | Property::Miserable | Property::Returnable)
    {
        return Some((true, 1));
    }
    if rules.splits() {
        return None;
    }
    let coordinates = [known.normal, known.misere].into_iter().flatten().map(Knowledge::coordinates);
    let swap = known.swap.map(|swap| swap.zero_one.told.coordinates);
    let coordinates = coordinates.chain(swap).find(|how| *how == Coordinates::Differences).unwrap_or_default();
    let told = [known.normal, known.misere].into_iter().flatten().map(Knowledge::numeration);
    let numeration = one_numeration(told.chain(known.swap.map(|swap| swap.zero_one.told.numeration))).ok()?;
    let mut proof = Proof::new(numeration, budget);
    let both = Both { played: Played::of(rules, coordinates).ok()?, known };
    let x = both.played.position(&mut proof.all).ok()?;
    let exists = both.played.exists(&mut proof.all, &x).ok()?;
    let told = both.is_told(&mut proof.all, &x).ok()?;
    let told = proof.all.implies(exists, told);
    if !proof.decider.is_valid(&proof.all, told).ok()? {
        return None;
    }
    let holds = proof.lacks(property.name(), &both, &x, exists).ok()?.is_none();
    Some((holds, proof.decider.largest()))
}

/// A game with what is known of it.
struct Both<'a> {
    played: Played<'a>,
    known: &'a BothPlays<'a>,
}

impl Both<'_> {
    fn plays(&self) -> impl Iterator<Item = &Knowledge> {
        [self.known.normal, self.known.misere].into_iter().flatten()
    }

    /// The moves are defined, and the values are known.
    fn is_told(&self, all: &mut Formulas, x: &[Sum]) -> Formed<Formula> {
        let mut parts = vec![self.played.is_defined(all, x)?, self.played.keeps_order(all, x)?];
        for known in self.plays() {
            parts.push(known.known(all, x)?);
        }
        Ok(all.and(parts))
    }

    fn level(&self, all: &mut Formulas, play: Play, value: &Sum, x: &[Sum]) -> Formed<Formula> {
        if let (Play::Misere, None, Some(swap)) = (play, self.known.misere, self.known.swap) {
            // Other positions than these have the same value in both plays.
            let parts = [(&swap.zero_one, 1), (&swap.one_zero, 0)].map(|(set, own)| {
                Ok::<_, NotExpressible>((set.contains(all, x)?, equal(all, value, &Sum::constant(own))?))
            });
            let [a, b] = parts;
            let ((a, one), (b, zero)) = (a?, b?);
            let (swap, same) = (all.or([a, b]), self.level(all, Play::Normal, value, x)?);
            let other = all.not(swap);
            let ways = [all.and([a, one]), all.and([b, zero]), all.and([other, same])];
            return Ok(all.or(ways));
        }
        let known = if play.is_misere() { self.known.misere } else { self.known.normal };
        let known = known.ok_or(NotExpressible::Unknown("values that are not known"))?;
        if value.as_constant().is_some_and(|level| !u32::try_from(level).is_ok_and(|level| known.says_level(level))) {
            return Err(NotExpressible::Unknown("a level that is not known"));
        }
        known.has_value(all, x, value)
    }
}

impl Model for Both<'_> {
    fn played(&self) -> &Played<'_> {
        &self.played
    }

    fn levels(&self) -> Formed<Option<u32>> {
        if !self.plays().all(Knowledge::says_values) {
            return Err(NotExpressible::Unknown("a value of which no more than levels are known"));
        }
        Ok(self.plays().find_map(Knowledge::levels))
    }

    fn says(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Formed<Formula> {
        match (word, of) {
            ("N" | "M", [x, value]) => self.level(all, Play::of(word == "M"), value.number()?, x.at()?),
            ("A" | "B", [x]) => {
                if let Some(Swap { zero_one, one_zero }) = self.known.swap {
                    return if word == "A" { zero_one } else { one_zero }.contains(all, x.at()?);
                }
                let (normal, misere) = if word == "A" { (0, 1) } else { (1, 0) };
                let both = [(Play::Normal, normal), (Play::Misere, misere)]
                    .map(|(play, value)| self.level(all, play, &Sum::constant(value), x.at()?));
                let both = both.into_iter().collect::<Formed<Vec<Formula>>>()?;
                Ok(all.and(both))
            }
            _ => Err(no_word()),
        }
    }
}
