//! Certificates of claims with other statements, rules or automata, and correct hashes. The checker must not panic and must come to an end; and what it verifies must
//! be true at small numbers, with values by the definition.

#![no_main]

use arbitrary::Unstructured;
use grundy_testing::forge::changed;
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/grundy-certify/tests/forged/fine.rs"]
mod fine;

/// Valid certificates.
const FILES: [&str; 6] = [
    include_str!("../../crates/grundy-certify/tests/data/claims/places.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/powers.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/mex.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/half.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/misere.json"),
    include_str!("../../crates/grundy-certify/tests/data/claims/digits.json"),
];

/// The number of steps after which the work is stopped.
const STEPS: u64 = 1 << 18;

fuzz_target!(|data: &[u8]| {
    let bytes = &mut Unstructured::new(data);
    let mut choose = |below: usize| bytes.choose_index(below).unwrap_or(0);
    let file = choose(FILES.len());
    let text = changed(FILES[file], &mut choose);
    fine::is_fine(&text, STEPS);
});
