//! All integration tests of the library, in one binary, which links faster than many.

mod additions;
mod automata;
mod blocked;
mod book;
mod breaking;
mod certificates;
mod closure;
mod convergence;
mod counts;
mod differential;
mod discover;
mod divisions;
mod ending;
mod engines;
mod everywhere;
mod far;
mod kinds;
mod large;
mod lengths;
mod levels;
mod library;
mod loopy;
mod measure;
mod messages;
mod opponent;
mod order;
mod ordinal;
mod products;
mod progress;
mod public;
mod quotients;
mod rare;
mod reading;
mod rewritten;
mod robust;
mod settling;
mod shapes;
mod structure;
mod theorems;
mod threads;
mod tiles;
mod time;
mod turning;
mod vectors;

use proptest::test_runner::Config;

#[test]
fn no_file_is_forgotten() {
    grundy_testing::assert_listed(env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
}

/// A configuration with this many cases, or more: see [`grundy_testing::cases`].
fn config(cases: u32) -> Config {
    Config {
        cases: grundy_testing::cases(cases),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    }
}
