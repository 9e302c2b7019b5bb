//! Values of large numbers compared with a recursion that computes single values, and with the published algorithm.

use std::collections::HashMap;

use dashu_int::{IBig, UBig};

use grundy_core::contract::reason::Attempt;

use super::lattice::digits;
use super::read::Shape;
use super::values::Divisions;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Play};
use grundy_rules::session::Session;

fn divisions(game: &str, play: Play) -> Divisions {
    Divisions::of(&Session::new().game(game, None).expect("a game").rules, play).expect("of the shape")
}

/// Decides whether a number has a value, from as few other values as possible: exact, without a table, a guess or an interval.
struct Lazy<'a> {
    shape: &'a Shape,
    /// The values proved possible for large numbers, as bits by residue.
    classes: &'a [u8],
    known: HashMap<(UBig, u8), bool>,
}

impl Lazy<'_> {
    fn value(&mut self, n: &UBig) -> u8 {
        (0..).find(|v| self.is(n, *v)).expect("some value")
    }

    fn is(&mut self, n: &UBig, value: u8) -> bool {
        if let Some(known) = self.known.get(&(n.clone(), value)) {
            return *known;
        }
        let classes = UBig::from(self.classes.len());
        if *n > UBig::from(9u8) && self.classes[usize::try_from(n % classes).expect("small")] >> value & 1 == 0 {
            return false;
        }
        let quotients = self.shape.divide.iter().rev().map(|d| UBig::from(*d));
        let over: Vec<UBig> = quotients.filter(|d| *n > UBig::ZERO && (n % d) == UBig::ZERO).map(|d| n / d).collect();
        let minus: Vec<UBig> =
            self.shape.subtract.iter().map(|s| UBig::from(*s)).filter(|s| s <= n).map(|s| n - s).collect();
        let known = !over.iter().any(|to| self.is(to, value))
            && !(0..value).any(|less| self.is(n, less))
            && !minus.iter().any(|to| self.is(to, value));
        self.known.insert((n.clone(), value), known);
        known
    }
}

fn ten_to(exponent: usize) -> IBig {
    IBig::from(10).pow(exponent)
}

#[test]
fn digits_are_those_of_the_number() {
    for base in [2, 3, 7, 10, 1000, 1 << 20] {
        let n = UBig::from(7u8).pow(300) + UBig::from(5u8);
        let digits = digits(&n, base);
        let back = digits.iter().rev().fold(UBig::ZERO, |n, digit| n * UBig::from(base) + UBig::from(*digit));
        assert_eq!(back, n, "{base}");
        assert!(digits.last() != Some(&0));
    }
    assert!(super::lattice::digits(&UBig::ZERO, 2).is_empty());
}

#[test]
fn the_values_of_the_literature() {
    let mut game = divisions("mark[{1}, {2, 3}]", Play::Normal);
    let exponents = [9, 12, 15, 18, 30, 100];
    let values = exponents.map(|e| game.value(&ten_to(e), &Limits::default()).expect("convergence"));
    assert_eq!(values, [2, 0, 2, 2, 2, 1]);
}

#[test]
fn large_numbers_agree_with_a_recursion_that_guesses_nothing() {
    // Section 5 of Nivasch and Rubinstein: {0, 1, 3}, {0}, {0, 2}, {1, 2}, {1} modulo 5. Without these classes the recursion would not end.
    let proved = [0b1011, 0b1, 0b101, 0b110, 0b10];
    for (game, exponent, classes) in [
        ("mark[{1}, {2, 3}]", 25, &[0xff][..]),
        ("mark[{1}, {2, 5}]", 25, &[0xff]),
        ("mark[{1}, {4, 5}]", 25, &[0xff]),
        ("mark[{1}, {2, 3, 5}]", 12, &[0xff]),
        ("mark[{1}, {7}]", 60, &[0xff]),
        ("mark[{2, 3}, {2, 5}]", 30, &proved),
        ("mark[{3}, {2, 3}]", 12, &[0xff]),
        ("mark[{1}, {2, 4}]", 40, &[0xff]),
        ("mark[{1}, {4, 8}]", 40, &[0xff]),
        ("mark[{1}, {3, 9}]", 40, &[0xff]),
        ("mark[{1}, {2, 3, 6}]", 12, &[0xff]),
    ] {
        let mut divisions = divisions(game, Play::Normal);
        let shape = Shape::of(&Session::new().game(game, None).expect("a game").rules).expect("of the shape");
        let mut lazy = Lazy { shape: &shape, classes, known: HashMap::new() };
        for n in (0..12).map(|k: u8| ten_to(exponent) + IBig::from(k)) {
            let expected = lazy.value(&UBig::try_from(n.clone()).expect("natural"));
            assert_eq!(
                divisions.value(&n, &Limits::default()).map_err(|e| format!("{e:?}")),
                Ok(expected),
                "{game} {n}"
            );
            // Values by convergence are compared, too, where an automaton gave the first answer.
            let converges = divisions.by(EngineName::Converge, &n, &Limits::default());
            assert_eq!(converges.map_err(|e| format!("{e:?}")), Ok(Attempt::Done(expected)), "{game} {n}");
        }
    }
}

#[test]
fn large_numbers_agree_with_the_published_algorithm() {
    for (game, exponents, steps) in [
        ("mark[{1}, {2, 3}]", [9, 30, 60], 64),
        ("mark[{1}, {4, 5}]", [9, 20, 40], 64),
        ("mark[{1, 2}, {2, 3}]", [9, 20, 30], 40),
        ("mark[{2}, {3, 4}]", [9, 20, 30], 40),
        ("mark[{1}, {2, 3, 5}]", [6, 9, 12], 40),
    ] {
        let mut divisions = divisions(game, Play::Normal);
        let shape = Shape::of(&Session::new().game(game, None).expect("a game").rules).expect("of the shape");
        for n in exponents.map(|e| ten_to(e) - IBig::from(7)) {
            let value = super::paper::value(&shape, &UBig::try_from(n.clone()).expect("natural"), steps);
            assert_eq!(value, Some(divisions.value(&n, &Limits::default()).expect("convergence")), "{game} {n}");
        }
    }
    // Without convergence there is no answer.
    let shape = Shape { subtract: vec![2], divide: vec![2, 4] };
    assert_eq!(super::paper::value(&shape, &UBig::from(10u8).pow(9), 40), None);
}
