//! Sets of positions that are closed under moves, for questions about every position of a set.
//!
//! In: rules and a box. Out: the positions of the box and all their followers, numbered ([`Positions`]). Where every move stays in the box and leads
//! to an earlier cell, the positions are the cells of tables (`Cells`). Elsewhere they are the vertices of an explicit graph ([`Followers`]).

use std::sync::Arc;

use crate::contract::blocked::must_not_be;
use crate::contract::limits::Limits;
use crate::contract::options::EngineName;
use crate::contract::reason::Refused;
use crate::contract::stop::{Stop, diagnostic};
use crate::enumerate::engine::NO_TABLE;
use crate::enumerate::positions::Positions;
use crate::enumerate::search::Followers;
use crate::read::endless::Endless;
use dashu_int::IBig;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;

use super::table_positions::Cells;
use crate::engine::Asked;

type Result<T> = std::result::Result<T, Diagnostic>;

/// The cells of a box, with their values in normal play; `None` where the rules have no table.
///
/// # Errors
/// As [`in_box`].
pub fn cells(
    rules: &Arc<Ruleset>,
    hi: &[u64],
    limits: &Limits,
    ask: &Asked,
) -> Result<Option<Box<dyn Positions + Send>>> {
    match Cells::build(EngineName::Table, rules, hi, false, limits, ask) {
        Ok(cells) => Ok(cells.map(|cells| Box::new(cells) as Box<dyn Positions + Send>)),
        Err(Stop::Overflow) => Ok(None),
        Err(stop) => Err(diagnostic(stop)),
    }
}

/// An empty graph, which grows as positions are looked up in it.
#[must_use]
pub fn graph(rules: &Arc<Ruleset>, limits: &Limits) -> Box<dyn Positions + Send> {
    Box::new(Followers::<i64>::new(rules, limits))
}

/// The positions of a box and all their followers. With `misere` false, tables hold normal-play values only. The engine `search` always
/// builds a graph; any other named engine always builds tables.
///
/// # Errors
/// Rules that allow a cycle of moves or are not defined at a position; too little memory; an interruption; no table by the named engine.
pub fn in_box(
    rules: &Arc<Ruleset>,
    hi: &[u64],
    misere: bool,
    engine: Option<EngineName>,
    limits: &Limits,
    ask: &Asked,
) -> Result<Box<dyn Positions>> {
    must_not_be(rules, "properties in both plays")?;
    let corner: Vec<IBig> = hi.iter().map(|h| IBig::from(*h)).collect();
    if let Some(error) = Endless::of(rules).and_then(|endless| endless.from(&corner)) {
        return Err(error);
    }
    if engine != Some(EngineName::Search) {
        let may_table = engine.is_none_or(EngineName::is_table);
        if may_table && !rules.splits() {
            match Cells::build(engine.unwrap_or(EngineName::Table), rules, hi, misere, limits, ask) {
                Ok(Some(cells)) => return Ok(Box::new(cells)),
                Ok(None) | Err(Stop::Overflow) => {}
                Err(stop) => return Err(diagnostic(stop)),
            }
        }
        if let Some(engine) = engine {
            let why = if engine.is_single() {
                "it gives the value of one position at a time, and all are wanted"
            } else {
                NO_TABLE
            };
            return Err(diagnostic(Refused::no_table(engine, why).error()));
        }
    }
    match Followers::<i64>::of_box(rules, hi, limits) {
        Ok(graph) => Ok(Box::new(graph)),
        Err(Stop::Overflow) => match Followers::<IBig>::of_box(rules, hi, limits) {
            Ok(graph) => Ok(Box::new(graph)),
            Err(stop) => Err(diagnostic(stop)),
        },
        Err(stop) => Err(diagnostic(stop)),
    }
}
