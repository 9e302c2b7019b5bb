//! Fills a table by steps with the help of a folder of finished rows.
//!
//! In: the work and a shelf of tiles. Out: all rows finished. Rows in undamaged tiles are read from the shelf; the others are computed and
//! written there. Rows on the shelf that no later row needs are dropped from memory when memory is short.

use super::piece::{Piece, words_of};
use super::work::StepTable;
use grundy_core::contract::stop::Result;
use grundy_core::store::tiles::{Pace, Shelf, Tile};

/// Finishes all rows and writes them to the shelf.
///
/// # Errors
/// Too little memory, an interruption, a tile that cannot be written.
pub(super) fn fill(work: &mut StepTable, mut shelf: Shelf) -> Result<Shelf> {
    let mut pace = Pace::new(work.row_cells(), work.tile());
    let mut saved = 0;
    while work.done() < work.rows() {
        let at = work.done();
        if let Some(tile) = shelf.tile(at)? {
            save(work, &mut shelf, saved)?;
            saved = at;
            if work.load(at..tile.to, &piece(&tile))? {
                saved = tile.to;
                work.tell_kept(at..tile.to);
                work.drop_old(shelf.longest());
                continue;
            }
            shelf.reject(at)?;
        }
        let open = (at - saved) * work.row_cells();
        if pace.is_due(open) {
            save(work, &mut shelf, saved)?;
            saved = at;
            pace.saved();
        }
        let rows = pace.next((at - saved) * work.row_cells()) / work.row_cells();
        let filled = work.fill(shelf.next(at).unwrap_or(work.rows()).min(at + rows));
        if filled.is_err() {
            save(work, &mut shelf, saved)?;
            return filled.map(|()| shelf);
        }
    }
    save(work, &mut shelf, saved)?;
    Ok(shelf)
}

/// Writes the finished rows from `from` on; the rows before are on the shelf.
fn save(work: &mut StepTable, shelf: &mut Shelf, from: usize) -> Result<()> {
    match work.piece(from..work.done()) {
        Some(piece) if from < work.done() => {
            let bytes: Vec<u8> = piece.words.iter().flat_map(|w| w.to_le_bytes()).collect();
            shelf.write(from, work.done(), piece.planes as u32, &bytes)?;
        }
        _ => return Ok(()),
    }
    work.drop_old(shelf.longest());
    Ok(())
}

/// The rows of a tile.
fn piece(tile: &Tile) -> Piece {
    Piece { planes: tile.unit as usize, words: words_of(&tile.bytes) }
}
