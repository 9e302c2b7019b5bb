//! Tables of a whole ruleset: one for each component.
//!
//! In: a ruleset and the greatest value of each coordinate. Out: the values of the box. Components that no move joins have tables
//! of their own; a value is then their nim-sum, so that a table of `nim[3]` costs three short ones.

use std::sync::Arc;

use super::boxes::build_by_boxes;
use super::compile::Result;
use super::limits::Limits;
use super::rays::build_by_rays;
use super::steps::{Planes, build_both_by_steps, build_by_steps};
use super::table::{Built, How, Table, build_table, fits};
use crate::rules::Ruleset;
use crate::rules::components::{Component, components, whole};

/// The values of a box.
#[derive(Debug)]
pub(super) struct Tables {
    tables: Vec<(Component, Stored)>,
}

/// The values of a component.
#[derive(Debug)]
enum Stored {
    /// A number a cell.
    Cells(Table),
    /// A bit a value and cell.
    Planes(Planes),
}

impl Stored {
    fn get(&self, position: &[u64]) -> Option<u32> {
        match self {
            Stored::Cells(table) => table.get(position),
            Stored::Planes(planes) => Some(planes.get(position)),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Stored::Cells(table) => table.cells() * u64::from(table.width()),
            Stored::Planes(planes) => planes.bytes(),
        }
    }

    fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]) {
        match self {
            Stored::Cells(table) => table.add_line(position, coord, line),
            Stored::Planes(planes) => {
                planes.add_line(position, coord, line);
            }
        }
    }

    /// How it was computed, and how large it is, in words.
    fn explain(&self) -> (&'static str, String) {
        match self {
            Stored::Cells(table) => {
                let bytes = if table.width() == 1 { "byte" } else { "bytes" };
                let how = match table.how() {
                    How::Enumeration => "enumeration",
                    How::Rays => "rays",
                    How::Boxes => "boxes",
                };
                (how, format!("{} cells of {} {bytes}", table.cells(), table.width()))
            }
            Stored::Planes(planes) => ("steps", format!("{} cells in {} bytes", planes.size(), planes.bytes())),
        }
    }
}

/// The table of a component by the engine that reads its shape, if there is one.
fn by_shape(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, plain: bool, limits: &Limits) -> Result<Option<Stored>> {
    if plain {
        return Ok(None);
    }
    if let Some(table) = build_by_rays(rules, hi, misere, limits)? {
        return Ok(Some(Stored::Cells(table)));
    }
    if let Some(planes) = build_by_steps(rules, hi, misere, limits)? {
        return Ok(Some(Stored::Planes(planes)));
    }
    Ok(build_by_boxes(rules, hi, misere, limits)?.map(Stored::Cells))
}

/// Are there rays in every component, so that its table is cheap?
pub(super) fn by_rays(rules: &Ruleset, misere: bool) -> bool {
    !misere && components(rules).iter().all(|c| super::rays::reads(&c.rules))
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
            let table = match by_shape(&component.rules, &own, misere, plain, limits)? {
                Some(stored) => stored,
                None => match build_table(&component.rules, &own, misere, plain, limits, &show)? {
                    Built::Done(table) => Stored::Cells(table),
                    Built::Raises => return Ok(None),
                },
            };
            tables.push((component, table));
        }
        Ok(Some(Tables { tables }))
    }

    /// Computes the tables of normal and of misère play together, which then share the memory allowed; `None` where that is no less work
    /// than one after the other.
    ///
    /// # Errors
    /// As [`Tables::build`].
    pub(super) fn of_both_plays(rules: &Arc<Ruleset>, hi: &[u64], limits: &Limits) -> Result<Option<(Tables, Tables)>> {
        // In normal play components have tables of their own, in misère play never.
        let [component] = &components(rules)[..] else { return Ok(None) };
        let whole = |planes| Tables { tables: vec![(component.clone(), Stored::Planes(planes))] };
        let both = build_both_by_steps(&component.rules, hi, limits)?;
        Ok(both.map(|(normal, misere)| (whole(normal), whole(misere))))
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
        self.tables.iter().map(|(_, t)| t.bytes()).sum()
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
        let mut ways: Vec<(&str, Vec<String>)> = vec![];
        for (how, size) in self.tables.iter().map(|(_, stored)| stored.explain()) {
            match ways.iter_mut().find(|(name, _)| *name == how) {
                Some((_, sizes)) => sizes.push(size),
                None => ways.push((how, vec![size])),
            }
        }
        let ways: Vec<String> =
            ways.iter().map(|(name, sizes)| format!("table by {name}, {}", sizes.join(" + "))).collect();
        let sum = if self.tables.len() > 1 { "; values are nim-sums of the components' (Sprague, Grundy)" } else { "" };
        format!("{}{sum}", ways.join(" + "))
    }
}
