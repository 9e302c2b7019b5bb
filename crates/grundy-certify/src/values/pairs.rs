//! Pairs of values in normal and misère play, as formulas.
//!
//! In: a game, and automata of its values in both plays that were verified; or of its swap positions. Out: formulas for "this position does not break a property", as `property`
//! defines these.

use super::super::expr::{Result, Rules};
use super::moves::{Speaker, only};
use super::order::{ascending, ascends};
use super::property::Property;
use super::sets::{Set, Sets, Sum};
use super::{Asked, Claim, Said};

/// The values of one play.
pub(super) struct Values<'c> {
    claim: &'c Claim,
    tables: Vec<usize>,
}

impl<'c> Values<'c> {
    pub(super) fn of(claim: &'c Claim, sets: &mut Sets) -> Values<'c> {
        Values { claim, tables: claim.tables(sets) }
    }

    /// Has a position, which exists, a constant as its value?
    fn level(&self, speaker: &mut Speaker, level: usize, x: &[Sum]) -> Result<Set> {
        let asked = match &self.claim.values {
            Said::Levels { levels, complete: false } if level >= levels.len() => {
                return Err("a property asks for a level that is not known".into());
            }
            Said::Levels { .. } => Asked::Level(level),
            Said::Graph(_) => Asked::Number(Sum::number(i128::try_from(level).unwrap_or(i128::MAX))),
        };
        self.claim.has(speaker, &self.tables, x, &asked)
    }

    /// How many values there are, if automata say each.
    fn levels(&self) -> Result<Option<usize>> {
        match &self.claim.values {
            Said::Levels { levels, complete: true } => Ok(Some(levels.len())),
            Said::Levels { .. } => Err("a property asks for all values, and no more than some levels are known".into()),
            Said::Graph(_) => Ok(None),
        }
    }
}

/// A game, and what is known of its values.
pub(super) struct Game<'c> {
    pub(super) rules: &'c Rules,
    pub(super) normal: Option<&'c Values<'c>>,
    pub(super) misere: Option<&'c Values<'c>>,
    /// The (0, 1)- and the (1, 0)-positions, as the levels 0 and 1, where these are known without the values.
    pub(super) swap: Option<&'c Values<'c>>,
}

/// What is asked of a position.
type Of<'k> = dyn FnMut(&mut Speaker, &[Sum]) -> Result<Set> + 'k;

/// What is asked of an option of a (0, 1)-position, or, the other way round, of a (1, 0)-position.
type OfKind<'k> = dyn Fn(&mut Speaker, bool, &[Sum]) -> Result<Set> + 'k;

impl Game<'_> {
    fn values(&self, misere: bool) -> Result<&Values<'_>> {
        let values = if misere { self.misere } else { self.normal };
        values.ok_or_else(|| "a property asks for values of which there is no block".into())
    }

    fn knows_all(&self) -> bool {
        [self.normal, self.misere].into_iter().flatten().all(|values| values.levels().is_ok())
    }

    pub(super) fn ascends(&self) -> bool {
        [self.normal, self.misere, self.swap].into_iter().flatten().any(|values| values.claim.differences)
    }

    /// A position of new tracks; where automata read differences, one that ascends.
    pub(super) fn position(&self, speaker: &mut Speaker) -> Result<Vec<Sum>> {
        if self.ascends() { ascending(speaker, self.rules) } else { speaker.tracks(self.rules.width) }
    }

    /// Some option is of a kind; where positions ascend, one that does.
    pub(super) fn option(&self, speaker: &mut Speaker, x: &[Sum], of: &mut Of<'_>) -> Result<Set> {
        speaker.moves(self.rules, x, &mut |speaker, parts| {
            let y = only(parts)?;
            let of_kind = of(speaker, y)?;
            let ascends = if self.ascends() { ascends(speaker, y)? } else { speaker.sets.constant(true) };
            Ok(speaker.sets.and(vec![ascends, of_kind]))
        })
    }

    pub(super) fn terminal(&self, speaker: &mut Speaker, x: &[Sum]) -> Result<Set> {
        let some = speaker.has_moves(self.rules, x)?;
        Ok(speaker.sets.not(some))
    }

    fn level(&self, speaker: &mut Speaker, misere: bool, level: usize, x: &[Sum]) -> Result<Set> {
        self.values(misere)?.level(speaker, level, x)
    }

    /// Has a position (0, 1), or, the other way round, (1, 0)?
    pub(super) fn swap(&self, speaker: &mut Speaker, zero_one: bool, x: &[Sum]) -> Result<Set> {
        let (normal, misere) = if zero_one { (0, 1) } else { (1, 0) };
        if let Some(swap) = self.swap {
            return swap.level(speaker, normal, x);
        }
        let both = [self.level(speaker, false, normal, x)?, self.level(speaker, true, misere, x)?];
        Ok(speaker.sets.and(both.to_vec()))
    }

    pub(super) fn any_swap(&self, speaker: &mut Speaker, x: &[Sum]) -> Result<Set> {
        let both = [self.swap(speaker, true, x)?, self.swap(speaker, false, x)?];
        Ok(speaker.sets.or(both.to_vec()))
    }

    pub(super) fn to_swap(&self, speaker: &mut Speaker, zero_one: bool, x: &[Sum]) -> Result<Set> {
        self.option(speaker, x, &mut |speaker, y| self.swap(speaker, zero_one, y))
    }

    /// Does a position not break a property that rests on values?
    pub(super) fn kept(&self, speaker: &mut Speaker, property: Property, x: &[Sum]) -> Result<Set> {
        match property {
            // Miserable games are tame.
            Property::Tame if !self.knows_all() => self.kept(speaker, Property::Miserable, x),
            Property::Tame => {
                let ways = [self.any_swap(speaker, x)?, self.same_value(speaker, x)?];
                Ok(speaker.sets.or(ways.to_vec()))
            }
            Property::Pet => {
                let both = [self.level(speaker, false, 0, x)?, self.level(speaker, true, 0, x)?];
                let both = speaker.sets.and(both.to_vec());
                Ok(speaker.sets.not(both))
            }
            Property::Domestic => self.domestic(speaker, x),
            Property::Miserable => {
                let (first, second) = (self.to_swap(speaker, true, x)?, self.to_swap(speaker, false, x)?);
                let ways = [self.any_swap(speaker, x)?, speaker.sets.iff(first, second)];
                Ok(speaker.sets.or(ways.to_vec()))
            }
            Property::Returnable => self.out_of_swap(speaker, x, &|speaker, zero_one, y| {
                let ways = [self.terminal(speaker, y)?, self.to_swap(speaker, zero_one, y)?];
                Ok(speaker.sets.or(ways.to_vec()))
            }),
            Property::Forced => self.out_of_swap(speaker, x, &|speaker, zero_one, y| self.swap(speaker, !zero_one, y)),
            Property::OneMove => self.one_move(speaker, x),
            Property::SgDecreasing => self.decreases(speaker, x),
        }
    }

    /// Are the values in both plays the same?
    fn same_value(&self, speaker: &mut Speaker, x: &[Sum]) -> Result<Set> {
        let (normal, misere) = (self.values(false)?, self.values(true)?);
        let Some(levels) = normal.levels()?.or(misere.levels()?) else {
            return speaker.scoped(|speaker| {
                let track = speaker.track()?;
                let value = Asked::Number(Sum::track(track));
                let both = [normal, misere].map(|values| values.claim.has(speaker, &values.tables, x, &value));
                let both = both.into_iter().collect::<Result<Vec<Set>>>()?;
                let both = speaker.sets.and(both);
                Ok(speaker.sets.exists(&[track], both))
            });
        };
        misere.levels()?;
        let mut ways = vec![];
        for level in 0..levels {
            let both = [normal.level(speaker, level, x)?, misere.level(speaker, level, x)?];
            ways.push(speaker.sets.and(both.to_vec()));
        }
        Ok(speaker.sets.or(ways))
    }

    fn domestic(&self, speaker: &mut Speaker, x: &[Sum]) -> Result<Set> {
        let mut parts = vec![];
        for misere in [false, true] {
            let zero = self.level(speaker, misere, 0, x)?;
            let low = [self.level(speaker, !misere, 0, x)?, self.level(speaker, !misere, 1, x)?];
            let low = speaker.sets.or(low.to_vec());
            parts.push(speaker.sets.implies(zero, low));
        }
        Ok(speaker.sets.and(parts))
    }

    /// If the position is a swap position, all its options are of a kind, which may be another for (0, 1)- and for (1, 0)-positions.
    fn out_of_swap(&self, speaker: &mut Speaker, x: &[Sum], of_kind: &OfKind<'_>) -> Result<Set> {
        let mut parts = vec![];
        for zero_one in [true, false] {
            let here = self.swap(speaker, zero_one, x)?;
            let other = self.option(speaker, x, &mut |speaker, y| {
                let of_kind = of_kind(speaker, zero_one, y)?;
                Ok(speaker.sets.not(of_kind))
            })?;
            let every = speaker.sets.not(other);
            parts.push(speaker.sets.implies(here, every));
        }
        Ok(speaker.sets.and(parts))
    }

    pub(super) fn one_move(&self, speaker: &mut Speaker, x: &[Sum]) -> Result<Set> {
        let ways = [self.terminal(speaker, x)?, self.option(speaker, x, &mut |own, y| self.terminal(own, y))?];
        Ok(speaker.sets.or(ways.to_vec()))
    }

    /// No option has a value that is not smaller.
    fn decreases(&self, speaker: &mut Speaker, x: &[Sum]) -> Result<Set> {
        let normal = self.values(false)?;
        let up = match normal.levels()? {
            Some(levels) => {
                let mut ways = vec![];
                for level in 0..levels {
                    let here = normal.level(speaker, level, x)?;
                    let there = self.option(speaker, x, &mut |speaker, y| {
                        let ways = (level..levels).map(|level| normal.level(speaker, level, y));
                        let ways = ways.collect::<Result<Vec<Set>>>()?;
                        Ok(speaker.sets.or(ways))
                    })?;
                    ways.push(speaker.sets.and(vec![here, there]));
                }
                speaker.sets.or(ways)
            }
            None => speaker.scoped(|speaker| {
                let (first, second) = (speaker.track()?, speaker.track()?);
                let has = |speaker: &mut Speaker, track, at: &[Sum]| {
                    normal.claim.has(speaker, &normal.tables, at, &Asked::Number(Sum::track(track)))
                };
                let here = has(speaker, first, x)?;
                let there = self.option(speaker, x, &mut |speaker, y| has(speaker, second, y))?;
                let up = speaker.sets.at_most(&Sum::track(first), &Sum::track(second))?;
                let all = speaker.sets.and(vec![here, there, up]);
                Ok(speaker.sets.exists(&[first, second], all))
            })?,
        };
        Ok(speaker.sets.not(up))
    }
}
