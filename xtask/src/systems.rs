//! `cargo xtask systems`: does everything compile for other systems?
//!
//! In: the sources. Out: the first error. The compiler checks the program for Windows and macOS, and the page's questions for 32 bits; nothing is linked, so
//! no other compiler is wanted. A part of `cargo xtask test --long`. A system whose library is not installed and cannot be added is left out, and said.
//! Where rustup has Rust of the oldest version that we support, it checks the program, too.

use std::path::Path;

use crate::cargo::{answers_to, cargo, is_installed, program};
use crate::step::say;

/// The systems, and what is checked for them.
const SYSTEMS: [(&str, &[&str]); 4] = [
    ("x86_64-pc-windows-gnu", PROGRAM),
    ("aarch64-apple-darwin", PROGRAM),
    ("x86_64-apple-darwin", PROGRAM),
    ("wasm32-wasip1", &["--package", "grundy-static"]),
];
const PROGRAM: &[&str] = &["--package", "grundy-cli", "--features", "grundy-cli/parquet"];
/// `rust-version` of the workspace.
const OLDEST: &str = "1.89";

pub(crate) fn run(root: &Path) -> Result<(), String> {
    for (system, what) in SYSTEMS {
        let is_there = is_installed("rustup") && program(root, "rustup", &["target", "add", system]).is_ok();
        if is_there {
            cargo(root, &[&["check", "--quiet", "--locked", "--target", system], what].concat())?;
        } else {
            say(&format!("   left out: {system} is not installed; `rustup target add {system}` adds it"));
        }
    }
    oldest(root)
}

fn oldest(root: &Path) -> Result<(), String> {
    if !["cargo", "rustc"].iter().all(|name| answers_to("rustup", &["run", OLDEST, name, "--version"])) {
        say(&format!("   left out: Rust {OLDEST}; `rustup toolchain install {OLDEST} --profile minimal` adds it"));
        return Ok(());
    }
    // Its files are others than those of this compiler.
    let words = ["run", OLDEST, "cargo", "check", "--quiet", "--locked", "--target-dir", "target/oldest"];
    // The variables of the cargo that runs this task name its own compiler.
    let clean = ["-u", "RUSTC", "-u", "CARGO", "-u", "RUSTUP_TOOLCHAIN", "rustup"];
    program(root, "env", &[&clean[..], &words, PROGRAM].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_compiler_is_that_of_the_workspace() {
        assert!(include_str!("../../Cargo.toml").contains(&format!("rust-version = \"{OLDEST}\"")));
    }
}
