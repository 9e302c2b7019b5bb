//! Numbers and positions.
//!
//! In: numbers of any length, positions as they are written. Out: JSON with the brackets that the text has.

use dashu_int::IBig;
use grundy_rules::session::{Game, Slot};
use serde_json::Value;

/// A small number: from 2^53 on a string of digits.
#[must_use]
pub fn small(number: u64) -> Value {
    if number < 1 << 53 { Value::from(number) } else { Value::from(number.to_string()) }
}

/// A number of any length, by the rule of [`small`].
///
/// ```
/// use grundy::{IBig, json};
///
/// assert_eq!(json::number(&IBig::from(7)), 7);
/// assert_eq!(json::number(&(IBig::from(1) << 60)), "1152921504606846976");
/// ```
#[must_use]
pub fn number(n: &IBig) -> Value {
    let small = i64::try_from(n).ok().filter(|n| n.unsigned_abs() < 1 << 53);
    small.map_or_else(|| Value::from(n.to_string()), Value::from)
}

/// A position of a game, with a list for each strip.
///
/// ```
/// # use grundy::{Session, json};
/// let mut session = Session::new();
/// let list = session.list("[2],[2,5]")?;
/// let game = session.game("star_silver_dollar", Some(&list.entries()))?;
/// assert_eq!(json::position(&game, &session.fitted(&game, &list)?).to_string(), "[[2],[2,5]]");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn position(game: &Game, position: &[IBig]) -> Value {
    let mut rest = position;
    let mut list = vec![];
    for slot in &game.slots {
        let (own, others) = rest.split_at(slot.width());
        rest = others;
        match slot {
            Slot::Strip(_) => list.push(own.iter().map(number).collect()),
            _ => list.extend(own.iter().map(number)),
        }
    }
    Value::Array(list)
}

/// A position that is there as text.
///
/// ```
/// assert_eq!(grundy::json::written("[2],[2,5]").to_string(), "[[2],[2,5]]");
/// ```
#[must_use]
pub fn written(position: &str) -> Value {
    serde_json::from_str(&position_text(position)).unwrap_or_else(|_| Value::from(position))
}

/// A position that may have split.
#[must_use]
pub fn lists(game: &Game, lists: &[Vec<Vec<IBig>>]) -> Value {
    match lists.iter().all(|tuples| tuples.len() == 1) {
        true => position(game, &lists.iter().flat_map(|tuples| tuples[0].clone()).collect::<Vec<_>>()),
        false => lists.iter().flat_map(|tuples| entries(tuples)).collect(),
    }
}

/// The entries of one leaf of a compound; if the leaf has split or is empty, one list of its parts.
pub(super) fn entries(tuples: &[Vec<IBig>]) -> Vec<Value> {
    match tuples {
        [tuple] => tuple.iter().map(number).collect(),
        tuples => {
            let part = |tuple: &Vec<IBig>| match &tuple[..] {
                [entry] => number(entry),
                entries => entries.iter().map(number).collect(),
            };
            vec![tuples.iter().map(part).collect()]
        }
    }
}

/// The text of a position as JSON, with the brackets that its text has:
/// `3,4` is `[3,4]` and `([2],[2,5])` is `[[2],[2,5]]`.
#[must_use]
pub fn position_text(written: &str) -> String {
    let mut json = String::from("[");
    let mut rest = without_outer_parentheses(written.trim());
    while let Some(first) = rest.chars().next() {
        let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (token, after) = rest.split_at(number.max(first.len_utf8()));
        match token {
            "(" => json.push('['),
            ")" => json.push(']'),
            _ if number > 0 => json.push_str(&json_digits(token)),
            _ => json.push_str(token.trim()),
        }
        rest = after;
    }
    json.push(']');
    json
}

/// A number of any length by the rule of [`small`].
fn json_digits(number: &str) -> String {
    match number.parse() {
        Ok(small) => self::small(small).to_string(),
        Err(_) => format!("\"{number}\""),
    }
}

/// `(3, 4)` without its parentheses; `(3,4),(5,6)`, two positions after a
/// split, has no parentheses around the whole.
fn without_outer_parentheses(written: &str) -> &str {
    let inner = written.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) if is_balanced(inner) => inner,
        _ => written,
    }
}

/// Whether every parenthesis closes one that was opened before it.
fn is_balanced(text: &str) -> bool {
    let mut open = 0usize;
    for bracket in text.chars() {
        match bracket {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            _ => {}
        }
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_positions_become_json() {
        for (written, json) in [
            ("3,4", "[3,4]"),
            ("7", "[7]"),
            ("(3, 4)", "[3,4]"),
            ("([2],[2,5])", "[[2],[2,5]]"),
            ("[2], [2,5]", "[[2],[2,5]]"),
            ("([2])", "[[2]]"),
            ("(1,2),(3,4)", "[[1,2],[3,4]]"),
            ("()", "[]"),
            ("9007199254740991,9007199254740992", r#"[9007199254740991,"9007199254740992"]"#),
            ("100000000000000000000", r#"["100000000000000000000"]"#),
        ] {
            assert_eq!(position_text(written), json, "{written}");
        }
    }
}
