//! Random games for the tests of grundy and for its fuzz targets.
//!
//! In: bytes, on a [`Tape`]; proptest makes and shrinks them, libFuzzer mutates them. Out: rule files with a game in them, and what a textbook
//! says of it: mex over the options of a tree that is evaluated directly, no theorem, normal and misère. This crate does not know grundy, and so
//! shares no mistake with it.
//!
//! [`games`] has games of all shapes and compounds, with their tree for [`textbook`]. [`rays`], [`boxes`] and [`rows`] have larger ones of a shape
//! that an engine sees, as text only.

pub mod boxes;
pub mod conditions;
pub mod eval;
pub mod expr;
mod families;
pub mod games;
mod noise;
pub mod plain;
pub mod rays;
pub mod rows;
pub mod rules;
mod splits;
mod tape;
pub mod textbook;
mod vectors;

pub use games::Case;
pub use noise::Noise;
pub use tape::Tape;

/// Fails unless every file of a crate's `tests` is a module of its `main.rs`: one that is not would never run.
///
/// # Panics
/// With the name of the file.
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

/// How many cases a random test has: so many, ten times as many in a long run, or what `PROPTEST_CASES` says.
#[must_use]
pub fn cases(plain: u32) -> u32 {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    told.unwrap_or(if is_long() { 10 * plain } else { plain })
}

/// A game, as a file and how it is asked for, and bounds.
#[derive(Debug)]
pub struct Boxed {
    /// The text of the file.
    pub text: String,
    /// How the game is asked for.
    pub asked: String,
    /// The greatest value of each coordinate.
    pub hi: Vec<u64>,
}
