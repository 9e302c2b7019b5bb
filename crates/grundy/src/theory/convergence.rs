//! Convergence of subtraction-division games: how many steps it takes until guesses are right.
//!
//! In: rules whose moves subtract constants or divide exactly by constants, a bound N, perhaps the values that guesses may have. Out: a [`Convergence`]: the most
//! steps over all starts to N, what theorems prove of it, or two guesses that never agree.
//!
//! The mathematics is that of G. Nivasch and O. Rubinstein, arXiv:2503.23196: their section 2 defines the steps, section 5 has games without convergence,
//! section 6 restricts guesses to classes of values that are proved possible.

use std::sync::Arc;

use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::diagnostic;
use grundy_core::store::tiles::Folder;
use grundy_proofs::divisions::measure::{Asked, Guess, Measured, apart, measure, wanted as wanted_values};
use grundy_proofs::divisions::{Invariants, PROVED_FROM, REFINEMENTS, Shape, bounds, first, wanted};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;

/// What is known of the steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Convergence {
    /// The first start, which is not 0 where guesses are restricted to values that are possible from some number on.
    pub from: u64,
    /// The last start.
    pub to: u64,
    /// The starts from which more steps are taken than from all before, and the steps.
    pub records: Vec<(u64, u64)>,
    /// Steps that a theorem proves to be enough from any start, and the theorem; the paper's first.
    pub bounds: Vec<(u64, &'static str)>,
    /// The first start from which guesses did not agree in 4096 steps.
    pub stuck: Option<u64>,
    /// Two guesses that never agree.
    pub never: Option<Never>,
    /// The values that guesses may have, if not all.
    pub classes: Option<Classes>,
}

impl Convergence {
    /// The most steps, and the first start from which so many are taken.
    #[must_use]
    pub fn most(&self) -> Option<(u64, u64)> {
        self.records.last().map(|(start, steps)| (*steps, *start))
    }
}

/// Two guesses that never agree: a proof that there is no convergence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// Where both begin.
    pub start: u64,
    /// Their first values.
    pub guesses: [Vec<u8>; 2],
    /// They differ at every n of this residue ...
    pub residue: u64,
    /// ... by this modulus ...
    pub modulus: u64,
    /// ... from this n on.
    pub from: u64,
    /// The values that they can have there.
    pub values: [Vec<u8>; 2],
}

/// Values that a position can have, by its residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// For each residue, from 0, the values.
    pub values: Vec<Vec<u8>>,
    /// From this position on that is proved. (Not looked at where the classes are a person's.)
    pub from: u64,
}

impl Classes {
    fn bits(&self) -> Vec<u32> {
        self.values.iter().map(|values| values.iter().fold(0, |bits, v| bits | 1 << v)).collect()
    }
}

/// Moduli of classes that are looked for.
const MODULI: std::ops::RangeInclusive<u64> = 2..=12;
/// Starts with which classes are tried first.
const TRIED: u64 = 1 << 14;

/// Measures the steps to convergence from all starts to a number, for all guesses or for those with values of some classes.
///
/// ```
/// # use grundy::{Options, Session, theory::convergence::convergence};
/// let game = Session::new().game("mark[{1}, {2, 3}]", None)?;
/// let found = convergence(&game.rules, 1000, None, &Options::default())?;
/// assert_eq!(found.most(), Some((10, 60)));
/// assert_eq!(found.bounds[0].0, 64);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// Rules of another shape; classes that are not proved; more guesses than can be tried; an interruption; too little memory.
pub fn convergence(
    rules: &Arc<Ruleset>,
    to: u64,
    classes: Option<&Classes>,
    options: &Options,
) -> Result<Convergence, Diagnostic> {
    let shape = Shape::of_guesses(rules).map_err(|reason| {
        let message = format!("convergence is that of guesses about games which subtract and divide: {reason}");
        Diagnostic::new("shape", message).help("such as `move n - 1` and `move n div 2 if n > 0 and 2 divides n`")
    })?;
    let work = Work::begin(rules, shape, to, options)?;
    let mut found = match classes {
        Some(classes) => work.restricted(work.proved(classes)?, to, true)?,
        None => work.all()?,
    };
    if classes.is_none() && !work.misere {
        found.bounds = bounds(&work.shape).into_iter().map(|bound| (bound.steps, bound.theorem)).collect();
    }
    Ok(found)
}

/// The values of classes that make a game converge which otherwise does not, if some are found; with the steps.
///
/// # Errors
/// As [`convergence`].
pub fn restricted(rules: &Arc<Ruleset>, to: u64, options: &Options) -> Result<Option<Convergence>, Diagnostic> {
    let Ok(shape) = Shape::of_guesses(rules) else { return Ok(None) };
    let work = Work::begin(rules, shape, to, options)?;
    for modulus in MODULI {
        let Some(classes) = work.classes(modulus) else { continue };
        if work.restricted(classes.clone(), to.min(TRIED), false)?.stuck.is_none() {
            let found = work.restricted(classes, to, false)?;
            return Ok(found.stuck.is_none().then_some(found));
        }
    }
    Ok(None)
}

struct Work<'a> {
    rules: &'a Ruleset,
    shape: Shape,
    misere: bool,
    values: Vec<u8>,
    to: u64,
    options: &'a Options,
}

impl<'a> Work<'a> {
    /// With the first values that all starts to a number want.
    fn begin(rules: &'a Ruleset, shape: Shape, to: u64, options: &'a Options) -> Result<Work<'a>, Diagnostic> {
        let misere = options.play == Play::Misere;
        let terms = wanted_values(&shape, to).max(wanted(&shape) as u64);
        let terms = usize::try_from(terms).unwrap_or(usize::MAX);
        let values = first(&shape, misere, terms, &options.limits).map_err(diagnostic)?;
        Ok(Work { rules, shape, misere, values, to, options })
    }

    /// `kept`: a folder keeps what is done.
    fn measured(&self, guess: &Guess, (from, to): (u64, u64), kept: bool) -> Result<Measured, Diagnostic> {
        let Work { rules, shape, misere, values, options, .. } = self;
        let root = options.checkpoint.as_ref().filter(|_| kept);
        let folder = root.map(|root| Folder::of_steps(root, rules, &guess.classes, *misere)).transpose();
        let folder = folder.map_err(diagnostic)?;
        let shelf = folder.as_ref().map(Folder::steps).transpose().map_err(diagnostic)?;
        let asked = Asked { shape, misere: *misere, values, guess, limits: &options.limits };
        measure(&asked, (from, to.max(from)), shelf).map_err(diagnostic)
    }

    fn all(&self) -> Result<Convergence, Diagnostic> {
        let guess = Guess::all();
        let Measured { records, stuck } = self.measured(&guess, (0, self.to), true)?;
        let never = stuck.and_then(|start| self.never(&guess, start));
        Ok(Convergence { to: self.to, records, stuck, never, ..Convergence::default() })
    }

    fn never(&self, guess: &Guess, start: u64) -> Option<Never> {
        let list = |bits: u32| (0..32).filter(|v| bits >> v & 1 == 1).collect();
        REFINEMENTS.iter().find_map(|finer| {
            let invariants = Invariants::of(&self.shape, &self.values, self.shape.modulus(*finer))?;
            let found = apart(&self.shape, self.misere, &self.values, guess, start, &invariants)?;
            let (guesses, values) = (found.guesses, found.values.map(list));
            let (residue, modulus, from) = (found.residue, found.modulus, found.from);
            Some(Never { start, guesses, residue, modulus, from, values })
        })
    }

    fn restricted(&self, classes: Classes, to: u64, kept: bool) -> Result<Convergence, Diagnostic> {
        let guess = Guess { classes: classes.bits() };
        let (from, to) = (classes.from, to.max(classes.from));
        let Measured { records, stuck } = self.measured(&guess, (from, to), kept)?;
        let never = stuck.and_then(|start| self.never(&guess, start));
        Ok(Convergence { from, to, records, stuck, never, classes: Some(classes), ..Convergence::default() })
    }

    /// The values that are proved possible, by residues of a modulus, from `PROVED_FROM` on: the fewest that were found.
    fn possible(&self, modulus: u64) -> Option<Vec<u32>> {
        REFINEMENTS.iter().find_map(|finer| {
            let all = Invariants::of(&self.shape, &self.values, self.shape.modulus(modulus * finer))?;
            let class =
                |r: u64| (r..all.modulus).step_by(modulus as usize).fold(0, |bits, k| bits | all.values[k as usize]);
            let classes: Vec<u32> = (0..modulus).map(class).collect();
            let whole = classes.iter().fold(0, |all, bits| all | bits);
            (all.modulus.is_multiple_of(modulus) && classes.iter().any(|bits| *bits != whole)).then_some(classes)
        })
    }

    /// The position from which values are in classes, where they are from `PROVED_FROM` on.
    fn begins(&self, classes: &[u32]) -> u64 {
        let inside = |n: &u64| classes[(n % classes.len() as u64) as usize] >> self.values[*n as usize] & 1 == 1;
        (0..PROVED_FROM).rev().find(|n| !inside(n)).map_or(0, |n| n + 1)
    }

    fn classes(&self, modulus: u64) -> Option<Classes> {
        let bits = self.possible(modulus)?;
        let values = bits.iter().map(|bits| (0..32).filter(|v| bits >> v & 1 == 1).collect()).collect();
        Some(Classes { values, from: self.begins(&bits) })
    }

    /// A person's classes, proved by induction.
    fn proved(&self, asked: &Classes) -> Result<Classes, Diagnostic> {
        let bits = asked.bits();
        let modulus = bits.len() as u64;
        let missing = match self.possible(modulus) {
            None => "no class of values is proved for numbers of any residue".to_string(),
            Some(possible) => match possible.iter().zip(&bits).position(|(possible, asked)| possible & !asked != 0) {
                None => return Ok(Classes { from: self.begins(&bits), ..asked.clone() }),
                Some(residue) => {
                    let values: Vec<String> =
                        (0..32).filter(|v| possible[residue] >> v & 1 == 1).map(|v: u32| v.to_string()).collect();
                    format!("for n mod {modulus} = {residue} no fewer values are proved than {{{}}}", values.join(", "))
                }
            },
        };
        let message = format!("these classes of values are not proved by induction: {missing}");
        Err(Diagnostic::new("seeds", message).help("without `--seeds` all guesses are tried"))
    }
}
