//! Do the positions exist that a claim asks about?
//!
//! In: numbers for the coordinates of a game. Out: whether they are a position; or, where they must be one, why they are not.

use dashu_int::IBig;
use grundy::Evaluator;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::rules::expr::Place;
use grundy_rules::session::Game;

/// Is this a position?
pub(crate) fn exists(evaluator: &Evaluator, at: &[IBig]) -> Result<bool> {
    Ok(!at.iter().any(|x| *x < IBig::ZERO) && evaluator.exists(at)?)
}

/// Fails if a position does not exist.
pub(crate) fn must_exist(evaluator: &Evaluator, game: &Game, at: &[IBig], place: Place) -> Result<()> {
    if exists(evaluator, at)? {
        return Ok(());
    }
    let negative = at.iter().any(|x| *x < IBig::ZERO);
    let why = if negative { "an entry is negative".into() } else { evaluator.refusal(at)?.unwrap_or_default() };
    let shown = format!("the position {} of `{}` does not exist: {why}", game.show(at), game.text);
    Err(Stop::Undefined(place, shown))
}
