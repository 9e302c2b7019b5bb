//! Games that clear cells, against the plain search and against games of one heap.

use std::sync::Arc;

use proptest::prelude::*;

use super::board::Board;
use super::mask::Mask;
use super::moves::Moves;
use super::search::Search;
use super::{Clearing, read};
use crate::contract::limits::Limits;
use crate::enumerate::search::Searcher;
use grundy_rules::rules::{Play, Ruleset};
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
            let value =
                Searcher::new(&heap, Play::Normal, false, &Limits::default()).value(&vec![vec![vec![n as i64]]]);
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
}
def row(i, n) = (i - 1) div n
def column(i, n) = (i - 1) mod n
game queens[n](x[n * n]) {
    move [if row(i, n) = row(j, n) or column(i, n) = column(j, n) or
             abs(row(i, n) - row(j, n)) = abs(column(i, n) - column(j, n)) then 0 else x[j] for j in 1..n * n]
        for i in 1..n * n if x[i] = 1
}";

/// Boards have symmetries and parts of one shape, which random moves seldom have.
#[test]
fn boards_in_every_position() {
    for (game, cells) in [("lattice[3, 3]", 9), ("cram[3, 3]", 9), ("cram[2, 5]", 10), ("queens[3]", 9)] {
        in_every_position(&rules(BOARDS, game), cells);
    }
}

fn in_every_position(rules: &Arc<Ruleset>, cells: usize) {
    let mut fast = Clearing::of(rules, &Limits::default()).expect("cells");
    let mut plain = Searcher::new(rules, Play::Normal, true, &Limits::default());
    for position in positions(cells) {
        let at = vec![vec![position.iter().map(|x| *x as i64).collect()]];
        let value = fast.value(&position).expect("no interruption");
        assert_eq!(value, plain.value(&at).ok(), "{position:?} {}", rules.canonical_json());
    }
}

#[test]
fn queens_against_the_plain_search() {
    for n in 1..=6 {
        let rules = rules(BOARDS, &format!("queens[{n}]"));
        let mut queens = Clearing::of(&rules, &Limits::default()).expect("cells");
        let value = Searcher::new(&rules, Play::Normal, true, &Limits::default()).value(&vec![vec![vec![1; n * n]]]);
        assert_eq!(queens.value(&vec![1; n * n]), value.map(Some), "{n}");
    }
}

/// Where a small board lies in a large one, whose cells take two words or four, does not matter.
#[test]
fn boards_in_boards() {
    let small = rules(BOARDS, "cram[3, 4]");
    let mut plain = Searcher::new(&small, Play::Normal, true, &Limits::default());
    for (rows, columns) in [(5, 13), (9, 15)] {
        let rules = rules(BOARDS, &format!("cram[{rows}, {columns}]"));
        let mut large = Clearing::of(&rules, &Limits::default()).expect("cells");
        for (k, position) in positions(12).enumerate().filter(|(k, _)| k % 7 == 0) {
            let (down, right) = (k % (rows - 2), k % (columns - 3));
            let mut cells = vec![0; rows * columns];
            position.iter().enumerate().for_each(|(c, x)| cells[(down + c / 4) * columns + right + c % 4] = *x);
            let at = vec![vec![position.iter().map(|x| *x as i64).collect()]];
            assert_eq!(large.value(&cells), plain.value(&at).map(Some), "{cells:?}");
        }
    }
}

/// Translates and mirror images of a set of cells are one.
#[test]
fn sets_that_look_alike_are_one() {
    let moves = read::moves::<1>(&rules(BOARDS, "lattice[4, 6]")).expect("cells").0;
    let board = Board::of(24, &moves);
    let shape = [(0, 0), (0, 1), (1, 1), (1, 2)];
    let placed = |to: &dyn Fn(usize, usize) -> (usize, usize)| {
        Mask::<1>::of(shape.iter().map(|(i, j)| to(*i, *j)).map(|(i, j)| 6 * i + j))
    };
    let first = board.first(placed(&|i, j| (i, j)));
    for (down, right) in (0..3).flat_map(|down| (0..4).map(move |right| (down, right))) {
        assert_eq!(board.first(placed(&|i, j| (i + down, j + right))), first);
        assert_eq!(board.first(placed(&|i, j| (i + down, 2 - j + right))), first);
        assert_eq!(board.first(placed(&|i, j| (1 - i + down, j + right))), first);
    }
    assert_ne!(board.first(Mask::of([0, 1, 2, 3])), first);
}

/// A board with two even sides has no value but 0, and no option is looked at.
#[test]
fn a_mirror_image_answers_each_move() {
    let mut board = Search::<1>::of(&rules(BOARDS, "cram[4, 12]"), &Limits::default()).expect("cells");
    assert_eq!(board.of_position(&[1; 48]).expect("no interruption"), Some(0));
    assert_eq!(board.known.len(), 1);
}

/// A quarter turn of a ring is no mirror image, although no cell's move empties the cell that a quarter turn makes of it.
#[test]
fn a_quarter_turn_answers_nothing() {
    const RING: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];
    let of = |k: usize| (RING[k], [1, 4, 7].map(|by| RING[(k + by) % 8]).to_vec(), None, None);
    let moves: Vec<Move> = (0..8).map(of).collect();
    in_every_position(&rules(&text(9, &moves), "g"), 9);
}

/// A move that needs an empty cell joins nothing.
#[test]
fn moves_that_cannot_be_made_join_nothing() {
    let both = [0, 1, 2].map(|cell| (cell, vec![], None, None)).into_iter().chain([(0, vec![2], None, Some((1, 1)))]);
    let rules = rules(&text(3, &both.collect::<Vec<Move>>()), "g");
    let moves = Moves::of(read::moves::<1>(&rules).expect("cells").0, 3);
    assert_eq!(moves.groups(Mask::of([0, 1, 2])).count(), 1);
    assert_eq!(moves.groups(Mask::of([0, 2])).count(), 2);
}

/// The cells of trees, each before those below it: how many there are from each cell on, itself among them.
fn tree_game(sizes: &[usize]) -> String {
    let below =
        |i: usize| move |j: usize| if (i..i + sizes[i]).contains(&j) { "0".into() } else { format!("x[{}]", j + 1) };
    let target = |i: usize| (0..sizes.len()).map(below(i)).collect::<Vec<String>>().join(", ");
    let moves: String = (0..sizes.len()).map(|i| format!("move [{}] if x[{}] = 1\n", target(i), i + 1)).collect();
    format!("game g(x[{}]) {{\n{moves}}}", sizes.len())
}

/// A node goes with all that is below: the value of a tree is one more than the nim-sum of the trees below its root (colon principle).
#[test]
fn trees_of_subtrees() {
    let (mut trees, mut values) = (vec![vec![], vec![1]], vec![0, 1]);
    for n in 2..=10 {
        let (left, right): (&Vec<usize>, &Vec<usize>) = (&trees[n - 1], &trees[n - 2]);
        let tree = [&[1 + left.len() + right.len()], &left[..], &right[..]].concat();
        trees.push(tree);
        values.push(1 + (values[n - 1] ^ values[n - 2]));
    }
    for (tree, value) in trees.iter().zip(&values).skip(1) {
        let mut cells = Clearing::of(&rules(&tree_game(tree), "g"), &Limits::default()).expect("cells");
        assert_eq!(cells.value(&vec![1; tree.len()]), Ok(Some(*value)), "{tree:?}");
    }
    assert_eq!(trees[10].len(), 143);
}

/// Values beyond those of which options are remembered, and the deepest search.
#[test]
fn a_chain_as_long_as_can_be() {
    let text = "game g(x[256]) { move [if j >= i then 0 else x[j] for j in 1..256] for i in 1..256 if x[i] = 1 }";
    let mut cells = Clearing::of(&rules(text, "g"), &Limits::default()).expect("cells");
    assert_eq!(cells.value(&[1; 256]), Ok(Some(256)));
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
        "game g(a, b) { move (0, 1) if a = 1\n move (a, 0) if b = 1 }",
        "game g(a, b) { move (0, b + 1) if a = 1 }",
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
    marked(cells, moves, 0)
}

/// The same, where the cells with a bit are full at 0, and a move makes them 1.
fn marked(cells: usize, moves: &[Move], bits: u64) -> String {
    let is_marked = |cell: usize| bits >> cell & 1 == 1;
    let (full, empty) = (|cell: usize| u8::from(!is_marked(cell)), |cell: usize| u8::from(is_marked(cell)));
    let clause = |(own, more, bar, either): &Move| {
        let emptied = |cell: usize| cell == *own || more.contains(&cell);
        let entry = |cell: usize| if emptied(cell) { empty(cell).to_string() } else { format!("x[{}]", cell + 1) };
        let target: Vec<String> = (0..cells).map(entry).collect();
        let is = |cell: usize, number: u8| format!("x[{}] = {number}", cell + 1);
        let bar = bar.map_or(String::new(), |cell| format!(" and {}", is(cell, empty(cell))));
        let either = either.map_or(String::new(), |(a, b)| format!(" and ({} or {})", is(a, full(a)), is(b, full(b))));
        format!("move [{}] if {}{bar}{either}", target.join(", "), is(*own, full(*own)))
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
        bits in prop_oneof![Just(0), Just(0x7f), 0..0x80u64],
    ) {
        in_every_position(&rules(&marked(7, &moves, bits), "g"), 7);
    }

    /// Trees in which a move may leave one cell below its own, so that not every cell with a move on the whole group is a stalk.
    #[test]
    fn trees_and_almost_trees(
        parents in prop::collection::vec(any::<prop::sample::Index>(), 7),
        left in prop::collection::vec(prop::option::weighted(0.2, 0..8usize), 8),
    ) {
        let parent = |cell: usize| (cell > 0).then(|| parents[cell - 1].index(cell));
        let is_below = |cell: usize, other: usize| std::iter::successors(Some(cell), |at| parent(*at)).any(|at| at == other);
        let of = |own: usize| (own, (0..8).filter(|cell| is_below(*cell, own) && left[own] != Some(*cell)).collect(), None, None);
        let moves: Vec<Move> = (0..8).map(of).collect();
        in_every_position(&rules(&text(8, &moves), "g"), 8);
    }

    /// Moves that look alike all over a board, or on all of it but one place.
    #[test]
    fn patterns_on_boards(
        patterns in prop::collection::vec((prop::collection::vec((0..2usize, 0..3usize), 0..3), prop::option::of((0..2usize, 0..2usize)), any::<bool>()), 1..3),
        rows in 1..4usize,
        hole in prop::option::of(0..9usize),
    ) {
        let columns = 9 / rows;
        let cells = rows * columns;
        let mut moves: Vec<Move> = vec![];
        for (more, bar, both) in &patterns {
            for cell in (0..cells).filter(|cell| hole != Some(*cell)) {
                // The place of a cell of the pattern, if it is on the board.
                let at = |(i, j): &(usize, usize)| {
                    let (i, j) = (cell / columns + i, cell % columns + j);
                    (i < rows && j < columns).then_some(i * columns + j)
                };
                let Some(bar) = bar.as_ref().map_or(Some(None), |bar| at(bar).map(Some)) else { continue };
                let emptied: Option<Vec<usize>> = more.iter().map(at).collect();
                let (Some(emptied), true) = (emptied, bar != Some(cell)) else { continue };
                let either = both.then(|| emptied.first().map(|first| (*first, *first))).flatten();
                moves.push((cell, emptied, bar, either));
            }
        }
        prop_assume!(!moves.is_empty());
        in_every_position(&rules(&text(cells, &moves), "g"), cells);
    }

    /// The words of a mask are one row of cells.
    #[test]
    fn masks_are_sets(cells in prop::collection::btree_set(0..256usize, 0..20), by in 0..256usize) {
        let mask = Mask::<4>::of(cells.iter().copied());
        prop_assert_eq!(mask.cells().collect::<Vec<_>>(), cells.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(mask.first(), cells.first().copied());
        prop_assert_eq!(mask.rest(), Mask::of(cells.iter().skip(1).copied()));
        prop_assert_eq!(mask.count() as usize, cells.len());
        prop_assert_eq!(mask.lowered(by), Mask::of(cells.iter().filter(|cell| **cell >= by).map(|cell| cell - by)));
    }
}
