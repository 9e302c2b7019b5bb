//! Certificates of claims that are changed: what is verified is true at small numbers, and all is refused in bounded time.

mod fine;

use grundy_certify::verify;
use grundy_testing::forge::{changed, nearby, sealed};
use proptest::prelude::*;
use serde_json::{Value, json};

use fine::is_fine;

/// Valid certificates: of sums over places, powers of 2, the least number that is left out, values of other positions, misère play, ranges and digits.
const FILES: [&str; 6] = [
    include_str!("data/claims/places.json"),
    include_str!("data/claims/powers.json"),
    include_str!("data/claims/mex.json"),
    include_str!("data/claims/half.json"),
    include_str!("data/claims/misere.json"),
    include_str!("data/claims/digits.json"),
];

/// Valid certificates of other kinds.
const OTHERS: [&str; 4] = [
    include_str!("data/claims/values.json"),
    include_str!("data/claims/correspondence.json"),
    include_str!("data/claims/convergence.json"),
    include_str!("data/claims/theorem.json"),
];

/// The number of steps of a proof.
const STEPS: u64 = 1 << 18;

fn refused(object: Value) -> bool {
    verify(&sealed(object), &mut |spent| spent.steps > STEPS).is_err()
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn certificates_are_verified() {
    for file in FILES {
        assert!(is_fine(file, u64::MAX), "{file}");
        let nearby = nearby(file).expect("a statement");
        assert!(verify(&nearby, &mut |_| false).is_ok(), "{nearby}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(600)))]

    #[test]
    fn what_is_verified_is_true_at_small_numbers(file in 0..FILES.len(), choices in prop::collection::vec(any::<u16>(), 40)) {
        let mut choices = choices.into_iter();
        let text = changed(FILES[file], &mut |below| usize::from(choices.next().unwrap_or(0)) % below);
        is_fine(&text, STEPS);
    }
}

#[test]
fn other_kinds_are_verified() {
    for file in OTHERS {
        assert!(verify(file, &mut |_| false).is_ok(), "{file}");
        // With a rule less there is another hash, and another game.
        let mut object = read(file);
        object["rules"]["families"].as_array_mut().expect("families").pop();
        assert!(refused(object), "{file}");
    }
}

/// Classes with a value less, or with the values of another residue, are not those of the game.
#[test]
fn classes_are_verified() {
    let file = include_str!("data/claims/classes.json");
    assert!(verify(file, &mut |_| false).is_ok());
    for (residue, values) in
        [(0, json!([0, 1, 2])), (1, json!([])), (1, json!([1])), (2, json!([0, 1])), (3, json!([0]))]
    {
        let mut object = read(file);
        object["classes"]["values"][residue] = values;
        assert!(refused(object), "{residue}");
    }
}

/// Two equal guesses agree at once, and guesses that differ at one residue may agree at another.
#[test]
fn guesses_that_stay_apart_are_verified() {
    let file = include_str!("data/claims/apart.json");
    assert!(verify(file, &mut |_| false).is_ok());
    let guesses = read(file)["guesses"].clone();
    for (key, other) in [
        ("guesses", json!([guesses[0], guesses[0]])),
        ("residue", json!(0)),
        ("every", json!(1)),
        ("every", json!(0)),
        ("modulus", json!(2)),
        ("modulus", json!(0)),
        ("start", json!(0)),
    ] {
        let mut object = read(file);
        object[key] = other;
        assert!(refused(object), "{key}");
    }
}

/// A statement without games' values, about one number.
fn statement(holds: Value) -> Value {
    let mut object = read(FILES[1]);
    object["holds"] = holds;
    object
}

#[test]
fn statements_that_grow_are_refused_in_bounded_time() {
    let mut same = json!(["=0", ["mod", ["x", 0], 3]]);
    let mut sum = json!(["mod", ["x", 0], 7]);
    let mut count = json!(["bit", ["x", 0], 1]);
    let mut any = json!(["<=0", ["sum", 0, [[1, ["x", 0]], [-1, ["v", 7]]]]]);
    for depth in 0..18 {
        same = json!(["iff", same, ["not", ["iff", same, ["=0", ["mod", ["x", 0], 2 + depth]]]]]);
        sum = json!(["fold", "sum", [[depth, 0, 40]], true, ["mod", ["sum", 0, [[1, sum], [1, ["v", depth]]]], 7]]);
        count = json!(["fold", "xor", [[depth, 0, 30]], true, ["sum", 0, [[1, count], [1, ["v", depth]]]]]);
        any = json!(["fold", "any", [[depth, 0, ["min", ["x", 0], 60]]], true, any]);
    }
    assert!(refused(statement(any)));
    assert!(refused(statement(json!(["=0", sum]))));
    assert!(refused(statement(json!(["=0", count]))));
    assert!(refused(statement(same)));
    let many: Vec<Value> = (0..64).map(|k| json!(["sum", k % 7, [[1, ["x", 0]]]])).collect();
    let long: Vec<Value> = (0..2000).map(|k| json!(["sum", k, [[1, ["x", 0]]]])).collect();
    for list in [many, long] {
        for word in ["min", "max", "xor", "product"] {
            let mut all = vec![json!(word)];
            all.extend(list.iter().cloned());
            let _ = refused(statement(json!(["=0", all])));
        }
        let _ = refused(statement(json!(["=0", ["rank", 30, list]])));
        let _ = refused(statement(json!(["=0", ["entry", ["x", 0], list]])));
        let pairs: Vec<Value> = list.iter().map(|e| json!([true, e])).collect();
        let _ = refused(statement(json!(["=0", ["mex", pairs]])));
    }
}

#[test]
fn large_numbers_are_refused() {
    let least = i128::MIN.to_string();
    let numbers = [json!(least), json!(i128::MAX.to_string()), json!("-18446744073709551616"), json!(1u64 << 40)];
    let x = json!(["x", 0]);
    for n in &numbers {
        for m in &numbers {
            for e in [
                json!(["div", x, n]),
                json!(["mod", ["sum", n, [[m, x]]], m]),
                json!(["gcd", x, n]),
                json!(["gcd", n, m]),
                json!(["power", n, m]),
                json!(["power", 2, ["sum", n, [[1, ["log2", x]]]]]),
                json!(["bit", x, n]),
                json!(["digit", x, [n, m]]),
                json!(["entry", n, [m]]),
                json!(["product", n, m, x]),
                json!(["abs", n]),
                json!(["xor", n, m]),
                json!(["log2", n]),
                json!(["sum", n, [[m, ["log2", x]]]]),
                json!([
                    "fold",
                    "sum",
                    [[0, 0, ["log2", ["sum", 1, [[1, x]]]]]],
                    true,
                    ["product", n, ["bit", x, ["v", 0]], ["power", 3, ["v", 0]]]
                ]),
                json!(["fold", "sum", [[0, n, m]], true, x]),
                json!(["fold", "max", [[0, n, m]], true, x]),
            ] {
                // Some of these are true, and all are looked at without a panic.
                let _ = refused(statement(json!(["=0", e])));
                let _ = refused(statement(json!(["<=0", ["sum", m, [[n, e]]]])));
            }
            let _ = refused(statement(json!(["divides", n, ["sum", m, [[1, x]]]])));
        }
    }
}
