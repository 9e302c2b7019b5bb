//! One tile of a table that is made tile by tile, by different processes.
//!
//! In: where the tile lies, and the sets of used values of the lines that enter it. Out: its cells, and the sets of the lines that leave it. Nothing else
//! crosses the edge of a tile. A line is a row, a column, or a diagonal; a line that enters at a cell is identified by that cell.

use std::ops::Range;

use crate::contract::options::Play;

/// The used values of a line, as bits: all values before 64 `full` are used, `words` says which are after them, and no later value is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// The number of words in which every bit is set.
    pub full: usize,
    /// The next words.
    pub words: Vec<u64>,
}

/// Where a tile lies in a table with two coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The greatest value of each coordinate of the table.
    pub hi: [u64; 2],
    /// The values of the first coordinate.
    pub rows: Range<usize>,
    /// The values of the second coordinate.
    pub columns: Range<usize>,
    /// Is the tile its own mirror image, on the diagonal of a table whose coordinates may be exchanged? Then only the cells on and above its diagonal are
    /// computed, and no column or diagonal leaves it below.
    pub mirrored: bool,
    /// Which value a position without options has.
    pub play: Play,
}

/// The lines that enter a tile. At the border of the table all of them are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entering {
    /// For each row.
    pub rows: Vec<Used>,
    /// For each column.
    pub columns: Vec<Used>,
    /// The diagonals that enter through the cells of the first column, the corner left out.
    pub left: Vec<Used>,
    /// The diagonals that enter through the cells of the first row, the corner left out.
    pub top: Vec<Used>,
    /// The diagonal that enters through the corner.
    pub corner: Used,
}

/// A tile that is made, with the lines that leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The values in row-major order; `u32::MAX` where no position exists.
    pub cells: Vec<u32>,
    /// For each row.
    pub rows: Vec<Used>,
    /// For each column; none if the tile is its own mirror image.
    pub columns: Vec<Used>,
    /// The diagonals that enter the tile to the right, through its first column without the corner.
    pub right: Vec<Used>,
    /// The diagonals that enter the tile below, through its first row without the corner; none if the tile is its own mirror image.
    pub below: Vec<Used>,
    /// The diagonal that enters the tile to the right and below.
    pub corner: Used,
}

impl Used {
    /// From all words of a set.
    #[must_use]
    pub fn of(words: impl Iterator<Item = u64>) -> Used {
        let all: Vec<u64> = words.collect();
        let full = all.iter().take_while(|word| **word == u64::MAX).count();
        let end = all.iter().rposition(|word| *word != 0).map_or(full, |last| last + 1).max(full);
        Used { full, words: all[full..end].to_vec() }
    }

    /// A word of the set.
    #[must_use]
    pub fn word(&self, w: usize) -> u64 {
        w.checked_sub(self.full).map_or(u64::MAX, |w| self.words.get(w).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_keep_their_words() {
        for words in
            [vec![], vec![0, 0], vec![u64::MAX], vec![u64::MAX, 5, 0, 7, 0], vec![3], vec![u64::MAX, u64::MAX, 0]]
        {
            let used = Used::of(words.iter().copied());
            let all: Vec<u64> = (0..words.len()).map(|w| used.word(w)).collect();
            assert_eq!(all, words);
            assert!(used.words.first().is_none_or(|word| *word != u64::MAX));
        }
    }
}
