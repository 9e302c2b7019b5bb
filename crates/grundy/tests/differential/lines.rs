//! Lines of random games: proved periods against the plain table.
//!
//! A proof gives every value of its line. The values of a table that is longer than most windows and preperiods must be the same, and
//! the period must hold among them. Beyond the table, the checker must verify the certificate; where it refuses, a longer table is
//! compared. A game without a proved line is no failure, but some lines must be proved.

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::periods::{Period, Proof, Verdict, period};
use grundy::{EngineName, Evaluator, IBig, Line, LineEntry, Options, Play, Session, Values};

use grundy_testing::Boxed;
use grundy_testing::{Noise, Tape};

/// The columns of the table.
const COLUMNS: u64 = 400;
/// The columns of the longer table, for certificates that the checker refuses.
const FAR: u64 = 4000;
/// The columns in which a recurrence is searched for.
const PATIENCE: u64 = 1 << 14;

/// A game and a line of it.
#[derive(Debug)]
pub(crate) struct Lined {
    game: Boxed,
    line: Line,
}

/// A line on which one coordinate runs, near the start of the others.
pub(crate) fn lined(t: &mut Tape, game: fn(&mut Tape) -> Boxed) -> Lined {
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

/// The first difference, as a sentence with the rules; or how often the period is proved.
pub(crate) fn compare(case: &Lined) -> Result<usize, String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| format!("{case:?}: {}", e.one_line(session.sources()));
    session.load("random.game", &case.game.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.game.asked, None).map_err(|e| said(&session, &e))?;
    let mut proved = 0;
    for play in Play::BOTH {
        let options = Options { play, plain: true, ..Options::default() };
        let Ok(plain) = Evaluator::new(&game.rules, options).table(&case.line.position(COLUMNS)) else { continue };
        for engine in [EngineName::Line, EngineName::Heaps] {
            let options = Options { play, engine: Some(engine), ..Options::default() };
            match period(&game.rules, &case.line, &options, &mut |column| column > PATIENCE) {
                Ok(Verdict::Proved(mut proof)) => {
                    holds(case, &game, play, &plain, &mut proof)?;
                    if engine == EngineName::Line {
                        by_name(case, &game, options, &plain)?;
                    }
                    proved += 1;
                }
                Ok(_) => {}
                Err(error) if [Code::NoShape, Code::NoVerb, Code::Memory].contains(&error.code) => {}
                Err(error) => return Err(said(&session, &error)),
            }
        }
    }
    Ok(proved)
}

/// Does the proof agree with the table and the checker?
fn holds(case: &Lined, game: &Game, play: Play, plain: &Values, proof: &mut Proof) -> Result<(), String> {
    let wrong = |n: u64, what: &str, found: Period| {
        Err(format!(
            "{case:?}, {} play at {n}: {what}, {found}; plainly {:?}",
            play.name(),
            plain.get(&case.line.position(n))
        ))
    };
    let found = proof.period;
    let Period { preperiod, period, saltus } = found;
    let value = |n: u64| plain.get(&case.line.position(n)).map(i64::from);
    let goes_on = |n: u64| value(n).map(|v| v + saltus) == value(n + period);
    if let Some(n) = (preperiod..(COLUMNS + 1).saturating_sub(period)).find(|n| !goes_on(*n)) {
        return wrong(n, "the period does not hold", found);
    }
    // One column earlier the period must not hold, unless the preperiod is 0.
    if preperiod > 0 && preperiod + period <= COLUMNS && goes_on(preperiod - 1) {
        return wrong(preperiod, "the preperiod is not the least", found);
    }
    for n in 0..=COLUMNS {
        if proof.value(&IBig::from(n)).map_err(|e| e.message)? != value(n).map(IBig::from) {
            return wrong(n, "the proof gives another value", found);
        }
    }
    let certificate = proof.certificate(game).map_err(|e| e.message)?;
    let Err(refusal) = grundy_certify::verify(&certificate, &mut |_| false) else { return Ok(()) };
    // The checker refuses some rules that it does not read. It would refuse a false proof for them as well, so a longer table decides.
    let options = Options { play, ..Options::default() };
    let table = Evaluator::new(&game.rules, options).table(&case.line.position(FAR)).map_err(|e| e.message)?;
    for n in COLUMNS..=FAR {
        let value = table.get(&case.line.position(n)).map(IBig::from);
        if proof.value(&IBig::from(n)).map_err(|e| e.message)? != value {
            return Err(format!("{case:?}, {} play at {n}: not {value:?}, {found}; {refusal}", play.name()));
        }
    }
    println!("refused, and right to {FAR}: {refusal}, {case:?}");
    Ok(())
}

/// Does the engine give the values of the table when it is named?
fn by_name(case: &Lined, game: &Game, options: Options, plain: &Values) -> Result<(), String> {
    let engine = options.engine;
    let mut evaluator = Evaluator::new(&game.rules, options);
    for n in COLUMNS - 20..=COLUMNS {
        let Some(value) = plain.get(&case.line.position(n)) else { continue };
        let position: Vec<IBig> = case.line.position(n).into_iter().map(IBig::from).collect();
        let found = match evaluator.value(&position) {
            Ok(found) => found,
            // `period` may spend more on the first columns than a value does.
            Err(error) if error.code == Code::NoTable => return Ok(()),
            Err(error) => return Err(format!("{case:?} at {n}: {}", error.message)),
        };
        if found.value != IBig::from(value) || Some(found.by) != engine {
            return Err(format!("{case:?} at {n}: {found:?}, plainly {value}"));
        }
    }
    Ok(())
}

/// Many lines are proved; otherwise the comparison would show nothing.
#[test]
fn many_lines_are_proved() {
    // One line in five.
    let rounds = grundy_testing::cases(25) as usize;
    let least = 2 * rounds / 5;
    for make in
        [grundy_testing::rays::rays as fn(&mut Tape) -> Boxed, grundy_testing::boxes::steps, grundy_testing::rows::rows]
    {
        let mut noise = Noise(3);
        let mut proved = 0;
        for _ in 0..rounds {
            let bytes = noise.bytes(120);
            proved += compare(&lined(&mut Tape::new(&bytes), make)).unwrap_or_else(|e| panic!("{e}"));
        }
        println!("{proved} of {}", 2 * rounds);
        assert!(proved > least, "{proved} of {} lines are proved", 2 * rounds);
    }
}
