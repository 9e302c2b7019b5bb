//! Reads rules as steps.
//!
//! In: a ruleset. Out: its moves as amounts taken from each coordinate, the coordinate along which rows lie, and whether coordinates may be
//! exchanged; or the reason, if a move is no constant step or has a condition, or if no coordinate is fit for rows.

use std::sync::Arc;

use grundy_core::contract::reason::{Reason, asks, counter, name, quoted};
use grundy_core::read::constants::each;
use grundy_rules::rules::expr::{Expr, Place};
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::rules::{Family, Ruleset, build};

/// The largest amount, so that shifts stay small.
const LARGEST: u32 = 1 << 20;
/// The least number of coordinates; rules with fewer are left to the plain table.
const FEWEST: usize = 2;
/// The most moves: no value is greater than the number of moves, and the kernels have at most 64 planes.
const MOVES: usize = 63;

/// Rules by steps, and what is seen of them before the bounds of a table are known.
pub(super) struct Steps {
    /// The rules.
    pub(super) rules: Arc<Ruleset>,
    /// The amounts that each move takes from each coordinate.
    amounts: Vec<Vec<u32>>,
    /// The coordinates along which rows may lie: at most 1 is taken from such a coordinate alone.
    fit: Vec<usize>,
}

impl Steps {
    /// Reads the rules.
    pub(super) fn read(rules: &Arc<Ruleset>) -> Result<Steps, Reason> {
        whole_box(rules)?;
        let mut amounts: Vec<Vec<u32>> = vec![];
        for family in &rules.families {
            for taken in steps(rules, family)? {
                if !amounts.contains(&taken) {
                    amounts.push(taken);
                }
            }
        }
        if !(1..=MOVES).contains(&amounts.len()) {
            let text = format!("there are {} steps; from 1 to {MOVES} are read", amounts.len());
            return Err(Reason::shape(text, Place::default()));
        }
        let steps = Steps { rules: rules.clone(), amounts, fit: vec![] };
        let fit: Vec<usize> = (0..rules.width()).filter(|c| matches!(&steps.in_row(*c)[..], [] | [1])).collect();
        if fit.is_empty() {
            let text = "from every coordinate alone more than 1 can be taken; steps want a coordinate, along which their rows lie, \
                        from which alone at most 1 is taken";
            return Err(Reason::shape(text, Place::default()));
        }
        Ok(Steps { fit, ..steps })
    }

    /// The amounts that are taken from one coordinate alone.
    fn in_row(&self, c: usize) -> Vec<u32> {
        let alone = self.amounts.iter().filter(|a| a.iter().enumerate().all(|(i, t)| i == c || *t == 0));
        alone.map(|a| a[c]).collect()
    }
}

/// The moves of a ruleset by steps.
pub(super) struct Plan {
    /// The coordinate along which rows lie.
    pub(super) along: usize,
    /// The other coordinates.
    pub(super) outer: Vec<usize>,
    /// The steps that leave the row: the amounts from the outer coordinates, and the amount along the row.
    pub(super) steps: Vec<(Vec<u32>, u32)>,
    /// Is there a move of one cell along the row?
    pub(super) chain: bool,
    /// May all coordinates be exchanged, and are their bounds equal?
    pub(super) symmetric: bool,
}

impl Plan {
    /// For a table to these bounds: rows lie along the longest coordinate that is fit for them.
    pub(super) fn of(seen: &Steps, hi: &[u64]) -> Plan {
        let n = hi.len();
        let along = seen.fit.iter().rev().copied().max_by_key(|c| hi[*c]).unwrap_or(n - 1);
        let outer: Vec<usize> = (0..n).filter(|c| *c != along).collect();
        let steps = seen.amounts.iter().filter(|a| outer.iter().any(|c| a[*c] > 0));
        let steps = steps.map(|a| (outer.iter().map(|c| a[*c]).collect(), a[along])).collect();
        let equal = hi.windows(2).all(|w| w[0] == w[1]);
        let symmetric = equal && Symmetry::of(&seen.rules).classes.iter().any(|class| class.len() == n);
        Plan { along, outer, steps, chain: !seen.in_row(along).is_empty(), symmetric }
    }
}

/// Checks that positions exist everywhere, and that no coordinate counts passes.
fn whole_box(rules: &Ruleset) -> Result<(), Reason> {
    if rules.width() < FEWEST {
        let text = "there is one coordinate only; steps lead from row to row";
        return Err(Reason::shape(text, Place::default()));
    }
    if let Some(counter) = counter(rules) {
        return Err(Reason::shape(format!("{counter}; steps are for a game's own coordinates"), Place::default()));
    }
    if let Some((_, condition, place)) = rules.requires.first() {
        let text = format!("positions exist only where {}; steps want a whole box", quoted(rules, condition));
        return Err(Reason::shape(text, *place));
    }
    Ok(())
}

/// The amounts that a family takes from each coordinate, for each value of its ranges, if these are unconditional steps.
fn steps(rules: &Ruleset, family: &Family) -> Result<Vec<Vec<u32>>, Reason> {
    let Some(constants) = each(family, MOVES as i64) else {
        let constant = family.params.iter().all(|r| r.lo.as_int().is_some() && r.hi.as_int().is_some());
        let seen =
            if constant { format!("is more than {MOVES} steps") } else { "takes amounts that are no constants".into() };
        return Err(Reason::family(rules, family, format!("{seen}; steps take constants, at most {MOVES} of them")));
    };
    constants.iter().map(|constant| amounts(rules, family, constant)).collect()
}

/// The amounts that a family without ranges takes from each coordinate, if it is an unconditional step. It is a case of `shown`.
fn amounts(rules: &Ruleset, shown: &Family, family: &Family) -> Result<Vec<u32>, Reason> {
    let other = |text: String| Err(Reason::family(rules, shown, text));
    if let Some(condition) = [&family.before, &family.guard].into_iter().find(|e| e.as_bool() != Some(true)) {
        let part = if asks(condition) { ", which asks about a part of the compound" } else { "" };
        return other(format!("is made only if {}{part}; steps have no conditions", quoted(rules, condition)));
    }
    let mut amounts = vec![0; rules.width()];
    for target in &family.targets {
        let Some(tuple) = target.only() else {
            return other("leaves several parts, or none; a step leaves one".into());
        };
        for (i, e) in tuple.iter().enumerate() {
            let coord = rules.leaves[target.leaf].first + i;
            let (constant, terms) = build::linear(e);
            let own = matches!(&terms[..], [(term, factor)] if **term == Expr::Coord(coord) && factor.is_one());
            let by = i64::try_from(&constant).ok().filter(|_| own);
            amounts[coord] = match by.map(|by| u32::try_from(-by)) {
                Some(Ok(taken)) if taken <= LARGEST => taken,
                Some(Err(_)) if by > Some(0) => return other(format!("raises {}; steps take", name(rules, coord))),
                Some(_) => return other(format!("takes more than {LARGEST} from {}", name(rules, coord))),
                None => return other(format!("changes {} by no constant; steps take constants", name(rules, coord))),
            };
        }
    }
    if amounts.iter().all(|t| *t == 0) {
        return other("takes nothing".into());
    }
    Ok(amounts)
}
