//! Guesses that never agree, with a proof.
//!
//! In: a start from which guesses did not agree for long. Out: two guesses, a modulus and a residue, such that the guesses differ at every number of
//! that class from some number on ([`Apart`]). The proof is by induction, as in [`invariants`](super::super::invariants). The pairs of tuples that
//! the two guesses can have before numbers of each class, whatever values the quotients have by their classes, form a least family of sets. If in
//! some class no pair ends with two equal values, the guesses differ there for ever.

use crate::exact::index;
use std::collections::{BTreeSet, HashMap};

use super::super::guesses::tuples;
use super::super::invariants::{Forward, Invariants, Tuple};
use super::super::read::Shape;
use super::{Guess, PATIENCE};
use grundy_core::contract::{limits::Limits, options::Play};

/// The limit on the number of pairs in all classes together.
const MOST_PAIRS: usize = 1 << 16;
/// The number of steps between two looks at the limits.
const PAUSE: u64 = 1 << 16;

/// Two guesses that never agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The number at which both begin.
    pub start: u64,
    /// Their first values.
    pub guesses: [Vec<u8>; 2],
    /// They differ at all numbers with this residue by this modulus, from `from` on. The proof tells residues by `proof` apart.
    pub residue: u64,
    pub modulus: u64,
    pub from: u64,
    pub proof: u64,
    /// The values that the first and the second guess can have there.
    pub values: [Vec<u8>; 2],
}

/// Two guesses from a start that never agree, with a proof; `None` if none were found. The values must include those of the quotients of the next
/// [`PATIENCE`] numbers. Where the work is ended, none are found.
pub fn apart(
    shape: &Shape,
    play: Play,
    values: &[u8],
    guess: &Guess,
    start: u64,
    invariants: &Invariants,
    limits: &Limits,
) -> Option<Apart> {
    let forward = Forward::of(shape);
    let pair = differing(shape, play, values, guess, start, &forward)?;
    let largest = shape.divide.last().copied().unwrap_or(0);
    let first = start + forward.length as u64;
    // From here on the invariants apply to all quotients.
    let begin = first.max(largest * (invariants.from + 1));
    let mut tuples = pair;
    for n in first..begin {
        if n % PAUSE == 0 && limits.ended().is_some() {
            return None;
        }
        let mask = mask(shape, values, n)?;
        tuples = tuples.map(|tuple| forward.next(tuple, mask));
    }
    let classes = invariants.modulus;
    let mut sets: Vec<BTreeSet<[Tuple; 2]>> = vec![BTreeSet::new(); index(classes)];
    sets[index(begin % classes)].insert(tuples);
    let mut open = vec![(begin % classes, tuples)];
    let mut found = 1;
    let quotients: Vec<Vec<u32>> = (0..classes).map(|residue| invariants.quotients(shape, residue)).collect();
    while let Some((residue, pair)) = open.pop() {
        for mask in &quotients[index(residue)] {
            let next = pair.map(|tuple| forward.next(tuple, *mask));
            let class = (residue + 1) % classes;
            if sets[index(class)].insert(next) {
                found += 1;
                open.push((class, next));
            }
        }
        if found > MOST_PAIRS {
            return None;
        }
    }
    // The pairs before n + 1 end with the values at n.
    let ends = |residue: u64| &sets[index((residue + 1) % classes)];
    let differ = |residue: u64| ends(residue).iter().all(|[a, b]| a & 15 != b & 15);
    let moduli = (1..=classes).filter(|m| classes.is_multiple_of(*m));
    let class = moduli.flat_map(|m| (0..m).map(move |r| (r, m)));
    let (residue, modulus) = class.into_iter().find(|(r, m)| (*r..classes).step_by(index(*m)).all(differ))?;
    let seen = |which: usize| {
        let all = (residue..classes).step_by(index(modulus)).flat_map(ends);
        let seen: BTreeSet<u8> = all.map(|pair| (pair[which] & 15) as u8).collect();
        seen.into_iter().collect()
    };
    let guesses = pair.map(|tuple| (0..forward.length).rev().map(|k| (tuple >> (4 * k) & 15) as u8).collect());
    Some(Apart { start, guesses, residue, modulus, from: begin, proof: classes, values: [seen(0), seen(1)] })
}

/// The values of the quotients of a number, as bits; `None` if they are not known.
fn mask(shape: &Shape, values: &[u8], n: u64) -> Option<u32> {
    let over = shape.divide.iter().filter(|d| n > 0 && n.is_multiple_of(**d));
    over.map(|d| values.get(index(n / d))).try_fold(0, |mask, v| Some(mask | 1 << v?))
}

/// Two guesses from a start that still differ after [`PATIENCE`] steps.
fn differing(
    shape: &Shape,
    play: Play,
    values: &[u8],
    guess: &Guess,
    start: u64,
    forward: &Forward,
) -> Option<[Tuple; 2]> {
    // For each tuple reached, the least of the guesses that have come to agree on it.
    let possible = (0..forward.length as u64).map(|i| guess.values(shape, play, start + i));
    let mut kept: HashMap<Tuple, Tuple> =
        tuples(possible, usize::MAX)?.into_iter().map(|tuple| (tuple, tuple)).collect();
    for n in (start + forward.length as u64..).take(PATIENCE) {
        let mask = mask(shape, values, n)?;
        let mut next: HashMap<Tuple, Tuple> = HashMap::new();
        for (tuple, first) in kept {
            let least = next.entry(forward.next(tuple, mask)).or_insert(first);
            *least = first.min(*least);
        }
        kept = next;
    }
    let mut all: Vec<Tuple> = kept.into_values().collect();
    all.sort_unstable();
    let [one, other, ..] = all[..] else { return None };
    Some([one, other])
}
