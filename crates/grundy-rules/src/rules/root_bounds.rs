//! Bounds of a sum with a multiple of a square root in it.
//!
//! In: c + Σ k·t + r·floor(√d·(c' + Σ m·t)), where the same terms t stand under the root and outside, as in (floor(n*sqrt(5)) - n) - 2*n. Out: an interval. Up to the rounding the sum
//! is linear, with the coefficients k + r·m·√d: the bounds are those at the ends of the intervals of the terms.

use std::collections::BTreeMap;

use dashu_int::IBig;

use super::bounds::{Env, Interval, interval};
use super::build::{linear, root_of};
use super::expr::{E, Expr};

/// An interval of the sum; nothing if no multiple of a constant square root is in it.
pub(super) fn of_sum(constant: &IBig, terms: &[(E, IBig)], env: &dyn Env) -> Option<Interval> {
    let root = |(e, r): &(E, IBig)| match &**e {
        Expr::Root(d, times, _) => Some((d.as_int().filter(|d| **d >= IBig::ZERO)?.clone(), linear(times), r.clone())),
        _ => None,
    };
    let (place, (d, (inside, under), r)) = terms.iter().enumerate().find_map(|(at, term)| Some((at, root(term)?)))?;
    let mut all: BTreeMap<&E, [IBig; 2]> = BTreeMap::new();
    for (e, k) in terms.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, term)| term) {
        all.entry(e).or_default()[0] += k;
    }
    for (e, m) in &under {
        all.entry(e).or_default()[1] += m * &r;
    }
    let end = |highest: bool| {
        let (mut outside, mut times) = (constant.clone(), &inside * &r);
        for (e, [k, m]) in &all {
            let range = interval(e, env);
            let at = match rises(k, m, &d) {
                None => continue,
                Some(rises) if rises == highest => range.hi?,
                Some(_) => range.lo?,
            };
            outside += k * &at;
            times += m * at;
        }
        Some(outside + root_of(&d, &times)?)
    };
    // r·floor(x) is at most floor(r·x) and more than r·x - r for r > 0; for r < 0 it is at least r·x and less than r·x - r.
    let (most, least) = if r > IBig::ZERO { (IBig::ZERO, IBig::ONE - &r) } else { (-&r, IBig::ZERO) };
    Some(Interval { lo: end(false).map(|lo| lo + least), hi: end(true).map(|hi| hi + most) })
}

/// Is k + m·√d above 0, or below? Nothing if it is 0.
fn rises(k: &IBig, m: &IBig, d: &IBig) -> Option<bool> {
    let (outside, inside) = (k * k, m * m * d);
    let larger = if outside > inside { k } else { m };
    (outside != inside || (*k > IBig::ZERO) == (*m > IBig::ZERO)).then_some(())?;
    (!larger.is_zero()).then(|| *larger > IBig::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::build;
    use crate::rules::expr::Place;

    struct Small;

    impl Env for Small {
        fn coord(&self, index: usize) -> Interval {
            [Interval::between(1, 6), Interval::between(-3, 4)][index].clone()
        }
        fn var(&self, _: usize) -> Interval {
            Interval::any()
        }
    }

    /// Every value is inside, for many sums, and the interval is not much longer than it must be.
    #[test]
    fn all_values_are_inside() {
        let number = |n: i64| build::int(n);
        for (k, l, m, n, r) in
            (0..3 * 3 * 3 * 3 * 4).map(|i| (i % 3 - 1, i / 3 % 3 - 1, i / 9 % 3 - 1, i / 27 % 3 - 1, i / 81 - 2))
        {
            let sum = |a: i64, b: i64, c: i64| {
                let terms =
                    [(build::coord(0), IBig::from(a)), (build::coord(1), IBig::from(b)), (number(c), IBig::ONE)];
                build::sum(&terms)
            };
            let root = build::root(&number(7), &sum(m, n, 1), Place::default());
            let whole = build::sum(&[(sum(2 * k, 3 * l, 5), IBig::ONE), (root, IBig::from(r))]);
            let found = interval(&whole, &Small);
            let (mut least, mut most) = (IBig::from(1000), IBig::from(-1000));
            for (x, y) in (1..=6).flat_map(|x| (-3..=4).map(move |y| (x, y))) {
                let root = root_of(&IBig::from(7), &IBig::from(m * x + n * y + 1)).unwrap();
                let value = IBig::from(2 * k * x + 3 * l * y + 5) + IBig::from(r) * root;
                least = least.min(value.clone());
                most = most.max(value);
            }
            let (lo, hi) = (found.lo.unwrap(), found.hi.unwrap());
            assert!(lo <= least && most <= hi, "{lo}..{hi}, not {least}..{most}: {k} {l} {m} {n} {r}");
            assert!(least - lo <= IBig::from(3) && hi - most <= IBig::from(3), "{k} {l} {m} {n} {r}");
        }
    }
}
