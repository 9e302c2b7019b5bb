//! The rows that a line depends on, and the cells that each cell of them looks at.
//!
//! In: rules, the row of the line, and the column from which on a cell's options no longer change ([`Reader`]). Out: a [`Program`].
//!
//! A program lists the rows in an order such that a cell looks only at rows before its own, or at earlier columns. For each row, and for each
//! residue class of columns, it lists three things:
//!
//! - the sets of used values along rows;
//! - the single options, as a row and a number of columns back;
//! - *slots*. Suppose that a family's options at a cell are the options at a neighbouring cell together with that neighbour. Then the cell takes over
//!   the neighbour's set of values, with the neighbour's value added. This set is a slot. Each direction costs a cell one slot, however many
//!   options lie in that direction.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::along::Line;
use super::read::{Outer, Reached, Reaches, Reader};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::done;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;

/// A line that depends on more rows, or that has more options in a column, is refused.
const MOST_ROWS: usize = 1 << 14;
const MOST_OPTIONS: usize = 1 << 20;
/// The number of columns that a step may lead back at most.
pub(super) const FARTHEST: u64 = 1 << 12;

/// What all cells far out look at.
pub(super) struct Program {
    /// The other coordinates of each row.
    pub(super) rows: Vec<Outer>,
    /// The number of the row that was asked about. It is the last one, unless another row looks at it in the same column.
    pub(super) target: usize,
    /// Does a row look at earlier columns of a row after it? Then the state of the first rows does not determine their next state.
    pub(super) mutual: bool,
    /// For each row, and each residue of the column, what a cell looks at.
    pub(super) cells: Vec<Vec<Cell>>,
    pub(super) sets: Vec<Set>,
    pub(super) slots: Vec<Slot>,
    pub(super) modulus: u64,
    /// The number of columns that the farthest step leads back.
    pub(super) back: u64,
    /// From this column on columns are alike.
    pub(super) from: u64,
}

/// What a cell looks at.
#[derive(Debug, Default)]
pub(super) struct Cell {
    /// Is it a position? Nothing looks at a cell that is none.
    pub(super) exists: bool,
    /// Sets along rows, by number.
    pub(super) sets: Vec<usize>,
    /// Slots, by number; `true` for the slot of the column before.
    pub(super) slots: Vec<(usize, bool)>,
    /// Rows, by number, and the number of columns back.
    pub(super) steps: Vec<(usize, u64)>,
    /// Positions that every column looks at.
    pub(super) fixed: Vec<Vec<u64>>,
    /// The slots that belong to this cell, each with the slot that it continues, if any (`true` for the slot of the column before). The
    /// cell's value is then added.
    pub(super) fills: Vec<(usize, Option<(usize, bool)>)>,
}

/// The values that the cells of a row have used along a family.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) row: usize,
    /// The residue of the columns that look at the set. In other columns it is only updated.
    pub(super) residue: u64,
    pub(super) line: Line,
    /// The row whose value enters the set, by residue of the column; `None` where only the first columns are reached.
    pub(super) feeds: Vec<Option<usize>>,
}

impl Set {
    /// Is the set empty for ever?
    pub(super) fn is_idle(&self, held: &BTreeSet<u64>) -> bool {
        held.is_empty() && self.feeds.iter().all(Option::is_none)
    }
}

/// The values of a family's options at a cell, together with the cell's value.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) row: usize,
    /// The options: rows, and the number of columns back.
    pub(super) steps: Vec<(usize, u64)>,
}

/// Options by residue of the column and by family; `None` where no position exists.
type OptionsByResidue = Vec<Option<Vec<Reaches>>>;

impl Program {
    /// The program of a row. Slots hold values of several rows, so they may be shared only if all rows have the same drift.
    pub(super) fn of(rules: &Arc<Ruleset>, reader: &Reader, target: &Outer, share: bool) -> Attempted<Program> {
        let found = done!(all_rows(rules, reader, target)?);
        Ok(order(&found, target).and_then(|order| Program::build(&found, order, target, reader, share)).into())
    }

    /// From this column on, all options of cells lie in columns that are alike, and every set along a row has begun.
    pub(super) fn begins(&self) -> u64 {
        self.from + 2 * self.back + self.modulus - 1
    }

    /// Is some cell no position?
    pub(super) fn has_holes(&self) -> bool {
        self.cells.iter().flatten().any(|cell| !cell.exists)
    }

    fn build(
        found: &BTreeMap<Outer, OptionsByResidue>,
        rows: Vec<Outer>,
        target: &Outer,
        reader: &Reader,
        share: bool,
    ) -> Result<Program, Reason> {
        let numbers: BTreeMap<&Outer, usize> = rows.iter().enumerate().map(|(k, row)| (row, k)).collect();
        let target = numbers[target];
        let mut work = ProgramBuilder {
            found,
            numbers: &numbers,
            chains: BTreeMap::new(),
            sets: vec![],
            slots: BTreeMap::new(),
            list: vec![],
        };
        let mut cells = vec![];
        for row in &rows {
            cells.push(work.row(row, share && reader.modulus == 1));
        }
        work.fill(&rows, &mut cells);
        let steps = cells.iter().flatten().flat_map(|c: &Cell| &c.steps);
        let back = steps.map(|(_, back)| *back).chain(work.sets.iter().map(|s| s.line.back)).max().unwrap_or(0);
        if back > FARTHEST {
            return Err(Reason::too_large(format!("a move leads {back} columns back; {FARTHEST} are kept"), None));
        }
        let (sets, slots) = (work.sets, work.list);
        let mutual = looks_ahead(&cells, &sets, &slots);
        Ok(Program { cells, sets, slots, modulus: reader.modulus, back, from: reader.from, rows, target, mutual })
    }
}

/// The options of all rows that a row depends on.
fn all_rows(rules: &Ruleset, reader: &Reader, target: &Outer) -> Attempted<BTreeMap<Outer, OptionsByResidue>> {
    let mut found: BTreeMap<Outer, OptionsByResidue> = BTreeMap::new();
    let (mut open, mut options) = (vec![target.clone()], 0);
    while let Some(row) = open.pop() {
        if found.contains_key(&row) {
            continue;
        }
        if found.len() == MOST_ROWS {
            return Ok(Attempt::Declined(Reason::too_large(
                format!("the line depends on more than {MOST_ROWS} others"),
                None,
            )));
        }
        let own = match row_options(rules, reader, &row) {
            Ok(own) => own,
            Err(reason) => {
                reader.patience.limits.interrupted()?;
                return Ok(Attempt::Declined(reason));
            }
        };
        for reached in own.iter().flatten().flatten().flatten() {
            options += 1;
            open.extend(rows_of(reached).filter(|r| !found.contains_key(*r)).cloned());
        }
        if options > MOST_OPTIONS {
            let text = format!("the lines that it depends on have more than {MOST_OPTIONS} moves in a column");
            return Ok(Attempt::Declined(Reason::too_large(text, None)));
        }
        found.insert(row, own);
    }
    Ok(Attempt::Done(found))
}

/// Does a row look at a row after it?
fn looks_ahead(cells: &[Vec<Cell>], sets: &[Set], slots: &[Slot]) -> bool {
    let of_cell = |row: usize, cell: &Cell| {
        cell.steps.iter().any(|(to, _)| *to > row) || cell.slots.iter().any(|(slot, _)| slots[*slot].row > row)
    };
    sets.iter().any(|set| set.feeds.iter().flatten().any(|from| *from > set.row))
        || cells.iter().enumerate().any(|(row, cells)| cells.iter().any(|cell| of_cell(row, cell)))
}

/// The options of a row, by residue and family; refused where no position exists in any column.
fn row_options(rules: &Ruleset, reader: &Reader, row: &Outer) -> Result<OptionsByResidue, Reason> {
    let of_class = |residue| {
        reader.patience.lasts()?;
        if !reader.exists(row, residue)? {
            return Ok(None);
        }
        rules.families.iter().map(|f| reader.options(f, row, residue)).collect::<Result<_, _>>().map(Some)
    };
    let options: OptionsByResidue = (0..reader.modulus).map(of_class).collect::<Result<_, _>>()?;
    if options.iter().all(Option::is_none) {
        return Err(Reason::shape("far out on the line no position exists", Place::default()));
    }
    Ok(options)
}

/// The options of a row by a family, where all columns are alike.
fn alike<'a>(found: &'a BTreeMap<Outer, OptionsByResidue>, family: usize, row: &Outer) -> &'a [Reached] {
    found[row][0].as_ref().map_or(&[], |families| &families[family])
}

/// The rows in which an option lies. Rows of single cells are not followed.
fn rows_of(reached: &Reached) -> Box<dyn Iterator<Item = &Outer> + '_> {
    match reached {
        Reached::Step(row, _) => Box::new(std::iter::once(row)),
        Reached::Cell(_) => Box::new(std::iter::empty()),
        Reached::Line(line) => Box::new(line.rows.iter().flatten()),
    }
}

/// The rows in an order in which a cell looks only at rows before its row, or at earlier columns. The target comes as late as this allows.
fn order(found: &BTreeMap<Outer, OptionsByResidue>, target: &Outer) -> Result<Vec<Outer>, Reason> {
    // A row is done once all rows of the same column that it looks at are done.
    let (mut done, mut begun) = (BTreeMap::new(), BTreeMap::new());
    let mut order = vec![];
    let starts = found.keys().filter(|row| *row != target).chain([target]);
    for start in starts {
        let mut stack = vec![(start, false)];
        while let Some((row, settled)) = stack.pop() {
            if settled {
                if done.insert(row, ()).is_none() {
                    order.push(row.clone());
                }
                continue;
            }
            if done.contains_key(row) {
                continue;
            }
            if begun.insert(row, ()).is_some() {
                return Err(Reason::gives_up("moves lead round in one column"));
            }
            stack.push((row, true));
            for reached in found[row].iter().flatten().flatten().flatten() {
                if let Reached::Step(other, 0) = reached
                    && !done.contains_key(other)
                {
                    stack.push((other, false));
                }
            }
        }
    }
    Ok(order)
}

/// The program under construction.
struct ProgramBuilder<'a> {
    found: &'a BTreeMap<Outer, OptionsByResidue>,
    numbers: &'a BTreeMap<&'a Outer, usize>,
    /// By family and row: along the chain of neighbours from this row on, are the options always those of the next neighbour and that
    /// neighbour, up to a row without options?
    chains: BTreeMap<(usize, &'a Outer), bool>,
    sets: Vec<Set>,
    /// Slots by family and row.
    slots: BTreeMap<(usize, usize), usize>,
    list: Vec<Slot>,
}

impl<'a> ProgramBuilder<'a> {
    /// What the cells of a row look at.
    fn row(&mut self, row: &'a Outer, may_share: bool) -> Vec<Cell> {
        let (found, own) = (self.found, self.numbers[row]);
        let mut cells: Vec<Cell> = vec![];
        for (residue, families) in found[row].iter().enumerate() {
            let mut cell = Cell { exists: families.is_some(), ..Cell::default() };
            for (family, reaches) in families.iter().flatten().enumerate() {
                let shared = if may_share { self.shared(family, row) } else { None };
                match shared {
                    Some((from, before)) => cell.slots.push((self.slot(family, from), before)),
                    None => reaches.iter().for_each(|r| self.push(&mut cell, own, residue as u64, r)),
                }
            }
            cell.steps.sort_unstable();
            cell.steps.dedup();
            cells.push(cell);
        }
        cells
    }

    fn push(&mut self, cell: &mut Cell, row: usize, residue: u64, reached: &Reached) {
        match reached {
            Reached::Step(to, back) => cell.steps.push((self.numbers[to], *back)),
            Reached::Cell(position) => cell.fixed.push(position.clone()),
            Reached::Line(line) => {
                let feeds: Vec<Option<usize>> = line.rows.iter().map(|r| r.as_ref().map(|r| self.numbers[r])).collect();
                cell.sets.push(self.sets.len());
                self.sets.push(Set { row, residue, line: (**line).clone(), feeds });
            }
        }
    }

    /// The neighbour of a row such that the options by the family are the neighbour's options and the neighbour; `true` if it is one column
    /// back. `None` if the chain of neighbours ends with a row that has other options.
    fn shared(&mut self, family: usize, row: &'a Outer) -> Option<(usize, bool)> {
        let found = self.found;
        let mut passed = vec![];
        let mut at = row;
        let all = loop {
            if let Some(known) = self.chains.get(&(family, at)) {
                break *known;
            }
            passed.push(at);
            match neighbour(found, family, at) {
                Some((next, _)) => at = next,
                None => break alike(found, family, at).is_empty(),
            }
        };
        passed.into_iter().for_each(|row| _ = self.chains.insert((family, row), all));
        let (next, before) = neighbour(found, family, row).filter(|_| all)?;
        Some((self.numbers[next], before))
    }

    fn slot(&mut self, family: usize, row: usize) -> usize {
        let next = self.list.len();
        let number = *self.slots.entry((family, row)).or_insert(next);
        if number == next {
            self.list.push(Slot { row, steps: vec![] });
        }
        number
    }

    /// Determines what each slot continues: another slot, or nothing. (A family whose chain ends with other options is never shared.)
    fn fill(&mut self, rows: &'a [Outer], cells: &mut [Vec<Cell>]) {
        let mut k = 0;
        while k < self.list.len() {
            let (&(family, row), _) = self.slots.iter().find(|(_, slot)| **slot == k).expect("every slot has a place");
            let reaches = alike(self.found, family, &rows[row]);
            let from = self.shared(family, &rows[row]).map(|(from, before)| (self.slot(family, from), before));
            let steps = reaches.iter().filter_map(|r| match r {
                Reached::Step(to, back) => Some((self.numbers[to], *back)),
                _ => None,
            });
            self.list[k].steps = steps.collect();
            cells[row][0].fills.push((k, from));
            k += 1;
        }
    }
}

/// The neighbour of a row by a family: the options at the row are those at the neighbour, and the neighbour. `true` if it is one column back.
fn neighbour<'a>(
    found: &'a BTreeMap<Outer, OptionsByResidue>,
    family: usize,
    row: &Outer,
) -> Option<(&'a Outer, bool)> {
    fn step(reached: &Reached) -> Option<(&Outer, u64)> {
        match reached {
            Reached::Step(row, back) => Some((row, *back)),
            _ => None,
        }
    }
    let (first, rest) = alike(found, family, row).split_first()?;
    let (next, back) = step(first).filter(|(_, back)| *back <= 1)?;
    let theirs = alike(found, family, next);
    let same = theirs.len() == rest.len()
        && theirs.iter().zip(rest).all(|(their, own)| match (step(their), step(own)) {
            (Some((row, behind)), Some((own, far))) => row == own && behind + back == far,
            _ => false,
        });
    same.then_some((next, back == 1))
}
