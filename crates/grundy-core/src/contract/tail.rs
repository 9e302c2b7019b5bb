//! The period that the end of a sequence shows.
//!
//! In: numbers. Out: the least period, with any saltus, that they show in more than two rounds, over more than half of them. The period is
//! observed in these numbers and not proved.
//!
//! A period with any saltus is a plain period of the differences, and a tail is a prefix of the reversed sequence. So the
//! Z-function of the reversed differences gives the length of the tail for every period at once.

/// The period of a tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// Where the tail begins.
    pub preperiod: usize,
    /// The least period.
    pub period: usize,
    /// The growth of the terms in a period.
    pub saltus: i128,
}

/// The tail that the terms show, if any.
pub fn tail(terms: &[i128]) -> Option<Tail> {
    let differences: Vec<i128> = terms.windows(2).rev().map(|pair| pair[1] - pair[0]).collect();
    let agreement = z_function(&differences);
    let length = |period: usize| period + 1 + agreement.get(period).copied().unwrap_or(0);
    let period = (1..differences.len()).find(|period| length(*period) > (2 * period).max(terms.len() / 2))?;
    let saltus = terms[terms.len() - 1] - terms[terms.len() - 1 - period];
    Some(Tail { preperiod: terms.len() - length(period), period, saltus })
}

/// For each place, the length over which the text from there agrees with its beginning.
fn z_function(text: &[i128]) -> Vec<usize> {
    let mut z = vec![0; text.len()];
    let (mut left, mut right) = (0, 0);
    for at in 1..text.len() {
        let mut length = if at < right { z[at - left].min(right - at) } else { 0 };
        while at + length < text.len() && text[length] == text[at + length] {
            length += 1;
        }
        if at + length > right {
            (left, right) = (at, at + length);
        }
        z[at] = length;
    }
    z
}
