//! Questions of a statement, answered by values that were verified.
//!
//! In: blocks of values, the numbers of theorems, what is known of swap positions. Out: for each question about a position, formulas for its answer ([`Answers`]).

use std::rc::Rc;

use crate::claim::finite;
use crate::claim::statement::{Asks, Known};
use crate::claim::unknown::Unknown;
use crate::form::expr::{Result, Rules};
use crate::form::numbers::index;
use crate::properties::swapped::Pair;
use crate::say::moves::{Defined, Number, Speaker};
use crate::say::sets::{Set, Sum};
use crate::say::truth::{Answers, Judged};
use crate::theorems::order::as_read;
use crate::values::Automata;

/// Answers questions by values that were verified.
pub(crate) struct Answering {
    pub(crate) games: Vec<Rc<Rules>>,
    pub(crate) values: Vec<Rc<Known>>,
    pub(crate) asks: Vec<(usize, Asks)>,
    /// For each block of values, its automata in the store.
    pub(crate) tables: Vec<Vec<usize>>,
    /// And the automaton of its domain.
    pub(crate) domains: Vec<Option<usize>>,
    /// For each game of which the swap positions are known, the values of the statement's own position.
    pub(crate) pairs: Vec<Option<Pair>>,
    /// The answers of theorems.
    pub(crate) constants: Vec<Option<i128>>,
    /// The position that the statement is about.
    pub(crate) own: Option<Vec<Sum>>,
    /// What is asked for of which nothing is known.
    pub(crate) unknown: Rc<Unknown>,
}

impl Answering {
    /// The answer of a theorem, or whether a game has a property: it is not about a position.
    fn constant(&self, question: usize, at: &[Sum]) -> Option<i128> {
        match self.asks[question].1 {
            Asks::Whole(answer) => Some(i128::from(answer)),
            _ => self.constants[question].filter(|_| at.is_empty()),
        }
    }

    /// The game and the position of a question, and what is asked.
    fn position(&self, question: usize, at: &[Sum]) -> Result<(&Rules, Vec<Sum>, Asks)> {
        let (game, asks) = self.asks[question];
        let rules = &*self.games[game];
        // A game without coordinates has one position: its own, and the empty one that is asked about.
        let is_own = at.is_empty() && rules.width > 0;
        let at = if is_own { self.own.clone().unwrap_or_default() } else { at.to_vec() };
        match at.len() == rules.width {
            true => Ok((rules, at, asks)),
            false => Err("a question is about a position with another number of entries than its game".into()),
        }
    }

    /// The value of a position, which exists and of which the block speaks, is a number.
    fn has(&self, speaker: &mut Speaker, block: usize, at: &[Sum], value: &Sum) -> Result<Set> {
        let (claim, tables) = (&self.values[block].claim, &self.tables[block]);
        let asked = claim.asked(value)?;
        as_read(speaker, claim, at, &mut |speaker, at| claim.has(speaker, tables, at, &asked))
    }

    /// What holds of a position that exists, and of which the block speaks: elsewhere its value is not known.
    fn within(&self, speaker: &mut Speaker, block: usize, at: &[Sum], exists: Set) -> Result<Set> {
        let (claim, domain) = (&self.values[block].claim, self.domains[block]);
        let inside = as_read(speaker, claim, at, &mut |speaker, at| claim.is_inside(speaker, domain, at))?;
        Ok(speaker.sets.and(vec![exists, inside]))
    }

    /// The value of the statement's own position, of which the swap positions of its game tell something.
    fn swapped(&self, at: &[Sum], swaps: usize, misere: bool) -> Result<Sum> {
        match &self.pairs[swaps] {
            Some(pair) if self.own.as_deref() == Some(at) => Ok(pair[usize::from(misere)].clone()),
            _ => Err("swap positions tell the values of the position of the statement alone".into()),
        }
    }

    /// How many levels a block has, if it has levels, and whether they are all.
    fn levels(&self, block: usize) -> Option<(usize, bool)> {
        match &self.values[block].claim.values {
            Automata::Levels { levels, complete } => Some((levels.len(), *complete)),
            Automata::Graph(_) => None,
        }
    }
}

impl Answers for Answering {
    fn number(&self, speaker: &mut Speaker, question: usize, at: &[Sum], defined: &mut Defined) -> Result<Number> {
        if let Some(answer) = self.constant(question, at) {
            return Ok(vec![(speaker.sets.constant(true), Sum::number(answer))]);
        }
        let (rules, at, asks) = self.position(question, at)?;
        let exists = speaker.position(rules, &at)?;
        let indicator = |yes: Set, no: Set| vec![(yes, Sum::number(1)), (no, Sum::number(0))];
        let block = match asks {
            Asks::Exists => {
                let not = speaker.sets.not(exists);
                return Ok(indicator(exists, not));
            }
            Asks::Terminal => {
                defined.partial = true;
                let some = speaker.has_moves(rules, &at)?;
                let none = speaker.sets.not(some);
                let [yes, no] = [none, some].map(|of| speaker.sets.and(vec![exists, of]));
                return Ok(indicator(yes, no));
            }
            Asks::Defined { .. } | Asks::Outcome | Asks::Loopy => return Err(finite::by_definition()),
            Asks::Value(block) => block,
            Asks::Free => {
                let value = self.unknown.value(question, &at);
                let value = value.ok_or("a value of which nothing is known is asked for behind `all` or `any`")?;
                defined.partial = true;
                defined.parts.push(exists);
                return Ok(vec![(speaker.sets.constant(true), Sum::track(value))]);
            }
            Asks::Swapped { swaps, misere } => {
                defined.partial = true;
                defined.parts.push(exists);
                return Ok(vec![(speaker.sets.constant(true), self.swapped(&at, swaps, misere)?)]);
            }
            Asks::Whole(_) | Asks::Theorem(_) => {
                return Err("a property or a theorem is asked for at a position".into());
            }
        };
        defined.partial = true;
        let exists = self.within(speaker, block, &at, exists)?;
        match self.levels(block) {
            Some((levels, true)) => {
                let case = |level: usize| {
                    let level = Sum::number(i128::try_from(level).unwrap_or(i128::MAX));
                    let has = self.has(speaker, block, &at, &level)?;
                    Ok((speaker.sets.and(vec![exists, has]), level))
                };
                (0..levels).map(case).collect()
            }
            Some((_, false)) => Err("a value is asked for of which no more than some levels are known".into()),
            None => {
                let value = Sum::track(speaker.track()?);
                let has = self.has(speaker, block, &at, &value)?;
                defined.tracks.extend(value.as_track());
                defined.parts.extend([exists, has]);
                Ok(vec![(speaker.sets.constant(true), value)])
            }
        }
    }

    fn is(&self, speaker: &mut Speaker, question: usize, at: &[Sum], constant: i128) -> Result<Judged> {
        if let Some(answer) = self.constant(question, at) {
            let [yes, no] = [answer == constant, answer != constant].map(|is| speaker.sets.constant(is));
            return Ok(Judged { yes, no });
        }
        let (rules, place, asks) = self.position(question, at)?;
        let mut exists = speaker.position(rules, &place)?;
        if let Asks::Value(block) = asks {
            exists = self.within(speaker, block, &place, exists)?;
        }
        let yes = match asks {
            Asks::Defined { .. } | Asks::Outcome | Asks::Loopy => return Err(finite::by_definition()),
            Asks::Value(_) if constant < 0 => speaker.sets.constant(false),
            Asks::Value(block) => {
                if self.levels(block).is_some_and(|(levels, all)| !all && index(constant) >= levels) {
                    return Err("a level is asked for that is not known".into());
                }
                self.has(speaker, block, &place, &Sum::number(constant))?
            }
            Asks::Swapped { swaps, misere } => {
                let value = self.swapped(&place, swaps, misere)?;
                speaker.sets.equal(&value, &Sum::number(constant))?
            }
            Asks::Free => {
                let mut defined = Defined::default();
                let number = self.number(speaker, question, at, &mut defined)?;
                let value = speaker.single(&number, &mut defined)?;
                speaker.sets.equal(&value, &Sum::number(constant))?
            }
            Asks::Whole(_) | Asks::Theorem(_) => {
                return Err("a property or a theorem is asked for at a position".into());
            }
            Asks::Terminal | Asks::Exists => {
                let cases = self.number(speaker, question, at, &mut Defined::default())?;
                let yes = cases.iter().filter(|(_, sum)| sum.as_number() == Some(constant)).map(|(guard, _)| *guard);
                let no = cases.iter().filter(|(_, sum)| sum.as_number() != Some(constant)).map(|(guard, _)| *guard);
                let (yes, no) = (yes.collect(), no.collect());
                return Ok(Judged { yes: speaker.sets.or(yes), no: speaker.sets.or(no) });
            }
        };
        let not = speaker.sets.not(yes);
        Ok(Judged { yes: speaker.sets.and(vec![exists, yes]), no: speaker.sets.and(vec![exists, not]) })
    }

    fn are_same(&self, speaker: &mut Speaker, [first, second]: [(usize, &[Sum]); 2]) -> Result<Option<Judged>> {
        if ![first.0, second.0].iter().all(|question| matches!(self.asks[*question].1, Asks::Free)) {
            return Ok(None);
        }
        let (own, a, _) = self.position(first.0, first.1)?;
        let (other, b, _) = self.position(second.0, second.1)?;
        // The positions that stand for these, by a theorem, may exist where these do not.
        let exist = [speaker.position(own, &a)?, speaker.position(other, &b)?];
        let same = self.unknown.are_same(speaker, (first.0, &a), (second.0, &b))?;
        Ok(same.map(|Judged { yes, no }| {
            let [yes, no] = [yes, no].map(|set| speaker.sets.and([&exist[..], &[set]].concat()));
            Judged { yes, no }
        }))
    }
}
