//! Rule files: from a path or standard input to text.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use grundy::Diagnostic;
use grundy::lang::Code;

use crate::console::Console;
use crate::failure::{Failure, Outcome, quoted};

/// The greatest length of rules; a wrong path may lead to an endless file.
const LONGEST: u64 = 16 << 20;

/// The name of a path in errors.
pub(crate) fn name_of(path: &Path) -> String {
    if is_input(path) { "<standard input>".to_string() } else { path.display().to_string() }
}

/// Is standard input meant?
pub(crate) fn is_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(path: &Path, console: &mut Console) -> Outcome<String> {
    let _endable = console.interrupts.endable();
    console.interrupts.check()?;
    read_text_to_the_end(path, console)
}

/// As [`read_text`], for what is still read after Ctrl-C.
pub(crate) fn read_text_to_the_end(path: &Path, console: &mut Console) -> Outcome<String> {
    let what = if is_input(path) { "standard input".to_string() } else { quoted(path) };
    let mut bytes = vec![];
    // A pipe may never end.
    let _endable = console.interrupts.endable();
    let read = if is_input(path) {
        (&mut *console.input).take(LONGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::of_reading(&error, &what))?;
    if bytes.len() as u64 > LONGEST {
        return Err(
            Diagnostic::new(Code::File, format!("{what} is longer than 16 MiB, too long for a rule file")).into()
        );
    }
    String::from_utf8(bytes).map_err(|error| not_utf8(&what, error.as_bytes(), error.utf8_error().valid_up_to()))
}

/// The sentence about a byte that belongs to no character.
fn not_utf8(what: &str, bytes: &[u8], at: usize) -> Failure {
    let line = bytes[..at].iter().filter(|b| **b == b'\n').count() + 1;
    let byte = bytes.get(at).copied().unwrap_or(0);
    let message =
        format!("{what} is not UTF-8: the byte 0x{byte:02x} at offset {at} (line {line}) begins no character");
    Diagnostic::new(Code::NotUtf8, message).help("save the file as UTF-8 and try again").into()
}
