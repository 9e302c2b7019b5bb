//! Random games for the table by enumeration: copied cells and several threads against the plain table, over whole boxes.
//!
//! The families are of forms that no other engine reads. Often a game has each family for all permutations of the coordinates, so that the
//! coordinates may be exchanged. The boxes are large enough that several threads share the work.

use grundy::{Evaluator, Limits, Options, Play, Session, Values};

use grundy_testing::Boxed;

/// The first difference, as a sentence with the rules.
pub(crate) fn compare(case: &Boxed) -> Result<(), String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    for play in Play::BOTH {
        let table = |plain: bool, threads: usize| {
            let limits = Limits { threads, ..Limits::default() };
            Evaluator::new(&game.rules, Options { play, plain, limits, ..Options::default() }).table(&case.hi)
        };
        let expected = table(true, 1);
        for threads in 1..=3 {
            let found = table(false, threads);
            let (found, expected): (&Values, &Values) = match (&found, &expected) {
                (Ok(found), Ok(expected)) => (found, expected),
                (Err(found), Err(expected))
                    if found.one_line(session.sources()) == expected.one_line(session.sources()) =>
                {
                    continue;
                }
                (found, expected) => {
                    return Err(format!("{case:?}: {:?} and {:?}", found.as_ref().err(), expected.as_ref().err()));
                }
            };
            let mut at = vec![0; case.hi.len()];
            loop {
                let (one, other) = (found.get(&at), expected.get(&at));
                if one != other {
                    let (name, how) = (play.name(), found.explain());
                    return Err(format!(
                        "{case:?}, {name} play, {threads} threads, at {at:?}: {one:?}, plainly {other:?}; {how}"
                    ));
                }
                if !grundy::table::next(&mut at, &case.hi) {
                    break;
                }
            }
        }
    }
    Ok(())
}
