//! The values of a box from one table for each component.
//!
//! In: the finished tables of components that no move joins; like components have one table. Out: values by position, or a line at a time: the nim-sums of the components' values.

use super::dense::Dense;
use super::reading::View;
use super::stored::Stored;
use crate::contract::reason::{Account, Refused};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::components::Component;

/// How the values of components are joined, for [`Tables::explain`].
pub const NIM_SUMS: &str = "; values are nim-sums of the components' (Sprague, Grundy)";

/// The values of a box.
#[derive(Debug)]
pub struct Tables {
    /// The components, each with the number of its table; like components share one.
    components: Vec<(Component, usize)>,
    tables: Vec<Box<dyn Stored>>,
    /// The quicker engines that were not taken.
    refused: Vec<Refused>,
}

impl Tables {
    /// From the table of a game that is one component, and the reasons why quicker engines were not taken.
    #[must_use]
    pub fn of_one(component: Component, table: Box<dyn Stored>, refused: Vec<Refused>) -> Tables {
        Tables { components: vec![(component, 0)], tables: vec![table], refused }
    }

    /// From the components, each with the number of its table, and the reasons why quicker engines were not taken.
    #[must_use]
    pub fn new(components: Vec<(Component, usize)>, tables: Vec<Box<dyn Stored>>, refused: Vec<Refused>) -> Tables {
        assert!(components.iter().all(|(_, table)| *table < tables.len()), "each component has a table");
        Tables { components, tables, refused }
    }

    fn each(&self) -> impl Iterator<Item = (&Component, &dyn Stored)> {
        self.components.iter().map(|(component, table)| (component, &*self.tables[*table]))
    }

    /// The value at a position inside the box; `None` where no position exists.
    #[must_use]
    pub fn get(&self, position: &[u64]) -> Option<u32> {
        if let [_] = &self.components[..] {
            return self.tables[0].get(position);
        }
        let mut own = vec![];
        self.each().try_fold(0, |total, (component, table)| {
            own.clear();
            own.extend(component.coords.iter().map(|c| position[*c]));
            Some(total ^ table.get(&own)?)
        })
    }

    /// The values of consecutive cells along one coordinate, from a position on; `u32::MAX` where no position exists.
    pub fn line(&self, position: &[u64], coord: usize, len: usize, line: &mut Vec<u32>) {
        let (moved, still): (Vec<_>, Vec<_>) = self.each().partition(|(c, _)| c.coords.contains(&coord));
        let own = |component: &Component| component.coords.iter().map(|c| position[*c]).collect::<Vec<u64>>();
        let rest = still.iter().try_fold(0, |sum, (c, table)| Some(sum ^ table.get(&own(c))?));
        line.clear();
        line.resize(len, rest.unwrap_or(u32::MAX));
        for (component, table) in moved {
            let axis = component.coords.partition_point(|c| *c < coord);
            table.add_line(&own(component), axis, line);
        }
    }

    /// The cells of the table, if there is one alone and its cells are in memory; otherwise the tables as they are.
    pub(super) fn into_cells(mut self) -> Result<Dense, Tables> {
        if self.components.len() != 1 {
            return Err(self);
        }
        let table = self.tables.remove(0);
        table.into_cells().map_err(|table| {
            self.tables.push(table);
            self
        })
    }

    /// The tables as readers see them.
    #[must_use]
    pub fn views(&self) -> Vec<View<'_>> {
        self.each().map(|(component, stored)| stored.view(&component.coords)).collect()
    }

    /// The error, if a table can no longer be read.
    pub fn failure(&self) -> Option<&Diagnostic> {
        self.tables.iter().find_map(|stored| stored.failure())
    }

    /// How the tables were made, and why not by quicker engines.
    #[must_use]
    pub fn account(&self) -> Account {
        Account { how: self.explain(), refused: self.refused.clone() }
    }

    /// How the tables were computed, their cells, and what joins them, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        let mut ways: Vec<(&str, Vec<String>)> = vec![];
        for (how, size) in self.each().map(|(_, stored)| stored.explain()) {
            match ways.iter_mut().find(|(name, _)| *name == how) {
                Some((_, sizes)) => sizes.push(size),
                None => ways.push((how, vec![size])),
            }
        }
        let ways: Vec<String> =
            ways.iter().map(|(name, sizes)| format!("table by {name}, {}", sizes.join(" + "))).collect();
        let sum = if self.components.len() > 1 { NIM_SUMS } else { "" };
        format!("{}{sum}", ways.join(" + "))
    }
}
