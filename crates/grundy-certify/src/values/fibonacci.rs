//! Numbers as sums of Fibonacci numbers, and linear forms of their digits.
//!
//! In: a linear form, and digits from the least place on. Out: whether its value is 0, or at most 0. The places count w(0) = 1, w(1) = 2 and
//! w(k + 1) = w(k) + w(k - 1); no two neighbouring digits are 1, so that every number has one word (Zeckendorf 1972).
//!
//! From the greatest place down, the digits above place k - 1 make A·w(k) + B·w(k - 1); a digit sum d leads from (A, B) to (A + B + d, A), and at the end
//! the value is A + B plus the constant c. Let D be the sum of the factors without their signs. From (0, 0) on, B differs from A/φ by less than 1.7·D. So
//! with |A| > 4·D + |c| the sign of A is that of the value, whatever follows: finitely many pairs are enough. Read from the least place on, a state
//! is the set of pairs from which the digits read so far lead to what is wanted; before anything is read, these are the pairs with a wanted
//! value, and a form has it if (0, 0) is in the set.

use std::collections::HashMap;

use super::super::expr::Seen;
use super::super::numbers::index;
use super::sets::Sum;

/// The most pairs of a linear form.
const PAIRS: usize = 1 << 12;

/// A linear form and what is wanted of it.
pub(super) struct Linear {
    /// The least sum of digits.
    least: i128,
    /// For each sum of digits from the least on, where each pair leads.
    next: Vec<Vec<To>>,
    /// The pairs with a wanted value at the end.
    wanted: Vec<bool>,
    /// Is a value below 0 wanted?
    below: bool,
}

/// Where a pair leads.
#[derive(Clone, Copy)]
enum To {
    Pair(usize),
    Below,
    Above,
}

impl Linear {
    /// The value of a sum is 0; or, with `at_most`, at most 0.
    pub(super) fn of(sum: &Sum, at_most: bool) -> Seen<Linear> {
        let part = |sign: i128| sum.terms.values().filter(|k| k.signum() == sign).sum::<i128>();
        let (least, most) = (part(-1), part(1));
        let large = || "a linear form of the rules is too large for this checker".to_string();
        // Each sum of a first digit makes a pair.
        if most - least >= PAIRS as i128 {
            return Err(large());
        }
        let bound = 4 * (most - least) + sum.one.abs();
        let (mut pairs, mut numbers) = (vec![(0i128, 0i128)], HashMap::from([((0, 0), 0)]));
        let mut rows: Vec<Vec<To>> = vec![];
        while let Some((a, b)) = pairs.get(rows.len()).copied() {
            let mut row = vec![];
            for digit in least..=most {
                let to = (a + b + digit, a);
                row.push(if to.0.abs() > bound {
                    if to.0 < 0 { To::Below } else { To::Above }
                } else {
                    To::Pair(*numbers.entry(to).or_insert_with(|| {
                        pairs.push(to);
                        pairs.len() - 1
                    }))
                });
            }
            rows.push(row);
            if pairs.len() > PAIRS {
                return Err(large());
            }
        }
        let value = |(a, b): &(i128, i128)| a + b + sum.one;
        let wanted = pairs.iter().map(|pair| value(pair) == 0 || at_most && value(pair) < 0).collect();
        let next = (0..rows[0].len()).map(|digit| rows.iter().map(|row| row[digit]).collect()).collect();
        Ok(Linear { least, next, wanted, below: at_most })
    }

    /// The set before anything is read.
    pub(super) fn first(&self) -> Vec<bool> {
        self.wanted.clone()
    }

    /// The set after one more digit of each number, the digits of the numbers together making a sum.
    pub(super) fn step(&self, set: &[bool], digits: i128) -> Vec<bool> {
        let leads = |to: &To| match to {
            To::Pair(pair) => set[*pair],
            To::Below => self.below,
            To::Above => false,
        };
        self.next[index(digits - self.least)].iter().map(leads).collect()
    }
}

/// The digits of a number, the least place first.
pub(super) fn digits(number: u64) -> Vec<usize> {
    let mut places = vec![1u64, 2];
    while let [.., before, last] = places[..] {
        match before.checked_add(last).filter(|_| last <= number) {
            Some(next) => places.push(next),
            None => break,
        }
    }
    let (mut digits, mut rest) = (vec![0; places.len()], number);
    for (digit, place) in digits.iter_mut().zip(&places).rev() {
        if rest >= *place {
            rest -= place;
            *digit = 1;
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_forms_are_refused() {
        let sum = |k: i128, one: i128| Sum { terms: [(0, k)].into(), one };
        assert!(Linear::of(&sum(1 << 60, 0), false).is_err() && Linear::of(&sum(1, 1 << 60), true).is_err());
    }

    /// The forms are evaluated at all small numbers, and their signs compared.
    #[test]
    fn linear_forms_are_what_they_say() {
        for (factors, one) in [(vec![1, 1, -1], 0), (vec![1, -1], 3), (vec![2, -3], -1), (vec![1, -2, 1], 5)] {
            let sum = Sum { terms: (0..).zip(factors.iter().map(|k| i128::from(*k))).collect(), one };
            for at_most in [false, true] {
                let linear = Linear::of(&sum, at_most).expect("small");
                let width = factors.len() as u32;
                for code in 0..23u64.pow(width) {
                    let numbers: Vec<u64> = (0..width).map(|i| code / 23u64.pow(i) % 23).collect();
                    let words: Vec<Vec<usize>> = numbers.iter().map(|n| digits(*n)).collect();
                    let value = |list: &mut dyn Iterator<Item = i128>| {
                        list.zip(&factors).map(|(x, k)| x * i128::from(*k)).sum::<i128>()
                    };
                    let mut set = linear.first();
                    for place in 0..words.iter().map(Vec::len).max().unwrap_or(0) {
                        let digit = value(&mut words.iter().map(|word| word.get(place).copied().unwrap_or(0) as i128));
                        set = linear.step(&set, digit);
                    }
                    let value = value(&mut numbers.iter().map(|n| i128::from(*n))) + one;
                    assert_eq!(set[0], value == 0 || at_most && value < 0, "{factors:?} + {one} at {numbers:?}");
                }
            }
        }
    }
}
