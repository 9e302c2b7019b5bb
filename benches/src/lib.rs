//! Measurements of grundy against hand-written programs.
//!
//! In: a piece of work done in two ways. Out: the ratio of the times. The two ways alternate in one run, so that a busy machine slows both. Only
//! ratios should be quoted; no test depends on them, since times on shared machines are noise.

pub mod work;

use std::time::{Duration, Instant};

/// The best times of several alternating runs; both ways must return the same number, which shows that they did the same work.
///
/// # Panics
/// If the two numbers differ.
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

/// The times of the best runs, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// The time of grundy.
    pub ours: f64,
    /// The time of the hand-written program.
    pub theirs: f64,
}

/// The best times of several alternating runs, with the last results; what is done with the results is not timed.
pub fn race<A, B>(
    name: &str,
    runs: usize,
    mut grundy: impl FnMut() -> A,
    mut by_hand: impl FnMut() -> B,
) -> (A, B, Best) {
    let (mut ours, mut theirs) = (timed_of(&mut grundy), timed_of(&mut by_hand));
    for _ in 1..runs {
        let (a, b) = (timed_of(&mut grundy), timed_of(&mut by_hand));
        ours = (a.0, ours.1.min(a.1));
        theirs = (b.0, theirs.1.min(b.1));
    }
    let best = Best { ours: ours.1.as_secs_f64(), theirs: theirs.1.as_secs_f64() };
    println!("{name}: grundy {:.4} s, by hand {:.4} s, ratio {:.3}", best.ours, best.theirs, best.ours / best.theirs);
    (ours.0, theirs.0, best)
}

fn timed_of<A>(work: &mut impl FnMut() -> A) -> (A, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
