//! The plain table: all values of a box, in row-major order.
//!
//! In: a ruleset whose moves lead to earlier cells, and the bounds of a box. Out: one value a cell, in 1, 2 or 4 bytes,
//! widened when a value does not fit. Families whose targets are linear run as base, stride and range (`linear`);
//! the others run through [`crate::enumerate::mover`]. If all options are proved to lie near, and there is a folder for finished cells, the table
//! may be larger than the memory. A target that does not lie before its cell ends the work with
//! [`Built::Raises`], and the caller searches instead.

mod crew;
mod follow;
mod linear;

use grundy_rules::rules::expr::Tree;
use std::ops::Range;
use std::sync::Arc;

use self::crew::{Crew, Outcome};
pub use self::follow::{Followed, NOWHERE, follow};
use self::linear::{Linear, Notes, Ran};
use crate::contract::blocked;
use crate::contract::limits::Limits;
use crate::contract::options::{EngineName, Play};
use crate::contract::position::{Lists, box_cells, strides};
use crate::contract::quantity::{Numbering, Quantity};
use crate::contract::reason::Attempt;
use crate::contract::stop::{Result, Stop};
use crate::engine::{Show, TableRequest};
use crate::enumerate::compile::{Env, FUEL};
use crate::enumerate::mover::{Hooks, Move, Mover, NoHooks};
use crate::enumerate::search::Searcher;
use crate::read::mirror::Mirror;
use crate::read::table_bounds::{Foresight, reach};
use crate::store::cells::{Cell, Cells};
use crate::store::size::{Extent, MOST_CELLS, extent};
use crate::store::slots::{Slots, Window};
use crate::store::sum::Tables;
use crate::store::table::Table;
use crate::store::tiles;
use crate::store::tiles::CellStorage;
use crate::store::tiles::{Fill, Layout, Place};
use grundy_rules::rules::Ruleset;

/// The outcome of the work.
pub enum Built {
    /// The table.
    Done(Table),
    /// A move does not lead to an earlier cell, so the rules have no table.
    Raises,
}

/// Can a table hold the positions of these rules? Positions with several parts have no cell.
#[must_use]
pub fn fits(rules: &Ruleset, play: Play) -> bool {
    !rules.splits() || (play == Play::Normal && rules.leaves.len() == 1)
}

/// Computes the table of the box from 0 to `hi` (included).
///
/// # Errors
/// Too little memory, an interruption, rules that are not defined at a position.
pub fn build_table(rules: &Arc<Ruleset>, hi: &[u64], wish: &TableRequest) -> Result<Built> {
    match finished(rules, hi, wish)? {
        Some(shelf) => Ok(shelf),
        None => build(rules, hi, Quantity::Value, wish),
    }
}

/// Computes the table of another quantity than the value, in memory. Positions with several parts have none: their number is not that of a sum.
///
/// # Errors
/// As [`build_table`].
pub fn build_table_of(rules: &Arc<Ruleset>, hi: &[u64], quantity: Quantity, wish: &TableRequest) -> Result<Built> {
    if rules.splits() {
        return Ok(Built::Raises);
    }
    build(rules, hi, quantity, &TableRequest { place: Place::Memory, ..*wish })
}

fn build(rules: &Arc<Ruleset>, hi: &[u64], quantity: Quantity, wish: &TableRequest) -> Result<Built> {
    let TableRequest { play, plain, limits, place, ask, show, .. } = *wish;
    let sight = Foresight::of(rules, hi, play);
    let sight = match quantity {
        Quantity::Value => sight,
        // The bound is one of values.
        _ => Foresight { most: None, ..sight },
    };
    let width = sight.most.and_then(Cells::width_for);
    // The strides of a box with too many cells would overflow.
    let reach = (box_cells(hi) < MOST_CELLS).then(|| reach(rules, hi, &strides(hi))).flatten();
    let Extent { cells, disk, bytes } = extent(hi, width, reach, limits, place.may_be_disk())?;
    let held = limits.hold(bytes, "this table")?;
    let Some(parts) = tables_of_parts(rules, hi, &TableRequest::any(Play::Normal, plain, limits, ask))? else {
        return Ok(Built::Raises);
    };
    let numbers = Numbering { quantity, play };
    let mut work = TableFill::new(rules, hi, numbers, limits, show, parts);
    work.lowers = sight.never_raised.iter().all(|never| *never);
    // Cells on disk cannot be copied from.
    if !plain && sight.falls && !disk {
        work.mirror = Mirror::of(rules, hi, &work.strides);
    }
    // The plain engine, as the yardstick, uses one thread.
    let crew = (!plain).then(|| Crew::of(&work, hi, &sight));
    let axes: Vec<(usize, usize)> = work.sizes.iter().map(|s| *s as usize).enumerate().collect();
    let layout = Layout { cells, width: width.unwrap_or(1), axes: &axes };
    let shelf = place.shelf(rules, play, EngineName::Enumeration, (&layout, disk))?;
    drop(held);
    let mut task = Task { work, crew, reach, next: 0 };
    Ok(match tiles::fill(&mut task, &layout, shelf, disk, limits)? {
        Some(cells) => {
            if let CellStorage::Memory(cells) = &cells {
                assert!(sight.most.is_none_or(|most| cells.greatest() <= most), "{sight:?}");
            }
            Built::Done(Table::new(task.work.strides, cells, EngineName::Enumeration, limits))
        }
        None => Built::Raises,
    })
}

/// The table, if it is one that is only read.
fn finished(rules: &Ruleset, hi: &[u64], wish: &TableRequest) -> Result<Option<Built>> {
    let cells = box_cells(hi) as usize;
    let axes: Vec<(usize, usize)> = hi.iter().map(|h| *h as usize + 1).enumerate().collect();
    let layout = Layout { cells, width: 1, axes: &axes };
    Ok(match wish.place.finished(rules, wish.play, EngineName::Enumeration, &layout)? {
        None => None,
        Some(Attempt::Declined(_)) => Some(Built::Raises),
        Some(Attempt::Done(shelf)) => {
            let cells = tiles::DiskCells::new(shelf, cells);
            Some(Built::Done(Table::new(strides(hi), cells, EngineName::Enumeration, wish.limits)))
        }
    })
}

/// A table being filled.
struct Task<'a> {
    work: TableFill<'a>,
    crew: Option<Crew<'a>>,
    /// No option lies farther back than this, if a bound is known.
    reach: Option<usize>,
    /// The cells before this one are final.
    next: usize,
}

impl Fill for Task<'_> {
    fn grain(&self) -> usize {
        1
    }

    fn reach(&self) -> Option<usize> {
        self.reach
    }

    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<tiles::Filled> {
        let (filled, next) = match self.work.run(cells, base, self.next..to, self.crew.as_ref())? {
            FillOutcome::All => (tiles::Filled::All, to),
            FillOutcome::Raises => (tiles::Filled::GivesUp, to),
            FillOutcome::To(at) => (tiles::Filled::To, at),
        };
        self.next = next;
        Ok(filled)
    }

    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<tiles::Filled> {
        let most = cells[self.next - base..to - base].iter().filter(|c| **c != T::NONE).map(|c| c.get() as usize).max();
        let seen = &mut self.work.seen;
        seen.resize(seen.len().max(most.unwrap_or(0) + 2), 0);
        self.next = to;
        Ok(tiles::Filled::All)
    }
}

/// The tables of parts, and searches for positions beyond the tables.
type PartTables = Vec<(Arc<Tables>, Searcher<i64>)>;

/// Separate tables in normal play for each part of a compound, about which the atoms ask; `None` if a part has no table.
fn tables_of_parts(rules: &Ruleset, hi: &[u64], wish: &TableRequest) -> Result<Option<PartTables>> {
    let mut parts = vec![];
    for part in &rules.parts {
        let own = &hi[part.first..part.first + part.rules.width()];
        match wish.ask.tables(&part.rules, own, wish)? {
            Some(tables) => {
                parts.push((Arc::new(tables), Searcher::new(&part.rules, Play::Normal, wish.plain, wish.limits)))
            }
            None => return Ok(None),
        }
    }
    Ok(Some(parts))
}

/// Between two looks at the memory, so many options of a cell are listed.
const COUNTED: usize = 1 << 16;
/// One thread reports its progress after this many cells.
const TOLD: usize = 1 << 10;

enum FillOutcome {
    All,
    /// The value of this cell does not fit.
    To(usize),
    Raises,
}

struct TableFill<'a> {
    sizes: Vec<u64>,
    strides: Vec<usize>,
    linear: Vec<Linear>,
    mover: Mover<i64>,
    /// Are there families that are not linear?
    general: bool,
    parts: PartTables,
    rules: &'a Arc<Ruleset>,
    env: Env<i64>,
    position: Lists<i64>,
    seen: Vec<u32>,
    stamp: u32,
    /// The options of a cell, where they are counted.
    options: Vec<usize>,
    numbers: Numbering,
    /// Is it proved that no move raises a coordinate?
    lowers: bool,
    limits: &'a Limits,
    show: Show<'a>,
    mirror: Mirror,
}

impl<'a> TableFill<'a> {
    fn new(
        rules: &'a Arc<Ruleset>,
        hi: &[u64],
        numbers: Numbering,
        limits: &'a Limits,
        show: Show<'a>,
        parts: PartTables,
    ) -> TableFill<'a> {
        let sizes: Vec<u64> = hi.iter().map(|h| h + 1).collect();
        let strides = strides(hi);
        let (mut linear, mut rest, mut vars) = (vec![], vec![], 0);
        for family in &rules.families {
            vars = vars.max(family.before.variables()).max(family.guard.variables()).max(family.params.len());
            for e in family.params.iter().flat_map(|r| [&r.lo, &r.hi]) {
                vars = vars.max(e.variables());
            }
            // Families that are linear note values, and not whose values they are.
            match Linear::of(rules, family, &strides, &sizes).filter(|_| rules.blocked == 0) {
                Some(family) => linear.push(family),
                None => rest.push(family.clone()),
            }
        }
        let general = !rest.is_empty();
        let others = Arc::new(Ruleset { families: rest, ..(**rules).clone() });
        TableFill {
            linear,
            mover: Mover::new(&others, limits),
            general,
            parts,
            rules,
            env: Env::new(sizes.len(), vars, 0).within(limits),
            position: rules.leaves.iter().map(|l| vec![vec![0; l.len]]).collect(),
            seen: vec![0; 1 << 16],
            stamp: 0,
            options: vec![],
            numbers,
            lowers: false,
            limits,
            show,
            mirror: Mirror::default(),
            strides,
            sizes,
        }
    }

    fn go_to(&mut self, index: usize) {
        let mut rest = index;
        for i in 0..self.sizes.len() {
            self.env.coords[i] = (rest / self.strides[i]) as i64;
            rest %= self.strides[i];
        }
    }

    fn step(&mut self) {
        for i in (0..self.sizes.len()).rev() {
            self.env.coords[i] += 1;
            if (self.env.coords[i] as u64) < self.sizes[i] {
                return;
            }
            self.env.coords[i] = 0;
        }
    }

    /// Fills the cells of a range, by several threads if there are threads and the range is large enough.
    fn run<T: Cell>(
        &mut self,
        cells: &mut Vec<T>,
        base: usize,
        range: Range<usize>,
        crew: Option<&Crew>,
    ) -> Result<FillOutcome> {
        let mark = self.limits.progress.mark();
        match crew.and_then(|crew| crew.fill(cells, base, &range, &self.strides)) {
            Some(Outcome::All) => return Ok(FillOutcome::All),
            Some(Outcome::Narrow) => {
                self.limits.progress.back_to(mark);
                return Ok(FillOutcome::To(range.start));
            }
            Some(Outcome::Stopped) => {
                self.limits.progress.back_to(mark);
                self.limits.interrupted()?;
            }
            None => {}
        }
        let mut at = range.start;
        while at < range.end {
            let to = range.end.min(at + TOLD);
            match self.fill_all(cells, base, at..to)? {
                FillOutcome::All => self.limits.progress.add(to - at),
                end => return Ok(end),
            }
            at = to;
        }
        Ok(FillOutcome::All)
    }

    /// Fills the cells of a range by one thread.
    fn fill_all<T: Cell>(&mut self, cells: &mut [T], base: usize, range: Range<usize>) -> Result<FillOutcome> {
        match base {
            0 => self.fill(cells, range),
            base => self.fill(&mut Window { cells, base }, range),
        }
    }

    /// Fills the cells of a range in row-major order. The cells outside the range to which moves lead are final.
    fn fill<S: Slots + ?Sized>(&mut self, cells: &mut S, range: Range<usize>) -> Result<FillOutcome> {
        self.go_to(range.start);
        let conditions = !self.rules.requires.is_empty();
        for index in range {
            if index % 4096 == 0 {
                self.limits.interrupted()?;
            }
            if let Some(earlier) = self.mirror.earlier(&self.env.coords, index) {
                cells.write(index, cells.read(earlier));
                self.step();
                continue;
            }
            if conditions || self.general {
                self.set_position();
            }
            if conditions && !self.exists()? {
                cells.write(index, S::Cell::NONE);
            } else {
                let Some(value) = self.cell(cells, index)? else { return Ok(FillOutcome::Raises) };
                let Some(cell) = S::Cell::of(value) else { return Ok(FillOutcome::To(index)) };
                cells.write(index, cell);
                if value as usize + 1 >= self.seen.len() {
                    self.seen.resize(2 * self.seen.len(), 0);
                }
            }
            self.step();
        }
        Ok(FillOutcome::All)
    }

    fn set_position(&mut self) {
        for (leaf, tuples) in self.rules.leaves.iter().zip(&mut self.position) {
            tuples[0].copy_from_slice(&self.env.coords[leaf.range()]);
        }
    }

    fn exists(&mut self) -> Result<bool> {
        for leaf in 0..self.position.len() {
            let holds = self.mover.exists(leaf, &self.position[leaf][0]);
            if !holds.map_err(|stop| at(stop, &self.env.coords, self.show))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of a cell, or `None` if a move does not lead to an earlier cell.
    fn cell<S: Slots + ?Sized>(&mut self, cells: &S, index: usize) -> Result<Option<u32>> {
        Ok(match self.note_options(cells, index)? {
            None => None,
            Some(false) => Some(self.numbers.of_terminal()),
            Some(true) if self.rules.blocked > 0 => Some(self.blocked_value(cells)),
            Some(true) if self.numbers.quantity == Quantity::Value => {
                Some(self.numbers.of_options(&self.seen, self.stamp))
            }
            Some(true) => Some(self.length::<S::Cell>(index)),
        })
    }

    /// The value of a cell of which options may be forbidden.
    fn blocked_value<S: Slots + ?Sized>(&mut self, cells: &S) -> u32 {
        self.options.sort_unstable();
        self.options.dedup();
        let mut values: Vec<u32> = self.options.iter().map(|option| cells.read(*option).get()).collect();
        blocked::value(&mut values, self.rules.blocked)
    }

    /// A length of play, from those of the options. None of these is greater than the number of cells before this one, or than the sum of the coordinates if every
    /// move lowers it; the number that stands for no position may be stamped, and is none of them.
    fn length<T: Cell>(&self, index: usize) -> u32 {
        let most = if self.lowers { self.env.coords.iter().sum::<i64>() as usize } else { index };
        let end = self.seen.len().min(most + 1).min(T::NONE.get() as usize);
        self.numbers.of_options(&self.seen[..end], self.stamp)
    }

    /// Stamps the values of all options. Returns whether there is an option, or `None` if a move does not lead to an earlier cell.
    fn note_options<S: Slots + ?Sized>(&mut self, cells: &S, index: usize) -> Result<Option<bool>> {
        self.env.fuel = FUEL;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.seen.fill(0);
            self.stamp = 1;
        }
        let mut any = false;
        for k in 0..self.linear.len() {
            match self.linear(cells, index, k).map_err(|stop| at(stop, &self.env.coords, self.show))? {
                Ran::None => {}
                Ran::Some => any = true,
                Ran::Raises => return Ok(None),
            }
        }
        if self.general {
            match self.others(cells, index).map_err(|stop| at(stop, &self.env.coords, self.show))? {
                Some(more) => any |= more,
                None => return Ok(None),
            }
        }
        Ok(Some(any))
    }

    fn linear<S: Slots + ?Sized>(&mut self, cells: &S, index: usize, k: usize) -> Result<Ran> {
        let family = &self.linear[k];
        if let Some(before) = &family.before
            && !before(&mut self.env)?
        {
            return Ok(Ran::None);
        }
        let mut notes = Notes { cells, seen: &mut self.seen, stamp: self.stamp };
        family.run(&mut notes, &mut self.env, index, 0)
    }

    /// Stamps the options by families that are not linear, through the mover.
    fn others<S: Slots + ?Sized>(&mut self, cells: &S, index: usize) -> Result<Option<bool>> {
        let (mut any, mut raises) = (false, false);
        let coords = &self.env.coords;
        let mut hooks = TableHooks { rules: self.rules, parts: &mut self.parts, position: &self.position };
        let mut notes = Notes { cells, seen: &mut self.seen, stamp: self.stamp };
        let (strides, sizes, rules) = (&self.strides, &self.sizes, self.rules);
        let (counted, options, limits) = (rules.blocked > 0, &mut self.options, self.limits);
        options.clear();
        let mut visit = |mv: &Move<i64>| -> Result<bool> {
            let parts = mv.leaves.iter().map(Vec::len).max().unwrap_or(0);
            let mut value = 0;
            for part in 0..parts {
                let mut to = index as i64;
                for ((leaf, _), tuples) in mv.takes.iter().zip(mv.leaves) {
                    let first = rules.leaves[*leaf].first;
                    for (i, x) in tuples[part.min(tuples.len() - 1)].iter().enumerate() {
                        if *x as u64 >= sizes[first + i] {
                            raises = true;
                            return Ok(true);
                        }
                        to += (x - coords[first + i]) * strides[first + i] as i64;
                    }
                }
                if to >= index as i64 {
                    raises = true;
                    return Ok(true);
                }
                if counted {
                    options.push(to as usize);
                    if options.len().is_multiple_of(COUNTED) {
                        limits.check(options.len() as u64 * 12, "the list of a position's options")?;
                    }
                }
                value ^= cells.read(to as usize).get();
            }
            any = true;
            notes.note(value);
            Ok(false)
        };
        if rules.parts.is_empty() {
            self.mover.each(&self.position, &mut NoHooks, &mut visit)?;
        } else {
            self.mover.each(&self.position, &mut hooks, &mut visit)?;
        }
        Ok(if raises { None } else { Some(any) })
    }
}

/// Answers about the parts of a compound, from their tables.
struct TableHooks<'a> {
    rules: &'a Ruleset,
    parts: &'a mut [(Arc<Tables>, Searcher<i64>)],
    position: &'a Lists<i64>,
}

impl Hooks<i64> for TableHooks<'_> {
    fn terminal(&mut self, part: usize) -> Result<bool> {
        let own = self.rules.parts[part].cut(self.position);
        let (tables, searcher) = &mut self.parts[part];
        // In normal play a value above 0 proves that there is a move.
        let flat: Vec<u64> = own.iter().flat_map(|t| t[0].iter().map(|x| *x as u64)).collect();
        if tables.get(&flat).is_some_and(|v| v > 0) {
            return Ok(false);
        }
        searcher.terminal(&own)
    }

    fn target_p(&mut self, part: usize, mv: &Move<i64>) -> Result<bool> {
        let place = &self.rules.parts[part];
        let mut flat: Vec<u64> = vec![];
        for leaf in place.first_leaf..place.first_leaf + place.rules.leaves.len() {
            let moved = mv.takes.iter().position(|(l, _)| *l == leaf);
            let tuple = moved.map_or(&self.position[leaf][0], |t| &mv.leaves[t][0]);
            flat.extend(tuple.iter().map(|x| *x as u64));
        }
        Ok(self.parts[part].0.get(&flat) == Some(0))
    }
}

/// Adds the position to an error of undefined rules.
fn at(stop: Stop, coords: &[i64], show: Show) -> Stop {
    crate::contract::stop::located(stop, &show(coords))
}
