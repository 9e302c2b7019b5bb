//! The certificates of claims that are evaluated: those about finitely many positions, tables, and counterexamples.
//!
//! In: a claim with the greatest values of its variables, or a table. Out: a certificate of kind `claim` in which values are those of the definition, so that a
//! checker evaluates the claim itself, at every position; or why there is none. For a counterexample, the certificate of the claim that is false there: with
//! the values that were proved, where all are known, and by the definition otherwise.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::Play;
use grundy_rules::rules::expr::{E, Expr, Place};
use grundy_rules::rules::lower::{Module, Question, Scope, What};
use grundy_rules::rules::{Game, Ruleset, build};
use serde_json::{Value, json};

use super::archive::ClaimProof;
use super::printed::Tabled;
use super::read::{Claim, Content, Statement};
use super::stated::state;
use super::theorems::{self, asks_theorems};
use super::{Effort, Verdict};
use crate::theory::envelope::{begun, sealed};

/// The certificate of a claim whose variables are at most these numbers, because of its `where` or of the rules. A claim without variables has none.
///
/// # Errors
/// The claim asks for something else than values, terminal positions and existence.
pub(super) fn certificate(claim: &Claim, most: &[u64]) -> Result<ClaimProof, &'static str> {
    let mut object = asked(&claim.scope, &claim.source.module)?;
    state(claim, &mut object);
    object["most"] = most.into();
    Ok(proof(&claim.scope, &claim.source.module, object))
}

/// The certificate of a table: each position exists, and has the printed value.
///
/// # Errors
/// The table asks for something else than values, terminal positions and existence.
pub(super) fn of_table(tabled: &Tabled) -> Result<ClaimProof, &'static str> {
    let mut scope = tabled.scope.clone();
    let game = scope.own.ok_or("the table speaks of no game")?;
    let module = scope.games[game].module.clone();
    let exists = scope.questions.len();
    scope.questions.push(Question::Position { game, what: What::Exists, own: false });
    let mut cells = vec![];
    for (binders, value, _) in &tabled.cells {
        let at = |e: &E| build::substitute(e, &|leaf| binder(leaf, binders));
        let entries: Vec<E> = tabled.entries.iter().map(at).collect();
        let there = build::ask(exists, entries.clone(), Place(None));
        cells.push(json!(["=0", Ruleset::canonical_expression(&build::sub(&there, &build::int(1)))]));
        let found = Ruleset::canonical_expression(&at(&tabled.of));
        let mut same = json!(["=0", ["sum", Ruleset::canonical_expression(&build::int(-value.clone())), [[1, found]]]]);
        place(&mut same, &entries.iter().map(Ruleset::canonical_expression).collect());
        cells.push(same);
    }
    let mut object = asked(&scope, &module)?;
    object["variables"] = 0.into();
    object["at"] = Value::Null;
    object["where"] = true.into();
    object["all"] = json!([]);
    object["if"] = true.into();
    object["holds"] = [json!("and")].into_iter().chain(cells).collect();
    object["most"] = json!([]);
    Ok(proof(&scope, &module, object))
}

/// A claim or a table that is false, for a checker that looks at one place.
#[derive(Debug)]
pub(super) struct Refuted {
    /// Certificates that say what it says. One whose statement is false there is enough.
    pub(super) says: Vec<ClaimProof>,
    /// The values of the variables, and of those of the outermost `all`.
    pub(super) variables: Vec<i128>,
    pub(super) running: Vec<i128>,
}

/// What is to be looked at where a claim is false: with the values that were proved, where all are known, and by the definition.
///
/// # Errors
/// The claim asks for something else than values, terminal positions and existence; no place is known at which it is false; or a number is too large.
pub(super) fn refuted(statement: &Statement, verdict: &Verdict, effort: &Effort) -> Result<Refuted, &'static str> {
    let (variables, running) = verdict.place.as_ref().ok_or("no place is known at which the claim is false")?;
    let numbers = |list: &[IBig]| list.iter().map(|n| i128::try_from(n).ok()).collect::<Option<Vec<i128>>>();
    let numbers = numbers(variables).zip(numbers(running));
    let (variables, running) = numbers.ok_or("the counterexample has a number beyond 128 bits")?;
    let mut says = vec![];
    match &statement.content {
        Ok(Content::Table(tabled)) => says.push(of_table(tabled)?),
        Ok(Content::Claim(claim)) => {
            if asks_theorems(claim) {
                says.push(theorems::certificate(claim, &verdict.theorems)?);
            } else {
                says.extend(statement.file.proofs(claim, effort).into_iter().flatten());
            }
            match asked(&claim.scope, &claim.source.module) {
                Ok(mut object) => {
                    state(claim, &mut object);
                    says.push(proof(&claim.scope, &claim.source.module, object));
                }
                Err(why) if says.is_empty() => return Err(why),
                Err(_) => {}
            }
        }
        Err(_) => return Err("the claim cannot be read"),
    }
    Ok(Refuted { says, variables, running })
}

/// The number of a binder at a cell of a table.
fn binder(leaf: &Expr, binders: &[IBig]) -> Option<E> {
    if let Expr::Coord(i) = leaf { binders.get(*i).map(|n| build::int(n.clone())) } else { None }
}

/// Questions about the position of a cell name it.
fn place(e: &mut Value, entries: &Vec<Value>) {
    let Value::Array(list) = e else { return };
    if let [word, _, Value::Array(at)] = &mut list[..]
        && word == "ask"
        && at.is_empty()
    {
        at.clone_from(entries);
    } else {
        list.iter_mut().for_each(|e| place(e, entries));
    }
}

/// A certificate with its games and questions; values are those of the definition.
fn asked(scope: &Scope, module: &Arc<Module>) -> Result<Value, &'static str> {
    let questions = scope.questions.iter().map(question).collect::<Result<Vec<Value>, _>>()?;
    let mut object = begun("claim", &first(scope, module), Play::Normal);
    object["games"] = scope.games.iter().skip(1).map(|game| game.rules.canonical()).collect();
    object["values"] = json!([]);
    object["questions"] = questions.into();
    Ok(object)
}

fn question(question: &Question) -> Result<Value, &'static str> {
    let Question::Position { game, what, .. } = question else {
        return Err("the checker does not read properties of games");
    };
    Ok(match what {
        What::Terminal => json!({"game": game, "asks": "terminal"}),
        What::Exists => json!({"game": game, "asks": "exists"}),
        What::Value { misere } => json!({"game": game, "asks": "value", "play": Play::of(*misere).name()}),
    })
}

/// The first game; where a claim speaks of none, the game whose only position is empty.
fn first(scope: &Scope, module: &Arc<Module>) -> Game {
    let nothing = || Game {
        text: "nothing".into(),
        rules: Arc::new(Ruleset::default()),
        slots: vec![],
        names: vec![],
        module: module.clone(),
    };
    scope.games.first().cloned().unwrap_or_else(nothing)
}

fn proof(scope: &Scope, module: &Arc<Module>, object: Value) -> ClaimProof {
    ClaimProof { game: first(scope, module), play: Play::Normal, kind: "claim", text: sealed(object) }
}

#[cfg(test)]
mod tests;
