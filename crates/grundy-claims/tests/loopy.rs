//! Claims about games in which play may go on for ever.

use grundy::Session;
use grundy_claims::{CheckOptions, Meter, Status, check, evaluate, read};

/// A token on a strip; from 3 on it may go up, to 6 at most. The values are 0, 1, 0, inf({0}), and inf({}) from 4 on.
const RING: &str = "game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }\n";

fn status(claim: &str) -> Status {
    let mut session = Session::new();
    let file = session.load("loopy.game", &format!("{RING}{claim}")).expect("a file");
    let statement = read(&session, &file).pop().expect("a claim");
    let verdict = check(&statement, &CheckOptions::default(), &Meter::default()).expect("a verdict");
    assert_eq!(verdict.status == Status::Proved, verdict.checked == Some(true) && verdict.counterexample.is_none());
    verdict.status
}

#[test]
fn true_claims_about_all_positions_are_proved() {
    for claim in [
        "D iff v >= 4",
        "P iff v in {0, 2}",
        "N iff v in {1, 3}",
        "(P or N or D) and not (P and N) and not (N and D) and not (P and D)",
        "G = (if v <= 2 then v mod 2 else if v = 3 then inf({0}) else inf({}))",
        "G != inf({0}) or v = 3",
        "G in 0..5 iff v <= 2",
        "G = 0 iff v in {0, 2}",
        "D(ring(4)) and G(ring(3)) = inf({0, 0}) and G(ring(3)) != G(ring(4)) and N(ring(3))",
        "v <= 2 implies G + 1 <= 2",
        "terminal iff v = 0",
        "G in {0, inf({0}), inf({})} iff v != 1",
    ] {
        assert_eq!(status(&format!("claim \"c\" on ring: {claim}")), Status::Proved, "{claim}");
    }
    assert_eq!(status("claim \"sum\" on ring + nim[1] at (3, k) where k <= 5: G = inf({k})"), Status::Proved);
}

#[test]
fn false_claims_have_counterexamples() {
    for claim in
        ["D iff v >= 3", "P iff v = 0", "not N", "G = inf({})", "v >= 3 implies G = inf({0})", "G(ring(3)) = 0"]
    {
        assert_eq!(status(&format!("claim \"c\" on ring: {claim}")), Status::False, "{claim}");
    }
}

/// What has no answer is neither true nor false.
#[test]
fn infinity_is_no_number() {
    for claim in ["G < 3", "G + 1 >= 1", "G <= G", "G_misere = 0"] {
        assert_eq!(status(&format!("claim \"c\" on ring: {claim}")), Status::Error, "{claim}");
    }
}

/// A claim about infinitely many positions holds as far as it was looked at.
#[test]
fn nothing_is_proved_of_infinitely_many_positions() {
    assert_eq!(status("claim \"sum\" on ring + nim[1] at (4, k) to 9: D"), Status::Holds);
    assert_eq!(status("claim \"sum\" on ring + nim[1] at (3, k) to 9: D"), Status::False);
}

/// Names that a file gives to something else keep their meaning.
#[test]
fn the_new_words_take_no_names_away() {
    for claim in [
        "def D = 4\nclaim \"c\": D = 4",
        "def inf(x) = x + 1\nclaim \"c\": inf(3) = 4",
        "def D(n) = n > 2\nclaim \"c\": D(3)",
        "claim \"c\" on nim[2] at (D, inf) where D <= 3 and inf <= 3: G = D xor inf",
        "game D(n) { move n - 1 }\nclaim \"c\": G(D(5)) = 1",
    ] {
        assert_eq!(status(claim), Status::Proved, "{claim}");
    }
}

#[test]
fn expressions_show_such_values() {
    let shown = |text: &str| {
        let mut session = Session::new();
        session.load("loopy.game", RING).expect("a file");
        evaluate(&mut session, text, &CheckOptions::default()).map(|value| value.to_string())
    };
    for (text, value) in [
        ("G(ring(3))", "inf({0})"),
        ("G(ring(3)) = inf({0})", "true"),
        ("[G(ring(v)) for v in 1..4]", "[1, 0, inf({0}), inf({})]"),
        ("[D(ring(3)), N(ring(3)), P(ring(2))]", "[false, true, true]"),
        ("inf({2, 0, 2})", "inf({0, 2})"),
        ("G(nim(5)) = inf({})", "false"),
        ("G(ring(1)) + 1", "2"),
    ] {
        assert_eq!(shown(text).as_deref(), Ok(value), "{text}");
    }
    for wrong in ["G(ring(3)) + 1", "inf(3)", "inf({4096})", "inf({}, {})", "inf", "D"] {
        assert!(shown(wrong).is_err(), "{wrong}");
    }
}
