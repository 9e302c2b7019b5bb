//! Certificates of strategies, and of periods that follow from the values of all positions: examples, forgeries, and the plain engine.

use grundy::session::Game;
use grundy::theory::periods::{Verdict, period};
use grundy::{Evaluator, Options, Session};
use serde_json::{Value, json};

use crate::alike::certificates;
use crate::sealed::refusal;

const RULES: &str = "
game fives(y) { move y - 5*i for i in 1..y div 5 }
game beside(x, y) { move (x - i, y) for i in 1..x; move (x, y - 3*i) for i in 1..y div 3 }
game halves(x, y) { move (x - 2*i, y) for i in 1..x div 2; move (x, y - 1) if y > x }
game lasker(n) { move n - i for i in 1..n; split a, n - a for a in 1..n div 2 }
game three(n) { move n - i for i in 1..n; split a, b, n - a - b for a in 1..n, b in 1..n - a - 1 }
";

fn proof(game: &str, line: &str) -> (Game, grundy::rules::Line, Box<grundy::theory::periods::Proof>) {
    let mut session = Session::new();
    session.load("rules.game", RULES).expect("rules");
    let game = session.game(game, None).expect("a game");
    let line = session.line(&game, line).expect("a line");
    match period(&game.rules, &line, &Options::default(), &mut |_| false).expect("no interruption") {
        Verdict::Proved(proof) => (game, line, proof),
        _ => panic!("no proof for {}", game.text),
    }
}

/// Amounts grow along these lines, or heaps are split without a loss, so that no machine reads them; the values of the plain engine recur as it is proved.
#[test]
fn periods_by_values_are_those_of_the_plain_engine() {
    for (game, line) in [
        ("fives", "(_)"),
        ("beside", "(3, _)"),
        ("beside", "(0, _)"),
        ("halves", "(_, 2)"),
        ("lasker", "(_)"),
        ("three", "(_)"),
    ] {
        let (game, line, mut proof) = proof(game, line);
        assert!(proof.theorem.starts_with("automata"), "{}: {}", game.text, proof.theorem);
        let plain = Evaluator::new(&game.rules, Options { plain: true, ..Options::default() });
        let table = plain.table(&line.position(150)).expect("a table");
        for n in 0..150u64 {
            let found = proof.value(&n.into()).expect("no interruption").map(|value| value.to_string());
            assert_eq!(found, table.get(&line.position(n)).map(|value| value.to_string()), "{} at {n}", game.text);
        }
        let certificate: Value = serde_json::from_str(&proof.certificate(&game).expect("one")).expect("JSON");
        assert_eq!((certificate["kind"].as_str(), refusal(&certificate)), (Some("recurrence"), None), "{}", game.text);
    }
}

#[test]
fn forged_periods_are_refused() {
    let (game, _, mut proof) = proof("beside", "(3, _)");
    let right: Value = serde_json::from_str(&proof.certificate(&game).expect("one")).expect("JSON");
    let number = |key: &str| right[key].as_u64().expect("a number");
    for (key, wrong) in [
        ("/period", json!(2 * number("period"))),
        ("/period", json!(number("period") - 1)),
        ("/period", json!(0)),
        ("/preperiod", json!(number("preperiod") + 1)),
        ("/saltus", json!(number("saltus") + 1)),
        ("/saltus", json!(u64::MAX)),
        ("/line", json!([2, "_"])),
        ("/values", json!([1])),
        ("/everywhere/falls", json!([0])),
        ("/everywhere/coordinates", json!("differences")),
        ("/everywhere/base", json!(3)),
    ] {
        let mut forged = right.clone();
        *forged.pointer_mut(key).expect("a key") = wrong.clone();
        assert!(refusal(&forged).is_some(), "{key} {wrong}");
    }
}

#[test]
fn forged_strategies_are_refused() {
    let game = "game g(a, b, c) {
        move (a - i, b, c) for i in 1..a
        move (a, b - i, c) for i in 1..b
        move (a, b, c - i) for i in 1..c
        move (a - i, b, c - i) for i in 1..c
        move (a, b - i, c - i) for i in 1..c
    }\n";
    let texts =
        certificates(&format!("{game}claim \"P\" on g at (a, a, 0): P\nclaim \"N\" on g at (a, a, c) where c > 0: N"));
    let all: Vec<Value> = texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let [loses, wins] = &all[..] else { panic!("{all:?}") };
    for right in [loses, wins] {
        assert_eq!((right["kind"].as_str(), refusal(right)), (Some("correspondence"), None));
        let other = if right["says"] == "P" { "N" } else { "P" };
        let same = json!({"rules": right["rules"], "falls": right["falls"], "at": [["x", 0], ["x", 1], ["x", 2]]});
        for (key, wrong) in [
            ("says", json!(other)),
            ("says", json!("Q")),
            ("play", json!("misere")),
            ("says", json!("own")),
            ("says", json!(null)),
            ("among", json!([])),
            ("among", json!(true)),
            ("among", json!(false)),
            ("numbers", json!([0])),
            ("numbers", json!([1])),
            ("games", json!([same])),
            ("coordinates", json!("differences")),
            ("beyond", json!([0, 0])),
            ("where", json!(true)),
            ("falls", json!([0, 0, 0])),
        ] {
            let mut forged = right.clone();
            forged[key] = wrong.clone();
            assert!(refusal(&forged).is_some(), "{key} {wrong}");
        }
    }
}
