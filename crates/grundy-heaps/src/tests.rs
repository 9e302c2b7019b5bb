//! Values agree with the definition.

use super::*;
use crate::kernel::{Kernel, vectors};

/// Values by the definition.
fn plainly(rules: &Rules, first: &[u32], to: usize) -> Vec<u32> {
    let mut values = first.to_vec();
    let mut seen = vec![0; 1 << 12];
    for n in values.len()..to {
        for value in rules.fixed.iter().copied().chain(rules.takes.iter().map(|k| values[n - k])) {
            seen[value as usize] = n;
        }
        for split in &rules.splits {
            let whole = n - split.take;
            for a in (split.least..=whole / 2).filter(|a| !split.unequal || 2 * a != whole) {
                seen[(values[a] ^ values[whole - a]) as usize] = n;
            }
        }
        values.push((0..).find(|v| seen[*v as usize] != n).expect("there are finitely many options"));
    }
    values
}

/// An octal code: digits after the point, and whether heaps may be split without taking.
fn octal(digits: &[u8]) -> (Rules, Vec<u32>) {
    let has = |bit: u8| move |(_, digit): &(usize, &u8)| **digit >> bit & 1 == 1;
    let numbered = || digits.iter().enumerate();
    let split = |(take, _)| Split { take, least: 1, unequal: false };
    let rules = Rules {
        takes: numbered().filter(has(1)).map(|(take, _)| take).collect(),
        fixed: vec![],
        splits: numbered().filter(has(2)).map(split).collect(),
    };
    // The first heaps, of which some moves take all.
    let mut values: Vec<u32> = vec![0];
    for n in 1..40usize {
        let mut options = vec![];
        for (k, digit) in numbered().filter(|(k, _)| *k <= n) {
            let rest = n - k;
            if digit & 1 == 1 && rest == 0 {
                options.push(0);
            }
            if digit & 2 == 2 && rest > 0 && k > 0 {
                options.push(values[rest]);
            }
            if digit & 4 == 4 {
                options.extend((1..=rest / 2).filter(|a| *a < n).map(|a| values[a] ^ values[rest - a]));
            }
        }
        values.push((0..).find(|v| !options.contains(v)).expect("there are finitely many options"));
    }
    (rules, values)
}

fn agree(rules: &Rules, first: &[u32], to: usize) {
    let expected = plainly(rules, first, to);
    for kernel in vectors().into_iter().chain([Kernel::Scalar]) {
        let Some(mut sequence) = Sequence::with(rules.clone(), first, kernel) else {
            assert!(rules.splits.is_empty() && rules.takes.is_empty(), "{rules:?}");
            return;
        };
        assert_eq!(sequence.extend(to, &mut |_| false), Ended::Enough);
        let wrong = (0..to).find(|n| sequence.get(*n) != expected[*n]);
        assert_eq!(wrong, None, "{rules:?} {kernel:?} {:?}", sequence.space());
    }
}

#[test]
fn octal_codes_agree_with_the_definition() {
    // Values of 0.743 exceed a byte at 4760, at a heap that is rare.
    for digits in
        [[0, 7, 4, 3], [0, 3, 7, 6], [0, 1, 7, 7], [4, 1, 0, 4], [0, 0, 0, 7], [0, 1, 3, 5], [0, 2, 4, 4], [0, 1, 6, 0]]
    {
        let (rules, first) = octal(&digits);
        agree(&rules, &first, 9000);
    }
}

#[test]
fn random_moves_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..12 {
        let few =
            |random: &mut fastrand::Rng, most: usize| (0..random.usize(..3)).map(|_| random.usize(1..most)).collect();
        let splits = (0..random.usize(1..3))
            .map(|_| Split { take: random.usize(0..5), least: random.usize(1..6), unequal: random.bool() })
            .collect();
        let takes: Vec<usize> = few(&mut random, 12);
        let fixed = (0..random.usize(..2)).map(|_| random.u32(..3)).collect();
        let rules = Rules { takes, fixed, splits };
        let first: Vec<u32> = (0..40).map(|_| random.u32(..3)).collect();
        agree(&rules, &first, 7000);
    }
}

#[test]
fn grundys_game_has_its_rare_heaps() {
    let split = Split { take: 0, least: 1, unequal: true };
    let rules = Rules { takes: vec![], fixed: vec![], splits: vec![split] };
    agree(&rules, &[0, 0, 0], 20_000);
}

/// A sequence that takes up the values of another one goes on as that one does, whatever has been added, in one step or in several.
#[test]
fn values_of_an_earlier_run_are_taken_up() {
    for digits in [&[0, 1, 6, 7][..], &[0, 3, 7, 6], &[4, 0, 0, 4], &[0, 7, 7]] {
        let (rules, first) = octal(digits);
        let mut whole = Sequence::new(rules.clone(), &first).expect("rules");
        assert_eq!(whole.extend(30_000, &mut |_| false), Ended::Enough);
        let values: Vec<u32> = (0..30_000).map(|n| whole.get(n)).collect();
        for cuts in [&[3_000usize][..], &[5_000, 20_000], &[41, 64, 9_000]] {
            let mut later = Sequence::new(rules.clone(), &first).expect("rules");
            for cut in cuts {
                assert!(later.take_up(&values[later.len()..*cut]));
                assert_eq!(later.len(), *cut);
            }
            assert_eq!(later.extend(30_000, &mut |_| false), Ended::Enough);
            assert!((0..30_000).all(|n| later.get(n) == values[n]), "{digits:?}, {cuts:?}");
        }
    }
    let (rules, first) = octal(&[0, 7]);
    assert!(!Sequence::new(rules, &first).expect("rules").take_up(&[3, 70_000]));
}

/// 0.56 has the period 144 from heap 326640 on, 0.16 the period 149459 from 105351 on (Gangolli and Plambeck 1989), and 0.127 the period 4 from 46578 on.
#[test]
fn the_first_and_the_last_heaps_tell_the_others() {
    for (digits, cycle, begin) in [
        (&[0, 1, 2, 7][..], Cycle { from: 46_578, period: 4 }, 120_000),
        (&[0, 5, 6], Cycle { from: 326_640, period: 144 }, 100_000),
        (&[0, 5, 6], Cycle { from: 326_640, period: 144 }, 400_001),
        (&[0, 1, 6], Cycle { from: 105_351, period: 149_459 }, 131_072),
        (&[0, 1, 6], Cycle { from: 105_351, period: 149_459 }, 99_999),
    ] {
        let (rules, first) = octal(digits);
        let mut all = Sequence::new(rules.clone(), &first).expect("rules");
        assert_eq!(all.extend(700_000, &mut |_| false), Ended::Enough);
        let mut sequence = Sequence::new(rules, &first).expect("rules");
        assert_eq!(sequence.extend(begin, &mut |_| false), Ended::Enough);
        let mut far = sequence.far().expect("few rare heaps");
        for to in (begin as u64..600_000).step_by(50_000) {
            if far.extend(to, &mut |_| false) == FarEnded::Recurs {
                break;
            }
            assert!(far.len() >= to);
            // What is stopped at any heap goes on from there.
            let stopped = far.extend(to + 50_000, &mut |heaps| heaps >= to + 7000);
            assert!(matches!(stopped, FarEnded::Stopped | FarEnded::Recurs));
        }
        while far.extend(far.len() + 1_000_000, &mut |_| false) == FarEnded::Enough {}
        assert_eq!(far.cycle(), Some(cycle), "{digits:?} {begin}");
        for range in [0..10, 50_000..70_000, 99_000..140_000, 590_000..600_123] {
            let values = far.values(range.start, range.end, &mut |_| false).expect("told");
            assert!(range.zip(values).all(|(n, value)| all.get(n as usize) == value), "{digits:?}");
        }
        let far_out = far.values(10_u64.pow(15), 10_u64.pow(15) + 3, &mut |_| false).expect("recurs");
        let near = |n: u64| all.get((cycle.from + (n - cycle.from) % cycle.period) as usize);
        assert_eq!(far_out, [0, 1, 2].map(|more| near(10_u64.pow(15) + more)));
    }
}

/// Marks of an earlier run, between which no states are compared: the period is the least all the same.
#[test]
fn a_run_goes_on_from_marks() {
    let (rules, first) = octal(&[0, 5, 6]);
    let mut all = Sequence::new(rules.clone(), &first).expect("rules");
    assert_eq!(all.extend(700_000, &mut |_| false), Ended::Enough);
    let mut sequence = Sequence::new(rules, &first).expect("rules");
    assert_eq!(sequence.extend(131_072, &mut |_| false), Ended::Enough);
    let mut far = sequence.far().expect("few rare heaps");
    let last = far.last_mark().expect("a mark").1.len();
    let values = |at: usize| (at - last..at).map(|n| all.get(n)).collect::<Vec<u32>>();
    let mut take_up = |at: usize, values: &[u32]| far.take_up((at - last) as u64, values);
    assert!(take_up(393_216, &values(393_216)));
    // Not beyond the last one, of another length, and with a rare value.
    assert!(!take_up(393_216, &values(393_216)));
    assert!(!take_up(655_360, &values(655_360)[1..]));
    assert!(!take_up(655_360, &vec![0; last]));
    assert!(take_up(655_360, &values(655_360)));
    assert_eq!(far.extend(2_000_000, &mut |_| false), FarEnded::Recurs);
    assert_eq!(far.cycle(), Some(Cycle { from: 326_640, period: 144 }));
}
