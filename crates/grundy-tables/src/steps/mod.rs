//! The table by steps: all values of a box, 64 cells at a time.
//!
//! In: the rules of a component all of whose moves take a constant vector, unconditionally (`read`), and the bounds of a box.
//! Out: for every cell its value, in one play or in both, stored as one bit for each value and cell (`planes`). The engine declines if the rules
//! have another shape.
//!
//! The cells lie in rows along one coordinate. The options of a row's cells lie in earlier rows (`sources`), each shifted by a constant. So
//! the sets of used values of 64 cells are a union of a few words, and their mex takes a few more operations (`row`). One step may stay in the row:
//! then a cell takes its second smallest unused value exactly if its left neighbour has the smallest, which is a carry through the word.
//! If the coordinates may be exchanged freely, only rows with sorted outer coordinates are kept (`rows`).
//!
//! A batch of consecutive rows is made once and never changed (`layout`, `piece`). Threads take slabs of batches and follow each other
//! (`crew`). Rows are finished in the order of their numbers, a range at a time; finished rows can be copied out, and read back (`work`).
//! The number of rows back that options lie is known in advance (`memory`), so old rows of a table that is kept in a folder (`keep`) can be dropped.

mod crew;
mod keep;
mod layout;
mod memory;
mod piece;
mod planes;
mod read;
mod reading;
mod row;
mod rows;
mod sources;
#[cfg(test)]
mod tests;
mod work;

use grundy_rules::lang::Code;
use std::sync::Arc;

use self::planes::Planes;
use self::read::Steps;
use self::work::StepTable;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Stop;
use grundy_core::done;
use grundy_core::engine::{Engine, TableRequest};
use grundy_core::store::stored::Stored;
use grundy_core::store::tiles;
use grundy_core::store::tiles::Place;
use grundy_rules::rules::Ruleset;

/// Tables by steps.
pub struct BySteps {
    steps: Steps,
}

impl BySteps {
    /// Sees constant steps in the rules of a component.
    ///
    /// # Errors
    /// The family or the condition that is something else.
    pub fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(BySteps { steps: Steps::read(rules)? }))
    }
}

impl Engine for BySteps {
    fn table(&mut self, hi: &[u64], wish: &TableRequest) -> Attempted<Box<dyn Stored>> {
        match build(&self.steps, hi, wish) {
            // If this engine lacks memory, another one may still serve.
            Err(Stop::Error(error)) if error.code == Code::Memory => Ok(Attempt::Declined(Reason::limit(&error))),
            made => Ok(made?.map(|planes| Box::new(planes) as Box<dyn Stored>)),
        }
    }

    fn tables_of_both_plays(
        &mut self,
        hi: &[u64],
        wish: &TableRequest,
    ) -> Attempted<(Box<dyn Stored>, Box<dyn Stored>)> {
        let both = build_both(&self.steps, hi, wish.limits)?;
        Ok(both.map(|(normal, misere)| (Box::new(normal) as Box<dyn Stored>, Box::new(misere) as Box<dyn Stored>)))
    }
}

/// Computes the table to `hi` (included), or declines. With a folder the finished rows are kept there, and the table may be larger than the memory.
///
/// # Errors
/// Too little memory, an interruption, a folder that cannot be used.
fn build(steps: &Steps, hi: &[u64], wish: &TableRequest) -> Attempted<Planes> {
    let kept = || StepTable::kept(steps, hi, wish.play, wish.limits);
    let (made, disk) = match wish.place {
        Place::Kept(_) | Place::Finished(_) => (kept()?, true),
        place => match StepTable::new(steps, hi, wish.play, wish.limits)? {
            Attempt::Declined(reason) if reason.is_memory() && place.may_be_disk() => (kept()?, true),
            made => (made, false),
        },
    };
    let mut work = done!(made);
    let axes: Vec<(usize, usize)> = hi.iter().map(|h| *h as usize + 1).enumerate().collect();
    let layout = tiles::Layout { cells: work.rows(), width: 1, axes: &axes };
    if let Some(found) = wish.place.finished(&steps.rules, wish.play, EngineName::Steps, &layout)? {
        return Ok(found.map(|shelf| work.read_on(shelf)));
    }
    let Some(shelf) = wish.place.shelf(&steps.rules, wish.play, EngineName::Steps, (&layout, disk))? else {
        work.fill(work.rows())?;
        return Ok(work.finish().ok_or_else(missing).into());
    };
    let shelf = keep::fill(&mut work, shelf)?;
    Ok(work.finish_on(shelf).ok_or_else(missing).into())
}

/// Computes the tables of normal and of misère play to `hi` (included), or declines. The rows of options are found once for both.
///
/// # Errors
/// Too little memory for both, an interruption.
fn build_both(steps: &Steps, hi: &[u64], limits: &Limits) -> Attempted<(Planes, Planes)> {
    let mut work = done!(StepTable::both(steps, hi, limits)?);
    work.fill(work.rows())?;
    let mut plays = work.finish_all();
    let mut next = || plays.as_mut().and_then(Iterator::next);
    Ok(next().zip(next()).ok_or_else(missing).into())
}

fn missing() -> Reason {
    Reason::gives_up("rows are missing")
}
