//! All starts of a range, piece by piece; a folder stores the pieces that are done.

use super::blocks::piece;
use super::{Asked, Measured, wanted};
use crate::exact::index;
use grundy_core::contract::stop::Result;
use grundy_core::store::tiles::Shelf;

/// The number of starts in a piece, which is some seconds of work.
const PIECE: u64 = 1 << 24;

/// Measures the steps from all starts of a range. At least as many first values as [`wanted`] says must be given.
///
/// # Errors
/// More guesses at a start than can be tried; an interruption; a folder that cannot be read or written.
pub fn measure(asked: &Asked, (from, to): (u64, u64), mut shelf: Option<Shelf>) -> Result<Measured> {
    assert!(asked.values.len() as u64 >= wanted(asked.shape, to));
    asked.limits.progress.expect((to - from).saturating_add(1));
    let mut all = Measured::default();
    let mut begin = from;
    while begin <= to && all.stuck.is_none() {
        let end = to.min(begin.saturating_add(PIECE - 1));
        let kept = shelf.as_mut().map_or(Ok(None), |shelf| kept(shelf, begin, end))?;
        let found = match kept {
            Some(found) => {
                asked.limits.progress.keep(index(end + 1 - begin));
                found
            }
            None => {
                let found = piece(asked, (begin, end))?;
                if let Some(shelf) = &mut shelf {
                    shelf.reject(index(begin))?;
                    shelf.write(index(begin), index(end) + 1, 1, &found.bytes())?;
                }
                found
            }
        };
        all.append(found);
        begin = end + 1;
    }
    Ok(all)
}

/// The stored result of a piece, if there is one.
fn kept(shelf: &mut Shelf, begin: u64, end: u64) -> Result<Option<Measured>> {
    let tile = shelf.tile(index(begin))?;
    Ok(tile.filter(|tile| tile.to as u64 == end + 1).and_then(|tile| Measured::of_bytes(&tile.bytes)))
}

impl Measured {
    fn bytes(&self) -> Vec<u8> {
        let stuck = self.stuck.unwrap_or(u64::MAX);
        let numbers = [stuck].into_iter().chain(self.records.iter().flat_map(|(start, steps)| [*start, *steps]));
        numbers.flat_map(u64::to_le_bytes).collect()
    }

    fn of_bytes(bytes: &[u8]) -> Option<Measured> {
        let numbers = bytes.chunks(8).map(|b| b.try_into().ok().map(u64::from_le_bytes));
        let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
        let (stuck, records) = numbers.split_first()?;
        let records = records.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        Some(Measured { records, stuck: Some(*stuck).filter(|s| *s != u64::MAX) })
    }
}
