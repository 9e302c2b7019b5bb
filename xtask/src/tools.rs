//! The parts of the Rust toolchain that are not always installed, and valgrind.
//!
//! In: the name of a component. Out: nothing if the component can be used,
//! perhaps after an installation; otherwise a sentence that says how to install
//! it. A check that is silently skipped would be worse than one that fails.

use std::path::Path;

use crate::cargo::{cargo_knows, is_installed, program};

/// A part of the toolchain: its name for rustup, its subcommand of cargo, and
/// its Debian package.
pub(crate) struct Component {
    name: &'static str,
    word: &'static str,
    package: &'static str,
}

/// The formatter of the source text.
pub(crate) const RUSTFMT: Component = Component { name: "rustfmt", word: "fmt", package: "rustfmt" };
/// The lints.
pub(crate) const CLIPPY: Component = Component { name: "clippy", word: "clippy", package: "rust-clippy" };

/// Makes sure that a component can be used.
pub(crate) fn need(root: &Path, component: &Component) -> Result<(), String> {
    if cargo_knows(component.word) {
        return Ok(());
    }
    if is_installed("rustup")
        && program(root, "rustup", &["component", "add", component.name]).is_ok()
        && cargo_knows(component.word)
    {
        return Ok(());
    }
    Err(missing(component))
}

/// Makes sure that valgrind is there; it is no part of the toolchain, and nothing here installs it.
pub(crate) fn need_valgrind() -> Result<(), String> {
    if is_installed("valgrind") {
        return Ok(());
    }
    Err("instructions are counted by valgrind: install it from your system's packages (Debian: `apt install valgrind`)"
        .into())
}

fn missing(component: &Component) -> String {
    let Component { name, package, .. } = component;
    format!(
        "{name} is not installed and could not be added; install it with \
         `rustup component add {name}`, or from your system's packages \
         (Debian: `apt install {package}`)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_says_what_to_type() {
        let message = missing(&CLIPPY);
        assert!(message.contains("rustup component add clippy"), "{message}");
        assert!(message.contains("apt install rust-clippy"), "{message}");
    }
}
