//! What is said by expressions, said by automata.
//!
//! In: descriptions by expressions of all positions. Out: the same by automata, so that a formula that asks for the value of many positions holds one
//! small automaton with other names of variables, instead of many copies of the expression.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Decider, Formula, Formulas, Stop, Var};
use grundy_rules::rules::Ruleset;

use super::describe::{Characterization, Claimed, Description};
use super::game::Played;
use super::number::Sum;
use super::{Formed, NotExpressible};

/// Descriptions of all positions, by automata. Expressions must be defined wherever they are asked for. What cannot be said stays.
///
/// # Errors
/// An automaton that is too large.
pub(crate) fn compiled(
    rules: &Ruleset,
    told: &Characterization,
    budget: &Budget<'_>,
) -> Result<Characterization, Stop> {
    let Ok(played) = Played::of(rules, told.coordinates) else { return Ok(told.clone()) };
    let (mut all, mut decider) = (Formulas::within(budget), Decider::new(told.numeration, budget));
    let mut new = told.clone();
    for description in &mut new.descriptions {
        let alone = Characterization { descriptions: vec![description.clone()], ..told.clone() };
        match compiled_one(&played, description, &alone, &mut all, &mut decider) {
            Ok(Some(claimed)) => description.claimed = claimed,
            Err(NotExpressible::Stop(stop)) => return Err(stop),
            Ok(None) | Err(_) => {}
        }
    }
    Ok(new)
}

fn compiled_one(
    played: &Played<'_>,
    description: &Description,
    alone: &Characterization,
    all: &mut Formulas,
    decider: &mut Decider<'_>,
) -> Formed<Option<Claimed>> {
    if !description.is_everywhere() {
        return Ok(None);
    }
    let mut set = |value: Option<u32>| -> Formed<Automaton> {
        let (first, x) = (all.count_of_variables(), played.position(all)?);
        let value = value.map_or_else(|| Sum::var(all.fresh()), Sum::constant);
        let formula = alone.has_value(all, &x, &value)?;
        set_of(all, decider, formula, first)
    };
    Ok(match description.claimed {
        Claimed::Value(_) => Some(Claimed::Graph(Arc::new(set(None)?))),
        Claimed::Level(level, _) => Some(Claimed::Member(level, Arc::new(set(Some(level))?))),
        Claimed::Graph(_) | Claimed::Member(..) => None,
    })
}

/// What descriptions of parts say together of every position, by automata that speak of all; as it was where it cannot be said so.
pub(crate) fn joined(played: &Played<'_>, told: Characterization, budget: &Budget<'_>) -> Characterization {
    if told.descriptions.iter().all(Description::is_everywhere) {
        return told;
    }
    let levels = if told.says_values() { vec![None] } else { told.levels().map(Some).collect() };
    let (mut all, mut decider) = (Formulas::within(budget), Decider::new(told.numeration, budget));
    let mut of = |level: Option<i64>| -> Formed<Description> {
        let (first, x) = (all.count_of_variables(), played.position(&mut all)?);
        let value = level.map_or_else(|| Sum::var(all.fresh()), Sum::constant);
        let (exists, has_value) = (played.exists(&mut all, &x)?, told.has_value(&mut all, &x, &value)?);
        let both = all.and([exists, has_value]);
        let set = Arc::new(set_of(&all, &mut decider, both, first)?);
        let claimed = match level {
            None => Claimed::Graph(set),
            Some(level) => Claimed::Member(u32::try_from(level).map_err(|_| NotExpressible::Size)?, set),
        };
        Ok(Description::of_all(played.rules.width(), claimed))
    };
    match levels.into_iter().map(&mut of).collect::<Formed<Vec<Description>>>() {
        Ok(descriptions) => Characterization { descriptions, ..told },
        Err(_) => told,
    }
}

/// The tuples that satisfy a formula, whose variables are those from a number on.
pub(crate) fn set_of(all: &Formulas, decider: &mut Decider<'_>, formula: Formula, first: Var) -> Formed<Automaton> {
    let automaton = decider.automaton(all, formula)?;
    let names: BTreeMap<Var, Var> = automaton.vars().into_iter().map(|var| (var, var - first)).collect();
    Ok(automaton.rename(&names, decider.budget())?)
}
