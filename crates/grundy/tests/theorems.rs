//! The theorems about compounds on examples: where they hold, where they fail, and that they apply whatever the names of the rules.
//!
//! Values marked "by hand" follow from the definitions in a line; all others are asked twice, by default and `plain`.

use grundy::{Answer, Evaluator, IBig, Options, Play, Session};

const ONE_MOVE: &str = "theorem:one-move";
const DECREASING: &str = "theorem:sg-decreasing";
const PASSES: &str = "theorem:passes";

/// *2 on vertex 2, {*1} on 3, {0, *2} on 4.
const FORMS: &str = "def forms = {[1, 0], [2, 0], [2, 1], [3, 1], [4, 0], [4, 2]}\n";

struct Asked {
    evaluator: Evaluator,
}

impl Asked {
    fn new(rules: &str, game: &str, play: Play, plain: bool) -> Asked {
        let mut session = Session::new();
        session.load("test.game", rules).unwrap_or_else(|e| panic!("{rules}: {e}"));
        let game = session.game(game, None).unwrap_or_else(|e| panic!("{game}: {e}"));
        Asked { evaluator: Evaluator::new(&game.rules, Options { play, plain, ..Options::default() }) }
    }

    fn at(&mut self, at: &[u64]) -> Answer {
        let at: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
        self.evaluator.value(&at).unwrap_or_else(|e| panic!("{e}"))
    }
}

fn small(answer: &Answer) -> u32 {
    u32::try_from(&answer.value).expect("a small value")
}

/// The value, and how it was found.
fn value(rules: &str, game: &str, at: &[u64]) -> (u32, &'static str) {
    let answer = Asked::new(rules, game, Play::Normal, false).at(at);
    (small(&answer), answer.by_name())
}

/// The value by the definition.
fn plain(rules: &str, game: &str, at: &[u64]) -> u32 {
    small(&Asked::new(rules, game, Play::Normal, true).at(at))
}

/// The value by default, which must agree with the plain one, and how it was found.
fn both(rules: &str, game: &str, at: &[u64]) -> (u32, &'static str) {
    let found = value(rules, game, at);
    assert_eq!(found.0, plain(rules, game, at), "{game} at {at:?}, {}", found.1);
    found
}

fn is_theorem(by: &str) -> bool {
    by.starts_with("theorem:")
}

/// A position of value 0 that is not terminal, with a pass: the pass leads to value 0, so the value with a pass is not 0. The smallest such
/// position is {*1}.
#[test]
fn a_position_of_value_0_that_is_not_terminal_is_no_heap() {
    assert_eq!(both(FORMS, "graph[forms]", &[3]).0, 0);
    let (with_pass, by) = both(FORMS, "pass(graph[forms])", &[3, 1]);
    assert_eq!((with_pass, is_theorem(by)), (1, false));
    // A terminal component does not change this.
    let (with_pass, by) = both(FORMS, "pass(graph[forms] + nim[1])", &[3, 0, 1]);
    assert_eq!((with_pass, is_theorem(by)), (1, false));
    // All followers of vertex 4 are one-move; vertex 3, which is not, is no follower of 4.
    assert_eq!(both(FORMS, "pass(graph[forms] + nim[1])", &[4, 5, 1]).1, ONE_MOVE);
}

/// A terminal position is a P-position with a pass and without.
#[test]
fn a_terminal_position_has_no_pass() {
    for game in ["pass(nim[1])", "pass(nim[2], 3)", "pass(stair_chocolate[z -> z div 2])", "pass(kayles)"] {
        let mut asked = Asked::new("", game, Play::Normal, false);
        let width = asked.evaluator.rules().width();
        for passes in 0..=1 {
            let mut at = vec![0; width];
            at[width - 1] = passes;
            assert_eq!(small(&asked.at(&at)), 0, "{game} at {at:?}");
        }
    }
}

/// The converse holds at a position and all its followers; at one position alone the equality may hold by accident, and is not used.
#[test]
fn the_converse() {
    let rules = format!("{FORMS}game bad = pass(graph[forms] + graph[forms])\n");
    let heaps = |a, b| plain("", "pass(nim[2])", &[a, b, 1]);
    let mut accidents = 0;
    for a in 0..=4 {
        for b in 0..=4 {
            let (value, by) = both(&rules, "bad", &[a, b, 1]);
            let component = |v| plain(FORMS, "graph[forms]", &[v]).into();
            let same = value == heaps(component(a), component(b));
            let one_move = a != 3 && b != 3;
            assert_eq!(by == ONE_MOVE, one_move, "{a}, {b}");
            assert!(same || !one_move, "{a}, {b}");
            accidents += u32::from(same && !one_move);
        }
    }
    assert!(accidents < 9, "some pair with a component that is not one-move differs from heaps");
    // Below a position where it differs there is one where it does: {*1} itself.
    assert_ne!(plain(&rules, "bad", &[3, 0, 1]), heaps(0, 0));
}

/// With F(x, z) = x + z the bar is no sum of components: (1, 0, 1) has value 0 and is not terminal.
#[test]
fn chocolate_that_does_not_fall_apart() {
    let game = "chocolate[(x, z) -> (x + z) div 2]";
    assert_eq!(both("", game, &[1, 0, 1]).0, 0);
    assert!(!plain_is_terminal(game, &[1, 0, 1]));
    let with_pass = format!("pass({game})");
    let (value, by) = both("", &with_pass, &[1, 0, 1, 1]);
    assert!(value != 0 && !is_theorem(by), "{value} by {by}");
    for at in [[1, 1, 1, 1], [2, 0, 3, 1], [3, 3, 4, 1]] {
        assert!(!is_theorem(both("", &with_pass, &at).1), "{at:?}");
    }
    // This bar is a sum of two components, and both are one-move.
    assert_eq!(both("", "pass(chocolate[(x, z) -> z div 2])", &[3, 2, 5, 1]).1, ONE_MOVE);
}

fn plain_is_terminal(game: &str, at: &[u64]) -> bool {
    let at: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
    Asked::new("", game, Play::Normal, true).evaluator.terminal(&at).expect("defined")
}

/// Every bar with f(0) = 0 is one-move, also where its values are no nim-sums; with f(0) > 0 it is not.
#[test]
fn bars() {
    for f in ["z div 2", "z div 3", "z", "z * z", "if z < 4 then 0 else 7"] {
        let game = format!("pass(nim[1] + bar[z -> {f}])");
        for at in [[3, 0, 4, 1], [5, 0, 5, 1], [2, 1, 5, 1]] {
            assert_eq!(both("", &game, &at).1, ONE_MOVE, "{f} at {at:?}");
        }
    }
    let (value, by) = both("", "pass(bar[z -> z + 1])", &[1, 1, 1]);
    assert!(!is_theorem(by), "{value} by {by}");
}

/// One-move components are no heaps in hypergraphs: two of the smallest cases, by hand.
#[test]
fn one_move_is_not_enough_for_hypergraphs() {
    for (edges, at, value, of_heaps) in [("{{1, 2}}", [2, 4], 2, 1), ("{{1}, {2}, {1, 2}}", [1, 4], 4, 2)] {
        let game = |a: &str, b: &str| format!("hyper({edges}; {a}, {b})");
        let (found, by) = both(FORMS, &game("graph[forms]", "graph[forms]"), &at);
        assert_eq!((found, is_theorem(by)), (value, false), "{edges}");
        let heap = |v| u64::from(plain(FORMS, "graph[forms]", &[v]));
        assert_eq!(plain("", &game("nim[1]", "nim[1]"), &[heap(at[0]), heap(at[1])]), of_heaps, "{edges}");
    }
}

/// SG-decreasing components are heaps in every compound, in both plays. Exact nim is SG-decreasing for 2k > n, and not for 2k = n.
#[test]
fn sg_decreasing_components() {
    for play in Play::BOTH {
        for game in [
            "hyper({{1, 2}, {2}}; exact_nim[3, 2], nim[1])",
            "selective(exact_nim[2, 2], nim[1] + nim[1])",
            "pass(at_most(1; exact_nim[3, 2], exact_nim[2, 2]))",
        ] {
            let mut found = Asked::new("", game, play, false);
            let mut definition = Asked::new("", game, play, true);
            let width = found.evaluator.rules().width();
            for seed in 0..12u64 {
                let mut at: Vec<u64> = (0..width as u64).map(|c| (seed * 7 + c * 5 + seed * c) % 3).collect();
                at[width - 1] %= 2;
                let answer = found.at(&at);
                assert_eq!(answer.value, definition.at(&at).value, "{game} at {at:?}, {}", play.name());
                let decreasing = !game.starts_with("selective");
                assert!(!decreasing || answer.by_name() == DECREASING, "{game} at {at:?} by {}", answer.by_name());
            }
        }
    }
    let (_, by) = both("", "hyper({{1, 2}}; exact_nim[4, 2], nim[1])", &[1, 1, 1, 1, 2]);
    assert!(!is_theorem(by), "(1,1,1,1) has value 0 and an option of value 1");
}

/// Wythoff's game with 2 and 3 passes has the values it has with none and one.
#[test]
fn passes_count_modulo_2() {
    let mut found = Asked::new("", "pass(wythoff, 3)", Play::Normal, false);
    let mut definition = Asked::new("", "pass(wythoff, 3)", Play::Normal, true);
    for a in 0..=12 {
        for b in 0..=12 {
            for passes in 0..=3 {
                let answer = found.at(&[a, b, passes]);
                assert_eq!(answer.value, definition.at(&[a, b, passes]).value, "{a}, {b}, {passes}");
                assert_eq!(answer.value, definition.at(&[a, b, passes % 2]).value, "{a}, {b}, {passes}");
                assert!(passes < 2 || is_theorem(answer.by_name()), "{a}, {b}, {passes}");
            }
        }
    }
    assert_eq!(found.at(&[3, 5, 2]).by_name(), PASSES);
}

/// The same holds for games that split, also at positions that have split.
#[test]
fn passes_of_games_that_split() {
    for game in ["pass(kayles, 3)", "pass(grundy, 3)", "pass(octal[0.6] + nim[1], 3)"] {
        let mut found = Asked::new("", game, Play::Normal, false);
        let mut definition = Asked::new("", game, Play::Normal, true);
        for n in 0..=8 {
            for passes in 0..=3 {
                let mut at = vec![n];
                if definition.evaluator.rules().width() == 3 {
                    at.push(n % 3);
                }
                at.push(passes);
                let answer = found.at(&at);
                assert_eq!(answer.value, definition.at(&at).value, "{game} at {at:?}");
                assert_eq!(answer.by_name() == PASSES, passes > 1, "{game} at {at:?}");
                let at: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
                assert_eq!(found.evaluator.moves(&at), definition.evaluator.moves(&at), "{game} at {at:?}");
            }
        }
    }
}

/// The same holds in misère play, by the same induction: a pass leads to another value than the position has without it.
#[test]
fn misere_passes_count_modulo_2() {
    for game in
        ["pass(nim[2], 3)", "pass(wythoff, 3)", "pass(graph[{[1, 0], [2, 1], [3, 2], [3, 1], [4, 2]}] + nim[1], 3)"]
    {
        let mut found = Asked::new("", game, Play::Misere, false);
        let mut definition = Asked::new("", game, Play::Misere, true);
        for a in 0..=4 {
            for b in 0..=4 {
                for passes in 0..=3 {
                    let answer = found.at(&[a, b, passes]);
                    let value = definition.at(&[a, b, passes]).value;
                    assert_eq!(answer.value, value, "{game} at {a}, {b}, {passes} by {}", answer.by_name());
                    assert_eq!(value, definition.at(&[a, b, passes % 2]).value, "{game} at {a}, {b}, {passes}");
                    assert!(passes < 2 || is_theorem(answer.by_name()), "{game} at {a}, {b}, {passes}");
                }
            }
        }
    }
}

/// The paper's game, the same game as one bar, a copy under another name, and three passes: the value and the theorem are the same.
#[test]
fn no_theorem_knows_a_name() {
    let own = "def half(z) = z div 2
        game mine(u, v, w) {
            require v <= half(w)
            move (u - i, v, w) for i in 1..u
            move (u, c, w) for c in 0..v - 1
            move (u, min(v, half(c)), c) for c in 0..w - 1
        }\n";
    for (game, passes) in [
        ("pass(stair_chocolate[z -> z div 2])", 1),
        ("pass(chocolate[(x, z) -> z div 2])", 1),
        ("pass(stair_chocolate[z -> z div 2], 3)", 3),
        ("pass(mine)", 1),
        ("pass(mine, 3)", 3),
    ] {
        assert_eq!(value(own, game, &[40, 30, 1000, passes]), (994, ONE_MOVE), "{game}");
        assert_eq!(both(own, game, &[4, 2, 9, passes]).1, ONE_MOVE, "{game}");
    }
}

/// A move that raises a coordinate leads outside the box below the position.
#[test]
fn components_that_raise_a_coordinate() {
    for (edges, at, expected) in [
        // 2 -> 7 -> 0 is {*1}, although 7 alone is one-move.
        ("{[2, 7], [7, 0]}", 2, false),
        // 1 -> 9 and 0, 9 -> 0: the heap of two with other numbers.
        ("{[1, 9], [1, 0], [9, 0]}", 1, true),
        // As before, with {*1} on a smaller vertex, which is no follower.
        ("{[2, 9], [2, 0], [9, 0], [1, 9]}", 2, true),
    ] {
        let game = format!("pass(graph[{edges}] + nim[1])");
        assert_eq!(both("", &game, &[at, 3, 1]).1 == ONE_MOVE, expected, "{edges}");
    }
}

/// Bars in which some positions do not exist, and rules that are undefined at positions that no play reaches.
#[test]
fn positions_that_do_not_exist() {
    let rules = "game odd(n) {
            require n mod 2 = 1 or n = 0
            move n - i for i in 1..n
        }
        game far(n) {
            move n - i for i in 1..n if n > 4
            move n - 2 div (n - 1) for i in 1..1 if n = 3
            move 0 for i in 1..1 if 1 div n = 1
        }\n";
    let mut found = Asked::new(rules, "pass(odd + nim[1])", Play::Normal, false);
    let mut definition = Asked::new(rules, "pass(odd + nim[1])", Play::Normal, true);
    for n in [0, 1, 3, 5, 7, 9] {
        for m in 0..4 {
            let answer = found.at(&[n, m, 1]);
            assert_eq!((small(&answer), answer.by_name()), (small(&definition.at(&[n, m, 1])), ONE_MOVE), "{n}, {m}");
        }
    }
    // A value that is undefined at 0 is undefined with and without theorems.
    let ask = |plain| {
        let mut asked = Asked::new(rules, "pass(far + nim[1])", Play::Normal, plain);
        asked.evaluator.value(&[IBig::from(1), IBig::from(1), IBig::from(1)]).map(|a| a.value).map_err(|e| e.code)
    };
    assert_eq!(ask(false), ask(true));
    assert!(ask(true).is_err());
}
