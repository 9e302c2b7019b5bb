//! All steps of a plan that are left, shared with other processes that do the same.
//!
//! In: a plan. Out: one step after the other that is ready, and at which no other process works. A process claims a step by a lock on a file in the folder,
//! which the system releases however the process ends. On a file system without locks two processes may make the same tile, which costs only time.

use std::collections::{BTreeSet, HashSet};
use std::thread::sleep;
use std::time::Duration;

use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::{Result, diagnostic};
use grundy_core::store::tiles::{Claim, Pieces};
use grundy_rules::lang::Diagnostic;

use super::{Step, Tiling};

/// How long to wait before looking again whether others have made what is needed.
const PAUSE: Duration = Duration::from_millis(50);

/// The steps that are left.
pub struct Rest<'a> {
    tiling: &'a Tiling,
    pieces: Pieces,
    /// Steps whose needs are done, each behind the number of its anti-diagonal.
    ready: BTreeSet<(usize, Step)>,
    done: HashSet<Step>,
}

/// A step that other processes leave to this one.
pub struct Claimed {
    /// The step.
    pub step: Step,
    _claim: Claim,
}

impl<'a> Rest<'a> {
    pub(super) fn of(tiling: &'a Tiling) -> Rest<'a> {
        let first = (0, Step::Tile(0, 0));
        Rest { tiling, pieces: tiling.pieces(), ready: BTreeSet::from([first]), done: HashSet::new() }
    }

    /// The next step for this process; `None` when all steps are done. While other processes work at all steps that are ready, this waits.
    ///
    /// # Errors
    /// An interruption; a folder that cannot be used.
    pub fn next(&mut self, limits: &Limits) -> std::result::Result<Option<Claimed>, Diagnostic> {
        self.find(limits).map_err(diagnostic)
    }

    fn find(&mut self, limits: &Limits) -> Result<Option<Claimed>> {
        while !self.ready.is_empty() {
            limits.interrupted()?;
            let mut waits = true;
            for (_, step) in self.ready.clone() {
                if self.is_done(step) {
                    self.did(step);
                    waits = false;
                } else if let Some(claim) = self.pieces.claim(&step.to_string())? {
                    // Another process may have done it, and released it, between the two questions.
                    match self.is_done(step) {
                        true => self.did(step),
                        false => return Ok(Some(Claimed { step, _claim: claim })),
                    }
                    waits = false;
                }
            }
            if waits {
                sleep(PAUSE);
            }
        }
        Ok(None)
    }

    fn is_done(&self, step: Step) -> bool {
        match step {
            Step::Tile(i, j) => self.pieces.is_made((i, j)),
            // Putting a row on the shelf a second time does nothing.
            Step::Row(_) => false,
        }
    }

    /// Notes that a step is done.
    pub fn did(&mut self, step: Step) {
        self.done.insert(step);
        self.ready.retain(|(_, ready)| *ready != step);
        if let Step::Tile(i, j) = step {
            let [rows, columns] = self.tiling.counts();
            let next = [(i + 1, j), (i, j + 1)];
            let within =
                |(a, b): &(usize, usize)| *a < rows && *b < columns && self.tiling.cut.made_for((*a, *b)) == (*a, *b);
            let made = |(a, b): &(usize, usize)| self.done.contains(&Step::Tile(*a, *b));
            let ready = next.into_iter().filter(within).filter(|tile| self.tiling.cut.needs(*tile).iter().all(made));
            self.ready.extend(ready.map(|(a, b)| (a + b, Step::Tile(a, b))));
            if j + 1 == columns {
                self.ready.insert((i + j, Step::Row(i)));
            }
        }
    }
}
