//! All integration tests of claims, in one binary, which links faster than many.

mod alike;
mod along;
mod answered;
mod attack;
mod blocked;
mod claims;
mod counts;
mod decided;
mod domains;
mod exponents;
mod families;
mod loopy;
mod near;
mod nearby;
mod papers;
mod piles;
mod quotients;
mod sealed;
mod stated;
mod strategies_and_periods;
mod why;

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
