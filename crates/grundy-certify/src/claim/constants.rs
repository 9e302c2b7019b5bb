//! Questions of a claim that theorems answer by a number: periods, steps to convergence, automata.
//!
//! In: theorems, and the questions of a claim that name one each. Out: the numbers that answer the questions. The least and the greatest number of
//! steps to convergence that a theorem leaves are the ends of a range, and the claim must be true for each number of it.
//!
//! A claim that asks nothing else, of no variables, is evaluated as it stands.

use serde_json::{Map, Value};

use crate::form::expr::{Expr, Result, Rules};
use crate::form::keys::{below, objects, only_keys};
use crate::form::spent::Stop;
use crate::recurrence::recurs::Recurs;
use crate::{Refusal, Verified};

/// The most choices of numbers that theorems leave open.
const CHOICES: usize = 1 << 10;

/// A theorem on which a statement rests.
pub(crate) trait Theorem {
    /// What it says of the number that a question asks for, about a game with some rules: the least and the greatest that the number may be.
    fn answer(&self, object: &Map<String, Value>, rules: &Rules) -> Result<(u64, u64)>;

    /// What it says of a line of positions of a game with some rules, in one play.
    fn recurs(&self, rules: &Rules, misere: bool) -> Option<&Recurs>;

    /// The game, and the entries of its position, that has the value of each position of a game with some rules, in one play.
    fn stands_for(&self, rules: &Rules, misere: bool) -> Option<(&Rules, &[Expr])>;

    /// Verifies it.
    fn verify(&self, verified: &Verified, stop: Stop) -> Result<(), Refusal>;
}

/// Reads a theorem.
pub(crate) type ReadTheorem<'r> = dyn Fn(&Map<String, Value>) -> Result<Box<dyn Theorem>> + 'r;

/// Reads the key `theorems`, if it is there.
pub(crate) fn read(object: &Map<String, Value>, theorem: &ReadTheorem) -> Result<Vec<Box<dyn Theorem>>> {
    match object.contains_key("theorems") {
        true => objects(object, "theorems")?.into_iter().map(theorem).collect(),
        false => Ok(vec![]),
    }
}

/// The answer to a question, by a theorem: a number from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    theorem: usize,
    least: i128,
    most: i128,
}

impl Known {
    /// The number, if the theorem leaves one only.
    pub(crate) fn exactly(&self) -> Result<i128> {
        if self.least == self.most { Ok(self.least) } else { Err("a theorem leaves its number open".into()) }
    }
}

/// Verifies the theorems.
pub(crate) fn verify(theorems: &[Box<dyn Theorem>], verified: &Verified, stop: Stop) -> Result<(), Refusal> {
    theorems.iter().try_for_each(|theorem| theorem.verify(verified, &mut *stop))
}

/// Reads a question that a theorem answers, about a game with some rules.
pub(crate) fn question(object: &Map<String, Value>, rules: &Rules, theorems: &[Box<dyn Theorem>]) -> Result<Known> {
    let keys = ["game", "asks", "play", "theorem", "line", "value", "of", "base"];
    only_keys(object, &keys, "a question has")?;
    let theorem = below(object, "theorem", theorems.len())?;
    let (least, most) = theorems[theorem].answer(object, rules)?;
    Ok(Known { theorem, least: least.into(), most: most.into() })
}

/// Calls `see` with the answers, for each choice of the numbers that theorems leave open. A theorem has one number, however often it is asked for.
pub(crate) fn each(
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

/// Do expressions ask only for what theorems answer, without quantified forms? Then their evaluation takes no more steps than they have parts.
pub(crate) fn are_plain(all: &[&Expr], constants: &[Option<i128>]) -> bool {
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
pub(crate) fn words(theorems: usize) -> String {
    let verified = match theorems {
        1 => "The theorem that it rests on was verified, as a certificate of its own".to_string(),
        n => format!("The {n} theorems that it rests on were verified, each as a certificate of its own"),
    };
    format!("{verified}. With the numbers stated there, the statement was evaluated.")
}
