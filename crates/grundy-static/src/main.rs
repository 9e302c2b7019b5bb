//! The answers of the page as a program without a network: what the static edition runs as WebAssembly.
//!
//! In: on standard input lines of JSON: a question, or the sign that the answer to one is no longer wanted ([`Message`]). Out: on standard output the answers
//! in parts, each with the number of its question ([`Output`]). The tables that were made for a question are kept for later ones, on which no answer depends.
//!
//! The first word says how many threads there are. With threads, every question has one of its own, and the input is read until it ends, which may be never.
//! Without, questions are answered one after the other, and the program ends with its input; a browser, whose workers cannot wait, then calls it again with more
//! input. What is static here lives on from one call to the next.

mod message;
mod output;
mod running;

use std::io::{self, BufRead as _};
use std::num::NonZeroUsize;
use std::sync::OnceLock;

use grundy::lang::Code;
use grundy::{Diagnostic, Limits};
use grundy_page::api::{Desk, Question, Refusal, Reply, Settings};
use serde_json::Value;

use self::message::Message;
use self::output::Output;
use self::running::{Running, running};

/// A browser gives a page less memory than a machine gives a program.
const MEMORY: u64 = 512 << 20;
/// The stack of a thread, in bytes: rules may be nested deeply. `build.rs` gives the first thread as much.
const STACK: usize = 64 << 20;

/// Where all questions are answered.
fn desk() -> &'static Desk {
    static DESK: OnceLock<Desk> = OnceLock::new();
    DESK.get_or_init(|| Desk::new(Settings { memory: MEMORY, ..Settings::default() }))
}

fn main() -> io::Result<()> {
    let threads = std::env::args().nth(1).and_then(|word| word.parse::<NonZeroUsize>().ok());
    for line in io::stdin().lock().lines() {
        match Message::of_json(&line?) {
            Message::Stop(id) => running().stop(id),
            Message::Ask { id, name, question } => begin(threads, id, name, question)?,
        }
    }
    Ok(())
}

/// Answers a question, on a thread of its own if there are threads.
fn begin(threads: Option<NonZeroUsize>, id: u64, name: String, question: Value) -> io::Result<()> {
    let turn = running().begin(id);
    let Some(threads) = threads else { return answer(&name, &question, &turn, 1) };
    let work = move || {
        // Nobody is left to be told that the output is closed.
        let _ = answer(&name, &question, &turn, threads.get());
    };
    let begun = std::thread::Builder::new().stack_size(STACK).spawn(work);
    begun.map(|_| ()).or_else(|error| {
        let error = Diagnostic::limit(Code::Serve, format!("there is no thread: {error}"));
        Output::new(id).refuse(&Refusal::new(422, &error))
    })
}

/// Answers a question.
fn answer(name: &str, question: &Value, turn: &Running, threads: usize) -> io::Result<()> {
    let mut out = Output::new(turn.id());
    let question = match Question::of_json(question.to_string().as_bytes()) {
        Ok(question) => question,
        Err(error) => return out.refuse(&Refusal::new(400, &error)),
    };
    let limits = Limits { threads, interrupt: turn.interrupt(), ..Limits::default() };
    let answer = desk().answer(name, &question, limits, &mut |line| out.line(&line).is_ok());
    out.made(desk().tables_made());
    match answer {
        Ok(Reply::Json(value)) => out.object(&value),
        Ok(Reply::Cells(cells)) => out.cells(&cells),
        Ok(Reply::Lines) => out.end(),
        Err(refusal) => out.refuse(&refusal),
    }
}
