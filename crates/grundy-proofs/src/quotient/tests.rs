//! Quotients against the literature, and against outcomes by the definition.

use std::collections::HashMap;

use grundy_core::contract::limits::Limits;
use grundy_rules::session::Session;
use proptest::prelude::*;

use super::*;

fn search(game: &str) -> Search {
    let rules = Session::new().game(game, None).expect("a game").rules;
    Search::new(&rules, &Limits::default()).expect("heaps")
}

/// Goes on until a period is proved, to this heap, or until no quotient is found.
fn found(game: &str, to: u64) -> Search {
    let mut search = search(game);
    while search.quotient().heaps.len() as u64 <= to && search.period().is_none() {
        if search.advance().expect("room") != Step::Closed {
            break;
        }
    }
    search
}

/// Misère values by the definition, of sums of heaps of an octal game.
struct Plainly {
    digits: Vec<u8>,
    known: HashMap<Vec<u64>, u64>,
}

impl Plainly {
    fn new(code: &str) -> Plainly {
        let digits = code.trim_start_matches("0.").bytes().map(|digit| digit - b'0').collect();
        Plainly { digits, known: HashMap::new() }
    }

    fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let mut options = vec![];
        for (take, digit) in (1..).zip(&self.digits) {
            let Some(left) = heap.checked_sub(take) else { continue };
            if digit & 1 != 0 && left == 0 {
                options.push(vec![]);
            }
            if digit & 2 != 0 && left > 0 {
                options.push(vec![left]);
            }
            if digit & 4 != 0 {
                options.extend((1..=left / 2).map(|a| vec![a, left - a]));
            }
        }
        options
    }

    /// Is a sum of heaps, in order, a P-position?
    fn is_p(&mut self, sum: &[u64]) -> bool {
        self.value(sum) == 0
    }

    /// The value of a sum of heaps, in order.
    fn value(&mut self, sum: &[u64]) -> u64 {
        if let Some(known) = self.known.get(sum) {
            return *known;
        }
        let mut values = vec![];
        for (place, heap) in sum.iter().enumerate() {
            for option in self.options(*heap) {
                let mut rest = [&sum[..place], &sum[place + 1..], &option].concat();
                rest.sort_unstable();
                values.push(self.value(&rest));
            }
        }
        let value = if values.is_empty() { 1 } else { (0..).find(|v| !values.contains(v)).expect("a mex") };
        self.known.insert(sum.to_vec(), value);
        value
    }
}

/// All sums of heaps of `1..=most`, in order, with this total at most.
fn sums(total: u64, most: u64) -> Vec<Vec<u64>> {
    let mut all = vec![];
    let mut open = vec![(vec![], total)];
    while let Some((sum, left)) = open.pop() {
        let least = sum.last().copied().unwrap_or(1);
        open.extend((least..=left.min(most)).map(|heap| ([&sum[..], &[heap]].concat(), left - heap)));
        all.push(sum);
    }
    all
}

/// The element of a heap, by the period where it is large.
fn element(search: &Search, heap: u64) -> Element {
    let heaps = search.quotient().heaps.len() as u64;
    let near = match search.period() {
        Some(Period { preperiod, period }) if heap >= heaps => preperiod + (heap - preperiod) % period,
        _ => heap,
    };
    search.quotient().element(near).expect("a heap of the quotient")
}

/// Compares all sums of heaps of `1..=most` with this total at most; the number of sums.
fn compare(search: &Search, plainly: &mut Plainly, (total, most): (u64, u64)) -> usize {
    let monoid = &search.quotient().monoid;
    let all = sums(total, most);
    for sum in &all {
        let product = sum.iter().fold(Monoid::ONE, |all, heap| monoid.times(all, element(search, *heap)));
        assert_eq!(monoid.is_p(product), plainly.is_p(sum), "{:?} {sum:?}", plainly.digits);
    }
    all.len()
}

fn big(heaps: &[u64]) -> Vec<IBig> {
    heaps.iter().map(|heap| IBig::from(*heap)).collect()
}

/// Compares what is told of all sums with this total at most with the definition; the numbers of sums whose value and whose outcome is told.
fn compare_told(code: &str, total: u64) -> (usize, usize) {
    let rules = Session::new().game(&format!("octal[{code}]"), None).expect("a game").rules;
    let mut told = HeapSums::read(&rules, &Limits::default(), |_, _, _, _| Ok(true)).expect("heaps");
    let mut plainly = Plainly::new(code);
    let (mut values, mut outcomes) = (0, 0);
    for sum in sums(total, total) {
        let value = plainly.value(&sum);
        let own = told.value(&big(&sum)).expect("room");
        values += usize::from(own.is_some());
        assert_eq!(own.unwrap_or(value), value, "{code} {sum:?}");
        if let Some(is_p) = told.is_p(&big(&sum)).expect("room") {
            assert_eq!(is_p, value == 0, "{code} {sum:?}");
            outcomes += 1;
        }
    }
    (values, outcomes)
}

/// All 2,714 sums of 20 tokens or less. From the heap of 20 on the values to 3 alone are told of Kayles; that heap has one of these.
#[test]
fn sums_have_the_values_of_the_definition() {
    for code in ["0.77", "0.15", "0.71", "0.75", "0.23", "0.07", "0.137", "0.26", "0.31"] {
        assert_eq!(compare_told(code, 20), (2714, 2714), "{code}");
    }
}

/// Where the values to 3 alone are told.
#[test]
fn large_values_are_not_guessed() {
    let rules = Session::new().game("kayles", None).expect("a game").rules;
    let mut told = HeapSums::read(&rules, &Limits::default(), |_, _, _, _| Ok(true)).expect("heaps");
    // As the search by forms finds.
    for (heaps, value) in [(vec![30, 40], 4), (vec![60], 6), (vec![70], 4)] {
        assert_eq!(told.value(&big(&heaps)), Ok(None), "{heaps:?}: {value}");
        assert_eq!(told.is_p(&big(&heaps)), Ok(Some(false)), "{heaps:?}");
    }
    assert_eq!(told.value(&big(&[100])), Ok(Some(1)));
    assert_eq!(told.is_p(&big(&[100, 1])), Ok(Some(true)));
}

/// A refused proof is not used, and a sum of two games is none of heaps of one.
#[test]
fn what_the_gate_refuses_is_not_told() {
    let read = |game: &str, gate: Gate| {
        let rules = Session::new().game(game, None).expect("a game").rules;
        HeapSums::read(&rules, &Limits::default(), gate)
    };
    let mut told = read("octal[0.75]", |_, _, _, _| Ok(false)).expect("heaps");
    assert_eq!((told.value(&big(&[5])), told.is_p(&big(&[5]))), (Ok(None), Ok(None)));
    let pass: Gate = |_, _, _, _| Ok(true);
    assert!(read("2*octal[0.75]", pass).is_ok());
    for game in ["octal[0.75] + kayles", "nim[2]", "wythoff"] {
        assert!(read(game, pass).is_err(), "{game}");
    }
}

/// The sizes of Plambeck (2005) and of Plambeck and Siegel (2008); for 0.77 and 0.07 those of the quotients of the first heaps.
#[test]
fn quotients_of_octal_games() {
    for (code, size, portion, preperiod, period) in [
        ("0.012", 2, 1, 1, 2),
        ("0.23", 6, 2, 1, 3),
        ("0.75", 8, 2, 8, 2),
        ("0.71", 36, 9, 3, 6),
        ("0.77", 40, 9, 71, 12),
        ("0.15", 42, 12, 66, 10),
    ] {
        let search = found(&format!("octal[{code}]"), 200);
        let monoid = &search.quotient().monoid;
        assert_eq!((monoid.size(), monoid.portion().len()), (size, portion), "{code}");
        assert_eq!(search.period(), Some(Period { preperiod, period }), "{code}");
        assert!(monoid.is_reduced(), "{code}");
        assert_eq!(monoid.is_tame(), size <= 6, "{code}");
    }
    let dawson = found("octal[0.07]", 32);
    assert_eq!(
        dawson.sizes(),
        [(2, 2), (4, 6), (10, 12), (14, 24), (25, 144), (27, 176), (30, 360), (31, 520), (32, 552)]
    );
    let kayles = found("kayles", 30);
    assert_eq!(kayles.sizes(), [(1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40)]);
}

/// All sums of 26 tokens or less.
#[test]
fn sums_have_the_outcomes_of_the_definition() {
    for code in ["0.77", "0.75", "0.71", "0.15"] {
        let search = found(&format!("octal[{code}]"), 200);
        assert!(search.period().is_some(), "{code}");
        let compared = compare(&search, &mut Plainly::new(code), (26, 26));
        assert!(compared > 10_000, "{compared}");
    }
}

/// Nim heaps of less than 2^k tokens have the tame quotient of 2^k + 2 elements.
#[test]
fn nim_heaps_are_tame() {
    let search = found("subtraction[{1, 2, 3, 4, 5, 6, 7}]", 40);
    assert_eq!(search.sizes(), [(1, 2), (2, 6), (4, 10)]);
    assert!(search.quotient().monoid.is_tame() && search.period().is_some());
    let wild = found("octal[0.75]", 5);
    assert!(!wild.quotient().monoid.is_tame());
}

/// Products of the generators, and their relations, say the same as the table.
#[test]
fn relations_hold_and_are_enough() {
    for game in ["kayles", "octal[0.15]", "octal[0.23]", "octal[0.07]"] {
        let search = found(game, 24);
        let monoid = &search.quotient().monoid;
        let Presentation { generators, products, relations } = Presentation::of(search.quotient());
        let value = |powers: &[u32]| {
            let each = powers.iter().zip(&generators).flat_map(|(times, heap)| vec![*heap; *times as usize]);
            each.fold(Monoid::ONE, |all, heap| monoid.times(all, element(&search, heap)))
        };
        for (x, powers) in monoid.elements().zip(&products) {
            assert_eq!(value(powers), x, "{game}");
            for place in 0..generators.len() {
                let mut more = powers.clone();
                more[place] += 1;
                let divides = |left: &[u32]| left.iter().zip(&more).all(|(a, b)| a <= b);
                let is_first = products.contains(&more);
                assert_ne!(is_first, relations.iter().any(|relation| divides(&relation.left)), "{game} {more:?}");
            }
        }
        for Relation { left, right } in &relations {
            assert_eq!(value(left), value(right), "{game}");
            assert!(products.contains(right) && !products.contains(left), "{game}");
        }
    }
}

/// A heap that is no position has no element, and a game without moves the quotient of one element.
#[test]
fn heaps_that_are_no_positions() {
    let mut session = Session::new();
    session
        .load(
            "g.game",
            "game odd(n) { require n mod 2 = 1; move n - 2; move n - 4 }\ngame still(n) { move n - 1 if n < 0 }",
        )
        .expect("rules");
    let mut of = |name: &str| {
        let rules = session.game(name, None).expect("a game").rules;
        let mut search = Search::new(&rules, &Limits::default()).expect("heaps");
        while search.period().is_none() && search.quotient().heaps.len() < 100 {
            assert_eq!(search.advance(), Ok(Step::Closed));
        }
        search
    };
    let odd = of("odd");
    assert_eq!(&odd.quotient().heaps[..6], [None, Some(0), None, Some(1), None, Some(2)]);
    assert_eq!(odd.period(), Some(Period { preperiod: 0, period: 6 }));
    assert_eq!(of("still").quotient().monoid.size(), 1);
}

#[test]
fn other_rules_are_refused() {
    for game in ["wythoff", "nim[2]"] {
        let rules = Session::new().game(game, None).expect("a game").rules;
        assert!(Search::new(&rules, &Limits::default()).is_err(), "{game}");
    }
}

#[test]
fn limits_end_the_search() {
    let rules = Session::new().game("octal[0.26]", None).expect("a game").rules;
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let mut search = Search::new(&rules, &limits).expect("heaps");
    let ended = (0..100).find_map(|_| search.advance().err());
    assert!(ended.is_some(), "a megabyte was enough");
    assert!(search.quotient().heaps.len() > 10);
    drop(search);
    assert_eq!(limits.in_use(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: grundy_testing::cases(36), failure_persistence: None, ..ProptestConfig::default() })]

    /// Octal codes of two or three digits: all sums of 14 tokens or less of the heaps that the quotient has.
    #[test]
    fn random_codes_have_the_outcomes_of_the_definition(digits in prop::collection::vec(0..8u8, 2..4)) {
        let digits: String = digits.iter().map(u8::to_string).collect();
        let code = format!("0.{digits}");
        let search = found(&format!("octal[{code}]"), 14);
        let heaps = search.quotient().heaps.len() as u64;
        prop_assert!(search.period().is_some() || heaps > 3, "{} ended at {}", code, heaps);
        prop_assert!(search.quotient().monoid.is_reduced());
        let most = if search.period().is_some() { 14 } else { heaps - 1 };
        compare(&search, &mut Plainly::new(&code), (14, most));
    }

    /// What is told of all sums of 12 tokens or less.
    #[test]
    fn random_codes_have_the_values_of_the_definition(digits in prop::collection::vec(0..8u8, 1..4)) {
        let digits: String = digits.iter().map(u8::to_string).collect();
        let (values, outcomes) = compare_told(&format!("0.{digits}"), 12);
        prop_assert!(values > 0 && outcomes >= values, "{}", digits);
    }
}
