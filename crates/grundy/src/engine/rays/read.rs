//! What rays see of rules.
//!
//! In: the rules of a component. Out: a [`Plan`]: its families as rays, steps and passes; nothing when a family is
//! something else, or the rules could leave several parts.
//!
//! A *ray* lowers the coordinates of its direction by one amount t from 1 up. Write its target at p as a function of the cell
//! q = p - t on the line, by putting c + t for every coordinate c of the direction: where t drops out, the option depends on q
//! alone (its *shadow*, q itself for a plain ray), and so does a condition (`only`). A condition without t is one on p (`when`).
//! So the options of p are the shadows of the earlier cells of its line, whatever t was.

use super::super::compile::{Condition, Number, condition, number};
use crate::rules::bounds::{Env, Interval, decide};
use crate::rules::expr::{E, Expr};
use crate::rules::normal::moved_by;
use crate::rules::{Family, Ruleset, build};

/// A range with constant ends is taken apart into so many steps at most.
const STEPS: i64 = 16;

/// All families of a component, seen.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) rays: Vec<Ray>,
    pub(super) steps: Vec<Step>,
    /// Steps that are moves only where some ray or step is one.
    pub(super) passes: Vec<Step>,
}

/// Any amount from the coordinates of a direction.
#[derive(Debug)]
pub(super) struct Ray {
    pub(super) direction: Vec<usize>,
    /// Coordinates off the direction that change, as functions of the earlier cell.
    pub(super) shadow: Vec<(usize, E)>,
    /// A condition on the cell that moves.
    pub(super) when: Option<E>,
    /// A condition on the earlier cell.
    pub(super) only: Option<E>,
}

/// A constant vector.
#[derive(Debug)]
pub(super) struct Step {
    /// Coordinates and what is added to them.
    pub(super) offset: Vec<(usize, i64)>,
    /// A condition on the cell that moves.
    pub(super) when: Option<E>,
}

impl Plan {
    /// Sees the families, if all can be seen and one is a ray.
    pub(super) fn of(rules: &Ruleset) -> Option<Plan> {
        let mut plan = Plan { rays: vec![], steps: vec![], passes: vec![] };
        if rules.splits() {
            return None;
        }
        let mut plain = vec![];
        for family in &rules.families {
            match passed(family) {
                Some((part, family)) => {
                    plan.passes.push(step(rules, &family)?);
                    plain.push(Err(part));
                }
                None => {
                    plan.see(rules, family)?;
                    plain.push(Ok(family));
                }
            }
        }
        let own: Vec<&Family> = plain.iter().filter_map(|f| f.as_ref().ok().copied()).collect();
        let parts: Vec<usize> = plain.iter().filter_map(|f| f.as_ref().err().copied()).collect();
        let seen = parts.iter().all(|part| is_whole(rules, *part, &own));
        (seen && !plan.rays.is_empty()).then_some(plan)
    }

    fn see(&mut self, rules: &Ruleset, family: &Family) -> Option<()> {
        match &family.params[..] {
            [] => self.steps.push(step(rules, family)?),
            [range] => match (range.lo.as_i64(), range.hi.as_i64()) {
                (Some(lo), Some(hi)) if hi - lo < STEPS => {
                    for amount in lo..=hi {
                        self.steps.push(step(rules, &fixed(family, range.var, amount))?);
                    }
                }
                _ => self.rays.push(ray(rules, family)?),
            },
            _ => return None,
        }
        Some(())
    }
}

fn asks(e: &E) -> bool {
    e.any(&mut |x| matches!(x, Expr::Terminal(_) | Expr::TargetP(_)))
}

/// A family that is a move where a part has one: the part, and the family without that condition.
fn passed(family: &Family) -> Option<(usize, Family)> {
    let mut parts = vec![];
    let (asking, rest): (Vec<E>, Vec<E>) = build::conjuncts(&family.before).into_iter().partition(asks);
    for e in &asking {
        let Expr::Not(inner) = &**e else { return None };
        let Expr::Terminal(part) = **inner else { return None };
        parts.push(part);
    }
    let [part] = parts[..] else { return None };
    Some((part, Family { before: build::and(rest), ..family.clone() }))
}

/// Are these families just the moves of the part, so that it has no move where none of them is one?
fn is_whole(rules: &Ruleset, part: usize, families: &[&Family]) -> bool {
    let place = &rules.parts[part];
    let change = |e: &E| {
        build::substitute(e, &|leaf| match leaf {
            Expr::Coord(c) => Some(build::coord(c + place.first)),
            _ => None,
        })
    };
    let mut own: Vec<Family> = place.rules.families.clone();
    for family in &mut own {
        family.before = change(&family.before);
        family.guard = change(&family.guard);
        for range in &mut family.params {
            (range.lo, range.hi) = (change(&range.lo), change(&range.hi));
        }
        for target in &mut family.targets {
            target.leaf += place.first_leaf;
            target.tuples.iter_mut().flatten().for_each(|e| *e = change(e));
        }
    }
    own.sort();
    let mut all: Vec<Family> = families.iter().map(|f| (*f).clone()).collect();
    all.sort();
    let leaves = place.first_leaf..place.first_leaf + place.rules.leaves.len();
    let mut requires: Vec<(usize, E)> =
        place.rules.requires.iter().map(|(l, e, _)| (l + place.first_leaf, change(e))).collect();
    let mut here: Vec<(usize, E)> =
        rules.requires.iter().filter(|r| leaves.contains(&r.0)).map(|(l, e, _)| (*l, e.clone())).collect();
    requires.sort();
    here.sort();
    own == all && requires == here
}

/// The family at one value of its parameter.
fn fixed(family: &Family, var: usize, value: i64) -> Family {
    let put = |e: &E| {
        build::substitute(e, &|leaf| match leaf {
            Expr::Var(v) if *v == var => Some(build::int(value)),
            _ => None,
        })
    };
    let mut family = family.clone();
    family.params.clear();
    family.guard = put(&family.guard);
    for e in family.targets.iter_mut().flat_map(|t| &mut t.tuples).flatten() {
        *e = put(e);
    }
    family
}

/// Coordinates that change, and to what.
fn changed(rules: &Ruleset, family: &Family) -> Option<Vec<(usize, E)>> {
    let mut all = vec![];
    for target in &family.targets {
        let [tuple] = &target.tuples[..] else { return None };
        let first = rules.leaves[target.leaf].first;
        all.extend(tuple.iter().enumerate().map(|(i, e)| (first + i, e.clone())));
    }
    all.retain(|(c, e)| **e != Expr::Coord(*c));
    Some(all)
}

fn step(rules: &Ruleset, family: &Family) -> Option<Step> {
    let offset: Option<Vec<(usize, i64)>> = changed(rules, family)?
        .iter()
        .map(|(c, e)| Some((*c, build::sub(e, &build::coord(*c)).as_i64().filter(|k| k.abs() < 1 << 32)?)))
        .collect();
    let offset = offset?;
    let least = Least { offset: &offset };
    let mut conditions = [&family.before, &family.guard].into_iter().flat_map(build::conjuncts).collect::<Vec<E>>();
    conditions.retain(|e| decide(e, &least) != Some(true) || !e.total());
    let when = unless_true(conditions)?;
    (family.params.is_empty() && !offset.is_empty()).then_some(Step { offset, when })
}

/// Where a step has a target its coordinates are no less than what it takes.
struct Least<'a> {
    offset: &'a [(usize, i64)],
}

impl Env for Least<'_> {
    fn coord(&self, index: usize) -> Interval {
        let taken = self.offset.iter().find(|(c, _)| *c == index).map_or(0, |(_, k)| (-k).max(0));
        Interval { lo: Some(taken.into()), hi: None }
    }
    fn var(&self, _: usize) -> Interval {
        Interval::any()
    }
}

/// All of them as one condition, `Some(None)` if that is true; `None` if one asks about parts.
fn unless_true(list: Vec<E>) -> Option<Option<E>> {
    let all = build::and(list);
    if asks(&all) {
        return None;
    }
    Some((all.as_bool() != Some(true)).then_some(all))
}

fn ray(rules: &Ruleset, family: &Family) -> Option<Ray> {
    let [range] = &family.params[..] else { return None };
    let var = range.var;
    let direction = moved_by(rules, family, var);
    if direction.is_empty() {
        return None;
    }
    let earlier = |e: &E| {
        let own = build::substitute(e, &|leaf| match leaf {
            Expr::Coord(c) if direction.contains(c) => Some(build::add(&build::coord(*c), &build::var(var))),
            _ => None,
        });
        (!own.uses(var) && !asks(&own)).then_some(own)
    };
    let mut shadow = vec![];
    for (c, e) in changed(rules, family)? {
        if !direction.contains(&c) {
            shadow.push((c, earlier(&e)?));
        }
    }
    let mut conditions = [&family.before, &family.guard].into_iter().flat_map(build::conjuncts).collect::<Vec<E>>();
    let amount = build::var(var);
    if range.lo.as_i64() != Some(1) {
        conditions.push(build::le(&range.lo, &amount));
        // Amounts below 1 are no moves along the line.
        if decide(&build::le(&build::int(1), &range.lo), &crate::rules::bounds::Naturals) != Some(true) {
            return None;
        }
    }
    let ends = if let Expr::Min(list) = &*range.hi { list.clone() } else { vec![range.hi.clone()] };
    conditions.extend(
        ends.iter()
            .filter(|e| !matches!(***e, Expr::Coord(c) if direction.contains(&c)))
            .map(|e| build::le(&amount, e)),
    );
    let (mut when, mut only) = (vec![], vec![]);
    for e in conditions {
        if e.uses(var) { only.push(earlier(&e)?) } else { when.push(e) }
    }
    if shadow.is_empty() {
        // Cells that do not exist are no options anyway.
        let known: Vec<E> = rules.requires.iter().flat_map(|r| build::conjuncts(&r.1)).collect();
        only.retain(|e| !known.contains(e));
    }
    Some(Ray { direction, shadow, when: unless_true(when)?, only: unless_true(only)? })
}

/// A compiled condition.
pub(super) type Test = Condition<i64>;
/// A compiled number.
pub(super) type Entry = Number<i64>;

/// Compiles a condition.
pub(super) fn test(e: &Option<E>) -> Option<Test> {
    e.as_ref().map(condition)
}

/// Compiles a shadow.
pub(super) fn entries(shadow: &[(usize, E)]) -> Vec<(usize, Entry)> {
    shadow.iter().map(|(c, e)| (*c, number(e))).collect()
}

impl Plan {
    /// How many variables the expressions use.
    pub(super) fn variables(&self) -> usize {
        let rays = self
            .rays
            .iter()
            .flat_map(|r| r.when.iter().chain(&r.only).chain(r.shadow.iter().map(|(_, e)| e)).map(|e| e.variables()));
        let steps = self.steps.iter().chain(&self.passes).flat_map(|s| &s.when).map(|e| e.variables());
        rays.chain(steps).max().unwrap_or(0)
    }
}
