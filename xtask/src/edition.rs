//! `cargo xtask static FOLDER`: the page as files for any web host.
//!
//! In: the folder of the workspace, a folder to write to. Out: the page's files, and the program that answers its questions, compiled to WebAssembly.
//! Nothing there needs a server of ours: the questions are answered in the browser.

use std::fs;
use std::io;
use std::path::Path;

use crate::browser;
use crate::cargo::{cargo, is_installed, program};
use crate::step::say;

/// WebAssembly with a clock and streams, and without threads.
const TARGET: &str = "wasm32-wasip1";
/// What the page's `index.html` has in place of the folder of the other files.
const FOLDER: &str = "{folder}";

/// Writes the files.
pub(crate) fn write(root: &Path, folder: &Path) -> Result<(), String> {
    if !has_target(root) {
        return Err(format!("the target {TARGET} is not installed; `rustup target add {TARGET}` adds it"));
    }
    let folder = std::env::current_dir().unwrap_or_default().join(folder);
    cargo(root, &["build", "--locked", "--profile", "static", "--package", "grundy-static", "--target", TARGET])?;
    let page = root.join("crates/grundy-page");
    let put = || -> io::Result<()> {
        copy(&page.join("web"), &folder)?;
        copy(&page.join("static"), &folder.join("js"))?;
        let index = fs::read_to_string(page.join("web/index.html"))?;
        fs::write(folder.join("index.html"), index.replace(FOLDER, "."))?;
        let program = root.join("target").join(TARGET).join("static/grundy-static.wasm");
        fs::copy(program, folder.join("grundy.wasm")).map(|_| ())
    };
    put().map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
    say(&format!("   the page stands in {}", folder.display()));
    Ok(())
}

/// The static edition answers as the server does, in a browser; left out where something for it is not installed.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    if !has_target(root) {
        say(&format!("   left out: the target {TARGET} is not installed, and there is no rustup that adds it"));
        return Ok(());
    }
    let folder = root.join("target/static-edition");
    write(root, &folder)?;
    browser::run_static_if_there(root, &folder)
}

fn has_target(root: &Path) -> bool {
    is_installed("rustup") && program(root, "rustup", &["target", "add", TARGET]).is_ok()
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?
        } else {
            fs::copy(entry.path(), target).map(|_| ())?
        }
    }
    Ok(())
}
