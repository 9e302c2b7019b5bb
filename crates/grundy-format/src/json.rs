//! JSON: one object a line, for programs.
//!
//! A table is one line about the whole table, then a line for each row along the
//! last axis; a list is a line for each position, then their count. Numbers that
//! a reader with 64-bit floats would round are strings of digits.

use std::io::{self, Write};

use grundy::IBig;
use grundy::engine::Quantity;
use grundy::json::{number, of_loopy, position_text, small};
use grundy::theory::loopy::LoopyValue;
use serde_json::{Map, Value, json};

use super::name::{Declaration, FormatName};
use super::piece::of_any_kind;
use super::terms::{BeginTerms, TermsForm, push};
use super::{Format, Grid, Points, PositionList, Sequence};

/// One object a line.
pub const JSON: FormatName = FormatName(&Declaration {
    word: "json",
    ending: "json",
    other_names: None,
    is_binary: false,
    is_picture: false,
    shows_infinity: true,
    tells_period: true,
    counts: None,
    terms: Some(TERMS),
    writer: |_, _| Ok(Box::new(Json)),
});

/// Terms are the array of the line of a sequence.
const TERMS: BeginTerms = |head, out| {
    begin_sequence(head.game, head.rules, head.play, out)?;
    Ok(Box::new(Json))
};

/// Lines of JSON.
pub(crate) struct Json;

impl Format for Json {
    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", table_header(grid))?;
        let (outer, len) = match grid.axes.split_last() {
            Some((last, outer)) => (outer, last.len()),
            None => (&[][..], 1),
        };
        if let Some(values) = grid.loopy {
            return write_loopy(grid, values, out);
        }
        let mut rows = Rows { outer: Points::new(outer), len, at: 0, text: vec![] };
        if len == 0 {
            while rows.begin() {
                rows.text.extend_from_slice(b"[]}\n");
            }
            return out.write_all(&rows.text);
        }
        grid.each_piece(&mut |piece| of_any_kind!(piece, values => rows.write(values, out)))
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        let mut count = 0;
        for row in list.rows {
            let position = position_text(&row.written);
            let value = list.loopy.map_or_else(|| small(row.value), |values| of_loopy(&values[row.value as usize]));
            writeln!(out, r#"{{"v":1,"cmd":"positions","position":{position},"value":{value}}}"#)?;
            count += 1;
        }
        write_count(&count.into(), (list.complete)(), out)?;
        Ok(count)
    }

    fn write_count(&self, count: &IBig, out: &mut dyn Write) -> io::Result<()> {
        write_count(count, true, out)
    }

    fn write_sequence(&self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        write_sequence(sequence.grid, sequence.known, out)
    }
}

impl TermsForm for Json {
    fn put(&mut self, values: &[u8], is_first: bool, text: &mut Vec<u8>) {
        for (k, value) in values.iter().enumerate() {
            text.push(if is_first && k == 0 { b'[' } else { b',' });
            push(*value, text);
        }
    }

    fn end(&self, any: bool, known: &Map<String, Value>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if any { b"]" } else { b"[]" })?;
        end_sequence(known, out)
    }
}

/// Rows of values along the last axis, one value after the other.
struct Rows<'a> {
    outer: Points<'a>,
    /// The number of values in a row, and how many of the current row are written.
    len: u128,
    at: u128,
    text: Vec<u8>,
}

/// How many values are written at once.
const TOGETHER: usize = 1 << 12;

impl Rows<'_> {
    /// Begins a row, if there is one more.
    fn begin(&mut self) -> bool {
        let Some(at) = self.outer.advance() else { return false };
        let place = numbers(at.iter().copied());
        let head = format!(r#"{{"v":1,"cmd":"table","at":{place},"values":"#);
        self.text.extend_from_slice(head.as_bytes());
        true
    }

    fn write<T: super::piece::Value>(&mut self, values: &[T], out: &mut dyn Write) -> io::Result<()> {
        for values in values.chunks(TOGETHER) {
            self.text.clear();
            values.iter().for_each(|value| self.put(value.value()));
            out.write_all(&self.text)?;
        }
        Ok(())
    }

    fn put(&mut self, value: Option<u64>) {
        if self.at == 0 {
            self.begin();
        }
        self.text.push(if self.at == 0 { b'[' } else { b',' });
        match value {
            None => self.text.extend_from_slice(b"null"),
            Some(value) if value <= u64::from(u32::MAX) => {
                self.text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
            }
            Some(value) => self.text.extend_from_slice(small(value).to_string().as_bytes()),
        }
        self.at += 1;
        if self.at == self.len {
            self.text.extend_from_slice(b"]}\n");
            self.at = 0;
        }
    }
}

/// The rows of a table of values that are numbers or texts.
fn write_loopy(grid: &Grid, values: &[LoopyValue], out: &mut dyn Write) -> io::Result<()> {
    let (last, outer) = grid.axes.split_last().map_or((None, &[][..]), |(last, outer)| (Some(last), outer));
    let mut points = Points::new(outer);
    let value = |point: &[u64]| (grid.value)(point).map_or(Value::Null, |value| of_loopy(&values[value as usize]));
    while let Some(at) = points.advance() {
        let row: Value = match last {
            Some(last) => (last.lo..=last.hi).map(|x| value(&[at, &[x]].concat())).collect(),
            None => [value(at)].into_iter().collect(),
        };
        writeln!(out, "{}", json!({"v": 1, "cmd": "table", "at": numbers(at.iter().copied()), "values": row}))?;
    }
    Ok(())
}

/// The last line of a list, and the only one with `--count`.
fn write_count(count: &IBig, complete: bool, out: &mut dyn Write) -> io::Result<()> {
    let count = number(count);
    writeln!(out, r#"{{"v":1,"cmd":"positions","count":{count},"complete":{complete}}}"#)
}

/// The single line of `grundy sequence`: the values along the axis, then
/// what the caller knows about them (`status`, `period`, …).
pub(super) fn write_sequence(grid: &Grid, known: &Map<String, Value>, out: &mut dyn Write) -> io::Result<()> {
    begin_sequence(grid.game, grid.rules, grid.play, out)?;
    write_values(grid, out)?;
    end_sequence(known, out)
}

/// The part of this line before the values.
fn begin_sequence(game: &str, rules: &str, play: &str, out: &mut dyn Write) -> io::Result<()> {
    let head = json!({"v": 1, "cmd": "sequence", "game": game, "rules": rules, "play": play});
    let head = head.to_string();
    write!(out, r#"{},"values":"#, head.trim_end_matches('}'))
}

/// The part of this line after the values.
fn end_sequence(known: &Map<String, Value>, out: &mut dyn Write) -> io::Result<()> {
    for (key, value) in known {
        write!(out, ",{}:{value}", Value::from(key.as_str()))?;
    }
    writeln!(out, "}}")
}

/// The first line of a table.
fn table_header(grid: &Grid) -> Value {
    let names: Vec<&str> = grid.axes.iter().map(|axis| axis.name.as_str()).collect();
    let fixed = grid.fixed.iter();
    let fixed: Map<String, Value> = fixed.map(|(name, at)| (name.clone(), small(*at))).collect();
    let mut header = json!({
        "v": 1,
        "cmd": "table",
        "game": grid.game,
        "rules": grid.rules,
        "play": grid.play,
        "names": names,
        "fixed": fixed,
        "lo": numbers(grid.axes.iter().map(|axis| axis.lo)),
        "hi": numbers(grid.axes.iter().map(|axis| axis.hi)),
        "engine": grid.engine,
    });
    if grid.shows != Quantity::Value {
        header["show"] = grid.shows.name().into();
    }
    for (key, text) in &grid.asked {
        header[*key] = Value::from(*text);
    }
    header
}

/// An array of numbers.
fn numbers(numbers: impl Iterator<Item = u64>) -> Value {
    numbers.map(small).collect()
}

/// The array of all values.
fn write_values(grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
    let mut points = Points::new(&grid.axes);
    let mut separator = "[";
    while let Some(point) = points.advance() {
        let of_grid = |value: u64| grid.loopy.map_or_else(|| small(value), |all| of_loopy(&all[value as usize]));
        let value = (grid.value)(point).map_or(Value::Null, of_grid);
        write!(out, "{separator}{value}")?;
        separator = ",";
    }
    // The array of an empty axis has not been opened yet.
    write!(out, "{}", if separator == "[" { "[]" } else { "]" })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, increasing, listed, nim_sum, written};
    use super::*;

    #[test]
    fn a_table_is_a_header_and_its_rows() {
        let mut grid = grid(&[("a", 0, 1), ("b", 0, 2)], &increasing);
        grid.fixed.push(("c".to_string(), 1));
        let expected = r#"{"v":1,"cmd":"table","game":"nim","rules":"ab12","play":"normal","names":["a","b"],"fixed":{"c":1},"lo":[0,0],"hi":[1,2],"engine":"table"}
{"v":1,"cmd":"table","at":[0],"values":[null,1,2]}
{"v":1,"cmd":"table","at":[1],"values":[null,null,3]}
"#;
        assert_eq!(written(&Json, &grid), expected);
    }

    #[test]
    fn a_table_says_its_pattern_and_condition() {
        let mut grid = grid(&[("n", 0, 0)], &nim_sum);
        grid.asked = vec![("at", "(n, n)"), ("where", "a < 3")];
        let text = written(&Json, &grid);
        assert!(text.contains(r#""engine":"table","at":"(n, n)","where":"a < 3"}"#), "{text}");
    }

    #[test]
    fn three_axes_and_misere_play() {
        let mut grid = grid(&[("a", 3, 3), ("b", 0, 1), ("c", 0, 1)], &nim_sum);
        grid.play = "misere";
        let expected = r#"{"v":1,"cmd":"table","game":"nim","rules":"ab12","play":"misere","names":["a","b","c"],"fixed":{},"lo":[3,0,0],"hi":[3,1,1],"engine":"table"}
{"v":1,"cmd":"table","at":[3,0],"values":[3,2]}
{"v":1,"cmd":"table","at":[3,1],"values":[2,3]}
"#;
        assert_eq!(written(&Json, &grid), expected);
    }

    #[test]
    fn no_axis_is_one_row() {
        let text = written(&Json, &grid(&[], &nim_sum));
        let row = text.lines().nth(1);
        assert_eq!(row, Some(r#"{"v":1,"cmd":"table","at":[],"values":[0]}"#));
    }

    #[test]
    fn large_numbers_are_strings() {
        let large = 1 << 53;
        let text = written(&Json, &grid(&[("a", large - 1, large)], &nim_sum));
        let row = r#"{"v":1,"cmd":"table","at":[],"values":[9007199254740991,"9007199254740992"]}"#;
        assert_eq!(text.lines().nth(1), Some(row));
        assert!(text.contains(r#""lo":[9007199254740991],"hi":["9007199254740992"]"#));
    }

    #[test]
    fn positions_end_with_their_count() {
        let rows = [("3,4", [3, 4], 7), ("([2],[2])", [2, 2], 0)];
        let expected = r#"{"v":1,"cmd":"positions","position":[3,4],"value":7}
{"v":1,"cmd":"positions","position":[[2],[2]],"value":0}
{"v":1,"cmd":"positions","count":2,"complete":true}
"#;
        assert_eq!(listed(&Json, &rows).unwrap(), expected);
        let empty = r#"{"v":1,"cmd":"positions","count":0,"complete":true}"#;
        assert_eq!(listed(&Json, &[]).unwrap(), format!("{empty}\n"));
    }

    #[test]
    fn a_sequence_is_one_line() {
        let line = |hi, known: Value| {
            let mut out = Vec::new();
            let mut grid = grid(&[("n", 1, hi)], &nim_sum);
            grid.game = "{\"}";
            write_sequence(&grid, known.as_object().unwrap(), &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let head = r#"{"v":1,"cmd":"sequence","game":"{\"}","rules":"ab12","play":"normal""#;
        let known = json!({"status": "none", "checked_to": 3});
        let expected = format!("{head},\"values\":[1,2,3],\"status\":\"none\",\"checked_to\":3}}\n");
        assert_eq!(line(3, known), expected);
        assert_eq!(line(0, json!({})), format!("{head},\"values\":[]}}\n"));
    }
}
