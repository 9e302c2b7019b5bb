//! Lists of positions, as `grundy positions` finds them.
//!
//! In: positions one by one from an iterator, already written as users write
//! them. Out: the list. A format writes each position when it arrives, so that
//! ten million positions need no more memory than one.

use super::json::json_number;
use super::{Axis, Column};

/// One position of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PositionRow {
    /// The position as a user writes it: `3,4` or `([2],[2,5])`, with numbers,
    /// commas, blanks and brackets only.
    pub(crate) written: String,
    /// Its entries, one for each column of the list.
    pub(crate) entries: Vec<u64>,
    /// Its value.
    pub(crate) value: u64,
}

/// Positions to be written by a format.
pub(crate) struct PositionList<'a> {
    /// The game as the user wrote it.
    pub(crate) game: &'a str,
    /// The hash of the rules.
    pub(crate) rules: &'a str,
    /// `normal` or `misere`.
    pub(crate) play: &'a str,
    /// The engine that found the values.
    pub(crate) engine: &'a str,
    /// The free coordinates as axes, which the positions run along.
    pub(crate) axes: &'a [Axis],
    /// Every coordinate: an axis or fixed.
    pub(crate) columns: &'a [Column],
    /// An upper bound of the values.
    pub(crate) largest: u64,
    /// Other restrictions of the list: `value` and its number, `where` and its condition.
    pub(crate) asked: Vec<(&'a str, &'a str)>,
    /// The positions.
    pub(crate) rows: &'a mut dyn Iterator<Item = PositionRow>,
    /// Asked after the last row: were these all the positions there are?
    pub(crate) complete: &'a dyn Fn() -> bool,
}

/// A position as JSON, with the brackets that its text has:
/// `3,4` is `[3,4]` and `([2],[2,5])` is `[[2],[2,5]]`.
pub(crate) fn position_as_json(written: &str) -> String {
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

/// A number of any length by the rule of [`json_number`].
fn json_digits(number: &str) -> String {
    match number.parse() {
        Ok(small) => json_number(small).to_string(),
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
            assert_eq!(position_as_json(written), json, "{written}");
        }
    }
}
