//! Says where the built-in games are, as the sources see them: in the repository, or, in a published package, in the copy that `cargo xtask package` makes. A symbolic
//! link would do the same where there are such links, and not on Windows.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let place = if Path::new("../../games/nim.game").is_file() { "../../../games" } else { "../games" };
    println!("cargo::rustc-env=GRUNDY_GAMES={place}");
}
