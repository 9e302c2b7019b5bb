//! How automata write numbers, and linear forms of such digits.
//!
//! In: a base, a number a of an Ostrowski numeration, or the trace t of a unit. Out: digits of numbers; and, of a linear form whose digits come from the least place on, whether
//! its value is 0, or at most 0. In base r the places count 1, r, r², ….
//!
//! - In the Ostrowski numeration of a the places count w(0) = 1, w(1) = a + 1 and w(k + 1) = a·w(k) + w(k - 1), so that w(-1) = 1; a digit is at most a, and the
//!   digit below a digit a is 0. Then every number has one word, and longer words are greater numbers (Fraenkel 1982; with a = 1: Zeckendorf 1972).
//! - In the numeration of the unit θ with θ + 1/θ = t, which is at least 3, the places count w(0) = 1, w(1) = t and w(k + 1) = t·w(k) - w(k - 1), so that w(-1) = 0; a digit is at most
//!   t - 1, and between two digits t - 1 there is one below t - 2. The same is true of words and numbers: the greatest word of k places is t - 1, t - 2, …, t - 2 from the highest place down, and is
//!   w(k) - 1, as w(k) = (t - 1)·w(k - 1) + (t - 2)·(w(k - 2) + … + w(0)) + 1 by induction. If the highest digit is less than t - 1, what is below it can be any word; if it is t - 1, it is followed by
//!   some digits t - 2, by a digit below these, and by any word.
//!
//! A linear form in such a numeration, where w(k + 1) = p·w(k) + r·w(k - 1) with r = 1 or r = -1: from the greatest place down, the digits above place k - 1 make A·w(k) + B·w(k - 1); a digit sum d
//! leads from (A, B) to (p·A + B + d, r·A), and at the end the value is A + B·w(-1) plus the constant c. Let D be the sum of the factors without their signs, g the greatest digit, and θ > 1 the
//! root of θ² = p·θ + r. From (0, 0) on, B differs from r·A/θ by at most g·D/(θ - 1), which is less than 2·D: a digit sum is at most g·D, and what it adds to
//! the difference shrinks by the factor θ at each place. The digits to come count less than 2·D·w(k), even if they write no numbers: p·(w(0) + … + w(k - 1)) is less than w(k) + w(k - 1) for r = 1, and
//! (p - 2)·(w(0) + … + w(k - 1)) is less than w(k) for r = -1, where g is p - 1, at most 2·(p - 2).
//!
//! - For r = 1 with |A| > 4·D + |c| the sign of A is that of the value, whatever follows, as B·w(k - 1) takes at most 2·D·w(k) from A·w(k).
//! - For r = -1, w(k - 1) is at most w(k)/(t - 1), which is at most w(k)/2, and 1/θ is less than 2/5. So A·w(k) + B·w(k - 1) is at least 4/5·|A|·w(k) - D·w(k)
//!   without its sign, and |A| > 4·D + 5/4·|c| is enough: 4/5 of this is above 3·D + |c|.
//!
//! So finitely many pairs are enough. Read from the least place on, a state is the set of pairs from which the digits read so far lead to what is wanted; before anything is read, these are the pairs
//! with a wanted value, and a form has it if (0, 0) is in the set.

use std::collections::HashMap;

use serde_json::Value;

use super::super::expr::Result;
use super::super::numbers::index;
use super::sets::Sum;

/// The most pairs of a linear form.
const PAIRS: usize = 1 << 13;
/// The greatest digit of a base and of an Ostrowski numeration is below this number.
const DIGITS: i128 = 16;
/// The same for a unit.
const TRACES: i128 = 22;

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeration {
    Base(i128),
    Ostrowski(i128),
    /// Of the unit with this trace.
    Unit(i128),
}

/// w(k + 1) = last·w(k) + below·w(k - 1), and w(-1).
struct Growth {
    last: i128,
    below: i128,
    before: i128,
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
        let inner = |text: &str, name: &str| text.strip_prefix(name)?.strip_suffix(')')?.parse::<i128>().ok();
        let named = |text: &str| match text {
            "fibonacci" => Some(Numeration::Ostrowski(1)),
            _ => inner(text, "ostrowski(")
                .map(Numeration::Ostrowski)
                .or_else(|| inner(text, "unit(").map(Numeration::Unit)),
        };
        let numeration = match json {
            Some(Value::Number(base)) => base.as_i64().map(|base| Numeration::Base(base.into())),
            Some(Value::String(text)) => named(text),
            _ => None,
        };
        let known = |numeration: &Numeration| match numeration {
            Numeration::Base(base) => (2..=DIGITS).contains(base),
            Numeration::Ostrowski(a) => (1..DIGITS).contains(a),
            Numeration::Unit(t) => (3..=TRACES).contains(t),
        };
        numeration.filter(known).ok_or_else(|| {
            format!(
                "its `base` is neither a number from 2 to {DIGITS}, nor `\"fibonacci\"`, nor `\"ostrowski(a)\"` with a from 1 to {}, nor `\"unit(t)\"` with t from 3 to {TRACES}",
                DIGITS - 1
            )
        })
    }

    /// How many digits there are.
    pub(super) fn digits(self) -> usize {
        match self {
            Numeration::Base(base) => index(base),
            Numeration::Ostrowski(a) => index(a) + 1,
            Numeration::Unit(t) => index(t),
        }
    }

    /// The digits, in words.
    pub(super) fn words(self) -> String {
        match self {
            Numeration::Base(2) => "binary digits".into(),
            Numeration::Base(base) => format!("digits in base {base}"),
            Numeration::Ostrowski(1) => "Fibonacci digits".into(),
            Numeration::Ostrowski(a) => format!("digits in the Ostrowski numeration of {a}"),
            Numeration::Unit(t) => format!("digits in the numeration of the unit of trace {t}"),
        }
    }

    fn growth(self) -> Growth {
        let (last, below, before) = match self {
            Numeration::Base(base) => (base, 0, 0),
            Numeration::Ostrowski(a) => (a, 1, 1),
            Numeration::Unit(t) => (t, -1, 0),
        };
        Growth { last, below, before }
    }

    /// What the place below the first would count.
    pub(super) fn before_first(self) -> i128 {
        self.growth().before
    }

    /// What the next place counts, given what a place counts and the one below it.
    pub(super) fn above(self, place: i128, below: i128) -> i128 {
        let growth = self.growth();
        growth.last * place + growth.below * below
    }

    /// Whether the greatest digit is barred above a digit, given whether it is at this one; nothing if this digit is wrong.
    pub(super) fn bars(self, barred: bool, digit: usize) -> Option<bool> {
        let below_greatest = self.digits() - 1 - digit;
        (!barred || below_greatest > 0).then_some(match self {
            Numeration::Base(_) => false,
            Numeration::Ostrowski(_) => digit > 0,
            Numeration::Unit(_) => below_greatest == 0 || barred && below_greatest == 1,
        })
    }

    /// The digits of a number, the least place first.
    pub(super) fn digits_of(self, number: u64) -> Vec<usize> {
        let mut rest = i128::from(number);
        let (mut places, mut below) = (vec![1], self.before_first());
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
    /// In a numeration that is no base, the value of a sum is 0; or, with `at_most`, at most 0.
    pub(super) fn of(numeration: Numeration, sum: &Sum, at_most: bool) -> Result<Linear> {
        let (growth, greatest) = (numeration.growth(), numeration.digits() as i128 - 1);
        let part = |sign: i128| sum.terms.values().filter(|k| k.signum() == sign).sum::<i128>();
        let factors = part(1) - part(-1);
        let (least, most) = (greatest * part(-1), greatest * part(1));
        let large = || "a linear form of the rules is too large for this checker".to_string();
        // Each sum of a first digit makes a pair.
        if most - least >= PAIRS as i128 || sum.one.unsigned_abs() >> 64 > 0 {
            return Err(large());
        }
        let constant = sum.one.abs();
        let bound = 4 * factors + if growth.below < 0 { (5 * constant + 3) / 4 } else { constant };
        let (mut pairs, mut numbers) = (vec![(0i128, 0i128)], HashMap::from([((0, 0), 0)]));
        let mut rows: Vec<Vec<To>> = vec![];
        while let Some((p, q)) = pairs.get(rows.len()).copied() {
            let mut row = vec![];
            for digit in least..=most {
                let to = (growth.last * p + q + digit, growth.below * p);
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
        let value = |(p, q): &(i128, i128)| p + growth.before * q + sum.one;
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
        for numeration in [Numeration::Ostrowski(1), Numeration::Unit(4)] {
            let small = Linear::of(numeration, &sum(1, 1), true).is_ok();
            let large = [sum(1 << 60, 0), sum(1, 1 << 60)].map(|sum| Linear::of(numeration, &sum, true).is_err());
            assert!(small && large == [true; 2]);
        }
    }

    /// The forms are evaluated at all small numbers, and their signs compared.
    #[test]
    fn linear_forms_are_what_they_say() {
        let forms = [(vec![1, 1, -1], 0), (vec![1, -1], 3), (vec![2, -3], -1), (vec![1, -2, 1], 5)];
        let numerations = (1..=4).map(Numeration::Ostrowski).chain((3..=6).map(Numeration::Unit));
        for (a, (factors, one)) in numerations.flat_map(|a| forms.iter().map(move |form| (a, form.clone()))) {
            let sum = Sum { terms: (0..).zip(factors.iter().map(|k| i128::from(*k))).collect(), one };
            for at_most in [false, true] {
                let linear = Linear::of(a, &sum, at_most).expect("small");
                let width = factors.len() as u32;
                for code in 0..23u64.pow(width) {
                    let numbers: Vec<u64> = (0..width).map(|i| code / 23u64.pow(i) % 23).collect();
                    let words: Vec<Vec<usize>> = numbers.iter().map(|n| a.digits_of(*n)).collect();
                    let value = |list: &mut dyn Iterator<Item = i128>| {
                        list.zip(&factors).map(|(x, k)| x * i128::from(*k)).sum::<i128>()
                    };
                    let mut set = linear.first();
                    for place in 0..words.iter().map(Vec::len).max().unwrap_or(0) {
                        let digit = value(&mut words.iter().map(|word| word.get(place).copied().unwrap_or(0) as i128));
                        set = linear.step(&set, digit);
                    }
                    let value = value(&mut numbers.iter().map(|n| i128::from(*n))) + one;
                    assert_eq!(set[0], value == 0 || at_most && value < 0, "{a:?}: {factors:?} + {one} at {numbers:?}");
                }
            }
        }
    }

    /// In each numeration, the words of so many places are the numbers below the next place, each once, and a word of more places is a greater number.
    #[test]
    fn words_are_numbers_one_by_one() {
        let numerations = (1..=6).map(Numeration::Ostrowski).chain((3..=8).map(Numeration::Unit));
        for numeration in numerations.chain([2, 3].map(Numeration::Base)) {
            // Words from the least place on, with what they make, and whether they bar the greatest digit.
            let (mut words, mut place, mut below) = (vec![(0, false)], 1, numeration.before_first());
            while place < 5000 {
                let longer = |(number, barred): &(i128, bool)| {
                    let ways = (0..numeration.digits()).map(|digit| (digit, numeration.bars(*barred, digit)));
                    ways.filter_map(|(digit, bars)| Some((number + place * digit as i128, bars?))).collect::<Vec<_>>()
                };
                words = words.iter().flat_map(longer).collect();
                (place, below) = (numeration.above(place, below), place);
                let mut numbers: Vec<i128> = words.iter().map(|(number, _)| *number).collect();
                numbers.sort_unstable();
                assert_eq!(numbers, (0..place).collect::<Vec<_>>(), "{numeration:?}");
            }
            for number in 0..2000 {
                let digits = numeration.digits_of(number);
                let end = digits.iter().try_fold(false, |barred, digit| numeration.bars(barred, *digit));
                assert!(end.is_some(), "{numeration:?}: {number} is {digits:?}");
            }
        }
    }
}
