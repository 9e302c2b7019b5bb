//! Reads games that clear cells.
//!
//! In: rules. Out: for each move the cells it needs, those that must be empty, and those it empties; or nothing if the rules are of another shape.
//! Every coordinate is a cell that is full (1) or empty (0). A condition of a move on few cells is read as the ways to meet it.

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

/// The moves of rules that clear cells.
pub(super) fn moves<const W: usize>(rules: &Ruleset) -> Option<Vec<Clears<W>>> {
    if rules.width() > Mask::<W>::CELLS || !rules.parts.is_empty() || !rules.requires.iter().all(|r| always_holds(&r.1))
    {
        return None;
    }
    let mut all = vec![];
    for family in &rules.families {
        all.extend(of_family(rules, family)?);
    }
    all.sort_unstable();
    all.dedup();
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

fn of_family<const W: usize>(rules: &Ruleset, family: &Family) -> Option<Vec<Clears<W>>> {
    if !family.params.is_empty() {
        return None;
    }
    let (mut clears, mut needs) = (vec![], vec![]);
    for target in &family.targets {
        let first = rules.leaves[target.leaf].first;
        for (i, entry) in target.only()?.iter().enumerate() {
            match change(entry, first + i)? {
                Entry::Stays => {}
                Entry::Empties => clears.push(first + i),
                Entry::Takes => {
                    clears.push(first + i);
                    needs.push(first + i);
                }
            }
        }
    }
    let clears = Mask::of(clears);
    let mut ways = vec![(Mask::of(needs), Mask::EMPTY)];
    for part in [&family.before, &family.guard].into_iter().flat_map(build::conjuncts) {
        let own = ways_to_meet::<W>(&part)?;
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
    moves.iter().all(|m| m.needs.meets(m.clears)).then_some(moves)
}

/// What becomes of a cell.
enum Entry {
    Stays,
    Empties,
    /// One token is taken, so that the cell must be full.
    Takes,
}

fn change(entry: &E, coord: usize) -> Option<Entry> {
    if **entry == Expr::Coord(coord) {
        return Some(Entry::Stays);
    }
    match build::sub(entry, &build::coord(coord)).as_i64() {
        Some(-1) => Some(Entry::Takes),
        _ if entry.as_i64() == Some(0) => Some(Entry::Empties),
        _ => None,
    }
}

/// The ways to meet a condition: cells that are full, and cells that are empty.
fn ways_to_meet<const W: usize>(part: &C) -> Option<Vec<(Mask<W>, Mask<W>)>> {
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
        cells.iter().enumerate().filter(|(k, _)| full(*k)).for_each(|(_, cell)| coords[*cell] = IBig::ONE);
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
