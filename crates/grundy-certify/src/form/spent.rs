//! The work done on a certificate so far, and what is told of it.

use crate::kernel::program::Program;

/// Steps and memory. Each kind of certificate has its own steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The steps that were taken, or the index that was reached.
    pub steps: u64,
    /// About how many bytes are held now by the values that are being computed, or by the automata that are being made.
    pub bytes: u64,
}

/// What is told while a certificate is verified.
pub(crate) enum Told<'a> {
    Spent(Spent),
    /// The kernel decided a step of a program.
    Decided(&'a Program, usize, bool),
    /// What is verified rests on this theorem, word of arithmetic or part of the checker (`grounds`).
    Rests(&'static str),
}

impl Told<'_> {
    /// Where little memory is taken.
    pub(crate) fn steps(steps: u64) -> Self {
        Told::Spent(Spent { steps, bytes: 0 })
    }
}

/// Called with what is told; returns `true` to stop the work.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(Told<'_>) -> bool;

/// Tells of the work alone.
pub(crate) fn work_alone(stop: &mut dyn FnMut(Spent) -> bool) -> impl FnMut(Told<'_>) -> bool {
    move |told| matches!(told, Told::Spent(spent) if stop(spent))
}

/// The most columns of a line, or lines of a table of levels, that are computed: hours of work.
const LONGEST: u64 = 1 << 40;

/// Refuses to run farther than this checker does.
pub(crate) fn must_end(numbers: &[u64]) -> Result<(), String> {
    match numbers.iter().find(|number| **number > LONGEST) {
        Some(number) => Err(format!(
            "{number} values one after the other are too many for this checker, which computes at most {LONGEST} along a line"
        )),
        None => Ok(()),
    }
}
