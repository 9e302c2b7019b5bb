//! Tables of a whole ruleset: one for each component.
//!
//! In: a ruleset and the greatest value of each coordinate. Out: the values of the box. Components that no move joins have tables
//! of their own; a value is then their nim-sum, so that a table of `nim[3]` costs three short ones.

use std::sync::Arc;

use super::compile::Result;
use super::limits::Limits;
use super::rays::build_by_rays;
use super::table::{Built, How, Table, build_table, fits};
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
            let by_rays = if plain { None } else { build_by_rays(&component.rules, &own, misere, limits)? };
            if let Some(table) = by_rays {
                tables.push((component, table));
                continue;
            }
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

    /// The values of a run of cells from a position on, one coordinate growing by 1; `u32::MAX` where no position exists.
    pub(super) fn line(&self, position: &[u64], coord: usize, len: usize, line: &mut Vec<u32>) {
        let (moved, still): (Vec<_>, Vec<_>) = self.tables.iter().partition(|(c, _)| c.coords.contains(&coord));
        let own = |component: &Component| component.coords.iter().map(|c| position[*c]).collect::<Vec<u64>>();
        let rest = still.iter().try_fold(0, |sum, (c, table)| Some(sum ^ table.get(&own(c))?));
        line.clear();
        line.resize(len, rest.unwrap_or(u32::MAX));
        for (component, table) in moved {
            let axis = component.coords.partition_point(|c| *c < coord);
            table.add_line(&own(component), axis, line);
        }
    }

    /// How the tables were computed, their cells, and what joins them, in words.
    #[must_use]
    pub(super) fn explain(&self) -> String {
        let sizes = |how: How| -> Vec<String> {
            let own = self.tables.iter().map(|(_, t)| t).filter(|t| t.how() == how);
            own.map(|t| {
                let bytes = if t.width() == 1 { "byte" } else { "bytes" };
                format!("{} cells of {} {bytes}", t.cells(), t.width())
            })
            .collect()
        };
        let ways = [("rays", sizes(How::Rays)), ("enumeration", sizes(How::Enumeration))];
        let ways: Vec<String> = ways
            .iter()
            .filter(|(_, sizes)| !sizes.is_empty())
            .map(|(name, sizes)| format!("table by {name}, {}", sizes.join(" + ")))
            .collect();
        let sum = if self.tables.len() > 1 { "; values are nim-sums of the components' (Sprague, Grundy)" } else { "" };
        format!("{}{sum}", ways.join(" + "))
    }
}
