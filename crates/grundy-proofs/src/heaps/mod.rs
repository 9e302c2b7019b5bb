//! Heaps that moves take tokens from and may split: octal and hexadecimal codes, and all other rules of that shape.
//!
//! In: rules of one coordinate whose moves take a constant and leave parts of any sizes (`read`), or of heaps of several kinds (`kinds`). Out: the values of heaps, quickly
//! (`sequence`; `plain` and `xors` for moves of every kind; `endless` where memory holds no more of them); where a theorem shows it, their period (`prove`, `sparse`, `saltus`), and with it the value of a heap of any size. Normal play only: in misère play the value of
//! several heaps is no nim-sum.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod broken;
mod endless;
mod engine;
mod keep;
mod kinds;
mod number_set;
mod options;
mod plain;
mod prove;
mod read;
mod saltus;
mod sequence;
mod sort;
mod sparse;
#[cfg(test)]
mod tests;
mod xors;

use dashu_int::IBig;

use self::endless::Endless;
pub use self::engine::ByHeaps;
use self::keep::{AT_ONCE, Keeper};
use self::kinds::Kinds;
pub use self::prove::Shown;
use self::prove::prove;
pub(crate) use self::prove::{bound, hopeless};
use self::read::read;
pub(crate) use self::read::{Heaps, read_in_misere};
use self::sequence::Sequence;
use self::sparse::{Look, look};
use crate::exact::index;
use crate::recurring::Recurring;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::proof::{Effort, KeptHeaps, Known, Open, Proved, Taken, Until};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::contract::tail::Tail;
use grundy_core::read::arithmetic::lcm;
use grundy_core::store::tiles::Folder;
use grundy_core::store::values::Values;
use grundy_rules::lang::Kind;
use grundy_rules::rules::expr::Place;
use grundy_rules::rules::{Line, Play, Ruleset};

/// The number of values among which a period is looked for, if the caller does not say how long to look.
const TERMS: usize = 1 << 18;
/// The number of options looked at in that search.
const WORK: u64 = 1 << 31;
/// The same where the engine for large heaps computes the values: it looks at some options in the time of one.
const FAST_WORK: u64 = 1 << 33;
/// The number of options looked at for the value of a heap that is larger than all that could be computed.
const FAR_WORK: u64 = 1 << 35;
/// Of values that prove no period, so many are handed out.
const HANDED_OUT: usize = 1 << 22;
/// The number of values computed where no theorem would prove a period.
const HOPELESS_TERMS: usize = 1 << 13;
/// The same where a move leaves many heaps, whose values take long.
const BROKEN_TERMS: usize = 1 << 9;
/// The largest number of values ever computed and held: heaps are numbered with 32 bits.
const MOST_TERMS: u64 = 1 << 31;
/// From so many values on, only the first and the last are held where these tell the others.
const FAR_TERMS: u64 = 1 << 24;
/// The largest number of values computed then in a search for a period, and in one that is not to last.
const ENDLESS_TERMS: u64 = 1 << 47;
const USUAL_FAR_TERMS: u64 = 1 << 29;
/// So many of them between two looks at the clock, where some are kept.
const FAR_AT_ONCE: u64 = 1 << 22;
/// The value of a heap from here on is told by a period alone: the values of all heaps below it would take many hours.
const MOST_ONE_BY_ONE: u64 = 1 << 40;
/// Bytes for each value in a search for a period that may use all of memory.
const BYTES: u64 = 80;
/// The number of values with which a period is first looked for.
const FIRST_TERMS: usize = 64;

/// What is known of the values of heaps.
pub struct HeapLine {
    sequence: Sequence,
    /// Their numbering, if they are of several kinds.
    kinds: Option<Kinds>,
    shown: Option<Shown>,
    /// The number of values with which a period is looked for next.
    next: usize,
    /// The work done when a period was looked for last without success.
    in_vain: u64,
    /// An arithmetic period that the values show and that was not proved.
    failed: Option<Tail>,
    /// The limit that ended the search.
    ended: Option<String>,
    /// Keeps values for later runs.
    keeper: Option<Keeper>,
    /// From so many values on, only the first and the last are held.
    far_terms: u64,
    /// The values beyond those of the sequence.
    endless: Option<Endless>,
}

impl HeapLine {
    /// Looks for the period. `until` is called with the number of values, and returns `true` to end the search. If a limit ends it, that is why there is
    /// no proof, and the values so far are known.
    fn solve(&mut self, limits: &Limits, effort: Effort, until: Until) -> Result<()> {
        let fast = self.sequence.goes_far();
        let terms = match effort {
            _ if self.sequence.heaps().breaks() && effort == Effort::Usual => BROKEN_TERMS,
            _ if hopeless(self.sequence.heaps()).is_some() && effort == Effort::Usual => HOPELESS_TERMS,
            _ if fast => index(self.far_terms),
            Effort::Unending => usize::try_from(MOST_TERMS.min(limits.free() / BYTES)).unwrap_or(usize::MAX),
            Effort::Usual => TERMS,
        };
        let (work, far) = match effort {
            Effort::Unending => (u64::MAX, ENDLESS_TERMS),
            Effort::Usual if fast => (FAST_WORK, USUAL_FAR_TERMS),
            Effort::Usual => (WORK, 0),
        };
        let mut ended = self.search((terms, work), limits, until);
        if fast && terms == index(self.far_terms) && matches!(ended, Ok(false)) && self.sequence.work() <= work {
            ended = match self.search_far(far, limits, until) {
                Ok(None) => self.search((index(MOST_TERMS), work), limits, until),
                ended => ended.map(Option::unwrap_or_default),
            };
        }
        self.keeper.as_mut().map_or(Ok(()), |keeper| keeper.save(&self.sequence, true))?;
        match ended {
            Err(Stop::Error(error)) if error.kind != Kind::Input && self.sequence.len() > 0 => {
                self.ended = Some(error.message);
                Ok(())
            }
            ended => ended.map(|_| ()),
        }
    }

    /// Goes on where only the first values and the last are held, up to `to` values or until a period is proved; `true` if `until` ended the work, and `None` if those values
    /// do not tell the next one.
    fn search_far(&mut self, to: u64, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<Option<bool>> {
        if self.shown.is_some() {
            return Ok(Some(false));
        }
        if self.endless.is_none() {
            self.endless = Endless::after(&mut self.sequence, limits)?;
            if let (Some(keeper), Some(endless)) = (&mut self.keeper, &mut self.endless) {
                keeper.save(&self.sequence, true)?;
                keeper.read_last(endless, limits)?;
            }
        }
        let Some(endless) = &mut self.endless else { return Ok(None) };
        let ended = extend_far(endless, &mut self.keeper, to, limits, until)?;
        self.shown = endless.shown(index(self.sequence.heaps().taken().0));
        if ended.is_none() {
            self.endless = None;
        }
        Ok(ended)
    }

    /// The result of the search, for heaps of a kind if there are several.
    fn into_known(mut self, kind: Option<usize>) -> Known {
        if let Some(shown) = &self.shown {
            let theorem = shown.theorem.clone();
            let Some((kinds, kind)) = self.kinds.take().zip(kind) else {
                return Known::Proved(Box::new(self), theorem);
            };
            let theorem = format!("{}. {theorem}", kinds.explained());
            return match self.of_kind(&kinds, kind) {
                Some(line) => Known::Proved(Box::new(line), theorem),
                None => {
                    let why = "the period of all kinds together exceeds 64 bits".to_string();
                    Known::Open(Open { reached: 0, why, terms: None })
                }
            };
        }
        let why = self.ended.or_else(|| hopeless(self.sequence.heaps()).map(String::from));
        let far = self.endless.as_ref().map_or(0, Endless::len);
        let reached = far.max(self.sequence.len() as u64);
        let why = why.unwrap_or_else(|| format!("the values of {reached} heaps do not reach the bound of a theorem"));
        let mut terms = self.sequence.into_first(HANDED_OUT);
        if let Some((kinds, kind)) = self.kinds.zip(kind) {
            terms = terms.into_iter().skip(index(kinds.numbers[kind])).step_by(index(kinds.of)).collect();
        }
        Known::Open(Open { reached: terms.len() as u64, why, terms: Some(terms) })
    }

    /// The line of heaps of one kind. If G(N + p) = G(N) + s for all numbers N from some number on, and m divides p, then the heaps of each kind recur after
    /// p / m heaps. `None` if no period is proved, or p exceeds 64 bits.
    fn of_kind(&self, kinds: &Kinds, kind: usize) -> Option<Recurring> {
        let Shown { preperiod, period, .. } = *self.shown.as_ref()?;
        let (of, number) = (kinds.of, kinds.numbers[kind]);
        let all = Some(lcm(period, of)).filter(|all| *all > 0)?;
        let (at, joint) = (preperiod.saturating_sub(number).div_ceil(of), all / of);
        let values = (0..at + 2 * joint).map(|n| self.known(n * of + number)).collect();
        let (take, parts) = self.sequence.heaps().taken();
        let taken = Taken { take, parts, kinds: Some(kinds.told(preperiod, all)), common: None };
        Some(Recurring::of(values, at, joint, Some(taken)))
    }

    /// The kind of the heaps along a line of tokens; the reason why there is none.
    fn kind_along(&self, line: &Line) -> Result<Option<usize>, Reason> {
        let verb = |text| Err(Reason::verb(text));
        match &self.kinds {
            None if line.single().is_none() => verb("proves periods where one coordinate runs"),
            None => Ok(None),
            Some(kinds) => {
                kinds.along(line).map_or_else(|| verb("proves periods of heaps of one kind"), |kind| Ok(Some(kind)))
            }
        }
    }

    /// The number of a heap; `None` if the tuple is no position.
    fn number(&self, tuple: &[IBig]) -> Option<IBig> {
        match &self.kinds {
            None => Some(tuple[0].clone()),
            Some(kinds) => kinds.number(tuple),
        }
    }
}

/// The period that the values of heaps from 0 on prove, whichever engine computed them; [`Values::NOWHERE`] stands where no position
/// exists; and the most that a move takes, and the most heaps that it leaves.
pub fn shown_by(rules: &Ruleset, values: &[u32]) -> Option<(Shown, Taken)> {
    let heaps = read(rules, 1).ok()?;
    let agree = (0..).zip(values).all(|(n, value)| heaps.exists.holds(n) == (*value != Values::NOWHERE));
    let shown = agree.then(|| prove(&heaps, values, &mut None)).flatten()?;
    let (take, parts) = heaps.taken();
    let common = shown.common;
    Some((shown, Taken { take, parts, kinds: None, common }))
}

impl HeapLine {
    /// Reads rules; declines misère play.
    pub fn of(rules: &Ruleset, play: Play) -> Result<HeapLine, Reason> {
        let kinds = if rules.width() == 1 { None } else { Some(Kinds::read(rules)?) };
        let heaps = match &kinds {
            None => read(rules, 1)?,
            Some(kinds) => read(&kinds.rules, kinds.modulus)?,
        };
        if play.is_misere() && heaps.splits() {
            let text =
                "in misère play the value of several heaps is no nim-sum of theirs, and moves here leave several";
            return Err(Reason::shape(text, Place::default()));
        }
        if play.is_misere() {
            return Err(Reason::shape("heaps are read in normal play", Place::default()));
        }
        Ok(HeapLine {
            sequence: Sequence::new(heaps),
            kinds,
            shown: None,
            next: FIRST_TERMS,
            in_vain: 0,
            failed: None,
            ended: None,
            keeper: None,
            far_terms: FAR_TERMS,
            endless: None,
        })
    }

    /// Computes values until there are `terms` of them, a period is proved, or `work` options were looked at; `true` if `until` ended the work.
    fn search(
        &mut self,
        (terms, work): (usize, u64),
        limits: &Limits,
        until: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool> {
        while self.shown.is_none() && self.sequence.len() < terms {
            if self.extend(terms.min(self.next), limits, until)? {
                return Ok(true);
            }
            if self.sequence.len() >= self.next {
                self.look();
            }
            if self.sequence.work() > work {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Computes values until there are `terms` of them or a few more; `true` if `until` ended the work. If values are kept, they are written from time to time.
    fn extend(&mut self, terms: usize, limits: &Limits, until: &mut dyn FnMut(u64) -> bool) -> Result<bool> {
        let Some(keeper) = &mut self.keeper else { return self.sequence.extend(terms, limits, until) };
        while self.sequence.len() < terms {
            if self.sequence.extend(terms.min(self.sequence.len() + AT_ONCE), limits, until)? {
                return Ok(true);
            }
            keeper.save(&self.sequence, false)?;
        }
        Ok(false)
    }

    /// Goes on from the values that a folder keeps, and keeps more of them.
    ///
    /// # Errors
    /// A folder that cannot be read, or has damaged files that cannot be removed; too little memory; an interruption.
    fn keep(&mut self, folder: Folder, limits: &Limits) -> Result<()> {
        let mut keeper = Keeper::new(folder)?;
        keeper.read(&mut self.sequence, limits)?;
        self.keeper = Some(keeper);
        Ok(())
    }

    /// Looks for a period that the values so far prove, and settles when to look again.
    fn look(&mut self) {
        let work = self.sequence.work();
        let Some(fast) = self.sequence.fast() else {
            self.next += self.next / 4;
            self.shown = prove(self.sequence.heaps(), self.sequence.plain(), &mut self.failed);
            if self.shown.is_none() {
                self.in_vain = work;
            }
            return;
        };
        let later = fast.len() + fast.len() / 12 + 64;
        match look(fast, self.sequence.heaps()) {
            Look::Proved(shown) => self.shown = Some(shown),
            Look::Wanted(wanted) => {
                self.next = wanted.map_or(later, |wanted| wanted.min(later));
                self.in_vain = work;
            }
        }
    }

    /// The first number of values, at least `terms`, at which a period is looked for. Searches for single values end there, so how far they
    /// go does not depend on earlier questions.
    fn scheduled(terms: usize) -> usize {
        let mut next = FIRST_TERMS;
        while next < terms {
            next += next / 4;
        }
        next.min(TERMS)
    }

    /// The values of the heaps 0, 1, … below `terms`, [`Values::NOWHERE`] where no position exists.
    ///
    /// # Errors
    /// An interruption, too little memory.
    pub fn terms(&mut self, terms: usize, limits: &Limits) -> Result<(Vec<u32>, Held)> {
        let held = limits.hold(4u64.saturating_mul(terms as u64), "this sequence")?;
        // Where values go far, a period is looked for all the way, so that what is known does not depend on earlier questions.
        let work = if self.sequence.goes_far() { u64::MAX } else { WORK };
        self.search((terms, work), limits, &mut |_| false)?;
        if self.shown.is_none() {
            self.sequence.extend(terms, limits, &mut |_| false)?;
        }
        let known = |n| self.known(n).and_then(|v| u32::try_from(v).ok()).unwrap_or(Values::NOWHERE);
        Ok(((0..terms as u64).map(known).collect(), held))
    }

    /// The value of a heap that is a position; `None` where the heap is beyond all computed values and no period is known.
    ///
    /// # Errors
    /// An interruption, too little memory.
    pub fn value(&mut self, size: &IBig, limits: &Limits) -> Result<Option<IBig>> {
        let fast = self.sequence.goes_far();
        let most = if fast { index(self.far_terms) } else { TERMS };
        let near = usize::try_from(size).ok().filter(|n| *n < most);
        let (to, work) = match near {
            Some(n) if fast => (n + 1, u64::MAX),
            Some(n) => (HeapLine::scheduled(n + 1), WORK),
            None if fast => return self.far_value(size, limits),
            None => (TERMS, WORK),
        };
        self.search((to, work), limits, &mut |_| false)?;
        if let Some(value) = near.and_then(|n| self.sequence.get(n)) {
            return Ok((value != Values::NOWHERE).then(|| IBig::from(value)));
        }
        if near.is_some() || self.in_vain <= work { self.by_period(size, limits) } else { Ok(None) }
    }

    /// The value of a heap far out: from the values before it, of which only the first and the last are held where these tell the others, or from the period.
    fn far_value(&mut self, size: &IBig, limits: &Limits) -> Result<Option<IBig>> {
        let n = u64::try_from(size).ok();
        let held = n.filter(|n| *n < MOST_TERMS);
        let one_by_one = n.filter(|n| *n < MOST_ONE_BY_ONE);
        let work = if held.is_some() { u64::MAX } else { FAR_WORK };
        self.search((index(self.far_terms), work), limits, &mut |_| false)?;
        let to = one_by_one.map_or(USUAL_FAR_TERMS, |n| n + 1);
        if self.search_far(to, limits, &mut |_| false)?.is_some() {
            return match one_by_one {
                Some(n) => Ok(self.told(n, limits)?.map(IBig::from)),
                None if self.counts() => self.by_period(size, limits),
                None => Ok(None),
            };
        }
        let terms = held.map_or(MOST_TERMS, |n| n + 1);
        self.search((index(terms), work), limits, &mut |_| false)?;
        if let Some(n) = held {
            return Ok(self.known(n).map(IBig::from));
        }
        if self.counts() { self.by_period(size, limits) } else { Ok(None) }
    }

    /// Would the search for one value have led to the proof? One that another question led to, with more work than is done for this one, does not count.
    fn counts(&self) -> bool {
        let Some(Shown { preperiod, period, common, .. }) = self.shown.as_ref() else { return false };
        match common.and_then(|common| common.kept) {
            None => self.in_vain <= FAR_WORK,
            // The values are compared with those of a heap twice as far out as the last one that was compared.
            Some(KeptHeaps { first, .. }) => {
                let (take, _) = self.sequence.heaps().taken();
                2 * (preperiod + first + take).max(*period) + period < USUAL_FAR_TERMS
            }
        }
    }

    /// The value of a heap from the period, if there is one.
    fn by_period(&self, size: &IBig, limits: &Limits) -> Result<Option<IBig>> {
        let Some(Shown { preperiod, period, saltus, .. }) = &self.shown else { return Ok(None) };
        let (from, period) = (IBig::from(*preperiod), IBig::from(*period));
        let past = size - &from;
        let rounds = &past / &period;
        let Ok(near) = u64::try_from(past - &rounds * &period + from) else { return Ok(None) };
        let near = self.told(near, limits)?;
        Ok(near.map(|near| IBig::from(near) + rounds * IBig::from(*saltus)))
    }

    /// The value of a heap by what is known so far, if it has to be computed again as well; `None` where no position exists.
    fn told(&self, n: u64, limits: &Limits) -> Result<Option<u64>> {
        match (self.known(n), &self.endless) {
            (None, Some(endless)) => Ok(endless.value(n, limits)?.map(u64::from)),
            (known, _) => Ok(known),
        }
    }

    /// The value of a position of one or several heaps. Where no period is known, all values below are computed.
    ///
    /// # Errors
    /// An interruption, too little memory.
    pub fn of_position(&mut self, position: &[Vec<Vec<IBig>>], limits: &Limits) -> Attempted<IBig> {
        let mut sum = IBig::ZERO;
        for tuple in position.iter().flatten() {
            let Some(heap) = self.number(tuple) else { return Ok(nowhere()) };
            sum ^= match (self.value(&heap, limits)?, usize::try_from(&heap)) {
                (Some(value), _) => value,
                (None, Ok(size)) => {
                    self.sequence.extend(size + 1, limits, &mut |_| false)?;
                    match self.known(size as u64) {
                        Some(value) => value.into(),
                        None => return Ok(nowhere()),
                    }
                }
                (None, Err(_)) => return Ok(Attempt::Declined(self.too_large())),
            };
        }
        Ok(Attempt::Done(sum))
    }

    fn too_large(&self) -> Reason {
        let known = self.sequence.len();
        Reason::gives_up(&format!(
            "the heap is too large for all values below it, and those of {known} heaps prove no period"
        ))
    }

    /// The value of a heap by what is known so far; `None` where no position exists.
    fn known(&self, n: u64) -> Option<u64> {
        let computed = |n: u64| self.sequence.get(index(n));
        let value = |v: u32| (v != Values::NOWHERE).then_some(u64::from(v));
        if let Some(own) = computed(n) {
            return value(own);
        }
        let Shown { preperiod, period, saltus, .. } = self.shown.as_ref()?;
        let past = n.checked_sub(*preperiod)?;
        let near = value(computed(preperiod + past % period)?)?;
        (past / period).checked_mul(*saltus)?.checked_add(near)
    }

    /// How the value of the last of the first `heaps` heaps was found, in words.
    pub fn explain_last(&self, heaps: u64) -> String {
        let computed = u64::try_from(self.sequence.len()).is_ok_and(|known| heaps <= known);
        if computed { one_by_one(heaps) } else { self.explain(heaps) }
    }

    /// How the values of the first `heaps` heaps were found, in words.
    pub fn explain(&self, heaps: u64) -> String {
        let kinds = self.kinds.as_ref().map_or_else(String::new, |kinds| format!("{}; ", kinds.explained()));
        match &self.shown {
            Some(shown) => format!(
                "heaps: {kinds}preperiod {} period {} saltus {}: {}",
                shown.preperiod, shown.period, shown.saltus, shown.theorem
            ),
            None => one_by_one(heaps),
        }
    }
}

/// Computes values where only the first and the last are held, and writes the last from time to time, if values are kept.
fn extend_far(
    endless: &mut Endless,
    keeper: &mut Option<Keeper>,
    to: u64,
    limits: &Limits,
    until: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<bool>> {
    let Some(keeper) = keeper else { return endless.extend(to, limits, until) };
    loop {
        let next = to.min(endless.len() + FAR_AT_ONCE);
        let ended = endless.extend(next, limits, until);
        let ends = !matches!(ended, Ok(Some(false))) || endless.len() >= to || endless.recurs();
        keeper.save_last(endless, ends)?;
        if ends {
            return ended;
        }
    }
}

fn nowhere<T>() -> Attempt<T> {
    Attempt::Declined(Reason::gives_up("no position exists there"))
}

fn one_by_one(heaps: u64) -> String {
    format!("heaps: the values of {heaps} heaps, one after the other")
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
    fn taken(&self) -> Option<Taken> {
        let (take, parts) = self.sequence.heaps().taken();
        Some(Taken { take, parts, kinds: None, common: self.shown.as_ref().and_then(|shown| shown.common) })
    }
    fn value(&mut self, column: u64, limits: &Limits) -> Result<Option<u64>> {
        self.told(column, limits)
    }
}
