//! Certificates of claims on games whose moves depend on the P-positions of parts.
//!
//! In: the certificate of a claim that was proved of games in which formulas say those positions, with the original rules. Out: the same with the key `reached`: for each
//! part the formula, and the automata by which the checker verifies it.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_core::contract::options::Play;
use grundy_decide::{Block, Knowledge};
use grundy_rules::rules::Ruleset;
use serde_json::Value;

use crate::CheckOptions;
use crate::prove::budget::with_budget;
use crate::read::claim::Claim;
use crate::state::archive::ClaimProof;
use grundy::engine::chooser;
use grundy::theory::envelope::sealed;
use grundy::theory::everywhere::block;
use grundy::theory::reached::Parts;
use grundy_proofs::automata::{Look, learn};

/// The certificate of a claim, with the P-positions of the parts of its games.
///
/// # Errors
/// A part whose P-positions no formula says, or no automata.
pub(crate) fn with_parts(proof: ClaimProof, claim: &Claim, options: &CheckOptions) -> Result<ClaimProof, &'static str> {
    let mut parts: BTreeMap<String, Arc<Ruleset>> = BTreeMap::new();
    for rules in claim.scope.games.iter().map(|game| &game.rules) {
        let reached = rules.parts_reached().into_iter().map(|part| rules.parts[part].rules.clone());
        parts.extend(reached.map(|rules| (rules.hash(), rules)));
    }
    if parts.is_empty() {
        return Ok(proof);
    }
    let reached = parts.values().map(|rules| of_part(rules, options)).collect::<Option<Value>>();
    let reached = reached.ok_or("no automata and no formula say the P-positions of a part")?;
    let mut object: Value = serde_json::from_str(&proof.text).map_err(|_| "the certificate cannot be read")?;
    let map = object.as_object_mut().ok_or("the certificate cannot be read")?;
    map.shift_remove("check");
    map.insert("reached".into(), reached);
    Ok(ClaimProof { text: sealed(object), ..proof })
}

/// What is said of the P-positions of a part.
fn of_part(rules: &Arc<Ruleset>, options: &CheckOptions) -> Option<Value> {
    let condition = Parts::default().p_positions(rules, &options.limits)?;
    let values = with_budget(options, |budget| {
        let told = learn(rules, Play::Normal, &Look::default(), &options.limits, &*chooser(), budget).told?;
        Block::of(rules, &Knowledge::Characterized(Arc::new(told)), budget).ok()
    })?;
    let mut object = block(rules, (0, Play::Normal), &values);
    object["P"] = Ruleset::canonical_expression(&condition);
    let map = object.as_object_mut()?;
    map.shift_remove("game");
    map.insert("rules".into(), rules.canonical());
    Some(object)
}
