//! Which drawing a game gets: tests that need games, and so stand above the rules.

use super::Session;
use crate::rules::drawing::{Drawing, Kind, drawings};

fn first(rules: &str, game: &str) -> Drawing {
    let mut session = Session::new();
    session.load("test", rules).unwrap();
    drawings(&session.game(game, None).unwrap().rules).swap_remove(0)
}

#[test]
fn the_drawing_follows_the_shape_and_not_the_name() {
    for (game, kind) in [
        ("nim[3]", Kind::Piles),
        ("wythoff", Kind::Piles),
        ("euclid", Kind::Piles),
        ("star_nim[3]", Kind::Strips),
        ("welter[3]", Kind::Strips),
        ("chocolate[(x, z) -> (x + z) div 2]", Kind::Bar),
        ("two_row_chomp", Kind::Rows),
        ("more.chomp[3]", Kind::Rows),
        ("grundy", Kind::Heap),
        ("graph[{[1, 0], [2, 1]}]", Kind::Graph),
        ("mark[{1}, {2}]", Kind::Piles),
        ("more.turning_coins[4, 3]", Kind::Coins),
    ] {
        assert_eq!(first("", game).kind, kind, "{game}");
    }
}

#[test]
fn tokens_of_one_strip_exclude_each_other_everywhere() {
    assert_eq!(first("", "star_nim[3]").strips, [[0], [1], [2]]);
    assert_eq!(first("", "silver_dollar[3]").strips, [[0, 1, 2]]);
    assert_eq!(first("", "star_silver_dollar[[1, 2]]").strips.concat().len(), 3);
    for (game, star) in
        [("star_nim[3]", true), ("star_silver_dollar[[1, 2]]", true), ("silver_dollar[3]", false), ("welter[3]", false)]
    {
        assert_eq!(first("", game).star, star, "{game}");
    }
}

#[test]
fn a_rule_file_may_say_how() {
    let rules =
        "game g(a, b) { picture strips; move (a - i, b) for i in 1..a }\ngame h(n) { picture cake; move n - 1 }";
    assert_eq!(first(rules, "g").kind, Kind::Strips);
    assert_eq!(first(rules, "h").kind, Kind::Tuple, "unknown drawings are tuples");
    assert_eq!(first("game picture(a, b) { move (a - i, b) for i in 1..a }", "picture").kind, Kind::Piles);
}

#[test]
fn edges_are_read_off_the_moves() {
    assert_eq!(first("", "graph[{[3, 1], [1, 0], [3, 0]}]").edges, [(1, 0), (3, 0), (3, 1)]);
}
