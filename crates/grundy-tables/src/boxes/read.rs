//! Reads rules as boxes.
//!
//! In: a ruleset. Out: for each family, the coordinates that it takes from; or the reason, if a family does anything else than take any amounts.

use grundy_core::contract::reason::{Reason, asks, counter, name, quoted};
use grundy_rules::rules::expr::{Expr, Place};
use grundy_rules::rules::{Family, Ruleset, build};

/// The definition of a box, for reasons.
const BOX: &str = "a box takes any amount, from 1 to all, from each coordinate of a set";

/// The most sets of coordinates; rules with more are left to the plain table.
const SETS: usize = 256;

/// The distinct sets of coordinates from which moves take.
pub(super) fn supports(rules: &Ruleset) -> Result<Vec<Vec<usize>>, Reason> {
    if let Some(counter) = counter(rules) {
        return Err(Reason::shape(format!("{counter}; boxes are for a game's own coordinates"), Place::default()));
    }
    let mut supports = rules.families.iter().map(|f| support(rules, f)).collect::<Result<Vec<Vec<usize>>, Reason>>()?;
    supports.sort();
    supports.dedup();
    match supports.len() {
        1..=SETS => Ok(supports),
        n => Err(Reason::shape(
            format!("moves take from {n} sets of coordinates; from 1 to {SETS} are read"),
            Place::default(),
        )),
    }
}

/// The coordinates of a family that takes from each of them any number from 1 to all.
fn support(rules: &Ruleset, family: &Family) -> Result<Vec<usize>, Reason> {
    let other = |text: String| Err(Reason::family(rules, family, text));
    if let Some(condition) = [&family.before, &family.guard].into_iter().find(|e| e.as_bool() != Some(true)) {
        let part = if asks(condition) { ", which asks about a part of the compound" } else { "" };
        return other(format!("is made only if {}{part}; boxes have no conditions", quoted(rules, condition)));
    }
    let mut support = vec![];
    let mut taken = vec![];
    for target in &family.targets {
        let Some(tuple) = target.only() else {
            return other("leaves several parts, or none; a box leaves one".into());
        };
        for (i, e) in tuple.iter().enumerate() {
            let coord = rules.leaves[target.leaf].first + i;
            if **e == Expr::Coord(coord) {
                continue;
            }
            let own =
                |r: &&grundy_rules::rules::expr::Range| *e == build::sub(&build::coord(coord), &build::var(r.var));
            let Some(range) = family.params.iter().find(own) else {
                return other(format!("changes {} otherwise than by an amount; {BOX}", name(rules, coord)));
            };
            if taken.contains(&range.var) {
                return other(format!("takes one amount from several coordinates; {BOX}"));
            }
            if range.lo.as_i64() != Some(1) || *range.hi != Expr::Coord(coord) {
                let (lo, hi) = (quoted(rules, &range.lo), quoted(rules, &range.hi));
                return other(format!("takes from {} amounts from {lo} to {hi}; {BOX}", name(rules, coord)));
            }
            taken.push(range.var);
            support.push(coord);
        }
    }
    if support.is_empty() || support.len() != family.params.len() {
        return other(format!("has a number that it takes from no coordinate; {BOX}"));
    }
    Ok(support)
}
