//! All tests of the program from outside, in one binary: linking it once is quicker than five times.

mod beside;
mod checkpoint;
mod console;
mod cookbook;
#[cfg(target_os = "linux")]
mod coq;
mod examples;
mod interrupt;
mod manual;
#[cfg(target_os = "linux")]
mod memory;
mod mistake;
mod mutations;
#[cfg(target_os = "linux")]
mod pictures;
mod plan;
#[cfg(target_os = "linux")]
mod program;
#[cfg(target_os = "linux")]
mod serve;
#[cfg(target_os = "linux")]
mod sweep;
mod time;

#[test]
fn no_file_is_forgotten() {
    grundy_testing::assert_listed(env!("CARGO_MANIFEST_DIR"), include_str!("main.rs"));
}
