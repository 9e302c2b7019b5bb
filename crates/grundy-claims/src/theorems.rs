//! The certificate of a claim that asks for nothing but what theorems say: periods, steps to convergence, automata.
//!
//! In: a claim, and for each of its questions the certificate of the theorem that answered it. Out: a certificate of kind `claim` that contains these
//! certificates and states the claim; or why there is none. The book describes the format ("Periods and certificates").

use grundy_core::contract::options::Play;
use grundy_rules::lower::{PeriodNumber, Question, Written};
use serde_json::{Value, json};

use super::archive::ClaimProof;
use super::claim::Claim;
use super::stated::stating;
use grundy::theory::periods::entry;

/// The certificate; `theorems` has a certificate for each question.
///
/// # Errors
/// A question is not answered by a theorem that has a certificate.
pub(super) fn certificate(claim: &Claim, theorems: &[Option<Value>]) -> Result<ClaimProof, &'static str> {
    let first = claim.scope.games.first().ok_or("the claim speaks of no game")?;
    let mut all: Vec<&Value> = vec![];
    let mut questions = vec![];
    for (number, question) in claim.scope.questions.iter().enumerate() {
        let mut asked = asked(question).ok_or("the claim asks for more than theorems say")?;
        let theorem = theorems.get(number).and_then(Option::as_ref);
        let theorem = theorem.ok_or("a theorem that it rests on has no certificate")?;
        let known = all.iter().position(|other| *other == theorem);
        asked["theorem"] = known.unwrap_or(all.len()).into();
        if known.is_none() {
            all.push(theorem);
        }
        questions.push(asked);
    }
    let theorems = all.into_iter().cloned().collect();
    Ok(stating(claim, first, Play::Normal, &[("theorems", theorems)], questions))
}

/// Does a claim ask for what theorems say, and for nothing else?
pub(super) fn asks_theorems(claim: &Claim) -> bool {
    !claim.scope.questions.is_empty() && claim.scope.questions.iter().all(|question| asked(question).is_some())
}

/// A question, without the number of the theorem that answers it; `None` if no theorem answers such questions.
fn asked(question: &Question) -> Option<Value> {
    let word = |of: &PeriodNumber| match of {
        PeriodNumber::Preperiod => "preperiod",
        PeriodNumber::Period => "period",
        PeriodNumber::Saltus => "saltus",
    };
    let base = |written: &Written| match written {
        Written::Base(base) => json!(base),
        Written::Ostrowski(1) => json!("fibonacci"),
        Written::Ostrowski(a) => json!(format!("ostrowski({a})")),
    };
    Some(match question {
        Question::Line { game, line, of } => {
            let line: Value = line.entries.iter().map(entry).collect();
            json!({"asks": word(of), "game": game, "play": "normal", "line": line})
        }
        Question::Solutions { game, value, of } => {
            json!({"asks": word(of), "game": game, "play": "normal", "value": value})
        }
        Question::Convergence { game } => json!({"asks": "convergence", "game": game, "play": "normal"}),
        Question::Converges { game } => json!({"asks": "converges", "game": game, "play": "normal"}),
        Question::Automatic { game, misere, outcomes, written } => json!({
            "asks": "automatic",
            "game": game,
            "play": Play::of(*misere).name(),
            "of": if *outcomes { "outcomes" } else { "values" },
            "base": base(written),
        }),
        Question::Position { .. } | Question::Property { .. } => return None,
    })
}

/// A certificate as the part of another.
pub(super) fn part(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
