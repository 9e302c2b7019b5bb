//! The table by windows: all values of one heap whose moves leave the heaps of a few intervals.
//!
//! In: the rules of a component of one coordinate whose options are the heaps of windows ([`windows`](grundy_core::read::windows)), such as
//! `move n - i for i in 1234..98765` or `move n - i for i in 1..n div 3`. Out: the same table as by enumeration. The engine declines if the rules
//! have another shape.
//!
//! From one heap to the next the ends of a window move a little, mostly up. The values in all windows together are a
//! [`Multiset`], from which a few values go and to which a few come; the value of the heap is its mex. So a heap costs some steps for each window,
//! however long the windows are. Ends that move far are right as well, and cost as much as the heaps that they pass.

use std::ops::Range;
use std::sync::Arc;

use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::multiset::Multiset;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::done;
use grundy_core::engine::{Engine, TableRequest};
use grundy_core::enumerate::compile::{Env, FUEL, Number, number};
use grundy_core::read::windows::{Window, windows};
use grundy_core::store::cells::{Cell, Cells};
use grundy_core::store::size::MOST_CELLS;
use grundy_core::store::stored::Stored;
use grundy_core::store::table::Table;
use grundy_core::store::tiles::{self, DiskCells, Fill, Filled, Layout, Need, window_bytes};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::E;

/// Tables by windows.
pub struct ByWindows {
    rules: Arc<Ruleset>,
    windows: Vec<Window>,
}

impl ByWindows {
    /// Reads the rules of a component as windows.
    ///
    /// # Errors
    /// A family of another shape.
    pub fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByWindows { rules: rules.clone(), windows: windows(rules)? }))
    }
}

impl Engine for ByWindows {
    fn table(&mut self, hi: &[u64], wish: &TableRequest) -> Attempted<Box<dyn Stored>> {
        Ok(build(&self.rules, &self.windows, hi[0], wish)?.map(|table| Box::new(table) as Box<dyn Stored>))
    }
}

/// Computes the table up to the heap `last`, or declines. With a folder the table is kept there, and may be larger than the memory.
///
/// # Errors
/// An interruption, a folder that cannot be used.
fn build(rules: &Arc<Ruleset>, windows: &[Window], last: u64, wish: &TableRequest) -> Attempted<Table> {
    let TableRequest { play, limits, place, .. } = *wish;
    let heaps = last.saturating_add(1);
    if heaps >= MOST_CELLS {
        return Ok(Attempt::Declined(Reason::memory(None, limits)));
    }
    let back: Option<Vec<(u64, u64)>> = windows.iter().map(Window::back).collect();
    let reach = back.as_ref().map(|back| back.iter().map(|(far, _)| *far).max().unwrap_or(0));
    // No value is greater than the number of options.
    let each = |(far, near): &(u64, u64)| (far - near).saturating_add(1);
    let options = back.map_or(heaps, |back| back.iter().map(each).fold(0, u64::saturating_add).min(heaps));
    let axes = [(0, heaps as usize)];
    let width = Cells::width_for(options.min(FIRST)).unwrap_or(4);
    let layout = Layout { cells: heaps as usize, width, axes: &axes };
    if let Some(found) = place.finished(rules, play, EngineName::Windows, &layout)? {
        let table = |shelf| Table::new(vec![1], DiskCells::new(shelf, heaps as usize), EngineName::Windows, limits);
        return Ok(found.map(table));
    }
    let wide = Cells::width_for(options).unwrap_or(4);
    let need = Need {
        cells: heaps.saturating_mul(wide.into()),
        sets: Multiset::bytes_for(options.saturating_add(1)),
        window: reach.and_then(|reach| window_bytes(&layout, 1, usize::try_from(reach).ok()?, limits)),
    };
    let disk = done!(need.on_disk(limits, place.may_be_disk()));
    let mut work = Slide::new(windows, reach, play, limits);
    let shelf = place.shelf(rules, play, EngineName::Windows, (&layout, disk))?;
    let filled = tiles::fill(&mut work, &layout, shelf, disk, limits)?;
    let table = filled.map(|cells| Table::new(vec![1], cells, EngineName::Windows, limits));
    Ok(table
        .ok_or_else(|| {
            Reason::gives_up("a move does not make the heap smaller, or the end of a window is no small number")
        })
        .into())
}

/// Cells are first as wide as values up to this want, and are widened where a value does not fit.
const FIRST: u64 = 250;

/// An end of a window.
enum End {
    /// The heap less this number.
    Back(i64),
    /// Another function of the heap.
    Of(Number<i64>),
}

impl End {
    fn of(e: &E, back: Option<u64>) -> End {
        match back.and_then(|back| i64::try_from(back).ok()) {
            Some(back) => End::Back(back),
            None => End::Of(number(e)),
        }
    }

    fn at(&self, env: &mut Env<i64>) -> Result<i64> {
        match self {
            End::Back(back) => Ok(env.coords[0] - back),
            End::Of(function) => {
                env.fuel = FUEL;
                function(env)
            }
        }
    }
}

/// The work on the table, heap by heap.
struct Slide<'a> {
    ends: Vec<(End, End)>,
    /// For each window, the heaps whose values are in the multiset.
    now: Vec<Range<usize>>,
    values: Multiset,
    env: Env<i64>,
    reach: Option<u64>,
    empty: u32,
    limits: &'a Limits,
    held: Held,
    /// The next heap.
    next: usize,
    /// The steps since the last look at the interruption.
    steps: usize,
}

/// The steps between two looks at the interruption and the memory held.
const PATIENCE: usize = 1 << 14;

impl<'a> Slide<'a> {
    fn new(windows: &[Window], reach: Option<u64>, play: Play, limits: &'a Limits) -> Slide<'a> {
        let end = |window: &Window| {
            let (far, near) = window.back().unzip();
            (End::of(&window.far, far), End::of(&window.near, near))
        };
        Slide {
            ends: windows.iter().map(end).collect(),
            now: vec![0..0; windows.len()],
            values: Multiset::default(),
            env: Env::new(1, 0, 0).within(limits),
            reach,
            empty: u32::from(play.is_misere()),
            limits,
            held: limits.held(0),
            next: 0,
            steps: 0,
        }
    }

    /// The value of the next heap; `None` if its options are not among the smaller heaps.
    fn value<T: Cell>(&mut self, cells: &[T], base: usize) -> Result<Option<u32>> {
        self.env.coords[0] = self.next as i64;
        for k in 0..self.ends.len() {
            let (far, near) = &self.ends[k];
            let (far, near) = match (far.at(&mut self.env), near.at(&mut self.env)) {
                (Ok(far), Ok(near)) => (far.max(0), near),
                (Err(Stop::Overflow), _) | (_, Err(Stop::Overflow)) => return Ok(None),
                (Err(stop), _) | (_, Err(stop)) => return Err(stop),
            };
            if far <= near && near >= self.next as i64 {
                return Ok(None);
            }
            let heaps = if far <= near { far as usize..near as usize + 1 } else { 0..0 };
            self.shift(k, heaps, |heap| cells[heap - base].get());
        }
        self.look()?;
        Ok(Some(if self.values.is_empty() { self.empty } else { self.values.mex() }))
    }

    /// Moves a window to other heaps.
    fn shift(&mut self, k: usize, to: Range<usize>, value: impl Fn(usize) -> u32) {
        let from = self.now[k].clone();
        let kept = from.start.max(to.start)..from.end.min(to.end);
        let outside = |whole: &Range<usize>| match kept.is_empty() {
            true => [whole.clone(), 0..0],
            false => [whole.start..kept.start, kept.end..whole.end],
        };
        for heap in outside(&from).into_iter().flatten() {
            self.values.remove(value(heap));
            self.steps += 1;
        }
        for heap in outside(&to).into_iter().flatten() {
            self.values.add(value(heap));
            self.steps += 1;
        }
        self.now[k] = to;
    }

    fn look(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps >= PATIENCE {
            self.steps = 0;
            self.held.set(self.values.bytes());
            self.limits.interrupted()?;
        }
        Ok(())
    }
}

impl Fill for Slide<'_> {
    fn grain(&self) -> usize {
        1
    }

    fn reach(&self) -> Option<usize> {
        // The heap that leaves a window lies one before its end.
        self.reach.and_then(|reach| usize::try_from(reach.checked_add(1)?).ok())
    }

    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled> {
        let from = self.next;
        while self.next < to {
            let Some(value) = self.value(cells, base)? else { return Ok(Filled::GivesUp) };
            let Some(value) = T::of(value) else {
                self.limits.progress.add(self.next - from);
                return Ok(Filled::To);
            };
            cells[self.next - base] = value;
            self.next += 1;
        }
        self.limits.progress.add(self.next - from);
        Ok(Filled::All)
    }

    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        while self.next < to {
            if self.value(cells, base)?.is_none() {
                return Ok(Filled::GivesUp);
            }
            self.next += 1;
        }
        Ok(Filled::All)
    }
}
