//! Columns of a chain: every row is one step from the row before it, with one set along the row, one across all rows, perhaps one along
//! diagonals.
//!
//! In: the windows of all rows before a column. Out: the windows some columns later, and the places of the last row's values.
//!
//! A cell takes some five operations, each of which waits for the one before, and the next row waits for the cell. So several columns are computed
//! at once, each a row behind the column before it. This gives the processor as many independent cells as there are columns.

use crate::exact::narrow;
use crate::window::{Window, gap, join, lower};

/// The number of columns computed at once.
const LANES: usize = 4;

/// The rows of a chain.
pub(super) struct Chain<'a, const W: usize> {
    /// The values that each row has used.
    along: &'a mut [Window<W>],
    /// For each row, the values along its diagonal, from the last column.
    held: &'a mut [Window<W>],
    /// The number of first rows that have the same state in every column.
    still: usize,
    /// Has any window been full?
    pub(super) full: bool,
}

/// A column under construction.
#[derive(Clone, Copy)]
struct Lane<const W: usize> {
    /// The values of the rows before in this column, and those that come along the diagonal.
    across: Window<W>,
    before: Window<W>,
    /// The value of the last row.
    bit: Window<W>,
}

impl<const W: usize> Lane<W> {
    const EMPTY: Lane<W> = Lane { across: [0; W], before: [0; W], bit: [0; W] };

    /// Computes the cell of the next row.
    #[inline(always)]
    fn cell<const DIAGONALS: bool>(&mut self, along: &mut Window<W>, held: &mut Window<W>) {
        let mut used = *along;
        join(&mut used, &self.across);
        if DIAGONALS {
            join(&mut used, &self.before);
        }
        self.bit = first(&used);
        join(along, &self.bit);
        *along = lower(along);
        join(&mut self.across, &self.bit);
        if DIAGONALS {
            join(&mut self.before, &self.bit);
            self.before = lower(&std::mem::replace(held, self.before));
        }
    }
}

impl<'a, const W: usize> Chain<'a, W> {
    /// The rows, of which the first `still` keep their state.
    pub(super) fn new(along: &'a mut [Window<W>], held: &'a mut [Window<W>], still: usize) -> Chain<'a, W> {
        let full = along.iter().chain(held.iter()).any(is_full);
        Chain { along, held, still, full }
    }

    /// Computes columns. Once a window was full, the values are meaningless.
    pub(super) fn run<const DIAGONALS: bool>(&mut self, out: &mut [u16]) {
        let mut begun = Lane::EMPTY;
        for row in 0..self.still {
            begun.cell::<DIAGONALS>(&mut self.along[row], &mut self.held[row]);
        }
        // Wide windows keep the processor busy without this.
        let together = if W <= 2 && self.along.len() - self.still >= LANES { out.len() / LANES * LANES } else { 0 };
        let (together, single) = out.split_at_mut(together);
        self.groups::<DIAGONALS>(&begun, together);
        for out in single {
            let mut lane = begun;
            for row in self.still..self.along.len() {
                lane.cell::<DIAGONALS>(&mut self.along[row], &mut self.held[row]);
            }
            self.full |= is_full(&lane.across);
            *out = place(&lane.bit);
        }
    }

    /// Computes columns in groups. In each step the first column of a group does a row, and every other column does the row that the column
    /// before it did in the step before; then the rows pass on to the next columns. Without diagonals `held` is not stored: storing it takes a
    /// third more time (row 12 of 2-Star Nim).
    fn groups<const DIAGONALS: bool>(&mut self, begun: &Lane<W>, out: &mut [u16]) {
        let (along, held) = (&mut self.along[self.still..], &mut self.held[self.still..]);
        let (rows, held, mut full) = (along.len(), &mut held[..along.len()], false);
        for group in out.chunks_exact_mut(LANES) {
            let mut lanes = [*begun; LANES];
            // The rows between two columns. The last row here has been done by the fewest columns.
            let mut between = [([0; W], [0; W]); LANES - 1];
            for row in 0..LANES - 1 {
                let (mut own, mut diagonal) = (along[row], if DIAGONALS { held[row] } else { [0; W] });
                for lane in &mut lanes[..LANES - 1 - row] {
                    lane.cell::<DIAGONALS>(&mut own, &mut diagonal);
                }
                between[LANES - 2 - row] = (own, diagonal);
            }
            for row in LANES - 1..rows {
                let mut passed = (along[row], if DIAGONALS { held[row] } else { [0; W] });
                lanes[0].cell::<DIAGONALS>(&mut passed.0, &mut passed.1);
                for (lane, between) in lanes[1..].iter_mut().zip(&mut between) {
                    std::mem::swap(&mut passed, between);
                    lane.cell::<DIAGONALS>(&mut passed.0, &mut passed.1);
                }
                along[row + 1 - LANES] = passed.0;
                if DIAGONALS {
                    held[row + 1 - LANES] = passed.1;
                }
            }
            for (done, (mut own, mut diagonal)) in (1..LANES).zip(between).rev() {
                for lane in &mut lanes[done..] {
                    lane.cell::<DIAGONALS>(&mut own, &mut diagonal);
                }
                along[rows - done] = own;
                if DIAGONALS {
                    held[rows - done] = diagonal;
                }
            }
            for (out, lane) in group.iter_mut().zip(&lanes) {
                full |= is_full(&lane.across);
                *out = place(&lane.bit);
            }
        }
        self.full |= full;
    }
}

/// The place of the only value in a window.
fn place<const W: usize>(bit: &Window<W>) -> u16 {
    let word = bit.iter().position(|w| *w != 0).unwrap_or(0);
    narrow(64 * word + bit[word].trailing_zeros() as usize)
}

/// Does the window contain its last number?
fn is_full<const W: usize>(window: &Window<W>) -> bool {
    window[W - 1] >> 63 == 1
}

/// A window with only the first number that is not in `used`; empty if all are.
#[inline(always)]
fn first<const W: usize>(used: &Window<W>) -> Window<W> {
    if W == 1 {
        return std::array::from_fn(|k| !used[k] & used[k].wrapping_add(1));
    }
    let mut bit = [0; W];
    if let Some(number) = gap(used) {
        bit[number / 64] = 1 << (number % 64);
    }
    bit
}
