//! Claims and tables of a paper: are they true?
//!
//! In: the items of a rule file. Out: [`Statement`]s (`read`), and for each a [`Verdict`] (`check`). A claim with free
//! variables is checked at every position up to a bound: its formula is compiled once and evaluated by several threads over tables of
//! values (`world`). The smallest position at which the formula fails is shown with the values of both sides (`sides`).
//!
//! | room | what it knows |
//! |---|---|
//! | `read/` | claims, families of claims and tables as data, from the items of a file |
//! | `check/` | the positions of a claim's range, one by one (`worker`), with the values that it asks for (`world`) |
//! | `prove/` | the ways to prove a claim for every position, each a file; what is known of the games of a file |
//! | `state/` | certificates: what was found, as texts that the checker reads |
//! | `certify/` | nothing is called proved before the checker has read it |
//! | `tell/` | reasons, JSON, and what is proved of a figure |

#![warn(missing_docs)]

mod certify;
mod check;
mod prove;
mod read;
mod state;
mod tell;

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use dashu_int::IBig;
use serde_json::Value;

use grundy::table::KeptTable;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::reason::Account;
use grundy_rules::lang::{Code, Diagnostic, Span, TIME_IS_OVER};

use check::failure::Failure;
use tell::why::Why;

pub use certify::Looked;
pub use check::evaluate::{Evaluated, evaluate};
pub use check::usual_range::{POSITIONS, largest_bound};
pub use check::{check, look, prove};
pub use prove::beyond_range::is_true_by_proofs;
pub use read::mutate::{Definition, DefinitionMutant, Mutant, definitions, mutants};
pub use read::{Statement, read};
pub use state::archive::{Archive, ClaimProof, ValuesProof};
pub use tell::figure::{Figure, Known};
pub use tell::json;
pub use tell::why::WhyCode;

/// The result of checking a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// True for every position that the claim speaks of.
    Proved,
    /// True at every position checked.
    Holds,
    /// Not true: there is a counterexample.
    False,
    /// Not decided within the limits.
    Open,
    /// The claim cannot be evaluated, or is marked as an erratum and is true.
    Error,
    /// The claim is marked as an erratum and is false, as the erratum says.
    Noted,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 6] =
        [Status::Proved, Status::Holds, Status::False, Status::Open, Status::Error, Status::Noted];

    /// The word for the status in all output.
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
    /// The position, as written in text, if the claim is about positions.
    pub position: Option<String>,
    /// The values of the pattern's variables and of the outermost `all`.
    pub vars: Vec<(String, IBig)>,
    /// The left side of the comparison that fails, as written, and its value.
    pub left: (String, String),
    /// The relation claimed between the sides: `=`, `<`, `in`, `iff`, …; also `=` where the left side is a truth value and the right side `true`.
    pub relation: &'static str,
    /// The right side and its value.
    pub right: (String, String),
}

/// The verdict on a claim, with its grounds.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The result.
    pub status: Status,
    /// The number of positions checked.
    pub positions: u64,
    /// The bound of the variables, if there was one.
    pub to: Option<u64>,
    /// Where the claim fails, if it is false.
    pub counterexample: Option<Counterexample>,
    /// Why the claim is open or only holds, what makes it false, or why an erratum is an error.
    pub reason: Option<String>,
    /// For programs, what kept the claim from being proved, if it only holds or is open.
    pub why: Option<WhyCode>,
    /// What was tried to prove it, if it only holds or is open: a line each.
    pub tried: Vec<String>,
    /// How the claim was proved for all positions, or refuted beyond the checked ones: `automaton`; or `finite` if it speaks of finitely many positions and all were checked; none if a
    /// question about a whole game or a line has a proof of its own.
    pub by: Option<&'static str>,
    /// Did the checker verify the proof or the counterexample? None if there was neither.
    pub checked: Option<bool>,
    /// On what the proof rests that the checker verified, as [`grundy_certify::Theorem::rests_on`] names it.
    pub rests_on: BTreeSet<&'static str>,
    /// Why the claim could not be evaluated.
    pub error: Option<Box<Diagnostic>>,
    /// The tables of values used: the game, the play, and how the table was made.
    pub tables: Vec<(String, Play, Account)>,
    /// Were all positions looked at, and does the claim speak of none?
    pub(crate) is_empty: bool,
    /// The sum of the coordinates of the position at which the claim is false or undefined.
    pub(crate) sum: Option<IBig>,
    /// How many numbers the formula has run through.
    pub(crate) steps: u64,
    /// Where a claim or a table is false, with the values shown there.
    pub(crate) failure: Option<Failure>,
    /// For each question of the claim, the certificate of the theorem that answered it, if one did and has a certificate.
    pub(crate) theorems: Vec<Option<Value>>,
}

impl Verdict {
    pub(crate) fn new(status: Status) -> Verdict {
        Verdict {
            status,
            positions: 0,
            to: None,
            counterexample: None,
            reason: None,
            why: None,
            tried: vec![],
            by: None,
            checked: None,
            rests_on: BTreeSet::new(),
            error: None,
            tables: vec![],
            is_empty: false,
            sum: None,
            steps: 0,
            failure: None,
            theorems: vec![],
        }
    }

    /// The verdict on what is not decided, for a reason.
    #[must_use]
    pub fn open(why: impl Into<String>) -> Verdict {
        let why = why.into();
        let code = if why.starts_with(TIME_IS_OVER) { WhyCode::Time } else { WhyCode::Other };
        Verdict { reason: Some(why), why: Some(code), ..Verdict::new(Status::Open) }
    }

    /// The same verdict with the reason why the claim is not proved.
    pub(crate) fn because(self, why: Why) -> Verdict {
        Verdict { reason: Some(why.message), why: Some(why.code), tried: why.tried, ..self }
    }

    pub(crate) fn error(error: Diagnostic) -> Verdict {
        Verdict { error: Some(Box::new(error)), ..Verdict::new(Status::Error) }
    }
}

/// Does work on a claim. A panic is an error of this claim alone, and `report` has the words for it.
///
/// # Errors
/// Those of the work.
pub fn unbroken<T: From<Verdict>>(
    work: impl FnOnce() -> Result<T, Diagnostic>,
    report: impl FnOnce(&(dyn Any + Send)) -> String,
) -> Result<T, Diagnostic> {
    let verdict = |panic: Box<dyn Any + Send>| Verdict::error(Diagnostic::new(Code::Mistake, report(&*panic)));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Ok(verdict(panic).into()))
}

/// How claims are to be checked.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The bound of free variables, for claims that state none.
    pub to: Option<u64>,
    /// Use no theorem and no fast engine.
    pub plain: bool,
    /// Use only this engine, for all values and properties.
    pub engine: Option<EngineName>,
    /// Memory, interruption, threads.
    pub limits: Limits,
    /// Where proofs of periods are stored.
    pub archive: Option<Arc<dyn Archive>>,
    /// A finished table in a folder, from which the values of its game are read.
    pub table: Option<KeptTable>,
    /// How much work proofs may take.
    pub effort: Effort,
}

/// How much work the proofs of claims may take: 1 to 5. Each step allows four times as much as the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(u8);

impl Effort {
    /// The most.
    pub const MOST: u8 = 5;
    /// Where nothing is said: about a second for one proof.
    const USUAL: u8 = 2;

    /// The effort with this number; none if it is not 1 to 5.
    #[must_use]
    pub fn of(number: u8) -> Option<Effort> {
        (1..=Effort::MOST).contains(&number).then_some(Effort(number))
    }

    /// The number of the next effort, if there is one.
    fn next(self) -> Option<u8> {
        (self.0 < Effort::MOST).then_some(self.0 + 1)
    }

    /// How many steps it is above the usual effort.
    fn above(self) -> i8 {
        self.0 as i8 - Effort::USUAL as i8
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort(Effort::USUAL)
    }
}

impl CheckOptions {
    /// The options for the values of a game.
    fn of_values(&self, play: Play) -> Options {
        Options { play, plain: self.plain, engine: self.engine, limits: self.limits.clone(), checkpoint: None }
    }
}

/// The progress of the work on a claim, shared with the thread that displays it.
#[derive(Debug, Default)]
pub struct Meter {
    done: AtomicU64,
    total: AtomicU64,
    work: Mutex<String>,
}

impl Meter {
    /// The current work in words, the number of positions done, and the number in all (0: not known).
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

impl Statement {
    /// The place of the statement in the text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Why the statement cannot be read, if so; [`check`] then ends with this error.
    #[must_use]
    pub fn error(&self) -> Option<&Diagnostic> {
        self.content.as_ref().err().map(|error| &**error)
    }
}
