//! Folders packed for people.
//!
//! In: what was built. Out: `NAME.tar.xz` in the folder of the release. In the program's archive stand the program, its manual pages, completions, licences,
//! `README.md` and `CHANGELOG.md`.

use std::fs;
use std::path::Path;

use crate::cargo::{is_installed, program as run};
use crate::folders;
use crate::release::place::{Place, at};
use crate::release::{program, tar};

/// The texts of the repository that go with the program.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The program's archive.
pub(super) fn program(place: &Place) -> Result<(), String> {
    let name = format!("grundy-{}-{}", place.version, place.target);
    let folder = place.work.join(&name);
    let extras = program::extras(place);
    folders::copy(&extras, &folder, &|_| true).map_err(|error| at(&extras, &error))?;
    let executable = program::file_name();
    fs::copy(place.compiled().join(&executable), folder.join(&executable)).map_err(|error| at(&folder, &error))?;
    for text in TEXTS {
        fs::copy(place.root.join(text), folder.join(text)).map_err(|error| at(&folder, &error))?;
    }
    self::folder(place, &folder, &name)
}

/// A folder as `NAME.tar.xz`.
pub(super) fn folder(place: &Place, folder: &Path, name: &str) -> Result<(), String> {
    if !is_installed("xz") {
        return Err("archives are packed by xz, which is not installed (Debian: `apt install xz-utils`)".into());
    }
    let plain = place.dist.join(format!("{name}.tar"));
    let bytes = tar::of(folder, name, place.time).map_err(|error| at(folder, &error))?;
    fs::write(&plain, bytes).map_err(|error| at(&plain, &error))?;
    // With one thread, so that the bytes do not depend on the number of cores.
    run(&place.root, "xz", &["-9", "--threads=1", "--force", &plain.to_string_lossy()])
}
