//! Claims about properties of games as theorems.
//!
//! In: a certificate of kind `claim` that asks whether games have properties, as JSON. Out: the parts of a file. That a game is tame, pet or domestic is a statement about the values of each position in
//! both plays, as `theorems.txt` has it, and follows from blocks of values; that it is not so is seen at one position, by the definition. Other properties speak of moves: that a game has one is
//! checked by `PropertyCheck.v` or `SwapCheck.v`, that it does not have it, by `Witness.v`. The claim is evaluated with these answers.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::File;
use super::answers::SwapSets;
use super::claims::{FINITE, evaluation, finite, games};
use super::formulas::has_formulas;
use super::rules::{is_single, key, width};
use super::stated::{PLAYS, Stated};
use super::terms::{Lacks, Terms, array, natural};
use super::text::{Part, list};
use super::values::{self, Block};

/// A property, with its name.
struct Property {
    name: &'static str,
    says: Says,
}

enum Says {
    /// Something of the values of each position: in words, and as a condition.
    Values(&'static str, fn(&Value) -> Value),
    /// Something of moves, by the name of the property in the library.
    Moves(&'static str),
}

const SWAP: &str = "at each position the values in normal and in misere play are 0 and 1, or 1 and 0";

const PROPERTIES: [Property; 8] = [
    Property { name: "tame", says: Says::Values("or the same", |at| json!(["or", swap(at), same(at)])) },
    Property {
        name: "pet",
        says: Says::Values("or the same and at least 2", |at| {
            json!(["or", swap(at), ["and", same(at), ["<=0", ["sum", 2, [[-1, normal(at)]]]]]])
        }),
    },
    Property {
        name: "domestic",
        says: Says::Values("or both 0, or both above 0", |at| {
            json!(["or", swap(at), ["iff", is(&normal(at), 0), is(&misere(at), 0)]])
        }),
    },
    Property { name: "miserable", says: Says::Moves("Miserable") },
    Property { name: "returnable", says: Says::Moves("Returnable") },
    Property { name: "forced", says: Says::Moves("Forced") },
    Property { name: "one_move", says: Says::Moves("OneMove") },
    Property { name: "sg_decreasing", says: Says::Moves("SgDecreasing") },
];

/// What a file about moves needs.
const MOVES: &str = "From Grundy Require PropertyCheck.\n";

/// What a file needs where a position shows that a game does not have a property of moves.
const WITNESS: &str = "From Grundy Require PropertyCheck Witness.\nFrom Grundy.Theorems Require Properties.\n";

/// What a file about swap positions needs.
const SWAPS: &str = "From Grundy Require SwapCheck.\nFrom Grundy.Theorems Require Properties.\n";

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
        let (mark, witness, Property { name, says }) = (format!("_{number}"), question.get("witness"), property);
        let answer = if witness.is_none() { "is" } else { "is not" };
        let means = match says {
            Says::Values(words, _) => format!("{SWAP}, {words}"),
            Says::Moves(_) => "see `Theorems/Properties.v`".to_string(),
        };
        part.comment(&format!(
            "Question {number} of the claim asks whether {} is {name}: {means}. By claim{mark} it {answer}.",
            names[game]
        ));
        answers.push(format!("{number}, [] => Some {}%Z", i32::from(witness.is_none())));
        if let Some(witness) = witness {
            requires.insert(FINITE);
            part.append(&match says {
                Says::Values(_, holds) => broken(*holds, witness, &names[game], &mark)?,
                Says::Moves(property) => {
                    requires.insert(WITNESS);
                    is_single(rules[game])?;
                    shown_not((property, name), witness, &names[game], &mark)?
                }
            });
            continue;
        }
        requires.insert(values::REQUIRES);
        has_formulas(rules[game])?;
        if let Some(swap) = question.get("swap") {
            requires.insert(SWAPS);
            is_single(rules[game])?;
            part.append(&of_swaps(swap, name, (&names[game], width(rules[game])?), &mark)?);
            continue;
        }
        let levels_suffice = matches!(says, Says::Moves(property) if *property != "SgDecreasing");
        let blocks = of_blocks(object, question, levels_suffice, (&names[game], width(rules[game])?))?;
        for (index, block) in blocks.iter().flatten() {
            if known.insert(*index) {
                part.append(&block.definitions()?);
            }
        }
        part.append(&match (says, blocks.map(|block| block.map(|(_, block)| block))) {
            (Says::Values(_, holds), [Some(normal), Some(misere)]) => {
                kept(*holds, &[normal, misere], width(rules[game])?, (game, &names), &mark)?
            }
            (Says::Values(..), _) => return Err("a question has another form".into()),
            (Says::Moves(property), blocks) => {
                requires.insert(MOVES);
                is_single(rules[game])?;
                of_moves(property, &blocks, &names[game], &mark)?
            }
        });
    }
    part.append(&evaluation(object, &answers)?);
    Ok((requires.into_iter().collect(), part))
}

/// The blocks of the values in normal and in misère play on which a property rests, with their numbers; a property of moves rests on one of them, or on none. Where `levels_suffice`, the values 0 and 1 are all
/// that is needed.
fn of_blocks<'a>(
    object: &'a Map<String, Value>,
    question: &Value,
    levels_suffice: bool,
    (rules, width): (&str, usize),
) -> Lacks<[Option<(usize, Block<'a>)>; 2]> {
    let blocks = array(key(object, "values")?)?;
    let block = |play: &str| {
        let number = question[play].as_u64().and_then(|number| usize::try_from(number).ok());
        let Some(number) = number else { return Ok(None) };
        let block = blocks.get(number).ok_or("a question has another form")?;
        let block = Block::of(block, rules, width, &format!("_{number}"))?;
        match block.says_all() || levels_suffice && block.says_first(2) {
            true => Ok(Some((number, block))),
            false => {
                Err("it asks for a property where not all values are known, and the library for Coq has no such claims"
                    .to_string())
            }
        }
    };
    Ok([block("normal")?, block("misere")?])
}

/// A property that follows from two sets: those of the swap positions.
fn of_swaps(swap: &Value, name: &str, (rules, width): (&str, usize), mark: &str) -> Lacks<Part> {
    if !["miserable", "tame", "domestic", "returnable", "forced"].contains(&name) {
        return Err(format!(
            "it rests on swap positions, by which the library for Coq does not show that a game is {name}"
        ));
    }
    let mut part = Part::default();
    let SwapSets { digits, sets: [first, second], falls, least } = SwapSets::of(swap, rules, width, mark, &mut part)?;
    let (check, found) = match name {
        "forced" => ("check_swap_forced", "(S & F)"),
        _ => ("check_swap", "(S & (M & T & D & R) & _)"),
    };
    part.checked(
        &format!("swap_checked{mark}"),
        &format!("SwapCheck.{check} {rules} {digits} {first} {second} {falls} {least}"),
    );
    let proof =
        format!("destruct (SwapCheck.{check}_sound _ _ _ _ _ _ swap_checked{mark}) as {found}. split; assumption.");
    let says =
        format!("single (rules_game {rules}) /\\ Properties.is_{name} (rules_game {rules}) (is_position {rules})");
    part.theorem(&format!("claim{mark}"), &says, &proof);
    Ok(part)
}

/// A property that speaks of moves, by the blocks that it needs.
fn of_moves(property: &str, blocks: &[Option<Block<'_>>; 2], rules: &str, mark: &str) -> Lacks<Part> {
    let mut known = vec![];
    for block in blocks {
        known.push(match block {
            Some(block) if block.has_domain() => {
                return Err("it asks for a property in a domain, and the library for Coq has no such claims".into());
            }
            Some(block) => format!("(Some ({}))", block.known()?),
            None => "None".to_string(),
        });
    }
    let mut part = Part::default();
    let check = format!("PropertyCheck.check_property PropertyCheck.{property} {rules} {} {}", known[0], known[1]);
    part.checked(&format!("property_checked{mark}"), &check);
    let proof = format!(
        "refine (PropertyCheck.check_property_sound _ _ _ _ _ _ property_checked{mark}); (exact eq_refl || exact I)."
    );
    part.theorem(
        &format!("claim{mark}"),
        &format!("PropertyCheck.has_property PropertyCheck.{property} {rules}"),
        &proof,
    );
    Ok(part)
}

/// Each position is as the property says.
fn kept(
    holds: fn(&Value) -> Value,
    blocks: &[Block<'_>; 2],
    width: usize,
    (game, names): (usize, &[String]),
    mark: &str,
) -> Lacks<Part> {
    let at = json!({"game": game, "entries": coordinates(width)});
    let stated = closed(width, at, holds(&json!([])));
    let terms = Terms { questions: vec![0, 1], at: Some(coordinates(width)) };
    let [normal, misere] = blocks;
    let known = [normal.known()?, misere.known()?];
    Ok(Stated::of_claim(&stated, &terms, names)?.part(mark, &[normal.game(), misere.game()], &known))
}

/// One position shows that a game does not have a property of moves.
fn shown_not((property, name): (&str, &str), witness: &Value, rules: &str, mark: &str) -> Lacks<Part> {
    let mut part = Part::default();
    let at = array(witness)?.iter().map(natural).collect::<Lacks<Vec<_>>>()?;
    let check = format!("Witness.shows_not {rules} (N.to_nat {PLAYS}) PropertyCheck.{property} {}%N", list(&at));
    part.checked(&format!("witness_checked{mark}"), &check);
    let says = format!("~ Properties.is_{name} (rules_game {rules}) (is_position {rules})");
    part.theorem(
        &format!("claim{mark}"),
        &says,
        &format!("exact (Witness.shows_not_sound _ _ _ _ witness_checked{mark})."),
    );
    Ok(part)
}

/// One position is not.
fn broken(holds: fn(&Value) -> Value, witness: &Value, name: &str, mark: &str) -> Lacks<Part> {
    let mut stated = closed(0, Value::Null, json!(["not", holds(witness)]));
    stated.insert("most".into(), json!([]));
    let asked = [false, true].map(|misere| format!("Finite.Value {name} {misere}"));
    finite(&stated, (&asked, vec![0, 1]), None, &[name.to_string()], mark)
}

fn closed(variables: usize, at: Value, holds: Value) -> Map<String, Value> {
    let stated = json!({"variables": variables, "at": at, "where": true, "all": [], "if": true, "holds": holds});
    stated.as_object().cloned().unwrap_or_default()
}
