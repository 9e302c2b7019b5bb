//! Certificates of kind `claim` as theorems.
//!
//! In: a certificate, as JSON. Out: the parts of a file. A claim over blocks of values is a statement of `Statement.v`, proved for all positions, by `Questions.v` if it asks for more; a claim about finitely many positions is
//! evaluated (`Finite.v`), with values by the definition; a claim about numbers that theorems state, such as a period, has these theorems, and is evaluated with their numbers. What else answers a question of a claim has no theorem, and the sentence says which.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::File;
use super::answers::{Answers, number_in};
use super::asked::seeds;
use super::formulas::have_formulas;
use super::periods::Period;
use super::properties;
use super::rules::{key, rules};
use super::stated::Stated;
use super::terms::{Lacks, Terms, array, natural};
use super::text::{Part, truth};
use super::values;

/// The theorem of a claim.
pub(super) fn file(certificate: &Value) -> Lacks<File> {
    let object = certificate.as_object().ok_or("the certificate has another form")?;
    if object.contains_key("reached") {
        return Err("its moves depend on P-positions of parts, and the library for Coq has no such games".into());
    }
    let questions = array(key(object, "questions")?)?;
    for question in questions {
        answered(question, object.contains_key("most"))?;
    }
    if questions.iter().any(properties::is_asked) {
        return properties::file(object, questions);
    }
    match questions.iter().any(|question| question.get("theorem").is_some()) {
        true => by_theorems(object, questions),
        false if object.contains_key("most") => finitely(object, questions),
        false => by_blocks(object, questions),
    }
}

/// Has the library what answers a question?
fn answered(question: &Value, finite: bool) -> Lacks<()> {
    let asks = question["asks"].as_str().unwrap_or_default();
    match asks {
        "value" if question.get("theorem").is_some() => {
            Err("its values are those of another game, by a correspondence, and the library for Coq has no such claims"
                .into())
        }
        "value" if question.get("falls").is_some() => {
            Err("it is about values of which only the rules are known, and the library for Coq has no such claims"
                .into())
        }
        "exists" if finite => Ok(()),
        "terminal" | "value" | "period" | "preperiod" | "saltus" | "automatic" => Ok(()),
        _ if properties::is_asked(question) => Ok(()),
        _ => Err(format!("it asks for `{asks}`, and the library for Coq has no such claims")),
    }
}

/// A claim over blocks of values.
fn by_blocks(object: &Map<String, Value>, questions: &[Value]) -> Lacks<File> {
    let constants = short_ranges(object);
    for key in ["rules", "games", "at", "where", "all", "if", "holds"] {
        object.get(key).map_or(Ok(()), |value| have_formulas(value, &constants))?;
    }
    let mut part = Part::default();
    let (names, games) = games(object, &mut part)?;
    let answers = Answers::of(object, questions, (&names, &games), &mut part)?;
    let stated =
        Stated::of_claim(object, &Terms { questions: answers.numbers.clone(), at: position(object)? }, &names)?;
    let requires = values::REQUIRES.to_string();
    if answers.are_blocks() {
        part.append(&stated.part("", &answers.plays, &answers.known));
        return Ok((requires, part));
    }
    part.append(&stated.part_of_questions(&answers));
    Ok((requires + QUESTIONS, part))
}

/// The variables that run through a few numbers: the library takes each number by itself (`short_range` of `Statement.v`).
fn short_ranges(object: &Map<String, Value>) -> Vec<u64> {
    let is_short = |range: &Value| range[0].as_i64().zip(range[1].as_i64()).is_some_and(|(lo, hi)| hi - lo < 4);
    let ranges = object.get("all").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    (0..).zip(ranges).filter(|(_, range)| is_short(range)).map(|(variable, _)| variable).collect()
}

/// A claim about finitely many positions, by computation.
fn finitely(object: &Map<String, Value>, questions: &[Value]) -> Lacks<File> {
    let mut part = Part::default();
    let (names, _) = games(object, &mut part)?;
    let mut asked: Vec<String> = vec![];
    let mut numbers = vec![];
    for question in questions {
        let term = asked_by_definition(question, &names)?;
        numbers.push(number_in(&mut asked, term));
    }
    part.append(&finite(object, (&asked, numbers), position(object)?, &names, "")?);
    Ok((FINITE.to_string(), part))
}

/// What a claim states, evaluated for all values of its variables; its questions have numbers in a list of questions. The names end with `mark`.
pub(super) fn finite(
    object: &Map<String, Value>,
    (asked, questions): (&[String], Vec<usize>),
    at: Option<Vec<Value>>,
    names: &[String],
    mark: &str,
) -> Lacks<Part> {
    let most = array(key(object, "most")?)?.iter().map(natural).collect::<Lacks<Vec<_>>>()?;
    let seeds = seeds(object, &questions, at.as_deref(), asked.len())?;
    if !most.is_empty() {
        Terms::default().condition(key(object, "where")?).map_err(|_| ASKS)?;
    }
    let stated = Stated::of_claim(object, &Terms { questions, at }, names)?;
    Ok(stated.finite_part(mark, asked, &most, &seeds))
}

/// A question that is answered by the definition, as `Finite.v` has it.
fn asked_by_definition(question: &Value, names: &[String]) -> Lacks<String> {
    let game = question["game"].as_u64().and_then(|game| names.get(usize::try_from(game).ok()?));
    let game = game.ok_or("a question has another form")?;
    match question["asks"].as_str() {
        Some("value") => Ok(format!("Finite.Value {game} {}", truth(question["play"] == "misere"))),
        Some("exists") => Ok(format!("IsThere {game}")),
        Some("terminal") => Ok(format!("IsTerminal {game}")),
        _ => Err("a question has another form".into()),
    }
}

const ASKS: &str = "its variables are bounded by what depends on values, and the library for Coq has no such claims";
const QUESTIONS: &str = "From Grundy Require Import Finite Questions.\n";
pub(super) const FINITE: &str = "From Coq Require Import List NArith ZArith Bool.\n\
     From Grundy Require Import Value Expr Game Statement Finite.\n\
     Import ListNotations.\n";

/// The position that a claim is about.
fn position(object: &Map<String, Value>) -> Lacks<Option<Vec<Value>>> {
    Ok(match key(object, "at")? {
        Value::Null => None,
        at => Some(array(&at["entries"])?.clone()),
    })
}

/// The rules of all games of a claim.
fn all_games(object: &Map<String, Value>) -> Lacks<Vec<&Value>> {
    let mut games = vec![key(object, "rules")?];
    games.extend(array(key(object, "games")?)?);
    Ok(games)
}

/// Defines the rules of all games of a claim; their names, and the rules as JSON.
pub(super) fn games<'a>(object: &'a Map<String, Value>, part: &mut Part) -> Lacks<(Vec<String>, Vec<&'a Value>)> {
    let games = all_games(object)?;
    let names: Vec<String> = (0..games.len()).map(|game| format!("rules_{game}")).collect();
    for (name, game) in names.iter().zip(&games) {
        part.definition(name, "rules", &format!("\n  {}", rules(game)?));
    }
    Ok((names, games))
}

/// A claim about numbers that theorems state. It is evaluated once: no number depends on its variables.
fn by_theorems(object: &Map<String, Value>, questions: &[Value]) -> Lacks<File> {
    let theorems = array(key(object, "theorems")?)?;
    if key(object, "where")? != &json!(true) {
        return Err(
            "it has a condition and asks for numbers that theorems state, and the library for Coq has no such claims"
                .into(),
        );
    }
    let games = all_games(object)?;
    let mut used = BTreeSet::new();
    let mut answers = vec![];
    for (number, question) in questions.iter().enumerate() {
        let index = question["theorem"].as_u64().and_then(|theorem| usize::try_from(theorem).ok());
        let index = index.ok_or("it asks for a number that no theorem states")?;
        let theorem = theorems.get(index).ok_or("it asks for a number that no theorem states")?;
        let game = question["game"].as_u64().and_then(|game| games.get(usize::try_from(game).ok()?));
        let is_of = |name: &str| question.get(name) == theorem.get(name);
        if game != Some(&&theorem["rules"]) || !is_of("play") || !(question["asks"] == "automatic" || is_of("line")) {
            return Err("one of its questions is not about what its theorem is about".into());
        }
        used.insert(index);
        answers.push(format!("{number}, [] => Some {}", answer(question, theorem)?));
    }
    let (mut requires, mut part) = (BTreeSet::new(), Part::default());
    for index in used {
        let theorem = &theorems[index];
        let (needs, more) = super::part(theorem, &format!("_{index}")).ok_or_else(|| no_theorem(theorem))??;
        requires.insert(needs);
        part.append(&more);
    }
    for (number, question) in questions.iter().enumerate() {
        let (asks, theorem) = (question["asks"].as_str().unwrap_or_default(), &question["theorem"]);
        part.comment(&format!("Question {number} of the claim is the `{asks}` that the theorems above state whose names end with _{theorem}."));
    }
    part.append(&evaluation(object, &answers)?);
    Ok((requires.into_iter().collect(), part))
}

/// The number that answers a question, as its theorem states it.
fn answer(question: &Value, theorem: &Value) -> Lacks<String> {
    let none = || Err("one of its questions has no theorem in the library for Coq".into());
    if question["asks"] == "automatic" {
        return if says_enough(theorem, question) { Ok("1%Z".into()) } else { none() };
    }
    let (preperiod, period, saltus) = Period::of(theorem).ok_or_else(|| no_theorem(theorem))??.numbers();
    match question["asks"].as_str() {
        Some("period") => Ok(format!("{period}%Z")),
        Some("preperiod") => Ok(format!("{preperiod}%Z")),
        Some("saltus") => Ok(format!("{saltus}%Z")),
        _ => none(),
    }
}

fn no_theorem(certificate: &Value) -> String {
    let kind = certificate["kind"].as_str().unwrap_or_default();
    format!("it rests on a certificate of kind `{kind}`, and grundy writes no theorem of Coq for it")
}

/// Do automata say what is called automatic: all values, or at least which positions are P?
fn says_enough(theorem: &Value, question: &Value) -> bool {
    let all = theorem.get("graph").is_some() || theorem["complete"] == json!(true);
    theorem["kind"] == "values" && question["base"] == theorem["base"] && (all || question["of"] == "outcomes")
}

/// The statement, evaluated with the numbers of the theorems.
pub(super) fn evaluation(object: &Map<String, Value>, answers: &[String]) -> Lacks<Part> {
    let terms = Terms { questions: (0..answers.len()).collect(), at: None };
    let ranges = array(key(object, "all")?)?;
    let numbered = |(i, range): (usize, &Value)| match array(range)?.as_slice() {
        [least, most] => Ok(json!([i, least, most])),
        _ => Err("a range has another form".to_string()),
    };
    let ranges = ranges.iter().enumerate().map(numbered).collect::<Lacks<Vec<_>>>()?;
    let claim = json!(["fold", "all", ranges, key(object, "if")?, key(object, "holds")?]);
    let mut part = Part::default();
    part.comment("The claim, its questions answered so.");
    part.definition("the_claim", "Expr.cond", &terms.condition(&claim)?);
    let given = format!("fun q zs => match q, zs with {} | _, _ => None end", answers.join(" | "));
    part.definition("answers", "nat -> list Z -> option Z", &given);
    let says = "forall xs, truth the_claim {| coord := nth_error xs; var := fun _ => None; part_ends := fun _ => None; answer := answers |} = Some true";
    part.theorem("claim", says, "intros xs. vm_cast_no_check (eq_refl (Some true)).");
    Ok(part)
}
