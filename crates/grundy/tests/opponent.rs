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
            return (won, own_turn == play.is_misere());
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
        for play in Play::BOTH {
            let lost = (0..30).find(|seed| game(text, at, play, Level::Perfect, *seed) == (true, false));
            assert_eq!(lost, None, "{text} at {at}, {play:?}");
        }
    }
}

#[test]
fn the_beatable_player_is_beaten() {
    assert!((0..60).any(|seed| game("nim[3]", "3,4,5", Play::Normal, Level::Beatable, seed) == (true, false)));
}

/// Where moves are too many to list: the winning ones are those that values tell, the first others are options, and the perfect player wins.
#[test]
fn far_out_the_first_moves_are_listed() {
    let game = Session::new().game("nim[2] + wythoff", None).unwrap();
    let far = IBig::from(10).pow(12);
    let at = [far.clone(), 5.into(), 3.into(), 5.into()];
    let mut played = Match::begin(Evaluator::new(&game.rules, Options::default()), &at);
    let standing = played.standing().expect("moves");
    assert!(standing.more.as_ref().is_some_and(|why| why.contains("from 1 to 1000000000000")));
    let shown: Vec<String> = standing.moves.iter().filter(|c| c.wins()).map(|c| game.show_parts(&c.to)).collect();
    assert_eq!(shown, ["5,5,3,5"]);
    let first = standing.moves.iter().filter(|choice| !choice.wins());
    let mut lowered = 0;
    for choice in first {
        assert_eq!(
            Evaluator::new(&game.rules, Options::default()).value(&choice.to.concat().concat()).unwrap().value,
            *choice.value.number().unwrap()
        );
        lowered += usize::from(choice.to[0][0][0] < far);
    }
    assert!(lowered > 10, "{lowered}");
    let reply = Opponent::new(Level::Perfect, 0).choose(&mut played).unwrap().expect("a move");
    assert_eq!(game.show_parts(&reply.to), "5,5,3,5");
    assert_eq!(played.first_options().unwrap().0, standing.moves);
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

/// Who wins each vertex of a graph for the player to move there, by rounds back from the ends of play: `Some(true)` the next player, `None` nobody.
fn winners(edges: &[(usize, usize)], vertices: usize) -> Vec<Option<bool>> {
    let mut known = vec![None; vertices];
    for _ in 0..vertices {
        for at in 0..vertices {
            let options: Vec<Option<bool>> =
                edges.iter().filter(|(from, _)| *from == at).map(|(_, to)| known[*to]).collect();
            if options.contains(&Some(false)) {
                known[at] = Some(true);
            } else if options.iter().all(|option| *option == Some(true)) {
                known[at] = Some(false);
            }
        }
    }
    known
}

/// Where play may go on for ever: the perfect player wins a won position within as many moves as there are positions, and neither loses a drawn one nor
/// lets go of a position that it could win.
#[test]
fn the_perfect_player_wins_loopy_games_in_the_end_and_keeps_draws() {
    const VERTICES: usize = 8;
    let (mut won, mut drawn) = (0, 0);
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let edges: Vec<(usize, usize)> =
            (0..13).map(|_| (random.usize(1..VERTICES), random.usize(0..VERTICES))).collect();
        let text: Vec<String> = edges.iter().map(|(from, to)| format!("[{from}, {to}]")).collect();
        let game = Session::new().game(&format!("graph[{{{}}}]", text.join(", ")), None).expect("a game");
        let winners = winners(&edges, VERTICES);
        for first in edges.iter().map(|(from, _)| *from) {
            let evaluator = Evaluator::new(&game.rules, Options::default());
            let mut played = Match::begin(evaluator, &[first.into()]);
            let mut opponent = Opponent::new(Level::Perfect, seed);
            let at = |played: &Match| usize::try_from(&played.now()[0][0][0]).expect("a vertex");
            for _ in 0..VERTICES {
                let before = winners[at(&played)];
                let Some(choice) = opponent.choose(&mut played).expect("a choice") else { break };
                played.make(choice.to);
                // A move passes the position on: what was won for one who moves is lost for the next one.
                let (after, want) = (winners[at(&played)], before.map(|wins| !wins));
                assert!(
                    before == Some(false) || after == want,
                    "{} from {first}: {before:?}, then {after:?}",
                    game.text
                );
                let options = played.standing().expect("moves").moves;
                if options.is_empty() {
                    break;
                }
                played.make(options[random.usize(0..options.len())].to.clone());
            }
            let ended = played.standing().expect("moves").moves.is_empty();
            match winners[first] {
                Some(true) => {
                    assert!(
                        ended && played.made() % 2 == 1,
                        "{} from {first}: the last move is the winner's",
                        game.text
                    );
                    won += 1;
                }
                None => {
                    assert!(!ended || played.made() % 2 == 1, "{} from {first}: a drawn position was lost", game.text);
                    drawn += 1;
                }
                Some(false) => {}
            }
        }
    }
    assert!(won > 50 && drawn > 50, "{won} won, {drawn} drawn");
}
