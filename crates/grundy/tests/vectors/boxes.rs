//! Tables for the tests: a game's values on a box, looked up by position.

use super::shim;

/// The values of a game on the box 0..=to\[i\].
pub(crate) struct Table {
    game: String,
    to: Vec<u64>,
    values: Vec<Option<u64>>,
}

impl Table {
    /// The values in normal play.
    pub(crate) fn normal(game: &str, to: &[u64]) -> Table {
        Table::new(game, to, shim::table(game, to, false))
    }

    /// The values in misère play.
    pub(crate) fn misere(game: &str, to: &[u64]) -> Table {
        Table::new(game, to, shim::table(game, to, true))
    }

    /// A table whose values are already known.
    pub(crate) fn new(game: &str, to: &[u64], values: Vec<Option<u64>>) -> Table {
        let cells: u64 = to.iter().map(|&last| last + 1).product();
        assert_eq!(values.len() as u64, cells, "{game} to {to:?}: one value a cell");
        Table { game: game.to_owned(), to: to.to_vec(), values }
    }

    /// The value at a position of the box; `None` if the position does not exist.
    pub(crate) fn at(&self, position: &[u64]) -> Option<u64> {
        assert_eq!(position.len(), self.to.len(), "{}: {position:?} has the wrong length", self.game);
        let mut cell = 0;
        for (&x, &last) in position.iter().zip(&self.to) {
            assert!(x <= last, "{}: {position:?} is outside the table to {:?}", self.game, self.to);
            cell = cell * (last + 1) + x;
        }
        self.values[usize::try_from(cell).expect("a table's cells can be counted")]
    }

    /// The value at a position that exists.
    pub(crate) fn value(&self, position: &[u64]) -> u64 {
        self.at(position).unwrap_or_else(|| panic!("{}: {position:?} does not exist", self.game))
    }

    /// All values, row-major.
    pub(crate) fn values(&self) -> &[Option<u64>] {
        &self.values
    }

    /// Fails unless the table has this value, or no position, there.
    pub(crate) fn expect(&self, position: &[u64], value: impl Into<Option<u64>>) {
        let value = value.into();
        let found = self.at(position);
        assert!(found == value, "{} at {position:?}: expected {value:?}, found {found:?}", self.game);
    }
}

/// All tuples 0 <= x1 <= ... <= xn <= last in colex order.
pub(crate) fn sorted_tuples(n: usize, last: u64) -> Vec<Vec<u64>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let ending_in = |top: u64| {
        sorted_tuples(n - 1, top).into_iter().map(move |mut tuple| {
            tuple.push(top);
            tuple
        })
    };
    (0..=last).flat_map(ending_in).collect()
}

/// The checksum of the files: FNV-1a with its 64-bit prime over whole values, from the files' own starting number.
pub(crate) fn fnv(values: impl IntoIterator<Item = u64>) -> String {
    let start: u64 = 1_469_598_103_934_665_603;
    let hash = values.into_iter().fold(start, |hash, value| (hash ^ value).wrapping_mul(1_099_511_628_211));
    format!("{hash:016x}")
}

#[test]
fn sorted_tuples_stand_in_colex_order() {
    let tuples = sorted_tuples(2, 2);
    assert_eq!(tuples, [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]);
}
