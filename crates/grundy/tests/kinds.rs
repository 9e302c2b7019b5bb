//! Certificates of heaps of several kinds: what was changed in the numbering is refused.

use grundy::theory::periods::{Verdict, period};
use grundy::{EngineName, Evaluator, Options, Session};
use grundy_certify::verify;
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use crate::everywhere::refused;

/// Kayles on a fork: a handle of n pins, a centre and two tips, and rows of pins.
const FORK: &str = "game fork(t, n) {
    require t <= 1
    split (0, i), (t, n - 1 - i) for i in 0..n-1
    split (0, i), (t, n - 2 - i) for i in 0..n-2
    move (0, n + 2) if t = 1
    split (0, n), (0, 1), (0, 1) if t = 1
    split (0, n), (0, 1) if t = 1
    split (0, n - 1), (0, 1), (0, 1) if t = 1 and n >= 1
}";

/// The period and the preperiod along a line, and the certificate.
fn proved(line: &str) -> (u64, u64, Value) {
    let mut session = Session::new();
    session.load("own.game", FORK).expect("rules");
    let game = session.game("fork", None).expect("a game");
    let line = session.line(&game, line).expect("a line");
    let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &Options::default(), &mut |_| false) else {
        panic!("a proof")
    };
    let text = proof.certificate(&game).expect("a certificate");
    (proof.period.period, proof.period.preperiod, serde_json::from_str(&text).expect("JSON"))
}

/// Rows have the period of 0.77. That of the fork was computed by a program of its own, in C++, to 1200 pins.
#[test]
fn a_fork_with_a_long_handle_has_the_period_of_rows() {
    let (period, preperiod, certificate) = proved("(0, _)");
    assert_eq!((period, preperiod), (12, 71));
    let theorem = verify(&certificate.to_string(), &mut |_| false).expect("it holds");
    assert_eq!((theorem.period, theorem.preperiod), (Some(12), Some(71)));
    let (period, preperiod, certificate) = proved("(1, _)");
    assert_eq!((period, preperiod), (12, 69));
    verify(&certificate.to_string(), &mut |_| false).expect("it holds");
}

#[test]
fn a_changed_numbering_is_refused() {
    let (_, _, certificate) = proved("(1, _)");
    let refused = |change: &dyn Fn(&mut Value)| refused(&certificate, change);
    assert!(refused(&|c| c["preperiod"] = json!(70)).contains("G(n + 12) = G(n) for n = 69, too"));
    assert!(refused(&|c| c["period"] = json!(6)).contains("G(n + 6) is not G(n)"));
    let twice = |c: &mut Value| {
        c["kinds"]["period"] = (2 * c["kinds"]["period"].as_u64().expect("a number")).into();
        c["period"] = json!(24);
    };
    assert!(refused(&twice).contains("is a period, too"));
    assert!(refused(&|c| c["line"] = json!([2, "_"])).contains("none of its kinds"));
    assert!(refused(&|c| c["kinds"]["preperiod"] = json!(0)).contains("is not G(N)"));
    assert!(refused(&|c| c["kinds"]["period"] = json!(26)).contains("no multiple of its period"));
    assert!(refused(&|c| c["kinds"]["period"] = json!(25)).contains("multiple of `of`"));
    // A kind that moves leave is not numbered; two kinds share their residue; moves lead to larger numbers.
    assert!(
        refused(&|c| _ = c["kinds"]["numbered"].as_array_mut().map(|kinds| kinds.remove(0))).contains("not numbered")
    );
    assert!(refused(&|c| c["kinds"]["numbered"][0]["number"] = json!(1)).contains("different modulo"));
    refused(&|c| c["kinds"]["numbered"][1]["number"] = json!(1));
    assert!(refused(&|c| c["kinds"]["more"] = json!(1)).contains("the format does not know"));
    assert!(refused(&|c| _ = c.as_object_mut().map(|c| c.shift_remove("kinds"))).contains("one coordinate"));
}

/// Two heaps cancel only where they have values: from the heaps that these moves leave, play comes back.
#[test]
fn heaps_that_cancel_are_smaller() {
    for rules in [
        "move n - 1; split n - 1, 5, 5 if n >= 2",
        "split 5, 5 if n >= 1",
        "move n - 1; split n - 1, 900, 900 if n mod 8 = 7 and n >= 9",
    ] {
        let mut session = Session::new();
        session.load("own.game", &format!("game own(n) {{ {rules} }}")).expect("rules");
        let game = session.game("own", None).expect("a game");
        let line = session.line(&game, "(_)").expect("a line");
        let options = Options { engine: Some(EngineName::Heaps), ..Options::default() };
        let found = period(&game.rules, &line, &options, &mut |_| false);
        assert!(!matches!(found, Ok(Verdict::Proved(_))), "{rules}");
        assert!(Evaluator::new(&game.rules, options).value(&[20.into()]).is_err(), "{rules}");
    }
    // These have values, and a pair that cancels.
    let mut session = Session::new();
    session.load("own.game", "game own(n) { move n - 1; move n - 2; split n - 6, 2, 2 if n >= 6 }").expect("rules");
    let game = session.game("own", None).expect("a game");
    let line = session.line(&game, "(_)").expect("a line");
    let heaps = Options { engine: Some(EngineName::Heaps), ..Options::default() };
    let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &heaps, &mut |_| false) else { panic!("a proof") };
    let text = proof.certificate(&game).expect("a certificate");
    let theorem = verify(&text, &mut |_| false).expect("it holds");
    let plain =
        Evaluator::new(&game.rules, Options { plain: true, ..Options::default() }).table(&[60]).expect("values");
    let value = |n: u64| plain.get(&[n]).expect("a value");
    let (preperiod, period) = (theorem.preperiod.expect("a number"), theorem.period.expect("a number"));
    assert!((preperiod..60 - period).all(|n| value(n + period) == value(n)));
    // In misère play no two heaps cancel, and the same statement is refused, whatever its first values.
    let mut misere: Value = serde_json::from_str(&text).expect("JSON");
    misere["play"] = json!("misere");
    assert!(verify(&sealed(misere), &mut |_| false).is_err());
}
