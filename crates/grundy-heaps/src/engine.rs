//! Codes of heaps, block by block.
//!
//! In: [`Rules`] and the first values. Out: the codes of as many heaps as are asked for. Two ways: where a [`Space`] leaves few heaps rare, `block` finds the
//! values of 64 heaps from pairs with a rare part; otherwise `dense` looks at all pairs of each heap. Which of the two is used is decided again each time there are a
//! quarter more heaps, from the counts of values so far.

use crate::block::Work;
use crate::code::Coding;
use crate::kept::Kept;
use crate::kernel::{Kernel, Lane};
use crate::lists::Lists;
use crate::rules::Rules;
use crate::space::Space;
use crate::tuner::Tuner;
use crate::wholes::Wholes;

/// At most one heap in so many is rare: with greatest values up to [`SMALL`], and with greater ones (in tenths). With one in 2.5 0.135 took 2.4 times as long as the plain loop.
const RARE: [u64; 2] = [40, 60];
/// Values below this are small.
const SMALL: usize = 256;

/// The space is first chosen when there are so many heaps.
const FIRST: usize = 1 << 12;

/// Why a block ends before its last heap.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The value of the next heap, which codes of this size do not hold.
    TooWide(u32),
    /// The heaps that are kept do not tell the value of the next one.
    Unknown,
}

/// A code in a wider number, whose highest digit is the sign.
pub(crate) fn with_sign<T: Lane, U: Lane>(code: T) -> U {
    U::narrow(code.wide() & !T::SIGN | if code.wide() & T::SIGN == 0 { 0 } else { U::SIGN })
}

/// The codes of heaps.
#[derive(Clone)]
pub(crate) struct Engine<T> {
    pub(crate) rules: Rules,
    pub(crate) kernel: Kernel,
    pub(crate) coding: Coding,
    pub(crate) codes: Vec<T>,
    /// `counts[e][v]`: the number of heaps of even (0) and odd (1) size with the value v, without the heap 0.
    counts: [Vec<i64>; 2],
    pub(crate) lists: Lists,
    pub(crate) tuner: Tuner,
    pub(crate) room: Work<T>,
    /// Which values the options that are no two heaps have, where all pairs are looked at: 1 or 0 for each.
    pub(crate) seen: Vec<u32>,
    pub(crate) wholes: Wholes,
    /// From this number of heaps on the space is chosen again.
    next: usize,
    /// So many heaps were rare, of so many, when pairs with a rare part were given up.
    given_up: Option<(usize, usize)>,
    /// Pairs looked at.
    pub(crate) work: u64,
    /// The heaps that are kept, if the others are forgotten.
    pub(crate) kept: Option<Kept>,
}

impl<T: Lane> Engine<T> {
    /// An engine that goes on from these values. They must be small enough.
    pub(crate) fn of(rules: Rules, kernel: Kernel, values: &[u32]) -> Engine<T> {
        let next = FIRST.max(2 * rules.reach());
        let mut engine = Engine {
            tuner: Tuner::new(kernel, &rules),
            rules,
            kernel,
            coding: Coding { space: None },
            codes: values.iter().map(|value| T::narrow(*value)).collect(),
            counts: [vec![0], vec![0]],
            lists: Lists::default(),
            room: Work::default(),
            seen: vec![],
            wholes: Wholes::default(),
            next,
            given_up: None,
            work: 0,
            kept: None,
        };
        (1..).zip(&values[1..]).for_each(|(n, value)| engine.count(n, *value));
        engine
    }

    /// The same with wider codes, and the value of one heap more, which did not fit.
    pub(crate) fn widened<U: Lane>(self, value: u32) -> Result<Engine<U>, Halt> {
        let mut engine = self.wider();
        // The lists are made of all codes: the new heap may be rare.
        engine.push(value)?;
        engine.begin();
        Ok(engine)
    }

    /// The same with wider codes. The lists are empty.
    pub(crate) fn wider<U: Lane>(self) -> Engine<U> {
        let Engine { rules, kernel, coding, codes, counts, tuner, next, given_up, work, kept, .. } = self;
        let codes = match coding.space {
            Some(_) => codes.iter().map(|code| with_sign(*code)).collect(),
            None => codes.iter().map(|code| U::narrow(code.wide())).collect(),
        };
        let (lists, room) = (Lists::default(), Work::default());
        let (seen, wholes) = (vec![], Wholes::default());
        Engine { rules, kernel, coding, codes, counts, lists, tuner, room, seen, wholes, next, given_up, work, kept }
    }

    /// The value of a heap.
    pub(crate) fn value(&self, n: usize) -> u32 {
        self.opened(self.codes[n], n)
    }

    /// The value of a heap with a code; only the parity of its size counts.
    pub(crate) fn opened(&self, code: T, n: usize) -> u32 {
        let code = code.wide();
        match self.coding.space {
            None => code,
            Some(_) => self.coding.open(code & !T::SIGN, n, code & T::SIGN != 0),
        }
    }

    /// The code with its sign.
    fn code(&self, n: usize, value: u32) -> T {
        let sign = if self.coding.signed(n, value) { T::SIGN } else { 0 };
        T::narrow(self.coding.squeeze(value) | sign)
    }

    /// A power of two above all values so far.
    pub(crate) fn values_below(&self) -> usize {
        self.counts[0].len()
    }

    /// Takes over what another engine has counted.
    pub(crate) fn counts_of(&mut self, other: &Engine<T>) {
        self.counts = other.counts.clone();
    }

    fn count(&mut self, n: usize, value: u32) {
        let value = value as usize;
        if value >= self.counts[0].len() {
            self.counts.iter_mut().for_each(|counts| counts.resize((value + 1).next_power_of_two(), 0));
        }
        self.counts[n % 2][value] += 1;
    }

    /// Adds the value of the next heap.
    pub(crate) fn push(&mut self, value: u32) -> Result<(), Halt> {
        let most = if self.coding.space.is_some() { T::SIGN - 1 } else { T::MOST };
        if self.coding.squeeze(value) > most {
            return Err(Halt::TooWide(value));
        }
        let n = self.codes.len();
        self.codes.push(self.code(n, value));
        if self.kept.is_none() {
            self.count(n, value);
        }
        Ok(())
    }

    /// Values were added that are on no list: the space and the lists are made anew at the next step.
    pub(crate) fn begin_again(&mut self) {
        self.next = self.next.min(self.codes.len().max(FIRST));
    }

    /// Computes the values of some more heaps.
    pub(crate) fn step(&mut self) -> Result<(), Halt> {
        if self.kept.is_some() {
            self.forget();
        } else {
            self.choose_if_due();
        }
        match self.coding.space {
            Some(_) => self.block(),
            None => self.dense_block(),
        }
    }

    /// Chooses the space, if there are enough heaps since it was chosen last.
    pub(crate) fn choose_if_due(&mut self) {
        if self.codes.len() >= self.next {
            self.choose();
        }
    }

    /// Chooses the space.
    fn choose(&mut self) {
        let n = self.codes.len();
        self.next = n + n / 4;
        self.codes.reserve_exact(self.next + 2 * crate::kernel::BLOCK - n);
        let values = self.counts[0].len();
        let few = |rare: &u64| rare * RARE[usize::from(values > SMALL)] <= 10 * n as u64;
        // A value of a byte and its code of seven digits: greater ones are for wider codes.
        let fits = values as u64 / 2 <= u64::from(T::SIGN);
        let chosen = Space::choose(&self.counts, self.rules.odd());
        let chosen = chosen.filter(|(_, rare)| fits && few(rare) && !self.was_dear(*rare));
        let coding = Coding { space: chosen.map(|(space, _)| space) };
        if coding != self.coding {
            self.recode(coding);
        }
        self.begin();
    }

    /// Goes on with all pairs: pairs with a rare part cost more. They are tried again once far fewer heaps are rare.
    pub(crate) fn give_up(&mut self) {
        self.given_up = Some((self.lists.rare.len(), self.codes.len()));
        self.recode(Coding { space: None });
        self.begin();
    }

    /// Is the share of rare heaps more than three quarters of the one that was too dear?
    fn was_dear(&self, rare: u64) -> bool {
        let n = self.codes.len() as u64;
        self.given_up.is_some_and(|(then, of)| 4 * rare * of as u64 > 3 * then as u64 * n)
    }

    /// Writes all codes anew.
    fn recode(&mut self, coding: Coding) {
        self.wholes.clear();
        for n in 0..self.codes.len() {
            let value = self.value(n);
            let sign = if coding.signed(n, value) { T::SIGN } else { 0 };
            self.codes[n] = T::narrow(coding.squeeze(value) | sign);
        }
        self.coding = coding;
    }

    /// Makes the lists and the room for sets.
    pub(crate) fn begin(&mut self) {
        if self.coding.space.is_none() {
            self.lists = Lists::default();
            return;
        }
        self.lists = Lists::of(&self.codes);
        let late = &self.codes[self.codes.len() * 7 / 8..];
        let used = late.iter().map(|code| (code.wide() & !T::SIGN) + 1).max().unwrap_or(1);
        let most = self.coding.squeeze(self.counts[0].len() as u32 - 1);
        self.room.make_room(most);
        self.tuner.begin(used.max(2), self.room.words() > 2, self.lists.rare.len());
        self.use_tuner();
    }

    /// Uses the numbers of the tuner.
    pub(crate) fn use_tuner(&mut self) {
        let wide = self.room.words() > 2;
        self.lists.choose(self.tuner.marked as usize, self.tuner.helpers as usize, wide);
    }

    /// Does a move from a heap lead to a position of this value? Of heaps that a split leaves the larger has at least `least` tokens, and so has the heap that
    /// is left alone.
    pub(crate) fn has_option(&self, n: usize, value: u32, least: usize) -> bool {
        if self.rules.fixed.contains(&value) {
            return true;
        }
        if self.rules.takes.iter().any(|k| n - k >= least && self.value(n - k) == value) {
            return true;
        }
        self.rules.splits.iter().any(|split| {
            let whole = n - split.take;
            let smaller = split.smaller(whole);
            let end = smaller.end.min((whole + 1).saturating_sub(least));
            let Some(sum) = self.sum(n, value) else { return false };
            smaller.start < end && T::any_pair(self.kernel, &self.codes, smaller.start..end, whole, sum)
        })
    }

    /// The nim-sum of the codes of two heaps whose values have this nim-sum, if they are left of n; `None` if no codes have it.
    fn sum(&self, n: usize, value: u32) -> Option<T> {
        let code = self.coding.squeeze(value);
        let Some(space) = self.coding.space else { return (code <= T::MOST).then(|| T::narrow(code)) };
        // One of two parts is rare if and only if the option is common.
        let sign = if space.is_rare(n, value) { 0 } else { T::SIGN };
        (code < T::SIGN).then(|| T::narrow(code | sign))
    }
}
