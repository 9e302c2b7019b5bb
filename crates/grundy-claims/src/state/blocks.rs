//! The automata of values that the certificate of a claim needs.
//!
//! In: a claim, and what was proved of the values that it asks for. Out: automata that say them, at every position or at the positions of a domain. Several
//! things may be known of a game: of all positions, of those of some patterns, of some rows. The first that says what the claim asks for is taken, and what speaks
//! of the claim's own pattern comes before what speaks of others. What is made of it is kept, since the claims of a file ask for the same again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::IBig;
use grundy_automata::{Budget, Numeration};
use grundy_decide::{Block, Characterization, Claimed, Description, Knowledge, Listed};
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{Cond, E, Expr as Form, Tree};
use grundy_rules::rules::{Line, Play, Property};
use serde_json::Value;

use crate::prove::of_game::OfGame;
use crate::prove::periodic_line::OnLine;
use crate::read::claim::Claim;

/// The most states of an automaton, and the most letters, that the checker reads.
const STATES: usize = 1 << 12;
const LETTERS: usize = 1 << 9;
/// The checker writes out a range of fewer numbers.
const WRITTEN: i64 = 64;

/// What a claim asks of the values of a game in one play.
#[derive(Debug, Default)]
pub(crate) struct Needed {
    /// Does it ask for the number, rather than whether this is one of some constants?
    number: bool,
    /// Those constants.
    levels: BTreeSet<u32>,
}

impl Needed {
    /// What a claim asks of the values of one of its games in one play.
    pub(crate) fn of(claim: &Claim, game: usize, play: Play) -> Needed {
        let mut needed = Needed::default();
        let is_meant = |question: usize| match claim.scope.questions.get(question) {
            Some(Question::Position { game: own, what: What::Value { play: asked }, .. }) => {
                (*own, *asked) == (game, play)
            }
            _ => false,
        };
        let (mut asked, mut compared) = (0, 0);
        for e in claim.expressions() {
            e.any_number(&mut |e| {
                if let Form::Ask(question, ..) = e {
                    asked += usize::from(is_meant(*question));
                }
                false
            });
            e.any_condition(&mut |c| {
                if let Cond::Zero(e) = c
                    && let Some(levels) = levels_of(claim, e, &is_meant)
                {
                    compared += 1;
                    needed.levels.extend(levels);
                }
                false
            });
        }
        needed.number = asked > compared;
        for question in &claim.scope.questions {
            if let Question::Property { game: own, property } = question
                && *own == game
            {
                needed.add(*property);
            }
        }
        needed
    }

    /// What a property of the game asks of the values.
    fn add(&mut self, property: Property) {
        match property {
            Property::OneMove => {}
            Property::SgDecreasing => self.number = true,
            Property::Tame
            | Property::Pet
            | Property::Domestic
            | Property::Miserable
            | Property::Returnable
            | Property::Forced => self.levels.extend([0, 1]),
        }
    }

    /// Is it known?
    pub(crate) fn is_met(&self, known: &Knowledge) -> bool {
        known.says_values() || !self.number && self.levels.iter().all(|level| known.says_level(*level))
    }
}

/// In `answer = c`, for an answer of some questions: c, or all that it may be where variables of the outermost `all` between constants add to it.
fn levels_of(claim: &Claim, e: &E, is_meant: &dyn Fn(usize) -> bool) -> Option<Vec<u32>> {
    let (constant, terms) = build::linear(e);
    let asks = |(term, factor): &&(E, IBig)| {
        let is_asked = matches!(&**term, Form::Ask(question, ..) if is_meant(*question));
        is_asked && (factor.is_one() || (-factor).is_one())
    };
    let (_, sign) = terms.iter().find(asks)?;
    let mut levels = vec![-constant * sign];
    for (term, factor) in terms.iter().filter(|term| !asks(term)) {
        let Form::Var(variable) = &**term else { return None };
        let (_, range) = claim.running.iter().find(|(_, range)| range.var == *variable)?;
        let (lo, hi) = (range.lo.as_i64()?, range.hi.as_i64()?);
        if hi.saturating_sub(lo) >= WRITTEN || levels.len() > STATES {
            return None;
        }
        let with = |level: IBig| (lo..=hi).map(move |n| &level - factor * sign * n);
        levels = levels.into_iter().flat_map(with).collect();
    }
    // No automaton is kept for a level beyond these.
    let is_kept = |level: &IBig| *level < IBig::ZERO || u32::try_from(level).is_ok();
    let kept = levels.iter().all(is_kept);
    kept.then(|| levels.iter().filter_map(|level| u32::try_from(level).ok()).collect())
}

/// Where what is known comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// It is known of every position.
    All,
    /// The same, in another numeration.
    ReadIn(Numeration),
    /// From the values of normal play and the swap positions.
    Swapped,
    /// Of one of the pieces.
    Part(usize),
    /// Of the positions with a small first coordinate.
    Rows,
    /// Of those on some lines, by their periods.
    Lines(BTreeSet<Line>),
}

impl Source {
    /// All that may be known of a game, that which is about the claim first.
    fn all(of_game: &OfGame, (game, play): (usize, Play), claim: &Claim) -> Vec<Source> {
        let parts = of_game.pieces(play);
        let own = |told: &Characterization| told.descriptions.iter().any(|description| is_of(claim, description));
        let (own, others): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(|part| own(&parts[*part]));
        let reaches = |row: u64| of_game.rows(play).is_some_and(|(last, _)| row <= *last);
        let lines = claim.lines(game, play).filter(|_| !claim.row().is_some_and(reaches)).map(Source::Lines);
        let first = [Source::All].into_iter().chain(play.is_misere().then_some(Source::Swapped));
        let parts = |parts: Vec<usize>| parts.into_iter().map(Source::Part);
        first.chain(parts(own)).chain(lines).chain([Source::Rows]).chain(parts(others)).collect()
    }

    fn known(&self, of_game: &OfGame, play: Play) -> Option<Knowledge> {
        match self {
            Source::All => of_game.known(play).cloned(),
            Source::ReadIn(numeration) => of_game.read_in(play, *numeration),
            Source::Swapped => of_game.swapped(),
            Source::Part(part) => Some(Knowledge::Characterized(of_game.pieces(play)[*part].clone())),
            Source::Rows => of_game.rows(play).map(|(_, known)| known.clone()),
            Source::Lines(lines) => of_game.along(play, lines),
        }
    }

    /// The certificates of the periods on which what is known rests; nothing if it rests on none.
    fn certificates(&self, of_game: &OfGame, play: Play) -> Option<Result<Vec<Value>, &'static str>> {
        let Source::Lines(lines) = self else { return None };
        let of_line = |known: &OnLine| known.certificate.clone().ok_or("the period of a line has no certificate");
        Some(of_game.on_lines(play, lines)?.into_iter().map(of_line).collect())
    }
}

/// What is known of values in normal play where moves lead out of the positions of a claim: of all positions, or of all pieces together.
fn beyond(of_game: &OfGame) -> Option<(Source, Arc<Characterization>)> {
    let told = |known: &Knowledge| match known {
        Knowledge::Characterized(told) => Some(told.clone()),
        Knowledge::Swapped(..) => None,
    };
    [Source::All, Source::Part(0)].into_iter().find_map(|source| {
        let told = match source {
            Source::All => of_game.known(Play::Normal).and_then(told),
            _ => of_game.pieces(Play::Normal).into_iter().next(),
        };
        Some((source, told.filter(|told| told.says_values())?))
    })
}

/// The same as knowledge.
pub(crate) fn known_beyond(of_game: &OfGame) -> Option<Knowledge> {
    beyond(of_game).map(|(_, told)| Knowledge::Characterized(told))
}

/// Is a claim about the positions of a description?
fn is_of(claim: &Claim, description: &Description) -> bool {
    let value = matches!(description.claimed, Claimed::Value(_) | Claimed::Level(..) | Claimed::Member(..));
    value && description.patterns.first() == Some(&claim.entries) && description.filter == claim.filter
}

/// The automata that were made so far, or why there are none: by the hash of the rules, the play, and where they come from.
#[derive(Debug, Default)]
pub(crate) struct Blocks(Mutex<BTreeMap<(String, Play, Source), Made>>);

/// The automata, or why there are none.
type Made = Result<Arc<OfSource>, &'static str>;

/// Automata of the values, with the certificates of the periods along lines on which they rest, if they rest on any.
#[derive(Debug)]
pub(crate) struct OfSource {
    pub(crate) block: Block,
    pub(crate) lines: Option<Vec<Value>>,
}

/// Why there are none, if nothing is known of the game.
const NOTHING: &str = "no automata say the values of every position";

impl Blocks {
    /// Automata of the values that a claim asks for; in one numeration where they say them, if it asks for those of games that are known in several.
    ///
    /// # Errors
    /// Nothing that is known says all of them; or no automata that the checker reads do.
    pub(crate) fn of(
        &self,
        of_game: &OfGame,
        claim: &Claim,
        (needed, game, play): (&Needed, usize, Play),
        one: Option<Numeration>,
        budget: &Budget<'_>,
    ) -> Made {
        let mut why = NOTHING;
        // What is read in that numeration may say less of the game than the rest, by which the claim was proved then.
        let read_in = one.map(Source::ReadIn);
        for source in read_in.into_iter().chain(Source::all(of_game, (game, play), claim)) {
            let key = (of_game.rules().hash(), play, source.clone());
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
            let is_lacking = |known: &Knowledge| !needed.is_met(known);
            let made = match kept {
                Some(made) => made,
                None => match source.known(of_game, play) {
                    Some(known) if is_lacking(&known) => continue,
                    known => {
                        let made = match (known, source.certificates(of_game, play).transpose()) {
                            (Some(known), Ok(lines)) => made(of_game, (&known, lines), budget),
                            (None, _) => Err(NOTHING),
                            (_, Err(why)) => Err(why),
                        };
                        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, made.clone());
                        made
                    }
                },
            };
            match made {
                Ok(made) if needed.is_said(&made.block) => return Ok(made),
                Ok(_) => {}
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// Automata of what is known where moves lead out of the positions of a claim.
    ///
    /// # Errors
    /// Nothing is known there; or no automata that the checker reads say it.
    pub(crate) fn beyond(&self, of_game: &OfGame, budget: &Budget<'_>) -> Made {
        let (source, told) = beyond(of_game).ok_or(NOTHING)?;
        let key = (of_game.rules().hash(), Play::Normal, source);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || made(of_game, (&Knowledge::Characterized(told), None), budget);
        kept.entry(key).or_insert_with(made).clone()
    }
}

impl Needed {
    fn is_said(&self, block: &Block) -> bool {
        match &block.values {
            Listed::Graph(_) | Listed::Levels(_, true) => true,
            Listed::Levels(levels, false) => !self.number && self.levels.iter().all(|n| (*n as usize) < levels.len()),
        }
    }
}

fn made(of_game: &OfGame, (known, lines): (&Knowledge, Option<Vec<Value>>), budget: &Budget<'_>) -> Made {
    let rules = of_game.rules();
    let block = Block::of(rules, known, budget).map_err(|_| "the automata of the values are too large to be made")?;
    let (automata, tracks) = match &block.values {
        Listed::Levels(levels, _) => (&levels[..], rules.width()),
        Listed::Graph(graph) => (std::slice::from_ref(graph), rules.width() + 1),
    };
    let digits = block.numeration.digits();
    let letters = digits.checked_pow(tracks as u32).filter(|letters| *letters <= LETTERS);
    let fits = letters.is_some() && automata.iter().chain(&block.domain).all(|automaton| automaton.states() <= STATES);
    if fits {
        Ok(Arc::new(OfSource { block, lines }))
    } else {
        Err("the automata of the values are too large for the checker")
    }
}
