//! Beatty sequences: multiples of a square root, rounded down, in the numerations of quadratic units.
//!
//! In: floor(n·√d) with a constant d, of a number n. Out: a track that is this number, where d·D is a square, with D = a² + 4 for the a of an Ostrowski numeration, or D = t² - 4 for the
//! trace t of a unit. Where it is not, nothing is said.
//!
//! **Ostrowski.** The places count w(0) = 1, w(1) = a + 1, w(k + 1) = a·w(k) + w(k - 1), a digit is at most a, and the digit below a digit a is 0. Let α = [1; a, a, …], which is
//! (2 - a + √(a² + 4))/2, and θ = α + a - 1, so that θ² = a·θ + 1. For n > 0, *floor(n·α) is the y > 0 that ends in an even number of zeros, and for which y
//! with one more zero at its end is y + a·n* (A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American Mathematical Monthly 89, 1982, 353-361). The proof:
//!
//! - By induction w(k + 1) - w(k) = a·q(k), where q(0) = 1, q(1) = a, q(k + 1) = a·q(k) + q(k - 1), and q(k)·α - w(k) = (-1)^k/θ^(k + 1). So for y = Σ e(k)·w(k), one more zero makes
//!   y + a·n of it exactly for n = Σ e(k)·q(k), and then n·α - y = ε/θ with ε = Σ e(k)·(-1/θ)^k.
//! - a + a/θ² + a/θ⁴ + … = θ, and a/θ + a/θ³ + … = 1. If the last digit e(k) that is not 0 stands at an even place k, the digit above it is at most a - 1, so that the negative
//!   terms are together less than 1/θ^k, and 0 < ε < θ: y is floor(n·α). If k is odd, then -1 < ε < 0 in the same way, so that n·α < y < n·α + 1/θ, and (n + 1)·α > y + 1, as
//!   α = 1 + 1/θ: no multiple has the floor y.
//! - So the floors are the y of the first kind. As α > 1, different n have different floors.
//!
//! And 2·α + a - 2 = √D.
//!
//! **Units.** The places count w(0) = 1, w(1) = t, w(k + 1) = t·w(k) - w(k - 1), a digit is at most t - 1, and between two digits t - 1 there is one below t - 2. Let θ = (t + √(t² - 4))/2, so that
//! θ² = t·θ - 1. For n > 0, *floor(n·θ) is n with one more zero at its end, less 1*. The proof: let n = Σ e(k)·w(k). By induction θ·w(k) = w(k + 1) - 1/θ^(k + 1), so that n with one more zero is n·θ + ε
//! with ε = Σ e(k)/θ^(k + 1) > 0. Read from e(0) on, no digit t - 1 comes after a digit t - 1 and digits t - 2 alone; so, as (t - 1)/θ + (t - 2)/θ² + (t - 2)/θ³ + … = 1 and finitely many digits are not 0, ε < 1: a first
//! digit up to t - 2 adds at most (t - 2)/θ, and what follows less than 1/θ, by induction on the number of digits; a first digit t - 1 and i digits t - 2 are followed by a digit
//! of at most t - 3, which adds at most (t - 3)/θ^(i + 2), and what follows this digit adds less than 1/θ^(i + 2); together that is less than the (t - 2)/θ^(i + 2) of the sum that is 1.
//!
//! And 2·θ - t = √D.
//!
//! **Roots.** So √D is 2·x - j, where x is α and j is 2 - a, or x is θ and j is t. Let s be the root of d·D. Then √d = s·√D/D = (2·s·x - s·j)/D, and floor(n·√d) = (floor(k·n·x) - l·n) div f, where
//! k, l and f are 2·s, s·j and D, divided by their greatest common divisor. As D is no square, n·√d is no integer for n > 0, and floor(-n·√d) is -1 less this number.

use crate::definition::concrete::arithmetic;
use crate::form::expr::{Expr, Result, Rules, Two};
use crate::say::moves::{Defined, Env, Number, Speaker, unknown};
use crate::say::numeration::Numeration;
use crate::say::sets::{Set, Sum, Table, Track};

/// floor(n·√d) is (floor(k·n·x) - l·n) div f, where x is α or θ.
struct Multiple {
    k: i128,
    l: i128,
    f: i128,
}

/// The number whose square is the given one.
fn root_of_square(n: i128) -> Option<i128> {
    let root = n.checked_isqrt()?;
    (root * root == n).then_some(root)
}

fn divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

impl Multiple {
    /// Nothing, if the digits do not say it.
    fn of(numeration: Numeration, d: i128) -> Option<Multiple> {
        let (square, j) = match numeration {
            Numeration::Base(_) => return None,
            Numeration::Ostrowski(a) => (a * a + 4, 2 - a),
            Numeration::Unit(t) => (t * t - 4, t),
        };
        // √d = s·√D/D = s·(2·x - j)/D with s = √(d·D).
        let s = root_of_square(d.checked_mul(square)?).filter(|s| *s > 0)?;
        let (k, l, f) = (s.checked_mul(2)?, s.checked_mul(j)?, square);
        let common = divisor(divisor(k, l), f);
        Some(Multiple { k: k / common, l: l / common, f: f / common })
    }
}

/// The numeration that says multiples of the first square root among expressions, which `visit` shows one after the other, if there is one.
pub(crate) fn numeration(visit: impl FnOnce(&mut dyn FnMut(&Expr))) -> Option<Numeration> {
    let mut found = None;
    visit(&mut |e| {
        if let Expr::Two(Two::Root, both) = e
            && let Expr::Int(d) = both[0]
        {
            let mut known = (1..=8).map(Numeration::Ostrowski).chain((3..=22).map(Numeration::Unit));
            found = found.or_else(|| known.find(|numeration| Multiple::of(*numeration, d).is_some()));
        }
    });
    found
}

/// The pairs of a number above 0 and of this number with one more zero at its end; with `even`, of a number that ends in an even number of zeros.
///
/// The first states are those after an even and after an odd number of zeros; the next one is that after a mistake; then comes one for each last digit of the
/// first number, which must be the next digit of the second.
fn longer(digits: usize, even: bool) -> Table {
    let (first, odd, wrong) = (0, 1, 2);
    let after = |digit: usize| wrong + 1 + digit;
    let row = |expected: usize, to: &dyn Fn(usize) -> usize| -> Vec<usize> {
        let letters = (0..digits * digits).map(|letter| (letter % digits, letter / digits));
        letters.map(|(first, second)| if second == expected { to(first) } else { wrong }).collect()
    };
    let mut next = vec![
        row(0, &|digit| if digit == 0 { odd } else { after(digit) }),
        row(0, &|digit| match digit {
            0 => first,
            _ if even => wrong,
            _ => after(digit),
        }),
        vec![wrong; digits * digits],
    ];
    next.extend((0..digits).map(|last| row(last, &after)));
    let accepts = (0..next.len()).map(|state| state == after(0)).collect();
    Table { next, accepts }
}

impl Speaker {
    /// `both[1]` times the square root of `both[0]`, rounded down.
    pub(crate) fn root(&mut self, rules: &Rules, both: &[Expr; 2], env: &Env, defined: &mut Defined) -> Result<Number> {
        let Expr::Int(d) = both[0] else { return Err(unknown("the square root of a number that varies")) };
        let mut cases = vec![];
        for (guard, times) in self.int(rules, &both[1], env, defined)? {
            if let Some(times) = times.as_number() {
                cases.push((guard, Sum::number(arithmetic(Two::Root, d, times)?)));
                continue;
            }
            let (size, root) = (self.track()?, self.track()?);
            let natural = self.sets.at_most(&Sum::number(0), &times)?;
            let negative = self.sets.not(natural);
            let mut sizes = vec![];
            for (sign, case) in [(1, natural), (-1, negative)] {
                let same = self.sets.equal(&Sum::track(size), &Sum::default().plus(sign, &times)?)?;
                sizes.push(self.sets.and(vec![case, same]));
            }
            let parts = [self.sets.or(sizes), self.multiple(d, size, root)?];
            defined.tracks.extend([size, root]);
            defined.parts.extend(parts);
            cases.push((self.sets.and(vec![guard, natural]), Sum::track(root)));
            cases.push((self.sets.and(vec![guard, negative]), Sum::number(-1).plus(-1, &Sum::track(root))?));
        }
        self.merged(cases)
    }

    /// A track is floor(n·√d) of another, n.
    fn multiple(&mut self, d: i128, n: Track, root: Track) -> Result<Set> {
        let digits = || unknown("multiples of a square root, in digits that do not say them,");
        let Multiple { k, l, f } = Multiple::of(self.sets.numeration, d).ok_or_else(digits)?;
        let [n, root] = [n, root].map(Sum::track);
        self.scoped(|own| {
            let (one, more) = (own.track()?, own.track()?);
            let (is_floor, floor) = own.floor(k, &n, (one, more))?;
            // 0 <= floor(k·n·x) - l·n - f·root < f
            let rest = floor.plus(-l, &n)?.plus(-f, &root)?;
            let least = own.sets.at_most(&Sum::number(0), &rest)?;
            let most = own.sets.at_most(&rest, &Sum::number(f - 1))?;
            let above = own.sets.and(vec![is_floor, least, most]);
            let none = [&n, &root].map(|sum| own.sets.zero(sum));
            let none = own.sets.and(none.to_vec());
            let some = own.sets.exists(&[one, more], above);
            Ok(own.sets.or(vec![none, some]))
        })
    }

    /// What is true of two tracks for n > 0, and then floor(k·n·x), which is 1 less than the second track in the numeration of a unit, and else the first one.
    fn floor(&mut self, k: i128, n: &Sum, (one, more): (Track, Track)) -> Result<(Set, Sum)> {
        let ostrowski = if let Numeration::Ostrowski(a) = self.sets.numeration { Some(a) } else { None };
        let table = self.sets.table(&longer(self.sets.numeration.digits(), ostrowski.is_some()));
        let is_longer = self.sets.is_in(table, vec![one, more]);
        let [one, more] = [one, more].map(Sum::track);
        let (same, floor) = match ostrowski {
            Some(a) => (self.sets.equal(&more, &one.plus(a * k, n)?)?, one),
            None => (self.sets.equal(&one, &Sum::default().plus(k, n)?)?, more.plus(-1, &Sum::number(1))?),
        };
        Ok((self.sets.and(vec![is_longer, same]), floor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Are two numbers a pair of the table?
    fn accepts(numeration: Numeration, even: bool, one: u64, more: u64) -> bool {
        let (table, digits) = (longer(numeration.digits(), even), numeration.digits());
        let [one, more] = [one, more].map(|n| numeration.digits_of(n));
        let digit = |word: &[usize], place: usize| word.get(place).copied().unwrap_or(0);
        let places = 0..one.len().max(more.len()) + 1;
        let state = places.fold(0, |state, place| table.next[state][digit(&one, place) + digits * digit(&more, place)]);
        table.accepts[state]
    }

    #[test]
    fn roots_of_any_size_are_looked_at() {
        let of = |numeration: Numeration, d: i128| Multiple::of(numeration, d).map(|Multiple { k, l, f }| (k, l, f));
        let found = [i128::MIN, -5, 0, 4, 5, i128::MAX].map(|d| of(Numeration::Ostrowski(1), d));
        assert_eq!(found, [None, None, None, None, Some((2, 1, 1)), None]);
        // √2 = α, √18 = 3·α; √5 = α + 1 with a = 4, √20 = 2·α + 2; √3 = θ - 2, √27 = 3·θ - 6, √7 = (θ - 8)/3.
        assert_eq!([2, 18].map(|d| of(Numeration::Ostrowski(2), d)), [Some((1, 0, 1)), Some((3, 0, 1))]);
        assert_eq!([5, 20].map(|d| of(Numeration::Ostrowski(4), d)), [Some((1, -1, 1)), Some((2, -2, 1))]);
        assert_eq!([3, 27].map(|d| of(Numeration::Unit(4), d)), [Some((1, 2, 1)), Some((3, 6, 1))]);
        assert_eq!((of(Numeration::Unit(16), 7), of(Numeration::Unit(4), 5)), (Some((1, 8, 3)), None));
    }

    /// The theorem, for many numbers in each numeration, and that nothing near is accepted.
    #[test]
    fn floors_are_those_of_the_definition() {
        for a in 1..=8u64 {
            for n in 1..4000u64 {
                let y = ((n * n * (a * a + 4)).isqrt() + 2 * n - a * n) / 2;
                for near in y.saturating_sub(3)..=y + 3 {
                    let is = accepts(Numeration::Ostrowski(i128::from(a)), true, near, near + a * n);
                    assert_eq!(is, near == y, "{a}: {n}, {near}");
                }
            }
        }
    }

    /// The same of units.
    #[test]
    fn floors_of_multiples_of_a_unit_are_those_of_the_definition() {
        for t in 3..=16u64 {
            for n in 1..2000u64 {
                let floor = (t * n + (n * n * (t * t - 4)).isqrt()) / 2;
                for near in floor.saturating_sub(3)..=floor + 3 {
                    let is = accepts(Numeration::Unit(i128::from(t)), false, n, near + 1);
                    assert_eq!(is, near == floor, "{t}: {n}, {near}");
                }
            }
        }
    }
}
