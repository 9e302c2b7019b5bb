//! What there is to choose: games, papers, the games of a rule file.
//!
//! In: the built-in games and the papers of the project. Out: each is listed as the library has it, and every game can
//! be begun.

use grundy::{Session, json};
use serde_json::{Value, json};

use crate::client::Running;

#[test]
fn games_and_papers_are_those_of_the_library() {
    let server = Running::start();
    let session = Session::new();
    let entries = [session.library().to_vec(), grundy::library::more()].concat();
    let expected: Vec<Value> = entries.iter().map(json::entry).collect();
    assert_eq!(server.ask("games", &[]).lines(), expected);
    assert_eq!(server.ask("games", &[("name", "kayles")]).lines()[0]["name"], "kayles");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers");
    let papers = server.ask("papers", &[]).lines();
    let files = std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path());
    assert_eq!(papers.len(), files.filter(|path| path.extension().is_some_and(|end| end == "game")).count());
    for paper in papers {
        let name = paper["name"].as_str().expect("a name");
        assert!(paper["title"].as_str().is_some_and(|title| title.len() > 10) && paper["rules"].is_null(), "{paper}");
        let text = std::fs::read_to_string(folder.join(format!("{name}.game"))).expect("a paper");
        assert_eq!(server.ask("papers", &[("name", name)]).lines()[0]["rules"], text);
    }
}

#[test]
fn every_built_in_game_has_a_position_to_begin_with() {
    let server = Running::start();
    let mut connection = server.connect();
    for entry in server.ask("games", &[]).lines() {
        let name = entry["name"].as_str().expect("a name");
        let game = connection.send(&server.question("game", &[("game", name)])).good();
        let (text, written) = (game["game"].as_str().expect("a text"), game["written"].as_str().expect("a text"));
        let moves = connection.send(&server.question("moves", &[("game", text), ("position", written)])).good();
        assert_eq!((&moves["position"], &moves["rules"]), (&game["position"], &game["rules"]), "{name}");
        assert_ne!(moves["options"], json!([]), "{name} begins with a move");
        let width = game["names"].as_array().expect("a list").len();
        let told: Vec<u64> =
            game["leaves"].as_array().expect("a list").iter().filter_map(|l| l["len"].as_u64()).collect();
        assert_eq!(told.iter().sum::<u64>(), width as u64, "every coordinate of {name} is drawn");
    }
}

#[test]
fn a_rule_file_is_described_with_all_its_mistakes() {
    let server = Running::start();
    let text =
        "game good[k](n) { \"a heap\"\n move n - k if n >= k }\ngame bad(n) { move m - 1 }\nclaim \"c\": 1 = 1\ngame (";
    let answer = server.ask("rules", &[("rules", text)]).good();
    assert_eq!(answer["games"][0], json!({"name": "good", "parameters": ["k"], "about": "a heap"}));
    assert_eq!((&answer["games"][1], &answer["claims"]), (&Value::Null, &json!(["c"])), "{answer}");
    let places: Vec<(&Value, &Value)> =
        answer["errors"].as_array().expect("a list").iter().map(|error| (&error["line"], &error["file"])).collect();
    assert_eq!(places, [(&json!(3), &json!("rules")), (&json!(5), &json!("rules"))], "{answer}");
    let good = "game a[k](n) { move n - k if n >= k }\ngame b(n) { move n - 1 }\ngame c = a[2] + b\ndef f(n) = n";
    let answer = server.ask("rules", &[("rules", good)]).good();
    assert_eq!((&answer["errors"], answer["games"].as_array().map(Vec::len)), (&json!([]), Some(3)), "{answer}");
}
