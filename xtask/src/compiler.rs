//! The compiler of what is tested: clippy's, which is Rust's with lints.
//!
//! In: the words that cargo gives to the compiler of a crate of this workspace. Out: what the compiler makes of them; a warning is an error. So the lints cost a few
//! seconds, where a run of their own would look at every crate once more. This program stands between cargo and the compiler, because cargo has no words for the
//! second thing that it does: a library's unit tests have the whole library in them, and where they run for seconds, making them quick takes longer.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use crate::step::complain;
use crate::tools::{CLIPPY, need};

/// Two variables: cargo finds in one the program that it calls in place of the compiler, clippy in the other more words.
pub(crate) type Environment = [(&'static str, OsString); 2];

/// The libraries whose unit tests are compiled without optimization. Those of the others compute: in `grundy-heaps` they took 424 s in place of 9.
const PLAIN: [&str; 6] = ["grundy", "grundy_claims", "grundy_core", "grundy_page", "grundy_rules", "grundy_tables"];

/// What makes cargo use this program. It is a copy, as cargo compiles this program, too, and takes the old one away meanwhile.
pub(crate) fn environment(root: &Path) -> Result<Environment, String> {
    static COPY: OnceLock<Result<OsString, String>> = OnceLock::new();
    let made = || {
        need(root, &CLIPPY)?;
        copy(root).map_err(|error| format!("the compiler of the tests: {error}"))
    };
    let warnings = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__".into();
    Ok([("RUSTC_WORKSPACE_WRAPPER", COPY.get_or_init(made).clone()?), ("CLIPPY_ARGS", warnings)])
}

fn copy(root: &Path) -> std::io::Result<OsString> {
    let folder = root.join("target/compiler");
    fs::create_dir_all(&folder)?;
    let place = folder.join("xtask").with_extension(std::env::consts::EXE_EXTENSION);
    let draft = folder.join(format!("draft-{}", std::process::id()));
    fs::copy(std::env::current_exe()?, &draft)?;
    fs::rename(&draft, &place)?;
    Ok(place.into_os_string())
}

/// Did cargo call this program in place of the compiler? Then the first word is the compiler.
pub(crate) fn is_asked(words: &[OsString]) -> bool {
    words.first().is_some_and(|word| Path::new(word).file_stem() == Some(OsStr::new("rustc")))
}

pub(crate) fn run(mut words: Vec<OsString>) -> ExitCode {
    let plain = is_plain(&words);
    words.iter_mut().filter(|word| plain && is_level(word)).for_each(|word| *word = "opt-level=0".into());
    match Command::new("clippy-driver").args(words).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            complain(&format!("`clippy-driver` could not be started: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn is_plain(words: &[OsString]) -> bool {
    let name = words.iter().skip_while(|word| *word != "--crate-name").nth(1);
    words.iter().any(|word| word == "--test") && name.is_some_and(|name| PLAIN.iter().any(|known| name == known))
}

fn is_level(word: &OsStr) -> bool {
    word.to_string_lossy().starts_with("opt-level=")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn unit_tests_of_some_libraries_are_compiled_without_optimization() {
        assert!(is_plain(&words("rustc --crate-name grundy_rules --test -C opt-level=2")));
        assert!(!is_plain(&words("rustc --crate-name grundy_rules -C opt-level=2")), "the library");
        assert!(!is_plain(&words("rustc --crate-name grundy_certify --test -C opt-level=2")));
        assert!(!is_plain(&words("rustc --crate-name all --test -C opt-level=1")), "tests of what is public");
        assert!(is_level(OsStr::new("opt-level=2")) && !is_level(OsStr::new("-C")));
    }

    #[test]
    fn cargo_names_the_compiler_first() {
        assert!(is_asked(&words("/home/a/bin/rustc -vV")));
        assert!(!is_asked(&words("test --long")) && !is_asked(&[]));
    }

    #[test]
    fn the_crates_are_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        for name in PLAIN {
            assert!(root.join("crates").join(name.replace('_', "-")).is_dir(), "{name}");
        }
    }
}
