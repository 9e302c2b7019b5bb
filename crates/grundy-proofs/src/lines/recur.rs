//! When the state of a line recurs.
//!
//! In: a [`Machine`] before some column. Out: two columns with the same state, as a [`Recurrence`], or the column reached without one.
//!
//! Rows are settled in order. The state of the first k rows determines their next state. When it recurs after L columns, it does so for ever, and the
//! next row is compared at multiples of L only. If the reference column lies beyond the preperiod, the first multiple found is the least (it is the
//! period of the joint state). The preperiod is unknown, so the reference moves on, at ever longer distances (Brent 1980). Where rows look at each
//! other ([`Program::mutual`]) the state of the first rows does not determine their next state, and all rows are compared at once.

use super::keep::Keeper;
use super::machine::Machine;
use super::program::Program;
use super::states::States;
use super::trace::Trace;
use crate::exact::index;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::stop::Result;

/// The number of columns computed between two checks of the limits.
pub(super) const BLOCK: usize = 1 << 12;
/// The number of multiples of a period at which a row is compared before the reference moves.
const PATIENCE: u64 = 64;

/// The outcome of the search for a recurrence.
pub(super) enum SearchOutcome<const W: usize> {
    Recurs(Box<Recurrence<W>>),
    /// Windows were too narrow.
    Narrow,
    /// The search was ended at this column.
    Open(u64),
}

/// Two columns with the same state.
pub(super) struct Recurrence<const W: usize> {
    /// The state before the first column.
    pub(super) at: Machine<W>,
    /// The distance of the two columns: the period of the joint state of all rows.
    pub(super) joint: u64,
    /// The values of the target row up to the second column.
    pub(super) trace: Trace,
    /// Some states in between, from which columns can be computed again.
    pub(super) states: States<W>,
    pub(super) _held: Held,
}

/// The state of the search.
pub(super) struct Search<const W: usize> {
    machine: Machine<W>,
    /// The state that the machine's state is compared with.
    reference: Machine<W>,
    /// The number of rows settled. Their joint period is `period`.
    row: usize,
    period: u64,
    /// The number of periods from the reference to the machine. At `patience` of them the reference moves.
    passed: u64,
    patience: u64,
    /// The number of columns since the last multiple of the period.
    ahead: u64,
}

impl<const W: usize> Search<W> {
    fn new(machine: &Machine<W>, modulus: u64) -> Search<W> {
        let (machine, reference) = (machine.clone(), machine.clone());
        Search { machine, reference, row: 0, period: modulus, passed: 0, patience: PATIENCE, ahead: 0 }
    }

    /// Settles the rows whose state is that of the reference, and moves the reference if it is due. Are all rows settled?
    fn settle(&mut self, rows: usize, mutual: bool) -> bool {
        if mutual && !(0..rows).all(|row| self.machine.same(&self.reference, row)) {
            return self.move_on(rows);
        }
        while self.passed > 0 && self.row < rows && self.machine.same(&self.reference, self.row) {
            (self.period, self.row) = (self.period * self.passed, self.row + 1);
            (self.passed, self.patience) = (1, PATIENCE);
        }
        if self.period == 1 && self.row < rows {
            self.machine.stand_still(self.row);
        }
        self.move_on(rows)
    }

    fn move_on(&mut self, rows: usize) -> bool {
        if self.row < rows && self.passed == self.patience {
            (self.reference, self.passed, self.patience) = (self.machine.clone(), 0, self.patience * 2);
        }
        self.row == rows
    }

    /// The search as bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let numbers = [self.row as u64, self.period, self.passed, self.patience, self.ahead];
        let words = numbers.into_iter().chain(self.reference.words()).chain(self.machine.words());
        words.flat_map(u64::to_le_bytes).collect()
    }

    /// The search that these bytes encode, for a machine of the same line.
    pub(super) fn of_bytes(machine: &Machine<W>, bytes: &[u8]) -> Option<Search<W>> {
        let mut words = bytes.chunks_exact(8).map(|word| word.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)));
        let mut next = || words.next();
        let (row, period, passed, patience, ahead) = (index(next()?), next()?, next()?, next()?, next()?);
        let reference = machine.with_words(&mut next)?;
        let machine = machine.with_words(&mut next)?;
        let column = reference.column.checked_add(period.checked_mul(passed)?)?.checked_add(ahead)?;
        let whole = words.next().is_none() && ahead < period && column == machine.column;
        whole.then_some(Search { machine, reference, row, period, passed, patience, ahead })
    }
}

/// Runs until the state of all rows recurs. `until` is called with the column reached, and returns `true` to end the search.
///
/// # Errors
/// An interruption; a state that cannot be saved.
pub(super) fn recurrence<const W: usize>(
    machine: &Machine<W>,
    program: &Program,
    limits: &Limits,
    mut keeper: Option<&mut Keeper>,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<SearchOutcome<W>> {
    let (mut trace, mut states) = (Trace::new(machine.column), States::new(machine.clone()));
    let (rows, mutual) = (program.rows.len(), program.mutual);
    let mut search = Search::new(machine, program.modulus);
    if let Some(keeper) = &mut keeper
        && let Some(kept) = keeper.last(machine)?
    {
        states.pass(&kept.reference);
        trace = Trace::new(kept.machine.column);
        search = kept;
    }
    let (mut out, mut held) = (vec![0; BLOCK], limits.held(0));
    while search.ahead > 0 || !search.settle(rows, mutual) {
        let asked = until(search.machine.column);
        let stopped = limits.interrupted();
        if let Some(keeper) = keeper.as_mut().filter(|keeper| asked || stopped.is_err() || keeper.is_due()) {
            keeper.save(&search)?;
        }
        if asked {
            return Ok(SearchOutcome::Open(search.machine.column));
        }
        stopped?;
        held.grow(states.bytes() + trace.bytes(), limits, "the search for a period")?;
        let block = index((search.period - search.ahead).min(BLOCK as u64));
        if !search.machine.run(&mut out[..block]) {
            return Ok(SearchOutcome::Narrow);
        }
        trace.push(&out[..block]);
        states.pass(&search.machine);
        limits.progress.run(block as u64, search.row, rows);
        search.ahead += block as u64;
        if search.ahead == search.period {
            (search.ahead, search.passed) = (0, search.passed + 1);
        }
    }
    let Search { reference, period, .. } = search;
    Ok(SearchOutcome::Recurs(Box::new(Recurrence { at: reference, joint: period, trace, states, _held: held })))
}
