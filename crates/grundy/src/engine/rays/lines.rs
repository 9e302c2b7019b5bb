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
    pub(super) words: Vec<u64>,
    pub(super) hints: Vec<u32>,
    rays: Vec<Layout>,
    /// Words of a set.
    each: usize,
}

/// Where the sets of a row stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Word 0 of the first set of the row, and its hint.
    pub(super) base: usize,
    pub(super) hint: usize,
    /// Which of the sets is the one of the row's first cell.
    pub(super) turn: usize,
    /// From one word of a set to the next.
    pub(super) stride: usize,
    /// How many sets: 1 along the innermost axis, else one a cell.
    pub(super) sets: usize,
}

impl Lines {
    /// Bytes of the sets; `None` if there is no such number.
    pub(super) fn bytes(grid: &Grid, directions: &[Vec<usize>], each: usize) -> Option<u64> {
        let sets = |d: &Vec<usize>| grid.strides[d[0]] as u64;
        directions.iter().try_fold(0u64, |sum, d| sum.checked_add(sets(d).checked_mul(8 * each as u64 + 4)?))
    }

    pub(super) fn new(grid: &Grid, directions: Vec<Vec<usize>>, each: usize) -> Lines {
        let (mut words, mut hints) = (1, 1);
        let mut rays = vec![];
        for axes in directions {
            let sets = grid.strides[axes[0]];
            rays.push(Layout { axes, words, hints });
            words += sets * each;
            hints += sets;
        }
        Lines { words: vec![0; words], hints: vec![0; hints], rays, each }
    }

    /// Words of a set.
    pub(super) fn each(&self) -> usize {
        self.each
    }

    /// Moves the hint of a set past its full words.
    pub(super) fn pass_full(&mut self, set: (usize, usize), stride: usize) {
        let hint = &mut self.hints[set.1];
        while (*hint as usize) < self.each && self.words[set.0 + *hint as usize * stride] == u64::MAX {
            *hint += 1;
        }
    }

    /// Goes to a row, given by its coordinates along the axes; empties the sets of lines that begin in it. Sets along the innermost axis
    /// have values from `used` only.
    pub(super) fn row(&mut self, grid: &Grid, at: &[usize], used: (usize, usize), cursors: &mut [Cursor]) {
        let last = grid.sizes.len() - 1;
        let len = grid.sizes[last];
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
            let (base, hint) = (ray.words + row * self.each * len, ray.hints + row * len);
            let turn = if ray.axes.contains(&last) { (len - at[first] % len) % len } else { 0 };
            if ray.axes.iter().any(|i| *i != last && at[*i] == 0) {
                self.words[base..base + self.each * len].fill(0);
                self.hints[hint..hint + len].fill(0);
            } else if ray.axes.contains(&last) {
                for w in 0..self.each {
                    self.words[base + w * len + turn] = 0;
                }
                self.hints[hint + turn] = 0;
            }
            *cursor = Cursor { base, hint, turn, stride: len, sets: len };
        }
    }
}

impl Cursor {
    /// The set of cell `z` of the row: its word 0 and its hint.
    pub(super) fn set(&self, z: usize) -> (usize, usize) {
        let k = if self.sets == 1 { 0 } else { (self.turn + z) % self.sets };
        (self.base + k, self.hint + k)
    }
}
