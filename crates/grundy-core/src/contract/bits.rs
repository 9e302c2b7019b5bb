//! The mex of a set of values: the least value that is not in the set.
//!
//! In: a set as a bitset of 64-bit words, or as an array of stamps, one for each value. Out: the mex. All engines use these functions.

/// The mex of a bitset. No value beyond the last word is in the set.
#[inline(always)]
pub fn mex(words: impl IntoIterator<Item = u64>) -> usize {
    let mut full = 0;
    for word in words {
        if word != u64::MAX {
            return 64 * full + word.trailing_ones() as usize;
        }
        full += 1;
    }
    64 * full
}

/// The mex of a set that holds all values below the word `first`. A function gives the words from `first` on; one of them is not full.
#[inline(always)]
pub fn mex_from(first: usize, mut word: impl FnMut(usize) -> u64) -> usize {
    let mut number = first;
    loop {
        let word = word(number);
        if word != u64::MAX {
            return 64 * number + word.trailing_ones() as usize;
        }
        number += 1;
    }
}

/// The least value that does not carry the stamp. Whole blocks are compared at once, which the compiler does in vector registers.
#[must_use]
pub fn mex_of_stamps(stamps: &[u32], stamp: u32) -> usize {
    const BLOCK: usize = 16;
    let full = |block: &[u32]| block.iter().fold(true, |all, s| all & (*s == stamp));
    let skipped = BLOCK * stamps.chunks_exact(BLOCK).take_while(|block| full(block)).count();
    let rest = stamps[skipped..].iter().position(|s| *s != stamp);
    skipped + rest.unwrap_or(stamps.len() - skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By its definition.
    fn expected(values: &[usize]) -> usize {
        (0..).find(|n| !values.contains(n)).unwrap_or(0)
    }

    #[test]
    fn all_ways_agree_with_the_definition() {
        let mut noise = grundy_testing::Noise(1);
        for round in 0..500 {
            let most = 1 + round % 200;
            let mut values: Vec<usize> = (0..noise.below(most)).collect();
            values.extend((0..20).map(|_| noise.below(most)));
            let mut words = [0u64; 4];
            let mut stamps = vec![0; 256];
            for value in &values {
                words[value / 64] |= 1 << (value % 64);
                stamps[*value] = 7;
            }
            let mex_of_values = expected(&values);
            assert_eq!(mex(words), mex_of_values);
            assert_eq!(mex_from(mex_of_values / 64, |w| words[w]), mex_of_values);
            assert_eq!(mex_of_stamps(&stamps, 7), mex_of_values);
        }
        assert_eq!(mex([u64::MAX; 3]), 192);
        assert_eq!(mex_of_stamps(&[7; 33], 7), 33);
    }
}
