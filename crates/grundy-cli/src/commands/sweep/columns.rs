//! The names of the columns of a sweep.
//!
//! In: the names of the family, and the commands that are asked. Out: a name for each key of an answer. It depends on the commands alone, not on what they answer: where the first
//! question of a row fails, the answer of the second stands in the same column as in all other rows.

use std::collections::BTreeSet;

use grundy::Diagnostic;
use grundy::lang::{Code, nearest};

use crate::failure::Outcome;

/// The columns of every row, around the answers.
const EVERY: [&str; 5] = ["row", "game", "exit", "error", "seconds"];

/// The keys that the lines of a command may have, besides those of every line. (A test asks all commands, and finds no other.)
const KEYS: [(&str, &[&str]); 11] = [
    ("value", &["rules", "position", "play", "value", "outcome", "genus", "outcomes", "by", "status", "from", "bound"]),
    (
        "period",
        &[
            "rules",
            "line",
            "play",
            "status",
            "preperiod",
            "period",
            "saltus",
            "checked_to",
            "reason",
            "certificate",
            "checked",
        ],
    ),
    (
        "quotient",
        &[
            "rules",
            "play",
            "status",
            "to",
            "size",
            "tame",
            "wild_from",
            "preperiod",
            "period",
            "generators",
            "relations",
            "portion",
            "phi",
            "sizes",
            "reason",
            "checked",
            "certificate",
            "outcome",
        ],
    ),
    (
        "converge",
        &[
            "rules",
            "from",
            "to",
            "status",
            "max",
            "at",
            "records",
            "bound",
            "theorem",
            "stuck",
            "witness",
            "seeds",
            "checked",
            "automaton",
        ],
    ),
    (
        "discover",
        &[
            "rules",
            "play",
            "kind",
            "status",
            "form",
            "states",
            "joint",
            "base",
            "automaton",
            "certificate",
            "reason",
            "checked",
        ],
    ),
    ("classify", &["rules", "to", "positions", "property", "status", "witness"]),
    ("positions", &["position", "value", "count", "complete", "formula"]),
    (
        "sequence",
        &[
            "rules",
            "play",
            "from",
            "values",
            "status",
            "preperiod",
            "period",
            "saltus",
            "checked_to",
            "greatest",
            "checked",
            "value",
            "count",
        ],
    ),
    ("moves", &["rules", "position", "play", "value", "options", "outcome", "remoteness", "suspense", "birthday"]),
    ("eval", &["value"]),
    (
        "games",
        &[
            "rules",
            "shape",
            "engines",
            "canonical",
            "name",
            "head",
            "family",
            "about",
            "source",
            "example",
            "note",
            "text",
        ],
    ),
];

fn keys(word: &str) -> &'static [&'static str] {
    KEYS.iter().find(|(own, _)| *own == word).map_or(&[], |(_, keys)| keys)
}

/// The columns of a sweep.
pub(super) struct Columns {
    /// The names of the family.
    names: Vec<String>,
    /// The command of each question.
    words: Vec<String>,
    /// The columns that are wanted; all, if none is named.
    wanted: Vec<String>,
}

impl Columns {
    /// Refuses a family whose names are columns of every row.
    pub(super) fn new(names: Vec<String>, words: Vec<String>, wanted: Vec<String>) -> Outcome<Columns> {
        if let Some(name) = names.iter().find(|name| EVERY.contains(&name.as_str())) {
            let message = format!("the name `{name}` of the family is a column of every row");
            return Err(Diagnostic::new(Code::Sweep, message).help(format!("take another, such as `{name}1`")).into());
        }
        Ok(Columns { names, words, wanted })
    }

    /// The column of a key that a question answers: the key; where an earlier column is named so, the command stands before it, and from the third time on a number behind it.
    pub(super) fn of(&self, question: usize, key: &str) -> String {
        let mut used: BTreeSet<String> = EVERY.iter().map(ToString::to_string).chain(self.names.clone()).collect();
        let word = &self.words[question];
        for earlier in &self.words[..question] {
            if earlier == word || keys(earlier).contains(&key) {
                let name = free(earlier, key, &used);
                used.insert(name);
            }
        }
        free(word, key, &used)
    }

    /// Is a column wanted?
    pub(super) fn keeps(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|wanted| wanted == name)
    }

    /// The names of the family.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The wanted columns.
    pub(super) fn wanted(&self) -> &[String] {
        &self.wanted
    }

    /// The columns with which every table begins.
    pub(super) fn first(&self) -> impl Iterator<Item = &str> {
        EVERY[..2].iter().copied().chain(self.names.iter().map(String::as_str))
    }

    /// All columns of answers that are known by name.
    fn known(&self) -> BTreeSet<String> {
        let of = |(question, word): (usize, &String)| keys(word).iter().map(move |key| self.of(question, key));
        self.words.iter().enumerate().flat_map(of).collect()
    }

    /// The wanted columns that no question is known to have, and the name that each may have been meant for.
    pub(super) fn strange(&self) -> Vec<(&str, Option<String>)> {
        let known = self.known();
        let strange = self.wanted.iter().filter(|name| !known.contains(*name) && !self.names.contains(name));
        let near = |name: &str| nearest(name, known.iter().map(String::as_str)).map(str::to_string);
        strange.map(|name| (name.as_str(), near(name))).collect()
    }

    /// The names of the family that hide a key of an answer, and the columns in which that stands.
    pub(super) fn hidden(&self) -> Vec<(&str, String)> {
        let of = |name: &String| {
            let has = |word: &String| keys(word).contains(&name.as_str());
            self.words.iter().position(has).map(|question| self.of(question, name))
        };
        self.names.iter().filter_map(|name| Some((name.as_str(), of(name)?))).collect()
    }
}

/// The first name for a key of a command that is not used.
fn free(word: &str, key: &str, used: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|time| format!("{word}.{key}.{time}"));
    let mut names = [key.to_string(), format!("{word}.{key}")].into_iter().chain(numbered);
    names.find(|name| !used.contains(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str], words: &[&str]) -> Columns {
        let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        Columns::new(owned(names), owned(words), vec![]).expect("columns")
    }

    #[test]
    fn no_two_questions_have_the_same_column() {
        let asked = columns(&["a"], &["eval", "eval", "value", "eval", "eval"]);
        let names: Vec<String> = (0..5).map(|question| asked.of(question, "value")).collect();
        assert_eq!(names, ["value", "eval.value", "value.value", "eval.value.2", "eval.value.3"]);
        assert_eq!((asked.of(2, "by"), asked.of(0, "a")), ("by".into(), "eval.a".into()));
        let words = KEYS.map(|(word, _)| word);
        let all = columns(&[], &[&words[..], &words].concat());
        let many: usize = KEYS.iter().map(|(_, keys)| 2 * keys.len()).sum();
        assert_eq!(all.known().len(), many);
    }

    #[test]
    fn names_of_rows_are_refused_and_hidden_keys_told() {
        for name in EVERY {
            assert!(Columns::new(vec![name.into()], vec!["value".into()], vec![]).is_err(), "{name}");
        }
        let asked = columns(&["n", "period"], &["value", "period"]);
        assert_eq!(asked.hidden(), [("period", "period.period".to_string())]);
    }
}
