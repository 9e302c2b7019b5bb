//! Checks certificates of periods and of automata, from the rules alone.
//!
//! A *certificate* makes a statement about an impartial game. It states that the values along a line of positions are arithmetic-periodic (there are a preperiod,
//! a period and a saltus, each the least, with G(n + period) = G(n) + saltus for every n from the preperiod on), or the differences b - a of the positions (a, b)
//! with one value; or that automata give the value of every position; that guesses about the values of a game that subtracts and divides agree after a certain number
//! of steps, or never; that a value lies in a set that depends on the residue of n, or that something is true of values near each other; that values are nim-sums of other
//! values and of numbers; that a finite monoid decides the outcomes of sums of heaps in misère play; that positions are won or lost by a strategy; that the P-positions, or the
//! values, on any number of piles depend on the numbers of piles of each kind; or that a claim follows from such statements. `all_kinds` lists the kinds. The
//! certificate contains the rules in their canonical form. Grundy's book describes the format ("Periods and certificates") and the form of rules.
//!
//! This crate shares no code with the program that makes certificates. It reads the rules, derives by its own argument which options a
//! position far out has, computes all values again from the definition, and reports what was verified. It refuses whatever it cannot
//! derive: `Ok` is a proof.
//!
//! ```
//! let text = r#"{"format":"grundy-certificate","v":1}"#;
//! let refusal = grundy_certify::verify(text, &mut |_| false).err();
//! assert_eq!(refusal.map(|r| r.to_string()), Some("this is no certificate: it lacks the key `kind`".to_string()));
//! ```
//!
//! | room | what it knows |
//! |---|---|
//! | `form/` | a certificate's keys, rules and expressions (`expr`); the table of all kinds (`all_kinds`); on what a statement rests (`grounds`) |
//! | `definition/` | positions, moves and values by the definition, one by one |
//! | `kernel/` | programs of formulas of natural numbers, and whether one holds |
//! | `say/` | rules and conditions as formulas (`sets`, `moves`, `truth`), which `programs` writes for the kernel; each word of arithmetic has a file |
//! | `theorems/` | the theorems of `theorems.txt` as data, and their obligations as formulas |
//! | `values/` | certificates of kind `values`: automata that say the value of every position |
//! | `claim/` | certificates of kind `claim`: a statement, and what answers its questions |
//! | `correspondence/` | certificates of kind `correspondence`: values that are those of other positions; strategies |
//! | `properties/` | properties of games in both plays, and swap positions |
//! | `piles/` | certificates of kind `piles`: any number of piles |
//! | `recurrence/` | certificates of kind `recurrence`: a state that comes again, along a line or level by level |
//! | `heaps/` | certificates of kind `heaps`: periods of games of taking and breaking |
//! | `views/` | certificates of kind `views`: what is so of all values of a game that subtracts and divides |
//! | `quotient/` | certificates of kind `quotient`: a monoid (`table`) that decides the outcomes, or the values up to some number, of sums of heaps in misère play (`closure`) |

#![warn(missing_docs)]
// A certificate may contain any number. No number is truncated, and overflow is checked in release builds, too (`Cargo.toml` of the
// workspace).
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

mod claim;
mod correspondence;
mod definition;
mod form;
mod heaps;
mod kernel;
mod piles;
mod properties;
mod quotient;
mod recurrence;
mod say;
mod theorems;
mod values;
mod views;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use form::spent::{Told, work_alone};
use form::stated::Certificate;
use kernel::program::Program;

pub use form::spent::Spent;
pub use theorems::THEOREMS;

/// What was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The game's name in the certificate. It is not verified.
    pub game: String,
    /// The hash of the rules.
    pub rules: String,
    /// `normal` or `misere`.
    pub play: &'static str,
    /// The line, such as `(7, _)`, if the theorem is about values along a line.
    pub line: Option<String>,
    /// The value g, if the theorem is about b - a for the positions (a, b) of value g.
    pub value: Option<u64>,
    /// The least preperiod.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// The saltus.
    pub saltus: Option<u64>,
    /// The theorem, in words.
    pub statement: String,
    /// The proof, in words: what was computed, and the argument.
    pub proof: String,
    /// On what the proof rests, in alphabetical order: theorems of [`THEOREMS`], words of arithmetic, and parts of this crate.
    pub rests_on: Vec<&'static str>,
    /// The lines of the files of this crate that have these, comments among them and tests not.
    pub lines: usize,
}

/// Why there is no theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is no certificate.
    NoCertificate(String),
    /// The certificate does not hold, or cannot be verified here.
    False(String),
    /// The statement of a claim is defined and false for some numbers; or, after [`refute`], it is true for the given numbers.
    Refuted(String),
    /// The work was stopped.
    Stopped,
}

impl Refusal {
    /// A refusal with a sentence; the empty sentence means that the work was stopped.
    fn of(why: String) -> Refusal {
        if why.is_empty() { Refusal::Stopped } else { Refusal::False(why) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::NoCertificate(why) => write!(f, "this is no certificate: {why}"),
            Refusal::False(why) | Refusal::Refuted(why) => write!(f, "not verified: {why}"),
            Refusal::Stopped => write!(f, "the work was ended before anything was verified"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The lines of the files of this crate on which something rests that names these, comments among them and tests not.
///
/// ```
/// let form = grundy_certify::lines(&["form"].into());
/// assert!(form > 0 && form < grundy_certify::lines(&["form", "kernel"].into()));
/// ```
#[must_use]
pub fn lines(rests_on: &BTreeSet<&'static str>) -> usize {
    form::grounds::lines(rests_on)
}

/// Verifies a certificate. `stop` is called now and then with the steps and bytes taken so far, and returns `true` to stop the work.
///
/// # Errors
/// The text is no certificate; the certificate does not hold or is not understood; the work was stopped.
pub fn verify(text: &str, stop: &mut dyn FnMut(Spent) -> bool) -> Result<Theorem, Refusal> {
    Checker::default().verify(text, stop)
}

/// Verifies several certificates that speak of the same games. The claims of a file are often about the same values, which are then verified once.
///
/// ```
/// let checker = grundy_certify::Checker::default();
/// assert!(checker.verify("{}", &mut |_| false).is_err());
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    verified: Verified,
}

/// What was verified, and on what each rests: whole certificates, by the hashes of their texts, and blocks of values, by the hashes of their rules and of all that they say.
#[derive(Debug, Default)]
pub(crate) struct Verified(Mutex<HashMap<[u8; 32], Grounds>>);

/// On what something rests.
pub(crate) type Grounds = BTreeSet<&'static str>;

impl Verified {
    fn known(&self) -> MutexGuard<'_, HashMap<[u8; 32], Grounds>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Was it verified? Then on what it rests is told.
    pub(crate) fn has(&self, hash: &[u8; 32], stop: form::spent::Stop) -> bool {
        let known = self.known().get(hash).cloned();
        known.iter().flatten().for_each(|ground| {
            stop(Told::Rests(ground));
        });
        known.is_some()
    }

    pub(crate) fn note(&self, hash: [u8; 32], grounds: Grounds) {
        self.known().insert(hash, grounds);
    }
}

/// Keeps on what the work rests.
pub(crate) fn keeping<'k>(grounds: &'k mut Grounds, stop: form::spent::Stop<'k>) -> impl FnMut(Told<'_>) -> bool + 'k {
    move |told| {
        if let Told::Rests(ground) = told {
            grounds.insert(ground);
        }
        stop(told)
    }
}

impl Checker {
    /// Verifies a certificate, as [`verify`] does.
    ///
    /// # Errors
    /// As [`verify`].
    pub fn verify(&self, text: &str, stop: &mut dyn FnMut(Spent) -> bool) -> Result<Theorem, Refusal> {
        let theorem = verified(text, &self.verified, &mut work_alone(stop))?;
        self.verified.note(of_text(text), theorem.rests_on.iter().copied().collect());
        Ok(theorem)
    }

    /// On what a certificate rests that this checker has verified, as in [`Theorem::rests_on`]; `None` if it has verified none with this very text.
    #[must_use]
    pub fn rests_on(&self, text: &str) -> Option<BTreeSet<&'static str>> {
        self.verified.known().get(&of_text(text)).cloned()
    }

    /// Verifies that a claim is false at a place, as [`refute`] does.
    ///
    /// # Errors
    /// As [`refute`].
    pub fn refute(
        &self,
        text: &str,
        variables: &[i128],
        running: &[i128],
        stop: &mut dyn FnMut(Spent) -> bool,
    ) -> Result<(), Refusal> {
        let stop = &mut work_alone(stop);
        read(text, stop)?.stated.refute((variables, running), &self.verified, stop)
    }
}

/// Verifies a certificate, as [`verify`] does, and writes the formulas that were decided for it as a program. Grundy's book describes the text ("Programs of formulas").
///
/// ```
/// let (theorem, program) = grundy_certify::program("{}", &mut |_| false);
/// assert!(theorem.is_err() && program == "grundy program 1\n");
/// ```
pub fn program(text: &str, stop: &mut dyn FnMut(Spent) -> bool) -> (Result<Theorem, Refusal>, String) {
    let (mut program, mut decided) = (Program::default(), vec![]);
    let theorem = verified(text, &Verified::default(), &mut |told| match told {
        Told::Spent(spent) => stop(spent),
        Told::Decided(part, step, holds) => {
            decided.push((program.include(part, step), holds));
            false
        }
        Told::Rests(_) => false,
    });
    (theorem, program.text(&decided))
}

/// Decides the formulas of a program, and says how many are as the text says: that they hold for all numbers, or that they do not.
///
/// ```
/// // There is a number y with x = 2·y, or with x = 2·y + 1; but not always with x = 2·y.
/// let text = "grundy program 1
/// 0 zero 0 0:1 1:-2
/// 1 exists 0 1
/// 2 zero -1 0:1 1:-2
/// 3 exists 2 1
/// 4 or 1 3
/// holds 4
/// fails 1
/// ";
/// assert_eq!(grundy_certify::decide(text, &mut |_| false), Ok(2));
/// assert!(grundy_certify::decide(&text.replace("fails", "holds"), &mut |_| false).is_err());
/// ```
///
/// # Errors
/// The text is no program; what it says of a step is not so; the work was stopped, or is too much.
pub fn decide(text: &str, stop: &mut dyn FnMut(Spent) -> bool) -> Result<usize, Refusal> {
    let (program, decided) = Program::read(text).map_err(Refusal::NoCertificate)?;
    let mut kernel = kernel::Kernel::default();
    for (step, says) in &decided {
        if kernel.holds(&program, *step, &mut work_alone(stop)).map_err(Refusal::of)? != *says {
            let what = if *says { "does not hold for all numbers" } else { "holds for all numbers" };
            return Err(Refusal::False(format!("step {step} of the program {what}")));
        }
    }
    Ok(decided.len())
}

/// The hash of a certificate, which that of no block is: a block begins with the rules.
fn of_text(text: &str) -> [u8; 32] {
    blake3::hash(format!("certificate\n{text}").as_bytes()).into()
}

/// Reads a certificate, with rules whose parts are verified.
fn read(text: &str, stop: form::spent::Stop) -> Result<Certificate, Refusal> {
    let (certificate, reached) = form::certificate::read(text)?;
    reached.iter().try_for_each(|part| part.verify(stop)).map_err(Refusal::of)?;
    Ok(certificate)
}

/// A certificate, and its proof in words.
fn read_and_verified(text: &str, known: &Verified, stop: form::spent::Stop) -> Result<(Certificate, String), Refusal> {
    let certificate = read(text, stop)?;
    let proof = certificate.verify(known, stop)?;
    Ok((certificate, proof))
}

fn verified(text: &str, known: &Verified, stop: form::spent::Stop) -> Result<Theorem, Refusal> {
    let mut grounds = Grounds::new();
    let (certificate, proof) = read_and_verified(text, known, &mut keeping(&mut grounds, stop))?;
    let grounds = form::grounds::with_calls(grounds);
    let Certificate { ref stated, misere, .. } = certificate;
    let statement = stated.words(&certificate);
    let recurs = stated.recurs();
    let value = recurs.and_then(recurrence::recurs::Recurs::value);
    Ok(Theorem {
        line: recurs.and_then(|recurs| recurs.line().ok()).map(|line| recurrence::recurs::written(line, "_")),
        value,
        play: if misere { "misere" } else { "normal" },
        preperiod: recurs.map(|recurs| recurs.equation.preperiod),
        period: recurs.map(|recurs| recurs.equation.period),
        saltus: recurs.map(|recurs| recurs.equation.saltus),
        game: certificate.game,
        rules: certificate.hash,
        statement,
        proof,
        lines: form::grounds::lines(&grounds),
        rests_on: grounds.into_iter().collect(),
    })
}

/// Verifies that the statement of a certificate of kind `claim` is false for certain numbers: the values of its variables, and of the variables of its
/// outermost `all`. There its pattern is a position, its conditions are true, and its formula is defined and false.
///
/// # Errors
/// The text is no certificate; the statement is true there ([`Refusal::Refuted`]), not defined, or not understood; the work was stopped.
pub fn refute(
    text: &str,
    variables: &[i128],
    running: &[i128],
    stop: &mut dyn FnMut(Spent) -> bool,
) -> Result<(), Refusal> {
    Checker::default().refute(text, variables, running, stop)
}
