//! Claims that only hold say why: the sentence, its code, and what was tried.

use grundy::Session;
use grundy_claims::{self, CheckOptions, Effort, Meter, Status, Verdict, WhyCode};

fn verdicts(text: &str, options: &CheckOptions) -> Vec<Verdict> {
    let mut session = Session::new();
    let file = session.load("why.game", text).expect("a file");
    let check = |s: &grundy_claims::Statement| grundy_claims::check(s, options, &Meter::default()).expect("a verdict");
    grundy_claims::read(&session, &file).iter().map(check).collect()
}

fn only(text: &str) -> Verdict {
    verdicts(text, &CheckOptions { to: Some(6), ..CheckOptions::default() }).pop().expect("a claim")
}

const DIVIDE: &str = "game divide(n, d) { move (n - d*i, d) for i in 1..n div d if d > 0 }\n";

#[test]
fn a_claim_that_only_holds_says_what_is_missing() {
    for (text, code, words) in [
        (
            &format!("{DIVIDE}claim \"c\" on divide at (n, d) where d > 0: G = n div d"),
            WhyCode::Rules,
            "for the values of `divide`, the move n -> n - d*i is not said: no automaton says division by a number that varies, `n div d`",
        ),
        (
            &"claim \"c\" on wythoff at (a, b): G + 2*min(a, b) >= max(a, b)".to_string(),
            WhyCode::Values,
            "for the values of `wythoff`, tables show an automaton of",
        ),
        (
            &"claim \"c\" on nim[2] at (a, b): G*G <= (a + b)*(a + b)".to_string(),
            WhyCode::Formula,
            "no automaton says a product of numbers that vary, `",
        ),
        (
            &"claim \"c\" on nim[1] at (b): isqrt(b) <= b".to_string(),
            WhyCode::Formula,
            "no automaton says the square root of a number that varies, `isqrt(b)`",
        ),
        (
            &"claim \"c\" on nim[1] at (b): floor(b*sqrt(19)) <= 5*b".to_string(),
            WhyCode::Formula,
            "no automaton says multiples of this square root, in digits that are known here, `floor(b*sqrt(19))`",
        ),
        (
            &"claim \"c\" on nim[1] at (b): floor(b*sqrt(2)) <= floor(b*phi)".to_string(),
            WhyCode::Formula,
            "no automaton says multiples of this square root beside what is said in other digits, `floor(b*sqrt(",
        ),
        (
            &"claim \"c\" on moore_nim[3, 2]: G <= x[1]*x[2] + x[1] + x[2] + x[3]".to_string(),
            WhyCode::Values,
            "for the values of `moore_nim[3, 2]`, a table with",
        ),
        (
            &"claim \"c\" to 5: tame(nim[1] + wythoff)".to_string(),
            WhyCode::Values,
            "for whether `nim[1] + wythoff` is tame, ",
        ),
        (
            &"claim \"c\" on kayles at (n): genus(kayles(n))[2] = G_misere".to_string(),
            WhyCode::Question,
            "the claim asks for more than values, positions and properties",
        ),
        (
            &"claim \"c\" on nim[7]: G <= sum(x) and G*G <= sum(x)^2".to_string(),
            WhyCode::Values,
            "the game has 7 coordinates, more than 5",
        ),
    ] {
        let verdict = only(text);
        let reason = verdict.reason.clone().unwrap_or_default();
        assert_eq!((verdict.status, verdict.why), (Status::Holds, Some(code)), "{text}\n{reason}");
        assert!(reason.starts_with("not proved for every position: ") && reason.contains(words), "{text}\n{reason}");
    }
}

#[test]
fn a_bound_of_the_claim_is_what_is_missing() {
    let bounded = only("claim \"c\" on nim[2] at (a, b) to 3: G = a xor b");
    assert_eq!((bounded.status, bounded.why), (Status::Holds, Some(WhyCode::Bound)));
    let beyond = only("claim \"c\" on nim[2] at (a, b) to 2: G <= 3");
    assert_eq!((beyond.status, beyond.why), (Status::Holds, Some(WhyCode::Beyond)), "{:?}", beyond.reason);
}

#[test]
fn all_that_was_tried_is_listed() {
    // Gurvich and Ho, Slow k-Nim, Theorem 3.
    let verdict = only(
        "def z(y) = 1 + y*(y + 1) div 2\ndef value(u, m, y) = if m < z(y) then u else z(y) - 1 + (m - z(y)) mod (y + 1)\n\
         claim \"c\" on moore_nim[3, 2]: G = value(sum(x), min(x), sum(x) - 3*min(x))",
    );
    let [induction, values, ..] = &verdict.tried[..] else { panic!("{:?}", verdict.tried) };
    assert!(
        induction.starts_with("the claim by induction along the moves: no automaton says a product"),
        "{induction}"
    );
    assert!(values.starts_with("the values of `moore_nim[3, 2]`: "), "{values}");
}

#[test]
fn effort_is_a_number_from_1_to_5() {
    let text = "claim \"c\" on exact_nim[3, 2] at (a, b, c): G = min((a + b + c) div 2, a + b + c - max(a, b, c))";
    let by = |effort| {
        let effort = Effort::of(effort).expect("an effort");
        let options = CheckOptions { to: Some(4), effort, ..CheckOptions::default() };
        verdicts(text, &options).pop().expect("a claim").status
    };
    assert_eq!([by(1), by(2), by(3)], [Status::Proved; 3]);
    assert_eq!(Effort::of(0).or(Effort::of(6)), None);
}

/// Where no position is looked at that a claim speaks of, it is proved or refuted by automata, or it is open; it does not hold for that.
#[test]
fn what_was_seen_at_no_position_does_not_hold() {
    let freely = |text: &str| verdicts(text, &CheckOptions::default()).pop().expect("a claim");
    let far = |says: &str| format!("claim \"far\" on nim[2] at (a, b) where min(a, b) > 30000: {says}\n");
    let proved = freely(&far("G <= a + b"));
    assert_eq!((proved.status, proved.positions), (Status::Proved, 0), "{:?}", proved.reason);
    let refuted = freely(&far("G <= a + b - 32768"));
    assert_eq!((refuted.status, refuted.positions), (Status::False, 0), "{:?}", refuted.reason);
    let open = freely("claim \"far\" on moore_nim[4, 3] at (a, b, c, d) where a > 300 and G > 5: G = 7 or b = c\n");
    let reason = open.reason.unwrap_or_default();
    assert_eq!((open.status, open.positions), (Status::Open, 0), "{reason}");
    assert!(!open.tried.is_empty(), "what was tried is told of it as well");
    assert!(reason.starts_with("no position to ") && reason.contains(" is one that it speaks of; "), "{reason}");
    for nothing in ["a > 30000 and a < 100", "a > 30 and a + b < 20"] {
        let nothing = freely(&format!("claim \"of none\" on nim[2] at (a, b) where {nothing}: G > a + b\n"));
        assert_eq!((nothing.status, nothing.positions), (Status::Holds, 0), "{:?}", nothing.reason);
        assert_eq!(nothing.reason.as_deref(), Some("it speaks of no position"));
    }
    // A bound that is asked for is kept.
    let bounded = freely("claim \"bounded\" on nim[2] at (a, b) where a > 300 to 70: G > a + b\n");
    assert_eq!((bounded.status, bounded.positions), (Status::Holds, 0));
}
