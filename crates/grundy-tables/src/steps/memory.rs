//! The memory that a table by steps needs, before it is filled.
//!
//! In: the steps and the bounds, and whether a folder keeps finished rows. Out: the layout of the rows, how many rows back options lie, and the
//! bytes that stay in use when rows are dropped; or the reason, if the table fits the memory neither whole nor in part.

use super::layout::{Layout, SLABS};
use super::planes::Planes;
use super::read::Plan;
use super::rows::Rows;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::reason::Reason;
use grundy_core::store::size::MOST_CELLS;
use grundy_core::store::tiles::{KEPT, Need};

/// The number of planes that a table is expected to need, if it has enough moves for such values.
const EXPECTED: usize = 4;

/// The number of tiles in memory besides the rows that options reach: tiles being made, read, cut out and written.
const TILES: usize = 4;

/// The memory needs of a table.
pub(super) struct MemoryNeed {
    /// The most rows that an option lies back.
    pub(super) reach: usize,
    /// The bytes of the lists of rows and slabs.
    pub(super) lists: u64,
    /// The rows of a tile, and the rows of a batch.
    pub(super) tile: usize,
    batch: usize,
}

impl MemoryNeed {
    /// The layout and the memory needs of a table of `plays` plays, if it fits.
    pub(super) fn of(
        plan: &Plan,
        hi: &[u64],
        plays: usize,
        limits: &Limits,
        folder: bool,
    ) -> Result<(Layout, MemoryNeed), Reason> {
        let outer: Vec<u64> = plan.outer.iter().map(|c| hi[*c]).collect();
        let cells = hi[plan.along].saturating_add(1);
        let planes = EXPECTED.min(plan.steps.len() + usize::from(plan.chain) + 1) * plays;
        let words = cells.div_ceil(64);
        let row = words.saturating_mul(8 * planes as u64);
        let whole = |rows: u64| Need { cells: rows.saturating_mul(row), sets: 0, window: None };
        // The lists of ranks take some bytes for each value of a coordinate: check them before they are made.
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
        let memory = MemoryNeed { reach, lists, tile, batch: layout.batch_rows() };
        let rows =
            reach.saturating_add(memory.more(0)).min(count.saturating_add(memory.more(0) / 2)).max((KEPT + 2) * tile);
        // The tables of both plays at once are never kept in a folder. If batches are short, the bytes of a batch besides its words matter.
        let beside = (layout.batches() * Planes::EACH).div_ceil(count) as u64;
        let window = (plays == 1).then(|| lists.saturating_add((row + beside).saturating_mul(rows as u64)));
        Need { window, ..need }.on_disk(limits, folder)?;
        Ok((layout, memory))
    }

    /// How many rows may be added before old ones are dropped again, if tiles on the shelf have at most `longest` rows.
    pub(super) fn more(&self, longest: usize) -> usize {
        (self.tile.max(longest) + self.batch).saturating_mul(TILES)
    }
}
