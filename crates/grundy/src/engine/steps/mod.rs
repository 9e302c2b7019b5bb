//! The table by steps: all values of a box, 64 cells at a time.
//!
//! In: the rules of a component all of whose moves take a constant vector, unconditionally ([`read`]), and the greatest value of each coordinate.
//! Out: for every cell its value, in one play or in both, kept as one bit a value and cell ([`planes`]), or nothing where the rules are not
//! such.
//!
//! Cells lie in rows along one coordinate. The options of a row's cells lie in earlier rows ([`sources`]), each shifted by a constant, so that
//! the set of used values of 64 cells is a few words' union, and its mex a few more operations ([`row`]). One step may lie in the row itself:
//! then a cell takes its second smallest unused value exactly if its left neighbour has the smallest, which is a carry through the word.
//! Where the coordinates may be exchanged freely, only rows with sorted outer coordinates are kept ([`rows`]).
//!
//! Some consecutive rows are a batch, made once and never changed ([`layout`], [`piece`]). Threads take slabs of batches and follow each other
//! ([`crew`]). Rows are finished in the order of their numbers, a range at a time, and finished ones can be taken out and put in place ([`work`]).
//! How many rows back options lie is known before ([`room`]), so that of a table whose rows a folder keeps ([`keep`]) old ones can be dropped.

mod crew;
mod keep;
mod layout;
mod piece;
mod planes;
mod read;
mod room;
mod row;
mod rows;
mod sources;
#[cfg(test)]
mod tests;
mod work;

use std::sync::Arc;

pub(super) use self::planes::Planes;
use self::work::Work;
use super::limits::Limits;
use super::options::EngineName;
use super::reason::{Made, Reason};
use super::tables::Wish;
use super::tiles::{self, Place};
use crate::rules::Ruleset;

/// Computes the table to `hi` (included), if steps can; with a folder its finished rows are kept there, and it may be larger than the memory.
///
/// # Errors
/// Too little memory, an interruption, a folder that cannot be used.
pub(super) fn build_by_steps(rules: &Arc<Ruleset>, hi: &[u64], wish: &Wish) -> Made<Planes> {
    let kept = || Work::kept(rules, hi, wish.misere, wish.limits);
    let (made, disk) = match wish.place {
        Place::Kept(_) => (kept()?, true),
        place => match Work::new(rules, hi, wish.misere, wish.limits)? {
            Err(reason) if reason.is_memory() && place.may_be_disk() => (kept()?, true),
            made => (made, false),
        },
    };
    let mut work = match made {
        Ok(work) => work,
        Err(reason) => return Ok(Err(reason)),
    };
    let axes: Vec<(usize, usize)> = hi.iter().map(|h| *h as usize + 1).enumerate().collect();
    let layout = tiles::Layout { cells: work.rows(), width: 1, axes: &axes };
    let Some(shelf) = wish.place.shelf(rules, wish.misere, EngineName::Steps, (&layout, disk))? else {
        work.fill(work.rows())?;
        return Ok(work.finish().ok_or_else(missing));
    };
    let shelf = keep::fill(&mut work, shelf)?;
    Ok(work.finish_on(shelf).ok_or_else(missing))
}

/// Computes the tables of normal and of misère play to `hi` (included), if steps can: the rows of options are found once for both.
///
/// # Errors
/// Too little memory for both, an interruption.
pub(super) fn build_both_by_steps(rules: &Arc<Ruleset>, hi: &[u64], limits: &Limits) -> Made<(Planes, Planes)> {
    let mut work = match Work::both(rules, hi, limits)? {
        Ok(work) => work,
        Err(reason) => return Ok(Err(reason)),
    };
    work.fill(work.rows())?;
    let mut plays = work.finish_all();
    let mut next = || plays.as_mut().and_then(Iterator::next);
    Ok(next().zip(next()).ok_or_else(missing))
}

fn missing() -> Reason {
    Reason::gives_up("rows are missing")
}
