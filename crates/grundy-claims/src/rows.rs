//! The values along a row whose period is proved, for claims about positions of this row.
//!
//! In: a game of two coordinates and the first of them. Out: what the proved period says of the values, as an automaton. A longer period has an automaton with
//! more states, and no table that could be made shows it; so it is built from the period.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::{Knowledge, Row};
use grundy_rules::rules::{Line, LineEntry, Role, Ruleset};

use super::CheckOptions;
use grundy::theory::periods::{Proof, proof};

/// The number of columns in which a period is searched for.
const COLUMNS: u64 = 1 << 16;
/// The longest period, and the longest preperiod, of which an automaton is built. Of period 144 it has 498 states, and decides in a tenth of a second; of
/// period 720 it has 18062 states, and decides nothing within the work of a proof.
const LONGEST: u64 = 1 << 8;

/// What is known of the values along a row, if their period is proved and they grow by a multiple of the second coordinate.
pub(super) fn row(
    rules: &Arc<Ruleset>,
    misere: bool,
    row: u64,
    options: &CheckOptions,
    budget: &Budget<'_>,
) -> Option<Knowledge> {
    if rules.width() != 2 || rules.splits() || rules.coords.iter().any(|coord| coord.role != Role::Own) {
        return None;
    }
    let line = Line { entries: vec![LineEntry::Fixed(row), LineEntry::Runs(0)] };
    // No named engine has a part in what is known.
    let of_values = CheckOptions { engine: None, ..options.clone() }.of_values(Play::of(misere));
    let limits = &options.limits;
    let mut until = |column| column > COLUMNS || limits.ended().is_some();
    let mut found = proof(rules, &line, &of_values, &mut until)?;
    let told = of_proof(row, &mut found)?.told(budget).ok()?;
    Some(Knowledge::Characterized(Arc::new(told)))
}

fn of_proof(row: u64, proof: &mut Proof) -> Option<Row> {
    let (period, preperiod) = (proof.period.period, proof.period.preperiod);
    let growth = proof.period.saltus.checked_div(i64::try_from(period).ok()?)?;
    if period.max(preperiod) > LONGEST || growth.checked_mul(period as i64)? != proof.period.saltus {
        return None;
    }
    let mut value = |at: u64| match proof.value(&IBig::from(at)).ok()? {
        Some(value) => u64::try_from(&value).ok().map(Some),
        None => Some(None),
    };
    let values = (0..preperiod + period).map(&mut value).collect::<Option<Vec<_>>>()?;
    Some(Row { row, values, preperiod: preperiod as usize, slope: growth })
}
