//! Which values options of two heaps have, found out once for all moves that leave so many tokens.
//!
//! In: the codes of all heaps so far, each of which is its own value. Out: the least value that no option of the next heap has.
//!
//! A move that takes k from n leaves the same pairs as one that takes k + 1 from n + 1. So what is found out about a *whole*, which is all pairs of heaps of so many tokens together,
//! is kept as long as a move may leave it. The first pairs of a whole are marked, and most values are met among them. The least that is not met is looked for among the other
//! pairs, then the next one, until there is one that no whole has.

use std::ops::Range;

use crate::kernel::{Kernel, Lane, word};
use crate::rules::Rules;

/// Pairs that are marked, for each value below the bound. (With 12, 16, 20 and 32: 0.135 to 65 536 heaps 0.40, 0.32, 0.32 and 0.37 s of an EPYC of the third generation, 0.016
/// 0.31, 0.28, 0.26 and 0.26 s.)
const MARKED: usize = 20;
/// The most wholes that are kept for moves to come.
const KEPT: usize = 64;

/// What is known of a value and a whole: nothing yet, that a pair has it, or that none has.
const OPEN: u32 = 0;
const MET: u32 = 1;
const ABSENT: u32 = 2;

/// All pairs of heaps of so many tokens together.
#[derive(Clone, Default)]
struct Whole {
    tokens: usize,
    smaller: Range<usize>,
    /// The smaller parts whose pairs are not marked.
    rest: Range<usize>,
    /// What is known of each value below the bound. (Numbers of a byte are written at half the speed of those of four: 0.67 and 0.33 ns on the machine above.)
    known: Vec<u32>,
}

/// What is looked at: the codes of all heaps so far, and the instructions for it.
#[derive(Clone, Copy)]
pub(crate) struct Codes<'a, T> {
    pub(crate) kernel: Kernel,
    pub(crate) list: &'a [T],
}

impl Whole {
    /// Marks the first pairs.
    fn begin<T: Lane>(&mut self, codes: Codes<'_, T>, tokens: usize, smaller: Range<usize>, below: usize) {
        let marked = smaller.start..smaller.end.min(smaller.start + MARKED * below);
        (self.tokens, self.rest, self.smaller) = (tokens, marked.end..smaller.end, smaller);
        self.known.resize(T::MOST as usize + 1, OPEN);
        self.known[..below].fill(OPEN);
        T::mark_pairs(codes.kernel, codes.list, marked, tokens, &mut self.known);
    }

    /// Has a pair this value?
    fn has<T: Lane>(&mut self, codes: Codes<'_, T>, value: usize) -> bool {
        if self.known[value] == OPEN {
            let sum = T::narrow(value as u32);
            let met = T::any_pair(codes.kernel, codes.list, self.rest.clone(), self.tokens, sum);
            self.known[value] = if met { MET } else { ABSENT };
        }
        self.known[value] == MET
    }
}

/// The wholes that moves leave of the next heaps, and what is known of them.
#[derive(Clone, Default)]
pub(crate) struct Wholes {
    list: Vec<Whole>,
    /// Wholes that no move leaves any more lend their room to new ones.
    spare: Vec<Whole>,
    /// A power of two above the values of all parts.
    below: usize,
}

impl Wholes {
    /// Forgets all that is known.
    pub(crate) fn clear(&mut self) {
        self.spare.append(&mut self.list);
    }

    /// The bytes that are held.
    pub(crate) fn bytes(&self) -> usize {
        self.list.iter().chain(&self.spare).map(|whole| whole.known.capacity() * size_of::<u32>()).sum()
    }

    /// The least value that is not `seen`, and that no pair has which a move leaves of the next heap; `seen` has a number, 0 or 1, for each value below a power of two, which is the
    /// result if there is no other. Adds the pairs that are new to `work`.
    pub(crate) fn least<T: Lane>(&mut self, codes: Codes<'_, T>, rules: &Rules, seen: &[u32], work: &mut u64) -> usize {
        let below = seen.len();
        if self.below != below {
            self.clear();
            self.below = below;
        }
        let used = self.used(codes, rules, work);
        for base in (0..below).step_by(u64::BITS as usize) {
            let mut open = self.open(&used, seen, base);
            while open != 0 {
                let value = base + open.trailing_zeros() as usize;
                if !used.iter().any(|at| self.list[*at].has(codes, value)) {
                    return value;
                }
                open &= open - 1;
            }
        }
        below
    }

    /// The places of the wholes that moves leave of the next heap.
    fn used<T: Lane>(&mut self, codes: Codes<'_, T>, rules: &Rules, work: &mut u64) -> Vec<usize> {
        let n = codes.list.len();
        self.forget(n, rules);
        let mut used = vec![];
        for split in &rules.splits {
            let tokens = n - split.take;
            let smaller = split.smaller(tokens);
            let known = self.list.iter().position(|whole| whole.tokens == tokens && whole.smaller == smaller);
            used.push(known.unwrap_or_else(|| {
                *work += smaller.len() as u64;
                let mut whole = self.spare.pop().unwrap_or_default();
                whole.begin(codes, tokens, smaller, self.below);
                self.list.push(whole);
                self.list.len() - 1
            }));
        }
        used
    }

    /// Forgets the wholes that no move leaves of heaps from n on, and the oldest if there are too many.
    fn forget(&mut self, n: usize, rules: &Rules) {
        let most = rules.splits.iter().map(|split| split.take).max().unwrap_or(0);
        while let Some(at) = self.list.iter().position(|whole| whole.tokens + most < n) {
            self.spare.push(self.list.remove(at));
        }
        let many = self.list.len().saturating_sub(KEPT);
        self.spare.extend(self.list.drain(..many));
    }

    /// A digit for each of the 64 values from `base` on that is neither seen nor known to be met.
    fn open(&self, used: &[usize], seen: &[u32], base: usize) -> u64 {
        let own = base..seen.len().min(base + u64::BITS as usize);
        let mut met = [MET; u64::BITS as usize];
        met[..own.len()].copy_from_slice(&seen[own.clone()]);
        for at in used {
            met.iter_mut().zip(&self.list[*at].known[own.clone()]).for_each(|(met, known)| *met |= known & MET);
        }
        !word(&met)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::least_missing;
    use crate::rules::Split;

    /// The values below a bound that options have, by the definition.
    fn met(codes: &[u16], rules: &Rules, below: usize) -> Vec<u32> {
        let mut met = vec![0; below];
        for split in &rules.splits {
            let tokens = codes.len() - split.take;
            split.smaller(tokens).for_each(|a| met[usize::from(codes[a] ^ codes[tokens - a])] = 1);
        }
        met
    }

    fn random_split(rng: &mut fastrand::Rng, most: usize) -> Split {
        Split { take: rng.usize(1..=most), least: rng.usize(1..3), unequal: rng.bool() }
    }

    /// Codes of few digits come first, then all: the bound grows while wholes are kept, and few pairs have the greatest values.
    #[test]
    fn the_least_value_is_that_of_the_definition() {
        let kernels = crate::kernel::vectors().into_iter().chain([Kernel::Scalar]);
        for (kernel, (below, many, most)) in
            kernels.flat_map(|kernel| [(16, 1, 3), (64, 3, 3), (256, 3, 4), (64, 90, 90)].map(|kind| (kernel, kind)))
        {
            let mut rng = fastrand::Rng::with_seed(below + many as u64);
            let rules = Rules { splits: (0..many).map(|_| random_split(&mut rng, most)).collect(), ..Rules::default() };
            let mut codes: Vec<u16> = (0..2200).map(|_| rng.u16(..4) << rng.u16(..2)).collect();
            let mut wholes = Wholes::default();
            for round in 0..200 {
                let below = if round < 100 { 8 } else { below as usize };
                let seen: Vec<u32> = (0..below).map(|_| u32::from(rng.u8(..8) == 0)).collect();
                let all = met(&codes, &rules, below).into_iter().zip(&seen);
                let expected = least_missing(&all.map(|(met, seen)| met | seen).collect::<Vec<u32>>());
                let all = Codes { kernel, list: &codes };
                assert_eq!(wholes.least(all, &rules, &seen, &mut 0), expected, "{below}, {round}, {rules:?}");
                codes.push(if rng.u8(..3) == 0 { rng.u16(..below as u16) } else { 0 });
            }
        }
    }

    #[test]
    fn pairs_that_moves_share_are_looked_at_once() {
        let split = |take| Split { take, least: 1, unequal: false };
        let rules = Rules { splits: [1, 2, 3].map(split).to_vec(), ..Rules::default() };
        let codes = [1u8; 150];
        let (mut wholes, mut work) = (Wholes::default(), 0);
        for heap in 100..150 {
            let all = Codes { kernel: Kernel::Scalar, list: &codes[..heap] };
            wholes.least(all, &rules, &[0; 8], &mut work);
        }
        // Three wholes first, of 99, 98 and 97 tokens, and one for each of the 49 heaps after it.
        let pairs = |tokens: usize| (tokens / 2) as u64;
        assert_eq!(work, (97..=148).map(pairs).sum::<u64>());
    }
}
