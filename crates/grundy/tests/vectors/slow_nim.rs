//! Gurvich & Ho: Moore's, exact and slow Nim in both kinds of play, and the pairs (G, G-) of other games.
//!
//! The games here are symmetric in their piles; the file lists sorted positions only.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::boxes::{Table, sorted_tuples};
use super::keys::{FromJson, Key};
use super::shim;

const DATA: &str = include_str!("data/slow-nim.json");

families! {
    DATA;
    sorted_tables: ["tables::*::game|n|k|N|G|Gm"],
    samples_of_slow_moore: ["samples::#0-5::game|n|k|N", "samples::#0-5::values::*"],
    samples_of_slow_exact: ["samples::#6-9::game|n|k|N", "samples::#6-9::values::*"],
    samples_of_moore_and_exact: ["samples::#10-14::game|n|k|N", "samples::#10-14::values::*"],
    exco: ["exco::*::game|n|x0_max|N|positions"],
    slow_sets_of_three_piles: ["slow_setnim_all_A::#0-10::*"],
    slow_sets_of_four_piles: ["slow_setnim_all_A::#11-25::*"],
    slow_sets_of_five_piles: ["slow_setnim_all_A::#26-29::*"],
    classification: [
        "classification::*::game|bound|positions|maxG|maxGm|swap01|swap10", "classification::*::pairs::*",
        "classification::*::class::tame|pet|domestic", "classification::*::class::*::witness|pair",
    ],
    subtraction_sets: ["subtraction_sets_within_1_8_pet_of_total"],
}

const SKIPPED: &[(&str, &str)] = &[
    ("format", "prose"),
    (
        "classification::*::class::miserable|strongly_miserable|returnable|forced",
        "no engine classifies by moves yet; where such a property fails, the witness's pair is walked",
    ),
];

/// A pair (G, G-) of a position's values in normal and in misère play.
type Pair = [u64; 2];

/// A position in the files' order of piles, with its pair.
type Entry = (Vec<u64>, Pair);

/// A game's tables in both kinds of play.
struct Tables {
    normal: Table,
    misere: Table,
}

impl Tables {
    fn of(game: &str, to: &[u64]) -> Tables {
        Tables { normal: Table::normal(game, to), misere: Table::misere(game, to) }
    }

    fn pair(&self, position: &[u64]) -> Pair {
        [self.normal.value(position), self.misere.value(position)]
    }

    fn expect(&self, position: &[u64], [normal, misere]: Pair) {
        self.normal.expect(position, normal);
        self.misere.expect(position, misere);
    }
}

/// The game of an entry with `game`, `n` and `k`.
fn game_of(entry: &Key<'_>) -> String {
    let name: String = entry.read_at("game");
    let name = match name.as_str() {
        "moore" | "exact" => format!("{name}_nim"),
        _ => name,
    };
    format!("{name}[{}, {}]", entry.read_at::<u64>("n"), entry.read_at::<u64>("k"))
}

/// G and Gm list the sorted positions in colex order.
fn sorted_tables(vectors: &Key<'_>) {
    for entry in vectors.get("tables").each() {
        let game = game_of(&entry);
        let (n, last) = (entry.read_at("n"), entry.read_at("N"));
        let tables = Tables::of(&game, &vec![last; n]);
        let [normal, misere]: [Vec<u64>; 2] = ["G", "Gm"].map(|key| entry.read_at(key));
        let positions = sorted_tuples(n, last);
        assert_eq!([normal.len(), misere.len()], [positions.len(); 2], "{game}: one value a sorted position");
        for (position, pair) in positions.iter().zip(normal.into_iter().zip(misere)) {
            tables.expect(position, pair.into());
        }
    }
}

#[test]
fn the_rank_of_the_file_is_the_place_in_colex_order() {
    let choose = |n: u64, k: u64| (1..=k).fold(1, |product, i| product * (n + 1 - i) / i);
    for (place, tuple) in (0..).zip(sorted_tuples(4, 7)) {
        let rank: u64 = (1..).zip(&tuple).map(|(i, &x)| if x == 0 { 0 } else { choose(x + i - 1, i) }).sum();
        assert_eq!(rank, place, "{tuple:?}");
    }
}

fn samples_of_slow_moore(vectors: &Key<'_>) {
    walk_samples(vectors);
}

fn samples_of_slow_exact(vectors: &Key<'_>) {
    walk_samples(vectors);
}

fn samples_of_moore_and_exact(vectors: &Key<'_>) {
    walk_samples(vectors);
}

/// The most positions a table may have here.
const TABLE_LIMIT: u64 = 10_000_000;

/// Samples of one game share a table where this is less work than a table for each. One sample lies in no table
/// within the limit; a search reaches it, since a move changes the total by k.
fn walk_samples(vectors: &Key<'_>) {
    for entry in vectors.get("samples").each() {
        let game = game_of(&entry);
        let (n, last): (usize, u64) = (entry.read_at("n"), entry.read_at("N"));
        let samples: Vec<Entry> = entry.get("values").each().iter().map(read_entry).collect();
        assert!(samples.iter().all(|(at, _)| at.len() == n && at.iter().all(|&x| x <= last)), "{game}: {n}, {last}");
        let (small, large): (Vec<Entry>, Vec<Entry>) =
            samples.into_iter().partition(|(position, _)| cells(position) <= TABLE_LIMIT);
        for (corner, samples) in shared_boxes(small) {
            let tables = Tables::of(&game, &corner);
            for (position, pair) in samples {
                tables.expect(&position, pair);
            }
        }
        for (position, pair) in large {
            let written = [write_position(&position)];
            let found = [false, true].map(|misere| shim::values(&game, &written, misere));
            assert_eq!(found, pair.map(|value| vec![Some(value)]), "{game} at {position:?}");
        }
    }
}

/// A position as the command line writes it.
fn write_position(entries: &[u64]) -> String {
    let entries: Vec<String> = entries.iter().map(u64::to_string).collect();
    format!("({})", entries.join(", "))
}

fn read_entry(key: &Key<'_>) -> Entry {
    let (position, normal, misere): (Vec<u64>, u64, u64) = key.read();
    (position, [normal, misere])
}

/// Groups positions into boxes from 0: a position joins the first box that grows by less than the position's own box.
fn shared_boxes(mut samples: Vec<Entry>) -> Vec<(Vec<u64>, Vec<Entry>)> {
    samples.sort_by_key(|(position, _)| std::cmp::Reverse(cells(position)));
    let mut boxes: Vec<(Vec<u64>, Vec<Entry>)> = Vec::new();
    for sample in samples {
        let joined = |corner: &[u64]| corner.iter().zip(&sample.0).map(|(&a, &b)| a.max(b)).collect::<Vec<u64>>();
        let fits = |corner: &[u64]| cells(&joined(corner)) <= (cells(corner) + cells(&sample.0)).min(TABLE_LIMIT);
        if let Some((corner, members)) = boxes.iter_mut().find(|(corner, _)| fits(corner)) {
            *corner = joined(corner);
            members.push(sample);
        } else {
            boxes.push((sample.0.clone(), vec![sample]));
        }
    }
    boxes
}

/// How many positions lie in the box from 0 to this corner.
fn cells(corner: &[u64]) -> u64 {
    corner.iter().map(|&last| last + 1).product()
}

/// A position is x0, then the sorted piles; the lists are complete.
fn exco(vectors: &Key<'_>) {
    for entry in vectors.get("exco").each() {
        assert_eq!(entry.read_at::<String>("game"), "exco");
        let (n, first, last): (usize, u64, u64) = (entry.read_at("n"), entry.read_at("x0_max"), entry.read_at("N"));
        let positions: Vec<(Vec<u64>, u64, u64)> = entry.read_at("positions");
        let tables = exco_tables(n, first, last);
        assert_eq!(positions.len(), exco_positions(n, first, last).len(), "every position is listed");
        for (position, normal, misere) in positions {
            tables.expect(&position, [normal, misere]);
        }
    }
}

fn exco_tables(n: usize, first: u64, last: u64) -> Tables {
    Tables::of(&format!("exco_nim[{n}]"), &[vec![first], vec![last; n]].concat())
}

fn exco_positions(n: usize, first: u64, last: u64) -> Vec<Vec<u64>> {
    let piles = sorted_tuples(n, last);
    (0..=first).flat_map(|x0| piles.iter().map(move |piles| [&[x0], piles.as_slice()].concat())).collect()
}

fn slow_sets_of_three_piles(vectors: &Key<'_>) {
    walk_slow_sets(vectors);
}

fn slow_sets_of_four_piles(vectors: &Key<'_>) {
    walk_slow_sets(vectors);
}

fn slow_sets_of_five_piles(vectors: &Key<'_>) {
    walk_slow_sets(vectors);
}

/// Compares the facts about slow set nim with the pairs of all sorted positions.
fn walk_slow_sets(vectors: &Key<'_>) {
    for entry in vectors.get("slow_setnim_all_A").each() {
        let (n, last): (usize, u64) = (entry.read_at("n"), entry.read_at("N"));
        let sizes: Vec<String> = entry.read_at::<Vec<u64>>("A").iter().map(u64::to_string).collect();
        let game = format!("slow_set[{n}, {{{}}}]", sizes.join(", "));
        let tables = Tables::of(&game, &vec![last; n]);
        let entries = entries(&tables, sorted_tuples(n, last));
        let count = |breaks: fn(Pair) -> bool| entries.iter().filter(|(_, pair)| breaks(*pair)).count();
        let found = [
            ("maxG", greatest(&entries, 0)),
            ("maxGm", greatest(&entries, 1)),
            ("nontame", count(is_not_tame) as u64),
            ("nondomestic", count(is_not_domestic) as u64),
            ("parity_classes_mixing_P_and_N", mixed_parity_classes(&entries)),
        ];
        for (key, found) in found {
            assert_eq!(found, entry.read_at::<u64>(key), "{game}: {key}");
        }
    }
}

fn entries(tables: &Tables, positions: Vec<Vec<u64>>) -> Vec<Entry> {
    let with_pair = |position: Vec<u64>| {
        let pair = tables.pair(&position);
        (position, pair)
    };
    positions.into_iter().map(with_pair).collect()
}

fn greatest(entries: &[Entry], play: usize) -> u64 {
    entries.iter().map(|(_, pair)| pair[play]).max().expect("a game has positions")
}

/// How many parity vectors of sorted positions have both P- and N-positions.
fn mixed_parity_classes(entries: &[Entry]) -> u64 {
    let classes: BTreeSet<(Vec<u64>, bool)> = entries
        .iter()
        .map(|(position, [normal, _])| (position.iter().map(|x| x % 2).collect(), *normal == 0))
        .collect();
    classes.iter().filter(|(parity, is_p)| *is_p && classes.contains(&(parity.clone(), false))).count() as u64
}

fn is_swap(pair: Pair) -> bool {
    pair == [0, 1] || pair == [1, 0]
}

fn is_not_tame([normal, misere]: Pair) -> bool {
    normal != misere && !is_swap([normal, misere])
}

fn is_not_pet([normal, misere]: Pair) -> bool {
    !is_swap([normal, misere]) && (normal != misere || normal < 2)
}

fn is_not_domestic([normal, misere]: Pair) -> bool {
    normal == 0 && misere >= 2 || misere == 0 && normal >= 2
}

/// The positions of a game of the classification.
enum Source {
    /// The sorted positions of a game: the number of piles, and the last size of each.
    Piles(&'static str, usize, u64),
    /// The same for a game that is not built in; the text of its rules comes first.
    Rules(&'static str, &'static str, usize, u64),
    /// Exco-Nim: the number of piles, the last size of x0, the last size of the piles.
    Exco(usize, u64, u64),
    /// A game of one heap that may split: all multisets of heaps with a total up to this.
    Heaps(&'static str, u64),
}

const GENERALIZED_WYTHOFF: &str = "
    game wythoff_2(a, b) {
        move (a - i, b)     for i in 1..a
        move (a, b - j)     for j in 1..b
        move (a - i, b - j) for i in 1..a, j in 1..b if abs(i - j) < 2
    }
";

const MARK: &str = "
    game halving(n) {
        move n - 1
        move n div 2 if n > 0
    }
";

/// The games of the classification in the file's order, with the names and bounds it has for them.
const CLASSIFIED: [(&str, &str, Source); 31] = [
    ("Nim n=1", "piles<=30", Source::Piles("nim[1]", 1, 30)),
    ("Nim n=3", "piles<=12", Source::Piles("nim[3]", 3, 12)),
    ("Moore Nim n=2,<=k=2", "piles<=12", Source::Piles("moore_nim[2, 2]", 2, 12)),
    ("Moore Nim n=3,<=k=3", "piles<=8", Source::Piles("moore_nim[3, 3]", 3, 8)),
    ("Moore Nim n=4,<=k=3", "piles<=6", Source::Piles("moore_nim[4, 3]", 4, 6)),
    ("Moore Nim n=5,<=k=3", "piles<=4", Source::Piles("moore_nim[5, 3]", 5, 4)),
    ("Exact Nim n=4,=k=2", "piles<=8", Source::Piles("exact_nim[4, 2]", 4, 8)),
    ("Exact Nim n=5,=k=2", "piles<=5", Source::Piles("exact_nim[5, 2]", 5, 5)),
    ("Exact Nim n=6,=k=2", "piles<=3", Source::Piles("exact_nim[6, 2]", 6, 3)),
    ("Exco-Nim n=2", "x0<=8,piles<=8", Source::Exco(2, 8, 8)),
    ("Exco-Nim n=4", "x0<=3,piles<=3", Source::Exco(4, 3, 3)),
    ("slow Moore n=3,<=k=2", "piles<=16", Source::Piles("slow_moore[3, 2]", 3, 16)),
    ("slow Moore n=4,<=k=2", "piles<=12", Source::Piles("slow_moore[4, 2]", 4, 12)),
    ("slow Moore n=4,<=k=4", "piles<=10", Source::Piles("slow_moore[4, 4]", 4, 10)),
    ("slow Moore n=5,<=k=3", "piles<=8", Source::Piles("slow_moore[5, 3]", 5, 8)),
    ("slow Moore n=6,<=k=3", "piles<=6", Source::Piles("slow_moore[6, 3]", 6, 6)),
    ("slow Exact n=2,=k=2", "piles<=20", Source::Piles("slow_exact[2, 2]", 2, 20)),
    ("slow Exact n=4,=k=2", "piles<=14", Source::Piles("slow_exact[4, 2]", 4, 14)),
    ("slow Exact n=5,=k=2", "piles<=8", Source::Piles("slow_exact[5, 2]", 5, 8)),
    ("slow Exact n=5,=k=4", "piles<=9", Source::Piles("slow_exact[5, 4]", 5, 9)),
    ("slow Exact n=6,=k=5", "piles<=7", Source::Piles("slow_exact[6, 5]", 6, 7)),
    ("Wythoff a=2", "piles<=30", Source::Rules(GENERALIZED_WYTHOFF, "wythoff_2", 2, 30)),
    ("Euclid to-zero", "0<=x<=y<=40", Source::Piles("euclid", 2, 40)),
    ("Mark", "n<=500", Source::Rules(MARK, "halving", 1, 500)),
    ("i-Mark({1},{2})", "n<=500", Source::Piles("mark[{1}, {2}]", 1, 500)),
    ("Subtraction [1, 2]", "n<=300", Source::Piles("subtraction[{1, 2}]", 1, 300)),
    ("Subtraction [2, 3]", "n<=300", Source::Piles("subtraction[{2, 3}]", 1, 300)),
    ("Subtraction [2, 5, 7]", "n<=300", Source::Piles("subtraction[{2, 5, 7}]", 1, 300)),
    ("Kayles (0.77)", "multisets with total<=16", Source::Heaps("kayles", 16)),
    ("Dawson's Chess (0.137)", "multisets with total<=14", Source::Heaps("dawson_chess", 14)),
    ("0.3 Nim-like take1", "multisets with total<=14", Source::Heaps("octal[0.3]", 14)),
];

impl Source {
    /// Every position with its pair.
    fn entries(&self) -> Vec<Entry> {
        match *self {
            Source::Piles(game, n, last) => entries(&Tables::of(game, &vec![last; n]), sorted_tuples(n, last)),
            Source::Rules(rules, game, n, last) => {
                let to = vec![last; n];
                let [normal, misere] =
                    [false, true].map(|misere| Table::new(game, &to, shim::table_in(rules, game, &to, misere)));
                entries(&Tables { normal, misere }, sorted_tuples(n, last))
            }
            Source::Exco(n, first, last) => entries(&exco_tables(n, first, last), exco_positions(n, first, last)),
            Source::Heaps(game, total) => heap_entries(game, total),
        }
    }
}

/// The sums of heaps of sizes from 1 on. All are positions of one sum, which has a heap for each unit of the total: heaps that are missing are empty,
/// and all positions share one search.
fn heap_entries(game: &str, total: u64) -> Vec<Entry> {
    let sum = format!("{total}*{game}");
    let multisets = multisets(1, total);
    let padded = |heaps: &Vec<u64>| {
        let empty = vec![0; total as usize - heaps.len()];
        write_position(&[&empty[..], heaps].concat())
    };
    let written: Vec<String> = multisets.iter().map(padded).collect();
    #[expect(clippy::disallowed_methods, reason = "the one thread is joined, and its panic goes on")]
    let (normal, misere) = std::thread::scope(|scope| {
        let other = scope.spawn(|| shim::values(&sum, &written, true));
        let normal = shim::values(&sum, &written, false);
        (normal, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let pairs = normal.into_iter().zip(misere).map(|(normal, misere)| {
        [normal, misere].map(|value| value.unwrap_or_else(|| panic!("every position of {sum} exists")))
    });
    multisets.into_iter().zip(pairs).collect()
}

/// The multisets of numbers from `least` on with at most this total, each written in ascending order.
fn multisets(least: u64, total: u64) -> Vec<Vec<u64>> {
    let beginning_with =
        |first: u64| multisets(first, total - first).into_iter().map(move |rest| [&[first], rest.as_slice()].concat());
    std::iter::once(Vec::new()).chain((least..=total).flat_map(beginning_with)).collect()
}

fn classification(vectors: &Key<'_>) {
    for (entry, (name, bound, source)) in vectors.get("classification").each().iter().zip(&CLASSIFIED) {
        assert_eq!(entry.read_at::<String>("game"), *name);
        assert_eq!(entry.read_at::<String>("bound"), *bound, "{name}");
        let entries = source.entries();
        assert_eq!(entries.len(), entry.read_at::<usize>("positions"), "{name}: how many positions");
        assert_eq!(greatest(&entries, 0), entry.read_at::<u64>("maxG"), "{name}: the greatest value");
        assert_eq!(greatest(&entries, 1), entry.read_at::<u64>("maxGm"), "{name}: the greatest misère value");
        expect_pair_counts(&entries, entry, name);
        for (property, breaks) in
            [("tame", is_not_tame as fn(Pair) -> bool), ("pet", is_not_pet), ("domestic", is_not_domestic)]
        {
            expect_property(&entries, &entry.get("class").get(property), breaks, name);
        }
        for property in entry.get("class").each() {
            expect_witness_pair(&entries, &property, name);
        }
    }
}

fn expect_pair_counts(entries: &[Entry], expected: &Key<'_>, name: &str) {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (_, [normal, misere]) in entries {
        *counts.entry(format!("{normal},{misere}")).or_default() += 1;
    }
    for (swap, key) in [("0,1", "swap01"), ("1,0", "swap10")] {
        assert_eq!(counts[swap], expected.read_at::<u64>(key), "{name}: how many ({swap})-positions");
    }
    let pairs = expected.get("pairs").each();
    let expected: BTreeMap<String, u64> = pairs.iter().map(|pair| (pair.name().to_owned(), pair.read())).collect();
    assert_eq!(counts, expected, "{name}: how often each pair occurs");
}

/// A property of the pairs alone: it holds, or this is the first position by total and then lexicographically that
/// breaks it.
fn expect_property(entries: &[Entry], expected: &Key<'_>, breaks: fn(Pair) -> bool, name: &str) {
    let broken = entries.iter().filter(|(_, pair)| breaks(*pair));
    let first = broken.min_by_key(|(position, _)| (position.iter().sum::<u64>(), position));
    match expected.find("witness") {
        Some(witness) => assert_eq!(first.map(|(at, _)| at), Some(&witness.read::<Position>().0), "{name}"),
        None => assert_eq!(first.is_none(), expected.read::<bool>(), "{name}: {}", expected.name()),
    }
}

/// Where a property fails, the witness has the pair that the file says.
fn expect_witness_pair(entries: &[Entry], property: &Key<'_>, name: &str) {
    if let Some(witness) = property.find("witness") {
        let Position(witness) = witness.read();
        let (_, pair) = entries.iter().find(|(at, _)| *at == witness).expect("the witness is in the range");
        assert_eq!(*pair, property.read_at::<Pair>("pair"), "{name}: {} fails at {witness:?}", property.name());
    }
}

/// A position of the classification: a list, or the one number of a game on one heap.
struct Position(Vec<u64>);

impl FromJson for Position {
    fn from_json(value: &Value) -> Option<Position> {
        value.as_u64().map(|n| vec![n]).or_else(|| Vec::from_json(value)).map(Position)
    }
}

/// Of the 255 subtraction sets within 1..8, how many are pet, looking at heaps below 120.
fn subtraction_sets(vectors: &Key<'_>) {
    let [pet, all]: [u64; 2] = vectors.read_at("subtraction_sets_within_1_8_pet_of_total");
    assert_eq!(all, 255);
    let is_pet = |chosen: &u64| {
        let amounts: Vec<String> = (1..=8).filter(|s| chosen >> (s - 1) & 1 == 1).map(|s| s.to_string()).collect();
        let tables = Tables::of(&format!("subtraction[{{{}}}]", amounts.join(", ")), &[119]);
        (0..120).all(|n| !is_not_pet(tables.pair(&[n])))
    };
    assert_eq!((1..=all).filter(is_pet).count() as u64, pet);
}
