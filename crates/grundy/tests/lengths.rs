//! How long play lasts: remoteness, suspense and birthday against their definitions, and against what is known of some games.

use std::collections::{BTreeSet, HashMap};

use grundy::engine::{Lengths, Quantity, Timer};
use grundy::lang::Code;
use grundy::{EngineName, Evaluator, IBig, Limits, Options, Play, Session};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::differential::compare::boxed;
use grundy_testing::textbook::{Book, Pos};
use grundy_testing::{Case, Tape, games};

/// Outcome and lengths by their definitions, option by option; no parity is used.
struct Textbook<'a> {
    book: Book<'a>,
    case: &'a Case,
    misere: bool,
    known: HashMap<Pos, (bool, Lengths)>,
}

impl Textbook<'_> {
    /// Is it a P-position, and how long does play last?
    fn of(&mut self, pos: &Pos) -> (bool, Lengths) {
        if let Some(known) = self.known.get(pos) {
            return *known;
        }
        let all: Vec<(bool, Lengths)> =
            self.book.options(&self.case.game, pos).into_iter().map(|option| self.of(&option)).collect();
        let wins: Vec<Lengths> = all.iter().filter(|(is_p, _)| *is_p).map(|(_, lengths)| *lengths).collect();
        let (least, greatest) = (Iterator::min as fn(_) -> Option<u32>, Iterator::max as fn(_) -> Option<u32>);
        let after = |lengths: &[Lengths], of: fn(&Lengths) -> u32, pick: fn(std::vec::IntoIter<u32>) -> Option<u32>| {
            1 + pick(lengths.iter().map(of).collect::<Vec<_>>().into_iter()).expect("an option")
        };
        let every: Vec<Lengths> = all.iter().map(|(_, lengths)| *lengths).collect();
        let found = if all.is_empty() {
            (!self.misere, Lengths { remoteness: 0, suspense: 0, birthday: 0 })
        } else {
            let (hurried, delayed) = if wins.is_empty() {
                (after(&every, |l| l.remoteness, greatest), after(&every, |l| l.suspense, least))
            } else {
                (after(&wins, |l| l.remoteness, least), after(&wins, |l| l.suspense, greatest))
            };
            let birthday = after(&every, |l| l.birthday, greatest);
            (wins.is_empty(), Lengths { remoteness: hurried, suspense: delayed, birthday })
        };
        self.known.insert(pos.clone(), found);
        found
    }
}

fn lengths_of(lengths: Lengths, quantity: Quantity) -> u32 {
    match quantity {
        Quantity::Remoteness => lengths.remoteness,
        Quantity::Suspense => lengths.suspense,
        _ => lengths.birthday,
    }
}

const LENGTHS: [Quantity; 3] = [Quantity::Remoteness, Quantity::Suspense, Quantity::Birthday];

/// A position with its outcome and lengths, if it exists.
type Known = (Vec<u64>, Option<(bool, Lengths)>);

/// The first difference, as a sentence with the rules.
fn compare(case: &Case) -> Result<(), String> {
    let mut session = Session::new();
    let said = |e: grundy::Diagnostic| format!("{}asked for: {}\n{}", case.text, case.asked, e.message);
    session.load("random.game", &case.text).map_err(said)?;
    let game = session.game(&case.asked, None).map_err(said)?;
    for play in Play::BOTH {
        let mut textbook =
            Textbook { book: Book::new(&case.defs), case, misere: play.is_misere(), known: HashMap::new() };
        let mut expected: Vec<Known> = vec![];
        for at in boxed(&case.hi) {
            let coords: Vec<i64> = at.iter().map(|x| *x as i64).collect();
            let pos = case.game.place(&mut &coords[..]);
            let there = case.game.exists(textbook.book.defs, &pos);
            let found = there.then(|| textbook.of(&pos));
            expected.push((at, found));
        }
        if textbook.book.too_large() {
            return Ok(());
        }
        let search = Some(EngineName::Search);
        for (engine, threads) in [(None, 1), (None, 2), (search, 1)] {
            let limits = Limits { threads, tile: 4, ..Limits::default() };
            let timer =
                Timer::new(&game.rules, &Options { play, engine, limits, ..Options::default() }).map_err(said)?;
            for quantity in LENGTHS {
                let table = timer.table(quantity, &case.hi).map_err(said)?;
                for (at, known) in &expected {
                    let known = known.map(|(_, lengths)| lengths_of(lengths, quantity));
                    let found = table.get(at);
                    if found != known {
                        let (text, asked) = (&case.text, &case.asked);
                        let (play, what) = (play.name(), quantity.name());
                        return Err(format!(
                            "{text}{asked}: {what} in {play} play at {at:?}: {found:?}, not {known:?}"
                        ));
                    }
                }
            }
        }
        options_agree(case, &game, play, &mut textbook, &expected)?;
    }
    Ok(())
}

/// The options of the last position, with outcome, lengths, and which are best.
fn options_agree(
    case: &Case,
    game: &grundy::session::Game,
    play: Play,
    textbook: &mut Textbook,
    expected: &[Known],
) -> Result<(), String> {
    let Some((at, Some((is_p, own)))) = expected.iter().rfind(|(_, known)| known.is_some()) else { return Ok(()) };
    let coords: Vec<i64> = at.iter().map(|x| *x as i64).collect();
    let pos = case.game.place(&mut &coords[..]);
    let all: Vec<(Pos, (bool, Lengths))> =
        textbook.book.options(&case.game, &pos).into_iter().map(|o| (o.clone(), textbook.of(&o))).collect();
    let wins: Vec<u32> = all.iter().filter(|(_, (is_p, _))| *is_p).map(|(_, (_, l))| l.remoteness).collect();
    let goal = match is_p {
        false => wins.iter().min().copied(),
        true => all.iter().map(|(_, (_, l))| l.remoteness).max(),
    };
    let known: BTreeSet<_> = all
        .iter()
        .map(|(o, (p, l))| (o.lists(), *p, l.remoteness, l.suspense, Some(l.remoteness) == goal && (*is_p || *p)))
        .collect();
    let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
    let options = Options { play, ..Options::default() };
    let said = |e: grundy::Diagnostic| format!("{}asked for: {}\n{}", case.text, case.asked, e.message);
    let choices = Evaluator::new(&game.rules, options.clone()).moves(&position).map_err(said)?;
    let (found, timed) = Timer::new(&game.rules, &options).and_then(|t| t.options(&position, choices)).map_err(said)?;
    let small = |to: &Vec<Vec<Vec<IBig>>>| {
        to.iter()
            .map(|l| l.iter().map(|t| t.iter().map(|x| i64::try_from(x).expect("small")).collect()).collect())
            .collect::<Vec<Vec<Vec<i64>>>>()
    };
    let listed: BTreeSet<_> = timed
        .iter()
        .map(|t| (small(&t.choice.to), t.choice.wins, t.lengths.remoteness, t.lengths.suspense, t.best))
        .collect();
    if found == *own && listed == known {
        return Ok(());
    }
    Err(format!(
        "{}{}: {} play, the options of {at:?}: {found:?} {listed:?}, not {own:?} {known:?}",
        case.text,
        case.asked,
        play.name()
    ))
}

proptest! {
    #![proptest_config(crate::config(60))]

    #[test]
    fn games_by_the_definitions(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        compare(&games::alone(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn compounds_by_the_definitions(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
        compare(&games::compound(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }
}

fn table(game: &str, quantity: Quantity, play: Play, hi: &[u64]) -> grundy::Values {
    let rules = Session::new().game(game, None).expect("a game").rules;
    let options = Options { play, ..Options::default() };
    Timer::new(&rules, &options).and_then(|timer| timer.table(quantity, hi)).expect("a table")
}

fn row(game: &str, quantity: Quantity, play: Play, hi: u64) -> Vec<u32> {
    let found = table(game, quantity, play, &[hi]);
    (0..=hi).map(|n| found.get(&[n]).expect("a position")).collect()
}

/// One pile: it is taken whole, or in misère play all but 1, which the other player must take; by the suspense, one after the other.
#[test]
fn a_pile_of_nim() {
    use Quantity::{Birthday, Remoteness, Suspense};
    assert_eq!(row("nim[1]", Remoteness, Play::Normal, 6), [0, 1, 1, 1, 1, 1, 1]);
    assert_eq!(row("nim[1]", Suspense, Play::Normal, 6), [0, 1, 1, 1, 1, 1, 1], "no other move wins");
    assert_eq!(row("nim[1]", Birthday, Play::Normal, 6), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(row("nim[1]", Remoteness, Play::Misere, 6), [0, 1, 2, 2, 2, 2, 2]);
}

/// Two equal piles of n: the loser delays by single tokens, each of which is answered: 2n moves. The loser who hurries takes a pile.
#[test]
fn two_piles_of_nim() {
    let (long, short) = (Quantity::Remoteness, Quantity::Suspense);
    let (remoteness, suspense) =
        (table("nim[2]", long, Play::Normal, &[40, 40]), table("nim[2]", short, Play::Normal, &[40, 40]));
    for n in 1..=40u64 {
        assert_eq!((remoteness.get(&[n, n]), suspense.get(&[n, n])), (Some(2 * n as u32), Some(2)), "{n},{n}");
        let k = n - 1;
        assert_eq!(remoteness.get(&[n, k]), Some(2 * k as u32 + 1), "{n},{k}: to two piles of {k}");
    }
}

/// 1 to m tokens from one heap: the loser takes 1 or m, and m + 1 go in two moves either way.
#[test]
fn subtraction_of_one_to_four() {
    let remoteness = row("subtraction[1..4]", Quantity::Remoteness, Play::Normal, 60);
    let expected = |n: u32| 2 * (n / 5) + u32::from(!n.is_multiple_of(5));
    assert_eq!(remoteness, (0..=60).map(expected).collect::<Vec<u32>>());
}

/// Gurvich, Martynov, Maximchuk and Vyalyi (On remoteness functions of exact slow k-NIM with k + 1 piles, 2023): both players keep a smallest even pile. So
/// the remoteness is given by a rule for play, the same for both players: where it is followed, play lasts as long as the remoteness.
#[test]
fn slow_exact_nim_is_played_by_keeping_the_smallest_even_pile() {
    let (n, hi) = (3, 12u64);
    let found = table("slow_exact[3, 2]", Quantity::Remoteness, Play::Normal, &vec![hi; n]);
    for at in boxed(&vec![hi; n]) {
        let mut piles = at.clone();
        let mut moves = 0;
        while piles.iter().filter(|x| **x > 0).count() >= n - 1 {
            let keep = kept(&piles);
            (0..n).filter(|i| *i != keep).for_each(|i| piles[i] -= 1);
            moves += 1;
        }
        assert_eq!(found.get(&at), Some(moves), "{at:?}");
    }
}

/// The pile that stays: a smallest even one, else a largest.
fn kept(piles: &[u64]) -> usize {
    let even = (0..piles.len()).filter(|i| piles[*i].is_multiple_of(2)).min_by_key(|i| piles[*i]);
    even.or_else(|| (0..piles.len()).max_by_key(|i| piles[*i])).expect("a pile")
}

/// A large table, by one thread and by several, and the numbers of single positions beyond the reach of the short search.
#[test]
fn large_tables_and_single_positions_agree() {
    let rules = Session::new().game("wythoff", None).expect("a game").rules;
    let (x, y) = if grundy_testing::is_long() { (200u64, 170u64) } else { (120, 100) };
    for quantity in LENGTHS {
        let of = |threads: usize| {
            let options = Options { limits: Limits { threads, ..Limits::default() }, ..Options::default() };
            Timer::new(&rules, &options).and_then(|timer| timer.table(quantity, &[x, y])).expect("a table")
        };
        let (one, three) = (of(1), of(3));
        assert!(boxed(&[x, y]).iter().all(|at| one.get(at).is_some() && one.get(at) == three.get(at)));
        let timer = Timer::new(&rules, &Options::default()).expect("a timer");
        for at in [[x, y], [y, x], [x - 1, 3]] {
            let inside = if at[1] > y { [at[1], at[0]] } else { at };
            let number = timer.number(quantity, &at.map(IBig::from)).expect("a number");
            assert_eq!(Some(number), one.get(&inside), "{at:?}");
        }
    }
}

/// Numbers above 254 need two bytes.
#[test]
fn cells_are_widened() {
    let birthdays = row("nim[1]", Quantity::Birthday, Play::Normal, 700);
    assert_eq!(birthdays, (0..=700).collect::<Vec<u32>>());
    let long = row("subtraction[1..2]", Quantity::Remoteness, Play::Normal, 1000);
    assert_eq!(long[999..], [666, 667]);
}

#[test]
fn rules_that_go_round_are_refused_with_the_circle() {
    let mut session = Session::new();
    session.load("g.game", "game g(v) { move 1 - v if v < 2\n move 0 if v = 2 }").expect("rules");
    let rules = session.game("g", None).expect("a game").rules;
    let timer = Timer::new(&rules, &Options::default()).expect("a timer");
    for quantity in LENGTHS {
        let table = timer.table(quantity, &[2]).expect_err("a circle");
        let single = timer.number(quantity, &[IBig::from(2)]).expect_err("a circle");
        assert_eq!((table.code, single.code), (Code::Circle, Code::Circle));
    }
}

#[test]
fn too_little_memory_is_told() {
    let rules = Session::new().game("wythoff", None).expect("a game").rules;
    let options = Options { limits: Limits { memory: 1 << 16, ..Limits::default() }, ..Options::default() };
    let error = Timer::new(&rules, &options).and_then(|timer| timer.table(Quantity::Suspense, &[999, 999]));
    assert_eq!(error.map(|_| ()).map_err(|e| e.code), Err(Code::Memory));
}

#[test]
fn what_speaks_of_values_is_refused() {
    let rules = Session::new().game("wythoff", None).expect("a game").rules;
    let by = |options: Options| Timer::new(&rules, &options).map(|_| ()).map_err(|e| e.code);
    assert_eq!(by(Options { engine: Some(EngineName::Rays), ..Options::default() }), Err(Code::NoTable));
    assert_eq!(by(Options { checkpoint: Some("kept".into()), ..Options::default() }), Err(Code::Checkpoint));
    assert_eq!(by(Options { engine: Some(EngineName::Search), ..Options::default() }), Ok(()));
}
