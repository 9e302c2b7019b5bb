//! Products of games: the Tartan theorem, and the acrostic product by its definition.

use std::collections::{BTreeSet, HashMap};

use grundy::{IBig, Options, Session};
use proptest::prelude::*;

use crate::breaking::partitions;
use crate::differential::compare::boxed;
use crate::ordinal::{evaluator, position, random, value};

/// Nim multiplication by its definition.
#[derive(Default)]
struct NimProducts(HashMap<(u64, u64), u64>);

impl NimProducts {
    fn of(&mut self, a: u64, b: u64) -> u64 {
        if let Some(known) = self.0.get(&(a, b)) {
            return *known;
        }
        let mut options = BTreeSet::new();
        for (x, y) in (0..a).flat_map(|x| (0..b).map(move |y| (x, y))) {
            options.insert(self.of(x, b) ^ self.of(a, y) ^ self.of(x, y));
        }
        let least = (0..).find(|v| !options.contains(v)).expect("a mex");
        self.0.insert((a, b), least);
        least
    }
}

fn small(value: &IBig) -> u64 {
    u64::try_from(value).expect("small")
}

/// Fails unless the values of the product of two games are the nim products of theirs.
fn is_tartan(session: &mut Session, [g, h]: [&str; 2], [to_g, to_h]: [&[u64]; 2], plain: bool) -> Result<(), String> {
    let mut nim = NimProducts::default();
    let (mut left, mut right) = (evaluator(session, g, Options::default()), evaluator(session, h, Options::default()));
    let mut both = evaluator(session, &format!("product({g}, {h})"), Options { plain, ..Options::default() });
    for x in boxed(to_g) {
        for y in boxed(to_h) {
            let there = both.exists(&position(&[&x, &y])).expect("decided");
            let expected =
                left.exists(&position(&[&x])).expect("decided") && right.exists(&position(&[&y])).expect("decided");
            if there != expected {
                return Err(format!("{x:?}, {y:?}: exists: {there}"));
            }
            if there {
                let expected = nim.of(small(&value(&mut left, &[&x])), small(&value(&mut right, &[&y])));
                let found = small(&value(&mut both, &[&x, &y]));
                if found != expected {
                    return Err(format!("{x:?}, {y:?}: {found}, not {expected}"));
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::config(40))]

    #[test]
    fn the_tartan_theorem(bytes in prop::collection::vec(any::<u8>(), 0..140), plain in any::<bool>()) {
        let (mut session, to_g, to_h) = random(&bytes);
        is_tartan(&mut session, ["base", "top"], [&to_g, &to_h], plain).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn the_tartan_theorem_for_games_that_split_in_different_ways() {
    let mut session = Session::new();
    let text = "game even(n) { split all (n div k for j in 1..k) for k in 2..n if k divides n; move n - 1; split all (j for j in 1..n - 1 if j mod 2 = 0) }
        game gone(n) { split all (m for m in 1..0) if n >= 2; split n - 2, n - 2; move n - 3 }";
    session.load("mine.game", text).expect("a file");
    let games = ["nim[1]", "even", "gone", "kayles", "more.mock_turtles", "ordinal(nim[1], subtraction[{1, 2}])"];
    for (g, h) in games.iter().flat_map(|g| games.iter().map(move |h| (*g, *h))) {
        let to = |game: &str| if game.starts_with("ordinal") { vec![3, 3, 1] } else { vec![7] };
        is_tartan(&mut session, [g, h], [&to(g), &to(h)], false).unwrap_or_else(|e| panic!("{g}, {h}: {e}"));
    }
    let (mut nim, mut three) =
        (NimProducts::default(), evaluator(&mut session, "product(nim[1], gone, kayles)", Options::default()));
    let (mut gone, mut kayles) =
        (evaluator(&mut session, "gone", Options::default()), evaluator(&mut session, "kayles", Options::default()));
    for at in boxed(&[3, 4, 4]) {
        let (b, c) = (small(&value(&mut gone, &[&at[1..2]])), small(&value(&mut kayles, &[&at[2..]])));
        let expected = nim.of(b, c);
        assert_eq!(small(&value(&mut three, &[&at])), nim.of(at[0], expected), "{at:?}");
    }
}

/// The acrostic product of a row in which one token is taken and the rest is left in any heaps, and of a nim heap.
#[test]
fn acrostic_moves_may_leave_any_number_of_heaps() {
    let mut found = evaluator(&mut Session::new(), "acrostic(take_and_break[\"0.*\"], nim[1])", Options::default());
    let mut known: HashMap<(usize, usize), u64> = HashMap::new();
    for (n, m) in (0..=8).flat_map(|n| (0..=4).map(move |m| (n, m))) {
        let mut options: BTreeSet<u64> = (0..m).map(|fewer| known[&(n, fewer)]).collect();
        if n > 0 {
            partitions(n - 1, &mut vec![], &mut |heaps| {
                // A move that takes the whole heap leaves the heap 0, beside which the other component goes on.
                let heaps = if heaps.is_empty() { &[0][..] } else { heaps };
                options.insert(heaps.iter().fold(0, |sum, heap| sum ^ known[&(*heap, m)]));
            });
        }
        known.insert((n, m), (0..).find(|v| !options.contains(v)).expect("a mex"));
        assert_eq!(small(&value(&mut found, &[&[n as u64, m as u64]])), known[&(n, m)], "{n}, {m}");
    }
}

/// Turning at most three coins of a row or of a column, the farthest from heads to tails: by coins on a board, not by sums of heads.
#[test]
fn acrostic_mock_turtles_are_played_with_coins_on_a_board() {
    const SIDE: usize = 3;
    let lines = (0..SIDE).flat_map(|i| [(i, true), (i, false)]);
    let turned: Vec<u16> = lines
        .flat_map(|(i, row)| (1u16..1 << SIDE).map(move |set| (i, row, set)))
        .map(|(i, row, set)| {
            let at = |j: usize| if row { SIDE * i + j } else { SIDE * j + i };
            (0..SIDE).filter(|j| set >> j & 1 == 1).map(|j| 1u16 << at(j)).sum()
        })
        .collect();
    let mut values = vec![0u64; 1 << (SIDE * SIDE)];
    for coins in 0..values.len() as u16 {
        let head = |set: u16| coins & (1 << (15 - set.leading_zeros())) != 0;
        let options: BTreeSet<u64> =
            turned.iter().filter(|set| head(**set)).map(|set| values[usize::from(coins ^ set)]).collect();
        values[usize::from(coins)] = (0..).find(|v| !options.contains(v)).expect("a mex");
    }
    let mut session = Session::new();
    // A move that turns one coin leaves no head.
    let text = "game mock(n) { split all (m for m in 1..0); move a for a in 1..n - 1; split a, b for b in 2..n - 1, a in 1..b - 1 }";
    session.load("mine.game", text).expect("a file");
    let mut heads = evaluator(&mut session, "acrostic(mock, mock)", Options::default());
    for (i, j) in (0..SIDE).flat_map(|i| (0..SIDE).map(move |j| (i, j))) {
        let found = small(&value(&mut heads, &[&[i as u64 + 1, j as u64 + 1]]));
        assert_eq!(found, values[1 << (SIDE * i + j)], "the head in row {i}, column {j}");
    }
}
