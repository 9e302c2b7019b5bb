//! Periods: are the values along a line of positions eventually periodic, and is this proved?
//!
//! In: a game, a line of its positions ([`Line`]), limits. Out: a [`Verdict`]: a proof, an observation with its range, or nothing. A period is called
//! proved only where a finite computation and a named theorem show it for every later position.
//!
//! For a line with values G(0), G(1), … the *preperiod* is the least n0, the *period* the least p and the *saltus* the number s such that
//! G(n + p) = G(n) + s for all n >= n0.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod certificate;
mod name;
mod observed;
mod search;
mod sequence;

use std::fmt;
use std::sync::Arc;

use dashu_int::IBig;

pub use certificate::entry;
pub use name::certificate_name;
pub use observed::{observed_period, observed_values};
pub use sequence::Sequence;

use self::search::Search;
use crate::checked::Checked;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::proof::Proved;
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::heaps;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::{Line, Ruleset};

/// The period of a sequence, with its preperiod and saltus.
///
/// ```
/// # use grundy::theory::periods::Period;
/// let row = Period { preperiod: 21, period: 5040, saltus: 5040 };
/// assert_eq!(row.to_string(), "preperiod 21 period 5040 saltus 5040");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The index from which on the sequence is periodic.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The number added to the values in each period.
    pub saltus: i64,
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "preperiod {} period {} saltus {}", self.preperiod, self.period, self.saltus)
    }
}

/// What is known of the period of a line.
pub enum Verdict {
    /// Proved for every later position.
    Proved(Box<Proof>),
    /// Observed up to this position, and not proved; why there is no proof, if known.
    Observed(Period, u64, Option<String>),
    /// No period was observed up to this position; why there is no proof, if known.
    NotFound(u64, Option<String>),
}

impl Verdict {
    /// Lets the checker read the certificate of a proof.
    pub fn check(&mut self, rules: &Ruleset, limits: &Limits) {
        if let Verdict::Proved(proof) = self {
            proof.check(rules, limits);
        }
    }
}

/// A proved period, which gives all values of the line.
pub struct Proof {
    /// The proved period.
    pub period: Period,
    /// The theorem, in words.
    pub theorem: String,
    /// Has the checker read its certificate?
    pub checked: Checked,
    sequence: Sequence,
    line: Box<dyn Proved>,
    options: Options,
}

impl Proof {
    /// The proof for a sequence, from an engine's proof and its theorem.
    pub fn of(sequence: Sequence, line: Box<dyn Proved>, theorem: String, options: &Options) -> Proof {
        let period = Period { preperiod: line.preperiod(), period: line.period(), saltus: signed(line.saltus()) };
        Proof { period, theorem, checked: Checked::before(), sequence, line, options: options.clone() }
    }

    /// The sequence whose period is proved.
    #[must_use]
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// The play for which the period is proved.
    #[must_use]
    pub fn play(&self) -> Play {
        self.options.play
    }

    /// The term at an index of the sequence, however far out; `None` where no position exists.
    ///
    /// # Errors
    /// An interruption.
    pub fn value(&mut self, index: &IBig) -> Result<Option<IBig>, Diagnostic> {
        self.line.far(index, &self.options.limits).map_err(diagnostic)
    }
}

/// Searches for the period of a line; `until` is called with the position reached, and ends the search by returning `true`.
///
/// ```
/// # use grundy::{Options, Session, theory::periods::{Verdict, period}};
/// let mut session = Session::new();
/// let game = session.game("star_nim[2]", None)?;
/// let line = session.line(&game, "(7, _)")?;
/// let Verdict::Proved(proof) = period(&game.rules, &line, &Options::default(), &mut |_| false)? else { panic!("a proof") };
/// assert_eq!(proof.period.to_string(), "preperiod 21 period 5040 saltus 5040");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// Where there is no proof, the first values are searched for a period. With a deadline in the options' limits, longer and longer ranges of values
/// are searched until the deadline or until the memory is used up, and the search ends a fifth of a second after the deadline. Without a deadline, a
/// fixed number of cells is searched.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions; a named engine that does not prove such periods.
pub fn period(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Verdict, Diagnostic> {
    period_told(rules, line, options, until, &mut |_| {})
}

/// As [`period`]; `tell` is called with what the first values show, while more of them are computed.
///
/// # Errors
/// As [`period`].
pub fn period_told(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
    tell: &mut dyn FnMut(&Verdict),
) -> Result<Verdict, Diagnostic> {
    let mut verdict = unchecked(rules, line, options, until, tell)?;
    if let Verdict::Proved(_) = &verdict {
        tell(&verdict);
    }
    verdict.check(rules, &options.limits);
    Ok(verdict)
}

/// The same without the checker, for proofs that become a part of others.
pub fn unchecked(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
    tell: &mut dyn FnMut(&Verdict),
) -> Result<Verdict, Diagnostic> {
    // A proof found shortly before the deadline must still be completed after it, so engines see no deadline.
    let limits = Limits { deadline: None, ..options.limits.clone() };
    let unending = Options { limits, ..options.clone() };
    let deadline = options.limits.deadline;
    Search { rules, line, options: &unending, deadline, proofs_alone: false, until, tell }.verdict()
}

/// A proof of a period, for a proof of something else: no table is made where there is none, and the checker reads what it becomes a part of.
pub fn proof(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
) -> Option<Box<Proof>> {
    let mut search = Search { rules, line, options, deadline: None, proofs_alone: true, until, tell: &mut |_| {} };
    match search.verdict() {
        Ok(Verdict::Proved(proof)) => Some(proof),
        _ => None,
    }
}

/// A saltus is reached by counting up, so none reaches 2^63.
fn signed(saltus: u64) -> i64 {
    i64::try_from(saltus).unwrap_or(i64::MAX)
}

impl Period {
    fn of(shown: &heaps::Shown) -> Period {
        Period { preperiod: shown.preperiod, period: shown.period, saltus: signed(shown.saltus) }
    }
}

/// The period that the first terms of a one-coordinate game prove, the theorem, in words, and whether the checker has read its certificate. [`Values::NOWHERE`](crate::Values::NOWHERE) stands where no position exists.
///
/// ```
/// # use std::iter;
/// # use grundy::{Evaluator, Options, Session, theory::periods::proved_by};
/// let game = Session::new().game("kayles", None)?;
/// let values = Evaluator::new(&game.rules, Options::default()).table(&[300])?;
/// let mut terms = vec![];
/// values.line(&[0], 0, 300, &mut terms);
/// let (period, ..) = proved_by(&game.rules, &terms, &Options::default()).expect("enough terms");
/// assert_eq!(period.to_string(), "preperiod 71 period 12 saltus 0");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn proved_by(rules: &Arc<Ruleset>, values: &[u32], options: &Options) -> Option<(Period, String, Checked)> {
    if options.play.is_misere() || rules.blocked > 0 {
        return None;
    }
    let (shown, taken) = heaps::shown_by(rules, values)?;
    let period = Period::of(&shown);
    let checked = certificate::check_heaps(rules, values, period, &taken, &options.limits);
    Some((period, shown.theorem, checked))
}
