//! An answer on its way out, in parts.
//!
//! In: lines, an object, cells or a refusal. Out: on standard output first `{"id": 3, "status": 200, "headers": {…}}`, a line; then any number of parts of the
//! body, each a line `{"id": 3, "bytes": 512}` and so many bytes; and last the line `{"id": 3}`. Parts of several answers may alternate; none is torn apart.

use std::io::{self, Write as _};

use grundy_page::api::{Cells, Refusal};
use serde_json::{Map, Value, json};

/// An answer that is being written.
#[derive(Debug)]
pub(crate) struct Output {
    id: u64,
    begun: bool,
    made: Option<u64>,
}

impl Output {
    /// The answer to a question, of which nothing is written yet.
    pub(crate) fn new(id: u64) -> Output {
        Output { id, begun: false, made: None }
    }

    /// Says how many tables the desk has made so far: whoever asks sees whether a kept one was found.
    pub(crate) fn made(&mut self, tables: u64) {
        self.made = Some(tables);
    }

    /// A line of an answer that comes as a stream.
    pub(crate) fn line(&mut self, line: &Value) -> io::Result<()> {
        self.head(200, [("content-type", "application/x-ndjson".to_string())])?;
        self.part(format!("{line}\n").as_bytes())
    }

    /// An object, and the end.
    pub(crate) fn object(mut self, value: &Value) -> io::Result<()> {
        self.head(200, [("content-type", "application/json".to_string())])?;
        self.part(format!("{value}\n").as_bytes())?;
        self.end()
    }

    /// Cells, with the headers that the server gives them, and the end.
    pub(crate) fn cells(mut self, cells: &Cells) -> io::Result<()> {
        self.head(200, cells.headers())?;
        self.part(&cells.bytes)?;
        self.end()
    }

    /// Why there is no answer, or no more of it, and the end.
    pub(crate) fn refuse(mut self, Refusal { status, error }: &Refusal) -> io::Result<()> {
        self.head(*status, [("content-type", "application/json".to_string())])?;
        self.part(format!("{error}\n").as_bytes())?;
        self.end()
    }

    /// The end.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.head(200, [("content-type", "application/x-ndjson".to_string())])?;
        write(&json!({"id": self.id}), &[])
    }

    /// The status and the headers, before the first part.
    fn head(&mut self, status: u16, headers: impl IntoIterator<Item = (&'static str, String)>) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        let made = self.made.map(|tables| ("grundy-tables", tables.to_string()));
        let all = headers.into_iter().chain(made);
        let headers: Map<String, Value> = all.map(|(name, value)| (name.to_string(), value.into())).collect();
        write(&json!({"id": self.id, "status": status, "headers": headers}), &[])
    }

    fn part(&self, bytes: &[u8]) -> io::Result<()> {
        write(&json!({"id": self.id, "bytes": bytes.len()}), bytes)
    }
}

/// Writes a line and the bytes that belong to it; no other thread writes meanwhile.
fn write(line: &Value, bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.write_all(bytes)?;
    out.flush()
}
