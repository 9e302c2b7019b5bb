//! `cargo xtask fuzz`: every fuzz target for a minute.
//!
//! In: the folder `fuzz`, a separate workspace. Out: the output of libFuzzer, and a failure at the first input that makes a target fail; this
//! input is stored in `fuzz/artifacts`. The targets need a nightly Rust and cargo-fuzz, which nothing else here needs.

use std::path::Path;

use crate::cargo::{answers_to, program};
use crate::step::step;

/// The files of `fuzz/targets`.
const TARGETS: [&str; 6] = ["parser", "canonical", "games", "certificates", "statements", "tiles"];

/// Runs the targets one after the other.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    if !answers_to("rustup", &["run", "nightly", "rustc", "--version"]) {
        return Err("the fuzz targets want a nightly Rust: `rustup toolchain install nightly` installs it".into());
    }
    if !answers_to("rustup", &["run", "nightly", "cargo", "fuzz", "--version"]) {
        return Err("the fuzz targets want cargo-fuzz: `cargo install --locked cargo-fuzz` installs it".into());
    }
    TARGETS.iter().try_for_each(|target| step(target, || minute(root, target)))
}

fn minute(root: &Path, target: &str) -> Result<(), String> {
    let fuzz = ["run", "nightly", "cargo", "fuzz", "run", target, "--"];
    // A slow input is no mistake; an input that takes minutes is worth examining.
    let limits = ["-max_total_time=60", "-timeout=300", "-rss_limit_mb=4096"];
    program(root, "rustup", &[&fuzz[..], &limits].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_target() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/targets");
        let files = std::fs::read_dir(folder).expect("the folder of the targets").flatten();
        let mut names: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        let mut expected = TARGETS.map(|target| format!("{target}.rs"));
        names.sort();
        expected.sort();
        assert_eq!(names, expected);
    }
}
