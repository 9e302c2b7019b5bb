//! The values of subtraction-division games.
//!
//! In: rules and a number. Out: its value. If the divisors are powers of one base, a proved automaton gives it; otherwise bit planes where these
//! apply, and otherwise sets of guesses with longer and longer intervals. Where guesses do not agree, an error says so. Small numbers are left to
//! other engines.

use crate::exact::index;
use dashu_int::{IBig, UBig};

use super::automaton::{Powers, Proved, prove};
use super::axes::Axes;
use super::invariants::{Invariants, REFINEMENTS, Tuple, wanted};
use super::lattice::{Walked, size, too_large, walk};
use super::naive::first;
use super::planes::{Planes, Runs};
use super::read::Shape;
use super::sets::Sets;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Play};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Place;

/// The smallest and the largest width of intervals for sets of guesses.
const NARROWEST: usize = 64;
const WIDEST: usize = 1 << 12;
/// The number of quotients that are computed at most.
const MOST_QUOTIENTS: f64 = 1e12;
/// Where guesses do not agree, the values of all numbers below this can be computed one by one.
const PLAINLY: u64 = 1 << 30;

/// The values of one ruleset.
pub struct Divisions {
    shape: Shape,
    axes: Axes,
    play: Play,
    first: Vec<u8>,
    /// `None` until it is asked for.
    automaton: Option<std::result::Result<Proved, String>>,
    made_by: EngineName,
    explanation: String,
    /// The reason why guesses cannot be tried, if there is one.
    refused: Option<Reason>,
}

/// Guesses that do not agree, below the quotient with these exponents.
struct Disagreement {
    exponents: Vec<u32>,
    /// Two such guesses, and the number of steps after which they differ.
    differ: Option<(Tuple, Tuple, usize)>,
}

impl Divisions {
    /// Reads rules of the shape.
    pub fn of(rules: &Ruleset, play: Play) -> Result<Divisions, Reason> {
        let shape = Shape::of_guesses(rules)?;
        if shape.divide.is_empty() {
            return Err(Reason::shape("nothing is divided", Place::default()));
        }
        let axes = Axes::of(&shape.divide);
        Ok(Divisions { axes, play, ..Divisions::unread(shape) })
    }

    /// Reads rules that have too many subtractions and divisions for guesses.
    fn too_many(rules: &Ruleset, reason: Reason) -> Option<Divisions> {
        let shape = Shape::of(rules).ok().filter(|shape| !shape.subtract.is_empty() && !shape.divide.is_empty())?;
        Some(Divisions { refused: Some(reason), ..Divisions::unread(shape) })
    }

    fn unread(shape: Shape) -> Divisions {
        Divisions {
            shape,
            axes: Axes { bases: vec![], steps: vec![] },
            play: Play::Normal,
            first: vec![],
            automaton: None,
            made_by: EngineName::Converge,
            explanation: String::new(),
            refused: None,
        }
    }

    /// Reads rules of the shape. If there are too many guesses to try, at least small numbers have values.
    pub(super) fn of_any(rules: &Ruleset, play: Play) -> Result<Divisions, Reason> {
        Divisions::of(rules, play).or_else(|reason| Self::too_many(rules, reason.clone()).ok_or(reason))
    }

    /// How the last value was found.
    pub(super) fn told(&self) -> (EngineName, &str) {
        (self.made_by, &self.explanation)
    }

    /// The proved automaton that gives all values, or the reason why there is none.
    ///
    /// # Errors
    /// An interruption; too little memory.
    pub fn automaton(&mut self, limits: &Limits) -> Result<std::result::Result<&Proved, &str>> {
        if self.automaton.is_none() {
            self.automaton = Some(match self.axes.bases[..] {
                [base] => {
                    let exponents: Vec<u32> = self.axes.steps.iter().map(|step| step[0]).collect();
                    prove(Powers { shape: &self.shape, base, exponents: &exponents, play: self.play }, limits)?
                }
                _ => Err("the divisors are not powers of one number".to_string()),
            });
        }
        let found = self.automaton.as_ref().map(|found| found.as_ref().map_err(String::as_str));
        Ok(found.unwrap_or(Err("")))
    }

    /// The value of a number far out; `None` if it is left to tables after all.
    ///
    /// # Errors
    /// Guesses that do not agree, or cannot be tried; a number with too many quotients; an interruption; too little memory.
    pub(super) fn far_out(&mut self, n: &IBig, limits: &Limits) -> Result<Option<u8>> {
        match &self.refused {
            Some(_) if *n < IBig::from(PLAINLY) => Ok(None),
            Some(reason) => {
                let message = format!("a number that is too large for all values below it, and {reason}");
                Err(Stop::from(
                    Diagnostic::limit(Code::TooLarge, message)
                        .help(format!("numbers below {PLAINLY} have their values computed one after the other")),
                ))
            }
            None => self.value(n, limits).map(Some),
        }
    }

    /// The value of a number.
    ///
    /// # Errors
    /// Guesses that do not agree; a number with too many quotients; an interruption; too little memory.
    pub fn value(&mut self, n: &IBig, limits: &Limits) -> Result<u8> {
        let n = UBig::try_from(n.clone()).unwrap_or_default();
        if let Ok(value) = self.by_automaton(&n, limits)? {
            return Ok(value);
        }
        let disagreement = match self.by_convergence(&n, limits)? {
            Ok(value) => return Ok(value),
            Err(disagreement) => disagreement,
        };
        match self.plainly(&n, limits)? {
            Some(value) => Ok(value),
            None => Err(self.no_convergence(disagreement)),
        }
    }

    /// The value of a number by one of the two methods alone.
    ///
    /// # Errors
    /// As [`Divisions::value`].
    pub fn by(&mut self, way: EngineName, n: &IBig, limits: &Limits) -> Attempted<u8> {
        let n = UBig::try_from(n.clone()).unwrap_or_default();
        if way == EngineName::Automaton {
            return Ok(self.by_automaton(&n, limits)?.map_err(|why| Reason::gives_up(&why)).into());
        }
        match self.by_convergence(&n, limits)? {
            Ok(value) => Ok(Attempt::Done(value)),
            Err(disagreement) => Err(self.no_convergence(disagreement)),
        }
    }

    fn by_automaton(&mut self, n: &UBig, limits: &Limits) -> Result<std::result::Result<u8, String>> {
        let proved = match self.automaton(limits)? {
            Ok(proved) => proved,
            Err(why) => return Ok(Err(why.to_string())),
        };
        let (value, explanation) = (proved.automaton.value(n), format!("automaton: {}", proved.theorem()));
        (self.made_by, self.explanation) = (EngineName::Automaton, explanation);
        Ok(Ok(value))
    }

    /// By intervals in which all guesses come to agree; the inner error is a pair of guesses that do not.
    fn by_convergence(&mut self, n: &UBig, limits: &Limits) -> Result<std::result::Result<u8, Option<Disagreement>>> {
        self.made_by = EngineName::Converge;
        match too_large(n, &self.axes, MOST_QUOTIENTS) {
            Some(stop) => Err(stop),
            None => self.converges(n, limits),
        }
    }

    #[cfg(test)]
    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    fn converges(&mut self, n: &UBig, limits: &Limits) -> Result<std::result::Result<u8, Option<Disagreement>>> {
        if let Some(value) = self.by_planes(n, limits)? {
            return Ok(Ok(value));
        }
        let mut width = NARROWEST;
        let mut last = None;
        for refinement in REFINEMENTS {
            let wanted = wanted(&self.shape);
            self.extend(wanted as u64, limits)?;
            let modulus = self.shape.modulus(refinement);
            // Values known from other questions are not used, so no answer depends on them.
            let Some(invariants) = Invariants::of(&self.shape, &self.first[..wanted], modulus) else { break };
            while width <= WIDEST {
                match self.by_sets(n, &invariants, width, limits)? {
                    Ok(value) => return Ok(Ok(value)),
                    Err(disagreement) => last = Some(disagreement),
                }
                width *= 4;
            }
            width = NARROWEST;
        }
        Ok(Err(last))
    }

    /// Extends the first values to at least `terms`.
    fn extend(&mut self, terms: u64, limits: &Limits) -> Result<()> {
        if (self.first.len() as u64) < terms {
            self.first = first(&self.shape, self.play, index(terms), limits)?;
        }
        Ok(())
    }

    fn by_planes(&mut self, n: &UBig, limits: &Limits) -> Result<Option<u8>> {
        match self.shape.divide.len() {
            1 => self.by_planes_of::<2>(n, limits),
            2 => self.by_planes_of::<3>(n, limits),
            3 => self.by_planes_of::<4>(n, limits),
            _ => Ok(None),
        }
    }

    fn by_planes_of<const P: usize>(&mut self, n: &UBig, limits: &Limits) -> Result<Option<u8>> {
        self.extend(Runs::<P>::table(&self.shape), limits)?;
        let Some(mut runs) = Runs::<P>::new(&self.shape, &self.first, self.shape.common(1)) else { return Ok(None) };
        let walked: Walked<Planes<P>> = walk(n, &self.axes, &mut runs, limits)?;
        let Walked::Done(planes) = walked else { return Ok(None) };
        self.explanation = format!(
            "converge: the values just below the quotients of n by {}, 64 at a time; at numbers where a value is not available it is certain without a guess{}",
            self.divisors(),
            self.lattice(n)
        );
        Ok(planes.value(0))
    }

    fn by_sets(
        &mut self,
        n: &UBig,
        invariants: &Invariants,
        width: usize,
        limits: &Limits,
    ) -> Result<std::result::Result<u8, Disagreement>> {
        self.extend(Sets::table(&self.shape, width, invariants.from), limits)?;
        let mut sets = Sets::new(&self.shape, &self.first, invariants, width);
        Ok(match walk(n, &self.axes, &mut sets, limits)? {
            Walked::Done(values) => {
                self.explanation = format!(
                    "converge: the values just below the quotients of n by {}, from intervals of {} numbers, at whose beginning every guess is tried that is possible for n modulo {}; in each all guesses came to agree{}",
                    self.divisors(),
                    2 * width,
                    invariants.modulus,
                    self.lattice(n)
                );
                Ok(values[0])
            }
            Walked::Failed(exponents) => Err(Disagreement { exponents, differ: sets.differ }),
        })
    }

    /// Computes all values below.
    fn plainly(&mut self, n: &UBig, limits: &Limits) -> Result<Option<u8>> {
        let Some(n) = u64::try_from(n).ok().filter(|n| *n < PLAINLY.min(limits.memory)) else { return Ok(None) };
        self.extend(n + 1, limits)?;
        self.explanation = "converge: guesses do not agree, so all values below were computed".to_string();
        Ok(Some(self.first[index(n)]))
    }

    fn divisors(&self) -> String {
        let list: Vec<String> = self.shape.divide.iter().map(u64::to_string).collect();
        list.join(", ")
    }

    fn lattice(&self, n: &UBig) -> String {
        format!(" (some {:.0} quotients; Nivasch and Rubinstein, arXiv:2503.23196)", size(n, &self.axes))
    }

    fn no_convergence(&self, disagreement: Option<Disagreement>) -> Stop {
        let nor = match (&self.automaton, &self.axes.bases[..]) {
            (Some(Err(why)), [_]) => format!("; {why}"),
            _ => String::new(),
        };
        let Some(Disagreement { exponents, differ }) = disagreement else {
            let message = format!(
                "there are too many guesses to try, and the number is too large to compute all values below{nor}"
            );
            return Stop::from(Diagnostic::limit(Code::Convergence, message));
        };
        let powers: Vec<String> =
            self.axes.bases.iter().zip(&exponents).map(|(base, e)| format!("{base}^{e}")).collect();
        let guesses = differ.map_or(String::new(), |(a, b, after)| {
            let list = |tuple: Tuple| {
                let value = |k: usize| (tuple >> (4 * k) & 15).to_string();
                (0..self.shape.longest()).rev().map(value).collect::<Vec<_>>().join(" ")
            };
            format!(": those that begin with {} and with {} still differ after {after} numbers", list(a), list(b))
        });
        let message = format!(
            "no convergence: below the quotient of n by {} the guesses do not come to agree{guesses}{nor}",
            powers.join(" * ")
        );
        Stop::from(
            Diagnostic::limit(Code::Convergence, message)
                .help(format!("numbers below {PLAINLY} have their values computed one after the other")),
        )
    }
}
