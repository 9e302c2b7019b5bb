//! Cells that look alike: reversals of rows and columns, and translations.
//!
//! In: moves. Out: for a set of full cells one of those that have the same game, always the same one if the maps below carry one into the other.
//!
//! The cells are read as a board with rows, one row as well. A map of the whole board onto itself that carries moves to moves keeps the game of every set. So does
//! a translation by one row or one column, if it carries what moves do within the board without its first row (column) to what they do within the board
//! without its last: the game of a set depends on nothing outside of it. Translations by more are such steps one after the other.

use super::mask::Mask;
use super::read::Clears;

/// How cells look alike.
pub(super) struct Board<const W: usize> {
    columns: usize,
    /// The first column, if translations along rows keep the game.
    first: Option<Mask<W>>,
    /// Do translations along columns keep the game?
    down: bool,
    /// Maps of the board onto itself, other than the identity.
    maps: Vec<Image<W>>,
}

/// A map of cells, as the images of each four cells.
struct Image<const W: usize>(Vec<[Mask<W>; 16]>);

impl<const W: usize> Image<W> {
    fn of(to: &[usize]) -> Image<W> {
        let bits = |from: usize, set: usize| {
            Mask::of((from..to.len().min(from + 4)).filter(|cell| set >> (cell - from) & 1 == 1).map(|cell| to[cell]))
        };
        Image((0..to.len()).step_by(4).map(|from| std::array::from_fn(|set| bits(from, set))).collect())
    }

    fn at(&self, cells: Mask<W>) -> Mask<W> {
        cells.nibbles().zip(&self.0).fold(Mask::EMPTY, |all, (four, images)| all.or(images[four]))
    }
}

/// What moves do within some cells, under a map of these cells.
fn within<const W: usize>(moves: &[Clears<W>], cells: Mask<W>, to: impl Fn(Mask<W>) -> Mask<W>) -> Vec<Clears<W>> {
    let own =
        |m: &Clears<W>| Clears { needs: to(m.needs), bars: to(m.bars.and(cells)), clears: to(m.clears.and(cells)) };
    let mut all: Vec<Clears<W>> = moves.iter().filter(|m| cells.has(m.needs)).map(own).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl<const W: usize> Board<W> {
    /// The board on which the most maps and translations keep the game; with the fewest columns, if there are several.
    pub(super) fn of(cells: usize, moves: &[Clears<W>]) -> Board<W> {
        let columns = (1..=cells).filter(|columns| cells.is_multiple_of(*columns));
        let boards = columns.map(|columns| Board::with_columns(cells, columns, moves));
        let mut best = Board { columns: 1, first: None, down: false, maps: vec![] };
        let mut most = 0;
        for board in boards {
            let marks = 8 * (usize::from(board.first.is_some()) + usize::from(board.down)) + board.maps.len();
            if marks > most {
                (best, most) = (board, marks);
            }
        }
        best
    }

    fn with_columns(cells: usize, columns: usize, moves: &[Clears<W>]) -> Board<W> {
        let rows = cells / columns;
        let all = Mask::of(0..cells);
        let of_columns = |wanted: &dyn Fn(usize) -> bool| Mask::of((0..cells).filter(|cell| wanted(cell % columns)));
        let slides = |from: Mask<W>, to: Mask<W>, by: usize| {
            within(moves, from, |mask| mask.lowered(by)) == within(moves, to, |mask| mask)
        };
        let right = slides(of_columns(&|j| j > 0), of_columns(&|j| j + 1 < columns), 1);
        let down = slides(Mask::of(columns..cells), Mask::of(0..cells - columns), columns);
        let same = within(moves, all, |mask| mask);
        let keeps = |image: &Image<W>| within(moves, all, |mask| image.at(mask)) == same;
        let maps = maps(rows, columns).iter().map(|to| Image::of(to)).filter(keeps).collect();
        Board { columns, first: right.then(|| of_columns(&|j| j == 0)), down, maps }
    }

    /// The first of the sets that look like this one.
    pub(super) fn first(&self, cells: Mask<W>) -> Mask<W> {
        let like = |map: &Image<W>| self.slid(map.at(cells));
        self.maps.iter().map(like).fold(self.slid(cells), Mask::min)
    }

    /// The maps onto itself of a set that is the first of those like it.
    pub(super) fn mirrors(&self, cells: Mask<W>) -> impl Iterator<Item = impl Fn(Mask<W>) -> Mask<W>> {
        self.maps.iter().filter_map(move |map| {
            let by = self.slides(map.at(cells));
            let mirror = move |part: Mask<W>| map.at(part).lowered(by);
            (mirror(cells) == cells).then_some(mirror)
        })
    }

    fn slid(&self, cells: Mask<W>) -> Mask<W> {
        cells.lowered(self.slides(cells))
    }

    /// By how many cells translations lower a set to the first rows and columns.
    fn slides(&self, cells: Mask<W>) -> usize {
        let rows = if self.down { cells.first().map_or(0, |cell| cell - cell % self.columns) } else { 0 };
        let mut columns = 0;
        if let Some(first) = self.first {
            while columns + 1 < self.columns && !cells.lowered(columns).meets(first) {
                columns += 1;
            }
        }
        rows + columns
    }
}

/// The maps of a board onto itself: reversals of rows, of columns, and of both; of a square the same after an exchange of rows and columns.
fn maps(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut all = vec![];
    for turned in [false, true] {
        for (up, back) in [(false, false), (false, true), (true, false), (true, true)] {
            let to = |cell: usize| {
                let (i, j) = (cell / columns, cell % columns);
                let (i, j) = if turned { (j, i) } else { (i, j) };
                let (i, j) = (if up { rows - 1 - i } else { i }, if back { columns - 1 - j } else { j });
                i * columns + j
            };
            let is_new = (turned || up || back) && (!up || rows > 1) && (!back || columns > 1);
            if is_new && (!turned || rows == columns) {
                all.push((0..rows * columns).map(to).collect());
            }
        }
    }
    all
}
