//! An [`Ask`] that answers by the plain engine alone, for the tests of this crate.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::whole;

use super::foresee::visits;
use super::table::{Built, build_table};
use crate::contract::options::{Options, Play};
use crate::contract::stop::{Result, Stop};
use crate::engine::{Answers, Ask, TableRequest};
use crate::store::sum::Tables;
use crate::store::values::Values;

/// Makes the table of a ruleset as one component; answers nothing else.
pub(crate) struct PlainAsk;

fn only_tables<T>() -> Result<T> {
    Err(Stop::from(Diagnostic::new(Code::Tests, "the plain engine is asked for tables alone")))
}

impl Ask for PlainAsk {
    fn values(&self, _: &Arc<Ruleset>, _: &[u64], _: &Options) -> Result<Values> {
        only_tables()
    }

    fn tables(&self, rules: &Arc<Ruleset>, hi: &[u64], wish: &TableRequest) -> Result<Option<Tables>> {
        Ok(match build_table(rules, hi, &TableRequest { plain: true, ..*wish })? {
            Built::Done(table) => Some(Tables::of_one(whole(rules), Box::new(table), vec![])),
            Built::Raises => None,
        })
    }

    fn tables_of_both_plays(&self, _: &Arc<Ruleset>, _: &[u64], _: &TableRequest) -> Result<Option<(Tables, Tables)>> {
        Ok(None)
    }

    fn foreseen(&self, rules: &Arc<Ruleset>, hi: &[u64], _: &Options) -> u64 {
        visits(rules, hi)
    }

    fn has_cheap_tables(&self, _: &Arc<Ruleset>, _: Play) -> bool {
        false
    }

    fn value(&self, _: &Arc<Ruleset>, _: &[IBig], _: &Options) -> Result<Option<IBig>> {
        only_tables()
    }

    fn answers(&self, _: &Arc<Ruleset>, _: &Options) -> Box<dyn Answers> {
        unreachable!("the plain engine is asked for tables alone")
    }
}
