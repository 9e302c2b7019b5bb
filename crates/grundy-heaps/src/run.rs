//! How the values of heaps recur far out, where only the first and the last ones are kept.
//!
//! In: an engine that keeps the heaps below F and the last L ones ([`kept`](crate::kept)). Out: the first heap from which on values recur, and their period.
//!
//! The state of the engine is the list of the last L codes, and the parity of the number of heaps where the space goes by it. The next state depends on this one alone.
//! So if the states before n and before n + p are alike, and the engine has told all values from n to n + p, then G(m + p) = G(m) for all m >= n - L, and all
//! later heaps are common. States are compared as Brent does (1980): with one of an earlier time, which is replaced by the present one whenever twice as many heaps are
//! known as then. The first state that is like it comes after the least period. *Marks*, which are states at regular distances, then lead to the first heap of the period in few
//! steps: whether the states before n and n + p are alike goes from no to yes just once as n grows.

use crate::engine::{Engine, Halt, with_sign};
use crate::kept::{AT_ONCE, Kept};
use crate::kernel::Lane;

/// Marks are made after so many heaps at first, or as many as a state has. They are twice as far apart each time there are too many.
const APART: u64 = 1 << 18;
/// The most marks.
const MARKS: usize = 512;

/// The codes of the last heaps before one, all of them common.
#[derive(Clone)]
struct State {
    /// The heap; an even number.
    at: u64,
    codes: Box<[u16]>,
}

/// Values recur: G(n + `period`) = G(n) for all n >= `from`, and both numbers are the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first heap of the period.
    pub from: u64,
    /// Its length.
    pub period: u64,
}

/// Why a run ends.
#[derive(Debug)]
pub(crate) enum End {
    Enough,
    Stopped,
    Halt(Halt),
}

/// A run of an engine that forgets heaps.
#[derive(Clone)]
pub(crate) struct Run<T> {
    /// The codes of all heaps of the beginning, which were computed from all heaps before them.
    pub(crate) start: Vec<T>,
    pub(crate) late: Engine<T>,
    marks: Vec<State>,
    apart: u64,
    anchor: State,
    /// The states before the heaps up to this one were compared with the anchor.
    compared: u64,
    pub(crate) cycle: Option<Cycle>,
}

/// Is called with the number of heaps from time to time, and ends the work if it says so.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;

impl<T: Lane> Run<T> {
    pub(crate) fn of(engine: &mut Engine<T>) -> Option<Run<T>> {
        let kept = engine.prepare_to_keep()?;
        let late = engine.cut(kept);
        let anchor = state(&late, late.all())?;
        let marks = vec![anchor.clone()];
        let start = engine.codes[..engine.codes.len() & !1].to_vec();
        let (apart, compared) = (APART.max(kept.last as u64), anchor.at);
        Some(Run { start, late, marks, apart, anchor, compared, cycle: None })
    }

    /// The same with wider codes.
    pub(crate) fn wider<U: Lane>(self) -> Run<U> {
        let Run { start, late, marks, apart, anchor, compared, cycle } = self;
        let start = start.iter().map(|code| with_sign(*code)).collect();
        let mut late = late.wider();
        late.begin();
        Run { start, late, marks, apart, anchor, compared, cycle }
    }

    /// Computes values until there are `to` or a few more, or until they are known to recur.
    pub(crate) fn search(&mut self, to: u64, stop: Stop<'_>) -> End {
        while self.late.all() < to && self.cycle.is_none() {
            match extend(&mut self.late, to.min(self.compared + AT_ONCE as u64), stop) {
                End::Enough => {}
                ended => return ended,
            }
            if let Some(again) = self.again() {
                match self.cycle_of(again - self.anchor.at, stop) {
                    Ok(cycle) => self.cycle = Some(cycle),
                    Err(ended) => return ended,
                }
            }
            self.compared = self.late.all();
            self.mark();
        }
        End::Enough
    }

    /// The first heap, after those compared, before which the state is that of the anchor.
    fn again(&self) -> Option<u64> {
        let from = self.compared.max(self.anchor.at) + 1;
        let Kept { last, .. } = self.late.kept?;
        let by_size = self.late.coding.space.is_some_and(|space| space.by_size);
        let codes = &self.late.codes[self.late.place(from - last as u64)?..];
        let own = &self.anchor.codes;
        let alike = |codes: &[T]| codes.iter().zip(own).all(|(code, own)| code.wide() == u32::from(*own));
        let found = codes.windows(last).zip(from..);
        let fits = |at: u64| !by_size || (at - self.anchor.at).is_multiple_of(2);
        found.filter(|(_, at)| fits(*at)).find_map(|(codes, at)| alike(codes).then_some(at))
    }

    /// The period, if the state before the anchor recurs after so many heaps, and perhaps before: a run that goes on from marks does not compare the states between them.
    fn cycle_of(&self, mut period: u64, stop: Stop<'_>) -> Result<Cycle, End> {
        let by_size = self.late.coding.space.is_some_and(|space| space.by_size);
        let (mut rest, mut prime) = (period, 2);
        while rest > 1 {
            prime = if prime * prime > rest { rest } else { prime };
            if !rest.is_multiple_of(prime) {
                prime += 1;
                continue;
            }
            rest /= prime;
            let less = period / prime;
            if (!by_size || less.is_multiple_of(2)) && self.recurs_after(less, &mut *stop)? {
                period = less;
            }
        }
        Ok(Cycle { from: self.first_of(period, stop)?, period })
    }

    /// Is the state before the anchor the same so many heaps later?
    fn recurs_after(&self, heaps: u64, stop: Stop<'_>) -> Result<bool, End> {
        let at = self.anchor.at + heaps;
        let later = state(&self.at(at, stop)?, at);
        Ok(later.is_some_and(|later| later.codes == self.anchor.codes))
    }

    /// Makes a mark, and replaces the anchor, when it is time.
    fn mark(&mut self) {
        let now = self.late.all() & !1;
        if now >= 2 * self.anchor.at
            && let Some(state) = state(&self.late, now)
        {
            self.anchor = state;
        }
        if self.marks.last().is_some_and(|last| now >= last.at + self.apart) {
            self.marks.extend(state(&self.late, now));
        }
        self.thin();
    }

    /// Leaves out every second mark, if there are too many.
    fn thin(&mut self) {
        if self.marks.len() > MARKS {
            self.apart *= 2;
            let mut turn = 0;
            self.marks.retain(|_| {
                turn += 1;
                turn % 2 == 1
            });
        }
    }

    /// The values of the heaps of the last mark, and the first of these heaps.
    pub(crate) fn last_mark(&self) -> Option<(u64, Vec<u32>)> {
        let State { at, codes } = self.marks.last()?;
        let values = (0..).zip(codes).map(|(place, code)| self.late.opened(T::narrow(u32::from(*code)), place));
        Some((at - codes.len() as u64, values.collect()))
    }

    /// Goes on after a mark of an earlier run; `false` if it is not of this sequence, or not later than what is known.
    pub(crate) fn take_up(&mut self, from: u64, values: &[u32]) -> bool {
        let at = from + values.len() as u64;
        let coding = self.late.coding;
        let fits = |(place, value): (usize, &u32)| !coding.signed(place, *value) && coding.squeeze(*value) < T::SIGN;
        let last = self.late.kept.map_or(0, |kept| kept.last);
        let right = at.is_multiple_of(2) && values.len() == last && at > self.late.all();
        if !right || !values.iter().enumerate().all(fits) {
            return false;
        }
        let codes = values.iter().map(|value| coding.squeeze(*value) as u16).collect();
        self.marks.push(State { at, codes });
        self.late.begin_at(at, values.iter().map(|value| T::narrow(coding.squeeze(*value))));
        let anchor = self.marks.iter().find(|mark| 2 * mark.at > at);
        self.anchor = anchor.unwrap_or(&self.anchor).clone();
        self.compared = at;
        self.thin();
        true
    }

    /// An engine that has computed the values up to a heap, or a few more; it begins no earlier than the first mark.
    fn at(&self, n: u64, stop: Stop<'_>) -> Result<Engine<T>, End> {
        let mark = self.marks.iter().rev().find(|mark| mark.at <= n).unwrap_or(&self.marks[0]);
        let mut engine = self.late.clone();
        engine.begin_at(mark.at, mark.codes.iter().map(|code| T::narrow(u32::from(*code))));
        match extend(&mut engine, n, stop) {
            End::Enough => Ok(engine),
            ended => Err(ended),
        }
    }

    /// The values of some heaps in a row, which are told, or recur.
    pub(crate) fn told(&self, from: u64, to: u64, stop: Stop<'_>) -> Result<Vec<u32>, End> {
        let kept = |n: u64| self.late.place(n).map(|place| self.late.value(place));
        if let Some(values) = (from..to).map(kept).collect() {
            return Ok(values);
        }
        let Some(Cycle { from: first, period }) = self.cycle else { return self.values(from, to, stop) };
        let mut values = vec![];
        let mut next = from;
        while next < to {
            let (near, end) =
                if next < first { (next, first) } else { (first + (next - first) % period, first + period) };
            let more = (to - next).min(end - near);
            values.extend(self.values(near, near + more, &mut *stop)?);
            next += more;
        }
        Ok(values)
    }

    /// The values of some heaps in a row.
    fn values(&self, from: u64, to: u64, stop: Stop<'_>) -> Result<Vec<u32>, End> {
        let known = |n: u64| {
            let code = self.start.get(usize::try_from(n).ok()?)?;
            Some(self.late.opened(*code, usize::from(n % 2 == 1)))
        };
        let mut values: Vec<u32> = (from..to).map_while(known).collect();
        let mut next = from + values.len() as u64;
        if next == to {
            return Ok(values);
        }
        let mut engine = self.at(next, stop)?;
        loop {
            while let Some(place) = engine.place(next).filter(|_| next < to) {
                values.push(engine.value(place));
                next += 1;
            }
            if next == to {
                return Ok(values);
            }
            match extend(&mut engine, to.min(next + AT_ONCE as u64), stop) {
                End::Enough => {}
                ended => return Err(ended),
            }
        }
    }

    /// The first heap from which on values recur with this period; the states before the anchor, and as many heaps later, are alike.
    fn first_of(&self, period: u64, stop: Stop<'_>) -> Result<u64, End> {
        // The states at the mark `low` and one period later differ, unless it is the first; those at `high` are alike.
        let (mut low, mut high) = (0, self.marks.iter().filter(|mark| mark.at < self.anchor.at).count());
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            let later = self.at(self.marks[middle].at + period, stop)?;
            let alike = state(&later, self.marks[middle].at + period)
                .is_some_and(|state| state.codes == self.marks[middle].codes);
            if alike { high = middle } else { low = middle }
        }
        let to = self.marks.get(high).map_or(self.anchor.at, |mark| mark.at.min(self.anchor.at));
        self.first_alike(self.marks[low].at, to, period, stop)
    }

    /// The heap after the last one of two marks whose value is not that of the heap one period later.
    fn first_alike(&self, low: u64, to: u64, period: u64, stop: Stop<'_>) -> Result<u64, End> {
        let mut near = self.at(low, stop)?;
        let mut far = self.at(low + period, stop)?;
        let last = near.kept.map_or(0, |kept| kept.last) as u64;
        let mut from = low - last;
        let mut first = from;
        loop {
            let end = near.all().min(far.all() - period);
            let value = |engine: &Engine<T>, n: u64| engine.place(n).map(|place| engine.value(place));
            let differs = |n: &u64| match (value(&near, *n), value(&far, *n + period)) {
                (Some(own), Some(other)) => own != other,
                _ => true,
            };
            first = (from..end).rev().find(differs).map_or(first, |n| n + 1);
            if end >= to {
                break;
            }
            from = end;
            for (engine, add) in [(&mut near, 0), (&mut far, period)] {
                match extend(engine, (end + AT_ONCE as u64).min(to) + add, stop) {
                    End::Enough => {}
                    ended => return Err(ended),
                }
            }
        }
        if first > low - last { Ok(first) } else { self.at_start(low, period, stop) }
    }

    /// The same among the heaps of the beginning, all of which after `low` recur.
    fn at_start(&self, low: u64, period: u64, stop: Stop<'_>) -> Result<u64, End> {
        let far = self.values(period, low + period, stop)?;
        let near = self.values(0, low, stop)?;
        let alike = near.iter().zip(&far).rev().take_while(|(near, far)| near == far).count();
        Ok(low - alike as u64)
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let kept = self.late.kept.map_or(0, |kept| kept.first + kept.last + 2 * AT_ONCE);
        let engines = 4 * kept * size_of::<T>() + self.start.len() * size_of::<T>();
        (engines + (self.marks.len() + 2) * self.anchor.codes.len() * 2) as u64
    }
}

/// The state before a heap of even size.
fn state<T: Lane>(engine: &Engine<T>, at: u64) -> Option<State> {
    let codes = engine.before(at)?.iter().map(|code| code.wide() as u16).collect();
    Some(State { at, codes })
}

/// Computes values until there are `to` or a few more.
fn extend<T: Lane>(engine: &mut Engine<T>, to: u64, stop: Stop<'_>) -> End {
    while engine.all() < to {
        if let Err(halt) = engine.step() {
            return End::Halt(halt);
        }
        if stop(engine.all()) {
            return End::Stopped;
        }
    }
    End::Enough
}
