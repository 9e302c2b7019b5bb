//! Counts of the positions of a sum, in order and as multisets, against counting one by one.

use grundy::rules::symmetry::Symmetry;
use grundy::session::Game;
use grundy::table::next;
use grundy::{Evaluator, IBig, Limits, Options, Session, Values};
use grundy_testing::cases;
use proptest::prelude::*;

/// Heaps with moves of every kind; the last ones have gaps.
const HEAPS: [&str; 6] = ["kayles", "nim[1]", "subtraction[{1, 3, 4}]", "grundy", "flat", "gaps"];

const RULES: &str = "
    game flat(n) { move n - s for s in {1, 2, 4, 9}
        split a, n - a for a in 1..n - 1 }
    game gaps(n) { require n mod 3 != 1
        move n - i for i in 1..n if i mod 4 != 2 }
    game squares(n) { move n - s^2 for s in 1..n if s^2 <= n }
    game pair(a, b) { move (a - i, b) for i in 1..min(a, 2)
        move (a, b - i) for i in 1..b }
    game slant(a, b) { move (a - i, b) for i in 1..a
        move (a - i, b - i) for i in 1..min(a, b) }";

fn game(text: &str) -> Game {
    let mut session = Session::new();
    session.load("heaps.game", RULES).expect("rules");
    session.game(text, None).expect("a game")
}

fn table(game: &Game, hi: &[u64]) -> Values {
    Evaluator::new(&game.rules, Options::default()).table(hi).expect("a table")
}

/// The number of positions with a value: all, or the first of each class of the symmetries.
fn one_by_one(values: &Values, (lo, hi): (&[u64], &[u64]), value: u32, symmetry: Option<&Symmetry>) -> IBig {
    let sizes: Vec<u64> = lo.iter().zip(hi).map(|(lo, hi)| hi - lo).collect();
    let (mut at, mut count) = (vec![0; hi.len()], 0u64);
    loop {
        let position: Vec<u64> = at.iter().zip(lo).map(|(x, lo)| x + lo).collect();
        let first = symmetry.is_none_or(|symmetry| symmetry.is_first(&position));
        count += u64::from(first && values.get(&position) == Some(value));
        if !next(&mut at, &sizes) {
            return count.into();
        }
    }
}

fn agree(text: &str, lo: &[u64], hi: &[u64]) {
    let (game, limits) = (game(text), Limits::default());
    let (values, symmetry) = (table(&game, hi), Symmetry::of(&game.rules));
    for value in 0..6 {
        let count = values.count_sum((lo, hi), value, &[], &limits).expect("a count");
        assert_eq!(count, Some(one_by_one(&values, (lo, hi), value, None)), "{text}, {lo:?} to {hi:?}, value {value}");
        if symmetry.keeps(hi) && symmetry.keeps(lo) && symmetry.others.is_empty() {
            let count = values.count_sum((lo, hi), value, &symmetry.classes, &limits).expect("a count");
            let sorted = one_by_one(&values, (lo, hi), value, Some(&symmetry));
            assert_eq!(count, Some(sorted), "{text}, sorted, {lo:?} to {hi:?}, value {value}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(40)))]

    #[test]
    fn counts_of_random_sums(
        first in 0..HEAPS.len(), second in 0..HEAPS.len(), copies in 1..4usize, lo in 0..3u64, more in 0..8u64, other in 0..9u64,
    ) {
        let text = format!("{copies}*{} + {}", HEAPS[first], HEAPS[second]);
        let mut bounds = (vec![lo; copies], vec![lo + more; copies]);
        bounds.0.push(0);
        bounds.1.push(other);
        agree(&text, &bounds.0, &bounds.1);
    }
}

#[test]
fn counts_beside_components_of_two_coordinates() {
    agree("pair + 2*kayles", &[0, 1, 0, 0], &[5, 6, 7, 7]);
    // Pairs may be exchanged as a whole only, so classes of single coordinates do not count their multisets.
    let pairs = game("2*pair");
    assert!(!Symmetry::of(&pairs.rules).others.is_empty(), "the pairs may be exchanged");
}

/// The positions that are first in their orbits, by sorting each pair and then like components.
fn orbits(of: &[(&str, usize)], hi: u64, value: u32) -> std::collections::BTreeSet<Vec<Vec<u64>>> {
    let pairs: usize = of.iter().map(|(_, copies)| copies).sum();
    let text: Vec<String> = of.iter().map(|(game, copies)| format!("{copies}*{game}")).collect();
    let (game, sizes) = (game(&text.join(" + ")), vec![hi; 2 * pairs]);
    let (values, mut at) = (table(&game, &sizes), vec![0; 2 * pairs]);
    let mut found = std::collections::BTreeSet::new();
    loop {
        if values.get(&at) == Some(value) {
            let mut parts: Vec<Vec<u64>> = at.chunks(2).map(<[u64]>::to_vec).collect();
            let (mut first, swaps) = (0, |game: &str| game != "slant");
            for (game, copies) in of {
                let own = &mut parts[first..first + copies];
                own.iter_mut().filter(|_| swaps(game)).for_each(|part| part.sort_unstable());
                own.sort_unstable();
                first += copies;
            }
            found.insert(parts);
        }
        if !next(&mut at, &sizes) {
            return found;
        }
    }
}

/// Orbits of sums of components of two coordinates, which are exchanged as wholes.
#[test]
fn orbits_of_sums_are_counted_by_components() {
    let sums: [&[(&str, usize)]; 6] = [
        &[("wythoff", 2)],
        &[("slant", 3)],
        &[("wythoff", 2), ("slant", 2)],
        &[("slant", 1), ("wythoff", 3)],
        &[("wythoff", 4)],
        &[("wythoff", 6)],
    ];
    for of in sums {
        let text: Vec<String> = of.iter().map(|(game, copies)| format!("{copies}*{game}")).collect();
        let (game, limits) = (game(&text.join(" + ")), Limits::default());
        let most = if game.rules.width() > 8 { 1 } else { 2 };
        let hi = vec![most; game.rules.width()];
        let (values, symmetry) = (table(&game, &hi), Symmetry::of(&game.rules));
        for value in 0..4 {
            let expected = orbits(of, most, value);
            let count = values.count_orbits((&vec![0; hi.len()], &hi), value, &symmetry, &limits).expect("a count");
            assert_eq!(count, Some(expected.len().into()), "{}, value {value}", game.text);
            let listed = one_by_one(&values, (&vec![0; hi.len()], &hi), value, Some(&symmetry));
            assert_eq!(listed, expected.len().into(), "{}, value {value}", game.text);
            assert!(expected.iter().all(|parts| symmetry.is_first(&parts.concat())), "{}", game.text);
        }
    }
}

/// Of 65 piles of 0 or 1, an even number is 1: 33 multisets. Of 33 positions (0, 0), (0, 1), (1, 1), an even number of the second and of the third.
#[test]
fn orbits_beyond_64_coordinates() {
    for (text, known) in [("65*nim[1]", 33), ("nim[70]", 36), ("33*wythoff", 153)] {
        let game = game(text);
        let (lo, hi, symmetry) = (vec![0; game.rules.width()], vec![1; game.rules.width()], Symmetry::of(&game.rules));
        assert!(symmetry.is_known() && !symmetry.is_trivial() && symmetry.keeps(&hi));
        let count = table(&game, &hi).count_orbits((&lo, &hi), 0, &symmetry, &Limits::default());
        assert_eq!(count.expect("a count"), Some(known.into()), "{text}");
    }
    assert!(!Symmetry::of(&game("star_nim[65]").rules).is_known(), "one component of 65 coordinates");
}

/// A class whose coordinates lie in one component is not counted by components.
#[test]
fn a_class_within_a_component_is_declined() {
    let values = table(&game("wythoff + kayles"), &[5, 5, 5]);
    let count = values.count_sum((&[0; 3], &[5; 3]), 0, &[vec![0, 1]], &Limits::default());
    assert_eq!(count.expect("no error"), None);
}

/// Project Euler 888 gives S(12, 4) = 204 for multisets of 4 piles, each of 1 to 12. A pile of 0 may be left out.
#[test]
fn multisets_of_euler_888() {
    let count = |piles: usize| {
        let game = game(&format!("{piles}*flat"));
        let (hi, symmetry) = (vec![12; piles], Symmetry::of(&game.rules));
        let values = table(&game, &hi);
        values.count_sum((&vec![0; piles], &hi), 0, &symmetry.classes, &Limits::default()).expect("a count")
    };
    assert_eq!(count(4).expect("a sum") - count(3).expect("a sum"), IBig::from(204));
}

/// Every value of 0 to N - 1 occurs as often as the others, if N is a power of two: exactly N^(m - 1) of m piles of nim.
#[test]
fn counts_beyond_128_bits() {
    let (piles, size) = (30, 1u64 << 12);
    let values = table(&game(&format!("nim[{piles}]")), &vec![size - 1; piles]);
    for value in [0, 77] {
        let count = values.count_sum((&vec![0; piles], &vec![size - 1; piles]), value, &[], &Limits::default());
        assert_eq!(count.expect("a count"), Some(IBig::from(size).pow(piles - 1)));
    }
}
