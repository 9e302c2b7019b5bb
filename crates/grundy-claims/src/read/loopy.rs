//! Claims about games in which play may go on for ever.
//!
//! In: claims. Out: whether a claim must be read again, with values by the theory of Smith: a claim that has neither `D` nor `inf` shows only when it is checked
//! that play may go on for ever.

use grundy_rules::lang::{Code, Diagnostic};

use crate::read::{Content, Statement};
use crate::{Status, Verdict};

/// The claim with values of loopy games, if it has a word that speaks of them and was not read so yet.
pub(crate) fn by_words(statement: &Statement) -> Option<Statement> {
    match &statement.content {
        Ok(Content::Claim(claim)) if claim.scope.speaks_of_loopy && !claim.scope.loopy => statement.loopy(),
        _ => None,
    }
}

/// The same, if its check found that play may go on for ever.
pub(crate) fn by_circle(statement: &Statement, verdict: &Verdict) -> Option<Statement> {
    let round = verdict.error.as_ref().is_some_and(|error| is_round(error));
    match &statement.content {
        Ok(Content::Claim(claim)) if verdict.status == Status::Error && round && !claim.scope.loopy => {
            statement.loopy()
        }
        _ => None,
    }
}

/// Does an error say that play may go on for ever?
pub(crate) fn is_round(error: &Diagnostic) -> bool {
    error.code == Code::Circle
}
