//! Powers of a constant, and sums of different powers, by their digits.
//!
//! In: a constant, and variables. Out: the automata of "this is a power of the constant", "this power is a part of that sum", "this is a sum of so many different powers". In a
//! base that is the constant, or of which the constant is a power, a power has one digit 1, at one of every so many places; a sum of different powers has several. So a
//! finite set of exponents is a number, and *for how many k does this hold, up to multiples of m?* is said by the number that is the set of these k (Büchi 1960).

use std::collections::BTreeMap;

use crate::automaton::{Automaton, Heap};
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::numeration::Numeration;

/// What is said of powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Powers {
    /// The number is a power.
    Is(Var),
    /// The first is one of the different powers whose sum is the second.
    IsPart(Var, Var),
    /// The number is a sum of different powers, and how many they are leaves the remainder that comes last by the modulus.
    Count(Var, u32, u32),
    /// The third is the remainder of the first by the second, which is a power.
    Remainder(Var, Var, Var),
}

/// What was read: nothing that matters, by the place up to multiples of the step; what is looked for; or a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Nothing(u32),
    Found,
    Wrong,
}

impl Heap for Read {}

impl Numeration {
    /// At how many places a power of a constant may stand once, if digits of this numeration say the powers: the constant is this power of the base.
    pub(crate) fn step_of(self, constant: u64) -> Option<u32> {
        let Numeration::Base(base) = self else { return None };
        let (base, mut power, mut step) = (base as u64, 1u64, 0);
        while power < constant {
            power = power.checked_mul(base)?;
            step += 1;
        }
        (power == constant && step > 0).then_some(step)
    }
}

impl Automaton {
    /// What is said of the powers of a constant.
    ///
    /// # Errors
    /// Digits that do not say them; more states or nodes than the budget allows.
    pub(crate) fn powers(
        numeration: Numeration,
        constant: u64,
        said: Powers,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        let step = numeration.step_of(constant).ok_or(Stop::NoPowers)?;
        match said {
            Powers::Is(power) => Automaton::one_digit(numeration, step, power, None, budget),
            Powers::IsPart(power, sum) => Automaton::one_digit(numeration, step, power, Some(sum), budget),
            Powers::Count(sum, modulus, rest) => Automaton::count(numeration, step, sum, (modulus, rest), budget),
            Powers::Remainder(number, power, rest) => {
                let names = BTreeMap::from([(0, number), (1, power), (2, rest)]);
                Automaton::remainder(numeration, step, budget)?.rename(&names, budget)
            }
        }
    }

    /// A variable has one digit that is not 0: a 1, at one of every `step` places; there the digit of the other is 1, too, if there is another.
    fn one_digit(
        numeration: Numeration,
        step: u32,
        power: Var,
        sum: Option<Var>,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        let digits = numeration.digits();
        let row = |read: &Read, nodes: &mut Nodes, number: &mut dyn FnMut(Read) -> Ref| {
            let wrong = number(Read::Wrong);
            let (zero, one) = match *read {
                Read::Wrong => return Ok(wrong),
                Read::Found => (number(Read::Found), wrong),
                Read::Nothing(place) => {
                    let found = if place == 0 { number(Read::Found) } else { wrong };
                    (number(Read::Nothing((place + 1) % step)), found)
                }
            };
            let of = |at: usize, digit: usize| match at {
                0 => zero,
                1 if digit == 1 => one,
                _ => wrong,
            };
            let all = 0..digits;
            let Some(sum) = sum else {
                let kids: Vec<Ref> = all.map(|at| of(at, 1)).collect();
                return Ok(nodes.node(power, &kids));
            };
            let (low, high) = (power.min(sum), power.max(sum));
            let mut rows = vec![];
            for first in all.clone() {
                let kid = |second: usize| if power < sum { of(first, second) } else { of(second, first) };
                let kids: Vec<Ref> = all.clone().map(kid).collect();
                rows.push(nodes.node(high, &kids));
            }
            Ok(nodes.node(low, &rows))
        };
        Automaton::of_states(numeration, Read::Nothing(0), |read| *read == Read::Found, row, budget)
    }

    /// Below the only digit 1 of a power, which is the variable 1, the numbers 0 and 2 have the same digits; from there on the number 2 has none but 0.
    fn remainder(numeration: Numeration, step: u32, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let digits = numeration.digits();
        let row = |read: &Read, nodes: &mut Nodes, number: &mut dyn FnMut(Read) -> Ref| {
            let mut rows = vec![];
            for of in 0..digits {
                let mut to = |power: usize, rest: usize| match *read {
                    Read::Nothing(place) if power == 0 && rest == of => number(Read::Nothing((place + 1) % step)),
                    Read::Nothing(0) if power == 1 && rest == 0 => number(Read::Found),
                    Read::Found if power == 0 && rest == 0 => number(Read::Found),
                    _ => number(Read::Wrong),
                };
                let kids: Vec<Vec<Ref>> =
                    (0..digits).map(|power| (0..digits).map(|rest| to(power, rest)).collect()).collect();
                let kids: Vec<Ref> = kids.iter().map(|kids| nodes.node(2, kids)).collect();
                rows.push(nodes.node(1, &kids));
            }
            Ok(nodes.node(0, &rows))
        };
        Automaton::of_states(numeration, Read::Nothing(0), |read| *read == Read::Found, row, budget)
    }

    /// A variable has no digits but 0, and 1 at some of every `step` places; how many these are leaves a remainder by a modulus.
    fn count(
        numeration: Numeration,
        step: u32,
        sum: Var,
        (modulus, rest): (u32, u32),
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        let digits = numeration.digits();
        // The place, and how many digits 1 there were; nothing once a digit was wrong.
        let row = |read: &Option<(u32, u32)>, nodes: &mut Nodes, number: &mut dyn FnMut(Option<(u32, u32)>) -> Ref| {
            let Some((place, count)) = *read else { return Ok(number(None)) };
            let next = (place + 1) % step;
            let to = |digit: usize| match digit {
                0 => Some((next, count)),
                1 if place == 0 => Some((next, (count + 1) % modulus)),
                _ => None,
            };
            let kids: Vec<Ref> = (0..digits).map(|digit| number(to(digit))).collect();
            Ok(nodes.node(sum, &kids))
        };
        let accepts = |read: &Option<(u32, u32)>| read.is_some_and(|(_, count)| count == rest);
        Automaton::of_states(numeration, Some((0, 0)), accepts, row, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The powers of a constant up to a number.
    fn powers(constant: u64, to: u64) -> Vec<u64> {
        std::iter::successors(Some(1), |power| Some(power * constant)).take_while(|power| *power <= to).collect()
    }

    /// The different powers whose sum a number is, the greatest first; nothing if it is none.
    fn parts(constant: u64, number: u64) -> Option<Vec<u64>> {
        let (mut rest, mut parts) = (number, vec![]);
        for power in powers(constant, number).into_iter().rev() {
            if rest >= power {
                rest -= power;
                parts.push(power);
            }
        }
        (rest == 0).then_some(parts)
    }

    /// (base, constant)
    const SOME: [(usize, u64); 8] = [(2, 2), (2, 4), (2, 8), (3, 3), (3, 9), (4, 4), (4, 16), (5, 5)];

    #[test]
    fn powers_and_sums_of_them_are_told_by_arithmetic() {
        for (base, constant) in SOME {
            let of = |said| Automaton::powers(Numeration::Base(base), constant, said, &Budget::default()).unwrap();
            let (is, part, back) = (of(Powers::Is(0)), of(Powers::IsPart(0, 1)), of(Powers::IsPart(1, 0)));
            let counts: Vec<Automaton> = (0..3).map(|rest| of(Powers::Count(0, 3, rest))).collect();
            let known = powers(constant, 700);
            for n in 0..700u64 {
                assert_eq!(is.contains(&[n.into()]), known.contains(&n), "{constant}: {n}");
                let parts = parts(constant, n);
                for (rest, counted) in counts.iter().enumerate() {
                    let so_many = parts.as_ref().is_some_and(|parts| parts.len() % 3 == rest);
                    assert_eq!(counted.contains(&[n.into()]), so_many, "{constant}: {n}");
                }
                let Some(parts) = parts else { continue };
                for p in 0..130u64 {
                    assert_eq!(part.contains(&[p.into(), n.into()]), parts.contains(&p), "{constant}: {p} in {n}");
                    assert_eq!(back.contains(&[n.into(), p.into()]), parts.contains(&p), "{constant}: {p} in {n}");
                }
            }
        }
    }

    #[test]
    fn remainders_by_powers_are_told_by_arithmetic() {
        for (base, constant) in SOME {
            let of = |said| Automaton::powers(Numeration::Base(base), constant, said, &Budget::default()).unwrap();
            let (remainder, back) = (of(Powers::Remainder(0, 1, 2)), of(Powers::Remainder(2, 1, 0)));
            let known = powers(constant, 300);
            for (n, p) in (0..300u64).flat_map(|n| (0..30).chain(known.clone()).map(move |p| (n, p))) {
                let right = known.contains(&p).then(|| n % p);
                for near in [0, n, right.unwrap_or(1), right.unwrap_or(0) + 1, n / 2] {
                    let tuple = [n, p, near];
                    let is = right == Some(near);
                    assert_eq!(remainder.contains(&tuple.map(Into::into)), is, "{constant}: {n} mod {p} = {near}");
                    assert_eq!(back.contains(&[near, p, n].map(Into::into)), is, "{constant}: {n} mod {p} = {near}");
                }
            }
            // Two variables may be one: only 0 has itself as remainder of a power by itself.
            assert!(of(Powers::Remainder(0, 0, 1)).contains(&[1u8.into(), 0u8.into()]));
            assert!(of(Powers::Remainder(0, 1, 0)).contains(&[0u8.into(), 1u8.into()]));
        }
    }

    #[test]
    fn other_digits_do_not_say_them() {
        for (numeration, constant) in [
            (Numeration::Base(3), 2),
            (Numeration::Base(4), 2),
            (Numeration::Base(2), 6),
            (Numeration::Base(10), 1),
            (Numeration::Base(10), 0),
            (Numeration::Ostrowski(1), 2),
        ] {
            let made = Automaton::powers(numeration, constant, Powers::Is(0), &Budget::default());
            assert_eq!(made.err(), Some(Stop::NoPowers), "{numeration}: {constant}");
        }
    }
}
