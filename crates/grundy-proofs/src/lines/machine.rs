//! The line machine: computes column after column, each from a bounded state.
//!
//! In: a [`Program`] and the state before a column. Out: the values of the target row, as places in its window; and the state, which can be
//! compared row by row. The state and the residue of the column alone determine the next column. So when the state of the first rows recurs, at
//! two columns of one residue, their values recur for ever. This is the proof of a period.
//!
//! The machine returns `false` when a value does not fit the window, or when a value below the window was never used: then windows are too
//! narrow.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::chain::Chain;
use super::frame::Frame;
use super::program::Program;
use super::start::Start;
use crate::exact::{index, narrow, signed};
use crate::window::{Window, gap, join, lower, put};
use grundy_core::contract::options::Play;

/// The state before a column.
#[derive(Clone)]
pub(super) struct Machine<const W: usize> {
    wiring: Arc<Wiring<W>>,
    pub(super) column: u64,
    sets: Vec<Window<W>>,
    /// What the slots held in the last column.
    slots: Vec<Window<W>>,
    /// The places of values in the last columns, indexed by the column modulo their number, and the row.
    recent: Vec<i32>,
    /// The state of this many first rows is the same in all later columns.
    still: usize,
}

/// A program with its frame. A cell sees only rows that have the same kind of window as its own row.
pub(super) struct Wiring<const W: usize> {
    pub(super) frame: Frame,
    modulus: u64,
    rows: usize,
    target: usize,
    /// The number of columns stored: this one, and those that steps lead to.
    back: u64,
    cells: Vec<Vec<Cell<W>>>,
    sets: Vec<Set>,
    /// For each row its sets, its slots, and those of its slots that are read in the next column.
    own_sets: Vec<Vec<usize>>,
    own_slots: Vec<Vec<usize>>,
    late: Vec<Vec<usize>>,
    chain: Option<bool>,
}

struct Cell<const W: usize> {
    sets: Vec<usize>,
    /// Slots of this column, and slots of the last one.
    slots: Vec<usize>,
    before: Vec<usize>,
    steps: Vec<(usize, u64)>,
    fixed: Window<W>,
    fills: Vec<(usize, Option<(usize, bool)>)>,
    /// Is the cell terminal in misère play, so that its value is 1?
    terminal: bool,
}

struct Set {
    drift: u64,
    back: u64,
    anchor: bool,
    feeds: Vec<Option<usize>>,
}

impl<const W: usize> Wiring<W> {
    fn new(program: &Program, frame: Frame, start: &Start, play: Play) -> Wiring<W> {
        let kind = |row: usize| frame.drifts[row];
        let cell = |row: usize, cell: &super::program::Cell, fixed: &[u64]| {
            let drift = kind(row);
            let alike = |slot: usize| kind(program.slots[slot].row) == drift;
            let mut window = [0; W];
            if drift == 0 {
                fixed.iter().for_each(|v| put(&mut window, signed(*v)));
            }
            let slots = |late: bool| {
                cell.slots.iter().filter(|(s, before)| *before == late && alike(*s)).map(|(s, _)| *s).collect()
            };
            let idle = cell.sets.iter().all(|set| program.sets[*set].is_idle(&start.sets[*set]));
            let none = idle && cell.slots.is_empty() && cell.steps.is_empty() && cell.fixed.is_empty();
            Cell {
                sets: cell.sets.clone(),
                slots: slots(false),
                before: slots(true),
                steps: cell.steps.iter().filter(|(r, _)| kind(*r) == drift).copied().collect(),
                fixed: window,
                fills: cell.fills.iter().map(|(s, from)| (*s, from.filter(|(f, _)| alike(*f)))).collect(),
                terminal: none && play.is_misere(),
            }
        };
        let cells = program.cells.iter().enumerate().map(|(row, cells)| {
            cells.iter().zip(&start.fixed[row]).map(|(c, fixed)| cell(row, c, fixed)).collect::<Vec<_>>()
        });
        let set = |(k, set): (usize, &super::program::Set)| Set {
            drift: kind(set.row),
            back: set.line.back,
            anchor: frame.anchors[k],
            feeds: set.feeds.iter().map(|from| from.filter(|from| kind(*from) == kind(set.row))).collect(),
        };
        let own = |rows: &mut dyn Iterator<Item = usize>| {
            let mut own = vec![vec![]; program.rows.len()];
            rows.enumerate().for_each(|(k, row)| own[row].push(k));
            own
        };
        let mut wiring = Wiring {
            modulus: program.modulus,
            rows: program.rows.len(),
            target: program.target,
            back: program.back.max(1) + 1,
            cells: cells.collect(),
            sets: program.sets.iter().enumerate().map(set).collect(),
            own_sets: own(&mut program.sets.iter().map(|s| s.row)),
            own_slots: own(&mut program.slots.iter().map(|s| s.row)),
            late: vec![],
            frame,
            chain: None,
        };
        let read = wiring.cells.iter().flatten().flat_map(|c| {
            c.before.iter().copied().chain(c.fills.iter().filter_map(|(_, from)| from.filter(|f| f.1).map(|f| f.0)))
        });
        let read: BTreeSet<usize> = read.collect();
        let late = |slots: &Vec<usize>| slots.iter().copied().filter(|s| read.contains(s)).collect();
        wiring.late = wiring.own_slots.iter().map(late).collect();
        wiring.chain = wiring.as_chain();
        wiring
    }

    /// If every row is one step from the row before it, with a set along itself and nothing else: are there also diagonals? Otherwise
    /// `None`.
    fn as_chain(&self) -> Option<bool> {
        let plain = |s: &Set, row: usize| s.drift == 1 && s.back == 1 && s.feeds[..] == [Some(row)];
        let diagonals = self.cells.get(1)?[0].before.len() == 1;
        let all = self.modulus == 1
            && self.target + 1 == self.rows
            && self.sets.len() == self.rows
            && self.cells.iter().enumerate().all(|(row, cells)| {
                let [cell] = &cells[..] else { return false };
                let slots = |list: &[usize]| match list {
                    [] => row == 0,
                    [slot] => row > 0 && self.own_slots[row - 1].contains(slot),
                    _ => false,
                };
                // A slot continues the slot of the same direction one row before.
                let fills = cell.fills.iter().all(|(_, from)| match from {
                    None => row == 0,
                    Some((from, false)) => cell.slots[..] == [*from],
                    Some((from, true)) => cell.before[..] == [*from],
                });
                let own = cell.sets[..] == [row] && plain(&self.sets[row], row) && self.sets[row].anchor;
                let before = if diagonals { slots(&cell.before) } else { cell.before.is_empty() };
                let fixed = cell.fixed.iter().all(|w| *w == 0);
                own && slots(&cell.slots) && before && fills && cell.steps.is_empty() && fixed && !cell.terminal
            });
        all.then_some(diagonals)
    }
}

impl<const W: usize> Machine<W> {
    /// The state before a column.
    pub(super) fn new(program: &Program, start: &Start, frame: Frame, play: Play) -> Machine<W> {
        let column = start.column;
        let window = |row: usize, values: &BTreeSet<u64>, column: u64| {
            let mut window = [0; W];
            values.iter().for_each(|v| put(&mut window, frame.place(row, *v, column)));
            window
        };
        let sets = program.sets.iter().zip(&start.sets).map(|(s, values)| window(s.row, values, column)).collect();
        let slots =
            program.slots.iter().zip(&start.slots).map(|(s, values)| window(s.row, values, column - 1)).collect();
        let (rows, back) = (program.rows.len(), program.back.max(1) + 1);
        let mut recent = vec![0; index(back) * rows];
        for (row, values) in start.recent.iter().enumerate() {
            for (k, value) in (1..).zip(values) {
                let at = column - k;
                // All places far outside the window are equivalent.
                let place = frame.place(row, *value, at).clamp(-(1 << 30), 1 << 30);
                recent[index(at % back) * rows + row] = i32::try_from(place).unwrap_or(i32::MAX);
            }
        }
        let wiring = Arc::new(Wiring::new(program, frame, start, play));
        Machine { wiring, column, sets, slots, recent, still: 0 }
    }

    /// Marks the first `rows` rows as still: their state is the same before this column and before the next one, so it need not be computed
    /// again.
    pub(super) fn stand_still(&mut self, rows: usize) {
        self.still = rows;
    }

    /// The state as a sequence of words.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        let windows = self.sets.iter().chain(&self.slots).flatten().copied();
        [self.column].into_iter().chain(windows).chain(self.recent.iter().map(|place| u64::from(place.cast_unsigned())))
    }

    /// The bytes that a copy of the state takes.
    pub(super) fn bytes(&self) -> u64 {
        let windows = (self.sets.len() + self.slots.len()) * size_of::<Window<W>>();
        (size_of::<Machine<W>>() + windows + self.recent.len() * size_of::<i32>()) as u64
    }

    /// The state that a sequence of words encodes, for a machine of the same line.
    pub(super) fn with_words(&self, next: &mut dyn FnMut() -> Option<u64>) -> Option<Machine<W>> {
        let mut machine = self.clone();
        machine.column = next()?;
        for word in machine.sets.iter_mut().chain(&mut machine.slots).flatten() {
            *word = next()?;
        }
        for place in &mut machine.recent {
            *place = u32::try_from(next()?).ok()?.cast_signed();
        }
        Some(machine)
    }

    /// Computes columns and writes the places of the target row's values to `out`. Stops and returns `false` if windows are too narrow.
    pub(super) fn run(&mut self, out: &mut [u16]) -> bool {
        let wiring = self.wiring.clone();
        match wiring.chain {
            Some(false) => self.chain::<false>(&wiring, out),
            Some(true) => self.chain::<true>(&wiring, out),
            None => out.iter_mut().all(|out| match self.column(&wiring) {
                Some(place) => {
                    *out = narrow(place);
                    true
                }
                None => false,
            }),
        }
    }

    /// The value of the target row at a place and a column.
    pub(super) fn value(&self, place: u16, column: u64) -> u64 {
        // No window starts below 0.
        (self.wiring.frame.base(self.wiring.target, column) + i64::from(place)).unsigned_abs()
    }

    /// 1 if the target row's value grows with the column, else 0.
    pub(super) fn drift(&self) -> u64 {
        self.wiring.frame.drifts[self.wiring.target]
    }

    /// Is the state of a row the same in both machines? Their columns must have the same residue.
    pub(super) fn same(&self, other: &Machine<W>, row: usize) -> bool {
        let w = &self.wiring;
        let recent = |m: &Machine<W>, k: u64| m.recent[index((m.column - k) % w.back) * w.rows + row];
        w.own_sets[row].iter().all(|k| self.sets[*k] == other.sets[*k])
            && w.late[row].iter().all(|k| self.slots[*k] == other.slots[*k])
            && (w.chain.is_some() || (1..w.back).all(|k| recent(self, k) == recent(other, k)))
    }

    /// Computes one column of any program; returns the place of the target row's value.
    fn column(&mut self, wiring: &Wiring<W>) -> Option<usize> {
        let residue = index(self.column % wiring.modulus);
        let before = self.slots.clone();
        let mut told = 0;
        for (row, cells) in wiring.cells.iter().enumerate() {
            let cell = &cells[residue];
            let drift = wiring.frame.drifts[row];
            let moved = |w: &Window<W>| if drift == 1 { lower(w) } else { *w };
            let mut used = cell.fixed;
            cell.sets.iter().for_each(|set| join(&mut used, &self.sets[*set]));
            cell.slots.iter().for_each(|slot| join(&mut used, &self.slots[*slot]));
            cell.before.iter().for_each(|slot| join(&mut used, &moved(&before[*slot])));
            for (from, back) in &cell.steps {
                let at = if *back == 0 { self.column } else { self.column - back };
                let place = self.recent[index(at % wiring.back) * wiring.rows + from];
                put(&mut used, i64::from(place) - signed(back * drift));
            }
            let place = if cell.terminal { 1 } else { gap(&used)? };
            self.recent[index(self.column % wiring.back) * wiring.rows + row] =
                i32::try_from(place).unwrap_or(i32::MAX);
            for (slot, from) in &cell.fills {
                let mut held = match from {
                    Some((from, false)) => self.slots[*from],
                    Some((from, true)) => moved(&before[*from]),
                    None => [0; W],
                };
                put(&mut held, signed(place));
                self.slots[*slot] = held;
            }
            if row == wiring.target {
                told = place;
            }
        }
        self.column += 1;
        self.feed(wiring).then_some(told)
    }

    /// Moves values that are now far enough back into the sets; `false` if a value below the window was never used.
    fn feed(&mut self, wiring: &Wiring<W>) -> bool {
        for (set, window) in wiring.sets.iter().zip(&mut self.sets) {
            let at = self.column - set.back;
            let from = set.feeds[index(at % wiring.modulus)];
            let place = from.map(|from| {
                let place = self.recent[index(at % wiring.back) * wiring.rows + from];
                i64::from(place) - signed(set.back * set.drift)
            });
            if set.drift == 1 {
                if set.anchor && window[0] & 1 == 0 && place != Some(-1) {
                    return false;
                }
                *window = lower(window);
            }
            if let Some(place) = place {
                put(window, place);
            }
        }
        true
    }

    /// Computes columns of a chain, in which every row is a step from the row before it: one set along the row, one across rows, perhaps
    /// one along diagonals.
    fn chain<const DIAGONALS: bool>(&mut self, wiring: &Wiring<W>, out: &mut [u16]) -> bool {
        let rows = wiring.rows;
        let mut held = vec![[0; W]; rows];
        let slots: Vec<(usize, usize)> = (0..rows).flat_map(|r| wiring.late[r].iter().map(move |s| (r, *s))).collect();
        slots.iter().for_each(|(row, slot)| held[*row] = self.slots[*slot]);
        let size = |along: &Window<W>| along.iter().map(|w| w.count_ones()).sum::<u32>();
        let sizes: Vec<u32> = self.sets[..rows].iter().map(size).collect();
        let mut chain = Chain::new(&mut self.sets[..rows], &mut held, self.still);
        chain.run::<DIAGONALS>(out);
        let full = chain.full;
        slots.iter().for_each(|(row, slot)| self.slots[*slot] = held[*row]);
        self.column += out.len() as u64;
        // Each column puts one value into the set along a row, and one drops out. The size is unchanged if and only if the dropped value
        // was used each time.
        !full && self.sets[..rows].iter().map(size).eq(sizes)
    }
}
