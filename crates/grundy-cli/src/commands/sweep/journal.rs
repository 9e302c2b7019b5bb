//! The rows of a sweep that are done, on disk, so that the same command goes on after a kill.
//!
//! In: the file that the sweep is to write, and what tells the sweep from others. Out: `FILE.rows` beside it: a line that names the sweep, then a line for each
//! row, as it is finished. A last line that was cut by a kill is dropped. A journal of another sweep is refused, not overwritten; a journal that another run
//! holds, too.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use grundy::Diagnostic;
use serde_json::{Value, json};

use super::Row;
use crate::failure::{Failure, Outcome, quoted};

/// A journal that this run holds.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    rows: BTreeMap<usize, Row>,
}

/// The mark of a sweep: a hash of all that its rows depend on.
pub(super) fn digest(text: &str) -> String {
    let text = format!("{}\n{text}", env!("CARGO_PKG_VERSION"));
    blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
}

impl Journal {
    /// Opens the journal of a sweep that writes a file.
    pub(super) fn open(target: &Path, mark: &str) -> Outcome<Journal> {
        let mut name = target.as_os_str().to_os_string();
        name.push(".rows");
        let path = PathBuf::from(name);
        let failed = |error: std::io::Error| Failure::of_writing(&error, &quoted(&path));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => {
                let message = format!("another sweep writes to {} now", quoted(target));
                return Err(Diagnostic::new("sweep", message).help("wait for it, or name another file").into());
            }
            Err(fs::TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => return Err(failed(error)),
            _ => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| Failure::of_reading(&error, &quoted(&path)))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let rows = match lines.next() {
            None => {
                // A first line that was cut names nothing.
                file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(failed)?;
                writeln!(file, "{}", json!({"v": 1, "sweep": mark})).map_err(failed)?;
                BTreeMap::new()
            }
            Some(first) if serde_json::from_str(first).is_ok_and(|first: Value| first["sweep"] == *mark) => {
                file.set_len(whole as u64).map_err(failed)?;
                lines.filter_map(numbered).collect()
            }
            Some(_) => {
                let message =
                    format!("{} keeps rows of another sweep, of other rules, or of another version", quoted(&path));
                let help = "remove it to begin anew, or write to another file";
                return Err(Diagnostic::new("sweep", message).help(help).into());
            }
        };
        Ok(Journal { path, file, rows })
    }

    /// The rows of earlier runs, by their numbers.
    pub(super) fn take_rows(&mut self) -> BTreeMap<usize, Row> {
        std::mem::take(&mut self.rows)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a row, in one write, so that a kill cuts at most the last line.
    pub(super) fn add(&mut self, row: &Row) -> Outcome<()> {
        let line = format!("{}\n", Value::Object(row.clone()));
        self.file.write_all(line.as_bytes()).map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))
    }

    /// Removes the journal, once the file is written.
    pub(super) fn remove(self) -> Outcome<()> {
        fs::remove_file(&self.path).map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))
    }
}

fn numbered(line: &str) -> Option<(usize, Row)> {
    let row: Row = serde_json::from_str(line).ok()?;
    Some((usize::try_from(row.get("row")?.as_u64()?).ok()?, row))
}
