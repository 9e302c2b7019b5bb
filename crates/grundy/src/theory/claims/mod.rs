//! Claims and tables of a paper, and whether they are true.
//!
//! In: the items of a rule file. Out: [`Statement`]s (`read`), and for each a [`Verdict`] (`check`). A claim with free
//! variables is checked at every position up to a bound: its formula is compiled once and evaluated by several threads over tables of
//! values (`world`), and the smallest position where it fails is shown with the values of both sides (`sides`).

mod archive;
mod bounds;
mod check;
mod convergence;
mod lines;
mod printed;
mod properties;
mod reach;
mod read;
mod sides;
mod table;
mod worker;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use dashu_int::IBig;

use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::reason::Account;
use grundy_rules::lang::{Diagnostic, Span};

pub use archive::Archive;
pub use check::{POSITIONS, check, largest_bound};
pub use read::{Statement, read};

/// How a claim ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// True for every position it speaks of.
    Proved,
    /// True at every position that was looked at.
    Holds,
    /// Not true: there is a counterexample.
    False,
    /// Not decided within the limits.
    Open,
    /// It cannot be evaluated, or it is an erratum that holds.
    Error,
    /// What the paper prints is false, as the erratum says.
    Noted,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 6] =
        [Status::Proved, Status::Holds, Status::False, Status::Open, Status::Error, Status::Noted];

    /// As output says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Holds => "holds",
            Status::False => "false",
            Status::Open => "open",
            Status::Error => "error",
            Status::Noted => "noted",
        }
    }
}

/// Where a claim fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The position, as it is written, where the claim looks at one.
    pub position: Option<String>,
    /// The values of the pattern's variables and of the outermost `all`.
    pub vars: Vec<(String, IBig)>,
    /// The left side of the comparison that fails, as written, and its value.
    pub left: (String, String),
    /// What is claimed between the sides: `=`, `<`, `in`, `iff`, …; `=` where the right side is what a truth should be.
    pub relation: &'static str,
    /// The right side.
    pub right: (String, String),
}

/// What became of a claim.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How it ends.
    pub status: Status,
    /// How many positions were looked at.
    pub positions: u64,
    /// The bound of the variables, where there was one.
    pub to: Option<u64>,
    /// Where it fails.
    pub counterexample: Option<Counterexample>,
    /// Why it is open, or why the erratum is an error.
    pub reason: Option<String>,
    /// Why it could not be evaluated.
    pub error: Option<Box<Diagnostic>>,
    /// How the tables of values were made that it was looked up in: of which game, and in which play.
    pub tables: Vec<(String, Play, Account)>,
}

impl Verdict {
    pub(crate) fn new(status: Status) -> Verdict {
        Verdict { status, positions: 0, to: None, counterexample: None, reason: None, error: None, tables: vec![] }
    }

    pub(crate) fn open(why: impl Into<String>) -> Verdict {
        Verdict { reason: Some(why.into()), ..Verdict::new(Status::Open) }
    }

    pub(crate) fn error(error: Diagnostic) -> Verdict {
        Verdict { error: Some(Box::new(error)), ..Verdict::new(Status::Error) }
    }
}

/// How claims are to be checked.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The bound of free variables, for claims that have none of their own.
    pub to: Option<u64>,
    /// No theorem, no fast engine.
    pub plain: bool,
    /// This engine only, for all values and properties.
    pub engine: Option<EngineName>,
    /// Memory, interruption, threads.
    pub limits: Limits,
    /// Where proofs of periods are kept.
    pub archive: Option<Arc<dyn Archive>>,
}

impl Effort {
    /// For the values of a game.
    fn options(&self, play: Play) -> Options {
        Options { play, plain: self.plain, engine: self.engine, limits: self.limits.clone(), checkpoint: None }
    }
}

/// How far the work on a claim has come; shared with who shows it.
#[derive(Debug, Default)]
pub struct Meter {
    done: AtomicU64,
    total: AtomicU64,
    work: Mutex<String>,
}

impl Meter {
    /// What is being done, how many positions are done and how many there are (0: not known).
    #[must_use]
    pub fn read(&self) -> (String, u64, u64) {
        let work = self.work.lock().map(|w| w.clone()).unwrap_or_default();
        (work, self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    fn begin(&self, work: &str, total: u64) {
        if let Ok(mut text) = self.work.lock() {
            *text = work.to_string();
        }
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    fn add(&self, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }
}

/// The span of a statement and its name, for lists.
impl Statement {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Why it cannot be read, if it cannot; [`check`] then ends with this error.
    #[must_use]
    pub fn error(&self) -> Option<&Diagnostic> {
        self.content.as_ref().err().map(|error| &**error)
    }
}
