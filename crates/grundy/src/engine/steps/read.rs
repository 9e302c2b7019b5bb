//! Steps as the table by steps needs them.
//!
//! In: a ruleset. Out: its moves as amounts taken from each coordinate, the coordinate along which rows lie, and whether coordinates may be
//! exchanged; or nothing where a move is no constant step, is made under a condition, or two of them lie along every row.

use crate::rules::expr::Expr;
use crate::rules::symmetry::Symmetry;
use crate::rules::{Family, Ruleset, build};

/// The largest amount, so that shifts stay small.
const LARGEST: i64 = 1 << 20;
/// Fewer coordinates are left to the plain table.
const FEWEST: usize = 2;
/// No value is greater than the number of moves, and a word of planes holds no more.
const MOVES: usize = 63;

/// The moves of a ruleset by steps.
pub(super) struct Plan {
    /// The coordinate along which rows lie.
    pub(super) along: usize,
    /// The other coordinates.
    pub(super) outer: Vec<usize>,
    /// The steps that leave the row: what they take from the outer coordinates, and along the row.
    pub(super) steps: Vec<(Vec<u32>, u32)>,
    /// Is there a move of one cell along the row?
    pub(super) chain: bool,
    /// May all coordinates be exchanged, with equal bounds?
    pub(super) symmetric: bool,
}

impl Plan {
    /// Reads the rules.
    pub(super) fn of(rules: &Ruleset, hi: &[u64]) -> Option<Plan> {
        let n = rules.width();
        let own = (0..n).all(|c| rules.own_bound(c).is_none());
        if n < FEWEST
            || !own
            || !rules.requires.is_empty()
            || !rules.parts.is_empty()
            || !(1..=MOVES).contains(&rules.families.len())
        {
            return None;
        }
        let amounts = rules.families.iter().map(|f| amounts(rules, f)).collect::<Option<Vec<Vec<u32>>>>()?;
        // The longest coordinate along which at most one step lies, of one cell.
        let in_row = |c: usize| -> Vec<u32> {
            let alone = amounts.iter().filter(|a| a.iter().enumerate().all(|(i, t)| i == c || *t == 0));
            alone.map(|a| a[c]).collect()
        };
        let fits = |c: &usize| matches!(&in_row(*c)[..], [] | [1]);
        let along = (0..n).rev().filter(fits).max_by_key(|c| hi[*c])?;
        let outer: Vec<usize> = (0..n).filter(|c| *c != along).collect();
        let steps = amounts.iter().filter(|a| outer.iter().any(|c| a[*c] > 0));
        let steps = steps.map(|a| (outer.iter().map(|c| a[*c]).collect(), a[along])).collect();
        let equal = hi.windows(2).all(|w| w[0] == w[1]);
        let symmetric = equal && Symmetry::of(rules).classes.iter().any(|class| class.len() == n);
        Some(Plan { along, outer, steps, chain: !in_row(along).is_empty(), symmetric })
    }
}

/// What a family takes from each coordinate, if it is an unconditional step.
fn amounts(rules: &Ruleset, family: &Family) -> Option<Vec<u32>> {
    let free = family.before.as_bool() == Some(true) && family.guard.as_bool() == Some(true);
    if !free || !family.params.is_empty() {
        return None;
    }
    let mut amounts = vec![0; rules.width()];
    for target in &family.targets {
        let [tuple] = &target.tuples[..] else { return None };
        for (i, e) in tuple.iter().enumerate() {
            let coord = rules.leaves[target.leaf].first + i;
            let (constant, terms) = build::linear(e);
            let [(term, factor)] = &terms[..] else { return None };
            if **term != Expr::Coord(coord) || !factor.is_one() {
                return None;
            }
            let taken = i64::try_from(&-constant).ok().filter(|t| (0..=LARGEST).contains(t))?;
            amounts[coord] = taken as u32;
        }
    }
    amounts.iter().any(|t| *t > 0).then_some(amounts)
}
