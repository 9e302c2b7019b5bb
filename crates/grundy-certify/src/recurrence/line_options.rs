//! Collects all rows that a line depends on.
//!
//! In: rules, and the row of the line. Out: [`LineOptions`]: the rows, ordered such that in each column a cell depends only on cells of
//! earlier columns, or of rows before its row; and for each class of columns and row the options, by numbers of rows.

use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};

use crate::form::expr::{Expr, Result, Rules};
use crate::form::numbers::index;
use crate::recurrence::options::{Cell, Reader, Row, modulus};

/// The number of residue classes distinguished at most.
pub(crate) const MOST_CLASSES: u64 = 1 << 10;
const MOST_ROWS: usize = 1 << 14;
/// The number of moves looked at in all rows.
const BUDGET: u64 = 1 << 22;
/// The largest number of columns that a step may lead back.
const FARTHEST: u64 = 1 << 12;
/// The first columns must extend beyond all constants of the rules that are below this.
const LARGE: u64 = 1 << 11;

/// The rows, with what their cells depend on.
pub(crate) struct LineOptions {
    /// The coordinates of each row, but for the one that runs.
    pub(crate) rows: Vec<Row>,
    runner: usize,
    /// The number of the line's row.
    pub(crate) target: usize,
    /// At column b, sets have the values of the columns from `near` to b - back.
    pub(crate) near: u64,
    pub(crate) back: u64,
    /// The largest number of columns that steps and sets look back.
    pub(crate) depth: u64,
    /// The first column from which on the options are as described.
    pub(crate) base: u64,
    /// By residue class of columns the cells that exist, in order.
    pub(crate) classes: Vec<Vec<Wired>>,
    pub(crate) sets: Vec<Set>,
}

/// The options of a cell, by number.
pub(crate) struct Wired {
    pub(crate) row: usize,
    /// The single options, by row and distance.
    pub(crate) steps: Vec<(usize, u64)>,
    pub(crate) set: Option<usize>,
}

/// A set of values that grows along the line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set {
    /// The rows whose values enter, by class of the column.
    pub(crate) feeds: Vec<Vec<usize>>,
    /// Single positions whose values are in the set.
    pub(crate) early: Vec<Vec<u64>>,
}

impl LineOptions {
    /// Finds the options of a line.
    pub(crate) fn of(rules: &Rules, runner: usize, target: &Row) -> Result<LineOptions> {
        let modulus = modulus(rules, MOST_CLASSES)?;
        let widest = target.iter().max().copied().unwrap_or(0) + 4;
        let beyond = widest + large(rules);
        let budget = Counter::new(BUDGET);
        let mut why = None;
        for (near, back) in [(widest, 1), (2 * beyond, 1), (2 * beyond, 8), (4 * beyond, beyond)] {
            let near = near.next_multiple_of(modulus);
            let reader = Reader { rules, runner, modulus, near, back, budget: &budget };
            match rows(&reader, target).and_then(|found| wire(&reader, &found, target)) {
                Ok(options) => return Ok(options),
                Err(reason) => _ = why.get_or_insert(reason),
            }
        }
        Err(why.unwrap_or_default())
    }

    /// The position of a row in a column.
    pub(crate) fn position(&self, row: usize, column: u64) -> Vec<u64> {
        let mut position = self.rows[row].clone();
        position[self.runner] = column;
        position
    }

    /// The number of the class of a column.
    #[inline(always)]
    pub(crate) fn class(&self, column: u64) -> usize {
        index(column % self.classes.len() as u64)
    }
}

/// The greatest constant of the rules below [`LARGE`].
pub(crate) fn large(rules: &Rules) -> u64 {
    let mut most = 0;
    rules.visit(&mut |e| {
        let constant = match e {
            Expr::Int(v) | Expr::Sum(v, _) => v.unsigned_abs(),
            _ => 0,
        };
        if let Some(constant) = u64::try_from(constant).ok().filter(|constant| *constant < LARGE) {
            most = most.max(constant);
        }
    });
    most
}

type FoundCells = BTreeMap<Row, Vec<Option<Cell>>>;

fn rows(reader: &Reader, target: &Row) -> Result<FoundCells> {
    let mut found = FoundCells::new();
    // The rows that are still to be read.
    let mut open = BTreeSet::from([target.clone()]);
    while let Some(row) = open.pop_first() {
        let cells = (0..reader.modulus).map(|residue| reader.cell(&row, residue)).collect::<Result<Vec<_>>>()?;
        for cell in cells.iter().flatten() {
            let all = cell.steps.iter().map(|(row, _)| row).chain(cell.lines.iter().flatten());
            open.extend(all.filter(|other| **other != row && !found.contains_key(*other)).cloned());
        }
        found.insert(row, cells);
        if found.len() + open.len() > MOST_ROWS {
            return Err(format!("the line depends on more than {MOST_ROWS} others"));
        }
    }
    Ok(found)
}

fn wire(reader: &Reader, found: &FoundCells, target: &Row) -> Result<LineOptions> {
    let Reader { runner, modulus, near, back, .. } = *reader;
    let rows = order(found)?;
    let numbers: BTreeMap<&Row, usize> = rows.iter().zip(0..).collect();
    let mut sets: BTreeMap<Set, usize> = BTreeMap::new();
    let class = |residue: usize| {
        let mut class = vec![];
        for (row, number) in rows.iter().zip(0..) {
            let Some(cell) = &found[row][residue] else { continue };
            let steps = cell.steps.iter().map(|(row, back)| (numbers[row], *back)).collect();
            let feeds = cell.lines.iter().map(|rows| rows.iter().map(|row| numbers[row]).collect());
            let set = Set { feeds: feeds.collect(), early: cell.early.iter().cloned().collect() };
            let empty = set.early.is_empty() && set.feeds.iter().all(Vec::is_empty);
            let next = sets.len();
            let set = (!empty).then(|| *sets.entry(set).or_insert(next));
            class.push(Wired { row: number, steps, set });
        }
        class
    };
    let classes: Vec<Vec<Wired>> = (0..index(modulus)).map(class).collect();
    let mut sets: Vec<(usize, Set)> = sets.into_iter().map(|(set, number)| (number, set)).collect();
    sets.sort();
    let steps = classes.iter().flatten().flat_map(|cell| &cell.steps);
    let depth = steps.map(|(_, back)| *back).fold(back, u64::max);
    if depth > FARTHEST {
        return Err(format!("a move leads {depth} columns back; this checker keeps {FARTHEST}"));
    }
    let (target, sets) = (numbers[target], sets.into_iter().map(|(_, set)| set).collect());
    Ok(LineOptions { runner, target, near, back, depth, base: reader.base(), classes, sets, rows })
}

/// The rows in an order in which each row comes after the rows that it depends on in the same column.
fn order(found: &FoundCells) -> Result<Vec<Row>> {
    let mut open: Vec<(&Row, Vec<&Row>)> = vec![];
    for (row, cells) in found {
        let steps = cells.iter().flatten().flat_map(|cell| &cell.steps).filter(|(_, back)| *back == 0);
        open.push((row, steps.map(|(row, _)| row).collect()));
    }
    let (mut done, mut order) = (BTreeSet::new(), vec![]);
    while !open.is_empty() {
        let before = open.len();
        open.retain_mut(|(row, beside)| {
            beside.retain(|other| !done.contains(other));
            if beside.is_empty() {
                done.insert(*row);
                order.push(row.clone());
            }
            !beside.is_empty()
        });
        if open.len() == before {
            return Err("moves lead round in one column".into());
        }
    }
    Ok(order)
}
