//! Is a component SG-decreasing, or one-move, at all followers of a position?
//!
//! In: a component's rules and a position. Out: its [`Kind`]. First all positions of the box below are looked at, which followers are among;
//! where one of them is in the way, the followers alone. A check that would cost too much finds nothing.

use std::sync::Arc;

use crate::engine::compile::{Result, Stop};
use crate::engine::limits::Limits;
use crate::engine::positions::{Positions, in_box};
use crate::lang::Kind as ErrorKind;
use crate::rules::expr::Expr;
use crate::rules::{Ruleset, build};

/// The most cells of the box that is looked at.
const CELLS: u64 = 1 << 22;
/// The most options that are looked at.
const OPTIONS: u64 = 1 << 21;

/// What a component is; the later is the stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Nothing that a theorem speaks of, as far as was looked.
    Other,
    /// One-move: value 0 only where there is no move.
    OneMove,
    /// SG-decreasing: every move lowers the value.
    Heap,
}

/// What is known of a component.
pub(super) struct Checked {
    heap: bool,
    /// Boxes that were looked at, and what the component is there.
    boxes: Vec<(Vec<u64>, bool, Kind)>,
}

impl Checked {
    /// What its rules show at once: a coordinate from which any number may be taken is a nim heap.
    pub(super) fn new(rules: &Ruleset) -> Checked {
        let any_number = |f: &crate::rules::Family| {
            let [range] = &f.params[..] else { return false };
            let [target] = &f.targets[..] else { return false };
            let taken = build::sub(&build::coord(0), &build::var(range.var));
            f.before.as_bool() == Some(true)
                && f.guard.as_bool() == Some(true)
                && range.lo.as_i64() == Some(1)
                && *range.hi == Expr::Coord(0)
                && target.tuples == [[taken]]
        };
        let one = rules.width() == 1 && rules.requires.is_empty() && rules.own_bound(0).is_none();
        Checked { heap: one && rules.families.len() == 1 && any_number(&rules.families[0]), boxes: vec![] }
    }

    pub(super) fn is_heap(&self) -> bool {
        self.heap
    }

    /// What the component is at this position and all its followers; with `one_move` that alone would do.
    pub(super) fn find(&mut self, rules: &Arc<Ruleset>, at: &[u64], one_move: bool, limits: &Limits) -> Result<Kind> {
        if self.heap {
            return Ok(Kind::Heap);
        }
        let inside = |hi: &[u64]| at.iter().zip(hi).all(|(x, h)| x <= h);
        if let Some((_, _, kind)) = self.boxes.iter().find(|(hi, all, _)| if *all { inside(hi) } else { at == &hi[..] })
        {
            return Ok(*kind);
        }
        let cells = at.iter().fold(1u64, |n, x| n.saturating_mul(x.saturating_add(1)));
        let found =
            if cells > CELLS || rules.splits() { (false, Kind::Other) } else { look(rules, at, one_move, limits)? };
        self.boxes.push((at.to_vec(), found.0, found.1));
        Ok(found.1)
    }
}

/// What the component is, and whether that is so in the whole box.
fn look(rules: &Arc<Ruleset>, at: &[u64], one_move: bool, limits: &Limits) -> Result<(bool, Kind)> {
    let mut positions = match in_box(rules, at, false, false, limits) {
        Ok(positions) => positions,
        Err(error) if error.kind == ErrorKind::Interrupted => return Err(Stop::from(error)),
        // The rules have no table here, or are not defined somewhere; the engines will say it.
        Err(_) => return Ok((false, Kind::Other)),
    };
    let last = positions.len() - 1;
    let mut budget = OPTIONS;
    let all: Vec<usize> = (0..=last).filter(|id| positions.exists(*id)).collect();
    let kind = kind_of(&mut *positions, &all, one_move, &mut budget)?;
    if kind != Kind::Other || budget == 0 {
        return Ok((true, kind));
    }
    let Some(followers) = followers(&mut *positions, last, &mut budget)? else { return Ok((false, Kind::Other)) };
    Ok((false, kind_of(&mut *positions, &followers, one_move, &mut budget)?))
}

fn kind_of(positions: &mut dyn Positions, ids: &[usize], one_move: bool, budget: &mut u64) -> Result<Kind> {
    if one_move {
        for id in ids {
            if positions.normal(*id) == 0 && positions.each_option(*id, &mut |_| true)? {
                return Ok(Kind::Other);
            }
        }
        return Ok(Kind::OneMove);
    }
    for id in ids {
        let mut options = vec![];
        let too_many = positions.each_option(*id, &mut |option| {
            options.push(option);
            *budget = budget.saturating_sub(1);
            *budget == 0
        })?;
        let value = positions.normal(*id);
        if too_many || options.iter().any(|option| positions.normal(*option) >= value) {
            return Ok(Kind::Other);
        }
    }
    Ok(Kind::Heap)
}

/// The position and all that can be reached from it, if they are not too many.
fn followers(positions: &mut dyn Positions, from: usize, budget: &mut u64) -> Result<Option<Vec<usize>>> {
    let mut reached = vec![false; positions.len()];
    let mut list = vec![from];
    reached[from] = true;
    let mut next = 0;
    while let Some(id) = list.get(next).copied() {
        next += 1;
        let mut options = vec![];
        positions.each_option(id, &mut |option| {
            options.push(option);
            *budget = budget.saturating_sub(1);
            *budget == 0
        })?;
        if *budget == 0 {
            return Ok(None);
        }
        for option in options {
            if !std::mem::replace(&mut reached[option], true) {
                list.push(option);
            }
        }
    }
    Ok(Some(list))
}
