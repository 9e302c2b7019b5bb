//! The plain table by several threads.
//!
//! In: a range of cells, of which all cells before it are final, and two coordinates that no move raises. Out: the values of the range, or why there
//! are none. No value depends on the number of threads or the size of tiles.
//!
//! **Tiles.** The two coordinates cut the range into tiles. A move leads to a tile that comes no later in either coordinate; inside a tile it leads
//! to an earlier cell, which the table checks. So a tile can be filled in row-major order as soon as the tile above it and the tile to its left
//! are done. With T threads, each thread takes every T-th row of tiles. It reports each finished tile to the next thread through a channel, so that
//! the next row follows one tile behind.
//!
//! **Copied cells** ([`Mirror`]). Suppose a symmetry exchanges one of the two coordinates with a later coordinate. Then the cell that is
//! copied lies in the same row of tiles or above. Suppose it exchanges the two coordinates with each other. Then rows and columns are cut at the same
//! places, and a row starts once the row above has passed the diagonal. No other exchange is used here.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{FillOutcome, TableFill};
use crate::contract::join::together;
use crate::contract::limits::Limits;
use crate::contract::progress::Tally;
use crate::contract::quantity::Numbering;
use crate::contract::stop::Result;
use crate::enumerate::search::Searcher;
use crate::read::mirror::Mirror;
use crate::read::table_bounds::Foresight;
use crate::store::cells::Cell;
use crate::store::slots::Shared;
use crate::store::sum::Tables;
use grundy_rules::rules::{Play, Ruleset};

/// Ranges with fewer cells are left to one thread.
const THREADED: usize = 1 << 12;
/// Rows of tiles for each thread. While one thread fills its last row, the others may be idle.
const ROWS: usize = 16;
/// The greatest width of a tile: cache lines that a strided move reads are used again by the next cells.
const WIDE: usize = 64;
/// The least side of tiles that must be square.
const SQUARE: usize = 8;

/// What a thread needs to begin its work.
pub(super) struct Crew<'a> {
    rules: &'a Arc<Ruleset>,
    hi: &'a [u64],
    numbers: Numbering,
    lowers: bool,
    limits: &'a Limits,
    never_raised: Vec<bool>,
    /// The tables of the parts.
    parts: Vec<Arc<Tables>>,
    mirror: Mirror,
}

/// The outcome of the threads' work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All cells have their values.
    All = 0,
    /// A value does not fit.
    Narrow = 1,
    /// A thread met an error or a move that raises. One thread repeats the work, so that the report is of the first such cell.
    Stopped = 2,
}

impl<'a> Crew<'a> {
    /// Prepares several threads for this work.
    pub(super) fn of(work: &TableFill<'a>, hi: &'a [u64], sight: &Foresight) -> Crew<'a> {
        Crew {
            rules: work.rules,
            hi,
            numbers: work.numbers,
            lowers: work.lowers,
            limits: work.limits,
            never_raised: sight.never_raised.clone(),
            parts: work.parts.iter().map(|(tables, _)| tables.clone()).collect(),
            mirror: work.mirror.clone(),
        }
    }

    /// Fills the cells of a range; `cells` begins with cell number `base`. `None` if one thread should do the work.
    pub(super) fn fill<T: Cell>(
        &self,
        cells: &mut Vec<T>,
        base: usize,
        range: &Range<usize>,
        strides: &[usize],
    ) -> Option<Outcome> {
        let threads = self.limits.threads();
        // With wider cells, every thread would need a set of used values that grows.
        if threads < 2 || range.len() < self.limits.alone(THREADED) || !T::NARROW {
            return None;
        }
        let grid = Grid::of(&self.never_raised, &self.mirror, self.hi, strides, range, threads)?;
        Some(self.run(cells, base, &grid))
    }

    fn run<T: Cell>(&self, cells: &mut Vec<T>, base: usize, grid: &Grid) -> Outcome {
        let shared: Vec<T::Shared> = std::mem::take(cells).into_iter().map(T::share).collect();
        let outcome = AtomicU8::new(Outcome::All as u8);
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..grid.threads).map(|_| channel::<()>()).unzip();
        grid.columns.iter().for_each(|_| {
            let _ = senders[0].send(());
        });
        // Thread k sends to thread k + 1, the last one to the first.
        senders.rotate_left(1);
        together(|crew| {
            for (k, (sender, receiver)) in senders.into_iter().zip(receivers).enumerate() {
                let (shared, outcome) = (&shared, &outcome);
                crew.spawn(move || {
                    self.work::<T>(Shared { cells: shared, base }, grid, k, outcome, &sender, &receiver)
                });
            }
        });
        *cells = shared.into_iter().map(T::own).collect();
        match outcome.into_inner() {
            0 => Outcome::All,
            1 => Outcome::Narrow,
            _ => Outcome::Stopped,
        }
    }

    /// Fills the rows of tiles of one thread. The thread ends early if another one has.
    fn work<T: Cell>(
        &self,
        mut cells: Shared<T>,
        grid: &Grid,
        own: usize,
        outcome: &AtomicU8,
        sender: &Sender<()>,
        receiver: &Receiver<()>,
    ) {
        let parts = self.parts.iter().zip(&self.rules.parts);
        let parts =
            parts.map(|(t, p)| (t.clone(), Searcher::new(&p.rules, Play::Normal, false, self.limits))).collect();
        let show = |_: &[i64]| String::new();
        let mut work = TableFill::new(self.rules, self.hi, self.numbers, self.limits, &show, parts);
        work.lowers = self.lowers;
        work.mirror = self.mirror.only(|first, second| grid.allows(first, second));
        let mut told = Tally::new(&self.limits.progress);
        for row in grid.rows.iter().skip(own).step_by(grid.threads) {
            let mut passed = 0;
            for (column, tile) in grid.columns.iter().enumerate() {
                while passed < grid.above(row, column) {
                    if receiver.recv().is_err() {
                        return;
                    }
                    passed += 1;
                }
                if outcome.load(Ordering::Relaxed) != Outcome::All as u8 {
                    return;
                }
                let filled = self.limits.interrupted().and_then(|()| grid.fill(&mut work, &mut cells, row, tile));
                let end = match filled {
                    Ok(FillOutcome::All) => Outcome::All,
                    Ok(FillOutcome::To(_)) => Outcome::Narrow,
                    Ok(FillOutcome::Raises) | Err(_) => Outcome::Stopped,
                };
                if end != Outcome::All {
                    outcome.fetch_max(end as u8, Ordering::Relaxed);
                    return;
                }
                told.add(grid.cells_of(row, tile));
                // After the last row the receiver may be gone.
                let _ = sender.send(());
            }
        }
    }
}

/// A range of cells, cut into tiles by two coordinates.
struct Grid {
    /// The two coordinates, the outer one first.
    axes: [usize; 2],
    rows: Vec<Range<usize>>,
    columns: Vec<Range<usize>>,
    /// Does a symmetry exchange the two coordinates?
    exchanged: bool,
    threads: usize,
    /// For each coordinate, the values it takes in the range.
    extents: Vec<Range<usize>>,
    strides: Vec<usize>,
    range: Range<usize>,
}

impl Grid {
    fn of(
        never_raised: &[bool],
        mirror: &Mirror,
        hi: &[u64],
        strides: &[usize],
        range: &Range<usize>,
        threads: usize,
    ) -> Option<Grid> {
        let mut extents: Vec<Range<usize>> = hi.iter().map(|h| 0..*h as usize + 1).collect();
        let outer = *strides.first()?;
        extents[0] = range.start / outer..(range.end - 1) / outer + 1;
        let axes = axes(never_raised, &extents, threads)?;
        let [u, v] = axes.map(|c| extents[c].clone());
        let threads = threads.min(u.len()).min(v.len());
        let exchanged = mirror.exchanges(axes[0], axes[1]);
        let height = u.len().div_ceil(ROWS * threads).max(if exchanged { SQUARE } else { 1 });
        let width = if exchanged { height } else { v.len().div_ceil(ROWS).min(WIDE) };
        // Square tiles are cut at the same places.
        let offset = if exchanged { u.start % height } else { 0 };
        Some(Grid {
            axes,
            rows: cut(&u, height, 0),
            columns: cut(&v, width, offset),
            exchanged,
            threads,
            extents,
            strides: strides.to_vec(),
            range: range.clone(),
        })
    }

    /// May cells be copied by the exchange of these two coordinates?
    fn allows(&self, first: usize, second: usize) -> bool {
        !self.axes.contains(&second) || [first, second] == self.axes
    }

    /// How many tiles of the row above must be done before the tile in this column.
    fn above(&self, row: &Range<usize>, column: usize) -> usize {
        let diagonal = if self.exchanged { self.columns.partition_point(|c| c.start < row.end) } else { 0 };
        diagonal.max(column + 1)
    }

    /// The approximate number of cells of a tile: its share of the range.
    fn cells_of(&self, row: &Range<usize>, column: &Range<usize>) -> usize {
        let [u, v] = self.axes.map(|c| self.extents[c].len() as u128);
        (self.range.len() as u128 * (row.len() * column.len()) as u128 / (u * v)) as usize
    }

    /// Fills a tile, one run of consecutive cells at a time.
    fn fill<T: Cell>(
        &self,
        work: &mut TableFill,
        cells: &mut Shared<T>,
        row: &Range<usize>,
        column: &Range<usize>,
    ) -> Result<FillOutcome> {
        let [u, v] = self.axes;
        let run = column.len() * self.strides[v];
        let outer: Vec<Range<usize>> =
            (0..v).map(|c| if c == u { row.clone() } else { self.extents[c].clone() }).collect();
        let mut at: Vec<usize> = outer.iter().map(|r| r.start).collect();
        loop {
            let start: usize =
                at.iter().zip(&self.strides).map(|(x, s)| x * s).sum::<usize>() + column.start * self.strides[v];
            let cut = start.max(self.range.start)..(start + run).min(self.range.end);
            if !cut.is_empty() {
                match work.fill(cells, cut)? {
                    FillOutcome::All => {}
                    end => return Ok(end),
                }
            }
            let Some(c) = (0..v).rev().find(|c| at[*c] + 1 < outer[*c].end) else { return Ok(FillOutcome::All) };
            at[c] += 1;
            (c + 1..v).for_each(|c| at[c] = outer[c].start);
        }
    }
}

/// The two coordinates that cut the range: the outermost pair that gives every thread enough rows, or else the longest pair.
fn axes(never_raised: &[bool], extents: &[Range<usize>], threads: usize) -> Option<[usize; 2]> {
    let long: Vec<usize> = (0..extents.len()).filter(|c| never_raised[*c] && extents[*c].len() > 1).collect();
    let shorter = |[a, b]: [usize; 2]| extents[a].len().min(extents[b].len()).min(ROWS / 2 * threads);
    let pairs = long.iter().enumerate().flat_map(|(k, a)| long[k + 1..].iter().map(|b| [*a, *b]));
    // The first of several equal pairs.
    pairs.rev().max_by_key(|pair| shorter(*pair))
}

/// Cuts a range into pieces of a given length; a first piece that starts before `offset` ends there.
fn cut(all: &Range<usize>, len: usize, offset: usize) -> Vec<Range<usize>> {
    let mut pieces = vec![];
    let mut start = all.start;
    while start < all.end {
        let end = if start < offset { offset } else { start + len };
        pieces.push(start..end.min(all.end));
        start = end;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::tables_of_parts;
    use super::*;
    use crate::engine::TableRequest;
    use crate::enumerate::plain::PlainAsk;
    use grundy_rules::session::Session;

    fn rules(text: &str, asked: &str) -> Arc<Ruleset> {
        let mut session = Session::new();
        session.load("g.game", text).expect("the rules are of the language");
        session.game(asked, None).expect("a game").rules
    }

    const LINES: &str = "game g(a, b) { move (a - i, b - 2*i) for i in 1..a\n move (a, b - i) for i in 1..b }";
    const SYMMETRIC: &str = "game g(a, b, c) {
        require a + b != 4
        require b + c != 4
        require a + c != 4
        move (a - i, b, c) for i in 1..a if (a + i + b + c) mod 3 != 0
        move (a, b - i, c) for i in 1..b if (a + i + b + c) mod 3 != 0
        move (a, b, c - i) for i in 1..c if (a + i + b + c) mod 3 != 0
    }";

    #[test]
    fn threads_and_pieces_do_not_change_a_value() {
        for (text, asked, hi) in [
            (LINES, "g", &[80, 120][..]),
            (SYMMETRIC, "g", &[19, 25, 22]),
            (SYMMETRIC, "g", &[24, 24, 24]),
            ("", "wythoff", &[130, 90]),
            ("", "euclid", &[70, 90]),
            ("", "near(nim[1], nim[1])", &[70, 70, 1]),
            ("", "near(silver_dollar[2], nim[1])", &[15, 16, 17, 1]),
            (
                "game g(a, b, c) { move (a - i, b + 1, c) for i in 1..a if b < 3\n move (a, b, c - 1) }",
                "g",
                &[60, 3, 60],
            ),
        ] {
            let rules = rules(text, asked);
            let sight = Foresight::of(&rules, hi, Play::Normal);
            let one = pieces(&rules, hi, &sight, 1, usize::MAX);
            assert!(one.iter().any(|c| *c != u16::NONE && *c > 1), "{asked} at {hi:?}");
            for (threads, piece) in [(2, usize::MAX), (3, 5000), (2, THREADED + 7), (5, 7777)] {
                assert_eq!(pieces(&rules, hi, &sight, threads, piece), one, "{asked} at {hi:?}, {threads} threads");
            }
        }
    }

    /// The cells, filled in pieces of a size; several threads must take all that are large enough.
    fn pieces(rules: &Arc<Ruleset>, hi: &[u64], sight: &Foresight, threads: usize, piece: usize) -> Vec<u16> {
        let limits = Limits { threads, ..Limits::default() };
        let show = |_: &[i64]| String::new();
        let parts = tables_of_parts(rules, hi, &TableRequest::any(Play::Normal, true, &limits, &PlainAsk))
            .expect("tables")
            .expect("of the parts");
        let mut work = TableFill::new(rules, hi, Numbering::default(), &limits, &show, parts);
        if threads > 1 && sight.falls {
            work.mirror = Mirror::of(rules, hi, &work.strides);
        }
        let crew = Crew::of(&work, hi, sight);
        let total = hi.iter().map(|h| *h as usize + 1).product();
        let mut cells = vec![u16::NONE; total];
        let mut from = 0;
        while from < total {
            let range = from..total.min(from.saturating_add(piece));
            let outcome = crew.fill(&mut cells, 0, &range, &work.strides);
            assert_eq!(outcome, (threads > 1 && range.len() >= THREADED).then_some(Outcome::All));
            if outcome.is_none() {
                assert!(matches!(work.fill(&mut cells[..], range.clone()), Ok(FillOutcome::All)));
            }
            from = range.end;
        }
        cells
    }

    #[test]
    fn values_that_do_not_fit_and_interruptions_end_all_threads() {
        let (rules, hi) = (rules(LINES, "g"), [400, 400]);
        let limits = Limits { threads: 3, ..Limits::default() };
        let show = |_: &[i64]| String::new();
        let work = TableFill::new(&rules, &hi, Numbering::default(), &limits, &show, vec![]);
        let crew = Crew::of(&work, &hi, &Foresight::of(&rules, &hi, Play::Normal));
        let mut narrow = vec![u8::NONE; 401 * 401];
        assert_eq!(crew.fill(&mut narrow, 0, &(0..401 * 401), &work.strides), Some(Outcome::Narrow));
        limits.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(crew.fill(&mut narrow, 0, &(0..401 * 401), &work.strides), Some(Outcome::Stopped));
        assert_eq!(narrow.len(), 401 * 401);
    }
}
