//! The cookbook: its files are in the program. `cargo xtask test` checks their claims, with those of the papers.

use std::path::Path;

#[test]
fn every_file_of_the_cookbook_is_in_the_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/more");
    let mut files: Vec<_> = std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "game"));
    files.sort();
    let embedded: Vec<&str> = grundy::library::MORE_FILES.iter().map(|(name, _)| *name).collect();
    let names: Vec<&str> = files.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, embedded, "every file of the folder is in the program");
}
