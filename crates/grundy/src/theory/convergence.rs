//! Convergence of subtraction-division games: the number of steps after which all guesses agree with the true values.
//!
//! In: rules whose moves subtract constants or divide exactly by constants, a bound N, and optionally the values that guesses may have. Out:
//! a [`Convergence`]: the maximum number of steps over all starts up to N, the bounds that theorems prove, or two guesses that never agree.
//!
//! The mathematics is that of G. Nivasch and O. Rubinstein, arXiv:2503.23196: section 2 defines the steps, section 5 has games without convergence,
//! section 6 restricts guesses to classes of values that are proved possible.

use std::sync::Arc;

use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::diagnostic;
use grundy_core::read::arithmetic::lcm;
use grundy_core::store::tiles::Folder;
pub use grundy_proofs::divisions::measure::Apart;
use grundy_proofs::divisions::measure::{Asked, Guess, Measured, apart, measure, wanted as wanted_values};
use grundy_proofs::divisions::{Followed, Invariants, PROVED_FROM, REFINEMENTS, Shape, bounds, first, follow, wanted};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::session::Game;
use serde_json::{Value, json};

use crate::checked::{Checked, check};
use crate::envelope::{begun_of, sealed};

/// What is known of the number of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Convergence {
    /// The first start. It is not 0 where guesses are restricted to values that are proved possible only from some number on.
    pub from: u64,
    /// The last start.
    pub to: u64,
    /// The starts that take more steps than all earlier ones, each with its number of steps.
    pub records: Vec<(u64, u64)>,
    /// Numbers of steps that suffice from any start, each with the theorem that proves it; the paper's theorem first.
    pub bounds: Vec<(u64, &'static str)>,
    /// The first start from which guesses did not agree in 4096 steps.
    pub stuck: Option<u64>,
    /// Two guesses that never agree, a proof that there is no convergence. Has the checker read a certificate of it?
    pub never: Option<(Apart, Checked)>,
    /// The values that guesses may have, if they are restricted.
    pub classes: Option<Classes>,
    /// The bound that following all guesses proves.
    pub followed: Option<Followed>,
    /// Has the checker read the certificate of this bound?
    pub followed_checked: Option<Checked>,
    /// Has the checker read a certificate of the classes of values?
    pub classes_checked: Option<Checked>,
    /// The play.
    pub play: Play,
    /// The modulus of the residues that the proofs tell apart.
    modulus: u64,
}

impl Convergence {
    /// The maximum number of steps, and the first start that takes this many.
    #[must_use]
    pub fn most(&self) -> Option<(u64, u64)> {
        self.records.last().map(|(start, steps)| (*steps, *start))
    }

    /// The certificate of the bound that following all guesses proves, or of two guesses that never agree, without a final newline; `None` if there is none.
    ///
    /// ```
    /// # use grundy::{Options, Session, theory::convergence::convergence};
    /// let game = Session::new().game("mark[{1}, {2, 3}]", None)?;
    /// let found = convergence(&game.rules, 1000, None, &Options::default())?;
    /// let theorem = grundy_certify::verify(&found.certificate(&game).expect("a proof"), &mut |_| false).expect("it holds");
    /// assert!(theorem.statement.contains("agree after at most 10 steps. From 60 they take 10."), "{}", theorem.statement);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn certificate(&self, game: &Game) -> Option<String> {
        self.text(&game.text, &game.rules)
    }

    /// The certificate of the proof, with a name for the game: of the bound, or of two guesses that never agree.
    fn text(&self, name: &str, rules: &Ruleset) -> Option<String> {
        if self.play.is_misere() {
            return None;
        }
        if let Some((never, _)) = self.never.as_ref().filter(|_| self.classes.is_none()) {
            return Some(self.apart(never, name, rules));
        }
        let (followed, (taken, start)) = (self.followed.as_ref()?, self.most()?);
        let mut object = self.begun(name, rules, &followed.products);
        if let Some(classes) = &self.classes {
            object["classes"] = classes.json();
        }
        object["steps"] = followed.steps.into();
        object["start"] = start.into();
        object["taken"] = taken.into();
        Some(sealed(object))
    }

    /// The beginning of a certificate that follows values at quotients by some products.
    fn begun(&self, name: &str, rules: &Ruleset, products: &[u64]) -> Value {
        let mut object = begun_of("views", name, rules, Play::Normal);
        object["products"] = products.into();
        object["modulus"] = self.modulus.into();
        object
    }

    /// The certificate of two guesses that never agree.
    fn apart(&self, never: &Apart, name: &str, rules: &Ruleset) -> String {
        let mut object = self.begun(name, rules, &[]);
        object["start"] = never.start.into();
        object["guesses"] = never.guesses.iter().cloned().collect();
        object["residue"] = never.residue.into();
        object["every"] = never.modulus.into();
        sealed(object)
    }

    /// Lets the checker read the certificates of all that was proved.
    fn check(&mut self, rules: &Ruleset, limits: &Limits) {
        let text = self.text("", rules).filter(|_| self.followed.is_some());
        self.followed_checked = text.map(|text| check(&text, limits));
        let whole = self.followed_checked == Some(Checked::Yes);
        let read = |text: String, reads: bool, why: &str| match reads {
            true => check(&text, limits),
            false => Checked::No(format!("the checker reads {why}")),
        };
        let normal = self.play == Play::Normal;
        // The certificate of a bound states the classes as well.
        let of_classes = |classes: &Classes| read(classes.text(self.begun("", rules, &[])), normal, "normal play");
        let all = normal && self.classes.is_none();
        let of_never =
            |never: &Apart| read(self.apart(never, "", rules), all, "proofs about all guesses in normal play");
        let never = self.never.as_ref().map(|(never, _)| (never.clone(), of_never(never)));
        self.classes_checked =
            self.classes.as_ref().map(|classes| if whole { Checked::Yes } else { of_classes(classes) });
        self.never = never;
    }

    /// Has the checker read a certificate that so many steps suffice?
    #[must_use]
    pub fn checked(&self, steps: u64) -> Checked {
        match (&self.followed, &self.followed_checked) {
            (Some(followed), Some(checked)) if followed.steps <= steps => checked.clone(),
            _ => Checked::No("there is no certificate of the theorem that proves it".to_string()),
        }
    }

    /// The name of the file of the certificate.
    #[must_use]
    pub fn file(game: &Game) -> String {
        format!("{}-normal-convergence.json", game.rules.hash())
    }
}

/// Values that a position can have, by its residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The possible values for each residue, from residue 0 on.
    pub values: Vec<Vec<u8>>,
    /// The position from which on the classes are proved. Ignored in classes given to [`convergence`].
    pub from: u64,
}

impl Classes {
    fn json(&self) -> Value {
        json!({"values": self.values, "from": self.from})
    }

    fn text(&self, mut object: Value) -> String {
        object["classes"] = self.json();
        sealed(object)
    }

    fn bits(&self) -> Vec<u32> {
        self.values.iter().map(|values| values.iter().fold(0, |bits, v| bits | 1 << v)).collect()
    }
}

/// What proves a bound that no paper has.
const FOLLOWED: &str = "all guesses, followed with all values that the quotients can have";

/// The moduli for which classes are searched.
const MODULI: std::ops::RangeInclusive<u64> = 2..=12;
/// The last start of the first trial of a choice of classes.
const TRIED: u64 = 1 << 14;

/// Measures the steps to convergence from all starts up to `to`, for all guesses or for those with values in the given classes.
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
/// Rules that are no subtraction-division game; classes that are not proved; more guesses than can be tried; an interruption; too little memory.
pub fn convergence(
    rules: &Arc<Ruleset>,
    to: u64,
    classes: Option<&Classes>,
    options: &Options,
) -> Result<Convergence, Diagnostic> {
    let mut found = unchecked(rules, to, classes, options)?;
    found.check(rules, &options.limits);
    Ok(found)
}

/// The same without the checker, for proofs that become a part of others.
pub fn unchecked(
    rules: &Arc<Ruleset>,
    to: u64,
    classes: Option<&Classes>,
    options: &Options,
) -> Result<Convergence, Diagnostic> {
    let shape = Shape::of_guesses(rules).map_err(|reason| {
        let message = format!("convergence is that of guesses about games which subtract and divide: {reason}");
        Diagnostic::new(Code::Shape, message).help("such as `move n - 1` and `move n div 2 if n > 0 and 2 divides n`")
    })?;
    let work = Measuring::begin(rules, shape, to, options)?;
    let mut found = match classes {
        Some(classes) => work.restricted(work.proved(classes)?, to, true)?,
        None => work.all()?,
    };
    if classes.is_none() && work.play == Play::Normal {
        found.bounds = bounds(&work.shape).into_iter().map(|bound| (bound.steps, bound.theorem)).collect();
    }
    work.with_bound(found)
}

/// Is there memory for the values that the starts up to a bound need?
#[must_use]
pub fn fits(rules: &Arc<Ruleset>, to: u64, options: &Options) -> bool {
    let values = Shape::of_guesses(rules).map_or(0, |shape| wanted_values(&shape, to));
    values.saturating_mul(BYTES) <= options.limits.free()
}

/// Bytes for a value, with room to spare.
const BYTES: u64 = 2;

/// Classes of values with which a game converges that does not converge for all guesses, and the steps; `None` if no such classes are found.
///
/// # Errors
/// As [`convergence`].
pub fn restricted(rules: &Arc<Ruleset>, to: u64, options: &Options) -> Result<Option<Convergence>, Diagnostic> {
    let Ok(shape) = Shape::of_guesses(rules) else { return Ok(None) };
    let work = Measuring::begin(rules, shape, to, options)?;
    for modulus in MODULI {
        let Some(classes) = work.classes(modulus) else { continue };
        if work.restricted(classes.clone(), to.min(TRIED), false)?.stuck.is_none() {
            let mut found = work.with_bound(work.restricted(classes, to, false)?)?;
            if found.stuck.is_some() {
                return Ok(None);
            }
            found.check(rules, &options.limits);
            return Ok(Some(found));
        }
    }
    Ok(None)
}

struct Measuring<'a> {
    rules: &'a Ruleset,
    shape: Shape,
    play: Play,
    values: Vec<u8>,
    to: u64,
    options: &'a Options,
}

impl<'a> Measuring<'a> {
    /// Computes the first values, as many as the starts up to `to` need, and those from which on restricted guesses are proved.
    fn begin(rules: &'a Ruleset, shape: Shape, to: u64, options: &'a Options) -> Result<Measuring<'a>, Diagnostic> {
        let play = options.play;
        let terms = wanted_values(&shape, to.max(PROVED_FROM)).max(wanted(&shape) as u64);
        let terms = usize::try_from(terms).unwrap_or(usize::MAX);
        let values = first(&shape, play, terms, &options.limits).map_err(diagnostic)?;
        Ok(Measuring { rules, shape, play, values, to, options })
    }

    /// Measures the steps for one set of guesses. With `kept`, progress is written to the checkpoint folder, if there is one.
    fn measured(&self, guess: &Guess, (from, to): (u64, u64), kept: bool) -> Result<Measured, Diagnostic> {
        let Measuring { rules, shape, play, values, options, .. } = self;
        let root = options.checkpoint.as_ref().filter(|_| kept);
        let folder = root.map(|root| Folder::of_steps(root, rules, &guess.classes, *play)).transpose();
        let folder = folder.map_err(diagnostic)?;
        let shelf = folder.as_ref().map(Folder::steps).transpose().map_err(diagnostic)?;
        let asked = Asked { shape, play: *play, values, guess, limits: &options.limits };
        measure(&asked, (from, to.max(from)), shelf).map_err(diagnostic)
    }

    fn all(&self) -> Result<Convergence, Diagnostic> {
        let guess = Guess::all();
        let Measured { records, stuck } = self.measured(&guess, (0, self.to), true)?;
        let never = stuck.and_then(|start| self.never(&guess, start));
        let (play, modulus) = (self.options.play, never.as_ref().map_or(1, |(never, _)| never.proof));
        Ok(Convergence { to: self.to, records, stuck, never, play, modulus, ..Convergence::default() })
    }

    /// Adds the bound that following all guesses proves.
    fn with_bound(&self, mut found: Convergence) -> Result<Convergence, Diagnostic> {
        if found.stuck.is_none() && self.play == Play::Normal {
            found.followed = self.followed(&found)?;
            found.bounds.extend(found.followed.as_ref().map(|followed| (followed.steps, FOLLOWED)));
            found.modulus = lcm(found.modulus, found.followed.as_ref().map_or(1, |followed| followed.modulus));
        }
        Ok(found)
    }

    /// The steps after which all guesses agree from any start, if following all of them proves such a number.
    fn followed(&self, found: &Convergence) -> Result<Option<Followed>, Diagnostic> {
        let guess = found.classes.as_ref().map_or_else(Guess::all, |classes| Guess { classes: classes.bits() });
        let enough = found.most().map_or(0, |(steps, _)| steps);
        let Some(proved) = follow(&self.shape, &guess, enough, &self.options.limits).map_err(diagnostic)? else {
            return Ok(None);
        };
        if proved.from <= self.to {
            return Ok(Some(Followed { steps: proved.steps.max(enough), ..proved }));
        }
        // From the first starts the steps are measured.
        let options = Options { checkpoint: None, ..self.options.clone() };
        let early = Measuring::begin(self.rules, self.shape.clone(), proved.from, &options)?;
        let Measured { records, stuck } = early.measured(&guess, (found.from, proved.from), false)?;
        let most = records.last().map_or(0, |(_, steps)| *steps);
        Ok(stuck.is_none().then(|| Followed { steps: proved.steps.max(most), ..proved }))
    }

    fn never(&self, guess: &Guess, start: u64) -> Option<(Apart, Checked)> {
        REFINEMENTS.iter().take_while(|_| self.options.limits.ended().is_none()).find_map(|finer| {
            let invariants = Invariants::of(&self.shape, &self.values, self.shape.modulus(*finer))?;
            let found = apart(&self.shape, self.play, &self.values, guess, start, &invariants, &self.options.limits)?;
            Some((found, Checked::before()))
        })
    }

    fn restricted(&self, (classes, modulus): (Classes, u64), to: u64, kept: bool) -> Result<Convergence, Diagnostic> {
        let guess = Guess { classes: classes.bits() };
        let (from, to) = (classes.from, to.max(classes.from));
        let Measured { records, stuck } = self.measured(&guess, (from, to), kept)?;
        let never = stuck.and_then(|start| self.never(&guess, start));
        Ok(Convergence {
            from,
            to,
            records,
            stuck,
            never,
            classes: Some(classes),
            play: self.options.play,
            modulus,
            ..Convergence::default()
        })
    }

    /// The values that are proved possible from `PROVED_FROM` on, by residues of a modulus, and the modulus of the proof; `None` if no class is smaller than the whole.
    fn possible(&self, modulus: u64) -> Option<(Vec<u32>, u64)> {
        REFINEMENTS.iter().find_map(|finer| {
            let all = Invariants::of(&self.shape, &self.values, self.shape.modulus(modulus * finer))?;
            let class =
                |r: u64| (r..all.modulus).step_by(modulus as usize).fold(0, |bits, k| bits | all.values[k as usize]);
            let classes: Vec<u32> = (0..modulus).map(class).collect();
            let whole = classes.iter().fold(0, |all, bits| all | bits);
            let is_known = all.modulus.is_multiple_of(modulus) && classes.iter().any(|bits| *bits != whole);
            is_known.then_some((classes, all.modulus))
        })
    }

    /// The least position from which on all values lie in the classes, given that they do from `PROVED_FROM` on.
    fn begins(&self, classes: &[u32]) -> u64 {
        let inside = |n: &u64| classes[(n % classes.len() as u64) as usize] >> self.values[*n as usize] & 1 == 1;
        (0..PROVED_FROM).rev().find(|n| !inside(n)).map_or(0, |n| n + 1)
    }

    fn classes(&self, modulus: u64) -> Option<(Classes, u64)> {
        let (bits, proof) = self.possible(modulus)?;
        let values = bits.iter().map(|bits| (0..32).filter(|v| bits >> v & 1 == 1).collect()).collect();
        Some((Classes { values, from: self.begins(&bits) }, proof))
    }

    /// The classes asked for, with the position from which on they are proved; an error if induction does not prove them.
    fn proved(&self, asked: &Classes) -> Result<(Classes, u64), Diagnostic> {
        let bits = asked.bits();
        let modulus = bits.len() as u64;
        let missing = match self.possible(modulus) {
            None => "no class of values is proved for numbers of any residue".to_string(),
            Some((possible, proof)) => {
                match (0..bits.len()).find(|residue| possible[*residue] & !bits[*residue] != 0) {
                    None => return Ok((Classes { from: self.begins(&bits), ..asked.clone() }, proof)),
                    Some(residue) => {
                        let values: Vec<String> =
                            (0..32).filter(|v| possible[residue] >> v & 1 == 1).map(|v: u32| v.to_string()).collect();
                        format!(
                            "for n mod {modulus} = {residue} no fewer values are proved than {{{}}}",
                            values.join(", ")
                        )
                    }
                }
            }
        };
        let message = format!("these classes of values are not proved by induction: {missing}");
        Err(Diagnostic::new(Code::Seeds, message).help("without `--seeds` all guesses are tried"))
    }
}
