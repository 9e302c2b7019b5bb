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
//! 4. The equation must fail for the n before the preperiod. For each prime q that divides the period, period / q must not be a period: for
//!    some n from the preperiod on G(n + period / q) is not G(n) + saltus / q. All periods are multiples of the least one, so the period is
//!    the least.

use serde_json::{Map, Value};

use super::Refusal;
use super::concrete::exists;
use super::expr::Rules;
use super::keys::{Entry, key, number};
use super::machine::{Machine, NONE, Narrow};
use super::numbers::{index, lcm, primes};
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
        let Recurs { preperiod, period, saltus, ref values, .. } = self.recurs;
        let claim = Claim { misere, row, runner, preperiod, period, saltus, at, after, values: values.clone() };
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
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
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

/// The reason why nothing is verified.
pub(crate) enum Halt {
    /// The windows are too narrow. The reason is `None` if a number lies beyond a window.
    Narrow(Option<String>),
    Refused(Refusal),
}

impl From<Narrow> for Halt {
    fn from(_: Narrow) -> Halt {
        Halt::Narrow(None)
    }
}

impl From<String> for Halt {
    fn from(why: String) -> Halt {
        Halt::Refused(Refusal::of(why))
    }
}

/// Verifies a claim.
fn verify(rules: &Rules, claim: &Claim, stop: Stop) -> Result<Verified, Refusal> {
    if claim.period == 0 || claim.after == 0 {
        return Err(Refusal::False("a period is at least 1".into()));
    }
    must_end(&[claim.preperiod, claim.period, claim.at, claim.after]).map_err(Refusal::of)?;
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
            1 => Verification::<1>::verify(&first, claim, stop),
            2 => Verification::<2>::verify(&first, claim, stop),
            4 => Verification::<4>::verify(&first, claim, stop),
            8 => Verification::<8>::verify(&first, claim, stop),
            16 => Verification::<16>::verify(&first, claim, stop),
            _ => Verification::<32>::verify(&first, claim, stop),
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

impl<const W: usize> Stream<'_, W> {
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

    fn skip(&mut self, columns: u64, stop: Stop) -> Result<(), Halt> {
        (0..columns).try_for_each(|_| self.next(stop).map(|_| ()))
    }
}

/// A value plus `by`; [`NONE`] stays [`NONE`].
fn raised(value: u64, by: u64) -> u64 {
    if value == NONE { NONE } else { value + by }
}

/// The verification of a claim in progress.
struct Verification<'a, const W: usize> {
    claim: &'a Claim,
    fresh: Stream<'a, W>,
    /// The values `period` columns back, starting one before the preperiod.
    lag: Stream<'a, W>,
    /// The first values from the preperiod on, and those primes q of the period for which period / q is not yet refuted.
    head: Vec<u64>,
    primes: Vec<u64>,
    /// The equation G(n + period) = G(n) + saltus is checked for n below this.
    limit: u64,
}

impl<'a, const W: usize> Verification<'a, W> {
    fn verify(first: &'a Beginning, claim: &'a Claim, stop: Stop) -> Result<Verified, Halt> {
        let Beginning { program, start, .. } = *first;
        let value = |row: usize, column: u64| first.value(row, column);
        let early = |position: &[u64]| first.early.get(position).copied().unwrap_or(NONE);
        let mut machine = Machine::<W>::new(program, claim.misere, start, &value, &early)?;
        let after = lcm(claim.after, program.modulus);
        let at = claim.at.max(start) + program.depth + MORE * W as u64;
        let whole = at.max(claim.preperiod);
        let limit = if claim.period == after { whole } else { whole + after };
        let end = (limit + claim.period).max(at + after).max(claim.values.len() as u64);
        let fresh = Stream { first: first.line(), machine: machine.clone(), block: vec![], next: 0 };
        let mut lag = fresh.clone();
        lag.skip(claim.preperiod.saturating_sub(1), stop)?;
        let saltus = claim.saltus;
        let primes = primes(claim.period).into_iter().filter(|q| saltus.is_multiple_of(*q)).collect();
        let mut work = Verification { claim, fresh, lag, head: vec![], primes, limit };
        for (column, value) in (0..).zip(first.line()) {
            work.see(column, *value, stop)?;
        }
        let mut kept = None;
        let mut block = vec![0; BLOCK];
        while machine.column < end {
            let column = machine.column;
            if stop(Told::steps(column)) {
                return Err(Halt::Refused(Refusal::Stopped));
            }
            if column == at {
                kept = Some(machine.clone());
            }
            // Blocks end where the state is compared.
            let next = [at, at + after, end].into_iter().filter(|n| *n > column).min().unwrap_or(end);
            let length = index((next - column).min(BLOCK as u64));
            machine.run(&mut block[..length])?;
            for (column, value) in (column..).zip(&block[..length]) {
                work.see(column, *value, stop)?;
            }
            if let Some(earlier) = kept.as_ref().filter(|_| machine.column == at + after) {
                let open = |why| if machine.is_whole() { Halt::from(why) } else { Halt::Narrow(Some(why)) };
                let grown = earlier.recurs(&machine, program).map_err(open)?;
                if claim.period == after && grown != saltus {
                    return Err(format!("the saltus is {grown}, not {saltus}").into());
                }
            }
        }
        work.least(stop)?;
        Ok(Verified { rows: program.rows.len(), base: program.base, start, at, after, end })
    }

    /// Checks one value.
    fn see(&mut self, column: u64, value: u64, stop: Stop) -> Result<(), Halt> {
        let Claim { preperiod, period, saltus, ref values, .. } = *self.claim;
        if let Some(stated) = values.get(index(column))
            && stated.unwrap_or(NONE) != value
        {
            let found = if value == NONE { "no position".to_string() } else { format!("{value}") };
            return Err(format!("the value {column} of the certificate is not right: there is {found}").into());
        }
        if column + 1 >= preperiod + period && column < self.limit + period && column >= period {
            let (n, before) = (column - period, self.lag.next(stop)?);
            let holds = raised(before, saltus) == value;
            if holds && n + 1 == preperiod {
                let text = format!("G(n + {period}) = G(n) + {saltus} for n = {n}, too, before the preperiod");
                return Err(text.into());
            }
            if !holds && n >= preperiod {
                return Err(format!("G(n + {period}) is not G(n) + {saltus} for n = {n}").into());
            }
        }
        if column >= preperiod && (self.head.len() as u64) < period.min(BLOCK as u64) {
            self.head.push(value);
        }
        let head = &self.head;
        self.primes.retain(|q| {
            let n = column.checked_sub(preperiod + period / q).and_then(|k| head.get(index(k)));
            n.is_none_or(|before| raised(*before, saltus / q) == value)
        });
        Ok(())
    }

    /// Is the period the least? This decides the primes that the first values have left open.
    fn least(&self, stop: Stop) -> Result<(), Halt> {
        let Claim { preperiod, period, saltus, .. } = *self.claim;
        for q in &self.primes {
            let mut here = self.fresh.clone();
            here.skip(preperiod, stop)?;
            let mut there = here.clone();
            there.skip(period / q, stop)?;
            let mut all = 0..period;
            let differs = all.try_fold(false, |found, _| {
                Ok::<bool, Halt>(found || raised(here.next(stop)?, saltus / q) != there.next(stop)?)
            })?;
            if !differs {
                return Err(format!("{} is a period, too, less than {period}", period / q).into());
            }
        }
        Ok(())
    }
}
