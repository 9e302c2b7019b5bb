//! The board, drawn in text.
//!
//! In: a game, a position as the tuples of its leaves. Out: lines. Coordinates that are places ([`Kind::Strips`]) are drawn as tokens on strips, all
//! others as piles. Numbers that are too large for a line stand alone.

use grundy::IBig;
use grundy::rules::drawing::{Kind, drawings};
use grundy::session::Game;

/// The most counters or squares on a line.
const LONGEST: usize = 48;

/// The lines of a board.
pub(super) fn lines(game: &Game, lists: &[Vec<Vec<IBig>>]) -> Vec<String> {
    let mut rows: Vec<(String, &IBig, bool)> = vec![];
    for ((leaf, tuples), drawing) in game.rules.leaves.iter().zip(lists).zip(drawings(&game.rules)) {
        for (part, tuple) in tuples.iter().enumerate() {
            for (i, entry) in tuple.iter().enumerate() {
                let name = &game.rules.coords[leaf.first + i].name;
                let label = if tuples.len() > 1 { format!("{name}, part {}", part + 1) } else { name.clone() };
                rows.push((label, entry, drawing.kind == Kind::Strips));
            }
        }
    }
    let width = rows.iter().map(|(label, ..)| label.chars().count()).max().unwrap_or(0);
    let row = |(label, entry, place): &(String, &IBig, bool)| {
        let blanks = " ".repeat(width - label.chars().count());
        format!("  {label}{blanks} │{}", drawn(entry, *place))
    };
    if rows.is_empty() { vec!["  nothing is left".to_string()] } else { rows.iter().map(row).collect() }
}

fn drawn(entry: &IBig, place: bool) -> String {
    match usize::try_from(entry) {
        Ok(at) if place && at < LONGEST => format!("{}● {at}", "·".repeat(at)),
        Ok(n) if !place && n <= LONGEST => format!("{}{}{n}", "●".repeat(n), if n > 0 { " " } else { "" }),
        _ if place => format!("…● {entry}"),
        _ => format!("{entry} ●"),
    }
}

#[cfg(test)]
mod tests {
    use grundy::Session;

    use super::*;

    fn board(game: &str, position: &str) -> Vec<String> {
        let mut session = Session::new();
        let entries = session.entries(position).unwrap();
        let game = session.game(game, Some(&entries)).unwrap();
        let at = session.position(&game, position).unwrap();
        let lists = game.rules.leaves.iter().map(|leaf| vec![at[leaf.first..leaf.first + leaf.len].to_vec()]);
        lines(&game, &lists.collect::<Vec<_>>())
    }

    #[test]
    fn the_drawing_follows_the_rules() {
        assert_eq!(board("nim[2]", "3,0"), ["  x1 │●●● 3", "  x2 │0"]);
        assert_eq!(board("star_nim[2]", "0,3"), ["  x1 │● 0", "  x2 │···● 3"]);
        assert_eq!(board("kayles", "100"), ["  n │100 ●"]);
    }
}
