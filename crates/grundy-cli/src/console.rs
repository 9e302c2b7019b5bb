//! The environment of a run: the three streams, and what is known about the terminal.
//!
//! The program passes its own streams, a test passes buffers in memory. Nothing else in this crate uses standard input or output, so
//! a test can inspect a whole run within one process.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::interrupt::Interrupts;

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
    /// What stops the run when it is set, in place of Ctrl-C: for programs in which several runs go on at once.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// How the run ends early: by Ctrl-C, if the process [listens](crate::listen_to_interrupts) to it for this run.
    pub interrupts: Interrupts,
    /// With `--json`, where the last error is drawn besides, as people see it.
    pub drawing: Option<&'a mut String>,
    /// The counters that the engines advance, for programs that show them in their own way.
    pub progress: Option<Arc<grundy::Progress>>,
}

/// The widths of text that is read from line to line, with no terminal and at most.
const PAGE: (usize, usize) = (80, 100);

impl<'a> Console<'a> {
    /// Streams without a terminal, and without colours.
    #[must_use]
    pub fn of(
        input: &'a mut (dyn Read + Send),
        out: &'a mut (dyn Write + Send),
        err: &'a mut (dyn Write + Send),
    ) -> Console<'a> {
        Console {
            input,
            out,
            err,
            out_is_terminal: false,
            err_is_terminal: false,
            out_color: false,
            err_color: false,
            width: None,
            interrupt: None,
            interrupts: Interrupts::default(),
            drawing: None,
            progress: None,
        }
    }

    /// The width of help and chapters on standard output.
    pub(crate) fn page_width(&self) -> usize {
        self.width.filter(|_| self.out_is_terminal).map_or(PAGE.0, |width| width.clamp(20, PAGE.1))
    }
}

/// What a run says on standard error.
#[cfg(test)]
pub(crate) fn said(args: &[&str], is_terminal: bool) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let console = Console {
        out_is_terminal: is_terminal,
        err_is_terminal: is_terminal,
        ..Console::of(&mut input, &mut out, &mut err)
    };
    crate::run(["grundy"].iter().chain(args), console);
    String::from_utf8_lossy(&err).into_owned()
}
