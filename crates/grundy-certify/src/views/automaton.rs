//! Verifies an automaton that gives the value of every number.
//!
//! In: a certificate of kind `automaton`. Out: the proof in words, or the part of the certificate that fails.
//!
//! Let the moves lead from n to n - s, s in S, and to n / d, d in D, where all d are powers of the base b ([`Moves`]). Let w = b^k be at least as
//! great as all s and d, and let n = m w + r, r < w. The state that the automaton reaches after m, with the digits of r, determines the states after
//! n, after all n - s with s <= r, and after n / d for all d that divide n, which are those that divide r. The state after m - 1 determines those
//! after n - s with s > r. So whether the output at n is the mex of the outputs at its options depends only on r and on the states after m and m - 1.
//! There are finitely many such pairs of states: all that digits reach from the pair of 0 and -1. If the output is the mex at every n, it is the
//! value, by induction over n.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::form::expr::{Result, Rules, short};
use crate::form::keys::{list, number};
use crate::form::numbers::index;
use crate::form::spent::{Stop, Told};
use crate::form::stated::{Certificate, Stated};
use crate::recurrence::recurs::first_values;
use crate::say::numeration;
use crate::say::numeration::Numeration;
use crate::views::divisions::Moves;
use crate::{Refusal, Verified};

/// Outputs must be below this.
const MOST_VALUES: u64 = 64;
/// The limit on pairs of states times numbers r.
const MOST: u64 = 1 << 26;
/// The limit on w.
const WIDEST: u64 = 1 << 20;

/// An automaton. Its initial state is 0.
struct Table {
    base: u64,
    /// The next state, as a row for each state with an entry for each digit.
    next: Vec<Vec<usize>>,
    outputs: Vec<u64>,
}

impl Table {
    /// Reads the keys `base`, `next` and `outputs`.
    fn read(object: &Map<String, Value>) -> Result<Table> {
        let base = number(object, "base")?;
        let rows = list(object, "next")?;
        let state = |entry: &Value| {
            let state = entry.as_u64().filter(|state| *state < rows.len() as u64);
            state.map(index).ok_or_else(|| format!("{} is no state, a number below {}", short(entry), rows.len()))
        };
        let row = |row: &Value| {
            let row = row.as_array().filter(|row| row.len() as u64 == base);
            let row = row.ok_or_else(|| format!("a row of its `next` is not a list of {base} states"))?;
            row.iter().map(state).collect::<Result<Vec<_>>>()
        };
        let output = |output: &Value| {
            let value = output.as_u64().filter(|value| *value < MOST_VALUES);
            value.ok_or_else(|| format!("{} is no output, a number below {MOST_VALUES}", short(output)))
        };
        let next = rows.iter().map(row).collect::<Result<Vec<_>>>()?;
        let outputs = list(object, "outputs")?.iter().map(output).collect::<Result<Vec<_>>>()?;
        if base < 2 || next.is_empty() || next.len() != outputs.len() {
            let text = format!(
                "an automaton has a base of at least 2, and a row and an output for each of its states: its `base` is {base}, there are {} rows and {} outputs",
                next.len(),
                outputs.len()
            );
            return Err(text);
        }
        Ok(Table { base, next, outputs })
    }

    /// The output after a number is read.
    fn value(&self, n: u64) -> u64 {
        let mut places = vec![];
        let mut rest = n;
        while rest > 0 {
            places.push(index(rest % self.base));
            rest /= self.base;
        }
        self.outputs[places.iter().rev().fold(0, |state, digit| self.next[state][*digit])]
    }

    /// For j = 0, 1, …, k, the states after all strings of j more digits, in order.
    fn after(&self, state: usize, digits: u32) -> Vec<Vec<usize>> {
        let mut levels = vec![vec![state]];
        for j in 0..digits as usize {
            levels.push(levels[j].iter().flat_map(|state| self.next[*state].iter().copied()).collect());
        }
        levels
    }

    /// All pairs of the state after m and the state after m - 1, with no second state for m = 0; `None` if there are too many.
    fn pairs(&self, most: usize) -> Option<Vec<(usize, Option<usize>)>> {
        let zero: (usize, Option<usize>) = (0, None);
        let (mut seen, mut pairs) = (HashSet::from([zero]), vec![zero]);
        let mut done = 0;
        while let Some((state, before)) = pairs.get(done).copied() {
            let row = &self.next[state];
            let less = [before.and_then(|before: usize| self.next[before].last().copied())];
            for pair in row.iter().copied().zip(less.into_iter().chain(row.iter().copied().map(Some))) {
                if seen.insert(pair) {
                    pairs.push(pair);
                }
            }
            done += 1;
            if pairs.len() > most {
                return None;
            }
        }
        Some(pairs)
    }
}

/// The numbers m w + r, r < w = b^k, for one pair of states.
struct Block {
    /// For each j <= k, the states after m and j more digits.
    levels: Vec<Vec<usize>>,
    /// The states after m - 1 and k more digits, if m > 0.
    before: Option<Vec<usize>>,
}

struct Claim<'a> {
    table: &'a Table,
    moves: &'a Moves,
    /// The divisors, each with its exponent as a power of the base.
    over: Vec<(u64, u32)>,
    misere: bool,
}

impl Claim<'_> {
    /// The value of m w + r, if the outputs at its options are their values.
    fn value(&self, block: &Block, r: u64) -> u64 {
        let k = block.levels.len() - 1;
        let mut used = 0u64;
        let mut see = |state: usize| used |= 1 << self.table.outputs[state];
        for s in &self.moves.minus {
            match (r.checked_sub(*s), &block.before) {
                (Some(less), _) => see(block.levels[k][index(less)]),
                (None, Some(before)) => see(before[index(before.len() as u64 + r - s)]),
                (None, None) => {}
            }
        }
        let positive = r > 0 || block.before.is_some();
        for (d, e) in self.over.iter().filter(|(d, _)| positive && r.is_multiple_of(*d)) {
            see(block.levels[k - index(*e)][index(r / d)]);
        }
        if used == 0 { u64::from(self.misere) } else { u64::from(used.trailing_ones()) }
    }
}

impl Claim<'_> {
    fn words(&self, values: usize, pairs: usize, width: u64) -> String {
        let set =
            |set: &BTreeSet<u64>| format!("{{{}}}", set.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
        let Moves { minus, over, near } = self.moves;
        format!(
            "The options of n are the n - s >= 0, s in {}, and for n > 0 the whole n / d, d in {}: for n >= {near} this was read from the rules, \
             for those below computed by the definition. Let n = {width} * m + r with r < {width}. The states after m and m - 1 are one of {pairs} pairs, \
             all that digits reach from those of 0 and -1; from them and r follow the states after n and its options. In each case the output at n is the \
             mex of those at the options, or the value of a terminal position where there is none; so by induction over n the outputs are the values. The first \
             {} values are those of the certificate.",
            set(minus),
            set(over),
            values,
        )
    }
}

/// The exponent e with d = base^e, if there is one.
fn exponent(d: u64, base: u64) -> Option<u32> {
    let (mut power, mut e) = (1u64, 0);
    while power < d {
        (power, e) = (power.checked_mul(base)?, e + 1);
    }
    (power == d).then_some(e)
}

/// Verifies a certificate of an automaton.
fn verify(rules: &Rules, misere: bool, automaton: &Automaton, stop: Stop) -> Result<String, Refusal> {
    let Automaton { table, values } = automaton;
    let no = |why: String| Err(Refusal::False(why));
    let moves = Moves::of(rules).map_err(Refusal::of)?;
    let over = moves.over.iter().map(|d| exponent(*d, table.base).map(|e| (*d, e)));
    let Some(over) = over.collect::<Option<Vec<_>>>() else {
        return no(format!("a move divides by a number that is no power of {}", table.base));
    };
    if table.next[0][0] != 0 {
        return no("with a zero in front the automaton would not be in the state 0".into());
    }
    let (mut k, mut width) = (0, 1u64);
    while moves.minus.iter().chain(&moves.over).any(|x| *x > width) {
        (k, width) = (k + 1, width.saturating_mul(table.base));
    }
    let Some(pairs) =
        (MOST / width.min(WIDEST)).try_into().ok().and_then(|most| table.pairs(most)).filter(|_| width <= WIDEST)
    else {
        return no(format!("there are too many pairs of states, with {width} numbers each, for this checker"));
    };
    let claim = Claim { table, moves: &moves, over, misere };
    for (done, (state, before)) in pairs.iter().enumerate() {
        if done % 64 == 0 && stop(Told::steps(done as u64)) {
            return Err(Refusal::Stopped);
        }
        let before = before.and_then(|before| table.after(before, k).pop());
        let block = Block { levels: table.after(*state, k), before };
        for (r, state) in (0..).zip(&block.levels[k as usize]) {
            let (output, value) = (table.outputs[*state], claim.value(&block, r));
            if output != value {
                return no(format!(
                    "at some n = {r} modulo {width} the output is {output}, and those at its options make it {value}"
                ));
            }
        }
    }
    let stated = (0..).zip(values).find(|(n, stated)| **stated != Some(table.value(*n)));
    if let Some((n, _)) = stated {
        return no(format!("the value {n} of the certificate is not right: there is {}", table.value(n)));
    }
    Ok(claim.words(values.len(), pairs.len(), width))
}

/// A certificate of kind `automaton`, with its first values.
struct Automaton {
    table: Table,
    values: Vec<Option<u64>>,
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Automaton { table: Table::read(object)?, values: first_values(object)? }))
}

impl Stated for Automaton {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(&of.rules, of.misere, self, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        format!(
            "In {} play, for every n >= 0: G(n), the value of the position (n) of {}, is the output of the state in which the automaton of \
             the certificate is when it has read n in base {}, the most significant digit first. It has {} states.",
            of.play(),
            of.called(),
            self.table.base,
            self.table.outputs.len(),
        )
    }

    fn answer(&self, asks: &str, question: &Map<String, Value>, _: &Certificate) -> Result<Option<(u64, u64)>> {
        numeration::automatic(asks, question, Numeration::Base(self.table.base.into()), true)
    }
}
