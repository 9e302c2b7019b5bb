//! What follows from the meaning of the words alone.
//!
//! In: a statement that asks for values of which nothing is known. Out: whether the statement is true all the same: in every game, because it says what
//! `G` and `P` mean (`P iff G = 0`), or in this game, because no move keeps the value. The values at the positions that the statement names are new
//! variables. Where two positions are the same, or differ by the order of coordinates that the rules do not tell apart, so are the values; where a move
//! leads from one to the other, the values differ. This is all that is supposed of them, so what follows is true of the values of the game.
//!
//! A value may stand behind "for all" only: behind "there is", one variable would not stand for the values at several positions.

use std::collections::BTreeSet;

use grundy_automata::{Budget, Decider, Formula, Formulas, Numeration, Var};
use grundy_rules::lang::ast::QuantOp;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr, Range};
use grundy_rules::rules::lower::asks;
use grundy_rules::rules::symmetry::Symmetry;

use super::Unsaid;
use super::game::{Coordinates, Played};
use super::number::{Sum, equal};
use super::prove::ways;
use super::say::Env;
use super::state::{FreeValue, Known, Statement, body_of};

/// Why a statement is true whatever the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// It says what its words mean: it is true of any numbers in place of the values.
    Words,
    /// No move leads from a position to one of the same value; and coordinates that the rules do not tell apart can be exchanged.
    Moves,
}

/// Does a statement follow from what values are? For each question, `plays` has a number that two questions share if they ask for values of the same
/// game in the same play.
#[must_use]
pub fn follows(statement: &Statement<'_>, plays: &[usize], meaning: Meaning, budget: &Budget<'_>) -> bool {
    let mut prefix = Prefix::default();
    let inner = prefix.matrix(statement.body, true);
    let body = build::or(vec![build::not(statement.inner), inner]);
    let body = statement.running.iter().rev().fold(body, |body, range| prefix.open(range, &body, true));
    let asked = |e: &Expr| e.any(&mut |e| matches!(e, Expr::Ask(..)));
    let hidden = body.any(&mut |e| matches!(e, Expr::Fold { .. }) && asked(e));
    if prefix.again || hidden || asks(statement.filter) {
        return false;
    }
    let opened = Statement { running: &[], inner: &build::boolean(true), body: &body, ..*statement };
    holds(&opened, &prefix.vars, plays, meaning, budget).unwrap_or(false)
}

fn holds(
    statement: &Statement<'_>,
    opened: &BTreeSet<usize>,
    plays: &[usize],
    meaning: Meaning,
    budget: &Budget<'_>,
) -> Result<bool, Unsaid> {
    let mut all = Formulas::new();
    let env = opened.iter().fold(Env::default(), |env, var| env.with(*var, Sum::var(all.fresh())));
    let mut answers = Known { questions: statement.questions, own: vec![], free: Some((plays, vec![])) };
    let formula = body_of(statement, env, &mut all, &mut answers)?.formula;
    let values = answers.free.map_or(vec![], |(_, values)| values);
    // Positions have values only if the rules are defined everywhere and every play ends.
    let has_values = |number: usize, value: &FreeValue<'_>| {
        let seen = values[..number].iter().any(|other| other.play == value.play);
        seen || ways(value.rules, budget).contains(&Coordinates::Plain)
    };
    if values.is_empty() || !values.iter().enumerate().all(|(number, value)| has_values(number, value)) {
        return Ok(false);
    }
    let mut supposed = vec![];
    for (i, one) in values.iter().enumerate() {
        for other in values[..i].iter().filter(|other| other.play == one.play) {
            supposed.push(same_value(&mut all, one, other, meaning)?);
            if meaning == Meaning::Moves {
                supposed.push(no_move(&mut all, one, other)?);
                supposed.push(no_move(&mut all, other, one)?);
            }
        }
    }
    let supposed = all.and(supposed);
    let formula = all.implies(supposed, formula);
    Ok(Decider::new(Numeration::default(), budget).is_valid(&all, formula)?)
}

/// The most coordinates of which all orders are tried.
const WIDEST: usize = 4;

/// The orders of the coordinates that the rules do not tell apart.
fn exchanges(rules: &Ruleset, meaning: Meaning) -> Vec<Vec<usize>> {
    let width = rules.width();
    let exchanged = meaning == Meaning::Moves && width <= WIDEST && Symmetry::of(rules).is_all(width);
    if exchanged { orders(width) } else { vec![(0..width).collect()] }
}

/// Where a position is another, in one of some orders of its coordinates.
fn same(all: &mut Formulas, exchanges: &[Vec<usize>], x: &[Sum], y: &[Sum]) -> Result<Formula, Unsaid> {
    let mut ways = vec![];
    for order in exchanges {
        let each = order.iter().zip(x).map(|(i, x)| equal(all, x, &y[*i])).collect::<Result<Vec<_>, _>>()?;
        ways.push(all.and(each));
    }
    Ok(all.or(ways))
}

/// All orders of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![vec![]] };
    let with = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(with).collect()
}

fn equal_values(all: &mut Formulas, one: Var, other: Var) -> Result<Formula, Unsaid> {
    equal(all, &Sum::var(one), &Sum::var(other))
}

/// The values are equal where the positions are.
fn same_value(
    all: &mut Formulas,
    one: &FreeValue<'_>,
    other: &FreeValue<'_>,
    meaning: Meaning,
) -> Result<Formula, Unsaid> {
    let same = same(all, &exchanges(one.rules, meaning), &one.at, &other.at)?;
    let values = equal_values(all, one.value, other.value)?;
    Ok(all.implies(same, values))
}

/// The values differ where a move leads from one position to the other.
fn no_move(all: &mut Formulas, from: &FreeValue<'_>, to: &FreeValue<'_>) -> Result<Formula, Unsaid> {
    if from.rules.splits() {
        return Ok(all.constant(true));
    }
    let played = Played::of(from.rules, Coordinates::Plain)?;
    let exchanges = exchanges(from.rules, Meaning::Moves);
    let moves = played.option(all, &from.at, &mut |all, y| same(all, &exchanges, y, &to.at))?;
    let exists = played.exists(all, &from.at)?;
    let (moves, values) = (all.and([exists, moves]), equal_values(all, from.value, to.value)?);
    let differ = all.not(values);
    Ok(all.implies(moves, differ))
}

/// The variables of "for all" that are free in what is left.
#[derive(Default)]
struct Prefix {
    vars: BTreeSet<usize>,
    /// A variable was bound twice.
    again: bool,
}

impl Prefix {
    /// A condition without its outer "for all", of which the variables are now free; with `claimed` false, without its outer "there is".
    fn matrix(&mut self, e: &E, claimed: bool) -> E {
        match &**e {
            Expr::Not(inner) => build::not(&self.matrix(inner, !claimed)),
            Expr::And(list) => build::and(list.iter().map(|e| self.matrix(e, claimed)).collect()),
            Expr::Or(list) => build::or(list.iter().map(|e| self.matrix(e, claimed)).collect()),
            Expr::Fold { op, ranges, filter, body, .. }
                if *op == (if claimed { QuantOp::All } else { QuantOp::Any }) && asks(e) =>
            {
                let body = self.matrix(body, claimed);
                let body = match claimed {
                    true => build::or(vec![build::not(filter), body]),
                    false => build::and(vec![filter.clone(), body]),
                };
                ranges.iter().rev().fold(body, |body, range| self.open(range, &body, claimed))
            }
            _ => e.clone(),
        }
    }

    /// The body of one range, whose variable is free.
    fn open(&mut self, range: &Range, body: &E, claimed: bool) -> E {
        self.again |= !self.vars.insert(range.var);
        let var = build::var(range.var);
        let inside = build::and(vec![build::le(&range.lo, &var), build::le(&var, &range.hi)]);
        match claimed {
            true => build::or(vec![build::not(&inside), body.clone()]),
            false => build::and(vec![inside, body.clone()]),
        }
    }
}
