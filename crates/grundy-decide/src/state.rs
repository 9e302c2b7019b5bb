//! What is said of games whose values are known, decided for all positions.
//!
//! In: a statement with its questions, and for each question the descriptions of a game's values that were proved before. Out: whether it is true
//! for all values of its variables. Any first-order statement about such a game is decided: its values are a relation like any other.

use grundy_automata::{Budget, Decider, Formula, Formulas};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::{E, Range};

use super::Unsaid;
use super::ascend::variables;
use super::game::{Coordinates, Played};
use super::known::Knowledge;
use super::number::{Number, Sum};
use super::prove::Outcome;
use super::say::{Answers, Env, Pending, Say};

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Its value, by descriptions of the game's values.
    Value,
    /// 1 if it is terminal, else 0.
    Terminal,
    /// 1 if it exists, else 0.
    Exists,
    /// Nothing: the answer is the same everywhere, 1 or 0.
    Whole(bool),
}

/// A question of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Question<'s> {
    /// The rules of the game.
    pub rules: &'s Ruleset,
    /// What is asked.
    pub asks: Asks,
    /// What was proved of the game's values.
    pub known: Option<&'s Knowledge>,
}

/// A statement about all values of its variables.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'s> {
    /// The number of variables: `Coord(0)`, `Coord(1)`, … of the expressions.
    pub variables: usize,
    /// The game and the position of the pattern, if the statement has one.
    pub position: Option<(&'s Ruleset, &'s [E])>,
    /// Does the statement stay the same if its variables are exchanged, so that those that ascend stand for all?
    pub ascend: bool,
    /// The condition on the variables.
    pub filter: &'s E,
    /// The ranges of an outermost `all`.
    pub running: &'s [Range],
    /// The condition of this `all`.
    pub inner: &'s E,
    /// What holds.
    pub body: &'s E,
    /// The questions that the expressions ask; `None` for one that cannot be answered.
    pub questions: &'s [Option<Question<'s>>],
}

/// Decides a statement.
pub fn decide(statement: &Statement<'_>, budget: &Budget<'_>) -> Outcome {
    let mut all = Formulas::new();
    let mut decider = Decider::new(2, budget);
    let valid = said(statement, &mut all).and_then(|formula| Ok(decider.is_valid(&all, formula)?));
    match valid {
        Ok(true) => Outcome::Proved { states: decider.largest(), full: false },
        Ok(false) => Outcome::Open("it is false somewhere".into()),
        Err(why) => Outcome::Open(why.to_string()),
    }
}

/// The statement as a formula: where the pattern has a position and the condition holds, everything is defined, and the body holds.
fn said(statement: &Statement<'_>, all: &mut Formulas) -> Result<Formula, Unsaid> {
    let at = variables(all, statement.variables, statement.filter, statement.ascend)?;
    let env = Env { coords: at, vars: vec![] };
    let (entries, position) = match statement.position {
        Some((rules, pattern)) => Played::of(rules, Coordinates::Plain)?.instance(all, pattern, &env)?,
        None => (vec![], all.constant(true)),
    };
    let mut answers = Known { questions: statement.questions, own: entries };
    let mut say = Say { all, answers: &mut answers };
    let filter_is_defined = say.defined(statement.filter, &env)?;
    let filter = say.condition(statement.filter, &env)?;
    let ranges_are_defined = say.ranges_are_defined(statement.running, &env)?;
    let holds = say.quantified(true, statement.running, &env, &mut |say, env| {
        let (first, inner) = (say.defined(statement.inner, env)?, say.condition(statement.inner, env)?);
        let (second, body) = (say.defined(statement.body, env)?, say.condition(statement.body, env)?);
        let both = say.all.and([second, body]);
        let then = say.all.implies(inner, both);
        Ok(say.all.and([first, then]))
    })?;
    // The condition is asked at every position of the pattern.
    let then = all.and([ranges_are_defined, holds]);
    let then = all.implies(filter, then);
    let both = all.and([filter_is_defined, then]);
    Ok(all.implies(position, both))
}

/// Answers from what was proved.
struct Known<'s> {
    questions: &'s [Option<Question<'s>>],
    /// The position of the pattern.
    own: Vec<Sum>,
}

impl<'s> Known<'s> {
    fn question(&self, number: usize) -> Result<Question<'s>, Unsaid> {
        let question = self.questions.get(number).copied().flatten();
        question.ok_or(Unsaid::What("what this question asks for"))
    }

    /// The position that a question is about: that of the pattern, unless it has entries of its own.
    fn position(&self, question: &Question<'_>, entries: &[Sum]) -> Vec<Sum> {
        if entries.len() == question.rules.width() { entries.to_vec() } else { self.own.clone() }
    }
}

fn known<'s>(question: &Question<'s>) -> Result<&'s Knowledge, Unsaid> {
    question.known.ok_or(Unsaid::What("values that are not known"))
}

impl Answers for Known<'_> {
    fn answer(
        &mut self,
        say: &mut Say<'_>,
        number: usize,
        entries: &[Sum],
        pending: &mut Pending,
    ) -> Result<Number, Unsaid> {
        let question = self.question(number)?;
        let at = self.position(&question, entries);
        match question.asks {
            Asks::Terminal => {
                let terminal = Played::of(question.rules, Coordinates::Plain)?.terminal(say.all, &at)?;
                say.indicator(terminal)
            }
            Asks::Exists => {
                let exists = Played::of(question.rules, Coordinates::Plain)?.exists(say.all, &at)?;
                say.indicator(exists)
            }
            Asks::Value => known(&question)?.value(say, &at, pending),
            Asks::Whole(truth) => Ok(Number::of(say.all, Sum::constant(truth.into()))),
        }
    }

    fn level(&mut self, say: &mut Say<'_>, number: usize, entries: &[Sum], level: i64) -> Result<Formula, Unsaid> {
        let question = self.question(number)?;
        let at = self.position(&question, entries);
        match question.asks {
            Asks::Whole(truth) => return Ok(say.all.constant(i64::from(truth) == level)),
            Asks::Value => {}
            Asks::Terminal | Asks::Exists => {
                let mut pending = Pending::default();
                let number = self.answer(say, number, entries, &mut pending)?;
                let equal = number.equals(say.all, &Sum::constant(level))?;
                return Ok(pending.close(say.all, equal));
            }
        }
        let known = known(&question)?;
        let Ok(number) = u32::try_from(level) else { return Ok(say.all.constant(false)) };
        if !known.says_level(number) {
            return Err(Unsaid::What("a level that is not known"));
        }
        known.has_value(say.all, &at, &Sum::constant(level))
    }

    fn answerable(&mut self, say: &mut Say<'_>, number: usize, entries: &[Sum]) -> Result<Formula, Unsaid> {
        let question = self.question(number)?;
        let at = self.position(&question, entries);
        if matches!(question.asks, Asks::Whole(_)) {
            return Ok(say.all.constant(true));
        }
        let played = Played::of(question.rules, Coordinates::Plain)?;
        let exists = played.exists(say.all, &at)?;
        match question.asks {
            Asks::Exists | Asks::Whole(_) => Ok(say.all.constant(true)),
            Asks::Terminal => {
                let defined = played.is_defined(say.all, &at)?;
                Ok(say.all.and([exists, defined]))
            }
            Asks::Value => {
                let known = known(&question)?.known(say.all, &at)?;
                Ok(say.all.and([exists, known]))
            }
        }
    }
}
