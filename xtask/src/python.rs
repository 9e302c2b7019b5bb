//! `cargo xtask python`: grundy for Python.
//!
//! In: the folder of the workspace. Out: a wheel, built by maturin and installed with pip in an environment of its own (`target/python`), and its tests run
//! there: values, arrays, errors, forks, types, notebooks. A part of `cargo xtask test` where Python is; elsewhere a sentence says that it was left out.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{answers_to, program, program_with};
use crate::compiler;
use crate::step::say;
use crate::words::Extent;

/// Is this Python new enough, and can it make environments?
const USABLE: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// Runs the tests; what is missing is an error.
pub(crate) fn run(root: &Path, extent: Extent) -> Result<(), String> {
    let python =
        python().ok_or("Python 3.10 or newer with venv is not installed; Debian: `apt install python3-venv`")?;
    let place = ready(root, python)?;
    tests(root, &place, extent)
}

/// Makes the environment of the tests, where Python is. What goes wrong is told when the tests are to run.
pub(crate) fn fetch(root: &Path) -> Result<(), String> {
    let _ = python().map(|python| ready(root, python));
    Ok(())
}

/// Runs the tests where Python is; what is missing is told.
pub(crate) fn run_if_there(root: &Path, extent: Extent) -> Result<(), String> {
    let Some(python) = python() else {
        say("   left out: Python 3.10 or newer with venv is not installed");
        return Ok(());
    };
    match ready(root, python) {
        Ok(place) => tests(root, &place, extent),
        Err(reason) => {
            say(&format!("   left out: what the tests want could not be installed: {reason}"));
            Ok(())
        }
    }
}

/// A Python of this machine that can make environments.
pub(crate) fn python() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|name| answers_to(name, &["-c", USABLE]))
}

/// The environment, with what the tests import. It is made anew when the list of that has changed.
fn ready(root: &Path, python: &str) -> Result<PathBuf, String> {
    let place = root.join("target/python");
    let list = root.join("crates/grundy-python/requirements-test.txt");
    let (stamp, wanted) = (place.join("installed.txt"), read(&list)?);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(place);
    }
    let environment = place.join("venv");
    environment_with(root, python, &environment, &["-r", &list.to_string_lossy()])?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(place)
}

/// A new environment, with packages that pip installs.
pub(crate) fn environment_with(root: &Path, python: &str, place: &Path, packages: &[&str]) -> Result<(), String> {
    program(root, python, &["-m", "venv", "--clear", &place.to_string_lossy()])?;
    let own = place.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    pip(root, &own.to_string_lossy(), packages)
}

/// `pip install WORDS` of this Python.
pub(crate) fn pip(root: &Path, python: &str, words: &[&str]) -> Result<(), String> {
    program(root, python, &[&["-m", "pip", "install", "--quiet", "--disable-pip-version-check"], words].concat())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The environment's Python.
fn interpreter(place: &Path) -> String {
    let own = if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" };
    place.join(own).to_string_lossy().into_owned()
}

fn tests(root: &Path, place: &Path, extent: Extent) -> Result<(), String> {
    let (folder, python) = (root.join("crates/grundy-python"), interpreter(place));
    let wheels = place.join("wheels");
    let _ = fs::remove_dir_all(&wheels);
    // The profile of the other tests, whose crates are not compiled a second time.
    let out = wheels.to_string_lossy();
    let words = ["-m", "maturin", "build", "--profile", "dev", "--locked", "--interpreter", &python, "--out", &out];
    let mut set = compiler::environment(root)?.to_vec();
    set.push(("CARGO_TARGET_DIR", root.join("target").into_os_string()));
    program_with(&folder, &set, &python, &words)?;
    let wheel = only(&wheels)?;
    pip(&folder, &python, &["--no-deps", "--force-reinstall", &wheel.to_string_lossy()])?;
    let words =
        ["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--doctest-modules", "--pyargs", "grundy", "tests"];
    let mut set = vec![("PYTHONDONTWRITEBYTECODE", OsStr::new("1"))];
    if extent == Extent::Long {
        set.push(("GRUNDY_LONG", OsStr::new("1")));
    }
    program_with(&folder, &set, &python, &words)
}

/// The one file of a folder.
fn only(folder: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    match &files[..] {
        [file] => Ok(file.clone()),
        _ => Err(format!("{} has {} files, and one wheel was to be built", folder.display(), files.len())),
    }
}
