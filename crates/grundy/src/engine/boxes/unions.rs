//! The sets C_S(p) of the cells that are still needed.
//!
//! In: cells in row-major order with their values. Out: the mex of the options of the next one. For each S the sets of the last cells are kept in a
//! ring: the farthest cell that is asked for again is p - 1_S, which lies Σ stride_i before p.

/// The sets of all S.
pub(super) struct Unions {
    supports: Vec<Support>,
    words: usize,
    /// The options' values of the cell at hand.
    options: Vec<u64>,
}

struct Support {
    coords: Vec<usize>,
    strides: Vec<usize>,
    /// How far back p - 1_S lies.
    back: usize,
    /// One less than the cells of the ring, a power of two.
    mask: usize,
    ring: Vec<u64>,
}

fn words(most: u64) -> Option<usize> {
    usize::try_from(most / 64 + 1).ok()
}

fn ring(support: &[usize], strides: &[usize]) -> Option<usize> {
    let back = support.iter().try_fold(0usize, |sum, c| sum.checked_add(strides[*c]))?;
    back.checked_add(1)?.checked_next_power_of_two()
}

impl Unions {
    /// The memory they take, if it can be said.
    pub(super) fn bytes(supports: &[Vec<usize>], strides: &[usize], most: u64) -> Option<u64> {
        let each = words(most)?.checked_mul(8)?;
        let cells = supports.iter().try_fold(0usize, |sum, s| sum.checked_add(ring(s, strides)?))?;
        cells.checked_mul(each).map(|b| b as u64)
    }

    /// Empty sets, for values up to `most`.
    pub(super) fn new(supports: &[Vec<usize>], strides: &[usize], most: u64) -> Unions {
        let words = words(most).unwrap_or(usize::MAX);
        let support = |coords: &Vec<usize>| {
            let strides: Vec<usize> = coords.iter().map(|c| strides[*c]).collect();
            let back: usize = strides.iter().sum();
            let cells = (back + 1).next_power_of_two();
            Support { coords: coords.clone(), strides, back, mask: cells - 1, ring: vec![0; cells * words] }
        };
        Unions { supports: supports.iter().map(support).collect(), words, options: vec![0; words] }
    }

    /// The mex of the options of a cell, and whether there are any.
    pub(super) fn mex(&mut self, index: usize, at: &[i64]) -> (u32, bool) {
        self.options.fill(0);
        for support in &self.supports {
            if support.coords.iter().all(|c| at[*c] > 0) {
                let set = support.set(index - support.back, self.words);
                self.options.iter_mut().zip(set).for_each(|(o, s)| *o |= s);
            }
        }
        let full = self.options.iter().take_while(|w| **w == u64::MAX).count();
        let mex = 64 * full as u32 + self.options.get(full).map_or(0, |w| w.trailing_ones());
        (mex, self.options.iter().any(|w| *w != 0))
    }

    /// Puts a cell into the sets; it has no value if no position exists there.
    pub(super) fn add(&mut self, index: usize, at: &[i64], value: Option<u32>) {
        for support in &mut self.supports {
            support.add(index, at, value, self.words);
        }
    }
}

impl Support {
    fn set(&self, index: usize, words: usize) -> &[u64] {
        let first = (index & self.mask) * words;
        &self.ring[first..first + words]
    }

    fn add(&mut self, index: usize, at: &[i64], value: Option<u32>, words: usize) {
        let own = (index & self.mask) * words;
        self.ring[own..own + words].fill(0);
        for (coord, stride) in self.coords.iter().zip(&self.strides) {
            if at[*coord] > 0 {
                let from = ((index - stride) & self.mask) * words;
                for w in 0..words {
                    self.ring[own + w] |= self.ring[from + w];
                }
            }
        }
        if let Some(value) = value {
            self.ring[own + value as usize / 64] |= 1 << (value % 64);
        }
    }
}
