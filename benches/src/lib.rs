//! Measurements of grundy against programs written by hand.
//!
//! In: a piece of work done in two ways. Out: the ratio of their times, taken in turns in one run, so that a busy machine slows both. Only
//! ratios are to be quoted; they are never tested, since times on shared machines are noise.

use std::time::{Duration, Instant};

/// The best of several runs of each, taken in turns; both must give the same number, which is the proof that they did the same.
///
/// # Panics
/// When the two disagree.
pub fn compare(name: &str, runs: usize, mut grundy: impl FnMut() -> u64, mut by_hand: impl FnMut() -> u64) {
    let mut best = [Duration::MAX; 2];
    for _ in 0..runs {
        let (a, ours) = timed(&mut grundy);
        let (b, theirs) = timed(&mut by_hand);
        assert_eq!(a, b, "{name}: the two programs disagree");
        best = [best[0].min(ours), best[1].min(theirs)];
    }
    let ratio = best[0].as_secs_f64() / best[1].as_secs_f64();
    println!("{name}: grundy {:.3} s, by hand {:.3} s, ratio {ratio:.2}", best[0].as_secs_f64(), best[1].as_secs_f64());
}

fn timed(work: &mut impl FnMut() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
