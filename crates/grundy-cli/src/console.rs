//! The environment of a run: the three streams, and what is known about the terminal.
//!
//! The program passes its own streams, a test passes buffers in memory. Nothing else in this crate uses standard input or output, so
//! a test can inspect a whole run within one process.

use std::io::{Read, Write};

/// The streams of a run.
pub struct Console<'a> {
    /// Standard input: read if the name of a file is `-`.
    pub input: &'a mut (dyn Read + Send),
    /// Results.
    pub out: &'a mut (dyn Write + Send),
    /// Everything else: errors, notes, progress.
    pub err: &'a mut (dyn Write + Send),
    /// Do the results go to a terminal?
    pub out_is_terminal: bool,
    /// Do the notes go to a terminal?
    pub err_is_terminal: bool,
    /// Are results coloured, unless `--color` says otherwise?
    pub out_color: bool,
    /// Are errors coloured, unless `--color` says otherwise?
    pub err_color: bool,
    /// The width of the terminal in characters, if there is one.
    pub width: Option<usize>,
}

/// The widths of text that is read from line to line, with no terminal and at most.
const PAGE: (usize, usize) = (80, 100);

impl Console<'_> {
    /// The width of help and chapters on standard output.
    pub(crate) fn page_width(&self) -> usize {
        self.width.filter(|_| self.out_is_terminal).map_or(PAGE.0, |width| width.clamp(20, PAGE.1))
    }
}

/// What a run says on standard error.
#[cfg(test)]
pub(crate) fn said(args: &[&str], is_terminal: bool) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let console = Console {
        input: &mut std::io::empty(),
        out: &mut out,
        err: &mut err,
        out_is_terminal: is_terminal,
        err_is_terminal: is_terminal,
        out_color: false,
        err_color: false,
        width: None,
    };
    crate::run(["grundy"].iter().chain(args), console);
    String::from_utf8_lossy(&err).into_owned()
}
