//! The answers of the page as a program without a network: what the static edition runs as WebAssembly.
//!
//! In: on standard input a JSON object with `name` and `question`. Out: on standard output a line of JSON with the status and the headers, then the
//! body. One question a run: nothing is kept between them, so that an answer cannot depend on what was asked before. Compiled for
//! `wasm32-wasip1`, the program needs a clock and the two streams, and no threads.

use std::io::{self, Read, Write};

use grundy::Limits;
use grundy_page::api::{Cells, Desk, Question, Refusal, Reply, Settings};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut text = vec![];
    io::stdin().read_to_end(&mut text)?;
    let mut out = io::stdout().lock();
    let asked: Value = serde_json::from_slice(&text).unwrap_or_default();
    let name = asked["name"].as_str().unwrap_or_default();
    let question = match Question::of_json(asked["question"].to_string().as_bytes()) {
        Ok(question) => question,
        Err(error) => return write_refusal(&mut out, &Refusal::new(400, &error)),
    };
    // A browser gives a page less memory than a machine gives a program.
    let desk = Desk::new(Settings { memory: 512 << 20, ..Settings::default() });
    let limits = Limits { threads: 1, ..Limits::default() };
    let mut begun = false;
    let mut lines = |line: Value| {
        let head =
            if begun { Ok(()) } else { write_head(&mut out, 200, &json!({"content-type": "application/x-ndjson"})) };
        begun = true;
        head.and_then(|()| writeln!(out, "{line}")).is_ok()
    };
    let answer = desk.answer(name, &question, limits, &mut lines);
    match answer {
        Ok(Reply::Json(value)) => write_head(&mut out, 200, &json!({})).and_then(|()| writeln!(out, "{value}")),
        Ok(Reply::Cells(cells)) => write_cells(&mut out, &cells),
        Ok(Reply::Lines) if begun => Ok(()),
        Ok(Reply::Lines) => write_head(&mut out, 200, &json!({})),
        Err(refusal) if begun => writeln!(out, "{}", refusal.error),
        Err(refusal) => write_refusal(&mut out, &refusal),
    }
}

fn write_refusal(out: &mut dyn Write, Refusal { status, error }: &Refusal) -> io::Result<()> {
    write_head(out, *status, &json!({})).and_then(|()| writeln!(out, "{error}"))
}

fn write_head(out: &mut dyn Write, status: u16, headers: &Value) -> io::Result<()> {
    writeln!(out, "{}", json!({"status": status, "headers": headers}))
}

/// Cells with the headers that the server gives them.
fn write_cells(out: &mut dyn Write, cells: &Cells) -> io::Result<()> {
    let headers: Value =
        cells.headers().into_iter().map(|(name, value)| (name.to_string(), Value::from(value))).collect();
    write_head(out, 200, &headers)?;
    out.write_all(&cells.bytes)
}
