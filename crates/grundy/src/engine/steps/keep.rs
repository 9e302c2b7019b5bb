//! A table by steps that goes on from the rows that a folder keeps.
//!
//! In: the work and a shelf of tiles. Out: all rows finished, those of whole tiles taken from the shelf, the others computed and put there.

use super::piece::Piece;
use super::work::Work;
use crate::engine::compile::Result;
use crate::engine::tiles::{Pace, Shelf, Tile};

/// Finishes all rows.
///
/// # Errors
/// Too little memory, an interruption, a tile that cannot be written.
pub(super) fn fill(work: &mut Work, mut shelf: Shelf) -> Result<()> {
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
                continue;
            }
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
            return filled;
        }
    }
    save(work, &mut shelf, saved)
}

/// Keeps the finished rows from `from` on.
fn save(work: &Work, shelf: &mut Shelf, from: usize) -> Result<()> {
    match work.piece(from..work.done()) {
        Some(piece) if from < work.done() => {
            let bytes: Vec<u8> = piece.words.iter().flat_map(|w| w.to_le_bytes()).collect();
            shelf.write(from, work.done(), piece.planes as u32, &bytes)
        }
        _ => Ok(()),
    }
}

/// The rows of a tile.
fn piece(tile: &Tile) -> Piece {
    let words = tile.bytes.chunks_exact(8).map(|b| b.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b))).collect();
    Piece { planes: tile.unit as usize, words }
}
