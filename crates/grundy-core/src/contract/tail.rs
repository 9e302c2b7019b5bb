//! The period that the end of a sequence shows.
//!
//! In: numbers. Out: the least period, with any saltus, that they show in more than two rounds, over more than half of them. The period is
//! observed in these numbers and not proved.
//!
//! A period with any saltus is a plain period of the differences, and a tail is a prefix of the reversed sequence. So the
//! Z-function of the reversed differences, up to the first period that is found, gives the length of the tail for every period at once.

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
    tail_by(terms.len(), |n| terms[n])
}

/// The tail of so many terms, which are asked for by number. Sequences are long, and nothing is kept for a term but the length of an agreement.
pub fn tail_by(count: usize, term: impl Fn(usize) -> i128) -> Option<Tail> {
    let difference = |back: usize| term(count - 1 - back) - term(count - 2 - back);
    let all = count.checked_sub(1)?;
    // agrees[p]: the length over which the reversed differences from p on agree with their beginning. More than two rounds of a period are seen, so
    // only the first half is needed. A length of 2^32 or more is kept as 2^32 - 1: each is only where the comparison begins.
    let mut agrees: Vec<u32> = vec![0];
    let (mut left, mut right) = (0, 0);
    for at in (1..all).take_while(|at| 2 * at < count) {
        let mut length = if at < right { (agrees[at - left] as usize).min(right - at) } else { 0 };
        while at + length < all && difference(length) == difference(at + length) {
            length += 1;
        }
        if at + length > right {
            (left, right) = (at, at + length);
        }
        let seen = at + 1 + length;
        if seen > (2 * at).max(count / 2) {
            let saltus = term(count - 1) - term(count - 1 - at);
            return Some(Tail { preperiod: count - seen, period: at, saltus });
        }
        agrees.push(u32::try_from(length).unwrap_or(u32::MAX));
    }
    None
}
