//! Claims about properties of games as theorems.
//!
//! In: a certificate of kind `claim` that asks whether games have properties, as JSON. Out: the parts of a file. That a game is tame, pet or domestic is a statement about the values of each position in
//! both plays, as `theorems.txt` has it, and follows from blocks of values; that it is not so is seen at one position, by the definition. The claim is evaluated with these answers. Other properties speak of
//! moves, and have no statement about values.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::File;
use super::claims::{FINITE, evaluation, finite, games};
use super::rules::{key, width};
use super::stated::Stated;
use super::terms::{Lacks, Terms, array, has_formulas};
use super::text::Part;
use super::values::{self, Block};

/// A property: its name, what it says of a position in words, and as a condition.
struct Property {
    name: &'static str,
    words: &'static str,
    holds: fn(&Value) -> Value,
}

const SWAP: &str = "at each position the values in normal and in misere play are 0 and 1, or 1 and 0";

const PROPERTIES: [Property; 3] = [
    Property { name: "tame", words: "or the same", holds: |at| json!(["or", swap(at), same(at)]) },
    Property {
        name: "pet",
        words: "or the same and at least 2",
        holds: |at| json!(["or", swap(at), ["and", same(at), ["<=0", ["sum", 2, [[-1, normal(at)]]]]]]),
    },
    Property {
        name: "domestic",
        words: "or both 0, or both above 0",
        holds: |at| json!(["or", swap(at), ["iff", is(&normal(at), 0), is(&misere(at), 0)]]),
    },
];

/// Does a question ask for one of these properties?
pub(super) fn is_asked(question: &Value) -> bool {
    PROPERTIES.iter().any(|property| question["asks"] == property.name)
}

/// The coordinates of a position, as expressions.
fn coordinates(width: usize) -> Vec<Value> {
    (0..width).map(|i| json!(["x", i])).collect()
}

/// The value of a position, in normal and in misère play: questions 0 and 1.
fn normal(at: &Value) -> Value {
    json!(["ask", 0, at])
}

fn misere(at: &Value) -> Value {
    json!(["ask", 1, at])
}

fn is(value: &Value, number: i64) -> Value {
    json!(["=0", ["sum", -number, [[1, value]]]])
}

fn same(at: &Value) -> Value {
    json!(["=0", ["sum", 0, [[1, normal(at)], [-1, misere(at)]]]])
}

fn swap(at: &Value) -> Value {
    let both = |n, m| json!(["and", is(&normal(at), n), is(&misere(at), m)]);
    json!(["or", both(0, 1), both(1, 0)])
}

/// The theorem of a claim all of whose questions are about properties.
pub(super) fn file(object: &Map<String, Value>, questions: &[Value]) -> Lacks<File> {
    if key(object, "where")? != &json!(true) {
        return Err("it has a condition beside properties, and the library for Coq has no such claims".into());
    }
    let (mut part, mut requires, mut known) = (Part::default(), BTreeSet::new(), BTreeSet::new());
    let (names, rules) = games(object, &mut part)?;
    let mut answers = vec![];
    for (number, question) in questions.iter().enumerate() {
        let property = PROPERTIES.iter().find(|property| question["asks"] == property.name);
        let property =
            property.ok_or("it asks for a property and something else, and the library for Coq has no such claims")?;
        let game =
            question["game"].as_u64().and_then(|game| usize::try_from(game).ok()).filter(|game| *game < rules.len());
        let game = game.ok_or("a question has another form")?;
        let (mark, witness, Property { name, words, .. }) = (format!("_{number}"), question.get("witness"), property);
        let answer = if witness.is_none() { "is" } else { "is not" };
        part.comment(&format!(
            "Question {number} of the claim asks whether {} is {name}: {SWAP}, {words}. By claim{mark} it {answer}.",
            names[game]
        ));
        answers.push(format!("{number}, [] => Some {}%Z", i32::from(witness.is_none())));
        let more = match witness {
            Some(witness) => {
                requires.insert(FINITE);
                broken(property, witness, &names[game], &mark)?
            }
            None => {
                requires.insert(values::REQUIRES);
                has_formulas(rules[game])?;
                let blocks = of_blocks(object, question, (&names[game], width(rules[game])?))?;
                for (index, block) in &blocks {
                    if known.insert(*index) {
                        part.append(&block.definitions()?);
                    }
                }
                kept(property, &blocks.map(|(_, block)| block), width(rules[game])?, (game, &names), &mark)?
            }
        };
        part.append(&more);
    }
    part.append(&evaluation(object, &answers)?);
    Ok((requires.into_iter().collect(), part))
}

/// The blocks of the values in normal and in misère play on which a property rests, with their numbers.
fn of_blocks<'a>(
    object: &'a Map<String, Value>,
    question: &Value,
    (rules, width): (&str, usize),
) -> Lacks<[(usize, Block<'a>); 2]> {
    let blocks = array(key(object, "values")?)?;
    let block = |play: &str| {
        let number = question[play].as_u64().and_then(|number| usize::try_from(number).ok());
        let number = number.ok_or("it rests on swap positions, and the library for Coq has no such claims")?;
        let block = blocks.get(number).ok_or("a question has another form")?;
        let block = Block::of(block, rules, width, &format!("_{number}"))?;
        match block.says_all() {
            true => Ok((number, block)),
            false => {
                Err("it asks for a property where not all values are known, and the library for Coq has no such claims"
                    .to_string())
            }
        }
    };
    Ok([block("normal")?, block("misere")?])
}

/// Each position is as the property says.
fn kept(
    property: &Property,
    blocks: &[Block<'_>; 2],
    width: usize,
    (game, names): (usize, &[String]),
    mark: &str,
) -> Lacks<Part> {
    let at = json!({"game": game, "entries": coordinates(width)});
    let stated = closed(width, at, (property.holds)(&json!([])));
    let terms = Terms { questions: vec![0, 1], at: Some(coordinates(width)) };
    let [normal, misere] = blocks;
    let known = [normal.known()?, misere.known()?];
    Ok(Stated::of_claim(&stated, &terms, names)?.part(mark, &[normal.game(), misere.game()], &known))
}

/// One position is not.
fn broken(property: &Property, witness: &Value, name: &str, mark: &str) -> Lacks<Part> {
    let mut stated = closed(0, Value::Null, json!(["not", (property.holds)(witness)]));
    stated.insert("most".into(), json!([]));
    let asked = [false, true].map(|misere| format!("Finite.Value {name} {misere}"));
    finite(&stated, (&asked, vec![0, 1]), None, &[name.to_string()], mark)
}

fn closed(variables: usize, at: Value, holds: Value) -> Map<String, Value> {
    let stated = json!({"variables": variables, "at": at, "where": true, "all": [], "if": true, "holds": holds});
    stated.as_object().cloned().unwrap_or_default()
}
