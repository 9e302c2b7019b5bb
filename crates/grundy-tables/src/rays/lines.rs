//! The sets of used values, one for each open line.
//!
//! In: the rays' directions on a grid. Out: for every row (a run along the innermost axis), the places of the sets of its cells' lines.
//!
//! A set is a bitset with a hint: every word before the hint is full. Let an amount of 1 take p along the first axis of the direction. A cell
//! with the coordinate p t + r on that axis, r < p, is the cell number t of its line. So the line is identified by r, by the coordinates on
//! the axes off its direction, and on every other axis of its direction by the coordinate less k t, where an amount of 1 takes k along that axis. The
//! last is taken modulo the size: the cells with the same p t + r have different residues, and where k is taken from a coordinate below k,
//! the previous line with the same residue has ended. So the number of sets is p times the number of cells on the axes after that first axis. A
//! set is emptied where its line begins, that is, where a coordinate of the direction is less than what an amount of 1 takes.
//!
//! Several threads may fill consecutive slabs at the same time ([`Flight`]). A ray that stays in its slab has separate sets in each thread. A ray
//! that leads from slab to slab has sets that all threads share. Along an axis inside the slabs the modulus is then enlarged, so that no two lines
//! that are open in these slabs have the same set.
//!
//! If only sorted cells are computed ([`sorted`](super::sorted)), the set of a line along an axis of the group starts as a copy of the set of a line
//! along the axis before.
//!
//! The sets of neighbouring cells of a row are stored word by word (word 0 of all cells of the row, then word 1, …), because neighbouring
//! cells read the same word number and so share cache lines. A ray along the innermost axis has one set, which is contiguous; if it takes multiples of
//! p > 1 it has p sets, stored word by word and emptied at the beginning of the row.

use super::grid::{Direction, Grid};
use super::sets::{Bits, Set};
use super::sorted::Group;

/// The words of a cache line.
const LINE: usize = 8;

/// The distance between the words of a set if sets are stored word by word. For long rows it is an odd number of cache lines: at a power of two
/// all words of a set would compete for a few places of the cache.
fn word_stride(len: usize) -> usize {
    if len < 8 * LINE { len } else { (len.div_ceil(LINE) | 1) * LINE }
}

/// The slabs that are filled at the same time, each by one thread. A slab is the set of cells with the same coordinates along the outer axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flight {
    /// The innermost of the outer axes.
    pub(super) axis: usize,
    /// The number of slabs.
    pub(super) slabs: usize,
}

impl Flight {
    /// One thread.
    pub(super) const ALONE: Flight = Flight { axis: usize::MAX, slabs: 1 };

    /// The number of residues along an axis for lines that move on by `k` along it when they move on by `first` along their first axis.
    fn residues(self, grid: &Grid, (axis, k): (usize, usize), first: usize) -> usize {
        // The first axis moves on by at most `slabs - 1` among the slabs that are filled at the same time.
        grid.sizes[axis] + if axis > self.axis { k * ((self.slabs - 1) / first) } else { 0 }
    }

    /// Do all threads share the sets of a ray whose first axis is this one?
    fn shares(self, first: usize) -> bool {
        self.slabs == 1 || first <= self.axis
    }
}

/// The sets of one ray.
#[derive(Debug)]
struct Layout {
    /// The ray's direction.
    direction: Direction,
    /// The number of sets along each axis after the first axis of the direction.
    counts: Vec<usize>,
    /// Where the words and the hints of the sets start.
    words: usize,
    hints: usize,
}

impl Layout {
    fn of(grid: &Grid, direction: &Direction, flight: Flight) -> Layout {
        let (first, by) = direction[0];
        let count = |i: usize| match taken(direction, i) {
            0 => grid.sizes[i],
            k => flight.residues(grid, (i, k), by),
        };
        let counts = (first + 1..grid.sizes.len()).map(count).collect();
        Layout { direction: direction.clone(), counts, words: 0, hints: 0 }
    }

    /// The first axis of the direction, and what an amount of 1 takes along it.
    fn first(&self) -> (usize, usize) {
        self.direction[0]
    }

    /// The number of sets of a row's cells.
    fn len(&self) -> usize {
        self.counts.last().copied().unwrap_or(self.first().1)
    }

    /// The numbers of words and hints if a set had one word; `None` on overflow.
    fn room(&self, word_stride: usize) -> Option<(usize, usize)> {
        let Some((len, rows)) = self.counts.split_last() else {
            return Some(if self.len() == 1 { (1, 1) } else { (word_stride, self.len()) });
        };
        let rows = rows.iter().try_fold(self.first().1, |n, count| n.checked_mul(*count))?;
        Some((rows.checked_mul(word_stride)?, rows.checked_mul(*len)?))
    }
}

/// What an amount of 1 takes along an axis.
fn taken(direction: &[(usize, usize)], axis: usize) -> usize {
    direction.iter().find(|(i, _)| *i == axis).map_or(0, |(_, k)| *k)
}

/// The distance between words, the same for all rays, because kernels step through their sets together.
fn widest(rays: &[Layout]) -> usize {
    word_stride(rays.iter().map(Layout::len).max().unwrap_or(1))
}

/// The places of all sets that one thread uses.
#[derive(Debug)]
pub(super) struct Lines {
    rays: Vec<Layout>,
    /// The words of a set.
    each: usize,
    innermost: usize,
    /// The distance between the words of a set, if sets are stored word by word.
    word_stride: usize,
    /// The axes along which only sorted cells are computed.
    group: Option<Group>,
    /// The words and hints of all threads. Word 0 stays empty: it is the set of a ray that is no move at a cell.
    room: (usize, usize),
}

/// The places of a row's sets for one ray.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Word 0 of the first set, and its hint.
    base: usize,
    hint: usize,
    /// The index of the set that belongs to the row's first cell.
    pub(super) turn: usize,
    /// The distance between the words of a set.
    stride: usize,
    /// The number of sets: as many as one amount takes along the innermost axis, otherwise at least one for each cell of the row.
    pub(super) sets: usize,
}

impl Lines {
    /// The bytes of the sets; `None` on overflow.
    pub(super) fn bytes(grid: &Grid, directions: &[Direction], each: usize, flight: Flight) -> Option<u64> {
        let rays: Vec<Layout> = directions.iter().map(|d| Layout::of(grid, d, flight)).collect();
        let word_stride = widest(&rays);
        let own = |ray: &Layout| {
            let (words, hints) = ray.room(word_stride)?;
            let copies = if flight.shares(ray.first().0) { 1 } else { flight.slabs };
            words.checked_mul(each)?.checked_add(hints)?.checked_mul(copies)
        };
        let sum = rays.iter().try_fold(0usize, |n, ray| n.checked_add(own(ray)?))?;
        (sum as u64).checked_mul(8)
    }

    /// The places for thread number `own` of a flight.
    pub(super) fn new(grid: &Grid, directions: &[Direction], each: usize, flight: Flight, own: usize) -> Lines {
        let (mut words, mut hints) = (LINE, 1);
        let mut rays: Vec<Layout> = directions.iter().map(|d| Layout::of(grid, d, flight)).collect();
        let word_stride = widest(&rays);
        for layout in &mut rays {
            let shared = flight.shares(layout.first().0);
            let (some, sets) = layout.room(word_stride).expect("the number of bytes was looked at before");
            // The gap prevents false sharing: no two threads write to the same cache line.
            let gap = if shared { 0 } else { 4 * LINE };
            let (copies, copy) = if shared { (1, 0) } else { (flight.slabs, own) };
            (layout.words, layout.hints) = (words + copy * (some * each + gap), hints + copy * (sets + gap));
            words += copies * (some * each + gap);
            hints += copies * (sets + gap);
        }
        Lines { rays, each, innermost: grid.sizes.len() - 1, word_stride, group: None, room: (words, hints) }
    }

    /// The places for a walk through sorted cells only.
    pub(super) fn sorted(self, group: Option<Group>) -> Lines {
        Lines { group, ..self }
    }

    /// Where the words and hints of a row's sets begin, for a ray along a single axis that is not the innermost.
    fn place(&self, ray: &Layout, at: &[usize]) -> (usize, usize) {
        let (len, rows) = ray.counts.split_last().unwrap_or((&1, &[]));
        let row = rows.iter().zip(&at[ray.first().0 + 1..]).fold(0, |row, (count, x)| row * count + x);
        (ray.words + row * self.each * self.word_stride, ray.hints + row * len)
    }

    /// The ray along this axis alone.
    fn along(&self, axis: usize) -> Option<&Layout> {
        self.rays.iter().find(|ray| ray.direction[..] == [(axis, 1)])
    }

    /// Starts the sets of lines along an axis of the group, at their first sorted cell, as copies of the sets of lines along the axis before.
    fn begin<B: Bits>(&self, bits: &mut B, ray: &Layout, at: &[usize]) {
        let axis = ray.first().0;
        let Some(before) = self.along(axis - 1) else { return };
        let (words, hints) = self.place(before, at);
        if axis < self.innermost {
            if at[axis] == at[axis - 1] {
                let (own, own_hints) = self.place(ray, at);
                bits.copy(words..words + self.each * self.word_stride, own);
                (0..ray.counts[ray.counts.len() - 1]).for_each(|k| bits.set_hint(own_hints + k, bits.hint(hints + k)));
            }
            return;
        }
        let cell = at[axis - 1];
        (0..self.each).for_each(|w| bits.set_word(ray.words + w, bits.word(words + w * self.word_stride + cell)));
        bits.set_hint(ray.hints, bits.hint(hints + cell));
    }

    /// The numbers of words and hints of all threads.
    pub(super) fn room(&self) -> (usize, usize) {
        self.room
    }

    /// Does the ray lead along the innermost axis, so that its set starts anew in every row?
    pub(super) fn is_inner(&self, ray: usize) -> bool {
        self.rays[ray].first().0 == self.innermost
    }

    /// Has the last ray, and no other, one contiguous set for the whole row?
    pub(super) fn one_inner(&self) -> bool {
        let inner = |r: &Layout| r.first() == (self.innermost, 1);
        self.rays.split_last().is_some_and(|(last, others)| inner(last) && !others.iter().any(inner))
    }

    /// Has no ray a contiguous set?
    pub(super) fn no_inner(&self) -> bool {
        !self.rays.iter().any(|r| r.first() == (self.innermost, 1))
    }

    /// The words of a set.
    pub(super) fn each(&self) -> usize {
        self.each
    }

    /// Does this row empty all its sets of some ray that leads from slab to slab?
    pub(super) fn empties(&self, at: &[usize], flight: Flight) -> bool {
        let begins = |r: &Layout| self.begins(r, at);
        self.rays.iter().any(|r| r.first().0 != self.innermost && flight.shares(r.first().0) && begins(r))
    }

    /// Do all lines of a row begin in it, because of a coordinate on another axis than the innermost?
    fn begins(&self, ray: &Layout, at: &[usize]) -> bool {
        ray.direction.iter().any(|(i, k)| *i != self.innermost && at[*i] < *k)
    }

    /// Moves to a row, given by its coordinates along the axes and its first cell, and empties the sets of lines that begin in it. The set along
    /// the innermost axis has values in the range `used` only.
    pub(super) fn row<B: Bits>(
        &self,
        bits: &mut B,
        grid: &Grid,
        (at, start): (&[usize], usize),
        used: (usize, usize),
        cursors: &mut [Cursor],
    ) {
        let last = self.innermost;
        for (ray, cursor) in self.rays.iter().zip(cursors) {
            let (first, by) = ray.first();
            let follows = ray.direction.len() == 1 && self.group.is_some_and(|group| group.follows(first));
            if follows {
                self.begin(bits, ray, at);
            }
            let Some((len, rows)) = ray.counts.split_last() else {
                *cursor = self.inner(bits, ray, used, follows);
                continue;
            };
            // The count runs on over the outer axes, so that consecutive slabs differ by one across these, too.
            let begun = start / grid.strides[first];
            let (number, rest) = (begun / by, begun % by);
            let residue = |i: usize, count: usize| match taken(&ray.direction, i) {
                0 => at[i],
                k => (at[i] + count - k * number % count) % count,
            };
            let row = rows.iter().zip(first + 1..).fold(rest, |row, (count, i)| row * count + residue(i, *count));
            let word_stride = self.word_stride;
            let (base, hint) = (ray.words + row * self.each * word_stride, ray.hints + row * len);
            let ahead = taken(&ray.direction, last);
            let turn = if ahead > 0 { (len - ahead * number % len) % len } else { 0 };
            if !follows && self.begins(ray, at) {
                bits.empty(base..base + self.each * word_stride);
                (hint..hint + len).for_each(|h| bits.set_hint(h, 0));
            } else {
                for set in (turn..turn + ahead).map(|set| set % len) {
                    (0..self.each).for_each(|w| bits.set_word(base + w * word_stride + set, 0));
                    bits.set_hint(hint + set, 0);
                }
            }
            *cursor = Cursor { base, hint, turn, stride: word_stride, sets: *len };
        }
    }

    /// The places of a row's sets for a ray along the innermost axis. They are emptied, unless the set has started as a copy.
    fn inner<B: Bits>(&self, bits: &mut B, ray: &Layout, (lo, hi): (usize, usize), follows: bool) -> Cursor {
        let (base, hint, sets) = (ray.words, ray.hints, ray.len());
        let stride = if sets == 1 { 1 } else { self.word_stride };
        if !follows {
            if sets > 1 {
                (0..self.each).for_each(|w| bits.empty(base + w * stride..base + w * stride + sets));
            } else if lo <= hi {
                bits.empty(base + lo / 64..base + hi / 64 + 1);
            }
            (hint..hint + sets).for_each(|h| bits.set_hint(h, 0));
        }
        Cursor { base, hint, turn: 0, stride, sets }
    }
}

impl Cursor {
    /// The set of cell `z` of the row.
    pub(super) fn set_of(&self, z: usize) -> Set {
        let turn = (self.turn + z) % self.sets;
        Set { word: self.base + turn, hint: self.hint + turn, stride: self.stride }
    }

    /// The set of the next cell.
    #[inline(always)]
    pub(super) fn after(&self, set: Set) -> Set {
        if set.word + 1 == self.base + self.sets {
            Set { word: self.base, hint: self.hint, ..set }
        } else {
            Set { word: set.word + 1, hint: set.hint + 1, ..set }
        }
    }
}
