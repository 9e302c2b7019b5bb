//! `cargo xtask bench` and `cargo xtask counts --kernels`: the measurements.
//!
//! In: the folder `benches`, a workspace of its own, and words for `cargo bench`, such as a filter. Out: times and ratios; or instruction
//! counts, each compared with the run before. Tasks of their own, so that nobody has to know where the workspace lies, and which words
//! leave out the counts, which want valgrind.

use std::path::{Path, PathBuf};

use crate::cargo::{cargo, cargo_with};
use crate::step::step;
use crate::tools::need_valgrind;

/// What measures times: all of `benches/Cargo.toml` but the counts.
const TIMED: [&str; 6] = ["kernels", "plain", "rays", "lines", "steps", "sequence"];

/// The version of gungraun in `benches/Cargo.lock`: its runner must be the same.
const GUNGRAUN: &str = "0.20.0";

/// Measures times, in release mode; all benches unless the words name one.
pub(crate) fn run(root: &Path, rest: &[String]) -> Result<(), String> {
    let mut words = vec!["bench", "--locked"];
    if !rest.iter().any(|word| word == "--bench") {
        words.extend(TIMED.iter().flat_map(|name| ["--bench", name]));
    }
    words.extend(rest.iter().map(String::as_str));
    step("measurements", || cargo(&root.join("benches"), &words))
}

/// Counts instructions of the engines by valgrind.
pub(crate) fn kernels(root: &Path, rest: &[String]) -> Result<(), String> {
    need_valgrind()?;
    let benches = root.join("benches");
    let runner = runner(&benches)?;
    let runner = runner.to_string_lossy();
    let mut words = vec!["bench", "--locked", "--bench", "counts"];
    words.extend(rest.iter().map(String::as_str));
    step("instruction counts", || cargo_with(&benches, "GUNGRAUN_RUNNER", &runner, &words))
}

/// The program that runs benches under valgrind; it is installed beside what is built, the first time.
fn runner(benches: &Path) -> Result<PathBuf, String> {
    let tools = benches.join("target").join("tools");
    let runner = tools.join("bin").join("gungraun-runner");
    if !runner.exists() {
        let folder = tools.to_string_lossy();
        cargo(benches, &["install", "--locked", "--root", &folder, "--version", GUNGRAUN, "gungraun-runner"])?;
    }
    Ok(runner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(file: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches").join(file);
        std::fs::read_to_string(path).expect("a file of the benches")
    }

    #[test]
    fn the_runner_is_of_the_same_version() {
        let lock = text("Cargo.lock");
        assert!(lock.contains(&format!("name = \"gungraun\"\nversion = \"{GUNGRAUN}\"\n")));
    }

    #[test]
    fn every_bench_is_named() {
        let manifest = text("Cargo.toml");
        let benches = manifest.split("[[bench]]\nname = \"").skip(1);
        let mut names: Vec<&str> = benches.map(|rest| rest.split('"').next().unwrap_or(rest)).collect();
        let mut expected = [&TIMED[..], &["counts"]].concat();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
}
