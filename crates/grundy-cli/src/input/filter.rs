//! `--where`: a condition on positions.

use grundy::lang::Code;
use grundy::session::Game;
use grundy::{Diagnostic, IBig, session::Filter};

use crate::context::Context;
use crate::failure::Outcome;

/// A condition, or none.
pub(crate) struct Where {
    filter: Option<Filter>,
}

impl Where {
    /// From the option.
    pub(crate) fn read(context: &mut Context, game: &Game, option: Option<&str>) -> Outcome<Where> {
        let names: Vec<&str> = game.rules.coords.iter().map(|coord| coord.name.as_str()).collect();
        let advised = |error: Diagnostic| match error.code {
            Code::ClaimsOnly => error
                .help("`positions` lists the P-positions, with `--value 1` those of value 1; a claim speaks of values"),
            Code::UnknownName => error.help(format!("the coordinates of `{}` are {}", game.text, names.join(", "))),
            _ => error,
        };
        let read = |text: &str| {
            let read = context.ask("--where", |session| session.condition(game, text));
            read.map_err(|failure| failure.map(advised))
        };
        Ok(Where { filter: option.map(read).transpose()? })
    }

    /// Is there a condition at all?
    pub(crate) fn is_open(&self) -> bool {
        self.filter.is_none()
    }

    /// Does it hold at a position?
    pub(crate) fn holds(&self, position: &[IBig]) -> Outcome<bool> {
        match &self.filter {
            Some(filter) => Ok(filter.holds(position)?),
            None => Ok(true),
        }
    }

    /// Does it hold at a position of small entries?
    pub(crate) fn holds_at(&self, position: &[u64]) -> Outcome<bool> {
        match &self.filter {
            Some(_) => self.holds(&position.iter().map(|x| IBig::from(*x)).collect::<Vec<_>>()),
            None => Ok(true),
        }
    }
}
