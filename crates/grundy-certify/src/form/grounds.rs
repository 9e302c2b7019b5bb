//! On what a statement rests: theorems, words of arithmetic, and parts of this crate.
//!
//! In: names, which the work on a certificate tells one after the other. Out: the lines of the files that have them. A theorem has the name that it has in `theorems.txt`. Each file of the crate is in one room, and a room has one
//! or more names; a test counts its lines. Where the work of a room calls for that of another one, both are told.

#[cfg(test)]
use std::collections::BTreeSet;

use crate::Grounds;
use crate::form::expr::{Expr, Many, Two};

/// All certificates rest on their form: keys, hashes, rules and expressions.
pub(crate) const FORM: &str = "form";
/// Formulas of natural numbers, which the kernel decides.
pub(crate) const FORMULAS: &str = "kernel";
/// Numbers that are not written in binary digits.
pub(crate) const NUMERATION: &str = "numeration";
/// Values by the definition.
pub(crate) const DEFINITION: &str = "definition";

/// A part of this crate: its names, its files, how many lines these have, and names of rooms that its work calls for whatever the certificate says.
pub(crate) struct Room {
    names: &'static str,
    calls: &'static str,
    #[cfg(test)]
    files: &'static str,
    lines: usize,
}

macro_rules! rooms {
    ($($names:literal: $lines:literal = $files:literal $(calls $calls:literal)?;)*) => {
        &[$(Room { names: $names, calls: concat!($($calls)?), #[cfg(test)] files: $files, lines: $lines }),*]
    };
}

/// The rooms.
pub(crate) const ROOMS: &[Room] = rooms! {
    "form": 1515 = "lib form/";
    "kernel exchange order": 3445 = "kernel/ theorems/ say/mod say/sets say/steps say/programs say/moves say/truth say/ranges";
    "numeration": 218 = "say/numeration";
    "definition": 1643 = "definition/mod definition/concrete definition/evaluate definition/nim definition/plain definition/table definition/lists definition/lists/";
    "loopy": 224 = "definition/endless" calls "definition";
    "claim": 1188 = "claim/mod claim/statement claim/answering claim/constants claim/theorems claim/ascend claim/refuted";
    "finite": 423 = "claim/finite claim/plainly";
    "graph levels": 532 = "values/mod values/domain";
    "line lines": 182 = "values/along values/recurs";
    "correspondence coverage same_moves strategy": 556 = "correspondence/";
    "swap_positions tame pet domestic miserable returnable forced one_move sg_decreasing": 380 = "properties/mod properties/pairs properties/swap properties/swapped";
    "witness": 123 = "properties/witness";
    "uninterpreted play_ends rank window": 415 = "claim/unknown";
    "reached": 236 = "claim/reached";
    "piles": 725 = "piles/";
    "div gcd xor mex entry digit fold": 337 = "say/choices";
    "sorted": 43 = "say/sorted";
    "places": 246 = "say/places" calls "power";
    "power log2": 316 = "say/powers say/power_digits";
    "exponents": 345 = "say/exponents" calls "power";
    "root": 157 = "say/beatty";
    "recurrence": 1638 = "recurrence/mod recurrence/comes_again recurrence/windows recurrence/line recurrence/line_options recurrence/columns recurrence/form recurrence/options recurrence/recurs recurrence/least" calls "definition";
    "diagonals": 666 = "recurrence/levels recurrence/blocks recurrence/sieve recurrence/strip recurrence/plane" calls "recurrence";
    "heaps": 2287 = "heaps/mod heaps/read heaps/far heaps/amounts heaps/steps heaps/sets heaps/growth heaps/values heaps/marks heaps/pairs heaps/common heaps/extremes heaps/kinds" calls "recurrence";
    "rare_heaps": 841 = "heaps/rows heaps/lanes heaps/codes heaps/sparse heaps/window" calls "heaps";
    "convergence": 1098 = "views/" calls "recurrence";
    "quotient": 472 = "quotient/" calls "heaps";
};

/// The rooms that have one of these names.
fn rooms(grounds: &Grounds) -> impl Iterator<Item = &'static Room> {
    ROOMS.iter().filter(|room| room.names.split(' ').any(|name| grounds.contains(name)))
}

/// The lines of all files that have one of these.
pub(crate) fn lines(grounds: &Grounds) -> usize {
    rooms(grounds).map(|room| room.lines).sum()
}

/// These, and what their rooms call for.
pub(crate) fn with_calls(mut grounds: Grounds) -> Grounds {
    loop {
        let before = grounds.len();
        let called: Vec<&str> = rooms(&grounds).flat_map(|room| room.calls.split_whitespace()).collect();
        grounds.extend(called);
        if grounds.len() == before {
            return grounds;
        }
    }
}

/// The word of arithmetic that an expression has outermost, if formulas of it are more than sums and cases.
pub(crate) fn of_word(e: &Expr) -> Option<&'static str> {
    Some(match e {
        Expr::Two(Two::Div | Two::Mod | Two::Bit | Two::Divides, _) => "div",
        Expr::Two(Two::Gcd, _) => "gcd",
        Expr::Two(Two::Power, _) => "power",
        Expr::Two(Two::Root, _) => "root",
        Expr::Many(Many::Xor, _) => "xor",
        Expr::Log2(_) => "log2",
        Expr::Mex(_) => "mex",
        Expr::Entry(..) => "entry",
        Expr::Digit(..) => "digit",
        Expr::Rank(..) => "sorted",
        Expr::Fold(_) => "fold",
        _ => return None,
    })
}

/// The names that a certificate may rest on.
#[cfg(test)]
pub(crate) fn names() -> BTreeSet<&'static str> {
    ROOMS.iter().flat_map(|room| room.names.split(' ')).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, PoisonError};

    use super::*;
    use crate::theorems::ALL;

    /// The files of the crate with their lines, without tests: `values/mod` and the like.
    fn files() -> BTreeMap<String, usize> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let (mut open, mut all) = (vec![root.clone()], BTreeMap::new());
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path: PathBuf = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else if !path.ends_with("tests.rs") && path.extension().is_some_and(|ext| ext == "rs") {
                    let text = fs::read_to_string(&path).expect("a file");
                    let own = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                    let lines = own.lines().filter(|line| !line.trim().is_empty()).count();
                    let name = path.strip_prefix(&root).expect("inside").with_extension("");
                    all.insert(name.to_string_lossy().replace('\\', "/"), lines);
                }
            }
        }
        all
    }

    /// Two tests write the same pages.
    static PAGES: Mutex<()> = Mutex::new(());

    const HEAD: &str = "| names | lines |\n|---|---|\n";

    /// `UPDATE_GROUNDS=1` writes the numbers anew.
    #[test]
    fn each_file_is_in_one_room_and_its_lines_are_counted() {
        let _alone = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
        let files = files();
        let of = |room: &Room, file: &str| {
            room.files.split(' ').any(|own| own == file || own.ends_with('/') && file.starts_with(own))
        };
        let mut text =
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/form/grounds.rs")).expect("a file");
        let mut wrong = vec![];
        for room in ROOMS {
            let lines: usize = files.iter().filter(|(file, _)| of(room, file)).map(|(_, lines)| lines).sum();
            if lines != room.lines {
                wrong.push(format!("{}: {} lines, and not {}", room.names, lines, room.lines));
                text = text.replace(
                    &format!("\"{}\": {} =", room.names, room.lines),
                    &format!("\"{}\": {lines} =", room.names),
                );
            }
        }
        for file in files.keys() {
            let rooms = ROOMS.iter().filter(|room| of(room, file)).count();
            assert_eq!(rooms, 1, "`{file}` is in {rooms} rooms");
        }
        // In a checkout the book has the same table.
        let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/proved.md");
        if let Ok(chapter) = fs::read_to_string(&book) {
            let (before, rest) = chapter.split_once(HEAD).expect("a table");
            let (last, after) = (rest.find("\n\n").expect("an end"), &rest[rest.find("\n\n").unwrap_or(0)..]);
            let row = |room: &Room| {
                let lines: usize = files.iter().filter(|(file, _)| of(room, file)).map(|(_, lines)| lines).sum();
                let names = room.names.split(' ').map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                format!("| {names} | {lines} |")
            };
            let table = ROOMS.iter().map(row).collect::<Vec<_>>().join("\n");
            if rest[..last] != table {
                wrong.push("the table of the chapter `proved`".into());
            }
            if std::env::var_os("UPDATE_GROUNDS").is_some() {
                fs::write(&book, format!("{before}{HEAD}{table}{after}")).expect("written");
            }
        }
        if std::env::var_os("UPDATE_GROUNDS").is_some() {
            fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/form/grounds.rs"), text).expect("written");
        }
        assert!(wrong.is_empty(), "{wrong:#?}\nUPDATE_GROUNDS=1 writes them");
    }

    /// The numbers of lines in a text: where each stands, as it is printed and in JSON, and what it must be.
    fn printed(text: &str) -> Vec<(std::ops::Range<usize>, usize)> {
        let mut found = vec![];
        for (begin, middle, end) in [("It rests on ", ": ", " lines"), ("\"rests_on\":[", "],\"rests_on_lines\":", "")]
        {
            for (at, _) in text.match_indices(begin) {
                let rest = &text[at + begin.len()..];
                let Some((all, after)) = rest.split_once(middle).filter(|(all, _)| !all.contains('\n')) else {
                    continue;
                };
                let number = after.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
                let words = all.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
                let grounds: Option<Grounds> =
                    words.map(|word| names().into_iter().find(|name| *name == word)).collect();
                let is_number = !number.is_empty() && after[number.len()..].starts_with(end);
                if let Some(grounds) = grounds.filter(|_| is_number) {
                    let start = at + begin.len() + all.len() + middle.len();
                    found.push((start..start + number.len(), lines(&grounds)));
                }
            }
        }
        found.sort_by_key(|(place, _)| place.start);
        found
    }

    /// Consoles are compared without these numbers, which any change of the checker changes. `UPDATE_GROUNDS=1` writes them anew, once those of the rooms are right.
    #[test]
    fn pages_print_the_sums_of_the_rooms() {
        let _alone = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (mut wrong, mut seen) = (vec![], 0);
        for folder in ["book/src", "crates/grundy-cli/tests/cmd"] {
            for entry in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
                let path = entry.path();
                let Some(mut text) =
                    fs::read_to_string(&path).ok().filter(|_| path.extension().is_some_and(|e| e == "md"))
                else {
                    continue;
                };
                for (place, lines) in printed(&text).into_iter().rev() {
                    seen += 1;
                    if text[place.clone()] != lines.to_string() {
                        wrong.push(format!("{}: {} is {lines}", path.display(), &text[place.clone()]));
                        text.replace_range(place, &lines.to_string());
                    }
                }
                if std::env::var_os("UPDATE_GROUNDS").is_some() {
                    fs::write(&path, text).expect("written");
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}\nUPDATE_GROUNDS=1 writes them");
        // A crate of its own has no pages.
        assert!(seen > 9 || !root.join("book").exists(), "{seen} numbers");
    }

    #[test]
    fn a_name_is_that_of_one_room_and_rooms_call_for_names() {
        let all = ROOMS.iter().flat_map(|room| room.names.split(' ')).count();
        assert_eq!(all, names().len(), "two rooms have the same name");
        for room in ROOMS {
            assert!(room.calls.split_whitespace().all(|name| names().contains(name)), "{}", room.calls);
        }
        assert_eq!(
            with_calls(["quotient"].into()),
            ["definition", "heaps", "quotient", "recurrence"].into(),
            "a room that is called for calls for others"
        );
    }

    #[test]
    fn each_theorem_has_a_room() {
        let names = names();
        for theorem in &ALL.theorems {
            assert!(names.contains(&theorem.name[..]), "{}", theorem.name);
        }
    }
}
