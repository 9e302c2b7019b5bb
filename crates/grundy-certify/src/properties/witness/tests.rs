//! Heaps that split: a position breaks a property exactly if it does by a recursion over lists of heaps, in both plays.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::form::certificate::hash;
use crate::{Refusal, verify};

/// The heaps that are tried.
const MOST: usize = 8;

/// Some octal codes, one digit for each number of tokens taken: 1 allows to leave nothing, 2 to leave a heap, 4 to leave two.
const CODES: [&[u8]; 6] = [&[7, 7], &[1, 3, 7], &[0, 7], &[4], &[5, 2, 4], &[3, 3]];

type Pair = (usize, usize);
type Heaps = Vec<usize>;

/// What the moves of a list of heaps lead to.
fn options(code: &[u8], heaps: &Heaps) -> BTreeSet<Heaps> {
    let mut all = BTreeSet::new();
    for (number, heap) in heaps.iter().enumerate() {
        for (taken, digit) in (1..=*heap).zip(code) {
            let left = heap - taken;
            let mut leave = |parts: &[usize]| {
                let mut others = heaps.clone();
                others.remove(number);
                others.extend(parts);
                others.sort_unstable();
                all.insert(others);
            };
            if left == 0 && digit & 1 != 0 {
                leave(&[]);
            }
            if left > 0 && digit & 2 != 0 {
                leave(&[left]);
            }
            if digit & 4 != 0 {
                (1..left).for_each(|one| leave(&[one, left - one]));
            }
        }
    }
    all
}

/// The values in normal and misère play.
fn pair(code: &[u8], heaps: &Heaps, known: &mut BTreeMap<Heaps, Pair>) -> Pair {
    if let Some(pair) = known.get(heaps) {
        return *pair;
    }
    let pairs: Vec<Pair> = options(code, heaps).iter().map(|option| pair(code, option, known)).collect();
    let least = |of: &dyn Fn(&Pair) -> usize| (0..).find(|n| pairs.iter().all(|pair| of(pair) != *n)).expect("one");
    let found = (least(&|pair| pair.0), if pairs.is_empty() { 1 } else { least(&|pair| pair.1) });
    known.insert(heaps.clone(), found);
    found
}

fn breaks(code: &[u8], name: &str, heaps: &Heaps, known: &mut BTreeMap<Heaps, Pair>) -> bool {
    let (n, m) = pair(code, heaps, known);
    let is_swap = n + m == 1;
    let options_of = |heaps: &Heaps| options(code, heaps);
    let mut pairs = |heaps: &Heaps| options_of(heaps).iter().map(|o| pair(code, o, known)).collect::<Vec<Pair>>();
    match name {
        "tame" => !is_swap && n != m,
        "pet" => !is_swap && (n != m || n < 2),
        "domestic" => (n == 0 || m == 0) && n + m >= 2,
        "miserable" => !is_swap && pairs(heaps).contains(&(0, 1)) != pairs(heaps).contains(&(1, 0)),
        "forced" => is_swap && pairs(heaps).iter().any(|pair| *pair != (m, n)),
        "returnable" => {
            is_swap && options_of(heaps).iter().any(|o| !pairs(o).is_empty() && !pairs(o).contains(&(n, m)))
        }
        _ => panic!("{name} has no definition here"),
    }
}

/// The rules of a code.
fn rules(code: &[u8]) -> Value {
    let mut families = vec![];
    for (taken, digit) in (1i64..).zip(code) {
        let left = json!(["sum", -taken, [[1, ["x", 0]]]]);
        let family = |params: Value, guard: Value, tuples: Value| json!({"before": true, "params": params, "guard": guard, "targets": [{"leaf": 0, "tuples": tuples}]});
        if digit & 1 != 0 {
            families.push(family(json!([]), json!(["=0", left]), json!([])));
        }
        if digit & 2 != 0 {
            let positive = json!(["<=0", ["sum", taken + 1, [[-1, ["x", 0]]]]]);
            families.push(family(json!([]), positive, json!([[left]])));
        }
        if digit & 4 != 0 {
            let other = json!(["sum", -taken, [[1, ["x", 0]], [-1, ["v", 0]]]]);
            let most = json!(["sum", -taken - 1, [[1, ["x", 0]]]]);
            families.push(family(json!([[1, most]]), true.into(), json!([[["v", 0]], [other]])));
        }
    }
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own"], "leaves": [{"first": 0, "length": 1}], "requires": [], "families": families, "parts": [],
    })
}

/// A statement about a game that is evaluated, with one question, is verified.
fn is_verified(code: &[u8], question: Value, holds: Value, most: Option<Value>) -> Result<(), Refusal> {
    let rules = rules(code);
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "games": [], "values": [], "questions": [question], "variables": 0, "at": null, "where": true, "all": [], "if": true, "holds": holds,
    });
    if let Some(most) = most {
        object["most"] = most;
    }
    object["check"] = hash(&object.to_string()).into();
    verify(&object.to_string(), &mut |_| false).map(|_| ())
}

/// Is it verified that a game does not have a property, because of a position?
fn is_broken(code: &[u8], name: &str, at: u64) -> Result<(), Refusal> {
    is_verified(code, json!({"game": 0, "asks": name, "witness": [at]}), json!(["=0", ["ask", 0, []]]), None)
}

#[test]
fn values_in_misere_play_are_evaluated() {
    for code in CODES {
        let mut known = BTreeMap::new();
        for heap in 0..=MOST {
            let (_, value) = pair(code, &vec![heap], &mut known);
            for said in 0..=value + 1 {
                let question = json!({"game": 0, "asks": "value", "play": "misere"});
                let ask = json!(["ask", 0, [heap]]);
                let is = |less: usize| json!(["=0", ["sum", -i64::try_from(less).expect("small"), [[1, ask]]]]);
                let found = is_verified(code, question, is(said), Some(json!([])));
                assert_eq!(found.is_ok(), said == value, "{code:?} {heap}: {found:?}");
                assert!(found.is_ok() || matches!(found, Err(Refusal::Refuted(_))), "{found:?}");
            }
        }
    }
}

#[test]
fn heaps_that_split_break_a_property_or_not() {
    let mut broken = 0;
    for code in CODES {
        let mut known = BTreeMap::new();
        for (heap, at) in (0..=MOST).zip(0..) {
            for name in ["tame", "pet", "domestic", "miserable", "returnable", "forced"] {
                let expected = breaks(code, name, &vec![heap], &mut known);
                let found = is_broken(code, name, at);
                assert_eq!(found.is_ok(), expected, "{code:?} {name} {heap}: {found:?}");
                assert!(!matches!(found, Err(Refusal::NoCertificate(_))), "{found:?}");
                broken += usize::from(expected);
            }
        }
    }
    assert!(broken > 9, "{broken}");
}

#[test]
fn too_many_positions_are_refused() {
    let found = is_broken(&[7, 7], "tame", 60);
    assert!(matches!(&found, Err(Refusal::False(why)) if why.contains("would be looked at")), "{found:?}");
}
