//! A built-in game under another name, in somebody's file, is the same to the page.
//!
//! In: the rules of built-in games as `games` gives them, with another name, sent in `rules`. Out: the same hash,
//! drawing, moves, replies, tables and periods. No part of the page may know a game's name.

use serde_json::Value;

use crate::client::Running;

/// A built-in game, a position, axes, a line.
const GAMES: [(&str, &str, &str, &str, &str); 5] = [
    ("star_nim", "[2]", "3,7", "1,2", "(7, _)"),
    ("silver_dollar", "[3]", "2,5,8", "1,3", "(2, 5, _)"),
    ("wythoff", "", "5,7", "b,a", "(3, _)"),
    ("kayles", "", "7", "1", "(_)"),
    ("graph", "[{[1, 0], [2, 0], [2, 1], [3, 1], [4, 2]}]", "4", "1", "(_)"),
];

/// An object with what names the game left away.
fn nameless(mut object: Value) -> Value {
    for field in ["game", "about", "definition"] {
        object.as_object_mut().expect("an object").remove(field);
    }
    object
}

/// The rules of a built-in game under the name `mine`.
fn renamed(server: &Running, name: &str) -> String {
    let entry = &server.ask("games", &[("name", name)]).lines()[0];
    let rules = entry["rules"].as_str().expect("a text");
    let start = rules.find(&format!("game {name}")).expect("a definition");
    let copy = rules[start..].replacen(name, "mine", 1);
    assert!(!copy.contains(name), "the rules name themselves once: {copy}");
    copy
}

#[test]
fn a_copy_under_another_name_is_the_same() {
    let server = Running::start();
    for (name, brackets, position, axes, line) in GAMES {
        let rules = renamed(&server, name);
        let (own, copied) = (format!("{name}{brackets}"), format!("mine{brackets}"));
        let zeros = axes.split(',').map(|_| "0").collect::<Vec<_>>().join(",");
        let many = axes.split(',').map(|_| "20").collect::<Vec<_>>().join(",");
        let piece = [("axes", axes), ("lo", &zeros), ("hi", &many), ("at", position)];
        for (endpoint, parameters) in [
            ("game", &[("at", position)][..]),
            ("value", &[("position", position), ("explain", "1")]),
            ("moves", &[("position", position)]),
            ("moves", &[("position", position), ("play", "misere")]),
            ("reply", &[("position", position), ("level", "beatable"), ("seed", "5")]),
            ("sequence", &[("line", line)]),
            ("table", &piece),
            ("table", &[&piece[..], &[("play", "misere")]].concat()),
            ("table", &[&piece[..], &[("formula", "G - G_misere")]].concat()),
        ] {
            // The copy first and alone, so that nothing is known of the built-in game.
            let copy = Running::start().ask(endpoint, &[parameters, &[("game", &copied), ("rules", &rules)]].concat());
            let built_in = server.ask(endpoint, &[parameters, &[("game", own.as_str())]].concat());
            assert_eq!(
                (copy.status, built_in.status),
                (200, 200),
                "{name} {endpoint}: {} {}",
                copy.text(),
                built_in.text()
            );
            assert_eq!(copy.header("grundy-rules"), built_in.header("grundy-rules"));
            if endpoint == "table" {
                assert_eq!(copy.body, built_in.body, "{name} {endpoint}");
            } else {
                assert_eq!(nameless(copy.json()), nameless(built_in.json()), "{name} {endpoint}");
                // How far an observation goes depends on the time.
                assert!(endpoint != "sequence" || copy.json()["status"] == "proved", "{}", copy.text());
            }
        }
    }
}

#[test]
fn a_copy_of_star_nim_is_drawn_as_strips() {
    let server = Running::start();
    let rules = renamed(&server, "star_nim");
    let asked = [("game", "mine[3]"), ("rules", rules.as_str()), ("at", "1,2,4")];
    let (copy, built_in) = (server.ask("game", &asked).good(), server.ask("game", &[("game", "star_nim[3]")]).good());
    assert_eq!(copy["leaves"], built_in["leaves"]);
    assert_eq!(copy["leaves"][0]["kind"], "strips");
    assert_eq!(
        (&copy["rules"], &copy["shape"], &copy["engines"]),
        (&built_in["rules"], &built_in["shape"], &built_in["engines"])
    );
    // Rules that differ are other rules.
    let other = rules.replace("<= 1", "<= 2");
    assert_ne!(other, rules);
    let other = server.ask("game", &[("game", "mine[3]"), ("rules", &other), ("at", "1,2,4")]).good();
    assert_ne!(other["rules"], built_in["rules"]);
}
