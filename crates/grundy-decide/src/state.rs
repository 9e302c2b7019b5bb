//! What is said of games whose values are known, decided for all positions.
//!
//! In: a statement with its questions, and for each question the descriptions of a game's values that were proved before. Out: whether it is true
//! for all values of its variables. Any first-order statement about such a game is decided: its values are a relation like any other.

use grundy_automata::{Budget, Decider, Formula, Formulas};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::{E, Range};

use super::Unsaid;
use super::game::Played;
use super::number::{Number, Sum};
use super::prove::{Claimed, Description, Outcome, has_value, known};
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
}

/// A question of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Question<'s> {
    /// The rules of the game.
    pub rules: &'s Ruleset,
    /// What is asked.
    pub asks: Asks,
    /// What was proved of the game's values.
    pub known: &'s [Description],
}

/// A statement about all values of its variables.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'s> {
    /// The number of variables: `Coord(0)`, `Coord(1)`, … of the expressions.
    pub variables: usize,
    /// The game and the position of the pattern, if the statement has one.
    pub position: Option<(&'s Ruleset, &'s [E])>,
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
    let at: Vec<Sum> = (0..statement.variables).map(|_| Sum::var(all.fresh())).collect();
    let env = Env { coords: at, vars: vec![] };
    let (entries, position) = match statement.position {
        Some((rules, pattern)) => Played::of(rules)?.instance(all, pattern, &env)?,
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
                let terminal = Played::of(question.rules)?.terminal(say.all, &at)?;
                say.indicator(terminal)
            }
            Asks::Exists => {
                let exists = Played::of(question.rules)?.exists(say.all, &at)?;
                say.indicator(exists)
            }
            Asks::Value => {
                if !question.known.iter().any(|description| matches!(description.claimed, Claimed::Value(_))) {
                    return Err(Unsaid::What("a value of which no more than levels are known"));
                }
                let value = say.all.fresh();
                let formula = has_value(say.all, question.known, &at, &Sum::var(value))?;
                say.define(value, formula, pending)
            }
        }
    }

    fn level(&mut self, say: &mut Say<'_>, number: usize, entries: &[Sum], level: i64) -> Result<Formula, Unsaid> {
        let question = self.question(number)?;
        let at = self.position(&question, entries);
        if question.asks != Asks::Value {
            return Err(Unsaid::What("what this question asks for"));
        }
        let says = |description: &Description| match description.claimed {
            Claimed::Value(_) => true,
            Claimed::Level(of, _) => i64::from(of) == level,
        };
        if level < 0 {
            return Ok(say.all.constant(false));
        }
        if !question.known.iter().any(says) {
            return Err(Unsaid::What("a level that is not known"));
        }
        has_value(say.all, question.known, &at, &Sum::constant(level))
    }

    fn answerable(&mut self, say: &mut Say<'_>, number: usize, entries: &[Sum]) -> Result<Formula, Unsaid> {
        let question = self.question(number)?;
        let at = self.position(&question, entries);
        let exists = Played::of(question.rules)?.exists(say.all, &at)?;
        match question.asks {
            Asks::Exists => Ok(say.all.constant(true)),
            Asks::Terminal => Ok(exists),
            Asks::Value => {
                let known = known(say.all, question.known, &at)?;
                Ok(say.all.and([exists, known]))
            }
        }
    }
}
