//! States that occur, compared with those that are possible.

use crate::form::numbers::lcm;
use crate::views::game::{Game, Tuple};
use crate::views::possible::{Possible, Shape};

/// How far beyond the beginning states are compared.
const FAR: u64 = 6000;

fn are_possible(minus: &[usize], over: &[u64], products: &[u64], finer: u64) {
    let game = Game::new(minus, over);
    let overs = products.iter().flat_map(|p| over.iter().map(move |d| p * d)).chain(products.iter().copied());
    let shape = Shape { game: &game, products, modulus: overs.fold(finer, lcm) };
    let start = 40;
    let [zero, one]: [Tuple; 2] = [0, 1].map(|value| vec![value; game.length]);
    let mut guesses = [zero, one];
    let possible = Possible::of(shape, start, &guesses, &mut |_| false).expect("few states");
    let values = game.values(possible.begin + FAR, &mut |_| false).expect("no stop");
    for n in start + game.length as u64..possible.begin + FAR {
        guesses.iter_mut().for_each(|tuple| game.step(tuple, game.quotients(&values, n)));
        if n < possible.begin {
            continue;
        }
        let last = |p: &u64| {
            let end = (n / p) as usize + 1;
            values[end - game.length..end].to_vec()
        };
        let state: Tuple = products.iter().flat_map(last).chain(guesses.iter().flatten().copied()).collect();
        let residue = (n % shape.modulus) as usize;
        assert!(possible.at[residue].contains(&state), "{minus:?} {over:?} {products:?} {n}: {state:?}");
        assert!(possible.values()[residue] >> values[n as usize] & 1 == 1, "{minus:?} {over:?} {products:?} {n}");
    }
}

#[test]
fn states_that_occur_are_possible() {
    for (minus, over) in [
        (&[1][..], &[2, 3][..]),
        (&[1], &[2]),
        (&[2], &[2, 4]),
        (&[1, 2], &[3]),
        (&[2, 3], &[2, 5]),
        (&[1], &[3, 4]),
        (&[1, 3], &[]),
    ] {
        for products in [&[1][..], &[2, 1], &[3, 2, 1], &[6, 3, 2, 1], &[4, 2, 1]] {
            [1, 3].iter().for_each(|finer| are_possible(minus, over, products, *finer));
        }
    }
}

/// A value that cannot stand at a quotient is left out: in this game no value is followed by itself.
#[test]
fn what_does_not_occur_is_left_out() {
    let game = Game::new(&[1], &[2, 3]);
    let shape = Shape { game: &game, products: &[3, 2, 1], modulus: 36 };
    let possible = Possible::of(shape, 0, &[], &mut |_| false).expect("few states");
    let count: usize = possible.at.iter().map(|states| states.len()).sum();
    assert!(count < 36 * 4 * 4 * 4 / 4, "{count}");
    // Numbers that neither 2 nor 3 divides have one option.
    assert!([1, 5, 7, 35].iter().all(|n| possible.values()[*n] & !3 == 0));
}
