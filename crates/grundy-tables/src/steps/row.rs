//! The rows of a batch, 64 cells at a time.
//!
//! In: batches of earlier rows, and where the options of each row lie. Out: the batch. For each cell the smallest and the second smallest
//! value that no option in another row has; if the left neighbour is an option, it decides which of them is the cell's.
//!
//! The kernel is compiled for each number of planes, so that the sets of a word's cells stay in registers.

use super::piece::{Piece, inside};
use super::sources::{Source, Sources};

/// The numbers of planes for which there are kernels, and the choice among them.
macro_rules! kernels {
    ($($n:literal)*) => {
        const PLANES: &[usize] = &[$($n),*];

        impl Rows<'_> {
            /// Makes the batch with so many planes a row, for which there must be a kernel.
            pub(super) fn make(&self, planes: usize, sources: &Sources) -> Result<Piece, Unmade> {
                match planes {
                    $($n if self.chain => self.rows::<$n, true>(sources),
                      $n => self.rows::<$n, false>(sources),)*
                    _ => Err(Unmade::Narrow),
                }
            }
        }
    };
}

kernels!(2 3 4 5 6 7 8 9 10 11 12 14 16 20 24 32 48 64);

/// No row has more planes.
pub(super) const MOST: usize = PLANES[PLANES.len() - 1];

/// The least number of planes with a kernel that is no less than this one.
pub(super) fn planes_for(values: usize) -> Option<usize> {
    PLANES.iter().copied().find(|p| *p >= values)
}

/// What batches of rows are made from.
pub(super) struct Rows<'a> {
    /// Words a plane of a row.
    pub(super) words: usize,
    /// Cells a row.
    pub(super) cells: u64,
    /// Is there a move of one cell along the row?
    pub(super) chain: bool,
    pub(super) misere: bool,
    /// The number of the batch at hand.
    pub(super) batch: usize,
    /// Gives another batch, or nothing where the work ends early.
    pub(super) other: &'a dyn Fn(usize) -> Option<&'a Piece>,
}

/// Why there is no batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmade {
    /// A value needs more planes.
    Narrow,
    /// The work ends early.
    Stopped,
}

/// A row with options.
struct Other<'a> {
    row: &'a [u64],
    planes: usize,
    shift: Shift,
}

/// Cells a shift goes by: whole words, and less than a word.
#[derive(Clone, Copy)]
struct Shift {
    far: usize,
    near: u32,
}

/// What passes from one word of a row to the next.
struct Carry<const N: usize> {
    /// Has the last cell its second smallest value?
    second: u64,
    /// The smallest and second smallest values of the last word's cells.
    smallest: [u64; N],
    next: [u64; N],
}

impl<'a> Rows<'a> {
    fn rows<const N: usize, const CHAIN: bool>(&self, sources: &Sources) -> Result<Piece, Unmade> {
        let mut words = Vec::with_capacity(sources.rows().count() * self.words * N);
        let (mut others, mut own) = (vec![], vec![]);
        for row in sources.rows() {
            self.look_up::<N>(row, &mut others, &mut own)?;
            self.row::<N, CHAIN>(&mut words, &others, &own)?;
        }
        Ok(Piece { planes: N, words })
    }

    /// The rows in other batches, and where those in the batch at hand begin.
    fn look_up<const N: usize>(
        &self,
        row: &[Source],
        others: &mut Vec<Other<'a>>,
        own: &mut Vec<(usize, Shift)>,
    ) -> Result<(), Unmade> {
        others.clear();
        own.clear();
        for Source { spot, shift } in row {
            let shift = Shift { far: shift / 64, near: (shift % 64) as u32 };
            if spot.batch == self.batch {
                own.push((spot.row * self.words * N, shift));
            } else {
                let batch = (self.other)(spot.batch).ok_or(Unmade::Stopped)?;
                others.push(Other { row: batch.row(spot.row, self.words), planes: batch.planes, shift });
            }
        }
        Ok(())
    }

    /// Adds a row to the words of the batch.
    fn row<const N: usize, const CHAIN: bool>(
        &self,
        words: &mut Vec<u64>,
        others: &[Other<'_>],
        own: &[(usize, Shift)],
    ) -> Result<(), Unmade> {
        let mut carry = Carry { second: 0, smallest: [0; N], next: [0; N] };
        for w in 0..self.words {
            let mut used = [0u64; N];
            for Other { row, planes, shift } in others {
                if *planes == N {
                    add::<N>(&mut used, row, w, *shift);
                } else {
                    add_other::<N>(&mut used, row, *planes, w, *shift);
                }
            }
            for (first, shift) in own {
                add::<N>(&mut used, &words[*first..*first + self.words * N], w, *shift);
            }
            let inside = inside(self.cells, w);
            let mut terminal = 0;
            if self.misere {
                // Without a used value there is no option in another row; in the row itself only the first cell has none.
                let row = if CHAIN { u64::from(w == 0) } else { u64::MAX };
                terminal = inside & row & !used.iter().fold(0, |any, plane| any | plane);
            }
            let word = word::<N, CHAIN>(&used, terminal, inside, w == 0, &mut carry).ok_or(Unmade::Narrow)?;
            words.extend_from_slice(&word);
        }
        Ok(())
    }
}

/// Adds to the used values of word `w` those of a row, shifted.
#[inline(always)]
fn add<const N: usize>(used: &mut [u64; N], row: &[u64], w: usize, Shift { far, near }: Shift) {
    let Some(at) = w.checked_sub(far) else { return };
    let high: &[u64; N] = row[at * N..][..N].try_into().expect("N words");
    if near == 0 {
        (0..N).for_each(|v| used[v] |= high[v]);
    } else if at == 0 {
        (0..N).for_each(|v| used[v] |= high[v] << near);
    } else {
        let low: &[u64; N] = row[(at - 1) * N..][..N].try_into().expect("N words");
        (0..N).for_each(|v| used[v] |= high[v] << near | low[v] >> (64 - near));
    }
}

/// The same for a row of another number of planes.
#[cold]
fn add_other<const N: usize>(used: &mut [u64; N], row: &[u64], planes: usize, w: usize, Shift { far, near }: Shift) {
    let Some(at) = w.checked_sub(far) else { return };
    for (v, used) in used.iter_mut().enumerate().take(planes) {
        let low = if at == 0 || near == 0 { 0 } else { row[(at - 1) * planes + v] >> (64 - near) };
        *used |= row[at * planes + v] << near | low;
    }
}

/// The values of 64 cells; nothing where one needs more planes.
#[inline(always)]
fn word<const N: usize, const CHAIN: bool>(
    used: &[u64; N],
    terminal: u64,
    inside: u64,
    first: bool,
    carry: &mut Carry<N>,
) -> Option<[u64; N]> {
    let (mut smallest, mut next) = ([0u64; N], [0u64; N]);
    // Cells for which no unused value has been found yet, and one only.
    let (mut none, mut one) = (inside, 0u64);
    for v in 0..N {
        smallest[v] = none & !used[v];
        if CHAIN {
            next[v] = one & !used[v];
            one = (one & used[v]) | smallest[v];
        }
        none &= used[v];
    }
    if none != 0 {
        return None;
    }
    // In misère play a terminal position has value 1; its set is empty, so 0 was found.
    smallest[0] &= !terminal;
    smallest[1] |= terminal;
    if !CHAIN {
        return Some(smallest);
    }
    let second = chain(&smallest, &next, carry, first);
    if second & one & inside != 0 {
        return None;
    }
    Some(std::array::from_fn(|v| (smallest[v] & !second) | (next[v] & second)))
}

/// The cells that have their second smallest value.
///
/// With u(c) for that, u(c) holds if the left neighbour has the smallest value of c: u(c) = a(c) where the neighbour has its smallest, b(c) where it has its
/// second. The functions u(c - 1) -> u(c) are composed over the word in six doublings.
#[inline(always)]
fn chain<const N: usize>(smallest: &[u64; N], next: &[u64; N], carry: &mut Carry<N>, first: bool) -> u64 {
    let (mut a, mut b) = (0u64, 0u64);
    for v in 0..N {
        a |= smallest[v] & (smallest[v] << 1 | carry.smallest[v] >> 63);
        b |= smallest[v] & (next[v] << 1 | carry.next[v] >> 63);
    }
    if first {
        // The first cell of a row has no neighbour.
        (a, b) = (a & !1, b & !1);
    }
    for d in [1u32, 2, 4, 8, 16, 32] {
        let (low, high) = (a << d, b << d | ((1 << d) - 1));
        (a, b) = ((low & b) | (!low & a), (high & b) | (!high & a));
    }
    let second = if carry.second == 1 { b } else { a };
    *carry = Carry { second: second >> 63, smallest: *smallest, next: *next };
    second
}
