//! Checking a claim at every position of its range.
//!
//! In: a [`Statement`], a [`CheckOptions`]. Out: its [`Verdict`]. The formula is compiled once. Threads take blocks of positions in row-major order
//! (`worker`). The verdict comes from the smallest position (by the sum of its coordinates, then lexicographically) at which the claim is false or
//! undefined, so it does not depend on the number of threads.

pub(crate) mod automatic;
pub(crate) mod boxes;
pub(crate) mod by_parts;
pub(crate) mod claim;
pub(crate) mod components_asked;
pub(crate) mod convergence;
pub(crate) mod evaluate;
pub(crate) mod every;
pub(crate) mod existence;
pub(crate) mod failure;
pub(crate) mod families;
pub(crate) mod foretold;
pub(crate) mod genera;
pub(crate) mod periods;
pub(crate) mod properties;
pub(crate) mod quotients;
pub(crate) mod reach;
pub(crate) mod run;
pub(crate) mod sides;
pub(crate) mod table;
pub(crate) mod table_ahead;
pub(crate) mod usual_range;
pub(crate) mod worker;
pub(crate) mod world;

use grundy_rules::lang::{Diagnostic, Kind};

use crate::certify::Looked;
use crate::check::claim::check_claim;
use crate::check::families::check_family;
use crate::prove::beyond_range::{PROVING, beyond};
use crate::read::{Content, Statement, loopy};
use crate::{CheckOptions, Meter, Verdict};

/// Checks whether a claim is true.
///
/// # Errors
/// An interruption only; every other error becomes the claim's verdict. A claim that the deadline ends is open.
pub fn check(statement: &Statement, options: &CheckOptions, meter: &Meter) -> Result<Verdict, Diagnostic> {
    Ok(look(statement, options, meter)?.settle(statement, options, meter))
}

/// The first half of [`check`], which needs the tables and the prover; the other half, [`Looked::settle`], needs the checker. So work on the next claim can begin while
/// the checker reads the proofs of this one.
///
/// # Errors
/// As [`check`].
pub fn look(statement: &Statement, options: &CheckOptions, meter: &Meter) -> Result<Looked, Diagnostic> {
    if let Some(loopy) = loopy::by_words(statement) {
        return again(loopy, options, meter);
    }
    let outcome = match &statement.content {
        Err(error) => Ok(Verdict::error((**error).clone())),
        Ok(Content::Claim(claim)) => check_claim(statement, claim, options, meter),
        Ok(Content::Table(tabled)) => table::check(tabled, options, meter),
        Ok(Content::Family(family)) => check_family(family, options, meter),
    };
    let verdict = match outcome {
        Ok(verdict) => verdict,
        Err(error) => match error.kind {
            Kind::Interrupted => return Err(error),
            Kind::Limit | Kind::TimeIsOver => Verdict::open(error.message),
            Kind::Input => Verdict::error(error),
        },
    };
    if let Some(loopy) = loopy::by_circle(statement, &verdict) {
        return again(loopy, options, meter);
    }
    Ok(beyond(statement, verdict, options, meter))
}

/// The first half for a claim that is read with values of games in which play may go on for ever.
fn again(statement: Statement, options: &CheckOptions, meter: &Meter) -> Result<Looked, Diagnostic> {
    let looked = look(&statement, options, meter)?;
    Ok(Looked { instead: Some(Box::new(statement)), ..looked })
}

/// Proves claims of one file for all positions, with those that share games with them, as far as the limits allow; a claim that they cut off stays open. [`check`] does this by
/// itself. A caller with little time calls this first, with limits on the time of the proofs.
pub fn prove(statements: &[Statement], options: &CheckOptions, meter: &Meter) {
    let Some(first) = statements.first() else { return };
    meter.begin(PROVING, 0);
    let numbers = |statement: &Statement| match &statement.content {
        Ok(Content::Family(family)) => family.numbers().collect(),
        _ => Vec::from_iter(statement.number),
    };
    first.file.prove(statements.iter().flat_map(numbers), options);
}
