//! The first layer of a table whose outermost axis counts passes.
//!
//! In: rules with a part that is played alone once no pass is left. Out: the values of the first layer. If the part is a sum, they are the
//! nim-sums of its components' values, and the layer needs no further computation.

use super::grid::Grid;
use grundy_core::contract::stop::Result;
use grundy_core::engine::TableRequest;
use grundy_core::read::rays::Plan;
use grundy_core::store::cells::Cell;
use grundy_core::store::sum::Tables;
use grundy_rules::rules::components::groups;
use grundy_rules::rules::{Play, Ruleset};

/// The values of the first layer.
pub(super) struct FirstLayer {
    tables: Tables,
    /// The part's coordinates.
    own: std::ops::Range<usize>,
    /// The cells before this one have their values.
    placed: usize,
}

impl FirstLayer {
    /// The first layer, if the outermost axis counts passes and the part with the passes is a sum.
    pub(super) fn of(
        rules: &Ruleset,
        plan: &Plan,
        grid: &Grid,
        hi: &[u64],
        wish: &TableRequest,
    ) -> Result<Option<FirstLayer>> {
        let counter = grid.order[0];
        let passes = plan.passes.iter().all(|p| p.offset.iter().any(|(c, k)| *c == counter && *k < 0));
        let [part] = &rules.parts[..] else { return Ok(None) };
        let own = part.first..part.first + part.rules.width();
        let others = (0..hi.len()).filter(|c| !own.contains(c)).collect::<Vec<_>>();
        if plan.passes.is_empty() || !passes || others != [counter] || groups(&part.rules).len() < 2 {
            return Ok(None);
        }
        let tables = wish.ask.tables(
            &part.rules,
            &hi[own.clone()],
            &TableRequest::any(Play::Normal, false, wish.limits, wish.ask),
        )?;
        Ok(tables.map(|tables| FirstLayer { tables, own, placed: 0 }))
    }

    /// The cells before this one have their values.
    pub(super) fn pass(&mut self, to: usize) {
        self.placed = to;
    }

    /// Writes the values of the layer's rows to their cells; `false` if a value does not fit.
    pub(super) fn put<T: Cell>(&mut self, grid: &Grid, cells: &mut [T], base: usize, to: usize) -> bool {
        let inner = grid.order[grid.order.len() - 1];
        let len = grid.sizes[grid.sizes.len() - 1];
        let mut line = vec![];
        let mut at = vec![0u64; grid.order.len()];
        while self.placed < to.min(grid.strides[0]) {
            let start = self.placed;
            for (axis, c) in grid.order.iter().enumerate() {
                at[*c] = (start / grid.strides[axis] % grid.sizes[axis]) as u64;
            }
            self.tables.line(&at[self.own.clone()], inner - self.own.start, len, &mut line);
            for (cell, value) in cells[start - base..].iter_mut().zip(&line).filter(|(cell, _)| **cell != T::NONE) {
                match T::of(*value) {
                    Some(new) => *cell = new,
                    None if *value == u32::MAX => *cell = T::NONE,
                    None => return false,
                }
            }
            self.placed += len;
        }
        true
    }
}
