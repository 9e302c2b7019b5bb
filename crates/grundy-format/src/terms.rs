//! Terms of a sequence that are written as they are computed: no term is needed twice, and none is stored.
//!
//! In: values below 100, all of which exist, some at a time. Out: the same bytes that [`Format::write`](super::Format::write) writes for the whole
//! sequence; in the format text, the terms in lines that fit. Digits are formatted by hand, since there may be billions of terms.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::Axis;

/// The data that stand before and after the terms.
pub struct TermsHead<'a> {
    /// The game as the user wrote it.
    pub game: &'a str,
    /// The hash of the rules.
    pub rules: &'a str,
    /// `normal` or `misere`.
    pub play: &'a str,
    /// The indices of the terms.
    pub axis: &'a Axis,
    /// The most characters of a line of text.
    pub width: usize,
}

/// How a format writes terms one by one.
pub trait TermsForm {
    /// Adds further terms to the text; `is_first` tells whether they are the first ones.
    fn put(&mut self, values: &[u8], is_first: bool, text: &mut Vec<u8>);

    /// Writes what follows the terms, if there were `any`; in JSON, what is known about them.
    fn end(&self, _any: bool, _known: &Map<String, Value>, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Writes what precedes the terms, and says how they are written.
pub type BeginTerms = fn(&TermsHead, &mut dyn Write) -> io::Result<Box<dyn TermsForm>>;

/// A writer of terms.
pub struct TermsWriter<'o> {
    form: Box<dyn TermsForm>,
    out: &'o mut dyn Write,
    text: Vec<u8>,
    any: bool,
}

impl<'o> TermsWriter<'o> {
    /// Writes what precedes the terms.
    pub fn begin(begin: BeginTerms, head: &TermsHead, out: &'o mut dyn Write) -> io::Result<TermsWriter<'o>> {
        Ok(TermsWriter { form: begin(head, out)?, out, text: vec![], any: false })
    }

    /// Writes further terms.
    pub fn write(&mut self, values: &[u8]) -> io::Result<()> {
        self.text.clear();
        self.form.put(values, !self.any, &mut self.text);
        self.any |= !values.is_empty();
        self.out.write_all(&self.text)
    }

    /// Writes what follows the terms.
    pub fn end(self, known: &Map<String, Value>) -> io::Result<()> {
        self.form.end(self.any, known, self.out)
    }
}

/// Lines of a term's number and the term.
pub(super) struct NumberedLines {
    number: Decimal,
    separator: u8,
}

impl NumberedLines {
    /// The lines with something between number and term.
    pub(super) fn of(head: &TermsHead, separator: u8) -> NumberedLines {
        NumberedLines { number: Decimal::of(head.axis.lo), separator }
    }
}

impl TermsForm for NumberedLines {
    fn put(&mut self, values: &[u8], _is_first: bool, text: &mut Vec<u8>) {
        for value in values {
            text.extend_from_slice(self.number.digits());
            text.push(self.separator);
            push(*value, text);
            text.push(b'\n');
            self.number.advance();
        }
    }
}

/// Adds the digits of a value below 100.
pub(super) fn push(value: u8, buffer: &mut Vec<u8>) {
    if value > 9 {
        buffer.push(b'0' + value / 10);
    }
    buffer.push(b'0' + value % 10);
}

/// A counter in decimal digits.
struct Decimal {
    /// With leading zeros, so that every number fits.
    text: [u8; 20],
    from: usize,
}

impl Decimal {
    fn of(number: u64) -> Decimal {
        let mut text = [b'0'; 20];
        let digits = number.to_string();
        let from = text.len() - digits.len();
        text[from..].copy_from_slice(digits.as_bytes());
        Decimal { text, from }
    }

    fn digits(&self) -> &[u8] {
        &self.text[self.from..]
    }

    fn advance(&mut self) {
        let mut at = self.text.len() - 1;
        while self.text[at] == b'9' && at > 0 {
            self.text[at] = b'0';
            at -= 1;
        }
        self.text[at] += 1;
        self.from = self.from.min(at);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::json::write_sequence;
    use super::super::samples::{grid, written};
    use super::super::{Format as _, FormatName, bfile, csv, json as lines_of_json, list, npy, text};
    use super::*;

    fn value(n: u64) -> u64 {
        n * n / 7 % 13
    }

    /// Terms in pieces of all kinds of lengths.
    fn streamed(format: FormatName, terms: u64, known: &Map<String, Value>) -> Vec<u8> {
        let axis = axis(terms);
        let head = TermsHead { game: "nim", rules: "ab12", play: "normal", axis: &axis, width: 21 };
        let mut out = vec![];
        let begin = format.says().terms.expect("terms one by one");
        let mut writing = TermsWriter::begin(begin, &head, &mut out).expect("begun");
        let values: Vec<u8> = (0..terms).map(|n| value(n) as u8).collect();
        let (mut rest, mut length) = (&values[..], 0);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(length));
            writing.write(now).expect("written");
            (rest, length) = (later, length * 2 % 61 + 1);
        }
        writing.end(known).expect("ended");
        out
    }

    fn axis(terms: u64) -> Axis {
        let (lo, hi) = if terms == 0 { (1, 0) } else { (0, terms - 1) };
        Axis { name: "n".to_string(), lo, hi }
    }

    #[test]
    fn formats_have_the_same_bytes_as_of_a_whole_table() {
        let Value::Object(known) = json!({"status": "none", "checked_to": 5}) else { panic!("an object") };
        for terms in [0, 1, 2, 9, 10, 11, 100, 1001] {
            let by_point = |at: &[u64]| Some(value(at[0]));
            let axis = axis(terms);
            let grid = grid(&[("n", axis.lo, axis.hi)], &by_point);
            for format in [csv::CSV, bfile::BFILE, list::LIST] {
                let whole = &*format
                    .format(super::super::Text::default(), super::super::picture::Style::default())
                    .expect("a format");
                let text = String::from_utf8(streamed(format, terms, &known)).expect("UTF-8");
                assert_eq!(text, written(whole, &grid), "{format:?} {terms}");
            }
            let mut whole = vec![];
            npy::Npy.write(&grid, &mut whole).expect("written");
            assert_eq!(streamed(npy::NPY, terms, &known), whole, "{terms}");
            let mut whole = vec![];
            write_sequence(&grid, &known, &mut whole).expect("written");
            assert_eq!(streamed(lines_of_json::JSON, terms, &known), whole, "{terms}");
        }
    }

    #[test]
    fn text_is_terms_in_lines_that_fit() {
        for terms in [0, 1, 10, 333] {
            let text = String::from_utf8(streamed(text::TEXT, terms, &Map::new())).expect("UTF-8");
            let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
            assert_eq!(words, (0..terms).map(|n| value(n).to_string()).collect::<Vec<_>>());
            let lines: Vec<&str> = text.lines().collect();
            for pair in lines.windows(2) {
                let next = pair[1].split(' ').next().map_or(0, str::len);
                assert!(pair[0].len() <= 21 && pair[0].len() + 1 + next > 21, "{text}");
            }
            assert_eq!(text.ends_with('\n'), terms > 0);
        }
    }

    #[test]
    fn numbers_count_on() {
        for start in [0, 7, 98, 999, 4095, 10_000_000_000] {
            let mut number = Decimal::of(start);
            for n in start..start + 1200 {
                assert_eq!(number.digits(), n.to_string().as_bytes());
                number.advance();
            }
        }
    }
}
