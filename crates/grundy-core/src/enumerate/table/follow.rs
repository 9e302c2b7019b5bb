//! Which marks the options of every cell carry, at the speed of filling a table.
//!
//! In: a mark for each cell of a box whose rules have a table. Out: for each cell, whether it has an option, an option with mark 1, and an option
//! with mark 2. The marks take the place of a table's values, and options are noted in the same way.

use std::sync::Arc;

use super::{TableFill, tables_of_parts};
use crate::contract::limits::Limits;
use crate::contract::quantity::Numbering;
use crate::contract::stop::Result;
use crate::engine::{Ask, TableRequest};
use crate::store::cells::Cell;
use grundy_rules::rules::{Play, Ruleset};

/// The mark of a cell without a position.
pub const NOWHERE: u8 = u8::NONE;

/// The number of cells between two checks for an interruption.
const PATIENCE: usize = 4096;

/// Which marks a cell's options carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Is there an option?
    pub any: bool,
    /// Does an option carry mark 1?
    pub one: bool,
    /// Does an option carry mark 2?
    pub two: bool,
}

/// Calls `f` for every cell that has a position, in row-major order; returns `false` if the rules have no table.
///
/// # Errors
/// Too little memory, an interruption, rules that are not defined at a position.
pub fn follow(
    rules: &Arc<Ruleset>,
    hi: &[u64],
    marks: &[u8],
    limits: &Limits,
    ask: &dyn Ask,
    f: &mut dyn FnMut(usize, Followed),
) -> Result<bool> {
    let Some(parts) = tables_of_parts(rules, hi, &TableRequest::any(Play::Normal, false, limits, ask))? else {
        return Ok(false);
    };
    let show = |cell: &[i64]| crate::contract::stop::tuple_text(cell);
    let mut work = TableFill::new(rules, hi, Numbering::values(Play::Normal), limits, &show, parts);
    limits.progress.expect(marks.len() as u64);
    for (index, mark) in marks.iter().enumerate() {
        if index % PATIENCE == 0 {
            limits.interrupted()?;
        }
        if *mark != NOWHERE {
            work.set_position();
            let Some(any) = work.note_options(marks, index)? else { return Ok(false) };
            let seen = |mark: usize| work.seen[mark] == work.stamp;
            f(index, Followed { any, one: seen(1), two: seen(2) });
        }
        work.step();
        if (index + 1) % PATIENCE == 0 {
            limits.progress.add(PATIENCE);
        }
    }
    limits.progress.add(marks.len() % PATIENCE);
    Ok(true)
}
