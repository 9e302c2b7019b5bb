//! A choice of common heaps: no two of them together have a value that is common.
//!
//! In: the values of some heaps, and how many tokens the moves take that leave two. Out: a [`Class`], which says of a heap of any size, and of any value
//! that it might have, whether they are common. All other heaps are *rare*.
//!
//! Let m be a set of binary digits, and let h(v) be the parity of the number of digits 1 that v has among them: h of a nim-sum is the sum of the h.
//! A value v of a heap n is common if h(v) = b + a n modulo 2, where a and b are 0 or 1. Take two common heaps that a move leaves of n after it took
//! k tokens: for their nim-sum v, h(v) = 2 b + a (n - k). So v is no common value of n if a k + b is odd. That is so of a = 0, b = 1; and where all
//! moves take numbers of one parity, of a = 1 and one of the two b. So **an option of two heaps with a common value has exactly one common heap**,
//! whatever m is. Which m is chosen decides only how many heaps are rare (*Winning Ways*, chapter 4, observes that in many games few are).

use crate::form::numbers::{index, short};
use crate::heaps::values::NONE;

/// Which heaps are common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// m.
    digits: u32,
    /// a.
    by_size: bool,
    /// b.
    odd: bool,
}

/// Values from here on are too large for a choice.
const LARGE: u32 = 1 << 16;
/// At most one heap in this many may be rare.
const RARE: u64 = 8;

impl Class {
    /// The class that a certificate states.
    pub(super) fn stated(digits: u32, by_size: bool, odd: bool) -> Class {
        Class { digits, by_size, odd }
    }

    /// The least digit of m.
    pub(super) fn least_digit(self) -> Option<u32> {
        (self.digits != 0).then(|| self.digits.trailing_zeros())
    }

    /// Have two common heaps never a common value together, where moves to two heaps take these numbers?
    pub(super) fn is_sum_free(self, takes: &[u64]) -> bool {
        takes.iter().all(|take| self.odd != (self.by_size && take % 2 == 1))
    }

    /// Is this a common value of the heap?
    #[inline]
    pub(super) fn is_common(self, heap: u64, value: u32) -> bool {
        ((value & self.digits).count_ones() & 1 == 1) == (self.odd ^ (self.by_size && heap & 1 == 1))
    }

    /// The choice with the fewest rare heaps among those with these values; `None` if they are too many. `takes` are what moves to two heaps take.
    pub(super) fn choose<V>(values: &[V], takes: &[u64]) -> Option<Class>
    where
        V: Copy,
        u32: From<V>,
    {
        let greatest = values.iter().map(|value| u32::from(*value)).filter(|value| *value != NONE).max()?;
        if greatest >= LARGE {
            return None;
        }
        // By the parity of the size: how many heaps have a value, and then, by m, how many more have an even h than an odd one.
        let mut more = [0, 1].map(|parity| {
            let mut counts = vec![0i64; index(greatest + 1).next_power_of_two()];
            let own =
                values.iter().skip(parity).step_by(2).map(|value| u32::from(*value)).filter(|value| *value != NONE);
            own.for_each(|value| counts[index(value)] += 1);
            counts
        });
        more.iter_mut().for_each(|counts| transform(counts));
        let [even, odd] = more;
        let all = even[0] + odd[0];
        let takes_odd = takes.first().map(|take| take % 2 == 1);
        let alike = takes_odd.filter(|odd| takes.iter().all(|take| (take % 2 == 1) == *odd));
        // Without a digit no value, or every value, of a heap might be common.
        let choices = (0..).zip(even.iter().zip(&odd)).skip(1).flat_map(|(digits, (even, odd))| {
            let plain = (all + even + odd, Class { digits, by_size: false, odd: true });
            let by_size = alike.map(|takes_odd| {
                let more = if takes_odd { odd - even } else { even - odd };
                (all + more, Class { digits, by_size: true, odd: !takes_odd })
            });
            [Some(plain), by_size].into_iter().flatten()
        });
        // Twice the number of rare heaps.
        let (twice, class) = choices.min_by_key(|(twice, _)| *twice)?;
        (u64::try_from(twice).ok()? * RARE <= 2 * values.len() as u64).then_some(class)
    }
}

/// Puts, for each m, the sum of all numbers whose place has an even h less those whose place has an odd one in place m.
fn transform(counts: &mut [i64]) {
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
}

/// The rare heaps with their values.
#[derive(Default)]
pub(super) struct Rare(pub(super) Vec<(u32, u32)>);

impl Rare {
    /// All rare heaps among those with these values.
    pub(super) fn of(class: Class, values: &[u32]) -> Rare {
        let mut rare = Rare::default();
        (0..).zip(values).for_each(|(heap, value)| rare.see(class, heap, *value));
        rare
    }

    /// Adds a heap if it is rare.
    pub(super) fn see(&mut self, class: Class, heap: u64, value: u32) {
        if value != NONE && !class.is_common(heap, value) {
            self.0.push((short(heap), value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        }
    }

    #[test]
    fn two_common_heaps_have_no_common_value() {
        for (by_size, odd, takes) in [(false, true, 0..4), (true, true, 0..1), (true, false, 1..2), (true, true, 2..3)]
        {
            for (digits, take) in (1..8).flat_map(|digits| takes.clone().map(move |take| (digits, take))) {
                let class = Class { digits, by_size, odd };
                for (a, b) in [(10u64, 13u64), (11, 13), (20, 8)] {
                    for (v, w) in (0..8).flat_map(|v| (0..8).map(move |w| (v, w))) {
                        let both = class.is_common(a, v) && class.is_common(b, w);
                        assert!(!(both && class.is_common(a + b + take, v ^ w)), "{class:?} {take} {a} {b} {v} {w}");
                    }
                }
            }
        }
    }

    /// Of all choices, counted by the definition.
    #[test]
    fn the_choice_leaves_the_fewest_heaps_rare() {
        for seed in 0..40 {
            let mut random = numbers(seed);
            let hidden = Class { digits: 1 + seed as u32 % 15, by_size: seed % 3 == 1, odd: seed % 2 == 0 };
            let takes: &[u64] = if seed % 2 == 0 { &[0, 2] } else { &[1, 3] };
            let values: Vec<u32> = (0..300)
                .map(|n| match random(30) {
                    0 => NONE,
                    1 => random(16) as u32,
                    _ => (0..).map(|_| random(16) as u32).find(|v| hidden.is_common(n, *v)).unwrap_or(0),
                })
                .collect();
            let rare = |class: Class| Rare::of(class, &values).0.len();
            let all = (1..16).flat_map(|digits| {
                let by_size = Class { digits, by_size: true, odd: seed % 2 == 0 };
                [rare(Class { digits, by_size: false, odd: true }), rare(by_size)]
            });
            let least = all.min().filter(|least| least * 8 <= values.len());
            assert_eq!(Class::choose(&values, takes).map(rare), least, "{hidden:?}");
        }
        assert_eq!(Class::choose(&[0u32; 100], &[1]), None);
    }
}
