//! The progress that running work reports.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grundy::{EngineName, Evaluator, Limits, Options, Reading, Session};

/// Checks the progress reported for a table by one engine, in one thread and in several.
fn told(game: &str, hi: &[u64], engine: EngineName) {
    let rules = Session::new().game(game, None).expect("a game").rules;
    for threads in [1, 2, 3] {
        let limits = Limits { threads, tile: 500, ..Limits::default() };
        let options = Options { engine: Some(engine), limits: limits.clone(), ..Options::default() };
        Evaluator::new(&rules, options).table(hi).expect("a table");
        let found = limits.progress.read();
        assert!(found.done == found.total && found.total > 0, "{game} by {engine:?}, {threads} threads: {found:?}");
        assert_eq!(found.kept, 0);
    }
}

#[test]
fn every_engine_ends_with_all_cells_done() {
    told("wythoff", &[90, 170], EngineName::Rays);
    told("star_nim[2]", &[200, 200], EngineName::Rays);
    told("pass(nim[3])", &[12, 12, 12, 1], EngineName::Rays);
    told("wythoff", &[90, 70], EngineName::Enumeration);
    told("slow_exact[3, 2]", &[30, 30, 30], EngineName::Steps);
    told("exact_nim[3, 2]", &[20, 25, 20], EngineName::Boxes);
    told("nim[2]", &[9, 9], EngineName::Search);
}

#[test]
fn an_interrupted_table_is_not_done() {
    let rules = Session::new().game("wythoff", None).expect("a game").rules;
    let limits = Limits { interrupt: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    let options = Options { limits: limits.clone(), ..Options::default() };
    assert!(Evaluator::new(&rules, options).table(&[100, 100]).is_err());
    assert_eq!(limits.progress.read(), Reading::default());
}
