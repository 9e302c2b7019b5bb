//! Ways to break a number of tokens into heaps.
//!
//! In: a number, which the position may decide, and how many heaps there may be. Out: the cases through which a name runs in a move. Up to
//! [`WRITTEN`] heaps are a vector in increasing order, written with ranges. Of more heaps, and of any number of them, only the whole list is known: a
//! [`Value::Parts`], which a `split all` leaves.

use super::parts::{Partitions, PartsOf};
use super::value::Value;
use crate::lang::{Digit, Heaps, Order};
use crate::rules::build;
use crate::rules::expr::{C, E, Place, Range};

/// The most heaps that are written as a vector.
const WRITTEN: u64 = 4;
/// The lists of a constant are written out if there are at most this many of them.
const LISTED: usize = 4096;

/// One case: ranges of new variables, a condition, and the list of heaps.
pub(super) type Case = (Vec<Range>, C, Value);

impl Partitions {
    /// The partitions of a number into two parts or more that a digit of a code allows.
    pub(super) fn by_digit(digit: &Digit, of: E) -> Partitions {
        let several = |heaps: Heaps| Heaps { least: heaps.least.max(2), ..heaps };
        let is_some = |heaps: &Heaps| heaps.most.is_none_or(|most| heaps.least <= most);
        Partitions { of, heaps: digit.heaps().into_iter().map(several).filter(is_some).collect() }
    }

    /// The partitions of a number with parts in any order: all, or those into so many parts.
    pub(super) fn of(of: E, count: Option<u64>) -> Partitions {
        Partitions { of, heaps: vec![Heaps { least: count.unwrap_or(0), most: count, order: Order::Any }] }
    }

    /// The cases of a name that runs through the partitions in a move. `fresh` gives numbers of new variables.
    pub(super) fn cases(&self, fresh: &mut dyn FnMut() -> usize) -> Vec<Case> {
        let mut cases = vec![];
        for heaps in &self.heaps {
            let last = heaps.most.unwrap_or(1).min(written(heaps.order));
            cases.extend((heaps.least..=last).map(|count| self.case(count, heaps.order, fresh)));
            let least = heaps.least.max(last + 1).max(2);
            if heaps.most.is_none_or(|most| least <= most) {
                let parts = PartsOf { of: self.of.clone(), heaps: Heaps { least, ..*heaps } };
                cases.push((vec![], build::boolean(true), Value::Parts(parts.into())));
            }
        }
        cases
    }

    /// The case of this many parts.
    fn case(&self, count: u64, order: Order, fresh: &mut dyn FnMut() -> usize) -> Case {
        if count == 0 {
            return (vec![], build::zero(&self.of), Value::vector(vec![]));
        }
        let (mut ranges, mut rest, mut parts): (Vec<Range>, E, Vec<E>) = (vec![], self.of.clone(), vec![]);
        for left in (2..=count).rev() {
            let var = fresh();
            let lo = parts.last().cloned().unwrap_or_else(|| build::int(1));
            // Two unequal parts: the smaller is less than half of the rest.
            let most = if order == Order::Any { rest.clone() } else { build::sub(&rest, &build::int(1)) };
            ranges.push(Range { var, lo, hi: build::div(&most, &build::int(left), Place::default()) });
            parts.push(build::var(var));
            rest = build::sub(&rest, &build::var(var));
        }
        parts.push(rest);
        let there = if count == 1 { build::le(&build::int(1), &self.of) } else { build::boolean(true) };
        (ranges, there, Value::vector(parts.into_iter().map(Value::Int).collect()))
    }

    /// All partitions of a constant, in order of the number of parts; `None` if the number is no constant, or if there are too many.
    pub(super) fn list(&self) -> Option<Vec<Value>> {
        let of = self.of.as_i64()?;
        let Ok(of) = u64::try_from(of) else { return Some(vec![]) };
        let mut all = vec![];
        let found = |parts: &[u64]| self.heaps.iter().any(|heaps| allows(heaps, parts));
        let mut add = |parts: &[u64]| {
            all.push(parts.to_vec());
            all.len() <= LISTED
        };
        listed(of, &mut vec![], &mut |parts| !found(parts) || add(parts)).then_some(())?;
        all.sort_by_key(Vec::len);
        let vector = |parts: &Vec<u64>| Value::vector(parts.iter().map(|p| Value::Int(build::int(*p))).collect());
        Some(all.iter().map(vector).collect())
    }

    /// The condition that numbers are one of the partitions.
    pub(super) fn member(&self, parts: &[E]) -> C {
        let count = parts.len() as u64;
        let sum = parts.iter().fold(build::int(0), |sum, part| build::add(&sum, part));
        let mut all = vec![build::eq(&sum, &self.of)];
        all.extend(parts.first().map(|least| build::le(&build::int(1), least)));
        all.extend(parts.windows(2).map(|pair| build::le(&pair[0], &pair[1])));
        let allowed = self.heaps.iter().filter(|heaps| heaps.counts(count));
        all.push(build::or(allowed.map(|heaps| ordered(heaps.order, parts)).collect()));
        build::and(all)
    }
}

/// The most heaps of an order that are written as a vector: of two heaps, some are unequal exactly if not all are equal.
fn written(order: Order) -> u64 {
    match order {
        Order::Any => WRITTEN,
        Order::Unequal | Order::NotAllEqual => 2,
        Order::Equal => 1,
    }
}

/// The condition that an order puts on parts, which do not decrease.
fn ordered(order: Order, parts: &[E]) -> C {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return build::boolean(true) };
    match order {
        _ if parts.len() < 2 => build::boolean(true),
        Order::Any => build::boolean(true),
        Order::Equal => build::eq(first, last),
        Order::NotAllEqual => build::lt(first, last),
        Order::Unequal => build::and(parts.windows(2).map(|pair| build::lt(&pair[0], &pair[1])).collect()),
    }
}

fn allows(heaps: &Heaps, parts: &[u64]) -> bool {
    let numbers: Vec<E> = parts.iter().map(|part| build::int(*part)).collect();
    heaps.counts(parts.len() as u64) && ordered(heaps.order, &numbers).as_bool() == Some(true)
}

/// Calls `f` with every way to write a number as a sum of numbers that do not decrease, until `f` returns `false`; was there no such end?
fn listed(rest: u64, parts: &mut Vec<u64>, f: &mut impl FnMut(&[u64]) -> bool) -> bool {
    if rest == 0 {
        return f(parts);
    }
    let least = parts.last().copied().unwrap_or(1);
    let next = (least..=rest / 2).chain((least <= rest).then_some(rest));
    for part in next {
        parts.push(part);
        let goes_on = listed(rest - part, parts, f);
        parts.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
