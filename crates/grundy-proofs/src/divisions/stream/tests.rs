//! Blocks of values compared with the first values by the definition.

use std::sync::atomic::Ordering;

use proptest::prelude::*;

use super::super::naive::first;
use super::super::read::Shape;
use super::{Terms, Way};
use grundy::Evaluator;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::session::Session;

fn terms(subtract: &[u64], divide: &[u64], play: Play) -> Terms {
    let shape = Shape { subtract: subtract.to_vec(), divide: divide.to_vec() };
    Terms { shape, play, limits: Limits::default() }
}

/// The values of all blocks.
fn all(terms: &Terms, count: u64) -> Vec<u8> {
    let (mut all, mut values) = (vec![], vec![]);
    terms
        .for_each_block(count, |block| {
            assert_eq!(block.first(), all.len() as u64);
            block.values(&mut values);
            assert_eq!(block.len(), values.len());
            assert!(!block.is_empty());
            all.extend(&values);
            Ok::<(), Diagnostic>(())
        })
        .expect("room");
    all
}

fn plain(terms: &Terms, count: usize) -> Vec<u8> {
    first(&terms.shape, terms.play, count, &Limits::default()).expect("room")
}

fn counted(values: &[u8]) -> Vec<u64> {
    let top = values.iter().max().map_or(0, |top| usize::from(*top) + 1);
    (0..top).map(|value| values.iter().filter(|v| usize::from(**v) == value).count() as u64).collect()
}

#[test]
fn the_beginning_of_the_literature() {
    let mark = terms(&[1], &[2, 3], Play::Normal);
    let start = "010210102010201201202120101201012101012101010120201020101201";
    let digits: String = all(&mark, 60).iter().map(|v| char::from(b'0' + v)).collect();
    assert_eq!(digits, start);
}

#[test]
fn every_way_and_every_number_of_planes_agrees() {
    let most: Vec<u64> = (2..8).collect();
    for play in Play::BOTH {
        for divisors in 1..=6 {
            agrees(&terms(&[1], &most[..divisors], play), Way::Runs, 50_000);
        }
        let divide = [2, 3, 64, 65, 1000];
        agrees(&terms(&[1], &divide, play), Way::Runs, 100_000);
        agrees(&terms(&[1, 2, 3, 4, 5, 6, 7, 8], &[2, 3, 5, 6, 7, 10, 11], play), Way::Bytewise, 20_000);
        agrees(&terms(&[1, 7, 8, 9, 30, 63, 64], &[2, 63, 200], play), Way::Bytewise, 50_000);
        agrees(&terms(&[8], &[3], play), Way::Bytewise, 50_000);
        agrees(&terms(&[64], &[2], play), Way::Bytewise, 50_000);
        agrees(&terms(&[1, 65], &[2, 3], play), Way::Plainly, 50_000);
        agrees(&terms(&[], &[2, 3, 4], play), Way::Plainly, 50_000);
        agrees(&terms(&[20_000, 1 << 40], &[2, 30_000], play), Way::Plainly, 100_000);
        let (many, over) = ((1..=40).collect::<Vec<_>>(), (2..=24).collect::<Vec<_>>());
        agrees(&terms(&many, &over, play), Way::Plainly, 20_000);
    }
}

fn agrees(terms: &Terms, way: Way, count: usize) {
    assert!(terms.way() == way, "{:?}", terms.shape);
    let plain = plain(terms, count);
    let found = all(terms, count as u64);
    assert_eq!(found.iter().zip(&plain).position(|(a, b)| a != b), None, "{:?}", terms.shape);
    assert_eq!(terms.counts(count as u64).expect("room"), counted(&plain), "{:?}", terms.shape);
}

#[test]
fn any_number_of_terms_is_a_beginning_of_more() {
    let games =
        [terms(&[1], &[2, 3], Play::Normal), terms(&[1, 9], &[2, 7], Play::Misere), terms(&[65], &[3], Play::Normal)];
    for game in &games {
        let plain = plain(game, 60_000);
        let block = 128 * 64;
        let near = |n: u64| [n - 1, n, n + 1];
        let ends =
            [1, 2, 63, 64, 65].into_iter().chain([127, 8192, block * 2, block * 3, 1 << 14].into_iter().flat_map(near));
        for count in ends.chain([40_000, 59_999]) {
            assert_eq!(all(game, count), plain[..count as usize], "{count}");
            assert_eq!(game.counts(count).expect("room"), counted(&plain[..count as usize]), "{count}");
        }
        assert!(game.counts(0).expect("nothing").is_empty());
        assert!(all(game, 0).is_empty());
    }
}

#[test]
fn terms_that_do_not_fit_are_refused_with_what_they_need() {
    let mut mark = terms(&[1], &[2, 3], Play::Normal);
    mark.limits.memory = 100 << 20;
    let error = mark.counts(1_000_000_000).expect_err("a limit");
    assert_eq!((error.code, error.kind), (Code::Memory, Kind::Limit));
    assert_eq!(
        error.message,
        "1000000000 terms need 119.3 MiB, for divisions ask for the values below 500000000; 100.0 MiB are allowed"
    );
    assert_eq!(mark.limits.progress.read().total, 0);
    assert!(terms(&[1], &[2], Play::Normal).must_fit(u64::MAX).is_err());
    assert!(terms(&[1 << 50], &[1 << 20], Play::Normal).must_fit(u64::MAX).is_err());
}

#[test]
fn an_interruption_and_an_error_of_the_reader_end_the_blocks() {
    let mark = terms(&[1], &[2, 3], Play::Normal);
    let mut seen = 0;
    let stopped = mark.for_each_block(1 << 40 >> 10, |block| {
        seen += block.len();
        if seen > 100_000 {
            mark.limits.interrupt.store(true, Ordering::Relaxed);
        }
        Ok::<(), Diagnostic>(())
    });
    assert_eq!(stopped.expect_err("interrupted").kind, Kind::Interrupted);
    let progress = mark.limits.progress.read();
    assert!(progress.done == seen as u64 && progress.total == 1 << 30, "{progress:?}");
    let mark = terms(&[1], &[2, 3], Play::Normal);
    let full = mark.for_each_block(1000, |_| Err(Diagnostic::limit(Code::Disk, "full")));
    assert_eq!(full.expect_err("the reader's").message, "full");
}

#[test]
fn other_rules_and_wishes_have_other_engines() {
    let rules = |game: &str| Session::new().game(game, None).expect("a game").rules;
    let mark = rules("mark[{1}, {2, 3}]");
    assert!(Terms::of(&mark, &Options::default()).is_some());
    assert!(Terms::of(&mark, &Options { plain: true, ..Options::default() }).is_none());
    assert!(Terms::of(&rules("subtraction[{1, 2}]"), &Options::default()).is_none());
    assert!(Terms::of(&rules("kayles"), &Options::default()).is_none());
}

#[test]
fn the_rules_of_the_language_have_the_values_of_the_plain_engine() {
    for (game, play) in [
        ("mark[{1}, {2, 3}]", Play::Normal),
        ("mark[{2, 3}, {2, 5}]", Play::Misere),
        ("mark[{3, 70}, {4}]", Play::Misere),
    ] {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let terms = Terms::of(&rules, &Options { play, ..Options::default() }).expect("of the shape");
        let plain = Options { play, plain: true, ..Options::default() };
        let table = Evaluator::new(&rules, plain).table(&[19_999]).expect("a table");
        let values: Vec<u8> = (0..20_000).map(|n| table.get(&[n]).expect("a value") as u8).collect();
        assert_eq!(all(&terms, 20_000), values, "{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(32)))]

    #[test]
    fn random_games_agree_with_the_plain_sequence(
        subtract in prop_oneof![
            proptest::collection::btree_set(1u64..7, 1..5),
            proptest::collection::btree_set(1u64..10, 1..5),
            proptest::collection::btree_set(1u64..70, 1..5),
            Just([1].into()),
        ],
        divide in prop_oneof![
            proptest::collection::btree_set(2u64..10, 1..5),
            proptest::collection::btree_set(2u64..200, 1..4),
        ],
        misere in any::<bool>(),
        count in 1u64..100_000,
    ) {
        let (subtract, divide): (Vec<u64>, Vec<u64>) = (subtract.into_iter().collect(), divide.into_iter().collect());
        let terms = terms(&subtract, &divide, Play::of(misere));
        let (found, plain) = (all(&terms, count), plain(&terms, count as usize));
        prop_assert_eq!(found.iter().zip(&plain).position(|(a, b)| a != b), None, "{:?}", terms.shape);
        prop_assert_eq!(found.len(), plain.len());
        prop_assert_eq!(terms.counts(count).expect("room"), counted(&plain));
    }
}
