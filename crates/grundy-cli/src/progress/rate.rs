//! The current rate of work, and the time that is left.
//!
//! In: the amount done, at several moments. Out: the amount per second over the last moments only, since the last cells of a table may take longer
//! than the first; and the seconds left, if the times that the moments so far have taken go on growing as they did.

use std::collections::VecDeque;
use std::time::Duration;

/// The number of moments that the rate is computed from.
const KEPT: usize = 20;
/// When the history has this many moments, every second one is dropped.
const HISTORY: usize = 64;
/// The fewest moments that tell how the time grows.
const LEAST: usize = 6;
/// The greatest power of the amount that the time may grow with: a table of four coordinates whose moves change all four.
const STEEPEST: f64 = 8.0;

/// The amounts done at the last moments, the oldest first.
pub(super) struct Rate {
    moments: VecDeque<(Duration, u64)>,
    /// Moments at which the amount had grown, since the start, evenly thinned.
    history: Vec<(f64, f64)>,
}

impl Default for Rate {
    /// At the start nothing is done.
    fn default() -> Rate {
        Rate { moments: VecDeque::from([(Duration::ZERO, 0)]), history: vec![] }
    }
}

impl Rate {
    /// Notes the amount done at a moment; returns the rate per second, if it is positive.
    pub(super) fn note(&mut self, at: Duration, done: u64) -> Option<f64> {
        if self.moments.back().is_some_and(|(_, before)| *before > done) {
            // The work has been begun again in another way.
            self.moments.clear();
            self.history.clear();
        }
        self.moments.push_back((at, done));
        if self.moments.len() > KEPT {
            self.moments.pop_front();
        }
        // Engines count in steps; between two steps nothing is learnt.
        if self.history.last().is_none_or(|(_, before)| *before < done as f64) {
            self.history.push((at.as_secs_f64(), done as f64));
        }
        if self.history.len() == HISTORY {
            let thinned = self.history.iter().skip(1).step_by(2).copied().collect();
            self.history = thinned;
        }
        let (from, before) = *self.moments.front()?;
        let (seconds, fresh) = (at.checked_sub(from)?.as_secs_f64(), done.checked_sub(before)?);
        (fresh > 0 && seconds > 0.0).then(|| fresh as f64 / seconds)
    }

    /// The seconds left for `left` more after the amount that was noted last, where `kept` stands before all that was noted: the time since the
    /// start is taken for a power of the amount. `None` if it does not grow faster than the amount, or too little is known.
    pub(super) fn seconds_left(&self, kept: u64, left: u64) -> Option<f64> {
        let (kept, (now, done)) = (kept as f64, *self.history.last()?);
        if self.history.len() < LEAST {
            return None;
        }
        let (half, at_half) = *self.history.iter().find(|(at, done)| *at >= now / 2.0 && *done > 0.0)?;
        let part = |power: f64, to: f64| ((kept + to) / (kept + done)).powf(power) - (kept / (kept + done)).powf(power);
        // The part of the time that the first of it took falls as the power rises.
        let gone = |power: f64| part(power, at_half) / part(power, done);
        if at_half >= done || gone(1.0) <= half / now {
            return None;
        }
        let (mut low, mut high) = (1.0, STEEPEST);
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            if gone(middle) > half / now { low = middle } else { high = middle }
        }
        let since = self.moments.back().map_or(0.0, |(at, _)| at.as_secs_f64() - now);
        Some((now * (part(low, done + left as f64) / part(low, done) - 1.0) - since).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_while_counts() {
        let mut rate = Rate::default();
        let at = Duration::from_secs;
        assert_eq!(rate.note(at(1), 0), None);
        assert_eq!(rate.note(at(2), 100), Some(50.0));
        for second in 3..100 {
            rate.note(at(second), 100 + 10 * (second - 2));
        }
        assert_eq!(rate.note(at(100), 100 + 10 * 98), Some(10.0));
    }

    #[test]
    fn what_is_begun_anew_has_no_rate_at_first() {
        let mut rate = Rate::default();
        rate.note(Duration::from_secs(1), 1000);
        assert_eq!(rate.note(Duration::from_secs(2), 10), None);
        assert_eq!(rate.note(Duration::from_secs(3), 20), Some(10.0));
    }

    /// The seconds left that are told when a tenth of the time has passed, for work that takes the time `amount^power`.
    fn told(power: f64, kept: u64) -> (Option<f64>, f64) {
        let (all, whole) = (1e6f64, 1000.0);
        let before = kept as f64;
        let scale = whole / (all.powf(power) - before.powf(power));
        let mut rate = Rate::default();
        let mut done = 0;
        for tick in 1..=200 {
            let time = f64::from(tick) / 2.0;
            done = ((time / scale + before.powf(power)).powf(1.0 / power) - before) as u64;
            rate.note(Duration::from_secs_f64(time), done);
        }
        (rate.seconds_left(kept, 1_000_000 - kept - done), 900.0)
    }

    #[test]
    fn the_time_left_follows_work_that_grows() {
        for power in [1.3, 2.0, 3.0, 4.5] {
            for kept in [0, 1000, 200_000] {
                let (left, true_left) = told(power, kept);
                let left = left.expect("the work grows");
                assert!((left / true_left - 1.0).abs() < 0.1, "{power}, {kept}: {left} s, not {true_left} s");
            }
        }
    }

    #[test]
    fn work_that_does_not_grow_has_its_rate_alone() {
        let mut rate = Rate::default();
        for tick in 1..=100u64 {
            rate.note(Duration::from_secs(tick), 30 * tick);
        }
        assert_eq!(rate.seconds_left(0, 1000), None);
        assert_eq!(Rate::default().seconds_left(0, 10), None);
    }
}
