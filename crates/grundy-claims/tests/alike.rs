//! Claims that values are those of other positions, proved by a correspondence of moves: examples, claims that are false or do not follow, and random
//! games.

use std::sync::{Arc, Mutex};

use grundy::session::Game;
use grundy::theory::convergence::Convergence;
use grundy::theory::periods::{Period, Proof, Sequence};
use grundy::{Play, Session};
use grundy_certify::verify;
use grundy_claims::{self, Archive, CheckOptions, ClaimProof, Meter, Status, ValuesProof};
use grundy_testing::forge::sealed;
use grundy_testing::{Tape, boxes, rays};
use serde_json::{Value, json};

/// Keeps certificates.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<String>>);

impl Archive for Kept {
    fn period(&self, _: &Game, _: &Sequence, _: Play) -> Option<Period> {
        None
    }

    fn keep(&self, _: &Game, _: &mut Proof) {}

    fn keep_values(&self, _: &Game, _: &ValuesProof) {}

    fn keep_claim(&self, proof: &ClaimProof) {
        self.0.lock().expect("no panic").push(proof.text.clone());
    }

    fn keep_convergence(&self, _: &Game, _: &Convergence) {}
}

/// The certificates of a claim.
pub(crate) fn certificates(claim: &str) -> Vec<String> {
    let kept = Arc::new(Kept::default());
    let mut session = Session::new();
    let file = session.load("alike.game", claim).expect("a claim");
    let options = CheckOptions { archive: Some(kept.clone()), ..CheckOptions::default() };
    for statement in grundy_claims::read(&session, &file) {
        grundy_claims::check(&statement, &options, &Meter::default()).expect("no interruption");
    }
    kept.0.lock().expect("no panic").clone()
}

fn is_verified(certificate: &str) -> bool {
    verify(certificate, &mut |_| false).is_ok()
}

/// The statuses of the claims of a file; nothing where a claim cannot be read or evaluated. A claim with a bound that is true beyond it is proved, too.
fn statuses(text: &str) -> Vec<(String, Option<Status>)> {
    let mut session = Session::new();
    let Ok(file) = session.load("alike.game", text) else { return vec![] };
    let check = |statement: &grundy_claims::Statement| {
        let verdict =
            grundy_claims::check(statement, &CheckOptions::default(), &Meter::default()).expect("no interruption");
        let beyond = verdict.reason.as_ref().is_some_and(|reason| reason.starts_with("true for every position"));
        let status = if beyond { Status::Proved } else { verdict.status };
        (statement.name.clone(), verdict.error.is_none().then_some(status))
    };
    grundy_claims::read(&session, &file).iter().filter(|statement| statement.is_claim).map(check).collect()
}

fn all_are(status: Status, text: &str) {
    let found = statuses(text);
    assert!(!found.is_empty(), "{text}");
    for (name, found) in found {
        assert_eq!(found, Some(status), "{name}");
    }
}

#[test]
fn values_are_those_of_other_positions() {
    all_are(
        Status::Proved,
        r#"
claim "a sum" on wythoff + kings_table at (a, b, c, d): G = G(wythoff(a, b)) xor G(kings_table(c, d))
claim "exchanged" on wythoff at (a, b): G = G(wythoff(b, a))
claim "exchanged, misère" on wythoff at (a, b): G_misere = G_misere(wythoff(b, a))
claim "both plays" on euclid_like at (a, b): G = G(euclid_like(b, a)) and G_misere = G_misere(euclid_like(b, a))
claim "Farr and Ho, Theorem 2" on star_silver_dollar[[1, 4]] at ([a], [b, c, d, e]):
    G = G(star_silver_dollar([a], [b, c])) xor (e - d - 1)
claim "numbers alone" on silver_dollar[5] at (a, b, c, d, e): G = a xor (c - b - 1) xor (e - d - 1)
claim "parity of passes" on pass(wythoff, 3) at (a, b, p): G = G(pass(wythoff)(a, b, p mod 2))
claim "differences" on slow_moore[4, 3] at (a, b, c, d) where a <= b <= c <= d:
    G = G(slow_moore[3, 3](b - a, c - a, d - a))
claim "known values inside" on exactly(2; exact_nim[2, 2], nim[1], nim[1]) at (a, b, c, d):
    G = G(exact_nim[2](G(exact_nim[2](a, b)), c, d))
claim "a pass" on pass(exact_nim[2, 2] + nim[1]) at (a, b, c, p): G = G(pass(nim[2])(G(exact_nim[2](a, b)), c, p))
claim "a row that no move leaves" on exco_nim[2] at (0, a, b): G = G(moore_nim[1](a, b))
claim "halves" on steps_of_two at (n): G_misere = G_misere(subtraction[{1}](n div 2))
claim "a move back" on ladder at (n): G = G(subtraction[{1, 2}](n mod 3))

game kings_table(a, b) {
    move (a - 1, b)
    move (a, b - 1)
    move (a - 1, b - 1)
}
game euclid_like(a, b) {
    move (a - b, b) if b > 0
    move (a, b - a) if a > 0
    move (a - 1, b - 1)
}
game steps_of_two(n) { move n - 2 }
game ladder(n) {
    move n - 1
    move n - 2 if n mod 3 = 2
}
"#,
    );
}

#[test]
fn what_is_false_or_does_not_follow_is_not_proved() {
    all_are(
        Status::False,
        r#"
claim "another gap" on star_silver_dollar[[1, 3]] at ([a], [b, c, d]): G = G(star_nim(a, b)) xor (d - c)
claim "one more" on nim[2] at (a, b): G = G(nim(a)) xor G(nim(b + 1))
claim "a sum in misère play" on wythoff + nim[1] at (a, b, n): G_misere = G_misere(wythoff(a, b))
claim "all passes are one" on pass(wythoff, 3) at (a, b, p): G = G(pass(wythoff)(a, b, min(p, 1)))
claim "a part that moves change twice" on nim[2] at (a, b): G = G(wythoff(a, b))
claim "an option too few" on subtraction[{1, 3}] at (n): G = G(subtraction[{1, 2}](n))
claim "where f(x) is terminal, and x is not" on ladder at (n): G_misere = G_misere(subtraction[{1, 2}](n mod 3))

game ladder(n) {
    move n - 1
    move n - 2 if n mod 3 = 2
}
"#,
    );
    // True as far as is seen; a move leads out of the positions of the claim.
    all_are(
        Status::Holds,
        "claim \"not closed\" on reversed_nim[1, false] at (a, b) where a > 1 and b > 1 to 30: G = G(shared_nim[2, false](a, b))",
    );
}

#[test]
fn certificates_are_verified_and_changes_refused() {
    let dollar = "claim \"c\" on star_silver_dollar[[1, 3]] at ([a], [b, c, d]): G = G(star_nim(a, b)) xor (d - c - 1)";
    let passes = "claim \"c\" on pass(wythoff, 3) at (a, b, p): G = G(pass(wythoff)(a, b, p mod 2))";
    let row = "claim \"c\" on exco_nim[2] at (0, a, b): G = G(moore_nim[1](a, b))";
    let halves = "claim \"c\" on by_two at (n): G_misere = G_misere(subtraction[{1}](n div 2))
        game by_two(n) { move n - 2 }";
    let [dollar, passes, row, halves] = [dollar, passes, row, halves].map(|claim| {
        let found = certificates(claim);
        assert!(found.len() == 1 && is_verified(&found[0]), "{claim}: {found:?}");
        serde_json::from_str::<Value>(&found[0]).expect("JSON")
    });
    let (x, y) = (json!(["x", 0]), json!(["x", 1]));
    let rules = |text: &str| Session::new().game(text, None).expect("a game").rules.canonical();
    for (object, place, other) in [
        (&dollar, "/numbers/0", json!(["sum", 0, [[1, ["x", 3]], [-1, ["x", 2]]]])),
        (&dollar, "/numbers/0", json!(["sum", -1, [[1, ["x", 2]], [-1, ["x", 1]]]])),
        (&dollar, "/numbers", json!([])),
        (&dollar, "/games", json!([])),
        (&dollar, "/games/0/rules", rules("nim[2]")),
        (&dollar, "/games/0/at/0", y.clone()),
        (&dollar, "/games/0/at", json!([x.clone()])),
        (&dollar, "/games/0/falls", json!([1, 0])),
        (&dollar, "/falls", json!([1, 1, 1])),
        (&dollar, "/falls", json!([0, 0, 0, 1])),
        (&dollar, "/play", json!("misere")),
        (&dollar, "/where", json!(["<=0", ["sum", 5, [[-1, ["x", 3]]]]])),
        (&dollar, "/rules", rules("silver_dollar[4]")),
        (&passes, "/games/0/at/2", json!(0)),
        (&passes, "/games/0/at/2", json!(["min", ["x", 2], 1])),
        (&passes, "/games/0/rules", rules("pass(nim[2])")),
        (&row, "/where", json!(true)),
        (&row, "/games/0/rules", rules("wythoff")),
        (&halves, "/games/0/at", json!([x])),
        (&halves, "/numbers", json!([0])),
    ] {
        let mut changed = object.clone();
        *changed.pointer_mut(place).expect("a place") = other.clone();
        assert!(!is_verified(&sealed(changed)), "{place} {other}");
    }
    // A condition that moves keep states less.
    let mut fewer = dollar;
    fewer["where"] = json!(["<=0", ["sum", -9, [[1, ["x", 3]]]]]);
    assert!(is_verified(&sealed(fewer)));
}

#[test]
fn outcomes_are_told_by_values_of_other_positions() {
    all_are(
        Status::Proved,
        r#"
claim "three piles from two" on pass(nim[3]) at (x, y, z, 1): P iff G(pass(nim[2])(x, y, 1)) = z
claim "the others" on pass(nim[3]) at (x, y, z, 1): N iff G(pass(nim[2])(x, y, 1)) != z
claim "another order" on pass(nim[3]) at (x, y, z, 1): G(pass(nim[2])(z, x, 1)) = y iff P
claim "both numbers of passes" on pass(nim[3]) at (x, y, z, p): P iff G(pass(nim[2])(x, y, p)) = z
claim "four piles from three" on pass(nim[4]) at (w, x, y, z, 1): P iff G(pass(nim[3])(w, x, y, 1)) = z
claim "no automaton has the values" on pass(wythoff + nim[1]) at (a, b, c, 1): P iff G(pass(wythoff)(a, b, 1)) = c
claim "two values" on pass(wythoff + bar[z -> z div 2]) at (a, b, y, z, 1):
    P iff G(pass(wythoff)(a, b, 1)) = G(bar[z -> z div 2](y, z))
claim "a sum" on wythoff + wythoff at (a, b, c, d): P iff G(wythoff(a, b)) xor G(wythoff(c, d)) = 0
claim "outcomes alone" on steps_of_two at (n): P iff P(subtraction[{1}](n div 2))
claim "the own value" on pass(nim[2]) at (x, y, 1): G(pass(nim[2])(x, G, 1)) = y
claim "the own value of more" on pass(nim[3]) at (x, y, z, p): G(pass(nim[3])(x, y, G, p)) = z
claim "a pass and values" on pass(exact_nim[2, 2] + nim[1]) at (a, b, c, 1): G = G(pass(nim[2])(min(a, b), c, 1))

game steps_of_two(n) { move n - 2 }
"#,
    );
    all_are(
        Status::False,
        r#"
claim "one more" on pass(nim[3]) at (x, y, z, 1): P iff G(pass(nim[2])(x, y, 1)) = z + 1
claim "no pass" on pass(nim[3]) at (x, y, z, 1): P iff G(pass(nim[2])(x, y, 0)) = z
claim "misère" on pass(nim[3]) at (x, y, z, 1): P_misere iff G_misere(pass(nim[2])(x, y, 1)) = z
claim "a value at its end beside another" on pass(chain + nim[1]) at (v, n, 1): P iff G(pass(nim[1])(n, 1)) = G(chain(v))
claim "the own value without the pass" on pass(nim[2]) at (x, y, 1): G(pass(nim[2])(x, G, 0)) = y
claim "no symmetry" on wythoff at (x, y): G(wythoff(x, G)) = y
claim "the own value, misère" on pass(nim[2]) at (x, y, 1): G_misere(pass(nim[2])(x, G_misere, 1)) = y
claim "the value, not the outcome" on pass(nim[3]) at (x, y, z, 1): G = G(pass(nim[2])(x, y, 1)) xor z

game chain = graph[{[1, 0], [2, 1]}]
"#,
    );
}

#[test]
fn certificates_of_outcomes_are_verified_and_changes_refused() {
    let found = certificates("claim \"c\" on pass(nim[3]) at (x, y, z, 1): P iff G(pass(nim[2])(x, y, 1)) = z");
    assert!(found.len() == 1 && is_verified(&found[0]), "{found:?}");
    let object: Value = serde_json::from_str(&found[0]).expect("JSON");
    assert_eq!((&object["says"], &object["among"]), (&json!("P"), &json!(true)), "{object}");
    let (is_one, is_none) = (object["where"].clone(), json!(["=0", ["x", 3]]));
    let rules = |text: &str| Session::new().game(text, None).expect("a game").rules.canonical();
    let z = json!(["x", 2]);
    for (place, other) in [
        // The values are others.
        ("/says", Value::Null),
        ("/says", json!("N")),
        // A pass leads out of these positions.
        ("/among", is_one),
        // The positions of the statement are not among these.
        ("/among", is_none),
        ("/among", json!(false)),
        ("/games/0/at/2", json!(1)),
        ("/games/0/at/2", json!(0)),
        ("/games/0/at/1", z.clone()),
        ("/games/0/rules", rules("pass(wythoff)")),
        ("/games", json!([])),
        ("/numbers", json!([])),
        ("/numbers/0", json!(["sum", 1, [[1, z]]])),
        ("/falls", json!([1, 1, 1, 0])),
        ("/games/0/falls", json!([1, 1, 0])),
        ("/rules", rules("pass(wythoff + nim[1])")),
        ("/play", json!("misere")),
    ] {
        let mut changed = object.clone();
        match other {
            Value::Null => _ = changed.as_object_mut().map(|object| object.shift_remove("says")),
            other => *changed.pointer_mut(place).expect("a place") = other,
        }
        assert!(!is_verified(&sealed(changed.clone())), "{place} {changed}");
    }
    // With the other numbers of passes, it states more.
    let mut more = object.clone();
    more["where"] = json!(true);
    assert!(is_verified(&sealed(more)));
    // In misère play nothing is said of outcomes, though one game follows another.
    let one = certificates("claim \"c\" on two at (n): P iff P(subtraction[{1}](n div 2))\ngame two(n) { move n - 2 }");
    assert!(one.len() == 1 && is_verified(&one[0]), "{one:?}");
    let mut misere: Value = serde_json::from_str(&one[0]).expect("JSON");
    misere["play"] = json!("misere");
    assert!(!is_verified(&sealed(misere)));
}

#[test]
fn certificates_of_own_values_are_verified_and_changes_refused() {
    let found = certificates("claim \"c\" on pass(nim[2]) at (x, y, 1): G(pass(nim[2])(x, G, 1)) = y");
    assert!(found.len() == 1 && is_verified(&found[0]), "{found:?}");
    let object: Value = serde_json::from_str(&found[0]).expect("JSON");
    let rules = |text: &str| Session::new().game(text, None).expect("a game").rules.canonical();
    assert_eq!((&object["says"], &object["rules"]), (&json!("own"), &rules("pass(nim[2])")), "{object}");
    for (place, other) in [
        // The same is not said of the position itself.
        ("/says", json!("P")),
        ("/rules", rules("wythoff")),
        ("/rules", rules("pass(wythoff)")),
        ("/rules", rules("pass(nim[3])")),
        ("/games/0/rules", rules("pass(wythoff)")),
        ("/games/0/at/1", json!(["x", 1])),
        ("/games/0/at/1", json!(["sum", 1, [[1, ["x", 3]]]])),
        ("/games/0/at/2", json!(0)),
        ("/numbers/0", json!(["x", 0])),
        ("/numbers/0", json!(["x", 3])),
        ("/among", json!(["=0", ["x", 2]])),
        ("/falls", json!([1, 1, 1])),
        ("/falls", json!([1, 1, 1, 0])),
        ("/coordinates", json!("differences")),
        ("/play", json!("misere")),
    ] {
        let mut changed = object.clone();
        *changed.pointer_mut(place).expect("a place") = other;
        assert!(!is_verified(&sealed(changed.clone())), "{place} {changed}");
    }
    let mut more = object;
    more["where"] = json!(true);
    assert!(is_verified(&sealed(more)));
}

/// Rows that are told, and what is claimed of the other positions of reversed strips.
const ROWS: &str = "claim \"shared\" on shared_nim[2, false] at (a, b) where min(a, b) < 2: G = abs(a - b) - 1
claim \"reversed\" on reversed_nim[1, false] at (a, b) where a + b > 1 and min(a, b) <= 1: G = a + b - 2
claim \"the order\" on reversed_nim[1, false] at (a, b) where a > 1 and b > 1: ";

#[test]
fn moves_may_lead_to_known_values() {
    let proved = |claim: &str| all_are(Status::Proved, &format!("{ROWS}{claim}"));
    proved("G = G(shared_nim[2, false](a, b))");
    proved("P iff P(shared_nim[2, false](a, b))");
    all_are(
        Status::Proved,
        "claim \"shared\" on shared_nim[k + 1, false] at (a, b) where min(a, b) <= k for k in 0..: G = abs(a - b) - 1
        claim \"reversed\" on reversed_nim[k, false] at (a, b) where a + b > k and min(a, b) <= k for k in 0..: G = a + b - k - 1
        claim \"the order\" on reversed_nim[k, false] at (a, b) where min(a, b) > k for k in 0..: G = G(shared_nim[k + 1, false](a, b))",
    );
    let found = statuses(&format!("{ROWS}G = G(shared_nim[2, false](a + 1, b))"));
    assert_eq!(found[2].1, Some(Status::False));
}

#[test]
fn certificates_with_known_values_are_verified_and_changes_refused() {
    let found = certificates(&format!("{ROWS}G = G(shared_nim[2, false](a, b))"));
    let is_alike = |text: &&String| text.contains("\"kind\":\"correspondence\"");
    let found: Vec<&String> = found.iter().filter(is_alike).collect();
    assert!(found.len() == 1 && is_verified(found[0]), "{found:?}");
    let object: Value = serde_json::from_str(found[0]).expect("JSON");
    assert_eq!(object["beyond"], json!([0, 1]), "{object}");
    let rules = |text: &str| Session::new().game(text, None).expect("a game").rules.canonical();
    for (place, other) in [
        ("/beyond", json!([1, 0])),
        ("/beyond", json!([0, 0])),
        ("/beyond", json!([0])),
        ("/beyond", json!([0, 2])),
        ("/beyond", json!(null)),
        ("/where", json!(true)),
        ("/where", json!(["<=0", ["sum", 3, [[-1, ["x", 0]]]]])),
        ("/numbers", json!([0])),
        ("/play", json!("misere")),
        ("/known/values/0/game", json!(1)),
        ("/known/games/0", rules("reversed_nim[2, false]")),
        ("/known/games/1", rules("shared_nim[3, false]")),
        ("/games/0/rules", rules("shared_nim[3, false]")),
        ("/rules", rules("reversed_nim[2, false]")),
    ] {
        let mut changed = object.clone();
        *changed.pointer_mut(place).expect("a place") = other;
        assert!(!is_verified(&sealed(changed.clone())), "{place} {changed}");
    }
    // Without the key, or with values that are said of no position, nothing is known of the options.
    let mut changed = object.clone();
    changed.as_object_mut().expect("an object").shift_remove("beyond");
    assert!(!is_verified(&sealed(changed)));
    // Each block speaks of the rows; a graph that accepts other values is refused, and so is one for all positions.
    for block in 0..2 {
        let mut changed = object.clone();
        let domain = changed["known"]["values"][block].as_object_mut().expect("an object").shift_remove("domain");
        assert!(domain.is_some() && !is_verified(&sealed(changed)));
        let mut changed = object.clone();
        let accepts = changed.pointer_mut(&format!("/known/values/{block}/graph/accepts")).expect("a place");
        let turned =
            accepts.as_array().expect("a list").iter().map(|accepts| json!(!accepts.as_bool().expect("a truth")));
        *accepts = turned.collect();
        assert!(!is_verified(&sealed(changed)));
    }
}

/// Random games: a check compares each proof with tables, and ends the test where they differ. Some claims are proved, and some are false.
#[test]
fn random_claims_about_other_positions_agree_with_tables() {
    let mut noise = grundy_testing::Noise(41);
    let (mut proved, mut refuted) = (0, 0);
    for round in 0..grundy_testing::slow_cases(32) {
        let bytes = noise.bytes(100);
        let case =
            if round % 2 == 0 { rays::rays(&mut Tape::new(&bytes)) } else { boxes::steps(&mut Tape::new(&bytes)) };
        let (asked, width) = (&case.asked, case.hi.len());
        if width > 3 {
            continue;
        }
        let names = ["a", "b", "c"][..width].join(", ");
        let turned: Vec<&str> = ["a", "b", "c"][..width].iter().rev().copied().collect();
        let (turned, shifted) = (turned.join(", "), names.replacen('a', "a + 1", 1));
        let claims = [
            format!("on {asked} at ({names}) to 8: G = G(({asked})({turned}))"),
            format!("on {asked} at ({names}) to 8: G_misere = G_misere(({asked})({turned}))"),
            format!("on {asked} at ({names}) to 8: G = G(({asked})({shifted}))"),
            format!("on {asked} + nim[1] at ({names}, n) to 8: G = G(({asked})({names})) xor n"),
            format!("on {asked} + nim[1] at ({names}, n) to 8: G = G(({asked})({names})) xor (n + 1)"),
            format!("on pass({asked}, 2) at ({names}, p) to 8: G = G(pass({asked})({names}, p mod 2))"),
            format!("on pass({asked}) at ({names}, p) to 8: G_misere = G_misere(({asked})({names}))"),
            format!("on {asked} + nim[1] at ({names}, n) to 8: P iff G(({asked})({names})) = n"),
            format!("on pass({asked} + nim[1]) at ({names}, n, 1) to 8: P iff G(pass({asked})({names}, 1)) = n"),
            format!("on pass({asked} + nim[1]) at ({names}, n, 1) to 8: P iff G(pass({asked})({names}, 0)) = n"),
            format!("on pass({asked} + nim[1]) at ({names}, n, 1) to 8: G = G(pass({asked})({names}, 1)) xor n"),
        ];
        let claims = claims.iter().enumerate().map(|(i, claim)| format!("claim \"{i}\" {claim}"));
        let text = format!("{}\n{}", case.text, claims.collect::<Vec<_>>().join("\n"));
        for (_, status) in statuses(&text) {
            proved += usize::from(status == Some(Status::Proved));
            refuted += usize::from(status == Some(Status::False));
        }
    }
    assert!(proved >= 6 && refuted >= 6, "{proved} are proved, {refuted} are false");
}
