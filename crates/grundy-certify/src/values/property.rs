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
//! A game does not have the property if one position breaks it; its values are computed by the definition (`witness`).

use serde_json::{Map, Value};

use super::super::expr::{Rules, Seen, short};
use super::super::keys::{key, list, natural};
use super::super::line::Stop;
use super::super::numbers::index;
use super::descent::{self, Falls};
use super::moves::{Speaker, only};
use super::order::{ascending, ascends};
use super::sets::{Set, Sum};
use super::steps::Steps;
use super::witness::breaks;
use super::{Asked, Claim, Said};

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

    /// Does it speak of misère play?
    pub(super) fn is_of_both(self) -> bool {
        !matches!(self, Property::OneMove | Property::SgDecreasing)
    }
}

impl Stated {
    /// Reads a question for a property, if it is one. `block` tells the play of a block of values, if it is about the game.
    pub(super) fn read(
        object: &Map<String, Value>,
        rules: &Rules,
        block: &dyn Fn(&str) -> Seen<(usize, bool)>,
    ) -> Seen<Option<Stated>> {
        let Some(property) = key(object, "asks")?.as_str().and_then(Property::of) else { return Ok(None) };
        let play = |name: &str, misere: bool| match block(name)? {
            (number, play) if play == misere => Ok(Some(number)),
            _ => Err(format!("the block `{name}` of a property is one of the other play")),
        };
        let (own, grounds): (&[&str], Grounds) = match property {
            _ if object.contains_key("witness") => (&["witness"], Grounds::Broken(witness(object, rules)?)),
            Property::OneMove => (&["falls"], Grounds::Ends(descent::read(object, rules.width)?)),
            Property::SgDecreasing => (&["normal"], Grounds::Values([play("normal", false)?, None])),
            _ => (&["normal", "misere"], Grounds::Values([play("normal", false)?, play("misere", true)?])),
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
    pub(super) fn verify<'c>(&self, rules: &Rules, block: &dyn Fn(usize) -> &'c Claim, stop: Stop) -> Seen<u64> {
        match &self.grounds {
            Grounds::Broken(at) => match breaks(rules, self.property, at, stop)? {
                true => Ok(0),
                false => Err(format!("the position {at:?} does not break the property")),
            },
            Grounds::Ends(falls) => ends(rules, falls, stop),
            Grounds::Values(blocks) => {
                let [normal, misere] = blocks.map(|number| number.map(block));
                kept(self.property, rules, normal, misere, stop)
            }
        }
    }
}

/// A position that is to break a property.
fn witness(object: &Map<String, Value>, rules: &Rules) -> Seen<Vec<u64>> {
    let entries = list(object, "witness")?;
    let at: Option<Vec<u64>> = entries.iter().map(natural).collect();
    at.filter(|at| at.len() == rules.width).ok_or_else(|| {
        format!("the witness against a property is no position of its game: {}", short(&object["witness"]))
    })
}

/// Does every position keep the property? The number of formulas.
fn kept(property: Property, rules: &Rules, normal: Option<&Claim>, misere: Option<&Claim>, stop: Stop) -> Seen<u64> {
    let mut numerations = [normal, misere].into_iter().flatten().map(|claim| claim.numeration);
    let first = numerations.next().unwrap_or_default();
    if numerations.any(|other| other != first) {
        return Err("the automata of the two plays read different digits".into());
    }
    let mut steps = Steps::of(first);
    let speaker = &mut steps.speaker;
    let mut values = |claim| Values { claim, tables: Claim::tables(claim, &mut speaker.sets) };
    let game = Game { rules, normal: normal.map(&mut values), misere: misere.map(values) };
    speaker.begin();
    let x = game.position(speaker)?;
    let exists = speaker.position(rules, &x)?;
    let kept = game.kept(speaker, property, &x)?;
    let formula = speaker.sets.implies(exists, kept);
    steps.must(formula, || "the game does not have a property, or this checker cannot see it".into(), stop)?;
    Ok(steps.formulas)
}

/// Is a game one-move, each play of which ends? The number of formulas.
fn ends(rules: &Rules, falls: &Falls, stop: Stop) -> Seen<u64> {
    let mut steps = Steps::default();
    let game = Game { rules, normal: None, misere: None };
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

/// The values of one play.
struct Values<'c> {
    claim: &'c Claim,
    tables: Vec<usize>,
}

impl Values<'_> {
    /// Has a position, which exists, a constant as its value?
    fn level(&self, speaker: &mut Speaker, level: usize, x: &[Sum]) -> Seen<Set> {
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
    fn levels(&self) -> Seen<Option<usize>> {
        match &self.claim.values {
            Said::Levels { levels, complete: true } => Ok(Some(levels.len())),
            Said::Levels { .. } => Err("a property asks for all values, and no more than some levels are known".into()),
            Said::Graph(_) => Ok(None),
        }
    }
}

/// A game, and what is known of its values.
struct Game<'c> {
    rules: &'c Rules,
    normal: Option<Values<'c>>,
    misere: Option<Values<'c>>,
}

/// What is asked of a position.
type Of<'k> = dyn FnMut(&mut Speaker, &[Sum]) -> Seen<Set> + 'k;

impl Game<'_> {
    fn values(&self, misere: bool) -> Seen<&Values<'_>> {
        let values = if misere { &self.misere } else { &self.normal };
        values.as_ref().ok_or_else(|| "a property asks for values of which there is no block".into())
    }

    fn knows_all(&self) -> bool {
        [&self.normal, &self.misere].into_iter().flatten().all(|values| values.levels().is_ok())
    }

    fn ascends(&self) -> bool {
        [&self.normal, &self.misere].into_iter().flatten().any(|values| values.claim.differences)
    }

    /// A position of new tracks; where automata read differences, one that ascends.
    fn position(&self, speaker: &mut Speaker) -> Seen<Vec<Sum>> {
        if self.ascends() { ascending(speaker, self.rules) } else { speaker.tracks(self.rules.width) }
    }

    /// Some option is of a kind; where positions ascend, one that does.
    fn option(&self, speaker: &mut Speaker, x: &[Sum], of: &mut Of<'_>) -> Seen<Set> {
        speaker.moves(self.rules, x, &mut |speaker, parts| {
            let y = only(parts)?;
            let of_kind = of(speaker, y)?;
            let ascends = if self.ascends() { ascends(speaker, y)? } else { speaker.sets.constant(true) };
            Ok(speaker.sets.and(vec![ascends, of_kind]))
        })
    }

    fn terminal(&self, speaker: &mut Speaker, x: &[Sum]) -> Seen<Set> {
        let some = speaker.has_moves(self.rules, x)?;
        Ok(speaker.sets.not(some))
    }

    fn level(&self, speaker: &mut Speaker, misere: bool, level: usize, x: &[Sum]) -> Seen<Set> {
        self.values(misere)?.level(speaker, level, x)
    }

    /// Has a position (0, 1), or, the other way round, (1, 0)?
    fn swap(&self, speaker: &mut Speaker, zero_one: bool, x: &[Sum]) -> Seen<Set> {
        let (normal, misere) = if zero_one { (0, 1) } else { (1, 0) };
        let both = [self.level(speaker, false, normal, x)?, self.level(speaker, true, misere, x)?];
        Ok(speaker.sets.and(both.to_vec()))
    }

    fn any_swap(&self, speaker: &mut Speaker, x: &[Sum]) -> Seen<Set> {
        let both = [self.swap(speaker, true, x)?, self.swap(speaker, false, x)?];
        Ok(speaker.sets.or(both.to_vec()))
    }

    fn to_swap(&self, speaker: &mut Speaker, zero_one: bool, x: &[Sum]) -> Seen<Set> {
        self.option(speaker, x, &mut |speaker, y| self.swap(speaker, zero_one, y))
    }

    /// Does a position not break a property that rests on values?
    fn kept(&self, speaker: &mut Speaker, property: Property, x: &[Sum]) -> Seen<Set> {
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
    fn same_value(&self, speaker: &mut Speaker, x: &[Sum]) -> Seen<Set> {
        let (normal, misere) = (self.values(false)?, self.values(true)?);
        let Some(levels) = normal.levels()?.or(misere.levels()?) else {
            return speaker.scoped(|speaker| {
                let track = speaker.track()?;
                let value = Asked::Number(Sum::track(track));
                let both = [normal, misere].map(|values| values.claim.has(speaker, &values.tables, x, &value));
                let both = both.into_iter().collect::<Seen<Vec<Set>>>()?;
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

    fn domestic(&self, speaker: &mut Speaker, x: &[Sum]) -> Seen<Set> {
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
    fn out_of_swap(
        &self,
        speaker: &mut Speaker,
        x: &[Sum],
        of_kind: &dyn Fn(&mut Speaker, bool, &[Sum]) -> Seen<Set>,
    ) -> Seen<Set> {
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

    fn one_move(&self, speaker: &mut Speaker, x: &[Sum]) -> Seen<Set> {
        let ways = [self.terminal(speaker, x)?, self.option(speaker, x, &mut |own, y| self.terminal(own, y))?];
        Ok(speaker.sets.or(ways.to_vec()))
    }

    /// No option has a value that is not smaller.
    fn decreases(&self, speaker: &mut Speaker, x: &[Sum]) -> Seen<Set> {
        let normal = self.values(false)?;
        let up = match normal.levels()? {
            Some(levels) => {
                let mut ways = vec![];
                for level in 0..levels {
                    let here = normal.level(speaker, level, x)?;
                    let there = self.option(speaker, x, &mut |speaker, y| {
                        let ways = (level..levels).map(|level| normal.level(speaker, level, y));
                        let ways = ways.collect::<Seen<Vec<Set>>>()?;
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

/// The number of a block of values.
pub(super) fn block(object: &Map<String, Value>, name: &str, blocks: usize) -> Seen<usize> {
    let number = key(object, name)?.as_u64().map(index::<u64>).filter(|number| *number < blocks);
    number.ok_or_else(|| format!("the `{name}` of a property is the number of no block of values"))
}
