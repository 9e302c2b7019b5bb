//! Periods: is a line of positions periodic from somewhere on, and is that proved?
//!
//! In: a game, a line of its positions ([`Line`]), limits. Out: a [`Verdict`]: a proof, an observation with its range, or nothing. A period is called
//! proved only where a finite computation with a theorem shows it for every later position; the theorem is named.
//!
//! Of a line G(0), G(1), … the *preperiod* is the least n0, the *period* the least p and the *saltus* the number s with G(n + p) = G(n) + s
//! for all n >= n0.

mod certificate;
mod diagonal;
mod name;
mod observed;
mod sequence;

use std::fmt;
use std::sync::Arc;

use dashu_int::IBig;

pub use name::certificate_name;
pub use observed::observed_period;
pub use sequence::Sequence;

use crate::engine::heaps;
use crate::engine::levels::Known;
use crate::engine::lines::{self, Proved};
use crate::engine::{Evaluator, Options, Play, Seen, Values, box_cells, diagnostic};
use crate::lang::Diagnostic;
use crate::rules::{Line, Ruleset};

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
        let period = Period { preperiod: line.preperiod(), period: line.period(), saltus: line.saltus() as i64 };
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

/// Cells of the table in which a period is looked for, where none can be proved.
const OBSERVED_CELLS: u64 = 1 << 14;

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
/// # Errors
/// An interruption; rules that are not defined at one of the first positions.
pub fn period(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Verdict, Diagnostic> {
    let sequence = || Sequence::Line(line.clone());
    let why = match line.single() {
        Some((row, runner)) => match solve(rules, lines::Line { row, runner }, options, until)? {
            Ok(lines::Known::Proved(line)) => {
                let (at, after) = line.recurrence();
                let theorem = format!(
                    "the values that the lines it depends on have used, as seen from the column, are a finite state, and that of column {at} recurs after {after} columns"
                );
                return Ok(Verdict::Proved(Box::new(Proof::of(sequence(), line, theorem, options))));
            }
            Ok(lines::Known::Open(reached)) => {
                let why = format!("the state did not recur before {reached}");
                if options.limits.interrupted().is_err() {
                    return Ok(Verdict::NotFound(reached, Some(why)));
                }
                return observe(rules, line, options, reached, why);
            }
            Err(reason) => match of_heaps(rules, line, options, until)? {
                Some(verdict) => return Ok(verdict),
                None => reason.to_string(),
            },
        },
        None => match diagonal::known(rules, line, options, until)? {
            Ok(Known::Proved(tail, theorem)) => {
                return Ok(Verdict::Proved(Box::new(Proof::of(sequence(), tail, theorem, options))));
            }
            Ok(Known::Open(why)) | Err(why) => why,
        },
    };
    observe(rules, line, options, u64::MAX, why)
}

/// Asks the line machine.
fn solve(
    rules: &Arc<Ruleset>,
    line: lines::Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Seen<lines::Known>, Diagnostic> {
    let Options { play, limits, checkpoint, .. } = options;
    lines::solve(rules, &line, *play, limits, checkpoint.as_deref(), until).map_err(diagnostic)
}

/// The period of heaps that may be split, or some of which are no positions, if these are such.
fn of_heaps(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<Verdict>, Diagnostic> {
    let misere = options.play == Play::Misere;
    let splits = rules.splits();
    if !splits && (misere || rules.width() != 1 || rules.requires.is_empty()) {
        return Ok(None);
    }
    if misere {
        let message = "in misère play the value of several heaps is no nim-sum, so heaps that are split have no sequence of values";
        return Err(Diagnostic::new("misere", message).help("leave `--misere` out"));
    }
    Ok(match heaps::solve(rules, misere, &options.limits, until).map_err(diagnostic)? {
        Ok(heaps::Known::Proved(heaps, shown)) => {
            let sequence = Sequence::Line(line.clone());
            Some(Verdict::Proved(Box::new(Proof::of(sequence, heaps, shown.theorem, options))))
        }
        Ok(heaps::Known::Open(values, why)) => {
            let to = values.len().saturating_sub(1) as u64;
            let term = |v: u32| (v != Values::NOWHERE).then_some(u64::from(v));
            let terms: Vec<Option<u64>> = values.into_iter().map(term).collect();
            Some(shown_by(&terms, to, why))
        }
        Err(_) if !splits => None,
        Err(reason) => Some(observe(rules, line, options, u64::MAX, reason.to_string())?),
    })
}

impl Period {
    fn of(shown: &heaps::Shown) -> Period {
        Period { preperiod: shown.preperiod, period: shown.period, saltus: shown.saltus as i64 }
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

/// What the first values show.
fn observe(
    rules: &Arc<Ruleset>,
    line: &Line,
    options: &Options,
    reached: u64,
    why: String,
) -> Result<Verdict, Diagnostic> {
    let to = reach(line, OBSERVED_CELLS).min(reached);
    let values = Evaluator::new(rules, options.clone()).table(&line.position(to))?;
    let all: Vec<Option<u64>> = (0..=to).map(|n| values.get(&line.position(n)).map(u64::from)).collect();
    Ok(shown_by(&all, to, why))
}

/// What terms show from the first position on.
fn shown_by(terms: &[Option<u64>], to: u64, why: String) -> Verdict {
    let skipped = terms.iter().take_while(|v| v.is_none()).count();
    match observed_period(&terms[skipped..]) {
        Some(mut seen) => {
            seen.preperiod += skipped as u64;
            Verdict::Observed(seen, to, Some(why))
        }
        None => Verdict::NotFound(to, Some(why)),
    }
}

/// The last index of which the position has at most so many cells below it.
fn reach(line: &Line, cells: u64) -> u64 {
    let (mut lo, mut hi) = (0, cells);
    while lo < hi {
        let middle = lo + (hi - lo).div_ceil(2);
        if box_cells(&line.position(middle)) <= cells { lo = middle } else { hi = middle - 1 }
    }
    lo
}
