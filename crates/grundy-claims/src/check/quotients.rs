//! Misère quotients inside claims.
//!
//! In: the games whose quotient a claim speaks of. Out: the number of its elements, where the quotient is proved for all heaps; else that the claim is open, since a
//! further heap may make it larger.

use crate::check::world::World;
use crate::state::theorems::part;
use crate::{CheckOptions, Verdict};
use grundy::theory::quotient::{Found, quotient};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::Question;
use grundy_rules::session::Game;

/// Answers the questions about quotients; returns the verdict, open, where one is not that of all heaps.
///
/// # Errors
/// An interruption.
pub(crate) fn settle(world: &mut World, options: &CheckOptions) -> Result<Option<Verdict>, Diagnostic> {
    for question in 0..world.scope.questions.len() {
        let Question::QuotientSize { game } = world.scope.questions[question] else { continue };
        let game = &world.scope.games[game];
        let found = match quotient(&game.rules, None, &options.limits, &mut |_| {}) {
            Ok(found) => found,
            Err(error) if error.code == Code::Shape => return Ok(Some(Verdict::open(error.message))),
            Err(error) => return Err(error),
        };
        let size = found.quotient.monoid.size();
        let certificate = if found.period.is_some() { found.certificate(game) } else { return open(game, found) };
        world.constants[question] = i64::try_from(size).ok();
        world.theorems[question] = part(&certificate);
    }
    Ok(None)
}

/// The verdict where the quotient of some heaps is known alone.
fn open(game: &Game, found: Found) -> Result<Option<Verdict>, Diagnostic> {
    let known = match found.to() {
        None => format!("no heap of `{}` has a quotient", game.text),
        Some(to) => {
            let size = found.quotient.monoid.size();
            format!("the quotient of `{}` is known for the heaps up to {to} alone, with {size} elements", game.text)
        }
    };
    match found.ended {
        Some(ended) if ended.kind.is_end() => Err(ended),
        Some(ended) => Ok(Some(Verdict::open(format!("{known}: {}", ended.message)))),
        None => Ok(Some(Verdict::open(known))),
    }
}
