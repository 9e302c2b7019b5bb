//! How long levels are worked at, and what ends it.

use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Stop;

/// Lines between two looks at the clock.
const PAUSE: u64 = 1 << 14;

/// Why no more is found.
pub(super) enum Halt {
    /// The windows are too narrow.
    Narrow,
    /// More levels than are computed.
    Levels,
    /// So many lines were computed, and no more are wanted.
    Enough(u64),
    /// An interruption, or too little memory.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// What comes of a piece of work.
pub(super) type Outcome<T> = Result<T, Halt>;

/// The work so far.
pub(super) struct Work<'a> {
    pub(super) limits: &'a Limits,
    /// Is asked now and then with the lines computed, and ends the work by saying `true`.
    pub(super) until: &'a mut dyn FnMut(u64) -> bool,
    pub(super) lines: u64,
}

impl Work<'_> {
    /// One line was computed.
    #[inline]
    pub(super) fn passed(&mut self) -> Outcome<()> {
        self.lines += 1;
        if self.lines.is_multiple_of(PAUSE) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Outcome<()> {
        // Who ends the search at an interruption wants to hear how far it came.
        if (self.until)(self.lines) {
            return Err(Halt::Enough(self.lines));
        }
        Ok(self.limits.interrupted()?)
    }

    /// Room for so many numbers of two bytes.
    pub(super) fn room(&self, numbers: u64) -> Outcome<()> {
        Ok(self.limits.check(numbers.saturating_mul(4), "the proof of a period")?)
    }
}
