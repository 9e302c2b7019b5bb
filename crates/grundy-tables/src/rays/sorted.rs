//! Axes that may be exchanged freely: only sorted cells are computed, one for each class of equivalent cells.
//!
//! In: a plan on a grid. Out: the group of innermost axes that may be exchanged, if the kernel can skip all cells whose coordinates decrease
//! somewhere along the group; then the skipped cells, copied from earlier ones.
//!
//! Why sorted cells are enough. All rays take the same amount from each of their axes. Let the group be the axes from `g` on. A ray along all axes of the group, or along none, leads from sorted cells to
//! sorted cells. Consider a ray along one axis k > `g` from the sorted cell (…, u, v, …), with u at axis k - 1 and v at axis k. It leads
//! first to sorted cells and then, below u, to cells (…, u, w, …) with w < u. An exchange of the two axes maps these to (…, w, u, …), the cells of a
//! line along k - 1. So where v = u, the set of the line along k starts as a copy of the set of the line along k - 1 that has come to the same
//! cell ([`lines`](super::lines)).

use super::grid::{Direction, Grid};
use super::moves::Moves;
use grundy_core::read::mirror::Mirror;
use grundy_core::store::cells::Cell;

/// A group of axes, given by its first axis; it ends with the innermost axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group(usize);

impl Group {
    /// The axes that may be exchanged, if rays, steps and passes allow the kernel to skip cells.
    pub(super) fn of(grid: &Grid, directions: &[Direction], moves: &Moves, mirror: &Mirror) -> Option<Group> {
        let last = grid.sizes.len() - 1;
        let joined = |i: &usize| {
            let (a, b) = (grid.order[*i - 1], grid.order[*i]);
            grid.sizes[*i - 1] == grid.sizes[*i] && mirror.exchanges(a, b)
        };
        let first = (1..=last).rev().take_while(joined).last()? - 1;
        let group: Vec<usize> = (first..=last).collect();
        let inside = |d: &Direction| d.iter().filter(|(i, _)| *i >= first).count();
        let stays = |d: &Direction| d.len() == 1 || inside(d) == 0 || inside(d) == group.len();
        let ones = directions.iter().flatten().all(|(_, factor)| *factor == 1);
        let alone = group.iter().filter(|i| directions.iter().any(|d| d[..] == [(**i, 1)])).count();
        let fits = !moves.asks && ones && directions.iter().all(stays) && (alone == 0 || alone == group.len());
        (fits && moves.stay_before(first)).then_some(Group(first))
    }

    /// Is the axis in the group, but not its first?
    pub(super) fn follows(self, axis: usize) -> bool {
        axis > self.0
    }

    /// Copies the cells between `from` and `to` that are not sorted; all cells before `from` have their values.
    pub(super) fn fill<T: Cell>(self, cells: &mut [T], grid: &Grid, from: usize, to: usize) {
        let last = grid.sizes.len() - 1;
        let len = grid.sizes[last];
        let at = |start: usize, axis: usize| start / grid.strides[axis] % grid.sizes[axis];
        for start in (from..to).step_by(len) {
            let falls = (self.0 + 1..last).find(|i| at(start, *i) < at(start, *i - 1));
            if let Some(i) = falls {
                let by = at(start, i - 1) - at(start, i);
                let earlier = start - by * (grid.strides[i - 1] - grid.strides[i]);
                cells.copy_within(earlier..earlier + len, start);
                continue;
            }
            // Cell z of the row equals the cell with the last two coordinates exchanged.
            let (outer, stride) = (at(start, last - 1), grid.strides[last - 1]);
            let column = start - outer * stride + outer;
            for z in 0..outer {
                cells[start + z] = cells[column + z * stride];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy::Evaluator;
    use grundy_core::contract::limits::Limits;
    use grundy_core::contract::options::{EngineName, Options, Play};
    use grundy_core::contract::position::next;

    /// Games some or all of whose coordinates may be exchanged: the table by rays, in pieces of several sizes, against enumeration by definition.
    #[test]
    fn cells_that_are_left_out_have_the_values_of_sorted_ones() {
        let diagonal = "game g(a, b, c) { move (a - i, b, c) for i in 1..a\n move (a, b - i, c) for i in 1..b\n \
            move (a, b, c - i) for i in 1..c\n move (a - i, b - i, c - i) for i in 1..min(a, b, c) }";
        let beside = "game g(d, a, b, c) { move (d - i, a, b, c) for i in 1..d\n move (d, a - i, b, c) for i in 1..a\n \
            move (d, a, b - i, c) for i in 1..b\n move (d, a, b, c - i) for i in 1..c\n move (d - 1, a, b, c)\n \
            move (d - i, a - i, b - i, c - i) for i in 1..min(d, a, b, c)\n require d + a + b + c != 7 }";
        let along = "game g(a, b, c) { move (a - i, b - i, c - i) for i in 1..min(a, b, c) }";
        let multiples = "game g(a, b, c) { move (a - 2*i, b - 2*i, c - 2*i) for i in 1..a\n move (a - 2*i, b, c) for i in 1..a\n \
            move (a, b - 2*i, c) for i in 1..b\n move (a, b, c - 2*i) for i in 1..c }";
        let cases: [(&str, &[u64]); 9] = [
            ("star_nim[3]", &[13, 13, 13]),
            ("star_nim[4]", &[6, 6, 6, 6]),
            ("pass(nim[3])", &[11, 11, 11, 1]),
            ("pass(nim[2], 2)", &[70, 70, 2]),
            (diagonal, &[12, 12, 12]),
            (beside, &[6, 7, 7, 7]),
            (along, &[12, 12, 12]),
            (multiples, &[12, 12, 12]),
            ("star_nim[3]", &[4, 15, 15]),
        ];
        for (text, hi) in cases {
            let mut session = grundy_rules::session::Session::new();
            let game = match text.contains("game") {
                true => session.load("g.game", text).and_then(|_| session.game("g", None)),
                false => session.game(text, None),
            };
            let rules = game.expect("a game").rules;
            for play in Play::BOTH {
                let table =
                    |options: Options| Evaluator::new(&rules, Options { play, ..options }).table(hi).expect("a table");
                let plain = table(Options { plain: true, ..Options::default() });
                for tile in [1, 100, 1 << 20] {
                    let limits = Limits { tile, ..Limits::default() };
                    let found = table(Options { limits, engine: Some(EngineName::Rays), ..Options::default() });
                    let mut at = vec![0; hi.len()];
                    loop {
                        assert_eq!(found.get(&at), plain.get(&at), "{text} at {at:?}, {play:?}, tiles of {tile}");
                        if !next(&mut at, hi) {
                            break;
                        }
                    }
                }
            }
        }
    }
}
