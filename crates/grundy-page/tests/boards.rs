//! Boards are read off the moves.
//!
//! In: games whose coordinates are 0 or 1. Out: the columns of the board that the interface tells, against those of the rules.

use serde_json::{Value, json};

use crate::client::Running;

fn columns(server: &Running, game: &str, rules: &str) -> Value {
    server.ask("game", &[("game", game), ("rules", rules)]).good()["leaves"][0]["columns"].clone()
}

/// Dominoes on a board whose squares are listed row by row; `more` is a further move.
fn dominoes(rows: usize, columns: usize, more: &str) -> String {
    let squares = rows * columns;
    format!(
        "game mine(x[{squares}]) {{
            require all v in x: v <= 1
            move x with [i] = 0 with [i + 1] = 0 for i in 1..{squares} - 1 if i mod {columns} != 0 and x[i] = 1 and x[i + 1] = 1
            move x with [i] = 0 with [i + {columns}] = 0 for i in 1..{squares} - {columns} if x[i] = 1 and x[i + {columns}] = 1
            {more}
        }}"
    )
}

#[test]
fn the_columns_are_those_of_the_rules() {
    let server = Running::start();
    for rows in 2..5 {
        for across in 2..5 {
            let told = columns(&server, "mine", &dominoes(rows, across, ""));
            assert_eq!(told, json!(across), "{rows} by {across}");
        }
    }
    assert_eq!(columns(&server, "more.cram[3, 4]", ""), json!(4));
}

#[test]
fn what_is_no_board_has_no_columns() {
    let server = Running::start();
    // A square that goes alone, a knight's neighbours, a cylinder, coins in a row.
    let alone = dominoes(2, 3, "move x with [i] = 0 for i in 1..6 if x[i] = 1");
    let round = dominoes(
        3,
        3,
        "move x with [i] = 0 with [i + 2] = 0 for i in 1..7 if i mod 3 = 1 and x[i] = 1 and x[i + 2] = 1",
    );
    for rules in [alone, round] {
        assert_eq!(columns(&server, "mine", &rules), Value::Null, "{rules}");
    }
    assert_eq!(columns(&server, "more.ruler_row", ""), Value::Null);
}

#[test]
fn the_edges_of_a_graph_are_those_of_the_rules() {
    let server = Running::start();
    let edges = |game: &str, rules: &str| {
        server.ask("game", &[("game", game), ("rules", rules)]).good()["leaves"][0]["edges"].clone()
    };
    assert_eq!(edges("more.node_kayles", ""), json!([[0, 1], [1, 2], [2, 3]]), "a path");
    assert_eq!(edges("more.arc_kayles", ""), json!([[0, 1], [1, 2], [0, 3], [2, 3]]), "a cycle");
    assert_eq!(edges("more.cram[3, 4]", ""), Value::Null, "squares of a board");
    assert_eq!(edges("more.ruler_row", ""), Value::Null, "coins that are turned up");
    let alone = "game mine(x[3]) { require all v in x: v <= 1; move x with [i] = 0 for i in 1..3 if x[i] = 1 }";
    assert_eq!(edges("mine", alone), Value::Null, "no move takes two");
    let loopy = "game mine(x[2]) { require all v in x: v <= 1; move x with [i] = 1 - x[i] for i in 1..2 }";
    assert_eq!(edges("mine", loopy), Value::Null, "play goes on for ever");
}

#[test]
fn a_bound_of_the_rules_ends_an_axis() {
    let server = Running::start();
    let rules = "game mine(a, b) { require a <= 4; move (a - 1, b); move (a, b - 1) }";
    let told = server.ask("game", &[("game", "mine"), ("rules", rules)]).good();
    assert_eq!(told["bounds"], json!([4, null]));
    assert_eq!(server.ask("game", &[("game", "more.cram[2, 2]")]).good()["bounds"], json!([1, 1, 1, 1]));
}
