//! The commands of the program, within Python's process.
//!
//! In: the words of a command line. Out: the exit code, the lines of standard output, standard error, and the drawing of the error if there was one.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy_cli::Console;
use pyo3::prelude::*;

use crate::work::beside;

/// The exit code, standard output without the lines that were passed on, standard error, and the drawing of the last error.
type Ran = (u8, Vec<u8>, String, String);

/// Runs a command; `words` begin with the command's name. Each complete line of standard output is passed to `line`, if it is given.
#[pyfunction]
#[pyo3(signature = (words, *, input = None, line = None))]
pub(crate) fn run(
    py: Python<'_>,
    words: Vec<String>,
    input: Option<Vec<u8>>,
    line: Option<Bound<'_, PyAny>>,
) -> PyResult<Ran> {
    let stop = Arc::new(AtomicBool::new(false));
    let line = line.map(Bound::unbind);
    beside(py, &stop, None, || ran(&words, &input.unwrap_or_default(), stop.clone(), line))?
}

fn ran(words: &[String], mut input: &[u8], stop: Arc<AtomicBool>, line: Option<Py<PyAny>>) -> PyResult<Ran> {
    let (mut err, mut drawing) = (vec![], String::new());
    let mut out = Lines { kept: vec![], line, failure: None };
    let console =
        Console { interrupt: Some(stop), drawing: Some(&mut drawing), ..Console::of(&mut input, &mut out, &mut err) };
    let code = grundy_cli::run(std::iter::once("grundy".to_string()).chain(words.iter().cloned()), console);
    match out.failure {
        Some(failure) => Err(failure),
        None => Ok((code, out.kept, String::from_utf8_lossy(&err).into_owned(), drawing)),
    }
}

/// Standard output: kept, or passed on line by line.
struct Lines {
    kept: Vec<u8>,
    line: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = self.kept.len();
        self.kept.extend_from_slice(bytes);
        // A long line comes in many small pieces, so only what is new is searched.
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let (Some(call), Some(end)) = (self.line.as_ref(), end) else { return Ok(bytes.len()) };
        let whole: Vec<u8> = self.kept.drain(..=before + end).collect();
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
