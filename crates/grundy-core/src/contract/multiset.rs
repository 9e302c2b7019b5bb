//! A multiset of values and its mex, for sets that lose values as well as gain them.
//!
//! In: values that are added and removed. Out: the least value that is not there. A bit for each value says that it is there, a bit of the next
//! level that 64 such bits are all set, and so on; so the mex takes one step a level.

use super::bits::mex;

/// Values, each with how often it is there.
#[derive(Clone, Debug, Default)]
pub struct Multiset {
    counts: Vec<u32>,
    /// From the level of single values up. The last level has one word.
    levels: Vec<Vec<u64>>,
    all: u64,
}

impl Multiset {
    /// The bytes of a multiset of values below `most`.
    #[must_use]
    pub fn bytes_for(most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        let Some(places) = most.checked_next_power_of_two() else { return u64::MAX };
        let places = places.max(64);
        let mut words = places / 64;
        let mut all = words;
        while words > 1 {
            words = words.div_ceil(64);
            all += words;
        }
        places.saturating_mul(4).saturating_add(8 * all)
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words: usize = self.levels.iter().map(Vec::capacity).sum();
        (4 * self.counts.capacity() + 8 * words) as u64
    }

    /// Is no value there?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// Adds a value once.
    pub fn add(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.counts.len() {
            self.grow(at);
        }
        self.all += 1;
        self.counts[at] += 1;
        if self.counts[at] == 1 {
            let mut at = at;
            for level in &mut self.levels {
                let word = &mut level[at / 64];
                *word |= 1 << (at % 64);
                if *word != u64::MAX {
                    break;
                }
                at /= 64;
            }
        }
    }

    /// Removes a value once. It must be there.
    pub fn remove(&mut self, value: u32) {
        let mut at = value as usize;
        self.all -= 1;
        self.counts[at] -= 1;
        if self.counts[at] > 0 {
            return;
        }
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was_full = *word == u64::MAX;
            *word &= !(1 << (at % 64));
            if !was_full {
                break;
            }
            at /= 64;
        }
    }

    /// The least value that is not there.
    #[must_use]
    pub fn mex(&self) -> u32 {
        let down = |at: usize, level: &Vec<u64>| 64 * at + mex(level.get(at).copied());
        self.levels.iter().rev().fold(0, down) as u32
    }

    /// Makes room for a value.
    fn grow(&mut self, value: usize) {
        let most = (value + 1).next_power_of_two().max(64);
        enlarge(&mut self.counts, most);
        let mut words = most.div_ceil(64);
        for level in &mut self.levels {
            enlarge(level, words);
            words = words.div_ceil(64);
        }
        while self.levels.last().is_none_or(|top| top.len() > 1) {
            let bits: Vec<bool> = match self.levels.last() {
                Some(below) => below.iter().map(|word| *word == u64::MAX).collect(),
                None => vec![false; most],
            };
            let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(*bit));
            self.levels.push(bits.chunks(64).map(word).collect());
        }
    }
}

/// Adds zeros up to a length, and takes no more memory than they need.
fn enlarge<T: Clone + Default>(list: &mut Vec<T>, len: usize) {
    list.reserve_exact(len.saturating_sub(list.len()));
    list.resize(len, T::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        /// Against a list of values, over the edges of words and of levels.
        #[test]
        fn the_mex_is_that_of_a_list(block in 0..4u32, changes in prop::collection::vec((0..80u32, any::<bool>()), 0..200)) {
            let first = [0, 50, 4060, 64 * 4096 - 40][block as usize];
            let (mut set, mut list) = (Multiset::default(), vec![]);
            (0..first).for_each(|value| set.add(value));
            for (value, adds) in changes {
                let value = first + value;
                if adds {
                    set.add(value);
                    list.push(value);
                } else if let Some(at) = list.iter().position(|known| *known == value) {
                    set.remove(value);
                    list.swap_remove(at);
                }
                prop_assert_eq!(set.mex(), (first..).find(|value| !list.contains(value)).expect("numbers go on"));
                prop_assert_eq!(set.is_empty(), first == 0 && list.is_empty());
            }
        }
    }

    /// Values that come one after the other, and a great one at once.
    #[test]
    fn what_is_foreseen_is_held() {
        for most in (1..200).chain([4095, 4096, 4097, 10_000, 262_144, 262_145]) {
            let (mut slow, mut quick) = (Multiset::default(), Multiset::default());
            (0..most).for_each(|value| slow.add(value));
            quick.add(most - 1);
            for set in [slow, quick] {
                assert!(set.bytes() <= Multiset::bytes_for(most.into()), "{most}");
                assert!(2 * set.bytes() > Multiset::bytes_for(most.into()), "{most}: far too much");
            }
        }
        assert_eq!(Multiset::default().bytes(), Multiset::bytes_for(0));
    }

    #[test]
    fn lower_values_may_go() {
        let mut set = Multiset::default();
        (0..5000).for_each(|value| set.add(value));
        assert_eq!(set.mex(), 5000);
        set.remove(4999);
        set.remove(70);
        set.remove(3);
        assert_eq!(set.mex(), 3);
        set.add(3);
        assert_eq!(set.mex(), 70);
        set.add(70);
        assert_eq!(set.mex(), 4999);
    }
}
