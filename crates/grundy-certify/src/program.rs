//! Collects all rows that a line depends on.
//!
//! In: rules, and the row of the line. Out: a [`Program`]: the rows, ordered such that in each column a cell depends only on cells of
//! earlier columns, or of rows before its row; and for each row and class of columns its options, by numbers of rows.

use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};

use super::expr::{Expr, Result, Rules};
use super::options::{Cell, Reader, Row, modulus};

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
pub(crate) struct Program {
    /// The other coordinates of each row. The line itself is one of the rows.
    pub(crate) rows: Vec<Row>,
    /// The number of the line's row.
    pub(crate) target: usize,
    pub(crate) modulus: u64,
    /// At column b, sets have the values of the columns from `near` to b - back.
    pub(crate) near: u64,
    pub(crate) back: u64,
    /// The largest number of columns that steps and sets look back.
    pub(crate) depth: u64,
    /// The first column from which on the options are as described.
    pub(crate) base: u64,
    /// The cells by row and class; `None` where no position exists.
    pub(crate) cells: Vec<Vec<Option<Wired>>>,
    pub(crate) sets: Vec<Set>,
}

/// The options of a cell, by number.
pub(crate) struct Wired {
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

impl Program {
    /// Finds the program of a line.
    pub(crate) fn of(rules: &Rules, runner: usize, target: &Row) -> Result<Program> {
        let Some(modulus) = modulus(rules, MOST_CLASSES) else {
            return Err(format!("the rules tell more than {MOST_CLASSES} residue classes apart"));
        };
        let widest = target.iter().max().copied().unwrap_or(0) + 4;
        let beyond = widest + large(rules);
        let budget = Counter::new(BUDGET);
        let mut why = None;
        for (near, back) in [(widest, 1), (2 * beyond, 1), (2 * beyond, 8), (4 * beyond, beyond)] {
            let near = near.next_multiple_of(modulus);
            let reader = Reader { rules, runner, modulus, near, back, budget: &budget };
            match rows(&reader, target).and_then(|found| wire(&reader, &found, target)) {
                Ok(program) => return Ok(program),
                Err(reason) => _ = why.get_or_insert(reason),
            }
        }
        Err(why.unwrap_or_default())
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

fn wire(reader: &Reader, found: &FoundCells, target: &Row) -> Result<Program> {
    let rows = order(found)?;
    let numbers: BTreeMap<&Row, usize> = rows.iter().zip(0..).collect();
    let mut sets: BTreeMap<Set, usize> = BTreeMap::new();
    let mut depth = reader.back;
    let mut cells = vec![];
    for row in &rows {
        let mut wired = vec![];
        for cell in &found[row] {
            let Some(cell) = cell else {
                wired.push(None);
                continue;
            };
            let steps: Vec<(usize, u64)> = cell.steps.iter().map(|(row, back)| (numbers[row], *back)).collect();
            depth = steps.iter().map(|(_, back)| *back).fold(depth, u64::max);
            let feeds: Vec<Vec<usize>> =
                cell.lines.iter().map(|rows| rows.iter().map(|row| numbers[row]).collect()).collect();
            let set = Set { feeds, early: cell.early.iter().cloned().collect() };
            let empty = set.early.is_empty() && set.feeds.iter().all(Vec::is_empty);
            let next = sets.len();
            let set = (!empty).then(|| *sets.entry(set).or_insert(next));
            wired.push(Some(Wired { steps, set }));
        }
        cells.push(wired);
    }
    if depth > FARTHEST {
        return Err(format!("a move leads {depth} columns back; this checker keeps {FARTHEST}"));
    }
    let mut sets: Vec<(usize, Set)> = sets.into_iter().map(|(set, number)| (number, set)).collect();
    sets.sort();
    let sets = sets.into_iter().map(|(_, set)| set).collect();
    let Reader { modulus, near, back, .. } = *reader;
    let target = numbers[target];
    Ok(Program { target, modulus, near, back, depth, base: reader.base(), cells, sets, rows })
}

/// The rows in an order in which each row comes after the rows that it depends on in the same column.
fn order(found: &FoundCells) -> Result<Vec<Row>> {
    let beside = |row: &Row| -> BTreeSet<&Row> {
        let cells = found[row].iter().flatten();
        cells.flat_map(|cell| &cell.steps).filter(|(_, back)| *back == 0).map(|(row, _)| row).collect()
    };
    let mut waits: BTreeMap<&Row, usize> = BTreeMap::new();
    let mut after: BTreeMap<&Row, Vec<&Row>> = BTreeMap::new();
    for row in found.keys() {
        let (row, beside) = (row, beside(row));
        waits.insert(row, beside.len());
        for other in beside {
            let (other, _) = found.get_key_value(other).ok_or("a row is missing")?;
            after.entry(other).or_default().push(row);
        }
    }
    let mut ready: Vec<&Row> = waits.iter().filter(|(_, n)| **n == 0).map(|(row, _)| *row).collect();
    let mut order = vec![];
    while let Some(row) = ready.pop() {
        order.push(row.clone());
        for later in after.get(row).into_iter().flatten() {
            let left = waits.entry(later).or_default();
            *left -= 1;
            if *left == 0 {
                ready.push(later);
            }
        }
    }
    if order.len() == found.len() { Ok(order) } else { Err("moves lead round in one column".into()) }
}
