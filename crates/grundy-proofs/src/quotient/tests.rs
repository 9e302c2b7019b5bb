//! Quotients against the literature, and against outcomes by the definition.

use std::collections::HashMap;

use grundy_rules::session::Session;
use grundy_core::contract::limits::Limits;

use super::*;

fn search(game: &str) -> Search {
    let rules = Session::new().game(game, None).expect("a game").rules;
    Search::new(&rules, &Limits::default()).expect("heaps")
}

/// Goes on until a period is proved, or to this heap.
fn found(game: &str, to: u64) -> Search {
    let mut search = search(game);
    for heap in 0..=to {
        let start = std::time::Instant::now();
        let size = search.quotient().monoid.size();
        let step = search.advance().expect("room");
        if search.quotient().monoid.size() != size { eprintln!("{game} {heap}: {} |T|={} {:?}", search.quotient().monoid.size(), search.pairs(), start.elapsed()); }
        assert_eq!(step, Step::Closed, "{game} at {heap}");
        if search.period().is_some() {
            break;
        }
    }
    search
}

#[test]
fn try_out() {
    let game = std::env::var("G").unwrap_or("octal[0.77]".into());
    let to = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let start = std::time::Instant::now();
    let search = found(&game, to);
    eprintln!("{game}: {:?} {:?} |P|={} |T|={} reduced {} tame {} {:?}", search.sizes(), search.period(), search.quotient().monoid.portion().len(), search.pairs(), search.quotient().monoid.is_reduced(), search.quotient().monoid.is_tame(), start.elapsed());
    let p = Presentation::of(search.quotient());
    eprintln!("{:?} {} {:?}", p.generators, p.relations.len(), p.relations);
}
