//! `cargo xtask browser`: the page in a real browser.
//!
//! In: the folder of the workspace. Out: the types of the page's modules checked, and its tests run, by programs that neither the build nor a user
//! of grundy needs: node, npm and chromium. A part of `cargo xtask test` where these are installed; elsewhere a sentence says that it was left out.
//! `--long` adds the gallery, the tour, colours, speed, and all states on all screens; and goes the page's main path, and through its controls, in Firefox, too, where
//! this is installed.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cargo::{answers_to, grundy, is_installed, program, program_with};
use crate::step::say;
use crate::words::Extent;

/// The names under which chromium is installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// The names under which Firefox is installed.
const FIREFOX: [&str; 2] = ["firefox-esr", "firefox"];

/// Runs the tests; what is missing is an error.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    match missing() {
        Some(missing) => Err(format!("{missing}; Debian: `apt install chromium nodejs npm`")),
        None => tests(root, Extent::Long),
    }
}

/// Runs the tests where everything that they need is installed.
pub(crate) fn run_if_there(root: &Path, extent: Extent) -> Result<(), String> {
    if_there(|| tests(root, extent))
}

/// Runs the tests of the static edition, whose files stand in a folder, where everything that they need is installed.
pub(crate) fn run_static_if_there(root: &Path, edition: &Path) -> Result<(), String> {
    if_there(|| {
        let (folder, chromium) = (ready(root)?, browser().unwrap_or_default());
        let set = [("GRUNDY_STATIC", edition.as_os_str()), ("CHROMIUM", chromium.as_os_str())];
        program_with(&folder, &set, "npm", &["run", "--silent", "test-static"])
    })
}

/// Does what everything is installed for; else says what is missing.
fn if_there(tests: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    match missing() {
        Some(missing) => {
            say(&format!("   left out: {missing}"));
            Ok(())
        }
        None => tests(),
    }
}

/// What is not installed, as a sentence.
fn missing() -> Option<String> {
    let lacks = |name: &&str| !is_installed(name);
    let program = ["node", "npm"].into_iter().find(lacks).map(|name| format!("`{name}` is not installed"));
    let old = || !answers_to("node", &["--test-concurrency=1", "--version"]);
    let node = || old().then(|| "the tests of the page need node 20.10 or newer".to_string());
    let chromium = || browser().is_none().then(|| "no chromium is installed, and `CHROMIUM` names none".to_string());
    program.or_else(node).or_else(chromium)
}

/// The browser: the one that `CHROMIUM` names, or the first that is found.
fn browser() -> Option<PathBuf> {
    named("CHROMIUM").or_else(|| found(&BROWSERS))
}

/// The program that a variable of the environment names, if it is there.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.exists())
}

/// The first program that is found under one of these names.
fn found(names: &[&str]) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|path| path.exists())
}

fn tests(root: &Path, extent: Extent) -> Result<(), String> {
    let folder = ready(root)?;
    let (grundy, chromium) = (grundy(root)?, browser().unwrap_or_default());
    let mut set = vec![("GRUNDY", grundy.as_os_str()), ("CHROMIUM", chromium.as_os_str())];
    if extent == Extent::Long {
        set.push(("GRUNDY_LONG", OsStr::new("1")));
    }
    program_with(&folder, &set, "npm", &["run", "--silent", "test"])?;
    if extent != Extent::Long {
        return Ok(());
    }
    program_with(&folder, &set, "npm", &["run", "--silent", "test-long"])?;
    in_firefox(&folder, &grundy)
}

/// Runs the tests in Firefox: the one that `FIREFOX` names, or the first that is found.
fn in_firefox(folder: &Path, grundy: &Path) -> Result<(), String> {
    let Some(firefox) = named("FIREFOX").or_else(|| found(&FIREFOX)) else {
        say("   left out: the page in Firefox; no firefox is installed, and `FIREFOX` names none");
        return Ok(());
    };
    let set =
        [("GRUNDY", grundy.as_os_str()), ("FIREFOX", firefox.as_os_str()), ("GRUNDY_BROWSER", OsStr::new("firefox"))];
    program_with(folder, &set, "npm", &["run", "--silent", "test-firefox"])
}

/// The folder of the tests, with what they import; the types of the page's modules are right.
fn ready(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("crates/grundy-page/browser");
    program(&folder, "npm", &["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"])?;
    program(&folder, "npm", &["run", "--silent", "types"])?;
    Ok(folder)
}
