//! Claims with variable exponents and logarithms: they are proved with certificates, and certificates of which a number is changed are refused unless they are true.

use std::collections::BTreeMap;

use grundy_certify::verify;
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use crate::alike::certificates;

/// Is a certificate verified?
fn is_verified(object: &Value) -> bool {
    verify(&sealed(object.clone()), &mut |_| false).is_ok()
}

/// The certificate of the last claim of a text, which is verified.
fn last(text: &str) -> Value {
    let texts = certificates(text);
    let object: Value = serde_json::from_str(texts.last().expect("a certificate")).expect("JSON");
    assert_eq!(object["kind"], "claim", "{text}");
    assert!(is_verified(&object), "{text}");
    object
}

const ZEROS: &str = r#"game g = mark[{1}, {3}]
def threshold(k) = 2*3^k + (3^k - 3) div 2
claim "zeros" on g at (n): P iff (n - (count k in 1..log2(n + 1): threshold(k) < n)) mod 2 = 0 and not (any k in 1..log2(n + 1): threshold(k) = n)"#;
const VALUES: &str = r#"game g = mark[{1}, {3}]
claim "all" on g: automatic(G, 3)
claim "values" on g at (n) where N(g(n)):
    G = (if any k in 1..log2(n): n = 2*3^k + (3^k - 3) div 2 then 2
         else if 3 divides n and N(g(n div 3)) then 3 - G(g(n div 3))
         else 1)"#;
const OUTERMOST: &str = r#"game g = mark[{1}, {3}]
claim "all" on g: automatic(G, 3)
claim "outermost": all n in 0..10^15, k in 1..log2(n + 1) if n = 2*3^k + (3^k - 3) div 2: G(g(n)) = 2"#;
const RANGES: &str = r#"game g = mark[{1}, {3}]
claim "all" on g: automatic(G, 3)
claim "ranges" on g at (n) where n >= 1: all k in 1..log2(n), j in k..log2(n) + 1 if n = 2*3^k + (3^k - 3) div 2: G = 2 and (n < 3^j or j <= k)"#;
const LOGARITHMS: &str = r#"game bar(y, z) {
    require y <= z div 2
    move (v, z) for v in 0..y - 1
    move (min(y, w div 2), w) for w in 0..z - 1
}
claim "values" on bar: G = y xor z
claim "logarithms" on bar at (y, z) where z >= 1: log2(G) = log2(z)
claim "more" on bar at (y, z) where y >= 1: log2(y) + 1 <= log2(G + y) and 2^log2(G) <= z"#;

#[test]
fn certificates_of_powers_and_logarithms_are_verified() {
    for text in [ZEROS, VALUES, OUTERMOST, RANGES, LOGARITHMS] {
        last(text);
    }
}

/// Is 0 the value of the position n of i-Mark({1}, {3})?
fn zeros(to: usize) -> Vec<bool> {
    let mut zeros: Vec<bool> = vec![];
    for n in 0..to {
        let by_one = n > 0 && zeros[n - 1];
        let by_three = n > 0 && n % 3 == 0 && zeros[n / 3];
        zeros.push(!by_one && !by_three);
    }
    zeros
}

/// An expression of a certificate at a number; nothing where it is not defined.
fn evaluated(e: &Value, n: i128, vars: &BTreeMap<u64, i128>, zeros: &[bool]) -> Option<i128> {
    let Some(list) = e.as_array() else { return e.as_i64().map(i128::from).or_else(|| e.as_bool().map(i128::from)) };
    let at = |e: &Value| evaluated(e, n, vars, zeros);
    Some(match list[0].as_str()? {
        "x" => n,
        "v" => *vars.get(&list[1].as_u64()?)?,
        "ask" => i128::from(!zeros[usize::try_from(n).ok()?]),
        "sum" => {
            let mut sum = at(&list[1])?;
            for term in list[2].as_array()? {
                sum += at(&term[0])? * at(&term[1])?;
            }
            sum
        }
        "power" => at(&list[1])?.checked_pow(u32::try_from(at(&list[2])?).ok()?)?,
        "log2" => u128::try_from(at(&list[1])?).ok()?.checked_ilog2()?.into(),
        "div" => at(&list[1])?.checked_div_euclid(at(&list[2]).filter(|by| *by > 0)?)?,
        "mod" => at(&list[1])?.checked_rem_euclid(at(&list[2]).filter(|by| *by > 0)?)?,
        "=0" => i128::from(at(&list[1])? == 0),
        "<=0" => i128::from(at(&list[1])? <= 0),
        "not" => 1 - at(&list[1])?,
        "and" => i128::from(at(&list[1])? == 1 && at(&list[2])? == 1),
        "iff" => i128::from(at(&list[1])? == at(&list[2])?),
        "fold" => {
            let range = list[2][0].as_array()?;
            let mut count = 0;
            for k in at(&range[1])?..=at(&range[2])? {
                let mut vars = vars.clone();
                vars.insert(range[0].as_u64()?, k);
                count += evaluated(&list[4], n, &vars, zeros)?;
            }
            if list[1] == "count" { count } else { count.min(1) }
        }
        _ => return None,
    })
}

/// All ways to change one integer of an expression by 1 or 2, which is no number of a variable.
fn changes(e: &Value, all: &mut Vec<Value>) {
    let Some(list) = e.as_array() else {
        all.extend(e.as_i64().into_iter().flat_map(|n| [-2, -1, 1, 2].map(|more| json!(n + more))));
        return;
    };
    let named = matches!(list[0].as_str(), Some("x" | "v" | "ask"));
    for (at, part) in list.iter().enumerate().filter(|_| !named) {
        let mut parts = vec![];
        changes(part, &mut parts);
        all.extend(parts.into_iter().map(|part| {
            let mut new = list.clone();
            new[at] = part;
            Value::Array(new)
        }));
    }
}

#[test]
fn a_certificate_with_another_number_is_refused_unless_it_is_true() {
    let (object, zeros) = (last(ZEROS), zeros(800));
    let is_true = |holds: &Value| (0..800).all(|n| evaluated(holds, n, &BTreeMap::new(), &zeros) == Some(1));
    assert!(is_true(&object["holds"]));
    let mut all = vec![];
    changes(&object["holds"], &mut all);
    let (mut refused, mut verified) = (0, 0);
    for holds in all {
        let mut forged = object.clone();
        forged["holds"] = holds.clone();
        let is_verified = is_verified(&forged);
        assert!(!is_verified || is_true(&holds), "{holds}");
        *(if is_verified { &mut verified } else { &mut refused }) += 1;
    }
    // What stays true has, for one, a range that ends later.
    assert!(refused > 50 && verified > 1, "{refused}, {verified}");
}

#[test]
fn digits_of_another_base_say_other_powers() {
    let object = last(ZEROS);
    for base in [json!(2), json!(9), json!("fibonacci")] {
        let mut forged = object.clone();
        forged["values"][0]["base"] = base.clone();
        assert!(!is_verified(&forged), "{base}");
    }
    let text = object["holds"].to_string();
    for (from, to) in [
        ("\"power\",3", "\"power\",9"),
        ("\"power\",3", "\"power\",5"),
        ("\"any\",[[1,1,[\"log2\"", "\"any\",[[0,1,[\"log2\""),
        ("\"any\"", "\"all\""),
        ("[\"log2\",[\"sum\",1,[[1,[\"x\",0]]]]]", "[\"v\",0]"),
        ("[\"log2\",[\"sum\",1,[[1,[\"x\",0]]]]]", "4"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(text, changed, "{from}");
        let mut forged = object.clone();
        forged["holds"] = serde_json::from_str(&changed).expect("JSON");
        assert!(!is_verified(&forged), "{from} {to}");
    }
}
