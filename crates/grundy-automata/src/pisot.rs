//! Linear equations and comparisons in an Ostrowski numeration.
//!
//! In: coefficients and a constant. Out: the least automaton. Read from the most significant digit on, what was read is p·w(k) + q·w(k - 1); a letter
//! with the sum d of its weighted digits makes (a·p + q + d)·w(k - 1) + p·w(k - 2) of it. The digits to come count less than B·w(k), where B is the sum of
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
use crate::numeration::Numeration;

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
    a: i64,
    /// The sum of the sizes of the coefficients, and 1 for a constant.
    bound: i64,
    heads: Numbered<Head>,
    /// The heads that lead to each head, by the sum of the letter.
    before: HashMap<i64, Vec<Vec<u32>>>,
    held: Held,
}

impl Heads {
    fn of(a: i64, sums: &BTreeSet<i64>, bound: i64, budget: &Budget<'_>) -> Result<Heads, Stop> {
        let heads = Numbered::beginning(Head::Open(0, 0));
        let before = sums.iter().map(|sum| (*sum, vec![])).collect();
        let mut all = Heads { a, bound, heads, before, held: budget.memory.none() };
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
        let (p, q) = (plus(plus(times(self.a, p)?, q)?, sum)?, p);
        // w(k - 1) / w(k) is between 1 / (a + 1) and 1.
        let (least, most) = (plus(times(self.a + 1, p)?, q)?, plus(p, q)?);
        let far = times(self.bound, self.a + 1)?;
        Ok(if least > far && most > self.bound {
            Head::Above
        } else if least < -far && most < -self.bound {
            Head::Below
        } else {
            Head::Open(p, q)
        })
    }

    /// The heads that a relation accepts when no digit follows.
    fn accepted(&self, relation: Relation) -> Vec<u32> {
        let is_accepted = |head: &Head| match (head, relation) {
            (Head::Open(p, q), Relation::Zero) => p + q == 0,
            (Head::Open(p, q), _) => p + q <= 0,
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
fn sums_of(terms: &[(Var, i64)], a: i64, sign: i64) -> Result<BTreeSet<i64>, Stop> {
    let mut sums = BTreeSet::from([0]);
    for factor in terms.iter().map(|(_, factor)| *factor).chain([sign]) {
        let mut next = BTreeSet::new();
        for digit in 0..=a {
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
pub(crate) fn linear(a: usize, linear: &Linear, relation: Relation, budget: &Budget<'_>) -> Result<Automaton, Stop> {
    let numeration = Numeration::Ostrowski(a);
    let (a, constant) = (a as i64, linear.constant());
    let sign = if *constant < IBig::ZERO { -1 } else { i64::from(*constant > IBig::ZERO) };
    let sums = sums_of(linear.terms(), a, sign)?;
    let sizes = linear.terms().iter().map(|(_, factor)| factor.checked_abs().ok_or(Stop::Overflow));
    let bound = sizes.chain([Ok(1)]).try_fold(0i64, |all, size| all.checked_add(size?).ok_or(Stop::Overflow))?;
    let heads = Heads::of(a, &sums, bound, budget)?;
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
