//! The values of heaps, by the engine that is fit for them.
//!
//! In: [`Heaps`]. Out: G(0), G(1), …, as many as are asked for. The first values, and those of heaps whose moves have conditions far out, are computed by [`Plain`]. Where all
//! conditions hold from some heap on, and moves leave two heaps, the crate `grundy-heaps` goes on, many million heaps far.

use grundy_heaps::{Ended, Far, Rules, Sequence as Fast, Space, Split};

use super::plain::Plain;
use super::read::{Heaps, Leaves, Pairs};
use crate::exact::index;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::stop::Result;
use grundy_core::store::values::Values;

/// So many values are computed by [`Plain`] before another engine goes on.
const FIRST: usize = 1 << 12;
/// Values between two looks at the limits.
const PATIENCE: usize = 1 << 12;
/// Pairs between two looks at the limits.
const PATIENCE_WORK: u64 = 1 << 26;

/// The values of the heaps from 0 on.
pub(super) struct Sequence {
    plain: Plain,
    fast: Option<Fast>,
    /// The values with which the fast engine begins; `None` if it does not read the rules.
    begin: Option<usize>,
    /// The memory held for the fast engine.
    held: Option<Held>,
}

impl Sequence {
    pub(super) fn new(heaps: Heaps) -> Sequence {
        let begin = begin(&heaps);
        Sequence { plain: Plain::new(heaps), fast: None, begin, held: None }
    }

    pub(super) fn heaps(&self) -> &Heaps {
        &self.plain.heaps
    }

    /// The engine that computes values far out, once it does.
    pub(super) fn fast(&self) -> Option<&Fast> {
        self.fast.as_ref()
    }

    /// The values, where they are computed by [`Plain`].
    pub(super) fn plain(&self) -> &[u32] {
        &self.plain.values
    }

    pub(super) fn len(&self) -> usize {
        self.fast.as_ref().map_or(self.plain.values.len(), Fast::len)
    }

    /// The value of a heap, if it is computed; [`Values::NOWHERE`] if it is no position.
    pub(super) fn get(&self, n: usize) -> Option<u32> {
        match &self.fast {
            Some(fast) => (n < fast.len()).then(|| fast.get(n)),
            None => self.plain.values.get(n).copied(),
        }
    }

    /// The first values, so many at most.
    pub(super) fn into_first(self, most: usize) -> Vec<u32> {
        match self.fast {
            Some(fast) => (0..fast.len().min(most)).map(|n| fast.get(n)).collect(),
            None => self.plain.values,
        }
    }

    /// Is there an engine for values far out?
    pub(super) fn goes_far(&self) -> bool {
        self.begin.is_some()
    }

    /// The values that go on from here in little memory, and the space of common values; `None` if too many heaps are rare, or some far out.
    pub(super) fn endless(&mut self) -> Option<(Far, Space)> {
        let fast = self.fast.as_mut()?;
        fast.far().zip(fast.space())
    }

    /// The number of options looked at.
    pub(super) fn work(&self) -> u64 {
        self.plain.work + self.fast.as_ref().map_or(0, Fast::work)
    }

    /// Adds values of an earlier run, which follow those that are there. [`Sequence::begin_after`] has to follow.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn take_up(&mut self, numbers: &[u32], limits: &Limits) -> Result<()> {
        let first = self.begin.unwrap_or(usize::MAX);
        let cut = if self.fast.is_some() { 0 } else { numbers.len().min(first - self.plain.values.len()) };
        let (own, rest) = numbers.split_at(cut);
        self.plain.values.extend(own);
        if self.fast.is_none() && self.plain.values.len() == first {
            self.begin_far();
        }
        let Some(fast) = &mut self.fast else {
            self.plain.values.extend(rest);
            return Ok(());
        };
        let before = fast.len();
        if fast.take_up(rest) {
            let bytes = fast.bytes();
            return self.held.get_or_insert_with(|| limits.held(0)).grow(bytes, limits, "this sequence");
        }
        // The fast engine does not hold such values.
        let known = fast.len();
        self.plain.values = (0..known).map(|n| fast.get(n)).chain(rest[known - before..].iter().copied()).collect();
        (self.fast, self.held, self.begin) = (None, None, None);
        Ok(())
    }

    /// Goes on from the values of an earlier run.
    pub(super) fn begin_after(&mut self) {
        if self.fast.is_none() {
            let values = std::mem::take(&mut self.plain.values);
            self.plain.resume(values);
        }
    }

    /// The fast engine goes on, if it reads the rules.
    fn begin_far(&mut self) {
        let rules = far(&self.plain.heaps, &self.plain.values);
        self.fast = rules.and_then(|rules| Fast::new(rules, &self.plain.values));
        match self.fast {
            Some(_) => self.plain.values = vec![],
            None => self.begin = None,
        }
    }

    /// Computes values until there are `terms` of them or a few more; `true` if `until`, called with their number, ended the work.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn extend(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<bool> {
        let first = self.begin.unwrap_or(usize::MAX);
        if self.fast.is_none() {
            if self.plain.extend(terms.min(first), limits, until)? {
                return Ok(true);
            }
            if terms <= first {
                return Ok(false);
            }
            self.begin_far();
            if self.fast.is_none() {
                return self.plain.extend(terms, limits, until);
            }
        }
        self.far(terms, limits, until)
    }

    /// Computes values by the fast engine.
    fn far(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<bool> {
        let Some(fast) = &mut self.fast else { return Ok(false) };
        let held = self.held.get_or_insert_with(|| limits.held(0));
        let (mut next, mut looked) = (0, fast.work());
        let mut failed = None;
        let ended = fast.extend(terms, &mut |fast| {
            if fast.len() < next && fast.work() - looked < PATIENCE_WORK {
                return false;
            }
            (next, looked) = (fast.len() + PATIENCE, fast.work());
            failed = held.grow(fast.bytes(), limits, "this sequence").err();
            failed.is_some() || until(fast.len() as u64)
        });
        if let Some(failed) = failed {
            return Err(failed);
        }
        match ended {
            Ended::Enough => Ok(false),
            Ended::Stopped => Ok(true),
            Ended::TooLarge => self.resume(terms, limits, until),
        }
    }

    /// The values are too large for the fast engine: [`Plain`] goes on.
    fn resume(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<bool> {
        if let Some(fast) = self.fast.take() {
            (self.held, self.begin) = (None, None);
            self.plain.resume((0..fast.len()).map(|n| fast.get(n)).collect());
        }
        self.plain.extend(terms, limits, until)
    }
}

/// From how many values on all conditions hold; `None` if moves leave no two heaps, or more than two, or have conditions far out.
fn begin(heaps: &Heaps) -> Option<usize> {
    let always = |mv: &super::read::Move| match &mv.leaves {
        Leaves::Many { .. } | Leaves::Broken { .. } => None,
        Leaves::Two(pairs) => split(pairs).and_then(|_| mv.when.least()),
        // A move that ends somewhere is made from no heap far out.
        _ if mv.when.ends() => Some(mv.when.regular_from()),
        _ => mv.when.least(),
    };
    let splits = heaps.moves.iter().any(|mv| matches!(mv.leaves, Leaves::Two(_)));
    let from = heaps.moves.iter().map(always).chain([heaps.exists.least()]).collect::<Option<Vec<u64>>>()?;
    let from = index(from.into_iter().max()?).max(index(heaps.taken().0).saturating_add(1));
    splits.then_some(from.max(FIRST))
}

/// Moves to two heaps, in the words of the other crate; both may be any heaps from some size on.
fn split(pairs: &Pairs) -> Option<Split> {
    let (least, gap) = (pairs.left.least()?, pairs.gap?);
    let alike = pairs.left == pairs.right && (0..=1).contains(&gap);
    alike.then(|| Split { take: index(pairs.take), least: index(least), unequal: gap == 1 })
}

/// The moves far out, in the words of the other crate; the first values are known.
fn far(heaps: &Heaps, values: &[u32]) -> Option<Rules> {
    let mut rules = Rules::default();
    for mv in heaps.moves.iter().filter(|mv| !mv.when.ends()) {
        match &mv.leaves {
            Leaves::Nothing => rules.fixed.push(0),
            Leaves::Fixed(size) => rules.fixed.push(*values.get(index(*size))?),
            Leaves::One(take) => rules.takes.push(index(*take)),
            Leaves::Two(pairs) => {
                let mut split = split(pairs)?;
                if split.least == 0 {
                    // Beside a heap without tokens, which must be worth nothing, stands all the rest.
                    rules.takes.push(split.take);
                    (values.first() == Some(&0)).then_some(())?;
                    split.least = 1;
                }
                rules.splits.push(split);
            }
            Leaves::Many { .. } | Leaves::Broken { .. } => return None,
        }
    }
    rules.fixed.retain(|value| *value != Values::NOWHERE);
    Some(rules)
}
