//! Reads rules as rays, steps and passes.
//!
//! In: the rules of a component. Out: a [`Plan`]: its families as rays, steps and passes; or the reason, if a family is
//! something else or a move may leave several parts.
//!
//! A *ray* takes one amount t from 1 up along a direction, a vector of constants: k t from every coordinate with k > 0. Write its target at p as a
//! function of the cell q = p - t k on the line, by putting c + k t for every coordinate c of the direction. If t drops out, the option depends on q
//! alone; it is the *shadow* of q, and q itself for a plain ray. In the same way a condition may depend on q alone (`only`). A condition
//! without t depends on p alone (`when`). So the options of p are the shadows of the earlier cells of its line, whatever t was. A condition that
//! joins both kinds by `or` gives several rays of one family ([`ends`](crate::read::ends)): together they have its options, some of them twice.

use crate::contract::reason::{Reason, asks, name, quoted, splitting};
use crate::read::constants::each;
use crate::read::ends::{Ends, Left, PAIRS};
use grundy_rules::rules::bounds::{Env, Interval, Naturals, decide};
use grundy_rules::rules::change::{Change, Leaves};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Range, Tree};
use grundy_rules::rules::normal::taken_by;
use grundy_rules::rules::{Family, Role, Ruleset, build};

/// A family whose ranges have constant ends is expanded to at most this many steps.
const STEPS: i64 = 16;
/// The most rays that the kernels support.
const RAYS: usize = 6;
/// The definition of a ray, for reasons.
const RAY: &str = "a ray takes one amount, from 1 up, along a direction";

/// All families of a component, as rays, steps and passes.
#[derive(Debug)]
pub struct Plan {
    /// Any amount along a direction.
    pub rays: Vec<Ray>,
    /// Constant vectors.
    pub steps: Vec<Step>,
    /// Steps that may be made only where some ray or step is a legal move.
    pub passes: Vec<Step>,
}

/// Any amount from the coordinates of a direction.
#[derive(Debug)]
pub struct Ray {
    /// The coordinates that the amount lowers, with what an amount of 1 takes from each, at least 1.
    pub direction: Vec<(usize, u64)>,
    /// Coordinates off the direction that change, as functions of the earlier cell.
    pub shadow: Vec<(usize, E)>,
    /// A condition on the cell that moves.
    pub when: Option<C>,
    /// A condition on the earlier cell.
    pub only: Option<C>,
    /// Does an earlier ray of this family have the same amounts under another condition?
    pub again: bool,
}

/// A constant vector.
#[derive(Debug)]
pub struct Step {
    /// Coordinates and what is added to them.
    pub offset: Vec<(usize, i64)>,
    /// A condition on the cell that moves.
    pub when: Option<C>,
}

impl Plan {
    /// Reads the families, if all can be read and at least one is a ray.
    pub fn of(rules: &Ruleset) -> Result<Plan, Reason> {
        let mut plan = Plan { rays: vec![], steps: vec![], passes: vec![] };
        if rules.splits() {
            return Err(match splitting(rules) {
                Some(family) => Reason::family(rules, family, "leaves several parts, or none; rays leave one"),
                None => Reason::shape("a move can leave several parts; rays leave one", Place::default()),
            });
        }
        let (mut own, mut passed_parts) = (vec![], vec![]);
        for family in &rules.families {
            match passed(family) {
                Some((part, free)) => {
                    plan.passes.push(step(rules, &free)?);
                    passed_parts.push((part, family));
                }
                None => {
                    plan.see(rules, family)?;
                    own.push(family);
                }
            }
        }
        if let Some((part, family)) = passed_parts.iter().find(|(part, _)| !is_whole(rules, *part, &own)) {
            let text =
                format!("is made where part {} has one, and the other moves are not that part's alone", part + 1);
            return Err(Reason::family(rules, family, text));
        }
        match plan.rays.len() {
            0 => Err(Reason::shape(format!("no move takes any amount; {RAY}"), Place::default())),
            n if n > RAYS => {
                Err(Reason::shape(format!("these are {n} rays, and no more than {RAYS} are read"), Place::default()))
            }
            _ => Ok(plan),
        }
    }

    fn see(&mut self, rules: &Ruleset, family: &Family) -> Result<(), Reason> {
        match each(family, STEPS) {
            Some(constants) => {
                for family in &constants {
                    self.steps.push(step(rules, family)?);
                }
            }
            None => self.rays.extend(rays(rules, family)?),
        }
        Ok(())
    }
}

/// For a family that is legal only where some part has a move: the part, and the family without that condition.
fn passed(family: &Family) -> Option<(usize, Family)> {
    let mut parts = vec![];
    let (asking, rest): (Vec<C>, Vec<C>) = build::conjuncts(&family.before).into_iter().partition(asks);
    for e in &asking {
        let Cond::Not(inner) = &**e else { return None };
        let Cond::Terminal(part) = **inner else { return None };
        parts.push(part);
    }
    let [part] = parts[..] else { return None };
    Some((part, Family { before: build::and(rest), ..family.clone() }))
}

/// Are these families exactly the moves of the part, so that the part has a move exactly where one of them is legal?
fn is_whole(rules: &Ruleset, part: usize, families: &[&Family]) -> bool {
    let place = &rules.parts[part];
    let numbers = |leaf: &Expr| if let Expr::Coord(c) = leaf { Some(build::coord(c + place.first)) } else { None };
    let change = Leaves::numbers(&numbers);
    let mut own: Vec<Family> = place.rules.families.iter().map(|family| family.changed(&change)).collect();
    own.iter_mut().flat_map(|family| &mut family.targets).for_each(|target| target.leaf += place.first_leaf);
    own.sort();
    let mut all: Vec<Family> = families.iter().map(|f| (*f).clone()).collect();
    all.sort();
    let leaves = place.first_leaf..place.first_leaf + place.rules.leaves.len();
    let mut requires: Vec<(usize, C)> =
        place.rules.requires.iter().map(|(l, c, _)| (l + place.first_leaf, change.condition(c))).collect();
    let mut here: Vec<(usize, C)> =
        rules.requires.iter().filter(|r| leaves.contains(&r.0)).map(|(l, e, _)| (*l, e.clone())).collect();
    requires.sort();
    here.sort();
    own == all && requires == here
}

/// The coordinates that change, with their new entries, in a family that leaves one part.
fn changed(rules: &Ruleset, family: &Family) -> Vec<(usize, E)> {
    let mut all = vec![];
    for target in &family.targets {
        let first = rules.leaves[target.leaf].first;
        all.extend(target.tuples[0].iter().enumerate().map(|(i, e)| (first + i, e.clone())));
    }
    all.retain(|(c, e)| **e != Expr::Coord(*c));
    all
}

fn step(rules: &Ruleset, family: &Family) -> Result<Step, Reason> {
    let other = |text: String| Err(Reason::family(rules, family, text));
    let mut offset = vec![];
    for (c, e) in changed(rules, family) {
        match build::sub(&e, &build::coord(c)).as_i64().filter(|k| k.abs() < 1 << 32) {
            Some(k) => offset.push((c, k)),
            None => return other(format!("changes {} by no constant, and takes no amount; {RAY}", name(rules, c))),
        }
    }
    if offset.is_empty() {
        return other("is no step and no ray".into());
    }
    let least = Least { offset: &offset };
    let mut conditions = [&family.before, &family.guard].into_iter().flat_map(build::conjuncts).collect::<Vec<C>>();
    conditions.retain(|e| decide(e, &least) != Some(true) || !e.total());
    let when = unless_true(rules, family, conditions)?;
    Ok(Step { offset, when })
}

/// Where a step has a target, each coordinate is at least what the step takes from it.
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

/// The conjunction of the conditions; `None` if it is always true.
fn unless_true(rules: &Ruleset, family: &Family, list: Vec<C>) -> Result<Option<C>, Reason> {
    if let Some(asking) = list.iter().find(|e| asks(*e)) {
        let text = format!("is made only if {}; of parts rays know no more than passes", quoted(rules, asking));
        return Err(Reason::family(rules, family, text));
    }
    let all = build::and(list);
    Ok((all.as_bool() != Some(true)).then_some(all))
}

/// Coordinates, and how many times the amount each of them falls.
type Direction = Vec<(usize, u64)>;

/// The amount of a family and its direction.
fn direction<'a>(rules: &Ruleset, family: &'a Family) -> Result<(&'a Range, Direction), Reason> {
    match &family.params[..] {
        [range] => match taken_by(rules, family, range.var) {
            none if none.is_empty() => {
                let text = format!("lowers no coordinate by its number i, or by a constant times i; {RAY}");
                Err(Reason::family(rules, family, text))
            }
            direction => Ok((range, direction)),
        },
        [] => Err(Reason::family(rules, family, format!("takes no amount; {RAY}"))),
        _ => Err(Reason::family(rules, family, format!("takes several amounts at once; {RAY}"))),
    }
}

/// The conditions that the ends of a range impose on its amount.
fn of_range(rules: &Ruleset, family: &Family, range: &Range) -> Result<Vec<C>, Reason> {
    let amount = build::var(range.var);
    let mut conditions = vec![];
    if range.lo.as_i64() != Some(1) {
        conditions.push(build::le(&range.lo, &amount));
        // Amounts below 1 do not lead to earlier cells of the line.
        if decide(&build::le(&build::int(1), &range.lo), &Naturals) != Some(true) {
            let text = format!("begins with the amount {}, which may be less than 1; {RAY}", quoted(rules, &range.lo));
            return Err(Reason::family(rules, family, text));
        }
    }
    let ends = if let Expr::Min(list) = &*range.hi { list.clone() } else { vec![range.hi.clone()] };
    conditions.extend(ends.iter().map(|e| build::le(&amount, e)));
    Ok(conditions)
}

/// A family as rays.
fn rays(rules: &Ruleset, family: &Family) -> Result<Vec<Ray>, Reason> {
    let (range, direction) = direction(rules, family)?;
    let ends = Ends { direction: &direction, var: range.var };
    let mut shadow = vec![];
    for (c, e) in changed(rules, family).into_iter().filter(|(c, _)| direction.iter().all(|(own, _)| own != c)) {
        if rules.coords[c].role == Role::Flag {
            let text = format!("switches {} on; {RAY}", name(rules, c));
            return Err(Reason::family(rules, family, text));
        }
        let Some(reached) = ends.reached(&e) else {
            let text =
                format!("changes {} to what does not follow from where the others arrive; {RAY}", name(rules, c));
            return Err(Reason::family(rules, family, text));
        };
        shadow.push((c, reached));
    }
    let mut conditions = [&family.before, &family.guard].into_iter().flat_map(build::conjuncts).collect::<Vec<C>>();
    conditions.extend(of_range(rules, family, range)?);
    // No target has a negative coordinate.
    conditions.retain(|e| !ends.always(e));
    let (mut when, mut only, mut both) = (vec![], vec![], vec![]);
    for e in conditions {
        match ends.on_target(&e) {
            _ if !e.uses(range.var) => when.push(e),
            Some(reached) => only.push(reached),
            None => both.push(e),
        }
    }
    if shadow.is_empty() {
        // Cells without a position are not options anyway.
        let known: Vec<C> = rules.requires.iter().flat_map(|r| build::conjuncts(&r.1)).collect();
        only.retain(|e| !known.contains(e));
    }
    let mut all: Vec<Ray> = vec![];
    for (from, to) in ends.pairs(&both).map_err(|left| mixed(rules, family, &both, left))? {
        let joined = |list: &[C], e: C| list.iter().cloned().chain([e]).collect();
        let (when, only) = (joined(&when, from), joined(&only, to));
        let (when, only) = (unless_true(rules, family, when)?, unless_true(rules, family, only)?);
        all.push(Ray { direction: direction.clone(), shadow: shadow.clone(), when, only, again: !all.is_empty() });
    }
    Ok(all)
}

/// Why a family with these conditions on both ends of a ray is left to enumeration.
fn mixed(rules: &Ruleset, family: &Family, both: &[C], left: Left) -> Reason {
    let all = quoted(rules, &build::and(both.to_vec()));
    Reason::family(
        rules,
        family,
        match left {
            Left::Mixed(e) => format!(
                "has the condition {}, which is not on the position before it alone nor on the one after it alone",
                quoted(rules, &e)
            ),
            Left::NotTotal => format!("has the condition {all} on both its ends, which is not defined everywhere"),
            Left::Many => format!("has the condition {all} on both its ends, which comes to more than {PAIRS} rays"),
        },
    )
}

impl Plan {
    /// How many variables the expressions use.
    pub fn variables(&self) -> usize {
        let rays = self.rays.iter().flat_map(|r| {
            let conditions = r.when.iter().chain(&r.only).map(Tree::variables);
            conditions.chain(r.shadow.iter().map(|(_, e)| e.variables()))
        });
        let steps = self.steps.iter().chain(&self.passes).flat_map(|s| &s.when).map(|e| e.variables());
        rays.chain(steps).max().unwrap_or(0)
    }
}
