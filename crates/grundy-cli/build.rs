//! Says where the chapters of the book are, as the sources see them: in the repository, or, in a published package, in the copy that `cargo xtask package` makes. A symbolic
//! link would do the same where there are such links, and not on Windows.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let place =
        if Path::new("../../book/src/introduction.md").is_file() { "../../../../book/src" } else { "../../book" };
    println!("cargo::rustc-env=GRUNDY_BOOK={place}");
}
