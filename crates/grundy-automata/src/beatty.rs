//! Beatty sequences in Ostrowski numerations: y = floor(n·√d).
//!
//! In: d, and the numeration of a. Out: the automaton of the pairs (n, y), where d·f² = a² + 4 for some f.
//!
//! Let α = (2 - a + √(a² + 4))/2 = [1; a, a, …] and θ = α + a - 1, so that θ² = a·θ + 1. *y = floor(n·α) if and only if y ends in an even number of zeros, and y
//! with one more zero at its end is y + a·n* (for y > 0: Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, 1982; these y and y + a·n are the
//! complementary sequences of α and α + a). Proof: let y = Σ e(i)·w(i). Then w(i + 1) - w(i) = a·q(i) with q(0) = 1, q(1) = a, q(i + 1) = a·q(i) + q(i - 1), so the
//! number n with y + a·n for y with one more zero is Σ e(i)·q(i). Since q(i)·α - w(i) = (-1)^i / θ^(i + 1), we have n·α - y = ε/θ with ε = Σ e(i)·(-1/θ)^i. If the least digit that is
//! not 0 stands at an even place, then 0 < ε < θ, since a + a/θ² + a/θ⁴ + … = θ, and the digits at odd places take less than 1 from it, as the digit below a
//! digit a is 0: so y = floor(n·α). If it stands at an odd place, then -1 < ε < 0, and y is between n·α and (n + 1)·α - 1: no multiple of α has the floor y. As
//! each n > 0 has a floor, and α > 1, the numbers of the first kind are the floors.
//!
//! Now f·√d = 2·α + a - 2, and floor(n·√d) = (floor(2·n·α) + (a - 2)·n) div f.

use crate::automaton::{Automaton, Heap};
use crate::budget::{Budget, Stop};
use crate::decide::Decider;
use crate::diagram::{Nodes, Ref};
use crate::formula::Formulas;
use crate::linear::{Linear, Relation};
use crate::numeration::Numeration;

/// The greatest number of an Ostrowski numeration that is looked at for a root.
const GREATEST: u64 = 8;

impl Numeration {
    /// The numeration in which an automaton says floor(n·√d), if one of those looked at here does.
    ///
    /// ```
    /// # use grundy_automata::Numeration;
    /// assert_eq!([5, 2, 3].map(Numeration::of_root), [Some(Numeration::Ostrowski(1)), Some(Numeration::Ostrowski(2)), None]);
    /// ```
    #[must_use]
    pub fn of_root(d: u64) -> Option<Numeration> {
        (1..=GREATEST).find(|a| factor(d, *a).is_some()).map(|a| Numeration::Ostrowski(a as usize))
    }

    /// Does an automaton say floor(n·√d) in this numeration?
    #[must_use]
    pub fn says_root(self, d: u64) -> bool {
        matches!(self, Numeration::Ostrowski(a) if factor(d, a as u64).is_some())
    }
}

/// f with d·f² = a² + 4.
fn factor(d: u64, a: u64) -> Option<u64> {
    let square = (a * a + 4).checked_div(d).filter(|square| d * square == a * a + 4)?;
    let f = square.isqrt();
    (f * f == square).then_some(f)
}

/// What is read of y, beside y with one more zero at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    /// Zeros; an even number of them, or an odd one.
    Zeros(bool),
    /// The last digit.
    Digit(usize),
    Wrong,
}

impl Heap for Read {}

/// The pairs of a number that is 0 or ends in an even number of zeros, and of this number with one more zero at its end.
fn longer(a: usize, budget: &Budget<'_>) -> Result<Automaton, Stop> {
    let step = |read: &Read, nodes: &mut Nodes, number: &mut dyn FnMut(Read) -> Ref| {
        let mut rows = vec![];
        for digit in 0..=a {
            let (wanted, next) = match *read {
                Read::Zeros(even) if digit == 0 => (0, Read::Zeros(!even)),
                Read::Zeros(true) => (0, Read::Digit(digit)),
                Read::Digit(before) => (before, Read::Digit(digit)),
                Read::Zeros(false) | Read::Wrong => (0, Read::Wrong),
            };
            let kids: Vec<Ref> =
                (0..=a).map(|other| number(if other == wanted { next } else { Read::Wrong })).collect();
            rows.push(nodes.node(1, &kids));
        }
        Ok(nodes.node(0, &rows))
    };
    let accepts = |read: &Read| matches!(read, Read::Zeros(_) | Read::Digit(0));
    Automaton::of_states(Numeration::Ostrowski(a), Read::Zeros(true), accepts, step, budget)
}

impl Automaton {
    /// The pairs of a number n and floor(n·√d).
    ///
    /// # Errors
    /// A root that this numeration does not say; limits of the budget.
    pub fn root(numeration: Numeration, d: u64, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let a = if let Numeration::Ostrowski(a) = numeration { a } else { return Err(Stop::NoRoot) };
        let f = factor(d, a as u64).ok_or(Stop::NoRoot)?;
        let (a_, f) = (a as i64, f as i64);
        let mut all = Formulas::within(budget);
        // n, floor(n·√d), floor(2·n·α), and this with one more zero.
        let [n, root, y, more] = std::array::from_fn(|_| all.fresh());
        let set = all.set(&std::sync::Arc::new(longer(a, budget)?));
        let multiple = all.member(set, vec![y, more]);
        let complementary = all.linear(Linear::new([(more, 1), (y, -1), (n, -2 * a_)], 0)?, Relation::Zero);
        let least = Linear::new([(root, f), (y, -1), (n, 2 - a_)], 0)?;
        let most = Linear::new([(root, -f), (y, 1), (n, a_ - 2)], 1 - f)?;
        let [least, most] = [least, most].map(|linear| all.linear(linear, Relation::AtMostZero));
        let parts = all.and([multiple, complementary, least, most]);
        let formula = all.exists([y, more], parts);
        let automaton = Decider::new(numeration, budget).automaton(&all, formula)?;
        Ok(std::sync::Arc::unwrap_or_clone(automaton))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;

    /// The theorem, for the digits of 10^5 numbers in each numeration.
    #[test]
    fn floors_of_multiples_are_the_numbers_that_end_in_an_even_number_of_zeros() {
        for a in 1..=8u64 {
            let numeration = Numeration::Ostrowski(a as usize);
            for n in 1..=100_000u64 {
                // floor(n·α) = (floor(n·√(a² + 4)) - (a - 2)·n) div 2
                let y = ((n * n * (a * a + 4)).isqrt() + 2 * n - a * n) / 2;
                let digits = numeration.digits_of(&UBig::from(y));
                assert_eq!(digits.iter().take_while(|digit| **digit == 0).count() % 2, 0, "{a}: {n}");
                let longer = [vec![0], digits].concat();
                assert_eq!(numeration.number_of(&longer), UBig::from(y + a * n), "{a}: {n}");
            }
        }
    }

    #[test]
    fn automata_say_multiples_of_roots() {
        for d in [2u64, 5, 10, 13, 17, 29, 53] {
            let numeration = Numeration::of_root(d).unwrap();
            let automaton = Automaton::root(numeration, d, &Budget::default()).unwrap();
            for n in 0..3000u64 {
                let root = (n * n * d).isqrt();
                for near in root.saturating_sub(2)..root + 3 {
                    let is = automaton.contains(&[n.into(), near.into()]);
                    assert_eq!(is, near == root, "floor({n}*sqrt({d})) and {near}, {} states", automaton.states());
                }
            }
        }
        // 20 = 4·5 is a² + 4 with a = 4, too.
        let automaton = Automaton::root(Numeration::Ostrowski(4), 5, &Budget::default()).unwrap();
        assert!((0..1000u64).all(|n| automaton.contains(&[n.into(), (5 * n * n).isqrt().into()])));
        assert_eq!(Automaton::root(Numeration::Base(2), 5, &Budget::default()).err(), Some(Stop::NoRoot));
        assert_eq!(Automaton::root(Numeration::Ostrowski(1), 2, &Budget::default()).err(), Some(Stop::NoRoot));
    }
}
