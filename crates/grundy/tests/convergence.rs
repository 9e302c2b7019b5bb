//! Steps to convergence: published numbers, a literal implementation of the definition, and proofs that there is no convergence.

use grundy::session::Game;
use grundy::theory::convergence::{Classes, Convergence, convergence, restricted};
use grundy::{Limits, Options, Play, Session};
use grundy_certify::{Refusal, Theorem, verify};
use grundy_testing::forge::sealed;
use proptest::prelude::*;
use serde_json::{Value, json};

fn game(text: &str) -> Game {
    Session::new().game(text, None).expect("a game")
}

fn measured(text: &str, to: u64) -> Convergence {
    convergence(&game(text).rules, to, None, &Options::default()).expect("of the shape")
}

/// A game, its true values, and guesses that go on from a start.
struct Plain {
    subtract: Vec<u64>,
    divide: Vec<u64>,
    values: Vec<u8>,
}

impl Plain {
    fn new(subtract: &[u64], divide: &[u64], terms: u64) -> Plain {
        let mut plain = Plain { subtract: subtract.to_vec(), divide: divide.to_vec(), values: vec![] };
        for n in 0..terms {
            let value = plain.mex(n, &|p| plain.values[p as usize]);
            plain.values.push(value);
        }
        plain
    }

    /// The mex at n, with the values of `below` at n - s, and true values at quotients.
    fn mex(&self, n: u64, below: &dyn Fn(u64) -> u8) -> u8 {
        let minus = self.subtract.iter().filter(|s| **s <= n).map(|s| below(n - s));
        let over = self.divide.iter().filter(|d| n > 0 && n.is_multiple_of(**d)).map(|d| self.values[(n / d) as usize]);
        let used: Vec<u8> = minus.chain(over).collect();
        (0..).find(|v| !used.contains(v)).expect("a natural")
    }

    /// The continuation of a guess.
    fn guess(&self, start: u64, seed: &[u8], to: u64) -> Vec<u8> {
        let mut values = seed.to_vec();
        for n in start + seed.len() as u64..=to {
            // No value below the guess is needed, since the guess has as many values as the largest subtrahend.
            let value = self.mex(n, &|p| values[(p - start) as usize]);
            values.push(value);
        }
        values
    }

    fn seeds(&self, start: u64) -> Vec<Vec<u8>> {
        let length = *self.subtract.last().expect("a subtrahend");
        let mut seeds = vec![vec![]];
        for n in start..start + length {
            let minus = self.subtract.iter().filter(|s| **s <= n).count();
            let over = self.divide.iter().filter(|d| n > 0 && n % **d == 0).count();
            let longer = |seed: &Vec<u8>| {
                let seed = seed.clone();
                (0..=(minus + over) as u8).map(move |v| [&seed[..], &[v]].concat())
            };
            seeds = seeds.iter().flat_map(longer).collect();
        }
        seeds
    }

    /// The steps by the definition, if there are at most `most`. All guesses go on together, until they agree.
    fn steps(&self, start: u64, most: u64) -> Option<u64> {
        let length = *self.subtract.last().expect("a subtrahend");
        let mut windows = self.seeds(start);
        for steps in 0..=most {
            if windows.iter().all(|window| *window == windows[0]) {
                return Some(steps);
            }
            let (first, n) = (start + steps, start + steps + length);
            for window in &mut windows {
                let value = self.mex(n, &|p| window[(p - first) as usize]);
                window.remove(0);
                window.push(value);
            }
        }
        None
    }
}

/// Table 1 of Nivasch and Rubinstein, and the first starts that attain the maxima.
#[test]
fn the_published_maxima() {
    let table = [
        ("mark[{1}, {2, 3}]", (10, 60)),
        ("mark[{1}, {2, 4}]", (5, 4)),
        ("mark[{1}, {2, 5}]", (10, 46)),
        ("mark[{1}, {3, 4}]", (14, 795)),
        ("mark[{1}, {3, 5}]", (13, 5781)),
        ("mark[{1}, {4, 5}]", (18, 5768)),
        ("mark[{2}, {2, 3}]", (14, 2)),
        ("mark[{2}, {3, 4}]", (18, 3)),
        ("mark[{3}, {2, 3}]", (24, 4357)),
        ("mark[{1, 2}, {2, 3}]", (21, 1)),
        ("mark[{1}, {2, 3, 5}]", (12, 28066)),
    ];
    // The maximum of the last row is first attained far beyond the others'; the papers' claims are about it.
    let rows = if grundy_testing::is_long() { &table[..] } else { &table[..10] };
    for (text, most) in rows.iter().copied() {
        let found = measured(text, if grundy_testing::is_long() { 100_000 } else { most.1 + 2000 });
        assert_eq!(found.most(), Some(most), "{text}");
        assert_eq!(found.stuck, None);
        assert!(found.bounds.iter().all(|(bound, _)| *bound >= most.0), "{text}");
    }
}

/// Following all guesses proves what Table 1 measures. For the rows without a theorem it proves that there is a bound.
#[test]
fn what_was_measured_is_proved() {
    for (text, bound) in [
        ("mark[{1}, {2, 3}]", 10),
        ("mark[{1}, {2, 4}]", 5),
        ("mark[{1}, {2, 5}]", 10),
        ("mark[{1}, {3, 4}]", 14),
        ("mark[{1}, {3, 5}]", 13),
        ("mark[{1}, {4, 5}]", 18),
        ("mark[{2}, {2, 3}]", 20),
        ("mark[{2}, {3, 4}]", 26),
        ("mark[{1}, {2}]", 7),
    ] {
        let found = measured(text, 6000);
        assert_eq!(found.bounds.last().map(|(steps, _)| *steps), Some(bound), "{text}");
    }
    assert_eq!(measured("mark[{1, 2}, {2, 3}]", 6000).bounds, []);
    // The residues of these divisors are too many to be followed: the theorems remain.
    assert_eq!(measured("mark[{1}, {1009, 1013}]", 1000).bounds.len(), 2);
}

fn ask(certificate: &str) -> Result<Theorem, Refusal> {
    verify(certificate, &mut |_| false)
}

#[test]
fn steps_are_verified_and_changes_refused() {
    let text = "mark[{2}, {2, 3}]";
    let right = measured(text, 1000).certificate(&game(text)).expect("a proof");
    let words = ask(&right).expect("it holds").statement;
    assert!(words.ends_with("agree after at most 20 steps. From 2 they take 14."), "{words}");
    let exact = measured("mark[{1}, {4, 5}]", 6000).certificate(&game("mark[{1}, {4, 5}]")).expect("a proof");
    let words = ask(&exact).expect("it holds").statement;
    assert!(words.ends_with("18 steps. From 5768 they take 18. No smaller number will do."), "{words}");
    let rules = |text: &str| serde_json::from_str::<Value>(&game(text).rules.canonical().to_string()).expect("JSON");
    for (key, other) in [
        ("steps", json!(13)),
        ("steps", json!(1 << 20)),
        ("taken", json!(13)),
        ("taken", json!(15)),
        ("start", json!(3)),
        ("start", json!(1u64 << 40)),
        ("products", json!([2])),
        ("products", json!([2, 3, 4096])),
        ("products", json!([0, 2, 3])),
        ("products", json!(3)),
        ("products", json!([2, 3, 7])),
        ("modulus", json!(0)),
        ("modulus", json!(12)),
        ("modulus", json!(36 << 20)),
        ("play", json!("misere")),
        ("rules", rules("mark[{2}, {2, 4}]")),
        ("rules", rules("mark[{3}, {2, 3}]")),
        ("rules", rules("mark[{1, 2}, {2, 3}]")),
        ("rules", rules("nim[1]")),
        ("rules", rules("nim[2]")),
        ("more", json!(1)),
    ] {
        let mut changed: Value = serde_json::from_str(&right).expect("JSON");
        changed[key] = other.clone();
        assert!(ask(&sealed(changed)).is_err(), "{key} {other}");
    }
    // More steps, and more products, state less, or the same. The checker proves that the steps which were measured are enough.
    for (key, other, modulus) in
        [("steps", json!(21), 36), ("products", json!([2, 3, 7]), 252), ("steps", json!(14), 36)]
    {
        let mut changed: Value = serde_json::from_str(&right).expect("JSON");
        changed[key] = other.clone();
        changed["modulus"] = modulus.into();
        assert_eq!(ask(&sealed(changed)).err().map(|why| why.to_string()), None, "{key} {other}");
    }
    // There is no certificate where nothing is proved.
    assert_eq!(measured("mark[{1, 2}, {2, 3}]", 1000).certificate(&game("mark[{1, 2}, {2, 3}]")), None);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let rules = game("mark[{1}, {3, 4}]").rules;
    let with = |threads: usize| {
        let options = Options { limits: Limits { threads, ..Limits::default() }, ..Options::default() };
        convergence(&rules, 300_000, None, &options).expect("of the shape")
    };
    assert_eq!(with(1), with(3));
}

/// Two guesses that are said never to agree do not agree, as far as the test looks.
#[test]
fn games_without_convergence() {
    for (subtract, divide) in [(&[2][..], &[2, 4][..]), (&[3], &[3, 6]), (&[2, 3], &[2, 5]), (&[2, 4], &[6])] {
        let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let text = format!("mark[{{{}}},{{{}}}]", list(subtract), list(divide));
        let found = measured(&text, 1000);
        let (never, _) = found.never.unwrap_or_else(|| panic!("{text}: {:?}", found.stuck));
        let plain = Plain::new(subtract, divide, 20_000);
        let [one, other] = never.guesses.clone().map(|seed| plain.guess(never.start, &seed, 19_000));
        let class = (never.from..19_000).filter(|n| n % never.modulus == never.residue);
        for n in class {
            let at = (n - never.start) as usize;
            assert_ne!(one[at], other[at], "{text} at {n}");
            assert!(never.values[0].contains(&one[at]) && never.values[1].contains(&other[at]), "{text} at {n}");
        }
    }
}

/// Lemma 11 of the paper and its section 6: classes modulo 5 make {2, 3}, {2, 5} converge.
#[test]
fn classes_of_values() {
    let rules = game("mark[{2, 3}, {2, 5}]").rules;
    let found = restricted(&rules, 100_000, &Options::default()).expect("of the shape").expect("classes");
    let classes = found.classes.clone().expect("classes");
    assert_eq!(classes.values, [vec![0, 1, 3, 4], vec![0], vec![0, 2], vec![1, 2], vec![1]]);
    assert_eq!((classes.from, found.most().map(|(steps, _)| steps)), (6, Some(23)));
    let asked = Classes { values: classes.values, from: 0 };
    assert_eq!(convergence(&rules, 100_000, Some(&asked), &Options::default()).expect("proved"), found);
    let wrong = Classes { values: vec![vec![0, 1], vec![0], vec![0, 2], vec![1, 2], vec![1]], from: 0 };
    let error = convergence(&rules, 1000, Some(&wrong), &Options::default()).expect_err("3 occurs");
    assert!(error.message.contains("n mod 5 = 0"), "{}", error.message);
}

/// The most divisors of a random game. Of three a proof takes seconds: a long run looks at them.
fn divisors() -> usize {
    if grundy_testing::is_long() { 3 } else { 2 }
}

proptest! {
    #![proptest_config(crate::config(20))]

    /// Random games, normal play: the steps from all starts to 60 are those of the definition.
    #[test]
    fn steps_are_those_of_the_definition(
        subtract in proptest::collection::btree_set(1u64..4, 1..3),
        divide in proptest::collection::btree_set(2u64..8, 1..=divisors()),
    ) {
        let (subtract, divide): (Vec<u64>, Vec<u64>) = (subtract.into_iter().collect(), divide.into_iter().collect());
        let plain = Plain::new(&subtract, &divide, 2000);
        let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let text = format!("mark[{{{}}},{{{}}}]", list(&subtract), list(&divide));
        let options = Options { play: Play::Normal, ..Options::default() };
        let found = convergence(&game(&text).rules, 60, None, &options).expect("of the shape");
        let mut records: Vec<(u64, u64)> = vec![];
        for start in 0..=60 {
            let Some(steps) = plain.steps(start, 300) else {
                // The definition found no agreement within its limit: the start takes more steps, or never converges.
                prop_assert!(found.stuck.is_some_and(|s| s <= start) || found.records.iter().any(|(s, k)| *s == start && *k > 300), "{} {}", text, start);
                return Ok(());
            };
            if records.last().is_none_or(|(_, most)| steps > *most) {
                records.push((start, steps));
            }
        }
        prop_assert_eq!(found.records, records, "{}", text);
    }

    /// Random games: no start takes more steps than a bound says, and none that does not converge has a bound.
    #[test]
    fn no_start_takes_more_steps_than_are_proved(
        subtract in proptest::collection::btree_set(1u64..4, 0..3),
        divide in proptest::collection::btree_set(2u64..7, 0..=divisors()),
    ) {
        let list = |set: std::collections::BTreeSet<u64>| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let text = format!("mark[{{{}}},{{{}}}]", list(subtract), list(divide));
        let Ok(found) = convergence(&game(&text).rules, 50, None, &Options::default()) else { return Ok(()) };
        let far = measured(&text, 100_000);
        let bound = found.bounds.iter().map(|(steps, _)| *steps).min();
        if let Some(certificate) = found.certificate(&game(&text)) {
            prop_assert_eq!(ask(&certificate).err(), None, "{}", &text);
        }
        let most = if far.stuck.is_some() { None } else { far.most().map(|(steps, _)| steps) };
        prop_assert!(bound.is_none_or(|bound| most.is_some_and(|most| most <= bound)), "{} {:?} {:?}", text, bound, most);
    }
}
