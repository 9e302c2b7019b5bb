//! Files of tables whose axes are not in the order of the coordinates.
//!
//! In: rules that are not symmetric, all orders of two axes. Out: each value of a file is the one that the position has.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::client::Running;

const RULES: &str = "game mine(a, b, c) {
    require a + b + c <= 14
    move (a - 1, b, c)
    move (a, b - i, c) for i in 1..b
    move (a, b, c - j) for j in 1..2
}";

/// The values of a file in CSV, each with what stands before it.
fn rows(server: &Running, axes: &str) -> Vec<(Vec<u64>, String)> {
    let question = [
        ("game", "mine"),
        ("rules", RULES),
        ("axes", axes),
        ("at", "1,2,3"),
        ("lo", "0,1"),
        ("hi", "6,7"),
        ("format", "csv"),
    ];
    let lines = server.ask("file", &question).lines();
    let content = lines.last().expect("an end")["content"].as_str().expect("a file").to_string();
    let text = String::from_utf8(STANDARD.decode(content).expect("base64")).expect("a text");
    let row = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        let value = fields.pop().expect("a value").to_string();
        (fields.iter().map(|entry| entry.parse().expect("a number")).collect(), value)
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn every_value_of_a_file_is_that_of_its_position() {
    let server = Running::start();
    for axes in ["1,2", "2,1", "1,3", "3,1", "2,3", "3,2"] {
        let rows = rows(&server, axes);
        assert!(rows.len() > 30, "{axes}");
        for (position, value) in rows {
            let written = position.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let told = server.ask("value", &[("game", "mine"), ("rules", RULES), ("position", &written)]).good();
            assert_eq!(told["value"].to_string(), value, "axes {axes} at {written}");
        }
    }
}
