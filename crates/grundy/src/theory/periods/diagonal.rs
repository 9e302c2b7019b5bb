//! Lines on which both coordinates of a game run.
//!
//! In: a game, a line. Out: what its levels say of the period along the line; or why they say nothing.

use std::sync::Arc;

use crate::engine::levels::{Known, Levels, Until};
use crate::engine::{Options, diagnostic};
use crate::lang::Diagnostic;
use crate::rules::{Line, LineEntry, Ruleset};

/// What levels say of a line.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions.
pub(super) fn known(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: Until,
) -> Result<Result<Known, String>, Diagnostic> {
    let several = |reason: &str| format!("several coordinates run together, and {reason}");
    let [LineEntry::Runs(a), LineEntry::Runs(b)] = line.entries[..] else {
        return Ok(Err("several coordinates run together, or one from another number than 0".to_string()));
    };
    match Levels::of(rules, options).map_err(diagnostic)? {
        Ok(levels) => Ok(Ok(levels.diagonal((a, b), until).map_err(diagnostic)?)),
        Err(reason) => Ok(Err(several(&reason.to_string()))),
    }
}
