//! The table by steps: all values of a box, 64 cells at a time.
//!
//! In: the rules of a component all of whose moves take a constant vector, unconditionally ([`read`]), and the greatest value of each coordinate.
//! Out: for every cell its value, kept as one bit a value and cell ([`planes`]), or the reason where the rules are not such.
//!
//! Cells lie in rows along one coordinate. The options of a row's cells lie in earlier rows, each shifted by a constant, so the set of used
//! values of 64 cells is a few words' union, and its mex a few more operations ([`row`]). One step may lie in the row itself: then a cell
//! takes its second smallest unused value exactly if its left neighbour has the smallest, which is a carry through the word.
//! Where the coordinates may be exchanged freely, only rows with sorted outer coordinates are kept ([`rows`]).

mod planes;
mod read;
mod row;
mod rows;

use std::sync::Arc;

pub(super) use self::planes::Planes;
use self::read::Plan;
use self::row::Kernel;
use super::limits::Limits;
use super::reason::Made;
use crate::rules::Ruleset;

/// Computes the table to `hi` (included), if steps can.
///
/// # Errors
/// Too little memory, an interruption.
pub(super) fn build_by_steps(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Made<Planes> {
    let plan = match Plan::of(rules, hi) {
        Ok(plan) => plan,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut planes = Planes::new(&plan, hi, limits)?;
    let mut kernel = Kernel::new(&plan, misere);
    let mut row = 0;
    let mut outer = planes.rows.first();
    while let Some(at) = &mut outer {
        if row % 4096 == 0 {
            limits.interrupted()?;
        }
        while !kernel.fill(&mut planes, row, at) {
            planes.widen(limits)?;
        }
        row += 1;
        if !planes.rows.next(at) {
            break;
        }
    }
    Ok(Ok(planes))
}
