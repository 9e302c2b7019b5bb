//! Automata of subtraction-division games: the checker verifies the library's proofs from the rules, and refuses false ones.

use grundy::session::Game;
use grundy::theory::automata::{ProvedAutomaton, automaton};
use grundy::{Evaluator, IBig, Options, Play, Session};
use grundy_certify::{Refusal, verify};
use grundy_testing::forge::sealed;
use serde_json::Value;

fn found(game: &str, play: Play) -> (Game, Result<ProvedAutomaton, String>) {
    let game = Session::new().game(game, None).unwrap_or_else(|e| panic!("{game}: {}", e.message));
    let found = automaton(&game.rules, &Options { play, ..Options::default() }).expect("no interruption");
    (game, found)
}

fn proved(game: &str, play: Play) -> (Game, ProvedAutomaton) {
    let (game, found) = found(game, play);
    (game, found.unwrap_or_else(|why| panic!("{why}")))
}

/// A certificate with other rules, and the hashes that belong to it.
fn with_rules(certificate: &str, rules: &str) -> String {
    let mut object: Value = serde_json::from_str(certificate).expect("JSON");
    object["rules"] = serde_json::from_str(rules).expect("JSON");
    sealed(object)
}

#[test]
fn certificates_of_automata_are_verified() {
    let mut verified = 0;
    for subtract in ["{1}", "{2}", "{1, 2}", "{3}", "{1, 3}", "{2, 3}"] {
        for divide in ["{2}", "{3}", "{7}", "{2, 4}", "{4, 8}", "{3, 9}"] {
            for play in Play::BOTH {
                let game = format!("mark[{subtract}, {divide}]");
                let (game, Ok(proved)) = found(&game, play) else { continue };
                let certificate = proved.certificate(&game).expect("the rules of the proof");
                let theorem = verify(&certificate, &mut |_| false).unwrap_or_else(|e| panic!("{}: {e}", game.text));
                assert_eq!((theorem.play, theorem.period), (play.name(), None));
                assert!(theorem.statement.contains("for every position"), "{}", theorem.statement);
                verified += 1;
            }
        }
    }
    assert!(verified >= 66, "{verified}");
}

/// The certificate holds for other rules exactly if these have the same values.
#[test]
fn rules_are_read_however_they_are_written() {
    let (game, proved) = proved("mark[{1}, {2, 4}]", Play::Normal);
    let certificate = proved.certificate(&game).expect("the rules of the proof");
    let halves = "move n div 2 if n > 0 and n mod 2 = 0";
    let quarters = "move n div 4 if n > 0 and n mod 4 = 0";
    let mut held = 0;
    for rules in [
        format!("move n - 1\n{halves}\n{quarters}"),
        "move n - i for i in 1..1\nmove n div (2*i) for i in 1..2 if 2*i divides n and n >= 1".to_string(),
        format!("move n - 1\n{halves}\n{quarters}\nmove n div 8 if n = 1"),
        format!("move n - 1\n{halves}\n{quarters}\nmove n div 8 if n = 7"),
        format!("move n - 1\n{halves}"),
        format!("move n - 1\nmove n - 2\n{halves}\n{quarters}"),
        format!("move n - 1 if n != 7\n{halves}\n{quarters}"),
        format!("move n - 1\nmove n - 3 if n < 30\n{halves}\n{quarters}"),
        format!("move n - 1\nmove n div 2 if n > 6 and n mod 2 = 0\n{quarters}"),
        format!("move n - 1\n{halves}\nmove n div 4 if n > 0 and n mod 4 < 2"),
        format!("move n - 1\n{halves}\n{quarters}\nmove n div 8 if n > 0 and n mod 8 = 0"),
        format!("move n - 1\n{halves}\n{quarters}\nmove n div 3 if n > 0 and n mod 3 = 0"),
        format!("require n != 3\nmove n - 1\n{halves}\n{quarters}"),
        format!("move n - 1\n{halves}\n{quarters}\nmove 0 if n > 100"),
    ] {
        let mut session = Session::new();
        session.load("own.game", &format!("game own(n) {{\n{rules}\n}}")).expect("the rules are of the language");
        let own = session.game("own", None).expect("a game").rules;
        let mut plain = Evaluator::new(&own, Options { plain: true, ..Options::default() });
        let same = (0..600).map(IBig::from).all(|n| {
            let at = std::slice::from_ref(&n);
            !plain.exists(at).expect("defined")
                || plain.number(at).expect("a value") == IBig::from(proved.value(&n).expect("a number"))
        });
        let verdict = verify(&with_rules(&certificate, &own.canonical_json()), &mut |_| false);
        assert_eq!(verdict.is_ok(), same, "{rules}: {verdict:?}");
        assert!(same || matches!(verdict, Err(Refusal::False(_))), "{rules}: {verdict:?}");
        held += usize::from(same);
    }
    assert!((3..12).contains(&held), "{held}");
}

#[test]
fn a_certificate_is_of_the_rules_that_were_proved() {
    let (_, proved) = proved("mark[{1}, {2, 4}]", Play::Normal);
    let other = Session::new().game("mark[{1}, {2}]", None).expect("a game");
    let error = proved.certificate(&other).expect_err("other rules");
    assert!(error.message.contains("`mark[{1}, {2}]` has the rules"), "{}", error.message);
}

#[test]
fn what_has_no_automaton_is_told() {
    for (game, why) in [
        ("mark[{1}, {2, 3}]", "the divisors are not powers of one number"),
        ("mark[{1}, {}]", "nothing is divided"),
        ("mark[{}, {2, 4}]", "nothing is subtracted"),
        ("nim[1]", ""),
    ] {
        let game = Session::new().game(game, None).expect("a game");
        let told = automaton(&game.rules, &Options::default()).expect("no interruption").err().expect("no automaton");
        assert!(told.contains(why), "{}: {told}", game.text);
    }
}
