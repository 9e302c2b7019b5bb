//! Every statement of the papers can be read. The claims themselves are checked by `cargo xtask test`, by the program.

use std::path::Path;

use grundy::{Session, session::format_file};
use grundy_claims::{CheckOptions, Meter, Statement, Status, check, read};

const PAPERS: [(&str, &str); 7] = [
    ("farr-ho.game", include_str!("../../../papers/farr-ho.game")),
    ("found.game", include_str!("../../../papers/found.game")),
    ("grundy.game", include_str!("../../../papers/grundy.game")),
    ("gurvich-ho.game", include_str!("../../../papers/gurvich-ho.game")),
    ("manabe-miyadera-suetsugu.game", include_str!("../../../papers/manabe-miyadera-suetsugu.game")),
    ("nivasch-rubinstein.game", include_str!("../../../papers/nivasch-rubinstein.game")),
    ("octal.game", include_str!("../../../papers/octal.game")),
];

/// Those whose claims take long; nobody checks them here.
const FAR: [(&str, &str); 2] = [
    ("grundy.game", include_str!("../../../papers/far/grundy.game")),
    ("octal.game", include_str!("../../../papers/far/octal.game")),
];

fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAPERS.into_iter().chain(FAR)
}

#[test]
fn every_statement_is_read() {
    let mut wrong = vec![];
    for (name, text) in all() {
        let mut session = Session::new();
        let file = session.load(name, text).unwrap_or_else(|error| panic!("{}", error.one_line(session.sources())));
        let statements = read(&session, &file);
        assert!(!statements.is_empty(), "{name} has no statements");
        let errors = statements.iter().filter_map(Statement::error);
        wrong.extend(errors.map(|error| error.one_line(session.sources())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_paper_of_the_folder_is_read() {
    let games = |folder: &str| -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let files = std::fs::read_dir(folder).expect("the papers").map(|file| file.expect("a file").file_name());
        let names = files.filter_map(|name| name.into_string().ok());
        let mut games: Vec<String> = names.filter(|name| name.ends_with(".game")).collect();
        games.sort();
        games
    };
    assert_eq!(games("papers"), PAPERS.map(|(name, _)| name));
    assert_eq!(games("papers/far"), FAR.map(|(name, _)| name));
}

/// The papers of the field, read from their folder.
fn of_the_field() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers/field");
    let files = std::fs::read_dir(folder).expect("the papers").map(|file| file.expect("a file").path());
    let name = |path: &std::path::PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.map(|path| (name(&path), std::fs::read_to_string(&path).expect("a file"))).collect()
}

#[test]
fn papers_of_the_field_are_read() {
    let papers = of_the_field();
    assert!(papers.len() >= 16, "{papers:?}");
    for (name, text) in papers {
        let mut session = Session::new();
        let file = session.load(&name, &text).unwrap_or_else(|error| panic!("{}", error.one_line(session.sources())));
        let statements = read(&session, &file);
        let errors: Vec<_> = statements.iter().filter_map(Statement::error).map(|error| &error.message).collect();
        assert!(!statements.is_empty() && errors.is_empty(), "{name}: {errors:?}");
        let mut names: Vec<&String> = statements.iter().map(|statement| &statement.name).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{name}: {names:?}");
        let formatted = format_file(&mut grundy::Sources::default(), &name, &text);
        assert_eq!(formatted.as_deref(), Ok(&text[..]), "{name}: `grundy fmt --write` puts it right");
    }
}

#[test]
fn every_name_is_given_once() {
    for (name, text) in all() {
        let mut session = Session::new();
        let file = session.load(name, text).unwrap_or_else(|error| panic!("{}", error.one_line(session.sources())));
        let mut names: Vec<String> = read(&session, &file).into_iter().map(|s| s.name).collect();
        names.sort();
        let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{name}: {twice:?}");
    }
}

#[test]
fn the_layout_is_the_normal_one() {
    for (name, text) in all() {
        let formatted = format_file(&mut grundy::Sources::default(), name, text);
        assert_eq!(formatted.as_deref(), Ok(text), "{name}: `grundy fmt --write` puts it right");
    }
}

/// The engines add the values of components by the theorems that these claims state. So the claims are checked by the plain engine as well, which
/// knows none of them.
#[test]
fn theorems_that_engines_use_are_checked_by_the_plain_one() {
    let used =
        ["Theorem 1, Star Nim and Silver Dollar", "Theorem 1.2", "Theorem 1.3", "Theorem 2.1", "Section 1.1, sums"];
    let mut seen = 0;
    for (name, text) in PAPERS {
        let mut session = Session::new();
        let file = session.load(name, text).unwrap_or_else(|error| panic!("{}", error.one_line(session.sources())));
        let statements = read(&session, &file);
        for statement in statements.iter().filter(|s| used.iter().any(|used| s.name.starts_with(used))) {
            let options = CheckOptions { to: Some(6), plain: true, ..CheckOptions::default() };
            let verdict = check(&statement.clone().unproved(), &options, &Meter::default()).expect("no limit");
            assert!(matches!(verdict.status, Status::Holds | Status::Proved), "{name}: {}", statement.name);
            seen += 1;
        }
    }
    assert!(seen > 12, "{seen}");
}
