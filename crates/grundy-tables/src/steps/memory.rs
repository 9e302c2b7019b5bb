//! What a table by steps needs, before it is begun.
//!
//! In: the steps and the bounds, and whether a folder keeps rows. Out: the layout of its rows, how many rows back options lie, and the bytes
//! that do not shrink while rows are dropped; or the reason why it fits the memory neither whole nor in part.

use super::layout::{Layout, SLABS};
use super::planes::Planes;
use super::read::Plan;
use super::rows::Rows;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::reason::Seen;
use grundy_core::store::size::MOST_CELLS;
use grundy_core::store::tiles::{KEPT, Need};

/// Planes that a table is expected to need, if it has the moves for such values.
const EXPECTED: usize = 4;

/// Tiles that are at hand beside the rows that are looked back at: those being made, put in place, cut out and written.
const TILES: usize = 4;

/// The memory of a table.
pub(super) struct Room {
    /// No option lies more rows back.
    pub(super) reach: usize,
    /// The lists of rows and slabs.
    pub(super) lists: u64,
    /// The rows of a tile, and of a batch.
    pub(super) tile: usize,
    batch: usize,
}

impl Room {
    /// The room of a table of so many plays, which fits.
    pub(super) fn of(plan: &Plan, hi: &[u64], plays: usize, limits: &Limits, folder: bool) -> Seen<(Layout, Room)> {
        let outer: Vec<u64> = plan.outer.iter().map(|c| hi[*c]).collect();
        let cells = hi[plan.along].saturating_add(1);
        let planes = EXPECTED.min(plan.steps.len() + usize::from(plan.chain) + 1) * plays;
        let words = cells.div_ceil(64);
        let row = words.saturating_mul(8 * planes as u64);
        let whole = |rows: u64| Need { cells: rows.saturating_mul(row), sets: 0, window: None };
        // Before ranks are listed, a few bytes for each value of a coordinate.
        let lists = Rows::list_bytes(&outer, plan.symmetric, SLABS);
        if lists > limits.free() {
            let most = outer.iter().max().copied().unwrap_or(0);
            Need { cells: whole(most).cells.max(lists), ..whole(0) }.on_disk(limits, false)?;
        }
        let rows = if plan.symmetric { Rows::sorted(outer.len(), hi[0]) } else { Rows::all(&outer) };
        let count = rows.count();
        let need = whole(count as u64);
        if words.saturating_mul(64).saturating_mul(count as u64) >= MOST_CELLS {
            need.on_disk(limits, false)?;
        }
        let reach = plan.steps.iter().map(|(taken, _)| rows.reach(taken)).max().unwrap_or(0).min(count);
        let layout = Layout::new(rows, cells);
        let tile = (limits.tile / (64 * layout.words)).max(1);
        let room = Room { reach, lists, tile, batch: layout.batch_rows() };
        let rows =
            reach.saturating_add(room.more(0)).min(count.saturating_add(room.more(0) / 2)).max((KEPT + 2) * tile);
        // Both plays at once are not kept.
        // Where batches are short, what each takes beside its words counts.
        let beside = (layout.batches() * Planes::EACH).div_ceil(count) as u64;
        let window = (plays == 1).then(|| lists.saturating_add((row + beside).saturating_mul(rows as u64)));
        Need { window, ..need }.on_disk(limits, folder)?;
        Ok((layout, room))
    }

    /// Rows that may be added before old ones are dropped again, where tiles of so many rows may be met.
    pub(super) fn more(&self, longest: usize) -> usize {
        (self.tile.max(longest) + self.batch).saturating_mul(TILES)
    }
}
