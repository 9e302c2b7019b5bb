//! Values with one binary digit left out, and a sign for rare heaps.
//!
//! In: values of heaps. Out: their *codes*, of which one byte or two hold more than of values.
//!
//! Let q be the lowest digit of the mask m of a [`Space`]. Of the common values of a heap each has its digit q settled by the digits above; so of the rare
//! ones. So leaving out the digit q is one to one on each of the two, **and keeps their order** on each of the two, though not between them: the least common value that is missing is found among
//! codes. The nim-sum of two codes is the code of the nim-sum of the values.
//!
//! A rare heap has the *sign*, the highest digit of its code. So the nim-sum of two codes has the sign if exactly one of the two heaps is rare: if their option is common. Lists of rare
//! heaps leave the sign out: then the nim-sum with the code of a common heap is the code of a common option, and that with the code of a rare heap has the sign, and
//! lies beyond all sets.

use crate::space::Space;

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coding {
    /// Without it, values are their own codes, and there is no sign.
    pub(crate) space: Option<Space>,
}

impl Coding {
    /// The code of a value, without the sign.
    pub(crate) fn squeeze(self, value: u32) -> u32 {
        match self.space {
            None => value,
            Some(Space { mask, .. }) => {
                let low = (1 << mask.trailing_zeros()) - 1;
                (value >> 1 & !low) | (value & low)
            }
        }
    }

    /// The value of a heap with a code, rare or common.
    pub(crate) fn open(self, code: u32, n: usize, rare: bool) -> u32 {
        let Some(space) = self.space else { return code };
        let low = (1 << space.mask.trailing_zeros()) - 1;
        let value = (code & !low) << 1 | (code & low);
        if space.is_rare(n, value) == rare { value } else { value | (low + 1) }
    }

    /// The last code that a value of the other class can have if it is less than the value with this code.
    pub(crate) fn last_alike(self, code: usize) -> usize {
        self.space.map_or(code, |space| code | ((1 << space.mask.trailing_zeros()) - 1))
    }

    /// Has a heap of this value the sign?
    pub(crate) fn signed(self, n: usize, value: u32) -> bool {
        self.space.is_some_and(|space| space.is_rare(n, value))
    }
}
