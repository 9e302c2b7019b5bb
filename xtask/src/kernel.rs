//! The kernel that is proved correct in Coq, as a program.
//!
//! In: a folder with programs of formulas, as `grundy verify --program` prints them, and what the checker says of the formulas. Out: Coq extracts its kernel (`coq/kernel`), OCaml compiles
//! it, and it decides the same formulas. Another answer is an error. A formula of which it says nothing in time is counted. Programs that say the opposite come after: of none of their
//! formulas may the kernel say the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cargo::{answers_to, output_of};
use crate::coq;
use crate::folders::files_below;
use crate::spent::ends_within;
use crate::step::say;

const FOLDER: &str = "target/coq/kernel";
/// The time for the formulas of one certificate.
const TIME: Duration = Duration::from_secs(10);

/// Compares the answers, where Coq and OCaml are installed.
pub(crate) fn decide(root: &Path, folder: &Path) -> Result<(), String> {
    if !coq::is_there() || !answers_to("ocamlopt", &["-version"]) {
        say("   left out: Coq and OCaml are not installed (Debian: `apt install coq`)");
        return Ok(());
    }
    let kernel = made(root)?;
    let mut programs = files_below(folder, "program").map_err(|error| error.to_string())?;
    programs.sort();
    let (mut all, mut same, mut certificates) = (0, 0, 0);
    for program in &programs {
        let text = fs::read_to_string(program).map_err(|error| error.to_string())?;
        let answers = answers(&kernel, program)?;
        if let Some(other) = answers.lines().find(|line| line.ends_with(" other")) {
            return Err(format!("{}: the kernel of Coq says otherwise of `{other}`", program.display()));
        }
        let here = count(&answers, " same");
        (all, same, certificates) = (all + said(&text), same + here, certificates + usize::from(said(&text) > 0));
        if here > 0 {
            refuses(&kernel, program, &text)?;
        }
    }
    say(&format!("   the kernel of Coq agrees about {same} of {all} formulas of {certificates} certificates"));
    if same > 0 { Ok(()) } else { Err("the kernel of Coq has answered nothing".into()) }
}

/// Makes the program.
fn made(root: &Path) -> Result<PathBuf, String> {
    coq::library(root)?;
    let folder = root.join(FOLDER);
    for name in ["Extract.v", "decide.ml"] {
        let copied = coq::renew(&root.join("coq/kernel").join(name), &folder.join(name));
        copied.map_err(|error| format!("{FOLDER}/{name}: {error}"))?;
    }
    output_of(&folder, "coqc", &["-q", "-Q", "../theories", "Grundy", "Extract.v"])?;
    output_of(&folder, "ocamlopt", &["-o", "decide", "kernel.mli", "kernel.ml", "decide.ml"])?;
    Ok(folder.join("decide"))
}

/// The answers of the kernel, as far as they come in time.
fn answers(kernel: &Path, program: &Path) -> Result<String, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", program.display());
    let told = program.with_extension("kernel");
    let out = fs::File::create(&told).map_err(wrong)?;
    let mut child = Command::new(kernel).arg(program).stdin(Stdio::null()).stdout(out).spawn().map_err(wrong)?;
    match ends_within(&mut child, TIME).map_err(wrong)? {
        Some(status) if !status.success() => Err(format!("{}: the kernel of Coq cannot read it", program.display())),
        _ => fs::read_to_string(&told).map_err(wrong),
    }
}

/// The kernel does not say the same as a program that says the opposite.
fn refuses(kernel: &Path, program: &Path, text: &str) -> Result<(), String> {
    let forged = program.with_extension("forged");
    fs::write(&forged, opposite(text)).map_err(|error| error.to_string())?;
    let same = count(&answers(kernel, &forged)?, " same");
    if same == 0 { Ok(()) } else { Err(format!("{}: the kernel of Coq agrees with it", forged.display())) }
}

fn opposite(text: &str) -> String {
    let line = |line: &str| match line.split_once(' ') {
        Some(("holds", step)) => format!("fails {step}\n"),
        Some(("fails", step)) => format!("holds {step}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn count(answers: &str, ending: &str) -> usize {
    answers.lines().filter(|line| line.ends_with(ending)).count()
}

/// Of how many formulas a program says something.
fn said(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("holds ") || line.starts_with("fails ")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposite_is_said_of_the_same_formulas() {
        let text = "grundy program 1\n0 zero 0 1:1\n1 not 0\nholds 0\nfails 1\n";
        assert_eq!(opposite(text), "grundy program 1\n0 zero 0 1:1\n1 not 0\nfails 0\nholds 1\n");
        assert_eq!((said(text), said(&opposite(text)), count("holds 0 same\nfails 1 other\n", " same")), (2, 2, 1));
    }
}
