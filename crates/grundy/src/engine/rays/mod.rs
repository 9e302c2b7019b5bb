//! The table by rays: all values of a box, without visiting options.
//!
//! In: the rules of a component whose families are rays, steps and passes ([`read`]), and the greatest value of each coordinate. Out: the same
//! table as by enumeration, or nothing where the rules are not such, or their sets do not fit the memory, or a move does something at a
//! cell that only the plain table decides (it is then computed from the start, so that errors are one engine's).
//!
//! Along a line (all coordinates fixed but those of a ray's direction, or their differences) the options by this ray are
//! the earlier cells, so one set of used values a line ([`lines`]) replaces a visit of each: the value of a cell is the
//! mex of the union of its lines' sets and of the values of its steps. Which cells exist is settled first ([`exists`]).

mod exists;
mod grid;
mod lines;
mod moves;
mod read;
mod space;

use std::sync::Arc;

use self::exists::Existence;
use self::grid::Grid;
use self::lines::Lines;
use self::moves::Moves;
use self::read::Plan;
use self::space::{Filled, Space};
use super::compile::{Env, Result};
use super::limits::Limits;
use super::table::{Cell, Cells, How, Table, size};
use crate::rules::Ruleset;

/// Are these rules rays, steps and passes?
pub(super) fn reads(rules: &Ruleset) -> bool {
    Plan::of(rules).is_some_and(|plan| !plan.rays.is_empty())
}

/// Computes the table to `hi` (included), if rays can.
///
/// # Errors
/// An interruption.
pub(super) fn build_by_rays(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Result<Option<Table>> {
    let (Some(plan), Ok(_)) = (Plan::of(rules), size(hi, limits)) else { return Ok(None) };
    for grid in Grid::candidates(&plan, hi) {
        if let Some(table) = build(rules, &plan, &grid, misere, limits)? {
            return Ok(Some(table));
        }
    }
    Ok(None)
}

/// No value is greater than the number of options: those along rays, and the others.
fn most_options(plan: &Plan, grid: &Grid) -> usize {
    let along = |direction: &Vec<usize>| direction.iter().map(|c| grid.sizes[grid.axis(*c)] - 1).min().unwrap_or(0);
    plan.rays.iter().map(|r| along(&r.direction)).sum::<usize>() + plan.steps.len() + plan.passes.len()
}

fn build(rules: &Arc<Ruleset>, plan: &Plan, grid: &Grid, misere: bool, limits: &Limits) -> Result<Option<Table>> {
    let most = most_options(plan, grid).max(1);
    let each = most / 64 + 1;
    let directions: Vec<Vec<usize>> = plan
        .rays
        .iter()
        .map(|r| {
            let mut axes: Vec<usize> = r.direction.iter().map(|c| grid.axis(*c)).collect();
            axes.sort_unstable();
            axes
        })
        .collect();
    let width = if most < u8::MAX.into() {
        1
    } else if most < u16::MAX.into() {
        2
    } else {
        4
    };
    let bytes = Lines::bytes(grid, &directions, each).and_then(|b| b.checked_add(width * grid.cells() as u64));
    if bytes.is_none_or(|b| b > limits.memory) || most >= u32::MAX as usize {
        return Ok(None);
    }
    let existence = Existence::of(rules);
    let mut env = Env::new(grid.sizes.len(), plan.variables().max(existence.variables()), 0);
    let mut narrow = vec![0u8; grid.cells()];
    if existence.missing(grid, &mut env, &mut |start, len| narrow[start..start + len].fill(u8::NONE)).is_err() {
        return Ok(None);
    }
    limits.interrupted()?;
    let mut space = Space::new(grid, Lines::new(grid, directions, each), Moves::of(plan, grid), env, misere, limits);
    let mut cells = Cells::One(narrow);
    loop {
        let filled = match &mut cells {
            Cells::One(cells) => space.fill(cells)?,
            Cells::Two(cells) => space.fill(cells)?,
            Cells::Four(cells) => space.fill(cells)?,
        };
        match filled {
            Filled::All => return Ok(Some(Table::new(grid.by_coordinate(), cells, How::Rays))),
            Filled::GivesUp => return Ok(None),
            Filled::To => cells = cells.wider(limits)?,
        }
    }
}
