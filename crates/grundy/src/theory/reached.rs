//! Games whose moves depend on the P-positions of parts, with formulas in place of these P-positions.
//!
//! In: rules of a nearly disjunctive sum. Out: the same game with formulas for the P-positions of its parts, which were found in tables and proved; nothing
//! for other rules, and where a part has no such formula.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_core::contract::limits::Limits;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::C;

use super::discover;

/// The P-positions of parts, by the hashes of their rules.
#[derive(Debug, Default)]
pub struct Parts {
    found: BTreeMap<String, Option<C>>,
}

impl Parts {
    /// The rules without questions for P-positions, where they have any.
    pub fn said(&mut self, rules: &Ruleset, limits: &Limits) -> Option<Arc<Ruleset>> {
        let reached = rules.parts_reached();
        let mut by_part = BTreeMap::new();
        for part in &reached {
            by_part.insert(*part, self.p_positions(&rules.parts[*part].rules, limits)?);
        }
        let said = rules.with_p_positions(&|part| by_part.get(&part).cloned())?;
        (!reached.is_empty()).then(|| Arc::new(said))
    }

    /// The P-positions of a part, as a condition.
    pub fn p_positions(&mut self, part: &Arc<Ruleset>, limits: &Limits) -> Option<C> {
        self.found.entry(part.hash()).or_insert_with(|| discover::p_positions(part, limits)).clone()
    }
}
