//! The known values that positions of a correspondence of moves depend on, for its certificate.
//!
//! In: a claim, what was proved of the values of games, and expressions. Out: the expressions in canonical form, and the key `known`, with the games, values and
//! questions that they ask for.

use grundy_rules::lower::{Question, What};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Tree;
use serde_json::{Value, json};

use crate::read::claim::Claim;
use crate::state::by_values::Values;

/// What was asked for so far.
pub(crate) struct Known<'c> {
    claim: &'c Claim,
    values: &'c Values<'c>,
    /// The numbers of the questions of the claim that are asked, in the order of those of the certificate; nothing for a question that the claim does not ask.
    asked: Vec<Option<usize>>,
    games: Vec<Value>,
    blocks: Vec<Value>,
}

impl<'c> Known<'c> {
    pub(crate) fn new(claim: &'c Claim, values: &'c Values<'c>) -> Known<'c> {
        Known { claim, values, asked: vec![], games: vec![], blocks: vec![] }
    }

    /// An expression in canonical form, with the numbers that its questions have in the certificate.
    pub(crate) fn expression(&mut self, e: &impl Tree) -> Result<Value, &'static str> {
        self.renumbered(Ruleset::canonical_expression(e))
    }

    fn renumbered(&mut self, json: Value) -> Result<Value, &'static str> {
        let Value::Array(items) = json else { return Ok(json) };
        let is_question = items.first().and_then(Value::as_str) == Some("ask");
        let mut items = items.into_iter().map(|item| self.renumbered(item)).collect::<Result<Vec<Value>, _>>()?;
        if is_question {
            let question = items.get(1).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
            items[1] = self.number(question.unwrap_or(usize::MAX))?.into();
        }
        Ok(Value::Array(items))
    }

    /// The number of a question of the claim in the certificate.
    fn number(&mut self, question: usize) -> Result<usize, &'static str> {
        if let Some(known) = self.asked.iter().position(|asked| *asked == Some(question)) {
            return Ok(known);
        }
        let Some(Question::Position { game, what: What::Value { play }, .. }) =
            self.claim.scope.questions.get(question)
        else {
            return Err("a position depends on something else than a value");
        };
        let block = (self.values)(*game, *play)?;
        let number = self.add(&self.claim.scope.games[*game].rules, block);
        self.asked[number] = Some(question);
        Ok(number)
    }

    /// The number of a question for the values of a game in the certificate, which a block says.
    pub(crate) fn add(&mut self, rules: &Ruleset, mut block: Value) -> usize {
        let number = self.games.len();
        block["game"] = number.into();
        self.blocks.push(block);
        self.games.push(rules.canonical());
        self.asked.push(None);
        number
    }

    /// The key `known`, if anything was asked for.
    pub(crate) fn json(self) -> Option<Value> {
        let questions = (0..self.asked.len()).map(|number| json!({"game": number, "asks": "value", "values": number}));
        let questions: Vec<Value> = questions.collect();
        (!questions.is_empty()).then(|| json!({"games": self.games, "values": self.blocks, "questions": questions}))
    }
}
