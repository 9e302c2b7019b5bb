//! Numbers near the ends of the machine's types, as people write them: an answer, or a sentence that says why there is none.
//!
//! Proptest throws such numbers at games, lines, tables and claims. Each question has little memory, and ends after a moment; what it had
//! found by then is of no account here. The questions that once broke stand in lists of their own, with their answers.

use std::time::{Duration, Instant};

use grundy::theory::convergence::{convergence, restricted};
use grundy::theory::solutions::solutions;
use grundy::{EngineName, Error, Game, IBig, Limits, Options, Play, Session};
use grundy_claims::{CheckOptions, Meter, Status, Verdict};
use proptest::prelude::*;

const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "30",
    "2^31 - 1",
    "2^31",
    "2^32 - 1",
    "2^32",
    "2^40",
    "2^53",
    "2^55",
    "2^61",
    "2^62 - 1",
    "2^62",
    "2^63 - 2",
    "2^63 - 1",
    "2^63",
    "2^64 - 2",
    "2^64 - 1",
    "2^64",
    "2^127",
    "2^128 - 1",
    "10^17",
    "10^18",
    "9*10^18",
    "10^19",
    "10^20",
    "10^40",
];

/// The same as bounds of tables.
const BOUNDS: [u64; 8] = [3, 1 << 31, 1 << 32, 1 << 53, 1 << 62, (1 << 63) - 1, u64::MAX - 1, u64::MAX];

const GAMES_OF_ONE: [&str; 9] = [
    "kayles",
    "grundy",
    "octal[4.007]",
    "subtraction[{1, 2, 5}]",
    "mark[{1, 2}, {2}]",
    "mark[{1}, {2, 3}]",
    "nim[1]",
    "octal[0.3333[3]]",
    "mark[{2^62, 2^63 - 1}, {}]",
];

const GAMES_OF_TWO: [&str; 16] = [
    "nim[2]",
    "wythoff",
    "euclid",
    "star_nim[2]",
    "silver_dollar[2]",
    "welter[2]",
    "kayles + octal[0.137]",
    "2*octal[0.6]",
    "at_most(2; nim[1], nim[1])",
    "product(kayles, nim[1])",
    "slow_exact[2, 2]",
    "pass(nim[1], 2^63)",
    "shared_nim[3, true]",
    "reversed_nim[2^63, true]",
    "near(nim[1], nim[1])",
    "chocolate[(x, z) -> (x + z) div 2] + nim[0]",
];

/// The time after which a question ends.
const PATIENCE: Duration = Duration::from_millis(40);

/// Little memory, and an end after a moment.
fn in_a_moment<T>(ask: impl FnOnce(&Limits) -> T) -> T {
    let cut = Some(Instant::now() + PATIENCE);
    ask(&Limits { memory: 2 << 20, threads: 1, cut, ..Limits::default() })
}

fn game(text: &str, play: Play, limits: &Limits) -> Option<Game> {
    let game: Game = text.parse().ok()?;
    Some(game.with(Options { play, limits: limits.clone(), ..Options::default() }))
}

/// The verdict on the last claim of a text.
fn checked(text: &str, options: &CheckOptions) -> Option<Verdict> {
    let mut session = Session::new();
    let file = session.load("large.game", text).ok()?;
    let statement = grundy_claims::read(&session, &file).pop()?;
    grundy_claims::check(&statement, options, &Meter::default()).ok()
}

/// The sentence of a refusal.
fn refusal<T>(answer: Result<T, Error>) -> String {
    answer.err().map(|error| error.diagnostic().message.clone()).expect("no answer")
}

proptest! {
    #![proptest_config(crate::config(96))]

    #[test]
    fn questions_about_games(
        one in prop::sample::select(&GAMES_OF_ONE[..]), two in prop::sample::select(&GAMES_OF_TWO[..]), is_misere: bool, ask in 0..6,
        a in prop::sample::select(&NUMBERS[..]), b in prop::sample::select(&NUMBERS[..]), to in prop::sample::select(&BOUNDS[..]),
        other in prop::sample::select(&BOUNDS[..]), engine in prop::option::of(prop::sample::select(EngineName::ALL)),
    ) {
        let play = Play::of(is_misere);
        in_a_moment(|limits| {
            let (Some(one), Some(two)) = (game(one, play, limits), game(two, play, limits)) else { return };
            match ask {
                0 => {
                    let by = Options { engine, ..two.options().clone() };
                    _ = (one.with(by.clone()).value(a).is_ok(), two.with(by).value(format!("{a}, {b}")).is_ok());
                }
                1 => _ = (one.wins(a).is_ok(), two.wins(format!("{a}, {b}")).is_ok()),
                2 => _ = (one.table([to]).is_ok(), two.table([to, other]).is_ok()),
                3 => _ = (one.period("(_)").is_ok(), two.period(&format!("({a}, _)")).is_ok(), two.period(&format!("(_, _ + {a})")).is_ok()),
                4 => _ = (one.answer(a).is_ok(), two.exists(format!("{a}, {b}")).is_ok()),
                _ => {
                    let Ok(rules) = two.rules(format!("{a}, {b}")).map(|game| game.rules) else { return };
                    _ = solutions(&rules, other, to as usize, two.options(), &mut |_| false).is_ok();
                }
            }
        });
    }

    #[test]
    fn claims(
        one in prop::sample::select(&GAMES_OF_ONE[..]), two in prop::sample::select(&GAMES_OF_TWO[..]), form in 0..8,
        a in prop::sample::select(&NUMBERS[..]), b in prop::sample::select(&NUMBERS[..]), c in prop::sample::select(&NUMBERS[..]),
    ) {
        let claim = match form {
            0 => format!("claim \"c\" on {two} at ({a}, b): G <= b + {c}"),
            1 => format!("claim \"c\" on {two} at (a, b + {a}) to {b}: G_misere + {c} >= a*{b}"),
            2 => format!("claim \"c\": all i in {a}..{b}: exists(({two})(i, {c})) implies G(({two})(i, {c})) >= 0"),
            3 => format!("claim \"c\": period(({one})(_)) = {a} or preperiod(({two})({b}, _)) = {c}"),
            4 => format!("claim \"c\" on {one} at ({a}*n + {b}): G = n mod ({c} + 1) or (count i in n - {a}..n: i = 0) > 1"),
            5 => format!("claim \"c\" on {one} where x[1] > {a} and x[1] < {b}: P or G < {c}"),
            6 => format!("table \"c\" on {one} at (n + {a}) of G + {b} for n in {c}..{c} + 1: 0 1"),
            _ => format!("claim \"c\": convergence(mark[{{1, 2}}, {{2, {a} + 2}}]) = {b} or (sum i in {a}..{c}: i) = {b}"),
        };
        in_a_moment(|limits| _ = checked(&claim, &CheckOptions { limits: limits.clone(), ..CheckOptions::default() }));
    }
}

#[test]
fn a_line_whose_first_columns_no_table_holds_is_refused() {
    let by_lines = |text: &str| {
        let game: Game = text.parse().expect("a game");
        game.with(Options { engine: Some(EngineName::Line), ..Options::default() })
    };
    for at in ["10^18, 10^17", "2^64 - 1, 2^64 - 1", "10^17, 2^26"] {
        let why = refusal(by_lines("wythoff").value(at));
        assert!(why.contains("the first positions alone are a table of"), "{at}: {why}");
    }
    // Automata of the values need no line.
    let game: Game = "nim[2]".parse().expect("a game");
    let wins = game.misere().wins("10^18, 10^17").expect("wins");
    let equal: Vec<IBig> = vec![IBig::from(10).pow(17); 2];
    assert_eq!(wins.listed.iter().map(|choice| choice.to.concat().concat()).collect::<Vec<_>>(), [equal]);
}

#[test]
fn a_claim_about_a_line_far_out_is_open() {
    let verdict = checked("claim \"x\" on wythoff at (10^17, b): G + 2*10^17 >= b", &CheckOptions::default());
    assert_eq!(verdict.map(|verdict| verdict.status), Some(Status::Open));
}

#[test]
fn more_memory_than_bytes_can_count_is_refused() {
    let table = |text: &str, to: u64| refusal(text.parse::<Game>().expect("a game").table([to]));
    for (text, to) in [("kayles", 1 << 62), ("octal[4.007]", u64::MAX), ("mark[{1, 2}, {2}]", u64::MAX)] {
        let why = table(text, to);
        assert!(why.contains("memory"), "{text}: {why}");
    }
    let rules = Session::new().game("shared_nim[3, true]", None).expect("a game").rules;
    let why = solutions(&rules, 7, 1 << 63, &Options::default(), &mut |_| false).err().expect("no list").message;
    assert!(why.contains("memory"), "{why}");
    let rules = Session::new().game("mark[{1, 3}, {2}]", None).expect("a game").rules;
    let why = convergence(&rules, u64::MAX, None, &Options::default()).expect_err("no measurement").message;
    assert!(why.contains("memory"), "{why}");
}

/// Guesses of this game agree only where they are restricted to values that are proved possible from 18 on.
#[test]
fn starts_before_the_first_one_with_restricted_guesses() {
    let rules = Session::new().game("mark[{1, 2}, {2}]", None).expect("a game").rules;
    let found = restricted(&rules, 7, &Options::default()).expect("of the shape").expect("classes");
    assert_eq!((found.from, found.to, found.records), (18, 18, vec![(18, 1)]));
}
