//! Of which expressions the library makes formulas, which it must where something is shown of all positions.
//!
//! In: expressions, or whole rules. Out: the first word of which it makes none. Most words have a formula (`Translate.v`); a sum over places has one where it is compared with a constant (`Places.v`).

use serde_json::{Value, json};

use super::terms::{Lacks, a_logarithm};

/// Whether the library makes formulas of all words of some expressions, or of rules; a computation reads them all.
///
/// # Errors
/// The first word of which it makes none.
pub(super) fn has_formulas(value: &Value) -> Lacks<()> {
    have_formulas(value, &[])
}

/// The same, where some variables are constants.
pub(super) fn have_formulas(value: &Value, constants: &[u64]) -> Lacks<()> {
    let have = |value: &Value| have_formulas(value, constants);
    let Some(list) = value.as_array() else {
        return value.as_object().map_or(Ok(()), |object| object.values().try_for_each(have));
    };
    let word = list.first().and_then(Value::as_str).unwrap_or_default();
    let fold =
        list.get(1).and_then(Value::as_str).filter(|of| word == "fold" && !["any", "all", "min", "max"].contains(of));
    match (word, list.as_slice()) {
        ("log2" | "mex" | "root", _) => {
            Err(format!("it has the word `{word}`, of which the library for Coq makes no formula"))
        }
        ("=0", [_, number]) if is_over_places(number, constants) => Ok(()),
        // A power of two below a number is one.
        ("power", [_, base, exponent]) if base.as_i64() == Some(2) => match a_logarithm(exponent) {
            Some((of, _)) => have(of),
            None => have(exponent),
        },
        _ => match fold {
            Some(of) => {
                Err(format!("it has the word `{of}` over a range, of which the library for Coq makes no formula"))
            }
            None => list.iter().try_for_each(have),
        },
    }
}

/// Is a number a sum over the places of binary digits, or a constant less such a sum? Whether it is 0, the library decides by an automaton (`Places.v`).
fn is_over_places(number: &Value, constants: &[u64]) -> bool {
    let Some([word, one, terms]) = number.as_array().map(Vec::as_slice) else {
        return sum_over_places(number).is_some();
    };
    let constant =
        |term: &Value| term[1][0] == "v" && term[1][1].as_u64().is_some_and(|variable| constants.contains(&variable));
    let is_less = |terms: &Vec<Value>| match terms.split_last() {
        Some((last, rest)) => last[0] == -1 && sum_over_places(&last[1]).is_some() && rest.iter().all(constant),
        None => false,
    };
    word == "sum" && one.is_i64() && terms.as_array().is_some_and(is_less)
}

/// A sum over the places below the length of a number above all coordinates whose digits it reads, in powers of a base.
fn sum_over_places(number: &Value) -> Option<()> {
    let [fold, sum, ranges, condition, body] = number.as_array()?.as_slice() else { return None };
    let [range] = ranges.as_array()?.as_slice() else { return None };
    let (place, above) = (&range[0], &range[2][1]);
    let is_sum = fold == "fold" && sum == "sum" && condition == true && range[1] == 0 && range[2][0] == "log2";
    let is_product =
        body[0] == "product" && body[2][0] == "power" && body[2][1].as_i64()? >= 2 && body[2][2] == json!(["v", place]);
    let terms = above[2].as_array().filter(|_| above[0] == "sum" && above[1].as_i64().is_some_and(|one| one >= 1))?;
    let is_term = |term: &Value| term[0].as_i64().is_some_and(|times| times >= 1) && term[1][0] == "x";
    let is_above = |coordinate: &Value| terms.iter().any(|term| term[1] == *coordinate);
    (is_sum && is_product && terms.iter().all(is_term) && reads_digits(&body[1], place, &is_above)).then_some(())
}

/// Is an expression made of constants and of the digits at a place of some coordinates?
fn reads_digits(expr: &Value, place: &Value, is_above: &dyn Fn(&Value) -> bool) -> bool {
    let reads = |expr: &Value| reads_digits(expr, place, is_above);
    let Some([word, of @ ..]) = expr.as_array().map(Vec::as_slice) else { return expr.is_i64() };
    match (word.as_str().unwrap_or_default(), of) {
        ("bit", [coordinate, at]) if *at == json!(["v", place]) => is_above(coordinate),
        ("sum", [one, terms]) => {
            one.is_i64() && terms.as_array().is_some_and(|terms| terms.iter().all(|term| reads(&term[1])))
        }
        ("mod" | "div" | "product" | "min" | "max", of) => of.iter().all(reads),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_without_a_formula_is_named() {
        let word =
            |expr: Value| has_formulas(&expr).err().map(|why| why.split('`').nth(1).unwrap_or_default().to_string());
        assert_eq!(word(json!({"where": ["=0", ["sum", 0, [[1, ["log2", ["x", 0]]]]]]})).as_deref(), Some("log2"));
        assert_eq!(word(json!(["fold", "xor", [[0, 1, 9]], true, ["v", 0]])).as_deref(), Some("xor"));
        assert_eq!(word(json!(["fold", "min", [[0, 1, ["x", 0]]], true, ["v", 0]])), None);
        assert_eq!(word(json!(["power", 2, ["sum", -1, [[1, ["log2", ["mex", []]]]]]])).as_deref(), Some("mex"));
        assert_eq!(word(json!(["power", 2, ["log2", ["x", 0]]])), None);
        assert_eq!(word(json!(["fold", "any", [[0, 1, ["x", 0]]], true, ["=0", ["v", 0]]])), None);
    }

    /// Moore's sum of digits: the places end below the length of a number above all that is read, and so they must.
    #[test]
    fn sums_over_places_are_compared_with_constants() {
        let digit = |coordinate: u64| json!(["bit", ["x", coordinate], ["v", 1]]);
        let sum = |above: Value, base: i64| {
            let digits = json!(["mod", ["sum", 0, [[1, digit(0)], [1, digit(1)]]], 3]);
            json!(["fold", "sum", [[1, 0, ["log2", above]]], true, ["product", digits, ["power", base, ["v", 1]]]])
        };
        let above = |one: i64| json!(["sum", one, [[1, ["x", 0]], [2, ["x", 1]]]]);
        let has = |number: Value, constants: &[u64]| have_formulas(&json!(["=0", number]), constants).is_ok();
        assert!(has(sum(above(1), 3), &[]));
        assert!(!has(sum(above(0), 3), &[]) && !has(sum(above(1), 1), &[]));
        assert!(!has(sum(json!(["sum", 1, [[1, ["x", 0]]]]), 3), &[]), "the second coordinate may be longer");
        let less = |other: Value| json!(["sum", 5, [[1, other], [-1, sum(above(1), 3)]]]);
        assert!(
            has(less(json!(["v", 0])), &[0]) && !has(less(json!(["v", 0])), &[]) && !has(less(json!(["x", 0])), &[0])
        );
        assert!(has_formulas(&json!(["<=0", sum(above(1), 3)])).is_err());
    }
}
