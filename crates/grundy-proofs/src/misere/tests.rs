//! Forms against the definition, and against published genera.
//!
//! The definition: the value of a position in normal play, and its misère value, by the plain search; and the misère values of its sums with nim heaps of 2,
//! as games of their own.

use std::sync::atomic::Ordering;

use dashu_int::IBig;
use grundy::session::Game;
use grundy::{Evaluator, Options, Play, Session};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::EngineName;
use grundy_core::contract::position::{lists, narrow, next};
use grundy_core::contract::reason::Attempt;
use grundy_core::contract::stop::Stop;
use grundy_rules::lang::Code;
use grundy_testing::{Tape, games};
use proptest::prelude::*;

use super::Sums;
use super::genus::Sight;
use super::sum::Sum;

/// The sums with nim heaps of 2 that are compared.
const TWOS: usize = 4;

fn big(position: &[u64]) -> Vec<IBig> {
    position.iter().map(|x| IBig::from(*x)).collect()
}

fn session(text: &str) -> Session {
    let mut session = Session::new();
    session.load("g.game", text).expect("the rules are of the language");
    session
}

fn game(session: &mut Session, text: &str) -> Game {
    session.game(text, None).expect("a game")
}

fn plainly(game: &Game, play: Play) -> Evaluator {
    let limits = Limits { memory: 1 << 26, ..Limits::default() };
    Evaluator::new(
        &game.rules,
        Options { plain: true, engine: Some(EngineName::Search), play, limits, ..Options::default() },
    )
}

fn genus(sums: &mut Sums, game: &Game, position: &[u64]) -> Attempt<String> {
    sums.genus(&lists(&game.rules, &big(position))).expect("small positions").map(|genus| genus.to_string())
}

/// Compares all positions of a box with the definition. Games that the plain search cannot bear are passed over; `true` if anything was compared.
fn agree(session: &mut Session, asked: &str, hi: &[u64]) -> Result<bool, TestCaseError> {
    let alone = game(session, asked);
    let mut sums = Sums::new(&alone.rules, &Limits::default());
    let mut normal = plainly(&alone, Play::Normal);
    let with = |twos: usize| if twos == 0 { asked.to_string() } else { format!("({asked}) + {twos}*nim[1]") };
    let mut misere: Vec<Evaluator> =
        (0..=TWOS).map(|twos| plainly(&game(session, &with(twos)), Play::Misere)).collect();
    let (mut at, mut compared) = (vec![0; hi.len()], false);
    loop {
        if normal.exists(&big(&at)).expect("rules that are defined") {
            let too_large = |error: &grundy::Diagnostic| error.code == Code::Memory;
            let mut found = vec![];
            for (twos, plainly) in misere.iter_mut().enumerate() {
                let position: Vec<u64> = at.iter().copied().chain(vec![2; twos]).collect();
                match plainly.value(&big(&position)) {
                    Ok(answer) => found.push(answer.value),
                    Err(error) if too_large(&error) => return Ok(compared),
                    Err(error) => return Err(TestCaseError::fail(error.message)),
                }
            }
            let position = lists(&alone.rules, &big(&at));
            let value = sums.value(&position).expect("room");
            prop_assert_eq!(value.map(IBig::from), Attempt::Done(found[0].clone()), "{} at {:?}", asked, at);
            let Attempt::Done(genus) = sums.genus(&position).expect("room") else {
                return Err(TestCaseError::fail("declined after a value"));
            };
            let whole = Sight { numbers: genus.numbers(), twos: 0, one: false };
            let own: Vec<IBig> = (0..=TWOS as u32).map(|twos| whole.misere(twos).into()).collect();
            prop_assert_eq!(own, found, "{} at {:?}: {}", asked, at, &genus);
            let value = normal.value(&big(&at)).expect("smaller than in misère play").value;
            prop_assert_eq!(value, IBig::from(whole.normal()), "{} at {:?}", asked, at);
            compared = true;
        }
        if !next(&mut at, hi) {
            return Ok(compared);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(40), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree_with_the_definition(bytes in prop::collection::vec(any::<u8>(), 0..120), compound in any::<bool>()) {
        let tape = &mut Tape::new(&bytes);
        let case = if compound { games::compound(tape) } else { games::alone(tape) };
        let hi: Vec<u64> = case.hi.iter().map(|h| (*h).min(4)).collect();
        agree(&mut session(&case.text), &case.asked, &hi).map_err(|e| TestCaseError::fail(format!("{}: {e}", case.text)))?;
    }

    /// Octal and hexadecimal codes, whose heaps split.
    #[test]
    fn random_codes_agree_with_the_definition(digits in prop::collection::vec(0..16u8, 1..4), first in prop::sample::select(vec![0u8, 4])) {
        let digits: String = digits.iter().map(|d| format!("{d:X}")).collect();
        let compared = agree(&mut session(""), &format!("hexadecimal[{first}.{digits}]"), &[9])?;
        prop_assert!(compared);
    }

    /// Sums of two games that split, and of heaps whose moves are any subtractions.
    #[test]
    fn sums_agree_with_the_definition(code in 1..8usize, set in prop::collection::btree_set(1..5u64, 1..4)) {
        let set: Vec<String> = set.iter().map(u64::to_string).collect();
        let asked = format!("octal[0.{code}7] + subtraction[{{{}}}]", set.join(", "));
        prop_assert!(agree(&mut session(""), &asked, &[6, 6])?);
    }
}

/// The genera of the heaps 0, 1, …
fn heaps(asked: &str, last: u64) -> Vec<String> {
    let mut session = Session::new();
    let game = game(&mut session, asked);
    let mut sums = Sums::new(&game.rules, &Limits::default());
    let of = |n| genus(&mut sums, &game, &[n]).seen().expect("heaps end");
    (0..=last).map(of).collect()
}

/// Genera as the books write them: digits without commas, of which as many are compared as are written. A number alone is the genus of that nim heap.
fn assert_heaps(asked: &str, printed: &str) {
    let printed: Vec<&str> = printed.split_whitespace().collect();
    for (n, (own, printed)) in heaps(asked, printed.len() as u64 - 1).iter().zip(&printed).enumerate() {
        let digits: String = own.chars().filter(char::is_ascii_digit).collect();
        let expected = match printed.split_once('^') {
            Some((normal, misere)) => format!("{normal}{misere}"),
            None => match *printed {
                "0" => "0120".into(),
                "1" => "1031".into(),
                other => format!("{other}{other}"),
            },
        };
        assert!(digits.starts_with(&expected), "{asked}, heap {n}: {own}, printed: {printed}");
    }
}

/// As in the tests of CGSuite (`GameHeapTest`), in the notation of *Winning Ways*, ch. 13: Kayles, Dawson's Kayles, Grundy's game.
#[test]
fn the_genera_of_the_books() {
    assert_heaps("kayles", "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031");
    assert_heaps("octal[0.07]", "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3");
    assert_heaps("grundy", "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20");
}

/// Plambeck, misère octal games (plambeck.org), "The game .312": the last two genera repeat.
#[test]
fn the_genera_of_a_quaternary_game() {
    assert_heaps("octal[0.312]", "0 1^031 2^20 0^02 2^1420 0^02 1^13 0^02 1^13 0^02 1^13");
}

/// Two misère values that differ by 2 need not be the first of those that alternate.
#[test]
fn a_genus_that_alternates_for_long_before_it_does_for_good() {
    let heaps = heaps("octal[0.26]", 31);
    assert_eq!(heaps[31], "2^{0,2,0,2,0,2,0,2,0,2,0,4,2,0}");
}

/// The heaps of 4 and 6 in Kayles are equal to nim heaps of 1 and 3; the heap of 5, of genus 4^{1,4,6}, is equal to none.
#[test]
fn reversible_options_go() {
    let game = game(&mut Session::new(), "kayles");
    let mut sums = Sums::new(&game.rules, &Limits::default());
    let mut form = |n: u64| {
        let position = narrow(&lists(&game.rules, &big(&[n]))).expect("a small heap");
        sums.sum(&position).ok().expect("heaps end")
    };
    let forms: Vec<Sum> = (0..=8).map(&mut form).collect();
    let nim = |twos, one| Sum::NOTHING.plus(twos, one);
    assert_eq!(forms[..5], [Sum::NOTHING, nim(0, true), nim(1, false), nim(1, true), nim(0, true)]);
    assert_ne!(forms[5].bag, Sum::NOTHING.bag);
    assert_eq!(forms[6], nim(1, true));
}

/// A position whose only option is 2 is not equal to 0, although 2 has the option 0: the proviso. It is a P-position of normal play, and of misère play.
#[test]
fn the_proviso_is_kept() {
    let mut session = session("game g(n) { move n - 1 if n = 3; move n - s for s in {1, 2} if n <= 2 }");
    assert!(agree(&mut session, "g + g", &[3, 3]).expect("the definition"));
    let game = game(&mut session, "g");
    let mut sums = Sums::new(&game.rules, &Limits::default());
    assert_eq!(genus(&mut sums, &game, &[3]), Attempt::Done("0^{0,2}".into()));
}

#[test]
fn rules_that_go_round_are_declined() {
    let game = game(&mut session("game g(n) { move n - 1; move n + 1 if n < 5; split n - 1, 1 if n > 7 }"), "g");
    let mut sums = Sums::new(&game.rules, &Limits::default());
    for _ in 0..2 {
        assert!(matches!(genus(&mut sums, &game, &[3]), Attempt::Declined(_)));
        assert!(matches!(genus(&mut sums, &game, &[0]), Attempt::Declined(_)));
    }
}

#[test]
fn the_memory_is_taken_from_the_account_and_the_work_can_be_stopped() {
    let game = game(&mut Session::new(), "kayles");
    let limits = Limits { memory: 1 << 16, ..Limits::default() };
    let mut sums = Sums::new(&game.rules, &limits);
    let position = |n: u64| lists(&game.rules, &big(&[n]));
    let ended = sums.value(&position(50));
    assert!(matches!(&ended, Err(Stop::Error(error)) if error.code == Code::Memory), "{ended:?}");
    drop(sums);
    assert_eq!(limits.in_use(), 0);
    let limits = Limits::default();
    let mut sums = Sums::new(&game.rules, &limits);
    assert!(sums.value(&position(40)).is_ok());
    assert!(limits.in_use() > 1 << 15, "{} bytes", limits.in_use());
    limits.interrupt.store(true, Ordering::Relaxed);
    assert!(sums.value(&position(50)).is_err());
}
