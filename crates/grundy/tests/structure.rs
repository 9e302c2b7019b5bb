//! Published classifications: which games are tame, pet, domestic, miserable, returnable, forced, and the first positions that are
//! not.
//!
//! The witnesses stand in the data of Gurvich and Ho's paper (`vectors/data/slow-nim.json`), where positions are sorted and a
//! position of heaps that split is a multiset; the table of letters has more games than the data.

use grundy::lang::Code;
use std::sync::Arc;

use grundy::session::Game;
use grundy::theory::structure::{Finding, Property, Report, classify, classify_plain};
use grundy::{IBig, Kind, Limits, Session};
use serde_json::Value;

const DATA: &str = include_str!("vectors/data/slow-nim.json");

/// Rules of the paper that are no built-in games.
const RULES: &str = "
    game far_wythoff[s](a, b) {
        move (a - i, b)     for i in 1..a
        move (a, b - j)     for j in 1..b
        move (a - i, b - j) for i in 1..a, j in 1..b if abs(i - j) < s
    }
    game euclid_to_equal(a, b) {
        require a > 0 and b > 0
        move (a - i*b, b) for i in 1..(a - 1) div b
        move (a, b - i*a) for i in 1..(b - 1) div a
    }
    game halving(n) {
        move n - 1
        move n div 2 if n > 0
    }
    game halving_up(n) {
        move n - 1
        move (n + 1) div 2 if n > 1
    }
";

/// The letters of the six properties that the paper defines, in order.
const LETTERS: [(char, Property); 6] = [
    ('T', Property::Tame),
    ('P', Property::Pet),
    ('D', Property::Domestic),
    ('M', Property::Miserable),
    ('R', Property::Returnable),
    ('F', Property::Forced),
];

fn game(expression: &str) -> Game {
    let mut session = Session::new();
    session.load("paper.game", RULES).expect("the rules are of the language");
    session.game(expression, None).unwrap_or_else(|e| panic!("{expression}: {e}"))
}

fn report(game: &Game, to: &[u64], wanted: &[Property]) -> Report {
    let hi = if to.len() == 1 { vec![to[0]; game.rules.width()] } else { to.to_vec() };
    classify(&game.rules, &hi, wanted, &Limits::default()).unwrap_or_else(|e| panic!("{}: {e}", game.text))
}

fn letters(report: &Report) -> String {
    let letter = |(finding, (letter, _)): (&Finding, &(char, Property))| match finding.witness {
        None => *letter,
        Some(_) => '-',
    };
    report.findings.iter().zip(&LETTERS).map(letter).collect()
}

fn six() -> Vec<Property> {
    LETTERS.iter().map(|(_, property)| *property).collect()
}

/// The classification, with bounds: a game, a bound for all coordinates or one for each, the letters of what holds.
const TABLE: &[(&str, &[u64], &str)] = &[
    ("nim[1]", &[30], "TPDMRF"),
    ("nim[2]", &[20], "T-DMRF"),
    ("nim[3]", &[12], "T-DMRF"),
    ("nim[4]", &[5], "T-DMRF"),
    ("moore_nim[2, 2]", &[12], "TPDMRF"),
    ("moore_nim[3, 3]", &[8], "TPDMRF"),
    ("moore_nim[3, 2]", &[8], "T-DMR-"),
    ("moore_nim[4, 2]", &[5], "T-DMR-"),
    ("moore_nim[4, 3]", &[5], "T-DMR-"),
    ("moore_nim[5, 2]", &[3], "T-DMR-"),
    ("moore_nim[5, 3]", &[3], "T-DMR-"),
    ("exact_nim[3, 2]", &[10], "TPDMRF"),
    ("exact_nim[4, 3]", &[6], "TPDMRF"),
    ("exact_nim[5, 3]", &[4], "TPDMRF"),
    ("exact_nim[4, 2]", &[7], "T-DMR-"),
    ("exact_nim[6, 3]", &[3], "T-DMR-"),
    ("exact_nim[5, 2]", &[5], "------"),
    ("exco_nim[2]", &[8], "T-DMRF"),
    ("exco_nim[3]", &[5], "T-DMR-"),
    ("exco_nim[4]", &[3], "T-DMR-"),
    ("slow_moore[2, 2]", &[30], "T-DMRF"),
    ("slow_moore[3, 3]", &[16], "T-DMRF"),
    ("slow_moore[4, 4]", &[10], "T-DMRF"),
    ("slow_moore[3, 2]", &[16], "T-DMR-"),
    ("slow_moore[4, 3]", &[10], "T-DMR-"),
    ("slow_moore[5, 4]", &[6], "T-DMR-"),
    ("slow_moore[4, 2]", &[12], "------"),
    ("slow_moore[5, 3]", &[6], "------"),
    ("slow_moore[6, 3]", &[4], "------"),
    ("slow_moore[6, 4]", &[5], "------"),
    ("slow_exact[2, 2]", &[20], "TPDMRF"),
    ("slow_exact[3, 3]", &[12], "TPDMRF"),
    ("slow_exact[3, 2]", &[20], "------"),
    ("slow_exact[4, 2]", &[9], "------"),
    ("slow_exact[4, 3]", &[9], "------"),
    ("slow_exact[5, 2]", &[7], "------"),
    ("slow_exact[5, 3]", &[6], "------"),
    ("slow_exact[5, 4]", &[7], "------"),
    ("slow_exact[6, 3]", &[6], "------"),
    ("wythoff", &[30], "T-DMR-"),
    ("far_wythoff[2]", &[30], "TPDMR-"),
    ("far_wythoff[3]", &[30], "TPDMR-"),
    ("euclid", &[40], "T-DMRF"),
    ("euclid_to_equal", &[40], "T-DMRF"),
    ("halving", &[500], "------"),
    ("halving_up", &[500], "------"),
    ("mark[{1}, {2}]", &[500], "--D-RF"),
    ("mark[{1}, {2, 3}]", &[500], "------"),
    ("kayles", &[16], "------"),
    ("dawson_kayles", &[16], "----R-"),
    ("dawson_chess", &[14], "----R-"),
    ("octal[0.007]", &[15], "--D-R-"),
];

#[test]
fn the_classification() {
    let wrong: Vec<String> = TABLE
        .iter()
        .filter_map(|(expression, to, expected)| {
            let found = letters(&report(&game(expression), to, &six()));
            (found != *expected).then(|| format!("{expression}: found {found}, expected {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A game, a bound, the first position that breaks a property, its pair.
type First = (&'static str, u64, &'static str, Property, (u32, u32));

/// First positions that break a property, as the paper prints them.
const FIRST: &[First] = &[
    ("exact_nim[5, 2]", 5, "1,2,2,2,3", Property::Tame, (5, 1)),
    ("exact_nim[5, 2]", 5, "1,2,3,3,3", Property::Domestic, (0, 2)),
    ("slow_moore[6, 4]", 4, "1,1,2,2,2,2", Property::Tame, (5, 1)),
    ("slow_exact[3, 2]", 20, "3,3,5", Property::Tame, (1, 2)),
    ("slow_exact[3, 2]", 20, "3,4,6", Property::Domestic, (0, 3)),
    ("slow_exact[3, 2]", 20, "4,4,7", Property::Returnable, (1, 0)),
    ("slow_exact[4, 3]", 7, "3,3,4,5", Property::Tame, (2, 1)),
    ("slow_exact[5, 3]", 5, "1,2,3,3,3", Property::Tame, (1, 2)),
    ("halving_up", 100, "9", Property::Domestic, (2, 0)),
    ("mark[{1}, {2, 3}]", 100, "10", Property::Tame, (1, 2)),
    ("mark[{1}, {2, 3}]", 100, "15", Property::Domestic, (2, 0)),
    ("dawson_kayles", 16, "10", Property::Tame, (3, 1)),
    ("dawson_kayles", 16, "2 + 10", Property::Domestic, (2, 0)),
    ("octal[0.007]", 15, "15", Property::Tame, (4, 1)),
];

#[test]
fn first_positions_as_printed() {
    for (expression, to, position, property, pair) in FIRST {
        let game = game(expression);
        let report = report(&game, &[*to], &[*property]);
        let witness = report.findings[0].witness.as_ref().unwrap_or_else(|| panic!("{expression}: {property:?} holds"));
        assert_eq!((game.show_parts(&witness.position).as_str(), witness.pair), (*position, *pair), "{expression}");
    }
}

/// The position 6 is a (0, 1)-position, and its option 5 has no move to any swap position: 3 is a (0, 0)-position and 4 a (1, 1)-position.
#[test]
fn a_miserable_game_that_is_not_returnable() {
    let rules = "game seven(n) {
        require n <= 6
        move 0 if n = 1 or n = 2
        move 1 if n = 2 or n = 6
        move 2 if n = 3
        move 3 if n = 4 or n = 5
        move n - 1 if n >= 5 }";
    let mut session = Session::new();
    session.load("seven.game", rules).expect("rules");
    let game = session.game("seven", None).expect("a game");
    let report = report(&game, &[6], &[Property::Miserable, Property::Returnable]);
    assert!(report.findings[0].witness.is_none());
    let witness = report.findings[1].witness.as_ref().expect("a move without a way back");
    assert_eq!((game.show_parts(&witness.position).as_str(), witness.pair), ("6", (0, 1)));
    assert_eq!(witness.path.iter().map(|to| game.show_parts(to)).collect::<Vec<_>>(), ["5"]);
}

/// The games of the data in its order, with bounds that contain its witnesses.
const WITNESSED: [(&str, &str, &[u64]); 31] = [
    ("Nim n=1", "nim[1]", &[30]),
    ("Nim n=3", "nim[3]", &[12]),
    ("Moore Nim n=2,<=k=2", "moore_nim[2, 2]", &[12]),
    ("Moore Nim n=3,<=k=3", "moore_nim[3, 3]", &[8]),
    ("Moore Nim n=4,<=k=3", "moore_nim[4, 3]", &[5]),
    ("Moore Nim n=5,<=k=3", "moore_nim[5, 3]", &[3]),
    ("Exact Nim n=4,=k=2", "exact_nim[4, 2]", &[7]),
    ("Exact Nim n=5,=k=2", "exact_nim[5, 2]", &[5]),
    ("Exact Nim n=6,=k=2", "exact_nim[6, 2]", &[3]),
    ("Exco-Nim n=2", "exco_nim[2]", &[8]),
    ("Exco-Nim n=4", "exco_nim[4]", &[3]),
    ("slow Moore n=3,<=k=2", "slow_moore[3, 2]", &[16]),
    ("slow Moore n=4,<=k=2", "slow_moore[4, 2]", &[12]),
    ("slow Moore n=4,<=k=4", "slow_moore[4, 4]", &[10]),
    ("slow Moore n=5,<=k=3", "slow_moore[5, 3]", &[6]),
    ("slow Moore n=6,<=k=3", "slow_moore[6, 3]", &[4]),
    ("slow Exact n=2,=k=2", "slow_exact[2, 2]", &[20]),
    ("slow Exact n=4,=k=2", "slow_exact[4, 2]", &[9]),
    ("slow Exact n=5,=k=2", "slow_exact[5, 2]", &[7]),
    ("slow Exact n=5,=k=4", "slow_exact[5, 4]", &[7]),
    ("slow Exact n=6,=k=5", "slow_exact[6, 5]", &[4, 4, 6, 7, 7, 7]),
    ("Wythoff a=2", "far_wythoff[2]", &[30]),
    ("Euclid to-zero", "euclid", &[40]),
    ("Mark", "halving", &[500]),
    ("i-Mark({1},{2})", "mark[{1}, {2}]", &[500]),
    ("Subtraction [1, 2]", "subtraction[{1, 2}]", &[300]),
    ("Subtraction [2, 3]", "subtraction[{2, 3}]", &[300]),
    ("Subtraction [2, 5, 7]", "subtraction[{2, 5, 7}]", &[300]),
    ("Kayles (0.77)", "kayles", &[16]),
    ("Dawson's Chess (0.137)", "dawson_chess", &[14]),
    ("0.3 Nim-like take1", "octal[0.3]", &[14]),
];

/// A witness of the data: the position and its pair.
fn expected(entry: &Value, property: Property) -> Option<(String, (u32, u32))> {
    let found = entry["class"][property.name()].as_object()?;
    let numbers = |v: &Value| v.as_array().expect("a list").iter().map(|n| n.as_u64().expect("small")).collect();
    let pair: Vec<u64> = numbers(&found["pair"]);
    let at: Vec<u64> = found["witness"].as_u64().map_or_else(|| numbers(&found["witness"]), |n| vec![n]);
    let at: Vec<String> = at.iter().map(ToString::to_string).collect();
    Some((at.join(","), (pair[0] as u32, pair[1] as u32)))
}

#[test]
fn every_witness_of_the_data() {
    let data: Value = serde_json::from_str(DATA).expect("JSON");
    let entries = data["classification"].as_array().expect("a list");
    assert_eq!(entries.len(), WITNESSED.len());
    for (entry, (name, expression, to)) in entries.iter().zip(WITNESSED) {
        assert_eq!(entry["game"], name);
        let game = game(expression);
        let report = report(&game, to, &six());
        for finding in &report.findings {
            let shown =
                |w: &grundy::theory::structure::Witness| (game.show_parts(&w.position).replace(" + ", ","), w.pair);
            let found = finding.witness.as_ref().map(shown);
            assert_eq!(found, expected(entry, finding.property), "{expression}: {}", finding.property.name());
        }
    }
}

/// Gurvich and Ho: every subtraction game with a set of numbers up to 8 is pet, and 16 of the 255 are forced.
#[test]
fn subtraction_games_are_pet() {
    let mut forced = 0;
    for mask in 1u32..256 {
        let set: Vec<String> = (1..=8).filter(|n| mask >> (n - 1) & 1 == 1).map(|n: u32| n.to_string()).collect();
        let report = report(&game(&format!("subtraction[{{{}}}]", set.join(","))), &[119], &six());
        let found = letters(&report);
        assert_eq!(&found[..5], "TPDMR", "{set:?}");
        forced += usize::from(found.ends_with('F'));
    }
    assert_eq!(forced, 16);
}

/// Manabe, Miyadera and Suetsugu: every bar of two dimensions cut by f with f(0) = 0 is one-move, a game that is SG-decreasing is Nim.
#[test]
fn one_move_and_decreasing_games() {
    let wanted = [Property::OneMove, Property::SgDecreasing];
    for (expression, to, one_move, decreasing) in [
        ("bar[z -> z div 2]", 12, None, Some("1,3")),
        ("bar[z -> z*z]", 12, None, Some("1,2")),
        ("bar[z -> z + 1]", 12, Some("1,1"), Some("1,1")),
        ("nim[1]", 40, None, None),
        ("nim[2]", 12, Some("1,1"), Some("1,1")),
        ("exact_nim[3, 2]", 8, None, None),
        ("exact_nim[4, 3]", 5, None, None),
        ("exact_nim[4, 2]", 4, Some("1,1,1,1"), Some("1,1,1,1")),
        ("moore_nim[3, 2]", 6, Some("1,1,1"), Some("1,1,1")),
        ("kayles", 12, Some("1 + 1"), Some("1 + 1")),
    ] {
        let game = game(expression);
        let report = report(&game, &[to], &wanted);
        let found: Vec<Option<String>> = report
            .findings
            .iter()
            .map(|finding| finding.witness.as_ref().map(|w| game.show_parts(&w.position)))
            .collect();
        assert_eq!(found, [one_move.map(String::from), decreasing.map(String::from)], "{expression}");
    }
}

/// A move that raises a coordinate leads out of the box; the followers outside are checked too.
#[test]
fn positions_outside_the_box() {
    let mut session = Session::new();
    session.load("up.game", "game up(a, b) { move (a - 1, b + 3) if a > 0 \n move (a, b - 2) }").expect("rules");
    let game = session.game("up", None).expect("a game");
    let report = classify(&game.rules, &[4, 2], &Property::ALL, &Limits::default()).expect("a report");
    assert_eq!(report, Report { by: report.by.clone(), ..plain(&game, &[4, 2]) });
    assert!(report.positions > 15, "{}", report.positions);
}

fn plain(game: &Game, hi: &[u64]) -> Report {
    classify_plain(&game.rules, hi, &Property::ALL, &Limits::default()).expect("a report")
}

#[test]
fn what_is_refused() {
    let nim = game("nim[2]");
    let wanted = &Property::ALL;
    let error = classify(&nim.rules, &[3], wanted, &Limits::default()).expect_err("one bound is missing");
    assert_eq!((error.code, error.kind), (Code::Bounds, Kind::Input));
    let small = Limits { memory: 1 << 20, ..Limits::default() };
    let error = classify(&nim.rules, &[2000, 2000], wanted, &small).expect_err("too large");
    assert_eq!((error.code, error.kind), (Code::Memory, Kind::Limit));
    let error = classify(&game("kayles").rules, &[200], wanted, &small).expect_err("too large");
    assert_eq!((error.code, error.kind), (Code::Memory, Kind::Limit));
    let error = classify(&game("graph[{[1, 2], [2, 1]}]").rules, &[2], wanted, &small).expect_err("a circle");
    assert_eq!(error.code, Code::Circle);
    let stopped = Limits { interrupt: Arc::new(true.into()), ..Limits::default() };
    let error = classify(&nim.rules, &[9, 9], wanted, &stopped).expect_err("interrupted");
    assert_eq!(error.kind, Kind::Interrupted);
}

/// Numbers beyond 64 bits are computed exactly.
#[test]
fn long_numbers() {
    let mut session = Session::new();
    session.load("long.game", "game long(a) { move a + 10^30 if a < 3 \n move 1 if a > 10^20 }").expect("rules");
    let game = session.game("long", None).expect("a game");
    let error = classify(&game.rules, &[0], &[Property::Tame], &Limits::default()).expect_err("it goes round");
    assert_eq!(error.code, Code::Circle);
    session
        .load("long.game", "game tall(a) { move a + 10^30 if a < 3 \n move a - 10^30 + 7 if a > 10^20 }")
        .expect("rules");
    let game = session.game("tall", None).expect("a game");
    let report = classify(&game.rules, &[2], &[Property::OneMove], &Limits::default()).expect("a report");
    let witness = report.findings[0].witness.as_ref().expect("two moves");
    assert_eq!((witness.position[0][0][0].clone(), report.positions), (IBig::ZERO, 9));
}
