//! The commands of the program, within Python's process.
//!
//! In: the words of a command line. Out: the exit code, the lines of standard output, standard error, and the drawing of the error if there was one. `main` is
//! the program itself, with the streams of the process.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use grundy_cli::Console;
use pyo3::prelude::*;

use crate::asked::Ask;
use crate::errors::of_stop;
use crate::game::Game;
use crate::work::{Beside, Person, beside, lock};

/// The exit code, standard output without the lines that were passed on, standard error, and the drawing of the last error.
type Ran = (u8, Vec<u8>, String, String);

/// Runs a command; `words` begin with the command's name. Each complete line of standard output is passed to `line`, if it is given. `prompt` reads a line from a
/// person, in place of `input`. `Game.stop` of `game` stops the run.
#[pyfunction]
#[pyo3(signature = (words, *, input = None, line = None, prompt = None, game = None))]
pub(crate) fn run(
    py: Python<'_>,
    words: Vec<String>,
    input: Option<Vec<u8>>,
    line: Option<Py<PyAny>>,
    prompt: Option<Py<PyAny>>,
    game: Option<PyRef<'_, Game>>,
) -> PyResult<Ran> {
    let stop = Arc::new(AtomicBool::new(false));
    let ask = Ask::new(game.map_or(0, |game| game.number()), stop.clone());
    let side = Beside { input: prompt, ..Beside::default() };
    let run = Run { words: &words, stop, side: &side, line };
    let (ran, halted) = beside(py, &ask, &side, |person| {
        let ran = ask.begin().then(|| run.go(&input.unwrap_or_default(), person));
        ask.end();
        ran
    })?;
    if let Some(error) = halted.and_then(|why| of_stop(py, why)) {
        return Err(error);
    }
    ran.unwrap_or_else(|| Ok((130, vec![], String::new(), String::new())))
}

/// The program with the streams of this process, whose Ctrl-C it handles from now on; returns the exit code.
#[pyfunction]
#[pyo3(signature = (words, /))]
pub(crate) fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| grundy_cli::of_process(std::iter::once(OsString::from("grundy")).chain(words)))
}

/// A run of a command.
struct Run<'a> {
    words: &'a [String],
    stop: Arc<AtomicBool>,
    side: &'a Beside,
    line: Option<Py<PyAny>>,
}

impl Run<'_> {
    fn go(self, mut given: &[u8], person: &Person<'_>) -> PyResult<Ran> {
        let (mut err, mut drawing) = (vec![], String::new());
        let kept = Arc::new(Mutex::new(vec![]));
        let mut asked = Asked { person, kept: kept.clone(), left: vec![] };
        let mut out = Lines { kept: kept.clone(), line: self.line, failure: None };
        let is_asked = self.side.input.is_some();
        let console = Console {
            interrupt: Some(self.stop),
            drawing: Some(&mut drawing),
            progress: Some(self.side.progress.clone()),
            // Who types a line sees it already.
            out_is_terminal: is_asked,
            ..Console::of(if is_asked { &mut asked } else { &mut given }, &mut out, &mut err)
        };
        let code = grundy_cli::run(std::iter::once("grundy".to_string()).chain(self.words.iter().cloned()), console);
        match out.failure {
            Some(failure) => Err(failure),
            None => Ok((code, std::mem::take(&mut lock(&kept)), String::from_utf8_lossy(&err).into_owned(), drawing)),
        }
    }
}

/// Standard input: lines that a person types. What stands at the end of standard output without an end of its line is what the person is asked.
struct Asked<'a> {
    person: &'a Person<'a>,
    kept: Arc<Mutex<Vec<u8>>>,
    left: Vec<u8>,
}

impl Read for Asked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() {
            let prompt = std::mem::take(&mut *lock(&self.kept));
            let Some(line) = self.person.line(String::from_utf8_lossy(&prompt).into_owned()) else { return Ok(0) };
            self.left = line.into_bytes();
            self.left.push(b'\n');
        }
        let len = buffer.len().min(self.left.len());
        buffer[..len].copy_from_slice(&self.left[..len]);
        self.left.drain(..len);
        Ok(len)
    }
}

/// Standard output: kept, or passed on line by line.
struct Lines {
    kept: Arc<Mutex<Vec<u8>>>,
    line: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A long line comes in many small pieces, so only what is new is searched.
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let whole: Vec<u8> = {
            let mut kept = lock(&self.kept);
            let before = kept.len();
            kept.extend_from_slice(bytes);
            let Some(end) = end.filter(|_| self.line.is_some()) else { return Ok(bytes.len()) };
            kept.drain(..=before + end).collect()
        };
        let Some(call) = self.line.as_ref() else { return Ok(bytes.len()) };
        for text in whole.split_inclusive(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(text).into_owned();
            if let Err(error) = Python::attach(|py| call.call1(py, (text,))) {
                self.failure = Some(error);
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
