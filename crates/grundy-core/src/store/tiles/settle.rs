//! The final cut of a finished table.
//!
//! In: a shelf with all cells of a table, in tiles whose sizes depend on the time that passed and on kills. Out: the same cells in tiles of one size, in the
//! narrowest cells. So the files of a finished table depend on nothing but the table, and are those that [`Pieces`](super::Pieces) makes.

use std::ops::Range;

use super::shelf::{Shelf, Tile};
use crate::contract::limits::Limits;
use crate::contract::stop::Result;
use crate::store::cells::Cells;

/// Cuts a finished table with `total` cells into tiles of `block` cells. Each tile is written before those that it replaces are removed, and a tile of the final
/// cut is never removed; so this may end at any moment, and goes on when it is called again. What is damaged stays as it is: it is computed again when it is read.
///
/// # Errors
/// A tile that cannot be written or removed; an interruption.
pub(super) fn settle(shelf: &mut Shelf, total: usize, block: usize, limits: &Limits) -> Result<()> {
    for group in groups(shelf.ranges(), total, block) {
        limits.interrupted()?;
        let tiles: Option<Vec<Tile>> = group.iter().map(|range| shelf.read(range.start, range.end)).collect();
        let Some(tiles) = tiles else { continue };
        let (from, to) = (group[0].start, group[group.len() - 1].end);
        let mut cells = Cells::zeros(tiles.iter().map(|tile| tile.unit).max().unwrap_or(1), to - from);
        tiles.iter().for_each(|tile| cells.put_bytes(tile.from - from, tile.unit, &tile.bytes));
        drop(tiles);
        for start in (from..to).step_by(block) {
            let end = (start + block).min(to);
            let (unit, bytes) = cells.narrow(start - from, end - from);
            shelf.write(start, end, unit, &bytes)?;
        }
        shelf.discard(&group)?;
    }
    // What a run that was killed has not removed.
    shelf.discard_others(|shelf, tile| is_replaced(shelf, tile, total, block))
}

/// Is a tile none of the final cut, while all those that it overlaps are there, and whole?
fn is_replaced(shelf: &Shelf, (from, to): (usize, usize), total: usize, block: usize) -> bool {
    let end = |start: usize| (start + block).min(total);
    let first = from - from % block;
    let is_whole =
        |start| shelf.ranges().binary_search(&(start, end(start))).is_ok() && shelf.read(start, end(start)).is_some();
    (from, to) != (first, end(first)) && (first..to).step_by(block).all(is_whole)
}

/// The cells of a tile of a finished table, for an engine with this grain.
pub(super) fn block_of(grain: usize, limits: &Limits) -> usize {
    (limits.tile / grain).max(1) * grain
}

/// The shortest stretches of tiles that begin and end at a multiple of a block, or at the end of the table; those that are a block already are left out. So
/// no tile of a stretch is one of the blocks that replace it.
fn groups(tiles: &[(usize, usize)], total: usize, block: usize) -> Vec<Vec<Range<usize>>> {
    let (mut all, mut open): (Vec<Vec<Range<usize>>>, Vec<Range<usize>>) = (vec![], vec![]);
    for (from, to) in tiles {
        let follows = match open.last() {
            Some(last) => last.end == *from,
            None => from.is_multiple_of(block),
        };
        if !follows {
            open.clear();
            continue;
        }
        open.push(*from..*to);
        if to.is_multiple_of(block) || *to == total {
            let group = std::mem::take(&mut open);
            if group.len() > 1 || to - from > block {
                all.push(group);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_end_where_blocks_end() {
        let tiles = [(0, 10), (10, 15), (15, 20), (20, 45), (45, 50), (50, 60), (60, 63)];
        assert_eq!(groups(&tiles, 63, 10), [vec![10..15, 15..20], vec![20..45, 45..50]]);
        assert_eq!(groups(&[(0, 5), (7, 10), (10, 12), (12, 13)], 13, 10), [vec![10..12, 12..13]]);
        assert_eq!(groups(&[(0, 7)], 7, 10), Vec::<Vec<Range<usize>>>::new());
    }
}
