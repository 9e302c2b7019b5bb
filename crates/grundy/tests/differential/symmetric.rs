//! Random games whose coordinates may be exchanged: the search that looks at one position of each orbit against the plain one, which looks at all.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use grundy::engine::Timer;
use grundy::rules::Ruleset;
use grundy::{EngineName, Evaluator, IBig, Options, Play, Session};
use grundy_testing::symmetric::symmetric;
use grundy_testing::{Boxed, Noise, Tape};

/// The words of an account of a search that looked at one position of each orbit.
const ONCE: &str = "each is looked at once for all";
/// The memory of a search: the sums of parts that misère play looks at are too many for some boxes.
const MEMORY: u64 = 1 << 19;

fn search(rules: &Arc<Ruleset>, play: Play, plain: bool) -> Evaluator {
    let mut options = Options { play, plain, engine: Some(EngineName::Search), ..Options::default() };
    options.limits.memory = MEMORY;
    Evaluator::new(rules, options)
}

/// The first difference, as a sentence with the rules; or how many of the values looked at one position of each orbit.
fn compare(case: &Boxed, t: &mut Tape) -> Result<usize, String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    let mut used = 0;
    for play in Play::BOTH {
        let corner: Vec<IBig> = case.hi.iter().map(|h| IBig::from(*h)).collect();
        let lengths = |plain| {
            let options = search(&game.rules, play, plain).options().clone();
            Timer::new(&game.rules, &options).and_then(|timer| timer.lengths(&corner))
        };
        if let (Ok(found), Ok(expected)) = (lengths(false), lengths(true))
            && found != expected
        {
            return Err(format!("{case:?}, {} play at {corner:?}: {found:?}, plainly {expected:?}", play.name()));
        }
        let (mut fast, mut plain) = (search(&game.rules, play, false), search(&game.rules, play, true));
        for k in 0..5 {
            let inside = |h: &u64| if k == 0 { *h } else { h - t.below(1 + *h as usize / 4) as u64 };
            let at: Vec<IBig> = case.hi.iter().map(inside).map(IBig::from).collect();
            if !plain.exists(&at).map_err(|e| said(&session, &e))? {
                continue;
            }
            match (fast.value(&at), plain.value(&at)) {
                (Ok(found), Ok(expected)) if found.value == expected.value => {
                    used += usize::from(found.explain().contains(ONCE));
                    if expected.explain().contains(ONCE) {
                        return Err(format!("{case:?}: the plain search uses a symmetry"));
                    }
                }
                (Err(found), Err(expected)) if found.code == expected.code => {}
                // Where the plain search visits too many positions, the other one may not.
                (Ok(_), Err(expected)) if expected.code == grundy::lang::Code::Memory => {}
                (found, expected) => {
                    let (found, expected) = (found.map(|a| a.value), expected.map(|a| a.value));
                    return Err(format!("{case:?}, {} play at {at:?}: {found:?}, plainly {expected:?}", play.name()));
                }
            }
        }
    }
    Ok(used)
}

proptest! {
    #![proptest_config(crate::config(40))]

    #[test]
    fn search_by_orbits(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let t = &mut Tape::new(&bytes);
        compare(&symmetric(t), t).map_err(TestCaseError::fail)?;
    }
}

/// Most of these games are seen to be symmetric; otherwise the comparison would show nothing.
#[test]
fn most_searches_use_symmetries() {
    let (mut noise, mut used) = (Noise(3), 0);
    let cases = grundy_testing::cases(20);
    for _ in 0..cases {
        let bytes = noise.bytes(80);
        let t = &mut Tape::new(&bytes);
        used += compare(&symmetric(t), t).unwrap_or_else(|what| panic!("{what}"));
    }
    assert!(used as u32 > 4 * cases, "{used} values of {} by orbits", 10 * cases);
}

fn told(rules: &str, asked: &str, at: &[u32], plain: bool) -> (IBig, String) {
    let mut session = Session::new();
    session.load("rules.game", rules).expect("the rules are of the language");
    let game = session.game(asked, None).expect("a game");
    let at: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
    let options = Options { plain, ..Options::default() };
    let answer = Evaluator::new(&game.rules, options).value(&at).expect("a value");
    (answer.value.clone(), answer.explain())
}

/// Of the 4.7 thousand million positions below, 17640 are sorted.
#[test]
fn twelve_piles() {
    let (value, how) = told("", "slow_moore[12, 2]", &[5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6], false);
    assert_eq!(value, IBig::from(1));
    assert!(how.contains("for all orders of the coordinates"), "{how}");
}

/// One pile may lose two tokens at once: its place is kept, and the other two are exchanged. Where all piles have rules of their own, none is.
#[test]
fn what_only_looks_symmetric_is_not_sorted() {
    let game = |more: &str| {
        format!(
            "game g(a, b, c) {{
                move (a - 1, b, c) if (a * b + c) mod 3 != 1 or a > 2
                move (a, b - 1, c) if (a * b + c) mod 3 != 1 or b > 2
                {more}
            }}"
        )
    };
    let places = [[9, 5, 12], [5, 9, 12], [12, 9, 4], [9, 12, 4]];
    let values = |rules: &str| {
        let values = places.map(|at| told(rules, "g", &at, false));
        for (at, (value, _)) in places.iter().zip(&values) {
            assert_eq!(*value, told(rules, "g", at, true).0, "{at:?}");
        }
        values
    };
    let two = values(&game("move (a, b, c - i) for i in 1..min(c, 2)"));
    assert!(two.iter().all(|(_, how)| how.contains("for all orders of the coordinates")), "{two:?}");
    let none = values(&game("move (a, b, c - i) for i in 1..min(c, 2)\n move (a, b - 2, c)"));
    assert!(none.iter().all(|(_, how)| !how.contains(ONCE)), "{none:?}");
    assert_ne!(none[0].0, none[1].0, "the first two piles are not alike");
}
