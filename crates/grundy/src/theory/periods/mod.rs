//! Periods: is a line of positions periodic from somewhere on, and is that proved?
//!
//! In: a game, a line of its positions ([`Line`]), limits. Out: a [`Verdict`]: a proof, an observation with its range, or nothing. A period is called
//! proved only where a finite computation with a theorem shows it for every later position; the theorem is named.
//!
//! Of a line G(0), G(1), … the *preperiod* is the least n0, the *period* the least p and the *saltus* the number s with G(n + p) = G(n) + s
//! for all n >= n0.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod certificate;
mod name;
mod observed;
mod search;
mod sequence;

use std::fmt;
use std::sync::Arc;

use dashu_int::IBig;

pub use name::certificate_name;
pub use observed::observed_period;
pub use sequence::Sequence;

use self::search::Search;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::proof::Proved;
use grundy_core::contract::stop::diagnostic;
use grundy_core::store::values::Values;
use grundy_proofs::heaps;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::{Line, Ruleset};

/// A tail that repeats.
///
/// ```
/// # use grundy::theory::periods::Period;
/// let row = Period { preperiod: 21, period: 5040, saltus: 5040 };
/// assert_eq!(row.to_string(), "preperiod 21 period 5040 saltus 5040");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Where it begins.
    pub preperiod: u64,
    /// The least one.
    pub period: u64,
    /// What is added each time.
    pub saltus: i64,
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "preperiod {} period {} saltus {}", self.preperiod, self.period, self.saltus)
    }
}

/// What is known of the period of a line.
pub enum Verdict {
    /// For every later position.
    Proved(Box<Proof>),
    /// In all positions before this one, and no more.
    Observed(Period, u64, Option<String>),
    /// In all positions before this one nothing was seen; why there is no proof, if the rules are the reason.
    NotFound(u64, Option<String>),
}

/// A proved period, and with it all values of the line.
pub struct Proof {
    /// What is proved.
    pub period: Period,
    /// The theorem, in words.
    pub theorem: String,
    sequence: Sequence,
    line: Box<dyn Proved>,
    options: Options,
}

impl Proof {
    /// Of a sequence of which a theorem says so.
    pub(crate) fn of(sequence: Sequence, line: Box<dyn Proved>, theorem: String, options: &Options) -> Proof {
        let period = Period { preperiod: line.preperiod(), period: line.period(), saltus: signed(line.saltus()) };
        Proof { period, theorem, sequence, line, options: options.clone() }
    }

    /// Of what the period is proved.
    #[must_use]
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// In which play.
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

/// Looks for the period of a line; `until` is asked with the position reached, and ends the search by saying `true`.
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
/// Where there is no proof, the look at the first values ends a second after the deadline of the options' limits, at the latest. With a
/// deadline more and more values are looked at, until it comes or as far as the memory lasts; without one, as many as mostly pays.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions; an engine that is named and does not serve.
pub fn period(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Verdict, Diagnostic> {
    // Past the deadline a proof that is found is still written out.
    let limits = Limits { deadline: None, ..options.limits.clone() };
    let unending = Options { limits, ..options.clone() };
    Search { rules, line, options: &unending, deadline: options.limits.deadline, until }.verdict()
}

/// A saltus is counted: none reaches 2^63.
fn signed(saltus: u64) -> i64 {
    i64::try_from(saltus).unwrap_or(i64::MAX)
}

impl Period {
    fn of(shown: &heaps::Shown) -> Period {
        Period { preperiod: shown.preperiod, period: shown.period, saltus: signed(shown.saltus) }
    }
}

/// The period that the first terms of one coordinate prove, and the theorem, in words; `None` stands where no position exists.
///
/// ```
/// # use std::iter;
/// # use grundy::{Evaluator, Options, Session, theory::periods::proved_by};
/// let game = Session::new().game("kayles", None)?;
/// let values = Evaluator::new(&game.rules, Options::default()).table(&[300])?;
/// let terms: Vec<Option<u64>> = (0..300).map(|n| values.get(&[n]).map(u64::from)).collect();
/// let (period, _) = proved_by(&game.rules, &terms, &Options::default()).expect("enough terms");
/// assert_eq!(period.to_string(), "preperiod 71 period 12 saltus 0");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn proved_by(rules: &Arc<Ruleset>, terms: &[Option<u64>], options: &Options) -> Option<(Period, String)> {
    if options.play == Play::Misere {
        return None;
    }
    let value = |term: &Option<u64>| term.map_or(Some(Values::NOWHERE), |v| u32::try_from(v).ok());
    let values: Vec<u32> = terms.iter().map(value).collect::<Option<_>>()?;
    let shown = heaps::shown_by(rules, &values)?;
    Some((Period::of(&shown), shown.theorem))
}
