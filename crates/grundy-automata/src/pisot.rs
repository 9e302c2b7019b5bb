//! Linear equations and comparisons in an Ostrowski numeration, or in that of a unit.
//!
//! In: coefficients and a constant. Out: the least automaton. Let w(k + 1) = a·w(k) + b·w(k - 1), where b is 1 or -1. Read from the most significant digit on, what was
//! read is p·w(k) + q·w(k - 1); a letter with the sum d of its weighted digits makes (a·p + q + d)·w(k - 1) + b·p·w(k - 2) of it. The digits to come count less than B·w(k), where B is the sum of
//! the coefficients, so few pairs (p, q) leave the answer open. Automata here read the least significant digit first: their states are the sets of pairs
//! from which the digits read lead to acceptance. A constant is a number whose digits are known.

use std::collections::{BTreeSet, HashMap};

use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

use crate::automaton::{Automaton, Heap, Numbered};
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::linear::{Linear, Relation, Sums};
use crate::memory::{Held, boxed, listed};
use crate::numeration::{Numeration, Recurrence};

/// What was read from the most significant digit on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Head {
    /// p·w(k) + q·w(k - 1).
    Open(i64, i64),
    /// Above 0, whatever follows.
    Above,
    /// Below 0, whatever follows.
    Below,
}

impl Heap for Head {}

/// What can be read, and where it leads.
struct Heads {
    numeration: Numeration,
    /// The sum of the sizes of the coefficients, and 1 for a constant.
    bound: i64,
    heads: Numbered<Head>,
    /// The heads that lead to each head, by the sum of the letter.
    before: HashMap<i64, Vec<Vec<u32>>>,
    held: Held,
}

impl Heads {
    fn of(numeration: Numeration, sums: &BTreeSet<i64>, bound: i64, budget: &Budget<'_>) -> Result<Heads, Stop> {
        let heads = Numbered::beginning(Head::Open(0, 0));
        let before = sums.iter().map(|sum| (*sum, vec![])).collect();
        let mut all = Heads { numeration, bound, heads, before, held: budget.memory.none() };
        let mut at = 0;
        while let Some(head) = all.heads.list.get(at).copied() {
            budget.allows(all.heads.list.len(), 0)?;
            budget.spend(sums.len())?;
            // For each sum a list for each head, with what leads there.
            let lists = sums.len() * (listed(size_of::<Vec<u32>>()) + boxed(listed(4)));
            all.held.cover(all.heads.bytes() + all.heads.list.len() * lists)?;
            for sum in sums {
                let next = all.next(head, *sum)?;
                let number = all.heads.number(next) as usize;
                let lists = all.before.entry(*sum).or_default();
                lists.resize_with(lists.len().max(number + 1), Vec::new);
                lists[number].push(at as u32);
            }
            at += 1;
        }
        Ok(all)
    }

    fn next(&self, head: Head, sum: i64) -> Result<Head, Stop> {
        let Head::Open(p, q) = head else { return Ok(head) };
        let times = |n: i64, factor: i64| n.checked_mul(factor).ok_or(Stop::Overflow);
        let plus = |n: i64, more: i64| n.checked_add(more).ok_or(Stop::Overflow);
        let Recurrence { last, below } = self.numeration.recurrence();
        let (p, q) = (plus(plus(times(last, p)?, q)?, sum)?, times(below, p)?);
        let (mut above, mut under) = (true, true);
        for (part, whole) in self.ratios() {
            let (head, far) = (plus(times(p, whole)?, times(q, part)?)?, times(self.bound, whole)?);
            above &= head > far;
            under &= head < -far;
        }
        Ok(if above {
            Head::Above
        } else if under {
            Head::Below
        } else {
            Head::Open(p, q)
        })
    }

    /// Two fractions between which w(k - 1) / w(k) is for all k.
    fn ratios(&self) -> [(i64, i64); 2] {
        match self.numeration {
            Numeration::Unit(t) => [(0, 1), (1, t as i64 - 1)],
            // 1/(a + 1), for the first and the second place, and 1.
            other => [(1, other.digits() as i64), (1, 1)],
        }
    }

    /// The heads that a relation accepts when no digit follows.
    fn accepted(&self, relation: Relation) -> Vec<u32> {
        let below = self.numeration.below_first();
        let is_accepted = |head: &Head| match (head, relation) {
            (Head::Open(p, q), Relation::Zero) => p + below * q == 0,
            (Head::Open(p, q), _) => p + below * q <= 0,
            (Head::Below, relation) => relation == Relation::AtMostZero,
            (Head::Above, _) => false,
        };
        (0..self.heads.list.len() as u32).filter(|n| is_accepted(&self.heads.list[*n as usize])).collect()
    }

    /// The heads that a letter with a sum leads into a set.
    fn leading_to(&self, set: &[u32], sum: i64) -> Vec<u32> {
        let lists = self.before.get(&sum);
        let of = |head: &u32| lists.and_then(|lists| lists.get(*head as usize)).into_iter().flatten().copied();
        let mut all: Vec<u32> = set.iter().flat_map(of).collect();
        all.sort_unstable();
        all
    }
}

/// The sums that a letter can have.
fn sums_of(terms: &[(Var, i64)], greatest: i64, sign: i64) -> Result<BTreeSet<i64>, Stop> {
    let mut sums = BTreeSet::from([0]);
    for factor in terms.iter().map(|(_, factor)| *factor).chain([sign]) {
        let mut next = BTreeSet::new();
        for digit in 0..=greatest {
            let more = factor.checked_mul(digit).ok_or(Stop::Overflow)?;
            for sum in &sums {
                next.insert(i64::checked_add(*sum, more).ok_or(Stop::Overflow)?);
            }
        }
        if next.len() > SUMS {
            return Err(Stop::TooLarge);
        }
        sums = next;
    }
    Ok(sums)
}

/// The most different sums of a letter.
const SUMS: usize = 1 << 12;

/// The tuples for which a linear equation or comparison holds.
pub(crate) fn linear(
    numeration: Numeration,
    linear: &Linear,
    relation: Relation,
    budget: &Budget<'_>,
) -> Result<Automaton, Stop> {
    let constant = linear.constant();
    let sign = if *constant < IBig::ZERO { -1 } else { i64::from(*constant > IBig::ZERO) };
    let sums = sums_of(linear.terms(), numeration.digits() as i64 - 1, sign)?;
    let sizes = linear.terms().iter().map(|(_, factor)| factor.checked_abs().ok_or(Stop::Overflow));
    let bound = sizes.chain([Ok(1)]).try_fold(0i64, |all, size| all.checked_add(size?).ok_or(Stop::Overflow))?;
    let heads = Heads::of(numeration, &sums, bound, budget)?;
    let known = numeration.digits_of(&constant.clone().unsigned_abs());
    let digit = |place: usize| known.get(place).map_or(0, |digit| sign * *digit as i64);
    let accepts = |(place, set): &(usize, Vec<u32>)| {
        let end = (*place..known.len()).fold(set.clone(), |set, place| heads.leading_to(&set, digit(place)));
        end.first() == Some(&0)
    };
    type State = (usize, Vec<u32>);
    let step = |(place, set): &State, nodes: &mut Nodes, number: &mut dyn FnMut(State) -> Ref| {
        budget.spend(set.len() * sums.len())?;
        let next = (*place + 1).min(known.len());
        let add = |sum: i64, factor: i64, digit: i64| {
            factor.checked_mul(digit).and_then(|more| sum.checked_add(more)).ok_or(Stop::Overflow)
        };
        let mut leaf = |sum: i64| number((next, heads.leading_to(set, sum)));
        let held = budget.memory.none();
        Sums { terms: linear.terms(), add: &add, leaf: &mut leaf, known: HashMap::new(), held }.diagram(
            nodes,
            0,
            digit(*place),
        )
    };
    Automaton::of_states(numeration, (0, heads.accepted(relation)), accepts, step, budget)
}
