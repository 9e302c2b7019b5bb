//! Questions of a claim that theorems answer: periods, steps to convergence, automata.
//!
//! In: whole certificates (*theorems*), and the questions of a claim that name one each. Out: the numbers that answer the questions. A theorem answers a
//! question if it is about the same rules, the same play and the same line or value: rules are compared, and names are not. The least and the greatest number of
//! steps to convergence that a theorem leaves are the ends of a range, and the claim must be true for each number of it.
//!
//! A claim that asks nothing else, of no variables, is evaluated as it stands.

use serde_json::{Map, Value};

use super::super::certificate::{self, Certificate, Entry, Kind, entries};
use super::super::concrete::{At, World};
use super::super::expr::{Expr, Rules, Seen, short};
use super::super::keys::{key, natural};
use super::super::line::Stop;
use super::super::{Refusal, Verified, proved};
use super::numeration::Numeration;
use super::{Said, stated};

/// The most choices of numbers that theorems leave open.
const CHOICES: usize = 1 << 10;

/// The kinds of certificates that answer questions.
const KINDS: [&str; 8] = ["line", "heaps", "solutions", "diagonal", "convergence", "apart", "automaton", "values"];

/// The answer to a question, by a theorem: a number from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    theorem: usize,
    least: i128,
    most: i128,
}

impl Known {
    /// The number, if the theorem leaves one only.
    pub(super) fn exactly(&self) -> Seen<i128> {
        if self.least == self.most { Ok(self.least) } else { Err("a theorem leaves its number open".into()) }
    }
}

/// Reads the theorems, if there are any.
pub(super) fn read(object: &Map<String, Value>) -> Seen<Vec<Certificate>> {
    if !object.contains_key("theorems") {
        return Ok(vec![]);
    }
    let each = |theorem: &Map<String, Value>| {
        let kind = theorem.get("kind").and_then(Value::as_str).unwrap_or_default();
        if !KINDS.contains(&kind) {
            return Err(format!("a theorem of its `theorems` is of the kind `{kind}`, which answers no question"));
        }
        if theorem.contains_key("domain") {
            return Err("a theorem of its `theorems` says the values of some positions alone".into());
        }
        certificate::of(theorem.clone()).map_err(|refusal| format!("a theorem of its `theorems`: {refusal}"))
    };
    stated::objects(object, "theorems")?.into_iter().map(each).collect()
}

/// Verifies the theorems.
pub(super) fn verify(theorems: &[Certificate], verified: &Verified, stop: Stop) -> Result<(), Refusal> {
    theorems.iter().try_for_each(|theorem| proved(theorem, verified, stop).map(|_| ()))
}

/// Reads a question that a theorem answers, about a game with some rules.
pub(super) fn question(object: &Map<String, Value>, rules: &Rules, theorems: &[Certificate]) -> Seen<Known> {
    let number = stated::below(object, "theorem", theorems.len())?;
    let theorem = &theorems[number];
    if theorem.rules != *rules {
        return Err("a theorem that should answer a question is about other rules".into());
    }
    let misere = match object.get("play").and_then(Value::as_str) {
        Some("normal") => false,
        Some("misere") => true,
        _ => return Err("the play of a question that a theorem answers is neither `normal` nor `misere`".into()),
    };
    if theorem.misere != misere {
        return Err("a theorem that should answer a question is about the other play".into());
    }
    let (least, most) = answer(object, rules, theorem)?;
    Ok(Known { theorem: number, least: least.into(), most: most.into() })
}

/// What a theorem says of the number that a question asks for: the least and the greatest that it may be.
fn answer(object: &Map<String, Value>, rules: &Rules, theorem: &Certificate) -> Seen<(u64, u64)> {
    let exactly = |number: u64| Ok((number, number));
    match (key(object, "asks")?.as_str(), &theorem.kind) {
        (Some("convergence"), Kind::Convergence(claim)) if let Some(steps) = claim.steps() => Ok(steps),
        (Some("converges"), Kind::Convergence(claim)) if claim.steps().is_some() => exactly(1),
        (Some("converges"), Kind::Apart(_)) => exactly(0),
        (Some("automatic"), kind) if automatic(object, kind)? => exactly(1),
        (Some(asks @ ("preperiod" | "period" | "saltus")), _) if is_about(object, rules, theorem)? => {
            exactly(match asks {
                "preperiod" => theorem.preperiod,
                "period" => theorem.period,
                _ => theorem.saltus,
            })
        }
        _ => Err(format!("a theorem does not answer the question {}", short(&Value::Object(object.clone())))),
    }
}

/// Is a theorem about the line, or about the positions with the value, of a question?
fn is_about(object: &Map<String, Value>, rules: &Rules, theorem: &Certificate) -> Seen<bool> {
    match (&theorem.kind, object.get("line"), object.get("value")) {
        (Kind::Solutions { value, .. }, None, Some(asked)) => Ok(natural(asked) == Some(*value)),
        (Kind::Line { .. } | Kind::Heaps { .. } | Kind::Diagonal { .. }, Some(_), None) => {
            let line: Vec<Entry> = entries(object, rules.width)?;
            Ok(line == theorem.line)
        }
        _ => Ok(false),
    }
}

/// Does a theorem show an automaton that reads the digits of a question, and gives the values or outcomes that it asks for?
///
/// Where its automata read differences, one that reads the coordinates follows: their differences are linear, so that automata read them.
fn automatic(object: &Map<String, Value>, kind: &Kind) -> Seen<bool> {
    let asked = Numeration::read(object.get("base"))?;
    let outcomes = match object.get("of").and_then(Value::as_str) {
        Some("outcomes") => true,
        Some("values") => false,
        _ => return Err("a question about automata is about neither `values` nor `outcomes`".into()),
    };
    Ok(match kind {
        Kind::Automaton(table) => asked == Numeration::Base(table.base().into()),
        Kind::Values(claim) => {
            let all = !matches!(claim.values, Said::Levels { complete: false, .. });
            claim.numeration == asked && (outcomes || all)
        }
        _ => false,
    })
}

/// Calls `see` with the answers, for each choice of the numbers that theorems leave open. A theorem has one number, however often it is asked for.
pub(super) fn each(
    questions: &[Option<Known>],
    see: &mut dyn FnMut(Vec<Option<i128>>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut open: Vec<Known> = vec![];
    for known in questions.iter().flatten().filter(|known| known.least < known.most) {
        if !open.iter().any(|other| other.theorem == known.theorem) {
            open.push(*known);
        }
    }
    let sizes: Vec<i128> = open.iter().map(|known| known.most - known.least + 1).collect();
    let count = sizes.iter().try_fold(1i128, |all, size| all.checked_mul(*size)).filter(|all| *all <= CHOICES as i128);
    let many = || Refusal::False(format!("the theorems leave more than {CHOICES} choices of numbers open"));
    let count = count.ok_or_else(many)?;
    for choice in 0..count {
        let mut rest = choice;
        let mut chosen = vec![];
        for (known, size) in open.iter().zip(&sizes) {
            chosen.push((known.theorem, known.least + rest % size));
            rest /= size;
        }
        let of = |known: &Known| {
            let open = chosen.iter().find(|(theorem, _)| known.least < known.most && *theorem == known.theorem);
            open.map_or(known.least, |(_, number)| *number)
        };
        match see(questions.iter().map(|known| known.as_ref().map(of)).collect()) {
            Ok(()) => {}
            // The numbers may be others.
            Err(Refusal::Refuted(_)) if count > 1 => {
                return Err(Refusal::False(
                    "the statement is not true of all numbers that the theorems leave open".into(),
                ));
            }
            refused => return refused,
        }
    }
    Ok(())
}

/// Answers that do not depend on a position.
struct Constants(Vec<Option<i128>>);

impl World for Constants {
    fn step(&self) -> Seen<()> {
        Ok(())
    }

    fn answer(&self, question: usize, at: &[i128]) -> Seen<i128> {
        match self.0.get(question) {
            Some(Some(answer)) if at.is_empty() => Ok(*answer),
            _ => Err("a question is answered by no theorem, or asks for a position".into()),
        }
    }
}

/// Do expressions ask only for what theorems answer, without quantified forms? Then their evaluation takes no more steps than they have parts.
pub(super) fn are_plain(all: &[&Expr], constants: &[Option<i128>]) -> bool {
    let mut plain = true;
    let mut see = |e: &Expr| {
        plain &= match e {
            Expr::Fold(_) => false,
            Expr::Ask(question, at) => at.is_empty() && constants[*question].is_some(),
            _ => true,
        }
    };
    all.iter().for_each(|e| e.visit(&mut see));
    plain
}

/// The proof of a claim that theorems alone prove, in words.
pub(super) fn words(theorems: usize) -> String {
    let theorems = if theorems == 1 { "The theorem".to_string() } else { format!("The {theorems} theorems") };
    format!(
        "{theorems} that it rests on were verified, each as a certificate of its own. With the numbers that they state, the statement was evaluated."
    )
}

/// A claim of no variables is true, given the answers: a condition is false, or what is said is true.
pub(super) fn holds(rules: &Rules, expressions: [&Expr; 3], answers: Vec<Option<i128>>) -> Result<(), Refusal> {
    let [among, inner, holds] = expressions;
    let answers = Constants(answers);
    let mut at = At::within(rules, &[], Some(&answers));
    let mut holds = || Ok(!at.truth(among)? || !at.truth(inner)? || at.truth(holds)?);
    match holds().map_err(Refusal::of)? {
        true => Ok(()),
        false => Err(Refusal::Refuted("with the numbers of the theorems, the statement is false".into())),
    }
}
