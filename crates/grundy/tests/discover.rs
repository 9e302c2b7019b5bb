//! Formulas of values that are found in tables and proved.

use grundy::theory::discover::{Asks, Discovered, discover};
use grundy::{Options, Play, Session};
use grundy_claims::{self, CheckOptions, Meter, Status};
use grundy_testing::forge::sealed;
use grundy_testing::{Tape, boxes, rays};
use serde_json::{Value, json};

fn found(session: &mut Session, text: &str, asks: Asks, play: Play) -> Option<(Discovered, String)> {
    let game = session.game(text, None).expect("a game");
    let found = discover(&game.rules, asks, &Options { play, ..Options::default() }).expect("no interruption")?;
    let claim = found.claim(&game, asks);
    Some((found, claim))
}

/// The claim as a person would check it, after the rules that it needs.
fn status(rules: &str, claim: &str) -> Status {
    let mut session = Session::new();
    let file =
        session.load("d.game", &format!("{rules}\n{claim}")).unwrap_or_else(|e| panic!("{claim}: {}", e.message));
    let statement =
        grundy_claims::read(&session, &file).into_iter().find(|statement| statement.is_claim).expect("a claim");
    let verdict =
        grundy_claims::check(&statement, &CheckOptions::default(), &Meter::default()).expect("no interruption");
    assert!(verdict.error.is_none(), "{claim}: {:?}", verdict.error);
    verdict.status
}

/// The formulas of Gurvich and Ho, Slow k-Nim, Propositions 14 and 17 among them, and others that stand in no paper.
#[test]
fn formulas_are_found_and_checked() {
    use Asks::{Outcomes, Values};
    use Play::{Misere, Normal};
    for (game, asks, play, form) in [
        ("nim[2]", Values, Normal, "a xor b"),
        ("nim[2]", Values, Misere, "(if 2 <= b then a xor b else 1 - (a + b) mod 2)"),
        (
            "slow_exact[3, 2]",
            Values,
            Normal,
            "(if (a + b + c) mod 2 = 0 or a + b <= c then 2*(a mod 2) + (a + b) mod 2 else if (a + b + c) mod 4 = 1 then 0 else 1)",
        ),
        (
            "slow_exact[4, 2]",
            Values,
            Normal,
            "(if (a + b + c + d) mod 2 = 0 or b + c < a + d then 2*((a + b) mod 2) + (b + c) mod 2 else if (a + b + c + d) mod 4 = 1 then 0 else 1)",
        ),
        ("slow_moore[3, 2]", Values, Normal, "2*((a + b) mod 2) + (b + c) mod 2"),
        ("exact_nim[3, 2]", Values, Normal, "min(a + b, (a + b + c) div 2)"),
        ("exact_nim[4, 2]", Outcomes, Normal, "c <= a"),
        ("subtraction[{1, 2}]", Values, Normal, "n mod 3"),
        ("subtraction[{2, 5}]", Values, Misere, "(if n mod 7 in {2, 3, 6} then 0 else if n mod 7 = 5 then 2 else 1)"),
        (
            "kayles",
            Values,
            Normal,
            "(if n = 0 then 0 else if n in {3, 6, 18, 39} then 3 else if n in {9, 21, 57} then 4 else if n = 28 then 5 \
             else if n in {11, 22, 34, 70} then 6 else if n = 15 then 7 else if n mod 12 in {1, 4, 8} then 1 \
             else if n mod 12 in {0, 5} then 4 else if n mod 12 in {6, 11} then 7 else if n mod 12 in {3, 9} then 8 else 2)",
        ),
        ("kayles", Outcomes, Normal, "P iff n = 0"),
        ("welter[2]", Values, Normal, "(a xor b) - 1"),
        ("nim[5]", Values, Normal, "a xor b xor c xor d xor e"),
    ] {
        let (found, claim) =
            found(&mut Session::new(), game, asks, play).unwrap_or_else(|| panic!("{game}: a formula"));
        assert!(claim.ends_with(form), "{claim}");
        assert_eq!(status("", &claim), Status::Proved, "{claim}");
        assert!(found.states > 1);
    }
}

/// The certificate states the formula, of the positions that ascend where these stand for all; and none with another number, order or game is one.
#[test]
fn the_certificate_of_a_formula_states_it() {
    let verified = |object: Value| grundy_certify::verify(&sealed(object), &mut |_| false).is_ok();
    for (text, asks, play) in [
        ("nim[2]", Asks::Values, Play::Normal),
        ("exact_nim[4, 2]", Asks::Outcomes, Play::Normal),
        ("subtraction[{2, 5}]", Asks::Values, Play::Misere),
        ("kayles", Asks::Values, Play::Normal),
        ("welter[2]", Asks::Values, Play::Normal),
    ] {
        let mut session = Session::new();
        let (found, _) = found(&mut session, text, asks, play).expect("a formula");
        assert!(found.checked.is_yes(), "{text}");
        let game = session.game(text, None).expect("a game");
        let right: Value =
            serde_json::from_str(&found.certificate(&game).expect("a certificate")).expect("a certificate is JSON");
        assert!(verified(right.clone()), "{text}");
        let opposite = json!(["not", right["holds"]]);
        let other = session.game("nim[1]", None).expect("a game").rules.canonical();
        for (key, value) in [("holds", opposite), ("rules", other), ("at", Value::Null), ("values", json!([]))] {
            let mut changed = right.clone();
            changed[key] = value;
            assert!(!verified(changed), "{text}: {key}");
        }
        // A smaller number of positions has the formula as well; a position that does not ascend need not.
        let mut fewer = right.clone();
        fewer["where"] = json!(["and", right["where"], ["=0", ["x", 0]]]);
        assert!(verified(fewer), "{text}");
        let mut more = right;
        more["where"] = json!(true);
        assert_eq!(verified(more), !found.ascends || text == "nim[2]" || text == "welter[2]", "{text}");
    }
}

#[test]
fn a_long_formula_is_checked_as_well() {
    let (_, claim) = found(&mut Session::new(), "slow_exact[3, 2]", Asks::Values, Play::Misere).expect("a formula");
    assert_eq!(status("", &claim), Status::Proved, "{claim}");
}

#[test]
fn what_has_no_short_formula_is_not_guessed() {
    for (game, asks) in [("wythoff", Asks::Outcomes), ("two_row_chomp", Asks::Values), ("star_nim[2]", Asks::Values)] {
        assert!(found(&mut Session::new(), game, asks, Play::Normal).is_none(), "{game}");
    }
}

/// Heaps that split: every formula that is found is true of a table, too.
#[test]
fn formulas_of_octal_games_are_true() {
    let mut noise = grundy_testing::Noise(23);
    let mut proved = 0;
    for _ in 0..grundy_testing::cases(32) {
        let digits: String = noise.bytes(2).iter().map(|byte| char::from(b'0' + byte % 8)).collect();
        let game = format!("octal[0.{digits}]");
        let Some((_, claim)) = found(&mut Session::new(), &game, Asks::Values, Play::Normal) else { continue };
        assert_eq!(status("", &claim), Status::Proved, "{claim}");
        proved += 1;
    }
    assert!(proved >= 2, "{proved} formulas");
}

#[test]
fn formulas_of_random_games_are_true() {
    let mut noise = grundy_testing::Noise(17);
    let mut proved = 0;
    for round in 0..grundy_testing::cases(64) {
        let bytes = noise.bytes(100);
        let case =
            if round % 2 == 0 { rays::rays(&mut Tape::new(&bytes)) } else { boxes::steps(&mut Tape::new(&bytes)) };
        let mut session = Session::new();
        if session.load("g.game", &case.text).is_err() || session.game(&case.asked, None).is_err() {
            continue;
        }
        let play = if round % 3 == 0 { Play::Misere } else { Play::Normal };
        let asks = if round % 4 < 2 { Asks::Values } else { Asks::Outcomes };
        let Some((_, claim)) = found(&mut session, &case.asked, asks, play) else { continue };
        let status = status(&case.text, &claim);
        assert!(matches!(status, Status::Proved | Status::Holds), "{claim}: {}", status.name());
        proved += usize::from(status == Status::Proved);
    }
    assert!(proved >= 2, "{proved} formulas");
}
