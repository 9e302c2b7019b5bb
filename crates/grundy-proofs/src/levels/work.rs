//! The effort spent on levels: counting lines, and stopping.

use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Stop;

/// The number of lines between two checks of the limits.
const PAUSE: u64 = 1 << 14;

/// Why the search ended.
pub(super) enum Halt {
    /// A window is too narrow.
    Narrow,
    /// A level beyond [`MOST_LEVELS`](super::MOST_LEVELS) is needed.
    Levels,
    /// The caller wanted no more after this number of lines.
    Enough(u64),
    /// An interruption, or too little memory.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// The result of a piece of work that may halt.
pub(super) type Outcome<T> = Result<T, Halt>;

/// The work so far, and when to stop it.
pub(super) struct LevelSearch<'a> {
    pub(super) limits: &'a Limits,
    /// Called now and then with the number of lines computed; returns `true` to end the work.
    pub(super) until: &'a mut dyn FnMut(u64) -> bool,
    pub(super) lines: u64,
}

impl LevelSearch<'_> {
    /// Counts one line.
    #[inline]
    pub(super) fn passed(&mut self) -> Outcome<()> {
        self.lines += 1;
        if self.lines.is_multiple_of(PAUSE) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Outcome<()> {
        // A caller that ends the search at an interruption wants to know how many lines were computed, so `until` comes
        // first.
        if (self.until)(self.lines) {
            return Err(Halt::Enough(self.lines));
        }
        Ok(self.limits.interrupted()?)
    }

    /// Checks that there is memory for a list of two-byte numbers, which may hold twice its length while it grows.
    pub(super) fn check_memory(&self, numbers: u64) -> Outcome<()> {
        Ok(self.limits.check(numbers.saturating_mul(4), "the proof of a period")?)
    }
}
