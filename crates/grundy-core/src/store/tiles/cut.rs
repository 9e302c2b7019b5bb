//! How a table of two coordinates is cut into tiles that are made one by one.
//!
//! In: the bounds, the size of a tile, and whether the coordinates may be exchanged. Out: the tiles, where they lie, and what each needs. If the coordinates may
//! be exchanged, a tile below the diagonal is the mirror image of one above it: that one is made, and both are kept.

use crate::contract::{options::Play, piece::Place};

/// A table of two coordinates, and the size of its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The greatest value of each coordinate.
    pub hi: [u64; 2],
    /// The cells of a tile along each coordinate; the last tiles may be smaller.
    pub tile: [usize; 2],
    /// Are the tiles below the diagonal mirror images of those above it? Only for bounds and tiles that are square.
    pub mirrored: bool,
    /// The play.
    pub play: Play,
}

impl Cut {
    pub(super) fn sizes(&self) -> [usize; 2] {
        self.hi.map(|hi| hi as usize + 1)
    }

    /// The number of tiles along each coordinate.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        let sizes = self.sizes();
        [sizes[0].div_ceil(self.tile[0]), sizes[1].div_ceil(self.tile[1])]
    }

    /// Where a tile lies.
    #[must_use]
    pub fn place(&self, (i, j): (usize, usize)) -> Place {
        let sizes = self.sizes();
        let range = |k: usize, c: usize| k * self.tile[c]..((k + 1) * self.tile[c]).min(sizes[c]);
        let Cut { hi, play, .. } = *self;
        Place { hi, rows: range(i, 0), columns: range(j, 1), mirrored: self.mirrored && i == j, play }
    }

    /// The tile that is made for the cells of a tile: itself, or its mirror image.
    #[must_use]
    pub fn made_for(&self, (i, j): (usize, usize)) -> (usize, usize) {
        if self.mirrored && i > j { (j, i) } else { (i, j) }
    }

    /// The tiles that must be made before a tile: the one above it, and the one to its left.
    #[must_use]
    pub fn needs(&self, (i, j): (usize, usize)) -> Vec<(usize, usize)> {
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        let mut needs: Vec<(usize, usize)> = [up.map(|up| (up, j)), left.map(|left| (i, left))]
            .into_iter()
            .flatten()
            .map(|tile| self.made_for(tile))
            .collect();
        needs.dedup();
        needs
    }

    /// All tiles that are made, in an order in which each comes after those it needs.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (cut, [rows, columns]) = (*self, self.counts());
        let of_sum =
            move |sum: usize| ((sum + 1).saturating_sub(columns)..rows.min(sum + 1)).map(move |i| (i, sum - i));
        (0..rows + columns - 1).flat_map(of_sum).filter(move |tile| cut.made_for(*tile) == *tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_the_table() {
        let cut = Cut { hi: [40, 7], tile: [16, 3], mirrored: false, play: Play::Normal };
        assert_eq!(cut.counts(), [3, 3]);
        assert_eq!((cut.place((2, 2)).rows, cut.place((2, 2)).columns), (32..41, 6..8));
        assert_eq!(cut.all().count(), 9);
    }

    #[test]
    fn mirrored_tiles_need_those_that_are_made() {
        let cut = Cut { hi: [63, 63], tile: [16, 16], mirrored: true, play: Play::Normal };
        let mut made = vec![];
        for tile in cut.all() {
            assert!(cut.needs(tile).iter().all(|needed| made.contains(needed)), "{tile:?}");
            made.push(tile);
        }
        assert_eq!(made.len(), 10);
        assert_eq!((cut.needs((2, 2)), cut.needs((1, 2))), (vec![(1, 2)], vec![(0, 2), (1, 1)]));
    }
}
