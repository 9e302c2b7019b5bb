//! The order in which the cells of a table are filled.
//!
//! In: a plan and the bounds of a box. Out: a [`Grid`]: the coordinates from the outermost axis to the innermost, with
//! sizes and strides. The outermost axes are the coordinates that no ray moves, then the longest ones. A line that begins on the
//! outermost axis keeps its set for the whole work; all other sets are reused. So long outer axes need the least memory.

use grundy_core::read::rays::{Plan, Ray, Step};

/// The direction of a ray on a grid: axes, the outermost first, each with what an amount of 1 takes along it.
pub(super) type Direction = Vec<(usize, usize)>;

/// The axes in order; the last runs fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// The coordinate of each axis.
    pub(super) order: Vec<usize>,
    pub(super) sizes: Vec<usize>,
    pub(super) strides: Vec<usize>,
}

impl Grid {
    /// The grids in which every step leads to an earlier cell, the best first.
    pub(super) fn candidates(plan: &Plan, hi: &[u64]) -> Vec<Grid> {
        let own: Vec<usize> = (0..hi.len()).collect();
        let moved = |c: usize| plan.rays.iter().any(|r| r.direction.iter().any(|(own, _)| *own == c));
        let mut best = own.clone();
        best.sort_by_key(|c| (moved(*c), std::cmp::Reverse(if moved(*c) { hi[*c] } else { 0 })));
        let mut grids: Vec<Grid> = vec![Grid::of(best, hi), Grid::of(own, hi)];
        grids.dedup();
        grids.retain(|g| plan.steps.iter().chain(&plan.passes).all(|s| g.lowers(s)));
        grids
    }

    /// The grid in the order of the coordinates.
    pub(super) fn of_coordinates(hi: &[u64]) -> Grid {
        Grid::of((0..hi.len()).collect(), hi)
    }

    fn of(order: Vec<usize>, hi: &[u64]) -> Grid {
        let sizes: Vec<usize> = order.iter().map(|c| hi[*c] as usize + 1).collect();
        let mut strides = vec![1; sizes.len()];
        for i in (0..sizes.len() - 1).rev() {
            strides[i] = strides[i + 1] * sizes[i + 1];
        }
        Grid { order, sizes, strides }
    }

    /// Does the step lead to an earlier cell wherever it has a target in the table?
    fn lowers(&self, step: &Step) -> bool {
        let offset = |c: &usize| step.offset.iter().find(|(d, _)| d == c).map_or(0, |(_, k)| *k);
        self.order.iter().map(offset).find(|k| *k != 0).is_some_and(|k| k < 0)
    }

    /// The axis of a coordinate.
    pub(super) fn axis(&self, coord: usize) -> usize {
        self.order.iter().position(|c| *c == coord).expect("every coordinate has an axis")
    }

    /// The direction of a ray. As much as an axis has cells leads out of the grid, and so does more.
    pub(super) fn direction(&self, ray: &Ray) -> Direction {
        let along = |(c, factor): &(usize, u64)| {
            let axis = self.axis(*c);
            (axis, usize::try_from(*factor).unwrap_or(usize::MAX).min(self.sizes[axis]))
        };
        let mut direction: Direction = ray.direction.iter().map(along).collect();
        direction.sort_unstable();
        direction
    }

    /// The most options of a cell along a direction.
    pub(super) fn longest(&self, direction: &[(usize, usize)]) -> usize {
        direction.iter().map(|(axis, factor)| (self.sizes[*axis] - 1) / factor).min().unwrap_or(0)
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.sizes.iter().product()
    }

    /// The strides in the order of the coordinates.
    pub(super) fn by_coordinate(&self) -> Vec<usize> {
        (0..self.order.len()).map(|c| self.strides[self.axis(c)]).collect()
    }
}
