//! The loops with vectors compute what the plain ones do.

use super::*;

fn random<T: Lane>(random: &mut fastrand::Rng, length: usize, most: u32) -> Vec<T> {
    (0..length).map(|_| T::narrow(random.u32(..=most) | if random.u8(..5) == 0 { T::SIGN } else { 0 })).collect()
}

fn agree<T: Lane>(most: u32, words: usize, kernel: Kernel) {
    let mut rng = fastrand::Rng::with_seed(u64::from(most) + words as u64);
    let codes: Vec<T> = random(&mut rng, 1000, most);
    let parts = [0usize, 1, 7, 50].map(|length| {
        let mut list: Vec<Part> =
            (0..length).map(|_| Part { at: rng.usize(64..700), code: u64::from(rng.u32(..=most)) }).collect();
        list.sort_by_key(|part| part.at);
        list
    });
    for list in &parts {
        let pairs = Pairs { codes: &codes, base: 900, list };
        for lanes in [0..BLOCK, 8..16, 40..64] {
            let sets = || vec![[1u64 << 40; BLOCK]; words];
            let (mut plain, mut fast) = (sets(), sets());
            T::mark(Kernel::Scalar, pairs, lanes.clone(), &mut plain);
            T::mark(kernel, pairs, lanes, &mut fast);
            assert_eq!(plain, fast);
        }
        let tried: Tried<T> = std::array::from_fn(|_| std::array::from_fn(|_| T::narrow(rng.u32(..=most))));
        let left = [[T::narrow(T::MOST); BLOCK]; TRIED];
        let (mut plain, mut fast) = (left, left);
        T::test(Kernel::Scalar, pairs, &tried, &mut plain);
        T::test(kernel, pairs, &tried, &mut fast);
        assert_eq!(plain, fast);
    }
    for smaller in [1..450usize, 3..3, 3..4, 1..33, 17..100] {
        let seen = |kernel| {
            let mut seen = vec![0; T::MOST as usize + 1];
            T::mark_pairs(kernel, &codes, smaller.clone(), 900, &mut seen);
            seen
        };
        assert_eq!(seen(Kernel::Scalar), seen(kernel), "{smaller:?}");
        for _ in 0..20 {
            let sum = T::narrow(rng.u32(..=most) | if rng.bool() { T::SIGN } else { 0 });
            let found = |kernel| T::any_pair(kernel, &codes, smaller.clone(), 900, sum);
            assert_eq!(found(Kernel::Scalar), found(kernel), "{smaller:?} {sum:?}");
        }
    }
}

/// Codes that leave a few numbers out, so that the least one that is missing lies among those that pairs have.
fn agree_on_the_least<T: Lane>(below: u32, kernel: Kernel) {
    let mut rng = fastrand::Rng::with_seed(u64::from(below));
    for round in 0..60 {
        // Nim-sums of multiples of 2^round with numbers of few digits leave gaps.
        let (low, high) = (1u32 << rng.u32(..below.ilog2()), rng.u32(..below));
        let code = |n: u32| T::narrow(if n.is_multiple_of(3) { n % low } else { n & high } & (below - 1));
        let codes: Vec<T> = (0..6000).map(|_| code(rng.u32(..))).collect();
        let pairs = [(1..rng.usize(1..2900), 5900usize), (3..3 + rng.usize(..600), 4000), (7..7, 900)];
        let seen = (0..below).map(|v| u32::from(v < below / 8 * (round % 9) || rng.u8(..4) == 0));
        let mut seen: Vec<u32> = seen.collect();
        seen.resize(T::MOST as usize + 1, 0);
        let least = |kernel| {
            T::least_missing(kernel, &codes, &pairs[..1 + round as usize % 3], &mut seen.clone(), below as usize)
        };
        assert_eq!(least(Kernel::Scalar), least(kernel), "{below}, {round}");
    }
}

#[test]
fn the_least_missing_number_is_found() {
    for kernel in vectors() {
        for below in [1u32, 2, 16, 32, 64, 256] {
            agree_on_the_least::<u8>(below.max(2), kernel);
            agree_on_the_least::<u16>(below.max(2), kernel);
        }
        for below in [512, 1024, 2048, 8192, 65_536] {
            agree_on_the_least::<u16>(below, kernel);
        }
    }
}

#[test]
fn vectors_compute_what_plain_loops_do() {
    for (words, kernel) in (1..=10).flat_map(|words| vectors().into_iter().map(move |kernel| (words, kernel))) {
        agree::<u8>(100, words.min(2), kernel);
        agree::<u8>(3, 1, kernel);
        agree::<u16>(600, words, kernel);
        agree::<u16>(32_000, words, kernel);
    }
}

fn numbers_mark<T: Lane>(most: u32, words: usize) {
    let mut rng = fastrand::Rng::with_seed(u64::from(most) + words as u64);
    let codes: Vec<T> = random(&mut rng, 2000, most);
    for length in [0, 1, 300] {
        let part = |_| Part { at: rng.usize(64..1700), code: u64::from(rng.u32(..=most)) };
        let list: Vec<Part> = (0..length).map(part).collect();
        let pairs = Pairs { codes: &codes, base: 1900, list: &list };
        let marked = |mark: fn(Pairs<'_, T>, Range<usize>, &mut Sets)| {
            let mut sets = vec![[1u64 << 40; BLOCK]; words];
            mark(pairs, 8..BLOCK, &mut sets);
            sets
        };
        let plain = marked(scalar::mark);
        assert_eq!(plain, marked(scalar::mark_by_numbers), "{most}, {words}, {length}");
        assert_eq!(plain, marked(scalar::mark_wide), "{most}, {words}, {length}");
    }
}

#[test]
fn numbers_mark_what_words_do() {
    for words in [1, 2] {
        numbers_mark::<u8>(127, words);
    }
    for words in [1, 5, 9, 40] {
        numbers_mark::<u16>(600, words);
        numbers_mark::<u16>(32_000, words);
    }
}

#[test]
fn places_are_those_of_the_list() {
    let mut rng = fastrand::Rng::with_seed(5);
    let codes: Vec<u8> = (0..3000).map(|_| rng.u8(..2)).collect();
    let wanted = &codes[1500..1512];
    let plain = scalar::places(&codes, wanted);
    let fast = u8::places(&codes, wanted);
    assert!(plain.contains(&1500) && fast.iter().all(|at| plain.contains(at)) && fast.contains(&plain[0]));
}
