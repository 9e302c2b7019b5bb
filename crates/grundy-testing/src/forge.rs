//! Changed certificates of claims, and what can be said of them.
//!
//! In: a valid certificate of kind `claim`, as JSON, and choices. Out: the certificate with other statements, rules or automata, and correct hashes. If it is verified, it must be true at
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

/// The keys of a certificate that are changed, most often the statement.
const KEYS: [&str; 12] =
    ["holds", "holds", "holds", "holds", "if", "where", "where", "all", "at", "values", "rules", "questions"];

/// A certificate with some changes and correct hashes.
///
/// # Panics
/// The text is no JSON.
pub fn changed(text: &str, choose: &mut Choose<'_>) -> String {
    let mut object: Value = serde_json::from_str(text).expect("JSON");
    for _ in 0..=choose(3) {
        let key = KEYS[choose(KEYS.len())];
        let whole = object.clone();
        let part = &mut object[key];
        let mut paths = vec![String::new()];
        places(part, "", &mut paths);
        let path = &paths[choose(paths.len())];
        let other = &whole[KEYS[choose(KEYS.len())]];
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
    let blocks = object["values"].as_array()?.clone();
    for question in object["questions"].as_array_mut()? {
        let question = question.as_object_mut()?;
        if let Some(block) = question.shift_remove("values") {
            question.insert("play".into(), blocks.get(block.as_u64()? as usize)?.get("play")?.clone());
        }
    }
    object["values"] = json!([]);
    let variables = object["variables"].as_u64()?;
    let mut parts = vec![json!("and")];
    parts.extend((0..variables).map(|i| json!(["<=0", ["sum", -(MOST as i64), [[1, ["x", i]]]]])));
    parts.push(object["where"].clone());
    object["where"] = parts.into();
    object["most"] = vec![MOST; variables as usize].into();
    Some(sealed(object))
}
