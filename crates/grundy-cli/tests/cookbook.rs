//! The cookbook: what is known of its games holds.

use std::path::Path;
use std::process::Command;

#[test]
fn every_claim_of_the_cookbook_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/more");
    let mut files: Vec<_> = std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "game"));
    files.sort();
    let embedded: Vec<&str> = grundy::library::MORE_FILES.iter().map(|(name, _)| *name).collect();
    let names: Vec<&str> = files.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, embedded, "every file of the folder is in the program");
    let run = Command::new(env!("CARGO_BIN_EXE_grundy")).arg("check").args(&files).output().expect("it runs");
    let printed = String::from_utf8_lossy(&run.stdout);
    let wrong: Vec<&str> = printed.lines().filter(|line| line.starts_with(['✗', '!', '?', '~'])).collect();
    assert_eq!((run.status.code(), &wrong[..]), (Some(0), &[][..]), "{printed}");
    // Many claims, and more than one a file.
    assert!(printed.lines().filter(|line| line.starts_with('✓')).count() > 2 * files.len(), "{printed}");
}
