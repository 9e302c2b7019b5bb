//! Claims about any number of piles: which are proved for all numbers, which are not and why, and that changed certificates are refused.

use grundy_claims::CheckOptions;
use serde_json::{Value, json};

use crate::alike::certificates;
use crate::claims::told::told;
use crate::sealed::refusal;

const RULES: &str =
    "game one_or_all[n](x[n]) { move x - t for t in bits(n) if nonzero(t) = 1 or nonzero(t) = n and n > 0 }
game one_or_left[n](x[n]) { move x - t for t in bits(n) if nonzero(t) = 1 or nonzero(t) = nonzero(x) and nonzero(t) > 0 }
game marks[n, S](x[n]) { move x with [i] = x[i] - s for i in 1..n, s in S if x[i] mod 2 = 0 or s = 1 }
game nimmed[n](x[n]) { move x with [i] = c for i in 1..n, c in 0..x[i] - 1 }
game up_to[n, s](x[n]) { move x - t for t in box(x) if nonzero(t) >= 1 and max(t) <= s }
game some_sum[n](x[n]) { move x - t for t in box(x) if nonzero(t) = 1 and max(t) <= 3 }
";

fn line(claim: &str) -> String {
    let options = CheckOptions { to: Some(2), ..CheckOptions::default() };
    told(&format!("{RULES}claim \"c\" {claim}"), &options)
}

/// Gurvich and Ho, Proposition 11 (1) and (2), for all n and k at once; sums of any number of games of subtraction; the trivial games of one pile at a time.
#[test]
fn what_is_true_of_any_number_of_piles() {
    for claim in [
        "on slow_moore[n, n] for n in 1..: P iff all v in x: v mod 2 = 0",
        "on slow_moore[n, n - 1] for n in 2..: P iff (count v in x: v mod 2 = 1) in {0, n}",
        "on slow_moore[n, k] for k in 1.., n in k..k + 1: P iff (count v in x: v mod 2 = 1) in {0, k + 1}",
        "on slow_moore[n, 1] for n in 1..: G = sum(x) mod 2",
        "on slow_moore[n, 1] for n in 1..: G = sum(x) mod 2 and G_misere = 1 - G",
        "on slow_moore[n, n] for n in 1..: P_misere iff (if nonzero(x) <= 1 then sum(x) mod 2 = 1 else all v in x: 2 divides v)",
        "on slow_moore[n, 1] for n in 1..: (sum(x) + 1) mod 2 = G_misere",
        "on slow_moore[n, n] for n in 1..: P iff any k in 0..99: (count v in x: v mod 2 = 1) = k and 2*k <= k",
        "on slow_moore[n, n] for n in 1..: N iff any v in x: v mod 2 = 1",
        "on slow_set[n, A] for n in 3.., A in {{1, 3}, {1}}: P iff sum(x) mod 2 = 0",
        "on slow_set[n, {1, 3}] for n in 1..: P_misere iff not 2 divides sum(x)",
        "on one_or_all[n] for n in 1.. if n mod 2 = 1: G = sum(x) mod 2",
        "on one_or_all[2*h + 1] for h in 0..: (P iff bit(sum(x), 0) = 0)",
        "on up_to[n, 2] for n in 1..: P iff all v in x: v mod 3 = 0",
        "on marks[n, {1, 2}] for n in 0..: G = 2*((count v in x: v mod 4 = 2) mod 2) + ((count v in x: v = 1 or v > 0 and v mod 4 = 0) mod 2)",
        "on some_sum[n] for n in 1..: G = (xor v in x: v mod 4)",
        "on slow_moore[n, n] for n in 1..: P iff nonzero(x mod 2) = 0",
    ] {
        let said = line(claim);
        assert!(said.starts_with("proved; true for every number of piles"), "{claim}\n{said}");
    }
}

/// A number of piles that is given has its proof, too, where automata that read each pile would be too large.
#[test]
fn so_many_piles() {
    for claim in [
        "on slow_moore[9, 9]: P iff all v in x: v mod 2 = 0",
        "on slow_moore[9, 8]: P iff (count v in x: v mod 2 = 1) in {0, 9}",
        // No formula says the outcomes; a table does.
        "on one_or_left[5]: (all v in x: v > 3) implies (P iff sum(x) mod 2 = 0)",
        "on one_or_left[6]: P and max(x) < 2 implies max(x) = 0",
        "on one_or_left[7] where sum(x) mod 2 = 1 and max(x) > 2: N or min(x) < 6",
        "on slow_set[7, {1, 3}]: G <= 1 and (P iff sum(x) mod 2 = 0)",
    ]
    .into_iter()
    .step_by(grundy_testing::every(2))
    {
        let said = told(&format!("{RULES}claim \"c\" {claim}"), &CheckOptions::default());
        assert!(said.starts_with("proved ") && said.contains("; true for piles of any sizes"), "{claim}\n{said}");
    }
}

#[test]
fn what_is_not_proved() {
    for (claim, words) in [
        ("on slow_moore[n, n] for n in 1..: P iff all v in x: v mod 2 = 1", "false"),
        ("on slow_moore[n, n - 1] for n in 2..: P iff (count v in x: v mod 2 = 1) = 0", "false"),
        // False for twelve piles alone.
        (
            "on slow_moore[n, n] for n in 1..: P iff nonzero(x mod 2) = 0 and n != 12",
            "from another position to one of these",
        ),
        ("on slow_moore[n, n] for n in 1..: P iff nonzero(x mod 2) = 0 or nonzero(x) = 1 and n = 9", "holds"),
        ("on slow_exact[n, n] for n in 1.. if n < 4: G = min(x) mod 2", "than how many piles there are of a kind"),
        ("on some_sum[n] for n in 0.. if n < 3: G = (xor v in x: v mod 4)", "there may be no pile"),
        (
            "on slow_moore[n, n] for n in 1.. if n < 4: P iff all v in x: v mod 2 = 0 and (v < n or v >= n)",
            "the size of a pile is compared with a parameter",
        ),
        ("on slow_moore[n, n] for n in 1.. if n < 4: P or N", "it is not of the form `P iff …` or `G = …`"),
        ("on slow_moore[n, n] where max(x) < 0 for n in 1..: N and P", "it speaks of no position of the games"),
        ("on nim[n] for n in 1.. if n < 4: P iff xor(x) = 0", "tokens that a move takes from one pile have no bound"),
        ("on silver_dollar[n] for n in 2.. if n < 3: P iff x[1] < 0 or P", "the rules have a `require`"),
        ("on nimmed[n] for n in 1.. if n < 4: P iff xor(x) = 0", "the values of `c` depend on the position"),
        ("on star_nim[n] for n in 2.. if n < 3: P iff x[1] < 0 or P", "the rules have a `require`"),
    ] {
        let said = line(claim);
        assert!(said.contains(words) && !said.starts_with("proved"), "{claim}\n{said}");
    }
}

/// The certificate with other contents.
fn changed(right: &Value, path: &str, wrong: &Value) -> Value {
    let mut forged = right.clone();
    *forged.pointer_mut(path).unwrap_or_else(|| panic!("{path} of {right}")) = wrong.clone();
    forged
}

#[test]
fn changed_certificates_are_refused() {
    let text = certificates(&format!("{RULES}claim \"c\" on up_to[n, 2] for n in 1..: P iff all v in x: v mod 3 = 0"));
    let [right] = &text[..] else { panic!("{text:?}") };
    let right: Value = serde_json::from_str(right).expect("JSON");
    assert_eq!((right["kind"].as_str(), refusal(&right)), (Some("piles"), None));
    for (path, wrong) in [
        ("/modulus", json!(2)),
        ("/modulus", json!(0)),
        ("/modulus", json!(1 << 20)),
        ("/threshold", json!(65)),
        ("/play", json!("misere")),
        ("/where", json!(true)),
        ("/says", json!({"P": true})),
        ("/says", json!({"P": false})),
        ("/says", json!({"G": 0})),
        ("/says", json!({"Q": true})),
        ("/of/0/count", json!(true)),
        ("/of", json!([])),
        ("/rules/moves/0/most", json!(1)),
        ("/rules/moves/0/guard", json!(true)),
        ("/rules/moves/0/of", json!([])),
        ("/rules/moves", json!([])),
        ("/rules/v", json!(2)),
        ("/rules/parameters", json!(0)),
    ] {
        assert!(refusal(&changed(&right, path, &wrong)).is_some(), "{path} {wrong}");
    }
    // A larger threshold, a multiple of the modulus, and a larger bound on what the condition bounds serve as well.
    for (path, other) in [("/threshold", json!(1)), ("/modulus", json!(6)), ("/rules/moves/0/most", json!(3))] {
        assert_eq!(refusal(&changed(&right, path, &other)), None, "{path} {other}");
    }
}

#[test]
fn changed_tables_are_refused() {
    let text = certificates(&format!("{RULES}claim \"c\" on one_or_left[5]: P implies min(x) < 4 or sum(x) mod 2 = 0"));
    let [right] = &text[..] else { panic!("{text:?}") };
    let right: Value = serde_json::from_str(right).expect("JSON");
    assert_eq!((right["kind"].as_str(), refusal(&right)), (Some("piles"), None));
    let values = right["says"]["table"].as_array().expect("a list").clone();
    let without_last = values[..values.len() - 1].to_vec();
    let mut other = values.clone();
    other[7] = json!(1 - values[7].as_u64().expect("a number"));
    for (path, wrong) in [
        ("/says/table", Value::from(without_last)),
        ("/says/table", Value::from([&values[..], &[json!(0)]].concat())),
        ("/says/table", Value::from(other)),
        ("/says/asks", json!("G")),
        ("/says/asks", json!("Q")),
        ("/says/holds", json!(false)),
        ("/threshold", json!(3)),
        ("/threshold", json!(5)),
        ("/modulus", json!(1)),
        ("/play", json!("misere")),
        ("/rules/length", json!(4)),
        ("/rules/length", json!(["x", 0])),
        ("/rules/parameters", json!(1)),
        ("/rules/moves/0/most", json!(0)),
        ("/rules/moves/0/guard", json!(true)),
    ] {
        assert!(refusal(&changed(&right, path, &wrong)).is_some(), "{path} {wrong}");
    }
    // Its options reach some 10^28 positions.
    let far = [
        ("/threshold", json!(0)),
        ("/modulus", json!(1)),
        ("/of", json!([])),
        ("/says/holds", json!(true)),
        ("/says/table", json!([0])),
        ("/rules/moves/0/most", json!(64)),
        ("/rules/length", json!(40)),
    ];
    let far = far.iter().fold(right, |right, (path, wrong)| changed(&right, path, wrong));
    let why = refusal(&far).expect("refused").to_string();
    assert!(why.contains("too many for this checker"), "{why}");
}
