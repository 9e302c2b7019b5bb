//! Values, moves and replies are those of the program.
//!
//! In: questions over HTTP. Out: the same objects that the library makes, which are those of the program with `--json`.
//! The page adds fields that only it needs; they are held against the library's own functions, or against other
//! answers.

use grundy::session::Game;
use grundy::theory::loopy::Loopy;
use grundy::theory::opponent::Match;
use grundy::{Evaluator, IBig, Options, Play, Session, json};
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::Running;

/// A game, a position, rules of one's own.
type Case = (&'static str, &'static str, &'static str);

/// Two games of a person: one that splits, one with a condition.
const OWN: &str =
    "game own[k](a, b) { require a != b + k\n move (a - i, b) for i in 1..a\n move (a, b - i) for i in 1..min(b, 3) }
game rows(n) { move n - 2\n move (i) + (n - 3 - i) for i in 0..n - 3 }";

const CASES: [Case; 24] = [
    ("star_nim", "3,7", ""),
    ("star_nim[3]", "1,2,4", ""),
    ("nim", "3,4,5", ""),
    ("wythoff", "5,7", ""),
    ("kayles", "11", ""),
    ("grundy", "13", ""),
    ("octal[0.137]", "9", ""),
    ("kayles + nim[2]", "5,1,2", ""),
    ("kayles + kayles", "4,5", ""),
    ("pass(nim[2])", "4,6,1", ""),
    ("pass(kayles)", "6,1", ""),
    ("slow_exact[3, 2]", "4,4,5", ""),
    ("chocolate[(x, z) -> (x + z) div 2]", "3,2,2", ""),
    ("bar[z -> z div 3]", "2,6", ""),
    ("silver_dollar", "2,5,8", ""),
    ("star_silver_dollar", "[2],[1,5]", ""),
    ("welter", "3,5", ""),
    ("mark[{1}, {2}]", "37", ""),
    ("graph[{[1, 0], [2, 0], [2, 1], [3, 1], [4, 2], [4, 3]}]", "4", ""),
    ("at_most(2; nim[1], nim[1], nim[1])", "2,3,4", ""),
    ("more.division", "18", ""),
    ("own[2]", "5,2", OWN),
    ("rows", "12", OWN),
    ("kayles", "0", ""),
];

const PLAYS: [Play; 2] = Play::BOTH;

/// The parameters of a case.
fn parameters((game, position, rules): Case, play: Play) -> Vec<(&'static str, &'static str)> {
    vec![("game", game), ("position", position), ("rules", rules), ("play", play.name())]
}

/// The game and the position, by the library.
fn settle((game, at, rules): Case) -> (Game, Vec<IBig>) {
    let mut session = Session::new();
    session.load("rules", rules).expect("rules");
    let entries = session.entries(at).expect("entries");
    let game = session.game(game, Some(&entries)).unwrap_or_else(|error| panic!("{game}: {}", error.message));
    let position = session.position(&game, at).expect("a position");
    (game, position)
}

fn evaluator(game: &Game, play: Play) -> Evaluator {
    Evaluator::new(&game.rules, Options { play, ..Options::default() })
}

/// An object without some of its fields.
fn without(mut object: Value, names: &[&str]) -> Value {
    let fields = object.as_object_mut().expect("an object");
    names.iter().for_each(|name| assert!(fields.remove(*name).is_some(), "there is a field `{name}`"));
    object
}

#[test]
fn values_are_those_of_the_library() {
    let server = Running::start();
    for case in CASES {
        let (game, position) = settle(case);
        for play in PLAYS {
            let answer = evaluator(&game, play).value(&position).expect("a value");
            let expected = json::value(&game, play, &position, &answer);
            assert_eq!(server.ask("value", &parameters(case, play)).good(), expected, "{case:?}");
            let told = server.ask("value", &[parameters(case, play), vec![("explain", "1")]].concat()).good();
            assert!(told["explain"].as_str().is_some_and(|words| words.starts_with(&answer.account().how)));
            assert_eq!(without(told, &["explain"]), expected);
        }
    }
}

/// Where play may go on for ever: the values by the theory, who wins, and the moves that win or keep a draw.
#[test]
fn loopy_games_have_values_and_moves() {
    const RING: &str = "game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }";
    let server = Running::start();
    for (position, value, outcome) in
        [("2", json!(0), "P"), ("3", json!("inf({0})"), "N"), ("4", json!("inf({})"), "D")]
    {
        let asked = parameters(("ring", position, RING), Play::Normal);
        let told = server.ask("value", &asked).good();
        assert_eq!(told["value"], value, "{position}");
        if position == "2" {
            continue;
        }
        let (game, at) = settle(("ring", position, RING));
        let mut loopy = Loopy::new(&game.rules, &Options::default());
        assert_eq!(told, json::loopy_value(&game, &at, &loopy.value(&at).expect("a value")));
        assert_eq!(told["outcome"], outcome);
        let explained = server.ask("value", &[asked.clone(), vec![("explain", "1")]].concat()).good();
        assert!(explained["explain"].as_str().is_some_and(|words| words.contains("Smith")));
        let moves = server.ask("moves", &asked).good();
        let told = |option: &Value| (option["written"].clone(), option["wins"].clone(), option["draws"].clone());
        let expected = match position {
            "3" => [("2", true, false), ("4", false, false)],
            _ => [("5", false, true), ("3", false, false)],
        };
        let expected = expected.map(|(to, wins, draws)| (json!(to), json!(wins), json!(draws)));
        assert_eq!(moves["options"].as_array().expect("a list").iter().map(told).collect::<Vec<_>>(), expected);
        let wins = server.ask("moves", &[asked, vec![("wins", "1")]].concat()).good();
        assert_eq!(wins["winning"], json!(u64::from(position == "3")));
    }
    // The opponent wins where it can, and keeps the draw of a drawn position.
    for (position, outcome, to, wins, draws) in [("3", "N", "2", true, false), ("4", "D", "5", false, true)] {
        for seed in ["0", "1", "2"] {
            let asked = [parameters(("ring", position, RING), Play::Normal), vec![("seed", seed)]].concat();
            let reply = server.ask("reply", &asked).good();
            assert_eq!((&reply["outcome"], &reply["move"]["written"]), (&json!(outcome), &json!(to)), "{reply}");
            assert_eq!((&reply["move"]["wins"], &reply["move"]["draws"]), (&json!(wins), &json!(draws)));
        }
    }
}

/// Far out the moves that win are found from values, the first others are listed, and the answer says that there are more.
#[test]
fn moves_far_out_are_the_first_ones() {
    let server = Running::start();
    let case = ("nim[3]", "1000000000,5,3", "");
    let moves = server.ask("moves", &parameters(case, Play::Normal)).good();
    let options = moves["options"].as_array().expect("a list");
    assert_eq!((&options[0]["written"], &options[0]["wins"]), (&json!("6,5,3"), &json!(true)));
    assert!(options.len() > 1 && options.len() <= 100 && options[1..].iter().all(|option| option["wins"] == false));
    assert_eq!(moves["complete"], false);
    assert!(moves["more"].as_str().is_some_and(|why| why.contains("from 1 to 1000000000")), "{moves}");
    for option in &options[1..4] {
        let at = option["written"].as_str().expect("a text");
        let value = server.ask("value", &[("game", "nim[3]"), ("position", at)]).good();
        assert_eq!(value["value"], option["value"], "{at}");
    }
    let reply = server.ask("reply", &parameters(case, Play::Normal)).good();
    assert_eq!(reply["move"]["written"], "6,5,3");
    let lost = ("nim[2]", "1000000000,1000000000", "");
    let reply = server.ask("reply", &parameters(lost, Play::Normal)).good();
    assert_eq!((&reply["value"], &reply["move"]["wins"]), (&json!(0), &json!(false)));
    let farther = ("nim", "1,100000000000000000000", "");
    let moves = server.ask("moves", &parameters(farther, Play::Normal)).good();
    assert_eq!((&moves["options"][0]["written"], &moves["options"][0]["value"]), (&json!("1,1"), &json!(0)));
    assert_eq!(moves["options"][1]["value"], "99999999999999999998", "{}", moves["options"][1]);
    // An option of value 0 that may be forbidden does not win.
    let blocked = server.ask("moves", &parameters(("blocked(1; nim[1])", "1", ""), Play::Normal)).good();
    assert_eq!((&blocked["options"][0]["value"], &blocked["options"][0]["wins"]), (&json!(0), &json!(false)));
    // How long play lasts is told of all moves.
    let refused = server.ask("moves", &[parameters(case, Play::Normal), vec![("remoteness", "1")]].concat()).json();
    assert_eq!(refused["error"]["code"], "huge-range", "{refused}");
}

#[test]
fn moves_are_those_of_the_library() {
    let server = Running::start();
    for case in CASES {
        let (game, position) = settle(case);
        for play in PLAYS {
            let mut played = Match::begin(evaluator(&game, play), &position);
            let value = played.value().expect("a value").value;
            let mut choices = played.options().expect("options");
            choices.sort_by_key(|choice| !choice.wins);
            let expected = json::moves(&game, play, json::lists(&game, played.now()), &value, &choices);
            let mut answer = server.ask("moves", &parameters(case, play)).good();
            for (option, choice) in answer["options"].as_array_mut().expect("a list").iter_mut().zip(&choices) {
                assert_eq!(option["written"], game.show_parts(&choice.to), "{case:?}");
                *option = without(option.take(), &["written", "leaves"]);
            }
            // Each value of the options once, with how many have it.
            let mut seen: BTreeMap<u32, u64> = BTreeMap::new();
            choices.iter().for_each(|choice| *seen.entry(choice.value).or_default() += 1);
            assert_eq!(
                answer["seen"],
                json!(seen.iter().map(|(value, count)| json!([value, count])).collect::<Vec<_>>())
            );
            assert_eq!(without(answer, &["written", "leaves", "profiles", "seen"]), expected, "{case:?}");
        }
    }
}

#[test]
fn few_options_are_listed_where_few_are_asked_for() {
    let server = Running::start();
    let asked = |more: &[(&str, &str)]| {
        server.ask("moves", &[&[("game", "nim[2]"), ("position", "100000,100003")], more].concat()).good()
    };
    let few = asked(&[("most", "60")]);
    assert_eq!(few["options"].as_array().map(Vec::len), Some(60));
    assert_eq!((&few["complete"], &few["value"]), (&json!(false), &json!(3)));
    assert_eq!(few["seen"], json!(null), "a list of values is whole or not there");
    let small = server.ask("moves", &[("game", "nim[2]"), ("position", "3,6"), ("having", "6")]).good();
    let written: Vec<&str> =
        small["options"].as_array().unwrap().iter().filter_map(|o| o["written"].as_str()).collect();
    assert_eq!(written, ["3,5", "0,6"]);
    let seen = json!([[0, 1], [1, 1], [2, 1], [3, 1], [4, 1], [6, 2], [7, 2]]);
    assert_eq!(small["seen"], seen, "all values, whatever is listed");
}

#[test]
fn every_option_can_be_asked_about_as_it_is_written() {
    let server = Running::start();
    let mut connection = server.connect();
    for case @ (game, _, rules) in CASES {
        for play in PLAYS {
            let answer = server.ask("moves", &parameters(case, play)).good();
            for option in answer["options"].as_array().expect("a list") {
                let written = option["written"].as_str().expect("a text");
                let asked = [("game", game), ("rules", rules), ("play", play.name()), ("parts", written)];
                let next = connection.send(&server.question("moves", &asked)).good();
                assert_eq!((&next["value"], &next["written"]), (&option["value"], &option["written"]), "{case:?}");
                assert_eq!(next["leaves"], option["leaves"], "{case:?}");
                let wins = next["options"].as_array().expect("a list").iter().any(|option| option["wins"] == true);
                let won = if next["options"] == json!([]) { play.is_misere() } else { wins };
                assert_eq!(option["wins"], !won, "who moves to a lost position wins: {case:?} {written}");
            }
        }
    }
}

#[test]
fn the_reply_is_one_of_the_moves() {
    let server = Running::start();
    for case in CASES {
        for play in PLAYS {
            let moves = server.ask("moves", &parameters(case, play)).good();
            for (level, seed) in [("perfect", "0"), ("beatable", "0"), ("beatable", "7")] {
                let asked = [parameters(case, play), vec![("level", level), ("seed", seed)]].concat();
                let reply = server.ask("reply", &asked).good();
                let options = moves["options"].as_array().expect("a list");
                assert_eq!(options.is_empty(), reply["move"].is_null(), "{case:?}");
                assert!(options.is_empty() || options.contains(&reply["move"]), "{case:?} {reply}");
                assert_eq!(reply["value"], moves["value"]);
                assert_eq!(server.ask("reply", &asked).good(), reply, "equal seeds play alike");
            }
        }
    }
}

#[test]
fn json_in_a_body_asks_the_same_as_a_query() {
    let server = Running::start();
    for (name, query, body) in [
        ("value", vec![("game", "nim[2]"), ("position", "3,5")], json!({"game": "nim[2]", "position": [3, 5]})),
        ("value", vec![("game", "kayles"), ("position", "7")], json!({"game": "kayles", "position": 7})),
        (
            "moves",
            vec![("game", "star_silver_dollar"), ("position", "[2],[2,5]"), ("play", "misere")],
            json!({"game": "star_silver_dollar", "position": [[2], [2, 5]], "play": "misere"}),
        ),
        ("moves", vec![("game", "own[2]"), ("position", "5,2"), ("rules", OWN)], {
            json!({"game": "own[2]", "position": "5,2", "rules": OWN})
        }),
        ("value", vec![("game", "nim"), ("position", "1,2"), ("explain", "1")], {
            json!({"game": "nim", "position": ["1", 2], "explain": true})
        }),
        (
            "table",
            vec![("game", "wythoff"), ("axes", "b,1"), ("lo", "2,3"), ("hi", "20,30")],
            json!({"game": "wythoff", "axes": ["b", 1], "lo": [2, 3], "hi": [20, 30]}),
        ),
        ("sequence", vec![("game", "kayles"), ("line", "(_)"), ("terms", "9")], {
            json!({"game": "kayles", "line": "(_)", "terms": 9})
        }),
        ("games", vec![("name", "wythoff")], json!({"name": "wythoff"})),
        ("papers", vec![], json!({})),
        ("value", vec![("game", "kayles"), ("position", "x")], json!({"game": "kayles", "position": "x"})),
    ] {
        let (asked, posted) = (server.ask(name, &query), server.send(&server.posted(name, body.to_string())));
        assert_eq!((asked.status, &asked.body), (posted.status, &posted.body), "{name} {body}");
        let names = |reply: &crate::client::Reply| {
            reply.headers.iter().filter(|(name, _)| name != "date").cloned().collect::<Vec<_>>()
        };
        assert_eq!(names(&asked), names(&posted), "{name}");
        let chunked = server.send(&server.posted(name, body.to_string()).chunked(5));
        assert_eq!(chunked.body, asked.body, "a body in pieces: {name}");
    }
}

#[test]
fn numbers_may_have_many_digits() {
    let server = Running::start();
    let large = format!("1{}", "0".repeat(30));
    let answer = server.ask("value", &[("game", "kayles"), ("position", &large)]).good();
    // The values of Kayles repeat with period 12 from 71 on (Winning Ways), and 10^30 is 4 modulo 12.
    let there = server.ask("value", &[("game", "kayles"), ("position", "76")]).good();
    assert_eq!((&answer["value"], &answer["position"]), (&there["value"], &json!([large])));
    assert_eq!(there["value"], 1);
    let asked = [("game", "subtraction[{1, 2}]"), ("position", "100000000000000000000")];
    let moves = server.ask("moves", &asked).good();
    assert_eq!((&moves["value"], &moves["options"][0]["to"]), (&json!(1), &json!([["99999999999999999999"]])));
    let asked = json!({"game": "nim", "position": [1, "100000000000000000000"]}).to_string();
    let posted = server.send(&server.posted("value", asked)).good();
    assert_eq!(posted["value"], "100000000000000000001");
}
