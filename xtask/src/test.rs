//! `cargo xtask test`: everything that must hold before a commit.
//!
//! In: the folder of the workspace, and a commit if only what changed since is to be tested. Out: the name, output and time of each step;
//! the first step that fails ends the run. The quick steps come first. What asks
//! the program that the tests have built runs beside the tests.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use crate::book;
use crate::browser;
use crate::cargo::{cargo, cargo_output, cargo_seen, cargo_with, program_seen};
use crate::circles;
use crate::coq;
use crate::cross;
use crate::deny;
use crate::edition;
use crate::papers;
use crate::papers::string;
use crate::prose;
use crate::python;
use crate::rooms;
use crate::since::{self, Scope};
use crate::size;
use crate::step::{beside, say, seconds};
use crate::systems;
use crate::times::Times;
use crate::tools::{CLIPPY, RUSTFMT, need};
use crate::words::Extent;
use crate::workflows;

/// Runs the steps; the fast run ends with the unit tests of the libraries. The table of times stands at the end, whatever happens: all of it, if `whole`.
pub(crate) fn run(root: &Path, extent: Extent, whole: bool, since: Option<&str>) -> Result<(), String> {
    let (start, times) = (Instant::now(), Times::default());
    let outcome = match since {
        Some(commit) => steps_since(root, commit, &times),
        None => steps(root, extent, &times),
    };
    say(times.table(whole).trim_end());
    times.beyond().iter().for_each(|told| say(&format!("!! {told}")));
    outcome?;
    say(&format!("== all steps passed in {}", seconds(start.elapsed())));
    Ok(())
}

/// What costs nothing.
fn house(root: &Path, times: &Times) -> Result<(), String> {
    times.step("layout", || layout(root))?;
    times.step("rooms", || rooms::check(root))?;
    times.step("circles", || circles::check(root))?;
    times.step("sizes", || size::check(root))?;
    times.step("prose", || prose::check(root))
}

/// The steps that see what changed.
fn steps_since(root: &Path, commit: &str, times: &Times) -> Result<(), String> {
    let scope = since::scope(root, commit)?;
    let crates: Vec<&str> = scope.crates.iter().flatten().map(String::as_str).collect();
    say(&format!("   to be tested: {}", if crates.is_empty() { "no crate".into() } else { crates.join(", ") }));
    house(root, times)?;
    if crates.is_empty() {
        return if scope.coq { times.step("coq", || coq::run_if_there(root, Extent::Plain)) } else { Ok(()) };
    }
    times.step("compiling the tests", || compile(root, times))?;
    say("   left out: the tests in documentation");
    tests_and_faces(root, Extent::Plain, &scope, times)
}

fn steps(root: &Path, extent: Extent, times: &Times) -> Result<(), String> {
    house(root, times)?;
    if extent == Extent::Fast {
        times.step("lints", || lints(root))?;
        return times.step("library tests", || cargo(root, &["test", "--workspace", "--lib", "--locked"]));
    }
    let built = || {
        times.step("documentation", || documentation(root, extent))?;
        times.step("compiling the tests", || compile(root, times))
    };
    // Hundreds of megabytes come from elsewhere meanwhile.
    beside(built, || times.step("packages for Python", || python::fetch(root)))?;
    tests_and_faces(root, extent, &Scope::ALL, times)?;
    if extent == Extent::Long {
        times.step("cross", || cross::run(root))?;
        times.step("tests without parquet", || without_parquet(root))?;
        times.step("static edition", || edition::test(root))?;
        times.step("systems", || systems::run(root))?;
        times.step("deny", || deny::run_if_there(root))?;
        times.step("workflows", || workflows::run_if_there(root))?;
    }
    Ok(())
}

/// The browser's tests wait for pages, and Python's for packages; the tests in Rust run meanwhile.
fn tests_and_faces(root: &Path, extent: Extent, scope: &Scope, times: &Times) -> Result<(), String> {
    let rust = || match &scope.crates {
        None => tests(root, extent, times),
        Some(crates) => tests_of(root, crates, times),
    };
    beside(|| times.step("tests", rust), || faces(root, extent, scope, times))
}

/// What asks the program that the tests have built. The browser's tests mostly wait; those of Python and the papers compute.
fn faces(root: &Path, extent: Extent, scope: &Scope, times: &Times) -> Result<(), String> {
    let step_if = |is_in: bool, name: &str, work: &dyn Fn() -> Result<(), String>| match is_in {
        true => times.step(name, work),
        false => {
            say(&format!("   left out: {name}"));
            Ok(())
        }
    };
    times.step("book", || book::check(root))?;
    // `.ci/run` began to install a browser before everything was compiled.
    let browser = || step_if(scope.browser, "browser", &|| browser::run_if_there(root, extent));
    let computing = || {
        step_if(scope.python, "python", &|| python::run_if_there(root, extent))?;
        step_if(scope.papers, "papers", &|| papers::check(root, extent))?;
        step_if(scope.coq, "coq", &|| coq::run_if_there(root, extent))
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

/// The lints of everything, where not everything is compiled.
fn lints(root: &Path) -> Result<(), String> {
    need(root, &CLIPPY)?;
    // `--all-targets` would look at tests that are switched off, too.
    let what = ["--lib", "--bins", "--tests", "--examples", "--features", "grundy-cli/parquet", "--locked"];
    cargo(root, &[&["clippy", "--workspace"], &what[..], &["--", "-D", "warnings"]].concat())
}

/// The words of all tests, with the feature `parquet` of the program. `--long` tests what the program says without it.
const TESTS: [&str; 5] = ["test", "--workspace", "--features", "grundy-cli/parquet", "--locked"];

/// Compiles, with the lints; also what has no tests in Rust: the library for Python, the program of the static edition.
fn compile(root: &Path, times: &Times) -> Result<(), String> {
    cargo(root, &[&TESTS[..], &["--no-run", "--timings"]].concat())?;
    times.read_report(root);
    cargo(root, &[&["build"], &TESTS[1..]].concat())
}

/// The times of tests are an unstable wish, which the program of tests grants where this variable is set. Cargo itself must not see it: crates that look at it
/// would be compiled a second time.
const TIMED: [&str; 2] = ["--config", "target.'cfg(unix)'.runner = ['env', 'RUSTC_BOOTSTRAP=1']"];
const TIMES: [&str; 3] = ["--", "-Zunstable-options", "--report-time"];

/// An ordinary run tries the same random rules each time, so that a change is judged by what it changed; a long one tries new ones.
const SAME_CASES: (&str, &str) = ("PROPTEST_RNG_SEED", "20261128");

fn tests(root: &Path, extent: Extent, times: &Times) -> Result<(), String> {
    let set: &[_] = if extent == Extent::Long { &[("GRUNDY_LONG", "1")] } else { &[SAME_CASES] };
    // `--lib` would compile the libraries without tests, too.
    let kinds = ["--tests", "--examples"];
    let words = if cfg!(unix) { [&TESTS[..], &TIMED, &kinds, &TIMES].concat() } else { [&TESTS[..], &kinds].concat() };
    cargo_seen(root, set, &words, &mut |line| times.read_line(line))?;
    cargo_seen(root, set, &[&TESTS[..], &["--doc"]].concat(), &mut |_| {})
}

/// Runs the tests of some crates, but for those in documentation. Cargo would choose other features of other people's crates for some crates than for all, and compile
/// them a second time: so all are built, and the programs of these are run here.
fn tests_of(root: &Path, crates: &BTreeSet<String>, times: &Times) -> Result<(), String> {
    let words = [&TESTS[..], &["--tests", "--examples", "--no-run", "--message-format=json"]].concat();
    let built = cargo_output(root, &words)?;
    for line in built.lines() {
        let (Some(program), Some(manifest)) = (string(line, "executable"), string(line, "manifest_path")) else {
            continue;
        };
        let folder = Path::new(&manifest).parent().unwrap_or(root);
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if line.contains("\"test\":true},") && crates.contains(&name) {
            let folder_name = folder.to_string_lossy();
            let set = [SAME_CASES, ("RUSTC_BOOTSTRAP", "1"), ("CARGO_MANIFEST_DIR", &*folder_name)];
            program_seen(folder, &set, &program, &TIMES[1..], &mut |line| times.read_line(line))?;
        }
    }
    Ok(())
}

/// Builds the program once more, with the default features, for the few commands that say what it lacks.
fn without_parquet(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--package", "grundy-cli", "--test", "all", "--locked", "without_parquet"])
}

/// Builds the documentation of the crates that others use, or of all.
fn documentation(root: &Path, extent: Extent) -> Result<(), String> {
    let public = ["-p", "grundy", "-p", "grundy-certify", "-p", "grundy-python"];
    let which: &[&str] = if extent == Extent::Long { &["--workspace"] } else { &public };
    cargo_with(root, "RUSTDOCFLAGS", "-D warnings", &[&["doc", "--no-deps", "--locked"], which].concat())
}
