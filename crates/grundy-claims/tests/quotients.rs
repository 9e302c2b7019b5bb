//! Claims about misère quotients: proved where the quotient is that of all heaps, false one beside, open where none is known; their certificates, and forgeries.

use grundy::Session;
use grundy_claims::{CheckOptions, Meter, Status, Verdict};
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use crate::stated::{only, refusal};

const KAYLES: &str = r#"claim "Plambeck": quotient_size(octal[0.77]) = 40"#;

fn verdict(claim: &str) -> Verdict {
    let mut session = Session::new();
    let file = session.load("a.game", claim).expect("claims");
    let statements = grundy_claims::read(&session, &file);
    grundy_claims::check(&statements[0], &CheckOptions::default(), &Meter::default()).expect("a verdict")
}

/// The sizes of the literature: 0.77, 0.75, 0.71 and 0.15 (Plambeck and Siegel, 2008), 0.12 and 0.3, whose heaps are nim heaps of at most 1 and 2, and 0.0, without moves.
const SIZES: [(&str, u64); 6] = [
    ("octal[0.77]", 40),
    ("octal[0.75]", 8),
    ("octal[0.71]", 36),
    ("octal[0.15]", 42),
    ("octal[0.3]", 2),
    ("octal[0.0]", 1),
];

#[test]
fn sizes_are_proved_and_neighbours_are_false() {
    for (game, size) in SIZES {
        for (number, status) in [(size - 1, Status::False), (size, Status::Proved), (size + 1, Status::False)] {
            let verdict = verdict(&format!(r#"claim "c": quotient_size({game}) = {number}"#));
            assert_eq!((verdict.status, verdict.checked), (status, Some(true)), "{game} {number} {verdict:?}");
        }
    }
}

#[test]
fn sizes_stand_beside_periods_and_values() {
    only(r#"claim "both": quotient_size(kayles) = 40 and period(kayles(_)) = 12"#);
    only(r#"claim "two": quotient_size(octal[0.15]) > quotient_size(octal[0.77])"#);
    let mixed = r#"claim "values" on kayles at (n) where n <= 12: G_misere < quotient_size(kayles)"#;
    assert_eq!(verdict(mixed).status, Status::Proved);
}

#[test]
fn what_is_not_known_is_open_with_a_reason() {
    for (game, reason) in [
        ("nim[2]", "quotients are those of games of one heap"),
        ("nim[1]", "quotients are those of games of one heap"),
        ("octal[0.6]", "the quotient of `octal[0.6]` is known for the heaps up to 16 alone, with 304 elements"),
        ("wythoff", "quotients are those of games of one heap"),
    ] {
        let verdict = verdict(&format!(r#"claim "c": quotient_size({game}) = 40"#));
        assert_eq!(verdict.status, Status::Open, "{game}");
        let told = verdict.reason.expect("a reason");
        assert!(told.contains(reason), "{game}: {told}");
    }
}

#[test]
fn other_sizes_and_other_quotients_are_refused() {
    let kayles = only(KAYLES);
    let with = |changes: &[(&str, Value)]| {
        let mut object = kayles.clone();
        for (pointer, value) in changes {
            *object.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
        }
        refusal(&sealed(object))
    };
    for number in 38..=42 {
        let holds = json!(["=0", ["sum", -number, [[1, ["ask", 0, []]]]]]);
        assert_eq!(with(&[("/holds", holds)]).is_none(), number == 40, "{number}");
    }
    assert!(with(&[("/questions/0/play", json!("normal"))]).is_some());
    assert!(with(&[("/questions/0/asks", json!("period"))]).is_some());
    let theorem = |change: &dyn Fn(&mut Value)| {
        let mut theorem = kayles["theorems"][0].clone();
        change(&mut theorem);
        let whole: Value = serde_json::from_str(&sealed(theorem)).expect("JSON");
        with(&[("/theorems/0", whole), ("/holds", json!(true))])
    };
    assert_eq!(theorem(&|_| {}), None);
    // That of some heaps alone; one with another P-portion.
    assert!(
        theorem(&|quotient| {
            quotient.as_object_mut().expect("an object").retain(|key, _| key != "period" && key != "preperiod");
        })
        .is_some()
    );
    assert!(theorem(&|quotient| quotient["portion"] = json!([1])).is_some());
    // Another game has another quotient, whatever it is called.
    let guiles = only(r#"claim "Guiles": quotient_size(octal[0.15]) = 42"#);
    assert!(with(&[("/theorems/0", guiles["theorems"][0].clone())]).is_some());
}

/// A monoid twice as large that tells the same outcomes answers nothing: each element is doubled by a factor of order 2 that no outcome depends on.
#[test]
fn a_monoid_that_is_not_reduced_answers_nothing() {
    let nim = only(r#"claim "ones": quotient_size(octal[0.3]) = 2"#);
    let mut theorem = nim["theorems"][0].clone();
    assert_eq!(theorem["table"], json!([[0, 1], [1, 0]]));
    // 1, a, b = a^2, a^3 = 1 a cycle of order 4 in which a^2 is alike to 1.
    theorem["table"] = json!([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
    theorem["portion"] = json!([1, 3]);
    let heaps = theorem["heaps"]
        .as_array()
        .expect("heaps")
        .iter()
        .map(|heap| heap.as_u64().expect("an element"))
        .collect::<Vec<_>>();
    assert_eq!(heaps, [0, 1]);
    let whole: Value = serde_json::from_str(&sealed(theorem)).expect("JSON");
    assert_eq!(refusal(&whole.to_string()), None, "it is true");
    let mut object = nim.clone();
    (object["theorems"][0], object["holds"]) = (whole, json!(true));
    assert!(refusal(&sealed(object)).is_some());
}
