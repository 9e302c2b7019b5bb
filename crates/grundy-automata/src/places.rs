//! Numbers by their low digits and the rest, for numbers of 64 bits that are not great.
//!
//! In: the digits of some low places, as a number, and the number that the digits above are. Out: the number of all digits, and back.

use dashu_int::UBig;

use crate::numeration::Numeration;

/// The places of a numeration, for numbers below a bound.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    numeration: Numeration,
    /// Of a base, its powers, as far as they fit.
    powers: Vec<u64>,
    /// Of another numeration, for each number of places, the numbers with zeros there, in ascending order: the x-th has the digits of x above.
    shifted: Vec<Vec<u64>>,
    /// Do the digits of a number write none where the greatest digit is barred at the least place?
    ends: Vec<bool>,
    /// For each number of low digits, the least number above which the greatest digit is barred.
    bars: Vec<u64>,
}

impl Places {
    pub(crate) fn of(numeration: Numeration, bound: u64) -> Places {
        let mut all = Places { numeration, powers: vec![], shifted: vec![], ends: vec![], bars: vec![] };
        if let Numeration::Base(base) = numeration {
            all.powers = std::iter::successors(Some(1u64), |power| power.checked_mul(base as u64)).collect();
        }
        if !numeration.is_free() {
            let words: Vec<Vec<usize>> = (0..bound.max(1)).map(|n| numeration.digits_of(&UBig::from(n))).collect();
            all.ends = words.iter().map(|word| !may_begin(numeration, word)).collect();
            while all.shifted.last().is_none_or(|list| list.len() > 1) {
                let zeros = all.shifted.len();
                let above = |word: &Vec<usize>| {
                    let digits = [&vec![0; zeros][..], word].concat();
                    u64::try_from(numeration.number_of(&digits)).unwrap_or(u64::MAX)
                };
                all.shifted.push(words.iter().map(above).take_while(|n| *n < bound || *n == 0).collect());
            }
            all.bars = bars(numeration, all.shifted.len());
        }
        all
    }

    /// What a place of a base counts.
    pub(crate) fn power(&self, zeros: u32) -> u64 {
        self.powers.get(zeros as usize).copied().unwrap_or(u64::MAX)
    }

    /// The numbers with zeros at so many places.
    fn shifted(&self, zeros: u32) -> &[u64] {
        &self.shifted[(zeros as usize).min(self.shifted.len() - 1)]
    }

    /// The number whose low digits, so many of them, and whose digits above are given as numbers; `None` if the digits write no number.
    pub(crate) fn joined(&self, read: u32, low: u64, above: u64) -> Option<u64> {
        if self.numeration.is_free() {
            return Some(low + self.power(read) * above);
        }
        (!(self.ends[above as usize] && self.is_barred(read, low))).then(|| low + self.shifted(read)[above as usize])
    }

    /// Is the greatest digit barred above the low digits?
    fn is_barred(&self, read: u32, low: u64) -> bool {
        self.bars.get(read as usize).is_some_and(|least| low >= *least)
    }

    /// The low digits with one more; `None` if they write no number.
    pub(crate) fn longer(&self, read: u32, low: u64, digit: usize) -> Option<u64> {
        if self.numeration.is_free() {
            return Some(low.saturating_add(self.power(read).saturating_mul(digit as u64)));
        }
        match digit {
            digit if digit + 1 == self.numeration.digits() && self.is_barred(read, low) => None,
            0 => Some(low),
            // Beyond the bound nothing is known.
            _ => Some(self.shifted(read).get(1).map_or(u64::MAX, |place| low.saturating_add(place * digit as u64))),
        }
    }

    /// How many numbers the digits above can be, if the whole is to be below a size.
    pub(crate) fn count(&self, read: u32, low: u64, size: u64) -> u64 {
        if self.numeration.is_free() {
            return size.saturating_sub(low).div_ceil(self.power(read));
        }
        self.shifted(read).partition_point(|above| above.saturating_add(low) < size) as u64
    }

    /// The digits above, if the low digits of a number are the given ones.
    pub(crate) fn above(&self, read: u32, low: u64, number: u64) -> Option<u64> {
        if self.numeration.is_free() {
            let rest = number.checked_sub(low)?;
            let power = self.power(read);
            return rest.is_multiple_of(power).then(|| rest / power);
        }
        let list = self.shifted(read);
        let above = list.partition_point(|above| *above <= number).checked_sub(1)?;
        (list[above] + low == number).then_some(above as u64)
    }
}

/// Do digits write a number, the least significant first, where the greatest digit is barred at the first of them?
fn may_begin(numeration: Numeration, digits: &[usize]) -> bool {
    let mut barred = true;
    digits.iter().all(|digit| {
        let may = !barred || digit + 1 < numeration.digits();
        barred = numeration.bars(barred, *digit);
        may
    })
}

/// For each number of low digits, up to a length, the least number that bars the greatest digit above it; longer ones are beyond 64 bits.
///
/// It is the highest of these places in an Ostrowski numeration, where a digit above 0 bars. In that of a unit of trace t the highest digit bars that is not t - 2,
/// if it is t - 1: the greatest word that does not bar has t - 2 everywhere, and one more is the next place less the highest of these.
fn bars(numeration: Numeration, length: usize) -> Vec<u64> {
    let places: Vec<UBig> = numeration.places().take(length + 1).collect();
    let of_some = |read: usize| match numeration {
        Numeration::Unit(_) => &places[read] - &places[read - 1],
        _ => places[read - 1].clone(),
    };
    let least = |read: usize| u64::try_from(of_some(read)).unwrap_or(u64::MAX);
    // Above no digit nothing is barred.
    [u64::MAX].into_iter().chain((1..=length).map(least)).collect()
}
