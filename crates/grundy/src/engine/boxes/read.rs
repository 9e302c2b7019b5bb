//! Boxes as the table by boxes needs them.
//!
//! In: a ruleset. Out: for each family the coordinates it takes from, or nothing if one does anything else than take any amounts.

use crate::rules::expr::Expr;
use crate::rules::{Family, Ruleset, build};

/// More sets of coordinates are left to the plain table.
const SETS: usize = 256;

/// The sets of coordinates from which moves take, each once.
pub(super) fn supports(rules: &Ruleset) -> Option<Vec<Vec<usize>>> {
    let own = (0..rules.width()).all(|c| rules.own_bound(c).is_none());
    if !own || !rules.parts.is_empty() || rules.families.is_empty() {
        return None;
    }
    let mut supports = rules.families.iter().map(|f| support(rules, f)).collect::<Option<Vec<Vec<usize>>>>()?;
    supports.sort();
    supports.dedup();
    (supports.len() <= SETS).then_some(supports)
}

/// The coordinates of a family that takes from each any number from 1 to all.
fn support(rules: &Ruleset, family: &Family) -> Option<Vec<usize>> {
    if family.before.as_bool() != Some(true) || family.guard.as_bool() != Some(true) {
        return None;
    }
    let mut support = vec![];
    for target in &family.targets {
        let [tuple] = &target.tuples[..] else { return None };
        for (i, e) in tuple.iter().enumerate() {
            let coord = rules.leaves[target.leaf].first + i;
            if **e == Expr::Coord(coord) {
                continue;
            }
            let range = family.params.iter().find(|r| *e == build::sub(&build::coord(coord), &build::var(r.var)))?;
            if range.lo.as_i64() != Some(1) || *range.hi != Expr::Coord(coord) {
                return None;
            }
            support.push(coord);
        }
    }
    // Each parameter is one coordinate's amount: no two coordinates move together.
    let ends = |c: &usize| family.params.iter().filter(|r| *r.hi == Expr::Coord(*c)).count();
    let apart = support.len() == family.params.len() && support.iter().all(|c| ends(c) == 1);
    (apart && !support.is_empty()).then_some(support)
}
