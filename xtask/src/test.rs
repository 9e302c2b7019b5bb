//! `cargo xtask test`: everything that must hold before a commit.
//!
//! In: the folder of the workspace. Out: the name, output and time of each step;
//! the first step that fails ends the run. The quick steps come first. What asks
//! the program that the tests have built runs beside the tests.

use std::path::Path;
use std::time::Instant;

use crate::book;
use crate::browser;
use crate::cargo::{cargo, cargo_seen, cargo_with};
use crate::circles;
use crate::cross;
use crate::deny;
use crate::edition;
use crate::papers;
use crate::python;
use crate::rooms;
use crate::step::{beside, say, seconds};
use crate::systems;
use crate::times::Times;
use crate::tools::{CLIPPY, RUSTFMT, need};
use crate::words::Extent;
use crate::workflows;

/// Runs the steps; the fast run ends with the unit tests of the libraries. The table of times stands at the end, whatever happens: all of it, if `whole`.
pub(crate) fn run(root: &Path, extent: Extent, whole: bool) -> Result<(), String> {
    let (start, times) = (Instant::now(), Times::default());
    let outcome = steps(root, extent, &times);
    say(times.table(whole).trim_end());
    outcome?;
    say(&format!("== all steps passed in {}", seconds(start.elapsed())));
    Ok(())
}

fn steps(root: &Path, extent: Extent, times: &Times) -> Result<(), String> {
    times.step("layout", || layout(root))?;
    times.step("rooms", || rooms::check(root))?;
    times.step("circles", || circles::check(root))?;
    if extent == Extent::Fast {
        times.step("lints", || lints(root))?;
        return times.step("library tests", || cargo(root, &["test", "--workspace", "--lib", "--locked"]));
    }
    let built = || {
        times.step("lints", || lints(root))?;
        times.step("documentation", || documentation(root))?;
        times.step("compiling the tests", || compile(root, times))
    };
    // Hundreds of megabytes come from elsewhere meanwhile.
    beside(built, || times.step("packages for Python", || python::fetch(root)))?;
    // The browser's tests wait for pages, and Python's for packages; the tests in Rust run meanwhile.
    beside(|| times.step("tests", || tests(root, extent, times)), || faces(root, extent, times))?;
    if extent == Extent::Long {
        times.step("cross", || cross::run_if_there(root))?;
        times.step("tests without parquet", || without_parquet(root))?;
        times.step("static edition", || edition::test(root))?;
        times.step("systems", || systems::run(root))?;
        times.step("deny", || deny::run_if_there(root))?;
        times.step("workflows", || workflows::run_if_there(root))?;
    }
    Ok(())
}

/// What asks the program that the tests have built. The browser's tests mostly wait; those of Python and the papers compute.
fn faces(root: &Path, extent: Extent, times: &Times) -> Result<(), String> {
    times.step("book", || book::check(root))?;
    // `.ci/run` began to install a browser before everything was compiled.
    let browser = || times.step("browser", || browser::run_if_there(root, extent));
    let computing = || {
        times.step("python", || python::run_if_there(root, extent))?;
        times.step("papers", || papers::check(root))
    };
    beside(computing, browser)
}

fn layout(root: &Path) -> Result<(), String> {
    need(root, &RUSTFMT)?;
    cargo(root, &["fmt", "--all", "--check"])
        .map_err(|reason| format!("{reason}; `cargo fmt --all` puts the layout right"))?;
    // Workspaces of their own.
    ["fuzz/Cargo.toml", "benches/Cargo.toml"].iter().try_for_each(|manifest| {
        cargo(root, &["fmt", "--manifest-path", manifest, "--check"])
            .map_err(|reason| format!("{reason}; `cargo fmt --manifest-path {manifest}` puts the layout right"))
    })
}

fn lints(root: &Path) -> Result<(), String> {
    need(root, &CLIPPY)?;
    // `--all-targets` would look at tests that are switched off, too.
    let what = ["--lib", "--bins", "--tests", "--examples", "--features", "grundy-cli/parquet", "--locked"];
    cargo(root, &[&["clippy", "--workspace"], &what[..], &["--", "-D", "warnings"]].concat())
}

/// The words of all tests, with the feature `parquet` of the program. `--long` tests what the program says without it.
const TESTS: [&str; 5] = ["test", "--workspace", "--features", "grundy-cli/parquet", "--locked"];

fn compile(root: &Path, times: &Times) -> Result<(), String> {
    cargo(root, &[&TESTS[..], &["--no-run", "--timings"]].concat())?;
    times.read_report(root);
    Ok(())
}

/// The times of tests are an unstable wish, which the program of tests grants where this variable is set. Cargo itself must not see it: crates that look at it
/// would be compiled a second time.
const TIMED: [&str; 2] = ["--config", "target.'cfg(unix)'.runner = ['env', 'RUSTC_BOOTSTRAP=1']"];
const TIMES: [&str; 3] = ["--", "-Zunstable-options", "--report-time"];

/// An ordinary run tries the same random rules each time, so that a change is judged by what it changed; a long one tries new ones.
const SAME_CASES: (&str, &str) = ("PROPTEST_RNG_SEED", "20261128");

fn tests(root: &Path, extent: Extent, times: &Times) -> Result<(), String> {
    let set: &[_] = if extent == Extent::Long { &[("GRUNDY_LONG", "1")] } else { &[SAME_CASES] };
    let kinds = ["--lib", "--bins", "--tests", "--examples"];
    let words = if cfg!(unix) { [&TIMED[..], &TESTS, &kinds, &TIMES].concat() } else { [&TESTS[..], &kinds].concat() };
    cargo_seen(root, set, &words, &mut |line| times.read_line(line))?;
    cargo_seen(root, set, &[&TESTS[..], &["--doc"]].concat(), &mut |_| {})
}

/// Builds the program once more, with the default features, for the few commands that say what it lacks.
fn without_parquet(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--package", "grundy-cli", "--test", "all", "--locked", "without_parquet"])
}

fn documentation(root: &Path) -> Result<(), String> {
    let words = ["doc", "--workspace", "--no-deps", "--locked"];
    cargo_with(root, "RUSTDOCFLAGS", "-D warnings", &words)
}
