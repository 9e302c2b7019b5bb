//! The moves of a plan, compiled for a grid.
//!
//! In: a plan. Out: its conditions and shadows as closures, its steps as distances between cells. If the rules are not defined at a cell, or a move
//! leaves the table, the result is [`Undecided`], and the plain table decides.

use super::compiled::{Entry, Test, entries, test};
use super::grid::Grid;
use super::space::value_of;
use grundy_core::enumerate::compile::Env;
use grundy_core::read::rays::{Plan, Ray, Step};
use grundy_core::store::slots::Slots;

/// Rays cannot decide this cell.
#[derive(Debug)]
pub(super) struct Undecided;

/// A ray, compiled.
pub(super) struct RayMove {
    pub(super) when: Option<Test>,
    pub(super) only: Option<Test>,
    pub(super) shadow: Vec<ShadowEntry>,
}

/// A coordinate of a shadow.
pub(super) struct ShadowEntry {
    pub(super) coord: usize,
    pub(super) axis: usize,
    pub(super) to: Entry,
}

/// A step, compiled.
pub(super) struct StepMove {
    back: usize,
    /// The axes that the step changes, with what it adds to each.
    offset: Vec<(usize, i64)>,
    when: Option<Test>,
    /// Does the step raise a coordinate?
    rises: bool,
    /// In the current row: the first cell with a target, and the first cell whose target lies beyond the table.
    from: usize,
    beyond: usize,
}

/// All moves.
pub(super) struct Moves {
    pub(super) rays: Vec<RayMove>,
    pub(super) steps: Vec<StepMove>,
    pub(super) passes: Vec<StepMove>,
    /// Are all moves rays?
    pub(super) only_rays: bool,
    /// Has some move a condition or a shadow?
    pub(super) asks: bool,
    /// The values of the current cell's options by steps and passes.
    pub(super) extras: Vec<usize>,
}

impl Moves {
    pub(super) fn of(plan: &Plan, rays: &[&Ray], grid: &Grid) -> Moves {
        let rays: Vec<RayMove> = rays
            .iter()
            .map(|r| RayMove {
                when: test(&r.when),
                only: test(&r.only),
                shadow: entries(&r.shadow)
                    .into_iter()
                    .map(|(coord, to)| ShadowEntry { coord, axis: grid.axis(coord), to })
                    .collect(),
            })
            .collect();
        let compiled = |list: &[Step]| -> Vec<StepMove> { list.iter().map(|s| StepMove::of(s, grid)).collect() };
        let (steps, passes) = (compiled(&plan.steps), compiled(&plan.passes));
        let only_rays = steps.is_empty() && passes.is_empty();
        let asks = rays.iter().any(|r| r.when.is_some() || r.only.is_some() || !r.shadow.is_empty())
            || steps.iter().chain(&passes).any(|s| s.when.is_some());
        Moves { rays, steps, passes, only_rays, asks, extras: vec![] }
    }

    /// How many cells back a target of a step or a pass may lie; `None` if there are shadows, which may lie anywhere.
    pub(super) fn reach(&self) -> Option<usize> {
        let near = self.rays.iter().all(|r| r.shadow.is_empty());
        near.then(|| self.steps.iter().chain(&self.passes).map(|s| s.back).max().unwrap_or(0))
    }

    /// Do all steps and passes leave the axes from this one on unchanged?
    pub(super) fn stay_before(&self, axis: usize) -> bool {
        self.steps.iter().chain(&self.passes).all(|s| s.offset.iter().all(|(a, _)| *a < axis))
    }

    /// Moves to a row.
    pub(super) fn row(&mut self, grid: &Grid, at: &[usize]) {
        self.steps.iter_mut().chain(&mut self.passes).for_each(|s| s.row(grid, at));
    }
}

impl StepMove {
    fn of(step: &Step, grid: &Grid) -> StepMove {
        let offset: Vec<(usize, i64)> = step.offset.iter().map(|(c, k)| (grid.axis(*c), *k)).collect();
        let to: i64 = offset.iter().map(|(axis, k)| k * grid.strides[*axis] as i64).sum();
        let rises = offset.iter().any(|(_, k)| *k > 0);
        StepMove { back: to.unsigned_abs() as usize, offset, when: test(&step.when), rises, from: 0, beyond: 0 }
    }

    fn row(&mut self, grid: &Grid, at: &[usize]) {
        let last = grid.sizes.len() - 1;
        (self.from, self.beyond) = (0, usize::MAX);
        for (axis, k) in &self.offset {
            let size = grid.sizes[*axis] as i64;
            if *axis == last {
                self.from = self.from.max((-k).max(0) as usize);
                if *k > 0 {
                    self.beyond = self.beyond.min((size - k).max(0) as usize);
                }
            } else if at[*axis] as i64 + k < 0 {
                self.from = usize::MAX;
            } else if at[*axis] as i64 + k >= size {
                self.beyond = 0;
            }
        }
    }

    /// For a step without a condition that raises no coordinate: the first cell of the row with a target, and how far back targets lie.
    pub(super) fn reach(&self) -> (usize, usize) {
        (self.from, self.back)
    }

    /// Does the step raise no coordinate?
    pub(super) fn only_lowers(&self) -> bool {
        !self.rises
    }

    /// The value of the step's target from cell `z` of the row, if the step is a move there.
    #[inline]
    pub(super) fn value<S: Slots + ?Sized>(
        &self,
        cells: &S,
        index: usize,
        z: usize,
        env: &mut Env<i64>,
    ) -> Result<Option<usize>, Undecided> {
        if z < self.from {
            return Ok(None);
        }
        if let Some(when) = &self.when
            && !when(env).map_err(|_| Undecided)?
        {
            return Ok(None);
        }
        if z >= self.beyond {
            return Err(Undecided);
        }
        let target = index - self.back;
        Ok(value_of(if self.rises { cells.earlier(target) } else { cells.read(target) }))
    }
}
