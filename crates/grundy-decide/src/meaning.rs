//! What follows from the meaning of the words alone.
//!
//! In: a statement that asks for values of which nothing is known. Out: whether the statement is true all the same: in every game, because it says what
//! `G` and `P` mean (`P iff G = 0`), or in this game, because no move keeps the value. The values at the positions that the statement names are new
//! variables. Two values are equal if the positions are the same, or differ only by the order of coordinates that the rules do not tell apart; and they
//! differ if a move leads from one position to the other. Nothing else is supposed of the values, but what the theorems `rank` and `window` say ([`Meaning::Rank`]), so what follows is true of those of the game.
//!
//! A value may stand behind "for all" only: behind "there is", one variable would not stand for the values at several positions.

use std::collections::BTreeMap;

use grundy_automata::{Budget, Decider, Formula, Formulas, Numeration, Var};
use grundy_rules::lower::asks;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Range, Tree, bound_by};
use grundy_rules::rules::symmetry::{Symmetry, orders};

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::number::{Sum, all_equal, at_most, equal};
use super::prefix::Prefix;
use super::prove::is_possible;
use super::say::{Encoder, Env, NoQuestions, Pending};
use super::state::{FreeValue, Known, Statement, body_of};

/// Why a statement is true whatever the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// It says what its words mean: it is true of any numbers in place of the values.
    Words,
    /// No move leads from a position to one of the same value; and coordinates that the rules do not tell apart can be exchanged.
    Moves,
    /// Besides, no value is greater than the rank of its position (theorem `rank`); and where the options of a number are the last f before it, its value is f, or that of the number before these (theorem `window`).
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
    for one in values.iter().filter(|value| meaning == Meaning::Rank && value.play % 2 == 0) {
        if let Some(f) = window(one.rules) {
            for other in values.iter().filter(|other| other.play == one.play) {
                supposed.push(in_window(&mut all, &f, one, other)?);
            }
        }
    }
    let supposed = all.and(supposed);
    let formula = all.implies(supposed, formula);
    Ok(Decider::new(statement.numeration()?, budget).is_valid(&all, formula)?)
}

/// The f of a game whose moves are n - i for i in 1..f(n), of all numbers n, if f(0) = 0, and f stays or grows by one.
#[must_use]
pub fn window(rules: &Ruleset) -> Option<E> {
    let ([family], true) = (&rules.families[..], rules.width() == 1 && rules.requires.is_empty()) else { return None };
    let ([Range { var, lo, hi }], [target]) = (&family.params[..], &family.targets[..]) else { return None };
    let less = build::sub(&build::coord(0), &build::var(*var));
    let always = [&family.before, &family.guard].iter().all(|condition| **condition == build::boolean(true));
    let plain = always && lo.as_i64() == Some(1) && target.only().is_some_and(|tuple| tuple[..] == [less]);
    (plain && keeps_step(hi).unwrap_or(false)).then(|| hi.clone())
}

/// The states, nodes and work of the proof that a number of options grows by one at most.
const STEPS: (usize, usize, usize) = (2_000, 100_000, 200_000);

/// The numbers f(n), for some n; and what defines them.
fn of_window(all: &mut Formulas, f: &E, at: &[Sum], pending: &mut Pending) -> Result<Vec<Sum>, NotExpressible> {
    let mut values = vec![];
    for n in at {
        let env = Env { coords: vec![n.clone()], ..Env::default() };
        values.extend(Encoder { all, answers: &mut NoQuestions }.entries(std::slice::from_ref(f), &env, pending)?);
    }
    Ok(values)
}

/// Is f(0) = 0, and f(n + 1) one of f(n) and f(n) + 1?
fn keeps_step(f: &E) -> Result<bool, NotExpressible> {
    let budget = &Budget { states: STEPS.0, nodes: STEPS.1, work: STEPS.2, ..Budget::default() };
    let (mut all, mut pending) = (Formulas::within(budget), Pending::default());
    let (n, one) = (Sum::var(all.fresh()), Sum::constant(1));
    let values = of_window(&mut all, f, &[Sum::default(), n.clone(), n.plus(&one, 1)?], &mut pending)?;
    let parts = [
        equal(&mut all, &values[0], &Sum::default())?,
        at_most(&mut all, &values[1], &values[2])?,
        at_most(&mut all, &values[2], &values[1].plus(&one, 1)?)?,
    ];
    let parts = all.and(parts);
    let fine = pending.close(&mut all, parts);
    Ok(Decider::new(Numeration::default(), budget).is_valid(&all, fine)?)
}

/// The value at a number is f, where f grows there; or that of the other number, where this is the one before the last f numbers.
fn in_window(all: &mut Formulas, f: &E, one: &FreeValue<'_>, other: &FreeValue<'_>) -> Result<Formula, NotExpressible> {
    let (n, more, mut pending) = (&one.at[0], Sum::constant(1), Pending::default());
    let values = of_window(all, f, &[n.clone(), n.plus(&more, -1)?], &mut pending)?;
    let [value, same] = [one.value, other.value].map(Sum::var);
    let (first, stays) = (at_most(all, &more, n)?, equal(all, &values[0], &values[1])?);
    let before = equal(all, &other.at[0], &n.plus(&values[0], -1)?.plus(&more, -1)?)?;
    let (grown, like) = (equal(all, &value, &values[0])?, equal(all, &value, &same)?);
    let (grows, not_grown, unlike) = (all.not(stays), all.not(grown), all.not(like));
    let natural = at_most(all, &Sum::default(), &other.at[0])?;
    let broken = [all.and([grows, not_grown]), all.and([stays, before, natural, unlike])];
    let broken = all.or(broken);
    let broken = all.and([first, broken]);
    let broken = pending.close(all, broken);
    Ok(all.not(broken))
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
