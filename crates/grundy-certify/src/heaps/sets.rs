//! Sets of values, as bitsets.
//!
//! In: values. Out: sets; a set can be joined with another one whose values are all nim-added to a number.

/// A set of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    words: Vec<u64>,
}

/// For each binary digit k, the bits of a word whose position has the digit 0 at k.
const LACKING: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

impl Set {
    pub(super) fn insert(&mut self, value: u32) {
        *self.word((value >> 6) as usize) |= 1 << (value & 63);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let bits = |(k, word): (u32, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| (k << 6) | bit)
        };
        (0..).zip(&self.words).flat_map(bits)
    }

    /// Joins with the nim-sums of `value` and the elements of another set. Returns the number of word operations.
    pub(super) fn join_raised(&mut self, other: &Set, value: u32) -> u64 {
        for (k, word) in other.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            let mut moved = *word;
            for (digit, lacking) in LACKING.iter().enumerate().filter(|(digit, _)| value >> digit & 1 == 1) {
                moved = ((moved & lacking) << (1 << digit)) | ((moved >> (1 << digit)) & lacking);
            }
            *self.word(k ^ (value >> 6) as usize) |= moved;
        }
        1 + other.words.len() as u64
    }

    fn word(&mut self, k: usize) -> &mut u64 {
        if self.words.len() <= k {
            self.words.resize(k + 1, 0);
        }
        &mut self.words[k]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_nim_added() {
        let mut set = Set::default();
        [0, 1, 5, 63, 64, 200, 1000].into_iter().for_each(|value| set.insert(value));
        for value in [0, 1, 2, 31, 32, 63, 64, 129, 1023] {
            let mut moved = Set::default();
            moved.join_raised(&set, value);
            let mut wanted: Vec<u32> = set.iter().map(|own| own ^ value).collect();
            wanted.sort_unstable();
            assert_eq!(moved.iter().collect::<Vec<_>>(), wanted, "{value}");
        }
    }
}
