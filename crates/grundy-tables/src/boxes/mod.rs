//! The table by boxes: all values of a box of positions whose moves take any amounts from sets of coordinates.
//!
//! In: the rules of a component whose families take any number, at least 1, from each coordinate of a set S, unconditionally (`read`): Moore's and
//! exact Nim, Exco-Nim, hypergraph Nim. Out: the same table as by enumeration. The engine declines if the rules have another shape, or if the sets
//! do not fit the memory.
//!
//! The options by S of a cell p are the cells q with q_i < p_i for i in S and q_i = p_i elsewhere. Let C_S(p) be the set of values of the
//! cells q with q_i <= p_i for i in S and q_i = p_i elsewhere. Then the options by S have the values C_S(p - 1_S), and C_S(p) is the union of the sets
//! C_S(p - 1_i), i in S, and of the cell's own value. So unions of a few words replace a product of ranges (`unions`), and few S are needed
//! (`supports`). A move lowers the sum of the coordinates, so no value is greater than the sum of the bounds.
//!
//! Among cells that differ by exchanges of neighbouring coordinates with equal bounds, sets are kept only for the sorted cell
//! (`sorted`, `sources`); the others are copied. If the table is on disk, where earlier cells cannot be copied, sets are kept for all cells.
//!
//! One thread does all the work. With ring buffers of atomic words, which threads could share, unions took 1.3 to 1.8 times as long
//! (measured on pieces of 33 to 500 words).

mod read;
mod sorted;
mod sources;
mod supports;
mod unions;

use std::sync::Arc;

use self::sorted::{Part, Sorted};
use self::sources::Sources;
use self::supports::{Support, needed};
use self::unions::Unions;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{box_cells, strides};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Result;
use grundy_core::done;
use grundy_core::engine::{Engine, TableRequest};
use grundy_core::enumerate::existence::Existence;
use grundy_core::read::mirror::Mirror;
use grundy_core::store::cells::{Cell, Cells};
use grundy_core::store::size::MOST_CELLS;
use grundy_core::store::stored::Stored;
use grundy_core::store::table::Table;
use grundy_core::store::tiles;
use grundy_core::store::tiles::{DiskCells, Fill, Filled, Layout, Need, window_bytes};
use grundy_rules::rules::Ruleset;

/// Tables by boxes.
pub struct ByBoxes {
    rules: Arc<Ruleset>,
    supports: Vec<Vec<usize>>,
}

impl ByBoxes {
    /// Reads the rules of a component as sets of coordinates from which any amounts are taken.
    ///
    /// # Errors
    /// A family of another shape.
    pub fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByBoxes { rules: rules.clone(), supports: read::supports(rules)? }))
    }
}

/// A number that all values are below: one more than the sum of the bounds.
fn most_values(hi: &[u64]) -> u64 {
    hi.iter().fold(1, |sum, bound| sum.saturating_add(*bound))
}

impl Engine for ByBoxes {
    fn may_fill(&self, hi: &[u64]) -> bool {
        most_values(hi) < u16::MAX.into() && box_cells(hi) < MOST_CELLS
    }

    fn table(&mut self, hi: &[u64], wish: &TableRequest) -> Attempted<Box<dyn Stored>> {
        Ok(build(&self.rules, &self.supports, hi, wish)?.map(|table| Box::new(table) as Box<dyn Stored>))
    }
}

/// Computes the table to `hi` (included), or declines. With a folder the table is kept there, and may be larger than the memory.
///
/// # Errors
/// An interruption, a folder that cannot be used.
fn build(rules: &Arc<Ruleset>, supports: &[Vec<usize>], hi: &[u64], wish: &TableRequest) -> Attempted<Table> {
    let TableRequest { play, limits, place, .. } = *wish;
    let supports = needed(supports, hi);
    let (cells, most) = (box_cells(hi), most_values(hi));
    if most >= u16::MAX.into() {
        return Ok(Attempt::Declined(Reason::gives_up(
            "the bounds add up to more than 2^16 - 2, and so might the values",
        )));
    }
    if cells >= MOST_CELLS {
        return Ok(Attempt::Declined(Reason::memory(None, limits)));
    }
    let strides = strides(hi);
    let axes: Vec<(usize, usize)> = hi.iter().map(|h| *h as usize + 1).enumerate().collect();
    let width = Cells::width_for(most).unwrap_or(4);
    let layout = Layout { cells: cells as usize, width, axes: &axes };
    if let Some(found) = place.finished(rules, play, EngineName::Boxes, &layout)? {
        let table = |shelf| Table::new(strides, DiskCells::new(shelf, cells as usize), EngineName::Boxes, limits);
        return Ok(found.map(table));
    }
    let mirror = Mirror::of(rules, hi, &strides);
    let sorted = Sorted::new(hi, &strides, |i| mirror.exchanges(i - 1, i));
    let all = Sorted::new(hi, &strides, |_| false);
    let sets = |sorted: &Sorted| Unions::bytes(&supports, sorted, most).unwrap_or(u64::MAX);
    // On disk, sets are kept for all cells.
    let more = sets(&all).saturating_sub(sets(&sorted));
    let need = Need {
        cells: cells.saturating_mul(width.into()),
        sets: sets(&sorted),
        window: window_bytes(&layout, 1, 0, limits).map(|window| window.saturating_add(more)),
    };
    let disk = done!(need.on_disk(limits, place.may_be_disk()));
    let existence = (!rules.requires.is_empty()).then(|| Existence::new(rules, limits));
    let mut work = BoxFill::new(supports, if disk { all } else { sorted }, most, hi.len(), limits);
    work.play = play;
    work.existence = existence;
    let shelf = place.shelf(rules, play, EngineName::Boxes, (&layout, disk))?;
    let kept = tiles::fill(&mut work, &layout, shelf, disk, limits)?;
    let table = kept.map(|cells| Table::new(strides, cells, EngineName::Boxes, limits));
    Ok(table.ok_or_else(|| Reason::gives_up("a `require` is not defined at some cell")).into())
}

/// The number of cells between two checks for an interruption.
const PATIENCE: usize = 4096;

/// The work on the table, row by row.
struct BoxFill<'a> {
    existence: Option<Existence<i64>>,
    play: Play,
    sorted: Sorted,
    sources: Sources,
    unions: Unions,
    limits: &'a Limits,
    /// The next cell, and its coordinates.
    next: usize,
    at: Vec<i64>,
    /// For each cell of the run: does a position exist there?
    there: Vec<bool>,
}

impl<'a> BoxFill<'a> {
    fn new(supports: Vec<Support>, sorted: Sorted, most: u64, n: usize, limits: &'a Limits) -> BoxFill<'a> {
        let unions = Unions::new(&supports, &sorted, most, n);
        let sources = Sources::new(supports, &sorted, n);
        let at = vec![0; n];
        BoxFill { existence: None, play: Play::Normal, sorted, sources, unions, limits, next: 0, at, there: vec![] }
    }

    /// The next part of the current row, up to cell `to`.
    fn part(&self, to: usize) -> Part {
        self.sorted.part(&self.at, self.next, self.sorted.rest(&self.at).min(to - self.next))
    }

    /// Finds the sources of the sets of the next cells. Returns the number of cells, and whether they follow another sorted cell of the row.
    fn look(&mut self, part: Part) -> (usize, bool) {
        let (len, rest) = match part {
            Part::Rest { len } => (len.min(self.unions.most()), true),
            _ => (1, false),
        };
        self.sources.look(&self.sorted, &self.at, rest);
        (len, rest)
    }

    /// Finds at which of the next cells a position exists.
    fn exists(&mut self, len: usize) -> Result<()> {
        self.there.clear();
        let Some(existence) = &mut self.existence else {
            self.there.resize(len, true);
            return Ok(());
        };
        let last = self.at.len() - 1;
        let first = self.at[last];
        for k in 0..len {
            self.at[last] = first + k as i64;
            self.there.push(existence.holds(&self.at)?);
        }
        self.at[last] = first;
        Ok(())
    }

    /// Advances by `len` cells in the row, and checks for an interruption now and then. Returns the number of cells passed between two checks, or 0.
    fn step(&mut self, len: usize) -> Result<usize> {
        let before = self.next / PATIENCE;
        self.next += len;
        self.sorted.step(&mut self.at, len);
        let passed = (self.next / PATIENCE - before) * PATIENCE;
        if passed > 0 {
            self.limits.interrupted()?;
        }
        Ok(passed)
    }

    /// Advances by `len` newly computed cells in the row.
    fn computed(&mut self, len: usize) -> Result<()> {
        let passed = self.step(len)?;
        self.limits.progress.add(passed);
        Ok(())
    }
}

impl Fill for BoxFill<'_> {
    fn grain(&self) -> usize {
        1
    }

    fn reach(&self) -> Option<usize> {
        Some(0)
    }

    /// Gives up where a `require` is not defined: the plain table reports the error better.
    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled> {
        while self.next < to {
            let (part, own) = (self.part(to), self.next - base);
            if let Part::Copied { from, step, len } = part {
                sorted::copy(cells, from - base, step, len, own);
                self.computed(len)?;
                continue;
            }
            let (len, rest) = self.look(part);
            if self.exists(len).is_err() {
                return Ok(Filled::GivesUp);
            }
            let (there, empty) = (&self.there, u32::from(self.play.is_misere()));
            self.unions.run(len, &self.sources, rest, |k, mex, any| {
                let value = there[k].then_some(if any { mex } else { empty });
                cells[own + k] = match value {
                    Some(value) => T::of(value).expect("no value is greater than the sum of the bounds"),
                    None => T::NONE,
                };
                value
            });
            self.computed(len)?;
        }
        Ok(Filled::All)
    }

    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        while self.next < to {
            let part = self.part(to);
            if let Part::Copied { len, .. } = part {
                self.step(len)?;
                continue;
            }
            let (len, rest) = self.look(part);
            let own = &cells[self.next - base..];
            self.unions.run(len, &self.sources, rest, |k, _, _| (own[k] != T::NONE).then(|| own[k].get()));
            self.step(len)?;
        }
        Ok(Filled::All)
    }
}
