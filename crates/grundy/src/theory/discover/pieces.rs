//! What decision lists are made of: conditions on positions, and numbers.
//!
//! In: positions. Out: comparisons of sums of coordinates with small factors, residues, and both together; and as leaves sums, nim-sums, quotients and
//! lesser ones, and tables of residues, each as an expression with what it is at every position. `cost` says how long a formula looks.

use grundy_core::contract::limits::{Held, Limits};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E};

use super::sample::Sample;

/// The positions of a set, by their numbers.
pub(super) type Mask = Vec<bool>;

/// A condition.
pub(super) struct Condition {
    pub(super) e: C,
    pub(super) cost: f64,
    pub(super) holds: Mask,
}

/// A number.
pub(super) struct Number {
    pub(super) e: E,
    pub(super) cost: f64,
    pub(super) values: Vec<i64>,
}

/// Classes of positions, by residues.
pub(super) struct Residues {
    pub(super) cost: f64,
    /// The class of each position.
    pub(super) class: Vec<usize>,
    /// The condition of each class.
    pub(super) conditions: Vec<C>,
    /// The class as a number, where it is one.
    pub(super) number: Option<E>,
    /// The coordinates whose parities the class is, the last one's the least significant.
    parities: Option<Vec<usize>>,
}

impl Residues {
    /// The condition of some classes. A set of parities that linear equations modulo 2 describe is said by these.
    pub(super) fn one_of(&self, classes: &[usize]) -> C {
        let by_checks = self.parities.as_ref().filter(|_| classes.len() > 1).and_then(|set| checks(set, classes));
        by_checks.unwrap_or_else(|| build::or(classes.iter().map(|class| self.conditions[*class].clone()).collect()))
    }
}

/// Parity checks that exactly some vectors of parities meet: sums of coordinates whose parity is the same for all of them, the shortest sums first.
fn checks(set: &[usize], classes: &[usize]) -> Option<C> {
    let parity = |mask: usize, class: usize| (mask & class).count_ones() % 2;
    let mut masks: Vec<usize> = (1..1 << set.len()).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    // Independent masks, each with its leading bit that no other has.
    let (mut basis, mut found): (Vec<usize>, Vec<C>) = (vec![], vec![]);
    for mask in masks {
        let reduced = basis.iter().fold(mask, |rest, own| rest.min(rest ^ own));
        let wanted = parity(mask, classes[0]);
        if reduced == 0 || classes.iter().any(|class| parity(mask, *class) != wanted) {
            continue;
        }
        basis.push(reduced);
        basis.sort_unstable_by(|a, b| b.cmp(a));
        let entries = (0..set.len()).filter(|k| mask >> (set.len() - 1 - k) & 1 == 1);
        let terms: Vec<_> = entries.map(|k| (build::coord(set[k]), 1.into())).collect();
        let residue = build::modulo(&build::sum(&terms), &build::int(2), Default::default());
        found.push(build::eq(&residue, &build::int(u64::from(wanted))));
    }
    (1usize << (set.len() - basis.len()) == classes.len()).then(|| build::and(found))
}

/// All pieces, the numbers and residues by their cost.
pub(super) struct Pieces {
    pub(super) conditions: Vec<Condition>,
    pub(super) numbers: Vec<Number>,
    pub(super) residues: Vec<Residues>,
    _held: Held,
}

/// The bytes of a condition beside what it is at each position.
const CONDITION: u64 = 256;
/// The greatest constant beside a sum.
const CONSTANT: i64 = 4;
/// The greatest modulus of residues in a table, and in a condition.
const MODULUS: i64 = 8;
const SMALL: i64 = 4;

impl Pieces {
    /// The pieces; `None` if there is no room for them.
    pub(super) fn of(sample: &Sample, limits: &Limits) -> Option<Pieces> {
        let maker = Maker { sample };
        let (linear, mut conditions) = (maker.comparisons(), vec![]);
        let (residues, each) = (maker.residue_conditions(), CONDITION + sample.len() as u64);
        let mut held = limits.held(each * (linear.len() + residues.len()) as u64);
        for first in &linear {
            for second in residues.iter().filter(|residue| residue.cost < PARITY) {
                if let Some(both) = maker.both(first, second) {
                    held.grow(held.bytes() + each, limits, "the conditions of decision lists").ok()?;
                    conditions.push(both);
                }
            }
        }
        conditions.extend(linear);
        conditions.extend(residues);
        let (mut numbers, mut residues) = (maker.numbers(), maker.residues());
        let each = size_of::<i64>() * sample.len();
        held.grow(held.bytes() + (each * (numbers.len() + residues.len())) as u64, limits, "decision lists").ok()?;
        numbers.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        residues.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        Some(Pieces { conditions, numbers, residues, _held: held })
    }
}

/// Residues modulo 2 cost less than this.
const PARITY: f64 = 3.0;

struct Maker<'s> {
    sample: &'s Sample,
}

/// The non-empty subsets of so many coordinates; of five, single ones and all, so that the pieces do not become too many.
fn subsets(width: usize) -> impl Iterator<Item = Vec<usize>> {
    let few = move |set: &Vec<usize>| width < 5 || set.len() == 1 || set.len() == width;
    (1u32..1 << width).map(move |set| (0..width).filter(|i| set >> i & 1 == 1).collect()).filter(few)
}

impl Maker<'_> {
    fn width(&self) -> usize {
        self.sample.columns.len()
    }

    /// A sum of multiples of coordinates.
    fn sum(&self, factors: &[i64]) -> (E, Vec<i64>) {
        let terms: Vec<_> = factors.iter().enumerate().map(|(i, k)| (build::coord(i), (*k).into())).collect();
        let at = |n: usize| factors.iter().zip(&self.sample.columns).map(|(k, column)| k * column[n]).sum();
        (build::sum(&terms), (0..self.sample.len()).map(at).collect())
    }

    fn sum_of(&self, set: &[usize]) -> (E, Vec<i64>) {
        let factors: Vec<i64> = (0..self.width()).map(|i| i64::from(set.contains(&i))).collect();
        self.sum(&factors)
    }

    /// A condition that tells some positions from others.
    fn condition(&self, e: C, cost: f64, holds: impl Fn(usize) -> bool) -> Option<Condition> {
        let holds: Mask = (0..self.sample.len()).map(holds).collect();
        let count = holds.iter().filter(|holds| **holds).count();
        (count > 0 && count < self.sample.len()).then_some(Condition { e, cost, holds })
    }

    fn both(&self, a: &Condition, b: &Condition) -> Option<Condition> {
        let e = build::and(vec![a.e.clone(), b.e.clone()]);
        self.condition(e, a.cost + b.cost, |n| a.holds[n] && b.holds[n])
    }

    /// Comparisons of sums with factors -1, 0 and 1, and of two coordinates also 2.
    fn comparisons(&self) -> Vec<Condition> {
        let most: i64 = if self.width() <= 2 { 2 } else { 1 };
        let mut factors: Vec<i64> = vec![-most; self.width()];
        let mut found = vec![];
        loop {
            let first = factors.iter().find(|k| **k != 0);
            let weight: i64 = factors.iter().map(|k| k.abs()).sum();
            let plain = self.width() < 5 || [1, 2, 5].contains(&weight);
            let reduced = factors.iter().any(|k| k.abs() == 1);
            if first.is_some_and(|k| *k > 0) && plain && reduced {
                let (e, values) = self.sum(&factors);
                for constant in -CONSTANT..=CONSTANT {
                    let cost =
                        1.0 + weight as f64 + 0.1 * constant.abs() as f64 + if constant == 0 { 0.0 } else { 0.5 };
                    let c = build::int(constant);
                    found.extend(self.condition(build::le(&e, &c), cost, |n| values[n] <= constant));
                    found.extend(self.condition(build::lt(&c, &e), cost, |n| values[n] > constant));
                    found.extend(self.condition(build::eq(&e, &c), cost, |n| values[n] == constant));
                }
            }
            let Some(i) = (0..factors.len()).rev().find(|i| factors[*i] < most) else { return found };
            factors[i] += 1;
            factors[i + 1..].fill(-most);
        }
    }

    fn residue_conditions(&self) -> Vec<Condition> {
        let mut found = vec![];
        for set in subsets(self.width()) {
            let (e, values) = self.sum_of(&set);
            for modulus in 2..=SMALL {
                let residue = build::modulo(&e, &build::int(modulus), Default::default());
                let cost = 0.5 + 0.3 * set.len() as f64 + 0.5 * modulus as f64;
                for r in 0..modulus {
                    let is = build::eq(&residue, &build::int(r));
                    found.extend(self.condition(is, cost, |n| values[n].rem_euclid(modulus) == r));
                }
            }
        }
        found
    }

    fn residues(&self) -> Vec<Residues> {
        let place = Default::default();
        let mut found = vec![Residues {
            cost: 0.2,
            class: vec![0; self.sample.len()],
            conditions: vec![build::boolean(true)],
            number: Some(build::int(0)),
            parities: None,
        }];
        for set in subsets(self.width()) {
            let (e, values) = self.sum_of(&set);
            for modulus in 2..=MODULUS {
                let residue = build::modulo(&e, &build::int(modulus), place);
                found.push(Residues {
                    cost: 0.5 * set.len() as f64 + 0.5 * modulus as f64,
                    class: values.iter().map(|v| v.rem_euclid(modulus) as usize).collect(),
                    conditions: (0..modulus).map(|r| build::eq(&residue, &build::int(r))).collect(),
                    number: Some(residue),
                    parities: None,
                });
            }
            if set.len() < 2 {
                continue;
            }
            let parity = |i: &usize| build::modulo(&build::coord(*i), &build::int(2), place);
            let class = |n: usize| set.iter().fold(0, |class, i| 2 * class + (self.sample.columns[*i][n] % 2) as usize);
            let condition = |class: usize| {
                let bit = |k: usize| (class >> (set.len() - 1 - k) & 1) as i64;
                build::and(set.iter().enumerate().map(|(k, i)| build::eq(&parity(i), &build::int(bit(k)))).collect())
            };
            found.push(Residues {
                cost: set.len() as f64 + 0.5,
                class: (0..self.sample.len()).map(class).collect(),
                conditions: (0..1 << set.len()).map(condition).collect(),
                number: None,
                parities: Some(set.clone()),
            });
        }
        found
    }

    fn number(&self, e: E, cost: f64, value: impl Fn(usize) -> i64) -> Number {
        Number { e, cost, values: (0..self.sample.len()).map(value).collect() }
    }

    /// Coordinates, sums and nim-sums with a small constant; quotients; the lesser of a quotient and a sum.
    fn numbers(&self) -> Vec<Number> {
        let place = Default::default();
        let mut found = vec![];
        let all: Vec<usize> = (0..self.width()).collect();
        for set in subsets(self.width()) {
            let (sum, values) = self.sum_of(&set);
            let nim = |n: usize| set.iter().fold(0, |xor, i| xor ^ self.sample.columns[*i][n]);
            let entries: Vec<E> = set.iter().map(|i| build::coord(*i)).collect();
            for more in -2..=3i64 {
                let cost = 1.0 + 0.5 * (set.len() as f64 - 1.0).min(1.0) + 0.3 * more.abs() as f64;
                let plus = |e: &E| build::add(e, &build::int(more));
                found.push(self.number(plus(&sum), cost, |n| values[n] + more));
                if set.len() > 1 {
                    found.push(self.number(plus(&build::xor(&entries, place)), cost, |n| nim(n) + more));
                }
            }
            for by in 2..=4i64 {
                let quotient = build::div(&sum, &build::int(by), place);
                found.push(self.number(quotient.clone(), 1.5 + 0.2 * set.len() as f64, |n| values[n].div_euclid(by)));
                for other in subsets(self.width()).filter(|other| by == 2 && *other != set && set == all) {
                    let (e, least) = self.sum_of(&other);
                    let lesser = build::min(vec![quotient.clone(), e]);
                    let cost = 2.5 + 0.2 * other.len() as f64;
                    found.push(self.number(lesser, cost, |n| values[n].div_euclid(by).min(least[n])));
                }
            }
        }
        found.extend(self.parities());
        found.extend(self.nim_sums_of_differences());
        for (i, j) in (1..self.width()).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let mut factors = vec![0; self.width()];
            (factors[i], factors[j]) = (-1, 1);
            let (e, values) = self.sum(&factors);
            for more in -1..=1i64 {
                let cost = 1.5 + 0.3 * more.abs() as f64;
                found.push(self.number(build::add(&e, &build::int(more)), cost, |n| values[n] + more));
            }
        }
        found
    }

    /// Nim-sums of coordinates and of differences between neighbours, with or without the squares that both stand on.
    fn nim_sums_of_differences(&self) -> Vec<Number> {
        let mut parts: Vec<(E, Vec<i64>)> = (0..self.width()).map(|i| self.sum_of(&[i])).collect();
        let coordinates = parts.len();
        for i in 1..self.width() {
            let mut factors = vec![0; self.width()];
            (factors[i - 1], factors[i]) = (-1, 1);
            let (e, values) = self.sum(&factors);
            for less in [1, 0] {
                if values.iter().all(|value| *value >= less) {
                    let e = build::sub(&e, &build::int(less));
                    parts.push((e, values.iter().map(|value| value - less).collect()));
                }
            }
        }
        let mut found = vec![];
        for set in (0u32..1 << parts.len()).filter(|set| (2..=3).contains(&set.count_ones()) && set >> coordinates > 0)
        {
            let chosen: Vec<&(E, Vec<i64>)> =
                parts.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, part)| part).collect();
            let entries: Vec<E> = chosen.iter().map(|(e, _)| e.clone()).collect();
            let nim = |n: usize| chosen.iter().fold(0, |xor, (_, values)| xor ^ values[n]);
            found.push(self.number(build::xor(&entries, Default::default()), 1.5 + 0.8 * chosen.len() as f64, nim));
        }
        found
    }

    /// Parities of sums, 1 without them, and numbers of two binary digits that are parities.
    fn parities(&self) -> Vec<Number> {
        let parity = |(e, values): (E, Vec<i64>)| {
            let odd: Vec<i64> = values.iter().map(|v| v.rem_euclid(2)).collect();
            (build::modulo(&e, &build::int(2), Default::default()), odd)
        };
        let parities: Vec<(E, Vec<i64>, f64)> = subsets(self.width())
            .map(|set| {
                let (e, odd) = parity(self.sum_of(&set));
                (e, odd, 0.2 * set.len() as f64)
            })
            .collect();
        let mut found = vec![];
        for (e, odd, cost) in &parities {
            found.push(self.number(e.clone(), 1.0 + cost, |n| odd[n]));
            found.push(self.number(build::sub(&build::int(1), e), 1.4 + cost, |n| 1 - odd[n]));
            for (low, other, more) in parities.iter().filter(|(low, ..)| low != e) {
                let both = build::add(&build::scale(e, &2.into()), low);
                found.push(self.number(both, 2.0 + cost + more, |n| 2 * odd[n] + other[n]));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::discover::Asks;
    use grundy_core::contract::options::Options;
    use grundy_rules::session::Session;

    #[test]
    fn pieces_are_taken_from_the_account() {
        let game = Session::new().game("nim[3]", None).expect("a game");
        let sample =
            Sample::of(&game.rules, Asks::Values, &Options::default()).expect("values").expect("few coordinates");
        let limits = Limits::default();
        let pieces = Pieces::of(&sample, &limits).expect("room");
        let all = (pieces.conditions.len() * sample.len()) as u64;
        assert!(limits.in_use() > all);
        drop(pieces);
        assert_eq!(limits.in_use(), 0);
        let few = Limits { memory: all, ..Limits::default() };
        assert!(Pieces::of(&sample, &few).is_none());
        assert_eq!(few.in_use(), 0);
    }
}
