//! Certificates: arbitrary text, and changed certificates with correct hashes. The checker must not panic, and what it accepts must be true, as far
//! as that is cheap to check: for given rules, line and play there is only one least preperiod, period and saltus.

#![no_main]

use arbitrary::{Result, Unstructured};
use grundy_certify::{Theorem, verify};
use grundy_testing::forge::{places, sealed};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// Valid certificates.
const FILES: [&str; 13] = [
    include_str!("../../crates/grundy-certify/tests/data/star_nim.json"),
    include_str!("../../crates/grundy-certify/tests/data/pass_nim.json"),
    include_str!("../../crates/grundy-certify/tests/data/subtraction.json"),
    include_str!("../../crates/grundy-certify/tests/data/star_nim_solutions.json"),
    include_str!("../../crates/grundy-certify/tests/data/star_nim_diagonal.json"),
    include_str!("../../crates/grundy-certify/tests/data/octal_13ff.json"),
    include_str!("../../crates/grundy-certify/tests/data/three_heaps.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/values.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/correspondence.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/convergence.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/theorem.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/classes.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/apart.json"),
];

/// The column at which the work is stopped.
const COLUMNS: u64 = 4000;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = verify(text, &mut |spent| spent.steps > COLUMNS);
    }
    let bytes = &mut Unstructured::new(data);
    let Ok((file, changed)) = changed(bytes) else { return };
    let text = sealed(changed);
    let Ok(theorem) = verify(&text, &mut |spent| spent.steps > COLUMNS) else { return };
    let original = verify(FILES[file], &mut |_| false).expect("it holds");
    let subject = |t: &Theorem| (t.rules.clone(), t.play, t.line.clone(), t.value);
    if subject(&theorem) == subject(&original) {
        let says = |t: &Theorem| (t.preperiod, t.period, t.saltus);
        assert_eq!(says(&theorem), says(&original), "{text}");
    }
});

/// A certificate with some of its entries changed.
fn changed(bytes: &mut Unstructured) -> Result<(usize, Value)> {
    let file = bytes.choose_index(FILES.len())?;
    let mut object: Value = serde_json::from_str(FILES[file]).expect("JSON");
    for _ in 0..bytes.int_in_range(1..=3)? {
        let mut paths = vec![];
        places(&object, "", &mut paths);
        let path = bytes.choose(&paths)?.clone();
        let kind = bytes.int_in_range(0..=7)?;
        let other = bytes.choose(&paths)?.clone();
        let copy = object.pointer(&other).cloned().unwrap_or_default();
        let place = object.pointer_mut(&path).expect("a place of it");
        match (kind, &mut *place) {
            (0, Value::Array(list)) => list.truncate(bytes.choose_index(list.len().max(1))?),
            (1, Value::Array(list)) => list.push(copy),
            (2, Value::Array(list)) => list.reverse(),
            (3, Value::Object(map)) if !map.is_empty() => {
                let key = bytes.choose_iter(map.keys().cloned().collect::<Vec<_>>())?;
                map.shift_remove(&key);
            }
            (0 | 4, _) => *place = copy,
            (5, Value::Number(number)) => {
                let by = bytes.int_in_range(-2..=2)?;
                *place = json!(number.as_i64().unwrap_or(0).saturating_add(by));
            }
            (6, _) => *place = json!(bytes.arbitrary::<i64>()?),
            _ => *place = json!(bytes.int_in_range(-1..=16)?),
        }
    }
    Ok((file, object))
}
