//! Bounds on the number of steps to convergence that theorems prove.
//!
//! In: a [`Shape`]. Out: for each theorem that applies, a number of steps after which all guesses agree from every start. None is known here
//! for most shapes.
//!
//! The theorems are about S = {1} and two divisors d1 < d2. A number is a *bottleneck* if neither divides it, and n is *d-conducive* if d n + 1 is a
//! bottleneck (Definitions 3 and 4). If n and n + 1 are d-conducive and n + 1 is a bottleneck, every guess from a start below d n is right from d
//! (n + 1) + 1 on (Observation 5).
//!
//! **The shorter bound.** Let {d1, d2} be other than {2, 3}, let L be their least common multiple, and let d = d1, except that d = d2 if d2 = d1 + 1.
//! For n divisible by L, n + 1 is a bottleneck, and n is d-conducive since d n + 1 leaves the remainder 1 by both divisors. So is n + 1: d
//! (n + 1) + 1 leaves d + 1, which d does not divide. The other divisor divides it only if d2 divides d1 + 1, that is d2 = d1 + 1, which was
//! excepted, or if d1 divides d2 + 1 = d1 + 2, that is d1 = 2, d2 = 3. Such a d n occurs in every d L numbers, so d L + d + 1 steps are enough.

use super::read::Shape;
use grundy_core::read::arithmetic::gcd;

/// A proved bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub steps: u64,
    pub theorem: &'static str,
}

/// All known bounds, the paper's first.
pub fn bounds(shape: &Shape) -> Vec<Bound> {
    let ([1], [a, b]) = (&shape.subtract[..], &shape.divide[..]) else { return vec![] };
    let (a, b) = (*a, *b);
    let paper = match (a, b) {
        (2, 3) => Bound { steps: 64, theorem: "Nivasch and Rubinstein, Theorem 2 (Lemma 8)" },
        (2, d) => Bound { steps: 4 * d + 3, theorem: "Nivasch and Rubinstein, Theorem 2 (Lemma 6)" },
        _ => {
            let product = a.saturating_mul(b);
            let steps = product.saturating_mul(product).saturating_add(b + 1);
            Bound { steps, theorem: "Nivasch and Rubinstein, Theorem 2 (Lemma 7)" }
        }
    };
    if (a, b) == (2, 3) {
        return vec![paper];
    }
    let d = if b == a + 1 { b } else { a };
    let steps = (a / gcd(a, b)).saturating_mul(b).saturating_mul(d).saturating_add(d + 1);
    let shorter = Bound { steps, theorem: "Observation 5 of Nivasch and Rubinstein at the multiples of both divisors" };
    if shorter.steps < paper.steps { vec![paper, shorter] } else { vec![paper] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_paper() {
        let steps = |a: u64, b: u64| {
            let shape = Shape { subtract: vec![1], divide: vec![a, b] };
            bounds(&shape).iter().map(|bound| bound.steps).collect::<Vec<_>>()
        };
        assert_eq!(steps(2, 3), [64]);
        assert_eq!(steps(2, 4), [19, 11]);
        assert_eq!(steps(2, 5), [23]);
        assert_eq!(steps(3, 4), [149, 53]);
        assert_eq!(steps(3, 5), [231, 49]);
        assert_eq!(steps(4, 5), [406, 106]);
    }
}
