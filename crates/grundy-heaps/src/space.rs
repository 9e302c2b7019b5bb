//! A choice of common heaps: no two of them together have a value that is common.
//!
//! In: how often heaps of even and of odd size have each value. Out: the [`Space`] in which the fewest of them are rare.
//!
//! Let m be a set of binary digits, and h(v) the parity of the number of digits 1 that v has among them, so that h(v xor w) = h(v) + h(w) modulo 2. A value v of a
//! heap n is *common* if h(v) = b + a n modulo 2, where a and b are 0 or 1, and *rare* otherwise. A move that takes k tokens of n and leaves two common heaps leaves
//! a value v with h(v) = 2 b + a (n - k). So v is rare at n if a k + b is odd: for a = 0 and b = 1 always, for a = 1 where b + k is odd for all k. The
//! same count shows that **an option of two heaps is common if and only if exactly one of the two is**, and that two rare heaps, too, leave a rare value.
//! Which m is chosen decides only how many heaps are rare. Winning Ways (chapter 4) observes that in many games few are; that the parity of the size may
//! count as well is in Flammenkamp's tables of octal games.

/// Which values are common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// m, which is not 0.
    pub mask: u32,
    /// a = 1: the parity of the size counts.
    pub by_size: bool,
    /// b = 1.
    pub odd: bool,
}

impl Space {
    /// Is this a rare value of a heap of n tokens?
    #[must_use]
    pub fn is_rare(&self, n: usize, value: u32) -> bool {
        let odd = (value & self.mask).count_ones() & 1 == 1;
        odd != (self.odd ^ (self.by_size && n & 1 == 1))
    }

    /// Does a move that takes so many tokens, and leaves one heap, leave a common value of n where it leaves a rare one of n - k?
    pub(crate) fn turns(&self, take: usize) -> bool {
        self.by_size && take & 1 == 1
    }

    /// The space with the fewest rare heaps, and their number. `counts[e][v]`: so many heaps have the value v, of even size (e = 0) or of odd size (e = 1).
    /// `odd`: the parity of all numbers taken where heaps are split, if there is one.
    pub(crate) fn choose(counts: &[Vec<i64>; 2], odd: Option<bool>) -> Option<(Space, u64)> {
        let [even, odds] = counts.clone().map(transformed);
        let all = even.first()? + odds.first()?;
        let choices = (1u32..).zip(even.iter().zip(&odds).skip(1)).flat_map(|(mask, (even, odds))| {
            let plain = (all + even + odds, Space { mask, by_size: false, odd: true });
            let by_size = odd.map(|odd| {
                let more = if odd { odds - even } else { even - odds };
                (all + more, Space { mask, by_size: true, odd: !odd })
            });
            std::iter::once(plain).chain(by_size)
        });
        let (twice, space) = choices.min_by_key(|(twice, _)| *twice)?;
        Some((space, u64::try_from(twice).unwrap_or(0) / 2))
    }
}

/// For each m the sum over v of the counts of v, with the sign - where h(v) is odd (Walsh and Hadamard's transform). The length is a power of two.
fn transformed(mut counts: Vec<i64>) -> Vec<i64> {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    counts
}
