//! Divisors, and conversions between number types without truncation.

use std::collections::BTreeSet;

/// The number as an index. A number that does not fit becomes the greatest one, which is no index of any list.
#[inline(always)]
pub(crate) fn index<N>(number: N) -> usize
where
    usize: TryFrom<N>,
{
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A number of rows, sets or columns back, or a value of a heap. The limits of this checker keep all of them below 2^32. If one were not, it
/// would become the greatest number, which is no index.
#[inline(always)]
pub(crate) fn short<N>(number: N) -> u32
where
    u32: TryFrom<N>,
{
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The greatest common divisor; gcd(a, 0) = a.
pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple of positive numbers, or the greatest 64-bit number if it does not fit.
pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    let (a, b) = (u128::from(a), u128::from(b));
    u64::try_from(a / gcd(a, b) * b).unwrap_or(u64::MAX)
}

/// The primes that divide a number. The least divisor above 1 of the remaining factor is prime; if none is found up to its square root, the
/// factor itself is prime.
pub(crate) fn primes(n: u64) -> BTreeSet<u64> {
    let (mut found, mut rest) = (BTreeSet::new(), n);
    while rest > 1 {
        let from = found.last().copied().unwrap_or(2);
        let least = (from..=rest.isqrt()).find(|d| rest % d == 0).unwrap_or(rest);
        found.insert(least);
        rest /= least;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_of_the_definition() {
        let divides = |d: u64, n: u64| n.is_multiple_of(d);
        for n in 1..400u64 {
            let prime = |p: &u64| (2..*p).all(|d| !divides(d, *p));
            let own: BTreeSet<u64> = (2..=n).filter(|p| divides(*p, n) && prime(p)).collect();
            assert_eq!(primes(n), own, "{n}");
            for m in 1..60 {
                let least = (1..).find(|k| divides(n, *k) && divides(m, *k)).expect("the product is one");
                assert_eq!(lcm(n, m), least, "{n}, {m}");
                assert_eq!(gcd(n.into(), m.into()), u128::from(n * m / least), "{n}, {m}");
            }
        }
        assert_eq!(primes(0), BTreeSet::new());
        assert_eq!(gcd(12, 0), 12);
    }

    #[test]
    fn large_numbers_do_not_wrap() {
        // The greatest prime below 2^32: its square is the greatest square of a prime that fits in 64 bits, and takes seconds.
        let large = if grundy_testing::is_long() { 4_294_967_291u64 } else { 16_777_213 };
        assert_eq!(primes(large * large), BTreeSet::from([large]));
        assert_eq!(lcm(u64::MAX, u64::MAX - 1), u64::MAX);
        assert_eq!(lcm(u64::MAX, u64::MAX), u64::MAX);
    }
}
