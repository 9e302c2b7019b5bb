//! The gallery asks about what is so.
//!
//! In: `gallery.json`. Out: every entry's game is known, its small picture is painted, and its claims hold. The page in a browser is tested beside this.

use grundy_page::files;
use serde_json::Value;

use crate::cells::Cells;
use crate::client::Running;

fn entries() -> Vec<Value> {
    let file = files::find("gallery.json").expect("a file of the page");
    serde_json::from_slice::<Value>(file.bytes).expect("JSON").as_array().expect("a list").clone()
}

/// The lines of a text.
fn lines(entry: &Value, field: &str) -> String {
    entry[field].as_array().into_iter().flatten().map(|line| format!("{}\n", line.as_str().expect("a line"))).collect()
}

/// A part of the state that an entry opens.
fn part<'e>(entry: &'e Value, name: &str) -> &'e str {
    entry["state"][name].as_str().unwrap_or_default()
}

#[test]
fn every_entry_says_what_it_shows_and_asks() {
    let parts = ["game", "mode", "at", "view", "axes", "line", "wide"];
    let mut titles = std::collections::BTreeSet::new();
    for entry in entries() {
        for field in ["title", "source", "question"] {
            assert!(entry[field].as_str().is_some_and(|text| text.len() > 2), "{entry}");
        }
        assert!(titles.insert(entry["title"].to_string()), "{entry}");
        assert!(entry["question"].as_str().is_some_and(|text| text.contains('?')), "{entry}");
        let state = entry["state"].as_object().expect("a state");
        assert!(state.keys().all(|part| parts.contains(&&part[..])), "{entry}");
    }
    assert!(titles.len() >= 12);
}

#[test]
fn every_entry_has_a_game_at_a_position_and_a_picture() {
    let server = Running::start();
    for entry in entries() {
        let rules = lines(&entry, "rules");
        let asked = [("game", part(&entry, "game")), ("rules", &rules), ("at", part(&entry, "at"))];
        let game = server.ask("game", &asked).good();
        assert_eq!(game["written"], entry["state"]["at"], "{entry}");
        let number = |name: &str| entry["picture"][name].as_u64().unwrap_or(1).to_string();
        let (rows, columns, step) = (number("rows"), number("columns"), number("step"));
        let small = [("rows", &rows[..]), ("columns", &columns), ("step", &step), ("axes", part(&entry, "axes"))];
        let mode = part(&entry, "mode");
        let way = if ["", "p"].contains(&mode) || mode.starts_with("mod ") { "mode" } else { "formula" };
        let seen = [(way, if mode.is_empty() { "value" } else { mode }), ("time", "10")];
        let cells = Cells::read(&server.ask("thumbnail", &[&asked[..], &small, &seen].concat()));
        let different: std::collections::BTreeSet<_> = cells.list.iter().flatten().collect();
        assert!(different.len() > 1, "{entry}");
        assert_eq!(
            cells.list.len().to_string(),
            (rows.parse::<usize>().unwrap_or(0) * columns.parse::<usize>().unwrap_or(0)).to_string()
        );
    }
}

#[test]
fn what_the_questions_take_for_true_holds() {
    let server = Running::start();
    for entry in entries() {
        let told = server.ask("check", &[("rules", &lines(&entry, "claims"))]).lines();
        let (summary, verdicts) = told.split_last().expect("a summary");
        assert!(summary["summary"].is_object() && !verdicts.is_empty(), "{entry}");
        for verdict in verdicts {
            assert!(["proved", "holds"].iter().any(|good| verdict["status"] == *good), "{verdict}");
        }
    }
}
