//! Which cells exist, before any value is known.
//!
//! In: the conditions on positions and a grid. Out: the cells where the conditions do not hold. If the bounds of a box of cells decide the
//! conditions, the whole box is settled at once; otherwise it is halved. So only cells near the border of the existing
//! positions are tested one by one, and the kernels that fill the table test no conditions on positions.

use std::ops::Range;

use dashu_int::IBig;

use super::compiled::Test;
use super::grid::Grid;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;
use grundy_core::enumerate::compile::{Env as Values, FUEL};
use grundy_rules::rules::bounds::{Env, Interval, decide};
use grundy_rules::rules::expr::{C, Tree};
use grundy_rules::rules::{Ruleset, build};

/// Boxes of at most this many cells are tested cell by cell.
const SMALL: usize = 16;

/// The conditions on positions, compiled.
pub(super) struct Existence {
    all: C,
    test: Option<Test>,
}

/// Visits a run of cells: its start, its length, the coordinates of its start. Returns `false` to stop.
type Visit<'a> = &'a mut dyn FnMut(usize, usize, &[usize]) -> Result<bool>;

impl Existence {
    pub(super) fn of(rules: &Ruleset) -> Existence {
        let all = build::and(rules.requires.iter().map(|r| r.1.clone()).collect());
        Existence { test: super::compiled::test(&Some(all.clone()).filter(|e| e.as_bool() != Some(true))), all }
    }

    pub(super) fn variables(&self) -> usize {
        self.all.variables()
    }

    /// Calls `missing` with the start and the length of every run of cells in a range where no position exists. Returns `false` if the
    /// conditions are not defined at some cell.
    ///
    /// # Errors
    /// An interruption.
    pub(super) fn missing(
        &self,
        grid: &Grid,
        env: &mut Values<i64>,
        limits: &Limits,
        range: Range<usize>,
        missing: &mut dyn FnMut(usize, usize),
    ) -> Result<bool> {
        let Some(test) = &self.test else { return Ok(true) };
        let total = self.all.total();
        let mut open = vec![];
        areas(grid, &mut vec![], range, &mut open);
        while let Some(mut area) = open.pop() {
            let decided = if total { decide(&self.all, &Area { grid, area: &area }) } else { None };
            let cells: usize = area.iter().map(|(lo, hi)| hi - lo + 1).product();
            let defined = match decided {
                Some(true) => true,
                Some(false) => runs(grid, &area, &mut |start, len, _| {
                    missing(start, len);
                    Ok(true)
                })?,
                None if cells > SMALL && total => {
                    open.extend(halves(&mut area));
                    true
                }
                None => runs(grid, &area, &mut |start, len, at| {
                    limits.interrupted()?;
                    Ok(cell_by_cell(test, grid, env, (start, len, at), missing))
                })?,
            };
            if !defined {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Cuts a range of cells into boxes. All these cells have the coordinates `outer` on the first axes, and the range counts from the first
/// cell with these coordinates.
fn areas(grid: &Grid, outer: &mut Vec<(usize, usize)>, range: Range<usize>, found: &mut Vec<Vec<(usize, usize)>>) {
    let axis = outer.len();
    let Some(stride) = grid.strides.get(axis).filter(|_| !range.is_empty()) else { return };
    let ((a, before), (b, after)) =
        ((range.start / stride, range.start % stride), (range.end / stride, range.end % stride));
    let mut face = |x: usize, range| {
        outer.push((x, x));
        areas(grid, outer, range, found);
        outer.pop();
    };
    if a == b {
        return face(a, before..after);
    }
    let whole = if before > 0 { a + 1 } else { a };
    if before > 0 {
        face(a, before..*stride);
    }
    face(b, 0..after);
    if whole < b {
        let inner = grid.sizes[axis + 1..].iter().map(|n| (0, n - 1));
        found.push(outer.iter().copied().chain([(whole, b - 1)]).chain(inner).collect());
    }
}

fn halves(area: &mut Vec<(usize, usize)>) -> [Vec<(usize, usize)>; 2] {
    let widest = (0..area.len()).max_by_key(|i| area[*i].1 - area[*i].0).unwrap_or(0);
    let (lo, hi) = area[widest];
    let mut upper = area.clone();
    let middle = lo + (hi - lo) / 2;
    upper[widest].0 = middle + 1;
    area[widest].1 = middle;
    [upper, std::mem::take(area)]
}

/// Tests every cell of a run; `false` if the conditions are not defined at some cell.
fn cell_by_cell(
    test: &Test,
    grid: &Grid,
    env: &mut Values<i64>,
    (start, len, at): (usize, usize, &[usize]),
    missing: &mut dyn FnMut(usize, usize),
) -> bool {
    let last = at.len() - 1;
    at.iter().zip(&grid.order).for_each(|(x, c)| env.coords[*c] = *x as i64);
    for k in 0..len {
        env.coords[grid.order[last]] = (at[last] + k) as i64;
        env.fuel = FUEL;
        match test(env) {
            Ok(true) => {}
            Ok(false) => missing(start + k, 1),
            Err(_) => return false,
        }
    }
    true
}

/// The runs of cells of a box along the innermost axis.
fn runs(grid: &Grid, area: &[(usize, usize)], visit: Visit) -> Result<bool> {
    let last = area.len() - 1;
    let mut at: Vec<usize> = area.iter().map(|a| a.0).collect();
    loop {
        let start = at.iter().zip(&grid.strides).map(|(x, s)| x * s).sum();
        if !visit(start, area[last].1 - area[last].0 + 1, &at)? {
            return Ok(false);
        }
        let Some(i) = (0..last).rev().find(|i| at[*i] < area[*i].1) else { return Ok(true) };
        at[i] += 1;
        (i + 1..last).for_each(|j| at[j] = area[j].0);
    }
}

struct Area<'a> {
    grid: &'a Grid,
    area: &'a [(usize, usize)],
}

impl Env for Area<'_> {
    fn coord(&self, index: usize) -> Interval {
        let (lo, hi) = self.area[self.grid.axis(index)];
        Interval { lo: Some(IBig::from(lo)), hi: Some(IBig::from(hi)) }
    }
    fn var(&self, _: usize) -> Interval {
        Interval::any()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use grundy_core::enumerate::mover::Mover;
    use grundy_core::read::rays::Plan;

    #[test]
    fn halving_boxes_finds_what_testing_every_cell_finds() {
        for (name, hi) in
            [("star_nim[3]", vec![7, 9, 5]), ("bar[z -> 3 * z div 4]", vec![20, 33]), ("welter[2]", vec![40, 17])]
        {
            let rules = grundy_rules::session::Session::new().game(name, None).expect("a built-in game").rules;
            let plan = Plan::of(&rules).expect("rays");
            let mut mover: Mover<i64> = Mover::new(&Arc::clone(&rules), &Limits::default());
            for grid in Grid::candidates(&plan, &hi) {
                let existence = Existence::of(&rules);
                let mut env = Values::new(hi.len(), existence.variables(), 0);
                let mut there = vec![true; grid.cells()];
                let mark = &mut |start: usize, len: usize| there[start..start + len].fill(false);
                let cuts = [0, 1, grid.cells() / 3 + 1, grid.cells() - 2, grid.cells()];
                for cut in cuts.windows(2) {
                    let found = existence.missing(&grid, &mut env, &Limits::default(), cut[0]..cut[1], mark);
                    assert_eq!(found, Ok(true));
                }
                for (index, there) in there.iter().enumerate() {
                    let place = |c: usize| (index / grid.strides[grid.axis(c)] % grid.sizes[grid.axis(c)]) as i64;
                    let cell: Vec<i64> = (0..hi.len()).map(place).collect();
                    assert_eq!(mover.exists(0, &cell), Ok(*there), "{name} at {cell:?}");
                }
            }
        }
    }
}
