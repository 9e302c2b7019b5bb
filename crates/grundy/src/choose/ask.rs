//! The chooser as the answerer of subquestions.
//!
//! In: a smaller question that an engine asks through [`Ask`], such as the table of a component. Out: the answer of the row of engines. The engine
//! itself does not know the row.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::position::{Lists, lists};
use grundy_core::contract::stop::Result;
use grundy_core::engine::{Answer, Answers, Ask, Asked, TableRequest};
use grundy_core::enumerate::existence::Existence;
use grundy_core::store::sum::Tables;
use grundy_core::store::values::Values;
use grundy_rules::rules::Ruleset;

use super::cost::foreseen;
use super::evaluator::Evaluator;
use super::tables;

/// Answers each subquestion by the first engine of the row that does not decline.
pub(super) struct Chooser;

/// The answerer of subquestions for an engine that is called directly, outside the row.
#[must_use]
pub fn chooser() -> Asked {
    Arc::new(Chooser)
}

impl Ask for Chooser {
    fn values(&self, rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> Result<Values> {
        Evaluator::new(rules, options.clone()).values(hi, None)
    }

    fn tables(&self, rules: &Arc<Ruleset>, hi: &[u64], wish: &TableRequest) -> Result<Option<Tables>> {
        tables::build(rules, hi, wish)
    }

    fn tables_of_both_plays(
        &self,
        rules: &Arc<Ruleset>,
        hi: &[u64],
        wish: &TableRequest,
    ) -> Result<Option<(Tables, Tables)>> {
        tables::of_both_plays(rules, hi, wish)
    }

    fn foreseen(&self, rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> u64 {
        foreseen(rules, hi, options)
    }

    fn has_cheap_tables(&self, rules: &Arc<Ruleset>, play: Play) -> bool {
        tables::is_cheap(rules, play)
    }

    fn value(&self, rules: &Arc<Ruleset>, position: &[IBig], options: &Options) -> Result<Option<IBig>> {
        if !Existence::new(rules, &options.limits).asked(position)? {
            return Ok(None);
        }
        let answer = Evaluator::new(rules, options.clone()).answer(&lists(rules, position))?;
        Ok(Some(answer.value))
    }

    fn answers(&self, rules: &Arc<Ruleset>, options: &Options) -> Box<dyn Answers> {
        Box::new(Evaluator::new(rules, options.clone()))
    }
}

impl Answers for Evaluator {
    fn answer(&mut self, position: &Lists<IBig>) -> Result<Answer> {
        Evaluator::answer(self, position)
    }
}
