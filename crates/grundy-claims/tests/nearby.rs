//! Claims about values near each other in games that subtract and divide: which are proved, and that changed certificates are refused.

use grundy_claims::{self, CheckOptions};
use serde_json::{Value, json};

use crate::alike::certificates;
use crate::claims::told::told;
use crate::sealed::refusal;

const MARK: &str = "game im = mark[{1}, {2, 3}]\n";

fn line(claim: &str) -> String {
    let options = CheckOptions { to: Some(60), ..CheckOptions::default() };
    told(&format!("{MARK}claim \"c\" {claim}"), &options)
}

/// The bounds of Nivasch and Rubinstein (Lemmas 9 and 10), the gaps of Friman and Nivasch, and bottlenecks (Definition 3).
#[test]
fn the_lemmas_about_one_and_two_and_three() {
    for claim in [
        "on im at (n): any i in 1..4: G(im(n + i)) = 0",
        "on im at (n): any i in 1..8: G(im(n + i)) = 1",
        "on im at (n): any i in 0..2: G(im(3*(n + i))) != 0",
        "on im at (n): any i in 0..5: G(im(3*(n + i))) = 0 or G(im(3*(n + i) - 1)) = 0",
        "on im at (n) where not 2 divides n and not 3 divides n: G <= 1 and (G = 0 iff N(im(n - 1)))",
        "on im at (n) where n mod 6 = 0 and n > 0: G != G(im(n div 2)) and G != G(im(n div 3))",
        "on im at (n): all i in 0..3: G(im(n + i)) = 0 implies G(im(n + i + 1)) > 0",
    ] {
        let said = line(claim);
        assert!(said.starts_with("proved") && said.ends_with("; all"), "{claim}: {said}");
    }
    // One less is false, and what only the first numbers break is false, too.
    for claim in [
        "on im at (n): any i in 1..3: G(im(n + i)) = 0",
        "on im at (n): any i in 0..1: G(im(3*(n + i))) != 0",
        "on im at (n): n != 3 or G > 2",
    ] {
        assert!(line(claim).starts_with("false"), "{claim}");
    }
}

#[test]
fn changed_certificates_are_refused() {
    let text = certificates(&format!("{MARK}claim \"c\" on im at (n): any i in 1..4: G(im(n + i)) = 0"));
    let [right] = &text[..] else { panic!("{text:?}") };
    let right: Value = serde_json::from_str(right).expect("JSON");
    assert_eq!((right["kind"].as_str(), refusal(&right)), (Some("views"), None));
    let number = |key: &str| right[key].as_u64().expect("a number");
    let shorter = right["holds"].to_string().replace('4', "3");
    for (key, wrong) in [
        ("holds", serde_json::from_str(&shorter).expect("JSON")),
        ("holds", json!(false)),
        ("play", json!("misere")),
        ("products", json!([5])),
        ("products", json!([0])),
        ("factor", json!(0)),
        ("more", json!(number("more") - 1)),
        ("steps", json!(number("steps") - 1)),
        ("steps", json!(u64::MAX)),
        ("modulus", json!(1)),
        ("modulus", json!(0)),
        ("questions", json!(0)),
    ] {
        let mut forged = right.clone();
        forged[key] = wrong.clone();
        assert!(refusal(&forged).is_some(), "{key} {wrong}");
    }
    // Other rules have their own values.
    let mut forged = right.clone();
    forged["rules"] = grundy::Session::new().game("mark[{1}, {2, 5}]", None).expect("a game").rules.canonical();
    assert!(refusal(&forged).is_some());
}
