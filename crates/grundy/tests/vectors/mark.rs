//! Nivasch & Rubinstein: i-Mark(S, D), subtract an element of S or divide by an element of D.
//!
//! Each game's sequence is computed once, to 10^7, for all its keys.

use super::boxes::Table;
use super::keys::Key;
use super::shim;

const DATA: &str = include_str!("data/mark.json");

families! {
    DATA;
    two_divisors: [
        "games::#0-5::S|D|first200", "games::#0-5::at::*", "games::#0-5::counts::*",
        "games::#0-5::automaton::base|digits|states|delta|out",
        "games::#0-5::convergence", "games::#0-5::convergence::*", "games::#0-5::large::*",
    ],
    two_steps: [
        "games::#6-12::S|D|first200", "games::#6-12::at::*", "games::#6-12::counts::*",
        "games::#6-12::automaton::base|digits|states|delta|out",
        "games::#6-12::convergence", "games::#6-12::convergence::*", "games::#6-12::large::*",
    ],
    three_divisors: [
        "games::#13-15::S|D|first200", "games::#13-15::at::*", "games::#13-15::counts::*",
        "games::#13-15::convergence::*", "games::#13-15::large::*",
    ],
    one_divisor: [
        "games::#16-24::S|D|first200", "games::#16-24::at::*", "games::#16-24::counts::*",
        "games::#16-24::automaton::base|digits|states|delta|out",
        "games::#16-24::convergence", "games::#16-24::large::*",
    ],
}

const SKIPPED: &[(&str, &str)] =
    &[("_about", "prose"), ("games::*::automaton::proved_by_induction_tuples", "the size of another proof than ours")];

/// How far each game's sequence goes.
const REACH: u64 = 10_000_000;

fn two_divisors(vectors: &Key<'_>) {
    walk_games(vectors);
}

fn two_steps(vectors: &Key<'_>) {
    walk_games(vectors);
}

fn three_divisors(vectors: &Key<'_>) {
    walk_games(vectors);
}

fn one_divisor(vectors: &Key<'_>) {
    walk_games(vectors);
}

fn walk_games(vectors: &Key<'_>) {
    for game in vectors.get("games").each() {
        walk_game(&game);
    }
}

fn walk_game(game: &Key<'_>) {
    let [s, d] = ["S", "D"].map(|name| set(&game.read_at::<Vec<u64>>(name)));
    let name = format!("mark[{s}, {d}]");
    let table = Table::new(&name, &[REACH], shim::terms(&name, REACH + 1));
    let first = table.values().iter().take(200).map(|value| value.map_or(String::new(), |v| v.to_string()));
    assert_eq!(first.collect::<String>(), game.read_at::<String>("first200"), "{name}: the first 200 values");
    for key in game.get("at").each() {
        table.expect(&[key.number()], key.read::<u64>());
    }
    if let Some(counts) = game.find("counts") {
        expect_counts(&table, &counts, &name);
    }
    if let Some(automaton) = game.find("automaton") {
        expect_automaton(&table, &automaton, &name);
    }
    if let Some(convergence) = game.find("convergence") {
        expect_convergence(&convergence, &name);
    }
    if let Some(large) = game.find("large") {
        let keys = large.each();
        let positions: Vec<String> = keys.iter().map(|key| key.name().to_string()).collect();
        let expected: Vec<Option<u64>> = keys.iter().map(|key| Some(key.read())).collect();
        assert_eq!(shim::values(&name, &positions, false), expected, "{name} at {positions:?}");
    }
}

/// Compares counts: up to the table's end with the table, beyond it with the whole sequence.
fn expect_counts(table: &Table, counts: &Key<'_>, name: &str) {
    let (range, expected) = (counts.read_at::<String>("range"), counts.read_at::<Vec<usize>>("by_value"));
    let to: u64 = range.strip_prefix("0..").and_then(|to| to.parse().ok()).expect("a range from 0 on");
    let found = if to == REACH { counts_by_value(table) } else { shim::counts(name, to + 1) };
    assert_eq!(found, expected, "{name}: values to {to}");
}

/// Starts from which convergence is measured: all maxima are attained before.
const STARTS: u64 = 50_000;

fn expect_convergence(convergence: &Key<'_>, name: &str) {
    let Some(most) = convergence.find("max_k") else {
        assert!(convergence.read::<String>().starts_with("none"), "{name}");
        assert_eq!(shim::steps(name, STARTS), None, "{name} converges");
        return;
    };
    let to = convergence.read_at::<u64>("starts_up_to").min(STARTS);
    let expected = (most.read::<u64>(), convergence.read_at::<u64>("first_attained_at"));
    assert_eq!(shim::steps(name, to), Some(expected), "{name}: steps from 0 to {to}");
}

fn set(elements: &[u64]) -> String {
    let elements: Vec<String> = elements.iter().map(u64::to_string).collect();
    format!("{{{}}}", elements.join(", "))
}

/// How often each value occurs: entry v counts the value v.
fn counts_by_value(table: &Table) -> Vec<usize> {
    let mut counts = Vec::new();
    for value in table.values().iter().flatten() {
        let value = *value as usize;
        if counts.len() <= value {
            counts.resize(value + 1, 0);
        }
        counts[value] += 1;
    }
    counts
}

/// The automaton reads a number from its highest digit on, starting in state 0, where leading zeros keep it. So the
/// final state for n follows from the final state for n div base.
fn expect_automaton(table: &Table, automaton: &Key<'_>, name: &str) {
    assert_eq!(automaton.read_at::<String>("digits"), "most significant first, start state 0");
    let base: usize = automaton.read_at("base");
    let delta: Vec<Vec<usize>> = automaton.read_at("delta");
    let out: Vec<u64> = automaton.read_at("out");
    assert_eq!([delta.len(), out.len()], [automaton.read_at::<usize>("states"); 2]);
    assert_eq!(delta[0][0], 0, "{name}: leading zeros change nothing");
    let mut ends = vec![0; table.values().len()];
    for (n, &value) in table.values().iter().enumerate() {
        let end = delta[ends[n / base]][n % base];
        ends[n] = end;
        assert!(value == Some(out[end]), "{name}: the automaton says {} at {n}, the table {value:?}", out[end]);
    }
}
