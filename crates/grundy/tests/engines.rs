//! Which engine makes the table of every built-in game, and why the others do not.
//!
//! The file `data/engines.txt` has a line for each game with the engine that is chosen, and below it the reason why each engine that reads
//! a shape refuses the game when it is named. Set `UPDATE_ENGINES=1` to rewrite the file. A reader can check the reasons against the
//! rules; `differential` tests the values.

use grundy::lang::Code;
use std::fmt::Write as _;
use std::path::Path;

use grundy::session::Game;
use grundy::{Diagnostic, EngineName, Evaluator, Kind, Limits, Options, Play, Session};
use grundy::{Values, engine::default_bound};

/// Every built-in game, and some compounds.
const GAMES: &[&str] = &[
    "nim[3]",
    "moore_nim[3, 2]",
    "exact_nim[3, 2]",
    "hypergraph_nim[3, {{1, 2}, {2, 3}}]",
    "exco_nim[2]",
    "nimble[2]",
    "slow_moore[3, 2]",
    "slow_exact[3, 2]",
    "slow_set[3, {1, 3}]",
    "star_nim[3]",
    "silver_dollar[3]",
    "star_silver_dollar[[2, 2]]",
    "welter[3]",
    "shared_nim[2, true]",
    "shared_nim[1, false]",
    "reversed_nim[2, true]",
    "reversed_nim[2, false]",
    "wythoff",
    "euclid",
    "mark[{1}, {2, 3}]",
    "subtraction[{2, 3}]",
    "all_but[{1, 4}]",
    "octal[0.77]",
    "hexadecimal[0.8]",
    "take_and_break[\"0.*!3\"]",
    "kayles",
    "dawson_kayles",
    "dawson_chess",
    "treblecross",
    "grundy",
    "chocolate[(x, z) -> z div 2]",
    "chocolate[(x, z) -> (x + z) div 2]",
    "bar[z -> z div 2]",
    "stair_chocolate[z -> z div 2]",
    "two_row_chomp",
    "pass_nim[2]",
    "graph[{[2, 1], [1, 0]}]",
    "pass(moore_nim[2, 2])",
    "pass(pass(nim[2]))",
    "near(nim[1], nim[1])",
    "ordinal(nim[1], nim[1])",
    "exactly(2; nim[1], nim[1], nim[1])",
    "wythoff + subtraction[{1, 2}]",
    "nim[1] + kayles",
    "silver_dollar[7]",
];

const SHAPES: [EngineName; 3] = [EngineName::Rays, EngineName::Steps, EngineName::Boxes];

fn table(game: &Game, hi: &[u64], engine: Option<EngineName>, limits: Limits) -> Result<Values, Diagnostic> {
    Evaluator::new(&game.rules, Options { engine, limits, ..Options::default() }).table(hi)
}

fn bounds(game: &Game, to: u64) -> Vec<u64> {
    (0..game.rules.width()).map(|c| default_bound(&game.rules, c, to)).collect()
}

/// The message of a refusal with the line it points to.
fn said(session: &Session, error: &Diagnostic) -> String {
    let place = error.labels.first().and_then(|label| session.sources().locate(label.span));
    place.map_or(error.message.clone(), |place| format!("{} ({}:{})", error.message, place.file, place.line))
}

#[test]
fn every_built_in_game_has_its_engine_or_the_reason() {
    let mut session = Session::new();
    let mut text = String::new();
    for name in GAMES {
        let game = session.game(name, None).unwrap_or_else(|e| panic!("{}", e.one_line(session.sources())));
        let hi = bounds(&game, 3);
        let values = table(&game, &hi, None, Limits::default()).expect("a table");
        let _ = writeln!(text, "{name}: {}", values.explain());
        for engine in SHAPES {
            match table(&game, &hi, Some(engine), Limits::default()) {
                Ok(_) => {
                    let _ = writeln!(text, "    by {}", engine.name());
                }
                Err(error) => {
                    assert_eq!((error.kind, error.code), (Kind::Limit, Code::NoShape), "{name}: {}", error.message);
                    let _ = writeln!(text, "    {}", said(&session, &error));
                }
            }
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engines.txt");
    if std::env::var_os("UPDATE_ENGINES").is_some() {
        std::fs::write(&file, &text).expect("written");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    for (found, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "`UPDATE_ENGINES=1` accepts what is said now");
    }
    assert_eq!(text.len(), expected.len(), "`UPDATE_ENGINES=1` accepts what is said now");
}

/// The list above leaves out no game of the library.
#[test]
fn no_built_in_game_is_missing() {
    for entry in Session::new().library() {
        let named = |game: &&&str| game.split(['[', '(', ' ']).any(|word| word == entry.name);
        assert!(GAMES.iter().any(|game| named(&game)), "{} is not listed", entry.name);
    }
}

/// Rules, an engine, why it does not read them, and the text that the reason points to.
const REFUSED: &[(&str, EngineName, &str, &str)] = &[
    (
        "game g(a, b) { move (a - i, b) for i in 1..a\n move (a + 2*i, b - i) for i in 1..b if a > b }",
        EngineName::Rays,
        "the move a -> a + 2*i, b -> b - i changes a to what does not follow from where the others arrive",
        "move (a + 2*i, b - i) for i in 1..b if a > b",
    ),
    (
        "game g(a, b) { move (a - 2*i - 1, b) for i in 1..a }",
        EngineName::Rays,
        "the move a -> a - 2*i - 1 lowers no coordinate by its number i, or by a constant times i",
        "move (a - 2*i - 1, b) for i in 1..a",
    ),
    (
        "game g(a, b) { move (a - 2*i, b - i) for i in 1..b if 3*i <= a }",
        EngineName::Rays,
        "has the condition `3*i <= a`, which is not on the position before it alone nor on the one after it alone",
        "move (a - 2*i, b - i) for i in 1..b if 3*i <= a",
    ),
    (
        "game g(a, b) { move (a - i, b) for i in 1..a if b > a or i < b }",
        EngineName::Rays,
        "has the condition `i < b`, which is not on the position before it alone nor on the one after it alone",
        "move (a - i, b) for i in 1..a if b > a or i < b",
    ),
    (
        "game g(a, b) { move (a - i, b) for i in 1..a if a mod b > 1 or a - i < b }",
        EngineName::Rays,
        "on both its ends, which is not defined everywhere",
        "move (a - i, b) for i in 1..a if a mod b > 1 or a - i < b",
    ),
    (
        "game g(a) { move a - 1\n move a - 3 }",
        EngineName::Steps,
        "there is one coordinate only; steps lead from row to row",
        "",
    ),
    (
        "game g(a, b) { move (a - 1, b + 2)\n move (a, b - 1) }",
        EngineName::Steps,
        "the move a -> a - 1, b -> b + 2 raises b",
        "move (a - 1, b + 2)",
    ),
    (
        "game g(a, b) { move (a - 1, b - 2000000)\n move (a, b - 1) }",
        EngineName::Steps,
        "takes more than 1048576 from b",
        "move (a - 1, b - 2000000)",
    ),
    (
        "game g(a, b) { move (a - i, b) for i in b..a }",
        EngineName::Rays,
        "the move a -> a - i begins with the amount `b`, which may be less than 1",
        "move (a - i, b) for i in b..a",
    ),
    (
        "game g(a, b) { move (a - i, b) for i in 1..5000\n move (a - i, b - 1) for i in 0..a }",
        EngineName::Rays,
        "the move a -> a - i has the condition `i <= 5000`",
        "move (a - i, b) for i in 1..5000",
    ),
    (
        "game g(a, b) { move (a - i, b) for i in 1..5000\n move (a - i, b - 1) for i in 0..3 }",
        EngineName::Steps,
        "the move a -> a - i is more than 63 steps",
        "move (a - i, b) for i in 1..5000",
    ),
    (
        "game g(a, b) { require a != 3\n move (a - 1, b)\n move (a - 1, b - 1) }",
        EngineName::Steps,
        "positions exist only where `a != 3`; steps want a whole box",
        "require a != 3",
    ),
    (
        "game g(a, b) { move (a - 1, b)\n move (a - 1, b - 1) if a > b }",
        EngineName::Steps,
        "the move a -> a - 1, b -> b - 1 is made only if `b < a`; steps have no conditions",
        "move (a - 1, b - 1) if a > b",
    ),
    (
        "game g(a, b) { move (a - 1, b - 1)\n move (a - 2, b)\n move (a, b - 3) }",
        EngineName::Steps,
        "from every coordinate alone more than 1 can be taken",
        "",
    ),
    (
        "game g(a, b) { move (a - i, b - i) for i in 1..min(a, b) }",
        EngineName::Boxes,
        "takes from a amounts from `1` to `min(a, b)`",
        "move (a - i, b - i) for i in 1..min(a, b)",
    ),
    (
        "game g(a, b) { move (a - i, b - j) for i in 2..a, j in 1..b }",
        EngineName::Boxes,
        "takes from a amounts from `2` to `a`",
        "move (a - i, b - j) for i in 2..a, j in 1..b",
    ),
];

#[test]
fn reasons_say_what_was_seen_and_where() {
    for (rules, engine, why, place) in REFUSED {
        let mut session = Session::new();
        session.load("own.game", rules).unwrap_or_else(|e| panic!("{rules}: {}", e.one_line(session.sources())));
        let game = session.game("g", None).expect("a game");
        let hi = bounds(&game, 6);
        let error = table(&game, &hi, Some(*engine), Limits::default()).err().unwrap_or_else(|| panic!("{rules}"));
        assert!(error.message.contains(why), "{rules}: {}", error.message);
        let at = error.labels.first().map_or("", |label| session.sources().text(label.span));
        assert_eq!(at, *place, "{rules}");
        assert!(error.help[0].contains(&format!("`--engine {}`", engine.name())), "{:?}", error.help);
        assert_eq!(error.kind, Kind::Limit);
    }
}

/// An engine that reads the rules but lacks memory for its sets refuses with the memory it needs. Enumeration, which would take much longer,
/// must be asked for by name.
#[test]
fn sets_that_do_not_fit_are_a_reason() {
    let game = Session::new().game("star_nim[2]", None).expect("a game");
    let limits = Limits { memory: 2_100_000, ..Limits::default() };
    for engine in [None, Some(EngineName::Rays)] {
        let error = table(&game, &[999, 999], engine, limits.clone()).expect_err("no room");
        assert_eq!((error.code, error.kind), (Code::Memory, Kind::Limit));
        assert!(error.message.contains("by rays"), "{}", error.message);
        assert!(error.message.contains("it needs 2.2 MiB, 1.9 MiB for cells and"), "{}", error.message);
    }
    let values = table(&game, &[999, 999], Some(EngineName::Enumeration), limits).expect("two bytes a cell");
    assert!(values.explain().starts_with("table by enumeration"), "{}", values.explain());
}

#[test]
fn misere_tables_give_reasons_too() {
    let game = Session::new().game("nim[2] + subtraction[{1, 2}]", None).expect("a game");
    let of = |play| Evaluator::new(&game.rules, Options { play, ..Options::default() }).table(&[4, 4, 4]);
    let account = of(Play::Misere).expect("a table").account();
    assert_eq!(account.how, "table by rays, 125 cells of 1 byte", "as one component, whose steps rays take along");
    let account = of(Play::Normal).expect("a table").account();
    assert!(account.refused[0].why.starts_with("in the component {x3} no move takes any amount"), "{account:?}");
}

/// A plain table visits every option: no engine that reads shapes is asked, and none may be named.
#[test]
fn plain_tables_have_no_way_by_shape() {
    let game = Session::new().game("wythoff", None).expect("a game");
    let of = |engine| Evaluator::new(&game.rules, Options { plain: true, engine, ..Options::default() }).table(&[4, 4]);
    let account = of(None).expect("a table").account();
    assert_eq!((account.how.as_str(), account.refused.len()), ("table by enumeration, 25 cells of 1 byte", 0));
    assert_eq!(of(Some(EngineName::Rays)).expect_err("a contradiction").code, Code::Plain);
}
