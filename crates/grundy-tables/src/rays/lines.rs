//! The sets of used values, one for each open line.
//!
//! In: the rays' directions on a grid. Out: for every row (a run along the innermost axis), the places of the sets of its cells' lines.
//!
//! A set is a bitset with a hint: every word before the hint is full. A line is identified by its coordinates on the axes after the first axis
//! of its direction; along a diagonal, by their differences from the coordinate on that first axis, modulo the sizes. The previous line with the
//! same residue has ended where this one begins. So the number of sets is the number of cells on the axes after that first axis. A set is
//! emptied where its line begins, that is, where a coordinate of the direction is 0.
//!
//! Several threads may fill consecutive slabs at the same time ([`Flight`]). A ray that stays in its slab has separate sets in each thread. A ray
//! that leads from slab to slab has sets that all threads share. Along a diagonal the modulus is then enlarged, so that no two lines that are open
//! in these slabs have the same set.
//!
//! If only sorted cells are computed ([`sorted`](super::sorted)), the set of a line along an axis of the group starts as a copy of the set of a line
//! along the axis before.
//!
//! The sets of neighbouring cells of a row are stored word by word (word 0 of all cells of the row, then word 1, …), because neighbouring
//! cells read the same word number and so share cache lines. A ray along the innermost axis has one set.

use super::grid::Grid;
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

    /// The number of residues along an axis for the lines of a diagonal.
    fn differences(self, grid: &Grid, axis: usize) -> usize {
        // The first axis moves on by at most `slabs - 1` among the slabs that are filled at the same time.
        grid.sizes[axis] + if axis > self.axis { self.slabs - 1 } else { 0 }
    }

    /// Do all threads share the sets of a ray whose first axis is this one?
    fn shares(self, first: usize) -> bool {
        self.slabs == 1 || first <= self.axis
    }
}

/// The sets of one ray.
#[derive(Debug)]
struct Layout {
    /// The axes of the ray's direction, the outermost first.
    axes: Vec<usize>,
    /// The number of sets along each axis after the first axis of the direction.
    counts: Vec<usize>,
    /// Where the words and the hints of the sets start.
    words: usize,
    hints: usize,
}

impl Layout {
    fn of(grid: &Grid, axes: Vec<usize>, flight: Flight) -> Layout {
        let count = |i: usize| if axes.contains(&i) { flight.differences(grid, i) } else { grid.sizes[i] };
        let counts = (axes[0] + 1..grid.sizes.len()).map(count).collect();
        Layout { axes, counts, words: 0, hints: 0 }
    }

    /// The numbers of words and hints if a set had one word; `None` on overflow.
    fn room(&self, word_stride: usize) -> Option<(usize, usize)> {
        let Some((len, rows)) = self.counts.split_last() else { return Some((1, 1)) };
        let rows = rows.iter().try_fold(1usize, |n, count| n.checked_mul(*count))?;
        Some((rows.checked_mul(word_stride)?, rows.checked_mul(*len)?))
    }
}

/// The distance between words, the same for all rays, because kernels step through their sets together.
fn widest(rays: &[Layout]) -> usize {
    word_stride(rays.iter().filter_map(|ray| ray.counts.last()).copied().max().unwrap_or(1))
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
    /// The number of sets: 1 along the innermost axis, otherwise at least one for each cell of the row.
    pub(super) sets: usize,
}

impl Lines {
    /// The bytes of the sets; `None` on overflow.
    pub(super) fn bytes(grid: &Grid, directions: &[Vec<usize>], each: usize, flight: Flight) -> Option<u64> {
        let rays: Vec<Layout> = directions.iter().map(|axes| Layout::of(grid, axes.clone(), flight)).collect();
        let word_stride = widest(&rays);
        let own = |ray: &Layout| {
            let (words, hints) = ray.room(word_stride)?;
            let copies = if flight.shares(ray.axes[0]) { 1 } else { flight.slabs };
            words.checked_mul(each)?.checked_add(hints)?.checked_mul(copies)
        };
        let sum = rays.iter().try_fold(0usize, |n, ray| n.checked_add(own(ray)?))?;
        (sum as u64).checked_mul(8)
    }

    /// The places for thread number `own` of a flight.
    pub(super) fn new(grid: &Grid, directions: &[Vec<usize>], each: usize, flight: Flight, own: usize) -> Lines {
        let (mut words, mut hints) = (LINE, 1);
        let mut rays: Vec<Layout> = directions.iter().map(|axes| Layout::of(grid, axes.clone(), flight)).collect();
        let word_stride = widest(&rays);
        for layout in &mut rays {
            let shared = flight.shares(layout.axes[0]);
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
        let row = rows.iter().zip(&at[ray.axes[0] + 1..]).fold(0, |row, (count, x)| row * count + x);
        (ray.words + row * self.each * self.word_stride, ray.hints + row * len)
    }

    /// The ray along this axis alone.
    fn along(&self, axis: usize) -> Option<&Layout> {
        self.rays.iter().find(|ray| ray.axes[..] == [axis])
    }

    /// Starts the sets of lines along an axis of the group, at their first sorted cell, as copies of the sets of lines along the axis before.
    fn begin<B: Bits>(&self, bits: &mut B, ray: &Layout, at: &[usize]) {
        let axis = ray.axes[0];
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
        self.rays[ray].axes[0] == self.innermost
    }

    /// Is the last ray, and no other, along the innermost axis?
    pub(super) fn one_inner(&self) -> bool {
        let inner = |r: &Layout| r.axes[0] == self.innermost;
        self.rays.split_last().is_some_and(|(last, others)| inner(last) && !others.iter().any(inner))
    }

    /// Is no ray along the innermost axis?
    pub(super) fn no_inner(&self) -> bool {
        !self.rays.iter().any(|r| r.axes[0] == self.innermost)
    }

    /// The words of a set.
    pub(super) fn each(&self) -> usize {
        self.each
    }

    /// Does this row empty all its sets of some ray that leads from slab to slab?
    pub(super) fn empties(&self, at: &[usize], flight: Flight) -> bool {
        let begins = |r: &Layout| r.axes.iter().any(|i| *i != self.innermost && at[*i] == 0);
        self.rays.iter().any(|r| r.axes[0] != self.innermost && flight.shares(r.axes[0]) && begins(r))
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
            let first = ray.axes[0];
            let follows = ray.axes.len() == 1 && self.group.is_some_and(|group| group.follows(first));
            if follows {
                self.begin(bits, ray, at);
            }
            let Some((len, rows)) = ray.counts.split_last() else {
                if follows {
                    *cursor = Cursor { base: ray.words, hint: ray.hints, turn: 0, stride: 1, sets: 1 };
                    continue;
                }
                let (lo, hi) = used;
                if lo <= hi {
                    bits.empty(ray.words + lo / 64..ray.words + hi / 64 + 1);
                }
                bits.set_hint(ray.hints, 0);
                *cursor = Cursor { base: ray.words, hint: ray.hints, turn: 0, stride: 1, sets: 1 };
                continue;
            };
            // The count runs on over the outer axes, so that consecutive slabs differ by one across these, too.
            let begun = start / grid.strides[first];
            let residue = |i: usize, count: usize| {
                if ray.axes.contains(&i) { (at[i] + count - begun % count) % count } else { at[i] }
            };
            let row = rows.iter().zip(first + 1..).fold(0, |row, (count, i)| row * count + residue(i, *count));
            let word_stride = self.word_stride;
            let (base, hint) = (ray.words + row * self.each * word_stride, ray.hints + row * len);
            let diagonal = ray.axes.contains(&last);
            let turn = if diagonal { (len - begun % len) % len } else { 0 };
            if !follows && ray.axes.iter().any(|i| *i != last && at[*i] == 0) {
                bits.empty(base..base + self.each * word_stride);
                (hint..hint + len).for_each(|h| bits.set_hint(h, 0));
            } else if diagonal {
                (0..self.each).for_each(|w| bits.set_word(base + w * word_stride + turn, 0));
                bits.set_hint(hint + turn, 0);
            }
            *cursor = Cursor { base, hint, turn, stride: word_stride, sets: *len };
        }
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
