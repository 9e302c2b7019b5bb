//! Beatty sequences: multiples of a square root, rounded down, in an Ostrowski numeration.
//!
//! In: floor(n·√d) with a constant d, of a number n. Out: a track that is this number, where d·f² = a² + 4 for the a of the numeration. Where it is not, nothing is said.
//!
//! The places count w(0) = 1, w(1) = a + 1, w(k + 1) = a·w(k) + w(k - 1), a digit is at most a, and the digit below a digit a is 0. Let α = [1; a, a, …], which is
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
//! And f·√d = 2·α + a - 2: floor(n·√d) is (floor(2n·α) + (a - 2)·n) div f. As a² + 4 is no square, n·√d is no integer for n > 0, and
//! floor(-n·√d) is -1 less this number.

use super::super::concrete::arithmetic;
use super::super::expr::{Expr, Result, Rules, Two};
use super::super::numbers::index;
use super::moves::{Defined, Env, Number, Speaker, unknown};
use super::numeration::Numeration;
use super::sets::{Set, Sum, Table, Track};

/// The greatest number of a numeration in which a statement without values is read.
const GREATEST: i128 = 8;

/// The number above 0 whose square times d is a² + 4.
fn factor(a: i128, d: i128) -> Option<i128> {
    (1..=a + 2).find(|f| d.checked_mul(f * f) == Some(a * a + 4))
}

/// The numeration that says multiples of the first square root among expressions, which `visit` shows one after the other, if there is one.
pub(super) fn numeration(visit: impl FnOnce(&mut dyn FnMut(&Expr))) -> Option<Numeration> {
    let mut found = None;
    visit(&mut |e| {
        if let Expr::Two(Two::Root, both) = e
            && let Expr::Int(d) = both[0]
        {
            found = found.or_else(|| (1..=GREATEST).find(|a| factor(*a, d).is_some()));
        }
    });
    found.map(Numeration::Ostrowski)
}

/// The pairs of a number above 0 that ends in an even number of zeros, and of this number with one more zero at its end.
///
/// The first states are those after an even and after an odd number of zeros; the next one is that after a mistake; then comes one for each last digit of the
/// first number, which must be the next digit of the second.
fn longer(a: usize) -> Table {
    let (even, odd, wrong, digits) = (0, 1, 2, a + 1);
    let after = |digit: usize| wrong + 1 + digit;
    let row = |expected: usize, to: &dyn Fn(usize) -> usize| -> Vec<usize> {
        let letters = (0..digits * digits).map(|letter| (letter % digits, letter / digits));
        letters.map(|(first, second)| if second == expected { to(first) } else { wrong }).collect()
    };
    let mut next = vec![
        row(0, &|digit| if digit == 0 { odd } else { after(digit) }),
        row(0, &|digit| if digit == 0 { even } else { wrong }),
        vec![wrong; digits * digits],
    ];
    next.extend((0..digits).map(|last| row(last, &after)));
    let accepts = (0..next.len()).map(|state| state == after(0)).collect();
    Table { next, accepts }
}

impl Speaker {
    /// `both[1]` times the square root of `both[0]`, rounded down.
    pub(super) fn root(&mut self, rules: &Rules, both: &[Expr; 2], env: &Env, defined: &mut Defined) -> Result<Number> {
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
        let Numeration::Ostrowski(a) = self.sets.numeration else { return Err(digits()) };
        let f = factor(a, d).ok_or_else(digits)?;
        let [n, root] = [n, root].map(Sum::track);
        self.scoped(|own| {
            let (y, more) = (own.track()?, own.track()?);
            let floor = own.floor(a, &n, (y, more))?;
            // 0 <= floor(2n·α) + (a - 2)·n - f·root < f
            let rest = Sum::track(y).plus(a - 2, &n)?.plus(-f, &root)?;
            let least = own.sets.at_most(&Sum::number(0), &rest)?;
            let most = own.sets.at_most(&rest, &Sum::number(f - 1))?;
            let whole = own.sets.and(vec![floor, least, most]);
            Ok(own.sets.exists(&[y, more], whole))
        })
    }

    /// y is floor(2n·α), and unless both are 0, `more` is y with one more zero at its end.
    fn floor(&mut self, a: i128, n: &Sum, (y, more): (Track, Track)) -> Result<Set> {
        let table = self.sets.table(&longer(index(a)));
        let is_longer = self.sets.is_in(table, vec![y, more]);
        let [y, more] = [y, more].map(Sum::track);
        let complementary = self.sets.equal(&more, &y.plus(2 * a, n)?)?;
        let above = self.sets.and(vec![is_longer, complementary]);
        let none = [n, &y, &more].map(|sum| self.sets.zero(sum));
        let none = self.sets.and(none.to_vec());
        Ok(self.sets.or(vec![none, above]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(a: usize, y: u64, more: u64) -> bool {
        let (table, digits) = (longer(a), Numeration::Ostrowski(a as i128));
        let [y, more] = [y, more].map(|n| digits.digits_of(n));
        let digit = |word: &[usize], place: usize| word.get(place).copied().unwrap_or(0);
        let places = 0..y.len().max(more.len()) + 1;
        let state = places.fold(0, |state, place| table.next[state][digit(&y, place) + (a + 1) * digit(&more, place)]);
        table.accepts[state]
    }

    #[test]
    fn roots_of_any_size_are_looked_at() {
        let found = [i128::MIN, -5, 0, 4, 5, i128::MAX].map(|d| factor(1, d));
        assert_eq!(found, [None, None, None, None, Some(1), None]);
        assert_eq!((factor(2, 2), factor(4, 5), factor(4, 20)), (Some(2), Some(2), Some(1)));
    }

    /// The theorem, for many numbers in each numeration, and that nothing near is accepted.
    #[test]
    fn floors_are_those_of_the_definition() {
        for a in 1..=8u64 {
            for n in 1..4000u64 {
                let y = ((n * n * (a * a + 4)).isqrt() + 2 * n - a * n) / 2;
                for near in y.saturating_sub(3)..=y + 3 {
                    assert_eq!(accepts(index(a), near, near + a * n), near == y, "{a}: {n}, {near}");
                }
            }
        }
    }
}
