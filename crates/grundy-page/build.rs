//! Makes the scripts of the page, and says where the papers are.
//!
//! In: the folder `web`. Out: its modules in one script for the page and one for the worker that paints. The papers lie in the repository, or, in a published package,
//! in the copy that `cargo xtask package` makes. A symbolic link would do the same where there are such links, and not on Windows.

mod bundle;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=bundle.rs");
    println!("cargo::rerun-if-changed=web/js");
    let place = if Path::new("../../papers/farr-ho.game").is_file() { "../../../../papers" } else { "../../papers" };
    println!("cargo::rustc-env=GRUNDY_PAPERS={place}");
    let mut modules = bundle::Modules::new();
    read(Path::new("web/js"), "js/", &mut modules).expect("the folder of the page's modules can be read");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder for what is made"));
    let scripts = bundle::scripts(&modules).unwrap_or_else(|wrong| panic!("in the modules of the page: {wrong}"));
    for (path, text) in scripts {
        let name = Path::new(path).file_name().expect("a script has a name");
        fs::write(out.join(name), text).expect("the folder for what is made can be written to");
    }
}

/// The modules below a folder.
fn read(folder: &Path, name: &str, modules: &mut bundle::Modules) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{name}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{path}/"), modules)?;
        } else {
            modules.insert(path, fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}
