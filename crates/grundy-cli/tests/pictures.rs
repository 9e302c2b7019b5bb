//! The pictures of the book are those that the commands beside them draw, byte for byte.
//!
//! `UPDATE_PICTURES=1 cargo test -p grundy-cli --test all pictures` stores what is drawn now.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::Folder;

/// The commands of a chapter that draw, each with the name of its file.
fn drawings(chapter: &str) -> Vec<(String, String)> {
    let commands = chapter.lines().filter_map(|line| line.strip_prefix("$ grundy "));
    let drawn = commands.filter_map(|command| Some((command.to_string(), command.rsplit_once(" -o ")?.1.to_string())));
    drawn.filter(|(_, file)| file.ends_with(".png") || file.ends_with(".svg")).collect()
}

#[test]
fn pictures_of_the_book_are_drawn_by_its_commands() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    let read = |path: &str| fs::read_to_string(book.join(path)).expect("the chapter");
    let chapter = read("pictures.md") + &read("../../README.md");
    let folder = Folder::new();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut drawn = BTreeSet::new();
    for (command, file) in drawings(&chapter) {
        let program = Path::new(env!("CARGO_BIN_EXE_grundy")).display();
        let line = format!("'{program}' {command} 2> messages");
        let status = Command::new("sh").args(["-c", &line]).env("PATH", &path).current_dir(&folder.0).status();
        assert!(status.is_ok_and(|status| status.success()), "{command}");
        // A picture that no line of the chapter shows is drawn all the same, but not stored.
        if chapter.contains(&format!("pictures/{file})")) {
            drawn.insert(file);
        }
    }
    let store = book.join("pictures");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::create_dir_all(&store).expect("a folder");
        for file in &drawn {
            fs::write(store.join(file), folder.read(file)).expect("a picture");
        }
    }
    let stored = fs::read_dir(&store).expect("the pictures").flatten();
    let stored: BTreeSet<String> = stored.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(stored, drawn, "the stored pictures, and those that the chapter shows");
    for file in &drawn {
        let same = fs::read(store.join(file)).expect("a picture") == folder.read(file);
        assert!(same, "{file} is drawn differently; `UPDATE_PICTURES=1` in the environment stores what is drawn now");
    }
}

/// The width and the height that a PNG says it has.
fn png(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn pictures_have_the_size_that_is_asked_for() {
    let folder = Folder::new();
    let heights = ["3", "5"].map(|scale| {
        let (output, said) = folder.run(&["table", "nim[2]", "--to", "99", "--scale", scale, "-o", "a.png"]);
        assert!(output.status.success(), "{said}");
        png(&folder.read("a.png")).1
    });
    assert_eq!(heights[1] - heights[0], 2 * 100);
}

#[test]
fn a_formula_that_is_not_defined_leaves_nothing_behind() {
    let folder = Folder::new();
    let (output, said) = folder.run(&["table", "wythoff", "--to", "9", "--mode", "G mod a", "-o", "a.png"]);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`mod` by 0, at (0, 0)"), "{said}");
    assert_eq!(folder.names(), Vec::<String>::new());
}
