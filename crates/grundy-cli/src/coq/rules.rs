//! Rules in the canonical form as terms of `Game.v`.
//!
//! In: the rules of a certificate, as JSON. Out: the term; or a sentence: what of them has no term.

use serde_json::{Map, Value};

use super::terms::{Lacks, Terms, array, natural};

/// The term of some rules.
pub(super) fn rules(value: &Value) -> Lacks<String> {
    let object = value.as_object().ok_or("the rules have another form")?;
    if object.contains_key("blocked") {
        return Err("the library for Coq has no games in which options are forbidden (`blocked`)".into());
    }
    let leaves = each(object, "leaves", |leaf| Ok(format!("({}, {})", at(leaf, "first")?, at(leaf, "length")?)))?;
    let requires = each(object, "requires", |of| {
        Ok(format!("({}, {})", at(of, "leaf")?, Terms::default().condition(key(of, "condition")?)?))
    })?;
    let families = each(object, "families", |of| family(of, leaves.len() > 1))?;
    let parts = each(object, "parts", |of| Ok(format!("({}, {})", at(of, "first")?, rules(key(of, "rules")?)?)))?;
    Ok(format!(
        "(Rules [{}] [{}]\n  [{}]\n  [{}])",
        leaves.join("; "),
        requires.join("; "),
        families.join(";\n   "),
        parts.join("; ")
    ))
}

/// How many coordinates the rules have.
pub(super) fn width(value: &Value) -> Lacks<usize> {
    Ok(array(&value["coordinates"])?.len())
}

/// Does each move leave one position?
pub(super) fn is_single(rules: &Value) -> Lacks<()> {
    for family in array(key(rules.as_object().ok_or("the rules have another form")?, "families")?)? {
        let targets = array(&family["targets"])?;
        if targets.iter().any(|target| target["tuples"].as_array().is_none_or(|tuples| tuples.len() != 1)) {
            return Err("some move leaves several positions, and the library for Coq shows of such games only what blocks of values say".into());
        }
    }
    Ok(())
}

/// A family of moves. Where there are several leaves, a move that splits has no meaning in `Game.v`.
fn family(of: &Map<String, Value>, several: bool) -> Lacks<String> {
    let terms = Terms::default();
    let range = |range: &Value| match array(range)?.as_slice() {
        [least, most] => Ok(format!("({}, {})", terms.number(least)?, terms.number(most)?)),
        _ => Err("a range has another form".to_string()),
    };
    let params = array(key(of, "params")?)?.iter().map(range).collect::<Lacks<Vec<_>>>()?;
    let targets = each(of, "targets", |target| {
        if target.contains_key("repeats") {
            return Err("the library for Coq has no moves to as many heaps as one likes (`all`)".into());
        }
        let tuples = array(key(target, "tuples")?)?;
        if several && tuples.len() != 1 {
            return Err("the library for Coq has no compounds in which a component splits".into());
        }
        let tuples = tuples.iter().map(|tuple| terms.each(array(tuple)?)).collect::<Lacks<Vec<_>>>()?;
        Ok(format!("({}, [{}])", at(target, "leaf")?, tuples.join("; ")))
    })?;
    Ok(format!(
        "{{| before := {}; params := [{}];\n    guard := {};\n    targets := [{}] |}}",
        terms.condition(key(of, "before")?)?,
        params.join("; "),
        terms.condition(key(of, "guard")?)?,
        targets.join("; ")
    ))
}

/// What a key has.
pub(super) fn key<'a>(object: &'a Map<String, Value>, name: &str) -> Lacks<&'a Value> {
    object.get(name).ok_or_else(|| format!("the key `{name}` is missing"))
}

fn at(object: &Map<String, Value>, name: &str) -> Lacks<String> {
    natural(key(object, name)?)
}

/// The entries of a list, each an object.
fn each(
    object: &Map<String, Value>,
    name: &str,
    term: impl Fn(&Map<String, Value>) -> Lacks<String>,
) -> Lacks<Vec<String>> {
    let other = || format!("an entry of `{name}` has another form");
    array(key(object, name)?)?.iter().map(|entry| term(entry.as_object().ok_or_else(other)?)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kayles() -> Value {
        json!({"coordinates": ["own"], "leaves": [{"first": 0, "length": 1}], "requires": [], "families": [
            {"before": true, "params": [[1, ["x", 0]]], "guard": true, "targets": [{"leaf": 0, "tuples": [[["v", 0]], [1]]}]}
        ], "parts": []})
    }

    #[test]
    fn rules_are_a_term() {
        let expected = "(Rules [(0, 1)] []
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(V 0)]; [(Num 1%Z)]])] |}]
  [])";
        assert_eq!(rules(&kayles()).expect("a term"), expected);
        assert_eq!(width(&kayles()), Ok(1));
    }

    #[test]
    fn what_has_no_meaning_there_is_refused() {
        let mut compound = kayles();
        compound["leaves"] = json!([{"first": 0, "length": 1}, {"first": 1, "length": 1}]);
        assert!(rules(&compound).is_err_and(|why| why.contains("splits")));
        let mut blocked = kayles();
        blocked["blocked"] = json!(1);
        assert!(rules(&blocked).is_err_and(|why| why.contains("`blocked`")));
        let mut repeats = kayles();
        repeats["families"][0]["targets"][0]["repeats"] = json!([]);
        assert!(rules(&repeats).is_err_and(|why| why.contains("`all`")));
    }
}
