//! Lines of random games: what is proved of them against the plain table.
//!
//! A proof gives every value of its line; those of a table far longer than windows and preperiods mostly are must be the same, and the
//! period must hold among them. That the rules have no such line is no failure, but some must have.

use grundy::theory::periods::{Period, Verdict, period};
use grundy::{EngineName, Evaluator, IBig, Line, LineEntry, Options, Play, Session};

use crate::rays::Rays;
use crate::tape::Tape;

/// Columns of the table.
const COLUMNS: u64 = 400;
/// Columns in which a recurrence is looked for.
const PATIENCE: u64 = 1 << 14;

/// A game and a line of it.
#[derive(Debug)]
pub(crate) struct Lined {
    game: Rays,
    line: Line,
}

/// A line on which one coordinate runs, near the start of the others.
pub(crate) fn lined(t: &mut Tape, game: fn(&mut Tape) -> Rays) -> Lined {
    let (runner, entries): (usize, Vec<u64>) = (t.below(4), (0..8).map(|_| t.below(6) as u64).collect());
    let game = game(t);
    let runner = runner % game.hi.len();
    // Counters of passes have bounds of their own.
    let own = if game.asked.starts_with("pass") { game.hi.len() - 1 } else { game.hi.len() };
    let runner = runner % own;
    let entry = |c: usize| if c == runner { LineEntry::Runs(0) } else { LineEntry::Fixed(entries[c].min(game.hi[c])) };
    let line = Line { entries: (0..game.hi.len()).map(entry).collect() };
    Lined { game, line }
}

/// The first difference, as a sentence with the rules; of how many plays the period is proved.
pub(crate) fn compare(case: &Lined) -> Result<usize, String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.game.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.game.asked, None).map_err(|e| said(&session, &e))?;
    let mut proved = 0;
    for play in [Play::Normal, Play::Misere] {
        let options = Options { play, ..Options::default() };
        let verdict = period(&game.rules, &case.line, &options, &mut |column| column > PATIENCE);
        let plain =
            Evaluator::new(&game.rules, Options { plain: true, ..options.clone() }).table(&case.line.position(COLUMNS));
        let Ok(plain) = plain else { continue };
        let Verdict::Proved(mut proof) = verdict.map_err(|e| said(&session, &e))? else { continue };
        proved += 1;
        let value = |n: u64| plain.get(&case.line.position(n));
        let wrong =
            |n: u64, what: &str| Err(format!("{case:?}, {} play at {n}: {what}, {}", play.name(), proof.period));
        let Period { preperiod, period, saltus } = proof.period;
        for n in preperiod..(COLUMNS + 1).saturating_sub(period) {
            let (here, there) = (value(n).map(i64::from), value(n + period).map(i64::from));
            if here.map(|v| v + saltus) != there {
                return wrong(n, "the period does not hold");
            }
        }
        // One column earlier it does not hold, unless nothing comes before.
        if preperiod > 0 && preperiod + period <= COLUMNS {
            let (here, there) = (value(preperiod - 1), value(preperiod - 1 + period));
            if here.map(|v| i64::from(v) + saltus) == there.map(i64::from) {
                return wrong(preperiod, "the preperiod is not the least");
            }
        }
        for n in 0..=COLUMNS {
            let found = proof.value(&IBig::from(n)).map_err(|e| said(&session, &e))?;
            if found != value(n).map(IBig::from) {
                return Err(format!("{case:?}, {} play at {n}: {found:?}, plainly {:?}", play.name(), value(n)));
            }
        }
        let mut by_name = Evaluator::new(&game.rules, Options { engine: Some(EngineName::Line), ..options });
        for n in (COLUMNS - 20..=COLUMNS).filter(|n| value(*n).is_some()) {
            let position: Vec<IBig> = case.line.position(n).into_iter().map(IBig::from).collect();
            let found = by_name.value(&position).map_err(|e| said(&session, &e))?;
            if Some(&found.value) != value(n).map(IBig::from).as_ref() || found.by != EngineName::Line {
                return Err(format!("{case:?}, {} play at {n}: {found:?}, plainly {:?}", play.name(), value(n)));
            }
        }
    }
    Ok(proved)
}
