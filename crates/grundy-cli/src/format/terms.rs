//! Terms of a sequence that are written as they are computed: no term is needed twice, and none is stored.
//!
//! In: values below 100, all of which exist, some at a time. Out: the same bytes that [`Format::write`](super::Format::write) writes for the whole
//! sequence; in the format text, the terms in lines that fit. Digits are formatted by hand, since there may be billions of terms.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{Axis, FormatName, csv, json, list, npy};

/// The data written before and after the terms.
pub(crate) struct TermsWriter<'a> {
    /// The game as the user wrote it.
    pub(crate) game: &'a str,
    /// The hash of the rules.
    pub(crate) rules: &'a str,
    /// `normal` or `misere`.
    pub(crate) play: &'a str,
    /// The indices of the terms.
    pub(crate) axis: &'a Axis,
}

/// A writer of terms.
pub(crate) struct Writing<'o> {
    form: Form,
    out: &'o mut dyn Write,
    buffer: Vec<u8>,
    written: bool,
}

/// How a term is written.
enum Form {
    /// The width of a line, and how much of the line is used.
    Text(usize, usize),
    /// The index, and what separates it from the value.
    Lines(Decimal, u8),
    Json,
    List,
    Npy,
}

impl TermsWriter<'_> {
    /// Can the format be written term by term?
    pub(crate) fn serves(format: FormatName) -> bool {
        !matches!(format, FormatName::Latex | FormatName::Parquet) && !format.is_picture()
    }

    /// Writes what precedes the terms; text has lines of at most `width` characters.
    pub(crate) fn begin<'o>(
        &self,
        format: FormatName,
        width: usize,
        out: &'o mut dyn Write,
    ) -> io::Result<Writing<'o>> {
        let lines = |separator| Form::Lines(Decimal::of(self.axis.lo), separator);
        let form = match format {
            FormatName::Csv => {
                csv::header(std::iter::once(&self.axis.name), out)?;
                lines(b',')
            }
            FormatName::Bfile => lines(b' '),
            FormatName::List => Form::List,
            FormatName::Json => {
                json::begin_sequence(self.game, self.rules, self.play, out)?;
                Form::Json
            }
            FormatName::Npy => {
                out.write_all(&npy::header_of_bytes(self.axis)?)?;
                Form::Npy
            }
            FormatName::Text | FormatName::Latex | FormatName::Parquet | FormatName::Png | FormatName::Svg => {
                Form::Text(width, 0)
            }
        };
        Ok(Writing { form, out, buffer: vec![], written: false })
    }
}

impl Writing<'_> {
    /// Writes further terms.
    pub(crate) fn write(&mut self, values: &[u8]) -> io::Result<()> {
        self.buffer.clear();
        let (buffer, first) = (&mut self.buffer, !self.written);
        match &mut self.form {
            Form::Text(width, taken) => values.iter().for_each(|value| {
                let length = 1 + usize::from(*value > 9);
                let fits = *taken + 1 + length <= *width;
                if *taken > 0 {
                    buffer.push(if fits { b' ' } else { b'\n' });
                }
                *taken = if *taken > 0 && fits { *taken + 1 + length } else { length };
                push(*value, buffer);
            }),
            Form::Lines(number, separator) => values.iter().for_each(|value| {
                buffer.extend_from_slice(number.digits());
                buffer.push(*separator);
                push(*value, buffer);
                buffer.push(b'\n');
                number.advance();
            }),
            Form::Json => values.iter().enumerate().for_each(|(k, value)| {
                buffer.push(if first && k == 0 { b'[' } else { b',' });
                push(*value, buffer);
            }),
            Form::List => values.iter().enumerate().for_each(|(k, value)| {
                if !first || k > 0 {
                    buffer.extend_from_slice(list::SEPARATOR.as_bytes());
                }
                push(*value, buffer);
            }),
            Form::Npy => buffer.extend_from_slice(values),
        }
        self.written |= !values.is_empty();
        self.out.write_all(&self.buffer)
    }

    /// Writes what follows the terms; in JSON, what is known about them.
    pub(crate) fn end(self, known: &Map<String, Value>) -> io::Result<()> {
        match self.form {
            Form::Text(..) | Form::List if self.written => writeln!(self.out),
            Form::Json => {
                self.out.write_all(if self.written { b"]" } else { b"[]" })?;
                json::end_sequence(known, self.out)
            }
            _ => Ok(()),
        }
    }
}

fn push(value: u8, buffer: &mut Vec<u8>) {
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

    use super::super::samples::{grid, written};
    use super::super::{Format as _, write_sequence};
    use super::*;

    fn value(n: u64) -> u64 {
        n * n / 7 % 13
    }

    /// Terms in pieces of all kinds of lengths.
    fn streamed(format: FormatName, terms: u64, known: &Map<String, Value>) -> Vec<u8> {
        let axis = axis(terms);
        let writer = TermsWriter { game: "nim", rules: "ab12", play: "normal", axis: &axis };
        let mut out = vec![];
        let mut writing = writer.begin(format, 21, &mut out).expect("begun");
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
            for format in [FormatName::Csv, FormatName::Bfile, FormatName::List] {
                let whole = &*format
                    .format(super::super::Text::default(), super::super::picture::Style::default())
                    .expect("a format");
                let text = String::from_utf8(streamed(format, terms, &known)).expect("UTF-8");
                assert_eq!(text, written(whole, &grid), "{format:?} {terms}");
            }
            let mut whole = vec![];
            npy::Npy.write(&grid, &mut whole).expect("written");
            assert_eq!(streamed(FormatName::Npy, terms, &known), whole, "{terms}");
            let mut whole = vec![];
            write_sequence(&grid, &known, &mut whole).expect("written");
            assert_eq!(streamed(FormatName::Json, terms, &known), whole, "{terms}");
        }
    }

    #[test]
    fn text_is_terms_in_lines_that_fit() {
        for terms in [0, 1, 10, 333] {
            let text = String::from_utf8(streamed(FormatName::Text, terms, &Map::new())).expect("UTF-8");
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
