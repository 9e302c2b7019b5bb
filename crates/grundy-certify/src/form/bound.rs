//! Bound variables.
//!
//! In: expressions, families of moves. Out: whether each variable is used only where it is bound, and bound only where it is not bound yet. Formulas forget a
//! variable behind its form, and plain evaluation keeps one value of each: of such expressions both say the same.

use std::collections::BTreeSet;

use crate::form::expr::{Expr, Family, Result};

/// The variables of a family of moves: its amounts are the first ones.
pub(crate) fn family_bound_once(family: &Family) -> Result<()> {
    bound_once(&family.before, &mut BTreeSet::new())?;
    let bound = &mut ranges_bound_once(&family.params)?;
    bound_once(&family.guard, bound)?;
    let mut entries = family.targets.iter().flat_map(|(_, tuples)| tuples.iter().flatten());
    entries.try_for_each(|e| bound_once(e, bound))
}

/// Ranges of the variables 0, 1, …, of which each end may speak of those before: these variables.
pub(crate) fn ranges_bound_once(ranges: &[(Expr, Expr)]) -> Result<BTreeSet<usize>> {
    let mut bound = BTreeSet::new();
    for (number, (lo, hi)) in ranges.iter().enumerate() {
        bound_once(lo, &mut bound)?;
        bound_once(hi, &mut bound)?;
        bound.insert(number);
    }
    Ok(bound)
}

/// The variables of an expression inside of which some are bound.
pub(crate) fn bound_once(e: &Expr, bound: &mut BTreeSet<usize>) -> Result<()> {
    match e {
        Expr::V(variable) if !bound.contains(variable) => Err("a variable is not bound where it is used".into()),
        Expr::Fold(fold) => {
            for (variable, lo, hi) in &fold.ranges {
                bound_once(lo, bound)?;
                bound_once(hi, bound)?;
                if !bound.insert(*variable) {
                    return Err("a variable is bound twice".into());
                }
            }
            bound_once(&fold.filter, bound)?;
            bound_once(&fold.body, bound)?;
            fold.ranges.iter().for_each(|(variable, ..)| {
                bound.remove(variable);
            });
            Ok(())
        }
        _ => {
            let mut seen = Ok(());
            e.for_each_child(&mut |child| {
                if seen.is_ok() {
                    seen = bound_once(child, bound);
                }
            });
            seen
        }
    }
}

#[cfg(test)]
mod tests;
