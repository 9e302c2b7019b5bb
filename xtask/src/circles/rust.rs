//! What a file of Rust imports.
//!
//! In: the sources of a crate. Out: an arrow from each module to those of which it names something. What is read are paths that begin with `crate`, `self` or `super`, outside
//! of tests; a file that only hands a name on does not import it, so an import leads to the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Arrows;

/// A module, as the names that lead to it.
type Module = Vec<String>;

/// The texts of the files of a crate, by module.
pub(super) type Sources = BTreeMap<Module, String>;

pub(super) fn sources(folder: &Path) -> Result<Sources, String> {
    let mut found = Sources::new();
    let mut open = vec![(folder.to_path_buf(), Module::new())];
    while let Some((folder, above)) = open.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let inside = || above.iter().chain([&name]).cloned().collect::<Module>();
            if path.is_dir() {
                open.push((path, inside()));
            } else if path.extension().is_some_and(|ending| ending == "rs") && name != "main" && name != "tests" {
                let module = if ["lib", "mod"].contains(&&*name) { above.clone() } else { inside() };
                let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                found.insert(module, text);
            }
        }
    }
    Ok(found)
}

/// Which module imports which, by their names.
pub(super) fn arrows(sources: &Sources) -> Arrows {
    let paths: BTreeMap<&Module, Vec<Found>> =
        sources.iter().map(|(module, text)| (module, paths(module, text))).collect();
    let mut handed: BTreeMap<(Module, String), Module> = BTreeMap::new();
    for (module, paths) in &paths {
        for Found { path, is_handed_on } in paths {
            if let Some(name) = path.last().filter(|_| *is_handed_on) {
                handed.insert(((*module).clone(), name.clone()), path.clone());
            }
        }
    }
    let to = |module: &Module, paths: &[Found]| -> BTreeSet<String> {
        let asked = paths.iter().filter(|found| !found.is_handed_on);
        asked.filter_map(|found| definer(&found.path, sources, &handed)).filter(|to| *to != module).map(shown).collect()
    };
    paths.iter().map(|(module, paths)| (shown(module), to(module, paths))).collect()
}

fn shown(module: &Module) -> String {
    if module.is_empty() { "lib".into() } else { module.join("::") }
}

/// The module that defines what a path names: names that are handed on are followed.
fn definer<'s>(path: &Module, sources: &'s Sources, handed: &BTreeMap<(Module, String), Module>) -> Option<&'s Module> {
    let mut path = path.clone();
    for _ in 0..16 {
        let length = (0..=path.len()).rev().find(|length| sources.contains_key(&path[..*length]))?;
        let (module, name) = (path[..length].to_vec(), path.get(length).cloned().unwrap_or_default());
        match handed.get(&(module.clone(), name)) {
            Some(other) if *other != path => path = [&other[..], &path[(length + 1).min(path.len())..]].concat(),
            _ => return sources.get_key_value(&module).map(|(module, _)| module),
        }
    }
    None
}

/// A path in a text.
struct Found {
    path: Module,
    /// Does it stand in a `pub use`?
    is_handed_on: bool,
}

/// The paths of a text that begin with `crate`, `self` or `super`.
fn paths(module: &Module, text: &str) -> Vec<Found> {
    let code: String = text
        .split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default()
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = vec![];
    for start in ["crate::", "self::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = &code[..at];
            // The inside of a longer path or word.
            if before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
                continue;
            }
            let statement = before.rsplit([';', '}', '{', ']']).next().unwrap_or_default();
            let words: Vec<&str> = statement.split_whitespace().collect();
            let is_handed_on = words.first().is_some_and(|word| word.starts_with("pub")) && words.contains(&"use");
            let mut rest = &code[at + start.len()..];
            let mut base = if start == "crate::" { vec![] } else { module.clone() };
            if start == "super::" {
                base.pop();
                while let Some(more) = rest.strip_prefix("super::") {
                    base.pop();
                    rest = more;
                }
            }
            tree(&base, rest, &mut |path| found.push(Found { path, is_handed_on }));
        }
    }
    found
}

/// The paths of a tree such as `a::{b, c::d}`, behind a base; returns what follows the tree.
fn tree<'t>(base: &Module, text: &'t str, take: &mut dyn FnMut(Module)) -> &'t str {
    let mut path = base.clone();
    let mut rest = text;
    loop {
        if let Some(inside) = rest.strip_prefix('{') {
            rest = inside.trim_start();
            while !rest.is_empty() && !rest.starts_with('}') {
                let after = tree(&path, rest, take).trim_start();
                rest = after.strip_prefix(',').unwrap_or(after).trim_start();
                if after.len() == rest.len() && !rest.starts_with('}') {
                    // No tree: a block of code behind a path.
                    return rest;
                }
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..length];
        if !name.is_empty() && name != "self" {
            path.push(name.to_string());
        }
        rest = &rest[length..];
        match rest.strip_prefix("::") {
            Some(more) if length > 0 && !more.starts_with('<') => rest = more,
            _ => {
                take(path);
                let renamed = rest.trim_start().strip_prefix("as ");
                return renamed.map_or(rest, |rest| {
                    &rest[rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())..]
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::circles;
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let module = |name: &str| name.split("::").filter(|part| !part.is_empty()).map(String::from).collect();
        circles(&arrows(&files.iter().map(|(name, text)| (module(name), (*text).to_string())).collect()))
    }

    #[test]
    fn files_that_import_each_other_are_a_circle() {
        let circle = of(&[
            ("", "mod a;"),
            ("a", "use crate::b::{self, X};"),
            ("b", "use super::c::Y;"),
            ("c", "fn f(x: crate::a::Z) {}"),
        ]);
        assert_eq!(circle, [["a", "b", "c"]]);
        assert_eq!(
            of(&[("a", "use crate::b::X;"), ("b", "// use crate::a::Y;\n/// [`crate::a::Y`]\nfn f() {}")]),
            [[""; 0]; 0]
        );
    }

    #[test]
    fn names_that_are_handed_on_lead_to_their_files() {
        let files = [
            ("a", "pub use self::b::X;\nuse self::c::run;"),
            ("a::b", "struct X;"),
            ("a::c", "use super::X;\npub fn run() {}"),
        ];
        assert_eq!(of(&files), [[""; 0]; 0]);
        let files = [
            ("a", "pub(crate) use self::b::X as Z;\nuse self::c::run;\nstruct W;"),
            ("a::b", ""),
            ("a::c", "use super::W;"),
        ];
        assert_eq!(of(&files), [["a", "a::c"]]);
    }

    #[test]
    fn tests_and_blocks_are_no_imports() {
        let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use super::super::b::X;\n}\n";
        assert_eq!(of(&[("a", tests), ("b", "use crate::a::f;")]), [[""; 0]; 0]);
        let block = "fn g() { match x { crate::b::A => {} , _ => 3 } }";
        assert_eq!(of(&[("a", block), ("b", "")]), [[""; 0]; 0]);
    }
}
