//! Which cells exist, before any value is known.
//!
//! In: the conditions on positions and a grid. Out: the cells where they do not hold. A box of cells for which the bounds of its
//! coordinates decide is done at once; another is halved. So what is tested cell by cell lies along the border of the
//! positions that exist, and the fill that follows asks nothing.

use dashu_int::IBig;

use super::super::compile::{Env as Values, FUEL};
use super::grid::Grid;
use super::read::Test;
use crate::rules::bounds::{Env, Interval, decide};
use crate::rules::expr::E;
use crate::rules::{Ruleset, build};

/// Boxes of at most this many cells are tested cell by cell.
const SMALL: usize = 16;

/// Conditions on positions, ready.
pub(super) struct Existence {
    all: E,
    test: Option<Test>,
}

/// A condition is not defined somewhere; or the work is to stop.
pub(super) struct Undecided;

impl Existence {
    pub(super) fn of(rules: &Ruleset) -> Existence {
        let all = build::and(rules.requires.iter().map(|r| r.1.clone()).collect());
        Existence { test: super::read::test(&Some(all.clone()).filter(|e| e.as_bool() != Some(true))), all }
    }

    pub(super) fn variables(&self) -> usize {
        self.all.variables()
    }

    /// Calls `missing` with the start and the length of every run of cells that do not exist.
    pub(super) fn missing(
        &self,
        grid: &Grid,
        env: &mut Values<i64>,
        missing: &mut dyn FnMut(usize, usize),
    ) -> Result<(), Undecided> {
        let Some(test) = &self.test else { return Ok(()) };
        let whole: Vec<(usize, usize)> = grid.sizes.iter().map(|n| (0, n - 1)).collect();
        let total = self.all.total();
        let mut open = vec![whole];
        while let Some(mut area) = open.pop() {
            match if total { decide(&self.all, &Area { grid, area: &area }) } else { None } {
                Some(true) => continue,
                Some(false) => {
                    runs(grid, &area, &mut |start, len, _| {
                        missing(start, len);
                        Ok(())
                    })?;
                    continue;
                }
                None => {}
            }
            let cells: usize = area.iter().map(|(lo, hi)| hi - lo + 1).product();
            if cells > SMALL && total {
                let widest = (0..area.len()).max_by_key(|i| area[*i].1 - area[*i].0).unwrap_or(0);
                let (lo, hi) = area[widest];
                let middle = lo + (hi - lo) / 2;
                let mut upper = area.clone();
                upper[widest].0 = middle + 1;
                area[widest].1 = middle;
                open.extend([upper, area]);
                continue;
            }
            runs(grid, &area, &mut |start, len, at| {
                let last = at.len() - 1;
                at.iter().zip(&grid.order).for_each(|(x, c)| env.coords[*c] = *x as i64);
                for k in 0..len {
                    env.coords[grid.order[last]] = (at[last] + k) as i64;
                    env.fuel = FUEL;
                    if !test(env).map_err(|_| Undecided)? {
                        missing(start + k, 1);
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The runs of cells of a box along the innermost axis: start, length, place of the start.
fn runs(
    grid: &Grid,
    area: &[(usize, usize)],
    f: &mut dyn FnMut(usize, usize, &[usize]) -> Result<(), Undecided>,
) -> Result<(), Undecided> {
    let last = area.len() - 1;
    let mut at: Vec<usize> = area.iter().map(|a| a.0).collect();
    loop {
        let start = at.iter().zip(&grid.strides).map(|(x, s)| x * s).sum();
        f(start, area[last].1 - area[last].0 + 1, &at)?;
        let Some(i) = (0..last).rev().find(|i| at[*i] < area[*i].1) else { return Ok(()) };
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
