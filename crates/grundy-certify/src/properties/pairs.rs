//! A game with its values in normal and misère play, for the theorems about properties.
//!
//! In: a game, and automata of its values in both plays that were verified; or of its swap positions. Out: what the words of the theorems mean.

use crate::form::expr::{Result, Rules};
use crate::say::moves::Speaker;
use crate::say::sets::{Set, Sets, Sum};
use crate::theorems::descent;
use crate::theorems::descent::Falls;
use crate::theorems::obligations::{Model, Names, Thing, no_word, position};
use crate::theorems::order::ascending;
use crate::values::{Asked, Automata, Claim};

/// The values of one play.
pub(crate) struct Values<'c> {
    claim: &'c Claim,
    tables: Vec<usize>,
}

impl<'c> Values<'c> {
    pub(crate) fn of(claim: &'c Claim, sets: &mut Sets) -> Values<'c> {
        Values { claim, tables: claim.tables(sets) }
    }

    /// Has a position, which exists, a number as its value?
    fn has(&self, speaker: &mut Speaker, x: &[Sum], value: &Sum) -> Result<Set> {
        let asked = self.claim.asked(value)?;
        match (&self.claim.values, &asked) {
            (Automata::Levels { levels, complete: false }, Asked::Level(level)) if *level >= levels.len() => {
                Err("a property asks for a level that is not known".into())
            }
            _ => self.claim.has(speaker, &self.tables, x, &asked),
        }
    }

    /// How many values there are, if automata say each.
    fn levels(&self) -> Result<Option<usize>> {
        match &self.claim.values {
            Automata::Levels { levels, complete: true } => Ok(Some(levels.len())),
            Automata::Levels { .. } => Err("a property asks for all values, and some levels alone are known".into()),
            Automata::Graph(_) => Ok(None),
        }
    }
}

/// A game, and what is known of its values.
pub(crate) struct Game<'c> {
    pub(crate) rules: &'c Rules,
    pub(crate) normal: Option<&'c Values<'c>>,
    pub(crate) misere: Option<&'c Values<'c>>,
    /// The (0, 1)- and the (1, 0)-positions, as the levels 0 and 1, where these are known without the values.
    pub(crate) swap: Option<&'c Values<'c>>,
    /// The factors of a sum that every move lowers, where nothing else shows that plays end.
    pub(crate) falls: Option<&'c Falls>,
}

impl Game<'_> {
    fn all(&self) -> impl Iterator<Item = &Values<'_>> {
        [self.normal, self.misere, self.swap].into_iter().flatten()
    }

    /// Are all values of both plays known?
    pub(crate) fn knows_all(&self) -> bool {
        [self.normal, self.misere].into_iter().flatten().all(|values| values.levels().is_ok())
    }

    fn ascends(&self) -> bool {
        self.all().any(|values| values.claim.differences)
    }

    /// A position of new tracks; where automata read differences, one that ascends.
    pub(crate) fn subject(&self, speaker: &mut Speaker) -> Result<(Names, Set)> {
        let at = if self.ascends() { ascending(speaker, self.rules)? } else { speaker.tracks(self.rules.width)? };
        Ok((vec![position("x", &at)], speaker.position(self.rules, &at)?))
    }

    fn level(&self, speaker: &mut Speaker, misere: bool, x: &Thing, value: &Sum) -> Result<Set> {
        let values = if misere { self.misere } else { self.normal };
        let values = values.ok_or("a property asks for values of which there is no block")?;
        values.has(speaker, x.at()?, value)
    }
}

impl Model for Game<'_> {
    fn game(&self, _: usize) -> (&Rules, bool) {
        (self.rules, self.ascends())
    }

    fn is_misere(&self) -> bool {
        false
    }

    fn levels(&self) -> Result<Option<usize>> {
        let both = [self.normal, self.misere].into_iter().flatten().map(Values::levels);
        Ok(both.collect::<Result<Vec<_>>>()?.into_iter().find_map(|levels| levels))
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        match (word, of) {
            ("N" | "M", [x, Thing::Number(value)]) => self.level(speaker, word == "M", x, value),
            ("A" | "B", [x]) => {
                let numbers = if word == "A" { [0, 1] } else { [1, 0] };
                if let Some(swap) = self.swap {
                    return swap.has(speaker, x.at()?, &Sum::number(numbers[0]));
                }
                let both = [(false, numbers[0]), (true, numbers[1])]
                    .map(|(misere, value)| self.level(speaker, misere, x, &Sum::number(value)));
                let both = both.into_iter().collect::<Result<Vec<Set>>>()?;
                Ok(speaker.sets.and(both))
            }
            ("falls", [x]) => {
                let falls = self.falls.ok_or("a theorem asks for a sum that every move lowers")?;
                descent::holds(speaker, self.rules, falls, x.at()?)
            }
            _ => Err(no_word(word)),
        }
    }
}
