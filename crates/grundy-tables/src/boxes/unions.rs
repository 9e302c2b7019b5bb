//! The sets C_S(p) of those sorted cells that are still needed.
//!
//! In: runs of cells of a row. Out: the mex of each cell's options; the caller returns the cell's value. For each S, a ring buffer holds the sets
//! of the last cells, as far back as they are needed. A run takes three passes. The first joins sets of earlier rows: these are contiguous in the
//! ring buffers, too, so a few long unions suffice. The second finds the values cell by cell, with the options inside the row. The third joins
//! the sets of neighbours in the row.

use grundy_core::contract::bits::mex;
use std::ops::Range;

use super::sorted::Sorted;
use super::sources::{Source, Sources};
use super::supports::Support;

/// The most words in the sets of a run, so that they fit the first-level cache.
const RUN: usize = 512;

/// The most cells of a run; longer runs gain nothing.
const CELLS: usize = 64;

/// The sets of all supports.
pub(super) struct Unions {
    words: usize,
    rings: Vec<Ring>,
    /// The number of sorted cells added so far.
    rank: usize,
    /// The sets of each support at the cells of a run.
    rows: Vec<Vec<u64>>,
    /// The values of options outside the row; `chained` has those of full supports with the last coordinate.
    options: Vec<u64>,
    chained: Vec<u64>,
    /// The values of options in the row.
    inside: Vec<u64>,
    values: Vec<Option<u32>>,
}

/// The ring buffer with the sets of one support.
struct Ring {
    cells: usize,
    words: Vec<u64>,
    full: bool,
    /// Is the last coordinate in the support?
    last: bool,
}

/// The words of a set, and the most cells in a run.
fn sizes(most: u64) -> (usize, usize) {
    let words = (most / 64 + 1) as usize;
    (words, (RUN / words).clamp(1, CELLS))
}

impl Unions {
    /// The memory of the sets in bytes; `None` on overflow.
    pub(super) fn bytes(supports: &[Support], sorted: &Sorted, most: u64) -> Option<u64> {
        let (words, run) = sizes(most);
        let rings = Sources::rings(supports, sorted)?;
        let run = run * (supports.len() + 2) + 1;
        let cells = rings.iter().try_fold(run, |sum, ring| sum.checked_add(*ring))?;
        cells.checked_mul(words)?.checked_mul(8).map(|b| b as u64)
    }

    /// Empty sets, for values up to `most` of cells with `n` coordinates.
    pub(super) fn new(supports: &[Support], sorted: &Sorted, most: u64, n: usize) -> Unions {
        let (words, run) = sizes(most);
        let rings = Sources::rings(supports, sorted).unwrap_or_default();
        let ring = |(s, cells): (&Support, usize)| {
            let last = s.coords.last() == Some(&(n - 1));
            Ring { cells, words: vec![0; cells * words], full: s.full, last }
        };
        let row = || vec![0; run * words];
        Unions {
            words,
            rings: supports.iter().zip(rings).map(ring).collect(),
            rank: 0,
            rows: supports.iter().map(|_| row()).collect(),
            options: row(),
            chained: row(),
            inside: vec![0; words],
            values: vec![None; run],
        }
    }

    /// The most cells of a run.
    pub(super) fn most(&self) -> usize {
        self.values.len()
    }

    /// Adds a run of cells of a row, with their sources. `decide` receives the number of each cell, the mex of its options and
    /// whether there are options, and returns the cell's value, if a position exists there.
    pub(super) fn run(
        &mut self,
        len: usize,
        sources: &Sources,
        rest: bool,
        mut decide: impl FnMut(usize, u32, bool) -> Option<u32>,
    ) {
        let span = len * self.words;
        self.outside(span, sources, rest);
        self.inside.fill(0);
        let chain = self.rings.iter().any(|ring| ring.full && ring.last);
        for k in 0..len {
            let own = k * self.words..(k + 1) * self.words;
            let options = &mut self.options[own.clone()];
            options.iter_mut().zip(&self.inside).for_each(|(o, i)| *o |= i);
            let mex = mex(options.iter().copied()) as u32;
            let value = decide(k, mex, options.iter().any(|w| *w != 0));
            self.inside.iter_mut().zip(&self.chained[own]).for_each(|(i, c)| *i |= c);
            if let Some(value) = value.filter(|_| chain) {
                self.inside[value as usize / 64] |= 1 << (value % 64);
            }
            self.values[k] = value;
        }
        self.keep(len);
    }

    /// Joins the sets of earlier cells, except neighbours inside the run.
    fn outside(&mut self, span: usize, sources: &Sources, rest: bool) {
        let Unions { words, rings, rank, rows, options, chained, .. } = self;
        let words = *words;
        rows.iter_mut().for_each(|row| row[..span].fill(0));
        options[..span].fill(0);
        chained[..span].fill(0);
        let read = |source: &Source, into: &mut [u64]| {
            let mut done = 0;
            for piece in rings[source.from].pieces(*rank - source.back, into.len() / words, words) {
                let len = piece.len();
                union(&mut into[done..done + len], &rings[source.from].words[piece]);
                done += len;
            }
        };
        sources.neighbours.iter().for_each(|s| read(s, &mut rows[s.to][..span]));
        sources.options.iter().for_each(|s| read(s, &mut options[..span]));
        for (to, (ring, row)) in rings.iter().zip(rows).enumerate() {
            if rest && ring.last {
                read(&Source { to, from: to, back: 1 }, &mut row[..words]);
            }
            if ring.full {
                union(&mut options[..span], &row[..span]);
            }
            if ring.full && ring.last {
                union(&mut chained[..span], &row[..span]);
            }
        }
    }

    /// Adds the values of a run to the sets, and copies these to the ring buffers.
    fn keep(&mut self, len: usize) {
        let words = self.words;
        for (ring, row) in self.rings.iter_mut().zip(&mut self.rows) {
            for (set, value) in row.chunks_exact_mut(words).zip(&self.values[..len]) {
                if let Some(value) = value {
                    set[*value as usize / 64] |= 1 << (value % 64);
                }
            }
            if ring.last {
                for w in words..len * words {
                    row[w] |= row[w - words];
                }
            }
            let skipped = len.saturating_sub(ring.cells);
            let mut done = skipped * words;
            for piece in ring.pieces(self.rank + skipped, len - skipped, words) {
                let size = piece.len();
                ring.words[piece].copy_from_slice(&row[done..done + size]);
                done += size;
            }
        }
        self.rank += len;
    }
}

impl Ring {
    /// The places of the sets of consecutive cells, of which there are no more than the ring buffer holds.
    fn pieces(&self, rank: usize, len: usize, words: usize) -> [Range<usize>; 2] {
        let from = rank % self.cells;
        let end = self.cells.min(from + len);
        [from * words..end * words, 0..(from + len - end) * words]
    }
}

fn union(into: &mut [u64], set: &[u64]) {
    into.iter_mut().zip(set).for_each(|(i, s)| *i |= s);
}
