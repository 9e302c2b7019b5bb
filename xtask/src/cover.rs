//! `cargo xtask cover`: the statements of the papers and of the cookbook that an ordinary run of the tests checks.
//!
//! In: the verdicts of `grundy check --json` on all statements, and their certificates. Out: `xtask/cover.txt`, as few statements as have, together, each word of the
//! language that they use, each game, each way of proof, each reason, each erratum, and each kind, word and numeration of their certificates; of those that have one,
//! the quickest. What slow statements alone have is left out, and told. The others say the same of other numbers, and take ten times as long: `cargo xtask test --long`
//! checks them. The other file, `xtask/needs.txt`, says of each kind, word and numeration how many statements rest on it, and names one: what none needs is a question.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::cargo::{error_output_of, grundy};
use crate::folders;
use crate::papers::{Verdict, string, verdicts};
use crate::step::say;

/// Where the names stand, a line each.
const FILE: &str = "xtask/cover.txt";
/// Where the needs stand: what, how many statements rest on it, one of them.
const NEEDS: &str = "xtask/needs.txt";
/// Where the certificates stay.
const FOLDER: &str = "target/cover";

/// A statement that takes more seconds is slow.
const SLOW: f64 = 5.0;

/// Chooses the statements anew and writes their names.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let folder = root.join(FOLDER);
    folders::empty(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let kinds = kinds(root)?.into_iter().map(|kind| (format!("kind {kind}"), vec![]));
    let (mut of, mut needs): (BTreeMap<String, Vec<usize>>, BTreeMap<_, _>) = (BTreeMap::new(), kinds.collect());
    let all = verdicts(root, &["--certificates", FOLDER], &[])?;
    for (number, verdict) in all.iter().enumerate() {
        for feature in features(verdict, &text(root, verdict)?) {
            of.entry(feature).or_default().push(number);
        }
        for need in needed(root, verdict)? {
            needs.entry(need).or_default().push(number);
        }
    }
    // `--only` takes every statement whose name contains the name.
    let seconds = |number: usize| -> f64 {
        let taken = all.iter().filter(|verdict| verdict.name.contains(&all[number].name));
        taken.map(|verdict| verdict.seconds).sum()
    };
    let line = |(need, numbers): (&String, &Vec<usize>)| {
        let example = quick(numbers, &seconds).map_or(String::new(), |number| format!("  {}", all[number].name));
        format!("{need}  {}{example}\n", numbers.len())
    };
    let lines: String = needs.iter().map(line).collect();
    fs::write(root.join(NEEDS), lines).map_err(|error| format!("{NEEDS}: {error}"))?;
    needs.retain(|_, numbers| !numbers.is_empty());
    of.append(&mut needs);
    let is_slow = |numbers: &Vec<usize>| numbers.iter().all(|number| seconds(*number) > SLOW);
    of.retain(|feature, numbers| {
        let is_left = !feature.starts_with("erratum ") && is_slow(numbers);
        if is_left {
            say(&format!("   left to the long run: {feature}"));
        }
        !is_left
    });
    let chosen = quickest(&of, &seconds);
    let names: BTreeSet<&str> = chosen.iter().map(|number| &*all[*number].name).collect();
    let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
    fs::write(root.join(FILE), lines).map_err(|error| format!("{FILE}: {error}"))?;
    let seconds: f64 = chosen.iter().map(|number| seconds(*number)).sum();
    say(&format!("{} of {} statements, {seconds:.0} s", chosen.len(), all.len()));
    Ok(())
}

/// The kinds, words and numerations of the certificates of a statement.
fn needed(root: &Path, verdict: &Verdict) -> Result<BTreeSet<String>, String> {
    let mut all = BTreeSet::new();
    for file in &verdict.certificates {
        let text = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        all.extend(string(&text, "kind").map(|kind| format!("kind {kind}")));
        let words = text.split("[\"").skip(1).filter_map(|rest| rest.split_once('"'));
        // What stands before a string is no word, but an item of a list of strings.
        let words = words
            .filter(|(word, rest)| rest.starts_with(',') && !rest.starts_with(",\"") && !["_", "own"].contains(word));
        all.extend(words.map(|(word, _)| format!("word {word}")));
        let bases = text.split("\"base\":").skip(1).filter_map(|rest| rest.split_once(",\"").map(|(base, _)| base));
        all.extend(bases.map(|base| format!("numeration {base}")));
    }
    Ok(all)
}

/// All kinds of certificates: the checker names them to those who ask for another one.
fn kinds(root: &Path) -> Result<Vec<String>, String> {
    let (file, unknown) = (format!("{FOLDER}/unknown.json"), r#"{"format":"grundy-certificate","v":1,"kind":"?"}"#);
    fs::write(root.join(&file), unknown).map_err(|error| format!("{file}: {error}"))?;
    let program = grundy(root)?;
    let told = error_output_of(root, &program.to_string_lossy(), &["verify", &file]).err().unwrap_or_default();
    let (_, list) = told.split_once("this program knows ").ok_or_else(|| format!("no list of kinds: {told}"))?;
    let list = list.lines().next().unwrap_or_default();
    Ok(list.split('`').skip(1).step_by(2).map(str::to_string).collect())
}

/// The names that the file lists.
pub(crate) fn names(root: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(text.lines().map(str::to_string).collect())
}

/// The quickest of some statements.
fn quick(statements: &[usize], seconds: &dyn Fn(usize) -> f64) -> Option<usize> {
    statements.iter().copied().min_by(|a, b| seconds(*a).total_cmp(&seconds(*b)))
}

/// For each feature a statement that has it: the rarest features first, of which there is no choice.
fn quickest(of: &BTreeMap<String, Vec<usize>>, seconds: &dyn Fn(usize) -> f64) -> BTreeSet<usize> {
    let mut features: Vec<&Vec<usize>> = of.values().collect();
    features.sort_by_key(|statements| statements.len());
    let mut chosen = BTreeSet::new();
    for statements in features {
        if !statements.iter().any(|number| chosen.contains(number)) {
            chosen.extend(quick(statements, seconds));
        }
    }
    chosen
}

/// What a statement has: its words, its verdict, the way of its proof, the form of its reason.
fn features(verdict: &Verdict, text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphabetic() || c == '_')).filter(|word| !word.is_empty());
    let mut all: BTreeSet<String> = words.map(|word| format!("word {word}")).collect();
    all.insert(format!("verdict {} {}", verdict.status, verdict.by));
    all.insert(format!("reason {}", form(&verdict.reason)));
    if verdict.status == "noted" {
        all.insert(format!("erratum {}", verdict.name));
    }
    all
}

/// The beginning of a reason, without numbers and what is quoted.
fn form(reason: &str) -> String {
    let unquoted = reason.split('`').step_by(2).collect::<String>();
    unquoted.chars().filter(|c| !c.is_ascii_digit()).take(60).collect()
}

/// The text of a statement, without its name: the line where it begins, and those that are set in.
fn text(root: &Path, verdict: &Verdict) -> Result<String, String> {
    let file = fs::read_to_string(root.join(&verdict.file)).map_err(|error| format!("{}: {error}", verdict.file))?;
    let mut lines = file.lines().skip(verdict.line - 1);
    let mut text = lines.next().unwrap_or_default().to_string();
    text.extend(lines.take_while(|line| line.starts_with([' ', '\t'])));
    Ok(text.split('"').step_by(2).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_of_each_feature() {
        let of = BTreeMap::from([
            ("a".to_string(), vec![0, 1, 2]),
            ("b".to_string(), vec![1, 2]),
            ("c".to_string(), vec![3]),
        ]);
        assert_eq!(quickest(&of, &|number| [0.0, 5.0, 1.0, 9.0][number]), BTreeSet::from([2, 3]));
    }

    #[test]
    fn a_reason_has_a_form() {
        assert_eq!(
            form("by automata of at most 13 states, of `nim[3]`, too"),
            "by automata of at most  states, of , too"
        );
    }
}
