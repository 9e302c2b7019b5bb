//! Sets of used values, one for each line that is open.
//!
//! In: the rays' directions on a grid. Out: for every row (a run along the innermost axis) where the sets of its cells' lines stand.
//!
//! A set is a row of bits, and a hint: no word before it has a hole. A line is known by its coordinates after the first axis of its
//! direction; along a diagonal by their differences from that first one, taken modulo the sizes, because the line that had the same
//! residue before has ended where this one begins. So as many sets are kept as there are cells after that first axis, and each is
//! emptied where its line begins: where a coordinate of the direction is 0.
//! Sets whose neighbours belong to neighbouring cells of a row stand word by word (word 0 of all cells of the row, then word 1, …),
//! because neighbours look at the same word: they share cache lines. A ray along the innermost axis has one set.

use super::grid::Grid;

/// Words of a cache line.
const LINE: usize = 8;

/// From one word of a set to the next where sets stand word by word: an odd number of cache lines, since at a distance of a power of two
/// all words of a set would meet in a few places of the cache.
fn apart(len: usize) -> usize {
    if len < 8 * LINE { len } else { (len.div_ceil(LINE) | 1) * LINE }
}

/// The words of all sets of a ray, if a set had one.
fn words_of(grid: &Grid, axes: &[usize]) -> usize {
    let (first, last) = (axes[0], grid.sizes.len() - 1);
    if first == last { 1 } else { grid.strides[first] / grid.sizes[last] * apart(grid.sizes[last]) }
}

/// The sets of one ray.
#[derive(Debug)]
struct Layout {
    /// The axes of its direction, outermost first.
    axes: Vec<usize>,
    /// Where its words and its hints start.
    words: usize,
    hints: usize,
}

/// All sets.
#[derive(Debug)]
pub(super) struct Lines {
    /// Word 0 stays empty: it is the set of a ray that is no move at a cell.
    words: Vec<u64>,
    hints: Vec<u32>,
    rays: Vec<Layout>,
    /// Words of a set.
    each: usize,
    innermost: usize,
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
    /// How many sets: 1 along the innermost axis, else one a cell.
    pub(super) sets: usize,
}

impl Lines {
    /// Bytes of the sets; `None` if there is no such number.
    pub(super) fn bytes(grid: &Grid, directions: &[Vec<usize>], each: usize) -> Option<u64> {
        let words = |axes: &Vec<usize>| words_of(grid, axes).checked_mul(each);
        let hints = |axes: &Vec<usize>| grid.strides[axes[0]];
        let sum = directions.iter().try_fold(0usize, |n, d| n.checked_add(words(d)?.checked_add(hints(d))?))?;
        (sum as u64).checked_mul(8)
    }

    pub(super) fn new(grid: &Grid, directions: Vec<Vec<usize>>, each: usize) -> Lines {
        let (mut words, mut hints) = (LINE, 1);
        let mut rays = vec![];
        for axes in directions {
            let own = words_of(grid, &axes) * each;
            let sets = grid.strides[axes[0]];
            rays.push(Layout { axes, words, hints });
            words += own;
            hints += sets;
        }
        Lines { words: vec![0; words], hints: vec![0; hints], rays, each, innermost: grid.sizes.len() - 1 }
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

    /// The sets, to be worked on without looking at anything else.
    pub(super) fn open(&mut self) -> Open<'_> {
        Open { words: &mut self.words, hints: &mut self.hints, each: self.each }
    }

    /// The first hole in the union of some sets, from `from` on.
    #[inline(always)]
    pub(super) fn hole<const R: usize>(&self, sets: &[Set; R], from: usize) -> usize {
        let hint = sets.iter().map(|s| self.hints[s.hint]).max().unwrap_or(0) as usize;
        let (mut w, mut below) = (hint, 0);
        if from / 64 >= hint {
            (w, below) = (from / 64, (1u64 << (from % 64)) - 1);
        }
        loop {
            let union = sets.iter().fold(below, |u, s| u | self.words[s.word + w * s.stride]);
            if union != u64::MAX {
                return 64 * w + union.trailing_ones() as usize;
            }
            (w, below) = (w + 1, 0);
        }
    }

    /// The first hole that is none of these either.
    #[inline(always)]
    pub(super) fn hole_besides<const R: usize>(&self, sets: &[Set; R], from: usize, besides: &[usize]) -> usize {
        let mut found = self.hole(sets, from);
        while besides.contains(&found) {
            found = self.hole(sets, found + 1);
        }
        found
    }

    /// Is any of the sets not empty?
    #[cold]
    pub(super) fn used(&self, sets: &[Set]) -> bool {
        not_empty(&self.words, sets, self.each)
    }

    /// Puts a value into a set; the hint moves on only when its word is full.
    #[inline(always)]
    pub(super) fn put(&mut self, set: Set, value: usize) {
        let w = value / 64;
        let word = &mut self.words[set.word + w * set.stride];
        *word |= 1 << (value % 64);
        if *word == u64::MAX {
            self.open().pass_full(set);
        }
    }

    /// Goes to a row, given by its coordinates along the axes; empties the sets of lines that begin in it. Sets along the innermost axis
    /// have values from `used` only.
    pub(super) fn row(&mut self, grid: &Grid, at: &[usize], used: (usize, usize), cursors: &mut [Cursor]) {
        let last = grid.sizes.len() - 1;
        let len = grid.sizes[last];
        let apart = apart(len);
        for (ray, cursor) in self.rays.iter().zip(cursors) {
            let first = ray.axes[0];
            if first == last {
                let (lo, hi) = used;
                if lo <= hi {
                    self.words[ray.words + lo / 64..=ray.words + hi / 64].fill(0);
                }
                self.hints[ray.hints] = 0;
                *cursor = Cursor { base: ray.words, hint: ray.hints, turn: 0, stride: 1, sets: 1 };
                continue;
            }
            let residue = |i: usize| {
                if ray.axes.contains(&i) {
                    (at[i] + grid.sizes[i] - at[first] % grid.sizes[i]) % grid.sizes[i]
                } else {
                    at[i]
                }
            };
            let row = (first + 1..last).fold(0, |row, i| row * grid.sizes[i] + residue(i));
            let (base, hint) = (ray.words + row * self.each * apart, ray.hints + row * len);
            let turn = if ray.axes.contains(&last) { (len - at[first] % len) % len } else { 0 };
            if ray.axes.iter().any(|i| *i != last && at[*i] == 0) {
                self.words[base..base + self.each * apart].fill(0);
                self.hints[hint..hint + len].fill(0);
            } else if ray.axes.contains(&last) {
                for w in 0..self.each {
                    self.words[base + w * apart + turn] = 0;
                }
                self.hints[hint + turn] = 0;
            }
            *cursor = Cursor { base, hint, turn, stride: apart, sets: len };
        }
    }
}

/// All sets as slices, which the compiler keeps in registers.
pub(super) struct Open<'a> {
    words: &'a mut [u64],
    hints: &'a mut [u32],
    each: usize,
}

impl Open<'_> {
    /// The first hole in the union of all rays' sets, `k` cells after those given, and one value more. With `INNER` the last set stands in
    /// one piece and stays, the others stand word by word. Also says how far its word is from the sets' first.
    #[inline(always)]
    pub(super) fn hole<const R: usize, const INNER: bool>(
        &self,
        sets: &[Set; R],
        k: usize,
        more: usize,
    ) -> (usize, usize) {
        let mut w = 0;
        for (ray, set) in sets.iter().enumerate() {
            w = w.max(self.hints[if INNER && ray == R - 1 { set.hint } else { set.hint + k }]);
        }
        let mut w = w as usize;
        let mut far = w * sets[0].stride + k;
        loop {
            let mut union = if more / 64 == w { 1u64 << (more % 64) } else { 0 };
            for (ray, set) in sets.iter().enumerate() {
                union |= self.words[set.word + if INNER && ray == R - 1 { w } else { far }];
            }
            if union != u64::MAX {
                return (64 * w + union.trailing_ones() as usize, far);
            }
            w += 1;
            far += sets[0].stride;
        }
    }

    /// Puts a value into all rays' sets, `k` cells after those given.
    #[inline(always)]
    pub(super) fn put<const R: usize, const INNER: bool>(
        &mut self,
        sets: &[Set; R],
        k: usize,
        value: usize,
        far: usize,
    ) {
        let (w, bit) = (value / 64, 1u64 << (value % 64));
        for (ray, set) in sets.iter().enumerate() {
            let alone = INNER && ray == R - 1;
            let word = &mut self.words[set.word + if alone { w } else { far }];
            *word |= bit;
            if *word == u64::MAX {
                self.pass_full(if alone { *set } else { set.later(k) });
            }
        }
    }

    /// Is any of the sets not empty, `k` cells after those given?
    #[cold]
    pub(super) fn used<const R: usize, const INNER: bool>(&self, sets: &[Set; R], k: usize) -> bool {
        let own: [Set; R] =
            std::array::from_fn(|ray| if INNER && ray == R - 1 { sets[ray] } else { sets[ray].later(k) });
        not_empty(self.words, &own, self.each)
    }

    /// Moves the hint of a set past its full words.
    #[cold]
    fn pass_full(&mut self, set: Set) {
        let hint = &mut self.hints[set.hint];
        while (*hint as usize) < self.each && self.words[set.word + *hint as usize * set.stride] == u64::MAX {
            *hint += 1;
        }
    }
}

fn not_empty(words: &[u64], sets: &[Set], each: usize) -> bool {
    let mut own = sets.iter().filter(|s| s.stride > 0);
    own.any(|s| (0..each).any(|w| words[s.word + w * s.stride] != 0))
}

/// One set: where its words and its hint stand. By default the empty one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set {
    word: usize,
    hint: usize,
    stride: usize,
}

impl Set {
    /// The set `k` cells later in the row.
    pub(super) fn later(self, k: usize) -> Set {
        Set { word: self.word + k, hint: self.hint + k, ..self }
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
