//! Certificates of kind `correspondence` as theorems: values that are those of other positions, and piles of Nim.
//!
//! In: a certificate, as JSON. Out: the parts of a file: the counterparts of a position, the blocks of the values for which they ask, the check of `Corresponds.v`, and its theorem.

use serde_json::{Map, Value, json};

use super::formulas::has_formulas;
use super::rules::{is_single, key, rules, width};
use super::terms::{Lacks, Terms, array};
use super::text::{Part, list, truth};
use super::values::{Block, falls, least};

/// What such files need.
pub(super) const REQUIRES: &str = "From Coq Require Import List NArith ZArith Bool.\n\
     From Grundy Require Import Automaton Numeration Program Decision Value Expr Game Graph Statement Corresponds.\n\
     Import ListNotations.\n";

/// The theorem of a certificate, whose names end with `mark`.
pub(super) fn part(certificate: &Value, mark: &str) -> Lacks<Part> {
    let object = certificate.as_object().ok_or("the certificate has another form")?;
    let ascend = ascends(certificate);
    for (lack, what) in [
        (object.contains_key("beyond"), "moves lead where values are known otherwise"),
        (
            object.get("says").is_some_and(|says| says != "P" || ascend),
            "it states an outcome beside a pile, without other positions, or where coordinates ascend",
        ),
    ] {
        if lack {
            return Err(format!("{what}, and the library for Coq has no such correspondences"));
        }
    }
    let mut part = Part::default();
    let (game, misere) = (key(object, "rules")?, truth(certificate["play"] == "misere"));
    let name = format!("the_rules{mark}");
    is_single(game)?;
    part.definition(&name, "rules", &format!("\n  {}", rules(game)?));
    let known = Known::of(object, mark)?;
    part.append(&known.part);
    for value in [Some(game), object.get("where"), object.get("among")].into_iter().flatten() {
        has_formulas(value)?;
    }
    let terms = Terms { questions: known.questions, at: None };
    let (stated, among) = (format!("the_condition{mark}"), format!("among{mark}"));
    part.comment("The positions of which something is stated.");
    let coordinates = if ascend { width(game)? } else { 0 };
    let condition = |of: &Value| terms.condition(&and_ascending(of, coordinates));
    part.definition(&stated, "cond", &condition(key(object, "where")?)?);
    let among = match object.get("among") {
        Some(of) => {
            part.comment("Those of the induction, which has them all.");
            part.definition(&among, "cond", &condition(of)?);
            &among
        }
        None => &stated,
    };
    let (counterparts, known_name) = (format!("counterparts{mark}"), format!("known{mark}"));
    part.definition(&counterparts, "list counterpart", &list(&each_counterpart(object, &terms)?));
    part.definition(&known_name, "list known", &list(&known.blocks));
    let (falls, least, outcomes) = (falls(object)?, least(object)?, truth(object.contains_key("says")));
    let check = format!(
        "check_corresponds {name} {} {falls} {least} {misere} {outcomes} {among} {stated} {counterparts} {known_name}",
        truth(ascend)
    );
    part.checked(&format!("checked{mark}"), &check);
    let says = format!(
        "forall ans, answers_right {} ans -> corresponds {name} {misere} {outcomes} {stated} {counterparts} ans",
        list(&known.games)
    );
    let proof = format!("exact (check_corresponds_sound _ _ _ _ _ _ _ _ _ _ checked{mark}).");
    part.theorem(&format!("correspondence{mark}"), &says, &proof);
    Ok(part)
}

/// The values for which counterparts ask.
#[derive(Default)]
struct Known {
    part: Part,
    /// The blocks, and the games and plays whose values they say.
    blocks: Vec<String>,
    games: Vec<String>,
    /// For each question its block.
    questions: Vec<usize>,
}

impl Known {
    fn of(object: &Map<String, Value>, mark: &str) -> Lacks<Known> {
        let mut known = Known::default();
        let Some(asked) = object.get("known").and_then(Value::as_object) else { return Ok(known) };
        let games = array(key(asked, "games")?)?;
        for (number, game) in games.iter().enumerate() {
            has_formulas(game)?;
            known.part.definition(&format!("rules_{number}{mark}"), "rules", &format!("\n  {}", rules(game)?));
        }
        for (number, block) in array(key(asked, "values")?)?.iter().enumerate() {
            let game = number_of(block, "game").filter(|game| *game < games.len()).ok_or("a block has another form")?;
            let name = format!("rules_{game}{mark}");
            let block = Block::of(block, &name, width(&games[game])?, &format!("_{number}{mark}"))?;
            known.part.append(&block.definitions()?);
            known.games.push(block.game());
            known.blocks.push(block.known()?);
        }
        for question in array(key(asked, "questions")?)? {
            let block = number_of(question, "values")
                .filter(|block| question["asks"] == "value" && *block < known.blocks.len());
            known.questions.push(block.ok_or(
                "it asks for something else than values, and the library for Coq has no such correspondences",
            )?);
        }
        Ok(known)
    }
}

fn number_of(value: &Value, name: &str) -> Option<usize> {
    value[name].as_u64().and_then(|number| usize::try_from(number).ok())
}

/// The counterparts of a position: positions of games, and piles.
fn each_counterpart(object: &Map<String, Value>, terms: &Terms) -> Lacks<Vec<String>> {
    let mut counterparts = vec![];
    for game in array(key(object, "games")?)? {
        let ascend = truth(ascends(game));
        let game = game.as_object().ok_or("a game has another form")?;
        let (own, at) = (key(game, "rules")?, key(game, "at")?);
        has_formulas(own)?;
        has_formulas(at)?;
        is_single(own)?;
        counterparts.push(format!(
            "Position\n  {}\n  {ascend} {} {} {}",
            rules(own)?,
            falls(game)?,
            least(game)?,
            terms.each(array(at)?)?
        ));
    }
    for number in array(key(object, "numbers")?)? {
        has_formulas(number)?;
        counterparts.push(format!("Pile {}", terms.number(number)?));
    }
    if counterparts.is_empty() {
        return Err("it has no other positions, and the library for Coq has no such correspondences".into());
    }
    Ok(counterparts)
}

/// Is it about positions that ascend, which stand for all?
fn ascends(of: &Value) -> bool {
    of["coordinates"] == "differences"
}

/// A condition, and that so many coordinates ascend.
fn and_ascending(condition: &Value, coordinates: usize) -> Value {
    let up = (1..coordinates).map(|i| json!(["<=0", ["sum", 0, [[1, ["x", i - 1]], [-1, ["x", i]]]]]));
    up.fold(condition.clone(), |all, one| json!(["and", one, all]))
}
