//! Error messages: mistakes, and the exact line that each must give.
//!
//! The files of the folder `messages` have one entry for each mistake: what it is, behind `#`; the rule file; behind `of` the game, and the position behind `at`; and behind `=>` the error on one line: the
//! place, what was found, what was expected, the nearest name. A claim of the file is checked if the name of the list begins with `claims`. `UPDATE_MESSAGES=1` writes the lines anew; read the difference.

use std::fs;
use std::path::{Path, PathBuf};

use grundy::{Diagnostic, Evaluator, Limits, Options, Session};
use grundy_claims::{CheckOptions, Meter};

/// One mistake.
struct Entry<'t> {
    what: &'t str,
    file: String,
    game: &'t str,
    position: &'t str,
    expected: &'t str,
}

/// The entries of a list, without its heading.
fn entries(list: &str) -> Vec<Entry<'_>> {
    let one = |text| {
        let mut lines = str::lines(text);
        let mut entry = Entry { what: lines.next()?, file: String::new(), game: "", position: "", expected: "" };
        let mut file = vec![];
        for line in lines {
            if let Some(expected) = line.strip_prefix("=> ") {
                entry.expected = expected;
                break;
            }
            match line.strip_prefix("of ") {
                Some(asked) => (entry.game, entry.position) = asked.split_once(" at ").unwrap_or((asked, "")),
                None => file.push(line.strip_prefix("    ").unwrap_or(line)),
            }
        }
        entry.file = file.join("\n");
        Some(entry)
    };
    list.split("\n# ").skip(1).filter_map(one).collect()
}

/// Reads the file, the game and the position, and evaluates; stops at the first error.
fn all_steps(session: &mut Session, file: &str, game: &str, position: &str) -> Result<String, Diagnostic> {
    if !file.is_empty() {
        session.load("rules.game", file)?;
        if game.is_empty() {
            return Ok("the file is read".into());
        }
    }
    let entries = session.entries(position)?;
    let game = session.game(game, (!position.is_empty()).then_some(&entries[..]))?;
    let position = session.position(&game, position)?;
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let mut evaluator = Evaluator::new(&game.rules, Options { limits, ..Options::default() });
    if !evaluator.exists(&position)? {
        return Ok("no such position".into());
    }
    evaluator.value(&position).map(|a| format!("the value {}", a.value))
}

/// The error of the file, or of its first statement that has one.
fn first_error(session: &mut Session, file: &str) -> Result<String, Diagnostic> {
    let file = session.load("paper.game", file)?;
    let effort = CheckOptions { to: Some(9), ..CheckOptions::default() };
    for statement in grundy_claims::read(session, &file) {
        let verdict = grundy_claims::check(&statement, &effort, &Meter::default())?;
        if let Some(error) = verdict.error {
            return Err(*error);
        }
    }
    Ok("every statement is evaluated".into())
}

/// The lists of the folder: those about claims, or the others.
fn lists(about_claims: bool) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages");
    let all = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_one = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("claims"));
    all.filter(|path| is_one(path) == about_claims).collect()
}

/// Compares the lines of all lists with those that are found.
fn compare(about_claims: bool, least: usize, find: &dyn Fn(&mut Session, &Entry<'_>) -> Result<String, Diagnostic>) {
    let (mut wrong, mut seen) = (vec![], 0);
    for path in lists(about_claims) {
        let text = fs::read_to_string(&path).expect("a list");
        let mut new = text.clone();
        for entry in entries(&text) {
            seen += 1;
            let mut session = Session::new();
            let found = match find(&mut session, &entry) {
                Ok(done) => format!("no error: {done}"),
                Err(error) => error.one_line(session.sources()),
            };
            if found != entry.expected {
                let (what, file, expected) = (entry.what, &entry.file, entry.expected);
                wrong.push(format!("{what}\n    {file}\n    found:    {found}\n    expected: {expected}"));
                let (head, rest) = new.split_once(&format!("\n# {what}\n")).expect("the entry");
                let rest = rest.replacen(&format!("\n=> {expected}\n"), &format!("\n=> {found}\n"), 1);
                new = format!("{head}\n# {what}\n{rest}");
            }
        }
        if std::env::var_os("UPDATE_MESSAGES").is_some() {
            fs::write(&path, new).expect("written");
        }
    }
    assert!(wrong.is_empty(), "{} of {seen} messages differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(seen >= least, "{seen} messages");
}

#[test]
fn mistakes_in_rules_games_and_positions() {
    compare(false, 180, &|session, entry| all_steps(session, &entry.file, entry.game, entry.position));
}

#[test]
fn mistakes_in_claims_and_tables() {
    compare(true, 100, &|session, entry| first_error(session, &entry.file));
}

/// Of a text of a million characters, or a number of as many digits, an error shows the ends.
#[test]
fn errors_are_short_whatever_they_speak_of() {
    let long = "a".repeat(1 << 20);
    let moves = "game g(n) { move n - 1 div 0 if n > 1 }";
    for (file, game, position) in [
        (format!("game g(n) {{ move n - 1 if n > \"{long}\" }}"), "g", "3".to_string()),
        (format!("game g(n) {{ move n - {long} }}"), "g", "3".into()),
        (moves.into(), "g", "10^5000".into()),
        (moves.into(), "g", "-10^5000".into()),
        (moves.into(), long.as_str(), "3".into()),
    ] {
        let mut session = Session::new();
        let error = all_steps(&mut session, &file, game, &position).expect_err("an error");
        let text = error.one_line(session.sources());
        assert!(text.len() < 5000, "{} bytes: {}", text.len(), &text.chars().take(200).collect::<String>());
    }
}

#[test]
fn a_position_that_a_require_refuses_does_not_exist() {
    let mut session = Session::new();
    let found = all_steps(&mut session, "game g(a, b) {\n    require a != b\n    move (a - 1, b)\n}", "g", "2,2");
    assert_eq!(found.as_deref(), Ok("no such position"));
}
