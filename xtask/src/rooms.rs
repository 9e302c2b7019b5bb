//! The rooms of the crates: does each import only rooms below it?
//!
//! In: the sources. Out: nothing, or a sentence for every import that runs against the arrows of ARCHITECTURE.md. Between crates the compiler
//! ensures the direction; this module checks it between the folders and files at the top level of a crate.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::folders::files_below;
use crate::step::say;

/// The rooms of a crate, from the ground up; rooms on the same floor must not import each other.
struct House {
    name: &'static str,
    floors: &'static [&'static [&'static str]],
}

const HOUSES: &[House] = &[
    House { name: "grundy-rules", floors: &[&["lang"], &["rules"], &["lower"], &["library"], &["session"]] },
    House { name: "grundy-core", floors: &[&["contract"], &["read"], &["store"], &["engine"], &["enumerate"]] },
    House { name: "grundy-tables", floors: &[&["rays", "steps", "boxes"]] },
    House {
        name: "grundy-proofs",
        floors: &[
            &["window"],
            &["lines", "levels", "heaps", "divisions", "automata", "theorems", "misere"],
            &["quotient"],
        ],
    },
    House {
        name: "grundy-automata",
        floors: &[
            &["budget", "diagram"],
            &["automaton"],
            &["minimise", "search"],
            &["states", "product", "project", "rename"],
            &["linear", "bits"],
            &["formula"],
            &["decide"],
        ],
    },
    House { name: "grundy-decide", floors: &[&["number"], &["say"], &["defined", "game"], &["prove"], &["state"]] },
    House {
        name: "grundy",
        floors: &[&["checked", "envelope"], &["choose", "written"], &["theory"], &["json"], &["front"]],
    },
];

/// Checks all imports between rooms.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    for house in HOUSES {
        let source = root.join("crates").join(house.name).join("src");
        for room in house.floors.iter().copied().flatten() {
            let unreadable = |error| format!("cannot read the room `{room}` of {}: {error}", house.name);
            for (file, text) in files_of(&source, room).map_err(unreadable)? {
                wrong.extend(against(house, room, &text).map(|other| format!("{file} asks `{other}`")));
            }
        }
    }
    match wrong.is_empty() {
        true => {
            say("   no room asks one above it or beside it");
            Ok(())
        }
        false => Err(format!("an import runs against the arrows of ARCHITECTURE.md: {}", wrong.join("; "))),
    }
}

/// The files of a room, with their texts; a room is a folder, a file, or both.
fn files_of(source: &Path, room: &str) -> io::Result<Vec<(String, String)>> {
    let (folder, file) = (source.join(room), source.join(format!("{room}.rs")));
    let inside = if folder.is_dir() { files_below(&folder, "rs")? } else { vec![] };
    let files: Vec<PathBuf> = inside.into_iter().chain(file.exists().then_some(file)).collect();
    if files.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such folder or file"));
    }
    files.into_iter().map(|path| Ok((path.display().to_string(), fs::read_to_string(&path)?))).collect()
}

/// The rooms that a text imports although they are above the given room or on its floor.
fn against<'a>(house: &'a House, room: &'a str, text: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    let floor = |name: &str| house.floors.iter().position(|rooms| rooms.contains(&name));
    let own = floor(room);
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let asked = code.flat_map(|line| line.split("crate::").skip(1)).map(first_word);
    let rooms = house.floors.iter().copied().flatten().copied();
    let named: Vec<&str> = asked.filter(|word| *word != room).collect();
    rooms.filter(move |name| named.contains(name) && floor(name) >= own)
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: House = House { name: "house", floors: &[&["ground"], &["left", "right"], &["roof"]] };

    fn asked(room: &str, text: &str) -> Vec<&'static str> {
        against(&HOUSE, room, text).collect()
    }

    #[test]
    fn imports_upwards_and_sideways_are_seen() {
        assert_eq!(asked("ground", "use crate::roof::Tile;"), ["roof"]);
        assert_eq!(asked("left", "let x = crate::right::of(crate::ground::zero());"), ["right"]);
        assert_eq!(asked("right", "use crate::left;\nuse crate::roof;"), ["left", "roof"]);
    }

    #[test]
    fn imports_downwards_and_words_of_comments_are_none() {
        assert_eq!(asked("roof", "use crate::left::A;\nuse crate::ground::B;\nuse crate::roof::C;"), [""; 0]);
        assert_eq!(asked("ground", "/// See [`crate::roof`].\nuse crate::grounds::A;"), [""; 0]);
    }
}
