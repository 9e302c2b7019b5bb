//! The kernel for any number of coordinates, by several threads.
//!
//! In: one walk through the cells for each thread, and the sets that the threads share ([`lines`](super::lines)). Out: the cells. No value depends
//! on the number of threads.
//!
//! **Slabs.** A slab is the set of cells with the same coordinates along the outer axes. With T threads, each thread takes every T-th slab. It
//! follows the thread of the previous slab at a distance: cell c of a slab may be filled once the previous slab has filled every cell up to the
//! place of c. Where sets are emptied row by row, the previous slab must have filled the whole row. Each thread publishes one number, how far it has
//! come ([`Done`]).
//!
//! **Why this order suffices.** By induction, every earlier slab has filled its cells up to the place of c. A move that raises no coordinate
//! leads to such a cell. A move that raises a coordinate may lead further on in an earlier slab; its cell is waited for
//! ([`View::earlier`]). Two cells of T consecutive slabs that use the same set are filled in the order of their slabs: along a diagonal their places
//! differ by the distance of the slabs, or by the modulus less this distance, which is more than an axis has cells ([`Flight`]).
//!
//! **No thread waits forever.** A thread waits only for slabs before its own. The first unfinished slab waits for none.
//!
//! **Measured** on two cores, two threads against one: Nim with a pass on three heaps, to 511, takes 0.57 to 0.62 of the time (a seventh of which the
//! system spends on clearing the cells); Star Nim on three strips, to 300, takes 0.5 to 0.7. Together the threads use about as much processor time as
//! one thread. Where other programs keep all cores busy, nothing is gained.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::grid::{Direction, Grid};
use super::lines::Flight;
use super::sets::{AtomicBits, Open};
use super::space::{Row, Walk};
use grundy_core::contract::join::together;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::progress::Tally;
use grundy_core::contract::stop::Result;
use grundy_core::contract::waiting::{Alarm, wait_for};
use grundy_core::store::cells::Cell;
use grundy_core::store::slots::Slots;
use grundy_core::store::tiles::Filled;

/// The most cells in a batch. A thread reports its progress after each batch.
const BATCH: usize = if cfg!(test) { 5 } else { 1 << 11 };
/// The least number of batches in a slab for each thread, as long as they are no smaller than [`LEAST`].
const BATCHES: usize = if cfg!(test) { 1 } else { 4 };
/// The least cells in a batch: smaller batches cost more than they gain.
const LEAST: usize = if cfg!(test) { 1 } else { 64 };
/// The least number of slabs for each thread. While the last slabs are filled, some threads are idle.
const SLABS: usize = if cfg!(test) { 1 } else { 8 };
/// How often a waiting thread checks in a busy loop before it yields.
const SPINS: usize = 200;

impl Flight {
    /// The ways to cut a grid for several threads, those with the most threads first. Slabs along the first axis that a ray moves are the largest;
    /// if there are too few of them, an axis further in is taken.
    pub(super) fn candidates(grid: &Grid, directions: &[Direction], threads: usize) -> impl Iterator<Item = Flight> {
        let moved = directions.iter().filter_map(|d| d.first()).map(|(axis, _)| *axis).min().unwrap_or(0);
        let enough = |axis: usize, slabs: usize| {
            grid.cells() / grid.strides[axis] >= SLABS * slabs && grid.strides[axis] >= BATCHES * slabs * LEAST
        };
        let axis = move |slabs: usize| (moved..grid.sizes.len() - 1).find(|axis| enough(*axis, slabs));
        (2..=threads).rev().filter_map(move |slabs| axis(slabs).map(|axis| Flight { axis, slabs }))
    }
}

/// Several threads that fill one table.
pub(super) struct Crew<'a> {
    walks: Vec<Walk<'a>>,
    words: Vec<AtomicU64>,
    hints: Vec<AtomicU32>,
    flight: Flight,
    /// The cells of a row, of a slab, of a batch.
    row: usize,
    slab: usize,
    batch: usize,
    /// The cells before this one are filled.
    start: usize,
    limits: &'a Limits,
}

impl<'a> Crew<'a> {
    /// A crew with one walk for each slab of a flight.
    pub(super) fn new(grid: &Grid, walks: Vec<Walk<'a>>, flight: Flight, limits: &'a Limits) -> Crew<'a> {
        let (words, hints) = walks.first().map_or((0, 0), |walk| walk.lines().room());
        let slab = grid.strides[flight.axis];
        Crew {
            words: std::iter::repeat_with(AtomicU64::default).take(words).collect(),
            hints: std::iter::repeat_with(AtomicU32::default).take(hints).collect(),
            walks,
            flight,
            row: grid.sizes[grid.sizes.len() - 1],
            slab,
            batch: (slab / (BATCHES * flight.slabs)).clamp(LEAST, BATCH),
            start: 0,
            limits,
        }
    }

    /// Skips the cells before this one, which have their values.
    pub(super) fn skip(&mut self, to: usize) {
        self.start = to;
    }

    /// How far back steps and passes read; `None` if there are shadows, which may lie anywhere.
    pub(super) fn reach(&self) -> Option<usize> {
        self.walks.first().and_then(Walk::reach)
    }

    /// Fills the cells from where it stopped. They hold 0 where a position exists, and are wide enough for every value.
    ///
    /// # Errors
    /// The interruption.
    pub(super) fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled> {
        if self.start >= to {
            return Ok(Filled::All);
        }
        super::pipeline::touch(&mut cells[self.start - base..to - base], self.limits)?;
        let shared: Vec<T::Shared> = std::mem::take(cells).into_iter().map(T::share).collect();
        let race = Race {
            sets: AtomicBits { words: &self.words, hints: &self.hints },
            flight: self.flight,
            row: self.row,
            slab: self.slab,
            batch: self.batch,
            from: self.start,
            to,
            done: (0..self.walks.len()).map(|_| Done(AtomicUsize::new(self.start))).collect(),
            failed: AtomicBool::new(false),
            gives_up: AtomicBool::new(false),
            limits: self.limits,
        };
        together(|crew| {
            for (own, walk) in self.walks.iter_mut().enumerate() {
                let (race, shared) = (&race, &shared);
                crew.spawn(move || race.run::<T>(walk, own, shared, base));
            }
        });
        let gives_up = race.gives_up.into_inner();
        *cells = shared.into_iter().map(T::own).collect();
        self.limits.interrupted()?;
        self.start = to;
        Ok(if gives_up { Filled::GivesUp } else { Filled::All })
    }

    /// Puts the values of finished rows into the sets of the lines that continue after them.
    pub(super) fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        let Crew { walks, words, hints, .. } = self;
        while self.start < to {
            self.limits.interrupted()?;
            let walk = &mut walks[self.start / self.slab % self.flight.slabs];
            let mut sets = Open { bits: AtomicBits { words, hints }, each: walk.lines().each() };
            walk.go_to(self.start);
            if !walk.replay(cells, base, &mut sets) {
                return Ok(Filled::GivesUp);
            }
            self.start += self.row;
        }
        Ok(Filled::All)
    }
}

/// The number of a thread's next cell, in a separate cache line.
#[repr(align(128))]
struct Done(AtomicUsize);

/// The work on one piece of the table, shared by all threads.
struct Race<'a> {
    sets: AtomicBits<'a>,
    flight: Flight,
    row: usize,
    slab: usize,
    batch: usize,
    from: usize,
    to: usize,
    done: Vec<Done>,
    /// Has a thread ended early?
    failed: AtomicBool,
    /// Has a thread met a move or a condition that rays cannot decide?
    gives_up: AtomicBool,
    limits: &'a Limits,
}

impl Race<'_> {
    fn run<T: Cell>(&self, walk: &mut Walk, own: usize, cells: &[T::Shared], base: usize) {
        let mut alarm = Alarm::new(&self.failed);
        let done = match walk.rays() {
            1 => self.slabs::<T, 1>(walk, own, cells, base),
            2 => self.slabs::<T, 2>(walk, own, cells, base),
            3 => self.slabs::<T, 3>(walk, own, cells, base),
            4 => self.slabs::<T, 4>(walk, own, cells, base),
            5 => self.slabs::<T, 5>(walk, own, cells, base),
            6 => self.slabs::<T, 6>(walk, own, cells, base),
            _ => None,
        };
        if done.is_some() {
            alarm.disarm();
        }
    }

    /// Fills the slabs of a thread; `None` if it ends early.
    fn slabs<T: Cell, const R: usize>(
        &self,
        walk: &mut Walk,
        own: usize,
        cells: &[T::Shared],
        base: usize,
    ) -> Option<()> {
        let threads = self.flight.slabs;
        let first = self.from / self.slab;
        let mut slab = first + (own + threads - first % threads) % threads;
        let mut tally = Tally::new(&self.limits.progress);
        while slab * self.slab < self.to {
            let begin = slab * self.slab;
            let mut view = View::<T> { race: self, cells, base, begin };
            walk.go_to(begin.max(self.from));
            self.slab::<T, R>(walk, own, &mut view, &mut tally)?;
            slab += threads;
        }
        Some(())
    }

    /// Fills one slab, or the part of it that lies in the piece.
    fn slab<'w, T: Cell, const R: usize>(
        &self,
        walk: &mut Walk<'w>,
        own: usize,
        view: &mut View<T>,
        tally: &mut Tally,
    ) -> Option<()> {
        let before = (own + self.flight.slabs - 1) % self.flight.slabs;
        let end = self.to.min(view.begin + self.slab);
        let mut sets = Open { bits: self.sets, each: walk.lines().each() };
        let kernel = walk.kernel::<View<T>, _, R>();
        let tell = |cell: usize| self.done[own].0.store(cell, Ordering::Release);
        // The cells of this slab before `open` may be filled; those before `told` have been reported.
        let (mut open, mut told) = (self.from.max(view.begin), self.from.max(view.begin));
        let mut counted = told;
        while walk.start < end {
            let next = if walk.begun { walk.next } else { 0 };
            let part = self.row.min(next + self.batch);
            let whole = !walk.begun && walk.lines().empties(&walk.at, self.flight);
            let need = walk.start + if whole { self.row } else { part };
            if open < need && view.begin > 0 {
                if told < walk.start + next {
                    told = walk.start + next;
                    tell(told);
                }
                open = self.wait(before, need - self.slab)? + self.slab;
            }
            let (place, base) = (walk.start, view.base);
            match walk.part::<_, _, R>(kernel, (view, base), &mut sets, part) {
                Row::Done => {}
                Row::Misfit | Row::GivesUp => {
                    self.gives_up.store(true, Ordering::Relaxed);
                    return None;
                }
            }
            tally.add(place + part - counted);
            counted = place + part;
            if place + part >= told + self.batch || walk.start >= end {
                told = place + part;
                tell(told);
                if self.failed.load(Ordering::Relaxed) || self.limits.interrupted().is_err() {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Waits until a thread has passed a cell, and returns how far that thread has come; `None` if a thread has ended early.
    fn wait(&self, thread: usize, cell: usize) -> Option<usize> {
        let done = || self.done[thread].0.load(Ordering::Acquire);
        wait_for(&self.failed, SPINS, || Some(done()).filter(|done| *done >= cell))
    }
}

/// The cells, as seen by the thread that fills one slab.
struct View<'a, T: Cell> {
    race: &'a Race<'a>,
    cells: &'a [T::Shared],
    base: usize,
    /// The slab's first cell.
    begin: usize,
}

impl<T: Cell> Slots for View<'_, T> {
    type Cell = T;
    #[inline(always)]
    fn read(&self, index: usize) -> T {
        T::load(&self.cells[index])
    }
    #[inline(always)]
    fn write(&mut self, index: usize, cell: T) {
        cell.store(&self.cells[index]);
    }
    fn earlier(&self, index: usize) -> T {
        let cell = index + self.base;
        let race = self.race;
        // All slabs from `slabs` before this one back are complete: this thread filled the last of them, and waited for the slab before it to its end.
        let others = (self.begin.saturating_sub((race.flight.slabs - 1) * race.slab)).max(race.from)..self.begin;
        if others.contains(&cell) && race.wait(cell / race.slab % race.flight.slabs, cell + 1).is_none() {
            // A thread has failed: all threads end, and the cells are discarded.
            return T::NONE;
        }
        self.read(index)
    }
}

#[cfg(test)]
mod tests {
    use crate::rays::build;
    use grundy::Evaluator;
    use grundy_core::contract::limits::Limits;
    use grundy_core::contract::options::{Options, Play};
    use grundy_core::engine::TableRequest;
    use grundy_core::read::rays::Plan;
    use grundy_core::store::stored::Stored;
    use grundy_rules::session::Session;

    /// Every way in which moves lead between slabs: inside one, along one axis or several, across layers, further on in the slab, anywhere.
    const GAMES: [(&str, &str, &[u64]); 18] = [
        ("star_nim[3]", "", &[9, 7, 11]),
        ("pass(nim[3])", "", &[6, 9, 7, 1]),
        ("pass(nim[2], 2)", "", &[9, 13, 2]),
        ("chocolate[(x, z) -> (x + z) div 2]", "", &[8, 9, 12]),
        ("chocolate[(x, z) -> (x + z) div 2]", "", &[12, 4, 3]),
        ("g", "move (a - i, b, c) for i in 1..a\n move (a - i, b - i, c) for i in 1..min(a, b)", &[14, 5, 6]),
        ("g", "move (a - i, b, c - i) for i in 1..min(a, c)\n move (a, b, c - i) for i in 1..c", &[14, 3, 6]),
        (
            "g",
            "move (a - i, b - i, c - i) for i in 1..min(a, b, c)\n move (a, b - i, c) for i in 1..b\n move (a - i, b, c) for i in 1..a",
            &[17, 5, 4],
        ),
        (
            "g",
            "move (a, b - i, c - i) for i in 1..min(b, c)\n move (a - 1, b, c)\n move (a, b - i, c) for i in 1..b",
            &[9, 12, 4],
        ),
        (
            "g",
            "move (a - 1, b + 1, c) if b < 5\n move (a - i, b, c) for i in 1..a\n move (a, b, c - i) for i in 1..c",
            &[19, 6, 7],
        ),
        ("g", "move (a - i, b, c) for i in 1..a\n move (a, b - i, c) for i in 1..b if c mod 2 = 0", &[11, 9, 8]),
        (
            "g",
            "move (a - i, b, c) for i in 1..a\n move (a - 1, b - i, min(9, c + 2)) for i in 1..b if a > 0",
            &[17, 6, 9],
        ),
        (
            "pass(g)",
            "move (a - i, b - i, c - i) for i in 1..min(a, b, c)\n move (a, b, c - i) for i in 1..c",
            &[9, 5, 7, 1],
        ),
        (
            "g",
            "require a + b != 3\n move (a - i, b, c) for i in 1..a if a - i != 2\n move (a - 1, b - 1, c - 1)\n move (a, b, c - i) for i in 1..c",
            &[13, 7, 6],
        ),
        // Multiples, along the axes of slabs and inside them; more than an axis has; more residues than an axis has cells.
        (
            "g",
            "move (a - 2*i, b - i, c - 3*i) for i in 1..a\n move (a - i, b, c - 2*i) for i in 1..a\n move (a, b - 2*i, c - i) for i in 1..c",
            &[17, 9, 11],
        ),
        (
            "g",
            "move (a - 3*i, b, c) for i in 1..a\n move (a, b, c - 2*i) for i in 1..c\n move (a, b, c - 3*i) for i in 1..c\n move (a - i, b - 3*i, c) for i in 1..a",
            &[13, 8, 7],
        ),
        (
            "g",
            "require (a + b) mod 5 != 3\n move (a - 2*i, b - 2*i, c - 2*i) for i in 1..a if c - 2*i != 1\n move (a, b - 40*i, c - i) for i in 1..c\n move (a, b, c - i) for i in 1..c",
            &[15, 6, 9],
        ),
        (
            "pass(g)",
            "move (a - 4*i, b - i, c - 2*i) for i in 1..a\n move (a - 20*i, b, c) for i in 1..a\n move (a - i, b - i, c) for i in 1..b",
            &[12, 5, 9, 1],
        ),
    ];

    #[test]
    fn threads_do_not_change_a_value() {
        for (number, (asked, moves, hi)) in GAMES.into_iter().enumerate() {
            let mut session = Session::new();
            if !moves.is_empty() {
                session
                    .load("g.game", &format!("game g(a, b, c) {{ {moves} }}"))
                    .expect("the rules are of the language");
            }
            let rules = session.game(asked, None).expect("a game").rules;
            for play in Play::BOTH {
                let plain = Evaluator::new(&rules, Options { play, plain: true, ..Options::default() });
                let plain = { plain }.table(hi).expect("a table");
                for threads in [1, 2, 3, 5] {
                    let limits = Limits { threads, ..Limits::default() };
                    let ask = grundy::engine::chooser();
                    let wish = TableRequest::any(play, false, &limits, &*ask);
                    let table = build(&rules, &Plan::of(&rules).expect("rays"), hi, &wish).expect("no interruption");
                    let table = table.seen().unwrap_or_else(|reason| panic!("game {number}: {reason:?}"));
                    let mut at = vec![0; hi.len()];
                    loop {
                        assert_eq!(
                            table.get(&at),
                            plain.get(&at),
                            "game {number} at {at:?}, {threads} threads, {play:?}"
                        );
                        if !grundy_core::contract::position::next(&mut at, hi) {
                            break;
                        }
                    }
                }
            }
        }
    }
}
