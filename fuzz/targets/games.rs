//! Random games: every engine agrees with the textbook definition on values, options and the existence of positions.

#![no_main]

#[allow(dead_code, reason = "the tests of the library use the rest")]
#[path = "../../crates/grundy/tests/differential/blocks.rs"]
mod blocks;
#[path = "../../crates/grundy/tests/differential/compare.rs"]
mod compare;

use grundy_testing::{Tape, games};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let tape = &mut Tape::new(data);
    let case = if tape.once_in(2) { games::compound(tape) } else { games::alone(tape) };
    compare::compare(&case).unwrap_or_else(|what| panic!("{what}"));
});
