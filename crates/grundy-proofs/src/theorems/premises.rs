//! Is a component SG-decreasing, or one-move, at all followers of a position?
//!
//! In: a component's rules and a position. Out: whether the property holds, and the value of the position. For rules that the rays engine
//! does not read, the graph of followers is searched first, with little memory. If that graph is too large, or the rays engine reads the
//! rules, the cells of the box below the position are checked, after those of a small corner box, where most rules without the property
//! already show it. A check that would cost too much reports that nothing is known.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use grundy_core::contract::limits::{Limits, MemoryAccount};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::engine::Asked;
use grundy_core::enumerate::in_box::{cells, graph};
use grundy_core::enumerate::positions::Positions;
use grundy_core::read::table_bounds::never_raises;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::expr::Expr;
use grundy_rules::rules::{Play, Ruleset, build};

/// The most cells of the corner box that is checked first.
const SMALL: u64 = 1 << 12;
/// The most cells of a box.
const CELLS: u64 = 1 << 22;
/// The most options that one check of a set of positions visits.
const OPTIONS: u64 = 1 << 24;
/// The memory of the graph of a position's followers: some ten thousand of them, or a quarter of a million moves.
const GRAPH: u64 = 1 << 20;

/// The property of a component; a later variant implies the earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// One-move: value 0 only where there is no move.
    OneMove,
    /// SG-decreasing: every move lowers the value.
    Heap,
}

/// What is known of a component.
pub(super) struct Checked {
    rules: Arc<Ruleset>,
    /// The property to be checked.
    wanted: Kind,
    /// Do the rules alone show that the component is a nim heap?
    heap: bool,
    /// Are tables of the component cheap? Unknown until it is asked.
    cheap: Option<bool>,
    /// Does no move raise a coordinate?
    monotone: bool,
    graph: Option<Marked>,
    /// Positions whose followers alone are too many for a graph.
    too_many: HashSet<Vec<u64>>,
    /// Corner boxes, and whether the property holds throughout each.
    corners: HashMap<Vec<u64>, bool>,
    table: Option<(Vec<u64>, Marked)>,
    /// Boxes without a table.
    failed: Vec<Vec<u64>>,
}

impl Checked {
    /// Reads the rules: a single coordinate from which any number may be taken is a nim heap, which needs no check.
    pub(super) fn new(rules: Arc<Ruleset>, wanted: Kind) -> Checked {
        let any_number = |f: &grundy_rules::rules::Family| {
            let [range] = &f.params[..] else { return false };
            let [target] = &f.targets[..] else { return false };
            let taken = build::sub(&build::coord(0), &build::var(range.var));
            f.before.as_bool() == Some(true)
                && f.guard.as_bool() == Some(true)
                && range.lo.as_i64() == Some(1)
                && *range.hi == Expr::Coord(0)
                && target.only().is_some_and(|tuple| *tuple == [taken])
        };
        let one = rules.width() == 1 && rules.requires.is_empty() && rules.own_bound(0).is_none();
        let heap = one && rules.families.len() == 1 && any_number(&rules.families[0]);
        let (too_many, corners) = (HashSet::new(), HashMap::new());
        let monotone = never_raises(&rules);
        Checked {
            rules,
            wanted,
            heap,
            cheap: None,
            monotone,
            graph: None,
            too_many,
            corners,
            table: None,
            failed: vec![],
        }
    }

    pub(super) fn is_heap(&self) -> bool {
        self.heap
    }

    /// The property that holds at this existing position and all its followers, with the value of the position; `None` if the wanted
    /// property fails or could not be established.
    pub(super) fn find(&mut self, at: &[u64], limits: &Limits, ask: &Asked) -> Result<Option<(Kind, u32)>> {
        if self.heap {
            let value = u32::try_from(at[0]).ok().filter(|value| *value < u32::MAX - 1);
            return Ok(value.map(|value| (Kind::Heap, value)));
        }
        let found = match self.by_graph(at, limits, ask)? {
            Some(found) => found,
            None => self.by_table(at, limits, ask)?,
        };
        Ok(found.map(|value| (self.wanted, value)))
    }

    /// Checks the graph of followers, unless it is too large. A graph that is full because of earlier questions is emptied and begun again, so
    /// that no result depends on earlier questions.
    fn by_graph(&mut self, at: &[u64], limits: &Limits, ask: &Asked) -> Result<Option<Option<u32>>> {
        let cheap = *self.cheap.get_or_insert_with(|| ask.has_cheap_tables(&self.rules, Play::Normal));
        if cheap || self.too_many.contains(at) {
            return Ok(None);
        }
        let memory = limits.free().min(GRAPH);
        let limits = Limits { memory, account: MemoryAccount::default(), ..limits.clone() };
        loop {
            let kept = self.graph.take();
            let is_new = kept.is_none();
            let new = || Marked::at(graph(&self.rules, &limits), self.wanted);
            let mut known = kept.unwrap_or_else(new);
            match known.find(at) {
                Ok(found) => {
                    self.graph = Some(known);
                    return Ok(Some(found));
                }
                Err(error) => interrupted(error)?,
            }
            if is_new {
                self.too_many.insert(at.to_vec());
                return Ok(None);
            }
        }
    }

    fn by_table(&mut self, at: &[u64], limits: &Limits, ask: &Asked) -> Result<Option<u32>> {
        if box_cells(at) > CELLS {
            return Ok(None);
        }
        let corner = corner(at);
        if corner != at && !self.corner_is(corner, limits, ask)? {
            return Ok(None);
        }
        if !self.extend(at, limits, ask)? {
            return Ok(None);
        }
        self.all_are(limits)?;
        let Some((_, looked)) = &mut self.table else { return Ok(None) };
        looked.find(at).or_else(|error| interrupted(error).map(|()| None))
    }

    /// Does the property hold in a corner box? Most rules without the property already break it there.
    fn corner_is(&mut self, corner: Vec<u64>, limits: &Limits, ask: &Asked) -> Result<bool> {
        if let Some(is) = self.corners.get(&corner) {
            return Ok(*is);
        }
        let is = match cells(&self.rules, &corner, limits, ask) {
            Ok(Some(cells)) => Marked::at(cells, self.wanted).all_are(),
            Ok(None) => Ok(false),
            Err(error) => Err(error),
        };
        let is = is.or_else(|error| interrupted(error).map(|()| false))?;
        self.corners.insert(corner, is);
        Ok(is)
    }

    /// Makes a table that reaches this position and, if the joint box is not too large, all positions asked for before; returns whether a table
    /// was made. Where some move raises a coordinate, that move may leave one box and not another, so the table is that of the position's own box.
    fn extend(&mut self, at: &[u64], limits: &Limits, ask: &Asked) -> Result<bool> {
        let monotone = self.monotone;
        let reaches = |hi: &[u64]| at == hi || (monotone && at.iter().zip(hi).all(|(x, h)| x <= h));
        if self.table.as_ref().is_some_and(|(hi, _)| reaches(hi)) {
            return Ok(true);
        }
        if self.failed.iter().any(|hi| hi == at || (monotone && hi.iter().zip(at).all(|(h, x)| h <= x))) {
            return Ok(false);
        }
        let before = self.table.take().filter(|_| monotone).map(|(hi, _)| hi).unwrap_or_default();
        let both: Vec<u64> = at.iter().enumerate().map(|(c, x)| before.get(c).map_or(*x, |h| *x.max(h))).collect();
        if both != at && box_cells(&both) <= CELLS && self.make(both, limits, ask)? {
            return Ok(true);
        }
        let made = self.make(at.to_vec(), limits, ask)?;
        if !made {
            self.failed.push(at.to_vec());
        }
        Ok(made)
    }

    /// Makes the table of a box, if the box has one. An error here is no answer: the rules may be undefined at a cell of the box that is no
    /// follower of the position. If the cell is a follower, the engines report the error later.
    fn make(&mut self, hi: Vec<u64>, limits: &Limits, ask: &Asked) -> Result<bool> {
        match cells(&self.rules, &hi, limits, ask) {
            Ok(Some(cells)) => self.table = Some((hi, Marked::at(cells, self.wanted))),
            Ok(None) => {}
            Err(error) => interrupted(error)?,
        }
        Ok(self.table.is_some())
    }

    /// Does the property hold in the whole table?
    fn all_are(&mut self, limits: &Limits) -> Result<bool> {
        limits.interrupted()?;
        match &mut self.table {
            Some((_, looked)) => looked.all_are().or_else(|error| interrupted(error).map(|()| false)),
            None => Ok(false),
        }
    }
}

/// An interruption ends all work; any other error ends only the check.
fn interrupted(error: Diagnostic) -> Result<()> {
    if error.kind.is_end() { Err(Stop::from(error)) } else { Ok(()) }
}

/// The far corner of the corner box for a position: its coordinates, each cut to a common maximum.
fn corner(at: &[u64]) -> Vec<u64> {
    let cut = |most: u64| -> Vec<u64> { at.iter().map(|x| (*x).min(most)).collect() };
    let mut most = SMALL - 1;
    while box_cells(&cut(most)) > SMALL && most > 0 {
        most /= 2;
    }
    cut(most)
}

/// The state of the check at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unknown,
    /// The property holds at the position and all its followers.
    Good,
    /// The property fails at the position or at one of its followers.
    Bad,
}

/// Numbered positions with their marks.
struct Marked {
    positions: Box<dyn Positions + Send>,
    wanted: Kind,
    marks: Vec<Mark>,
    /// Does the property hold at all positions? `None` until asked.
    all: Option<bool>,
    /// The number of options that may still be visited.
    left: u64,
}

/// A position on the path of the depth-first search, and its options not yet followed.
struct Step {
    id: usize,
    options: Vec<usize>,
}

impl Marked {
    fn at(positions: Box<dyn Positions + Send>, wanted: Kind) -> Marked {
        Marked { positions, wanted, marks: vec![], all: None, left: OPTIONS }
    }

    /// The value of a position, if the property holds at it and all its followers.
    fn find(&mut self, at: &[u64]) -> std::result::Result<Option<u32>, Diagnostic> {
        self.left = OPTIONS;
        let Some(id) = self.positions.number(at)? else { return Ok(None) };
        self.marks.resize(self.positions.size(), Mark::Unknown);
        let good = self.positions.exists(id) && (self.all == Some(true) || self.follow(id)?);
        Ok(good.then(|| self.positions.normal(id)))
    }

    /// Does the property hold at all positions?
    fn all_are(&mut self) -> std::result::Result<bool, Diagnostic> {
        if let Some(all) = self.all {
            return Ok(all);
        }
        let mut all = true;
        for id in 0..self.positions.size() {
            if self.positions.exists(id) && (self.breaks(id)? || self.left == 0) {
                all = false;
                break;
            }
        }
        self.all = Some(all);
        Ok(all)
    }

    /// Does the property fail at the position itself?
    fn breaks(&mut self, id: usize) -> std::result::Result<bool, Diagnostic> {
        match self.wanted {
            Kind::OneMove => Ok(self.positions.normal(id) == 0 && self.positions.each_option(id, &mut |_| true)?),
            Kind::Heap => {
                let options = self.options(id)?;
                Ok(self.rises(id, &options))
            }
        }
    }

    /// Is there an option whose value is not smaller than that of the position?
    fn rises(&self, id: usize, options: &[usize]) -> bool {
        let value = self.positions.normal(id);
        options.iter().any(|option| self.positions.normal(*option) >= value)
    }

    /// All options of a position; only some of them where `left` reaches 0.
    fn options(&mut self, id: usize) -> std::result::Result<Vec<usize>, Diagnostic> {
        let mut options = vec![];
        let left = &mut self.left;
        self.positions.each_option(id, &mut |option| {
            options.push(option);
            *left = left.saturating_sub(1);
            *left == 0
        })?;
        Ok(options)
    }

    /// Searches all followers depth first; stops where the property fails, or when `left` reaches 0.
    fn follow(&mut self, from: usize) -> std::result::Result<bool, Diagnostic> {
        let mut path: Vec<Step> = vec![];
        let mut next = Some(from);
        loop {
            if let Some(id) = next.take().filter(|id| self.marks[*id] != Mark::Good) {
                let step = if self.marks[id] == Mark::Bad { None } else { self.enter(id)? };
                let Some(step) = step else {
                    path.iter().for_each(|step| self.marks[step.id] = Mark::Bad);
                    return Ok(false);
                };
                if self.left == 0 {
                    return Ok(false);
                }
                path.push(step);
            }
            let Some(step) = path.last_mut() else { return Ok(true) };
            next = step.options.pop();
            if next.is_none() {
                self.marks[step.id] = Mark::Good;
                path.pop();
            }
        }
    }

    /// Enters a position; `None` if the position is bad, by its own value or by the marks of its options.
    fn enter(&mut self, id: usize) -> std::result::Result<Option<Step>, Diagnostic> {
        let options = self.options(id)?;
        let mut bad = match self.wanted {
            Kind::OneMove => self.positions.normal(id) == 0 && !options.is_empty(),
            Kind::Heap => self.rises(id, &options),
        };
        for option in &options {
            bad = bad
                || match self.marks[*option] {
                    Mark::Bad => true,
                    Mark::Unknown => self.wanted == Kind::OneMove && self.breaks(*option)?,
                    Mark::Good => false,
                };
        }
        if bad {
            self.marks[id] = Mark::Bad;
            return Ok(None);
        }
        Ok(Some(Step { id, options }))
    }
}
