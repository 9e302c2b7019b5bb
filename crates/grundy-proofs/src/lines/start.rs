//! The state in which a line begins, read off a table.
//!
//! In: a [`Program`] and the values of all columns before some column. Out: for each set and slot the values in it, and for each row the
//! last values ([`Start`]). A [`Machine`](super::machine::Machine) continues from there.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;

use super::program::{Program, Set};
use crate::exact::{index, signed};
use grundy_core::contract::reason::asks;
use grundy_core::store::values::Values;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::evaluate::{Evaluator, NoAtoms};

/// The state before a column is computed.
pub(super) struct Start {
    pub(super) column: u64,
    pub(super) sets: Vec<BTreeSet<u64>>,
    /// The contents of the slots in the column before.
    pub(super) slots: Vec<BTreeSet<u64>>,
    /// The values of each row in the columns before, starting with the last.
    pub(super) recent: Vec<Vec<u64>>,
    /// The values at fixed positions, by row and residue.
    pub(super) fixed: Vec<Vec<Vec<u64>>>,
}

/// The number of steps the evaluation of an expression may take.
const STEPS: u64 = 1 << 20;

/// A program with the values of its first columns.
pub(super) struct Beginning<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) program: &'a Program,
    pub(super) runner: usize,
    pub(super) values: &'a Values,
}

impl Beginning<'_> {
    /// The value of a row in a column of the table, if a position exists.
    pub(super) fn get(&self, row: usize, column: u64) -> Option<u64> {
        let mut position = self.program.rows[row].clone();
        position[self.runner] = column;
        self.values.get(&position).map(u64::from)
    }

    /// The state before a column. The column must lie so far out that all steps lead into columns that are alike. `None` if something is
    /// not defined.
    pub(super) fn start(&self, column: u64) -> Option<Start> {
        let Program { cells, sets, slots, back, rows, modulus, .. } = self.program;
        let of = |steps: &[(usize, u64)], column: u64| {
            steps
                .iter()
                .map(|(row, back)| self.get(*row, column.checked_sub(*back)?))
                .collect::<Option<BTreeSet<u64>>>()
        };
        let slot = |slot: &super::program::Slot| {
            let mut held = of(&slot.steps, column - 1)?;
            held.insert(self.get(slot.row, column - 1)?);
            Some(held)
        };
        // Nothing asks for the value of a cell that is no position.
        let last = |row: usize, c: u64| if cells[row][index(c % modulus)].exists { self.get(row, c) } else { Some(0) };
        let recent = |row: usize| (1..=(*back).max(1)).map(|k| last(row, column - k)).collect::<Option<Vec<u64>>>();
        let fixed = |cell: &super::program::Cell| {
            cell.fixed.iter().map(|p| self.values.get(p).map(u64::from)).collect::<Option<Vec<u64>>>()
        };
        Some(Start {
            column,
            sets: sets.iter().map(|set| self.used(set, column)).collect::<Option<_>>()?,
            slots: slots.iter().map(slot).collect::<Option<_>>()?,
            recent: (0..rows.len()).map(recent).collect::<Option<_>>()?,
            fixed: cells.iter().map(|row| row.iter().map(fixed).collect()).collect::<Option<_>>()?,
        })
    }

    /// The values that the cell of a set's row in this column would reach by the set's family.
    fn used(&self, set: &Set, column: u64) -> Option<BTreeSet<u64>> {
        let Program { modulus, from, .. } = self.program;
        let mut used = BTreeSet::new();
        for c in *from..(column + 1).saturating_sub(set.line.back) {
            if let Some(row) = set.feeds[index(c % modulus)] {
                used.insert(self.get(row, c)?);
            }
        }
        // Columns before those that are alike are looked up one by one, from a column of the set's class.
        let behind = (column % modulus + modulus - set.residue) % modulus;
        self.near(set, column - behind, &mut used)?;
        Some(used)
    }

    /// Adds the values that a set's family reaches in the first columns.
    fn near(&self, set: &Set, column: u64, used: &mut BTreeSet<u64>) -> Option<()> {
        let near = &set.line.near;
        // The outcomes of parts, which moves of compounds may ask for, are not known here.
        if asks(&near.guard) || near.to.iter().chain([&near.range.lo, &near.range.hi]).any(asks) {
            return None;
        }
        let mut coords: Vec<IBig> = self.program.rows[set.row].iter().map(|x| IBig::from(*x)).collect();
        coords[self.runner] = column.into();
        let mut atoms = NoAtoms;
        let mut at = Evaluator { coords: &coords, vars: BTreeMap::new(), atoms: &mut atoms, steps: u64::MAX };
        let (lo, hi) = (at.int(&near.range.lo).ok()?, at.int(&near.range.hi).ok()?);
        // Only the amounts that lead before the first of the columns that are alike.
        let (lo, hi) = (i64::try_from(&lo).ok()?, i64::try_from(&hi).ok()?);
        let first = lo.max(hi.saturating_sub(2 * signed(self.program.from) + signed(set.line.back)));
        for amount in first..=hi {
            at.steps = STEPS;
            at.vars.insert(near.range.var, amount.into());
            if !at.truth(&near.guard).ok()? {
                continue;
            }
            let to: Vec<IBig> = near.to.iter().map(|e| at.int(e)).collect::<Result<_, _>>().ok()?;
            let Ok(to) = to.iter().map(u64::try_from).collect::<Result<Vec<u64>, _>>() else { continue };
            if to[self.runner] >= self.program.from || !self.exists(&to)? {
                continue;
            }
            // A row that is reached in the first columns only may lie outside the table.
            if to.iter().zip(self.values.hi()).any(|(x, hi)| x > hi) {
                return None;
            }
            used.insert(self.values.get(&to)?.into());
        }
        Some(())
    }

    fn exists(&self, position: &[u64]) -> Option<bool> {
        let coords: Vec<IBig> = position.iter().map(|x| IBig::from(*x)).collect();
        let mut atoms = NoAtoms;
        let mut at = Evaluator { coords: &coords, vars: BTreeMap::new(), atoms: &mut atoms, steps: STEPS };
        for (_, condition, _) in &self.rules.requires {
            if !at.truth(condition).ok()? {
                return Some(false);
            }
        }
        Some(true)
    }
}
