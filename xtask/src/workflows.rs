//! The workflows of GitHub are well formed.
//!
//! In: `.github/workflows`, and the names of machines in `.github/actionlint.yaml`. Out: what actionlint finds; where it is not installed, a sentence says so. A part of
//! `cargo xtask test --long`.

use std::path::Path;

use crate::cargo::{is_installed, program};
use crate::step::say;

const ACTIONLINT: &str = "actionlint";

pub(crate) fn run_if_there(root: &Path) -> Result<(), String> {
    if is_installed(ACTIONLINT) {
        return program(root, ACTIONLINT, &[]);
    }
    say("   left out: actionlint is not installed (https://github.com/rhysd/actionlint)");
    Ok(())
}
