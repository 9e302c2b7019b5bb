//! Certificates of the values of every position: the checker verifies what the library proves, and refuses what was changed.

use grundy::rules::Game;
use grundy::theory::everywhere::{Everywhere, everywhere};
use grundy::{Options, Play, Session};
use grundy_certify::{Refusal, Theorem, verify};
use grundy_testing::{Tape, boxes, rays};
use serde_json::{Value, json};

fn found(game: &Game, play: Play) -> Option<Everywhere> {
    everywhere(&game.rules, &Options { play, ..Options::default() }).expect("no interruption")
}

fn certificate(text: &str, play: Play) -> String {
    let game = Session::new().game(text, None).expect("a built-in game");
    found(&game, play).and_then(|proved| proved.certificate(&game)).unwrap_or_else(|| panic!("{text} has automata"))
}

fn ask(text: &str) -> Result<Theorem, Refusal> {
    verify(text, &mut |_| false)
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
}

/// The certificate with `hash` and `check` recomputed.
fn sealed(mut object: Value) -> String {
    let map = object.as_object_mut().expect("an object");
    map.shift_remove("check");
    map["hash"] = hash(&map["rules"].to_string()).into();
    let check = hash(&object.to_string());
    object["check"] = check.into();
    object.to_string()
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn values_of_every_position_are_verified() {
    for (game, play, states) in [
        ("slow_exact[4, 2]", Play::Normal, "no other values"),
        ("slow_exact[3, 2]", Play::Misere, "of the least coordinate"),
        ("slow_moore[3, 2]", Play::Normal, "k = 0, …, 3"),
        ("nim[3]", Play::Normal, "and those of t"),
        ("nim[2]", Play::Misere, "In misère play"),
        ("two_row_chomp", Play::Normal, "and those of t"),
        ("welter[3]", Play::Normal, "and those of t"),
        ("chocolate[(x, z) -> z div 2]", Play::Normal, "and those of t"),
        ("pass(nim[2])", Play::Normal, "k = 0"),
        ("star_nim[2]", Play::Normal, "k = 0"),
        ("moore_nim[3, 2]", Play::Normal, "k = 0"),
        ("subtraction[{1, 4, 6}]", Play::Misere, "no other values"),
    ] {
        let theorem = ask(&certificate(game, play)).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert!(theorem.statement.contains(states), "{game}: {}", theorem.statement);
        assert!(theorem.statement.contains("for every position of the game"), "{}", theorem.statement);
    }
}

#[test]
fn what_is_proved_of_random_games_is_verified() {
    let mut noise = grundy_testing::Noise(7);
    let mut verified = 0;
    for round in 0..grundy_testing::cases(40) {
        let bytes = noise.bytes(100);
        let case =
            if round % 2 == 0 { rays::rays(&mut Tape::new(&bytes)) } else { boxes::steps(&mut Tape::new(&bytes)) };
        let mut session = Session::new();
        if session.load("g.game", &case.text).is_err() {
            continue;
        }
        let Ok(game) = session.game(&case.asked, None) else { continue };
        let play = if round % 3 == 0 { Play::Misere } else { Play::Normal };
        let Some(proved) = found(&game, play) else { continue };
        let Some(certificate) = proved.certificate(&game) else { continue };
        match ask(&certificate) {
            Ok(_) => verified += 1,
            Err(why) => panic!("{}{}: {why}", case.text, case.asked),
        }
    }
    assert!(verified >= 10, "{verified} are verified");
}

/// Every place of the automata of a certificate, and how many states there are.
fn places(object: &Value) -> Vec<(String, usize)> {
    let automata: Vec<String> = match object["levels"].as_array() {
        Some(levels) => (0..levels.len()).map(|level| format!("/levels/{level}")).collect(),
        None => vec!["/graph".to_string()],
    };
    let mut places = vec![];
    for automaton in automata {
        let next = object.pointer(&automaton).expect("an automaton")["next"].as_array().expect("rows").clone();
        for (state, row) in next.iter().enumerate() {
            let letters = row.as_array().expect("a row").len();
            places.extend((0..letters).map(|letter| (format!("{automaton}/next/{state}/{letter}"), next.len())));
        }
    }
    places
}

#[test]
fn every_other_transition_is_refused() {
    for (game, play) in [
        ("nim[2]", Play::Normal),
        ("nim[2]", Play::Misere),
        ("slow_moore[3, 2]", Play::Normal),
        ("nim[1]", Play::Normal),
    ] {
        let object = read(&certificate(game, play));
        for (place, states) in places(&object) {
            for other in 0..states {
                let mut changed = object.clone();
                let entry = changed.pointer_mut(&place).expect("a place");
                if *entry == json!(other) {
                    continue;
                }
                *entry = other.into();
                assert!(ask(&sealed(changed)).is_err(), "{place} {other} of {game}");
            }
        }
    }
}

#[test]
fn other_rules_plays_and_keys_are_refused() {
    let rules = |text: &str| Session::new().game(text, None).expect("a built-in game").rules.canonical();
    let nim = read(&certificate("nim[2]", Play::Normal));
    let slow = read(&certificate("slow_exact[3, 2]", Play::Normal));
    let changes = [
        (&nim, "rules", rules("wythoff")),
        (&nim, "rules", rules("star_nim[2]")),
        (&nim, "rules", rules("exact_nim[2, 2]")),
        (&nim, "rules", rules("nim[3]")),
        (&nim, "play", json!("misere")),
        (&nim, "base", json!(3)),
        (&nim, "coordinates", json!("differences")),
        (&nim, "coordinates", json!("sorted")),
        (&nim, "falls", json!([1, 0])),
        (&nim, "falls", json!([1, -1])),
        (&nim, "falls", json!([1])),
        (&nim, "graph", json!({"next": [], "accepts": []})),
        (&nim, "levels", json!([])),
        (&slow, "rules", rules("slow_moore[3, 2]")),
        (&slow, "rules", rules("exact_nim[3, 2]")),
        (&slow, "coordinates", json!("plain")),
        (&slow, "play", json!("misere")),
        (&slow, "complete", json!(1)),
    ];
    for (object, key, other) in changes {
        let mut changed = object.clone();
        changed[key] = other.clone();
        assert!(ask(&sealed(changed)).is_err(), "{key} {other}");
    }
    let mut fewer = slow.clone();
    fewer["levels"].as_array_mut().expect("levels").pop();
    assert!(ask(&sealed(fewer.clone())).is_err(), "some positions have none of these values");
    fewer["complete"] = false.into();
    assert!(ask(&sealed(fewer)).is_ok(), "the first levels alone are right");
    let mut turned = slow.clone();
    turned["levels"].as_array_mut().expect("levels").reverse();
    assert!(ask(&sealed(turned)).is_err());
}

#[test]
fn what_is_said_besides_is_verified_or_refused() {
    let nim = read(&certificate("nim[2]", Play::Normal));
    let (x, y) = (json!(["x", 0]), json!(["x", 1]));
    let xor = json!(["xor", x, y]);
    let equal = json!(["=0", ["sum", 0, [[1, x], [-1, y]]]]);
    let sum = json!(["sum", 0, [[1, x], [1, y]]]);
    for (says, holds) in [
        (json!({"value": xor}), true),
        (json!({"value": sum}), false),
        (json!({"where": ["=0", y], "value": sum}), true),
        (json!({"level": 0, "iff": equal}), true),
        (json!({"level": 1, "iff": equal}), false),
        (json!({"level": 0, "iff": ["not", equal]}), false),
        (json!({"where": ["<=0", ["sum", -5, [[1, x]]]], "level": 0, "iff": equal}), true),
        (json!({"value": xor, "level": 0}), false),
        (json!({}), false),
        (json!(3), false),
    ] {
        let mut object = nim.clone();
        object["says"] = json!([says]);
        assert_eq!(ask(&sealed(object)).is_ok(), holds, "{says}");
    }
}
