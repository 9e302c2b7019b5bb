//! Tables of all values on a given number of piles.
//!
//! In: rules on so many piles. Out: the least threshold and modulus for which the values, or the outcomes, depend on the kinds of piles alone, with the value of each position of kinds.
//! The values of all positions with sizes below T + m are computed. Each stands for its kinds, and the table is right if it obeys the rules at every position
//! with sizes below T + S + m, which stand for all: a move takes at most S tokens from a pile.

use std::collections::{BTreeMap, HashMap};

use dashu_int::IBig;
use grundy_automata::Budget;
use grundy_rules::rules::evaluate::{Evaluator, NoAtoms};
use grundy_rules::rules::piles::{PileMove, Piles, Tallied, Tally};
use grundy_rules::rules::{Play, expr::C};

use super::kinds::{Kinds, Line, Pile};

/// The greatest modulus, and the greatest sum of threshold and modulus.
const MODULUS: i64 = 6;
const SIZES: i64 = 16;
/// The most piles.
const PILES: usize = 16;
/// The most positions of one table, and the most moves that are looked at in all.
const POSITIONS: usize = 1 << 15;
const MOVES: u64 = 1 << 22;
/// Beside its sizes, a position takes about as many bytes as so many more; and in all so many times eight bytes, with the list of positions.
const OVERHEAD: usize = 8;
const ENTRIES: usize = 32;
/// The most steps of the evaluation of a condition.
const STEPS: u64 = 1 << 12;

/// The values of all positions, by the kinds of their piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PilesTable {
    /// Sizes below this are told apart.
    pub threshold: i64,
    /// Other sizes are known up to a multiple of this.
    pub modulus: i64,
    /// The value of each position x1 <= x2 <= … with sizes below threshold + modulus, in the order of the sizes; or 0 for P, and 1 for N.
    pub values: Vec<u64>,
}

/// Finds the table of a game on a given number of piles: of its values, or of its outcomes alone. `holds` must be true at all positions that meet `among`, with their values behind
/// its tallies.
#[must_use]
pub fn table_of_piles(
    piles: &Piles,
    (play, is_outcome): (Play, bool),
    (among, holds): (&Tallied<C>, &Tallied<C>),
    budget: &Budget<'_>,
) -> Option<PilesTable> {
    let length = piles.length.as_i64().and_then(|length| usize::try_from(length).ok())?;
    let said: Vec<&Tally> = among.of.iter().chain(&holds.of).collect();
    let mut search = Search { piles, length, play, is_outcome, guards: HashMap::new(), moves: 0, budget };
    let sums = (1..=SIZES).flat_map(|sizes| (1..=MODULUS.min(sizes)).map(move |modulus| (sizes - modulus, modulus)));
    for (threshold, modulus) in sums {
        let Some(kinds) = Kinds::deciding(threshold, modulus, piles, &said) else { continue };
        let positions = multisets(threshold + modulus, length).filter(|_| length <= PILES)?;
        if positions > POSITIONS {
            return None;
        }
        let _held = budget.memory.hold(positions * (length + OVERHEAD) * ENTRIES).ok()?;
        let own = search.values(threshold + modulus)?;
        if search.obeys(&kinds, &own)? {
            let positions = sorted(threshold + modulus, length);
            let values: Vec<u64> = positions.iter().map(|x| own[x]).collect();
            let is_true = |(x, value): (&Vec<i64>, &u64)| is_true(x, *value, among, holds) == Some(true);
            let all = positions.iter().zip(&values).all(is_true);
            return all.then_some(PilesTable { threshold, modulus, values });
        }
    }
    None
}

/// The number of positions of so many piles with sizes below a number.
fn multisets(sizes: i64, length: usize) -> Option<usize> {
    let sizes = usize::try_from(sizes).ok()?;
    (1..=length).try_fold(1_usize, |number, i| Some(number.checked_mul(sizes + i - 1)? / i))
}

/// These positions, in their order.
fn sorted(sizes: i64, length: usize) -> Vec<Vec<i64>> {
    let mut found = vec![vec![]];
    for _ in 0..length {
        let longer = |x: &Vec<i64>| {
            let from = x.last().copied().unwrap_or(0);
            let x = x.clone();
            (from..sizes).map(move |next| [&x[..], &[next]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// The numbers that tallies have at a position where so much is taken from each pile.
fn numbers(x: &[i64], taken: &[i64], of: &[Tally]) -> Option<Vec<i64>> {
    of.iter()
        .map(|tally| {
            let pile = |(size, taken): (&i64, &i64)| {
                let size = Line { start: *size, step: 0 };
                Pile { size, taken: *taken }.adds(tally)
            };
            x.iter().zip(taken).map(pile).sum()
        })
        .collect()
}

fn truth(c: &C, numbers: &[i64]) -> Option<bool> {
    let coords: Vec<IBig> = numbers.iter().map(|n| IBig::from(*n)).collect();
    let mut eval = Evaluator { coords: &coords, vars: BTreeMap::new(), atoms: &mut NoAtoms, steps: STEPS };
    eval.truth(c).ok()
}

/// Is what is claimed true at a position with a value? It is, where it is not meant.
fn is_true(x: &[i64], value: u64, among: &Tallied<C>, holds: &Tallied<C>) -> Option<bool> {
    let none = vec![0; x.len()];
    if !truth(&among.body, &numbers(x, &none, &among.of)?)? {
        return Some(true);
    }
    let mut about = numbers(x, &none, &holds.of)?;
    about.push(i64::try_from(value).ok()?);
    truth(&holds.body, &about)
}

struct Search<'s> {
    piles: &'s Piles,
    length: usize,
    play: Play,
    is_outcome: bool,
    /// The conditions of moves at the numbers of their tallies.
    guards: HashMap<(usize, Vec<i64>), bool>,
    moves: u64,
    budget: &'s Budget<'s>,
}

type Values = HashMap<Vec<i64>, u64>;

impl Search<'_> {
    /// The values of all positions with sizes below a number.
    fn values(&mut self, sizes: i64) -> Option<Values> {
        let mut all = sorted(sizes, self.length);
        all.sort_by_key(|x| x.iter().sum::<i64>());
        let mut values = Values::new();
        for x in all {
            let value = self.value(&x, &mut |y| values.get(y).copied())?;
            values.insert(x, value);
        }
        Some(values)
    }

    /// Does the table of kinds obey the rules?
    fn obeys(&mut self, kinds: &Kinds, own: &Values) -> Option<bool> {
        let (threshold, modulus) = (kinds.threshold, kinds.modulus);
        let coarse = |size: i64| if size < threshold { size } else { threshold + (size - threshold) % modulus };
        let at = |x: &[i64]| {
            let mut x: Vec<i64> = x.iter().map(|size| coarse(*size)).collect();
            x.sort_unstable();
            own.get(&x).copied()
        };
        let sizes = i64::try_from(kinds.before.len()).ok()?;
        if multisets(sizes, self.length)? > POSITIONS << 2 {
            return None;
        }
        for x in sorted(sizes, self.length) {
            if Some(self.value(&x, &mut |y| at(y))?) != at(&x) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The value of a position by those of its options; 0 for P and 1 for N, if only outcomes are asked for.
    fn value(&mut self, x: &[i64], of: &mut dyn FnMut(&[i64]) -> Option<u64>) -> Option<u64> {
        let mut found = vec![];
        for number in 0..self.piles.moves.len() {
            let one = &self.piles.moves[number];
            let most = i64::try_from(one.most).ok()?;
            let mut taken = vec![0; x.len()];
            loop {
                self.moves += 1;
                if self.moves > MOVES || (self.budget.ended)() {
                    return None;
                }
                if self.leads(number, one, x, &taken)? {
                    let mut y: Vec<i64> = x.iter().zip(&taken).map(|(x, taken)| x - taken).collect();
                    y.sort_unstable();
                    found.push(of(&y)?);
                }
                // Of piles of one size, those behind lose no more than those before.
                let more = |i: &usize| {
                    taken[*i] < most.min(x[*i]) && (*i == 0 || x[i - 1] != x[*i] || taken[*i] < taken[i - 1])
                };
                let Some(next) = (0..x.len()).rev().find(more) else { break };
                taken[next] += 1;
                taken[next + 1..].fill(0);
            }
        }
        Some(match found.is_empty() {
            true => u64::from(self.play.is_misere()),
            false if self.is_outcome => u64::from(found.contains(&0)),
            false => (0..).find(|value| !found.contains(value)).unwrap_or(0),
        })
    }

    /// Is something taken, and does the condition of a clause hold?
    fn leads(&mut self, number: usize, one: &PileMove, x: &[i64], taken: &[i64]) -> Option<bool> {
        let key = (number, numbers(x, taken, &one.guard.of)?);
        let holds = match self.guards.get(&key) {
            Some(holds) => *holds,
            None => {
                let holds = truth(&one.guard.body, &key.1)?;
                self.guards.insert(key, holds);
                holds
            }
        };
        // A move that takes nothing would be no move of a game that ends.
        if holds && taken.iter().all(|taken| *taken == 0) { None } else { Some(holds) }
    }
}
