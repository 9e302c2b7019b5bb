//! Splits a condition on a move along a ray into conditions on its two ends.
//!
//! In: a condition on the cell p that moves and the amount t. Out: pairs of a condition on p alone and a condition on the target cell q
//! alone, such that the condition holds exactly where both members of some pair hold.
//!
//! A condition is a condition on q if t drops out of it when c + k t is put for every coordinate c of the direction, from which the ray takes k t.
//! Only `and`, `or`, `not`, `if` and the equality of conditions are split, and only in conditions that are defined everywhere: the order of
//! evaluation is lost.

use dashu_int::IBig;

use crate::contract::reason::asks;
use grundy_rules::rules::bounds::{Env, Interval, decide};
use grundy_rules::rules::build;
use grundy_rules::rules::change::Changed;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Tree};
use grundy_rules::rules::normal;

/// The most pairs made of one family's conditions.
pub const PAIRS: usize = 6;

/// A condition on the cell that moves, and one on the target cell.
pub type Pair = (C, C);

/// Why a condition cannot be split.
pub enum Left {
    /// This part of the condition depends on both ends at once.
    Mixed(C),
    /// The condition is not defined everywhere.
    NotTotal,
    /// There would be too many pairs.
    Many,
}

/// The ends of the moves of a family.
pub struct Ends<'a> {
    /// The ray's direction: coordinates, with what one amount takes from each.
    pub direction: &'a [(usize, u64)],
    /// The variable of its amount.
    pub var: usize,
}

impl Ends<'_> {
    /// A number or a condition as a function of the target cell, if it is one.
    pub fn reached<T: Changed + Tree>(&self, e: &T) -> Option<T> {
        let own = self.seen_from_target(e);
        (!own.uses(self.var) && !asks(&own)).then_some(own)
    }

    /// A condition as one on the target cell, if it is one. That is seen of `t <= b div 2`, too, where the ray takes 2 t from b.
    pub fn on_target(&self, e: &C) -> Option<C> {
        self.reached(e).or_else(|| self.reached(&undivided(e)?))
    }

    /// Does a condition hold for every amount whose target cell has no negative coordinate?
    pub fn always(&self, e: &C) -> bool {
        let holds = |e: &C| decide(&self.seen_from_target(e), self) == Some(true);
        e.total() && !asks(e) && (holds(e) || undivided(e).is_some_and(|e| holds(&e)))
    }

    /// The same as an expression in the target cell and the amount.
    fn seen_from_target<T: Changed>(&self, e: &T) -> T {
        normal::seen_from_target(e, |c| self.direction.iter().find(|(own, _)| *own == c).map(|(_, k)| (self.var, *k)))
    }

    /// The pairs of all of these conditions together.
    pub fn pairs(&self, conditions: &[C]) -> Result<Vec<Pair>, Left> {
        if !conditions.iter().all(|e| e.total()) {
            return Err(Left::NotTotal);
        }
        self.all(conditions)
    }

    fn of(&self, e: &C) -> Result<Vec<Pair>, Left> {
        if let Some(truth) = decide(e, self) {
            return Ok(vec![(build::boolean(truth), build::boolean(true))]);
        }
        if !e.uses(self.var) {
            return Ok(vec![(e.clone(), build::boolean(true))]);
        }
        if let Some(reached) = self.on_target(e) {
            return Ok(vec![(build::boolean(true), reached)]);
        }
        match &**e {
            Cond::And(list) => self.all(list),
            Cond::Or(list) => self.any(list),
            Cond::Same(a, b) => self.any(&[build::and(vec![a.clone(), b.clone()]), neither(a, b)]),
            Cond::If(c, a, b) => {
                let otherwise = build::and(vec![build::not(c), b.clone()]);
                self.any(&[build::and(vec![c.clone(), a.clone()]), otherwise])
            }
            Cond::Not(inner) => match &**inner {
                Cond::Same(a, b) => self.of(&build::same(&build::not(a), b)),
                Cond::If(c, a, b) => self.of(&build::choose_condition(c, &build::not(a), &build::not(b))),
                _ => Err(Left::Mixed(e.clone())),
            },
            _ => Err(Left::Mixed(e.clone())),
        }
    }

    fn all(&self, list: &[C]) -> Result<Vec<Pair>, Left> {
        // Conditions that give a single pair are joined once, at the end: lists may be long.
        let (mut from, mut to) = (vec![], vec![]);
        let mut pairs: Vec<(Vec<C>, Vec<C>)> = vec![(vec![], vec![])];
        for e in list {
            let own = self.of(e)?;
            match &own[..] {
                [(f, t)] => {
                    from.push(f.clone());
                    to.push(t.clone());
                }
                _ => {
                    let joined = |a: &(Vec<C>, Vec<C>), b: &Pair| (with(&a.0, &b.0), with(&a.1, &b.1));
                    pairs = pairs.iter().flat_map(|a| own.iter().map(move |b| joined(a, b))).collect();
                    few(pairs.len())?;
                }
            }
        }
        let (from, to) = (build::and(from), build::and(to));
        Ok(pairs.iter().map(|(f, t)| (build::and(with(f, &from)), build::and(with(t, &to)))).collect())
    }

    fn any(&self, list: &[C]) -> Result<Vec<Pair>, Left> {
        let (mut from, mut to, mut pairs) = (vec![], vec![], vec![]);
        for e in list {
            for (f, t) in self.of(e)? {
                match (f.as_bool(), t.as_bool()) {
                    (_, Some(true)) => from.push(f),
                    (Some(true), _) => to.push(t),
                    _ => pairs.push((f, t)),
                }
            }
            few(pairs.len())?;
        }
        let always = build::boolean(true);
        pairs.extend([(build::or(from), always.clone()), (always, build::or(to))]);
        pairs.retain(|(f, t)| f.as_bool() != Some(false) && t.as_bool() != Some(false));
        few(pairs.len())?;
        Ok(pairs)
    }
}

fn with(list: &[C], e: &C) -> Vec<C> {
    list.iter().chain([e]).cloned().collect()
}

/// u <= v div d, with a constant d > 0, as d u <= v.
fn undivided(e: &C) -> Option<C> {
    let Cond::NonPos(difference) = &**e else { return None };
    let (constant, mut terms) = build::linear(difference);
    let divided = |(term, factor): &(E, IBig)| matches!(**term, Expr::Div(..)) && *factor == IBig::NEG_ONE;
    let (divided, _) = terms.remove(terms.iter().position(divided)?);
    let Expr::Div(v, d, _) = &*divided else { return None };
    let d = d.as_int().filter(|d| **d > IBig::ZERO)?;
    Some(build::le(&build::scale(&build::from_linear(constant, terms), d), v))
}

/// Amounts are at least 1, coordinates natural.
impl Env for Ends<'_> {
    fn coord(&self, _: usize) -> Interval {
        Interval::naturals()
    }
    fn var(&self, index: usize) -> Interval {
        if index == self.var { Interval { lo: Some(1.into()), hi: None } } else { Interval::any() }
    }
}

fn neither(a: &C, b: &C) -> C {
    build::and(vec![build::not(a), build::not(b)])
}

fn few(pairs: usize) -> Result<(), Left> {
    if pairs > PAIRS { Err(Left::Many) } else { Ok(()) }
}
