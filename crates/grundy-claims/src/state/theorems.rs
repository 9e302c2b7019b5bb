//! The certificate of a claim that asks for nothing but what theorems say: periods, steps to convergence, automata.
//!
//! In: a claim, and for each of its questions the certificate of the theorem that answered it. Out: a certificate of kind `claim` that contains these
//! certificates and states the claim; or why there is none. The book describes the format ("Periods and certificates").

use grundy_automata::Numeration;
use grundy_core::contract::options::Play;
use grundy_rules::lower::{PeriodNumber, Question, Written};
use serde_json::{Value, json};

use crate::read::claim::Claim;
use crate::state::archive::ClaimProof;
use crate::state::by_values::stating;
use grundy::theory::everywhere::json_base;
use grundy::theory::periods::entry;

/// The certificate; `theorems` has a certificate for each question.
///
/// # Errors
/// A question is not answered by a theorem that has a certificate.
pub(crate) fn certificate(claim: &Claim, theorems: &[Option<Value>]) -> Result<ClaimProof, &'static str> {
    let first = claim.scope.games.first().ok_or("the claim speaks of no game")?;
    let mut rests = Rests::new(theorems);
    let questions = claim.scope.questions.iter().enumerate().map(|(number, question)| rests.answer(number, question));
    let questions = questions.collect::<Result<_, _>>()?;
    Ok(stating(claim, first, Play::Normal, &[("theorems", rests.used())], questions))
}

/// The theorems on which a certificate rests, each once.
pub(crate) struct Rests<'t> {
    /// For each question, the certificate of the theorem that answers it.
    theorems: &'t [Option<Value>],
    used: Vec<&'t Value>,
}

impl<'t> Rests<'t> {
    pub(crate) fn new(theorems: &'t [Option<Value>]) -> Rests<'t> {
        Rests { theorems, used: vec![] }
    }

    /// A question, with the number of the theorem that answers it.
    ///
    /// # Errors
    /// No theorem with a certificate answers it.
    pub(crate) fn answer(&mut self, number: usize, question: &Question) -> Result<Value, &'static str> {
        let mut asked = asked(question).ok_or("the checker does not read properties of games")?;
        let theorem = self.theorems.get(number).and_then(Option::as_ref);
        let theorem = theorem.ok_or("a theorem that it rests on has no certificate")?;
        let known = self.used.iter().position(|other| *other == theorem);
        asked["theorem"] = known.unwrap_or(self.used.len()).into();
        if known.is_none() {
            self.used.push(theorem);
        }
        Ok(asked)
    }

    /// The certificates, in the order of their numbers.
    pub(crate) fn used(self) -> Value {
        self.used.into_iter().cloned().collect()
    }
}

/// Does a claim ask for what theorems say, and for nothing else?
pub(crate) fn asks_theorems(claim: &Claim) -> bool {
    !claim.scope.questions.is_empty() && claim.scope.questions.iter().all(|question| asked(question).is_some())
}

/// Does a claim ask for nothing but values of positions and what theorems say?
pub(crate) fn asks_values_and_theorems(claim: &Claim) -> bool {
    let is_read = |question: &Question| matches!(question, Question::Position { .. }) || asked(question).is_some();
    claim.scope.questions.iter().all(is_read)
}

/// How numbers are written, as automata read them.
pub(crate) fn numeration(written: Written) -> Numeration {
    match written {
        Written::Base(base) => Numeration::Base(base as usize),
        Written::Ostrowski(a) => Numeration::Ostrowski(a as usize),
        Written::Unit(t) => Numeration::Unit(t as usize),
    }
}

/// A question, without the number of the theorem that answers it; `None` if no theorem answers such questions.
fn asked(question: &Question) -> Option<Value> {
    let word = |of: &PeriodNumber| match of {
        PeriodNumber::Preperiod => "preperiod",
        PeriodNumber::Period => "period",
        PeriodNumber::Saltus => "saltus",
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
        Question::QuotientSize { game } => json!({"asks": "quotient_size", "game": game, "play": "misere"}),
        Question::Converges { game } => json!({"asks": "converges", "game": game, "play": "normal"}),
        Question::Automatic { game, play, outcomes, written } => json!({
            "asks": "automatic",
            "game": game,
            "play": play.name(),
            "of": if *outcomes { "outcomes" } else { "values" },
            "base": json_base(numeration(*written)),
        }),
        Question::Position { .. } | Question::Genus { .. } | Question::Property { .. } => return None,
    })
}

/// A certificate as the part of another.
pub(crate) fn part(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
