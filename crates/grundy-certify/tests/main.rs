//! All tests of the checker from outside, in one binary.

mod changes;

#[test]
fn no_file_is_forgotten() {
    grundy_testing::assert_listed(env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
}
