//! The built-in games against values of an independent program, and against their own examples.

use grundy::{EngineName, Entry, Evaluator, Options, Play, Session};

fn value(
    session: &mut Session,
    game: &str,
    position: &str,
    play: Play,
    engine: Option<EngineName>,
) -> Result<u64, String> {
    let show = |s: &Session, e: grundy::Diagnostic| format!("{game} at {position}: {}", e.one_line(s.sources()));
    let entries: Vec<Entry> = session.entries(position).map_err(|e| show(session, e))?;
    let game = session.game(game, Some(&entries)).map_err(|e| show(session, e))?;
    let position = session.position(&game, position).map_err(|e| show(session, e))?;
    let mut evaluator = Evaluator::new(&game.rules, Options { play, engine, ..Options::default() });
    evaluator
        .value(&position)
        .map_err(|e| show(session, e))
        .and_then(|a| u64::try_from(&a.value).map_err(|e| e.to_string()))
}

#[test]
fn values_of_an_independent_program() {
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("data/games.json")).expect("the data are JSON");
    let mut session = Session::new();
    let mut wrong = vec![];
    for row in &rows {
        let (game, position) = (row["expr"].as_str().expect("a text"), row["position"].as_str().expect("a text"));
        for (play, key) in [(Play::Normal, "value"), (Play::Misere, "misere")] {
            let Some(expected) = row[key].as_u64() else { continue };
            let found = value(&mut session, game, position, play, None);
            if found != Ok(expected) {
                wrong.push(format!("{game} at {position}, {}: {found:?}, expected {expected}", play.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows: {:#?}", wrong.len(), rows.len(), &wrong[..wrong.len().min(20)]);
}

#[test]
fn every_game_has_a_source_and_an_example_that_is_right() {
    let mut session = Session::new();
    for entry in session.library().to_vec().into_iter().chain(grundy::library::more()) {
        for (field, text) in [("about", &entry.about), ("source", &entry.source), ("example", &entry.example)] {
            assert!(!text.is_empty(), "{} says nothing of its {field}", entry.name);
        }
        assert!(entry.example.starts_with("grundy value "), "{}", entry.example);
        let (game, positions) = entry.shown().expect("a game");
        let answers: Vec<&str> = entry.answer.split_whitespace().collect();
        assert_eq!(positions.len(), answers.len(), "{}", entry.example);
        for (position, answer) in positions.iter().zip(answers) {
            let found = value(&mut session, &game, position, Play::Normal, None);
            assert_eq!(found, Ok(answer.parse().expect("a number")), "{game} at {position}");
        }
    }
}

/// Farr and Ho, Example 1: a search of some seconds with optimisation, and so a part of the long runs.
#[test]
fn star_silver_dollar_with_ten_tokens() {
    if grundy_testing::is_long() {
        let found =
            value(&mut Session::new(), "star_silver_dollar", "[2],[2,4,7],[1,4,6,10,12,17]", Play::Normal, None);
        assert_eq!(found, Ok(7));
    }
}
