//! The program, its manual pages and its completions.
//!
//! In: the sources. Out: the program in the profile `dist`, without names and line tables; on Linux it is linked by zig against glibc 2.17, where zig can be
//! had, so that it runs on every system of the last ten years. What people read beside it stands in a folder of its own.

use std::fs;
use std::path::PathBuf;

use crate::cargo::{output_of, program_with};
use crate::release::place::{Place, at};
use crate::release::tools;
use crate::step::say;

/// The shells, and the names of their files.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "grundy.bash"),
    ("elvish", "grundy.elv"),
    ("fish", "grundy.fish"),
    ("powershell", "_grundy.ps1"),
    ("zsh", "_grundy"),
];

/// Compiles the program, and asks it for what belongs to it.
pub(super) fn build(place: &Place) -> Result<(), String> {
    compile(place, ["--bin", "grundy"])?;
    let program = place.compiled().join(file_name());
    let completions = extras(place).join("completions");
    fs::create_dir_all(&completions).map_err(|error| at(&completions, &error))?;
    for (shell, name) in SHELLS {
        let script = output_of(&place.root, &program.to_string_lossy(), &["completions", shell])?;
        let file = completions.join(name);
        fs::write(&file, script).map_err(|error| at(&file, &error))?;
    }
    manual(place)
}

/// The pages are an example's work, which is not in the program. The crates of the program are compiled already.
fn manual(place: &Place) -> Result<(), String> {
    compile(place, ["--example", "man"])?;
    let example = place.compiled().join("examples").join(format!("man{}", std::env::consts::EXE_SUFFIX));
    let pages = extras(place).join("man");
    output_of(&place.root, &example.to_string_lossy(), &[&pages.to_string_lossy()]).map(|_| ())
}

/// Compiles a program of the crate `grundy-cli`.
fn compile(place: &Place, which: [&str; 2]) -> Result<(), String> {
    let environment = if cfg!(target_os = "linux") { tools::environment(place) } else { Ok(place.environment()) };
    let environment = environment.unwrap_or_else(|reason| {
        say(&format!("   the program wants this machine's C library, or a newer one: {reason}"));
        place.environment()
    });
    let words = ["build", "--target", &place.target, "--profile", "dist", "--locked", "--package", "grundy-cli"];
    program_with(&place.root, &environment, "cargo", &[&words[..], &["--features", "parquet"], &which].concat())
}

/// The program's file.
pub(super) fn file_name() -> String {
    format!("grundy{}", std::env::consts::EXE_SUFFIX)
}

/// The folder of what belongs to the program.
pub(super) fn extras(place: &Place) -> PathBuf {
    place.work.join("extras")
}
