//! Verifies the period of a line.
//!
//! In: rules, and the statement of a certificate about a line ([`Claim`]). Out: what was verified ([`Verified`]), or the first part of the
//! statement that fails.
//!
//! 1. From a column `base` on the options of all cells are a fixed list ([`Program`]). The values of the first columns are computed by the definition
//!    ([`Plain`]), and the later ones by the [`Machine`].
//! 2. The machine's state before a column A recurs P columns later. So everything recurs from A on with period P, for ever.
//! 3. G(n + period) = G(n) + saltus is checked for n from the preperiod to A, or to A + P if the period is not P itself. By 2. the equation
//!    then holds for ever.
//! 4. The preperiod and the period are the least ([`least`]).

use serde_json::{Map, Value};

use super::Refusal;
use super::concrete::exists;
use super::expr::Rules;
use super::keys::{Entry, key, number};
use super::least::{Equation, Halt, Terms, least};
use super::machine::{Machine, NONE};
use super::numbers::{index, lcm};
use super::options::Row;
use super::plain::Plain;
use super::program::Program;
use super::recurs::Recurs;
use super::stated::{Certificate, Stated};
use crate::spent::{Spent, Stop, Told, must_end};
use crate::values::constants::ReadTheorem;

/// A certificate of kind `line`: a state of the line recurs.
struct Line {
    recurs: Recurs,
    at: u64,
    after: u64,
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(
    object: &Map<String, Value>,
    rules: &Rules,
    _: &ReadTheorem,
) -> Result<Box<dyn Stated>, String> {
    let recurrence = key(object, "recurrence")?.as_object().filter(|r| r.len() == 2);
    let recurrence = recurrence.ok_or("its `recurrence` is not an object with `at` and `after`")?;
    let (at, after) = (number(recurrence, "at")?, number(recurrence, "after")?);
    Ok(Box::new(Line { recurs: Recurs::read(object, rules)?, at, after }))
}

impl Stated for Line {
    fn verify(&self, of: &Certificate, _: &super::Verified, stop: Stop) -> Result<String, Refusal> {
        let several = || Refusal::False("this checker knows lines along one coordinate, `_`, alone".into());
        let runs = |entry: &Entry| matches!(entry, Entry::Runs(_));
        let runner = self.recurs.line.iter().position(runs).ok_or_else(several)?;
        if self.recurs.line.iter().filter(|e| runs(e)).count() != 1 || self.recurs.line[runner] != Entry::Runs(0) {
            return Err(several());
        }
        let row = self.recurs.line.iter().map(|entry| if let Entry::Fixed(x) = entry { *x } else { 0 }).collect();
        let (misere, at, after) = (of.misere, self.at, self.after);
        let Recurs { ref values, .. } = self.recurs;
        let equation @ Equation { preperiod, period, .. } = self.recurs.equation();
        let claim = Claim { misere, row, runner, equation, at, after, values: values.clone() };
        let Verified { rows, base, start, at, after, end } = verify(&of.rules, &claim, stop)?;
        Ok(format!(
            "The line depends on {} (itself counted). From index {base} on, the options of their positions are a fixed list: positions a constant distance \
         back, and all earlier positions of lines. The values of these lines before index {start} were computed by the \
         definition, those before index {end} from the list. What later values depend on is at index {} what it was at \
         index {at}; so everything recurs for ever. From {preperiod} on the equation was looked at as far as that needs; it fails of \
         the index before, and of every period that is {period} divided by a prime. The first {} values are those of the \
         certificate.",
            if rows == 1 { "one line".to_string() } else { format!("{rows} lines") },
            at + after,
            values.len(),
        ))
    }

    fn words(&self, of: &Certificate) -> String {
        self.recurs.words(of, false)
    }

    fn recurs(&self) -> Option<&Recurs> {
        Some(&self.recurs)
    }
}

/// The statement of a certificate about a line.
pub(crate) struct Claim {
    pub(crate) misere: bool,
    pub(crate) row: Row,
    pub(crate) runner: usize,
    pub(crate) equation: Equation,
    /// The column whose state is stated to recur, and the number of columns until then.
    pub(crate) at: u64,
    pub(crate) after: u64,
    pub(crate) values: Vec<Option<u64>>,
}

/// What was verified.
pub(crate) struct Verified {
    pub(crate) rows: usize,
    pub(crate) base: u64,
    pub(crate) start: u64,
    pub(crate) at: u64,
    pub(crate) after: u64,
    pub(crate) end: u64,
}

/// The number of columns between two calls of [`Stop`].
const BLOCK: usize = 1 << 12;
/// The state is taken this many columns later than stated, for each word of the windows, because lines that grow may need some columns to rise above
/// those that do not.
const MORE: u64 = 256;

/// The limit on positions that are computed by the definition.
const FIRST: u64 = 1 << 24;

/// Verifies a claim.
fn verify(rules: &Rules, claim: &Claim, stop: Stop) -> Result<Verified, Refusal> {
    let Equation { preperiod, period, .. } = claim.equation;
    if period == 0 || claim.after == 0 {
        return Err(Refusal::False("a period is at least 1".into()));
    }
    must_end(&[preperiod, period, claim.at, claim.after]).map_err(Refusal::of)?;
    let program = Program::of(rules, claim.runner, &claim.row).map_err(Refusal::of)?;
    let start = program.base + program.depth;
    if start.saturating_mul(program.rows.len() as u64) > FIRST {
        return Err(Refusal::False(format!("more than {FIRST} positions would be computed by the definition")));
    }
    let mut plain = Plain::new(rules, claim.misere);
    let mut values = vec![NONE; program.rows.len() * index(start)];
    for column in 0..start {
        for (number, row) in program.rows.iter().enumerate() {
            let mut position = row.clone();
            position[claim.runner] = column;
            if exists(rules, &position).map_err(Refusal::of)? {
                let value = plain
                    .value(&position, &mut |bytes| stop(Told::Spent(Spent { steps: column, bytes })))
                    .map_err(Refusal::of)?;
                values[number * index(start) + index(column)] = value;
            }
        }
    }
    let mut early = std::collections::HashMap::new();
    for position in program.sets.iter().flat_map(|set| &set.early) {
        early.insert(
            position.clone(),
            plain.value(position, &mut |bytes| stop(Told::Spent(Spent { steps: 0, bytes }))).map_err(Refusal::of)?,
        );
    }
    let first = Beginning { program: &program, start, values, early };
    let mut why = "the values that lines have used do not stay together in a window of 2048 numbers".to_string();
    for words in [1, 2, 4, 8, 16, 32] {
        let done = match words {
            1 => verify_with::<1>(&first, claim, stop),
            2 => verify_with::<2>(&first, claim, stop),
            4 => verify_with::<4>(&first, claim, stop),
            8 => verify_with::<8>(&first, claim, stop),
            16 => verify_with::<16>(&first, claim, stop),
            _ => verify_with::<32>(&first, claim, stop),
        };
        match done {
            Ok(verified) => return Ok(verified),
            Err(Halt::Refused(refusal)) => return Err(refusal),
            Err(Halt::Narrow(reason)) => why = reason.unwrap_or(why),
        }
    }
    Err(Refusal::False(why))
}

/// The values of the first columns, by the definition.
struct Beginning<'a> {
    program: &'a Program,
    start: u64,
    /// The values by row and column.
    values: Vec<u64>,
    early: std::collections::HashMap<Vec<u64>, u64>,
}

impl Beginning<'_> {
    fn value(&self, row: usize, column: u64) -> u64 {
        self.values[row * index(self.start) + index(column)]
    }

    /// The values of the line itself.
    fn line(&self) -> &[u64] {
        &self.values[self.program.target * index(self.start)..][..index(self.start)]
    }
}

/// A stream of the values of a line.
#[derive(Clone)]
struct Stream<'a, const W: usize> {
    first: &'a [u64],
    machine: Machine<W>,
    block: Vec<u64>,
    next: usize,
}

impl<const W: usize> Terms for Stream<'_, W> {
    fn next(&mut self, stop: Stop) -> Result<u64, Halt> {
        if let Some((value, rest)) = self.first.split_first() {
            self.first = rest;
            return Ok(*value);
        }
        if self.next == self.block.len() {
            if stop(Told::steps(self.machine.column)) {
                return Err(Halt::Refused(Refusal::Stopped));
            }
            self.block.resize(BLOCK, 0);
            self.machine.run(&mut self.block)?;
            self.next = 0;
        }
        self.next += 1;
        Ok(self.block[self.next - 1])
    }
}

/// Verifies a claim, with windows of so many words.
fn verify_with<const W: usize>(first: &Beginning, claim: &Claim, stop: Stop) -> Result<Verified, Halt> {
    let (&Beginning { program, start, .. }, equation) = (first, claim.equation);
    let value = |row: usize, column: u64| first.value(row, column);
    let early = |position: &[u64]| first.early.get(position).copied().unwrap_or(NONE);
    let mut machine = Machine::<W>::new(program, claim.misere, start, &value, &early)?;
    let after = lcm(claim.after, program.modulus);
    let at = claim.at.max(start) + program.depth + MORE * W as u64;
    let whole = at.max(equation.preperiod);
    let limit = if equation.period == after { whole } else { whole + after };
    let terms = Stream { first: first.line(), machine: machine.clone(), block: vec![], next: 0 };
    let mut run = |machine: &mut Machine<W>, end: u64| {
        let mut block = vec![0; BLOCK];
        while machine.column < end {
            if stop(Told::steps(machine.column)) {
                return Err(Halt::Refused(Refusal::Stopped));
            }
            let length = index((end - machine.column).min(BLOCK as u64));
            machine.run(&mut block[..length])?;
        }
        Ok(())
    };
    run(&mut machine, at)?;
    let earlier = machine.clone();
    run(&mut machine, at + after)?;
    let open = |why| if machine.is_whole() { Halt::from(why) } else { Halt::Narrow(Some(why)) };
    let grown = earlier.recurs(&machine, program).map_err(open)?;
    if equation.period == after && grown != equation.saltus {
        return Err(format!("the saltus is {grown}, not {}", equation.saltus).into());
    }
    least(&terms, &claim.values, limit, equation, stop)?;
    let end = (limit + equation.period).max(at + after).max(claim.values.len() as u64);
    Ok(Verified { rows: program.rows.len(), base: program.base, start, at, after, end })
}
