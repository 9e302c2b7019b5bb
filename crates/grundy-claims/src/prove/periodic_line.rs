//! The values along a line whose period is proved, for claims about positions of this line.
//!
//! In: a game and a line of its positions. Out: what the proved period says of the values, as an automaton, and the certificate of the period. A longer period has an
//! automaton with more states, and no table that could be made shows it; so it is built from the period.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::{Along, Characterization};
use grundy_rules::rules::{Line, Role, Ruleset};
use serde_json::Value;

use crate::CheckOptions;
use grundy::theory::periods::{Proof, proof};

/// The number of columns in which a period is searched for: what shows one that is short enough comes early, and heaps that split take the square of it.
const COLUMNS: u64 = 1 << 13;
/// The longest period, and the longest preperiod, of which an automaton is built. Of period 144 it has 498 states, and decides in a tenth of a second; of
/// period 720 it has 18062 states, and decides nothing within the work of a proof.
const LONGEST: u64 = 1 << 8;

/// What is known of the values along a line.
#[derive(Clone, Debug)]
pub(crate) struct OnLine {
    pub(crate) told: Arc<Characterization>,
    /// The certificate of the period.
    pub(crate) certificate: Option<Value>,
}

impl OnLine {
    /// What is known of the values along a line, if their period is proved.
    pub(crate) fn of(
        rules: &Arc<Ruleset>,
        line: &Line,
        play: Play,
        options: &CheckOptions,
        budget: &Budget<'_>,
    ) -> Option<OnLine> {
        if rules.coords.iter().any(|coord| coord.role != Role::Own) {
            return None;
        }
        // No named engine has a part in what is known.
        let of_values = CheckOptions { engine: None, ..options.clone() }.of_values(play);
        let limits = &options.limits;
        let mut until = |column| column > COLUMNS || limits.ended().is_some();
        let mut found = proof(rules, line, &of_values, &mut until)?;
        let told = of_proof(line, &mut found)?.told(budget).ok()?;
        let certificate = found.certificate_of("", rules).ok().and_then(|text| serde_json::from_str(&text).ok());
        Some(OnLine { told: Arc::new(told), certificate })
    }
}

fn of_proof(line: &Line, proof: &mut Proof) -> Option<Along> {
    let (period, preperiod) = (proof.period.period, proof.period.preperiod);
    if period.max(preperiod) > LONGEST {
        return None;
    }
    let mut value = |at: u64| match proof.value(&IBig::from(at)).ok()? {
        Some(value) => u64::try_from(&value).ok().map(Some),
        None => Some(None),
    };
    let values = (0..preperiod + period).map(&mut value).collect::<Option<Vec<_>>>()?;
    let preperiod = usize::try_from(preperiod).ok()?;
    Some(Along { line: line.clone(), values, preperiod, saltus: proof.period.saltus })
}
