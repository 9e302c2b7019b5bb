//! Statements about values as terms of `Statement.v`.
//!
//! In: what a claim states. Out: the part of a file with the statement, its check, and the theorem that it is true whatever
//! function gives the values: the blocks by which it was proved do not occur there.

use serde_json::{Map, Value};

use super::answers::Answers;
use super::rules::key;
use super::terms::{Lacks, Terms, array};
use super::text::{Part, list};

/// How many moves a play may have, whose values are computed.
pub(super) const PLAYS: i64 = 100_000;

/// A statement.
#[derive(Debug)]
pub(super) struct Stated {
    /// How many variables it has.
    variables: usize,
    /// The position that it is about.
    at: String,
    where_: String,
    /// Variables with the ends of their ranges.
    all: Vec<String>,
    if_: String,
    holds: String,
}

impl Stated {
    /// The statement of a claim. Its rules have names in the file.
    pub(super) fn of_claim(object: &Map<String, Value>, terms: &Terms, names: &[String]) -> Lacks<Stated> {
        let variables = key(object, "variables")?.as_u64().and_then(|n| usize::try_from(n).ok());
        let at = match key(object, "at")? {
            Value::Null => "None".to_string(),
            at => {
                let game = at["game"].as_u64().and_then(|game| names.get(usize::try_from(game).ok()?));
                let game = game.ok_or("the position of the claim has another form")?;
                format!("Some ({game}, {})", terms.each(array(&at["entries"])?)?)
            }
        };
        let range = |(i, range): (usize, &Value)| match array(range)?.as_slice() {
            [least, most] => Ok(format!("({i}, ({}, {}))", terms.number(least)?, terms.number(most)?)),
            _ => Err("a range has another form".to_string()),
        };
        Ok(Stated {
            variables: variables.ok_or("its variables have another form")?,
            at,
            where_: terms.condition(key(object, "where")?)?,
            all: array(key(object, "all")?)?.iter().enumerate().map(range).collect::<Lacks<Vec<_>>>()?,
            if_: terms.condition(key(object, "if")?)?,
            holds: terms.condition(key(object, "holds")?)?,
        })
    }

    /// The statement, its check by what is known, and the theorem; the names end with `mark`. `games` are the rules and the plays whose values are asked for.
    pub(super) fn part(&self, mark: &str, games: &[String], known: &[String]) -> Part {
        let mut part = Part::default();
        part.definition(&format!("stated{mark}"), "statement", &self.term());
        part.definition(&format!("known{mark}"), "list known", &list(known));
        let variables = self.variables;
        part.checked(&format!("claim_checked{mark}"), &format!("check_claim {variables} stated{mark} known{mark}"));
        let says = format!("forall ans, answers_right {} ans -> true_of {variables} stated{mark} ans", list(games));
        part.theorem(&format!("claim{mark}"), &says, &format!("exact (claim_sound _ _ _ claim_checked{mark})."));
        part
    }

    /// The same where more is asked than values by blocks.
    pub(super) fn part_of_questions(&self, answers: &Answers) -> Part {
        let (variables, (swaps, others)) = (self.variables, answers.terms());
        let mut part = Part::default();
        part.definition("stated", "statement", &self.term());
        part.definition("known", "list answerer", &others);
        part.checked("claim_checked", &format!("check_questions {variables} stated {swaps} known"));
        let says =
            format!("forall ans, answers_right_all {} ans -> true_of {variables} stated ans", answers.questions());
        part.theorem("claim", &says, "exact (questions_sound _ _ _ _ claim_checked).");
        part
    }

    /// The statement, evaluated for all variables up to given numbers, with answers that are computed by the definition; and that it says nothing beyond. The names end with `mark`.
    pub(super) fn finite_part(&self, mark: &str, questions: &[String], most: &[String], seeds: &[String]) -> Part {
        let mut part = Part::default();
        part.definition(&format!("stated{mark}"), "statement", &self.term());
        part.definition(&format!("questions{mark}"), "list question", &list(questions));
        part.comment("For each question about values the positions whose values are computed.");
        part.definition(&format!("seeds{mark}"), "list (list (list N))", &list(seeds));
        let (variables, most) = (self.variables, format!("{}%N", list(most)));
        let check = format!(
            "check_finite_all stated{mark} questions{mark} {most} (N.to_nat {PLAYS}) seeds{mark} && check_beyond {variables} stated{mark} {most}"
        );
        part.checked(&format!("claim_checked{mark}"), &check);
        let says = format!("forall ans, answers_right_all questions{mark} ans -> true_of {variables} stated{mark} ans");
        let proof = format!("exact (finite_claim_all_everywhere _ _ _ _ _ _ claim_checked{mark}).");
        part.theorem(&format!("claim{mark}"), &says, &proof);
        part
    }

    /// The term of the statement.
    pub(super) fn term(&self) -> String {
        format!(
            "{{|\n  at_pos := {};\n  where_ := {};\n  all_in := {};\n  if_ := {};\n  holds_ := {} |}}",
            self.at,
            self.where_,
            list(&self.all),
            self.if_,
            self.holds
        )
    }
}
