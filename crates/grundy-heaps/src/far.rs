//! Values of heaps without end, in the memory of the first and the last ones.

use crate::engine::{Engine, Halt};
use crate::kept::Kept;
use crate::run::{Cycle, End, Run};
use crate::width::{Width, with};

/// What ended the work on a [`Far`] sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarEnded {
    /// There are as many values as were asked for.
    Enough,
    /// All later values recur.
    Recurs,
    /// The caller said so.
    Stopped,
    /// The heaps that are kept do not tell the next value, or it exceeds 16 bits.
    Unknown,
}

/// A sequence that forgets the heaps between the first and the last ones.
///
/// ```
/// use grundy_heaps::{FarEnded, Rules, Sequence, Split};
///
/// // 0.56
/// let split = |take| Split { take, least: 1, unequal: false };
/// let rules = Rules { takes: vec![2], fixed: vec![], splits: vec![split(1), split(2)] };
/// let mut first = Sequence::new(rules, &[0, 1, 0, 2]).expect("no move takes more than two tokens");
/// first.extend(200_000, &mut |_| false);
/// let mut far = first.far().expect("its rare heaps are few");
/// let ended = far.extend(1_000_000, &mut |_| false);
/// assert!(matches!(ended, FarEnded::Enough | FarEnded::Recurs));
/// ```
pub struct Far {
    width: Width<Run<u8>, Run<u16>>,
}

impl Far {
    pub(crate) fn bytes(engine: &mut Engine<u8>) -> Option<Far> {
        Some(Far { width: Width::Bytes(Box::new(Run::of(engine)?)) })
    }

    pub(crate) fn words(engine: &mut Engine<u16>) -> Option<Far> {
        Some(Far { width: Width::Words(Box::new(Run::of(engine)?)) })
    }

    /// The number of heaps whose values are told.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        with!(&self.width, run => run.late.all())
    }

    /// Computes values until there are `to` of them or a few more, or until they are known to recur. `stop` is asked after each block of 64, with the number of heaps.
    pub fn extend(&mut self, to: u64, stop: &mut dyn FnMut(u64) -> bool) -> FarEnded {
        loop {
            let ended = with!(&mut self.width, run => run.search(to, stop));
            match ended {
                End::Enough if self.cycle().is_some() => return FarEnded::Recurs,
                End::Enough => return FarEnded::Enough,
                End::Stopped => return FarEnded::Stopped,
                End::Halt(Halt::Unknown) => return FarEnded::Unknown,
                End::Halt(Halt::TooWide(value)) if self.widen(value) => {}
                End::Halt(Halt::TooWide(_)) => return FarEnded::Unknown,
            }
        }
    }

    /// Goes on with wider codes.
    fn widen(&mut self, value: u32) -> bool {
        let Width::Bytes(run) = &self.width else { return false };
        let mut wide = run.as_ref().clone().wider();
        let fits = wide.late.push(value).is_ok();
        self.width = Width::Words(Box::new(wide));
        fits
    }

    /// From where on, and with which period, all values recur, once this is known: for all heaps, by the theorem of the module `run`.
    #[must_use]
    pub fn cycle(&self) -> Option<Cycle> {
        with!(&self.width, run => run.cycle)
    }

    /// The heaps below this tell, with the last ones, all later values.
    #[must_use]
    pub fn first(&self) -> usize {
        let first = |kept: Option<Kept>| kept.map_or(0, |kept| kept.first);
        with!(&self.width, run => first(run.late.kept))
    }

    /// The heaps below this were computed from all pairs; from there on the first and the last heaps tell each value.
    #[must_use]
    pub fn begin(&self) -> usize {
        with!(&self.width, run => run.start.len())
    }

    /// The values of heaps that are told, from one to another, or of any heaps if values recur. Those that are not kept are computed again; `stop` may end that.
    ///
    /// # Errors
    /// What ended the work.
    pub fn values(&self, from: u64, to: u64, stop: &mut dyn FnMut(u64) -> bool) -> Result<Vec<u32>, FarEnded> {
        let values = with!(&self.width, run => run.told(from, to, stop));
        values.map_err(|ended| if matches!(ended, End::Stopped) { FarEnded::Stopped } else { FarEnded::Unknown })
    }

    /// The values of some heaps in a row, from which a later run can go on ([`Far::take_up`]), and the first of these heaps.
    #[must_use]
    pub fn last_mark(&self) -> Option<(u64, Vec<u32>)> {
        with!(&self.width, run => run.last_mark())
    }

    /// Goes on after the mark of an earlier run, which must be right; `false` if it cannot be a mark of this sequence, or is not beyond all heaps that are told.
    pub fn take_up(&mut self, from: u64, values: &[u32]) -> bool {
        let wide = values.iter().max().is_some_and(|most| *most >= 1 << 8);
        if let (true, Width::Bytes(run)) = (wide, &self.width) {
            self.width = Width::Words(Box::new(run.as_ref().clone().wider()));
        }
        with!(&mut self.width, run => run.take_up(from, values))
    }

    /// The bytes of memory that it takes.
    #[must_use]
    pub fn bytes_held(&self) -> u64 {
        with!(&self.width, run => run.bytes())
    }
}
