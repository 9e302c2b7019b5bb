//! Interval arithmetic on expressions.
//!
//! In: an expression and the least and greatest value of each coordinate and variable. Out: an interval that contains the value of a
//! number, or the truth value of a condition where the intervals decide it. The lowering uses this to drop moves that never apply and
//! guards that always hold.

use std::collections::HashMap;

use dashu_int::IBig;

use super::build::{floor_div, root_of};
use super::expr::{C, Cond, E, Expr, FoldOp, Tree};
use super::root_bounds;

/// A range of integers; `None` stands for no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least value.
    pub lo: Option<IBig>,
    /// The greatest value.
    pub hi: Option<IBig>,
}

impl Interval {
    /// All naturals.
    #[must_use]
    pub fn naturals() -> Self {
        Interval { lo: Some(IBig::ZERO), hi: None }
    }

    /// Nothing is known.
    #[must_use]
    pub fn any() -> Self {
        Interval { lo: None, hi: None }
    }

    fn exact(value: IBig) -> Self {
        Interval { lo: Some(value.clone()), hi: Some(value) }
    }

    pub(super) fn between(lo: i32, hi: i32) -> Self {
        Interval { lo: Some(lo.into()), hi: Some(hi.into()) }
    }

    fn scale(&self, k: &IBig) -> Self {
        let times = |v: &Option<IBig>| v.as_ref().map(|v| v * k);
        if *k < IBig::ZERO {
            Interval { lo: times(&self.hi), hi: times(&self.lo) }
        } else {
            Interval { lo: times(&self.lo), hi: times(&self.hi) }
        }
    }

    fn plus(&self, other: &Self) -> Self {
        let both = |a: &Option<IBig>, b: &Option<IBig>| Some(a.as_ref()? + b.as_ref()?);
        Interval { lo: both(&self.lo, &other.lo), hi: both(&self.hi, &other.hi) }
    }

    fn hull(&self, other: &Self) -> Self {
        let lo = self.lo.clone().zip(other.lo.clone()).map(|(a, b)| a.min(b));
        let hi = self.hi.clone().zip(other.hi.clone()).map(|(a, b)| a.max(b));
        Interval { lo, hi }
    }
}

/// The ranges of coordinates and variables.
pub trait Env {
    /// The values a coordinate may have.
    fn coord(&self, index: usize) -> Interval;
    /// The values a variable may have.
    fn var(&self, index: usize) -> Interval;
}

/// Coordinates are naturals; nothing is known of variables.
pub struct Naturals;

impl Env for Naturals {
    fn coord(&self, _: usize) -> Interval {
        Interval::naturals()
    }
    fn var(&self, _: usize) -> Interval {
        Interval::any()
    }
}

/// Some coordinates in a row are no less than some numbers; the others are naturals, and nothing is known of variables.
pub struct Least<'a> {
    /// The number of the first one.
    pub first: usize,
    /// What that one and the next ones are no less than.
    pub least: &'a [IBig],
}

impl Env for Least<'_> {
    fn coord(&self, index: usize) -> Interval {
        let lo = index.checked_sub(self.first).and_then(|i| self.least.get(i)).cloned();
        Interval { lo: Some(lo.unwrap_or(IBig::ZERO)), hi: None }
    }
    fn var(&self, _: usize) -> Interval {
        Interval::any()
    }
}

/// Coordinates are naturals; the intervals of some variables are known.
impl Env for HashMap<usize, Interval> {
    fn coord(&self, _: usize) -> Interval {
        Interval::naturals()
    }
    fn var(&self, index: usize) -> Interval {
        self.get(&index).cloned().unwrap_or_else(Interval::any)
    }
}

/// An interval that contains every value of the number.
#[must_use]
pub fn interval(e: &E, env: &dyn Env) -> Interval {
    match &**e {
        Expr::Int(c) => Interval::exact(c.clone()),
        Expr::Coord(i) => env.coord(*i),
        Expr::Var(v) => env.var(*v),
        Expr::Sum(c, terms) => {
            if let Some(found) = root_bounds::of_sum(c, terms, env) {
                return found;
            }
            terms.iter().fold(Interval::exact(c.clone()), |sum, (t, k)| sum.plus(&interval(t, env).scale(k)))
        }
        Expr::If(c, a, b) => match decide(c, env) {
            Some(true) => interval(a, env),
            Some(false) => interval(b, env),
            None => interval(a, env).hull(&interval(b, env)),
        },
        Expr::Div(a, d, _) => match d.as_int() {
            Some(d) if *d > IBig::ZERO => {
                let a = interval(a, env);
                Interval { lo: a.lo.and_then(|v| floor_div(&v, d)), hi: a.hi.and_then(|v| floor_div(&v, d)) }
            }
            _ => Interval::any(),
        },
        Expr::Mod(_, d, _) => match d.as_int() {
            Some(d) if *d > IBig::ZERO => Interval { lo: Some(IBig::ZERO), hi: Some(d - IBig::ONE) },
            _ => Interval::any(),
        },
        Expr::Min(list) => extreme(list, env, true),
        Expr::Max(list) => extreme(list, env, false),
        Expr::Bit(..) => Interval::between(0, 1),
        Expr::Digit(..) => Interval::between(0, 31),
        Expr::Abs(_) | Expr::Gcd(..) | Expr::Log2(..) | Expr::Nim(..) | Expr::Xor(..) | Expr::Mex(_) => {
            Interval::naturals()
        }
        Expr::Root(of, times, _) => {
            let (of, times) = (interval(of, env), interval(times, env));
            let root = |of: Option<IBig>, times: Option<IBig>| root_of(&of?, &times?);
            // It rises with the factor; and with the other number, as long as the factor is natural.
            match times.lo {
                _ if of.lo.is_some() && of.lo == of.hi => {
                    Interval { lo: root(of.lo.clone(), times.lo), hi: root(of.hi, times.hi) }
                }
                Some(least) if least >= IBig::ZERO => {
                    let lo = root(of.lo.map(|lo| lo.max(IBig::ZERO)), Some(least)).unwrap_or(IBig::ZERO);
                    Interval { lo: Some(lo), hi: root(of.hi, times.hi) }
                }
                _ => Interval::any(),
            }
        }
        Expr::Product(list) => {
            let natural = list.iter().all(|e| interval(e, env).lo.is_some_and(|l| l >= IBig::ZERO));
            if natural { Interval::naturals() } else { Interval::any() }
        }
        Expr::Select(_, list, _) | Expr::Rank(_, list) => {
            let mut all = list.iter().map(|e| interval(e, env));
            let first = all.next().unwrap_or(Interval::any());
            all.fold(first, |hull, i| hull.hull(&i))
        }
        Expr::Count(_) | Expr::Fold(FoldOp::Xor, _) => Interval::naturals(),
        _ => Interval::any(),
    }
}

/// The same, closer for products and for quotients of coordinates. The canonical form of rules does not depend on it.
#[must_use]
pub fn ends(e: &E, env: &dyn Env) -> Interval {
    let natural = |i: &Interval| i.lo.as_ref().is_some_and(|l| *l >= IBig::ZERO);
    match &**e {
        // Where the same numbers stand under a root and outside, they are looked at together.
        Expr::Sum(_, terms) if terms.iter().any(|(term, _)| matches!(**term, Expr::Root(..))) => interval(e, env),
        Expr::Sum(constant, terms) => {
            terms.iter().fold(Interval::exact(constant.clone()), |sum, (t, k)| sum.plus(&ends(t, env).scale(k)))
        }
        Expr::Product(list) => {
            let all: Vec<Interval> = list.iter().map(|e| ends(e, env)).collect();
            if !all.iter().all(natural) {
                return Interval::any();
            }
            let (los, his): (Vec<_>, Vec<_>) = all.into_iter().map(|i| (i.lo, i.hi)).unzip();
            Interval { lo: los.into_iter().product(), hi: his.into_iter().product() }
        }
        Expr::Div(a, d, _) if d.as_int().is_none() => {
            let (a, d) = (ends(a, env), ends(d, env));
            match d.lo {
                Some(least) if least > IBig::ZERO && natural(&a) => {
                    Interval { lo: Some(IBig::ZERO), hi: a.hi.map(|a| a / least) }
                }
                _ => Interval::any(),
            }
        }
        _ => interval(e, env),
    }
}

fn extreme(list: &[E], env: &dyn Env, least: bool) -> Interval {
    let all: Vec<Interval> = list.iter().map(|e| interval(e, env)).collect();
    let (los, his): (Vec<_>, Vec<_>) = all.into_iter().map(|i| (i.lo, i.hi)).unzip();
    let pick = |v: Vec<Option<IBig>>, known_suffices: bool| -> Option<IBig> {
        let known: Vec<IBig> = v.iter().flatten().cloned().collect();
        if known.is_empty() || (!known_suffices && known.len() < v.len()) {
            return None;
        }
        if least { known.into_iter().min() } else { known.into_iter().max() }
    };
    Interval { lo: pick(los, !least), hi: pick(his, least) }
}

/// The truth value of a condition, where the ranges decide it.
#[must_use]
pub fn decide(c: &C, env: &dyn Env) -> Option<bool> {
    match &**c {
        Cond::Bool(b) => Some(*b),
        Cond::NonPos(e) => {
            let i = interval(e, env);
            match (i.lo, i.hi) {
                (_, Some(hi)) if hi <= IBig::ZERO => Some(true),
                (Some(lo), _) if lo > IBig::ZERO => Some(false),
                _ => None,
            }
        }
        Cond::Zero(e) => {
            let i = interval(e, env);
            let apart =
                i.lo.as_ref().is_some_and(|l| *l > IBig::ZERO) || i.hi.as_ref().is_some_and(|h| *h < IBig::ZERO);
            match (apart, i.lo, i.hi) {
                (true, ..) => Some(false),
                (_, Some(lo), Some(hi)) if lo.is_zero() && hi.is_zero() => Some(true),
                _ => None,
            }
        }
        Cond::Not(e) => decide(e, env).map(|b| !b),
        Cond::And(list) => connect(list, env, false),
        Cond::Or(list) => connect(list, env, true),
        Cond::Same(a, b) => Some(decide(a, env)? == decide(b, env)?),
        Cond::If(c, a, b) => match decide(c, env)? {
            true => decide(a, env),
            false => decide(b, env),
        },
        _ => None,
    }
}

fn connect(list: &[C], env: &dyn Env, absorbing: bool) -> Option<bool> {
    let mut open = false;
    for e in list {
        match decide(e, env) {
            Some(b) if b == absorbing && (!open || e.total()) => return Some(absorbing),
            Some(b) if b != absorbing => {}
            _ => open = true,
        }
    }
    if open { None } else { Some(!absorbing) }
}
