//! Periods and verdicts on claims are those of the library.
//!
//! In: lines of positions, a file of claims. Out: the same statuses, certificates and counterexamples, by the interface
//! and by the library.

use grundy::json::{self, KnownPeriod};
use grundy::theory::periods::{Verdict, period as search};
use grundy::{Evaluator, Options, Play, Session};
use grundy_claims::{CheckOptions, Meter, check as decide, read};
use serde_json::{Value, json};

use crate::client::Running;

#[test]
fn periods_are_those_of_the_library() {
    let server = Running::start();
    for (game, line) in [
        ("star_nim", "(7, _)"),
        ("wythoff", "(4, _)"),
        ("subtraction[{1, 4}]", "(_)"),
        ("kayles", "(_)"),
        ("octal[0.137]", "(_)"),
        ("pass(nim[2])", "(3, _, 1)"),
    ] {
        for play in Play::BOTH {
            let mut session = Session::new();
            let entries = session.entries(line).expect("entries");
            let expression = session.game(game, Some(&entries)).expect("a game");
            let read = session.line(&expression, line).expect("a line");
            let options = Options { play, ..Options::default() };
            let asked = [("game", game), ("line", line), ("play", play.name())];
            let mut found = match search(&expression.rules, &read, &options, &mut |_| false) {
                Ok(found) => found,
                Err(error) => {
                    let refused = server.ask("period", &asked);
                    assert_eq!((refused.status, &refused.json()["error"]["message"]), (400, &json!(error.message)));
                    continue;
                }
            };
            let told = KnownPeriod::of(&found);
            assert_eq!(told.status, "proved", "{game} {line}: how far an observation goes depends on the time");
            let mut expected = json::period(&expression, line, &told, None);
            expected["play"] = play.name().into();
            assert_eq!(server.ask("period", &asked).good(), expected, "{game} {line}");
            if let Verdict::Proved(proof) = &mut found {
                let certificate = proof.certificate(&expression).expect("a certificate");
                expected["certificate"] = serde_json::from_str(&certificate).expect("an object");
            }
            let asked = [&asked[..], &[("certificate", "1")]].concat();
            assert_eq!(server.ask("period", &asked).good(), expected, "{game} {line}");
            // The values along the line are those of a table.
            let asked = [&asked[..3], &[("terms", "40")]].concat();
            let sequence = server.ask("sequence", &asked).good();
            let values = Evaluator::new(&expression.rules, options).table(&read.position(39)).expect("a table");
            let values: Value = (0..40).map(|n| values.get(&read.position(n))).collect();
            assert_eq!(sequence["values"], values, "{game} {line}");
            assert_eq!(sequence["status"], expected["status"]);
        }
    }
}

const CLAIMS: &str = "game own(a, b) { move (a - i, b) for i in 1..a if i <= b }
claim \"true\" on nim[2] at (a, b): G = a xor b
claim \"false\" on own at (a, b): G = a
claim \"proved\": period(kayles(_)) = 12
claim \"wrong\" on own at (a, b): G = c
erratum \"the paper is wrong\"
claim \"noted\" on nim[1] at (a): G = a + 1
table \"printed\" on nim[1] at (a) for a in 0..3: 0 1 2 3
claim \"true too\" on own at (a, b): G_misere < 99";

#[test]
fn verdicts_are_those_of_the_library() {
    let server = Running::start();
    let mut session = Session::new();
    let file = session.load_items("rules", CLAIMS);
    let statements = read(&session, &file);
    let effort = CheckOptions { to: Some(12), ..CheckOptions::default() };
    let mut expected: Vec<Value> = vec![];
    for statement in &statements {
        let verdict = decide(statement, &effort, &Meter::default()).expect("a verdict");
        let checked = grundy_claims::json::Checked { file: "rules", statement, verdict: &verdict, seconds: 0.0 };
        expected.push(grundy_claims::json::check(&checked, session.sources()));
    }
    let mut lines = server.ask("check", &[("rules", CLAIMS), ("to", "12")]).lines();
    let summary = lines.pop().expect("a summary");
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(&expected) {
        for (field, value) in expected.as_object().expect("an object").iter().filter(|(field, _)| *field != "seconds") {
            assert_eq!(&line[field], value, "{field} of {line}");
        }
    }
    let statuses: Vec<&str> = lines.iter().filter_map(|line| line["status"].as_str()).collect();
    assert!(["proved", "holds", "false", "error", "noted"].iter().all(|s| statuses.contains(s)), "{statuses:?}");
    for (status, count) in summary["summary"].as_object().expect("an object") {
        assert_eq!(statuses.iter().filter(|s| *s == status).count(), count.as_u64().expect("a number") as usize);
    }
    let certificate = &lines.iter().find(|line| line["name"] == "proved").expect("the claim")["certificates"][0];
    assert_eq!(certificate["certificate"]["format"], "grundy-certificate", "a proof comes with its certificate");
    // `only` leaves the others away.
    let lines = server.ask("check", &[("rules", CLAIMS), ("to", "12"), ("only", "true")]).lines();
    let names: Vec<&Value> = lines.iter().map(|line| &line["name"]).collect();
    assert_eq!(names, [&json!("true"), &json!("true too"), &Value::Null]);
}

#[test]
fn certificates_are_told_by_the_checker() {
    let server = Running::start();
    let lines = server.ask("check", &[("rules", CLAIMS), ("to", "12")]).lines();
    let given: Vec<&Value> =
        lines.iter().flat_map(|line| line["certificates"].as_array().into_iter().flatten()).collect();
    assert!(given.len() >= 3, "{} certificates", given.len());
    for file in &given {
        let text = file["certificate"].to_string();
        let told = server.posted("verify", json!({"certificate": text}).to_string());
        let told = server.send(&told).good();
        let theorem = grundy_certify::verify(&text, &mut |_| false).expect("a theorem");
        assert_eq!((&told["theorem"], &told["proof"]), (&json!(theorem.statement), &json!(theorem.proof)));
        assert_eq!((&told["cmd"], &told["status"]), (&json!("verify"), &json!("verified")));
    }
    // A period that is claimed too early is refused, and so is what is no certificate.
    let mut period =
        given.iter().find(|file| file["certificate"]["kind"] == "heaps").expect("a period")["certificate"].clone();
    period["preperiod"] = json!(0);
    for (text, says) in [(period.to_string(), "is not verified"), ("{}".into(), "is no certificate")] {
        let refused = server.send(&server.posted("verify", json!({"certificate": text}).to_string()));
        let message = refused.json()["error"]["message"].to_string();
        assert_eq!(refused.status, 400);
        assert!(message.contains(says), "{message}");
    }
}

#[test]
fn a_claim_is_drawn_where_it_speaks_of_the_positions_of_a_map() {
    let server = Running::start();
    let claims = "claim \"all\" on nim[2] at (a, b): G = a xor b
claim \"bounded\" on nim[2] at (a, b) to 10: G = a xor b
claim \"diagonal\" on nim[2] at (a, a): G = 0";
    let lines = server.ask("check", &[("rules", claims)]).lines();
    let drawn: Vec<&Value> = lines.iter().map(|line| &line["drawn"]).collect();
    let rules = server.ask("game", &[("game", "nim[2]")]).good()["rules"].clone();
    let told = |all: bool| json!({"game": "nim[2]", "rules": rules, "formula": "G - (x1 xor x2)", "all": all});
    assert_eq!(drawn, [&told(true), &told(false), &Value::Null, &Value::Null]);
}

#[test]
fn claims_name_the_games_of_another_file() {
    let server = Running::start();
    let games = "game mine(n) { move n - k for k in 1..2 }\ngame broken(n) { move n - q }";
    let claims = "claim \"thirds\" on mine at (n): G = n mod 3\ngame mine_too(n) { move n - 1 }\nclaim \"own\" on mine_too at (n): G = n mod 2";
    let lines = server.ask("check", &[("rules", claims), ("games", games)]).lines();
    let statuses: Vec<&Value> = lines.iter().map(|line| &line["status"]).collect();
    assert_eq!(statuses, [&json!("proved"), &json!("proved"), &Value::Null]);
    // Without the other file its game is not known; a game of the claims' own file hides it.
    assert_eq!(server.ask("check", &[("rules", claims)]).lines()[0]["status"], "error");
    let hides = "game mine(n) { move n - 1 }\nclaim \"halves\" on mine at (n): G = n mod 2";
    assert_eq!(server.ask("check", &[("rules", hides), ("games", games)]).lines()[0]["status"], "proved");
}
