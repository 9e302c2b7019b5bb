//! The integration tests of automata, in one binary.

mod laws;
mod mona;

#[test]
fn no_file_is_forgotten() {
    grundy_testing::assert_listed(env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
}
