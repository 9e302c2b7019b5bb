//! Tables of a whole ruleset: one for each component.
//!
//! In: a ruleset and the greatest value of each coordinate. Out: the values of the box. Components that no move joins have tables
//! of their own; a value is then their nim-sum, so that a table of `nim[3]` costs three short ones.

use std::sync::Arc;

use super::compile::Result;
use super::limits::Limits;
use super::table::{Built, Table, build_table, fits};
use crate::rules::Ruleset;
use crate::rules::components::{Component, components, whole};

/// The values of a box.
#[derive(Debug)]
pub(super) struct Tables {
    tables: Vec<(Component, Table)>,
}

impl Tables {
    /// Computes the tables; `None` when a move does not lower its position, or a position can have several parts without a cell.
    ///
    /// # Errors
    /// Too little memory, an interruption, rules that are not defined at a position.
    pub(super) fn build(
        rules: &Arc<Ruleset>,
        hi: &[u64],
        misere: bool,
        plain: bool,
        limits: &Limits,
    ) -> Result<Option<Tables>> {
        let parts = if misere || plain { vec![whole(rules)] } else { components(rules) };
        let mut tables = vec![];
        for component in parts {
            if !fits(&component.rules, misere) {
                return Ok(None);
            }
            let own: Vec<u64> = component.coords.iter().map(|c| hi[*c]).collect();
            let show = |cell: &[i64]| {
                let mut whole = vec![0; hi.len()];
                component.coords.iter().zip(cell).for_each(|(c, x)| whole[*c] = *x);
                super::tuple_text(&whole)
            };
            match build_table(&component.rules, &own, misere, plain, limits, &show)? {
                Built::Done(table) => tables.push((component, table)),
                Built::Raises => return Ok(None),
            }
        }
        Ok(Some(Tables { tables }))
    }

    /// The value at a position inside the box; `None` where no position exists.
    #[must_use]
    pub(super) fn get(&self, position: &[u64]) -> Option<u32> {
        if let [(_, table)] = &self.tables[..] {
            return table.get(position);
        }
        let mut own = vec![];
        self.tables.iter().try_fold(0, |total, (component, table)| {
            own.clear();
            own.extend(component.coords.iter().map(|c| position[*c]));
            Some(total ^ table.get(&own)?)
        })
    }

    /// The memory they take.
    #[must_use]
    pub(super) fn bytes(&self) -> u64 {
        self.sizes().iter().map(|(cells, width)| cells * u64::from(*width)).sum()
    }

    /// Cells and bytes a cell of each table.
    #[must_use]
    pub(super) fn sizes(&self) -> Vec<(u64, u32)> {
        self.tables.iter().map(|(_, t)| (t.cells(), t.width())).collect()
    }
}
