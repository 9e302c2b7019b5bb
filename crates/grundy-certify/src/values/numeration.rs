//! How automata write numbers, and linear forms of such digits.
//!
//! In: a base, or a number a of an Ostrowski numeration. Out: digits of numbers; and, of a linear form whose digits come from the least place on, whether
//! its value is 0, or at most 0. In base r the places count 1, r, r², …. In the Ostrowski numeration of a they count w(0) = 1, w(1) = a + 1 and
//! w(k + 1) = a·w(k) + w(k - 1), so that w(-1) = 1; a digit is at most a, and the digit below a digit a is 0. Then every number has one word, and
//! longer words are greater numbers (Fraenkel 1982; with a = 1: Zeckendorf 1972).
//!
//! A linear form in an Ostrowski numeration: from the greatest place down, the digits above place k - 1 make A·w(k) + B·w(k - 1); a digit sum d leads from
//! (A, B) to (a·A + B + d, A), and at the end the value is A + B plus the constant c. Let D be the sum of the factors without their signs, and θ > 1 the
//! root of θ² = a·θ + 1. From (0, 0) on, B differs from A/θ by at most a·D/(θ - 1), which is less than 2·D: a digit sum is at most a·D, and what it adds to
//! the difference shrinks by the factor θ at each place. The digits to come count less than D·(w(k) + w(k - 1)), which is at most 2·D·w(k). So with
//! |A| > 4·D + |c| the sign of A is that of the value, whatever follows: finitely many pairs are enough. Read from the least place on, a
//! state is the set of pairs from which the digits read so far lead to what is wanted; before anything is read, these are the pairs with a wanted
//! value, and a form has it if (0, 0) is in the set.

use std::collections::HashMap;

use serde_json::Value;

use super::super::expr::Result;
use super::super::numbers::index;
use super::sets::Sum;

/// The most pairs of a linear form.
const PAIRS: usize = 1 << 12;
/// The greatest digit is below this number.
const DIGITS: i128 = 16;

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeration {
    Base(i128),
    Ostrowski(i128),
}

/// Base 2.
impl Default for Numeration {
    fn default() -> Numeration {
        Numeration::Base(2)
    }
}

impl Numeration {
    /// Reads the key `base`.
    pub(super) fn read(json: Option<&Value>) -> Result<Numeration> {
        let named = |text: &str| match text {
            "fibonacci" => Some(1),
            _ => text.strip_prefix("ostrowski(")?.strip_suffix(')')?.parse::<i128>().ok(),
        };
        let numeration = match json {
            Some(Value::Number(base)) => base.as_i64().map(|base| Numeration::Base(base.into())),
            Some(Value::String(text)) => named(text).map(Numeration::Ostrowski),
            _ => None,
        };
        let known = |numeration: &Numeration| match numeration {
            Numeration::Base(base) => (2..=DIGITS).contains(base),
            Numeration::Ostrowski(a) => (1..DIGITS).contains(a),
        };
        numeration.filter(known).ok_or_else(|| {
            format!(
                "its `base` is neither a number from 2 to {DIGITS}, nor `\"fibonacci\"`, nor `\"ostrowski(a)\"` with a from 1 to {}",
                DIGITS - 1
            )
        })
    }

    /// How many digits there are.
    pub(super) fn digits(self) -> usize {
        match self {
            Numeration::Base(base) => index(base),
            Numeration::Ostrowski(a) => index(a) + 1,
        }
    }

    /// The digits, in words.
    pub(super) fn words(self) -> String {
        match self {
            Numeration::Base(2) => "binary digits".into(),
            Numeration::Base(base) => format!("digits in base {base}"),
            Numeration::Ostrowski(1) => "Fibonacci digits".into(),
            Numeration::Ostrowski(a) => format!("digits in the Ostrowski numeration of {a}"),
        }
    }

    /// What the next place counts, given what a place counts and the one below it.
    pub(super) fn above(self, place: i128, below: i128) -> i128 {
        match self {
            Numeration::Base(base) => base * place,
            Numeration::Ostrowski(a) => a * place + below,
        }
    }

    /// May a digit stand above another?
    pub(super) fn may_follow(self, below: usize, digit: usize) -> bool {
        match self {
            Numeration::Base(_) => true,
            Numeration::Ostrowski(a) => digit < index(a) || below == 0,
        }
    }

    /// The digits of a number, the least place first.
    pub(super) fn digits_of(self, number: u64) -> Vec<usize> {
        let mut rest = i128::from(number);
        let (mut places, mut below) = (vec![1], 1);
        while let Some(last) = places.last().copied().filter(|last| *last <= rest) {
            places.push(self.above(last, below));
            below = last;
        }
        let mut digits = vec![0; places.len()];
        for (digit, place) in digits.iter_mut().zip(&places).rev() {
            *digit = index(rest / place);
            rest %= place;
        }
        digits
    }
}

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
    /// In the Ostrowski numeration of `a`, the value of a sum is 0; or, with `at_most`, at most 0.
    pub(super) fn of(a: i128, sum: &Sum, at_most: bool) -> Result<Linear> {
        let part = |sign: i128| sum.terms.values().filter(|k| k.signum() == sign).sum::<i128>();
        let factors = part(1) - part(-1);
        let (least, most) = (a * part(-1), a * part(1));
        let large = || "a linear form of the rules is too large for this checker".to_string();
        // Each sum of a first digit makes a pair.
        if most - least >= PAIRS as i128 || sum.one.unsigned_abs() >> 64 > 0 {
            return Err(large());
        }
        let bound = 4 * factors + sum.one.abs();
        let (mut pairs, mut numbers) = (vec![(0i128, 0i128)], HashMap::from([((0, 0), 0)]));
        let mut rows: Vec<Vec<To>> = vec![];
        while let Some((p, q)) = pairs.get(rows.len()).copied() {
            let mut row = vec![];
            for digit in least..=most {
                let to = (a * p + q + digit, p);
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
        let value = |(p, q): &(i128, i128)| p + q + sum.one;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_forms_are_refused() {
        let sum = |k: i128, one: i128| Sum { terms: [(0, k)].into(), one };
        assert!(Linear::of(1, &sum(1 << 60, 0), false).is_err() && Linear::of(2, &sum(1, 1 << 60), true).is_err());
    }

    /// The forms are evaluated at all small numbers, and their signs compared.
    #[test]
    fn linear_forms_are_what_they_say() {
        let forms = [(vec![1, 1, -1], 0), (vec![1, -1], 3), (vec![2, -3], -1), (vec![1, -2, 1], 5)];
        for (a, (factors, one)) in (1..=4).flat_map(|a| forms.iter().map(move |form| (a, form.clone()))) {
            let sum = Sum { terms: (0..).zip(factors.iter().map(|k| i128::from(*k))).collect(), one };
            for at_most in [false, true] {
                let linear = Linear::of(a, &sum, at_most).expect("small");
                let width = factors.len() as u32;
                for code in 0..23u64.pow(width) {
                    let numbers: Vec<u64> = (0..width).map(|i| code / 23u64.pow(i) % 23).collect();
                    let words: Vec<Vec<usize>> =
                        numbers.iter().map(|n| Numeration::Ostrowski(a).digits_of(*n)).collect();
                    let value = |list: &mut dyn Iterator<Item = i128>| {
                        list.zip(&factors).map(|(x, k)| x * i128::from(*k)).sum::<i128>()
                    };
                    let mut set = linear.first();
                    for place in 0..words.iter().map(Vec::len).max().unwrap_or(0) {
                        let digit = value(&mut words.iter().map(|word| word.get(place).copied().unwrap_or(0) as i128));
                        set = linear.step(&set, digit);
                    }
                    let value = value(&mut numbers.iter().map(|n| i128::from(*n))) + one;
                    assert_eq!(set[0], value == 0 || at_most && value < 0, "{a}: {factors:?} + {one} at {numbers:?}");
                }
            }
        }
    }
}
