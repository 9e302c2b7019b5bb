//! Random games for the tests of grundy and for its fuzz targets.
//!
//! In: bytes on a [`Tape`], which proptest generates and shrinks, or libFuzzer mutates. Out: rule files with a game, and the values of the game by a
//! textbook recursion: a model of the game is evaluated directly, and a value is the mex over the options, with no theorem, in normal and in misère
//! play. This crate does not depend on grundy, and so shares no mistake with it.
//!
//! [`games`] generates games of all shapes and compounds, with their model for [`textbook`]. [`rays`], [`boxes`] and [`rows`] generate larger games
//! of a shape that some engine reads, as text only; [`symmetric`] those whose coordinates may be exchanged. [`program`] reads, makes and decides formulas.
//! [`forge`] changes certificates.

pub mod boxes;
pub mod conditions;
pub mod eval;
pub mod expr;
mod families;
pub mod forge;
pub mod games;
mod noise;
pub mod plain;
pub mod program;
pub mod rays;
pub mod rows;
pub mod rules;
mod splits;
pub mod symmetric;
mod tape;
pub mod textbook;
mod vectors;

pub use games::Case;
pub use noise::Noise;
pub use tape::Tape;

/// Fails unless every file of a crate's `tests` is a module of its `main.rs`; tests in any other file would never run.
///
/// # Panics
/// If a file is not listed, with its name.
pub fn assert_listed(package: &str, main: &str) {
    let entries = std::fs::read_dir(std::path::Path::new(package).join("tests")).expect("a folder of tests").flatten();
    for name in entries.filter_map(|entry| entry.file_name().into_string().ok()) {
        if let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "main") {
            let line = format!("mod {module};");
            assert!(main.lines().any(|known| known == line), "tests/main.rs does not list `{line}`");
        }
    }
}

/// Is this one of the long runs that `cargo xtask test --long` asks for?
#[must_use]
pub fn is_long() -> bool {
    std::env::var_os("GRUNDY_LONG").is_some()
}

/// The number of cases of a random test: an eighth of `some`, as an ordinary run tries the same ones each time; `some` in a long run, which tries new ones; or the
/// value of `PROPTEST_CASES`.
#[must_use]
pub fn cases(some: u32) -> u32 {
    share(some, 8)
}

/// The same for a test whose cases take seconds: an ordinary run has a sixteenth.
#[must_use]
pub fn slow_cases(some: u32) -> u32 {
    share(some, 16)
}

fn share(some: u32, of: u32) -> u32 {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    told.unwrap_or(if is_long() { some } else { some.div_ceil(of) })
}

/// A test looks at each so-many-th of many like things; in a long run at each.
#[must_use]
pub fn every(some: usize) -> usize {
    if is_long() { 1 } else { some }
}

/// A game, as the text of a file and an expression, with bounds.
#[derive(Debug)]
pub struct Boxed {
    /// The text of the file.
    pub text: String,
    /// The expression of the game.
    pub asked: String,
    /// The greatest value of each coordinate.
    pub hi: Vec<u64>,
}
