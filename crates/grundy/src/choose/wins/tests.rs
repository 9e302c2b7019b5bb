//! Winning moves found from values, against the list of all options.

use proptest::prelude::*;

use super::*;
use crate::Session;
use crate::session::Game;
use grundy_core::contract::options::Play;
use grundy_core::read::table_bounds::never_raises;
use grundy_testing::rays::rays;
use grundy_testing::{Noise, Tape, cases, games};

/// Nothing is near, hardly anything is listed, and lines alone tell values.
const SMALL: Reach = Reach { short: 1, along: 2000, listed: 3, everywhere: false };
/// The same for random games: a line of heaps that split in three to 2000 takes seconds, and there may be many.
const RANDOM: Reach = Reach { along: 200, ..SMALL };

/// So many positions of a game are compared.
const POSITIONS: usize = 8;

/// The winning moves found as far out, with nothing listed that a piece can hold.
fn from_values(game: &Game, play: Play, at: &[IBig], reach: Reach) -> Result<std::result::Result<Wins, String>> {
    let options = Options { play, ..Options::default() };
    let position = lists(&game.rules, at);
    let far = Far { rules: &game.rules, options: &options, position: &position, reach };
    Ok(far.wins()?.seen().map_err(|reason| reason.to_string()))
}

/// Compares some positions of a box; how many of them were answered from values.
fn agree(game: &Game, play: Play, hi: &[u64], (noise, reach): (&mut Noise, Reach)) -> usize {
    let mut evaluator = Evaluator::new(&game.rules, Options { play, ..Options::default() });
    let mut answered = 0;
    for _ in 0..POSITIONS {
        let position: Vec<IBig> = hi.iter().map(|h| IBig::from(noise.below(*h as usize + 1))).collect();
        if evaluator.exists(&position).unwrap_or(false)
            && let Ok(all) = evaluator.moves(&position)
            && let Ok(Ok(found)) = from_values(game, play, &position, reach)
        {
            let wins = Wins::among(all);
            let told = format!("{} at {position:?}, {play:?}", game.text);
            assert_eq!(found.count, wins.count, "{told}");
            assert_eq!(found.listed[..], wins.listed[..wins.listed.len().min(reach.listed)], "{told}");
            answered += 1;
        }
    }
    answered
}

fn game(text: &str) -> Game {
    let mut session = Session::new();
    let rules = "
        game flat(n) { move n - s for s in {1, 2, 4, 9}
            split a, n - a for a in 1..n - 1 }
        game parts(n) { move n - 1
            split a + 1, n - 3 - a for a in 0..n - 3 if n > 4
            split n - 2 - a, a for a in 2..n - 2 }
        game twice(n) { move n - i for i in 1..n
            move n - j for j in 3..n - 2 }
        game holes(a, b) { require a != 3
            move (a - i, b) for i in 1..a if i mod 3 != 1
            move (a, b - i) for i in 2..b
            move (a - i, b - i) for i in 1..min(a, b) }
        game guarded(a, b) { move (a - i, b) for i in 1..3 if a mod 2 = 0 or b > i
            move (a - 1, b - 2) if a != b }
        game raised(a, b) { move (a - i, b + 1) for i in 1..2 if b < 3
            move (a, b - 1) }";
    session.load("tests.game", rules).expect("rules");
    session.game(text, None).expect("a game")
}

/// Every game of the list is answered at enough positions, so that the comparison compares something.
#[test]
fn small_positions_agree_with_the_list_of_options() {
    // The bounds, and whether values serve in misère play.
    let games: [(&str, &[u64], bool); 12] = [
        ("nim[2]", &[9, 9], true),
        ("kayles", &[150], false),
        ("dawson_kayles", &[150], false),
        ("flat", &[60], false),
        ("parts", &[60], false),
        ("twice", &[60], true),
        ("holes", &[9, 9], true),
        ("wythoff", &[9, 9], true),
        ("star_nim[2]", &[9, 9], true),
        ("nim[1] + kayles", &[90, 90], false),
        ("subtraction[{1, 3, 4}] + nim[1]", &[30, 30], true),
        ("nimble[1] + wythoff", &[5, 5, 5], true),
    ];
    let mut noise = Noise(5);
    for (text, hi, misere) in games {
        let game = game(text);
        assert!(agree(&game, Play::Normal, hi, (&mut noise, SMALL)) > 0, "{text} is answered from values");
        if misere {
            let answered = agree(&game, Play::Misere, hi, (&mut noise, SMALL));
            assert!(answered > 0, "{text} is answered from values in misère play");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn random_games_agree_with_the_list_of_options(bytes in prop::collection::vec(any::<u8>(), 200)) {
        let (mut tape, mut noise) = (Tape::new(&bytes), Noise(u64::from(bytes[0])));
        let (alone, compound, boxed) = (games::alone(&mut tape), games::compound(&mut tape), rays(&mut tape));
        for (text, asked, hi) in [
            (alone.text, alone.asked, alone.hi),
            (compound.text, compound.asked, compound.hi),
            (boxed.text, boxed.asked, boxed.hi),
        ] {
            let mut session = Session::new();
            // Where a move raises a coordinate, there is no table, and each value is a search of its own: seconds for some games.
            if session.load("random.game", &text).is_ok()
                && let Ok(game) = session.game(&asked, None)
                && never_raises(&game.rules)
            {
                let hi: Vec<u64> = hi.iter().map(|h| (*h).min(6)).collect();
                agree(&game, Play::Normal, &hi, (&mut noise, RANDOM));
                agree(&game, Play::Misere, &hi, (&mut noise, RANDOM));
            }
        }
    }
}

/// Compares the options of some positions of a box, with each value up to 2, as the engines find them that know all values; how many positions they answered.
fn options_agree(game: &Game, play: Play, hi: &[u64], noise: &mut Noise) -> usize {
    let mut evaluator = Evaluator::new(&game.rules, Options { play, ..Options::default() });
    let mut answered = 0;
    for _ in 0..POSITIONS {
        let position: Vec<IBig> = hi.iter().map(|h| IBig::from(noise.below(*h as usize + 1))).collect();
        if !evaluator.exists(&position).unwrap_or(false) {
            continue;
        }
        let all = evaluator.moves(&position).expect("few options");
        for wanted in 0..3 {
            let at = lists(&game.rules, &position);
            let found = evaluator.options_with(&at, &wanted.into(), 50).expect("no limit").seen();
            let Ok(mut found) = found else { continue };
            found.sort_by(|a, b| b.cmp(a));
            let listed: Vec<_> =
                all.iter().filter(|choice| choice.value == wanted).map(|choice| choice.to.clone()).collect();
            assert_eq!(found, listed, "{} at {position:?}, {play:?}: {wanted}", game.text);
            answered += 1;
        }
    }
    answered
}

/// Values and P-positions by automata, in other digits, in differences, in misère play; moves that split, that have conditions, that raise a coordinate.
#[test]
fn options_with_a_value_are_those_of_the_list() {
    let games: [(&str, &[u64], bool); 9] = [
        ("nim[2]", &[9, 9], true),
        ("moore_nim[3, 2]", &[4, 4, 4], true),
        ("slow_exact[3, 2]", &[6, 6, 6], false),
        ("wythoff", &[12, 12], false),
        ("star_nim[2]", &[9, 9], false),
        ("more.lasker", &[20], false),
        ("kayles", &[40], false),
        ("guarded", &[9, 9], true),
        ("raised", &[9, 9], false),
    ];
    let mut noise = Noise(7);
    for (text, hi, misere) in games {
        let game = game(text);
        assert!(options_agree(&game, Play::Normal, hi, &mut noise) > 0, "{text}");
        assert!(!misere || options_agree(&game, Play::Misere, hi, &mut noise) > 0, "{text} in misère play");
    }
}

/// Far out the value of every move that is found is 0, and the move is one of the rules.
#[test]
fn far_moves_have_value_zero() {
    let games: [(&str, &[&str]); 8] = [
        ("moore_nim[3, 2]", &["1000000000000", "5", "7"]),
        ("wythoff", &["1000000000000000000", "999999999999999995"]),
        ("nim[3]", &["1000000000000000000", "5", "3"]),
        ("nim[2] + kayles", &["1000000000000000000", "5", "1000000000000"]),
        ("subtraction[{1, 3, 4}] + nim[1]", &["1000000000000000000", "77"]),
        ("wythoff", &["1000000000000000000", "5"]),
        ("kayles", &["100000000000000000000000000003"]),
        ("holes", &["6", "1000000000000000000"]),
    ];
    for (text, at) in games {
        let game = game(text);
        let at: Vec<IBig> = at.iter().map(|x| x.parse().expect("a number")).collect();
        let mut evaluator = Evaluator::new(&game.rules, Options::default());
        let wins = evaluator.wins(&at).unwrap_or_else(|error| panic!("{text}: {}", error.message));
        assert!(!wins.listed.is_empty(), "{text}");
        assert!(wins.listed.len() == REACH.listed || wins.complete(), "{text}");
        for choice in wins.listed.iter().step_by(97) {
            assert_eq!(evaluator.value_from(&choice.to).expect("a value").value, IBig::ZERO, "{text}");
        }
    }
}
