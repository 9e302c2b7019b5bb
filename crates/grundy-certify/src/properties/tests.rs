//! Properties agree with their definitions: random games of sixteen positions, by values, by swap positions, and at single positions.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::form::certificate::hash;
use crate::{Refusal, verify};

/// The positions 0, 1, … of a game.
const SIZE: usize = 16;
const BITS: usize = 4;
const PLAYS: [&str; 2] = ["normal", "misere"];
const NAMES: [&str; 8] = ["tame", "pet", "domestic", "miserable", "returnable", "forced", "one_move", "sg_decreasing"];

/// The options of each position, which are below it, and the values in both plays.
#[derive(Debug)]
struct Game {
    options: Vec<Vec<usize>>,
    values: [Vec<usize>; 2],
}

impl Game {
    /// Bit j of the number i says whether a move leads from i to j.
    fn of(bits: &[u16]) -> Game {
        let options: Vec<Vec<usize>> = (0..SIZE).map(|i| (0..i).filter(|j| bits[i] >> j & 1 == 1).collect()).collect();
        let mut values = [vec![], vec![]];
        for (play, values) in values.iter_mut().enumerate() {
            for options in &options {
                let mex = (0..).find(|n| options.iter().all(|j| values[*j] != *n)).expect("a number");
                values.push(if play == 1 && options.is_empty() { 1 } else { mex });
            }
        }
        Game { options, values }
    }

    fn pair(&self, i: usize) -> (usize, usize) {
        (self.values[0][i], self.values[1][i])
    }

    fn any(&self, i: usize, pair: (usize, usize)) -> bool {
        self.options[i].iter().any(|j| self.pair(*j) == pair)
    }

    /// Does a position break a property?
    fn breaks(&self, name: &str, i: usize) -> bool {
        let (n, m) = self.pair(i);
        let is_swap = n + m == 1;
        match name {
            "tame" => !is_swap && n != m,
            "pet" => !is_swap && (n != m || n < 2),
            "domestic" => (n == 0 || m == 0) && n + m >= 2,
            "miserable" => !is_swap && self.any(i, (0, 1)) != self.any(i, (1, 0)),
            "returnable" => {
                is_swap && self.options[i].iter().any(|j| !self.options[*j].is_empty() && !self.any(*j, (n, m)))
            }
            "forced" => is_swap && self.options[i].iter().any(|j| self.pair(*j) != (m, n)),
            "one_move" => n == 0 && !self.options[i].is_empty(),
            "sg_decreasing" => self.options[i].iter().any(|j| self.values[0][*j] >= n),
            _ => panic!("{name} has no definition here"),
        }
    }

    fn has(&self, name: &str) -> bool {
        (0..SIZE).all(|i| !self.breaks(name, i))
    }

    fn rules(&self) -> Value {
        let family = |i: usize, j: usize| {
            let guard = json!(["=0", ["sum", -(i as i64), [[1, ["x", 0]]]]]);
            json!({"before": true, "params": [], "guard": guard, "targets": [{"leaf": 0, "tuples": [[j]]}]})
        };
        let families = (0..SIZE).flat_map(|i| self.options[i].iter().map(move |j| family(i, *j)));
        json!({
            "format": "grundy-rules", "v": 1, "coordinates": ["own"], "leaves": [{"first": 0, "length": 1}],
            "requires": [{"leaf": 0, "condition": ["<=0", ["sum", 1 - SIZE as i64, [[1, ["x", 0]]]]]}],
            "families": families.collect::<Vec<Value>>(), "parts": [],
        })
    }

    /// A block of values: so many levels, and whether they are all.
    fn block(&self, play: usize, most: usize) -> Value {
        let count = self.values[play].iter().max().map_or(0, |most| most + 1);
        let levels = (0..count.min(most)).map(|level| set(&|i| self.values[play][i] == level));
        json!({
            "game": 0, "play": PLAYS[play], "base": 2, "coordinates": "plain", "falls": [1],
            "levels": levels.collect::<Vec<Value>>(), "complete": count <= most,
        })
    }
}

/// The automaton of some positions: it reads the digits, the least first, and then zeros.
fn set(is_in: &dyn Fn(usize) -> bool) -> Value {
    // State 2^k - 1 + v has read k digits of the number v; the last one nothing that is accepted.
    let state = |k: usize, v: usize| (1 << k) - 1 + v;
    let dead = state(BITS + 1, 0);
    let (mut next, mut accepts) = (vec![], vec![]);
    for k in 0..=BITS {
        for v in 0..1usize << k {
            next.push(if k < BITS { [state(k + 1, v), state(k + 1, v + (1 << k))] } else { [state(k, v), dead] });
            accepts.push(is_in(v));
        }
    }
    next.push([dead; 2]);
    accepts.push(false);
    json!({"next": next, "accepts": accepts})
}

/// Is a statement about a question verified: that its answer is not 0, or 0?
fn verified(game: &Game, values: &[Value], question: &Value, holds: bool) -> bool {
    let rules = game.rules();
    let none = json!(["=0", ["ask", 0, []]]);
    let holds = if holds { json!(["not", none]) } else { none };
    let mut object = json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "a game", "rules": rules, "hash": hash(&rules.to_string()), "play": "normal",
        "games": [], "values": values, "questions": [question], "variables": 0, "at": null, "where": true, "all": [], "if": true, "holds": holds,
    });
    object["check"] = hash(&object.to_string()).into();
    match verify(&object.to_string(), &mut |_| false) {
        Ok(_) => true,
        Err(Refusal::NoCertificate(why)) => panic!("{why}"),
        Err(_) => false,
    }
}

/// The blocks of a game, and the question for a property by these.
fn asked(game: &Game, name: &str, most: usize) -> (Vec<Value>, Value) {
    let blocks = vec![game.block(0, most), game.block(1, most)];
    let question = match name {
        "one_move" => json!({"game": 0, "asks": name}),
        "sg_decreasing" => json!({"game": 0, "asks": name, "normal": 0}),
        _ => json!({"game": 0, "asks": name, "normal": 0, "misere": 1}),
    };
    (blocks, question)
}

/// Games of which many are tame or miserable: moves to all positions a small number below, but for some.
fn games() -> impl Strategy<Value = Game> {
    let random = prop::collection::vec(any::<u16>(), SIZE);
    let subtraction =
        (prop::collection::btree_set(1..6usize, 1..4), prop::collection::vec(any::<u16>(), SIZE), 0..4u32);
    let near = subtraction.prop_map(|(amounts, noise, often)| {
        let row = |i: usize| amounts.iter().filter(|k| **k <= i).fold(0u16, |row, k| row | 1 << (i - k));
        let spoilt = |i: usize| if often == 0 && noise[i] % 5 == 0 { noise[i] } else { 0 };
        (0..SIZE).map(|i| row(i) ^ spoilt(i)).collect::<Vec<u16>>()
    });
    prop_oneof![random, near].prop_map(|bits| Game::of(&bits))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(8), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn properties_are_those_of_the_definition(game in games()) {
        for name in NAMES {
            let (blocks, question) = asked(&game, name, SIZE);
            prop_assert_eq!(verified(&game, &blocks, &question, true), game.has(name), "{}", name);
            prop_assert!(!verified(&game, &blocks, &question, false), "{}", name);
        }
        // Two levels say all but which values are the same: miserable games are tame.
        let (blocks, question) = asked(&game, "tame", 2);
        let complete = blocks.iter().all(|block| block["complete"] == true);
        let expected = if complete { game.has("tame") } else { game.has("miserable") };
        prop_assert_eq!(verified(&game, &blocks, &question, true), expected);
        prop_assert!(!game.has("miserable") || game.has("tame"));
    }

    #[test]
    fn a_position_breaks_a_property_or_not(game in games(), at in 0..SIZE + 2) {
        for name in NAMES {
            let question = json!({"game": 0, "asks": name, "witness": [at]});
            prop_assert_eq!(verified(&game, &[], &question, false), at < SIZE && game.breaks(name, at), "{} {}", name, at);
            prop_assert!(!verified(&game, &[], &question, true), "{}", name);
        }
    }

    #[test]
    fn swap_positions_show_what_they_are(game in games(), noise in 0..SIZE, spoil in 0..4u8) {
        let is = |pair: (usize, usize)| move |game: &Game, i: usize| game.pair(i) == pair;
        let (a, b) = (is((0, 1)), is((1, 0)));
        let a = set(&|i| a(&game, i) ^ (spoil & 1 == 1 && i == noise));
        let b = set(&|i| b(&game, i) ^ (spoil & 2 == 2 && i == noise));
        let sets = json!({"base": 2, "coordinates": "plain", "falls": [1], "levels": [a, b], "complete": false});
        for name in NAMES {
            let question = json!({"game": 0, "asks": name, "swap": sets});
            if matches!(name, "pet" | "one_move" | "sg_decreasing") {
                continue;
            }
            if verified(&game, &[], &question, true) {
                prop_assert!(spoil == 0 && game.has("miserable") && game.has(name), "{}", name);
            }
        }
    }
}

#[test]
fn a_miserable_game_is_seen_by_its_swap_positions() {
    // Subtraction of 1 and 2: the values are those modulo 3, but for 0 and 1 in misère play.
    let game = Game::of(
        &(0..SIZE).map(|i| (1..=2).filter(|k| *k <= i).fold(0, |row, k| row | 1 << (i - k))).collect::<Vec<u16>>(),
    );
    let levels = [set(&|i| i % 3 == 0), set(&|i| i % 3 == 1)];
    let swap = |levels: &[Value]| json!({"base": 2, "coordinates": "plain", "falls": [1], "levels": levels, "complete": false});
    for (name, fine) in
        [("miserable", true), ("tame", true), ("domestic", true), ("returnable", true), ("forced", game.has("forced"))]
    {
        let question = json!({"game": 0, "asks": name, "swap": swap(&levels)});
        assert_eq!(verified(&game, &[], &question, true), fine, "{name}");
        let exchanged = [levels[1].clone(), levels[0].clone()];
        assert!(!verified(&game, &[], &json!({"game": 0, "asks": name, "swap": swap(&exchanged)}), true), "{name}");
    }
}

#[test]
fn forged_questions_are_no_certificates() {
    let game = Game::of(&(0..SIZE).map(|i| if i > 0 { 1 << (i - 1) } else { 0 }).collect::<Vec<u16>>());
    let (blocks, question) = asked(&game, "tame", SIZE);
    assert!(verified(&game, &blocks, &question, true));
    let forged = [
        ("normal", json!(1)),
        ("misere", json!(0)),
        ("misere", json!(2)),
        ("game", json!(1)),
        ("asks", json!("wild")),
        ("more", json!(0)),
        ("witness", json!([0])),
        ("witness", json!([1u64 << 60])),
    ];
    for (key, value) in forged {
        let mut question = question.clone();
        question[key] = value.clone();
        let fine = std::panic::catch_unwind(|| verified(&game, &blocks, &question, true));
        assert!(!fine.unwrap_or(false), "{key} {value}");
    }
}
