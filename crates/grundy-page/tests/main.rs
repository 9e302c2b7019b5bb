//! All integration tests of the page, in one binary, which links faster than many.

mod answers;
mod axes;
mod boards;
mod cells;
mod client;
mod copy;
mod crowd;
mod endless;
mod gallery;
mod kept;
mod leaving;
mod listed;
mod nesting;
mod openapi;
mod page;
mod players;
mod refusals;
mod rough;
mod verdicts;

#[test]
fn no_file_is_forgotten() {
    grundy_testing::assert_listed(env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
}
