//! Rows as a file: CSV, JSON lines, or Parquet.
//!
//! In: rows, whose columns may differ. Out: one table with the columns of all of them, in the order in which they first occur, then those that are wanted and that no row has, `exit` and
//! `error` last. A table without rows has its columns, too. What a row does not have is empty, or null. Lists and objects are JSON in a cell.

use std::io::{self, Write};
use std::path::Path;

use grundy::Diagnostic;
use grundy::lang::Code;
use serde_json::Value;

use super::Row;
use super::columns::Columns;
use crate::failure::{Failure, Outcome, quoted};
use crate::interrupt::Interrupts;
use crate::output::Draft;

/// The columns that stand last.
const LAST: [&str; 2] = ["exit", "error"];

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Csv,
    Lines,
    Parquet,
}

impl Kind {
    /// The kind that the ending of a name says.
    pub(super) fn of(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "csv" => Some(Kind::Csv),
            "jsonl" | "json" => Some(Kind::Lines),
            "parquet" => Some(Kind::Parquet),
            _ => None,
        }
    }
}

/// A file that will be written.
pub(super) struct Sheet {
    kind: Kind,
    draft: Draft,
    name: String,
}

impl Sheet {
    /// Checks before any work that the file can be written.
    pub(super) fn begin(path: &Path, run: &Interrupts) -> Outcome<Sheet> {
        let Some(kind) = Kind::of(path) else {
            let message = format!("rows are written to a .csv, .jsonl, .parquet or .rows file, found {}", quoted(path));
            return Err(Diagnostic::new(Code::Format, message)
                .help("without `-o` they are CSV on standard output")
                .into());
        };
        if kind == Kind::Parquet && !cfg!(feature = "parquet") {
            return Err(Diagnostic::new(Code::Format, "this grundy was built without Parquet")
                .help("write .csv or .jsonl, or build it with `--features parquet`")
                .into());
        }
        let draft = Draft::begin(path, run).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Sheet { kind, draft, name: quoted(path) })
    }

    /// Writes the rows; meanwhile Ctrl-C ends the process at once, and leaves nothing.
    pub(super) fn write(mut self, columns: &Columns, rows: &[Row], run: &Interrupts) -> Outcome<()> {
        let _endable = run.endable();
        let written = match self.kind {
            Kind::Csv => csv(columns, rows, &mut self.draft),
            Kind::Lines => lines(rows, &mut self.draft),
            Kind::Parquet => parquet(columns, rows, &mut self.draft),
        };
        written.and_then(|()| self.draft.finish()).map_err(|error| Failure::of_writing(&error, &self.name))
    }
}

/// The names of all columns.
fn names<'a>(columns: &'a Columns, rows: &'a [Row]) -> Vec<&'a str> {
    let mut names: Vec<&str> = vec![];
    let mut seen = std::collections::HashSet::new();
    let answered = rows.iter().flat_map(|row| row.keys()).map(String::as_str);
    let all = columns.first().chain(answered).chain(columns.wanted().iter().map(String::as_str));
    for name in all.filter(|name| !LAST.contains(name)) {
        if seen.insert(name) {
            names.push(name);
        }
    }
    names.extend(LAST);
    names
}

/// Comma-separated values, quoted as RFC 4180 says; lines end with a line feed.
pub(super) fn csv(columns: &Columns, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let columns = names(columns, rows);
    writeln!(out, "{}", columns.iter().map(|name| quoted_cell(name)).collect::<Vec<_>>().join(","))?;
    for row in rows {
        let cells = columns.iter().map(|name| match row.get(*name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => quoted_cell(text),
            Some(other) => quoted_cell(&other.to_string()),
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}

fn quoted_cell(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

fn lines(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    rows.iter().try_for_each(|row| writeln!(out, "{}", object(row)))
}

/// A row as one object of the JSON that all commands print.
pub(super) fn object(row: &Row) -> String {
    // A row has its number, at least.
    let text = text(row);
    format!("{{\"v\":1,\"cmd\":\"sweep\",{}", text.strip_prefix('{').unwrap_or(&text))
}

/// A row as JSON.
pub(super) fn text(row: &Row) -> String {
    serde_json::to_string(row).unwrap_or_default()
}

#[cfg(feature = "parquet")]
fn parquet(columns: &Columns, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    grundy_format::parquet_rows(&names(columns, rows), rows, out)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Columns, _: &[Row], _: &mut dyn Write) -> io::Result<()> {
    Err(io::Error::other("this grundy was built without Parquet"))
}
