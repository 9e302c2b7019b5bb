//! The values of some rows, as words.
//!
//! In: words from the kernel or from a tile. Out: the words of a row, or the same values with another number of planes. The words of all planes
//! for the same 64 cells are adjacent; these groups follow each other in the order of the row, and the rows in the order of their numbers.

/// The words of a range of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The number of planes: every value is less.
    pub planes: usize,
    pub words: Vec<u64>,
}

impl Piece {
    /// No rows.
    pub(super) const EMPTY: Piece = Piece { planes: 1, words: vec![] };

    /// The words of a row, which has `words` words in each plane.
    pub(super) fn row(&self, row: usize, words: usize) -> &[u64] {
        let each = self.planes * words;
        &self.words[row * each..][..each]
    }

    /// The number of planes needed: the greatest value plus 1.
    pub(super) fn values(&self) -> usize {
        let full = |plane: usize| self.words.iter().skip(plane).step_by(self.planes).any(|word| *word != 0);
        (0..self.planes).rev().find(|plane| full(*plane)).map_or(1, |last| last + 1)
    }

    /// The same values with another number of planes, which must suffice.
    pub(super) fn with_planes(&self, planes: usize) -> Piece {
        let mut words = Vec::with_capacity(self.words.len() / self.planes * planes);
        spread(&self.words, self.planes, planes, &mut words);
        Piece { planes, words }
    }

    /// Appends rows of `planes` planes.
    pub(super) fn join(&mut self, planes: usize, words: &[u64]) {
        if planes > self.planes {
            *self = self.with_planes(planes);
        }
        spread(words, planes, self.planes, &mut self.words);
    }
}

/// Appends the words of rows with `planes` planes to rows with `wanted` planes, which must suffice.
pub(super) fn spread(from: &[u64], planes: usize, wanted: usize, to: &mut Vec<u64>) {
    if planes == wanted {
        return to.extend_from_slice(from);
    }
    let kept = planes.min(wanted);
    for cells in from.chunks_exact(planes) {
        to.extend_from_slice(&cells[..kept]);
        to.extend(std::iter::repeat_n(0, wanted - kept));
    }
}

/// The bits of word `w` of a plane that stand for cells, if a row has `cells` cells.
pub(super) fn inside(cells: u64, w: usize) -> u64 {
    let left = cells - 64 * w as u64;
    if left >= 64 { u64::MAX } else { (1 << left) - 1 }
}

/// The words in the bytes of a tile.
pub(super) fn words_of(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|b| b.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b))).collect()
}
