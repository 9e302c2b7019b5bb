//! Certificates of the values of every position: the checker verifies what the library proves, and refuses what was changed.

use grundy::session::Game;
use grundy::theory::everywhere::{Everywhere, Numeration, everywhere, everywhere_in};
use grundy::{Options, Play, Session};
use grundy_certify::{Refusal, Theorem, verify};
use grundy_testing::forge::sealed;
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

/// Why a changed certificate is refused; it must be.
pub(crate) fn refused(certificate: &Value, change: &dyn Fn(&mut Value)) -> String {
    let mut changed = certificate.clone();
    change(&mut changed);
    assert_ne!(changed, *certificate);
    match verify(&sealed(changed), &mut |_| false) {
        Ok(theorem) => panic!("verified: {}", theorem.statement),
        Err(Refusal::Stopped) => panic!("stopped"),
        Err(refusal) => refusal.to_string(),
    }
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
        ("wythoff", Play::Normal, "the Fibonacci digits of the coordinates"),
        ("wythoff", Play::Misere, "In misère play"),
        ("octal[0.7]", Play::Normal, "no other values"),
        ("kayles", Play::Normal, "k = 0, …, 8. There are no other values"),
    ] {
        let theorem = ask(&certificate(game, play)).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert!(theorem.statement.contains(states), "{game}: {}", theorem.statement);
        assert!(theorem.statement.contains("for every position of the game"), "{}", theorem.statement);
    }
}

/// Fraenkel's games, and i-Mark with a divisor that is no power of 2.
const OTHERS: &str = "
    game differ[k](a, b) {
        move (a - i, b) for i in 1..a
        move (a, b - i) for i in 1..b
        move (a - i, b - i - j) for i in 1..a, j in 0..min(k - 1, b - i)
        move (a - i - j, b - i) for i in 1..b, j in 0..min(k - 1, a - i)
    }
    game by_three(n) {
        move n - 1
        move n div 3 if n > 0
    }
";

/// The certificate of a game, by automata that read its digits in a numeration.
fn in_numeration(text: &str, numeration: Numeration) -> String {
    let mut session = Session::new();
    session.load("others.game", OTHERS).expect("rules");
    let game = session.game(text, None).expect("a game");
    let proved = everywhere_in(&game.rules, Some(numeration), &Options::default()).expect("no interruption");
    proved.and_then(|proved| proved.certificate(&game)).unwrap_or_else(|| panic!("{text} has automata"))
}

#[test]
fn other_numerations_are_verified_and_changes_refused() {
    for (game, numeration, words) in [
        ("differ[2]", Numeration::Ostrowski(2), "digits in the Ostrowski numeration of 2"),
        ("by_three", Numeration::Base(3), "digits in base 3"),
        ("subtraction[{1, 2}]", Numeration::Base(5), "digits in base 5"),
        ("subtraction[{1, 2}]", Numeration::Unit(4), "digits in the numeration of the unit of trace 4"),
    ] {
        let text = in_numeration(game, numeration);
        let theorem = ask(&text).unwrap_or_else(|why| panic!("{game}: {why}"));
        assert!(theorem.statement.contains(words), "{game}: {}", theorem.statement);
        let object = read(&text);
        let others = ["fibonacci", "ostrowski(0)", "ostrowski(3)", "unit(2)", "unit(3)", "unit(5)", "unit(99)"];
        let bases = [1, 2, 4].map(|base| json!(base)).into_iter().chain(others.map(|base| json!(base)));
        for base in bases.step_by(grundy_testing::every(5)) {
            let mut changed = object.clone();
            changed["base"] = base.clone();
            assert!(ask(&sealed(changed)).is_err(), "{game} in base {base}");
        }
    }
    let object = read(&in_numeration("by_three", Numeration::Base(3)));
    for (place, states) in places(&object).into_iter().step_by(grundy_testing::every(30)) {
        let right = object.pointer(&place).expect("a place").as_u64().expect("a state");
        let mut changed = object.clone();
        *changed.pointer_mut(&place).expect("a place") = ((right + 1) % states as u64).into();
        assert!(ask(&sealed(changed)).is_err(), "{place}");
    }
}

#[test]
fn what_is_proved_of_random_games_is_verified() {
    let mut noise = grundy_testing::Noise(7);
    let mut verified = 0;
    for round in 0..grundy_testing::cases(160) {
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
            // The checker says so where rules have something that it does not know.
            Err(why) if why.to_string().contains("does not know") || why.to_string().contains("for this checker") => {}
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
        ("octal[0.7]", Play::Normal),
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

/// The numbers below some bound whose Fibonacci digits an automaton of a certificate accepts, in pairs.
fn pairs(object: &Value, below: u64) -> Vec<(u64, u64)> {
    let level = &object["levels"][0];
    let digits = |number: u64| -> Vec<u64> {
        let places: Vec<u64> =
            std::iter::successors(Some((1, 2)), |(a, b)| Some((*b, a + b))).map(|(a, _)| a).take(20).collect();
        let mut rest = number;
        let mut word: Vec<u64> = places
            .iter()
            .rev()
            .map(|place| {
                u64::from(
                    rest >= *place && {
                        rest -= place;
                        true
                    },
                )
            })
            .collect();
        word.reverse();
        word
    };
    let accepts = |a: u64, b: u64| {
        let mut state = 0;
        for (a, b) in digits(a).into_iter().zip(digits(b)) {
            state = level["next"][state as usize][(a + 2 * b) as usize].as_u64().expect("a state");
        }
        level["accepts"][state as usize].as_bool().expect("a truth")
    };
    (0..below).flat_map(|a| (0..below).map(move |b| (a, b))).filter(|(a, b)| accepts(*a, *b)).collect()
}

/// Wythoff's game in Fibonacci digits: a change that makes another set of numbers is refused. Some make none: they are met by digits that write no number.
#[test]
fn other_sets_of_fibonacci_digits_are_refused() {
    let object = read(&certificate("wythoff", Play::Normal));
    assert_eq!(object["base"], json!("fibonacci"));
    let right = pairs(&object, 60);
    assert_eq!(right[..4], [(0, 0), (1, 2), (2, 1), (3, 5)]);
    let (mut refused, mut same) = (0, 0);
    for (place, states) in places(&object).into_iter().step_by(grundy_testing::every(5)) {
        for other in (0..states).step_by(grundy_testing::every(5)) {
            let mut changed = object.clone();
            *changed.pointer_mut(&place).expect("a place") = other.into();
            if pairs(&changed, 60) == right {
                same += 1;
                continue;
            }
            assert!(ask(&sealed(changed)).is_err(), "{place} {other}");
            refused += 1;
        }
    }
    assert!(refused >= 5, "{refused} are refused, {same} say the same");
    let mut binary = object.clone();
    binary["base"] = 2.into();
    assert!(ask(&sealed(binary)).is_err(), "binary digits");
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
