//! Values that expressions of a correspondence ask for.
//!
//! In: the key `known` of a certificate of kind `correspondence`: games, blocks of values, and questions, as in kind `claim`. Out: who answers the questions, once the blocks
//! are verified; and single values by the definition.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::Verified;
use crate::claim::answering::Answering;
use crate::claim::constants::ReadTheorem;
use crate::claim::statement::{Asks, Known, Question};
use crate::claim::verify_blocks;
use crate::definition::concrete::At;
use crate::definition::plain::Plain;
use crate::form::expr::{Expr, Result, Rules};
use crate::form::keys::{list, objects};
use crate::form::spent::Stop;
use crate::say::numeration::Numeration;
use crate::say::sets::Sets;
use crate::say::truth::Answers;

/// The most games.
const GAMES: usize = 16;

/// What expressions ask for.
#[derive(Default)]
pub(crate) struct Basis {
    games: Vec<Rc<Rules>>,
    /// The games as they are written.
    written: Vec<Value>,
    values: Vec<Rc<Known>>,
    questions: Vec<Question>,
}

impl Basis {
    /// Reads the key `known`; without it there are no questions.
    pub(crate) fn read(object: &Map<String, Value>, theorem: &ReadTheorem) -> Result<Basis> {
        let Some(known) = object.get("known") else { return Ok(Basis::default()) };
        let object = known.as_object().filter(|object| object.len() == 3);
        let object = object.ok_or("its `known` is no object with `games`, `values` and `questions`")?;
        let written: Vec<&Value> = list(object, "games")?.iter().collect();
        if written.len() > GAMES {
            return Err(format!("its `known` has more than {GAMES} games"));
        }
        let games = written.iter().map(|game| Ok(Rc::new(Rules::read(game)?))).collect::<Result<Vec<_>>>()?;
        let values = objects(object, "values")?.into_iter().map(|block| Known::read(block, &games, &written, theorem));
        let values = values.collect::<Result<Vec<_>>>()?;
        let questions =
            objects(object, "questions")?.into_iter().map(|object| Question::read(object, &games, &values, &[]));
        let questions = questions.collect::<Result<Vec<_>>>()?;
        match questions.iter().all(|question| matches!(question.asks, Asks::Value(_))) {
            true => Ok(Basis { games, written: written.into_iter().cloned().collect(), values, questions }),
            false => Err("its `known` has a question that asks for no value".into()),
        }
    }

    /// How many questions expressions may ask.
    pub(crate) fn questions(&self) -> usize {
        self.questions.len()
    }

    /// A question asks for values of rules, in normal play.
    pub(crate) fn asks_values_of(&self, question: usize, rules: &Value) -> bool {
        self.questions.get(question).is_some_and(|asked| {
            let normal = matches!(asked.asks, Asks::Value(block) if !self.values[block].misere);
            normal && self.written[asked.game] == *rules
        })
    }

    /// The digits that the automata of the values read.
    pub(crate) fn numeration(&self) -> Result<Numeration> {
        let mut all = self.values.iter().map(|known| known.claim.numeration);
        let first = all.next().unwrap_or_default();
        match all.all(|other| other == first) {
            true => Ok(first),
            false => Err("the automata of its `known` values read different digits".into()),
        }
    }

    /// Verifies the blocks of values; the number of formulas.
    pub(crate) fn verify(&self, verified: &Verified, stop: Stop) -> Result<u64> {
        verify_blocks(&self.games, &self.values, verified, stop)
    }

    /// Answers the questions by the blocks.
    pub(crate) fn answers(&self, sets: &mut Sets) -> Rc<dyn Answers> {
        Rc::new(Answering {
            games: self.games.clone(),
            values: self.values.clone(),
            asks: self.questions.iter().map(|question| (question.game, question.asks)).collect(),
            tables: self.values.iter().map(|known| known.claim.tables(sets)).collect(),
            domains: self.values.iter().map(|known| known.claim.domain(sets)).collect(),
            pairs: vec![],
            constants: vec![None; self.questions.len()],
            own: None,
            unknown: Rc::default(),
        })
    }
}

/// Computes the numbers of expressions that ask for values, by the definition.
#[derive(Default)]
pub(crate) struct Asking<'a>(HashMap<usize, Plain<'a>>);

impl<'a> Asking<'a> {
    /// A number; nothing where an expression asks for a value and does something with it.
    pub(crate) fn number(
        &mut self,
        basis: &'a Basis,
        at: &mut At<'_>,
        e: &Expr,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<u64>> {
        let natural = |n: i128| u64::try_from(n).map_err(|_| "a part is negative, or beyond 64 bits".to_string());
        let Expr::Ask(question, entries) = e else {
            let mut asks = false;
            e.visit(&mut |e| asks |= matches!(e, Expr::Ask(..)));
            return if asks { Ok(None) } else { natural(at.int(e)?).map(Some) };
        };
        let mut position = vec![];
        for entry in entries {
            match self.number(basis, at, entry, stop)? {
                Some(n) => position.push(n),
                None => return Ok(None),
            }
        }
        let Question { game, asks, .. } = &basis.questions[*question];
        let Asks::Value(block) = asks else { return Ok(None) };
        let rules = &basis.games[*game];
        if position.len() != rules.width {
            return Err("a question is about a position with another number of entries than its game".into());
        }
        let plain = self.0.entry(*block).or_insert_with(|| Plain::new(rules, basis.values[*block].misere));
        plain.value(&position, stop).map(Some)
    }
}

#[cfg(test)]
pub(crate) mod tests;
