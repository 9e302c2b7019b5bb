//! The perfect player never loses a position that is won, and the beatable one sometimes does.

use grundy::theory::opponent::{Level, Match, Opponent};
use grundy::{Evaluator, IBig, Options, Play, Session};

/// Rulesets of every shape, each with a position.
const GAMES: [(&str, &str); 11] = [
    ("wythoff", "5,7"),
    ("nim[3]", "3,4,5"),
    ("star_nim[2]", "5,9"),
    ("kayles", "11"),
    ("grundy", "13"),
    ("silver_dollar[3]", "2,5,8"),
    ("mark[{1}, {2}]", "37"),
    ("pass(nim[2])", "4,6,1"),
    ("slow_exact[3, 2]", "4,4,5"),
    ("chocolate[(x, z) -> (x + z) div 2]", "3,2,2"),
    ("more.division", "18"),
];

/// Plays a game of the opponent against random moves. Did the opponent have a won position at one of its turns, and did it win?
fn game(text: &str, at: &str, play: Play, level: Level, seed: u64) -> (bool, bool) {
    let mut session = Session::new();
    let entries = session.entries(at).unwrap();
    let game = session.game(text, Some(&entries)).unwrap();
    let position: Vec<IBig> = session.position(&game, at).unwrap();
    let mut played = Match::begin(Evaluator::new(&game.rules, Options { play, ..Options::default() }), &position);
    let (mut opponent, mut random) = (Opponent::new(level, seed), fastrand::Rng::with_seed(seed + 1));
    let mut own_turn = seed.is_multiple_of(2);
    let mut won = false;
    loop {
        let options = played.options().unwrap();
        if options.is_empty() {
            // Whoever is to move has lost in normal play, and won in misere play.
            return (won, own_turn == (play == Play::Misere));
        }
        let to = if own_turn {
            won |= options.iter().any(|option| option.wins);
            opponent.choose(&mut played).unwrap().expect("a move").to
        } else {
            options[random.usize(0..options.len())].to.clone()
        };
        assert!(options.iter().any(|option| option.to == to), "{text}: a move that the rules have");
        played.make(to);
        own_turn = !own_turn;
    }
}

#[test]
fn the_perfect_player_never_loses_a_won_position() {
    for (text, at) in GAMES {
        for play in [Play::Normal, Play::Misere] {
            let lost = (0..30).find(|seed| game(text, at, play, Level::Perfect, *seed) == (true, false));
            assert_eq!(lost, None, "{text} at {at}, {play:?}");
        }
    }
}

#[test]
fn the_beatable_player_is_beaten() {
    assert!((0..60).any(|seed| game("nim[3]", "3,4,5", Play::Normal, Level::Beatable, seed) == (true, false)));
}

#[test]
fn moves_are_taken_back() {
    let game = Session::new().game("wythoff", None).unwrap();
    let evaluator = Evaluator::new(&game.rules, Options::default());
    let mut played = Match::begin(evaluator, &[3, 4].map(IBig::from));
    let first = played.now().clone();
    for _ in 0..2 {
        let to = played.options().unwrap()[0].to.clone();
        played.make(to);
    }
    assert_eq!((played.made(), played.undo(5), played.made()), (2, 2, 0));
    assert_eq!(played.undo(1), 0);
    assert_eq!(played.now(), &first);
}
