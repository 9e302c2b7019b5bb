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
    /// Of an Ostrowski numeration, for each number of places, the numbers with zeros there, in ascending order: the x-th has the digits of x above.
    shifted: Vec<Vec<u64>>,
    /// Is the least significant digit of a number the greatest?
    ends: Vec<bool>,
}

impl Places {
    pub(crate) fn of(numeration: Numeration, bound: u64) -> Places {
        let mut all = Places { numeration, powers: vec![], shifted: vec![], ends: vec![] };
        if let Numeration::Base(base) = numeration {
            all.powers = std::iter::successors(Some(1u64), |power| power.checked_mul(base as u64)).collect();
        }
        if let Numeration::Ostrowski(a) = numeration {
            let words: Vec<Vec<usize>> = (0..bound.max(1)).map(|n| numeration.digits_of(&UBig::from(n))).collect();
            all.ends = words.iter().map(|word| word.first() == Some(&a)).collect();
            while all.shifted.last().is_none_or(|list| list.len() > 1) {
                let zeros = all.shifted.len();
                let above = |word: &Vec<usize>| {
                    let digits = [&vec![0; zeros][..], word].concat();
                    u64::try_from(numeration.number_of(&digits)).unwrap_or(u64::MAX)
                };
                all.shifted.push(words.iter().map(above).take_while(|n| *n < bound || *n == 0).collect());
            }
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
        (!(self.ends[above as usize] && self.ends_above_zero(read, low)))
            .then(|| low + self.shifted(read)[above as usize])
    }

    /// Is the last of the low digits not 0, so that the next one cannot be the greatest?
    fn ends_above_zero(&self, read: u32, low: u64) -> bool {
        read > 0 && self.shifted(read - 1).get(1).is_some_and(|place| low >= *place)
    }

    /// The low digits with one more; `None` if they write no number.
    pub(crate) fn longer(&self, read: u32, low: u64, digit: usize) -> Option<u64> {
        match self.numeration {
            Numeration::Base(_) => Some(low.saturating_add(self.power(read).saturating_mul(digit as u64))),
            Numeration::Ostrowski(a) if digit == a && self.ends_above_zero(read, low) => None,
            // Beyond the bound nothing is known.
            Numeration::Ostrowski(_) if digit == 0 => Some(low),
            Numeration::Ostrowski(_) => {
                Some(self.shifted(read).get(1).map_or(u64::MAX, |place| low.saturating_add(place * digit as u64)))
            }
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
