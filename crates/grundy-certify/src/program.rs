//! All rows that a line depends on.
//!
//! In: rules, the row of the line. Out: a [`Program`]: rows in an order in which a cell looks only at rows before its own in the same
//! column, or at earlier columns; for each row and class of columns its options, as numbers of rows.

use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};

use super::expr::{Expr, Rules, Seen};
use super::options::{Cell, Reader, Row, modulus};

/// Residue classes that are told apart.
pub(crate) const MOST_CLASSES: u64 = 1 << 10;
const MOST_ROWS: usize = 1 << 14;
/// Moves looked at in all rows.
const BUDGET: u64 = 1 << 22;
/// How far back a step may lead.
const FARTHEST: u64 = 1 << 12;
/// Constants of rules that the first columns are to be beyond.
const LARGE: u64 = 1 << 11;

/// What cells look at.
pub(crate) struct Program {
    /// The other coordinates of each row; the line itself is one of them.
    pub(crate) rows: Vec<Row>,
    /// The line's number.
    pub(crate) target: usize,
    pub(crate) modulus: u64,
    /// Sets have what lies in columns from here to b - back.
    pub(crate) near: u64,
    pub(crate) back: u64,
    /// How far back steps and sets look.
    pub(crate) depth: u64,
    /// The first column of which the options are as said.
    pub(crate) base: u64,
    /// By row and class; `None` where no position exists.
    pub(crate) cells: Vec<Vec<Option<Wired>>>,
    pub(crate) sets: Vec<Set>,
}

/// A cell's options by number.
pub(crate) struct Wired {
    pub(crate) steps: Vec<(usize, u64)>,
    pub(crate) set: Option<usize>,
}

/// Values that are added up along the line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set {
    /// Rows by class of the column.
    pub(crate) feeds: Vec<Vec<usize>>,
    /// Single positions.
    pub(crate) early: Vec<Vec<u64>>,
}

impl Program {
    /// Reads rules along a line.
    pub(crate) fn of(rules: &Rules, runner: usize, target: &Row) -> Seen<Program> {
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

/// The greatest constant, of those that are not too large.
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

type Found = BTreeMap<Row, Vec<Option<Cell>>>;

fn rows(reader: &Reader, target: &Row) -> Seen<Found> {
    let mut found = Found::new();
    // Those that were not looked at yet.
    let mut open = BTreeSet::from([target.clone()]);
    while let Some(row) = open.pop_first() {
        let cells = (0..reader.modulus).map(|residue| reader.cell(&row, residue)).collect::<Seen<Vec<_>>>()?;
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

fn wire(reader: &Reader, found: &Found, target: &Row) -> Seen<Program> {
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

/// The rows so that those come first that others look at in the same column.
fn order(found: &Found) -> Seen<Vec<Row>> {
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
