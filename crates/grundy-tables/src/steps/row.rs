//! The kernel: makes the rows of a batch, 64 cells at a time.
//!
//! In: batches of earlier rows, and the places of the options of each row. Out: the batch. For each cell, the kernel finds the smallest and the
//! second smallest value that no option in another row has. If the left neighbour is an option, it decides which of the two is the cell's value.
//!
//! The kernel is compiled for several numbers of planes, so that the sets of a word's cells stay in registers.

use super::piece::{Piece, inside};
use super::sources::{Source, Sources};
use grundy_core::contract::options::Play;

/// The numbers of planes for which there are kernels, and the choice among them.
macro_rules! kernels {
    ($($n:literal)*) => {
        const PLANES: &[usize] = &[$($n),*];

        impl Rows<'_> {
            /// Makes the batch with `planes` planes; [`Unmade::Narrow`] if there is no such kernel or a value needs more planes.
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

/// The most planes of a row.
pub(super) const MOST: usize = PLANES[PLANES.len() - 1];

/// The least number of planes with a kernel that suffices for `values` values.
pub(super) fn planes_for(values: usize) -> Option<usize> {
    PLANES.iter().copied().find(|p| *p >= values)
}

/// The data from which a batch of rows is made.
pub(super) struct Rows<'a> {
    /// The words of a row in one plane.
    pub(super) words: usize,
    /// The cells of a row.
    pub(super) cells: u64,
    /// Is there a move of one cell along the row?
    pub(super) chain: bool,
    pub(super) play: Play,
    /// The number of the batch being made.
    pub(super) batch: usize,
    /// Gives another batch; `None` if the work ends early.
    pub(super) other: &'a dyn Fn(usize) -> Option<&'a Piece>,
}

/// Why no batch was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmade {
    /// A value needs more planes.
    Narrow,
    /// The work ends early.
    Stopped,
}

/// A row of another batch that holds options.
struct Other<'a> {
    row: &'a [u64],
    planes: usize,
    shift: Shift,
}

/// The cells of a shift: whole words, and the bits left.
#[derive(Clone, Copy)]
struct Shift {
    words: usize,
    bits: u32,
}

/// The state passed from one word of a row to the next.
struct Carry<const N: usize> {
    /// Does the last cell have its second smallest unused value?
    second: u64,
    /// The smallest and second smallest unused values of the cells of the last word.
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

    /// Finds the source rows in other batches, and where the source rows in this batch begin.
    fn look_up<const N: usize>(
        &self,
        row: &[Source],
        others: &mut Vec<Other<'a>>,
        own: &mut Vec<(usize, Shift)>,
    ) -> Result<(), Unmade> {
        others.clear();
        own.clear();
        for Source { spot, shift } in row {
            let shift = Shift { words: shift / 64, bits: (shift % 64) as u32 };
            if spot.batch == self.batch {
                own.push((spot.row * self.words * N, shift));
            } else {
                let batch = (self.other)(spot.batch).ok_or(Unmade::Stopped)?;
                others.push(Other { row: batch.row(spot.row, self.words), planes: batch.planes, shift });
            }
        }
        Ok(())
    }

    /// Makes a row and appends it to the words of the batch.
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
            if self.play.is_misere() {
                // A cell without used values has no option in another row; in its own row only the first cell has no option.
                let row = if CHAIN { u64::from(w == 0) } else { u64::MAX };
                terminal = inside & row & !used.iter().fold(0, |any, plane| any | plane);
            }
            let word = word::<N, CHAIN>(&used, terminal, inside, w == 0, &mut carry).ok_or(Unmade::Narrow)?;
            words.extend_from_slice(&word);
        }
        Ok(())
    }
}

/// Adds the values of a shifted row to the used values of word `w`.
#[inline(always)]
fn add<const N: usize>(used: &mut [u64; N], row: &[u64], w: usize, Shift { words, bits }: Shift) {
    let Some(at) = w.checked_sub(words) else { return };
    let high: &[u64; N] = row[at * N..][..N].try_into().expect("N words");
    if bits == 0 {
        (0..N).for_each(|v| used[v] |= high[v]);
    } else if at == 0 {
        (0..N).for_each(|v| used[v] |= high[v] << bits);
    } else {
        let low: &[u64; N] = row[(at - 1) * N..][..N].try_into().expect("N words");
        (0..N).for_each(|v| used[v] |= high[v] << bits | low[v] >> (64 - bits));
    }
}

/// The same for a row with another number of planes.
#[cold]
fn add_other<const N: usize>(used: &mut [u64; N], row: &[u64], planes: usize, w: usize, Shift { words, bits }: Shift) {
    let Some(at) = w.checked_sub(words) else { return };
    for (v, used) in used.iter_mut().enumerate().take(planes) {
        let low = if at == 0 || bits == 0 { 0 } else { row[(at - 1) * planes + v] >> (64 - bits) };
        *used |= row[at * planes + v] << bits | low;
    }
}

/// The values of 64 cells; `None` if a value needs more planes.
#[inline(always)]
fn word<const N: usize, const CHAIN: bool>(
    used: &[u64; N],
    terminal: u64,
    inside: u64,
    first: bool,
    carry: &mut Carry<N>,
) -> Option<[u64; N]> {
    let (mut smallest, mut next) = ([0u64; N], [0u64; N]);
    // The cells for which no unused value has been found yet, and those with exactly one found.
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

/// The cells whose value is their second smallest unused value.
///
/// Let u(c) say that c is such a cell: the value of its left neighbour is the smallest unused value of c. So u(c) is a(c) if the neighbour has its
/// smallest unused value, and b(c) if it has its second. The functions u(c - 1) -> u(c) are composed over the word in six doublings.
#[inline(always)]
fn chain<const N: usize>(smallest: &[u64; N], next: &[u64; N], carry: &mut Carry<N>, first: bool) -> u64 {
    let (mut a, mut b) = (0u64, 0u64);
    for v in 0..N {
        a |= smallest[v] & (smallest[v] << 1 | carry.smallest[v] >> 63);
        b |= smallest[v] & (next[v] << 1 | carry.next[v] >> 63);
    }
    if first {
        // The first cell of a row has no left neighbour.
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
