//! The one door to the library: everything else in these tests speaks of games as text and of values as numbers.

/// All values of GAME (a game expression; the built-in names are visible) on the box 0..=to\[i\], row-major, the last
/// coordinate fastest; `None` where no position exists.
pub(crate) fn table(game: &str, to: &[u64], misere: bool) -> Vec<Option<u64>> {
    table_in("", game, to, misere)
}

/// As [`table`], where GAME may also name the games of `rules`, the text of a rules file.
pub(crate) fn table_in(rules: &str, game: &str, to: &[u64], misere: bool) -> Vec<Option<u64>> {
    panic!("the library is not connected yet: {game} to {to:?}, misere {misere}, in {rules:?}")
}

/// The values at single positions, written as on the command line (`3,4` or `([2],[2,5])`), in the order asked;
/// `None` where the position does not exist. One memory serves the whole call.
pub(crate) fn values(game: &str, positions: &[String], misere: bool) -> Vec<Option<u64>> {
    panic!("the library is not connected yet: {game} at {positions:?}, misere {misere}")
}
