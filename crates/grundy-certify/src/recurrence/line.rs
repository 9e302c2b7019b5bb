//! Verifies the period of a line.
//!
//! In: a certificate about a line, with the column whose state is said to come again, and the number of columns until then. Out: the proof in words, or the first part of the
//! statement that fails.
//!
//! 1. From a column `base` on the options of all cells are a fixed list ([`LineOptions`]). The values of the first columns are computed by the definition
//!    ([`Plain`]), and the later ones by [`Columns`].
//! 2. The state before a column comes again, so that everything recurs for ever (theorem of [`recurrence`](crate::recurrence::comes_again)).

use crate::Refusal;
use crate::definition::plain::Plain;
use crate::form::expr::Result;
use crate::form::keys::along_one;
use crate::form::numbers::lcm;
use crate::form::spent::{Stop, must_end};
use crate::form::stated::Certificate;
use crate::recurrence::columns::Columns;
use crate::recurrence::comes_again::{Stream, comes_again};
use crate::recurrence::least::{Equation, NONE};
use crate::recurrence::line_options::LineOptions;
use crate::recurrence::recurs::Recurs;
use crate::recurrence::windows::{Halt, WithWindows, widened};

/// The state is taken this many columns later than stated, for each word of the windows, because lines that grow may need some columns to rise above
/// those that do not.
const MORE: u64 = 256;

/// The limit on positions that are computed by the definition.
const FIRST: u64 = 1 << 24;

/// What is verified.
struct Line<'a> {
    recurs: &'a Recurs,
    state: (u64, u64),
    misere: bool,
    options: LineOptions,
    plain: Plain<'a>,
}

/// Verifies a certificate; returns the proof in words.
pub(crate) fn verify(of: &Certificate, recurs: &Recurs, state: (u64, u64), stop: Stop) -> Result<String, Refusal> {
    let along = along_one(recurs.line().map_err(Refusal::of)?);
    let several = || Refusal::False("this checker knows lines along one coordinate, `_`, alone".into());
    let (row, runner) = along.ok_or_else(several)?;
    let Equation { preperiod, period, .. } = recurs.equation;
    must_end(&[preperiod, period, state.0, state.1]).map_err(Refusal::of)?;
    let options = LineOptions::of(&of.rules, runner, &row).map_err(Refusal::of)?;
    if (options.base + options.depth).saturating_mul(options.rows.len() as u64) > FIRST {
        return Err(Refusal::False(format!("more than {FIRST} positions would be computed by the definition")));
    }
    let plain = Plain::new(&of.rules, of.misere);
    let mut line = Line { recurs, state, misere: of.misere, options, plain };
    widened(&mut line, 1, "the values that lines have used do not stay together in a window of 2048 numbers", stop)
}

impl WithWindows for Line<'_> {
    fn verify<const W: usize>(&mut self, stop: Stop) -> Result<String, Halt> {
        let Line { recurs, state: (at, after), misere, ref options, ref mut plain } = *self;
        let start = options.base + options.depth;
        let mut value = |position: &[u64]| Ok(plain.value_at(position, start, stop)?.unwrap_or(NONE));
        let early = (0..start).map(|column| value(&options.position(options.target, column)));
        let early = early.collect::<Result<Vec<u64>>>()?;
        let first = Columns::<W>::new(options, misere, start, &mut value)?;
        let after = lcm(after, options.classes.len() as u64);
        let at = at.max(start) + options.depth + MORE * W as u64;
        let mut round = comes_again(&mut first.clone(), (at, after), &mut |_, _| Ok(()), stop)?;
        round.at += start;
        let limit = Stream { early: &early, machine: first }.recur(round, recurs, stop)?;
        Ok(self.words((start, at, at + after), limit))
    }
}

impl Line<'_> {
    /// The computation and the argument, in words.
    fn words(&self, (start, at, again): (u64, u64, u64), limit: u64) -> String {
        let Recurs { equation: Equation { preperiod, period, .. }, ref values, .. } = *self.recurs;
        let (base, values) = (self.options.base, values.len());
        let lines = match self.options.rows.len() {
            1 => "one line".to_string(),
            rows => format!("{rows} lines"),
        };
        let end = (limit + period).max(again).max(values as u64);
        format!(
            "The line depends on {lines} (itself counted). From index {base} on, the options of their positions are a fixed list: positions a constant distance \
             back, and all earlier positions of lines. The values of these lines before index {start} were computed by the \
             definition, those before index {end} from the list. What later values depend on is at index {again} what it was at \
             index {at}; so everything recurs for ever. From {preperiod} on the equation was looked at as far as that needs; it fails of \
             the index before, and of every period that is {period} divided by a prime. The first {values} values are those of the \
             certificate."
        )
    }
}
