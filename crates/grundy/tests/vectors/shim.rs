//! The only access to the library: all other modules of these tests see games as text and values as numbers.

use grundy::session::Game;
use grundy::theory::convergence::convergence;
use grundy::{Diagnostic, Entry, Evaluator, Options, Play, Session, table::Terms};

/// All values of GAME (a game expression; the built-in names are visible) on the box 0..=to\[i\], row-major, the last
/// coordinate fastest; `None` where no position exists.
pub(crate) fn table(game: &str, to: &[u64], misere: bool) -> Vec<Option<u64>> {
    table_in("", game, to, misere)
}

/// As [`table`], where GAME may also name the games of `rules`, the text of a rules file.
pub(crate) fn table_in(rules: &str, game: &str, to: &[u64], misere: bool) -> Vec<Option<u64>> {
    let mut session = Session::new();
    session.load("<test>", rules).expect("the rules of a test are right");
    let game = open(&mut session, game, &vec![Entry::One; to.len()]);
    let values = evaluator(&game, misere).table(to).unwrap_or_else(|e| panic!("{}: {e}", game.text));
    let mut at = vec![0; to.len()];
    let mut all = vec![];
    loop {
        all.push(values.get(&at).map(u64::from));
        if !grundy::table::next(&mut at, to) {
            return all;
        }
    }
}

/// The values at single positions, written as on the command line (`3,4` or `([2],[2,5])`), in the order asked;
/// `None` where the position does not exist. All positions share one evaluator.
pub(crate) fn values(game: &str, positions: &[String], misere: bool) -> Vec<Option<u64>> {
    let mut session = Session::new();
    let Some(first) = positions.first() else { return vec![] };
    let entries = session.entries(first).expect("the positions of a test are right");
    let game = open(&mut session, game, &entries);
    let mut evaluator = evaluator(&game, misere);
    let mut value = |text: &String| {
        let position = session.position(&game, text).expect("the positions of a test are right");
        let exists = evaluator.exists(&position).expect("the rules are defined everywhere");
        exists.then(|| {
            let answer = evaluator.value(&position).unwrap_or_else(|e| panic!("{text}: {e}"));
            u64::try_from(&answer.value).expect("a value of a vector is small")
        })
    };
    positions.iter().map(&mut value).collect()
}

/// The first `terms` values of a subtraction-division game.
pub(crate) fn terms(game: &str, terms: u64) -> Vec<Option<u64>> {
    let game = open(&mut Session::new(), game, &[Entry::One]);
    let sequence = Terms::of(&game.rules, &Options::default()).expect("of the shape");
    let (mut all, mut values) = (vec![], vec![]);
    let read = sequence.for_each_block(terms, |block| {
        block.values(&mut values);
        all.extend(values.iter().map(|value| Some(u64::from(*value))));
        Ok::<(), Diagnostic>(())
    });
    read.unwrap_or_else(|e| panic!("{}: {e}", game.text));
    all
}

/// How often each value occurs among the first `terms` positions of a subtraction-division game.
pub(crate) fn counts(game: &str, terms: u64) -> Vec<usize> {
    let game = open(&mut Session::new(), game, &[Entry::One]);
    let sequence = Terms::of(&game.rules, &Options::default()).expect("of the shape");
    let counts = sequence.counts(terms).unwrap_or_else(|e| panic!("{}: {e}", game.text));
    counts.into_iter().map(|count| count as usize).collect()
}

/// The most steps to convergence, and the first start from which they are taken; `None` where two guesses do not agree.
pub(crate) fn steps(game: &str, to: u64) -> Option<(u64, u64)> {
    let game = open(&mut Session::new(), game, &[Entry::One]);
    let found =
        convergence(&game.rules, to, None, &Options::default()).unwrap_or_else(|e| panic!("{}: {e}", game.text));
    if found.stuck.is_some() { None } else { found.most() }
}

fn open(session: &mut Session, game: &str, entries: &[Entry]) -> Game {
    session.game(game, Some(entries)).unwrap_or_else(|e| panic!("{}", e.one_line(session.sources())))
}

fn evaluator(game: &Game, misere: bool) -> Evaluator {
    let play = Play::of(misere);
    Evaluator::new(&game.rules, Options { play, ..Options::default() })
}
