//! What is said of the values of a game, proved for all positions.
//!
//! In: a game, and a description of values or of P-positions, for all positions or for those of a pattern. Out: whether the description is right, by
//! induction along the game: positions to which moves lead are smaller, so the description may be used of them. For `G = f`, no option of a position
//! x has the value f(x), and for each v < f(x) some option has the value v. For a set of P-positions, x belongs to it if and only if no option does.
//! In misère play a terminal position has the value 1. If the description is of some positions only, no move may lead out of them. Every expression
//! must be defined where it is used.

use std::collections::HashMap;

use grundy_automata::{Budget, Decider, Formula, Formulas, Stop};
use grundy_rules::rules::expr::C;
use grundy_rules::rules::{Ruleset, build};

use super::NotExpressible;
use super::ascend::variables;
use super::compile::{compiled, joined};
use super::describe::{Characterization, Claimed, Description};
use super::game::{Coordinates, Played};
use super::number::{Sum, at_most, equal};
use super::roots::{numeration_of_rules, says_roots};
use super::say::{Encoder, Env, NoQuestions, Pending};

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
pub fn prove(rules: &Ruleset, misere: bool, told: &Characterization, budget: &Budget<'_>) -> Outcome {
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
    if misere && rules.splits() {
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
    let decider = Decider::new(told.numeration, budget);
    let mut proof = Proof {
        played,
        misere,
        told: &own,
        all: Formulas::within(budget),
        decider,
        at: vec![],
        reached: HashMap::new(),
    };
    let run = |proof: &mut Proof<'_>| {
        for (description, compiled) in told.descriptions.iter().zip(&own.descriptions) {
            if let Some(failure) = proof.run(description, compiled)? {
                return Ok(Err(failure));
            }
        }
        proof.is_full().map(Ok)
    };
    match run(&mut proof) {
        Ok(Ok(full)) => {
            let Proof { all, decider, .. } = proof;
            let states = decider.largest();
            // What is joined has the memory of a proof of its own.
            drop((all, decider));
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
        let Ok(parts) = parts.into_iter().collect::<Said<Vec<_>>>() else { return false };
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
    let mut possible = || -> Said<bool> {
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

struct Proof<'p> {
    played: Played<'p>,
    misere: bool,
    told: &'p Characterization,
    all: Formulas,
    decider: Decider<'p>,
    /// The variables of descriptions with the same number of variables and the same condition.
    at: Vec<(usize, C, Vec<Sum>)>,
    /// The formulas of positions that have an option of a value: the obligations of all levels ask for the same ones.
    reached: HashMap<(Vec<Sum>, Sum), Formula>,
}

type Said<T> = Result<T, NotExpressible>;

/// An obligation of a description: its variables, and the position that they give.
type Obligation = fn(&mut Proof<'_>, &Description, &[Sum], &[Sum]) -> Said<Formula>;

impl Proof<'_> {
    /// Goes through the obligations of one description; says which one fails.
    fn run(&mut self, written: &Description, of: &Description) -> Said<Option<Failure>> {
        let at = match self.at.iter().find(|(count, filter, _)| *count == of.variables && *filter == of.filter) {
            Some((.., at)) => at.clone(),
            None => self.variables(of)?,
        };
        self.at.push((of.variables, of.filter.clone(), at.clone()));
        let env = Env { coords: at.clone(), ..Env::default() };
        let (x, position) = self.played.instance(&mut self.all, &of.patterns[0], &env)?;
        let mut say = Encoder { all: &mut self.all, answers: &mut NoQuestions };
        let (filter_is_defined, filter) = (say.defined(&of.filter, &env)?, say.condition(&of.filter, &env)?);
        // The condition is asked at every position of the pattern.
        let asked = self.all.implies(position, filter_is_defined);
        if !self.valid(asked)? {
            return Ok(Some(Failure::Other("the condition of the claim is not defined everywhere")));
        }
        let here = self.all.and([position, filter]);
        let other = Failure::Other;
        let obligations: [(Obligation, Failure); 8] = [
            (
                |proof, of, at, _| of.is_defined(&mut proof.all, at, proof.told.coordinates),
                other("the claim is not defined everywhere"),
            ),
            (|proof, _, _, x| proof.played.keeps_order(&mut proof.all, x), Failure::Order),
            (
                |proof, _, _, x| proof.played.is_defined(&mut proof.all, x),
                other("the moves are not defined everywhere"),
            ),
            (
                |proof, _, _, x| proof.played.falls(&mut proof.all, x),
                other("the sum of the coordinates does not fall with every move"),
            ),
            (|proof, _, _, x| proof.is_known(x), other("the levels do not speak of the same positions")),
            (|proof, _, _, x| proof.is_closed(x), Failure::NotClosed),
            (|proof, _, _, x| proof.is_complete(x), other("some position has none of the values")),
            (|proof, of, at, x| proof.step(of, at, x), other("the induction does not go through")),
        ];
        // All but the first and the last speak of positions and of nothing else.
        let (first, last) = (&self.told.descriptions[0], obligations.len() - 1);
        let seen = !std::ptr::eq(first, of) && first.patterns[0] == of.patterns[0] && first.filter == of.filter;
        for (number, (obligation, failure)) in obligations.into_iter().enumerate() {
            if seen && number != 0 && number != last {
                continue;
            }
            let of = if number == 0 { written } else { of };
            let formula = obligation(self, of, &at, &x)?;
            let body = self.all.implies(here, formula);
            if !self.valid(body)? {
                return Ok(Some(failure));
            }
        }
        Ok(None)
    }

    /// The variables of a description. In differences the pattern is the position itself, whose entries ascend.
    fn variables(&mut self, of: &Description) -> Said<Vec<Sum>> {
        match self.played.coordinates {
            Coordinates::Plain => variables(&mut self.all, of.variables, &of.filter, false),
            Coordinates::Differences if of.is_of_all() => self.played.position(&mut self.all),
            Coordinates::Differences => Err(NotExpressible::What("a pattern, in differences")),
        }
    }

    /// Do the descriptions speak of every position?
    fn is_full(&mut self) -> Said<bool> {
        let at = self.played.position(&mut self.all)?;
        let (exists, known) = (self.played.exists(&mut self.all, &at)?, self.is_known(&at)?);
        let full = self.all.implies(exists, known);
        self.valid(full)
    }

    /// Is a position one of which enough is said: its value, or each of the levels?
    fn is_known(&mut self, x: &[Sum]) -> Said<Formula> {
        self.told.known(&mut self.all, x)
    }

    fn valid(&mut self, formula: Formula) -> Said<bool> {
        Ok(self.decider.is_valid(&self.all, formula)?)
    }

    /// Has a position one of the levels, where they are said to be all?
    fn is_complete(&mut self, x: &[Sum]) -> Said<Formula> {
        if !self.told.complete || self.told.says_values() {
            return Ok(self.all.constant(true));
        }
        let mut ways = vec![];
        for level in self.told.levels() {
            ways.push(self.told.has_value(&mut self.all, x, &Sum::constant(level))?);
        }
        Ok(self.all.or(ways))
    }

    /// No move leads out of the positions that are spoken of.
    fn is_closed(&mut self, x: &[Sum]) -> Said<Formula> {
        let (told, played) = (self.told, &self.played);
        let out = played.option(&mut self.all, x, &mut |all, y| {
            let inside = told.known(all, y)?;
            Ok(all.not(inside))
        })?;
        Ok(self.all.not(out))
    }

    /// The step of the induction.
    fn step(&mut self, of: &Description, at: &[Sum], x: &[Sum]) -> Said<Formula> {
        let env = Env { coords: at.to_vec(), ..Env::default() };
        let mut say = Encoder { all: &mut self.all, answers: &mut NoQuestions };
        match &of.claimed {
            Claimed::Level(level, e) => {
                let is_level = say.condition(e, &env)?;
                let right = self.has_level(x, *level)?;
                Ok(self.all.iff(is_level, right))
            }
            // What this description says, not what all say together: else two that are wrong in different places excuse each other.
            Claimed::Member(level, _) => {
                let level_itself = Sum::constant(*level);
                let is_level = of.has_value(&mut self.all, x, &level_itself, self.told.coordinates)?;
                let right = self.has_level(x, *level)?;
                Ok(self.all.iff(is_level, right))
            }
            Claimed::Value(e) => {
                let mut pending = Pending::default();
                let number = say.number(e, &env, &mut pending)?;
                let value = say.single(&number, &mut pending)?;
                let right = self.has_value(x, &value)?;
                Ok(pending.close(&mut self.all, right))
            }
            Claimed::Graph(_) => {
                let value = Sum::var(self.all.fresh());
                let said = self.told.has_value(&mut self.all, x, &value)?;
                let right = self.has_value(x, &value)?;
                Ok(self.all.implies(said, right))
            }
        }
    }

    /// Is a number the mex of the values of the options?
    fn has_value(&mut self, x: &[Sum], value: &Sum) -> Said<Formula> {
        let same = self.option_of_value(x, value)?;
        let not_same = self.all.not(same);
        let v = self.all.fresh();
        let next = Sum::var(v).plus(&Sum::constant(1), 1)?;
        let below = at_most(&mut self.all, &next, value)?;
        let reached = self.option_of_value(x, &Sum::var(v))?;
        let each = self.all.implies(below, reached);
        let each = self.all.for_all([v], each);
        let right = self.all.and([not_same, each]);
        if !self.misere {
            return Ok(right);
        }
        // Without a move, the value in misère play is 1.
        let terminal = self.played.terminal(&mut self.all, x)?;
        let one = equal(&mut self.all, value, &Sum::constant(1))?;
        let moves = self.all.not(terminal);
        let (ended, goes_on) = (self.all.implies(terminal, one), self.all.implies(moves, right));
        Ok(self.all.and([ended, goes_on]))
    }

    /// Is a level the mex of the values of the options?
    fn has_level(&mut self, x: &[Sum], level: u32) -> Said<Formula> {
        let mut parts = vec![];
        for lower in 0..level {
            parts.push(self.option_of_value(x, &Sum::constant(lower))?);
        }
        let same = self.option_of_value(x, &Sum::constant(level))?;
        parts.push(self.all.not(same));
        if self.misere {
            let terminal = self.played.terminal(&mut self.all, x)?;
            if level == 1 {
                let right = self.all.and(parts);
                return Ok(self.all.or([terminal, right]));
            }
            parts.push(self.all.not(terminal));
        }
        Ok(self.all.and(parts))
    }

    /// Has a position an option whose value is, as it is said, a number?
    fn option_of_value(&mut self, x: &[Sum], value: &Sum) -> Said<Formula> {
        let key = (x.to_vec(), value.clone());
        if let Some(known) = self.reached.get(&key) {
            return Ok(*known);
        }
        let (told, played) = (self.told, &self.played);
        let formula = played.option(&mut self.all, x, &mut |all, y| told.has_value(all, y, value))?;
        self.reached.insert(key, formula);
        Ok(formula)
    }
}
