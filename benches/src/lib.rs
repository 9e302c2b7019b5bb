//! Measurements of grundy against programs written by hand.
//!
//! In: a piece of work done in two ways. Out: the ratio of their times, taken in turns in one run, so that a busy machine slows both. Only
//! ratios are to be quoted; they are never tested, since times on shared machines are noise.

pub mod work;

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

/// Seconds of the best runs.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// Of grundy.
    pub ours: f64,
    /// Of the program by hand.
    pub theirs: f64,
}

/// The best of several runs of each, taken in turns, with their last results: what is done with these is not timed.
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
