//! The opponent over the interface: the perfect one never loses what it has won, the beatable one sometimes does.
//!
//! In: ten rulesets of every shape, in normal and in misère play, an opponent with random moves. Out: games that are
//! played to their end by asking `reply` and `moves`, and nothing else; who wins is seen from the last move. A plain
//! run plays some games of each; with `GRUNDY_LONG` a thousand.

use serde_json::Value;

use crate::client::{Connection, Running};

/// A game, positions to begin at, rules of one's own.
struct Ruleset {
    game: &'static str,
    starts: &'static [&'static str],
    rules: &'static str,
}

const fn ruleset(game: &'static str, starts: &'static [&'static str]) -> Ruleset {
    Ruleset { game, starts, rules: "" }
}

/// A row of coins beside two heaps: takes coins from the ends of the row, or some from the middle, which splits it.
const OWN: &str = "game row(n) { move n - 1\n move n - 2 if n >= 2\n move (i) + (n - 3 - i) for i in 1..n - 4 }
game heaps(a, b) { require a + b != 1\n move (a - i, b) for i in 1..a\n move (a, b - i) for i in 1..min(b, 3) }
game mine = row + heaps";

/// Vertices 0 to 9, and from each vertex edges to some smaller ones.
const GRAPH: &str = "graph[{[1, 0], [2, 0], [2, 1], [3, 1], [4, 0], [4, 3], [5, 2], [5, 3], [5, 4], [6, 1], [6, 5], \
                     [7, 3], [7, 4], [7, 6], [8, 2], [8, 5], [8, 7], [9, 4], [9, 6], [9, 7], [9, 8]}]";

const RULESETS: [Ruleset; 10] = [
    ruleset("kayles", &["9", "11", "12"]),
    ruleset("star_nim", &["3,7", "1,2,4", "2,5,5"]),
    ruleset("wythoff", &["5,7", "4,6", "8,9"]),
    ruleset("chocolate[(x, z) -> (x + z) div 2]", &["3,2,2", "2,2,4", "4,3,3"]),
    ruleset(GRAPH, &["9", "8", "7"]),
    ruleset("pass(nim[2])", &["4,6,1", "3,3,1", "5,2,0"]),
    Ruleset { game: "mine", starts: &["7,2,3", "9,3,1", "6,4,4"], rules: OWN },
    ruleset("slow_exact[3, 2]", &["4,4,5", "3,5,6", "2,2,6"]),
    ruleset("silver_dollar", &["2,5,8", "1,4,7,9", "0,3,6"]),
    ruleset("grundy", &["12", "15", "17"]),
];

const PLAYS: [&str; 2] = ["normal", "misere"];

/// A person at a game: a connection, and what every question says.
struct Table<'s> {
    server: &'s Running,
    connection: Connection,
    ruleset: &'s Ruleset,
    play: &'s str,
}

impl Table<'_> {
    fn ask(&mut self, endpoint: &str, now: &str, more: &[(&str, &str)]) -> Value {
        let Ruleset { game, rules, .. } = self.ruleset;
        let asked = [&[("game", *game), ("rules", rules), ("play", self.play), ("parts", now)], more].concat();
        self.connection.send(&self.server.question(endpoint, &asked)).good()
    }

    fn options(&mut self, now: &str) -> Vec<Value> {
        self.ask("moves", now, &[])["options"].as_array().expect("a list").clone()
    }

    /// Plays a game to its end. Had the opponent won at one of its turns, and did it win?
    fn play(&mut self, level: &str, seed: u64, must_be_legal: bool) -> (bool, bool) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut now = self.ruleset.starts[random.usize(0..self.ruleset.starts.len())].to_string();
        let mut own_turn = random.bool();
        let mut won = false;
        loop {
            let next = if own_turn {
                let reply = self.ask("reply", &now, &[("level", level), ("seed", &seed.to_string())]);
                let options = if must_be_legal { self.options(&now) } else { vec![] };
                let chosen = (!reply["move"].is_null()).then(|| reply["move"].clone());
                assert!(!must_be_legal || chosen.is_none() == options.is_empty(), "{reply}");
                assert!(!must_be_legal || chosen.as_ref().is_none_or(|chosen| options.contains(chosen)), "{reply}");
                // A position of value 0 is lost, in misère play as well; any other is won.
                won |= reply["value"] != 0;
                chosen
            } else {
                let options = self.options(&now);
                (!options.is_empty()).then(|| options[random.usize(0..options.len())].clone())
            };
            // Whoever is to move and cannot has lost in normal play, and won in misère play.
            let Some(next) = next else { return (won, own_turn == (self.play == "misere")) };
            now = next["written"].as_str().expect("a text").to_string();
            own_turn = !own_turn;
        }
    }
}

/// Games of each ruleset in each play.
fn games() -> u64 {
    if grundy_testing::is_long() { 1000 } else { 8 }
}

#[test]
fn the_perfect_player_never_loses_what_it_has_won() {
    let server = Running::start();
    for ruleset in &RULESETS {
        for play in PLAYS {
            let mut table = Table { server: &server, connection: server.connect(), ruleset, play };
            let mut won = 0;
            for seed in 0..games() {
                let outcome = table.play("perfect", seed, seed == 0);
                assert_ne!(outcome, (true, false), "{} in {play} play with seed {seed}", ruleset.game);
                won += u64::from(outcome == (true, true));
            }
            assert!(won > games() / 4, "{} in {play} play: {won} games were won at some turn", ruleset.game);
        }
    }
}

#[test]
fn the_beatable_player_is_beaten_by_legal_moves() {
    let server = Running::start();
    for ruleset in &RULESETS {
        for play in PLAYS {
            let mut table = Table { server: &server, connection: server.connect(), ruleset, play };
            // The seeds are tried until it loses a game that it had won; the games are the same on every machine.
            let lost = (0..200).find(|seed| table.play("beatable", *seed, true) == (true, false));
            assert!(lost.is_some(), "{} in {play} play", ruleset.game);
        }
    }
}
