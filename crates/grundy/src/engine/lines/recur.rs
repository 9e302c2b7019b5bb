//! When the state of a line recurs: preperiod, period, saltus.
//!
//! In: a [`Machine`] before some column. Out: a proof that the last row is arithmetic-periodic, as a [`Recurrence`], or how far was looked.
//!
//! Rows are settled one after the other. The first k rows follow from their own state; when that recurs after L columns, it does so for ever, and the
//! next row is compared at multiples of L only. A reference column beyond the preperiod makes the first multiple found the
//! least (it is the period of the joint state); since nobody knows the preperiod, the reference moves on, at ever longer distances (Brent 1980).

use super::machine::Machine;
use super::states::States;
use super::trace::Trace;
use crate::engine::compile::Result;
use crate::engine::limits::Limits;

/// Columns that are computed between two looks at the clock.
pub(super) const BLOCK: usize = 1 << 12;
/// Multiples of a period at which a row is compared before the reference moves.
const PATIENCE: u64 = 64;

/// What became of the search for a recurrence.
pub(super) enum Found<const W: usize> {
    Recurs(Box<Recurrence<W>>),
    /// Windows were too narrow.
    Narrow,
    /// The limit was reached before this column.
    Open(u64),
}

/// Two columns with one state.
pub(super) struct Recurrence<const W: usize> {
    /// The first one.
    pub(super) at: Machine<W>,
    /// How far apart they are: the period of the joint state of all rows.
    pub(super) joint: u64,
    /// The values of the last row up to the second column.
    pub(super) trace: Trace,
    /// States on the way.
    pub(super) states: States<W>,
}

/// Runs until the state of all rows recurs. `until` ends it at its own pleasure.
pub(super) fn recurrence<const W: usize>(
    mut machine: Machine<W>,
    rows: usize,
    modulus: u64,
    limits: &Limits,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Found<W>> {
    let (mut trace, mut states) = (Trace::new(machine.column), States::new(machine.clone()));
    let (mut period, mut row) = (modulus, 0);
    let (mut reference, mut passed, mut patience) = (machine.clone(), 0u64, PATIENCE);
    let mut out = vec![0; BLOCK];
    loop {
        while passed > 0 && row < rows && machine.same(&reference, row) {
            (period, row) = (period * passed, row + 1);
            (passed, patience) = (1, PATIENCE);
        }
        if row == rows {
            return Ok(Found::Recurs(Box::new(Recurrence { at: reference, joint: period, trace, states })));
        }
        if passed == patience {
            (reference, passed, patience) = (machine.clone(), 0, patience * 2);
        }
        let mut left = period;
        while left > 0 {
            let block = left.min(BLOCK as u64) as usize;
            limits.interrupted()?;
            if until(machine.column) {
                return Ok(Found::Open(machine.column));
            }
            if !machine.run(&mut out[..block]) {
                return Ok(Found::Narrow);
            }
            trace.push(&out[..block]);
            states.pass(&machine);
            left -= block as u64;
        }
        passed += 1;
    }
}
