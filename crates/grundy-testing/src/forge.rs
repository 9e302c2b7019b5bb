//! Changed certificates of claims and correspondences, and what can be said of them.
//!
//! In: a valid certificate of kind `claim` or `correspondence`, as JSON, and choices. Out: the certificate with other statements, rules or automata, and correct hashes. If it is verified, it must be true at
//! small numbers, by the definition: with values by the definition in the place of its automata, and its variables bounded, it is a statement about finitely many positions.

use serde_json::{Value, json};

/// The greatest value of a variable at which a statement is evaluated.
const MOST: u64 = 4;

/// A choice below a number.
pub type Choose<'c> = dyn FnMut(usize) -> usize + 'c;

/// Words that stand for each other.
const WORDS: [&[&str]; 10] = [
    &["=0", "<=0"],
    &["and", "or"],
    &["all", "any"],
    &["count", "sum", "xor", "min", "max"],
    &["min", "max", "xor", "product"],
    &["div", "mod", "bit", "gcd", "power"],
    &["iff", "divides"],
    &["abs", "log2"],
    &["normal", "misere"],
    &["value", "terminal", "exists"],
];

/// The keys of a certificate that are changed, as far as it has them, most often the statement.
const KEYS: [&str; 17] = [
    "holds",
    "holds",
    "holds",
    "holds",
    "if",
    "where",
    "where",
    "all",
    "at",
    "values",
    "rules",
    "questions",
    "games",
    "games",
    "numbers",
    "numbers",
    "says",
];

/// A certificate with some changes and correct hashes.
///
/// # Panics
/// The text is no JSON.
pub fn changed(text: &str, choose: &mut Choose<'_>) -> String {
    let mut object: Value = serde_json::from_str(text).expect("JSON");
    let keys: Vec<&str> = KEYS.into_iter().filter(|key| object.get(key).is_some()).collect();
    for _ in 0..=choose(3) {
        let key = keys[choose(keys.len())];
        let whole = object.clone();
        let part = &mut object[key];
        let mut paths = vec![String::new()];
        places(part, "", &mut paths);
        let path = &paths[choose(paths.len())];
        let other = &whole[keys[choose(keys.len())]];
        let mut others = vec![String::new()];
        places(other, "", &mut others);
        let copy = other.pointer(&others[choose(others.len())]).cloned().unwrap_or_default();
        if let Some(place) = part.pointer_mut(path) {
            change(place, copy, choose);
        }
    }
    sealed(object)
}

fn change(place: &mut Value, copy: Value, choose: &mut Choose<'_>) {
    let old = place.clone();
    *place = match (choose(8), &old) {
        (0, _) => copy,
        (1, Value::Array(_)) => json!(["not", old]),
        (2, Value::Array(_)) => json!(["div", old, choose(3)]),
        (3, Value::Array(_)) => json!(["xor", ["sum", -1, [[1, old]]], choose(2)]),
        (4, Value::Array(list)) if list.len() > 1 => {
            let mut list = list.clone();
            let [i, j] = [choose(list.len()), choose(list.len())];
            list.swap(i, j);
            list.into()
        }
        (5, Value::Array(list)) if !list.is_empty() => {
            let mut list = list.clone();
            list.remove(choose(list.len()));
            list.into()
        }
        (_, Value::Number(n)) => {
            let by = [-1, 1, -2, 2, 1 << 20, i64::MAX][choose(6)];
            json!(n.as_i64().unwrap_or(0).saturating_add(by))
        }
        (_, Value::Bool(truth)) => json!(!truth),
        (_, Value::String(word)) => match WORDS.iter().find(|words| words.contains(&word.as_str())) {
            Some(words) => json!(words[choose(words.len())]),
            None => old,
        },
        (_, Value::Array(list)) if !list.is_empty() => {
            let mut list = list.clone();
            let at = choose(list.len());
            list[at] = copy;
            list.into()
        }
        _ => old,
    };
}

/// The paths of all entries.
pub fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(k, v)| places(v, &format!("{path}/{k}"), found)),
        Value::Object(map) => map.iter().for_each(|(k, v)| places(v, &format!("{path}/{k}"), found)),
        _ => {}
    }
    if !path.is_empty() {
        found.push(path.to_string());
    }
}

/// The certificate with correct hashes.
#[must_use]
pub fn sealed(mut object: Value) -> String {
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex()[..32].to_string();
    if let Some(map) = object.as_object_mut() {
        map.shift_remove("check");
        let rules = map.get("rules").map_or(String::new(), Value::to_string);
        map.insert("hash".into(), hash(&rules).into());
        let check = hash(&Value::from(map.clone()).to_string());
        map.insert("check".into(), check.into());
    }
    object.to_string()
}

/// The statement at small numbers alone, with values by the definition.
#[must_use]
pub fn nearby(text: &str) -> Option<String> {
    let mut object: Value = serde_json::from_str(text).ok()?;
    if object["kind"] == "correspondence" {
        object = as_claim(&object)?;
    }
    let blocks = object["values"].as_array()?.clone();
    for question in object["questions"].as_array_mut()? {
        let question = question.as_object_mut()?;
        question.shift_remove("swaps");
        if let Some(block) = question.shift_remove("values") {
            question.insert("play".into(), blocks.get(block.as_u64()? as usize)?.get("play")?.clone());
        }
    }
    object["values"] = json!([]);
    object.as_object_mut()?.shift_remove("swaps");
    let variables = object["variables"].as_u64()?;
    let mut parts = vec![json!("and")];
    parts.extend((0..variables).map(|i| json!(["<=0", ["sum", -(MOST as i64), [[1, ["x", i]]]]])));
    parts.push(object["where"].clone());
    object["where"] = parts.into();
    object["most"] = vec![MOST; variables as usize].into();
    Some(sealed(object))
}

/// A correspondence as a claim: the value of a position, question 0, is the nim-sum of those of its counterparts, or both are 0 or not.
fn as_claim(object: &Value) -> Option<Value> {
    let (play, none) = (&object["play"], vec![]);
    let known = &object["known"];
    let mut games = vec![];
    let mut questions = vec![json!({"game": 0, "asks": "value", "play": play})];
    for question in known["questions"].as_array().unwrap_or(&none) {
        games.push(known["games"].get(question["game"].as_u64()? as usize)?.clone());
        let block = known["values"].get(question["values"].as_u64()? as usize)?;
        questions.push(json!({"game": games.len(), "asks": "value", "play": block["play"]}));
    }
    let mut sum = vec![json!("xor")];
    for game in object["games"].as_array()? {
        sum.push(json!(["ask", questions.len(), asks_one_more(&game["at"])]));
        games.push(game["rules"].clone());
        questions.push(json!({"game": games.len(), "asks": "value", "play": play}));
    }
    sum.extend(object["numbers"].as_array()?.iter().map(asks_one_more));
    let variables = object["rules"]["coordinates"].as_array()?.len();
    let entries: Vec<Value> = (0..variables).map(|i| json!(["x", i])).collect();
    let own = json!(["ask", 0, []]);
    let holds = match object.get("says") {
        None => json!(["=0", ["sum", 0, [[1, own], [-1, sum]]]]),
        Some(_) => json!(["iff", ["=0", own], ["=0", sum]]),
    };
    Some(json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": object["game"], "rules": object["rules"], "hash": object["hash"],
        "play": play, "games": games, "values": [], "questions": questions, "variables": variables, "at": {"game": 0, "entries": entries},
        "where": asks_one_more(&object["where"]), "all": [], "if": true, "holds": holds, "check": ""
    }))
}

/// An expression in which the number of each question is greater by one.
fn asks_one_more(expr: &Value) -> Value {
    let Some(list) = expr.as_array() else { return expr.clone() };
    match list.as_slice() {
        [word, number, entries] if word == "ask" => {
            json!(["ask", number.as_u64().map(|n| n + 1), asks_one_more(entries)])
        }
        list => list.iter().map(asks_one_more).collect(),
    }
}
