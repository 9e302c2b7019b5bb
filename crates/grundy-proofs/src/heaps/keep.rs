//! Values of heaps that a checkpoint keeps.
//!
//! In: a folder for the period of heaps, and values as they are computed. Out: those that an earlier run has kept, in order. Values are kept in tiles, one
//! behind the other, of one, two or four bytes each; a tile is written every few seconds, and at the end of a run. A tile that was damaged, and all
//! behind it, are computed again. Where only the first and the last values are held (`endless`), a tile has those from which a later run can go on.

use std::time::{Duration, Instant};

use super::endless::Endless;
use super::sequence::Sequence;
use crate::exact::index;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;
use grundy_core::store::tiles::{Folder, Shelf};

/// The time between two writes.
const INTERVAL: Duration = Duration::from_secs(5);
/// Where only the last values are written, this part of the time passes between two writes, too.
const PART: u32 = 64;
/// The most values of a tile.
const TILE: usize = 1 << 22;
/// Heaps between two looks at the clock.
pub(super) const AT_ONCE: usize = 1 << 14;

/// Keeps values.
pub(super) struct Keeper {
    /// The folder, whose lock keeps other runs away.
    _folder: Folder,
    shelf: Shelf,
    next: Instant,
    /// So many values are kept.
    kept: usize,
    /// When the first of the last values were kept.
    begun: Option<Instant>,
}

impl Keeper {
    /// # Errors
    /// A folder that cannot be made or read.
    pub(super) fn new(folder: Folder) -> Result<Keeper> {
        let shelf = folder.heaps()?;
        Ok(Keeper { _folder: folder, shelf, next: Instant::now() + INTERVAL, kept: 0, begun: None })
    }

    /// Hands over the values that are kept.
    ///
    /// # Errors
    /// Too little memory, an interruption, a damaged tile that cannot be removed.
    pub(super) fn read(&mut self, values: &mut Sequence, limits: &Limits) -> Result<()> {
        while let Some(tile) = self.shelf.tile(self.kept)? {
            limits.interrupted()?;
            let Some(numbers) = opened(&tile.bytes, tile.unit).filter(|list| !list.is_empty()) else {
                self.shelf.reject(self.kept)?;
                break;
            };
            self.kept += numbers.len();
            values.take_up(&numbers, limits)?;
        }
        values.begin_after();
        Ok(())
    }

    /// Hands over the last values that are kept, where only these and the first are held.
    ///
    /// # Errors
    /// An interruption, a damaged tile that cannot be removed.
    pub(super) fn read_last(&mut self, values: &mut Endless, limits: &Limits) -> Result<()> {
        let mut at = self.kept.max(1) - 1;
        while let Some(from) = self.shelf.next(at) {
            limits.interrupted()?;
            if let Some(tile) = self.shelf.tile(from)?
                && !opened(&tile.bytes, tile.unit).is_some_and(|numbers| values.take_up(from as u64, &numbers))
            {
                self.shelf.reject(from)?;
            }
            at = from;
        }
        Ok(())
    }

    /// Writes the last values, if it is time for it, or if the run ends. The times grow with the work.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn save_last(&mut self, values: &Endless, ends: bool) -> Result<()> {
        if !ends && Instant::now() < self.next {
            return Ok(());
        }
        if let Some((from, numbers)) = values.mark() {
            let from = index(from);
            if from >= self.kept && self.shelf.next(from - 1).is_none() {
                let (bytes, unit) = packed(&numbers);
                self.shelf.write(from, from + numbers.len(), unit, &bytes)?;
            }
        }
        let begun = *self.begun.get_or_insert_with(Instant::now);
        self.next = Instant::now() + INTERVAL + begun.elapsed() / PART;
        Ok(())
    }

    /// Writes what is not kept, if it is time for it, or if the run ends.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn save(&mut self, values: &Sequence, ends: bool) -> Result<()> {
        if !ends && Instant::now() < self.next {
            return Ok(());
        }
        while self.kept < values.len() {
            let to = values.len().min(self.kept + TILE);
            let numbers: Vec<u32> = (self.kept..to).filter_map(|n| values.get(n)).collect();
            let (bytes, unit) = packed(&numbers);
            self.shelf.write(self.kept, to, unit, &bytes)?;
            self.kept = to;
        }
        self.next = Instant::now() + INTERVAL;
        Ok(())
    }
}

/// Numbers in as few bytes each as the greatest needs, and how many these are.
fn packed(numbers: &[u32]) -> (Vec<u8>, u32) {
    let unit = match numbers.iter().max() {
        Some(0x1_0000..) => 4,
        Some(0x100..) => 2,
        _ => 1,
    };
    (numbers.iter().flat_map(|n| n.to_le_bytes().into_iter().take(index(u64::from(unit)))).collect(), unit)
}

/// The numbers of a tile; `None` if its bytes cannot be right.
fn opened(bytes: &[u8], unit: u32) -> Option<Vec<u32>> {
    let unit =
        usize::try_from(unit).ok().filter(|unit| matches!(unit, 1 | 2 | 4) && bytes.len().is_multiple_of(*unit))?;
    let number = |own: &[u8]| own.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    Some(bytes.chunks(unit).map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_opened_as_they_were_packed() {
        for numbers in [vec![], vec![0, 7, 255], vec![3, 256], vec![65_535, 1], vec![65_536, 2, u32::MAX]] {
            let (bytes, unit) = packed(&numbers);
            assert_eq!(opened(&bytes, unit), Some(numbers));
        }
        assert_eq!((opened(&[1, 2, 3], 2), opened(&[1], 3)), (None, None));
    }
}
