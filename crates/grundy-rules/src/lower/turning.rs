//! The coins that a move of a coin-turning game turns besides a given one.
//!
//! In: a code, and the place of the coin that lies farthest to the right, counted from 1; the position may decide it. Out: the cases through which a name
//! runs in a move, each the list of the other coins. Up to [`WRITTEN`] coins are a vector in increasing order, written with ranges. Of more coins, only
//! a condition on places is known: a [`Value::Coins`].

use super::breaking::Case;
use super::parts::{Coins, Turned};
use super::value::Value;
use crate::lang::Way;
use crate::rules::build;
use crate::rules::expr::{C, E, Over, Place, Range};

/// The most coins that are written as a vector.
const WRITTEN: u64 = 10;
/// The lists of a constant coin are written out if there are at most this many of them, found in at most this many steps.
const LISTED: usize = 4096;
const STEPS: usize = 1 << 18;

impl Coins {
    /// The range with a variable of its own, the condition, and the coin.
    pub(super) fn running(&self, var: usize) -> (Vec<Range>, C, Value) {
        let (own, new) = (self.range.var, build::var(var));
        let put = |e: &E| crate::rules::change::put(e, own, &new);
        let guard = crate::rules::change::put(&self.guard, own, &new);
        (vec![Range { var, lo: put(&self.range.lo), hi: put(&self.range.hi) }], guard, Value::Int(put(&self.coin)))
    }
}

fn minus(e: &E, k: u64) -> E {
    build::sub(e, &build::int(k))
}

impl Turned {
    /// The cases of a name that runs through the lists in a move. `fresh` gives numbers of new variables.
    pub(super) fn cases(&self, fresh: &mut dyn FnMut() -> usize) -> Vec<Case> {
        let mut cases = vec![];
        for way in &self.code.ways {
            let most = way.most.into_iter().chain(way.within).min();
            let last = most.unwrap_or(1).min(WRITTEN);
            cases.extend((way.least..=last).map(|count| Maker::of(&self.coin, way, fresh).of_count(count)));
            let least = way.least.max(last + 1).max(2);
            if most.is_none_or(|most| least <= most) {
                cases.push(Maker::of(&self.coin, way, fresh).of_any(least, most));
            }
        }
        cases
    }

    /// All lists for a constant coin, shorter ones first; `None` if it is no constant, or if there are too many.
    pub(super) fn list(&self) -> Option<Vec<Value>> {
        let coin = u64::try_from(self.coin.as_int()?).unwrap_or(0);
        if coin == 0 {
            return Some(vec![]);
        }
        let longest = self.code.ways.iter().map(|way| way.most.unwrap_or(coin)).max().unwrap_or(0);
        let (mut found, mut steps) = (vec![], 0);
        let mut see = |coins: &[u64]| {
            if self.code.ways.iter().any(|way| allows(way, coins)) {
                found.push(coins[1..].iter().rev().copied().collect::<Vec<u64>>());
            }
            steps += 1;
            steps <= STEPS && found.len() <= LISTED
        };
        leftwards(&mut vec![coin], longest, &mut see).then_some(())?;
        found.sort_by_key(Vec::len);
        let vector = |coins: &Vec<u64>| Value::vector(coins.iter().map(|c| Value::Int(build::int(*c))).collect());
        Some(found.iter().map(vector).collect())
    }

    /// The condition that numbers are one of the lists.
    pub(super) fn member(&self, others: &[E]) -> C {
        let coins: Vec<E> = others.iter().chain([&self.coin]).cloned().collect();
        let first = &coins[0];
        let count = coins.len() as u64;
        let within = |way: &Way| {
            let length = build::add(&build::sub(&self.coin, first), &build::int(1));
            let same = |(a, b): (&E, &E), (c, d): (&E, &E)| build::eq(&build::sub(b, a), &build::sub(d, c));
            let pairs: Vec<(&E, &E)> = coins.windows(2).map(|pair| (&pair[0], &pair[1])).collect();
            let mut all: Vec<C> = way.within.iter().map(|most| build::le(&length, &build::int(*most))).collect();
            all.extend(way.neighbours.then(|| build::eq(&length, &build::int(count))));
            all.extend(way.first.then(|| build::eq(first, &build::int(1))));
            all.extend(pairs.windows(2).filter(|_| way.spaced).map(|two| same(two[0], two[1])));
            let mirrored = pairs.iter().zip(pairs.iter().rev()).filter(|_| way.symmetric);
            all.extend(mirrored.map(|(pair, mirror)| same(*pair, *mirror)));
            build::and(all)
        };
        let mut all = vec![build::le(&build::int(1), first)];
        all.extend(coins.windows(2).map(|pair| build::lt(&pair[0], &pair[1])));
        all.push(build::or(self.code.ways.iter().filter(|way| way.counts(count)).map(within).collect()));
        build::and(all)
    }
}

/// May these coins, which fall, be turned?
fn allows(way: &Way, coins: &[u64]) -> bool {
    let (count, last) = (coins.len() as u64, coins[coins.len() - 1]);
    let length = coins[0] - last + 1;
    let gaps: Vec<u64> = coins.windows(2).map(|pair| pair[0] - pair[1]).collect();
    way.counts(count)
        && way.within.is_none_or(|most| length <= most)
        && (!way.neighbours || length == count)
        && (!way.first || last == 1)
        && (!way.spaced || gaps.windows(2).all(|pair| pair[0] == pair[1]))
        && (!way.symmetric || gaps.iter().eq(gaps.iter().rev()))
}

/// Calls `see` with each list of falling places that begins as `coins` does, until it returns `false`; was there no such end?
fn leftwards(coins: &mut Vec<u64>, longest: u64, see: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    if !see(coins) {
        return false;
    }
    let last = coins[coins.len() - 1];
    if coins.len() as u64 >= longest {
        return true;
    }
    for next in (1..last).rev() {
        coins.push(next);
        let goes_on = leftwards(coins, longest, see);
        coins.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

/// Makes the case of one way to turn coins.
struct Maker<'a> {
    coin: &'a E,
    way: &'a Way,
    fresh: &'a mut dyn FnMut() -> usize,
    ranges: Vec<Range>,
    conditions: Vec<C>,
}

impl<'a> Maker<'a> {
    fn of(coin: &'a E, way: &'a Way, fresh: &'a mut dyn FnMut() -> usize) -> Maker<'a> {
        Maker { coin, way, fresh, ranges: vec![], conditions: vec![] }
    }

    /// A new variable in a range.
    fn var(&mut self, lo: E, hi: E) -> E {
        let var = (self.fresh)();
        self.ranges.push(Range { var, lo, hi });
        build::var(var)
    }

    fn case(self, others: Value) -> Case {
        (self.ranges, build::and(self.conditions), others)
    }

    /// The leftmost of at least two coins.
    fn leftmost(&mut self) -> E {
        let one = build::int(1);
        let lo = match self.way.within {
            Some(places) => build::max(vec![one.clone(), build::add(&minus(self.coin, places), &one)]),
            None => one.clone(),
        };
        if !self.way.first {
            return self.var(lo, minus(self.coin, 1));
        }
        self.conditions.extend([build::le(&lo, &one), build::lt(&one, self.coin)]);
        one
    }

    /// The case of this many coins.
    fn of_count(mut self, count: u64) -> Case {
        let coin = self.coin;
        if count == 1 || self.way.neighbours {
            let first = build::add(&minus(coin, count), &build::int(1));
            self.is_leftmost(&first);
            let others = (1..count).rev().map(|k| minus(coin, k)).collect();
            return self.written(others);
        }
        if self.way.spaced {
            let most = build::div(&minus(coin, 1), &build::int(count - 1), Place::default());
            let within = self.way.within.map(|places| build::int((places - 1) / (count - 1)));
            let gap = self.var(build::int(1), build::min([most].into_iter().chain(within).collect()));
            let others: Vec<E> = (1..count).rev().map(|k| build::sub(coin, &build::scale(&gap, &k.into()))).collect();
            if self.way.first {
                self.is_leftmost(&others[0]);
            }
            return self.written(others);
        }
        let mut others = vec![self.leftmost()];
        if !self.way.symmetric {
            for left in (1..count - 1).rev() {
                let next = self.behind(&others, minus(coin, left));
                others.push(next);
            }
            return self.written(others);
        }
        let ends = build::add(&others[0], coin);
        let middle = |e: &E| build::div(e, &build::int(2), Place::default());
        for _ in 1..count / 2 {
            let next = self.behind(&others, middle(&minus(&ends, 1)));
            others.push(next);
        }
        let mirrored: Vec<E> = others[1..].iter().rev().map(|e| build::sub(&ends, e)).collect();
        if count % 2 == 1 {
            self.conditions.push(build::divides(&build::int(2), &ends));
            others.push(middle(&ends));
        }
        others.extend(mirrored);
        self.written(others)
    }

    /// A coin between the last of these and an end.
    fn behind(&mut self, coins: &[E], hi: E) -> E {
        let lo = build::add(&coins[coins.len() - 1], &build::int(1));
        self.var(lo, hi)
    }

    /// Asks that a place is there, and that it is the first one where it must be.
    fn is_leftmost(&mut self, place: &E) {
        let one = build::int(1);
        self.conditions.push(if self.way.first { build::eq(place, &one) } else { build::le(&one, place) });
    }

    fn written(self, others: Vec<E>) -> Case {
        self.case(Value::vector(others.into_iter().map(Value::Int).collect()))
    }

    /// The case of at least `least` coins, which are at least two.
    fn of_any(mut self, least: u64, most: Option<u64>) -> Case {
        let (coin, one) = (self.coin, build::int(1));
        let most_is = |e: E| build::min([e].into_iter().chain(most.map(build::int)).collect());
        if self.way.neighbours {
            let count = self.var(build::int(least), most_is(coin.clone()));
            let first = build::add(&build::sub(coin, &count), &one);
            self.is_leftmost(&first);
            return self.coins(first, minus(coin, 1), &|place| (build::boolean(true), place.clone()));
        }
        if self.way.spaced {
            let gap = self.var(one.clone(), minus(coin, 1));
            let longest = build::add(&build::div(&minus(coin, 1), &gap, Place::default()), &one);
            let count = self.var(build::int(least), most_is(longest));
            let before = minus(&count, 1);
            let length = build::mul(&before, &gap);
            self.conditions.extend(self.way.within.map(|places| build::lt(&length, &build::int(places))));
            self.is_leftmost(&build::sub(coin, &length));
            return self.coins(one, before, &|k| (build::boolean(true), build::sub(coin, &build::mul(k, &gap))));
        }
        let first = self.leftmost();
        let length = build::sub(coin, &first);
        let free = match self.way.symmetric {
            true => build::div(&length, &build::int(2), Place::default()),
            false => minus(&length, 1),
        };
        // Where the leftmost coin is given, there may be no place for another one.
        let many = build::pow(&build::int(2), &build::max(vec![build::int(0), free]), Place::default());
        let chosen = self.var(build::int(0), minus(&many, 1));
        // Bit k of this odd number says whether the coin k places behind the leftmost is turned, and the leftmost is.
        let bits = build::add(&build::scale(&chosen, &2.into()), &one);
        let symmetric = self.way.symmetric;
        let turned = |place: &E| {
            let behind = build::sub(place, &first);
            let at = if symmetric { build::min(vec![behind, build::sub(coin, place)]) } else { behind };
            build::eq(&build::bit(&bits, &at, Place::default()), &build::int(1))
        };
        if least > 2 || most.is_some() {
            let var = (self.fresh)();
            let places = Range { var, lo: first.clone(), hi: minus(coin, 1) };
            let body = turned(&build::var(var));
            let others = build::count(Over {
                ranges: vec![places],
                filter: build::boolean(true),
                body,
                place: Place::default(),
            });
            self.conditions.push(build::le(&build::int(least - 1), &others));
            self.conditions.extend(most.map(|most| build::lt(&others, &build::int(most))));
        }
        self.coins(first.clone(), minus(coin, 1), &|place| (turned(place), place.clone()))
    }

    /// The coins that a function gives for places from `lo` to `hi`.
    fn coins(self, lo: E, hi: E, of: &dyn Fn(&E) -> (C, E)) -> Case {
        let var = (self.fresh)();
        let (guard, coin) = of(&build::var(var));
        let coins = Coins { range: Range { var, lo, hi }, guard, coin };
        self.case(Value::Coins(coins.into()))
    }
}
