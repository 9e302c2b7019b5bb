//! Verifies the periods of the positions with a value, and of diagonals.
//!
//! In: a certificate with the blocks of values that its proof rests on. Out: the proof in words, or the first part of the statement that fails.
//!
//! 1. The rules have the [`Shape`] for which the [`Sieve`] gives the positions. The values before its first line are computed.
//! 2. *Blocks* (Farr and Ho 2017, Theorem 4). Suppose that, from a line on, the values before a block fill exactly the first D diagonals in every
//!    line, and no other cell. Then D is all that the values of the block depend on besides themselves. For each of them take the lines that have had
//!    it, relative to the present line. If these are the same in line A and in line A + P, everything about the values of the block recurs from A on
//!    with period P.
//! 3. *Closed blocks.* Suppose that in every line from some s on, to the end of a round after s and A, the diagonals that have a value are exactly
//!    the first D'. Then this holds in every line from s on. The next block begins at s, with D' for D.
//! 4. The terms b - a of a value recur with the block of this value; the values along a diagonal (Conjecture 1) recur with the closed block that
//!    fills it (theorem of [`recurrence`](crate::recurrence::comes_again)).

use crate::Refusal;
use crate::definition::plain::Plain;
use crate::form::expr::Result;
use crate::form::keys::Entry::Runs;
use crate::form::spent::{Stop, must_end};
use crate::form::stated::Certificate;
use crate::recurrence::blocks;
use crate::recurrence::blocks::{Block, in_order};
use crate::recurrence::comes_again::{Stream, run};
use crate::recurrence::least::{Equation, OTHER};
use crate::recurrence::recurs::{Of, Recurs, cell};
use crate::recurrence::sieve::{Sequence, Sieve};
use crate::recurrence::strip::Strip;
use crate::recurrence::windows::{Halt, WithWindows, widened};

/// What is verified.
struct Levels<'a> {
    of: &'a Certificate,
    recurs: &'a Recurs,
    blocks: &'a [Block],
    sequence: Sequence,
    strip: Strip,
}

/// Verifies a certificate; returns the proof in words.
pub(crate) fn verify(of: &Certificate, recurs: &Recurs, blocks: &[Block], stop: Stop) -> Result<String, Refusal> {
    let (sequence, last) = (sequence(recurs, blocks).map_err(Refusal::of)?, in_order(blocks).map_err(Refusal::of)?);
    let strip = Strip::of(&of.rules, of.misere, last, stop).map_err(Refusal::of)?;
    let mut levels = Levels { of, recurs, blocks, sequence, strip };
    widened(&mut levels, (last + 16) / 64 + 1, "a value does not stay within 2048 diagonals", stop)
}

/// The sequence that a certificate is about.
fn sequence(recurs: &Recurs, blocks: &[Block]) -> Result<Sequence> {
    let Recurs { equation, ref of, .. } = *recurs;
    must_end(&[equation.preperiod, equation.period])?;
    if equation.saltus != 0 {
        return Err(format!("what recurs with levels has the saltus 0, not {}", equation.saltus));
    }
    match (of, blocks.last()) {
        (Of::Value(value), Some(block)) if block.last != *value => {
            Err(format!("the last block ends with the value {}, not with {value}", block.last))
        }
        (Of::Value(_), _) => Ok(Sequence::Differences),
        (Of::Line(line), _) => match line[..] {
            [Runs(a), Runs(b)] => Ok(Sequence::Diagonal { x: a.min(b), diagonal: a.abs_diff(b) }),
            _ => Err("along a diagonal both coordinates run, `_` or so much more".into()),
        },
    }
}

impl WithWindows for Levels<'_> {
    fn verify<const W: usize>(&mut self, stop: Stop) -> Result<String, Halt> {
        let (strip, sequence) = (&self.strip, self.sequence);
        let last = self.blocks.last().map_or(0, |block| block.last);
        let had = (0..=last).map(|value| strip.pairs(value).map(|(_, y)| y).collect());
        let mut sieve = Sieve::<W>::new(sequence, strip.line, had)?;
        let mut early: Vec<u64> = match sequence {
            Sequence::Differences => strip.pairs(last).map(|(x, y)| y - x).collect(),
            Sequence::Diagonal { x, diagonal } => {
                (x..strip.line).map(|x| strip.get(x, x + diagonal).unwrap_or(OTHER)).collect()
            }
        };
        let (mut words, mut before, mut full, mut round) = (String::new(), 0, 0, None);
        for (block, next) in self.blocks.iter().zip(1..) {
            let from = block.from.max(sieve.line);
            run(&mut sieve, from, &mut keep(&mut early), stop)?;
            if block.first > 0 {
                sieve.without(block.first, full)?;
            }
            let mut block = Block { from, at: block.at.max(from), ..*block };
            let filled_from = match (self.blocks.get(next), sequence) {
                (Some(next), _) => Some(next.from.max(from)),
                (None, Sequence::Diagonal { x, .. }) => {
                    block.at = block.at.max(x);
                    Some(block.at)
                }
                (None, Sequence::Differences) => None,
            };
            let (own, closed) = blocks::round(sieve.only(block.last), &block, filled_from, stop)?;
            words += &block.words(closed.map(|closed| (full, closed)));
            (before, full, round) = (full, closed.unwrap_or(full), Some(own));
        }
        let Some(mut round) = round else { return Err("there are no blocks".to_string().into()) };
        if let Sequence::Diagonal { diagonal, .. } = sequence
            && !(before..full).contains(&diagonal)
        {
            let text = format!("the last block fills the diagonals from {before} on and before {full}, not this one");
            return Err(text.into());
        }
        round.at += early.len() as u64;
        self.others(&mut early, &mut sieve, stop)?;
        Stream { early: &early, machine: sieve }.recur(round, self.recurs, stop)?;
        Ok(self.words(&words))
    }
}

/// Keeps terms.
fn keep<M>(early: &mut Vec<u64>) -> impl FnMut(&M, Option<u64>) -> Result<(), Halt> {
    |_, term| {
        early.extend(term);
        Ok(())
    }
}

impl Levels<'_> {
    /// Finds those of the first values along a diagonal that belong to none of the blocks.
    fn others<const W: usize>(&self, early: &mut Vec<u64>, sieve: &mut Sieve<W>, stop: Stop) -> Result<(), Halt> {
        let Sequence::Diagonal { x, .. } = self.sequence else { return Ok(()) };
        let Recurs { of: Of::Line(ref line), ref values, .. } = *self.recurs else { return Ok(()) };
        run(sieve, x + values.len() as u64, &mut keep(early), stop)?;
        let mut plain = Plain::new(&self.of.rules, self.of.misere);
        for (n, term) in (0..values.len() as u64).zip(early).filter(|(_, term)| **term == OTHER) {
            *term = plain.value_at(&cell(line, n)?, n, stop)?.unwrap_or(OTHER);
        }
        Ok(())
    }

    /// The computation and the argument, in words.
    fn words(&self, blocks: &str) -> String {
        let Recurs { equation: Equation { preperiod, period, .. }, ref values, .. } = *self.recurs;
        let line = self.strip.line;
        format!(
            "The options of every position with both coordinates from {line} on are all those with one coordinate less, and exchanging the coordinates changes no value; the values \
             before line {line} were computed by the definition. So the values 0, 1, 2, … take their positions in each line one after the other, and what \
             they do depends on which of the lines to come have had them: this is their state. {blocks}Later values see just the diagonals that \
             are filled; so everything recurs for ever. From {preperiod} on the equation was looked at as far as that needs; it fails of the index \
             before, and of every period that is {period} divided by a prime. The first {} terms are those of the certificate.",
            values.len(),
        )
    }
}
