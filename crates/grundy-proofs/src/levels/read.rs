//! Which rules are determined by their levels.
//!
//! In: rules. Out: the first line from which on the options of a position are exactly the positions with one of its two coordinates
//! less ([`far_out`]), or why there is none.
//!
//! The conditions, with x0 for that line. A symmetry exchanges the coordinates, so each condition also holds with both
//! exchanged.
//!
//! 1. every position (x, y) with y >= x0 exists;
//! 2. from a position with y >= x0 only rays along one coordinate move;
//! 3. with x and y >= x0 some ray leads to every (x, y'), y' < y;
//! 4. with x < x0 and y >= x0 some ray leads to every (x, y'), x0 <= y' < y;
//! 5. with x < x0 and c < x0 a ray leads to (x, c) either from all (x, y), y >= x0, or from none of them. Otherwise the values that a
//!    row has before x0 could bar a value from a thousand columns and allow it after them.

use dashu_int::IBig;

use grundy_core::contract::reason::{Reason, name, quoted};
use grundy_core::read::rays::{Plan, Ray};
use grundy_rules::rules::bounds::{Env, Interval, decide};
use grundy_rules::rules::expr::{C, Place, Tree};
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::rules::{Role, Ruleset};

/// The lines that are tried as x0.
const FIRST: [u64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64];

/// The line from which on positions are alike.
pub(super) struct Far {
    /// The first line.
    pub(super) line: u64,
    /// The number of steps. Each leads to a given position before x0 from at most one column.
    pub(super) steps: u64,
}

/// Finds the first line from which on positions are alike.
pub(super) fn far_out(rules: &Ruleset) -> Result<Far, Reason> {
    if rules.width() != 2 || rules.coords.iter().any(|c| c.role != Role::Own) {
        let text = format!("levels are those of two coordinates, and these rules have {}", rules.width());
        return Err(Reason::shape(text, Place::default()));
    }
    if Symmetry::of(rules).is_trivial() {
        let text = format!("no symmetry was found that exchanges {} and {}", name(rules, 0), name(rules, 1));
        return Err(Reason::shape(text, Place::default()));
    }
    let plan = Plan::of(rules)?;
    let mut refused = None;
    for from in FIRST {
        match alike(rules, &plan, from) {
            Ok(()) => return Ok(Far { line: from, steps: (plan.steps.len() + plan.passes.len()) as u64 }),
            Err(reason) => refused = Some(reason),
        }
    }
    Err(refused.unwrap_or_else(|| Reason::gives_up("nothing is known of it")))
}

/// A rectangle of positions.
pub(super) struct Area {
    pub(super) rows: Interval,
    pub(super) columns: Interval,
}

/// The interval of one number.
fn exactly(x: u64) -> Interval {
    Interval { lo: Some(x.into()), hi: Some(x.into()) }
}

/// The interval of all numbers from `x` on.
fn at_least(x: u64) -> Interval {
    Interval { lo: Some(x.into()), hi: None }
}

impl Area {
    /// One row, from `column` on.
    pub(super) fn row(x: u64, column: u64) -> Area {
        Area { rows: exactly(x), columns: at_least(column) }
    }

    /// All rows from `x` on, from `column` on.
    pub(super) fn rows_from(x: u64, column: u64) -> Area {
        Area { rows: at_least(x), columns: at_least(column) }
    }

    /// Has a condition this truth value in the whole area? `None`, no condition, counts as true.
    pub(super) fn is(&self, truth: bool, condition: Option<&C>) -> bool {
        condition.map_or(truth, |e| e.total() && decide(e, self) == Some(truth))
    }

    fn words(&self, rules: &Ruleset) -> String {
        let one = |coord: usize, range: &Interval| {
            let equal = if range.hi.is_some() { "=" } else { ">=" };
            format!("{} {equal} {}", name(rules, coord), range.lo.clone().unwrap_or(IBig::ZERO))
        };
        format!("{}, {}", one(0, &self.rows), one(1, &self.columns))
    }
}

impl Env for Area {
    fn coord(&self, index: usize) -> Interval {
        if index == 0 { self.rows.clone() } else { self.columns.clone() }
    }

    fn var(&self, _: usize) -> Interval {
        Interval::any()
    }
}

/// Do all conditions of the module hold with this first line?
fn alike(rules: &Ruleset, plan: &Plan, from: u64) -> Result<(), Reason> {
    let rows = (0..from).map(|x| Area::row(x, from)).chain([Area::rows_from(from, from)]);
    for area in rows {
        for (_, condition, place) in &rules.requires {
            if !area.is(true, Some(condition)) {
                let (area, condition) = (area.words(rules), quoted(rules, condition));
                let text = format!("not all positions with {area} are seen to meet {condition}");
                return Err(Reason::shape(text, *place));
            }
        }
        only_rays(rules, plan, &area)?;
    }
    let near = (0..from).map(|x| (Area::row(x, from), Area::row(x, from)));
    let far = || Area::rows_from(from, from);
    let to_near = (0..from).map(|y| (far(), Area { rows: far().rows, columns: exactly(y) }));
    for (area, targets) in near.chain(to_near).chain([(far(), far())]) {
        let full = |ray: &Ray| {
            let along = is_plain(ray) && ray.direction == [(1, 1)];
            along && area.is(true, ray.when.as_ref()) && targets.is(true, ray.only.as_ref())
        };
        if !plan.rays.iter().any(full) {
            let (area, targets) = (area.words(rules), targets.words(rules));
            let text = format!("from {area} not every less {} with {targets} is seen to be reached", name(rules, 1));
            return Err(Reason::shape(text, Place::default()));
        }
    }
    (0..from).flat_map(|x| (0..from).map(move |c| (x, c))).try_for_each(|(x, c)| settled(rules, plan, from, (x, c)))
}

/// Condition 5 for one position (x, c): do rays lead there from all columns of its row from x0 on, or from none?
fn settled(rules: &Ruleset, plan: &Plan, from: u64, (x, c): (u64, u64)) -> Result<(), Reason> {
    let (area, target) = (Area::row(x, from), Area { rows: exactly(x), columns: exactly(c) });
    let all = |truth: bool, ray: &Ray| {
        let both = [area.is(truth, ray.when.as_ref()), target.is(truth, ray.only.as_ref())];
        if truth { both == [true; 2] } else { both.contains(&true) }
    };
    let mut along = plan.rays.iter().filter(|ray| is_plain(ray) && ray.direction == [(1, 1)]);
    if along.clone().any(|ray| all(true, ray)) || along.all(|ray| all(false, ray)) {
        return Ok(());
    }
    let (area, target) = (area.words(rules), target.words(rules));
    Err(Reason::shape(format!("from {area} it is not always or never that {target} is reached"), Place::default()))
}

/// A ray that takes every amount from one coordinate, and changes no other one.
pub(super) fn is_plain(ray: &Ray) -> bool {
    matches!(ray.direction[..], [(_, 1)]) && ray.shadow.is_empty()
}

/// Condition 2: from an area no move but rays along one coordinate.
fn only_rays(rules: &Ruleset, plan: &Plan, area: &Area) -> Result<(), Reason> {
    let wants = "a proof by levels needs all moves far out to be rays along one coordinate";
    if let Some(ray) = plan.rays.iter().find(|ray| !is_plain(ray) && !area.is(false, ray.when.as_ref())) {
        let names: Vec<&str> = ray.direction.iter().map(|(c, _)| name(rules, *c)).collect();
        let what = match (ray.shadow.is_empty(), &ray.direction[..]) {
            (false, _) => ", with a change of another coordinate,",
            (true, [(_, 2..)]) => ", but not every amount,",
            (true, _) => "",
        };
        let text =
            format!("some move takes an amount from {}{what} at {}; {wants}", names.join(" and "), area.words(rules));
        return Err(Reason::shape(text, Place::default()));
    }
    for step in plan.steps.iter().chain(&plan.passes) {
        let along = matches!(step.offset[..], [(_, k)] if k < 0);
        if !along && !area.is(false, step.when.as_ref()) {
            let offset: Vec<String> = step.offset.iter().map(|(c, k)| format!("{} {k:+}", name(rules, *c))).collect();
            let text = format!("some move is {} at {}; {wants}", offset.join(", "), area.words(rules));
            return Err(Reason::shape(text, Place::default()));
        }
    }
    Ok(())
}
