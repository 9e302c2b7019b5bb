//! Statements about values at numbers near each other, and near their quotients.
//!
//! In: a [`Shape`], and what a statement about a number n says when values at some numbers are known. Out: with which quotients the views decide that it is true for
//! every n ([`Nearby`]), if some choice does.
//!
//! Let N = A·n + B be no less than all numbers that the statement asks about. From each [view](super::follow) that N - T can have, all ways of T steps are followed, and the statement is
//! evaluated on the way at one n of each residue, with the values that were passed. A way on which it is true is left. What is found here is proved by the checker, which looks at all
//! n of a residue at once, and at small n.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};
use grundy_core::read::arithmetic::lcm;

use super::follow::{Views, products};
use super::measure::Guess;
use super::naive::first;
use super::read::Shape;
use crate::exact::index;

/// What is known of values: that at a number.
pub type Known<'k> = dyn Fn(u64) -> Option<u8> + 'k;
/// Whether a statement about n is true; `None` where this depends on values that are not known.
pub type Says<'s> = dyn Fn(u64, &Known<'_>) -> Option<bool> + 's;

/// How such a statement is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearby {
    /// The products of divisors at whose quotients values are followed, without 1.
    pub products: Vec<u64>,
    /// A, of N = A·n + B.
    pub factor: u64,
    /// B
    pub more: i64,
    /// T, how far before N ways begin.
    pub steps: u64,
    /// The numbers n are told apart by their residues modulo this.
    pub modulus: u64,
}

/// The most steps.
const STEPS: u64 = 400;
/// The most products.
const PRODUCTS: usize = 8;
/// The most views to begin with.
const BEGIN: usize = 1 << 17;
/// The most work with one list of products: states, each by the values that it has.
const WORK: usize = 1 << 21;
/// The largest modulus.
const MODULUS: u64 = 1 << 14;
/// So many neighbouring numbers show what a statement asks about.
const SAMPLE: u64 = 64;
/// The numbers that show it are near multiples of this.
const FAR: u64 = 1 << 24;

/// A statement, and a multiple of the moduli of its conditions.
pub struct Statement<'s> {
    /// What it says.
    pub says: Box<Says<'s>>,
    /// The multiple.
    pub finer: u64,
}

/// Looks for products that decide statements about one game.
///
/// # Errors
/// An interruption.
pub fn nearby(shape: &Shape, statements: &[Statement<'_>], limits: &Limits) -> Result<Vec<Option<Nearby>>> {
    let mut found: Vec<Option<Nearby>> = vec![None; statements.len()];
    let asked = statements.iter().enumerate().filter_map(|(i, one)| Some((i, Asked::of(shape, &*one.says)?)));
    let mut left: Vec<(usize, Asked)> = asked.collect();
    let (others, guess) = (products(&shape.divide), Guess::all());
    for count in 0..=others.len().min(PRODUCTS) {
        if left.is_empty() {
            break;
        }
        let list = &others[..count];
        let with_one: Vec<u64> = [1].into_iter().chain(list.iter().copied()).collect();
        let Some(mut views) = Views::of(shape, &guess, &with_one, BEGIN) else { break };
        if !views.find(limits)? {
            break;
        }
        let mut later = vec![];
        for (i, asked) in left {
            let Statement { says, finer } = &statements[i];
            let modulus = lcm(views.modulus, *finer);
            let ways = Ways { asked: &asked, views: &views, says, modulus };
            // With more products there is more to follow.
            if modulus > MODULUS {
                continue;
            }
            let outcome =
                if asked.products.iter().all(|p| list.contains(p)) { ways.all(limits)? } else { Outcome::Open };
            match outcome {
                Outcome::True if ways.small(shape, limits)? => {
                    let Asked { factor, more, steps, .. } = asked;
                    found[i] = Some(Nearby { products: list.to_vec(), factor, more, steps, modulus });
                }
                Outcome::Open => later.push((i, asked)),
                Outcome::True | Outcome::TooMuch => {}
            }
        }
        left = later;
    }
    Ok(found)
}

/// What the ways with some products show.
enum Outcome {
    True,
    /// Perhaps more products show more.
    Open,
    TooMuch,
}

/// What a statement asks about.
struct Asked {
    factor: u64,
    more: i64,
    steps: u64,
    /// The products of divisors at whose quotients it asks for values.
    products: BTreeSet<u64>,
}

impl Asked {
    /// Reads it off large numbers; `None` if the statement asks about nothing, or about numbers too far from each other.
    fn of(shape: &Shape, says: &Says<'_>) -> Option<Asked> {
        let numbers = |n: u64| -> BTreeSet<u64> {
            let seen = RefCell::new(BTreeSet::new());
            for value in 0..=u8::try_from(shape.most()).unwrap_or(u8::MAX) {
                says(n, &|at| {
                    seen.borrow_mut().insert(at);
                    Some(value)
                });
            }
            seen.into_inner()
        };
        let step = shape.common(1).checked_mul(FAR)?;
        let near: Vec<BTreeSet<u64>> = (0..SAMPLE).map(|i| numbers(step + i)).collect();
        let far: Vec<BTreeSet<u64>> = (0..SAMPLE).map(|i| numbers(2 * step + i)).collect();
        let greatest = |all: &BTreeSet<u64>| all.last().copied();
        let slopes =
            near.iter().zip(&far).filter_map(|(near, far)| Some(greatest(far)?.checked_sub(greatest(near)?)? / step));
        let factor = slopes.max().filter(|factor| *factor > 0)?;
        let above =
            |(i, all): (u64, &BTreeSet<u64>)| Some(i128::from(greatest(all)?) - i128::from(factor * (step + i)));
        let more = (0..).zip(&near).filter_map(above).max()?;
        let (mut steps, mut products) = (1, BTreeSet::new());
        for (i, all) in (0..).zip(&near) {
            let last = i128::from(factor * (step + i)) + more;
            for at in all.iter().map(|at| i128::from(*at)).filter(|at| *at > 0) {
                let product = (last + at / 2) / at;
                steps = steps.max(last - product * at + 1);
                products.extend(u64::try_from(product));
            }
        }
        products.remove(&1);
        let steps = u64::try_from(steps).ok().filter(|steps| *steps <= STEPS)?;
        let more = i64::try_from(more).ok().filter(|more| more.unsigned_abs() <= STEPS)?;
        (products.len() <= PRODUCTS).then_some(Asked { factor, more, steps, products })
    }
}

/// The ways to the numbers of all residues.
struct Ways<'w> {
    asked: &'w Asked,
    views: &'w Views<'w>,
    says: &'w Says<'w>,
    modulus: u64,
}

impl Ways<'_> {
    /// Is the statement true at the end of every way?
    fn all(&self, limits: &Limits) -> Result<Outcome> {
        let mut work = 0;
        for residue in 0..self.modulus {
            limits.interrupted()?;
            match self.to(residue, &mut work) {
                _ if work > WORK => return Ok(Outcome::TooMuch),
                true => {}
                false => return Ok(Outcome::Open),
            }
        }
        Ok(Outcome::True)
    }

    /// Is the statement true at the numbers before those, too?
    fn small(&self, shape: &Shape, limits: &Limits) -> Result<bool> {
        let Asked { factor, more, steps, .. } = self.asked;
        let least = (self.views.from + steps + more.unsigned_abs()).div_ceil(*factor);
        let count = least.saturating_mul(*factor).saturating_add(more.unsigned_abs()) + 1;
        let values = first(shape, Play::Normal, index(count), limits)?;
        let known = |at: u64| values.get(usize::try_from(at).ok()?).copied();
        Ok((0..least).all(|n| (self.says)(n, &known) == Some(true)))
    }

    /// The same for the numbers of one residue; `false` as well once this takes too much work.
    fn to(&self, residue: u64, work: &mut usize) -> bool {
        let Ways { asked, views, says, modulus } = *self;
        // Far from 0, so that quotients by different products are different numbers.
        let n = residue + (views.from + FAR).next_multiple_of(modulus);
        let Some(last) = (asked.factor * n).checked_add_signed(asked.more) else { return false };
        let first = last - asked.steps;
        let begin = &views.at[index(first % views.modulus)];
        let mut now: BTreeSet<(u128, Vec<u8>)> = begin.iter().map(|view| (*view, vec![])).collect();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for number in first + 1..=last {
            let passed = views.products.iter().enumerate().filter(|(_, p)| number.is_multiple_of(**p));
            let passed: Vec<(usize, u64)> = passed.map(|(product, p)| (product, number / p)).collect();
            let before = places.len();
            places.extend(passed.iter().enumerate().map(|(i, (_, at))| (*at, before + i)));
            let mut next = BTreeSet::new();
            for (view, values) in &now {
                for view in views.after(number % views.modulus, *view) {
                    let new = passed.iter().map(|(product, _)| views.last(view, *product));
                    let values: Vec<u8> = values.iter().copied().chain(new).collect();
                    if says(n, &|at| places.get(&at).map(|place| values[*place])) != Some(true) {
                        next.insert((view, values));
                    }
                }
            }
            *work += now.len() * (1 + places.len());
            if *work > WORK {
                return false;
            }
            now = next;
        }
        now.is_empty()
    }
}
