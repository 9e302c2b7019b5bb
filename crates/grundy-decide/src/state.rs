//! What is said of games whose values are known, decided for all positions.
//!
//! In: a statement with its questions, and for each question the descriptions of a game's values that were proved before. Out: whether it is true
//! for all values of its variables. Any first-order statement about such a game is decided: its values are a relation like any other.

use dashu_int::{IBig, UBig};
use grundy_automata::{Budget, Decider, Formula, Formulas, Numeration, Var};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Node, Over, Place, Quantifier, Range};

use super::NotExpressible;
use super::ascend::variables;
use super::exponents::{least_base, least_of, numeration_of_powers};
use super::game::{Coordinates, Played};
use super::known::{Knowledge, one_numeration};
use super::number::{Number, Sum, at_most, equal};
use super::prefix::Prefix;
use super::roots::{numeration_of_root, numeration_of_rules, says_roots};
use super::say::{Answers, Encoder, Env, Pending};

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
    pub filter: &'s C,
    /// The ranges of an outermost `all`.
    pub running: &'s [Range],
    /// The condition of this `all`.
    pub inner: &'s C,
    /// What holds.
    pub body: &'s C,
    /// The questions that the expressions ask; `None` for one that cannot be answered.
    pub questions: &'s [Option<Question<'s>>],
}

impl Statement<'_> {
    /// The numeration of the values that are known; where none is known, that of a square root, or of powers.
    pub(crate) fn numeration(&self) -> Result<Numeration, NotExpressible> {
        let known = self.questions.iter().flatten().filter_map(|question| question.known);
        let known: Vec<Numeration> = known.map(Knowledge::numeration).collect();
        if known.is_empty() { Ok(self.of_terms().unwrap_or_default()) } else { one_numeration(known) }
    }

    fn of_terms(&self) -> Option<Numeration> {
        let rules = || self.questions.iter().flatten().find_map(|question| numeration_of_rules(question.rules));
        let of_root = self.expressions().find_map(|node| numeration_of_root(&node)).or_else(rules);
        of_root.or_else(|| numeration_of_powers(self.expressions(), &self.outermost()))
    }

    /// The outermost `all`.
    fn outermost(&self) -> Over<C> {
        let (ranges, filter, body) = (self.running.to_vec(), self.inner.clone(), self.body.clone());
        Over { ranges, filter, body, place: Place::default() }
    }

    /// Is some variable of it an exponent?
    fn has_exponents(&self) -> bool {
        least_of(&self.outermost()).is_some() || self.expressions().any(|node| least_base(node).is_some())
    }

    fn expressions(&self) -> impl Iterator<Item = Node<'_>> {
        let entries = self.position.iter().flat_map(|(_, entries)| *entries);
        let ends = self.running.iter().flat_map(|range| [&range.lo, &range.hi]);
        let conditions = [self.filter, self.inner, self.body].map(Node::Condition);
        conditions.into_iter().chain(entries.chain(ends).map(Node::Number))
    }
}

/// Decides a statement.
pub fn decide(statement: &Statement<'_>, budget: &Budget<'_>) -> Decided {
    let mut all = Formulas::within(budget);
    let numeration = match statement.numeration() {
        Ok(numeration) => numeration,
        Err(why) => return Decided::Open(why),
    };
    let mut decider = Decider::new(numeration, budget);
    let mut run = || -> Result<Option<Vec<IBig>>, NotExpressible> {
        says_roots(numeration, statement.expressions())?;
        let mut answers = Known::of(statement.questions);
        let InFormula { formula, .. } = body_of(statement, Env::default(), &mut all, &mut answers)?;
        if decider.is_valid(&all, formula)? {
            return Ok(None);
        }
        answers.looks_no_further = true;
        let InFormula { formula, at, entries } = body_of(statement, Env::default(), &mut all, &mut answers)?;
        if decider.is_valid(&all, formula)? {
            return Ok(None);
        }
        if statement.has_exponents() {
            // Where it is not shown to be true, it need not be false.
            return Err(NotExpressible::What("where a claim on powers with variable exponents fails"));
        }
        let fails = all.not(formula);
        least(&mut all, &mut decider, fails, &at, &entries).map(Some)
    };
    let outcome = run();
    let states = decider.largest();
    // What follows has the memory of a proof of its own.
    drop((all, decider));
    match outcome {
        Ok(None) => Decided::True { states },
        Ok(Some(variables)) => {
            let running = running_values(statement, &variables, budget).unwrap_or_default();
            Decided::False { variables, running }
        }
        Err(why) => Decided::Open(why),
    }
}

/// Whether a statement is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is, for all values of its variables.
    True {
        /// The states of the largest automaton.
        states: usize,
    },
    /// It is false, or not defined, at these values of its variables: of all such, those whose position has the least sum of coordinates, and is the
    /// first of these in the order of its coordinates.
    False {
        /// The values of the variables.
        variables: Vec<IBig>,
        /// The values of the variables of an outermost `all`; none if they were not found.
        running: Vec<IBig>,
    },
    /// Nobody knows: why.
    Open(NotExpressible),
}

/// The first values of the variables of an outermost `all` at which a statement is false, where its own variables are given.
fn running_values(
    statement: &Statement<'_>,
    variables: &[IBig],
    budget: &Budget<'_>,
) -> Result<Vec<IBig>, NotExpressible> {
    if statement.running.is_empty() {
        return Ok(vec![]);
    }
    let (mut all, mut prefix) = (Formulas::within(budget), Prefix::default());
    let body = prefix.body(statement.running, statement.inner, statement.body.clone());
    let env = prefix.env(&mut all)?;
    let found: Vec<Sum> = statement.running.iter().filter_map(|range| env.vars[range.var].clone()).collect();
    let opened = Statement { running: &[], inner: &build::boolean(true), body: &body, ..*statement };
    let mut answers = Known { looks_no_further: true, ..Known::of(statement.questions) };
    let InFormula { formula, at, .. } = body_of(&opened, env, &mut all, &mut answers)?;
    let mut parts = vec![all.not(formula)];
    for (sum, value) in at.iter().zip(variables) {
        parts.push(equal(&mut all, sum, &Sum::constant(value.clone()))?);
    }
    let fails = all.and(parts);
    let mut decider = Decider::new(statement.numeration()?, budget);
    least(&mut all, &mut decider, fails, &found, &[])
}

/// The first values at which a formula holds: with the least sum of the entries, then with the least first entry, and so on; then by the variables.
fn least(
    all: &mut Formulas,
    decider: &mut Decider<'_>,
    formula: Formula,
    at: &[Sum],
    entries: &[Sum],
) -> Result<Vec<IBig>, NotExpressible> {
    let whole = if entries.is_empty() { at } else { entries };
    let mut total = Sum::default();
    for entry in whole {
        total = total.plus(entry, 1)?;
    }
    let (mut formula, mut found) = (formula, vec![]);
    for sum in std::iter::once(&total).chain(entries).chain(at) {
        let below = if sum.is_natural() { None } else { greatest_below(all, decider, formula, sum)? };
        let number = match below {
            Some(below) => -IBig::from(below),
            None => {
                let value = all.fresh();
                let numbers = numbers_of(all, formula, sum, &Sum::var(value), value)?;
                decider.automaton(all, numbers)?.least().ok_or(NotExpressible::What("where it fails"))?.into()
            }
        };
        let fixed = equal(all, sum, &Sum::constant(number.clone()))?;
        formula = all.and([formula, fixed]);
        found.push(number);
    }
    Ok(found.split_off(1 + entries.len()))
}

/// The numbers `value` for which a sum, where a formula holds, is another.
fn numbers_of(
    all: &mut Formulas,
    formula: Formula,
    sum: &Sum,
    other: &Sum,
    value: Var,
) -> Result<Formula, NotExpressible> {
    let same = equal(all, sum, other)?;
    let both = all.and([formula, same]);
    let others: Vec<Var> = all.free(both).iter().copied().filter(|var| *var != value).collect();
    Ok(all.exists(others, both))
}

/// How far below 0 a sum may be, at most, where a formula holds; `None` if it is never below 0. The ends of ranges bound it.
fn greatest_below(
    all: &mut Formulas,
    decider: &mut Decider<'_>,
    formula: Formula,
    sum: &Sum,
) -> Result<Option<UBig>, NotExpressible> {
    let (value, more) = (all.fresh(), all.fresh());
    let mut is_below = |value: Var| -> Result<Formula, NotExpressible> {
        let minus = Sum::default().plus(&Sum::var(value), -1)?;
        let (numbers, some) =
            (numbers_of(all, formula, sum, &minus, value)?, at_most(all, &Sum::constant(1), &Sum::var(value))?);
        Ok(all.and([numbers, some]))
    };
    let (here, further) = (is_below(value)?, is_below(more)?);
    let farther = at_most(all, &Sum::var(value).plus(&Sum::constant(1), 1)?, &Sum::var(more))?;
    let further = all.and([further, farther]);
    let further = all.exists([more], further);
    let last = all.not(further);
    let last = all.and([here, last]);
    Ok(decider.automaton(all, last)?.least())
}

/// A statement as a formula.
pub(crate) struct InFormula {
    pub(crate) formula: Formula,
    /// The variables.
    at: Vec<Sum>,
    /// The position of the pattern, if there is one.
    entries: Vec<Sum>,
}

/// The statement as a formula: where the pattern has a position and the condition holds, everything is defined, and the body holds.
pub(crate) fn body_of<'s>(
    statement: &Statement<'s>,
    env: Env,
    all: &mut Formulas,
    answers: &mut Known<'s>,
) -> Result<InFormula, NotExpressible> {
    let at = variables(all, statement.variables, statement.filter, statement.ascend)?;
    let env = Env { coords: at.clone(), ..env };
    let (entries, position) = match statement.position {
        Some((rules, pattern)) => Played::of(rules, Coordinates::Plain)?.instance(all, pattern, &env)?,
        None => (vec![], all.constant(true)),
    };
    answers.own.clone_from(&entries);
    let mut say = Encoder { all, answers };
    let filter_is_defined = say.defined(statement.filter, &env)?;
    let filter = say.condition(statement.filter, &env)?;
    let then = runs_through(statement, &env, &mut say)?;
    // The condition is asked at every position of the pattern.
    let then = all.implies(filter, then);
    let both = all.and([filter_is_defined, then]);
    Ok(InFormula { formula: all.implies(position, both), at, entries })
}

/// For all values of the variables of the outermost `all` the statement is defined and true.
fn runs_through(statement: &Statement<'_>, env: &Env, say: &mut Encoder<'_>) -> Result<Formula, NotExpressible> {
    let over = statement.outermost();
    if least_of(&over).is_some() {
        let whole: C = Cond::Quantified(Quantifier::All, over).into();
        let (first, holds) = (say.defined(&whole, env)?, say.condition(&whole, env)?);
        return Ok(say.all.and([first, holds]));
    }
    let ranges_are_defined = say.ranges_are_defined(statement.running, env)?;
    let holds = say.quantified(true, statement.running, env, &mut |say, env| {
        let (first, inner) = (say.defined(statement.inner, env)?, say.condition(statement.inner, env)?);
        let (second, body) = (say.defined(statement.body, env)?, say.condition(statement.body, env)?);
        let both = say.all.and([second, body]);
        let then = say.all.implies(inner, both);
        Ok(say.all.and([first, then]))
    })?;
    Ok(say.all.and([ranges_are_defined, holds]))
}

/// Answers from what was proved.
pub(crate) struct Known<'s> {
    pub(crate) questions: &'s [Option<Question<'s>>],
    /// The position of the pattern.
    pub(crate) own: Vec<Sum>,
    /// The values of which nothing is known, if such values are variables; and the number of the game and the play of each question.
    pub(crate) free: Option<(&'s [usize], Vec<FreeValue<'s>>)>,
    /// See [`Answers::looks_no_further`].
    pub(crate) looks_no_further: bool,
}

/// A value of which nothing is known.
pub(crate) struct FreeValue<'s> {
    /// The number of the game and the play.
    pub(crate) play: usize,
    pub(crate) rules: &'s Ruleset,
    pub(crate) at: Vec<Sum>,
    pub(crate) value: Var,
}

impl<'s> Known<'s> {
    pub(crate) fn of(questions: &'s [Option<Question<'s>>]) -> Known<'s> {
        Known { questions, own: vec![], free: None, looks_no_further: false }
    }

    fn question(&self, number: usize) -> Result<Question<'s>, NotExpressible> {
        let question = self.questions.get(number).copied().flatten();
        question.ok_or(NotExpressible::Unknown("what this question asks for"))
    }

    /// The variable that stands for a value, if values are variables.
    fn free(&mut self, say: &mut Encoder<'_>, number: usize, rules: &'s Ruleset, at: &[Sum]) -> Option<Var> {
        let (plays, values) = self.free.as_mut()?;
        let play = plays[number];
        if let Some(known) = values.iter().find(|known| known.play == play && known.at == at) {
            return Some(known.value);
        }
        let value = say.all.fresh();
        values.push(FreeValue { play, rules, at: at.to_vec(), value });
        Some(value)
    }

    /// The position that a question is about: that of the pattern, unless it has entries of its own.
    fn position(&self, question: &Question<'_>, entries: &[Sum]) -> Result<Vec<Sum>, NotExpressible> {
        let width = question.rules.width();
        if entries.len() == width {
            return Ok(entries.to_vec());
        }
        let own = entries.is_empty() && self.own.len() == width || matches!(question.asks, Asks::Whole(_));
        if own { Ok(self.own.clone()) } else { Err(NotExpressible::What("a position of several parts")) }
    }
}

/// The entries of a position of which a value is asked: one that may be below 0 becomes a variable, and there is none where it is.
fn naturals(say: &mut Encoder<'_>, at: Vec<Sum>, pending: &mut Pending) -> Result<Vec<Sum>, NotExpressible> {
    let natural = |entry: Sum| if entry.is_natural() { Ok(entry) } else { say.natural_equal(&entry, pending) };
    at.into_iter().map(natural).collect()
}

fn known<'s>(question: &Question<'s>) -> Result<&'s Knowledge, NotExpressible> {
    question.known.ok_or(NotExpressible::Unknown("values that are not known"))
}

impl Answers for Known<'_> {
    fn looks_no_further(&self) -> bool {
        self.looks_no_further
    }

    fn answer(
        &mut self,
        say: &mut Encoder<'_>,
        number: usize,
        entries: &[Sum],
        pending: &mut Pending,
    ) -> Result<Number, NotExpressible> {
        let question = self.question(number)?;
        let at = self.position(&question, entries)?;
        match question.asks {
            Asks::Terminal => {
                let terminal = Played::of(question.rules, Coordinates::Plain)?.terminal(say.all, &at)?;
                say.indicator(terminal)
            }
            Asks::Exists => {
                let exists = Played::of(question.rules, Coordinates::Plain)?.exists(say.all, &at)?;
                say.indicator(exists)
            }
            Asks::Value => match self.free(say, number, question.rules, &at) {
                Some(value) => Ok(Number::of(say.all, Sum::var(value))),
                None => {
                    let at = naturals(say, at, pending)?;
                    known(&question)?.value(say, &at, pending)
                }
            },
            Asks::Whole(truth) => Ok(Number::of(say.all, Sum::constant(truth))),
        }
    }

    fn level(
        &mut self,
        say: &mut Encoder<'_>,
        number: usize,
        entries: &[Sum],
        level: i64,
    ) -> Result<Formula, NotExpressible> {
        let question = self.question(number)?;
        let at = self.position(&question, entries)?;
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
        if let Some(value) = self.free(say, number, question.rules, &at) {
            return equal(say.all, &Sum::var(value), &Sum::constant(level));
        }
        let known = known(&question)?;
        if level < 0 {
            return Ok(say.all.constant(false));
        }
        if !u32::try_from(level).map_or(known.says_values(), |level| known.says_level(level)) {
            return Err(NotExpressible::Unknown("a level that is not known"));
        }
        let mut pending = Pending::default();
        let at = naturals(say, at, &mut pending)?;
        let formula = known.has_value(say.all, &at, &Sum::constant(level))?;
        Ok(pending.close(say.all, formula))
    }

    fn answerable(&mut self, say: &mut Encoder<'_>, number: usize, entries: &[Sum]) -> Result<Formula, NotExpressible> {
        let question = self.question(number)?;
        let at = self.position(&question, entries)?;
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
            Asks::Value if self.free.is_some() => Ok(exists),
            Asks::Value => {
                let mut pending = Pending::default();
                let at = naturals(say, at, &mut pending)?;
                let known = known(&question)?.known(say.all, &at)?;
                let known = pending.close(say.all, known);
                Ok(say.all.and([exists, known]))
            }
        }
    }
}
