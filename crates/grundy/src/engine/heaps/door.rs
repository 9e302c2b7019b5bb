//! Heaps at the one door to values.
//!
//! In: what an [`Evaluator`](crate::engine::Evaluator) is asked. Out: the answer, where rules are heaps that may be split, in normal play, and no other engine
//! is wanted; or nothing.

use dashu_int::IBig;

use super::HeapLine;
use crate::engine::compile::Result;
use crate::engine::limits::Limits;
use crate::engine::mover::Lists;
use crate::engine::options::{EngineName, Options, Play};
use crate::engine::values::Values;
use crate::rules::Ruleset;

impl HeapLine {
    /// The heaps of rules that may be split.
    pub(in crate::engine) fn for_door(rules: &Ruleset, options: &Options) -> Option<Box<HeapLine>> {
        let wanted = options.play == Play::Normal && !options.plain && options.engine.is_none();
        let splits = rules.width() == 1 && rules.splits();
        (wanted && splits).then(|| HeapLine::of(rules, false).ok().map(Box::new)).flatten()
    }

    /// The value of a position: one heap or several. Heaps that are too large for what is known are given up for good.
    pub(in crate::engine) fn at_door(
        heaps: &mut Option<Box<HeapLine>>,
        position: &Lists<IBig>,
        limits: &Limits,
    ) -> Result<Option<IBig>> {
        let (Some(line), [list]) = (&mut *heaps, &position[..]) else { return Ok(None) };
        let mut sum = IBig::ZERO;
        for heap in list {
            match line.value(&heap[0], limits)? {
                Some(value) => sum ^= value,
                None => {
                    *heaps = None;
                    return Ok(None);
                }
            }
        }
        Ok(Some(sum))
    }

    /// The values of the first heaps.
    pub(in crate::engine) fn table_at_door(
        heaps: &mut Option<Box<HeapLine>>,
        hi: &[u64],
        options: &Options,
    ) -> Result<Option<Values>> {
        let (Some(line), [last], None) = (heaps, hi, &options.checkpoint) else { return Ok(None) };
        let Ok(terms) = usize::try_from(last.saturating_add(1)) else { return Ok(None) };
        let values = line.terms(terms, &options.limits)?;
        Ok(Some(Values::single(hi, values, EngineName::Heaps, line.explain())))
    }
}
