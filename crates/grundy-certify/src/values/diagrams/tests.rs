//! Random formulas: automata say of them what the states that are made as they are needed say, and what the numbers themselves say.

use proptest::prelude::*;

use super::super::super::spent::Spent;
use super::super::numeration::Numeration;
use super::super::sets::{Said, Set, Sets, Sum, Table, Track};
use super::super::states::States;
use super::*;

/// The tracks of formulas.
const TRACKS: u32 = 4;
/// Steps of the yardstick.
const STEPS: u64 = 1 << 13;
/// Steps after which the automata of a formula are given up.
pub(in super::super) const MANY: u64 = 1 << 17;

/// Bytes that become a formula.
pub(in super::super) struct Tape<'a>(pub(in super::super) std::slice::Iter<'a, u8>);

impl Tape<'_> {
    fn below(&mut self, n: u8) -> u8 {
        self.0.next().map_or(0, |byte| byte % n)
    }

    fn track(&mut self) -> Track {
        self.below(TRACKS as u8).into()
    }

    fn sum(&mut self) -> Sum {
        let one = i128::from(self.below(11)) - 5;
        let terms = (0..TRACKS).map(|track| (track, [0, 0, 1, -1, 2, -2, 3, -3][usize::from(self.below(8))]));
        let terms = terms.filter(|(_, k)| *k != 0);
        Sum { terms: terms.collect(), one }
    }

    /// A given automaton that reads two numbers, to which zeros in front change nothing.
    fn table(&mut self, digits: usize) -> Table {
        let states = 1 + usize::from(self.below(4));
        let mut row = |_| (0..digits * digits).map(|_| usize::from(self.below(states as u8))).collect();
        let mut next: Vec<Vec<usize>> = (0..states).map(&mut row).collect();
        let accepts: Vec<bool> = (0..states).map(|_| self.below(2) == 1).collect();
        for state in 0..states {
            if accepts[next[state][0]] != accepts[state] {
                next[state][0] = state;
            }
        }
        Table { next, accepts }
    }

    fn atom(&mut self, sets: &mut Sets) -> Set {
        match self.below(7) {
            0 | 1 => {
                let sum = self.sum();
                sets.zero(&sum)
            }
            2 | 3 => sets.at_most(&self.sum(), &Sum::number(0)).expect("small"),
            4 => {
                let (d, sum) = (1 + i128::from(self.below(5)), self.sum());
                sets.divides(d, &sum)
            }
            5 if sets.numeration == Numeration::default() => {
                let tracks: Vec<Track> = (0..3).map(|_| self.track()).collect();
                sets.nim_sum_is_zero(&tracks)
            }
            _ => {
                let table = self.table(sets.numeration.digits());
                let (table, first) = (sets.table(&table), self.track());
                let second = (first + 1 + u32::from(self.below(TRACKS as u8 - 1))) % TRACKS;
                sets.is_in(table, vec![first, second])
            }
        }
    }

    pub(in super::super) fn formula(&mut self, sets: &mut Sets, depth: u32, quantified: bool) -> Set {
        if depth == 0 {
            return self.atom(sets);
        }
        match self.below(if quantified { 8 } else { 5 }) {
            0 => {
                let inner = self.formula(sets, depth - 1, quantified);
                sets.not(inner)
            }
            way @ 1..=4 => {
                let parts = (0..2 + self.below(2)).map(|_| self.formula(sets, depth - 1, quantified)).collect();
                if way % 2 == 0 { sets.and(parts) } else { sets.or(parts) }
            }
            _ => {
                let (track, inner) = (self.track(), self.formula(sets, depth - 1, quantified));
                sets.exists(&[track], inner)
            }
        }
    }
}

fn numeration(way: u8) -> Numeration {
    match way {
        0..=2 => Numeration::default(),
        3 | 4 => Numeration::Ostrowski(1),
        5 => Numeration::Ostrowski(2),
        6 => Numeration::Base(3),
        7 => Numeration::Unit(3),
        8 => Numeration::Unit(4),
        _ => Numeration::Base(5),
    }
}

fn never() -> impl FnMut(Spent) -> bool {
    |_| false
}

/// What a formula without "there is" says of numbers.
fn holds(sets: &Sets, set: Set, numbers: &[u64]) -> bool {
    let value = |sum: &Sum| sum.terms.iter().map(|(t, k)| k * i128::from(numbers[*t as usize])).sum::<i128>() + sum.one;
    match sets.said(set) {
        Said::Zero(sum) => value(sum) == 0,
        Said::AtMostZero(sum) => value(sum) <= 0,
        Said::Divides(d, sum) => value(sum).rem_euclid(*d) == 0,
        Said::NimSumIsZero(mask) => tracks_of(*mask).fold(0, |all, track| all ^ numbers[track as usize]) == 0,
        Said::Word(_) => true,
        Said::In(table, tracks) => {
            let own: Vec<u64> = tracks.iter().map(|track| numbers[*track as usize]).collect();
            super::super::accepts(sets.given(*table), &own, sets.numeration)
        }
        Said::Not(inner) => !holds(sets, *inner, numbers),
        Said::Join { all: true, parts } => parts.iter().all(|part| holds(sets, *part, numbers)),
        Said::Join { all: false, parts } => parts.iter().any(|part| holds(sets, *part, numbers)),
        Said::Exists(..) => panic!("there is none"),
    }
}

/// The tracks are numbers.
fn are(sets: &mut Sets, numbers: &[u64]) -> Set {
    let parts = (0..).zip(numbers).map(|(track, n)| {
        let sum = Sum { terms: [(track, 1)].into(), one: -i128::from(*n) };
        sets.zero(&sum)
    });
    let parts = parts.collect();
    sets.and(parts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(200)))]

    #[test]
    fn both_engines_agree(way in 0u8..10, bytes in prop::collection::vec(any::<u8>(), 20..160), depth in 1u32..4) {
        let mut sets = Sets::default();
        sets.numeration = numeration(way);
        let set = Tape(bytes.iter()).formula(&mut sets, depth, true);
        let mut diagrams = Diagrams::default();
        // A formula may hold nowhere, everywhere, for all values of some track, or for some.
        let mut asked = vec![set, sets.not(set)];
        for track in 0..TRACKS {
            asked.push(sets.exists(&[track], set));
            asked.push(sets.exists(&(0..TRACKS).filter(|own| *own != track).collect::<Vec<_>>(), set));
        }
        for set in asked {
            // Some linear forms in other numerations than bases are too large for both.
            let Ok(Some(lazy)) = States::default().holds(&mut sets, set, STEPS, &mut never()) else { continue };
            match diagrams.holds(&mut sets, set, &mut |spent| spent.steps > MANY) {
                Err(_) => break,
                Ok(holds) => prop_assert_eq!(holds, lazy, "{:?}", sets.said(set)),
            }
        }
    }

    #[test]
    fn formulas_are_what_they_say(way in 0u8..10, bytes in prop::collection::vec(any::<u8>(), 20..120), depth in 1u32..4, codes in prop::collection::vec(0u64..10_000, 12)) {
        let mut sets = Sets::default();
        sets.numeration = numeration(way);
        let set = Tape(bytes.iter()).formula(&mut sets, depth, false);
        let mut diagrams = Diagrams::default();
        for code in codes {
            let numbers: Vec<u64> = (0..TRACKS).map(|i| code / 10u64.pow(i) % 10).collect();
            let here = are(&mut sets, &numbers);
            let expected = holds(&sets, set, &numbers);
            let says = sets.implies(here, set);
            match diagrams.holds(&mut sets, says, &mut |spent| spent.steps > MANY) {
                Err(_) => break,
                Ok(holds) => prop_assert_eq!(holds, expected, "{:?}", numbers),
            }
        }
    }
}

/// Where "there is" speaks of a number that is longer than all others.
#[test]
fn numbers_may_be_longer_than_others() {
    for numeration in (0..8).map(numeration) {
        let mut sets = Sets::default();
        sets.numeration = numeration;
        let far = Sum { terms: [(0, 7), (1, -1)].into(), one: 100 };
        let far = sets.zero(&far);
        let some = sets.exists(&[1], far);
        let bounded = sets.exists(&[0], far);
        let mut diagrams = Diagrams::default();
        assert_eq!(diagrams.holds(&mut sets, some, &mut never()), Ok(true), "{numeration:?}");
        assert_eq!(diagrams.holds(&mut sets, bounded, &mut never()), Ok(false), "{numeration:?}");
    }
}

#[test]
fn work_may_be_stopped_and_is_limited() {
    let mut sets = Sets::default();
    let large = sets.zero(&Sum { terms: [(0, 1 << 40), (1, -(1 << 40) + 1)].into(), one: 0 });
    let not = sets.not(large);
    assert_eq!(Diagrams::default().holds(&mut sets, not, &mut |spent| spent.steps > 1000), Err(String::new()));
    let why = Diagrams::default().holds(&mut sets, not, &mut never()).expect_err("too many states");
    assert!(why.contains("too much for this checker"), "{why}");
}
