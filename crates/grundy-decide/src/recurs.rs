//! Values that recur along a line, where the values of all positions are known.
//!
//! In: what is known of a game's values, a line, a preperiod, a period and a saltus. Out: whether G(n + p) = G(n) + s for all n from the preperiod on, and
//! whether of two positions that are a period apart both exist or neither.

use grundy_automata::Budget;
use grundy_rules::rules::expr::{E, Place};
use grundy_rules::rules::{Line, LineEntry, Ruleset, build};

use super::known::Knowledge;
use super::state::{Asks, Decided, Question, Statement, decide};

/// A line, and how its values recur.
#[derive(Clone, Debug)]
pub struct Recurs<'l> {
    /// The line.
    pub line: &'l Line,
    /// From this index on.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The growth in a period.
    pub saltus: u64,
}

impl Recurs<'_> {
    /// Is it true for all indices?
    #[must_use]
    pub fn holds(&self, rules: &Ruleset, known: &Knowledge, budget: &Budget<'_>) -> bool {
        let at = |more: u64| -> Vec<E> {
            let entry = |entry: &LineEntry| match entry {
                LineEntry::Runs(own) => build::add(&build::coord(0), &build::int(u128::from(*own) + u128::from(more))),
                LineEntry::Fixed(x) => build::int(*x),
            };
            self.line.entries.iter().map(entry).collect()
        };
        let ask = |question: usize, more: u64| build::ask(question, at(more), Place::default());
        let exists = |more: u64| build::eq(&ask(1, more), &build::int(1));
        let grown = build::add(&ask(0, 0), &build::int(self.saltus));
        let same = build::eq(&ask(0, self.period), &grown);
        let both = build::same(&exists(0), &exists(self.period));
        let body = build::and(vec![both, build::or(vec![build::not(&exists(0)), same])]);
        let filter = build::le(&build::int(self.preperiod), &build::coord(0));
        let questions = [
            Some(Question { rules, asks: Asks::Value, known: Some(known) }),
            Some(Question { rules, asks: Asks::Exists, known: None }),
        ];
        let statement = Statement {
            variables: 1,
            position: None,
            ascend: false,
            filter: &filter,
            running: &[],
            inner: &build::boolean(true),
            body: &body,
            questions: &questions,
        };
        matches!(decide(&statement, budget), Decided::True { .. })
    }
}
