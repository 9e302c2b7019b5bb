//! The current rate of work.
//!
//! In: the amount done, at several moments. Out: the amount per second over the last moments only, since the last cells of a table may take longer
//! than the first.

use std::collections::VecDeque;
use std::time::Duration;

/// The number of moments that are kept.
const KEPT: usize = 20;

/// The amounts done at the last moments, the oldest first.
pub(super) struct Rate {
    moments: VecDeque<(Duration, u64)>,
}

impl Default for Rate {
    /// At the start nothing is done.
    fn default() -> Rate {
        Rate { moments: VecDeque::from([(Duration::ZERO, 0)]) }
    }
}

impl Rate {
    /// Notes the amount done at a moment; returns the rate per second, if it is positive.
    pub(super) fn note(&mut self, at: Duration, done: u64) -> Option<f64> {
        if self.moments.back().is_some_and(|(_, before)| *before > done) {
            // The work has been begun again in another way.
            self.moments.clear();
        }
        self.moments.push_back((at, done));
        if self.moments.len() > KEPT {
            self.moments.pop_front();
        }
        let (from, before) = *self.moments.front()?;
        let (seconds, fresh) = (at.checked_sub(from)?.as_secs_f64(), done.checked_sub(before)?);
        (fresh > 0 && seconds > 0.0).then(|| fresh as f64 / seconds)
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
}
