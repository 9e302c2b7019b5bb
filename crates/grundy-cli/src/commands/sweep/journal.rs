//! The rows of a sweep that are done, on disk, so that the same command goes on after a kill.
//!
//! In: the file that the sweep is to write, and what tells the sweep from others. Out: `FILE.rows` beside it: a line that names the sweep and its part, then a
//! line for each row, as it is finished. A last line that was cut by a kill is dropped. A journal of another sweep is refused, not overwritten; a journal that
//! another run holds, too. A sweep may also be asked for its journal alone, `-o FILE.rows`: then it stays, for a sweep that joins the parts.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use grundy::Diagnostic;
use grundy::lang::Code;
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

/// What a journal is of: the mark of the sweep, and the part of the family, such as `2/8`.
pub(super) struct Of {
    pub(super) mark: String,
    pub(super) part: Option<String>,
}

impl Of {
    fn first_line(&self) -> Value {
        json!({"v": 1, "sweep": self.mark, "part": self.part})
    }
}

/// The name of the journal of a sweep that writes a file.
fn beside(target: &Path) -> PathBuf {
    if is_journal(target) {
        return target.to_path_buf();
    }
    let mut name = target.as_os_str().to_os_string();
    name.push(".rows");
    PathBuf::from(name)
}

/// Is it the journal itself that is asked for?
pub(super) fn is_journal(target: &Path) -> bool {
    target.extension().is_some_and(|ending| ending == "rows")
}

impl Journal {
    /// Opens the journal of a sweep that writes a file.
    pub(super) fn open(target: &Path, of: &Of) -> Outcome<Journal> {
        let path = beside(target);
        let failed = |error: std::io::Error| Failure::of_writing(&error, &quoted(&path));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => {
                let message = format!("another sweep writes to {} now", quoted(target));
                return Err(Diagnostic::new(Code::Sweep, message).help("wait for it, or name another file").into());
            }
            Err(fs::TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => return Err(failed(error)),
            _ => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| Failure::of_reading(&error, &quoted(&path)))?;
        let (whole, first) = whole_lines(&text);
        let rows = match first {
            None => {
                // A first line that was cut names nothing.
                file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(failed)?;
                writeln!(file, "{}", of.first_line()).map_err(failed)?;
                BTreeMap::new()
            }
            Some(first) if first == of.first_line() => {
                file.set_len(whole.len() as u64).map_err(failed)?;
                whole.lines().skip(1).filter_map(numbered).collect()
            }
            Some(first) => {
                return Err(of_another(&path, &first, of, "remove it to begin anew, or write to another file").into());
            }
        };
        Ok(Journal { path, file, rows })
    }

    /// The rows of a journal that some part of the same sweep left behind.
    pub(super) fn rows_of(path: &Path, mark: &str) -> Outcome<BTreeMap<usize, Row>> {
        let text = fs::read_to_string(path).map_err(|error| Failure::of_reading(&error, &quoted(path)))?;
        let (whole, first) = whole_lines(&text);
        let first = first.unwrap_or(Value::Null);
        if first["sweep"] != *mark {
            let of = Of { mark: mark.to_string(), part: None };
            return Err(of_another(path, &first, &of, "`--join` takes the `.rows` of parts of the same sweep").into());
        }
        Ok(whole.lines().skip(1).filter_map(numbered).collect())
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
        let line = super::sheet::text(row) + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))
    }

    /// Removes the journal, once the file is written.
    pub(super) fn remove(self) -> Outcome<()> {
        fs::remove_file(&self.path).map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))
    }
}

/// The lines that no kill has cut, and the first of them.
fn whole_lines(text: &str) -> (&str, Option<Value>) {
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    (whole, whole.lines().next().map(|first| serde_json::from_str(first).unwrap_or(Value::Null)))
}

/// A file whose first line is that of no journal, of another part, or of another sweep.
fn of_another(path: &Path, first: &Value, of: &Of, help: &str) -> Diagnostic {
    let part = |part: &Value| part.as_str().map_or("the whole".to_string(), |part| format!("the part {part}"));
    let message = if !first["sweep"].is_string() {
        format!("{} is no journal of a sweep", quoted(path))
    } else if first["sweep"] == *of.mark {
        format!(
            "{} keeps rows of {} of this sweep, and {} is asked",
            quoted(path),
            part(&first["part"]),
            part(&json!(of.part))
        )
    } else {
        let differs = "the family, the rules, `--do`, `--columns`, `--seconds`, or the version of grundy differs";
        format!("{} keeps rows of another sweep: {differs}", quoted(path))
    };
    Diagnostic::new(Code::Sweep, message).help(help)
}

fn numbered(line: &str) -> Option<(usize, Row)> {
    let row: Row = serde_json::from_str(line).ok()?;
    Some((usize::try_from(row.get("row")?.as_u64()?).ok()?, row))
}
