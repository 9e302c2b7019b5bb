//! What follows from the meaning of the words alone.
//!
//! In: a statement that asks for values of which nothing is known. Out: whether the statement is true all the same: in every game, because it says what
//! `G` and `P` mean (`P iff G = 0`), or in this game, because no move keeps the value. The values at the positions that the statement names are new
//! variables. Two values are equal if the positions are the same, or differ only by the order of coordinates that the rules do not tell apart; and they
//! differ if a move leads from one position to the other. Nothing else is supposed of the values, so what follows is true of those of the game.
//!
//! A value may stand behind "for all" only: behind "there is", one variable would not stand for the values at several positions.

use std::collections::BTreeMap;

use grundy_automata::{Budget, Decider, Formula, Formulas, Var};
use grundy_rules::lower::asks;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{Tree, bound_by};
use grundy_rules::rules::symmetry::{Symmetry, orders};

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::number::{Sum, all_equal, at_most, equal};
use super::prefix::Prefix;
use super::prove::is_possible;
use super::state::{FreeValue, Known, Statement, body_of};

/// Why a statement is true whatever the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// It says what its words mean: it is true of any numbers in place of the values.
    Words,
    /// No move leads from a position to one of the same value; and coordinates that the rules do not tell apart can be exchanged.
    Moves,
    /// Besides, no value is greater than the rank of its position (theorem `rank`).
    Rank,
}

/// Does a statement follow from what values are? For each question, `plays` has a number that two questions share if they ask for values of the same
/// game in the same play; it is odd in misère play.
#[must_use]
pub fn follows(statement: &Statement<'_>, plays: &[usize], meaning: Meaning, budget: &Budget<'_>) -> bool {
    let mut prefix = Prefix::default();
    let matrix = prefix.matrix(statement.body, true);
    let body = prefix.body(statement.running, statement.inner, matrix);
    let hidden = body.any(&mut |node| !bound_by(node).is_empty() && asks(&node));
    if prefix.again || hidden || asks(statement.filter) {
        return false;
    }
    let opened = Statement { running: &[], inner: &build::boolean(true), body: &body, ..*statement };
    holds(&opened, &prefix, plays, meaning, budget).unwrap_or(false)
}

fn holds(
    statement: &Statement<'_>,
    prefix: &Prefix,
    plays: &[usize],
    meaning: Meaning,
    budget: &Budget<'_>,
) -> Result<bool, NotExpressible> {
    let mut all = Formulas::within(budget);
    let env = prefix.env(&mut all)?;
    let mut answers = Known { free: Some((plays, vec![])), ..Known::of(statement.questions) };
    let formula = body_of(statement, env, &mut all, &mut answers)?.formula;
    let values = answers.free.map_or(vec![], |(_, values)| values);
    let rules: BTreeMap<usize, &Ruleset> = values.iter().map(|value| (value.play, value.rules)).collect();
    // Positions have values only if the rules are defined everywhere and every play ends.
    if values.is_empty() || !rules.values().all(|rules| is_possible(rules, Coordinates::Plain, budget)) {
        return Ok(false);
    }
    let exchanges: BTreeMap<usize, _> = rules.iter().map(|(play, rules)| (*play, exchanges(rules, meaning))).collect();
    let mut supposed = vec![];
    for (i, one) in values.iter().enumerate() {
        for other in values[..i].iter().filter(|other| other.play == one.play) {
            let exchanges = &exchanges[&one.play];
            supposed.push(same_value(&mut all, exchanges, one, other)?);
            if meaning != Meaning::Words {
                supposed.push(no_move(&mut all, exchanges, one, other)?);
                supposed.push(no_move(&mut all, exchanges, other, one)?);
            }
        }
    }
    for value in values.iter().filter(|value| meaning == Meaning::Rank && !value.rules.splits()) {
        supposed.push(bounded(&mut all, value)?);
    }
    let supposed = all.and(supposed);
    let formula = all.implies(supposed, formula);
    Ok(Decider::new(statement.numeration()?, budget).is_valid(&all, formula)?)
}

/// The value at a position that exists is at most its rank; in misère play it may be 1 all the same.
fn bounded(
    all: &mut Formulas,
    FreeValue { play, rules, at, value }: &FreeValue<'_>,
) -> Result<Formula, NotExpressible> {
    let factors = rules.measure();
    let least = factors.iter().filter(|factor| **factor < 0).sum::<i64>();
    let of = |sum: Sum, (x, factor): (&Sum, &i64)| sum.plus(x, *factor);
    let rank = at.iter().zip(&factors).try_fold(Sum::constant(-least), of)?;
    let (value, exists) = (Sum::var(*value), Played::of(rules, Coordinates::Plain)?.exists(all, at)?);
    let (below, one) = (at_most(all, &value, &rank)?, equal(all, &value, &Sum::constant(1))?);
    let bounded = if play % 2 == 1 { all.or([below, one]) } else { below };
    Ok(all.implies(exists, bounded))
}

/// The most coordinates of which all orders are tried.
const WIDEST: usize = 4;

/// The orders of the coordinates that the rules do not tell apart.
fn exchanges(rules: &Ruleset, meaning: Meaning) -> Vec<Vec<usize>> {
    let width = rules.width();
    let exchanged = meaning != Meaning::Words && width <= WIDEST && Symmetry::of(rules).is_all(width);
    let plain: Vec<usize> = (0..width).collect();
    if exchanged { orders(&plain) } else { vec![plain] }
}

/// Where a position is another, in one of some orders of its coordinates.
fn same(all: &mut Formulas, exchanges: &[Vec<usize>], x: &[Sum], y: &[Sum]) -> Result<Formula, NotExpressible> {
    let mut ways = vec![];
    for order in exchanges {
        let ordered: Vec<Sum> = order.iter().map(|i| y[*i].clone()).collect();
        ways.push(all_equal(all, x, &ordered)?);
    }
    Ok(all.or(ways))
}

fn equal_values(all: &mut Formulas, one: Var, other: Var) -> Result<Formula, NotExpressible> {
    equal(all, &Sum::var(one), &Sum::var(other))
}

/// The values are equal where the positions are.
fn same_value(
    all: &mut Formulas,
    exchanges: &[Vec<usize>],
    one: &FreeValue<'_>,
    other: &FreeValue<'_>,
) -> Result<Formula, NotExpressible> {
    let same = same(all, exchanges, &one.at, &other.at)?;
    let values = equal_values(all, one.value, other.value)?;
    Ok(all.implies(same, values))
}

/// The values differ where a move leads from one position to the other.
fn no_move(
    all: &mut Formulas,
    exchanges: &[Vec<usize>],
    from: &FreeValue<'_>,
    to: &FreeValue<'_>,
) -> Result<Formula, NotExpressible> {
    if from.rules.splits() {
        return Ok(all.constant(true));
    }
    let played = Played::of(from.rules, Coordinates::Plain)?;
    let moves = played.option(all, &from.at, &mut |all, y| same(all, exchanges, y, &to.at))?;
    let exists = played.exists(all, &from.at)?;
    let (moves, values) = (all.and([exists, moves]), equal_values(all, from.value, to.value)?);
    let differ = all.not(values);
    Ok(all.implies(moves, differ))
}
