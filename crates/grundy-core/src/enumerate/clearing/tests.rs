//! Games that clear cells, against the plain search and against games of one heap.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::enumerate::search::Searcher;
use grundy_rules::session::Session;

fn rules(text: &str, game: &str) -> Arc<Ruleset> {
    let mut session = Session::new();
    session.load("g.game", text).expect("the rules are of the language");
    session.game(game, None).expect("a game").rules
}

/// Every position of the cells.
fn positions(cells: usize) -> impl Iterator<Item = Vec<u64>> {
    (0..1u64 << cells).map(move |bits| (0..cells).map(|cell| bits >> cell & 1).collect())
}

const GRAPHS: &str = "
game path[n](x[n]) {
    move [if abs(i - j) <= 1 then 0 else x[j] for j in 1..n] for i in 1..n if x[i] = 1
}
game strip[n](x[n]) {
    require all i in 1..n: x[i] <= 1
    move [if j = i or j = i + 1 then 0 else x[j] for j in 1..n] for i in 1..n - 1 if x[i] = 1 and x[i + 1] = 1
}";

/// Node Kayles on a path is Dawson's Chess; two neighbouring cells of a strip are Dawson's Kayles (Winning Ways, chapter 4).
#[test]
fn paths_and_strips_are_heaps() {
    for n in [3usize, 10, 33, 70] {
        for (graph, heap) in [("path", "dawson_chess"), ("strip", "dawson_kayles")] {
            let board = rules(GRAPHS, &format!("{graph}[{n}]"));
            let mut cells = Clearing::of(&board, &Limits::default())
                .unwrap_or_else(|| panic!("{graph} {n} {}", board.canonical_json()));
            let heap = Session::new().game(heap, None).expect("a heap").rules;
            let value = Searcher::new(&heap, false, false, &Limits::default()).value(&vec![vec![vec![n as i64]]]);
            assert_eq!(cells.value(&vec![1; n]), value.map(Some), "{graph} {n}");
        }
    }
}

const BOARDS: &str = "
game lattice[r, c](x[r * c]) {
    move [if i = j or abs(i - j) = c or abs(i - j) = 1 and (i - 1) div c = (j - 1) div c then 0 else x[j] for j in 1..r * c]
        for i in 1..r * c if x[i] = 1
}
game cram[r, c](x[r * c]) {
    move [if j = i or j = i + 1 then 0 else x[j] for j in 1..r * c]
        for i in 1..r * c - 1 if i mod c != 0 and x[i] = 1 and x[i + 1] = 1
    move [if j = i or j = i + c then 0 else x[j] for j in 1..r * c] for i in 1..r * c - c if x[i] = 1 and x[i + c] = 1
}";

/// Boards have symmetries and parts of one shape, which random moves seldom have.
#[test]
fn boards_in_every_position() {
    for (game, cells) in [("lattice[3, 3]", 9), ("cram[3, 3]", 9), ("cram[2, 5]", 10)] {
        let rules = rules(BOARDS, game);
        let mut board = Clearing::of(&rules, &Limits::default()).expect("cells");
        let mut plain = Searcher::new(&rules, false, true, &Limits::default());
        for position in positions(cells) {
            let at = vec![vec![position.iter().map(|x| *x as i64).collect()]];
            let value = board.value(&position).expect("no interruption");
            assert_eq!(value, plain.value(&at).ok(), "{game} {position:?}");
        }
    }
}

/// What earlier questions left in the memory does not end a question that the memory suffices for.
#[test]
fn a_full_memory_is_cleared_for_the_next_question() {
    let rules = rules(BOARDS, "cram[4, 4]");
    let of = |memory: u64| {
        let limits = Limits { memory, ..Limits::default() };
        Search::<1>::of(&rules, &limits).expect("cells")
    };
    let needs = |memory: u64| of(memory).of_position(&[1; 16]).expect("no interruption").is_some();
    let least = (10..).map(|power| 1u64 << power).find(|memory| needs(*memory)).expect("some memory suffices");
    let (mut little, mut much) = (of(least), of(1 << 30));
    let mut cleared = 0;
    for position in positions(16).filter(|position| position.iter().sum::<u64>() >= 10) {
        let (before, value) = (little.known.len(), much.of_position(&position).expect("no interruption"));
        assert_eq!(little.of_position(&position).expect("no interruption"), value, "{position:?}");
        cleared += usize::from(little.known.len() < before);
    }
    assert!(cleared > 0, "{least} bytes hold what all positions need");
}

/// What is not a game of cells is not read as one.
#[test]
fn other_rules_are_refused() {
    for text in [
        "game g(a, b) { move (a - i, b) for i in 1..a }",
        "game g(a, b) { move (0, 1) if a = 1 }",
        "game g(a, b) { require a + b >= 1\n move (0, b) if a = 1 }",
        "game g(a, b) { move (0, b) if b = 1 }",
        "game g(a, b) { move (b, 0) if a = 1 }",
    ] {
        assert!(Clearing::of(&rules(text, "g"), &Limits::default()).is_none(), "{text}");
    }
}

/// A move: its own cell, the cells that it empties as well, one that must be empty, and two of which one must be full.
type Move = (usize, Vec<usize>, Option<usize>, Option<(usize, usize)>);

fn text(cells: usize, moves: &[Move]) -> String {
    let clause = |(own, more, bar, either): &Move| {
        let emptied = |cell: usize| cell == *own || more.contains(&cell);
        let target: Vec<String> =
            (0..cells).map(|cell| if emptied(cell) { "0".into() } else { format!("x[{}]", cell + 1) }).collect();
        let bar = bar.map_or(String::new(), |cell| format!(" and x[{}] = 0", cell + 1));
        let either = either.map_or(String::new(), |(a, b)| format!(" and x[{}] + x[{}] >= 1", a + 1, b + 1));
        format!("move [{}] if x[{}] = 1{bar}{either}", target.join(", "), own + 1)
    };
    let clauses: Vec<String> = moves.iter().map(clause).collect();
    format!("game g(x[{cells}]) {{\n{}\n}}", clauses.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_the_plain_search(
        moves in prop::collection::vec(
            (0..7usize, prop::collection::vec(0..7usize, 0..3), prop::option::of(0..7usize), prop::option::of((0..7usize, 0..7usize))),
            1..9,
        ),
    ) {
        let rules = rules(&text(7, &moves), "g");
        let mut cells = Clearing::of(&rules, &Limits::default()).expect("cells");
        let mut plain = Searcher::new(&rules, false, true, &Limits::default());
        for position in positions(7) {
            let at = vec![vec![position.iter().map(|x| *x as i64).collect()]];
            prop_assert_eq!(cells.value(&position).expect("no interruption"), plain.value(&at).ok(), "{}", text(7, &moves));
        }
    }
}
