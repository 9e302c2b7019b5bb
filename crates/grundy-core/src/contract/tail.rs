//! The period that the end of a sequence shows.
//!
//! In: numbers, and holes where there is none. Out: the least period, with any saltus, that they show in more than two rounds, over more than half of
//! them; holes recur as the numbers do. The period is observed in these numbers and not proved.
//!
//! A period with any saltus is a plain period of the differences, and a tail is a prefix of the reversed sequence. So the
//! Z-function of the reversed differences, up to the first period that is found, gives the length of the tail for every period at once. Over holes the
//! difference is that of the next number, and a hole is equal to holes alone.

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
    let (preperiod, period) = search(count, 0, difference, |_| true)?;
    Some(Tail { preperiod, period, saltus: term(count - 1) - term(count - 1 - period) })
}

/// The same of terms with holes. The equation G(n + p) = G(n) + s means of holes that n and n + p are both holes. Holes before the first number are not
/// counted among the terms.
pub fn tail_with_holes(count: usize, term: impl Fn(usize) -> Option<i128>) -> Option<Tail> {
    let begin = (0..count).find(|n| term(*n).is_some())?;
    let count = count - begin;
    let back = |back: usize| term(begin + count - 1 - back);
    // Of each number, how far it is to the next one; 0 for holes and for the last number, which has none.
    let (mut next, mut last) = (Vec::with_capacity(count), None);
    for n in 0..count {
        let here = back(n).is_some();
        next.push(if here { last.map_or(Some(0), |last| u32::try_from(n - last).ok())? } else { 0 });
        last = if here { Some(n) } else { last };
    }
    let ending = (0..count).find(|n| back(*n).is_some())?;
    let difference = |n: usize| {
        let n = n + ending + 1;
        back(n).zip(back(n - next[n] as usize)).map(|(here, next)| here - next)
    };
    // One period back stands a number, too, with as many holes behind it as end the sequence.
    let alike = |period: usize| match next.get(period + ending) {
        Some(0) | None => false,
        Some(to) => *to as usize > ending,
    };
    let (preperiod, period) = search(count, ending, difference, alike)?;
    let (far, near) = back(ending).zip(back(ending + period))?;
    let holes = if preperiod > 0 { 0 } else { (0..begin).rev().take_while(|n| term(n + period).is_none()).count() };
    Some(Tail { preperiod: preperiod + begin - holes, period, saltus: far - near })
}

/// Where the tail begins, and its period, of so many terms that end in so many holes. The differences run backwards from the last number; the first that
/// is no longer among the terms is not asked for. A period counts only where the last number and the holes after it are `alike` one period before.
fn search<D: PartialEq>(
    count: usize,
    ending: usize,
    difference: impl Fn(usize) -> D,
    alike: impl Fn(usize) -> bool,
) -> Option<(usize, usize)> {
    let all = count.checked_sub(ending + 1)?;
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
        let seen = at + ending + 1 + length;
        if seen > (2 * at).max(count / 2) && alike(at) {
            return Some((count - seen, at));
        }
        agrees.push(u32::try_from(length).unwrap_or(u32::MAX));
    }
    None
}
