//! Blocks of values with a domain are verified where they are right there, and forgeries are refused.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::Refusal;
use crate::form::certificate::hash;

/// The number of digits that the automata of boxes read: coordinates below 4.
const DIGITS: usize = 2;
const SIDE: u64 = 1 << DIGITS;

/// A game on two coordinates: each move takes these numbers of them. Without any it is Nim.
pub(crate) fn rules(moves: &[[u64; 2]]) -> Value {
    let less = |i: usize, by: Value| json!(["sum", 0, [[1, ["x", i]], [-1, by]]]);
    let to = |tuple: [Value; 2]| json!([{"leaf": 0, "tuples": [tuple]}]);
    let mut families: Vec<Value> = moves
        .iter()
        .map(|[a, b]| {
            let tuple = [(0, a), (1, b)].map(|(i, by)| json!(["sum", -(*by as i64), [[1, ["x", i]]]]));
            json!({"before": true, "params": [], "guard": true, "targets": to(tuple)})
        })
        .collect();
    if moves.is_empty() {
        for i in 0..2 {
            let tuple = [0, 1].map(|j| if i == j { less(i, json!(["v", 0])) } else { json!(["x", j]) });
            families.push(json!({"before": true, "params": [[1, ["x", i]]], "guard": true, "targets": to(tuple)}));
        }
    }
    json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own", "own"], "leaves": [{"first": 0, "length": 2}], "requires": [], "families": families, "parts": [],
    })
}

/// Is a claim verified about the positions (x0, x1), by one block of values?
pub(crate) fn verified(rules: &Value, block: &Value, among: Value, holds: Value) -> Result<(), String> {
    let question = json!({"game": 0, "asks": "value", "values": 0});
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "games": [], "values": [block], "questions": [question], "variables": 2, "at": {"game": 0, "entries": [["x", 0], ["x", 1]]}, "where": among,
        "all": [], "if": true, "holds": holds,
    });
    object["check"] = hash(&object.to_string()).into();
    match crate::verify(&object.to_string(), &mut |_| false) {
        Ok(_) => Ok(()),
        Err(Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why)) => Err(why),
        Err(other) => Err(format!("{other:?}")),
    }
}

fn block(play: &str, coordinates: &str, domain: &Value, values: &Value) -> Value {
    let mut block =
        json!({"game": 0, "play": play, "base": 2, "coordinates": coordinates, "falls": [1, 1], "domain": domain});
    for (key, value) in values.as_object().expect("an object") {
        block[key] = value.clone();
    }
    block
}

/// The pairs whose first number is at most 1.
fn low() -> Value {
    json!({"next": [[1, 1, 1, 1], [1, 2, 1, 2], [2, 2, 2, 2]], "accepts": [true, true, false]})
}

/// The triples with nim-sum 0; with `marked`, only those whose first number is at most 1.
fn nim(marked: bool) -> Value {
    if !marked {
        return json!({"graph": {"next": [[0, 1, 1, 0, 1, 0, 0, 1], [1, 1, 1, 1, 1, 1, 1, 1]], "accepts": [true, false]}});
    }
    let rows = json!([[1, 2, 2, 1, 2, 1, 1, 2], [1, 2, 2, 2, 2, 2, 1, 2], [2, 2, 2, 2, 2, 2, 2, 2]]);
    json!({"graph": {"next": rows, "accepts": [true, true, false]}})
}

pub(crate) fn ask(at: &[Value]) -> Value {
    json!(["ask", 0, at])
}

pub(crate) fn equal(a: Value, b: Value) -> Value {
    json!(["=0", ["sum", 0, [[1, a], [-1, b]]]])
}

/// The value is x0 xor x1, at the positions with x0 at most 1.
fn claim() -> [Value; 2] {
    [json!(["<=0", ["sum", -1, [[1, ["x", 0]]]]]), equal(ask(&[]), json!(["xor", ["x", 0], ["x", 1]]))]
}

#[test]
fn values_in_a_domain_are_verified_whatever_is_said_outside() {
    let [among, holds] = claim();
    for marked in [false, true] {
        let block = block("normal", "plain", &low(), &nim(marked));
        assert_eq!(verified(&rules(&[]), &block, among.clone(), holds.clone()), Ok(()), "{marked}");
        // A question about a position outside is not answered, whatever its answer is for.
        let outside = [
            (json!(true), holds.clone()),
            (json!(["<=0", ["sum", -2, [[1, ["x", 0]]]]]), holds.clone()),
            (among.clone(), json!(["not", ["=0", ask(&[json!(2), json!(["x", 1])])]])),
            (among.clone(), json!(["<=0", ["sum", 0, [[-1, ask(&[json!(2), json!(0)])]]]])),
            (among.clone(), json!(["or", ["=0", ask(&[json!(2), json!(2)])], true])),
            (equal(ask(&[]), json!(1)), json!(true)),
            (json!(true), json!(["iff", ["=0", ask(&[])], ["=0", ask(&[])]])),
            (json!(true), json!(["not", ["=0", ["sum", 1, [[1, ask(&[])]]]]])),
            (
                json!(["<=0", ["sum", -1, [[1, ["x", 0]]]]]),
                json!([
                    "<=0",
                    [
                        "sum",
                        -1,
                        [[-1, ["fold", "count", [[0, 0, 2]], true, ["=0", ask(&[json!(["v", 0]), json!(0)])]]]]
                    ]
                ]),
            ),
        ];
        for (among, holds) in outside {
            let why = verified(&rules(&[]), &block, among, holds.clone()).expect_err("outside");
            assert!(why.contains("not true everywhere, or not defined"), "{holds}: {why}");
        }
    }
}

#[test]
fn a_domain_that_a_move_leaves_is_refused() {
    let [among, holds] = claim();
    // Exactly 1, at least 2, an even number, and all but (0, 0).
    let domains = [
        json!({"next": [[3, 1, 3, 1], [1, 2, 1, 2], [2, 2, 2, 2], [3, 3, 3, 3]], "accepts": [false, true, false, false]}),
        json!({"next": [[1, 1, 1, 1], [1, 2, 1, 2], [2, 2, 2, 2]], "accepts": [false, false, true]}),
        json!({"next": [[1, 2, 1, 2], [1, 1, 1, 1], [2, 2, 2, 2]], "accepts": [true, true, false]}),
        json!({"next": [[0, 1, 1, 1], [1, 1, 1, 1]], "accepts": [false, true]}),
    ];
    for domain in &domains {
        let block = block("normal", "plain", domain, &nim(false));
        let why = verified(&rules(&[]), &block, among.clone(), holds.clone()).expect_err("it is left");
        assert!(why.contains("leads out of the positions that are meant"), "{domain}: {why}");
    }
    // Of no position, nothing is asked in vain; no value is answered.
    let never = json!({"next": [[0, 0, 0, 0]], "accepts": [false]});
    let wrong = json!({"graph": {"next": [vec![0; 8]], "accepts": [true]}});
    let block = block("normal", "plain", &never, &wrong);
    assert_eq!(verified(&rules(&[]), &block, json!(true), json!(true)), Ok(()));
    assert!(verified(&rules(&[]), &block, json!(true), json!(["not", ["=0", ask(&[])]])).is_err());
    assert!(verified(&rules(&[]), &block, json!(["=0", ask(&[])]), json!(true)).is_err());
}

#[test]
fn values_that_are_wrong_in_the_domain_are_refused() {
    // The positions (x0, 0) with x0 at most 1 have the value x0.
    let domain = json!({"next": [[1, 1, 2, 2], [1, 2, 2, 2], [2, 2, 2, 2]], "accepts": [true, true, false]});
    let zero = json!({"next": [[0, 1, 0, 1], [1, 1, 1, 1]], "accepts": [true, false]});
    let one = json!({"next": [[2, 1, 2, 1], [1, 2, 1, 2], [2, 2, 2, 2]], "accepts": [false, true, false]});
    let holds = equal(ask(&[]), json!(["x", 0]));
    let among = json!(["and", ["<=0", ["sum", -1, [[1, ["x", 0]]]]], ["=0", ["x", 1]]]);
    let levels = |levels: &[&Value], complete: bool| json!({"levels": levels, "complete": complete});
    let cases = [
        (levels(&[&zero, &one], true), true),
        (levels(&[&one, &zero], true), false),
        (levels(&[&zero], true), false),
        (levels(&[&zero, &one], false), false),
        (levels(&[&zero, &zero], true), false),
        (json!({"graph": {"next": [vec![0; 8]], "accepts": [true]}}), false),
        (json!({"graph": {"next": [vec![0; 8]], "accepts": [false]}}), false),
    ];
    for (values, right) in cases {
        let block = block("normal", "plain", &domain, &values);
        assert_eq!(verified(&rules(&[]), &block, among.clone(), holds.clone()).is_ok(), right, "{values}");
    }
    // In misère play they have the values 1 and 0.
    for (values, right) in [(levels(&[&one, &zero], true), true), (levels(&[&zero, &one], true), false)] {
        let block = block("misere", "plain", &domain, &values);
        let holds = equal(ask(&[]), json!(["sum", 1, [[-1, ["x", 0]]]]));
        assert_eq!(verified(&rules(&[]), &block, among.clone(), holds).is_ok(), right, "{values}");
    }
}

#[test]
fn automata_of_a_domain_that_cannot_be_read_are_refused() {
    let [among, holds] = claim();
    let domains = [
        json!(null),
        json!(true),
        json!({"next": [[0, 0, 0, 0]], "accepts": []}),
        json!({"next": [[0, 0]], "accepts": [true]}),
        json!({"next": [[0, 0, 0, 0, 0, 0, 0, 0]], "accepts": [true]}),
        json!({"next": [[1, 0, 0, 0], [1, 1, 1, 1]], "accepts": [true, false]}),
        json!({"next": [[1u64 << 60, 0, 0, 0]], "accepts": [true]}),
    ];
    for domain in &domains {
        let block = block("normal", "plain", domain, &nim(false));
        assert!(verified(&rules(&[]), &block, among.clone(), holds.clone()).is_err(), "{domain}");
    }
}

#[test]
fn in_differences_a_domain_is_of_positions_that_ascend() {
    // Where the least coordinate is 0, the value of Nim is the difference.
    let zero = json!({"next": [[0, 1, 0, 1], [1, 1, 1, 1]], "accepts": [true, false]});
    let graph =
        json!({"graph": {"next": [[0, 1, 1, 1, 1, 1, 0, 1], [1, 1, 1, 1, 1, 1, 1, 1]], "accepts": [true, false]}});
    let own = block("normal", "differences", &zero, &graph);
    let sum = json!(["sum", 0, [[1, ["x", 0]], [1, ["x", 1]]]]);
    let some_is_zero = json!(["or", ["=0", ["x", 0]], ["=0", ["x", 1]]]);
    let holds = equal(ask(&[]), sum);
    assert_eq!(verified(&rules(&[]), &own, some_is_zero, holds.clone()), Ok(()));
    assert!(verified(&rules(&[]), &own, json!(["=0", ["x", 0]]), equal(ask(&[]), json!(0))).is_err());
    assert!(verified(&rules(&[]), &own, json!(["<=0", ["sum", -1, [[1, ["x", 0]]]]]), holds.clone()).is_err());
    // Where coordinates cannot be exchanged, also not in the domain alone.
    let lame = rules(&[[1, 0], [0, 2]]);
    assert!(verified(&lame, &own, json!(["=0", ["x", 0]]), holds).is_err());
}

/// The pairs of a set of small numbers.
pub(crate) fn set(of: &dyn Fn(u64, u64) -> bool) -> Value {
    // A state is what was read of both numbers so far, by the number of digits; the last one accepts nothing.
    let mut states: Vec<(usize, u64, u64)> = vec![];
    for read in 0..=DIGITS {
        let side = 1u64 << read;
        states.extend((0..side * side).map(|n| (read, n % side, n / side)));
    }
    let number: BTreeMap<(usize, u64, u64), usize> = states.iter().enumerate().map(|(n, state)| (*state, n)).collect();
    let dead = states.len();
    let mut next: Vec<Vec<usize>> = vec![];
    for state in &states {
        let (read, a, b) = *state;
        let to = |letter: u64| match letter {
            0 if read == DIGITS => number[state],
            _ if read == DIGITS => dead,
            _ => number[&(read + 1, a + ((letter % 2) << read), b + ((letter / 2) << read))],
        };
        next.push((0..4).map(to).collect());
    }
    next.push(vec![dead; 4]);
    let accepts: Vec<bool> = states.iter().map(|(_, a, b)| of(*a, *b)).chain([false]).collect();
    json!({"next": next, "accepts": accepts})
}

/// The values of a box, by the definition.
fn table(moves: &[[u64; 2]], misere: bool) -> BTreeMap<(u64, u64), u64> {
    let mut values = BTreeMap::new();
    for (a, b) in (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b))) {
        let options = moves.iter().filter_map(|[x, y]| Some((a.checked_sub(*x)?, b.checked_sub(*y)?)));
        let options: Vec<u64> = options.map(|at| values[&at]).collect();
        let mex = (0..).find(|n| !options.contains(n)).unwrap_or(0);
        values.insert((a, b), if misere && options.is_empty() { 1 } else { mex });
    }
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The values of a small box, by a list of its positions, are verified, and no others; of a position outside nothing is known.
    #[test]
    fn random_boxes(
        moves in prop::collection::vec([0..3u64, 0..3u64].prop_filter("a move", |[a, b]| a + b > 0), 1..5),
        misere in any::<bool>(),
        (a, b) in (0..SIDE, 0..SIDE),
        more in 1..3u64,
    ) {
        let (rules, values) = (rules(&moves), table(&moves, misere));
        let (play, domain) = (if misere { "misere" } else { "normal" }, set(&|_, _| true));
        let most = values.values().max().copied().unwrap_or(0) + 2;
        let levels = |of: &dyn Fn(u64, u64) -> u64| {
            let levels: Vec<Value> = (0..=most).map(|level| set(&|a, b| of(a, b) == level)).collect();
            block(play, "plain", &domain, &json!({"levels": levels, "complete": true}))
        };
        let right = levels(&|a, b| values[&(a, b)]);
        let is = |at: [u64; 2], value: u64| equal(ask(&[json!(at[0]), json!(at[1])]), json!(value));
        prop_assert_eq!(verified(&rules, &right, json!(true), is([a, b], values[&(a, b)])), Ok(()));
        prop_assert!(verified(&rules, &right, json!(true), is([a, b], values[&(a, b)] + more)).is_err());
        for value in 0..=most {
            prop_assert!(verified(&rules, &right, json!(true), is([a, SIDE], value)).is_err());
            prop_assert!(verified(&rules, &right, json!(true), json!(["not", is([SIDE + more, b], value)])).is_err());
        }
        // One wrong value.
        let changed = (values[&(a, b)] + more) % (most + 1);
        let wrong = levels(&|x, y| if (x, y) == (a, b) { changed } else { values[&(x, y)] });
        prop_assert!(verified(&rules, &wrong, json!(true), json!(true)).is_err());
        // Without the first position the domain is left, unless no move leads there.
        let without = set(&|a, b| a + b > 0);
        let leads = values.keys().any(|(a, b)| moves.iter().any(|[x, y]| (x, y) == (a, b)));
        let mut open = right.clone();
        open["domain"] = without;
        prop_assert_eq!(verified(&rules, &open, json!(true), json!(true)).is_err(), leads);
    }
}
