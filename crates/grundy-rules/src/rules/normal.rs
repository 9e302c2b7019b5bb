//! The normal form of families, from which their shape is read.
//!
//! In: families as the clauses give them. Out: the same moves, with every target written as coordinate + offset where possible, ranges turned
//! into amounts of at least 1, guards decided where bounds decide them, parameters numbered in order. The step numbers in the comments are those
//! of the design, which also counts the steps before and after this module.

use std::collections::{BTreeSet, HashMap};

use dashu_int::IBig;

use super::bounds::{Env, Interval, decide, interval};
use super::build;
use super::change::{self, Changed, Leaves};
use super::expr::{C, Cond, E, Expr, Range, Tree, bound_by};
use super::ruleset::{Family, Ruleset};
use crate::lang::Diagnostic;

/// A family in which more than this many parameters have ranges from 0 is not split into cases.
const SPLIT_PARAMS: usize = 10;

/// Brings all families into normal form. Families that never apply are dropped, and so are duplicates. Each begins with a look whether the work must end.
pub(crate) fn normalise(rules: &mut Ruleset, must_end: &dyn Fn() -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
    let requires: Vec<C> = rules.requires.iter().map(|r| r.1.clone()).collect();
    let mut kept: Vec<Family> = vec![];
    let mut seen = BTreeSet::new();
    for family in std::mem::take(&mut rules.families) {
        must_end()?;
        for family in normal_forms(rules, family, &requires) {
            if seen.insert(family.clone()) {
                kept.push(family);
            }
        }
    }
    rules.families = kept;
    for (_, condition, _) in &mut rules.requires {
        *condition = renumbered_condition(condition);
    }
    Ok(())
}

pub(crate) fn normal_forms(rules: &Ruleset, mut family: Family, requires: &[C]) -> Vec<Family> {
    apply_requires(&mut family, requires);
    targets_to_amounts(rules, &mut family);
    constants_to_steps(rules, &mut family);
    let mut done = vec![];
    for mut case in zero_and_amounts(rules, family) {
        natural_ends(rules, &mut case);
        if decide_guards(&mut case) {
            hoist(&mut case);
            done.push(renumber(case));
        }
    }
    done
}

/// Replaces one variable everywhere.
fn replace(family: &mut Family, var: usize, by: &E) {
    let put = |leaf: &Expr| (*leaf == Expr::Var(var)).then(|| by.clone());
    *family = family.changed(&Leaves::numbers(&put));
}

/// Step 6: `min(u, v)` becomes u where a `require` says u <= v.
fn apply_requires(family: &mut Family, requires: &[C]) {
    let mut known: Vec<&C> = vec![];
    for condition in requires {
        match &**condition {
            Cond::And(list) => known.extend(list),
            _ => known.push(condition),
        }
    }
    for target in &mut family.targets {
        for e in target.tuples.iter_mut().flatten() {
            if let Expr::Min(list) = &**e {
                let below = |u: &E, v: &E| known.contains(&&build::le(u, v));
                let kept: Vec<E> = list
                    .iter()
                    .filter(|v| !list.iter().any(|u| u != *v && below(u, v) && !below(v, u)))
                    .cloned()
                    .collect();
                *e = build::min(kept);
            }
        }
    }
}

/// Step 4, first half: a target that is the parameter itself becomes coordinate minus amount.
fn targets_to_amounts(rules: &Ruleset, family: &mut Family) {
    for t in 0..family.targets.len() {
        let first = rules.leaves[family.targets[t].leaf].first;
        if family.targets[t].only().is_none() {
            continue;
        }
        for i in 0..family.targets[t].tuples[0].len() {
            let (constant, terms) = build::linear(&family.targets[t].tuples[0][i]);
            let [(term, factor)] = &terms[..] else { continue };
            let Expr::Var(v) = **term else { continue };
            if !factor.is_one() {
                continue;
            }
            let Some(k) = family.params.iter().position(|r| r.var == v) else { continue };
            let moved = build::sub(&build::coord(first + i), &build::int(constant));
            let by = build::sub(&moved, &build::var(v));
            let (lo, hi) = (build::sub(&moved, &family.params[k].hi), build::sub(&moved, &family.params[k].lo));
            replace_after(family, k, &by);
            family.params[k].lo = lo;
            family.params[k].hi = hi;
        }
    }
}

/// Replaces parameter `k` by an expression in that parameter, everywhere except in its own range.
fn replace_after(family: &mut Family, k: usize, by: &E) {
    let own = family.params[k].clone();
    replace(family, own.var, by);
    family.params[k].var = own.var;
}

/// Step 11, second half: where the guard fixes a coordinate, a constant target of that coordinate becomes a step.
fn constants_to_steps(rules: &Ruleset, family: &mut Family) {
    let all = build::and(vec![family.before.clone(), family.guard.clone()]);
    for part in build::conjuncts(&all) {
        let Cond::Zero(e) = &*part else { continue };
        let (constant, terms) = build::linear(e);
        let [(term, factor)] = &terms[..] else { continue };
        let Expr::Coord(c) = **term else { continue };
        if !factor.is_one() {
            continue;
        }
        for target in &mut family.targets {
            let leaf = &rules.leaves[target.leaf];
            if leaf.range().contains(&c)
                && let Some(tuple) = target.only_mut()
            {
                let entry = &mut tuple[c - leaf.first];
                if let Some(value) = entry.as_int() {
                    *entry = build::add(&build::coord(c), &build::int(value + &constant));
                }
            }
        }
    }
}

/// Step 4, second half: the range of an amount from 0 becomes two cases, the amount 0 and the amounts from 1.
fn zero_and_amounts(rules: &Ruleset, family: Family) -> Vec<Family> {
    let is_amount = |v: usize| {
        family.targets.iter().any(|t| {
            t.only().is_some_and(|tuple| {
                tuple.iter().enumerate().any(|(i, e)| {
                    let own = build::coord(rules.leaves[t.leaf].first + i);
                    let offset = build::sub(e, &own);
                    build::linear(&offset).1.iter().any(|(term, k)| **term == Expr::Var(v) && *k < IBig::ZERO)
                })
            })
        })
    };
    let from_zero: Vec<usize> = family
        .params
        .iter()
        .filter(|r| r.lo.as_int().is_some_and(IBig::is_zero) && is_amount(r.var))
        .map(|r| r.var)
        .collect();
    if from_zero.len() > SPLIT_PARAMS {
        return vec![family];
    }
    let mut cases = vec![family];
    for var in from_zero {
        let mut next = vec![];
        for case in cases {
            let k = case.params.iter().position(|r| r.var == var).expect("the parameter is kept in this case");
            let mut zero = case.clone();
            // If the range is empty, the case 0 must not exist either.
            let reachable = build::le(&build::int(0), &zero.params[k].hi);
            zero.params.remove(k);
            replace(&mut zero, var, &build::int(0));
            zero.guard = build::and(vec![reachable, zero.guard]);
            next.push(zero);
            let mut amount = case;
            amount.params[k].lo = build::int(1);
            next.push(amount);
        }
        cases = next;
    }
    cases
}

/// The coordinates whose target is exactly coordinate minus this parameter.
pub fn moved_by(rules: &Ruleset, family: &Family, var: usize) -> Vec<usize> {
    taken_by(rules, family, var).into_iter().filter(|(_, factor)| *factor == 1).map(|(c, _)| c).collect()
}

/// The coordinates whose target is coordinate minus a constant, at least 1, times this parameter, with that constant.
pub fn taken_by(rules: &Ruleset, family: &Family, var: usize) -> Vec<(usize, u64)> {
    let mut taken = vec![];
    for target in &family.targets {
        let Some(tuple) = target.only() else { continue };
        for (i, e) in tuple.iter().enumerate() {
            let c = rules.leaves[target.leaf].first + i;
            let (constant, terms) = build::linear(&build::sub(&build::coord(c), e));
            let [(term, factor)] = &terms[..] else { continue };
            if constant.is_zero() && **term == Expr::Var(var) {
                taken.extend(u64::try_from(factor).ok().filter(|k| *k > 0).map(|k| (c, k)));
            }
        }
    }
    taken
}

/// The same moves, by other parameters: where the range of one may begin below 0 and a coordinate is lowered by it, what is left of the coordinate may be natural.
/// So `(n - t, t)`, whose normal form has the amount that the second coordinate loses, is seen with its t again.
#[must_use]
pub fn by_rests(rules: &Ruleset, family: &Family) -> Family {
    let mut by_rests = family.clone();
    for k in 0..family.params.len() {
        let Range { var, lo, hi } = by_rests.params[k].clone();
        let Some(c) = moved_by(rules, &by_rests, var).first().copied().filter(|_| !starts_natural(&lo)) else {
            continue;
        };
        let rest = |e: &E| build::sub(&build::coord(c), e);
        if starts_natural(&rest(&hi)) {
            replace(&mut by_rests, var, &rest(&build::var(var)));
            by_rests.params[k] = Range { var, lo: rest(&hi), hi: rest(&lo) };
        }
    }
    by_rests
}

/// Does the form of a lower end show that its range has no number below 0?
#[must_use]
pub fn starts_natural(e: &E) -> bool {
    match &**e {
        Expr::Coord(_) => true,
        Expr::Int(n) => *n >= IBig::ZERO,
        Expr::Sum(c, terms) => *c >= IBig::ZERO && terms.iter().all(|(e, k)| *k >= IBig::ZERO && starts_natural(e)),
        Expr::Max(list) => list.iter().any(starts_natural),
        Expr::Min(list) => list.iter().all(starts_natural),
        _ => false,
    }
}

/// An expression as one in the target cell and the parameters; `taken` says which parameter a move takes from a coordinate, and how many times.
pub fn seen_from_target<T: Changed>(e: &T, taken: impl Fn(usize) -> Option<(usize, u64)>) -> T {
    change::substitute(e, &|leaf| match leaf {
        Expr::Coord(c) => {
            taken(*c).map(|(var, k)| build::add(&build::coord(*c), &build::scale(&build::var(var), &k.into())))
        }
        _ => None,
    })
}

/// Step 8: a range that ends no earlier than its moved coordinates allow is cut to end there, since no target is negative.
fn natural_ends(rules: &Ruleset, family: &mut Family) {
    for k in 0..family.params.len() {
        let moved = moved_by(rules, family, family.params[k].var);
        if moved.is_empty() {
            continue;
        }
        let env = KnownRanges::of(family);
        let hi = family.params[k].hi.clone();
        let reaches = |e: &E| {
            moved.iter().any(|c| {
                let coord = build::coord(*c);
                *e == coord || decide(&build::le(&coord, e), &env) == Some(true)
            })
        };
        let natural = match &*hi {
            Expr::Min(list) => list.iter().all(reaches),
            _ => reaches(&hi),
        };
        let used_later =
            family.params[k + 1..].iter().any(|r| r.lo.uses(family.params[k].var) || r.hi.uses(family.params[k].var));
        if natural && !used_later {
            family.params[k].hi = build::min(moved.iter().map(|c| build::coord(*c)).collect());
        }
    }
}

/// The known ranges of the variables of a family.
struct KnownRanges {
    vars: HashMap<usize, Interval>,
}

impl KnownRanges {
    fn of(family: &Family) -> KnownRanges {
        let mut known = KnownRanges { vars: HashMap::new() };
        for range in &family.params {
            let lo = interval(&range.lo, &known).lo;
            let hi = interval(&range.hi, &known).hi;
            known.vars.insert(range.var, Interval { lo, hi });
        }
        known
    }
}

impl Env for KnownRanges {
    fn coord(&self, _: usize) -> Interval {
        Interval::naturals()
    }
    fn var(&self, index: usize) -> Interval {
        if index >= REST {
            return Interval::naturals();
        }
        self.vars.get(&index).cloned().unwrap_or_else(Interval::any)
    }
}

/// Variables numbered from here on stand for the rest that an amount leaves of its coordinate.
const REST: usize = usize::MAX / 2;

/// Step 5: decides a condition by the bounds of amounts. Where the range of an amount ends at a coordinate, that coordinate is written as the
/// amount plus a natural rest.
fn decide_in(family: &Family, env: &KnownRanges, condition: &C) -> Option<bool> {
    if let Some(truth) = decide(condition, env) {
        return Some(truth);
    }
    for range in &family.params {
        let ends: Vec<usize> = match &*range.hi {
            Expr::Coord(c) => vec![*c],
            Expr::Min(list) => {
                list.iter().filter_map(|e| if let Expr::Coord(c) = **e { Some(c) } else { None }).collect()
            }
            _ => vec![],
        };
        for c in ends {
            let rest = build::add(&build::var(range.var), &build::var(REST + c));
            let rewritten = change::substitute(condition, &|leaf| match leaf {
                Expr::Coord(k) if *k == c => Some(rest.clone()),
                _ => None,
            });
            if let Some(truth) = decide(&rewritten, env) {
                return Some(truth);
            }
        }
    }
    None
}

/// Drops conditions that always hold; returns `false` if the family never applies.
fn decide_guards(family: &mut Family) -> bool {
    let env = KnownRanges::of(family);
    let simplify = |e: &C| {
        build::and(
            build::conjuncts(e)
                .into_iter()
                .map(|p| match decide_in(family, &env, &p) {
                    Some(truth) if p.total() => build::boolean(truth),
                    _ => p,
                })
                .collect(),
        )
    };
    let (before, guard) = (simplify(&family.before), simplify(&family.guard));
    let empty = family.params.iter().any(|r| decide(&build::lt(&r.hi, &r.lo), &env) == Some(true));
    family.before = before;
    family.guard = guard;
    !empty && family.guard.as_bool() != Some(false) && family.before.as_bool() != Some(false)
}

/// Moves the parts of the guard that use no parameter and cannot fail before the ranges.
fn hoist(family: &mut Family) {
    let parts = build::conjuncts(&family.guard);
    let free = |e: &C| {
        e.total()
            && !e.any_condition(&mut |x| matches!(x, Cond::TargetP(_)))
            && !family.params.iter().any(|r| e.uses(r.var))
    };
    let (before, guard): (Vec<C>, Vec<C>) = parts.into_iter().partition(free);
    family.before = build::and(std::iter::once(family.before.clone()).chain(before).collect());
    family.guard = build::and(guard);
}

/// Numbers the parameters 0, 1, …, then the variables of repeats, and then those of folds.
pub(crate) fn renumber(mut family: Family) -> Family {
    let mut map: HashMap<usize, usize> = HashMap::new();
    for range in &family.params {
        map.insert(range.var, map.len());
    }
    for range in family.targets.iter().flat_map(|t| &t.repeats).flat_map(|r| &r.ranges) {
        map.insert(range.var, map.len());
    }
    for node in family.expressions() {
        number_folds(&node, &mut map);
    }
    family = family.changed(&Leaves::numbers(&|leaf| renamed(leaf, &map)));
    for range in &mut family.params {
        range.var = map[&range.var];
    }
    family
        .targets
        .iter_mut()
        .flat_map(|t| &mut t.repeats)
        .flat_map(|r| &mut r.ranges)
        .for_each(|r| r.var = map[&r.var]);
    family
}

fn renumbered_condition(e: &C) -> C {
    let mut map = HashMap::new();
    number_folds(e, &mut map);
    rename(e, &map)
}

/// Numbers the variables of folds that have no number yet, in the order in which they occur.
pub fn number_folds(e: &impl Tree, map: &mut HashMap<usize, usize>) {
    e.any(&mut |node| {
        for range in bound_by(node) {
            let next = map.len();
            map.entry(range.var).or_insert(next);
        }
        false
    });
}

/// The expression `e` with its variables renumbered.
pub fn rename<T: Changed>(e: &T, map: &HashMap<usize, usize>) -> T {
    change::substitute(e, &|leaf| renamed(leaf, map))
}

fn renamed(leaf: &Expr, map: &HashMap<usize, usize>) -> Option<E> {
    match leaf {
        Expr::Var(v) => map.get(v).map(|n| build::var(*n)),
        _ => None,
    }
}
