//! Heaps from which tokens are taken and which may be split: octal and hexadecimal codes, and all rules of that shape.
//!
//! In: rules of one coordinate whose moves take a constant and leave parts of any sizes ([`read`]). Out: the values of heaps, quickly ([`values`]), and
//! where a theorem shows it their period ([`prove`]), and with it the value of a heap of any size. Normal play only: in misère play the
//! value of several heaps is no nim-sum.

mod door;
mod prove;
mod read;
mod saltus;
mod sort;
#[cfg(test)]
mod tests;
mod values;
mod which;
mod xors;

use dashu_int::IBig;

pub(crate) use self::prove::Shown;
use self::prove::{hopeless, prove};
use self::read::read;
use self::values::Sequence;
use super::Values;
use super::compile::Result;
use super::limits::Limits;
use super::lines::Proved;
use super::reason::{Made, Reason, Seen};
use super::tail::Tail;
use crate::rules::Ruleset;
use crate::rules::expr::Place;

/// A period is looked for among so many values.
const TERMS: usize = 1 << 18;
/// And by looking at so many options.
const WORK: u64 = 1 << 31;
/// Values that are computed where no theorem would prove a period.
const HOPELESS_TERMS: usize = 1 << 13;
/// Values with which a period is first looked for.
const FIRST_TERMS: usize = 64;

/// Heaps, as far as they are known.
pub(crate) struct HeapLine {
    sequence: Sequence,
    shown: Option<Shown>,
    /// A period is next looked for with so many values.
    next: usize,
    /// An arithmetic period that was not proved.
    failed: Option<Tail>,
}

/// What is known of a sequence of heaps.
pub(crate) enum Known {
    /// The proof, and all values.
    Proved(Box<HeapLine>, Shown),
    /// The values that were computed, [`Values::NOWHERE`] where no position exists, and why there is no proof.
    Open(Vec<u32>, String),
}

/// Looks for the period of heaps; `until` is asked with the number of values, and ends the search by saying `true`.
///
/// # Errors
/// An interruption, too little memory.
pub(crate) fn solve(rules: &Ruleset, misere: bool, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Made<Known> {
    let mut line = match HeapLine::of(rules, misere) {
        Ok(line) => line,
        Err(reason) => return Ok(Err(reason)),
    };
    let terms = if hopeless(&line.sequence.heaps).is_some() { HOPELESS_TERMS } else { TERMS };
    line.search(terms, limits, until)?;
    Ok(Ok(match line.shown.clone() {
        Some(shown) => Known::Proved(Box::new(line), shown),
        None => {
            let why = hopeless(&line.sequence.heaps).map_or_else(
                || format!("the values of {} heaps do not reach the bound of a theorem", line.sequence.values.len()),
                String::from,
            );
            Known::Open(line.sequence.values, why)
        }
    }))
}

/// The period that is proved by values of heaps from 0 on, whoever computed them; [`Values::NOWHERE`] where no position exists.
pub(crate) fn shown_by(rules: &Ruleset, values: &[u32]) -> Option<Shown> {
    let heaps = read(rules).ok()?;
    let agree = (0..).zip(values).all(|(n, value)| heaps.exists.holds(n) == (*value != Values::NOWHERE));
    agree.then(|| prove(&heaps, values, &mut None)).flatten()
}

impl HeapLine {
    /// Reads rules.
    pub(crate) fn of(rules: &Ruleset, misere: bool) -> Seen<HeapLine> {
        let heaps = read(rules)?;
        if misere && heaps.splits() {
            let text =
                "in misère play the value of several heaps is no nim-sum of theirs, and moves here leave several";
            return Err(Reason::shape(text, Place::default()));
        }
        if misere {
            return Err(Reason::shape("heaps are read in normal play", Place::default()));
        }
        Ok(HeapLine { sequence: Sequence::new(heaps), shown: None, next: FIRST_TERMS, failed: None })
    }

    /// Computes values until there are so many, a period is proved, or the work is too much.
    fn search(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<()> {
        while self.shown.is_none() && self.sequence.values.len() < terms {
            let to = terms.min(self.next);
            if self.sequence.extend(to, limits, until)? {
                return Ok(());
            }
            if self.sequence.values.len() >= self.next {
                self.next += self.next / 4;
                self.shown = prove(&self.sequence.heaps, &self.sequence.values, &mut self.failed);
            }
            if self.sequence.work > WORK {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The values of the heaps 0, 1, …: so many, [`Values::NOWHERE`] where no position exists.
    ///
    /// # Errors
    /// An interruption, too little memory.
    pub(crate) fn terms(&mut self, terms: usize, limits: &Limits) -> Result<Vec<u32>> {
        limits.check(8 * terms as u64, "this sequence")?;
        self.search(terms, limits, &mut |_| false)?;
        if self.shown.is_none() {
            self.sequence.extend(terms, limits, &mut |_| false)?;
        }
        Ok((0..terms as u64)
            .map(|n| self.known(n).and_then(|v| u32::try_from(v).ok()).unwrap_or(Values::NOWHERE))
            .collect())
    }

    /// The value of a heap that is a position; `None` where it is too far out for what is known.
    ///
    /// # Errors
    /// An interruption, too little memory.
    pub(crate) fn value(&mut self, size: &IBig, limits: &Limits) -> Result<Option<IBig>> {
        let near = usize::try_from(size).ok().filter(|n| *n < TERMS);
        self.search(near.map_or(TERMS, |n| n + 1), limits, &mut |_| false)?;
        if let Some(value) = near.and_then(|n| self.sequence.values.get(n)) {
            return Ok((*value != Values::NOWHERE).then(|| IBig::from(*value)));
        }
        let Some(Shown { preperiod, period, saltus, .. }) = &self.shown else { return Ok(None) };
        let (from, period) = (IBig::from(*preperiod), IBig::from(*period));
        let past = size - &from;
        let rounds = &past / &period;
        let near = u64::try_from(past - &rounds * &period + from).ok().and_then(|near| self.known(near));
        Ok(near.map(|near| IBig::from(near) + rounds * IBig::from(*saltus)))
    }

    /// The value of a position of one heap or several; where no period is known, from all values below.
    ///
    /// # Errors
    /// An interruption, too little memory.
    pub(crate) fn of_position(&mut self, position: &[Vec<Vec<IBig>>], limits: &Limits) -> Made<IBig> {
        let mut sum = IBig::ZERO;
        for heap in position.iter().flatten().flatten() {
            sum ^= match (self.value(heap, limits)?, usize::try_from(heap)) {
                (Some(value), _) => value,
                (None, Ok(size)) => {
                    limits.check((size as u64).saturating_mul(8), "this sequence")?;
                    self.sequence.extend(size + 1, limits, &mut |_| false)?;
                    match self.known(size as u64) {
                        Some(value) => value.into(),
                        None => return Ok(Err(Reason::gives_up("no position exists there"))),
                    }
                }
                (None, Err(_)) => return Ok(Err(self.too_large())),
            };
        }
        Ok(Ok(sum))
    }

    fn too_large(&self) -> Reason {
        let known = self.sequence.values.len();
        Reason::gives_up(&format!(
            "the heap is too large for all values below it, and those of {known} heaps prove no period"
        ))
    }

    /// The value of a heap, from what is known; `None` where no position exists.
    fn known(&self, n: u64) -> Option<u64> {
        let computed = |n: u64| self.sequence.values.get(n as usize);
        let value = |v: u32| (v != Values::NOWHERE).then_some(u64::from(v));
        if let Some(own) = computed(n) {
            return value(*own);
        }
        let Shown { preperiod, period, saltus, .. } = self.shown.as_ref()?;
        let past = n.checked_sub(*preperiod)?;
        let near = value(*computed(preperiod + past % period)?)?;
        (past / period).checked_mul(*saltus)?.checked_add(near)
    }

    /// How values come about, in words.
    pub(crate) fn explain(&self) -> String {
        match &self.shown {
            Some(shown) => format!(
                "heaps: preperiod {} period {} saltus {} is proved: {}",
                shown.preperiod, shown.period, shown.saltus, shown.theorem
            ),
            None => format!("heaps: the values of {} heaps, one after the other", self.sequence.values.len()),
        }
    }
}

impl Proved for HeapLine {
    fn preperiod(&self) -> u64 {
        self.shown.as_ref().map_or(0, |shown| shown.preperiod)
    }
    fn period(&self) -> u64 {
        self.shown.as_ref().map_or(0, |shown| shown.period)
    }
    fn saltus(&self) -> u64 {
        self.shown.as_ref().map_or(0, |shown| shown.saltus)
    }
    fn recurrence(&self) -> (u64, u64) {
        (self.preperiod(), self.period())
    }
    fn taken(&self) -> Option<(u64, u64)> {
        let taken = self.sequence.heaps.moves.iter().filter_map(|mv| mv.leaves.taken());
        Some(taken.fold((0, 1), |most, (take, parts)| (most.0.max(take), most.1.max(parts))))
    }
    fn value(&mut self, column: u64, _: &Limits) -> Result<Option<u64>> {
        Ok(self.known(column))
    }
}
