//! The table by rays: all values of a box, without visiting options.
//!
//! In: the rules of a component whose families are rays, steps and passes ([`read`]), and the greatest value of each coordinate. Out: the same
//! table as by enumeration, or the reason where the rules are not such, or their sets do not fit the memory, or a move does something at a
//! cell that only the plain table decides (it is then computed from the start, so that errors are one engine's).
//!
//! Along a line (all coordinates fixed but those of a ray's direction, or their differences) the options by this ray are
//! the earlier cells, so one set of used values a line ([`lines`]) replaces a visit of each: the value of a cell is the
//! mex of the union of its lines' sets and of the values of its steps. Which cells exist is settled first ([`exists`]).

mod ends;
mod exists;
mod grid;
mod lines;
mod moves;
mod pipeline;
mod plane;
mod read;
mod space;

use std::sync::Arc;

use self::exists::Existence;
use self::grid::Grid;
use self::lines::Lines;
use self::moves::Moves;
use self::pipeline::Pipeline;
use self::plane::Plane;
use self::read::Plan;
use self::space::{Filled, Space};
use super::compile::{Env, Result, Stop};
use super::limits::Limits;
use super::reason::{Made, Reason};
use super::table::{Cell, Cells, How, Table, size};
use super::tables::Tables;
use crate::lang::Kind;
use crate::rules::Ruleset;
use crate::rules::components::groups;

/// Are these rules rays, steps and passes?
pub(super) fn reads(rules: &Ruleset) -> bool {
    Plan::of(rules).is_ok()
}

/// Computes the table to `hi` (included), if rays can.
///
/// # Errors
/// An interruption; more cells than the memory holds.
pub(super) fn build_by_rays(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Made<Table> {
    let plan = match Plan::of(rules) {
        Ok(plan) => plan,
        Err(reason) => return Ok(Err(reason)),
    };
    match size(hi, limits) {
        Ok(_) => {}
        Err(Stop::Error(error)) if error.kind == Kind::Limit => return Ok(Err(Reason::limit(&error))),
        Err(stop) => return Err(stop),
    }
    let mut left = Reason::gives_up("in no order of the coordinates do all steps lead to an earlier cell");
    for grid in Grid::candidates(&plan, hi) {
        match build(rules, &plan, &grid, hi, misere, limits)? {
            Ok(table) => return Ok(Ok(table)),
            Err(reason) => left = reason,
        }
    }
    Ok(Err(left))
}

/// No value is greater than the number of options: those along rays, and the others.
fn most_options(plan: &Plan, grid: &Grid) -> usize {
    let along = |direction: &Vec<usize>| direction.iter().map(|c| grid.sizes[grid.axis(*c)] - 1).min().unwrap_or(0);
    plan.rays.iter().filter(|r| !r.again).map(|r| along(&r.direction)).sum::<usize>()
        + plan.steps.len()
        + plan.passes.len()
}

/// The sets and the kernel that a plan on a grid takes.
enum Kernel<'a> {
    Plane(Plane<'a>),
    Space(Box<Space<'a>>),
}

impl Kernel<'_> {
    fn fill<T: Cell>(&mut self, cells: &mut [T]) -> Result<Filled> {
        match self {
            Kernel::Plane(plane) => plane.fill(cells),
            Kernel::Space(space) => space.fill(cells),
        }
    }
}

/// Rows and columns, and perhaps diagonals, of a plane; are there diagonals?
fn plane(directions: &[Vec<usize>]) -> Option<bool> {
    let mut sorted = directions.to_vec();
    sorted.sort();
    match &sorted.iter().map(Vec::as_slice).collect::<Vec<_>>()[..] {
        [[0], [1]] => Some(false),
        [[0], [0, 1], [1]] => Some(true),
        _ => None,
    }
}

fn build(rules: &Arc<Ruleset>, plan: &Plan, grid: &Grid, hi: &[u64], misere: bool, limits: &Limits) -> Made<Table> {
    let most = most_options(plan, grid).max(1);
    let each = most / 64 + 1;
    let axes = |r: &read::Ray| {
        let mut axes: Vec<usize> = r.direction.iter().map(|c| grid.axis(*c)).collect();
        axes.sort_unstable();
        axes
    };
    // A ray along the innermost axis stands last.
    let mut rays: Vec<&read::Ray> = plan.rays.iter().collect();
    rays.sort_by_key(|r| axes(r)[0]);
    let directions: Vec<Vec<usize>> = rays.iter().map(|r| axes(r)).collect();
    let moves = Moves::of(plan, &rays, grid);
    let simple = moves.lone && !moves.asks && !misere && grid.sizes.len() == 2;
    let diagonal = plane(&directions).filter(|_| simple && Plane::pays(grid, each));
    let sets = match diagonal {
        Some(diagonal) => Some(Plane::bytes(grid, diagonal, each)),
        None => Lines::bytes(grid, &directions, each),
    };
    let width = if most < u8::MAX.into() {
        1
    } else if most < u16::MAX.into() {
        2
    } else {
        4
    };
    let bytes = sets.and_then(|b| b.checked_add(width * grid.cells() as u64));
    if bytes.is_none_or(|b| b > limits.memory) || most >= u32::MAX as usize {
        return Ok(Err(Reason::memory(bytes, limits)));
    }
    let existence = Existence::of(rules);
    let mut env = Env::new(grid.sizes.len(), plan.variables().max(existence.variables()), 0);
    let Some(mut cells) = empty(plan, grid, &existence, &mut env, limits)? else {
        return Ok(Err(Reason::gives_up("a `require` is not defined at some cell")));
    };
    limits.interrupted()?;
    let threads = limits.threads().min(grid.sizes[0].div_ceil(plane::ROWS));
    if diagonal == Some(false) && threads > 1 && grid.cells() >= THREADED {
        while u64::from(cells.width()) < width {
            cells = cells.wider(limits)?;
        }
        let pipeline = Pipeline { width: grid.sizes[1], each, block: pipeline::BLOCK.min(grid.sizes[1]), limits };
        return by_threads(&pipeline, cells, grid, threads).map(Ok);
    }
    let kernel = match diagonal {
        Some(diagonal) => Kernel::Plane(Plane::new(grid, diagonal, each, limits)),
        None => {
            let mut space = Space::new(grid, Lines::new(grid, directions, each), moves, env, misere, limits);
            if !misere && base(rules, plan, grid, hi, &mut cells, limits)? {
                space.skip_first();
            }
            Kernel::Space(Box::new(space))
        }
    };
    run(kernel, cells, grid, limits)
}

/// Fewer cells are left to one thread.
const THREADED: usize = 1 << 18;

fn by_threads(pipeline: &Pipeline, mut cells: Cells, grid: &Grid, threads: usize) -> Result<Table> {
    match &mut cells {
        Cells::One(cells) => pipeline.fill(cells, threads)?,
        Cells::Two(cells) => pipeline.fill(cells, threads)?,
        Cells::Four(cells) => pipeline.fill(cells, threads)?,
    }
    Ok(Table::new(grid.by_coordinate(), cells, How::Rays))
}

/// Where passes count on the outermost axis and none is left, the part is played by itself. If it is a sum, its values there are
/// those of its components, joined; says whether it did so.
fn base(rules: &Ruleset, plan: &Plan, grid: &Grid, hi: &[u64], cells: &mut Cells, limits: &Limits) -> Result<bool> {
    let counter = grid.order[0];
    let passes = plan.passes.iter().all(|p| p.offset.iter().any(|(c, k)| *c == counter && *k < 0));
    let [part] = &rules.parts[..] else { return Ok(false) };
    let own: Vec<usize> = (part.first..part.first + part.rules.width()).collect();
    let others = (0..hi.len()).filter(|c| !own.contains(c)).collect::<Vec<_>>();
    if plan.passes.is_empty() || !passes || others != [counter] || groups(&part.rules).len() < 2 {
        return Ok(false);
    }
    let bounds: Vec<u64> = own.iter().map(|c| hi[*c]).collect();
    let Some(tables) = Tables::build(&part.rules, &bounds, false, false, limits)? else { return Ok(false) };
    let inner = grid.order[grid.order.len() - 1];
    let mut line = vec![];
    let mut at = vec![0u64; hi.len()];
    for start in (0..grid.strides[0]).step_by(grid.sizes[grid.sizes.len() - 1]) {
        for (axis, c) in grid.order.iter().enumerate() {
            at[*c] = (start / grid.strides[axis] % grid.sizes[axis]) as u64;
        }
        let place: Vec<u64> = own.iter().map(|c| at[*c]).collect();
        tables.line(&place, inner - part.first, grid.sizes[grid.sizes.len() - 1], &mut line);
        if !cells.put(start, &line) {
            *cells = std::mem::replace(cells, Cells::One(vec![])).wider(limits)?;
            cells.put(start, &line);
        }
    }
    Ok(true)
}

/// Cells that hold 0 where a position exists, in the width that a line of plain options makes sure of.
fn empty(
    plan: &Plan,
    grid: &Grid,
    existence: &Existence,
    env: &mut Env<i64>,
    limits: &Limits,
) -> Result<Option<Cells>> {
    let plain = plan.rays.iter().filter(|r| r.shadow.is_empty() && r.only.is_none() && r.when.is_none());
    let longest = plain.flat_map(|r| &r.direction).map(|c| grid.sizes[grid.axis(*c)]).max().unwrap_or(0);
    let (mut narrow, mut wide) = (vec![], vec![]);
    let defined = if longest <= u8::MAX.into() {
        narrow = vec![0u8; grid.cells()];
        existence.missing(grid, env, limits, &mut |start, len| narrow[start..start + len].fill(u8::NONE))?
    } else {
        wide = vec![0u16; grid.cells()];
        existence.missing(grid, env, limits, &mut |start, len| wide[start..start + len].fill(u16::NONE))?
    };
    let cells = if wide.is_empty() { Cells::One(narrow) } else { Cells::Two(wide) };
    Ok(defined.then_some(cells))
}

/// What a cell can do that rays leave to enumeration.
const GIVES_UP: &str = "a move leads beyond the table or to a later cell, or is not defined at some cell";

fn run(mut kernel: Kernel, mut cells: Cells, grid: &Grid, limits: &Limits) -> Made<Table> {
    loop {
        let filled = match &mut cells {
            Cells::One(cells) => kernel.fill(cells)?,
            Cells::Two(cells) => kernel.fill(cells)?,
            Cells::Four(cells) => kernel.fill(cells)?,
        };
        match filled {
            Filled::All => return Ok(Ok(Table::new(grid.by_coordinate(), cells, How::Rays))),
            Filled::GivesUp => return Ok(Err(Reason::gives_up(GIVES_UP))),
            Filled::To => cells = cells.wider(limits)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

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
            "game g(a, b) { move (a - i, b - 2*i) for i in 1..a }",
            "game g(a, b) { move (a - i, b) for i in 1..a if i < b }",
            "game g(a, b) { move (a - i, b) for i in 1..a if a > b or i < b }",
            "game g(a, b) { move (a - i, b) for i in 1..a if a mod b > 1 or a - i < b }",
        ] {
            assert_eq!(plan(rules), None, "{rules}");
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
        let built = build_by_rays(&game.rules, &[6, 6], false, &Limits::default());
        assert_eq!(built.map(|table| table.err()), Ok(Some(Reason::gives_up(GIVES_UP))));
    }

    #[test]
    fn sets_that_do_not_fit_the_memory_are_not_begun() {
        let game = Session::new().game("star_nim[2]", None).expect("a game");
        let limits = |memory| Limits { memory, ..Limits::default() };
        assert!(matches!(build_by_rays(&game.rules, &[999, 999], false, &limits(2_200_000)), Ok(Err(_))));
        assert!(matches!(build_by_rays(&game.rules, &[999, 999], false, &limits(2_500_000)), Ok(Ok(_))));
    }
}
