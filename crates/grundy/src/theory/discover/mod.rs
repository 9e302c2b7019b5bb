//! A closed formula for the values of a game, found and proved.
//!
//! In: rules, the play, whether values or outcomes are asked for. Out: a formula that is true of every position: a *decision list*, such as
//! `if a + b <= c then … else …`. The list is found in a table and proved by induction, as a claim is. The conditions are comparisons of sums and
//! residues, the leaves sums, nim-sums, quotients and tables of residues (`pieces`); the list is built greedily and made shorter (`list`).

mod list;
mod pieces;
mod sample;

use std::sync::Arc;

use grundy_automata::Budget;
use grundy_core::contract::blocked::NOT_COUNTED;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::stop::diagnostic;
use grundy_decide::{Characterization, Claimed, Coordinates, Description, Outcome, prove, ways};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Formula};
use grundy_rules::rules::show::show;
use grundy_rules::rules::symmetry::{is_symmetric, orders};
use grundy_rules::rules::{Role, Ruleset, build, change};
use grundy_rules::session::Game;

use super::everywhere::{Everywhere, ordered, read};
use crate::checked::Checked;
use crate::choose::Evaluator;
use grundy_proofs::automata::{memory, periodic};
use list::List;
use pieces::Pieces;
use sample::Sample;

/// The question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// The values.
    Values,
    /// The P-positions.
    Outcomes,
}

/// A formula of the values of every position, or of the P-positions, proved.
#[derive(Clone, Debug)]
pub struct Discovered {
    formula: Formula,
    /// Is the formula about positions that ascend? They stand for all, since the coordinates may be exchanged.
    pub ascends: bool,
    /// The states of the largest automaton of the proof.
    pub states: usize,
    /// The proof by automata.
    pub values: Everywhere,
    /// Has the checker read the certificate?
    pub checked: Checked,
}

impl Discovered {
    /// The certificate of the formula, without a final newline; `None` if expressions give some of the values of the proof.
    #[must_use]
    pub fn certificate(&self, game: &Game) -> Option<String> {
        self.values.certificate_of_formula(&game.text, &game.rules, (&self.formula, self.ascends))
    }

    /// The formula, with names for the coordinates: the value, or the condition for P-positions.
    #[must_use]
    pub fn form(&self, names: &[String]) -> String {
        let form = show(&self.formula, names);
        let is_if = match &self.formula {
            Formula::Number(e) => matches!(**e, Expr::If(..)),
            Formula::Condition(c) => matches!(**c, Cond::If(..)),
        };
        if is_if { format!("({form})") } else { form }
    }

    /// The claim, which `check` proves.
    #[must_use]
    pub fn claim(&self, game: &Game, asks: Asks) -> String {
        let names = names(&game.rules);
        let misere = if self.values.play().is_misere() { "_misere" } else { "" };
        let says = match asks {
            Asks::Values => format!("G{misere} = {}", self.form(&names)),
            Asks::Outcomes => format!("P{misere} iff {}", self.form(&names)),
        };
        let filter = if self.ascends { format!(" where {}", names.join(" <= ")) } else { String::new() };
        format!("claim \"discovered\" on {} at ({}){filter}: {says}", game.text, names.join(", "))
    }
}

/// The names of the coordinates: those of the rules, but letters for the entries of a list.
fn names(rules: &Ruleset) -> Vec<String> {
    let own = rules.coords.iter().map(|coord| coord.name.clone());
    let is_entry = |name: &String| name.chars().any(|c| c.is_ascii_digit());
    let letters = ["a", "b", "c", "d", "e", "f"].map(String::from);
    if rules.width() <= letters.len() && own.clone().all(|name| is_entry(&name)) {
        return letters[..rules.width()].to_vec();
    }
    own.collect()
}

/// Why nothing is proved about these positions, whatever their values are. The values are not computed then: those of a table take a search through all sums
/// of heaps, which has no end in sight.
#[must_use]
pub fn hopeless(rules: &Ruleset, play: Play) -> Option<&'static str> {
    match rules.splits() {
        true if play.is_misere() => {
            Some("in misère play the value of several heaps is no nim-sum of theirs, and moves here leave several")
        }
        true if rules.leaves.len() > 1 || rules.coords.iter().any(|coord| coord.role == Role::Flag) => {
            Some("a part of a compound becomes several heaps, and the value of the whole is not known from theirs")
        }
        false if rules.blocked > 0 => Some(NOT_COUNTED),
        _ => None,
    }
}

/// The box in which play is seen to go on for ever: the greatest coordinate, and the most positions.
const SHOWN: u64 = 8;
const SHOWN_CELLS: u64 = 1 << 12;

/// Why nothing was proved, where play may go on for ever: a small box shows it.
#[must_use]
pub fn goes_on_for_ever(rules: &Arc<Ruleset>, options: &Options) -> Option<&'static str> {
    let to = (1..=SHOWN).rev().find(|to| box_cells(&vec![*to; rules.width()]) <= SHOWN_CELLS)?;
    let hi: Vec<u64> = rules.coords.iter().map(|coord| if coord.role == Role::Own { to } else { 1 }).collect();
    let error = Evaluator::new(rules, options.clone()).table(&hi).err()?;
    (error.code == Code::Circle).then_some(
        "play may go on for ever in this game, and what is looked for are values of games that end; `value` and `table` give its loopy values",
    )
}

/// Looks for a formula of the values of a game and proves it; `None` if none is found.
///
/// ```
/// # use grundy::{Options, Session, theory::discover::{Asks, discover}};
/// let game = Session::new().game("nim[2]", None)?;
/// let found = discover(&game.rules, Asks::Values, &Options::default())?.expect("a formula");
/// assert_eq!(found.form(&["a".into(), "b".into()]), "a xor b");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// As those of a table of the game; an interruption.
pub fn discover(rules: &Arc<Ruleset>, asks: Asks, options: &Options) -> Result<Option<Discovered>, Diagnostic> {
    let Some(Proved { formula, ascends, states, told }) = prove_some(rules, asks, options)? else { return Ok(None) };
    let values = Everywhere::of(Arc::new(told), options.play);
    let checked = read(values.certificate_of_formula("", rules, (&formula, ascends)), &options.limits);
    Ok(Some(Discovered { formula, ascends, states, values, checked }))
}

/// The P-positions of a game in normal play, as a condition on coordinates in any order, if a formula of them or of the values is proved. The checker does not
/// read it: claims that use it state the condition in their own certificates.
pub(crate) fn p_positions(rules: &Arc<Ruleset>, limits: &Limits) -> Option<C> {
    let options = Options { limits: limits.clone(), ..Options::default() };
    let of = |asks| prove_some(rules, asks, &options).ok().flatten();
    let Proved { formula, ascends, .. } = [Asks::Outcomes, Asks::Values].into_iter().find_map(of)?;
    let is_p = match formula {
        Formula::Condition(is_p) => is_p,
        Formula::Number(value) => build::zero(&value),
    };
    let coords: Vec<E> = (0..rules.width()).map(build::coord).collect();
    Some(change::substitute(&is_p, &|e| match e {
        Expr::Coord(i) if ascends => Some(build::rank(*i, &coords)),
        _ => None,
    }))
}

/// A formula that is proved.
struct Proved {
    formula: Formula,
    ascends: bool,
    states: usize,
    told: Characterization,
}

/// The first formula that is proved, of those that fit the values of a small box.
fn prove_some(rules: &Arc<Ruleset>, asks: Asks, options: &Options) -> Result<Option<Proved>, Diagnostic> {
    let ended = || options.limits.ended().is_some();
    let budget = Budget { ended: &ended, memory: memory(&options.limits), ..Budget::default() };
    if hopeless(rules, options.play).is_some() || ways(rules, &budget).is_empty() {
        return Ok(None);
    }
    let Some(sample) = Sample::of(rules, asks, options)? else { return Ok(None) };
    // A decision list is only looked for if no period is proved.
    let lists = std::iter::once_with(|| listed(&sample, asks, options)).flatten();
    for (formula, claimed) in repeating(&sample, rules, asks, options)?.into_iter().chain(lists) {
        let proved = prove_formula(rules, options.play, claimed, sample.ascends, &budget);
        options.limits.interrupted().map_err(diagnostic)?;
        if let Some((states, told)) = proved {
            return Ok(Some(Proved { formula, ascends: sample.ascends, states, told }));
        }
    }
    Ok(None)
}

/// A formula, and what is to be proved for it.
type Candidate = (Formula, Vec<Claimed>);

/// The formula that the values of a game of one coordinate suggest, if they repeat. Where positions split, the P-positions alone are not proved: all values
/// are.
fn repeating(
    sample: &Sample,
    rules: &Arc<Ruleset>,
    asks: Asks,
    options: &Options,
) -> Result<Option<Candidate>, Diagnostic> {
    let Some((value, claimed)) = sample.sequence().and_then(|values| periodic(&values)) else { return Ok(None) };
    if asks == Asks::Values {
        return Ok(Some((value.into(), claimed)));
    }
    let zero = build::zero(&value);
    let mut claimed = vec![Claimed::Level(0, zero.clone())];
    if rules.splits() {
        let values = Sample::of(rules, Asks::Values, options)?.and_then(|sample| sample.sequence());
        claimed.extend(values.and_then(|values| periodic(&values)).into_iter().flat_map(|(_, all)| all).skip(1));
    }
    Ok(Some((zero.into(), claimed)))
}

/// A decision list that fits the values.
fn listed(sample: &Sample, asks: Asks, options: &Options) -> Option<Candidate> {
    let list = List::search(sample, &Pieces::of(sample, &options.limits)?, &options.limits)?;
    Some(match asks {
        Asks::Values => (list.number().into(), vec![Claimed::Value(list.number())]),
        Asks::Outcomes => (list.is_zero().into(), vec![Claimed::Level(0, list.is_zero())]),
    })
}

/// Proves a formula in one of the ways to look at positions.
fn prove_formula(
    rules: &Ruleset,
    play: Play,
    claimed: Vec<Claimed>,
    ascends: bool,
    budget: &Budget<'_>,
) -> Option<(usize, Characterization)> {
    let is_symmetric = |claimed: &Claimed| match claimed {
        Claimed::Value(e) => is_symmetric(e, rules.width()),
        Claimed::Level(_, c) => is_symmetric(c, rules.width()),
        Claimed::Graph(_) | Claimed::Member(..) => false,
    };
    let symmetric = claimed.iter().all(is_symmetric);
    let all: Vec<Description> =
        claimed.into_iter().map(|claimed| Description::of_all(rules.width(), claimed)).collect();
    let mut ways = vec![];
    if ascends {
        ways.push((Coordinates::Differences, all.clone()));
    }
    if !ascends || symmetric {
        ways.push((Coordinates::Plain, all));
    } else if let Some(patterns) = images(rules.width()) {
        let filter = ordered(rules.width());
        let of = |all: Description| Description { patterns: patterns.clone(), filter: filter.clone(), ..all };
        ways.push((Coordinates::Plain, all.into_iter().map(of).collect()));
    }
    ways.into_iter().find_map(|(coordinates, descriptions)| {
        let complete = descriptions.len() > 1;
        let told = Characterization { descriptions, complete, coordinates, ..Characterization::default() };
        match prove(rules, play, &told, budget) {
            Outcome::Proved { states, full: true, told } => Some((states, told)),
            _ => None,
        }
    })
}

/// The positions that exchanges make of one that ascends; `None` if they are too many.
fn images(width: usize) -> Option<Vec<Vec<E>>> {
    let orders = orders(&(0..width).rev().collect::<Vec<usize>>());
    (orders.len() <= IMAGES)
        .then(|| orders.into_iter().map(|order| order.into_iter().map(build::coord).collect()).collect())
}

/// The most images of a pattern.
const IMAGES: usize = 24;
