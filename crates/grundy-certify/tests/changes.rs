//! A certificate with any change is refused. With `check` recomputed, it is refused if it then states something else.

use grundy_certify::{Refusal, Theorem, verify};
use grundy_testing::forge::sealed;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The limit on columns, because changed numbers can be large.
const COLUMNS: u64 = 20_000;

const PASS_NIM: &str = include_str!("data/pass_nim.json");
const WYTHOFF: &str = include_str!("data/wythoff_misere.json");
const SOLUTIONS: &str = include_str!("data/star_nim_solutions.json");
const ARITHMETIC: &str = include_str!("data/octal_13ff.json");
const THREE_HEAPS: &str = include_str!("data/three_heaps.json");

const GAPS: &str = include_str!("data/gaps.json");
const FEW: &str = include_str!("data/few_heaps.json");

const FILES: [&str; 14] = [
    include_str!("data/star_nim.json"),
    PASS_NIM,
    WYTHOFF,
    include_str!("data/subtraction.json"),
    SOLUTIONS,
    include_str!("data/star_nim_diagonal.json"),
    include_str!("data/residues_solutions.json"),
    include_str!("data/reversed_nim_diagonal.json"),
    ARITHMETIC,
    THREE_HEAPS,
    GAPS,
    include_str!("data/gaps_arithmetic.json"),
    FEW,
    // A line whose values do not grow depends on lines whose values do.
    include_str!("data/still_lines.json"),
];

fn ask(text: &str) -> Result<Theorem, Refusal> {
    verify(text, &mut |spent| spent.steps > COLUMNS)
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn heaps(rules: &str, period: (u64, u64), (take, parts): (u64, u64), values: &[u64]) -> Value {
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "heaps", "game": "heaps", "rules": read(rules), "hash": "",
        "play": "normal", "line": ["_"], "preperiod": period.0, "period": period.1, "saltus": 0,
        "take": take, "parts": parts, "values": values,
    })
}

fn kayles() -> Value {
    let values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8];
    heaps(include_str!("data/kayles_rules.json"), (71, 12), (2, 2), &values)
}

#[test]
fn certificates_are_verified() {
    let known = [
        (25, 144, 144),
        (20, 8, 8),
        (9, 12, 12),
        (0, 7, 0),
        (18, 72, 0),
        (30, 144, 0),
        (3, 1, 0),
        (4, 2, 0),
        (6, 7, 4),
        (0, 6, 0),
        (6, 4, 0),
        (1, 6, 1),
        (18, 1, 0),
        (2, 3, 0),
    ];
    for (file, (preperiod, period, saltus)) in FILES.iter().zip(known) {
        let theorem = ask(file).expect("it holds");
        assert_eq!(
            (theorem.preperiod, theorem.period, theorem.saltus),
            (Some(preperiod), Some(period), Some(saltus)),
            "{}",
            theorem.game
        );
        assert!(theorem.statement.contains(&format!("for every n >= {preperiod}")), "{}", theorem.statement);
        assert_eq!(sealed(read(file)), file.trim_end());
    }
}

#[test]
fn kayles_and_dawsons_kayles_are_verified() {
    ask(&sealed(kayles())).expect("Guy and Smith 1956");
    let dawson = heaps(include_str!("data/dawson_rules.json"), (53, 34), (2, 2), &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
    ask(&sealed(dawson)).expect("Guy and Smith 1956");
}

#[test]
fn kayles_with_other_numbers_is_refused() {
    let changes = [
        ("preperiod", json!(70)),
        ("preperiod", json!(72)),
        ("period", json!(24)),
        ("period", json!(6)),
        ("period", json!(0)),
        ("saltus", json!(12)),
        ("take", json!(1)),
        ("parts", json!(1)),
        ("parts", json!(0)),
        ("play", json!("misere")),
        ("line", json!([3])),
        ("line", json!([{"_": 1}])),
        ("values", json!([0, 1, 2, 3, 1, 4, 3, 3])),
        ("values", json!([null])),
        ("preperiod", json!(9_007_199_254_740_991_u64)),
    ];
    for (key, value) in changes {
        let mut object = kayles();
        object[key] = value.clone();
        assert!(matches!(ask(&sealed(object)), Err(Refusal::False(_))), "{key} {value}");
    }
}

#[test]
fn heaps_with_other_numbers_are_refused() {
    let changes = [
        ("take", json!(0)),
        ("parts", json!(2)),
        ("parts", json!(1)),
        ("play", json!("misere")),
        ("line", json!([3])),
        ("line", json!([{"_": 1}])),
        ("values", json!([null])),
        ("period", json!(9_007_199_254_740_991_u64)),
    ];
    for file in [ARITHMETIC, THREE_HEAPS] {
        for (key, value) in &changes {
            let mut object = read(file);
            object[*key] = value.clone();
            assert!(matches!(ask(&sealed(object)), Err(Refusal::False(_))), "{key} {value}");
        }
        // Larger ones do as well.
        let mut object = read(file);
        (object["take"], object["parts"]) = (json!(20), json!(5));
        ask(&sealed(object)).expect("it holds");
    }
}

/// Heaps that are no positions have no value, are left by no move, and recur along with the others.
#[test]
fn other_conditions_on_positions_are_refused() {
    let theorem = ask(GAPS).expect("it holds");
    assert!(theorem.statement.contains("and if one is no position, neither is the other"), "{}", theorem.statement);
    let residue = |n: i64| json!(["not", ["=0", ["sum", -n, [[1, ["mod", ["x", 0], 4]]]]]]);
    let once = |n: i64| json!(["not", ["=0", ["sum", -n, [[1, ["x", 0]]]]]]);
    let refused = [
        (json!([residue(3)]), "the value 5 of the certificate is not right: there is "),
        (json!([once(5)]), "the value 3 of the certificate is not right: there is "),
        (json!([once(5), residue(3), once(40)]), "G(n + 4) is not G(n) for n = 36"),
        (json!([once(5), residue(3), once(2)]), "the value 2 of the certificate is not right: there is no position"),
        (json!([once(5), residue(3), ["=0", ["gcd", ["x", 0], 0]]]), "whether a heap is a position is not the same"),
    ];
    for (requires, why) in refused {
        let mut object = read(GAPS);
        let requires = requires.as_array().expect("conditions").iter();
        let requires = requires.map(|condition| json!({"leaf": 0, "condition": condition}));
        object["rules"]["requires"] = requires.collect();
        let verdict = ask(&sealed(object));
        assert!(matches!(&verdict, Err(Refusal::False(text)) if text.contains(why)), "{why}: {verdict:?}");
    }
    let mut object = read(FEW);
    object["saltus"] = json!(3);
    let Err(Refusal::False(why)) = ask(&sealed(object)) else { panic!("there is nothing that grows") };
    assert!(why.contains("so that there is no saltus"), "{why}");
}

/// A multiple of the period, with the saltus for it, is a period but not the least.
#[test]
fn multiples_of_an_arithmetic_period_are_refused() {
    let mut object = read(ARITHMETIC);
    (object["period"], object["saltus"]) = (json!(14), json!(8));
    let Err(Refusal::False(why)) = ask(&sealed(object)) else { panic!("it is not the least") };
    assert_eq!(why, "7 is a period, too, less than 14");
}

/// Without any one of its keys the text is no certificate. Keys that are hashes, or have one, are tested elsewhere.
fn each_key_is_needed(object: &Value) {
    let keys = object.as_object().expect("an object").keys();
    for key in keys.filter(|key| !["check", "hash", "rules"].contains(&key.as_str())) {
        let mut changed = object.clone();
        changed.as_object_mut().expect("an object").shift_remove(key);
        assert!(matches!(ask(&sealed(changed)), Err(Refusal::NoCertificate(_))), "without {key}");
    }
}

#[test]
fn other_numbers_are_refused() {
    for file in FILES {
        let object = read(file);
        for key in ["preperiod", "period", "saltus"] {
            let number = object[key].as_u64().expect("a number");
            for other in [0, 1, number / 2, number.wrapping_sub(1), number + 1, 2 * number, 10 * number + 1, 9 * number]
            {
                let mut changed = object.clone();
                changed[key] = other.into();
                if other != number && other < 1 << 53 {
                    assert!(ask(&sealed(changed)).is_err(), "{key} {other} of {}", object["game"]);
                }
            }
        }
        for (k, value) in object["values"].as_array().expect("values").iter().enumerate() {
            for other in [json!(null), json!(0), json!(value.as_u64().unwrap_or(7) + 1)] {
                let mut changed = object.clone();
                changed["values"][k] = other.clone();
                if other != *value {
                    assert!(ask(&sealed(changed)).is_err(), "value {k} of {}", object["game"]);
                }
            }
        }
        let kind = if object["kind"] == "heaps" { "recurrence" } else { "heaps" };
        for (key, other) in [("play", "other"), ("kind", kind), ("kind", "other"), ("format", "other")] {
            let mut changed = object.clone();
            changed[key] = other.into();
            assert!(matches!(ask(&sealed(changed)), Err(Refusal::NoCertificate(_))), "{key}");
        }
        each_key_is_needed(&object);
    }
}

/// What comes again is said once, and is something that the sequence has.
#[test]
fn what_comes_again_is_said_once() {
    let (state, blocks) = (json!({"at": 9, "after": 12}), read(SOLUTIONS)["blocks"].clone());
    let changed = |file: &str, without: &str, key: &str, value: &Value| {
        let mut object = read(file);
        object.as_object_mut().expect("an object").shift_remove(without);
        object[key] = value.clone();
        ask(&sealed(object)).expect_err("it is not as the format says").to_string()
    };
    let once = "this is no certificate: it has not just one of the keys `recurrence`, `blocks` and `everywhere`";
    for (file, key, value, why) in [
        (SOLUTIONS, "recurrence", &state, once),
        (WYTHOFF, "blocks", &blocks, once),
        (SOLUTIONS, "everywhere", &state, once),
        (WYTHOFF, "value", &json!(6), "this is no certificate: it has both a `line` and a `value`"),
    ] {
        assert_eq!(changed(file, "", key, value), why);
    }
    let why = "this is no certificate: the period of the positions with a value rests on `blocks`";
    assert_eq!(changed(SOLUTIONS, "blocks", "recurrence", &state), why);
    let why = "not verified: along a diagonal both coordinates run, `_` or so much more";
    assert_eq!(changed(include_str!("data/subtraction.json"), "recurrence", "blocks", &blocks), why);
    let why = "this is no certificate: its `everywhere` is no object with the keys of values";
    assert_eq!(changed(WYTHOFF, "recurrence", "everywhere", &json!({"base": 2, "domain": {}})), why);
}

/// Rules that differ from those of Star Nim anywhere do not have its levels.
#[test]
fn levels_of_other_rules_are_refused() {
    let x = |k: usize, c: i64| json!(["=0", ["sum", -c, [[1, ["x", k]]]]]);
    let once = json!(["not", ["and", x(0, 2), x(1, 1)]]);
    let late = |from: u64| json!(["not", ["and", x(1, 1), ["<=0", ["sum", from, [[-1, ["x", 0]]]]]]]);
    let other = |key: &str, value: Value, family: usize| {
        let mut rules = read(SOLUTIONS)["rules"].clone();
        rules["families"][family][key] = value;
        rules
    };
    let refused = [
        (other("params", json!([[2, ["x", 0]]]), 0), "not every one with one of them less"),
        (other("params", json!([[1, 5]]), 1), "not every one with one of them less"),
        (other("params", json!([[-1, ["x", 1]]]), 1), "is not seen to lower one of them"),
        (other("guard", once, 0), "the values of (1, 2) and (2, 1) differ"),
        (other("guard", late(30), 1), "not the same in all columns"),
        (other("guard", late(2), 0), "not seen to be those of (1, y) with both exchanged"),
        (read(WYTHOFF)["rules"].clone(), "is not seen to lower one of them"),
        (read(PASS_NIM)["rules"].clone(), "levels are those of two coordinates"),
        (read(include_str!("data/kayles_rules.json")), "levels are those of two coordinates"),
    ];
    for (rules, why) in refused {
        let mut object = read(SOLUTIONS);
        object["rules"] = rules.clone();
        let verdict = ask(&sealed(object));
        assert!(matches!(&verdict, Err(Refusal::False(text)) if text.contains(why)), "{why}: {verdict:?}\n{rules}");
    }
}

/// The paths of all integers in a JSON value.
fn integers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(path.to_string()),
        Value::Array(list) => (0..).zip(list).for_each(|(k, v): (usize, _)| integers(v, &format!("{path}/{k}"), found)),
        Value::Object(map) => map.iter().for_each(|(k, v)| integers(v, &format!("{path}/{k}"), found)),
        _ => {}
    }
}

/// Each kind has a bound on its work: what names a greater number is refused with a sentence, before anybody ends it.
#[test]
fn no_number_of_a_certificate_makes_work_without_end() {
    for text in FILES {
        let mut places = vec![];
        integers(&read(text), "", &mut places);
        // A row far out is refused after seconds.
        let keys = ["/rules", "/values", "/v", "/automaton", "/line"];
        for path in places.into_iter().filter(|path| !keys.iter().any(|key| path.starts_with(key))) {
            let mut object = read(text);
            *object.pointer_mut(&path).expect("a place") = (1u64 << 52).into();
            let refusal = ask(&sealed(object)).err();
            assert!(refusal != Some(Refusal::Stopped), "{} {path}", read(text)["kind"]);
        }
    }
}

/// Can the statement be true with another number at this place?
fn may_stay_true(path: &str) -> bool {
    ["/recurrence", "/take", "/parts", "/blocks", "/rules"].iter().any(|key| path.starts_with(key))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(200)))]

    #[test]
    fn any_other_character_is_refused(number in 0..FILES.len(), at in any::<prop::sample::Index>(), byte in 0x20u8..0x7f) {
        let mut bytes = FILES[number].trim_end().as_bytes().to_vec();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        let text = String::from_utf8(bytes).expect("ASCII");
        prop_assert!(ask(&text).is_err(), "{}", text);
    }

    #[test]
    fn a_missing_character_is_refused(number in 0..FILES.len(), at in any::<prop::sample::Index>()) {
        let mut text = FILES[number].trim_end().to_string();
        text.remove(at.index(text.len()));
        prop_assert!(ask(&text).is_err(), "{}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(100)))]

    #[test]
    fn any_other_integer_with_a_right_check_is_refused(
        file in 0..FILES.len() + 1,
        at in any::<prop::sample::Index>(),
        other in prop_oneof![0i64..12, -3i64..300, Just(1 << 40), Just(-1)],
    ) {
        let mut object = if file < FILES.len() { read(FILES[file]) } else { kayles() };
        let mut places = vec![];
        integers(&object, "", &mut places);
        let path = &places[at.index(places.len())];
        let place = object.pointer_mut(path).expect("a place");
        prop_assume!(*place != json!(other));
        *place = json!(other);
        // Rules with other numbers may have the same values. Then it is enough that the accepted statement was computed.
        if ask(&sealed(object)).is_ok() {
            prop_assert!(may_stay_true(path), "{}", path);
        }
    }
}
