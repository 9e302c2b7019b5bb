//! `cargo xtask bench`: the measurements.
//!
//! In: arguments for `cargo bench`, such as a filter. Out: its output. With this
//! task one need not know the name of the package.

use std::path::Path;

use crate::cargo::cargo;
use crate::step::step;

/// Measures, in release mode.
pub(crate) fn run(root: &Path, rest: &[String]) -> Result<(), String> {
    let mut words = vec!["bench", "-p", "grundy-benches"];
    words.extend(rest.iter().map(String::as_str));
    step("measurements", || cargo(root, &words))
}
