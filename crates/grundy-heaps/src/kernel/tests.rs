//! The loops with vectors compute what the plain ones do.

use super::*;

fn random<T: Lane>(random: &mut fastrand::Rng, length: usize, most: u32) -> Vec<T> {
    (0..length).map(|_| T::narrow(random.u32(..=most) | if random.u8(..5) == 0 { T::SIGN } else { 0 })).collect()
}

fn agree<T: Lane>(most: u32, words: usize) {
    let Kernel::Avx2(_) = Kernel::best() else { return };
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
            T::mark(Kernel::best(), pairs, lanes, &mut fast);
            assert_eq!(plain, fast);
        }
        let tried: Tried<T> = std::array::from_fn(|_| std::array::from_fn(|_| T::narrow(rng.u32(..=most))));
        let left = [[T::narrow(T::MOST); BLOCK]; TRIED];
        let (mut plain, mut fast) = (left, left);
        T::test(Kernel::Scalar, pairs, &tried, &mut plain);
        T::test(Kernel::best(), pairs, &tried, &mut fast);
        assert_eq!(plain, fast);
    }
    for smaller in [1..450usize, 3..3, 3..4, 1..33, 17..100] {
        for _ in 0..20 {
            let sum = T::narrow(rng.u32(..=most) | if rng.bool() { T::SIGN } else { 0 });
            let found = |kernel| T::any_pair(kernel, &codes, smaller.clone(), 900, sum);
            assert_eq!(found(Kernel::Scalar), found(Kernel::best()), "{smaller:?} {sum:?}");
        }
    }
}

#[test]
fn vectors_compute_what_plain_loops_do() {
    for words in 1..=6 {
        agree::<u8>(100, words.min(2));
        agree::<u8>(3, 1);
        agree::<u16>(500, words);
        agree::<u16>(32_000, words);
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
