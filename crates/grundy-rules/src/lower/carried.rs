//! Parameters of games that vary: coordinates that no move changes.
//!
//! In: a game expression of a claim for all k, in which parameters such as `k` or `k + 1` stand. Out: the same expression with marks in their places, and what the marks stand
//! for. A game whose parameter has a mark is lowered to rules with one more coordinate, which comes first and which every move keeps; so a family of games is
//! one game, and what is proved of it is proved for every k. A parameter that the rules need as a constant (a length, a set) cannot be carried: the rules say so themselves.

use dashu_int::IBig;

use super::term::{Game, Length};
use super::value::Value;
use crate::lang::ast::GameBody;
use crate::rules::bounds::{self, Least};
use crate::rules::build;
use crate::rules::change;
use crate::rules::expr::{C, E, Expr};

/// The first number of marks, which are written as coordinates; no game has so many. A number of 32 bits holds it, as WebAssembly has them.
const MARKS: usize = 1 << 29;

/// Puts a mark in the place of a parameter that varies.
pub(super) fn marked(parameter: &E, marks: &mut Vec<E>) -> E {
    let known = marks.iter().position(|mark| mark == parameter);
    let number = known.unwrap_or(marks.len());
    if known.is_none() {
        marks.push(parameter.clone());
    }
    build::coord(MARKS + number)
}

/// What is seen of the least values of what marks stand for, where the first variables of the claim are at least `least`; 0 where that is less, or not seen.
pub(super) fn least_of(marks: &[E], least: &[IBig]) -> Vec<IBig> {
    let of = |e: &E| bounds::interval(e, &Least { first: 0, least }).lo.unwrap_or(IBig::ZERO).max(IBig::ZERO);
    marks.iter().map(of).collect()
}

/// The conditions that parameters are no less than in the claim: the rules need not be defined for others. `least` are the least values of what marks stand for.
pub(super) fn requires(params: &[(String, Value)], least: &[IBig]) -> Vec<C> {
    let of = |value: &Value| match value {
        Value::Int(e) if value.is_carried() => Some(bounds::interval(e, &Least { first: MARKS, least }).lo),
        _ => None,
    };
    let lows = params.iter().filter_map(|(_, value)| of(value)).enumerate();
    let above = |(i, lo): (usize, Option<IBig>)| {
        Some(build::le(&build::int(lo.filter(|lo| *lo > IBig::ZERO)?), &build::coord(i)))
    };
    lows.filter_map(above).collect()
}

/// What stands in a position for a parameter with marks; `None` if it may be negative, as no coordinate is. The first variables of the claim are at least `least`.
pub(super) fn unmarked(parameter: &E, marks: &[E], least: &[IBig]) -> Option<E> {
    let put = |e: &Expr| match e {
        Expr::Coord(i) if *i >= MARKS => Some(marks[i - MARKS].clone()),
        _ => None,
    };
    let e = change::substitute(parameter, &put);
    bounds::interval(&e, &Least { first: 0, least }).lo.is_some_and(|lo| lo >= IBig::ZERO).then_some(e)
}

/// The coordinates of a game that its parameters have, each with the parameter.
pub(super) fn entries(game: &Game) -> Vec<(usize, E)> {
    let (mut found, mut at) = (vec![], 0);
    collect(game, &mut at, &mut found);
    found
}

fn collect(game: &Game, at: &mut usize, found: &mut Vec<(usize, E)>) {
    match game {
        Game::Rules { def, params, lengths, .. } => {
            debug_assert!(matches!(def.body, GameBody::Rules { .. }), "aliases are settled");
            for (_, value) in params {
                if let (Value::Int(e), true) = (value, value.is_carried()) {
                    found.push((*at, e.clone()));
                    *at += 1;
                }
            }
            *at += lengths.iter().map(Length::width).sum::<usize>();
        }
        Game::Compound { rule, parts, .. } => {
            parts.iter().for_each(|part| collect(part, at, found));
            *at += rule.counters();
        }
    }
}
