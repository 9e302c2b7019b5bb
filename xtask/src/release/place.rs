//! Where a release is made, and what its files have in common.
//!
//! In: the folder of the workspace. Out: its version, the time of its last commit, the kind of machine, the folders; and the words for the compiler that keep
//! this machine's folders out of what it writes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::cargo::output_of;
use crate::folders;
use crate::release::agree;

/// What stands between two words for the compiler.
const BETWEEN: &str = "\u{1f}";

pub(super) struct Place {
    pub(super) root: PathBuf,
    /// What people download.
    pub(super) dist: PathBuf,
    /// What is made on the way.
    pub(super) work: PathBuf,
    pub(super) version: String,
    /// The kind of machine, in Rust's words.
    pub(super) target: String,
    /// The time of the last commit, in seconds since 1970.
    pub(super) time: u64,
    /// Folders of this machine, and what is written in their place.
    hidden: Vec<(PathBuf, &'static str)>,
}

impl Place {
    pub(super) fn new(root: &Path) -> Result<Place, String> {
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => output_of(root, "git", &["log", "-1", "--format=%ct"])?,
        };
        let time = time.trim().parse().map_err(|_| format!("`{}` is no time in seconds since 1970", time.trim()))?;
        let compiler = output_of(root, "rustc", &["-vV"])?;
        let target = compiler.lines().find_map(|line| line.strip_prefix("host: "));
        let sources = output_of(root, "rustc", &["--print", "sysroot"])?;
        let sources = Path::new(sources.trim()).join("lib/rustlib/src/rust");
        Ok(Place {
            root: root.to_owned(),
            dist: root.join("target/dist"),
            work: root.join("target/release-parts"),
            version: agree::version(root)?,
            target: target.ok_or("`rustc -vV` names no host")?.to_owned(),
            time,
            hidden: vec![(cargo_home(), "/cargo"), (sources, "/rust"), (root.to_owned(), "/grundy")],
        })
    }

    /// Empties both folders.
    pub(super) fn clean(&self) -> Result<(), String> {
        for folder in [&self.dist, &self.work] {
            folders::empty(folder).map_err(|error| at(folder, &error))?;
        }
        Ok(())
    }

    /// The environment of a build whose bytes depend on nothing but the commit.
    pub(super) fn environment(&self) -> Vec<(String, OsString)> {
        let mut words = OsString::new();
        // The last one that fits counts.
        for (at, (folder, name)) in self.hidden.iter().enumerate() {
            words.push(if at == 0 { "" } else { BETWEEN });
            words.push("--remap-path-prefix=");
            words.push(folder);
            words.push(format!("={name}"));
        }
        let target = self.root.join("target/release-build").into_os_string();
        vec![
            ("CARGO_ENCODED_RUSTFLAGS".into(), words),
            ("CARGO_TARGET_DIR".into(), target),
            ("CARGO_INCREMENTAL".into(), "0".into()),
            ("SOURCE_DATE_EPOCH".into(), self.time.to_string().into()),
        ]
    }

    /// The folder of the compiled program.
    pub(super) fn compiled(&self) -> PathBuf {
        self.root.join("target/release-build").join(&self.target).join("dist")
    }

    /// The folders of this machine that no file may name.
    pub(super) fn hidden(&self) -> impl Iterator<Item = &Path> {
        self.hidden.iter().map(|(folder, _)| folder.as_path())
    }
}

fn cargo_home() -> PathBuf {
    let of_user = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(of_user, PathBuf::from)
}

/// What went wrong with a file.
pub(super) fn at(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}
