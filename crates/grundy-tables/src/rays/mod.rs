//! The table by rays: all values of a box, without visiting options.
//!
//! In: the rules of a component whose families are rays, steps and passes ([`Plan`]), and the bounds of a box. Out: the same
//! table as by enumeration. The engine declines if the rules have another shape, if their sets do not fit the memory, or if some cell needs
//! the plain table. The plain table then starts from the beginning, so that errors come from one engine.
//!
//! The cells that differ by multiples of a ray's direction, a vector of constants, are a line. The options of a cell by this ray are
//! the earlier cells of its line, so one set of used values for each line (`lines`) replaces a visit of each option. The value of a cell is the
//! mex of the union of its lines' sets and the values of its steps. Which cells exist is settled before (`exists`).

mod compiled;
mod crew;
mod exists;
mod grid;
mod lines;
mod lower;
mod moves;
mod pass_layer;
mod piece;
mod pipeline;
mod plane;
mod sets;
mod sorted;
mod space;

use std::cmp::Reverse;
use std::sync::Arc;

use self::crew::Crew;
use self::exists::Existence;
use self::grid::{Direction, Grid};
use self::lines::{Flight, Lines};
use self::moves::Moves;
use self::pass_layer::FirstLayer;
use self::piece::Tiles;
use self::pipeline::Pipeline;
use self::plane::{Part, Plane};
use self::sorted::Group;
use self::space::{Space, Walk};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::piece::{Entering, Piece, Place};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Result;
use grundy_core::done;
use grundy_core::engine::{Engine, TableRequest};
use grundy_core::enumerate::compile::Env;
use grundy_core::read::mirror::Mirror;
use grundy_core::read::rays::{Plan, Ray};
use grundy_core::store::cells::{Cell, Cells};
use grundy_core::store::size::MOST_CELLS;
use grundy_core::store::stored::Stored;
use grundy_core::store::table::Table;
use grundy_core::store::tiles;
use grundy_core::store::tiles::{DiskCells, Fill, Filled, Layout, Need, Shelf, window_bytes};
use grundy_rules::rules::Ruleset;

/// Tables by rays.
pub struct ByRays {
    rules: Arc<Ruleset>,
    plan: Plan,
}

impl ByRays {
    /// Reads the rules of a component as rays, steps and passes.
    ///
    /// # Errors
    /// A family of another shape.
    pub fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByRays { rules: rules.clone(), plan: Plan::of(rules)? }))
    }
}

impl Engine for ByRays {
    fn table(&mut self, hi: &[u64], wish: &TableRequest) -> Attempted<Box<dyn Stored>> {
        Ok(build(&self.rules, &self.plan, hi, wish)?.map(|table| Box::new(table) as Box<dyn Stored>))
    }

    fn piece(&mut self, place: &Place, entering: &Entering, limits: &Limits) -> Attempted<Piece> {
        piece_of(&self.rules, &self.plan, place, entering, limits)
    }
}

/// Why a table is not made tile by tile.
const NO_PLANE: &str = "tile by tile go tables of two coordinates whose moves take any amount from one of them, or the same amount from both";

/// Makes a tile of a plane, or declines.
///
/// # Errors
/// An interruption.
fn piece_of(
    rules: &Arc<Ruleset>,
    plan: &Plan,
    place: &Place,
    entering: &Entering,
    limits: &Limits,
) -> Attempted<Piece> {
    if box_cells(&place.hi) >= MOST_CELLS {
        return Ok(Attempt::Declined(Reason::memory(None, limits)));
    }
    if rules.width() != 2 {
        return Ok(Attempt::Declined(Reason::gives_up(NO_PLANE)));
    }
    let grid = &Grid::of_coordinates(&place.hi);
    let rays: Vec<&Ray> = plan.rays.iter().collect();
    let moves = Moves::of(plan, &rays, grid);
    let directions: Vec<Direction> = rays.iter().map(|ray| grid.direction(ray)).collect();
    let Some(diagonal) = plane(&directions).filter(|_| moves.only_rays && !moves.asks) else {
        return Ok(Attempt::Declined(Reason::gives_up(NO_PLANE)));
    };
    let existence = &Existence::of(rules);
    // No cell of the tile, or before it, has more options than its last cell.
    let last = Grid::of_coordinates(&[&place.rows, &place.columns].map(|range| range.end as u64 - 1));
    let tiles = Tiles { grid, existence, diagonal, each: most_options(plan, &last).max(1) / 64 + 1, limits };
    let need = tiles.bytes(place);
    if need > limits.free() {
        return Ok(Attempt::Declined(Reason::memory(Some(need), limits)));
    }
    let mut env = Env::new(2, existence.variables().max(plan.variables()), 0).within(limits);
    let made = tiles.make(place, entering, &mut env)?;
    Ok(made.ok_or_else(|| Reason::gives_up(GIVES_UP)).into())
}

/// Why the engine gives up in the middle of the work.
const GIVES_UP: &str = "at some cell a move or a condition is not defined, or leads to no earlier cell";

/// Computes the table to `hi` (included), or declines. With a folder the table is kept there, and may be larger than the memory.
///
/// # Errors
/// An interruption, a folder that cannot be used.
fn build(rules: &Arc<Ruleset>, plan: &Plan, hi: &[u64], wish: &TableRequest) -> Attempted<Table> {
    if box_cells(hi) >= MOST_CELLS {
        return Ok(Attempt::Declined(Reason::memory(None, wish.limits)));
    }
    let mut grids = Grid::candidates(plan, hi);
    let mut left = None;
    // A table on disk is read fastest in the order of its coordinates; in memory this order is the last choice.
    for may_be_disk in [false, true] {
        // The files of a kept table do not depend on the memory.
        if may_be_disk || matches!(wish.place, tiles::Place::Kept(_)) {
            grids.sort_by_key(|grid| !grid.order.is_sorted());
        }
        if may_be_disk {
            if !wish.place.may_be_disk() || !left.as_ref().is_some_and(Reason::is_memory) {
                break;
            }
            left = None;
        }
        for grid in &grids {
            match (TableByRays { rules, plan, grid, hi, wish, may_be_disk }).build()? {
                Attempt::Done(table) => return Ok(Attempt::Done(table)),
                Attempt::Declined(reason) => _ = left.get_or_insert(reason),
            }
        }
    }
    let order = || Reason::gives_up("in no order of the coordinates do all steps lead to an earlier cell");
    Ok(Attempt::Declined(left.unwrap_or_else(order)))
}

/// The most options of a cell, along rays and by other moves. No value is greater.
fn most_options(plan: &Plan, grid: &Grid) -> usize {
    plan.rays.iter().filter(|r| !r.again).map(|r| grid.longest(&grid.direction(r))).sum::<usize>()
        + plan.steps.len()
        + plan.passes.len()
}

/// The kernel that fills a grid, with its sets.
enum Kernel<'a> {
    Plane(Plane<'a>),
    Pipeline(Pipeline<'a>),
    Space(Box<Space<'a>>),
    Crew(Box<Crew<'a>>),
}

/// A kernel at work. In each piece, the cells without a position are marked before the kernel fills it.
struct Rays<'a> {
    kernel: Kernel<'a>,
    grid: &'a Grid,
    grain: usize,
    existence: Existence,
    env: Env<i64>,
    /// The cells before this one are marked.
    marked: usize,
    /// The cells that the kernel computes. The others are copied, in the rows before `copied`.
    part: Part,
    group: Option<Group>,
    copied: usize,
    first: Option<FirstLayer>,
    limits: &'a Limits,
}

impl Fill for Rays<'_> {
    fn grain(&self) -> usize {
        self.grain
    }

    fn reach(&self) -> Option<usize> {
        match &self.kernel {
            Kernel::Plane(_) | Kernel::Pipeline(_) => Some(0),
            Kernel::Space(space) => space.reach(),
            Kernel::Crew(crew) => crew.reach(),
        }
    }

    fn fill<T: Cell>(&mut self, cells: &mut Vec<T>, base: usize, to: usize) -> Result<Filled> {
        if self.marked < to {
            let missing = &mut |start: usize, len: usize| cells[start - base..][..len].fill(T::NONE);
            if !self.existence.missing(self.grid, &mut self.env, self.limits, self.marked..to, missing)? {
                return Ok(Filled::GivesUp);
            }
            self.marked = to;
        }
        if let Some(first) = &mut self.first
            && !first.put(self.grid, cells, base, to)
        {
            return Ok(Filled::To);
        }
        let filled = match &mut self.kernel {
            Kernel::Plane(plane) => plane.fill(cells, base, to)?,
            Kernel::Pipeline(pipeline) => pipeline.fill(cells, base, to)?,
            Kernel::Space(space) => space.fill(cells, base, to)?,
            Kernel::Crew(crew) => crew.fill(cells, base, to)?,
        };
        if let (Part::Upper, Filled::All) = (self.part, &filled) {
            let side = self.grid.sizes[1];
            lower::fill(cells, side, self.copied, to / side, self.limits);
            self.limits.interrupted()?;
            self.copied = to / side;
        }
        if let (Some(group), Filled::All) = (self.group, &filled) {
            let row = self.grid.sizes[self.grid.sizes.len() - 1];
            group.fill(cells, self.grid, self.copied * row, to);
            self.copied = to / row;
        }
        Ok(filled)
    }

    fn replay<T: Cell>(&mut self, cells: &[T], base: usize, to: usize) -> Result<Filled> {
        self.marked = to;
        self.copied = to / self.grid.sizes[self.grid.sizes.len() - 1];
        if let Some(first) = &mut self.first {
            first.pass(to);
        }
        match &mut self.kernel {
            Kernel::Plane(plane) => plane.replay(cells, base, to),
            Kernel::Pipeline(pipeline) => pipeline.replay(cells, base, to),
            Kernel::Space(space) => space.replay(cells, base, to),
            Kernel::Crew(crew) => crew.replay(cells, base, to),
        }
    }
}

/// `Some` if the lines are the rows and columns of a plane, and perhaps its diagonals; the value says whether there are diagonals.
fn plane(directions: &[Direction]) -> Option<bool> {
    let mut sorted = directions.to_vec();
    sorted.sort();
    match &sorted.iter().map(Vec::as_slice).collect::<Vec<_>>()[..] {
        [[(0, 1)], [(1, 1)]] => Some(false),
        [[(0, 1)], [(0, 1), (1, 1)], [(1, 1)]] => Some(true),
        _ => None,
    }
}

/// Tables with fewer cells are left to one thread.
const THREADED: usize = 1 << 18;

/// A plan on a grid.
struct TableByRays<'a> {
    rules: &'a Arc<Ruleset>,
    plan: &'a Plan,
    grid: &'a Grid,
    hi: &'a [u64],
    wish: &'a TableRequest<'a>,
    may_be_disk: bool,
}

impl<'a> TableByRays<'a> {
    fn build(&self) -> Attempted<Table> {
        let (grid, TableRequest { play, limits, place, .. }) = (self.grid, *self.wish);
        let axes = self.axes();
        let layout = Layout { cells: grid.cells(), width: 1, axes: &axes };
        if let Some(found) = place.finished(self.rules, play, EngineName::Rays, &layout)? {
            return Ok(found.map(|shelf| self.on_shelf(shelf)));
        }
        let most = most_options(self.plan, grid).max(1);
        if most >= u32::MAX as usize {
            return Ok(Attempt::Declined(Reason::memory(None, limits)));
        }
        let (each, width) = (most / 64 + 1, Cells::width_for(most as u64).unwrap_or(4));
        // A ray along the innermost axis comes last, and one with every amount after those with multiples.
        let mut rays: Vec<&Ray> = self.plan.rays.iter().collect();
        rays.sort_by_key(|r| {
            let (axis, factor) = grid.direction(r)[0];
            (axis, Reverse(factor))
        });
        let directions: Vec<Direction> = rays.iter().map(|r| grid.direction(r)).collect();
        let moves = Moves::of(self.plan, &rays, grid);
        let simple = moves.only_rays && !moves.asks && grid.sizes.len() == 2;
        let diagonal = plane(&directions).filter(|_| simple);
        // The tiles of a finished table do not depend on the kernel.
        let grain = self.grain(diagonal.is_some());
        let diagonal = diagonal.filter(|_| play == Play::Normal && Plane::pays(grid, each));
        let sets = match diagonal {
            Some(diagonal) => Some(Plane::bytes(grid, diagonal, each)),
            None => Lines::bytes(grid, &directions, each, Flight::ALONE),
        };
        let reach = if diagonal.is_some() { Some(0) } else { moves.reach() };
        let layout = Layout { cells: grid.cells(), width, axes: &[] };
        let need = Need {
            cells: (grid.cells() as u64).saturating_mul(width.into()),
            sets: sets.unwrap_or(u64::MAX),
            window: reach.and_then(|reach| window_bytes(&layout, grain, reach, limits)),
        };
        if !need.fits(limits)
            && let Some(table) = self.finished()?
        {
            return Ok(Attempt::Done(table));
        }
        let on_disk = done!(need.on_disk(limits, self.may_be_disk));
        limits.interrupted()?;
        // While cells are widened, both copies are in memory.
        let least = self.least_width().min(width);
        let both = (grid.cells() as u64).saturating_mul((least + width).into());
        let narrow = if (Need { cells: both, ..need }).fits(limits) { least } else { width };
        let threads = if grid.cells() < limits.alone(THREADED) { 1 } else { limits.threads() };
        // Cells on disk cannot be copied from.
        let mirror = if on_disk { Mirror::default() } else { Mirror::of(self.rules, self.hi, &grid.by_coordinate()) };
        let square = diagonal.is_some() && grid.sizes[0] == grid.sizes[1];
        let part = if square && mirror.exchanges(0, 1) { Part::Upper } else { Part::Whole };
        let group = Group::of(grid, &directions, &moves, &mirror).filter(|_| diagonal.is_none());
        let pipes = threads.min(grid.sizes[0].div_ceil(plane::ROWS));
        let (kernel, width) = match diagonal {
            Some(diagonal) if pipes > 1 => {
                let block = pipeline::BLOCK.min(grid.sizes[1]);
                (Kernel::Pipeline(Pipeline::new(grid.sizes[1], each, block, pipes, (part, diagonal), limits)), width)
            }
            Some(diagonal) => (Kernel::Plane(Plane::new(grid, part, diagonal, each, limits)), narrow),
            None => {
                let fits = |flight: &Flight| {
                    let sets = Lines::bytes(grid, &directions, each, *flight).unwrap_or(u64::MAX);
                    let need = Need { sets, ..need };
                    if on_disk { need.fits_on_disk(limits) } else { need.fits(limits) }
                };
                // Skipping cells saves more than two threads do.
                let threads = if group.is_some() { 1 } else { threads };
                let flight = Flight::candidates(grid, &directions, threads).find(fits);
                let kernel = self.space(&rays, &directions, each, flight, group);
                (kernel, if flight.is_some() { width } else { narrow })
            }
        };
        let table = self.fill(kernel, (part, group), (width, grain), on_disk)?;
        Ok(table.ok_or_else(|| Reason::gives_up(GIVES_UP)).into())
    }

    /// The table, if all its cells are on a shelf already: they are read where they are, and no set is filled again.
    fn finished(&self) -> Result<Option<Table>> {
        let (grid, TableRequest { play, limits, place, .. }) = (self.grid, *self.wish);
        if !matches!(place, tiles::Place::Kept(_)) {
            return Ok(None);
        }
        let axes = self.axes();
        let layout = Layout { cells: grid.cells(), width: 1, axes: &axes };
        let shelf = place.shelf(self.rules, play, EngineName::Rays, (&layout, true))?;
        let Some(mut shelf) = shelf else { return Ok(None) };
        if !shelf.read_all(grid.cells(), limits, |_| Ok(()))? {
            return Ok(None);
        }
        Ok(Some(self.on_shelf(shelf)))
    }

    /// The table whose cells are all on a shelf.
    fn on_shelf(&self, shelf: Shelf) -> Table {
        let cells = DiskCells::new(shelf, self.grid.cells());
        Table::new(self.grid.by_coordinate(), cells, EngineName::Rays, self.wish.limits)
    }

    /// The coordinate of each axis, and the number of its values.
    fn axes(&self) -> Vec<(usize, usize)> {
        self.grid.order.iter().copied().zip(self.grid.sizes.iter().copied()).collect()
    }

    /// The kernel for any number of coordinates, by several threads if there is a flight for them.
    fn space(
        &self,
        rays: &[&Ray],
        directions: &[Direction],
        each: usize,
        flight: Option<Flight>,
        group: Option<Group>,
    ) -> Kernel<'a> {
        let (grid, TableRequest { play, limits, .. }) = (self.grid, *self.wish);
        let walk = |flight: Flight, own: usize| {
            let lines = Lines::new(grid, directions, each, flight, own);
            let env = self.env(self.plan.variables());
            Walk::new(grid, lines, Moves::of(self.plan, rays, grid), env, play)
        };
        match flight {
            Some(flight) => {
                let walks = (0..flight.slabs).map(|own| walk(flight, own)).collect();
                Kernel::Crew(Box::new(Crew::new(grid, walks, flight, limits)))
            }
            None => Kernel::Space(Box::new(Space::new(walk(Flight::ALONE, 0).sorted(group), limits))),
        }
    }

    /// The number of cells of which every piece is a multiple.
    fn grain(&self, plane: bool) -> usize {
        let row = self.grid.sizes[self.grid.sizes.len() - 1];
        if plane { plane::ROWS * row } else { row }
    }

    /// The initial width of cells: a line of options without conditions or shadows has that many different values.
    fn least_width(&self) -> u32 {
        let plain = self.plan.rays.iter().filter(|r| r.shadow.is_empty() && r.only.is_none() && r.when.is_none());
        let longest = plain.map(|r| self.grid.longest(&self.grid.direction(r))).max().unwrap_or(0);
        if longest < u8::MAX.into() { 1 } else { 2 }
    }

    fn env(&self, variables: usize) -> Env<i64> {
        Env::new(self.grid.sizes.len(), variables, 0).within(self.wish.limits)
    }

    /// Fills the table with a kernel, in memory or on disk.
    fn fill(
        &self,
        kernel: Kernel,
        (part, group): (Part, Option<Group>),
        (width, grain): (u32, usize),
        disk: bool,
    ) -> Result<Option<Table>> {
        let (grid, TableRequest { play, limits, place, .. }) = (self.grid, *self.wish);
        let existence = Existence::of(self.rules);
        let env = self.env(existence.variables());
        let mut rays =
            Rays { kernel, grid, grain, existence, env, marked: 0, part, group, copied: 0, first: None, limits };
        if matches!(rays.kernel, Kernel::Space(_) | Kernel::Crew(_)) && play == Play::Normal {
            rays.first = FirstLayer::of(self.rules, self.plan, grid, self.hi, self.wish)?;
            match &mut rays.kernel {
                Kernel::Space(space) if rays.first.is_some() => space.skip_first(),
                Kernel::Crew(crew) if rays.first.is_some() => crew.skip(grid.strides[0]),
                _ => {}
            }
        }
        let axes = self.axes();
        let layout = Layout { cells: grid.cells(), width, axes: &axes };
        let shelf = place.shelf(self.rules, play, EngineName::Rays, (&layout, disk))?;
        let kept = tiles::fill(&mut rays, &layout, shelf, disk, limits)?;
        Ok(kept.map(|cells| Table::new(grid.by_coordinate(), cells, EngineName::Rays, limits)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    fn plan(rules: &str) -> Option<(usize, usize, usize)> {
        let mut session = Session::new();
        let game = match rules.contains("game") {
            true => {
                session.load("g.game", rules).expect("the rules are of the language");
                session.game("g", None)
            }
            false => session.game(rules, None),
        };
        Plan::of(&game.expect("a game").rules).ok().map(|p| (p.rays.len(), p.steps.len(), p.passes.len()))
    }

    #[test]
    fn rays_steps_and_passes_are_seen() {
        for (rules, expected) in [
            ("star_nim[3]", (3, 0, 0)),
            ("wythoff", (3, 0, 0)),
            ("pass(nim[2])", (2, 0, 1)),
            ("bar[z -> z div 2]", (2, 0, 0)),
            ("chocolate[(x, z) -> (x + z) div 2]", (3, 0, 0)),
            ("two_row_chomp", (2, 0, 0)),
            ("silver_dollar[3]", (3, 0, 0)),
            ("shared_nim[1, false]", (4, 0, 0)),
            (
                "game g(a, b) { move (a - i, b) for i in 1..a if b mod 2 = 0\n move (a - s, b - 1) for s in 0..3 }",
                (1, 4, 0),
            ),
            // A condition on both ends: one family, a ray for each of its cases.
            ("game g(a, b, w) { move (a - i, b, w) for i in 1..a if not (b = w and a > w and a - i < w) }", (2, 0, 0)),
            ("game g(a, b) { move (a - i, b) for i in 1..a if b > 3 or a - i > b }", (1, 0, 0)),
            ("game g(a, b) { move (a - i, b) for i in 1..a if a mod 2 = 0 iff (a - i) mod 3 = 0 }", (2, 0, 0)),
            (
                "game g(a, b) { move (a - i, b - 2*i) for i in 1..a\n move (2*a - a - 2*i, b - i) for i in 1..b }",
                (2, 0, 0),
            ),
            ("game g(a) { move a - 3*i for i in 1..a div 3 if a - 3*i != 5 }", (1, 0, 0)),
            (
                "game g(a, b, c) { move (a - 2*i, b - 2*i, min(c, a - 2*i)) for i in 1..min(a, b) if i <= b div 2 }",
                (1, 0, 0),
            ),
        ] {
            assert_eq!(plan(rules), Some(expected), "{rules}");
        }
    }

    #[test]
    fn what_is_no_ray_stays_with_the_plain_table() {
        for rules in [
            "subtraction[{1, 2}]",
            "moore_nim[3, 2]",
            "all_but[{1, 4}]",
            "euclid",
            "near(nim[1], nim[1])",
            "pass(pass(nim[2]))",
            "kayles",
            "game g(a, b) { move (a - i, b + 2*i) for i in 1..a }",
            "game g(a, b) { move (a - i, b) for i in 1..a if i < b }",
            "game g(a, b) { move (a - i, b - 2*i) for i in 1..a if 3*i <= b }",
            "game g(a, b) { move (a - i, b - b*i) for i in 1..a }",
            "game g(a, b) { move (a - i, b) for i in 1..a if a > b or i < b }",
            "game g(a, b) { move (a - i, b) for i in 1..a if a mod b > 1 or a - i < b }",
        ] {
            assert_eq!(plan(rules), None, "{rules}");
        }
    }

    /// However a range says that the target is a position, the ray has no condition: the kernels that read none serve.
    #[test]
    fn what_follows_from_the_target_is_no_condition() {
        let ranges = ["1..a", "1..b", "1..a + b", "1..b div 2", "1..(b + a) div 3", "1..min(a, b div 2)"];
        let guards = ["1..a if 2*n <= b", "1..a if b - 2*n >= 0 and a > 0", "1..b if n <= b div 2", "1..a if b >= 2"];
        for range in ranges.into_iter().chain(guards) {
            let mut session = Session::new();
            let text = format!("game g(a, b) {{ move (a - n, b - 2*n) for n in {range} }}");
            session.load("g.game", &text).expect("the rules are of the language");
            let plan = Plan::of(&session.game("g", None).expect("a game").rules).expect("rays");
            assert_eq!(plan.rays[0].direction, [(0, 1), (1, 2)], "{range}");
            assert!(plan.rays[0].when.is_none() && plan.rays[0].only.is_none(), "{range}: {plan:?}");
        }
    }

    /// A shadow may lie beyond the table, or after its cell: the plain table, or the search, decides.
    #[test]
    fn a_shadow_that_rises_is_given_up() {
        let mut session = Session::new();
        let text = "game g(a, b) { move (a - i, b) for i in 1..a\n move (a - i, a - i + b) for i in 1..a }";
        session.load("g.game", text).expect("the rules are of the language");
        let game = session.game("g", None).expect("a game");
        assert!(Plan::of(&game.rules).is_ok());
        assert_eq!(built(&game.rules, &[6, 6], 1 << 30), Err(Reason::gives_up(GIVES_UP)));
    }

    /// The outcome of a table with this much memory: made, or the reason why not.
    fn built(rules: &Arc<Ruleset>, hi: &[u64], memory: u64) -> Result<(), Reason> {
        let (limits, ask) = (Limits { memory, ..Limits::default() }, grundy::engine::chooser());
        let plan = Plan::of(rules).expect("rays");
        let table =
            build(rules, &plan, hi, &TableRequest::any(Play::Normal, false, &limits, &*ask)).expect("no interruption");
        table.map(|_| ()).seen()
    }

    #[test]
    fn sets_that_do_not_fit_the_memory_are_not_begun() {
        let game = Session::new().game("star_nim[2]", None).expect("a game");
        assert!(built(&game.rules, &[999, 999], 2_200_000).is_err_and(|reason| reason.is_memory()));
        assert_eq!(built(&game.rules, &[999, 999], 2_500_000), Ok(()));
    }
}
