//! How the last codes of a sequence recur.
//!
//! In: codes. Out: periods that their tail has, each with the first place from which it holds.

use crate::kernel::Lane;

/// So many of the last codes must recur at once.
const TAIL: usize = 256;
/// Up to this distance all are tried one by one.
const NEAR: usize = 1 << 12;
/// At most so many periods are looked at.
const MOST: usize = 32;
/// Codes that are compared at a time.
const AT_ONCE: usize = 256;

/// The code of n + `period` is that of n for all n from `from` on, as far as codes are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recurring {
    pub(crate) from: usize,
    pub(crate) period: usize,
}

/// Periods of the tail, the shortest first.
pub(crate) fn recurring<T: Lane>(codes: &[T]) -> Vec<Recurring> {
    let length = TAIL.min(codes.len() / 8);
    if length == 0 {
        return vec![];
    }
    let mut periods = near(codes, length);
    far(codes, length, &mut periods);
    periods.into_iter().map(|period| Recurring { from: begin(codes, length, period), period }).collect()
}

/// Periods up to [`NEAR`], one by one.
fn near<T: Lane>(codes: &[T], length: usize) -> Vec<usize> {
    let rest = codes.len() - length;
    let recurs = |back: &usize| codes[rest - back..][..length] == codes[rest..];
    (1..=rest.min(NEAR)).filter(recurs).take(MOST).collect()
}

/// Longer periods, in pieces of the sequence that grow towards its beginning.
fn far<T: Lane>(codes: &[T], length: usize, periods: &mut Vec<usize>) {
    let rest = codes.len() - length;
    let (mut end, mut piece) = (rest.saturating_sub(NEAR + 1) + length, 4 * NEAR);
    while periods.len() < MOST && end > length {
        let start = end.saturating_sub(piece);
        let places = T::places(&codes[start..end], &codes[rest..]);
        periods.extend(places.iter().rev().map(|at| rest - start - at).take(MOST - periods.len()));
        // A place may lie across the cut.
        end = if start == 0 { 0 } else { start + length - 1 };
        piece *= 2;
    }
}

/// From where on the codes have a period.
fn begin<T: Lane>(codes: &[T], length: usize, period: usize) -> usize {
    let mut from = codes.len() - length - period;
    while from >= AT_ONCE && codes[from - AT_ONCE..from] == codes[from - AT_ONCE + period..][..AT_ONCE] {
        from -= AT_ONCE;
    }
    while from > 0 && codes[from - 1] == codes[from - 1 + period] {
        from -= 1;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_of_tails_are_found() {
        for (from, period) in [(0, 1), (5, 3), (100, 1000), (3000, 9000), (70_000, 30_001)] {
            let mut random = fastrand::Rng::with_seed(from as u64 + 7);
            let mut codes: Vec<u8> = (0..from + period).map(|_| random.u8(..)).collect();
            for n in from + period..3 * from + 4 * period + 4000 {
                codes.push(codes[n - period]);
            }
            if from > 0 {
                codes[from - 1] = codes[from - 1 + period] ^ 1;
            }
            let words: Vec<u16> = codes.iter().map(|code| u16::from(*code) << 7).collect();
            let expected = Recurring { from, period };
            assert_eq!(recurring(&codes).first(), Some(&expected));
            assert_eq!(recurring(&words).first(), Some(&expected));
        }
        assert_eq!(recurring::<u8>(&[]), []);
    }
}
