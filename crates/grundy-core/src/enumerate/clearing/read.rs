//! Reads games that clear cells.
//!
//! In: rules. Out: for each cell the number that it has when it is full, and for each move the cells it needs, those that must be empty, and those it empties; or nothing if the rules are of another
//! shape. Every coordinate is a cell with two numbers, 0 and 1. Moves change it in one direction: where they make it 0, it is full at 1; where they make it 1, as on a board that is marked, it is
//! full at 0. A condition of a move on few cells is read as the ways to meet it.

use std::collections::BTreeMap;

use dashu_int::IBig;

use super::mask::Mask;
use grundy_rules::rules::evaluate::{Evaluator, NoAtoms};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Quantifier, Tree};
use grundy_rules::rules::{Family, Ruleset, build};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Clears<const W: usize> {
    /// The cells that must be full.
    pub(super) needs: Mask<W>,
    /// The cells that must be empty.
    pub(super) bars: Mask<W>,
    /// The cells that are empty afterwards.
    pub(super) clears: Mask<W>,
}

/// The most cells of one condition.
const CELLS: usize = 6;
/// The most ways to meet the conditions of a family.
const WAYS: usize = 64;
/// The steps that a condition may take at one choice of its cells.
const STEPS: u64 = 10_000;

/// The moves of rules that clear cells, and the number of each cell when it is full.
pub(super) fn moves<const W: usize>(rules: &Ruleset) -> Option<(Vec<Clears<W>>, Vec<u64>)> {
    if rules.width() > Mask::<W>::CELLS || !rules.parts.is_empty() || !rules.requires.iter().all(|r| always_holds(&r.1))
    {
        return None;
    }
    let full = when_full(rules)?;
    let mut all = vec![];
    for family in &rules.families {
        all.extend(of_family(rules, family, &full)?);
    }
    all.sort_unstable();
    all.dedup();
    Some((all, full))
}

/// The number of each cell when it is full; `None` if moves change a cell in both directions, or to another number.
fn when_full(rules: &Ruleset) -> Option<Vec<u64>> {
    let mut full = vec![None; rules.width()];
    for family in &rules.families {
        for (cell, entry) in changed(rules, family)? {
            let own = change(entry, cell)?.full();
            if full[cell].replace(own).is_some_and(|other| other != own) {
                return None;
            }
        }
    }
    Some(full.into_iter().map(|own| own.unwrap_or(1)).collect())
}

/// The entries that a family changes, with their cells.
fn changed<'f>(rules: &Ruleset, family: &'f Family) -> Option<Vec<(usize, &'f E)>> {
    let mut all = vec![];
    for target in &family.targets {
        let first = rules.leaves[target.leaf].first;
        all.extend((first..).zip(target.only()?));
    }
    all.retain(|(cell, entry)| ***entry != Expr::Coord(*cell));
    Some(all)
}

/// Does the form of a condition show that it holds whichever cells are full? `x <= 1` is such a condition; a position stays one then, whatever is emptied.
fn always_holds(condition: &C) -> bool {
    match &**condition {
        Cond::Bool(holds) => *holds,
        Cond::And(list) => list.iter().all(always_holds),
        Cond::Quantified(Quantifier::All, over) => always_holds(&over.body),
        Cond::NonPos(e) => {
            let (constant, terms) = build::linear(e);
            let is_cell = |e: &E| matches!(**e, Expr::Coord(_));
            let is_small = |e: &E| match &**e {
                Expr::Select(_, list, _) => list.iter().all(is_cell),
                _ => is_cell(e),
            };
            let most: IBig = terms.iter().map(|(_, factor)| factor).filter(|factor| **factor > IBig::ZERO).sum();
            terms.iter().all(|(term, _)| is_small(term)) && constant + most <= IBig::ZERO
        }
        _ => false,
    }
}

fn of_family<const W: usize>(rules: &Ruleset, family: &Family, full: &[u64]) -> Option<Vec<Clears<W>>> {
    if !family.params.is_empty() {
        return None;
    }
    let (mut clears, mut needs, mut must_be_full) = (vec![], vec![], vec![]);
    for (cell, entry) in changed(rules, family)? {
        clears.push(cell);
        match change(entry, cell)? {
            Change::Becomes(_) => {}
            Change::Falls => needs.push(cell),
            Change::Rises => must_be_full.push(cell),
        }
    }
    let must_be_full = Mask::of(must_be_full);
    let clears = Mask::of(clears);
    let mut ways = vec![(Mask::of(needs), Mask::EMPTY)];
    for part in [&family.before, &family.guard].into_iter().flat_map(build::conjuncts) {
        let own = ways_to_meet::<W>(&part, full)?;
        let both = |(needs, bars): &(Mask<W>, Mask<W>)| {
            let joined = own.iter().map(|(n, b)| (needs.or(*n), bars.or(*b)));
            joined.filter(|(needs, bars)| !needs.meets(*bars)).collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(both).collect();
        if ways.len() > WAYS {
            return None;
        }
    }
    let moves: Vec<Clears<W>> = ways.into_iter().map(|(needs, bars)| Clears { needs, bars, clears }).collect();
    // A move that may leave everything as it is would be a circle.
    moves.iter().all(|m| m.needs.meets(m.clears) && m.needs.has(must_be_full)).then_some(moves)
}

/// What becomes of a cell that changes.
#[derive(Clone, Copy)]
enum Change {
    /// It is a number afterwards.
    Becomes(u64),
    /// One token is taken, so that it was 1.
    Falls,
    /// One token is added. Where it was 1 the move might lead to 2.
    Rises,
}

impl Change {
    /// The number of the cell when it is full.
    fn full(self) -> u64 {
        match self {
            Change::Becomes(0) | Change::Falls => 1,
            Change::Becomes(_) | Change::Rises => 0,
        }
    }
}

fn change(entry: &E, cell: usize) -> Option<Change> {
    match (build::sub(entry, &build::coord(cell)).as_i64(), entry.as_i64()) {
        (Some(-1), _) => Some(Change::Falls),
        (Some(1), _) => Some(Change::Rises),
        (_, Some(to @ 0..=1)) => Some(Change::Becomes(to.unsigned_abs())),
        _ => None,
    }
}

/// The ways to meet a condition: cells that are full, and cells that are empty.
fn ways_to_meet<const W: usize>(part: &C, when_full: &[u64]) -> Option<Vec<(Mask<W>, Mask<W>)>> {
    let cells = part.coords();
    let is_closed = part.total()
        && part.variables() == 0
        && !part.any_condition(&mut |c| matches!(c, Cond::Terminal(_) | Cond::TargetP(_)));
    if cells.len() > CELLS || !is_closed {
        return None;
    }
    let width = cells.last().map_or(0, |last| last + 1);
    let mut ways = vec![];
    for choice in 0..1usize << cells.len() {
        let full = |k: usize| choice >> k & 1 == 1;
        let mut coords = vec![IBig::ZERO; width];
        for (k, cell) in cells.iter().enumerate() {
            coords[*cell] = if full(k) { when_full[*cell] } else { 1 - when_full[*cell] }.into();
        }
        let mut at = Evaluator { coords: &coords, vars: BTreeMap::new(), atoms: &mut NoAtoms, steps: STEPS };
        if at.truth(part).ok()? {
            let of = |wanted: bool| {
                Mask::of(cells.iter().enumerate().filter(|(k, _)| full(*k) == wanted).map(|(_, cell)| *cell))
            };
            ways.push((of(true), of(false)));
        }
    }
    Some(ways)
}
