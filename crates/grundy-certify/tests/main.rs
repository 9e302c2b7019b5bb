//! The integration tests of the checker, in one binary.

mod changes;
mod everywhere;
mod forged;
mod holes;
mod kernel;
mod quotients;

#[test]
fn no_file_is_forgotten() {
    grundy_testing::assert_listed(env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
}
