//! The certificates of claims that are evaluated: those about finitely many positions, tables, and counterexamples.
//!
//! In: a claim with the greatest values of its variables, or a table. Out: a certificate of kind `claim` in which values are those of the definition, so that a
//! checker evaluates the claim itself, at every position; or why there is none. For a counterexample, the certificate of the claim that is false there.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::Play;
use grundy_rules::lower::{Module, Question, Scope};
use grundy_rules::rules::{Ruleset, build};
use grundy_rules::session::Game;
use serde_json::{Value, json};

use crate::CheckOptions;
use crate::check::failure::{Failure, Shown};
use crate::read::claim::Claim;
use crate::read::printed_table::Tabled;
use crate::read::{Content, Statement};
use crate::state::archive::ClaimProof;
use crate::state::by_values::{closed, of_position, opened, state};
use crate::state::theorems;
use crate::state::theorems::{Rests, asks_theorems};

/// The certificate of a claim whose variables are at most these numbers, because of its `where` or of the rules. A claim without variables has none. `theorems` has a
/// certificate for each question that a theorem answers.
///
/// # Errors
/// The claim asks for something else than values, terminal positions, existence, and what theorems say.
pub(crate) fn certificate(claim: &Claim, most: &[u64], theorems: &[Option<Value>]) -> Result<ClaimProof, &'static str> {
    evaluated(claim, Some(most), theorems)
}

fn evaluated(claim: &Claim, most: Option<&[u64]>, theorems: &[Option<Value>]) -> Result<ClaimProof, &'static str> {
    let first = first(&claim.scope, &claim.source.module);
    let (questions, rests) = questions(&claim.scope, theorems)?;
    let rests: &[_] = if rests == json!([]) { &[] } else { &[("theorems", rests)] };
    let mut object = opened(&claim.scope, &first, Play::Normal, rests, questions);
    state(claim, &mut object);
    if let Some(most) = most {
        object["most"] = most.into();
    }
    Ok(closed(&first, Play::Normal, object))
}

/// The claim that is false if a cell of a table has another value than the printed one: the value is not this.
fn of_cell(tabled: &Tabled, cell: usize, found: &IBig) -> Result<Claim, &'static str> {
    let (binders, printed, span) = tabled.cells.get(cell).ok_or("the table has no such cell")?;
    if found == printed {
        return Err("the table is right at this cell");
    }
    let cells = vec![(binders.clone(), found.clone(), *span)];
    let right = Tabled { cells, ..tabled.clone() }.claim();
    Ok(Claim { body: build::not(&right.body), ..right })
}

/// From what the values at a counterexample are known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Basis {
    /// From the definition.
    Definition,
    /// From what was proved of every position, or from theorems.
    Proofs,
}

/// The certificate that says what a claim or a table says that is false, or the contrary of what is shown there.
pub(crate) fn said(
    statement: &Statement,
    failure: &Failure,
    theorems: &[Option<Value>],
    options: &CheckOptions,
    basis: Basis,
) -> Result<ClaimProof, String> {
    Ok(match (&statement.content, basis, &failure.shown) {
        (Ok(Content::Table(tabled)), _, Shown::Cell(cell, found)) => {
            let claim = of_cell(tabled, *cell, found)?;
            match basis {
                Basis::Definition => evaluated(&claim, None, theorems)?,
                Basis::Proofs => return statement.file.proof_of_table(&claim, options),
            }
        }
        (Ok(Content::Table(_)), ..) => return Err("no cell of the table is wrong".into()),
        (Ok(Content::Claim(claim)), Basis::Definition, _) => evaluated(&failure.of(claim), None, theorems)?,
        (Ok(Content::Claim(claim)), Basis::Proofs, _) if asks_theorems(claim) => {
            theorems::certificate(&failure.of(claim), theorems)?
        }
        (Ok(Content::Claim(claim)), Basis::Proofs, _) => return statement.file.proof(&failure.of(claim), options),
        (Ok(Content::Family(_)), ..) => return Err("each claim of a family is checked by itself".into()),
        (Err(_), ..) => return Err("the claim cannot be read".into()),
    })
}

/// The questions, in which values are those of the definition, and the theorems that answer the others.
fn questions(scope: &Scope, theorems: &[Option<Value>]) -> Result<(Vec<Value>, Value), &'static str> {
    let mut rests = Rests::new(theorems);
    let question = |(number, question): (usize, &Question)| match question {
        Question::Position { game, what, .. } => {
            of_position(*game, what, |play| Ok(json!({"game": game, "asks": "value", "play": play.name()})))
        }
        _ => rests.answer(number, question),
    };
    let questions = scope.questions.iter().enumerate().map(question).collect::<Result<_, _>>()?;
    Ok((questions, rests.used()))
}

/// The first game; where a claim speaks of none, the game whose only position is empty.
fn first(scope: &Scope, module: &Arc<Module>) -> Game {
    let nothing = || Game {
        text: "nothing".into(),
        rules: Arc::new(Ruleset::default()),
        slots: vec![],
        names: vec![],
        module: module.clone(),
        carried: vec![],
    };
    scope.games.first().cloned().unwrap_or_else(nothing)
}

#[cfg(test)]
mod tests;
