//! What surrounds a run: the three streams, and what is known of the terminal.
//!
//! The program gives its own streams, a test gives memory. Nothing else in this crate touches standard input or output, so that
//! a whole run can be looked at from within one process.

use std::io::{Read, Write};

/// The streams of a run.
pub struct Console<'a> {
    /// Read when a file is called `-`.
    pub input: &'a mut (dyn Read + Send),
    /// Results.
    pub out: &'a mut (dyn Write + Send),
    /// Everything else: errors, notes, progress.
    pub err: &'a mut (dyn Write + Send),
    /// Does a person see the results as they come?
    pub out_is_terminal: bool,
    /// Does a person see the notes as they come?
    pub err_is_terminal: bool,
    /// Are results coloured, unless `--color` says otherwise?
    pub out_color: bool,
    /// Are errors coloured, unless `--color` says otherwise?
    pub err_color: bool,
    /// Characters a line of the terminal, if there is one.
    pub width: Option<usize>,
}
