//! The shapes, components and symmetries of every built-in game.

use grundy::Session;
use grundy::lang::Code;
use grundy::rules::shape::report;

/// Game, shapes, number of components, symmetries.
const TABLE: &[(&str, &str, usize, &str)] = &[
    ("nim[3]", "3 rays", 3, "{x1, x2, x3} may be exchanged freely"),
    ("moore_nim[3, 2]", "3 rays, 3 boxes", 1, "{x1, x2, x3} may be exchanged freely"),
    ("moore_nim[4, 4]", "4 rays, 11 boxes", 1, "{x1, x2, x3, x4} may be exchanged freely"),
    ("exact_nim[3, 2]", "3 boxes", 1, "{x1, x2, x3} may be exchanged freely"),
    ("hypergraph_nim[3, {{1, 2}, {3}}]", "1 ray, 1 box", 2, "{x1, x2} may be exchanged freely"),
    ("hypergraph_nim[3, {{1, 2}, {2, 3}}]", "2 boxes", 1, "{x1, x3} may be exchanged freely"),
    ("exco_nim[2]", "3 rays, 2 boxes", 1, "{x1, x2} may be exchanged freely"),
    ("nimble[3]", "3 rays", 3, "{x1, x2, x3} may be exchanged freely"),
    ("slow_moore[3, 2]", "6 steps", 1, "{x1, x2, x3} may be exchanged freely"),
    ("slow_exact[3, 2]", "3 steps", 1, "{x1, x2, x3} may be exchanged freely"),
    ("slow_set[3, {1, 3}]", "4 steps", 1, "{x1, x2, x3} may be exchanged freely"),
    ("star_nim[3]", "3 rays", 1, "{x1, x2, x3} may be exchanged freely"),
    ("silver_dollar[3]", "3 rays", 1, "none found"),
    ("star_silver_dollar[[2, 2]]", "4 rays", 1, "s1_1 <-> s2_1 with s1_2 <-> s2_2"),
    ("welter[3]", "3 rays", 1, "{x1, x2, x3} may be exchanged freely"),
    ("shared_nim[2, true]", "2 rays", 1, "{a, b} may be exchanged freely"),
    ("shared_nim[1, false]", "2 general", 1, "{a, b} may be exchanged freely"),
    ("reversed_nim[2, true]", "2 rays", 1, "{a, b} may be exchanged freely"),
    ("reversed_nim[2, false]", "2 general", 1, "{a, b} may be exchanged freely"),
    ("wythoff", "3 rays", 1, "{a, b} may be exchanged freely"),
    ("euclid", "2 general", 1, "{a, b} may be exchanged freely"),
    ("mark[{1}, {2, 3}]", "1 step, 2 divisions", 1, "none found"),
    ("subtraction[{2, 3}]", "2 steps", 1, "none found"),
    ("all_but[{1, 4}]", "1 ray", 1, "none found"),
    ("octal[0.77]", "4 steps, 2 splits", 1, "none found"),
    ("hexadecimal[0.8]", "1 split", 1, "none found"),
    ("take_and_break[\"0.*!3\"]", "4 steps, 1 general", 1, "none found"),
    ("kayles", "4 steps, 2 splits", 1, "none found"),
    ("dawson_kayles", "2 steps, 1 split", 1, "none found"),
    ("dawson_chess", "5 steps, 1 split", 1, "none found"),
    ("treblecross", "2 steps, 1 split", 1, "none found"),
    ("grundy", "1 split", 1, "none found"),
    ("chocolate[(x, z) -> z div 2]", "2 rays, 1 general", 2, "none found"),
    ("chocolate[(x, z) -> (x + z) div 2]", "1 ray, 2 general", 1, "{x, z} may be exchanged freely"),
    ("chocolate[(x, z) -> 3]", "3 rays", 3, "{x, z} may be exchanged freely"),
    ("bar[z -> z div 2]", "1 ray, 1 general", 1, "none found"),
    ("stair_chocolate[z -> z div 2]", "2 rays, 1 general", 2, "none found"),
    ("two_row_chomp", "1 ray, 1 general", 1, "none found"),
    ("pass_nim[2]", "2 rays, 1 step", 1, "{x1, x2} may be exchanged freely"),
    ("graph[{[2, 1], [1, 0]}]", "2 steps", 1, "none found"),
    ("near(nim[1], nim[1])", "2 general", 1, "{x1, x2} may be exchanged freely"),
    ("ordinal(nim[2], nim[1])", "1 ray, 2 general", 1, "{x1, x2} may be exchanged freely"),
    ("exactly(2; nim[1], nim[1], nim[1])", "3 boxes", 1, "{x1, x2, x3} may be exchanged freely"),
];

fn seen(session: &mut Session, game: &str) -> (String, usize, String) {
    let game = session.game(game, None).unwrap_or_else(|e| panic!("{}", e.one_line(session.sources())));
    let report = report(&game.rules);
    (report.counts(), report.components.len(), report.symmetries())
}

#[test]
fn shapes_of_all_built_in_games() {
    let mut session = Session::new();
    for (game, counts, components, symmetries) in TABLE {
        let expected = ((*counts).to_string(), *components, (*symmetries).to_string());
        assert_eq!(seen(&mut session, game), expected, "{game}");
    }
    for entry in session.library() {
        let shown = TABLE.iter().any(|row| row.0.split(['[', '(']).next() == Some(entry.name.as_str()));
        assert!(shown, "{} has no row in the table", entry.name);
    }
}

#[test]
fn a_copy_under_another_name_is_the_same_rules() {
    let mut session = Session::new();
    let text = "game token_strips[m](pos[m]) {
        move pos - take for take in box(pos) if nonzero(take) = 1
        require (count p in pos: p = 0) < 2
    }";
    session.load("mine.game", text).expect("the rules are right");
    let mut hash = |game: &str| session.game(game, None).expect("a game").rules.hash();
    assert_eq!(hash("token_strips[3]"), hash("star_nim[3]"));
    assert_ne!(hash("star_nim[3]"), hash("nim[3]"));
    assert_eq!(hash("nim[1] + (nim[1] + nim[1])"), hash("3*nim[1]"));
}

#[test]
fn a_stop_stays_with_its_ray_and_a_barred_number_is_an_exception() {
    use grundy::rules::shape::Shape;
    let game = Session::new().game("silver_dollar[2]", None).expect("a game");
    let stop = |k: usize| matches!(&report(&game.rules).shapes[k], Shape::Ray { stop, .. } if *stop);
    assert!(!stop(0) && stop(1), "the second token is stopped by the first");
    let game = Session::new().game("all_but[{1, 4}]", None).expect("a game");
    let ray = Shape::Ray { direction: vec![(0, 1)], except: vec![1, 4], stop: false };
    assert_eq!(report(&game.rules).shapes, [ray]);
}

#[test]
fn a_move_that_leaves_nothing_is_general() {
    let mut session = Session::new();
    session.load("mine.game", "game gone(n) { split all (m for m in 1..0) if n >= 2; move n - 3 }").expect("a file");
    assert_eq!(seen(&mut session, "gone").0, "1 step, 1 general");
}

/// A ray takes a number times constants, however the range says where the coordinates are used up.
#[test]
fn a_ray_takes_multiples() {
    let ranges =
        ["1..a", "1..b", "1..b div 2", "1..min(a, b div 2)", "1..a if 2*n <= b", "1..a if b >= 2*n and n <= a"];
    for range in ranges {
        let mut session = Session::new();
        session.load("<test>", &format!("game g(a, b) {{ move (a - n, b - 2*n) for n in {range} }}")).expect("right");
        let report = report(&session.game("g", None).expect("a game").rules);
        assert!(report.to_string().contains("ray          any number i: i from a, 2*i from b"), "{range}: {report}");
        assert_eq!(report.counts(), "1 ray", "{range}");
    }
}

#[test]
fn a_move_that_stands_still_somewhere_is_a_circle_there_and_only_there() {
    use grundy::{Evaluator, IBig, Options};
    let mut session = Session::new();
    session
        .load("<test>", "game g(a, b) { move (a, b) if a = 3\nmove (a - i, b) for i in 1..a\nmove (a, b - 1) }")
        .expect("right");
    let game = session.game("g", None).expect("a game");
    let mut evaluator = Evaluator::new(&game.rules, Options::default());
    let mut value = |a: i32| evaluator.value(&[IBig::from(a), IBig::from(1)]);
    assert_eq!(value(2).map(|v| v.value), Ok(3.into()));
    assert_eq!(value(4).map_err(|e| e.code), Err(Code::Circle));
}
