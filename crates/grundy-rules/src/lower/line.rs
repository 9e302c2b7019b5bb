//! Lines of positions: entries that are constant, `_` or `_ + c`.
//!
//! In: the entries as trees, the game whose positions form the line. Out: a [`Line`].

use dashu_int::IBig;

use super::claim::{entry_of, has_hole, list_of};
use super::eval::Eval;
use super::problem::Result;
use super::term::Entry;
use crate::lang::ast::{BinOp, Expr, ExprKind};
use crate::lang::{Code, Diagnostic, Span};
use crate::lower::Game;
use crate::rules::{Line, LineEntry};

/// The greatest constant in an entry of a line.
const MOST: u64 = 1 << 32;

impl Eval {
    /// The line of these entries.
    pub fn line(&mut self, game: &Game, list: &[Expr], whole: Span) -> Result<Line> {
        let written: Vec<Entry> = list.iter().map(entry_of).collect();
        game.fits(&written, "a line", whole)?;
        let entries = list.iter().flat_map(list_of).map(|e| self.line_entry(e)).collect::<Result<Vec<_>>>()?;
        if entries.iter().any(|e| matches!(e, LineEntry::Runs(_))) {
            return Ok(Line { entries });
        }
        let error = Diagnostic::at(Code::Line, whole, "a line has a running entry `_`", "every entry is constant");
        Err(error.help(format!("such as `{}`", running(game))))
    }

    fn line_entry(&mut self, e: &Expr) -> Result<LineEntry> {
        let wrong = || {
            let message = "an entry of a line is a constant, `_` or `_ + c`";
            Err(Diagnostic::at(Code::Line, e.span, message, "neither"))
        };
        match &e.kind {
            ExprKind::Hole => Ok(LineEntry::Runs(0)),
            ExprKind::Paren(inner) => self.line_entry(inner),
            ExprKind::Chain(first, rest) if matches!(first.kind, ExprKind::Hole) => match &rest[..] {
                [(BinOp::Add, more)] if !has_hole(more) => Ok(LineEntry::Runs(self.small(more)?)),
                _ => wrong(),
            },
            ExprKind::Binary(BinOp::Add, first, more) if matches!(first.kind, ExprKind::Hole) && !has_hole(more) => {
                Ok(LineEntry::Runs(self.small(more)?))
            }
            _ if has_hole(e) => wrong(),
            _ => Ok(LineEntry::Fixed(self.small(e)?)),
        }
    }

    /// A constant natural number that is not too large.
    fn small(&mut self, e: &Expr) -> Result<u64> {
        let value = self.int(e)?;
        let Some(value) = value.as_int() else {
            return Err(Diagnostic::at(Code::Line, e.span, "an entry of a line is constant", "depends on a position"));
        };
        if *value < IBig::ZERO {
            let message = format!("an entry of a line is a natural number, found {value}");
            return Err(Diagnostic::at(Code::Negative, e.span, message, "negative"));
        }
        u64::try_from(value).ok().filter(|v| *v <= MOST).ok_or_else(|| {
            Diagnostic::at(Code::Line, e.span, format!("an entry of a line is at most {MOST}"), "too large")
        })
    }
}

/// An example of a line of the game, for messages.
fn running(game: &Game) -> String {
    let mut entries = vec!["7".to_string(); game.rules.width()];
    entries.last_mut().into_iter().for_each(|last| *last = "_".to_string());
    format!("({})", game.arrange(&entries))
}
