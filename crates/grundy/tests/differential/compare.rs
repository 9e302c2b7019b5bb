//! One case: the library's engines against the textbook recursion.

use grundy::lang::Code;
use std::collections::BTreeSet;

use grundy::session::Game;
use grundy::{EngineName, Evaluator, IBig, Options, Play, Session};

use grundy_testing::games::Case;
use grundy_testing::rules::Tuple;
use grundy_testing::textbook::{Book, Pos};

/// The ways to ask: without a name and by the name of each engine, fast and plain.
fn ways() -> impl Iterator<Item = (Option<EngineName>, bool)> {
    let engines = || std::iter::once(None).chain(EngineName::ALL.iter().copied().map(Some));
    let plain = engines().filter(|engine| engine.is_none_or(|engine| !engine.wants_shape()));
    engines().map(|engine| (engine, false)).chain(plain.map(|engine| (engine, true)))
}

/// The memory of engines of single values, which may look at more and more positions that the question does not name: of a product of games that split there are very many.
const SINGLE: u64 = 16 << 20;
/// The memory of the engine that learns from tables. Where no engine makes them, they are searched, and each of some thousand positions would be searched anew, for minutes, if what was found did
/// not fit a small part of the memory.
const TABLES: u64 = 1 << 30;

/// An option: the tuples of every leaf, its value, and whether it wins.
type Option3 = (Vec<Vec<Tuple>>, u32, bool);

/// The facts about one position by the textbook recursion.
struct Row {
    at: Vec<u64>,
    value: Option<u32>,
    options: BTreeSet<Option3>,
}

/// The first difference, as a sentence with the rules.
pub(crate) fn compare(case: &Case) -> Result<(), String> {
    let mut session = Session::new();
    let said = |session: &Session, e: &grundy::Diagnostic| {
        format!("{}asked for: {}\n{}", case.text, case.asked, e.one_line(session.sources()))
    };
    session.load("random.game", &case.text).map_err(|e| said(&session, &e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&session, &e))?;
    for play in Play::BOTH {
        let Some(rows) = textbook(case, play.is_misere()) else { return Ok(()) };
        for (engine, plain) in ways() {
            let mut options = Options { play, engine, plain, ..Options::default() };
            if let Some(engine) = engine.filter(|engine| engine.is_single()) {
                options.limits.memory = if engine == EngineName::Automaton { TABLES } else { SINGLE };
            }
            engine_agrees(&session, &game, &case.hi, &rows, &options).map_err(|what| {
                let way = engine.map_or("default", EngineName::name);
                format!("{}asked for: {}\n{} play, {way}, plain: {plain}: {what}", case.text, case.asked, play.name())
            })?;
        }
    }
    Ok(())
}

/// The facts about the positions of the box by the textbook recursion; `None` if there are too many.
fn textbook(case: &Case, misere: bool) -> Option<Vec<Row>> {
    let mut book = Book::new(&case.defs);
    let mut rows = vec![];
    let mut at = vec![0; case.hi.len()];
    loop {
        let coords: Vec<i64> = at.iter().map(|v| *v as i64).collect();
        let pos = case.game.place(&mut &coords[..]);
        rows.push(row(case, &mut book, &at, &pos, misere));
        if book.too_large() {
            return None;
        }
        if !next(&mut at, &case.hi) {
            return Some(rows);
        }
    }
}

fn row(case: &Case, book: &mut Book, at: &[u64], pos: &Pos, misere: bool) -> Row {
    if !case.game.exists(book.defs, pos) {
        return Row { at: at.to_vec(), value: None, options: BTreeSet::new() };
    }
    let value = Some(book.value(&case.game, pos, misere));
    let options = book.options(&case.game, pos);
    let shown = |o: &Pos| {
        let value = book.value(&case.game, o, misere);
        (o.lists(), value, value == 0)
    };
    Row { at: at.to_vec(), value, options: options.iter().map(shown).collect() }
}

/// The points of a box.
pub(crate) fn boxed(hi: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![0; hi.len()]];
    let mut at = all[0].clone();
    while next(&mut at, hi) {
        all.push(at.clone());
    }
    all
}

fn next(at: &mut [u64], hi: &[u64]) -> bool {
    for (x, h) in at.iter_mut().zip(hi).rev() {
        if *x < *h {
            *x += 1;
            return true;
        }
        *x = 0;
    }
    false
}

/// Do the answers with these options agree with every row?
fn engine_agrees(session: &Session, game: &Game, hi: &[u64], rows: &[Row], options: &Options) -> Result<(), String> {
    let shown = |e: &grundy::Diagnostic| e.one_line(session.sources());
    let forced = options.engine.is_some_and(|engine| engine != EngineName::Search);
    // An engine of single values may also find that its proof takes too much: a line may depend on ever more lines.
    let gives_up = |code| code == Code::Memory && options.engine.is_some_and(EngineName::is_single);
    let refused =
        |e: &grundy::Diagnostic| forced && (matches!(e.code, Code::NoTable | Code::NoShape) || gives_up(e.code));
    match Evaluator::new(&game.rules, options.clone()).table(hi) {
        Ok(values) => {
            for row in rows {
                let found = values.get(&row.at);
                differ("the table", &row.at, &found, &row.value)?;
            }
            super::blocks::alike(&values)?;
        }
        Err(e) if refused(&e) => return Ok(()),
        Err(e) => return Err(format!("the table: {}", shown(&e))),
    }
    let mut evaluator = Evaluator::new(&game.rules, options.clone());
    for row in rows {
        let position: Vec<IBig> = row.at.iter().map(|v| IBig::from(*v)).collect();
        let exists = evaluator.exists(&position).map_err(|e| shown(&e))?;
        differ("existence", &row.at, &exists, &row.value.is_some())?;
        let Some(value) = row.value else { continue };
        let found = match evaluator.value(&position) {
            Ok(found) => found,
            Err(e) if refused(&e) => continue,
            Err(e) => return Err(format!("the value at {:?}: {}", row.at, shown(&e))),
        };
        differ("the value", &row.at, &found.value, &value.into())?;
        if forced {
            continue;
        }
        let moves = evaluator.moves(&position).map_err(|e| format!("moves of {:?}: {}", row.at, shown(&e)))?;
        let found: Vec<Option3> = moves.iter().map(|m| (lists(&m.to), m.value, m.wins)).collect();
        let set: BTreeSet<Option3> = found.iter().cloned().collect();
        differ("the number of options", &row.at, &found.len(), &set.len())?;
        differ("the options", &row.at, &set, &row.options)?;
    }
    Ok(())
}

/// A position of the library in the form of the model.
pub(crate) fn lists(to: &[Vec<Vec<IBig>>]) -> Vec<Vec<Tuple>> {
    let number = |v: &IBig| i64::try_from(v).expect("small");
    to.iter().map(|tuples| tuples.iter().map(|t| t.iter().map(number).collect()).collect()).collect()
}

fn differ<T: PartialEq + std::fmt::Debug>(what: &str, at: &[u64], found: &T, expected: &T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} at {at:?}: found {found:?}, the textbook says {expected:?}"))
}
