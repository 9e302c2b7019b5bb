//! `cargo xtask bench`: the measurements.
//!
//! In: words for `cargo bench`, such as a filter. Out: its output. A task of
//! its own so that nobody has to know the package's name.

use std::path::Path;

use crate::cargo::cargo;
use crate::step::step;

/// Measures, in release mode.
pub(crate) fn run(root: &Path, rest: &[String]) -> Result<(), String> {
    let mut words = vec!["bench", "-p", "grundy-benches"];
    words.extend(rest.iter().map(String::as_str));
    step("measurements", || cargo(root, &words))
}
