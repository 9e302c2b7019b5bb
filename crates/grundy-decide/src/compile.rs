//! What is said by expressions, said by automata.
//!
//! In: descriptions by expressions of all positions. Out: the same by automata, so that a formula that asks for the value of many positions holds one
//! small automaton with other names of variables, instead of many copies of the expression.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Decider, Formula, Formulas, Stop, Var};
use grundy_rules::rules::Ruleset;

use super::Unsaid;
use super::describe::{Claimed, Description, Told};
use super::game::Played;
use super::number::Sum;

type Said<T> = Result<T, Unsaid>;

/// Descriptions of all positions, by automata. Expressions must be defined wherever they are asked for. What cannot be said stays.
///
/// # Errors
/// An automaton that is too large.
pub(crate) fn compiled(rules: &Ruleset, told: &Told, budget: &Budget<'_>) -> Result<Told, Stop> {
    let Ok(played) = Played::of(rules, told.coordinates) else { return Ok(told.clone()) };
    let (mut all, mut decider) = (Formulas::new(), Decider::new(2, budget));
    let mut new = told.clone();
    for description in &mut new.descriptions {
        let alone = Told { descriptions: vec![description.clone()], ..told.clone() };
        match compiled_one(&played, description, &alone, &mut all, &mut decider) {
            Ok(Some(claimed)) => description.claimed = claimed,
            Err(Unsaid::Stop(stop)) => return Err(stop),
            Ok(None) | Err(_) => {}
        }
    }
    Ok(new)
}

fn compiled_one(
    played: &Played<'_>,
    description: &Description,
    alone: &Told,
    all: &mut Formulas,
    decider: &mut Decider<'_>,
) -> Said<Option<Claimed>> {
    if !description.is_everywhere() {
        return Ok(None);
    }
    let mut set = |value: Option<u32>| -> Said<Automaton> {
        let (first, x) = (all.count_of_variables(), played.position(all)?);
        let value = value.map_or_else(|| Sum::var(all.fresh()), |value| Sum::constant(value.into()));
        let formula = alone.has_value(all, &x, &value)?;
        set_of(all, decider, formula, first)
    };
    Ok(match description.claimed {
        Claimed::Value(_) => Some(Claimed::Graph(Arc::new(set(None)?))),
        Claimed::Level(level, _) => Some(Claimed::Member(level, Arc::new(set(Some(level))?))),
        Claimed::Graph(_) | Claimed::Member(..) => None,
    })
}

/// The tuples that satisfy a formula, whose variables are those from a number on.
pub(crate) fn set_of(all: &Formulas, decider: &mut Decider<'_>, formula: Formula, first: Var) -> Said<Automaton> {
    let automaton = decider.automaton(all, formula)?;
    let names: BTreeMap<Var, Var> = automaton.vars().into_iter().map(|var| (var, var - first)).collect();
    Ok(automaton.rename(&names, decider.budget())?)
}
