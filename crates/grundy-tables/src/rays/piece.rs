//! One tile of a plane, from the sets of the lines that enter it.
//!
//! In: a plane whose moves are whole rows, columns, and perhaps diagonals; a tile, and the sets that enter it. Out: its cells, and the sets that leave it. The
//! cells are filled as by the kernel for a whole [`plane`](super::plane), sixteen rows at a time along anti-diagonals. The tile has a set of its own for every
//! line that meets it, so no set is emptied on the way. A tile that is its own mirror image is filled on and above its diagonal, and then mirrored.

use super::exists::Existence;
use super::grid::Grid;
use super::lower;
use super::plane::{ROWS, Sets, mex};
use grundy_core::contract::piece::{Entering, Piece, Place, Used};
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};
use grundy_core::enumerate::compile::Env;

/// A plane that can be made tile by tile.
pub(super) struct Tiles<'a> {
    pub(super) grid: &'a Grid,
    pub(super) existence: &'a Existence,
    /// Are there diagonals?
    pub(super) diagonal: bool,
    /// The words of a set.
    pub(super) each: usize,
    pub(super) limits: &'a Limits,
}

impl Tiles<'_> {
    /// The bytes that a tile takes while it is made.
    pub(super) fn bytes(&self, place: &Place) -> u64 {
        let (height, width) = (place.rows.len() as u64, place.columns.len() as u64);
        let lines = ROWS as u64 + width + if self.diagonal { width + height } else { 0 };
        height * width * 4 + 2 * lines * 8 * (self.each + self.each.div_ceil(64)) as u64
    }

    /// The tile; `None` if a condition is not defined at some cell.
    pub(super) fn make(&self, place: &Place, entering: &Entering, env: &mut Env<i64>) -> Result<Option<Piece>> {
        let (height, width) = (place.rows.len(), place.columns.len());
        let mut cells = vec![0u32; height * width];
        if !self.mark_missing(place, &mut cells, env)? {
            return Ok(None);
        }
        let mut columns = Sets::new(width, self.each);
        columns.load(0, &entering.columns);
        let mut diagonals = self.diagonals(entering, height, width);
        let mut rows = vec![];
        for first in (0..height).step_by(ROWS) {
            self.limits.interrupted()?;
            let strip = Strip { first, height: ROWS.min(height - first), width, of: height, play: place.play };
            let mut own = Sets::new(strip.height, self.each);
            own.load(0, entering.rows.iter().skip(first).take(strip.height));
            let here = &mut cells[first * width..][..strip.height * width];
            let sets = (&mut own, &mut columns, &mut diagonals);
            match (self.diagonal, place.mirrored) {
                (true, false) => strip.fill::<true, false>(here, sets),
                (false, false) => strip.fill::<false, false>(here, sets),
                (true, true) => strip.fill::<true, true>(here, sets),
                (false, true) => strip.fill::<false, true>(here, sets),
            }
            rows.extend(own.take(0..strip.height));
            self.limits.progress.add(strip.height * width);
        }
        // Without diagonals there are lists of empty sets.
        let all = if self.diagonal { width + height - 1 } else { 0 };
        let mut lines = diagonals.take(0..all);
        lines.resize(width + height - 1, Used::default());
        let mut right = lines.split_off(width);
        right.reverse();
        let corner = lines.pop().unwrap_or_default();
        if place.mirrored {
            lower::fill(&mut cells, width, 0, height, self.limits);
            self.limits.interrupted()?;
            return Ok(Some(Piece { rows, columns: vec![], below: vec![], corner, right, cells }));
        }
        Ok(Some(Piece { rows, columns: columns.take(0..width), below: lines, corner, right, cells }))
    }

    /// The sets of the diagonals, by column minus row, the least first.
    fn diagonals(&self, entering: &Entering, height: usize, width: usize) -> Sets {
        let mut sets = Sets::new(if self.diagonal { width + height - 1 } else { 0 }, self.each);
        if self.diagonal {
            // At the border of the table no set enters.
            sets.load((height - 1).saturating_sub(entering.left.len()), entering.left.iter().rev());
            sets.load(height - 1, [&entering.corner]);
            sets.load(height, &entering.top);
        }
        sets
    }

    fn mark_missing(&self, place: &Place, cells: &mut [u32], env: &mut Env<i64>) -> Result<bool> {
        let (all, width) = (self.grid.sizes[1], place.columns.len());
        for (row, own) in place.rows.clone().zip(cells.chunks_mut(width)) {
            let start = row * all + place.columns.start;
            let missing = &mut |from: usize, len: usize| own[from - start..][..len].fill(u32::MAX);
            if !self.existence.missing(self.grid, env, self.limits, start..start + width, missing)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Some rows of a tile.
struct Strip {
    /// The first of them.
    first: usize,
    height: usize,
    width: usize,
    /// The rows of the tile.
    of: usize,
    play: Play,
}

impl Strip {
    /// Fills the strip along its anti-diagonals; with `UPPER` only on and above the diagonal of the tile, where the set of a row starts as a copy of the set of
    /// the column with its number.
    fn fill<const D: bool, const UPPER: bool>(
        &self,
        cells: &mut [u32],
        (rows, columns, diagonals): (&mut Sets, &mut Sets, &mut Sets),
    ) {
        let left = if UPPER { self.first } else { 0 };
        let (height, width) = (self.height, self.width - left);
        for step in 0..width + height - 1 {
            let end = if UPPER { step / 2 + 1 } else { step + 1 };
            for row in (step + 1).saturating_sub(width)..height.min(end) {
                let column = left + step - row;
                if UPPER && column == self.first + row {
                    rows.copy(row, columns, column);
                }
                let cell = &mut cells[row * self.width + column];
                if *cell == u32::MAX {
                    continue;
                }
                let line = column + self.of - 1 - (self.first + row);
                let (w, mut k) = mex::<D>(rows, columns, diagonals, (row, column, line));
                if self.play.is_misere() && (w, k) == (0, 0) {
                    let used = rows.is_used(row) || columns.is_used(column) || D && diagonals.is_used(line);
                    k = u32::from(!used);
                }
                *cell = (64 * w) as u32 + k;
                let bit = 1 << k;
                rows.put(row, w, bit);
                columns.put(column, w, bit);
                if D {
                    diagonals.put(line, w, bit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::contract::options::Options;
    use grundy_core::contract::reason::Attempt;
    use grundy_core::engine::Engine;
    use grundy_rules::session::Session;

    use super::*;
    use crate::rays::ByRays;

    fn engine(text: &str, rules: &str) -> Box<dyn Engine> {
        let mut session = Session::new();
        session.load("r.game", rules).expect("rules");
        let game = session.game(text, None).expect("a game");
        ByRays::read(&game.rules, &Options::default()).expect("rays")
    }

    fn piece(engine: &mut dyn Engine, place: &Place, entering: &Entering) -> Piece {
        match engine.piece(place, entering, &Limits::default()).expect("no error") {
            Attempt::Done(piece) => piece,
            Attempt::Declined(reason) => panic!("{reason:?}"),
        }
    }

    /// The values of a box, by tiles of one size.
    fn by_tiles(engine: &mut dyn Engine, hi: [u64; 2], (height, width): (usize, usize)) -> Vec<u32> {
        let sizes = hi.map(|h| h as usize + 1);
        let mut made: HashMap<(usize, usize), Piece> = HashMap::new();
        let mut all = vec![0; sizes[0] * sizes[1]];
        for i in 0..sizes[0].div_ceil(height) {
            for j in 0..sizes[1].div_ceil(width) {
                let rows = i * height..((i + 1) * height).min(sizes[0]);
                let columns = j * width..((j + 1) * width).min(sizes[1]);
                let of = |i: Option<usize>, j: Option<usize>| made.get(&(i?, j?));
                let (up, left) = (i.checked_sub(1), j.checked_sub(1));
                let entering = Entering {
                    rows: of(Some(i), left).map_or_else(Vec::new, |piece| piece.rows.clone()),
                    left: of(Some(i), left).map_or_else(Vec::new, |piece| piece.right.clone()),
                    columns: of(up, Some(j)).map_or_else(Vec::new, |piece| piece.columns.clone()),
                    top: of(up, Some(j)).map_or_else(Vec::new, |piece| piece.below.clone()),
                    corner: of(up, left).map_or_else(Used::default, |piece| piece.corner.clone()),
                };
                let place =
                    Place { hi, rows: rows.clone(), columns: columns.clone(), mirrored: false, play: Play::Normal };
                let tile = piece(engine, &place, &entering);
                for (row, cells) in rows.zip(tile.cells.chunks(columns.len())) {
                    all[row * sizes[1] + columns.start..][..columns.len()].copy_from_slice(cells);
                }
                made.insert((i, j), tile);
            }
        }
        all
    }

    #[test]
    fn tiles_of_any_size_are_the_table() {
        let rules = "game hole(a, b) {\n    require (a + 2*b) mod 5 != 3 or a > 30\n    move (a - i, b) for i in 1..a\n    move (a, b - i) for i in 1..b\n}";
        for text in ["star_nim[2]", "wythoff", "hole"] {
            for hi in [[40, 40], [33, 57], [70, 18]] {
                let engine = &mut *engine(text, rules);
                let whole = piece(
                    engine,
                    &Place {
                        hi,
                        rows: 0..hi[0] as usize + 1,
                        columns: 0..hi[1] as usize + 1,
                        mirrored: false,
                        play: Play::Normal,
                    },
                    &Entering::default(),
                );
                for tile in [(1, 1), (16, 16), (17, 5), (3, 64), (100, 100)] {
                    assert_eq!(by_tiles(engine, hi, tile), whole.cells, "{text} to {hi:?} by {tile:?}");
                }
            }
        }
    }

    /// A tile on the diagonal, by half, has the cells and the sets of the same tile made whole.
    #[test]
    fn a_tile_that_is_its_own_mirror_image_is_made_by_half() {
        let rules = "game hole(a, b) {\n    require (a + b) mod 5 != 3 or a + b > 30\n    move (a - i, b) for i in 1..a\n    move (a, b - i) for i in 1..b\n}";
        for text in ["star_nim[2]", "wythoff", "hole"] {
            let (hi, engine) = ([90, 90], &mut *engine(text, rules));
            let part = |rows, columns, mirrored| Place { hi, rows, columns, mirrored, play: Play::Normal };
            let first = piece(engine, &part(0..37, 0..37, false), &Entering::default());
            let above = Entering { rows: first.rows.clone(), left: first.right.clone(), ..Entering::default() };
            let above = piece(engine, &part(0..37, 37..91, false), &above);
            let entering = Entering {
                rows: above.columns.clone(),
                left: above.below.clone(),
                columns: above.columns,
                top: above.below,
                corner: first.corner.clone(),
            };
            for (place, entering, whole) in [
                (0..37, Entering::default(), first),
                (37..91, entering.clone(), piece(engine, &part(37..91, 37..91, false), &entering)),
            ] {
                let half = piece(engine, &part(place.clone(), place, true), &entering);
                assert_eq!(half, Piece { columns: vec![], below: vec![], ..whole }, "{text}");
            }
        }
    }
}
