//! Verifies the periods of the positions with a value, and of diagonals.
//!
//! In: rules, and the statement of a certificate ([`Claim`]), with the blocks of values that its proof rests on. Out: what was verified
//! ([`Verified`]), or the first part of the statement that fails.
//!
//! 1. The rules have the [`Shape`] for which the [`Sieve`] gives the positions. The values before its first line are computed.
//! 2. *Blocks* (Farr and Ho 2017, Theorem 4). Suppose that, from a line on, the values before a block fill exactly the first D diagonals in every
//!    line, and no other cell. Then D is all that the values of the block depend on besides themselves. For each of them take the lines that have had
//!    it, relative to the present line. If these are the same in line A and in line A + P, everything about the values of the block recurs from A on
//!    with period P.
//! 3. *Closed blocks.* Suppose that in every line from some s on, to the end of a round after s and A, the diagonals that have a value are exactly
//!    the first D'. Then this holds in every line from s on. The next block begins at s, with D' for D.
//! 4. The terms b - a of a value recur with the block of this value; the values along a diagonal (Conjecture 1) recur with the closed block that
//!    fills it. The terms show that the preperiod and the period are least ([`least`]).

use std::ops::Range;

use serde_json::{Map, Value};

use super::Refusal;
use super::blocks::{self, Block, Entry, Walk, round};
use super::expr::Rules;
use super::keys::Entry::Runs;
use super::keys::{natural, number};
use super::least::{Equation, Halt, OTHER, Terms, least, must_be};
use super::numbers::index;
use super::plain::Plain;
use super::recurs::Recurs;
use super::sieve::{HAD, Sieve};
use super::stated::{Certificate, Stated};
use super::strip::{Shape, Strip};
use crate::spent::{Spent, Stop, Told, must_end};
use crate::values::constants::ReadTheorem;

/// The number of values that are distinguished at most.
const MOST_VALUES: u64 = 1 << 10;

/// The sequence that a certificate is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sequence {
    /// b - a for the positions (a, b), a <= b, of a given value, in order.
    Differences(u64),
    /// The values at (a + n, b + n), for given a and b.
    Diagonal(u64, u64),
}

/// A certificate of kind `solutions` or `diagonal`: blocks of values recur.
struct Levels {
    recurs: Recurs,
    /// The value, if the statement is about b - a along the positions of one value; else both coordinates run.
    value: Option<u64>,
    blocks: Vec<Block>,
}

/// Reads what a certificate of kind `solutions` states.
pub(crate) fn solutions(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>, String> {
    let (value, blocks) = (Some(number(object, "value")?), blocks::read(object)?);
    Ok(Box::new(Levels { recurs: Recurs::without_line(object)?, value, blocks }))
}

/// Reads what a certificate of kind `diagonal` states.
pub(crate) fn diagonal(object: &Map<String, Value>, rules: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>, String> {
    Ok(Box::new(Levels { blocks: blocks::read(object)?, recurs: Recurs::read(object, rules)?, value: None }))
}

impl Stated for Levels {
    fn verify(&self, of: &Certificate, _: &super::Verified, stop: Stop) -> Result<String, Refusal> {
        let sequence = match (self.value, &self.recurs.line[..]) {
            (Some(value), _) => Sequence::Differences(value),
            (None, [Runs(a), Runs(b)]) => Sequence::Diagonal(*a, *b),
            _ => return Err(Refusal::False("along a diagonal both coordinates run, `_` or so much more".into())),
        };
        let Recurs { preperiod, period, saltus, ref values, .. } = self.recurs;
        if saltus != 0 {
            return Err(Refusal::False(format!("what recurs with levels has the saltus 0, not {saltus}")));
        }
        let claim = Claim { misere: of.misere, sequence, preperiod, period, values, blocks: &self.blocks };
        Ok(verify(&of.rules, &claim, stop)?.words(&claim))
    }

    fn words(&self, of: &Certificate) -> String {
        let Some(value) = self.value else { return self.recurs.words(of, false) };
        let Recurs { preperiod, period, .. } = self.recurs;
        format!(
            "In {} play, for every n >= {preperiod}: d(n + {period}) = d(n), where d(n) = b - a for the n-th of the positions (a, b), \
             a <= b, with the value {value} of {}, in the order of a and then of b, from n = 0 on. {}",
            of.play(),
            of.called(),
            self.recurs.least(),
        )
    }

    fn answer(
        &self,
        asks: &str,
        question: &Map<String, Value>,
        of: &Certificate,
    ) -> Result<Option<(u64, u64)>, String> {
        match (self.value, question.get("line"), question.get("value")) {
            (Some(value), None, Some(asked)) => Ok(self.recurs.number(asks).filter(|_| natural(asked) == Some(value))),
            (Some(_), ..) => Ok(None),
            (None, ..) => self.recurs.along(asks, question, &of.rules),
        }
    }

    fn recurs(&self) -> Option<&Recurs> {
        Some(&self.recurs)
    }

    fn value(&self) -> Option<u64> {
        self.value
    }
}

/// The statement of a certificate.
pub(crate) struct Claim<'a> {
    pub(crate) misere: bool,
    pub(crate) sequence: Sequence,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) values: &'a [Option<u64>],
    pub(crate) blocks: &'a [Block],
}

/// What was verified.
pub(crate) struct Verified {
    /// The first line of the sieve.
    line: u64,
    /// The blocks, and for each closed block the number of diagonals filled up to it.
    blocks: Vec<(Block, Option<u64>)>,
}

impl Verified {
    /// The computation and the argument, in words.
    pub(crate) fn words(&self, claim: &Claim) -> String {
        let mut before = 0;
        let blocks = self.blocks.iter().map(|(block, closed)| {
            let Block { from, at, after, .. } = block;
            let from = if block.first == 0 { String::new() } else { format!(", from line {from} on") };
            let lines = if *after == 1 { "line" } else { "lines" };
            let fills =
                closed.map_or(String::new(), |full| format!(", with the {} filled", several("diagonal", before, full)));
            before = closed.unwrap_or(before);
            let values = several("value", block.first, block.last + 1);
            format!("Of the {values}{from}, that of line {at} recurs after {after} {lines}{fills}. ")
        });
        let blocks: String = blocks.collect();
        format!(
            "The options of every position with both coordinates from {} on are all those with one coordinate less, and exchanging the coordinates changes no value; the values \
             before line {} were computed by the definition. So the values 0, 1, 2, … take their positions in each line one after the other, and what \
             they do depends on which of the lines to come have had them: this is their state. {blocks}Later values see just the diagonals that \
             are filled; so everything recurs for ever. From {} on the equation was looked at as far as that needs; it fails of the index \
             before, and of every period that is {} divided by a prime. The first {} terms are those of the certificate.",
            self.line,
            self.line,
            claim.preperiod,
            claim.period,
            claim.values.len(),
        )
    }
}

/// The numbers from `first` on and below `end`, in words.
fn several(what: &str, first: u64, end: u64) -> String {
    if first + 1 == end { format!("{what} {first}") } else { format!("{what}s {first} to {}", end - 1) }
}

/// Verifies a claim.
fn verify(rules: &Rules, claim: &Claim, stop: Stop) -> Result<Verified, Refusal> {
    let top = in_order(claim).map_err(Refusal::of)?;
    let shape = Shape::of(rules).map_err(Refusal::of)?;
    let strip = shape.strip(claim.misere, top, stop).map_err(Refusal::of)?;
    let (mut words, most) = (((top + 16) / 64 + 1).next_power_of_two(), 32);
    loop {
        let done = match words {
            1 => verify_with::<1>(rules, &strip, claim, stop),
            2 => verify_with::<2>(rules, &strip, claim, stop),
            4 => verify_with::<4>(rules, &strip, claim, stop),
            8 => verify_with::<8>(rules, &strip, claim, stop),
            16 => verify_with::<16>(rules, &strip, claim, stop),
            _ => verify_with::<32>(rules, &strip, claim, stop),
        };
        match done {
            Ok(verified) => return Ok(verified),
            Err(Halt::Refused(refusal)) => return Err(refusal),
            Err(Halt::Narrow(_)) if words < most => words *= 2,
            Err(Halt::Narrow(_)) => {
                return Err(Refusal::False(format!("a value does not stay within {} diagonals", 64 * most)));
            }
        }
    }
}

/// The last value of the blocks. They must be consecutive and end where the claim requires it.
fn in_order(claim: &Claim) -> Result<u64, String> {
    must_end(&[claim.preperiod, claim.period])?;
    let mut next = 0;
    for block in claim.blocks {
        if block.first != next || block.last < block.first {
            return Err(format!("a block of values is to begin with {next}, and one begins with {}", block.first));
        }
        if block.after == 0 {
            return Err("a state recurs after 1 line at least".into());
        }
        must_end(&[block.from, block.at, block.after])?;
        next = block.last.saturating_add(1);
    }
    match (claim.blocks.last(), claim.sequence) {
        (None, _) => Err("there are no blocks".into()),
        (Some(block), _) if block.last >= MOST_VALUES => {
            Err(format!("this checker knows blocks of the values below {MOST_VALUES}"))
        }
        (Some(block), Sequence::Differences(value)) if block.last != value => {
            Err(format!("the last block ends with the value {}, not with {value}", block.last))
        }
        (Some(block), _) => Ok(block.last),
    }
}

fn verify_with<const W: usize>(rules: &Rules, strip: &Strip, claim: &Claim, stop: Stop) -> Result<Verified, Halt> {
    let top = claim.blocks.last().map_or(0, |block| block.last);
    let had = (0..=top).map(|value| strip.pairs(value).map(|(_, y)| y).collect());
    let mut walk = Walk { sieve: Sieve::<W>::new(strip.line, had)?, first: 0, entries: vec![] };
    let start = walk.clone();
    let (mut entries, mut blocks) = (vec![], vec![]);
    let mut full = 0;
    for (k, block) in claim.blocks.iter().enumerate() {
        let from = block.from.max(walk.sieve.line);
        walk.to(from, stop)?;
        if k > 0 {
            let entry = Entry { from, first: block.first, full };
            walk.enter(entry)?;
            entries.push(entry);
        }
        let block = Block { from, at: block.at.max(from), ..*block };
        let filled = match (claim.blocks.get(k + 1), claim.sequence) {
            (Some(next), _) => Some(next.from.max(from)),
            (None, Sequence::Diagonal(..)) => Some(block.at),
            (None, Sequence::Differences(_)) => None,
        };
        let closed = round(walk.sieve.only(index(block.last - block.first + 1)), &block, filled, stop)?;
        full = closed.unwrap_or(full);
        blocks.push((block, closed));
    }
    entries.reverse();
    let walk = Walk { entries, ..start };
    let Some((block, _)) = blocks.last() else { return Err("there are no blocks".to_string().into()) };
    let filled = walk.entries.first().map_or(0, |entry| entry.full)..full;
    let (terms, round) = Sought { sequence: claim.sequence, filled, strip }.terms(walk, block, stop)?;
    first_values(rules, &terms, claim, stop)?;
    let Claim { preperiod, period, .. } = *claim;
    if period == 0 || !round.after.is_multiple_of(period) {
        let text = format!("{period} is not the least period: that divides {}, after which terms repeat", round.after);
        return Err(text.into());
    }
    if preperiod > round.at {
        let text = format!("{preperiod} is not the least preperiod: from {} on terms repeat", round.at);
        return Err(text.into());
    }
    least(&terms, &[], round.at + round.after, Equation { preperiod, period, saltus: 0 }, stop)?;
    Ok(Verified { line: strip.line, blocks })
}

/// From term `at` on, terms repeat after `after` terms.
struct Round {
    at: u64,
    after: u64,
}

/// The sequence to be checked.
struct Sought<'a> {
    sequence: Sequence,
    /// The diagonals that the last block fills.
    filled: Range<u64>,
    strip: &'a Strip,
}

impl Sought<'_> {
    /// All terms, and the index from which on they repeat with the last block.
    fn terms<const W: usize>(&self, mut walk: Walk<W>, block: &Block, stop: Stop) -> Result<(Stream<W>, Round), Halt> {
        let Block { at, after, .. } = *block;
        match self.sequence {
            Sequence::Differences(value) => {
                let early: Vec<u64> = self.strip.pairs(value).map(|(x, y)| y - x).collect();
                let mut counting = walk.clone();
                let mut count = |end: u64| {
                    let mut terms = 0;
                    while counting.sieve.line < end {
                        counting.step(stop)?;
                        terms += u64::from(counting.sieve.diagonals.last() != Some(&HAD));
                    }
                    Ok::<u64, Halt>(terms)
                };
                let round = Round { at: early.len() as u64 + count(at)?, after: count(at + after)? };
                Ok((Stream { early, next: 0, walk, along: None }, round))
            }
            Sequence::Diagonal(a, b) => {
                let (x, diagonal) = (a.min(b), a.abs_diff(b));
                let Range { start, end } = self.filled;
                if !self.filled.contains(&diagonal) {
                    let text =
                        format!("the last block fills the diagonals from {start} on and before {end}, not this one");
                    return Err(text.into());
                }
                let early = (x..self.strip.line).map(|x| self.strip.get(x, x + diagonal).unwrap_or(OTHER)).collect();
                walk.to(x, stop)?;
                let round = Round { at: at.saturating_sub(x), after };
                Ok((Stream { early, next: 0, walk, along: Some(diagonal) }, round))
            }
        }
    }
}

/// The terms, from the next one on.
#[derive(Clone)]
struct Stream<const W: usize> {
    /// The terms before the first line.
    early: Vec<u64>,
    next: usize,
    walk: Walk<W>,
    /// The diagonal, if the terms are the values along it; otherwise the terms are the differences of the last value.
    along: Option<u64>,
}

impl<const W: usize> Terms for Stream<W> {
    fn next(&mut self, stop: Stop) -> Result<u64, Halt> {
        if let Some(term) = self.early.get(self.next) {
            self.next += 1;
            return Ok(*term);
        }
        loop {
            self.walk.step(stop)?;
            let diagonals = &self.walk.sieve.diagonals;
            match (self.along, diagonals.last()) {
                (Some(diagonal), _) => {
                    let place = diagonals.iter().position(|d| *d == diagonal);
                    return Ok(place.map_or(OTHER, |place| self.walk.first + place as u64));
                }
                (None, Some(difference)) if *difference != HAD => return Ok(*difference),
                (None, _) => {}
            }
        }
    }
}

/// Checks the first values of a certificate.
fn first_values<const W: usize>(rules: &Rules, terms: &Stream<W>, claim: &Claim, stop: Stop) -> Result<(), Halt> {
    let mut terms = terms.clone();
    let mut plain = Plain::new(rules, claim.misere);
    for n in 0..claim.values.len() as u64 {
        let mut term = terms.next(stop)?;
        if let (OTHER, Sequence::Diagonal(a, b)) = (term, claim.sequence) {
            // The value belongs to none of the blocks.
            term = plain.value(&[a + n, b + n], &mut |bytes| stop(Told::Spent(Spent { steps: n, bytes })))?;
        }
        must_be(n, claim.values, term)?;
    }
    Ok(())
}
