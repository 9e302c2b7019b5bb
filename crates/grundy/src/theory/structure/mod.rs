//! The structure of a game in normal and misère play.
//!
//! In: rules, a box, properties. Out: for each property, either that it holds at all positions of the box and their followers, or the first
//! position that breaks it: the lexicographically first of those with the least sum of coordinates.
//!
//! With G and G⁻ the values in normal and misère play, call positions with (G, G⁻) = (0, 1) or (1, 0) *swap positions*. The
//! properties are those of Gurvich and Ho (*Slow k-Nim*, after Conway's tame games) and of Manabe, Miyadera and Suetsugu (*On the
//! Sprague-Grundy values of games with a pass*); [`Property`] defines each.
//!
//! These implications always hold: pet → miserable → tame → domestic, and forced → returnable. Miserable games need not be returnable, though
//! those of the papers are: `tests/structure.rs` has a miserable game with seven positions that is not returnable.

mod checks;

use std::sync::Arc;

use dashu_int::IBig;

pub use grundy_rules::rules::Property;

use crate::choose::{chooser, foreseen_reached};
use checks::Checks;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::reason::Account;
use grundy_core::enumerate::in_box::in_box;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

/// A position: the tuples of every leaf.
pub type Lists = Vec<Vec<Vec<IBig>>>;

/// A position that breaks a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The position.
    pub position: Lists,
    /// Its values in normal and misère play.
    pub pair: (u32, u32),
    /// The option of the move that breaks the property; empty where the position's own values break it.
    pub path: Vec<Lists>,
}

/// The result for one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The property.
    pub property: Property,
    /// The first position that breaks the property; `None` if the property holds at all positions checked.
    pub witness: Option<Witness>,
}

/// The results for all properties asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// One result for each property asked about, in that order.
    pub findings: Vec<Finding>,
    /// The number of positions in the box and among their followers. Split positions that differ only in tuples without a move count once.
    pub positions: u64,
    /// How the values were found, in words.
    pub by: String,
    /// How each table was made, if there are tables.
    pub tables: Vec<(Play, Account)>,
}

/// Looks for the first position that breaks each property, among the positions of the box from 0 to `hi` and their followers.
///
/// ```
/// # use grundy::{Limits, Session, theory::structure::{Property, classify}};
/// let game = Session::new().game("slow_exact[3, 2]", None)?;
/// let report = classify(&game.rules, &[6, 6, 6], &[Property::Tame, Property::SgDecreasing], &Limits::default())?;
/// let witness = report.findings[0].witness.as_ref().expect("it is not tame");
/// assert_eq!((game.show_parts(&witness.position), witness.pair), ("3,3,5".to_string(), (1, 2)));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// Rules that allow a cycle of moves or are not defined at a position; too little memory; an interruption; a wrong number of bounds.
pub fn classify(rules: &Arc<Ruleset>, hi: &[u64], wanted: &[Property], limits: &Limits) -> Result<Report, Diagnostic> {
    classify_by(None, rules, hi, wanted, limits)
}

/// The work foreseen for a classification to `hi`: the values in both plays; see [`foreseen_reached`].
#[must_use]
pub fn foreseen_by(engine: Option<EngineName>, plain: bool, rules: &Arc<Ruleset>, hi: &[u64]) -> u64 {
    let work = |play| foreseen_reached(rules, hi, &Options { play, plain, engine, ..Options::default() });
    work(Play::Normal).saturating_add(work(Play::Misere))
}

/// As [`classify`], on the explicit graph of all positions, without tables and symmetries.
///
/// # Errors
/// As [`classify`].
pub fn classify_plain(
    rules: &Arc<Ruleset>,
    hi: &[u64],
    wanted: &[Property],
    limits: &Limits,
) -> Result<Report, Diagnostic> {
    classify_by(Some(EngineName::Search), rules, hi, wanted, limits)
}

/// As [`classify`], by one engine only if one is given: the search builds an explicit graph, the others build tables.
///
/// # Errors
/// As [`classify`]; a table that the engine does not make.
pub fn classify_by(
    engine: Option<EngineName>,
    rules: &Arc<Ruleset>,
    hi: &[u64],
    wanted: &[Property],
    limits: &Limits,
) -> Result<Report, Diagnostic> {
    if hi.len() != rules.width() {
        let message = format!("positions of {} coordinates need as many bounds, found {}", rules.width(), hi.len());
        return Err(Diagnostic::new(Code::Bounds, message));
    }
    let misere = wanted.iter().any(|property| property.needs_misere());
    let mut positions = in_box(rules, hi, misere, engine, limits, &chooser())?;
    let mut checks = Checks::new(&mut *positions, misere)?;
    let broken = checks.run(wanted)?;
    let count = checks.count();
    let findings = wanted.iter().zip(broken).map(|(property, broken)| {
        let witness = broken.map(|(id, option)| -> Result<Witness, Diagnostic> {
            Ok(Witness {
                position: positions.lists(id),
                pair: (positions.normal(id), positions.misere(id)?),
                path: option.map(|to| positions.after_move(id, to)).transpose()?.into_iter().collect(),
            })
        });
        Ok(Finding { property: *property, witness: witness.transpose()? })
    });
    let findings = findings.collect::<Result<Vec<Finding>, Diagnostic>>()?;
    Ok(Report { findings, positions: count, by: positions.explain(), tables: positions.accounts() })
}
