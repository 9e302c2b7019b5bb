//! Beatty sequences in the numerations of quadratic units: y = floor(n·√d).
//!
//! In: d, and a numeration. Out: the automaton of the pairs (n, y), where √d = s·√D/f for some s and f. In the Ostrowski numeration of a, let h be 1 if a is even, else 2, and
//! D = h²·(a² + 4)/4; in that of the unit of trace t, the same of t, and D = h²·(t² - 4)/4.
//!
//! **Ostrowski.** Let α = (2 - a + √(a² + 4))/2 = [1; a, a, …] and θ = α + a - 1, so that θ² = a·θ + 1. *y = floor(n·α) if and only if y ends in an even number of zeros, and y
//! with one more zero at its end is y + a·n* (for y > 0: Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, 1982; these y and y + a·n are the
//! complementary sequences of α and α + a). Proof: let y = Σ e(i)·w(i). Then w(i + 1) - w(i) = a·q(i) with q(0) = 1, q(1) = a, q(i + 1) = a·q(i) + q(i - 1), so the
//! number n with y + a·n for y with one more zero is Σ e(i)·q(i). Since q(i)·α - w(i) = (-1)^i / θ^(i + 1), we have n·α - y = ε/θ with ε = Σ e(i)·(-1/θ)^i. If the least digit that is
//! not 0 stands at an even place, then 0 < ε < θ, since a + a/θ² + a/θ⁴ + … = θ, and the digits at odd places take less than 1 from it, as the digit below a
//! digit a is 0: so y = floor(n·α). If it stands at an odd place, then -1 < ε < 0, and y is between n·α and (n + 1)·α - 1: no multiple of α has the floor y. As
//! each n > 0 has a floor, and α > 1, the numbers of the first kind are the floors.
//!
//! Now √D = h·(α + a/2 - 1), and floor(n·√d) = (floor(h·s·n·α) + h·(a/2 - 1)·s·n) div f.
//!
//! **Units.** Let θ = (t + √(t² - 4))/2, so that θ² = t·θ - 1. *For n > 0, floor(n·θ) is 1 less than n with one more zero at its end.* Proof: let n = Σ e(i)·w(i). As
//! w(i) = (θ^(i + 1) - θ^(-i - 1))/(θ - 1/θ), we have θ·w(i) = w(i + 1) - θ^(-i - 1), so that θ·n is ε = Σ e(i)·θ^(-i - 1) below n with one more zero. Here ε > 0, and ε < 1: the condition on words is
//! the same in both directions, so 0.e(0)e(1)… is the β-expansion in base θ of a number below 1, which the digits t - 1, t - 2, t - 2, … for ever would make (Parry 1960).
//!
//! Now √D = h·(θ - t/2), and floor(n·√d) = (floor(h·s·n·θ) - h·(t/2)·s·n) div f.

use crate::automaton::{Automaton, Heap};
use crate::budget::{Budget, Stop};
use crate::decide::Decider;
use crate::diagram::{Nodes, Ref, Var};
use crate::formula::{Formula, Formulas};
use crate::linear::{Linear, Relation};
use crate::numeration::Numeration;

/// The numerations that are looked at for a root: those with the fewest digits first, as far as a certificate can name them.
fn looked_at() -> impl Iterator<Item = Numeration> {
    (1..=8).map(Numeration::Ostrowski).chain(Numeration::TRACES.map(Numeration::Unit))
}

impl Numeration {
    /// The numeration in which an automaton says floor(n·√d), if one of those looked at here does.
    ///
    /// ```
    /// # use grundy_automata::Numeration;
    /// assert_eq!([5, 2, 18].map(Numeration::of_root), [1, 2, 2].map(|a| Some(Numeration::Ostrowski(a))));
    /// assert_eq!([3, 6, 19].map(Numeration::of_root), [Some(Numeration::Unit(4)), Some(Numeration::Unit(10)), None]);
    /// ```
    #[must_use]
    pub fn of_root(d: u64) -> Option<Numeration> {
        looked_at().find(|numeration| numeration.says_root(d))
    }

    /// Does an automaton say floor(n·√d) in this numeration?
    #[must_use]
    pub fn says_root(self, d: u64) -> bool {
        Multiple::of_root(self, d).is_some()
    }
}

/// floor(n·√d) is (floor(k·n·x) + j·n) div f, where x is α or θ.
struct Multiple {
    k: i64,
    j: i64,
    f: i64,
}

impl Multiple {
    fn of_root(numeration: Numeration, d: u64) -> Option<Multiple> {
        let (number, square, offset) = match numeration {
            Numeration::Base(_) => return None,
            Numeration::Ostrowski(a) => (a, a * a + 4, a as i64 - 2),
            Numeration::Unit(t) => (t, t * t - 4, -(t as i64)),
        };
        let (h, square) = if number % 2 == 0 { (1, square / 4) } else { (2, square) };
        let product = u128::from(d) * square as u128;
        let root = product.isqrt();
        let (s, f) = (i64::try_from(root).ok().filter(|s| *s > 0)?, square as i64);
        let common = gcd(s, f);
        let (s, f) = (s / common, f / common);
        let multiple = || Some(Multiple { k: s.checked_mul(h)?, j: s.checked_mul(h * offset / 2)?, f });
        (root * root == product).then(multiple)?
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is read of a number, beside the number with one more zero at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    /// Zeros; an even number of them, or an odd one.
    Zeros(bool),
    /// The last digit.
    Digit(usize),
    Wrong,
}

impl Heap for Read {}

/// The pairs of a number and of this number with one more zero at its end; with `even`, of the number 0 and of those that end in an even number of zeros.
fn longer(numeration: Numeration, even: bool, budget: &Budget<'_>) -> Result<Automaton, Stop> {
    let digits = numeration.digits();
    let step = |read: &Read, nodes: &mut Nodes, number: &mut dyn FnMut(Read) -> Ref| {
        let mut rows = vec![];
        for digit in 0..digits {
            let (wanted, next) = match *read {
                Read::Zeros(is_even) if digit == 0 => (0, Read::Zeros(!is_even)),
                Read::Zeros(is_even) if is_even || !even => (0, Read::Digit(digit)),
                Read::Digit(before) => (before, Read::Digit(digit)),
                Read::Zeros(_) | Read::Wrong => (0, Read::Wrong),
            };
            let kids: Vec<Ref> =
                (0..digits).map(|other| number(if other == wanted { next } else { Read::Wrong })).collect();
            rows.push(nodes.node(1, &kids));
        }
        Ok(nodes.node(0, &rows))
    };
    let accepts = |read: &Read| matches!(read, Read::Zeros(_) | Read::Digit(0));
    Automaton::of_states(numeration, Read::Zeros(true), accepts, step, budget)
}

impl Automaton {
    /// The pairs of a number n and floor(n·√d).
    ///
    /// # Errors
    /// A root that this numeration does not say; limits of the budget.
    pub fn root(numeration: Numeration, d: u64, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let Multiple { k, j, f } = Multiple::of_root(numeration, d).ok_or(Stop::NoRoot)?;
        let mut all = Formulas::within(budget);
        // n, floor(n·√d), floor(k·n·x) + j·n, a number, and this number with one more zero.
        let [n, root, whole, one, more] = std::array::from_fn(|_| all.fresh());
        let even = matches!(numeration, Numeration::Ostrowski(_));
        let set = all.set(&std::sync::Arc::new(longer(numeration, even, budget)?));
        let longer = all.member(set, vec![one, more]);
        let zero = |all: &mut Formulas, terms: &[(Var, i64)], constant: i64| -> Result<Formula, Stop> {
            Ok(all.linear(Linear::new(terms.iter().copied(), constant)?, Relation::Zero))
        };
        let (applied, floor, less) = match numeration {
            // The number is floor(k·n·α).
            Numeration::Ostrowski(a) => {
                (zero(&mut all, &[(more, 1), (one, -1), (n, times(-(a as i64), k)?)], 0)?, one, 0)
            }
            // The number is k·n, and with one more zero it is 1 above floor(k·n·θ).
            _ => (zero(&mut all, &[(one, 1), (n, -k)], 0)?, more, 1),
        };
        let is_whole = zero(&mut all, &[(floor, 1), (n, j), (whole, -1)], -less)?;
        let some = all.and([longer, applied, is_whole]);
        let some = all.exists([one, more], some);
        // 0 <= whole - f·root < f
        let least = all.linear(Linear::new([(root, f), (whole, -1)], 0)?, Relation::AtMostZero);
        let most = all.linear(Linear::new([(root, -f), (whole, 1)], 1 - f)?, Relation::AtMostZero);
        let some = all.and([some, least, most]);
        let some = all.exists([whole], some);
        let none = [zero(&mut all, &[(n, 1)], 0)?, zero(&mut all, &[(root, 1)], 0)?];
        let none = all.and(none);
        let formula = all.or([none, some]);
        let automaton = Decider::new(numeration, budget).automaton(&all, formula)?;
        Ok(std::sync::Arc::unwrap_or_clone(automaton))
    }
}

fn times(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_mul(b).ok_or(Stop::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    /// The theorem, for the digits of many numbers in each numeration.
    #[test]
    fn floors_of_multiples_are_the_numbers_that_end_in_an_even_number_of_zeros() {
        for a in 1..=8u64 {
            let numeration = Numeration::Ostrowski(a as usize);
            for n in 1..=20_000u64 {
                // floor(n·α) = (floor(n·√(a² + 4)) - (a - 2)·n) div 2
                let y = ((n * n * (a * a + 4)).isqrt() + 2 * n - a * n) / 2;
                let digits = numeration.digits_of(&UBig::from(y));
                assert_eq!(digits.iter().take_while(|digit| **digit == 0).count() % 2, 0, "{a}: {n}");
                let longer = [vec![0], digits].concat();
                assert_eq!(numeration.number_of(&longer), UBig::from(y + a * n), "{a}: {n}");
            }
        }
    }

    /// The theorem on units, for many numbers of each.
    #[test]
    fn floors_of_multiples_of_a_unit_are_one_less_than_the_number_with_one_more_zero() {
        for t in 3..=16u64 {
            let numeration = Numeration::Unit(t as usize);
            for n in 1..=20_000u64 {
                let digits = numeration.digits_of(&UBig::from(n));
                let longer = [vec![0], digits].concat();
                // floor(n·θ) = (t·n + floor(n·√(t² - 4))) div 2
                let floor = (t * n + (n * n * (t * t - 4)).isqrt()) / 2;
                assert_eq!(numeration.number_of(&longer), UBig::from(floor + 1), "{t}: {n}");
            }
        }
    }

    #[test]
    fn automata_say_multiples_of_roots() {
        for d in [2u64, 5, 8, 10, 13, 17, 18, 29, 53, 3, 6, 7, 12, 15, 21, 27, 75] {
            let numeration = Numeration::of_root(d).unwrap();
            let automaton = Automaton::root(numeration, d, &Budget::default()).unwrap();
            for n in 0..2000u64 {
                let root = (n * n * d).isqrt();
                for near in root.saturating_sub(2)..root + 3 {
                    let is = automaton.contains(&[n.into(), near.into()]);
                    assert_eq!(is, near == root, "floor({n}*sqrt({d})) and {near}, {} states", automaton.states());
                }
            }
        }
        // 20 = 4·5 is a² + 4 with a = 4, and t² - 4 is 5 with t = 3.
        for numeration in [Numeration::Ostrowski(4), Numeration::Unit(3)] {
            let automaton = Automaton::root(numeration, 5, &Budget::default()).unwrap();
            assert!((0..1000u64).all(|n| automaton.contains(&[n.into(), (5 * n * n).isqrt().into()])));
        }
        for (numeration, d) in [(Numeration::Base(2), 5), (Numeration::Ostrowski(1), 2), (Numeration::Unit(4), 6)] {
            assert_eq!(Automaton::root(numeration, d, &Budget::default()).err(), Some(Stop::NoRoot));
        }
        let squares = [0, 1, 4, 9, 1 << 40, u64::MAX, u64::MAX - 1].map(Numeration::of_root);
        assert_eq!(squares, [None; 7]);
    }
}
