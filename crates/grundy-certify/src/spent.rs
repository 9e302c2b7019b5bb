//! The work done on a certificate so far.

/// Steps and memory. Each kind of certificate has its own steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The steps that were taken, or the index that was reached.
    pub steps: u64,
    /// About how many bytes are held now by the values that are being computed, or by the automata that are being made.
    pub bytes: u64,
}

impl Spent {
    /// Where little memory is taken.
    pub(crate) fn steps(steps: u64) -> Spent {
        Spent { steps, bytes: 0 }
    }
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
