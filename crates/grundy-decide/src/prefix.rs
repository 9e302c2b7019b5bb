//! Formulas without their outer quantifiers.
//!
//! In: a condition. Out: the same condition with the variables of its outer "for all" free, their ranges being premises: it holds for all values of these
//! variables exactly if the condition holds.

use std::collections::BTreeMap;

use grundy_automata::Formulas;
use grundy_rules::lower::asks;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, Quantifier, Range};
use grundy_rules::rules::normal::starts_natural;

use super::NotExpressible;
use super::say::{Env, bound};

/// The variables of "for all" that are free in what is left.
#[derive(Default)]
pub(crate) struct Prefix {
    /// Each with whether its range has no number below 0.
    vars: BTreeMap<usize, bool>,
    /// A variable was bound twice.
    pub(crate) again: bool,
}

impl Prefix {
    /// The body of an outermost "for all" over ranges, for the values that meet a condition.
    pub(crate) fn body(&mut self, ranges: &[Range], inner: &C, body: C) -> C {
        let body = build::or(vec![build::not(inner), body]);
        ranges.iter().rev().fold(body, |body, range| self.open(range, &body, true))
    }

    /// New variables of a formula for those that are free.
    pub(crate) fn env(&self, all: &mut Formulas) -> Result<Env, NotExpressible> {
        let add = |env: Env, (var, is_natural): (&usize, &bool)| Ok(env.with(*var, bound(all, *is_natural)?.1));
        self.vars.iter().try_fold(Env::default(), add)
    }

    /// A condition without its outer "for all", of which the variables are now free; with `claimed` false, without its outer "there is".
    pub(crate) fn matrix(&mut self, e: &C, claimed: bool) -> C {
        match &**e {
            Cond::Not(inner) => build::not(&self.matrix(inner, !claimed)),
            Cond::And(list) => build::and(list.iter().map(|e| self.matrix(e, claimed)).collect()),
            Cond::Or(list) => build::or(list.iter().map(|e| self.matrix(e, claimed)).collect()),
            Cond::Quantified(quantifier, over)
                if *quantifier == (if claimed { Quantifier::All } else { Quantifier::Any }) && asks(e) =>
            {
                let body = self.matrix(&over.body, claimed);
                let body = match claimed {
                    true => build::or(vec![build::not(&over.filter), body]),
                    false => build::and(vec![over.filter.clone(), body]),
                };
                over.ranges.iter().rev().fold(body, |body, range| self.open(range, &body, claimed))
            }
            _ => e.clone(),
        }
    }

    /// The body of one range, whose variable is free.
    fn open(&mut self, range: &Range, body: &C, claimed: bool) -> C {
        self.again |= self.vars.insert(range.var, starts_natural(&range.lo)).is_some();
        let var = build::var(range.var);
        let inside = build::and(vec![build::le(&range.lo, &var), build::le(&var, &range.hi)]);
        match claimed {
            true => build::or(vec![build::not(&inside), body.clone()]),
            false => build::and(vec![inside, body.clone()]),
        }
    }
}
