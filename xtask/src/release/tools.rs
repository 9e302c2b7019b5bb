//! The tools of a release: found, or installed under `target/tools`.
//!
//! In: the name of a tool. Out: how it is started; or a sentence that says how to install it. Nothing is installed for the whole machine. Tools in Rust are
//! compiled with little optimisation: they run for seconds. `GRUNDY_TOOLS` names another folder for them, which several checkouts may share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::cargo::{is_installed, output_of, program_with};
use crate::python;
use crate::release::place::{Place, at};

/// A program in Rust: its name, that of its package, further words for `cargo install`.
pub(crate) struct Tool {
    name: &'static str,
    words: &'static [&'static str],
}

pub(super) const ABOUT: Tool = Tool { name: "cargo-about", words: &["cargo-about@0.9.3", "--features", "cli"] };
pub(super) const DEB: Tool = Tool { name: "cargo-deb", words: &["cargo-deb@3.8.0", "--no-default-features"] };
pub(crate) const MDBOOK: Tool =
    Tool { name: "mdbook", words: &["mdbook@0.5.4", "--no-default-features", "--features", "search"] };
pub(crate) const DENY: Tool = Tool { name: "cargo-deny", words: &["cargo-deny@0.20.2"] };

/// The oldest C library with which the program and the wheel run; that of manylinux_2_17.
const GLIBC: &str = "2.17";

/// What the wheel is made with: zig links it against an old C library.
const PYTHON: [&str; 4] = ["maturin>=1.9,<2", "ziglang>=0.13,<1", "cargo-zigbuild>=0.20,<1", "auditwheel>=6,<7"];
const QUICKLY: [(&str, &str); 4] = [
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "false"),
];

/// How the tool is started.
pub(crate) fn found(root: &Path, tool: &Tool) -> Result<String, String> {
    if is_installed(tool.name) {
        return Ok(tool.name.to_owned());
    }
    let folder = folder(root);
    let own = folder.join("bin").join(tool.name).to_string_lossy().into_owned();
    if is_installed(&own) {
        return Ok(own);
    }
    let line = format!("cargo install --locked {}", tool.words.join(" "));
    let to = folder.to_string_lossy();
    let words = [&["install", "--locked", "--root", &to][..], tool.words].concat();
    let mut set: Vec<_> = QUICKLY.iter().map(|&(name, value)| (name, value.as_ref())).collect();
    let build = folder.join("build");
    set.push(("CARGO_TARGET_DIR", build.as_os_str()));
    program_with(root, &set, "cargo", &words)
        .map(|()| own)
        .map_err(|reason| format!("{} is not installed, and could not be: {reason}; `{line}` installs it", tool.name))
}

/// The folder of an environment of Python that has the packages for wheels.
pub(super) fn python(place: &Place) -> Result<PathBuf, String> {
    let environment = folder(&place.root).join("python");
    let inside = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if is_installed(&inside.join("maturin").to_string_lossy()) {
        return Ok(inside);
    }
    let python = python::python().ok_or(
        "wheels want Python 3.10 or newer with venv, which is not installed (Debian: `apt install python3-venv`)",
    )?;
    python::environment_with(&place.root, python, &environment, &PYTHON)?;
    Ok(inside)
}

/// The environment with the tools for wheels in front, in which on Linux zig links against an old C library. The program and the wheel have one linker: for another
/// cargo would compile all crates anew, as it does where maturin and cargo-zigbuild choose theirs.
pub(super) fn environment(place: &Place) -> Result<Vec<(String, OsString)>, String> {
    let folder = python(place)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.clone()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    let mut set = place.environment();
    set.push(("PATH".into(), path));
    if cfg!(target_os = "linux") {
        let kind = place.target.to_uppercase().replace('-', "_");
        set.push((format!("CARGO_TARGET_{kind}_LINKER"), linker(place, &folder)?.into_os_string()));
    }
    Ok(set)
}

/// A program that links as C's compiler does.
fn linker(place: &Place, folder: &Path) -> Result<PathBuf, String> {
    let file = folder.join(format!("cc-{GLIBC}"));
    let zig = folder.join("cargo-zigbuild");
    let (zig, processor) = (zig.display(), place.target.split('-').next().unwrap_or_default());
    let script =
        format!("#!/bin/sh\nexec \"{zig}\" zig cc -- -fno-sanitize=all -target {processor}-linux-gnu.{GLIBC} \"$@\"\n");
    std::fs::write(&file, script).map_err(|error| at(&file, &error))?;
    make_executable(&file).map_err(|error| at(&file, &error))?;
    Ok(file)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Where the tools are.
pub(super) fn folder(root: &Path) -> PathBuf {
    std::env::var_os("GRUNDY_TOOLS").map_or_else(|| root.join("target/tools"), PathBuf::from)
}

/// What a tool of this machine writes, without its last line's end.
pub(super) fn told(root: &Path, name: &str, words: &[&str]) -> Result<String, String> {
    output_of(root, name, words).map(|text| text.trim_end().to_owned())
}
