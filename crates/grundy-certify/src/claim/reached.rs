//! Moves that ask whether they reach a P-position of a part, said without this question.
//!
//! In: the keys of a certificate of kind `correspondence` or `claim`, among them `reached`: for games that are parts of others, blocks of their values in normal play, each with a condition `P` for where
//! the value is 0. Out: the same keys, where each atom "target is P" of the rules is the condition at the position of the part that the move leads to; and the blocks, which must
//! be verified. Where a move leaves no position of the whole it is none, whatever the atom says; elsewhere the part is a position.

use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::form::expr::{Expr, Result, Rules, short};
use crate::form::keys::{key, number, only_keys};
use crate::form::numbers::index;
use crate::form::spent::{Stop, Told};
use crate::say::moves::Env;
use crate::say::sets::Sum;
use crate::theorems::order::as_read;
use crate::values::{Claim, Proof};

/// The atom.
const ATOM: &str = "target is P";
/// The most parts.
const PARTS: usize = 8;
/// The most nodes that conditions in place of atoms have, all together.
const NODES: usize = 1 << 16;

/// The P-positions of a game that is a part of others.
pub(crate) struct Reached {
    rules: Rules,
    claim: Claim,
    condition: Expr,
}

/// A part as it is written: its rules, and the condition for its P-positions.
struct Written<'j> {
    rules: &'j Value,
    condition: &'j Value,
}

impl Reached {
    /// Reads the key `reached`; the keys of the certificate without atoms.
    pub(crate) fn read(object: &Map<String, Value>) -> Result<(Map<String, Value>, Vec<Reached>)> {
        let (mut blocks, mut written, mut new) = (vec![], vec![], object.clone());
        let Some(reached) = new.shift_remove("reached") else { return Ok((new, blocks)) };
        let reached = reached.as_array().filter(|all| all.len() <= PARTS);
        for part in reached.ok_or_else(|| format!("its `reached` is no list of at most {PARTS} blocks"))? {
            let part = part.as_object().ok_or("a block of its `reached` is no object")?;
            let known = ["rules", "play", "base", "coordinates", "falls", "levels", "complete", "graph", "P"];
            only_keys(part, &known, "a block of its `reached` has")?;
            if key(part, "play")? != "normal" {
                return Err("a block of its `reached` is not of normal play".into());
            }
            let json = key(part, "rules")?;
            let rules = Rules::read(json)?;
            let condition = Some(key(part, "P")?).filter(|condition| is_plain(condition));
            let condition = condition.ok_or("the `P` of a block of its `reached` speaks of more than coordinates")?;
            written.push(Written { rules: json, condition });
            let (claim, condition) = (Claim::read(part, &rules)?, rules.expression(condition)?);
            blocks.push(Reached { rules, claim, condition });
        }
        let mut left = NODES;
        for (key, value) in &mut new {
            match (key.as_str(), value) {
                ("rules", rules) => rewrite(rules, &written, &mut left)?,
                ("games", Value::Array(games)) => {
                    for game in games {
                        let rules = if game.get("format").is_some() { Some(game) } else { game.get_mut("rules") };
                        rules.map_or(Ok(()), |rules| rewrite(rules, &written, &mut left))?;
                    }
                }
                _ => {}
            }
        }
        Ok((new, blocks))
    }

    /// Verifies the block, and that its condition says where the value is 0.
    pub(crate) fn verify(&self, stop: Stop) -> Result<()> {
        stop(Told::Rests("reached"));
        let mut proof = Proof::of(&self.rules, false, &self.claim);
        proof.run(stop)?;
        let Reached { rules, claim, condition } = self;
        let speaker = &mut proof.steps.speaker;
        speaker.begin();
        let at = speaker.tracks(rules.width)?;
        let exists = speaker.position(rules, &at)?;
        let condition = speaker.truth(rules, condition, &Env::at(&at))?;
        let asked = claim.asked(&Sum::number(0))?;
        let tables = &proof.block.tables;
        let zero = as_read(speaker, claim, &at, &mut |speaker, at| claim.has(speaker, tables, at, &asked))?;
        let same = speaker.sets.iff(zero, condition);
        let formula = speaker.sets.implies(exists, same);
        proof.steps.must(formula, || "the condition for the P-positions of a part is wrong".into(), stop)
    }
}

/// Does an expression speak of nothing but coordinates?
fn is_plain(e: &Value) -> bool {
    let Value::Array(items) = e else { return true };
    let other = |word: &str| matches!(word, "v" | "fold" | "terminal" | "ask" | ATOM);
    !items.first().and_then(Value::as_str).is_some_and(other) && items.iter().all(is_plain)
}

/// Does an expression, or another part of rules, have the atom? For which part?
fn atom(json: &Value) -> Option<&Value> {
    match json {
        Value::Array(items) => match &items[..] {
            [Value::String(word), part] if word == ATOM => Some(part),
            items => items.iter().find_map(atom),
        },
        Value::Object(object) => object.values().find_map(atom),
        _ => None,
    }
}

/// Puts conditions in the place of the atoms of some rules.
fn rewrite(rules: &mut Value, written: &[Written<'_>], left: &mut usize) -> Result<()> {
    let before = rules.clone();
    let families = rules.get_mut("families").and_then(Value::as_array_mut).ok_or("a game has no `families`")?;
    for family in families {
        if atom(family).is_none() {
            continue;
        }
        let own = family.clone();
        let object = family.as_object_mut().ok_or("a family is no object")?;
        for name in ["guard", "targets"] {
            let place = object.get_mut(name).ok_or_else(|| format!("a family has no `{name}`"))?;
            *place = replaced(place, &|part| condition_at(&before, &own, part, written), left)?;
        }
        if atom(family).is_some() {
            return Err("this checker reads questions for P-positions only in guards and targets".into());
        }
        leave_alone(&before, &own, family)?;
    }
    Ok(())
}

/// Leaves of which a family speaks by a condition alone, and that it does not change, are among its targets, as they are.
fn leave_alone(rules: &Value, before: &Value, family: &mut Value) -> Result<()> {
    let none = || "a family has no `targets`, or a game no `leaves`".to_string();
    let leaves = rules.get("leaves").and_then(Value::as_array).ok_or_else(none)?;
    let (before, now) = (before.to_string(), family.to_string());
    let targets = family.get_mut("targets").and_then(Value::as_array_mut).ok_or_else(none)?;
    for (number, leaf) in leaves.iter().enumerate() {
        let leaf = leaf.as_object().ok_or_else(none)?;
        let (first, length) = (index(self::number(leaf, "first")?), index(self::number(leaf, "length")?));
        let tuple: Vec<Value> = (first..first.saturating_add(length)).map(|i| json!(["x", i])).collect();
        let is_target = targets.iter().any(|target| target.get("leaf") == Some(&json!(number)));
        let is_new = |x: &String| now.contains(x) && !before.contains(x);
        if !is_target && tuple.iter().map(Value::to_string).any(|x| is_new(&x)) {
            targets.push(json!({"leaf": number, "tuples": [tuple]}));
        }
    }
    Ok(())
}

/// An expression, or several, with something in the place of its atoms.
fn replaced(json: &Value, of: &dyn Fn(&Value) -> Result<Value>, left: &mut usize) -> Result<Value> {
    match json {
        Value::Array(items) => match &items[..] {
            [Value::String(word), part] if word == ATOM => {
                let condition = of(part)?;
                *left = left.checked_sub(nodes(&condition)).ok_or("the conditions for P-positions are too long")?;
                Ok(condition)
            }
            items => items.iter().map(|item| replaced(item, of, left)).collect(),
        },
        Value::Object(object) => {
            let each = object.iter().map(|(key, item)| Ok((key.clone(), replaced(item, of, left)?)));
            Ok(Value::Object(each.collect::<Result<Map<String, Value>>>()?))
        }
        other => Ok(other.clone()),
    }
}

fn nodes(json: &Value) -> usize {
    match json {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        _ => 1,
    }
}

/// The condition for the position of a part that a family of moves leads to.
fn condition_at(rules: &Value, family: &Value, part: &Value, written: &[Written<'_>]) -> Result<Value> {
    let parts = rules.get("parts").and_then(Value::as_array).ok_or("a game has no `parts`")?;
    let part = part.as_u64().and_then(|part| parts.get(index(part))).and_then(Value::as_object);
    let part = part.ok_or_else(|| format!("{} asks for a part that is not there", short(family)))?;
    let own = key(part, "rules")?;
    let known = written.iter().find(|written| written.rules == own);
    let known = known.ok_or("a move asks for the P-positions of a part that its `reached` does not say")?;
    let width = Rules::read(own)?.width;
    let first = index(number(part, "first")?);
    let place = first..first.saturating_add(width);
    // A part that some move splits is several positions.
    for other in rules.get("families").and_then(Value::as_array).into_iter().flatten() {
        changed(rules, other, &place)?;
    }
    let entries = entries(rules, family, place)?;
    if nodes(known.condition).saturating_mul(entries.iter().map(nodes).sum()) > NODES {
        return Err("the conditions for P-positions are too long".into());
    }
    at(known.condition, &entries)
}

/// What a move of a family makes of the leaves of a part: the first coordinate of each, and its tuple.
fn changed<'r>(rules: &Value, family: &'r Value, part: &Range<usize>) -> Result<Vec<(usize, &'r [Value])>> {
    let wrong =
        || "a move leaves several positions of a part of which moves ask whether it is a P-position".to_string();
    let (leaves, targets) = (rules.get("leaves"), family.get("targets").and_then(Value::as_array));
    let mut all = vec![];
    for target in targets.ok_or_else(wrong)? {
        let leaf = target.get("leaf").and_then(Value::as_u64).map(index::<u64>).ok_or_else(wrong)?;
        let leaf = leaves.and_then(|leaves| leaves.get(leaf)).and_then(Value::as_object).ok_or_else(wrong)?;
        let begin = index(number(leaf, "first")?);
        let length = index(number(leaf, "length")?);
        if begin.saturating_add(length) <= part.start || part.end <= begin {
            continue;
        }
        let tuples = target.get("tuples").and_then(Value::as_array).map(Vec::as_slice);
        let Some([Value::Array(tuple)]) = tuples else { return Err(wrong()) };
        all.push((begin, &tuple[..]));
    }
    Ok(all)
}

/// The entries of the position of a part after a move of a family.
fn entries(rules: &Value, family: &Value, part: Range<usize>) -> Result<Vec<Value>> {
    let mut entries: Vec<Value> = part.clone().map(|i| json!(["x", i])).collect();
    for (begin, tuple) in changed(rules, family, &part)? {
        for (i, entry) in tuple.iter().enumerate() {
            if let Some(place) = (begin + i).checked_sub(part.start).and_then(|place| entries.get_mut(place)) {
                *place = entry.clone();
            }
        }
    }
    match entries.iter().any(|entry| atom(entry).is_some()) {
        true => Err("the position of a part depends on whether it is a P-position".into()),
        false => Ok(entries),
    }
}

/// A condition with entries in the place of coordinates.
fn at(e: &Value, entries: &[Value]) -> Result<Value> {
    let Value::Array(items) = e else { return Ok(e.clone()) };
    match &items[..] {
        [Value::String(word), i] if word == "x" => {
            let entry = i.as_u64().and_then(|i| entries.get(index(i)));
            entry.cloned().ok_or_else(|| format!("{} is no coordinate of a part", short(e)))
        }
        items => items.iter().map(|item| at(item, entries)).collect(),
    }
}

#[cfg(test)]
mod tests;
