//! What a person would meet in the first hour, tried on the files that stand in `target/dist`.
//!
//! In: those files. Out: each check by name, or the first that fails: nothing names a folder of this machine; the program runs where there is nothing but a C
//! library; the wheel installs in a new environment, answers, and runs the notebooks; the Debian package installs and leaves nothing behind. What cannot be tried on this
//! machine is said. Nothing is installed for the whole machine: all happens in folders under `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::cargo::{is_installed, program};
use crate::folders;
use crate::python::pip;
use crate::release::place::{Place, at};
use crate::release::{sums, tools, wheel};
use crate::step::{say, seconds, step};

/// A question with a known answer.
const QUESTION: [&str; 4] = ["value", "nim", "3", "5"];
const ANSWER: &str = "3\n5";
const PYTHON: &str = "import grundy as gr; print(gr.Game('nim[2]')[3, 5])";

/// All checks.
pub(super) fn all(place: &Place) -> Result<(), String> {
    step("no folder of this machine", || hidden(place))?;
    step("the program alone", || alone(place))?;
    step("the wheel in a new environment", || installed(place))?;
    step("the Debian package", || debian(place))?;
    sizes(place)
}

/// The size of each file.
pub(super) fn sizes(place: &Place) -> Result<(), String> {
    for name in sums::names(place)? {
        let file = place.dist.join(&name);
        let bytes = fs::metadata(&file).map_err(|error| at(&file, &error))?.len();
        say(&format!("   {:8.2} MB  {name}", bytes as f64 / 1e6));
    }
    Ok(())
}

/// Searches all files of the archive and of the wheel for the folders of this machine.
fn hidden(place: &Place) -> Result<(), String> {
    for folder in [unpacked_archive(place)?, unpacked_wheel(place)?] {
        let count = none_names(place, &folder)?;
        say(&format!("   {}: none in {count} files", folder.display()));
    }
    Ok(())
}

/// The number of files below a folder, none of which names a folder of this machine.
fn none_names(place: &Place, folder: &Path) -> Result<usize, String> {
    let mut count = 0;
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))?.flatten() {
        let file = entry.path();
        if file.is_dir() {
            count += none_names(place, &file)?;
            continue;
        }
        let bytes = fs::read(&file).map_err(|error| at(&file, &error))?;
        for own in place.hidden() {
            let name = own.to_string_lossy();
            if bytes.windows(name.len()).any(|part| part == name.as_bytes()) {
                return Err(format!("{} names {name}", file.display()));
            }
        }
        count += 1;
    }
    Ok(count)
}

/// The program in a root folder with nothing but the files of the C library that it asks for.
fn alone(place: &Place) -> Result<(), String> {
    let program = unpacked_program(place)?;
    let asked = |name: &str, words: &[&str]| tools::told(&place.root, name, words);
    if !cfg!(target_os = "linux") || !is_installed("chroot") || asked("id", &["-u"])? != "0" {
        let told = asked(&program.to_string_lossy(), &QUESTION)?;
        say("   another root folder can be had by root on Linux only: the program was asked in this one");
        return same(&told);
    }
    let empty = emptied(place, "empty")?;
    let libraries = asked("ldd", &[&program.to_string_lossy()])?;
    for library in libraries.split_whitespace().filter(|word| word.starts_with('/')) {
        let to = empty.join(library.trim_start_matches('/'));
        let folder = to.parent().unwrap_or(&empty);
        let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(library, &to));
        copied.map_err(|error| at(Path::new(library), &error))?;
        say(&format!("   {library}"));
    }
    fs::copy(&program, empty.join("grundy")).map_err(|error| at(&program, &error))?;
    same(&asked("chroot", &[&[&*empty.to_string_lossy(), "/grundy"], &QUESTION[..]].concat())?)
}

fn same(told: &str) -> Result<(), String> {
    if told == ANSWER { Ok(()) } else { Err(format!("the answer was `{told}`, not `{ANSWER}`")) }
}

/// The wheel, and NumPy, in a new environment.
fn installed(place: &Place) -> Result<(), String> {
    let environment = emptied(place, "environment")?;
    let own = tools::python(place)?.join("python").to_string_lossy().into_owned();
    program(&place.root, &own, &["-m", "venv", &environment.to_string_lossy()])?;
    let inside = environment.join(if cfg!(windows) { "Scripts/python" } else { "bin/python" });
    let (start, python) = (Instant::now(), inside.to_string_lossy());
    let wheel = wheel::made(place, "whl")?;
    pip(&place.root, &python, &[&wheel.to_string_lossy()])?;
    say(&format!("   installed in {}", seconds(start.elapsed())));
    match tools::told(&place.root, &python, &["-c", PYTHON])?.as_str() {
        "6" => notebooks(place, &python),
        other => Err(format!("the answer was `{other}`, not `6`")),
    }
}

/// The notebooks, executed in that environment, with what their tests want.
fn notebooks(place: &Place, python: &str) -> Result<(), String> {
    let folder = place.root.join("crates/grundy-python");
    pip(&folder, python, &["-r", "requirements-test.txt"])?;
    program(&folder, python, &["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_notebook.py"])
}

/// The package in a root folder of its own, with a list of packages of its own; then it is removed, and no file of it is left.
fn debian(place: &Place) -> Result<(), String> {
    if !is_installed("dpkg") {
        say("   left out: dpkg is not installed");
        return Ok(());
    }
    let package = wheel::made(place, "deb")?;
    let folder = emptied(place, "debian")?;
    let lists = folder.join("var/lib/dpkg");
    let made = fs::create_dir_all(lists.join("info"))
        .and_then(|()| fs::create_dir_all(lists.join("updates")))
        .and_then(|()| fs::write(lists.join("status"), ""));
    made.map_err(|error| at(&lists, &error))?;
    let root = format!("--root={}", folder.display());
    // The C library is a package of the machine, and not of this folder.
    let words = [&root, "--force-depends", "--force-not-root", "--force-script-chrootless"];
    program(&place.root, "dpkg", &[&words[..], &["--install", &package.to_string_lossy()]].concat())?;
    let installed = folder.join("usr/bin/grundy");
    same(&tools::told(&place.root, &installed.to_string_lossy(), &QUESTION)?)?;
    for part in ["usr/share/man/man1/grundy.1.gz", "usr/share/bash-completion/completions/grundy"] {
        if !folder.join(part).is_file() {
            return Err(format!("the package has no {part}"));
        }
    }
    program(&place.root, "dpkg", &[&words[..], &["--purge", "grundy"]].concat())?;
    if folder.join("usr").exists() {
        return Err(format!("the package has left files in {}", folder.join("usr").display()));
    }
    Ok(())
}

/// The program of the archive.
fn unpacked_program(place: &Place) -> Result<PathBuf, String> {
    Ok(unpacked_archive(place)?.join(super::program::file_name()))
}

/// The folder of what the archive holds.
fn unpacked_archive(place: &Place) -> Result<PathBuf, String> {
    let name = format!("grundy-{}-{}", place.version, place.target);
    let folder = emptied(place, "program")?;
    let archive = place.dist.join(format!("{name}.tar.xz")).to_string_lossy().into_owned();
    program(&place.root, "tar", &["-xJf", &archive, "-C", &folder.to_string_lossy()])?;
    Ok(folder.join(name))
}

/// The folder of what the wheel holds.
fn unpacked_wheel(place: &Place) -> Result<PathBuf, String> {
    let folder = emptied(place, "wheel")?;
    let python = tools::python(place)?.join("python").to_string_lossy().into_owned();
    let wheel = wheel::made(place, "whl")?;
    program(&place.root, &python, &["-m", "zipfile", "-e", &wheel.to_string_lossy(), &folder.to_string_lossy()])?;
    Ok(folder)
}

/// An empty folder for a check.
fn emptied(place: &Place, name: &str) -> Result<PathBuf, String> {
    let folder = place.root.join("target/release-check").join(name);
    folders::empty(&folder).map_err(|error| at(&folder, &error))?;
    Ok(folder)
}
