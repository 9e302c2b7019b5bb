//! Random games of rays: the table by rays against the plain table, over whole boxes.
//!
//! The boxes are larger than the textbook recursion could bear, with unequal sides, since tiles, restarted diagonals and wider cells occur only
//! there. The other comparisons show that the plain table is right.

use grundy::lang::Code;
use grundy::session::Game;
use grundy::{EngineName, Evaluator, Limits, Options, Play, Session, Values};

use super::blocks::alike;
use grundy_testing::{Boxed, Noise, Tape};

/// The first difference, as a sentence with the rules; or how many of the two tables were made by the engine, such as `by rays`.
pub(crate) fn compare(case: &Boxed, engine: &str) -> Result<usize, String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    let mut by_engine = 0;
    for play in Play::BOTH {
        let table =
            |plain: bool| Evaluator::new(&game.rules, Options { play, plain, ..Options::default() }).table(&case.hi);
        let (fast, plain): (Values, Values) = match (table(false), table(true)) {
            (Ok(fast), Ok(plain)) => (fast, plain),
            (Err(fast), Err(plain)) if fast.code == plain.code => continue,
            (fast, plain) => return Err(format!("{case:?}: {:?} and {:?}", fast.err(), plain.err())),
        };
        by_engine += usize::from(fast.explain().contains(engine));
        agree(case, play, &fast, &plain)?;
        forced(case, play, &game, &fast, &plain)?;
    }
    Ok(by_engine)
}

pub(crate) fn agree(case: &Boxed, play: Play, found: &Values, plain: &Values) -> Result<(), String> {
    let mut at = vec![0; case.hi.len()];
    loop {
        let (value, expected) = (found.get(&at), plain.get(&at));
        if value != expected {
            let (name, how) = (play.name(), found.explain());
            return Err(format!("{case:?}, {name} play at {at:?}: {value:?}, plainly {expected:?}; {how}"));
        }
        if !grundy::table::next(&mut at, &case.hi) {
            return alike(found).map_err(|why| format!("{case:?}, {} play: {why}", play.name()));
        }
    }
}

/// Each engine alone: its values are right, or it refuses with the reason that the table's account gives for it. The account of a sum gives
/// several reasons.
fn forced(case: &Boxed, play: Play, game: &Game, fast: &Values, plain: &Values) -> Result<(), String> {
    let account = fast.account();
    for engine in [EngineName::Rays, EngineName::Steps, EngineName::Boxes, EngineName::Enumeration] {
        let options = Options { play, engine: Some(engine), ..Options::default() };
        let refused = account.refused.iter().find(|r| r.engine == engine);
        let sum = account.how.contains("nim-sums");
        match (Evaluator::new(&game.rules, options).table(&case.hi), refused) {
            (Ok(values), refused) if sum || refused.is_none() => agree(case, play, &values, plain)?,
            (Err(error), Some(refused)) if !sum && error.message.ends_with(&refused.why) => {}
            (Err(error), refused)
                if (sum || refused.is_none()) && [Code::NoShape, Code::NoTable].contains(&error.code) => {}
            (made, _) => {
                let made = made.map(|values| values.explain()).map_err(|e| e.message);
                return Err(format!("{case:?}, {} alone: {made:?}, but {account:?}", engine.name()));
            }
        }
    }
    Ok(())
}

/// The case with a box large enough for several threads.
fn large(mut case: Boxed) -> Boxed {
    while case.hi.iter().map(|h| h + 1).product::<u64>() < 1 << 18 {
        let least =
            (0..case.hi.len()).filter(|c| case.asked == "g" || c + 1 < case.hi.len()).min_by_key(|c| case.hi[*c]);
        case.hi[least.unwrap_or(0)] += 7;
    }
    case
}

/// Compares tables by rays in one, two and three threads: the number of tables made, or the first difference.
fn threads_agree(case: &Boxed) -> Result<usize, String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    let mut made = 0;
    for play in Play::BOTH {
        let table = |threads| {
            let limits = Limits { threads, ..Limits::default() };
            let options = Options { play, engine: Some(EngineName::Rays), limits, ..Options::default() };
            Evaluator::new(&game.rules, options).table(&case.hi).map_err(|e| e.message)
        };
        match (table(1), table(2), table(3)) {
            (Ok(one), Ok(two), Ok(three)) => {
                agree(case, play, &two, &one)?;
                agree(case, play, &three, &one)?;
                made += 1;
            }
            (Err(one), Err(two), Err(three)) if one == two && one == three => {}
            (one, two, three) => return Err(format!("{case:?}: {:?}, {:?}, {:?}", one.err(), two.err(), three.err())),
        }
    }
    Ok(made)
}

#[test]
fn threads_change_no_value() {
    let mut noise = Noise(5);
    let (mut made, mut all) = (0, 0);
    while all < grundy_testing::cases(48) as usize {
        let case = grundy_testing::rays::rays(&mut Tape::new(&noise.bytes(80)));
        if case.hi.len() > 1 {
            made += threads_agree(&large(case)).unwrap_or_else(|e| panic!("{e}"));
            all += 2;
        }
    }
    assert!(made * 2 > all, "{made} of {all} tables by rays");
}

/// Most games get their tables from the engine that they are generated for; otherwise the comparison would show nothing.
#[test]
fn most_games_are_seen() {
    for (make, engine) in [
        (grundy_testing::rays::rays as fn(&mut Tape) -> Boxed, "by rays"),
        (grundy_testing::boxes::steps, "by steps"),
        (grundy_testing::boxes::boxes, "by boxes"),
    ] {
        let mut noise = Noise(1);
        let (mut seen, mut all) = (0, 0);
        for _ in 0..grundy_testing::cases(60) {
            let bytes = noise.bytes(80);
            seen += compare(&make(&mut Tape::new(&bytes)), engine).unwrap_or_else(|e| panic!("{e}"));
            all += 2;
        }
        assert!(seen * 2 > all, "{seen} of {all} tables {engine}");
    }
}
