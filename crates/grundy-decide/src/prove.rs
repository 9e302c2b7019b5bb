//! What is said of the values of a game, proved for all positions.
//!
//! In: a game, and a description of values or of P-positions, for all positions or for those of a pattern. Out: whether the description is right, by the theorems `graph` and `levels`. If the description is of
//! some positions only, no move may lead out of them. Every expression must be defined where it is used.

use std::ops::Range;

use grundy_automata::{Budget, Decider, Formula, Formulas, Stop};
use grundy_rules::rules::expr::C;
use grundy_rules::rules::{Play, Ruleset, build};

use super::ascend::variables;
use super::compile::{compiled, joined};
use super::describe::{Characterization, Claimed, Description};
use super::game::{Coordinates, Played};
use super::number::{Sum, equal};
use super::roots::{numeration_of_rules, says_roots};
use super::say::{Encoder, Env, NoQuestions, Pending};
use super::theorems::{Model, Proof, Thing, no_word};
use super::{Formed, NotExpressible};

/// The result of a proof.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// True for all positions.
    Proved {
        /// The states of the largest automaton.
        states: usize,
        /// Does the description speak of every position of the game?
        full: bool,
        /// What was proved, by automata where it speaks of all positions.
        told: Characterization,
    },
    /// Nothing is proved: some move leads out of the positions that are spoken of.
    NotClosed,
    /// Nothing is proved: the game or the description cannot be looked at in this way.
    NotSaid(NotExpressible),
    /// Nothing is proved: the sentence says why.
    Open(&'static str),
    /// Nothing is proved: the work stopped.
    Stopped(Stop),
}

/// Tries to prove descriptions together, each for all positions of its pattern: values of one game, or its levels from 0 on.
pub fn prove(rules: &Ruleset, play: Play, told: &Characterization, budget: &Budget<'_>) -> Outcome {
    let played = match Played::of(rules, told.coordinates) {
        Ok(played) => played,
        Err(why) => return Outcome::NotSaid(why),
    };
    let said = told.descriptions.iter().flat_map(Description::expressions);
    if let Err(why) = says_roots(told.numeration, said) {
        return Outcome::NotSaid(why);
    }
    let levels = by_levels(&played, told, budget);
    let told = levels.as_ref().unwrap_or(told);
    let own = match compiled(rules, told, budget) {
        Ok(own) => own,
        Err(stop) => return Outcome::Stopped(stop),
    };
    if play.is_misere() && rules.splits() {
        return Outcome::NotSaid(NotExpressible::What("the values of a sum in misère play"));
    }
    let patterns = told.descriptions.iter().flat_map(|description| &description.patterns);
    if patterns.into_iter().any(|pattern| pattern.len() != rules.width()) {
        return Outcome::NotSaid(NotExpressible::What("a position of several parts"));
    }
    // A value is shown to be the least number that no option has: of the smaller ones something must be said.
    if told.levels().enumerate().any(|(i, level)| i as i64 != level) {
        return Outcome::NotSaid(NotExpressible::What("a value, unless it is said where the smaller values are"));
    }
    let mut steps = Steps { played, play, told: &own, proof: Proof::new(told.numeration, budget), at: vec![] };
    let run = |steps: &mut Steps<'_>| {
        for (description, compiled) in told.descriptions.iter().zip(&own.descriptions) {
            if let Some(failure) = steps.run(description, compiled)? {
                return Ok(Err(failure));
            }
        }
        steps.is_full().map(Ok)
    };
    match run(&mut steps) {
        Ok(Ok(full)) => {
            let states = steps.proof.decider.largest();
            // What is joined has the memory of a proof of its own.
            drop(steps);
            let told = if full { joined(&played, own, budget) } else { own };
            Outcome::Proved { states, full, told }
        }
        Ok(Err(failure)) => failure.into(),
        Err(NotExpressible::Stop(stop)) => Outcome::Stopped(stop),
        Err(why) => Outcome::NotSaid(why),
    }
}

/// The most values that a formula may have to be looked at by levels.
const LEVELS: u32 = 16;

/// The values that a formula says, as levels, where positions split and the values are few: the levels of a sum are known from those of its parts.
fn by_levels(played: &Played<'_>, told: &Characterization, budget: &Budget<'_>) -> Option<Characterization> {
    let [Description { claimed: Claimed::Value(e), .. }] = &told.descriptions[..] else { return None };
    let all_of = &told.descriptions[0];
    if !played.rules.splits() || !all_of.is_everywhere() {
        return None;
    }
    let (mut all, mut decider) = (Formulas::within(budget), Decider::new(told.numeration, budget));
    let x = played.position(&mut all).ok()?;
    let env = Env { coords: x.clone(), ..Env::default() };
    let exists = played.exists(&mut all, &x).ok()?;
    let most = (0..LEVELS).find(|most| {
        let small = build::le(e, &build::int(*most));
        let mut say = Encoder { all: &mut all, answers: &mut NoQuestions };
        let parts =
            [&small, &build::le(&build::int(0), e)].map(|e| Ok([say.defined(e, &env)?, say.condition(e, &env)?]));
        let Ok(parts) = parts.into_iter().collect::<Formed<Vec<_>>>() else { return false };
        let parts = all.and(parts.concat());
        let formula = all.implies(exists, parts);
        decider.is_valid(&all, formula) == Ok(true)
    })?;
    let level = |t: u32| {
        let claimed = Claimed::Level(t, build::eq(e, &build::int(t)));
        Description { claimed, ..all_of.clone() }
    };
    Some(Characterization { descriptions: (0..=most).map(level).collect(), complete: true, ..told.clone() })
}

/// What does not hold of a description.
#[derive(Clone, Copy)]
enum Failure {
    /// It does not stand alone.
    NotClosed,
    /// The game is not looked at in differences.
    Order,
    /// Something else: what.
    Other(&'static str),
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Outcome {
        match failure {
            Failure::NotClosed => Outcome::NotClosed,
            Failure::Order => Outcome::NotSaid(NotExpressible::What(
                "a game whose moves change the order of its coordinates, in differences",
            )),
            Failure::Other(why) => Outcome::Open(why),
        }
    }
}

/// The ways to look at the positions of a game; none if its moves cannot be said. By differences first, where this is possible.
#[must_use]
pub fn ways(rules: &Ruleset, budget: &Budget<'_>) -> Vec<Coordinates> {
    let all = [Coordinates::Differences, Coordinates::Plain].into_iter();
    all.filter(|how| is_possible(rules, *how, budget)).collect()
}

/// Can a game be looked at in a way: are its moves defined everywhere, do they keep the order, and does every play end?
pub(crate) fn is_possible(rules: &Ruleset, how: Coordinates, budget: &Budget<'_>) -> bool {
    let numeration = numeration_of_rules(rules).unwrap_or_default();
    let (mut all, mut decider) = (Formulas::within(budget), Decider::new(numeration, budget));
    let mut possible = || -> Formed<bool> {
        let played = Played::of(rules, how)?;
        let x = played.position(&mut all)?;
        let exists = played.exists(&mut all, &x)?;
        let parts = [played.is_defined(&mut all, &x)?, played.keeps_order(&mut all, &x)?, played.falls(&mut all, &x)?];
        let fine = all.and(parts);
        let fine = all.implies(exists, fine);
        Ok(decider.is_valid(&all, fine)?)
    };
    possible().unwrap_or(false)
}

struct Steps<'p> {
    played: Played<'p>,
    play: Play,
    told: &'p Characterization,
    proof: Proof<'p>,
    /// The variables of descriptions with the same number of variables and the same condition.
    at: Vec<(usize, C, Vec<Sum>)>,
}

/// What one description says of its positions, and what all say of others.
struct Values<'p> {
    played: &'p Played<'p>,
    play: Play,
    told: &'p Characterization,
    of: &'p Description,
    /// The variables of the description, and the position that they give.
    at: &'p [Sum],
    x: &'p [Sum],
}

impl Model for Values<'_> {
    fn played(&self) -> &Played<'_> {
        self.played
    }

    fn play(&self) -> Play {
        self.play
    }

    fn levels(&self) -> Formed<Option<u32>> {
        Ok((!self.told.says_values()).then(|| self.told.height() as u32))
    }

    fn asked(&self) -> Formed<Range<usize>> {
        let level = self.of.level().unwrap_or(0) as usize;
        Ok(level..level + 1)
    }

    fn says(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Formed<Formula> {
        match (word, of) {
            ("V", [y, value]) => self.has_value(all, y.at()?, value.number()?),
            // Enough is said of the position: its value, or each of the levels.
            ("inside", [y]) => self.told.known(all, y.at()?),
            ("complete", []) => Ok(all.constant(self.told.complete)),
            _ => Err(no_word()),
        }
    }
}

impl Values<'_> {
    /// Is a number the value of a position? Of its own positions this description says it, not all together: else two that are wrong in different places excuse each other.
    fn has_value(&self, all: &mut Formulas, y: &[Sum], value: &Sum) -> Formed<Formula> {
        let Values { told, of, at, x, .. } = *self;
        if y != x || of.level().is_some_and(|level| value.as_constant() != Some(level.into())) {
            return told.has_value(all, y, value);
        }
        let env = Env { coords: at.to_vec(), ..Env::default() };
        let mut say = Encoder { all, answers: &mut NoQuestions };
        match &of.claimed {
            Claimed::Level(_, e) => say.condition(e, &env),
            Claimed::Member(..) | Claimed::Graph(_) => of.has_value(all, x, value, told.coordinates),
            Claimed::Value(e) => {
                let mut pending = Pending::default();
                let number = say.number(e, &env, &mut pending)?;
                let same = number.condition(all, |all, own| equal(all, own, value))?;
                Ok(pending.close(all, same))
            }
        }
    }
}

impl Steps<'_> {
    /// Goes through what must hold of one description; says what does not.
    fn run(&mut self, written: &Description, of: &Description) -> Formed<Option<Failure>> {
        let at = match self.at.iter().find(|(count, filter, _)| *count == of.variables && *filter == of.filter) {
            Some((.., at)) => at.clone(),
            None => self.variables(of)?,
        };
        self.at.push((of.variables, of.filter.clone(), at.clone()));
        let (played, told) = (self.played, self.told);
        let env = Env { coords: at.clone(), ..Env::default() };
        let all = &mut self.proof.all;
        let (x, position) = played.instance(all, &of.patterns[0], &env)?;
        let mut say = Encoder { all, answers: &mut NoQuestions };
        let (filter_is_defined, filter) = (say.defined(&of.filter, &env)?, say.condition(&of.filter, &env)?);
        let here = all.and([position, filter]);
        let other = Failure::Other;
        let first = [
            // The condition is asked at every position of the pattern.
            (position, filter_is_defined, other("the condition of the claim is not defined everywhere")),
            (here, written.is_defined(all, &at, told.coordinates)?, other("the claim is not defined everywhere")),
            (here, played.keeps_order(all, &x)?, Failure::Order),
            (here, played.is_defined(all, &x)?, other("the moves are not defined everywhere")),
            (here, told.known(all, &x)?, other("the levels do not speak of the same positions")),
        ];
        for (here, formula, failure) in first {
            let formula = self.proof.all.implies(here, formula);
            if !self.valid(formula)? {
                return Ok(Some(failure));
            }
        }
        let values = Values { played: &played, play: self.play, told, of, at: &at, x: &x };
        let theorem = if of.level().is_none() { "graph" } else { "levels" };
        Ok(self.proof.lacks(theorem, &values, &x, here)?.map(|name| match name {
            "closed" => Failure::NotClosed,
            "falls" => other("the sum of the coordinates does not fall with every move"),
            "complete" => other("some position has none of the values"),
            _ => other("the induction does not go through"),
        }))
    }

    /// The variables of a description. In differences the pattern is the position itself, whose entries ascend.
    fn variables(&mut self, of: &Description) -> Formed<Vec<Sum>> {
        let all = &mut self.proof.all;
        match self.played.coordinates {
            Coordinates::Plain => variables(all, of.variables, &of.filter, false),
            Coordinates::Differences if of.is_of_all() => self.played.position(all),
            Coordinates::Differences => Err(NotExpressible::What("a pattern, in differences")),
        }
    }

    /// Do the descriptions speak of every position?
    fn is_full(&mut self) -> Formed<bool> {
        let all = &mut self.proof.all;
        let at = self.played.position(all)?;
        let (exists, known) = (self.played.exists(all, &at)?, self.told.known(all, &at)?);
        let full = all.implies(exists, known);
        self.valid(full)
    }

    fn valid(&mut self, formula: Formula) -> Formed<bool> {
        Ok(self.proof.decider.is_valid(&self.proof.all, formula)?)
    }
}
