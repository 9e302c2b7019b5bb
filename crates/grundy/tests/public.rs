//! The public names of the library: a name that is added or removed must be changed here, and in the changelog.

/// The names at the root of the crate, in alphabetical order.
const NAMES: &[&str] = &[
    "Answer",
    "Diagnostic",
    "EngineName",
    "Entry",
    "Error",
    "Evaluator",
    "Game",
    "IBig",
    "Kind",
    "Library",
    "Limits",
    "Line",
    "LineEntry",
    "MemoryAccount",
    "Options",
    "Play",
    "Position",
    "Progress",
    "Reading",
    "Ruleset",
    "Session",
    "Sources",
    "TIME_IS_OVER",
    "Values",
    "Written",
    "bytes",
    "engine",
    "json",
    "lang",
    "library",
    "plan",
    "rules",
    "session",
    "table",
    "theory",
];

#[test]
fn the_public_names_are_these() {
    let source = include_str!("../src/lib.rs");
    let mut found: Vec<String> = vec![];
    for line in source.split(';').map(str::trim) {
        let line = line.rsplit("\n\n").next().unwrap_or(line).trim();
        if let Some(module) = line.strip_prefix("pub mod ") {
            found.push(module.split([' ', '{']).next().unwrap_or(module).to_string());
        }
        let used = line.lines().find_map(|line| line.trim().strip_prefix("pub use ")).map(|_| line);
        let Some(used) = used.and_then(|line| line.split("pub use ").nth(1)) else { continue };
        let names = used.split_once('{').map_or_else(
            || used.rsplit("::").next().unwrap_or(used).to_string(),
            |(_, names)| names.trim_end_matches(['}', '\n', ' ']).to_string(),
        );
        found.extend(names.split(',').map(|name| name.trim().to_string()).filter(|name| !name.is_empty()));
    }
    found.retain(|name| name != "*");
    found.sort();
    assert_eq!(found, NAMES);
}
