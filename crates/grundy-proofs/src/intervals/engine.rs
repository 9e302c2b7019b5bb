//! Windows as an engine of proofs.
//!
//! In: the rules of one heap. Out: the value of a heap that no table reaches, and the proof of the period.

use dashu_int::IBig;

use super::growing::Growing;
use super::period::{MOST, prove};
use super::runs::Runs;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::Lists;
use grundy_core::contract::proof::{Effort, Known, Proved, Until};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Result;
use grundy_core::done;
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_core::read::windows::{Window, windows};
use grundy_rules::rules::{Line, Ruleset};
use std::sync::Arc;

/// Gives values of far heaps, and periods, of rules that are read as windows.
pub struct ByIntervals {
    windows: Vec<Window>,
    growing: Option<Growing>,
    play: Play,
    /// The search for a period, once it was asked for: its proof, or why there is none.
    found: Option<Result<Shown, Reason>>,
}

/// A proof, and what it rests on.
struct Shown {
    proved: Box<dyn Proved>,
    words: String,
}

/// Smaller heaps have a table, which costs little.
const NEAR: u64 = 1 << 22;
/// A run and its part of the search for a period take this many bytes.
const BYTES: u64 = 24;

impl ByIntervals {
    /// Reads rules as windows.
    ///
    /// # Errors
    /// The move of another shape.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let play = options.play;
        let windows = windows(rules)?;
        let growing = if play.is_misere() { None } else { Growing::of(&windows) };
        Ok(Box::new(ByIntervals { windows, growing, play, found: None }))
    }

    /// The value of a heap of any size.
    fn far(&mut self, heap: &IBig, limits: &Limits) -> Attempted<(IBig, String)> {
        if let Some(growing) = &self.growing
            && let Some(value) = growing.value(heap, limits)?
        {
            return Ok(Attempt::Done((value, GROWING.to_string())));
        }
        let found = match &mut self.found {
            Some(found) => found,
            none => none.insert(search(&self.windows, self.play, limits)?.seen()),
        };
        match found {
            Ok(Shown { proved, words }) => {
                let value = proved.far(heap, limits)?;
                let told = |value| (value, format!("windows: {words}"));
                Ok(value.map(told).ok_or_else(|| Reason::gives_up("no position exists there")).into())
            }
            Err(reason) => Ok(Attempt::Declined(reason.clone())),
        }
    }
}

/// The runs, where all windows lie a constant distance back.
fn runs(windows: &[Window], play: Play) -> Attempt<Runs> {
    let back: Option<Vec<(u64, u64)>> = windows.iter().map(Window::back).collect();
    match back.filter(|back| !back.is_empty() && back.iter().all(|(_, near)| *near > 0)) {
        Some(back) => Attempt::Done(Runs::new(back, u32::from(play.is_misere()))),
        None => Attempt::Declined(Reason::gives_up("a move leaves heaps that are not a constant distance back")),
    }
}

/// The proof of the period, for the value of a heap.
fn search(windows: &[Window], play: Play, limits: &Limits) -> Attempted<Shown> {
    let runs = done!(runs(windows, play));
    Ok(match prove(runs, MOST, limits, &mut |_| false)? {
        Known::Proved(proved, words) => Attempt::Done(Shown { proved, words }),
        Known::Open(open) => {
            limits.interrupted()?;
            Attempt::Declined(Reason::gives_up(&open.why))
        }
    })
}

const GROWING: &str = "windows: a move takes 1, 2, … or f(n), where f grows by 0 or 1; then G(n) = f(n) where f grows, and else G(n - f(n) - 1) (Levine 2006)";

impl Engine for ByIntervals {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        // Rules that are read have one coordinate, and moves that leave one heap.
        let heap = &position[0][0][0];
        if !call.named && *heap < IBig::from(NEAR) {
            return Ok(Attempt::Declined(Reason::gives_up("the heap is near enough for a table")));
        }
        let told =
            |(value, words): (IBig, String)| Found::Value(Answer::new(value, EngineName::Line, How::told(&words)));
        Ok(self.far(heap, &call.options.limits)?.map(told))
    }

    fn prove(&mut self, line: &Line, call: &ValueRequest, until: Until) -> Attempted<Known> {
        if line.single().is_none() {
            return Ok(Attempt::Declined(Reason::verb("proves periods where one coordinate runs")));
        }
        let runs = done!(runs(&self.windows, self.play));
        let limits = &call.options.limits;
        let most = match call.effort {
            Effort::Usual => MOST,
            Effort::Unending => usize::try_from(limits.free() / BYTES).unwrap_or(usize::MAX),
        };
        Ok(Attempt::Done(prove(runs, most, limits, until)?))
    }
}
