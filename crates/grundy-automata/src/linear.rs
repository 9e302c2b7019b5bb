//! Linear equations, comparisons and congruences: in a base here, in other numerations next door but for congruences.
//!
//! In: coefficients and a constant. Out: the least automaton, without any projection. With the digits of the lowest place, `c + a.x` becomes
//! `c + a.d` plus the base times `a.x'`, where `x'` are the numbers without that place: an equation goes on with the quotient if there is no
//! remainder, a comparison with the quotient rounded up. The states are the constants that come up, at most the sum of the |a| and |c| many. The digits of a
//! constant beyond 64 bits are added place by place, and a state says at which place it is.

use std::collections::HashMap;

use dashu_int::ops::{DivRemEuclid, RemEuclid};
use dashu_int::{IBig, UBig};

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::memory::{Held, hashed};
use crate::numeration::{Numeration, Recurrence};
use crate::pisot;

/// What is said of `a.x + c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// It is 0.
    Zero,
    /// It is at most 0.
    AtMostZero,
    /// It is a multiple of a number above 0.
    MultipleOf(i64),
}

/// `a.x + c`: the coefficients of the variables, each variable once, in their order; and the constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    terms: Vec<(Var, i64)>,
    constant: IBig,
}

impl Linear {
    /// The sum of multiples of variables and of a constant.
    ///
    /// # Errors
    /// A coefficient that does not fit 64 bits.
    pub fn new(terms: impl IntoIterator<Item = (Var, i64)>, constant: impl Into<IBig>) -> Result<Linear, Stop> {
        let mut all: std::collections::BTreeMap<Var, i64> = Default::default();
        for (var, factor) in terms {
            let sum = all.entry(var).or_default();
            *sum = sum.checked_add(factor).ok_or(Stop::Overflow)?;
        }
        Ok(Linear { terms: all.into_iter().filter(|(_, factor)| *factor != 0).collect(), constant: constant.into() })
    }

    /// The coefficients.
    #[must_use]
    pub fn terms(&self) -> &[(Var, i64)] {
        &self.terms
    }

    /// The constant.
    #[must_use]
    pub fn constant(&self) -> &IBig {
        &self.constant
    }
}

impl Automaton {
    /// The tuples for which a relation holds.
    ///
    /// # Errors
    /// More states or nodes than the budget allows; numbers that do not fit 64 bits.
    ///
    /// # Panics
    /// For multiples of a number that is not above 0.
    pub fn linear(
        numeration: Numeration,
        linear: &Linear,
        relation: Relation,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        let b = match (relation, numeration) {
            (Relation::MultipleOf(modulus), _) => {
                return congruence(numeration, linear, modulus, &|residue| residue == 0, budget);
            }
            (_, Numeration::Base(base)) => base as i64,
            (_, other) => return pisot::linear(other, linear, relation, budget),
        };
        let small = i64::try_from(&linear.constant).ok().filter(|constant| constant.unsigned_abs() < SMALL);
        let (first, rest) = small.map_or_else(|| (0, digits(&linear.constant, b)), |constant| (constant, vec![]));
        // What the places from this one on add, where all other digits are 0.
        let ends = |place: usize, c: i64| {
            rest[place..].iter().rev().fold(IBig::ZERO, |sum, digit| sum * IBig::from(b) + IBig::from(*digit))
                + IBig::from(c)
        };
        let accepts = |state: &Option<(usize, i64)>| {
            state.is_some_and(|(place, c)| {
                let end = ends(place, c);
                if relation == Relation::Zero { end == IBig::ZERO } else { end <= IBig::ZERO }
            })
        };
        type State = Option<(usize, i64)>;
        let step = |state: &State, nodes: &mut Nodes, number: &mut dyn FnMut(State) -> Ref| {
            let Some((place, c)) = *state else { return Ok(number(None)) };
            let next = (place + 1).min(rest.len());
            let c = rest.get(place).map_or(Some(c), |digit| c.checked_add(*digit)).ok_or(Stop::Overflow)?;
            let add = |sum: i64, factor: i64, digit: i64| {
                factor.checked_mul(digit).and_then(|more| sum.checked_add(more)).ok_or(Stop::Overflow)
            };
            let mut leaf = |sum: i64| {
                number(match relation {
                    Relation::AtMostZero => Some((next, sum.div_euclid(b) + i64::from(sum.rem_euclid(b) != 0))),
                    _ => (sum.rem_euclid(b) == 0).then(|| (next, sum.div_euclid(b))),
                })
            };
            let held = budget.memory.none();
            Sums { terms: &linear.terms, add: &add, leaf: &mut leaf, known: HashMap::new(), held }.diagram(nodes, 0, c)
        };
        Automaton::of_states(numeration, Some((0, first)), accepts, step, budget)
    }
}

impl Automaton {
    /// The numbers whose residues, modulo the length of a list, are marked in the list.
    ///
    /// ```
    /// # use grundy_automata::{Automaton, Budget, Numeration};
    /// let even = Automaton::residues(Numeration::Base(2), &[true, false], &Budget::default())?;
    /// assert!(even.contains(&[6u32.into()]) && !even.contains(&[7u32.into()]));
    /// # Ok::<(), grundy_automata::Stop>(())
    /// ```
    ///
    /// # Errors
    /// More states or nodes than the budget allows.
    ///
    /// # Panics
    /// For an empty list.
    pub fn residues(numeration: Numeration, marked: &[bool], budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let number = Linear { terms: vec![(0, 1)], constant: IBig::ZERO };
        congruence(numeration, &number, marked.len() as i64, &|residue| marked[residue as usize], budget)
    }
}

/// The residue of `a.x + c` modulo `m` is one of some: a state is the residue so far, and the residues of the next place and of the one below.
fn congruence(
    numeration: Numeration,
    linear: &Linear,
    modulus: i64,
    is_one: &dyn Fn(i64) -> bool,
    budget: &Budget<'_>,
) -> Result<Automaton, Stop> {
    assert!(modulus > 0, "a modulus is above 0");
    let m = i128::from(modulus);
    // Residues are below 2^63, and their products below 2^126.
    let times = |a: i64, b: i64| (i128::from(a) * i128::from(b)).rem_euclid(m) as i64;
    let terms: Vec<(Var, i64)> = linear.terms.iter().map(|(var, factor)| (*var, factor.rem_euclid(modulus))).collect();
    let Recurrence { last, below: before } = numeration.recurrence();
    type State = (i64, i64, i64);
    let step = |(residue, weight, below): &State, nodes: &mut Nodes, number: &mut dyn FnMut(State) -> Ref| {
        let weighted: Vec<(Var, i64)> = terms.iter().map(|(var, factor)| (*var, times(*factor, *weight))).collect();
        let grown = i128::from(times(*weight, last)) + i128::from(times(*below, before));
        // In a base, the place below does not matter.
        let next = (grown.rem_euclid(m) as i64, if before == 0 { 0 } else { *weight });
        let add = |sum: i64, factor: i64, digit: i64| {
            Ok((i128::from(sum) + i128::from(times(factor, digit))).rem_euclid(m) as i64)
        };
        let held = budget.memory.none();
        let mut leaf = |sum| number((sum, next.0, next.1));
        Sums { terms: &weighted, add: &add, leaf: &mut leaf, known: HashMap::new(), held }.diagram(nodes, 0, *residue)
    };
    let first = (residue(&linear.constant, modulus), 1 % modulus, numeration.below_first() % modulus);
    Automaton::of_states(numeration, first, |(residue, ..)| is_one(*residue), step, budget)
}

/// A constant below this is a state; the sums of letters, which are added to it, fit 64 bits with it. Of others the digits are read.
const SMALL: u64 = 1 << 62;

/// The residue of a number by a modulus above 0.
pub(crate) fn residue(number: &IBig, modulus: i64) -> i64 {
    i64::try_from(number.rem_euclid(IBig::from(modulus))).unwrap_or_default()
}

/// The digits of a number in a base, the lowest first; those of a number below 0 are not above 0.
fn digits(number: &IBig, base: i64) -> Vec<i64> {
    let (mut left, sign) = (number.clone(), if *number < IBig::ZERO { -1 } else { 1 });
    left *= sign;
    let mut digits = vec![];
    while left != IBig::ZERO {
        let (quotient, digit): (IBig, UBig) = left.div_rem_euclid(IBig::from(base));
        digits.push(sign * i64::try_from(digit).unwrap_or_default());
        left = quotient;
    }
    digits
}

/// About so many bytes are taken by a node, for each digit, and by the state behind it.
const STATE: usize = 96;

/// The diagram of the sums `c + a.d` for the digits `d`: `add` adds a multiple of a coefficient, `leaf` is told each sum.
pub(crate) struct Sums<'s> {
    pub(crate) terms: &'s [(Var, i64)],
    pub(crate) add: &'s dyn Fn(i64, i64, i64) -> Result<i64, Stop>,
    pub(crate) leaf: &'s mut dyn FnMut(i64) -> Ref,
    /// Diagrams by how many terms are added, and the sum of these.
    pub(crate) known: HashMap<(usize, i64), Ref>,
    /// The memory of these, and of nodes and states that are made on the way.
    pub(crate) held: Held,
}

impl Sums<'_> {
    pub(crate) fn diagram(&mut self, nodes: &mut Nodes, at: usize, sum: i64) -> Result<Ref, Stop> {
        let Some((var, factor)) = self.terms.get(at).copied() else { return Ok((self.leaf)(sum)) };
        if let Some(known) = self.known.get(&(at, sum)) {
            return Ok(*known);
        }
        let mut kids = Vec::with_capacity(nodes.digits());
        for digit in 0..nodes.digits() as i64 {
            let next = (self.add)(sum, factor, digit)?;
            kids.push(self.diagram(nodes, at + 1, next)?);
        }
        let new = nodes.node(var, &kids);
        self.known.insert((at, sum), new);
        self.held.cover(self.known.len() * (hashed(24) + STATE * nodes.digits()))?;
        Ok(new)
    }
}
