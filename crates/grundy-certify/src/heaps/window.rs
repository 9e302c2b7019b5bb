//! A period of heaps of which only the first and the last ones are kept, since few heaps are rare.
//!
//! In: a certificate that names common values, a heap F, and a heap B. Out: that all later values recur, or what fails. The memory is that of B values and a few times F, however long the period is.
//!
//! From some heap c on the moves of a heap of n tokens are the same for all n: they leave nothing, a heap of a fixed size, a heap of n - k tokens, or two heaps of
//! n - k tokens together, whose smaller one may be any heap of S tokens or more, and some smaller ones. No k exceeds t. Which values are common is such that an option of two heaps has a
//! common value if and only if just one of the two is common ([`common`](crate::heaps::common)). Let L = F + t.
//!
//! **Theorem.** Let B be at least c and 2 F + t + S. Let all rare heaps below N be below F, and let each rare value below that of a heap from B to N - 1 be that of an option that leaves nothing,
//! one heap, or a heap below F. Let the period p be even if the class goes by the parity of sizes. If m >= B, N >= m + L + p, and G(n + p) = G(n) for m <= n < m + L, then G(n + p) = G(n) for all n >= m.
//!
//! *Proof.* Let n >= B, let all heaps from F to n - 1 be common, and let C be the least common value that no option of n has. A common value of an option of n that leaves two heaps comes from a rare
//! one, which is below F, and another one of n - L tokens or more. So the last L values before n tell C; and they tell whether each rare value below C is that of an option that leaves a heap
//! below F, one heap or none. (The parity of n counts as well if the class goes by it.) If that is so, let n be called *told*: then G(n) = C, and n is common. By assumption all heaps from B to N - 1 are told. Let n >= m + L, let all
//! heaps from B to n + p - 1 be told, and let G(k + p) = G(k) for m <= k < n. The last L values before n + p are those before n, and n is told; so n + p is told, and G(n + p) = G(n). ∎
//!
//! By the same proof G(n + q) = G(n) for m <= n < m + L makes q a period, for all q < p; where the class goes by parity an odd q is none, and the equation fails for all n, since no value is common at n and at n + q.

use std::ops::Range;

use crate::form::numbers::{index, primes};
use crate::form::spent::{Spent, Stop, Told};
use crate::heaps::far::no;
use crate::heaps::read::Moves;
use crate::heaps::rows::Rows;
use crate::heaps::{ONE_BY_ONE, Refusal};

/// F is at most this, B, and N.
const FIRST: u64 = 1 << 24;
const BEGIN: u64 = 1 << 28;
const MOST: u64 = 1 << 48;

/// The quantities of the theorem.
pub(super) struct Window {
    pub(super) preperiod: u64,
    pub(super) period: u64,
    pub(super) first: u64,
    /// L.
    pub(super) last: u64,
    /// B.
    pub(super) begin: u64,
    pub(super) end: u64,
}

/// Are the values of some heaps those of the heaps that have `by` tokens less?
struct Comparison {
    by: u64,
    heaps: Range<u64>,
    alike: bool,
}

impl Window {
    /// Are there enough heaps below N?
    pub(super) fn of(
        moves: &Moves,
        (preperiod, period): (u64, u64),
        (first, begin): (u64, u64),
        end: u64,
    ) -> Result<Window, Refusal> {
        let (take, ..) = moves.most();
        let fits = first <= FIRST && begin <= BEGIN && end <= MOST && take <= FIRST;
        if first <= moves.near || !fits {
            return no("the heaps that it speaks of are too few or too many for this checker");
        }
        let last = first + take;
        let least = (2 * first + take + moves.near).max(moves.from()).max(Rows::begin(moves)).max(ONE_BY_ONE);
        if begin < least || begin % 2 == 1 {
            return no(format!("the first heaps can tell others from an even heap from {least} on, not from {begin}"));
        }
        let window = Window { preperiod, period, first, last, begin, end };
        let fits = |sum: u64| sum <= end && preperiod <= end && period <= end;
        if !fits(window.from().saturating_add(last).saturating_add(period)) {
            return no(format!("the values below {end} are too few"));
        }
        Ok(window)
    }

    /// m.
    fn from(&self) -> u64 {
        self.preperiod.max(self.begin)
    }

    /// Computes all values, and compares those that the theorem speaks of; the first ones are known. Returns the greatest rare heap.
    pub(super) fn look(&self, mut rows: Rows<'_>, mut known: Vec<u8>, stop: Stop) -> Result<u64, Refusal> {
        let rare = rows.last_rare(u64::MAX);
        if rare >= self.first {
            return no(format!("the heap {rare} is rare, and is not below {}", self.first));
        }
        rows.keep(index(self.begin), (index(self.first), index(self.last)));
        // The values from here on are held, up to those that the theorem compares with later ones.
        let from = self.preperiod.max(1) - 1;
        let to = self.from() + self.last;
        let known_from = from.min(self.begin);
        let mut held = known.split_off(index(known_from));
        drop(known);
        let mut compared = self.comparisons();
        let mut next = self.begin;
        // Of the first heaps some may be compared with each other.
        compare(&mut compared, (from, &held), known_from..self.begin, &held);
        while next < self.end {
            if stop(Told::Spent(Spent { steps: next, bytes: rows.bytes() + held.capacity() as u64 })) {
                return Err(Refusal::Stopped);
            }
            let made = rows.go_on()?;
            next = made.end;
            let new = from.max(made.start)..to.min(made.end);
            if !new.is_empty() {
                held.extend(rows.values(new));
            }
            if compared.iter().any(|own| own.heaps.start < made.end && made.start < own.heaps.end) {
                let values = rows.values(made.clone());
                compare(&mut compared, (from, &held), made, &values);
            }
        }
        self.verdict(&compared)?;
        Ok(rare)
    }

    /// What is compared: the period, the heap before the preperiod, and periods that are less.
    fn comparisons(&self) -> Vec<Comparison> {
        let Window { preperiod, period, last, .. } = *self;
        let of = |by: u64, heaps: Range<u64>| Comparison { by, heaps: heaps.start + by..heaps.end + by, alike: true };
        let to = self.from() + last;
        let before = preperiod.saturating_sub(1)..preperiod;
        let less = primes(period).into_iter().map(|q| of(period / q, self.from()..to));
        [of(period, preperiod..to), of(period, before)].into_iter().chain(less).collect()
    }

    fn verdict(&self, compared: &[Comparison]) -> Result<(), Refusal> {
        let Window { preperiod, period, .. } = *self;
        let [recurs, before, less @ ..] = compared else { return no("nothing was compared") };
        if !recurs.alike {
            return no(format!("G(n + {period}) is not G(n) for some n from {preperiod} on"));
        }
        if preperiod > 0 && before.alike {
            let n = preperiod - 1;
            return no(format!("G(n + {period}) = G(n) for n = {n}, too, before the preperiod"));
        }
        match less.iter().find(|less| less.alike) {
            Some(less) => no(format!("{} is a period, too, less than {period}", less.by)),
            None => Ok(()),
        }
    }
}

/// Compares the values of some heaps with those held, which begin with the heap `from`.
fn compare(compared: &mut [Comparison], (from, held): (u64, &[u8]), heaps: Range<u64>, values: &[u8]) {
    for own in compared.iter_mut().filter(|own| own.alike) {
        let both = own.heaps.start.max(heaps.start)..own.heaps.end.min(heaps.end);
        if both.is_empty() {
            continue;
        }
        let new = &values[index(both.start - heaps.start)..index(both.end - heaps.start)];
        let old = &held[index(both.start - own.by - from)..index(both.end - own.by - from)];
        own.alike = new == old;
    }
}
