//! Groups of bound names that nothing joins, and chains of names that only their order joins.
//!
//! In: what each range, each part of the condition and each number that is added depends on. Out: the groups. Names under `a <= b <= c`, or under ranges such as `b in a..n`,
//! are a chain if nothing else joins them: where all add alike, the choices are multisets; where the order is strict, sets.

use super::super::env::Env;
use super::Names;
use super::read::{Order, Shape};
use crate::contract::num::Num;
use crate::contract::stop::Result;

/// A group of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// These are run through together.
    Joint(Names),
    /// These increase, weakly or strictly, from the first to the last.
    Chain { names: Vec<usize>, strict: bool },
}

/// The groups of a count.
pub(super) struct Grouping {
    pub(super) groups: Vec<Group>,
}

impl Grouping {
    /// The groups, where each of `joined` is a set of names that one number depends on.
    pub(super) fn of<N: Num>(shape: &Shape<N>, joined: impl Iterator<Item = Names>) -> Grouping {
        let mut sets: Vec<Names> = (0..shape.binders.len()).map(|k| 1 << k).collect();
        let ends = || shape.binders.iter().enumerate().flat_map(|(k, b)| [(k, &b.lo), (k, &b.hi)]);
        let by_tests = shape.tests.iter().filter(|test| test.order.is_none()).map(|test| test.names);
        let by_ends = ends().filter(|(_, end)| end.order.is_none()).map(|(k, end)| end.names | 1 << k);
        joined.chain(by_tests).chain(by_ends).for_each(|names| join(&mut sets, names));
        let by_order = shape.tests.iter().filter_map(|test| test.order);
        let orders: Vec<Order> = by_order.chain(ends().filter_map(|(_, end)| end.order)).collect();
        let mut linked = sets.clone();
        orders.iter().for_each(|order| join(&mut linked, 1 << order.low | 1 << order.high));
        let group = |all: Names| {
            let own = |order: &&Order| all >> order.low & 1 == 1;
            let own: Vec<Order> = orders.iter().filter(own).copied().collect();
            let single = sets.iter().filter(|set| **set & all != 0).all(|set| set.count_ones() == 1);
            let chain = if single && all.count_ones() > 1 { chain(all, &own) } else { None };
            chain.map_or(Group::Joint(all), |(names, strict)| Group::Chain { names, strict })
        };
        Grouping { groups: linked.into_iter().map(group).collect() }
    }

    /// How many groups there are, where the names of a chain are so many.
    pub(super) fn apart(&self) -> usize {
        let of = |group: &Group| if let Group::Chain { names, .. } = group { names.len() } else { 1 };
        self.groups.iter().map(of).sum()
    }
}

impl<N: Num> Shape<N> {
    /// How many choices of some names there are, if orders are left out; `None` if a range depends on others in another way.
    pub(super) fn choices(&self, names: Names, env: &mut Env<N>) -> Result<Option<u128>> {
        let mut choices = 1u128;
        for k in (0..self.binders.len()).filter(|k| names >> k & 1 == 1) {
            let (Some(lo), Some(hi)) = (self.end(k, true, env)?, self.end(k, false, env)?) else { return Ok(None) };
            let length = lo.times(&N::small(-1)).and_then(|lo| hi.plus(&lo)).and_then(|less| less.to_i64());
            choices = choices.saturating_mul(length.map_or(u128::MAX, |less| (i128::from(less) + 1).max(0) as u128));
        }
        Ok(Some(choices))
    }

    /// The first or the last number of a name, where another name that is its end stands at its own; `None` if the end depends on names in another way.
    pub(super) fn end(&self, mut k: usize, low: bool, env: &mut Env<N>) -> Result<Option<N>> {
        loop {
            let end = if low { &self.binders[k].lo } else { &self.binders[k].hi };
            match end.order {
                // A range speaks of earlier names alone, so this ends.
                Some(order) => k = if low { order.low } else { order.high },
                None if end.names == 0 => return (end.number)(env).map(Some),
                None => return Ok(None),
            }
        }
    }
}

/// Makes one set of all that share a name with `names`.
fn join(sets: &mut Vec<Names>, names: Names) {
    let (touched, mut apart): (Vec<Names>, Vec<Names>) = sets.iter().partition(|set| **set & names != 0);
    if !touched.is_empty() {
        apart.push(touched.into_iter().fold(0, |all, set| all | set));
    }
    *sets = apart;
}

/// The names in the one order that is possible, if there is just one, and if each is less than the next or each at most the next.
fn chain(all: Names, orders: &[Order]) -> Option<(Vec<usize>, bool)> {
    let (mut left, mut names) = (all, vec![]);
    while left != 0 {
        let is_least = |k: &usize| left >> k & 1 == 1 && !orders.iter().any(|o| o.high == *k && left >> o.low & 1 == 1);
        let mut least = (0..Names::BITS as usize).filter(is_least);
        let (Some(next), None) = (least.next(), least.next()) else { return None };
        names.push(next);
        left &= !(1 << next);
    }
    let between = |pair: &[usize]| orders.iter().any(|o| (o.low, o.high) == (pair[0], pair[1]) && o.strict);
    let strict = names.windows(2).all(between);
    (strict || orders.iter().all(|order| !order.strict)).then_some((names, strict))
}
