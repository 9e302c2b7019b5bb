//! The folder of `--checkpoint`, with a run's tables cut into tiles; or a temporary folder.
//!
//! In: the name of a folder and what is to be computed. Out: a shelf for each table, or an error if the folder serves something else. In a folder
//! that lasts, a manifest records the hash of the rules, the play, the bounds and the version of the program. A lock keeps a second run
//! away; the system releases it when the program ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::layout::Layout;
use super::shelf::{PARTIAL, Shelf, cannot, tidy, write_whole};
use crate::contract::options::{EngineName, Play};
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

/// The file that records what the folder is for.
const MANIFEST: &str = "manifest.json";
const LOCK: &str = "lock";

/// A folder of finished tiles.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// The lock of a folder that lasts.
    lock: Option<File>,
    sharing: Sharing,
}

/// What the manifest of a folder says of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The hash of the rules.
    pub rules: String,
    /// The play.
    pub play: Play,
    /// The greatest value of each coordinate.
    pub hi: Vec<u64>,
}

impl Label {
    /// Reads the manifest of a folder; `None` if there is none, or not one of a table that this version of the program made.
    #[must_use]
    pub fn read(root: &Path) -> Option<Label> {
        let manifest: Value = serde_json::from_slice(&fs::read(root.join(MANIFEST)).ok()?).ok()?;
        let is = |field: &str, word: &str| manifest[field].as_str() == Some(word);
        is("grundy", env!("CARGO_PKG_VERSION")).then_some(())?;
        let play = Play::BOTH.into_iter().find(|play| is("play", play.name()))?;
        let hi = manifest["to"].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
        Some(Label { rules: manifest["rules"].as_str()?.to_string(), play, hi })
    }
}

impl Folder {
    /// Opens the folder, or makes it, for the table of a ruleset.
    ///
    /// # Errors
    /// A folder that serves other rules, bounds, play, another version or another run; one that cannot be read or written.
    pub fn open(root: &Path, rules: &Ruleset, hi: &[u64], play: Play) -> Result<Folder> {
        Folder::open_for(root, rules, play, ("to", json!(hi)))
    }

    /// Opens the folder, or makes it, for a table whose tiles several processes make at the same time.
    ///
    /// # Errors
    /// As [`Folder::open`].
    pub fn of_many(root: &Path, rules: &Ruleset, hi: &[u64], play: Play) -> Result<Folder> {
        Folder::open_with(root, rules, play, ("to", json!(hi)), Sharing::Many)
    }

    /// Opens the folder, or makes it, for the period of a line: its row of coordinates, and the number of the running one.
    ///
    /// # Errors
    /// As [`Folder::open`].
    pub fn of_line(root: &Path, rules: &Ruleset, (row, runner): (&[u64], usize), play: Play) -> Result<Folder> {
        let entry = |(c, x): (usize, &u64)| if c == runner { json!("_") } else { json!(x) };
        let line: Vec<Value> = row.iter().enumerate().map(entry).collect();
        Folder::open_for(root, rules, play, ("line", json!(line)))
    }

    /// Opens the folder, or makes it, for numbers of steps to convergence. `classes` holds as bits the classes of values that guesses may have.
    ///
    /// # Errors
    /// As [`Folder::open`].
    pub fn of_steps(root: &Path, rules: &Ruleset, classes: &[u32], play: Play) -> Result<Folder> {
        Folder::open_for(root, rules, play, ("seeds", json!(classes)))
    }

    /// The shelf for numbers of steps to convergence, one tile for each piece of starts.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn steps(&self) -> Result<Shelf> {
        let name = "steps";
        self.open_shelf(name, &blake3::hash(name.as_bytes()), usize::MAX)
    }

    fn open_for(root: &Path, rules: &Ruleset, play: Play, what: (&str, Value)) -> Result<Folder> {
        Folder::open_with(root, rules, play, what, Sharing::One)
    }

    fn open_with(
        root: &Path,
        rules: &Ruleset,
        play: Play,
        (field, what): (&str, Value),
        sharing: Sharing,
    ) -> Result<Folder> {
        fs::create_dir_all(root).map_err(|e| cannot("make the folder", root, &e))?;
        let manifest = root.join(MANIFEST);
        if !manifest.exists() && holds_other_things(root)? {
            let message = format!("the folder `{}` holds other things, and no {MANIFEST}", root.display());
            return Err(refused(message, "give `--checkpoint` a new folder, or an empty one"));
        }
        // The manifest is read under the lock, since another run may just have written it.
        let lock = lock(root, sharing)?;
        tidy(root, PARTIAL)?;
        let wanted = json!({
            "grundy": env!("CARGO_PKG_VERSION"),
            "rules": rules.hash(),
            "play": play.name(),
            field: what,
        });
        match fs::read(&manifest) {
            Ok(text) => compare(root, &text, &wanted)?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let text = format!("{wanted}\n");
                let partial = root.join(format!("manifest.{}.{PARTIAL}", std::process::id()));
                write_whole(&partial, &manifest, &[text.as_bytes()], true)
                    .map_err(|e| cannot("write", &manifest, &e))?;
            }
            Err(e) => return Err(cannot("read", &manifest, &e)),
        }
        Ok(Folder { root: root.to_path_buf(), lock: Some(lock), sharing })
    }

    /// A folder with a finished table, which is only read: nothing in it is locked, made or removed.
    #[must_use]
    pub fn only_read(root: &Path) -> Folder {
        Folder { root: root.to_path_buf(), lock: None, sharing: Sharing::Many }
    }

    /// A temporary folder that the caller has made, without a lock or a manifest.
    #[must_use]
    pub fn passing(root: PathBuf) -> Folder {
        Folder { root, lock: None, sharing: Sharing::One }
    }

    /// The shelf for states of the search for a period, in windows of `words` words.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn states(&self, words: usize) -> Result<Shelf> {
        let name = format!("line-{words}");
        let key = blake3::hash(name.as_bytes());
        self.open_shelf(&name, &key, usize::MAX)
    }

    /// The shelf for the values of heaps, in order of size.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn heaps(&self) -> Result<Shelf> {
        let name = "heaps";
        self.open_shelf(name, &blake3::hash(name.as_bytes()), usize::MAX)
    }

    /// The shelf for a component's table, identified by the rules, the engine, the bounds and the order of the axes. Tiles end where the
    /// engine can resume, so each engine has tiles of its own.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn shelf(&self, rules: &Ruleset, play: Play, by: EngineName, layout: &Layout) -> Result<Shelf> {
        let (name, key) = address(rules, play, by, layout);
        self.open_shelf(&name, &key, layout.cells)
    }

    /// This shelf, if it is there and has all cells of the table. Nothing is made.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub(super) fn finished_shelf(
        &self,
        rules: &Ruleset,
        play: Play,
        by: EngineName,
        layout: &Layout,
    ) -> Result<Option<Shelf>> {
        let (name, key) = address(rules, play, by, layout);
        let folder = self.root.join(name);
        if !folder.is_dir() {
            return Ok(None);
        }
        let shelf = Shelf::open(&folder, *key.as_bytes(), layout.cells, false)?;
        Ok(shelf.has(0..layout.cells).then_some(shelf))
    }

    fn open_shelf(&self, name: &str, key: &blake3::Hash, total: usize) -> Result<Shelf> {
        let folder = self.root.join(name);
        // What another run is writing must stay.
        if self.sharing == Sharing::One {
            tidy(&folder, PARTIAL)?;
        }
        Shelf::open(&folder, *key.as_bytes(), total, self.lock.is_some())
    }
}

/// The name and the key of a shelf.
fn address(rules: &Ruleset, play: Play, by: EngineName, layout: &Layout) -> (String, blake3::Hash) {
    let mut text = format!("{} {} {}", rules.canonical_json(), play.is_misere(), by.name());
    layout.axes.iter().for_each(|(coord, size)| text.push_str(&format!(" {coord}:{size}")));
    let key = blake3::hash(text.as_bytes());
    (format!("{}-{}", by.name(), &key.to_hex()[..16]), key)
}

/// How many runs may work in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    One,
    Many,
}

fn lock(root: &Path, sharing: Sharing) -> Result<File> {
    let path = root.join(LOCK);
    let file = File::options().create(true).append(true).open(&path).map_err(|e| cannot("write", &path, &e))?;
    let locked = if sharing == Sharing::One { file.try_lock() } else { file.try_lock_shared() };
    match locked {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another run is working in the folder `{}`", root.display());
            Err(refused(message, "wait for it to end, or give `--checkpoint` another folder"))
        }
        // Not every file system can lock; two runs would still write whole tiles with the same values.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn holds_other_things(root: &Path) -> Result<bool> {
    let list = fs::read_dir(root).map_err(|e| cannot("read the folder", root, &e))?;
    let own = |name: &str| name == LOCK || name.starts_with("manifest.") && name.ends_with(".partial");
    Ok(list.flatten().any(|entry| !entry.file_name().to_str().is_some_and(own)))
}

/// Fails unless the manifest is the wanted one.
fn compare(root: &Path, text: &[u8], wanted: &Value) -> Result<()> {
    let place = root.display();
    let Ok(found) = serde_json::from_slice::<Value>(text) else {
        let message = format!("`{place}/{MANIFEST}` is damaged: it cannot be known what the tiles beside it are");
        return Err(refused(message, "remove the folder, or give `--checkpoint` another one"));
    };
    let another = "the same command goes on; for another one, give `--checkpoint` another folder";
    let fields = [
        ("rules", "other rules"),
        ("play", "the other play"),
        ("to", "other bounds"),
        ("line", ""),
        ("seeds", ""),
        ("grundy", ""),
    ];
    for (field, what) in fields {
        if found[field] == wanted[field] {
            continue;
        }
        let (told, asked) = (&found, wanted);
        let (found, wanted) = (plain(&found[field]), plain(&wanted[field]));
        let message = match field {
            "grundy" => format!("the folder `{place}` was made by grundy {found}; this is {wanted}"),
            _ if told["line"] != asked["line"] || told["seeds"] != asked["seeds"] => {
                let kept = |manifest: &Value| match (&manifest["line"], &manifest["seeds"]) {
                    (Value::Null, Value::Null) => "a table".into(),
                    (Value::Null, seeds) if plain(seeds) == u32::MAX.to_string() => {
                        "steps to convergence from all seeds".into()
                    }
                    (Value::Null, _) => "steps to convergence from some seeds".into(),
                    (line, _) => format!("the line ({})", plain(line)),
                };
                let (found, wanted) = (kept(told), kept(asked));
                format!("the folder `{place}` keeps {found}, and {wanted} is asked for")
            }
            "rules" => format!("the folder `{place}` keeps {what}: their hash is {found}, that of these is {wanted}"),
            _ => format!("the folder `{place}` keeps a table with {what}: {found}, not {wanted}"),
        };
        return Err(refused(message, another));
    }
    Ok(())
}

/// A value of the manifest as readable text.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(","),
        Value::Null => "not said".to_string(),
        other => other.to_string(),
    }
}

fn refused(message: String, help: &str) -> Stop {
    Stop::from(Diagnostic::new(Code::Checkpoint, message).help(help))
}
