//! Formulas of numbers in each numeration are what the numbers themselves say; and automata that do not add, or are not words in an order, are found.

use grundy_testing::{Noise, cases, every};
use proptest::prelude::*;

use crate::form::spent::Told;
use crate::kernel::Kernel;
use crate::say::programs::*;
use crate::say::steps::Steps;
use crate::values::accepts;

/// The tracks of formulas.
const TRACKS: u32 = 4;
/// Steps after which the automata of a formula are given up.
const MANY: u64 = 1 << 17;

/// Bytes that become a formula.
struct Tape<'a>(std::slice::Iter<'a, u8>);

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

    fn formula(&mut self, sets: &mut Sets, depth: u32, quantified: bool) -> Set {
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

/// Does a formula hold for all numbers? Nothing if that takes long.
fn decided(steps: &mut Steps, set: Set) -> Option<bool> {
    let mut long = false;
    let holds = steps.holds(set, &mut |told| {
        long |= matches!(told, Told::Spent(spent) if spent.steps > MANY);
        long
    });
    if long { None } else { Some(holds.expect("small")) }
}

/// What a formula without "there is" says of numbers.
fn holds(sets: &Sets, set: Set, numbers: &[u64]) -> bool {
    let value = |sum: &Sum| sum.terms.iter().map(|(t, k)| k * i128::from(numbers[*t as usize])).sum::<i128>() + sum.one;
    match sets.said(set) {
        Formula::Zero(sum) => value(sum) == 0,
        Formula::AtMostZero(sum) => value(sum) <= 0,
        Formula::Divides(d, sum) => value(sum).rem_euclid(*d) == 0,
        Formula::NimSumIsZero(mask) => tracks_of(*mask).fold(0, |all, track| all ^ numbers[track as usize]) == 0,
        Formula::Word(_) => true,
        Formula::In(table, tracks) => {
            let own: Vec<u64> = tracks.iter().map(|track| numbers[*track as usize]).collect();
            accepts(sets.given(*table), &own, sets.numeration)
        }
        Formula::Not(inner) => !holds(sets, *inner, numbers),
        Formula::Join { all: true, parts } => parts.iter().all(|part| holds(sets, *part, numbers)),
        Formula::Join { all: false, parts } => parts.iter().any(|part| holds(sets, *part, numbers)),
        Formula::Exists(..) => panic!("there is none"),
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
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn formulas_are_what_they_say(way in 0u8..10, bytes in prop::collection::vec(any::<u8>(), 20..120), depth in 1u32..4, codes in prop::collection::vec(0u64..10_000, 12)) {
        let mut steps = Steps::of(numeration(way));
        let set = Tape(bytes.iter()).formula(&mut steps.speaker.sets, depth, false);
        for code in codes {
            let numbers: Vec<u64> = (0..TRACKS).map(|i| code / 10u64.pow(i) % 10).collect();
            let sets = &mut steps.speaker.sets;
            let here = are(sets, &numbers);
            let expected = holds(sets, set, &numbers);
            let says = sets.implies(here, set);
            let Some(holds) = decided(&mut steps, says) else { break };
            prop_assert_eq!(holds, expected, "{:?}", numbers);
        }
    }

    /// There is a number, and all numbers are: what is so of the numbers below ten, where the formula says that the bound one is below ten.
    #[test]
    fn there_is_is_what_it_says(way in 0u8..10, bytes in prop::collection::vec(any::<u8>(), 20..120), code in 0u64..1000) {
        let mut steps = Steps::of(numeration(way));
        let sets = &mut steps.speaker.sets;
        let set = Tape(bytes.iter()).formula(sets, 2, false);
        let numbers = |last: u64| -> Vec<u64> { (0..TRACKS - 1).map(|i| code / 10u64.pow(i) % 10).chain([last]).collect() };
        let expected = (0..10).any(|last| holds(sets, set, &numbers(last)));
        let small = sets.at_most(&Sum::track(TRACKS - 1), &Sum::number(9)).expect("small");
        let both = sets.and(vec![small, set]);
        let some = sets.exists(&[TRACKS - 1], both);
        let here = are(sets, &numbers(0)[..3]);
        let says = sets.implies(here, some);
        if let Some(holds) = decided(&mut steps, says) {
            prop_assert_eq!(holds, expected, "{:?}", numbers(0));
        }
    }
}

/// Where "there is" speaks of a number that is longer than all others.
#[test]
fn numbers_may_be_longer_than_others() {
    for numeration in (0..10).map(numeration) {
        let mut steps = Steps::of(numeration);
        let sets = &mut steps.speaker.sets;
        let far = Sum { terms: [(0, 7), (1, -1)].into(), one: 100 };
        let far = sets.zero(&far);
        let asked = [1, 0].map(|track| sets.exists(&[track], far));
        let never = &mut |_: Told| false;
        assert_eq!(asked.map(|set| steps.holds(set, never)), [Ok(true), Ok(false)], "{numeration:?}");
    }
}

/// Do all obligations of given automata hold? Nothing that the kernel refuses does.
fn adds(numeration: Numeration, tables: &[Table; 3]) -> bool {
    let (mut writer, mut kernel) = (Writer::default(), Kernel::default());
    writer.begin(numeration, tables);
    let owed = std::mem::take(&mut writer.owed);
    owed.iter().all(|step| kernel.holds(&writer.program, *step, &mut |_| false) == Ok(true))
}

#[test]
fn every_numeration_adds() {
    let bases = (2..=16).map(Numeration::Base);
    let units = (3..=22).map(Numeration::Unit);
    let all: Vec<Numeration> = bases.chain((1..16).map(Numeration::Ostrowski)).chain(units).collect();
    for numeration in all.into_iter().step_by(every(7)) {
        assert!(adds(numeration, &numeration.tables()), "{numeration:?}");
    }
}

/// Given automata with one change are refused, or say the same of small numbers.
#[test]
fn automata_that_do_not_add_are_found() {
    let (mut noise, mut refused) = (Noise(11), 0);
    let rounds = cases(1200) as usize;
    for round in 0..rounds {
        let numeration =
            [Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2), Numeration::Unit(3)][round % 4];
        let mut tables = numeration.tables();
        let table = &mut tables[noise.below(3)];
        let state = noise.below(table.next.len());
        if noise.below(4) == 0 {
            table.accepts[state] ^= true;
        } else {
            let letter = noise.below(table.next[state].len());
            table.next[state][letter] = noise.below(table.next.len());
        }
        if !adds(numeration, &tables) {
            refused += 1;
            continue;
        }
        for (x, y) in (0..24).flat_map(|x| (0..24).map(move |y| (x, y))) {
            assert!(accepts(&tables[0], &[x], numeration), "{numeration:?}: {x} is a word");
            assert_eq!(accepts(&tables[1], &[x, y], numeration), x < y, "{numeration:?}: {x} and {y}");
            let is_sum = |z: &u64| accepts(&tables[2], &[x, y, *z], numeration);
            assert_eq!((0..48).filter(is_sum).collect::<Vec<_>>(), [x + y], "{numeration:?}: {x} and {y}");
        }
    }
    assert!(refused > rounds / 2, "{refused} of {rounds} were refused");
}
