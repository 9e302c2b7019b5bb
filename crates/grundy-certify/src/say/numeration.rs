//! How automata write numbers.
//!
//! In: a base, a number a of an Ostrowski numeration, or the trace t of a unit. Out: digits of numbers; automata that tell which digits write a number, and add numbers.
//! In base r the places count 1, r, r², ….
//!
//! - In the Ostrowski numeration of a the places count w(0) = 1, w(1) = a + 1 and w(k + 1) = a·w(k) + w(k - 1), so that w(-1) = 1; a digit is at most a, and the
//!   digit below a digit a is 0. Then every number has one word, and longer words are greater numbers (Fraenkel 1982; with a = 1: Zeckendorf 1972).
//! - In the numeration of the unit θ with θ + 1/θ = t, which is at least 3, the places count w(0) = 1, w(1) = t and w(k + 1) = t·w(k) - w(k - 1), so that w(-1) = 0; a digit is at most
//!   t - 1, and between two digits t - 1 there is one below t - 2. The same is true of words and numbers: the greatest word of k places is t - 1, t - 2, …, t - 2 from the highest place down, and is
//!   w(k) - 1, as w(k) = (t - 1)·w(k - 1) + (t - 2)·(w(k - 2) + … + w(0)) + 1 by induction. If the highest digit is less than t - 1, what is below it can be any word; if it is t - 1, it is followed by
//!   some digits t - 2, by a digit below these, and by any word.
//!
//! `programs` writes formulas of such numbers for the kernel, and proves there that the words that [`Numeration::bars`] admits are as many as the numbers, in the order of their places from the
//! highest down, and that [`Numeration::adder`] adds. So the n-th word is the number n, and nothing below is trusted but that the n-th word is the one whose places count n, which a person
//! reads in words, and which multiples of a square root (`beatty`) rest on.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use serde_json::{Map, Value};

use crate::form::expr::Result;
use crate::form::numbers::index;
use crate::say::sets::Table;

/// The greatest base, and the same for an Ostrowski numeration: its greatest digit is below this number.
const BASES: i128 = 64;
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

/// Do automata that read `digits`, and say all values if `all` is true, read the digits of a question, and give the values or outcomes that it asks for?
///
/// Where its automata read differences, one that reads the coordinates follows: their differences are linear, so that automata read them.
pub(crate) fn automatic(
    asks: &str,
    object: &Map<String, Value>,
    digits: Numeration,
    all: bool,
) -> Result<Option<(u64, u64)>> {
    if asks != "automatic" {
        return Ok(None);
    }
    let asked = Numeration::read(object.get("base"))?;
    let outcomes = match object.get("of").and_then(Value::as_str) {
        Some("outcomes") => true,
        Some("values") => false,
        _ => return Err("a question about automata is about neither `values` nor `outcomes`".into()),
    };
    Ok((asked == digits && (outcomes || all)).then_some((1, 1)))
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
    pub(crate) fn read(json: Option<&Value>) -> Result<Numeration> {
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
            Numeration::Base(base) => (2..=BASES).contains(base),
            Numeration::Ostrowski(a) => (1..DIGITS).contains(a),
            Numeration::Unit(t) => (3..=TRACES).contains(t),
        };
        numeration.filter(known).ok_or_else(|| {
            format!(
                "its `base` is neither a number from 2 to {BASES}, nor `\"fibonacci\"`, nor `\"ostrowski(a)\"` with a from 1 to {}, nor `\"unit(t)\"` with t from 3 to {TRACES}",
                DIGITS - 1
            )
        })
    }

    /// How many digits there are.
    pub(crate) fn digits(self) -> usize {
        match self {
            Numeration::Base(base) => index(base),
            Numeration::Ostrowski(a) => index(a) + 1,
            Numeration::Unit(t) => index(t),
        }
    }

    /// The digits, in words.
    pub(crate) fn words(self) -> String {
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
    pub(crate) fn before_first(self) -> i128 {
        self.growth().before
    }

    /// What the next place counts, given what a place counts and the one below it.
    pub(crate) fn above(self, place: i128, below: i128) -> i128 {
        let growth = self.growth();
        growth.last * place + growth.below * below
    }

    /// Whether the greatest digit is barred above a digit, given whether it is at this one; nothing if this digit is wrong.
    fn bars(self, barred: bool, digit: usize) -> Option<bool> {
        let below_greatest = self.digits() - 1 - digit;
        (!barred || below_greatest > 0).then_some(match self {
            Numeration::Base(_) => false,
            Numeration::Ostrowski(_) => digit > 0,
            Numeration::Unit(_) => below_greatest == 0 || barred && below_greatest == 1,
        })
    }

    /// The bits of a digit: each is a track of the kernel.
    pub(crate) fn bits(self) -> u32 {
        (self.digits() - 1).ilog2() + 1
    }

    /// An automaton whose states after digits of so many numbers are found as they are met.
    fn table<S: Clone + Eq + Hash>(
        self,
        numbers: u32,
        first: S,
        step: impl Fn(&S, &[usize]) -> S,
        accepts: impl Fn(&S) -> bool,
    ) -> Table {
        let (mut states, mut known, mut next) = (vec![first.clone()], HashMap::from([(first, 0)]), vec![]);
        while let Some(state) = states.get(next.len()).cloned() {
            let digits =
                |letter: usize| (0..numbers).map(|i| letter / self.digits().pow(i) % self.digits()).collect::<Vec<_>>();
            let letters = (0..self.digits().pow(numbers)).map(|letter| step(&state, &digits(letter)));
            next.push(
                letters
                    .map(|to| {
                        *known.entry(to).or_insert_with_key(|to| {
                            states.push(to.clone());
                            states.len() - 1
                        })
                    })
                    .collect(),
            );
        }
        Table { next, accepts: states.iter().map(accepts).collect() }
    }

    /// Automata that tell whether digits write a number; which of two numbers is less; and whether two numbers make a third.
    pub(crate) fn tables(self) -> [Table; 3] {
        [self.word(), self.less(), self.adder()]
    }

    /// The digits write a number.
    fn word(self) -> Table {
        let step = |barred: &Option<bool>, digits: &[usize]| barred.and_then(|barred| self.bars(barred, digits[0]));
        self.table(1, Some(false), step, Option::is_some)
    }

    /// The first number is less than the second: its digit is, at the highest place at which they differ.
    fn less(self) -> Table {
        let step = |before: &Ordering, digits: &[usize]| digits[0].cmp(&digits[1]).then(*before);
        self.table(2, Ordering::Equal, step, |state| *state == Ordering::Less)
    }

    /// The first two numbers make the third.
    ///
    /// From the greatest place down, the digits of x + y - z above place k - 1 make A·w(k) + B·w(k - 1); a digit sum d leads from (A, B) to (last·A + B + d, below·A). Where A is large, nothing that
    /// follows leads to 0. Read from the least place on, a state is the set of pairs from which the digits read so far lead to 0.
    fn adder(self) -> Table {
        const LARGE: i128 = 12;
        let (growth, greatest) = (self.growth(), self.digits() as i128 - 1);
        let after = |(a, b): (i128, i128), sum: i128| (growth.last * a + b + sum, growth.below * a);
        let (mut pairs, mut open) = (BTreeSet::from([(0, 0)]), vec![(0, 0)]);
        while let Some(pair) = open.pop() {
            let to = (-greatest..=2 * greatest).map(|sum| after(pair, sum)).filter(|(a, _)| a.abs() <= LARGE);
            open.extend(to.filter(|to| pairs.insert(*to)).collect::<Vec<_>>());
        }
        let step = |before: &BTreeSet<(i128, i128)>, digits: &[usize]| -> BTreeSet<(i128, i128)> {
            let sum = digits[0] as i128 + digits[1] as i128 - digits[2] as i128;
            pairs.iter().filter(|pair| before.contains(&after(**pair, sum))).copied().collect()
        };
        let zero = pairs.iter().filter(|(a, b)| a + growth.before * b == 0).copied().collect();
        self.table(3, zero, step, |set| set.contains(&(0, 0)))
    }

    /// The digits of a number, the least place first.
    pub(crate) fn digits_of(self, number: u64) -> Vec<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
