//! Sets of used values, one for each line that is open.
//!
//! In: the rays' directions on a grid. Out: for every row (a run along the innermost axis) where the sets of its cells' lines stand.
//!
//! A set is a row of bits, and a hint: no word before it has a hole. A line is known by its coordinates after the first axis of its
//! direction; along a diagonal by their differences from that first one, taken modulo the sizes, because the line that had the same
//! residue before has ended where this one begins. So as many sets are kept as there are cells after that first axis, and each is
//! emptied where its line begins: where a coordinate of the direction is 0.
//! Where several threads work, each on a slab of its own of so many that follow each other ([`Flight`]), rays that stay in a slab have sets
//! in each thread. Those that lead from slab to slab have the same sets for all; along a diagonal the differences are taken modulo so
//! much more that no two lines which are open in these slabs have one set.
//! Where only sorted cells are computed ([`sorted`](super::sorted)), the set of a line along an axis of the group begins as that of a line along the
//! axis before.
//! Sets whose neighbours belong to neighbouring cells of a row stand word by word (word 0 of all cells of the row, then word 1, …),
//! because neighbours look at the same word: they share cache lines. A ray along the innermost axis has one set.

use super::grid::Grid;
use super::sets::{Bits, Set};
use super::sorted::Group;

/// Words of a cache line.
const LINE: usize = 8;

/// From one word of a set to the next where sets stand word by word: an odd number of cache lines, since at a distance of a power of two
/// all words of a set would meet in a few places of the cache.
fn apart(len: usize) -> usize {
    if len < 8 * LINE { len } else { (len.div_ceil(LINE) | 1) * LINE }
}

/// Slabs of cells that are worked on at the same time, each by one thread: the cells with equal coordinates along the outer axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flight {
    /// The innermost of these axes.
    pub(super) axis: usize,
    /// How many slabs.
    pub(super) slabs: usize,
}

impl Flight {
    /// One thread.
    pub(super) const ALONE: Flight = Flight { axis: usize::MAX, slabs: 1 };

    /// How many differences along an axis a diagonal tells apart.
    fn differences(self, grid: &Grid, axis: usize) -> usize {
        // Along its first axis the open lines of a flight are at most as far apart as the slabs.
        grid.sizes[axis] + if axis > self.axis { self.slabs - 1 } else { 0 }
    }

    /// Have all threads the same sets of a ray that begins along an axis?
    fn shares(self, first: usize) -> bool {
        self.slabs == 1 || first <= self.axis
    }
}

/// The sets of one ray.
#[derive(Debug)]
struct Layout {
    /// The axes of its direction, outermost first.
    axes: Vec<usize>,
    /// For each axis after the first of them: how many sets there are along it.
    counts: Vec<usize>,
    /// Where its words and its hints start.
    words: usize,
    hints: usize,
}

impl Layout {
    fn of(grid: &Grid, axes: Vec<usize>, flight: Flight) -> Layout {
        let count = |i: usize| if axes.contains(&i) { flight.differences(grid, i) } else { grid.sizes[i] };
        let counts = (axes[0] + 1..grid.sizes.len()).map(count).collect();
        Layout { axes, counts, words: 0, hints: 0 }
    }

    /// How many words and hints, if a set had one word; `None` if there is no such number.
    fn room(&self, apart: usize) -> Option<(usize, usize)> {
        let Some((len, rows)) = self.counts.split_last() else { return Some((1, 1)) };
        let rows = rows.iter().try_fold(1usize, |n, count| n.checked_mul(*count))?;
        Some((rows.checked_mul(apart)?, rows.checked_mul(*len)?))
    }
}

/// The distance of words for all rays: kernels go through their sets together.
fn widest(rays: &[Layout]) -> usize {
    apart(rays.iter().filter_map(|ray| ray.counts.last()).copied().max().unwrap_or(1))
}

/// The places of all sets, as one thread sees them.
#[derive(Debug)]
pub(super) struct Lines {
    rays: Vec<Layout>,
    /// Words of a set.
    each: usize,
    innermost: usize,
    /// From one word of a set to the next, where sets stand word by word.
    apart: usize,
    /// The axes of which only sorted coordinates come.
    group: Option<Group>,
    /// Words and hints of all threads. Word 0 stays empty: it is the set of a ray that is no move at a cell.
    room: (usize, usize),
}

/// Where the sets of a row stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Word 0 of the first set of the row, and its hint.
    base: usize,
    hint: usize,
    /// Which of the sets is the one of the row's first cell.
    pub(super) turn: usize,
    /// From one word of a set to the next.
    stride: usize,
    /// How many sets: 1 along the innermost axis, else one a cell, or more.
    pub(super) sets: usize,
}

impl Lines {
    /// Bytes of the sets; `None` if there is no such number.
    pub(super) fn bytes(grid: &Grid, directions: &[Vec<usize>], each: usize, flight: Flight) -> Option<u64> {
        let rays: Vec<Layout> = directions.iter().map(|axes| Layout::of(grid, axes.clone(), flight)).collect();
        let apart = widest(&rays);
        let own = |ray: &Layout| {
            let (words, hints) = ray.room(apart)?;
            let copies = if flight.shares(ray.axes[0]) { 1 } else { flight.slabs };
            words.checked_mul(each)?.checked_add(hints)?.checked_mul(copies)
        };
        let sum = rays.iter().try_fold(0usize, |n, ray| n.checked_add(own(ray)?))?;
        (sum as u64).checked_mul(8)
    }

    /// As thread number `own` of a flight sees them.
    pub(super) fn new(grid: &Grid, directions: &[Vec<usize>], each: usize, flight: Flight, own: usize) -> Lines {
        let (mut words, mut hints) = (LINE, 1);
        let mut rays: Vec<Layout> = directions.iter().map(|axes| Layout::of(grid, axes.clone(), flight)).collect();
        let apart = widest(&rays);
        for layout in &mut rays {
            let shared = flight.shares(layout.axes[0]);
            let (some, sets) = layout.room(apart).expect("the number of bytes was looked at before");
            // Threads would wait for each other where two of them write to the same cache line.
            let gap = if shared { 0 } else { 4 * LINE };
            let (copies, copy) = if shared { (1, 0) } else { (flight.slabs, own) };
            (layout.words, layout.hints) = (words + copy * (some * each + gap), hints + copy * (sets + gap));
            words += copies * (some * each + gap);
            hints += copies * (sets + gap);
        }
        Lines { rays, each, innermost: grid.sizes.len() - 1, apart, group: None, room: (words, hints) }
    }

    /// For sorted cells only.
    pub(super) fn sorted(self, group: Option<Group>) -> Lines {
        Lines { group, ..self }
    }

    /// Where the words and hints of a ray's sets for a row begin; the ray leads along one axis, and not the innermost.
    fn place(&self, ray: &Layout, at: &[usize]) -> (usize, usize) {
        let (len, rows) = ray.counts.split_last().unwrap_or((&1, &[]));
        let row = rows.iter().zip(&at[ray.axes[0] + 1..]).fold(0, |row, (count, x)| row * count + x);
        (ray.words + row * self.each * self.apart, ray.hints + row * len)
    }

    /// The ray along one axis.
    fn along(&self, axis: usize) -> Option<&Layout> {
        self.rays.iter().find(|ray| ray.axes[..] == [axis])
    }

    /// Begins the sets of lines along an axis of the group, at their first sorted cell, as those of lines along the axis before.
    fn begin<B: Bits>(&self, bits: &mut B, ray: &Layout, at: &[usize]) {
        let axis = ray.axes[0];
        let Some(before) = self.along(axis - 1) else { return };
        let (words, hints) = self.place(before, at);
        if axis < self.innermost {
            if at[axis] == at[axis - 1] {
                let (own, own_hints) = self.place(ray, at);
                bits.copy(words..words + self.each * self.apart, own);
                (0..ray.counts[ray.counts.len() - 1]).for_each(|k| bits.set_hint(own_hints + k, bits.hint(hints + k)));
            }
            return;
        }
        let cell = at[axis - 1];
        (0..self.each).for_each(|w| bits.set_word(ray.words + w, bits.word(words + w * self.apart + cell)));
        bits.set_hint(ray.hints, bits.hint(hints + cell));
    }

    /// The words and hints that the sets of all threads take.
    pub(super) fn room(&self) -> (usize, usize) {
        self.room
    }

    /// Does a ray lie along the innermost axis, so that its set begins anew in every row?
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

    /// Words of a set.
    pub(super) fn each(&self) -> usize {
        self.each
    }

    /// Does a row empty the sets of all its cells along some ray that leads from slab to slab?
    pub(super) fn empties(&self, at: &[usize], flight: Flight) -> bool {
        let begins = |r: &Layout| r.axes.iter().any(|i| *i != self.innermost && at[*i] == 0);
        self.rays.iter().any(|r| r.axes[0] != self.innermost && flight.shares(r.axes[0]) && begins(r))
    }

    /// Goes to a row, given by its coordinates along the axes and its first cell; empties the sets of lines that begin in it. Sets along
    /// the innermost axis have values from `used` only.
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
            // Layers outside go on counting, so that neighbouring slabs are one apart there, too.
            let begun = start / grid.strides[first];
            let residue = |i: usize, count: usize| {
                if ray.axes.contains(&i) { (at[i] + count - begun % count) % count } else { at[i] }
            };
            let row = rows.iter().zip(first + 1..).fold(0, |row, (count, i)| row * count + residue(i, *count));
            let apart = self.apart;
            let (base, hint) = (ray.words + row * self.each * apart, ray.hints + row * len);
            let diagonal = ray.axes.contains(&last);
            let turn = if diagonal { (len - begun % len) % len } else { 0 };
            if !follows && ray.axes.iter().any(|i| *i != last && at[*i] == 0) {
                bits.empty(base..base + self.each * apart);
                (hint..hint + len).for_each(|h| bits.set_hint(h, 0));
            } else if diagonal {
                (0..self.each).for_each(|w| bits.set_word(base + w * apart + turn, 0));
                bits.set_hint(hint + turn, 0);
            }
            *cursor = Cursor { base, hint, turn, stride: apart, sets: *len };
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
