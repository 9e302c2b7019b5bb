//! Bounds on the number of steps to convergence, proved by following all guesses at once.
//!
//! In: a [`Shape`], and the values that guesses may have. Out: a number of steps after which all guesses agree, whatever the start, from some start on
//! ([`Followed`]).
//!
//! How guesses go on depends on the true values at quotients. Let P be some products of divisors, all divisors among them, and let M be a multiple of
//! p·d and d for all p in P and all divisors d. A *view* of n has, for each p in P, the last m values up to floor(n / p), where m is the largest
//! subtrahend. The view of n + 1 follows from that of n and from n mod M. If p divides n + 1, the value at (n + 1) / p is the mex of the last values
//! there and of the values at (n + 1) / (p·d), for the d with p·d | n + 1: the last value that the view has for p·d, or any value if p·d is not in
//! P. So the views that can be reached from all views include those that occur. The set of tuples that guesses can have goes on with the view. The
//! longest way on which such a set keeps two tuples is the bound. It is the exact number if some start takes as many steps.
//!
//! The more products there are, the closer is the bound; they are taken in ascending order. If some way does not end, nothing is proved.

use std::collections::{BTreeSet, HashMap};

use super::guesses::{Guesses, tuples};
use super::invariants::Tuple;
use super::measure::Guess;
use super::read::Shape;
use crate::exact::{index, short};
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};
use grundy_core::read::arithmetic::lcm;

/// A proved bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The number of steps after which all guesses agree.
    pub steps: u64,
    /// The least start for which this is proved.
    pub from: u64,
    /// The products of divisors at whose quotients values were followed, in descending order; and the modulus of the residues that were told apart.
    pub products: Vec<u64>,
    pub modulus: u64,
}

/// The most bits of a view.
const BITS: usize = 128;
/// The most views, over all residues.
const VIEWS: usize = 1 << 20;
/// The most views to begin with.
const FIRST: usize = 1 << 14;
/// The most states: a residue, a view, and a set of guesses.
const STATES: usize = 1 << 21;
/// The largest modulus.
const MODULUS: u64 = 1 << 12;
/// The most products.
const PRODUCTS: usize = 8;
/// The longest way that is followed.
const LONGEST: u64 = 512;
/// Whether to stop is asked after so many states.
const PAUSE: usize = 1 << 12;
/// The rounds through the residues after which the views of each residue must be the same.
const ROUNDS: u64 = 8;

/// A bound on the steps, the least that some choice of products proves; a bound of at most `enough` is not improved. `None` if none is found.
///
/// # Errors
/// An interruption.
pub fn follow(shape: &Shape, guess: &Guess, enough: u64, limits: &Limits) -> Result<Option<Followed>> {
    let mut best: Option<Followed> = None;
    // Without divisions guesses go on as they begin.
    if shape.divide.is_empty() {
        return Ok(None);
    }
    let products = products(&shape.divide);
    for count in shape.divide.len()..=products.len() {
        let Some(mut views) = Views::of(shape, guess, &products[..count], FIRST) else { break };
        if !views.find(limits)? {
            break;
        }
        let found = Ways { views: &views, guesses: Guesses::new(shape), left: HashMap::new() }.longest(limits)?;
        if let Some(steps) = found.filter(|steps| best.as_ref().is_none_or(|best| *steps < best.steps)) {
            best = Some(Followed { steps, from: views.from, products: views.products, modulus: views.modulus });
        }
        if best.as_ref().is_some_and(|best| best.steps <= enough) {
            break;
        }
    }
    Ok(best)
}

/// The divisors, then the other products of them, each in ascending order.
pub(super) fn products(divide: &[u64]) -> Vec<u64> {
    let mut all: BTreeSet<u64> = divide.iter().copied().collect();
    for _ in 1..PRODUCTS {
        let longer = |p: &u64| divide.iter().map(|d| p.saturating_mul(*d)).collect::<Vec<u64>>();
        all.extend(all.iter().flat_map(longer).collect::<Vec<u64>>());
        all = all.into_iter().take(PRODUCTS + divide.len()).collect();
    }
    all.extend(divide);
    let others = all.into_iter().filter(|p| !divide.contains(p));
    divide.iter().copied().chain(others).take(PRODUCTS).collect()
}

/// The tuples at all quotients, one behind the other.
type View = u128;

/// The views that can occur.
pub(super) struct Views<'s> {
    shape: &'s Shape,
    guess: &'s Guess,
    /// The products, in descending order: values at quotients of quotients come first.
    pub(super) products: Vec<u64>,
    pub(super) modulus: u64,
    /// The bits of a tuple.
    width: usize,
    guesses: Guesses,
    /// For each residue, the views.
    pub(super) at: Vec<BTreeSet<View>>,
    /// The first start whose views are among these.
    pub(super) from: u64,
}

impl<'s> Views<'s> {
    /// No more than `begin` views are looked at to begin with.
    pub(super) fn of(shape: &'s Shape, guess: &'s Guess, products: &[u64], begin: usize) -> Option<Views<'s>> {
        let mut products = products.to_vec();
        products.sort_unstable_by(|a, b| b.cmp(a));
        let classes = guess.classes.len() as u64;
        let mut modulus = shape.common(classes);
        for (p, d) in products.iter().flat_map(|p| shape.divide.iter().map(move |d| (p, d))) {
            modulus = lcm(modulus, p.checked_mul(*d)?);
        }
        let width = 4 * shape.longest();
        let first = (shape.most() + 1).checked_pow(short(products.len() * shape.longest()))?;
        if products.len() * width > BITS || first > begin || !(1..=MODULUS).contains(&modulus) {
            return None;
        }
        let (guesses, at) = (Guesses::new(shape), vec![BTreeSet::new(); index(modulus)]);
        Some(Views { shape, guess, products, modulus, width, guesses, at, from: 0 })
    }

    fn mask(&self) -> View {
        View::MAX >> (BITS - self.width)
    }

    fn tuple(&self, view: View, product: usize) -> Tuple {
        // A tuple has at most as many bits as its type.
        Tuple::try_from(view >> (self.width * product) & self.mask()).unwrap_or_default()
    }

    /// The last value at the quotients by a product.
    pub(super) fn last(&self, view: View, product: usize) -> u8 {
        u8::try_from(self.tuple(view, product) & 15).unwrap_or(u8::MAX)
    }

    fn with(&self, view: View, product: usize, tuple: Tuple) -> View {
        let at = self.width * product;
        view & !(self.mask() << at) | View::from(tuple) << at
    }

    /// The views of the next number, which has a residue.
    pub(super) fn after(&self, residue: u64, view: View) -> Vec<View> {
        let mut views = vec![view];
        for (number, p) in self.products.iter().enumerate().filter(|(_, p)| residue.is_multiple_of(**p)) {
            let over = |view: &View| {
                let tuple = self.tuple(*view, number);
                let next = |used: u32| self.with(*view, number, self.guesses.forward.next(tuple, used));
                self.quotients(residue, *p, *view).into_iter().map(next).collect::<Vec<View>>()
            };
            views = views.iter().flat_map(over).collect();
            views.sort_unstable();
            views.dedup();
        }
        views
    }

    /// The sets of values, as bits, that the quotients by the divisors can have at a number with a residue, divided by a product.
    fn quotients(&self, residue: u64, product: u64, view: View) -> Vec<u32> {
        let mut sets = vec![0u32];
        for over in self.shape.divide.iter().map(|d| product * d).filter(|over| residue.is_multiple_of(*over)) {
            match self.products.iter().position(|p| *p == over) {
                Some(number) => {
                    let value = self.tuple(view, number) & 15;
                    sets.iter_mut().for_each(|set| *set |= 1 << value);
                }
                None => {
                    let with = |set: &u32| (0..=self.shape.most()).map(|value| set | 1 << value).collect::<Vec<u32>>();
                    sets = sets.iter().flat_map(with).collect();
                    sets.sort_unstable();
                    sets.dedup();
                }
            }
        }
        sets
    }

    /// Finds the views of each residue: those that are reached from all views, once they no longer become fewer. `false` if they are too many.
    pub(super) fn find(&mut self, limits: &Limits) -> Result<bool> {
        let mut now: BTreeSet<View> = [0].into();
        for number in 0..self.products.len() {
            for value in 0..self.shape.longest() {
                let at = self.width * number + 4 * value;
                now = now
                    .iter()
                    .flat_map(|view| (0..=self.shape.most()).map(move |v| view | (v as View) << at))
                    .collect();
            }
        }
        // Below this number some quotient has fewer than m values before it.
        let largest = self.products[0];
        let begin = (largest * self.shape.longest() as u64).next_multiple_of(self.modulus);
        let mut before = None;
        for round in 1..=ROUNDS {
            let mut seen = 0;
            for residue in (1..self.modulus).chain([0]) {
                limits.interrupted()?;
                now = now.iter().flat_map(|view| self.after(residue, *view)).collect();
                seen += now.len();
                if seen > VIEWS {
                    return Ok(false);
                }
                self.at[index(residue)].clone_from(&now);
            }
            if before == Some(seen) {
                self.from = begin + round * self.modulus;
                return Ok(true);
            }
            before = Some(seen);
        }
        Ok(false)
    }
}

/// The ways on which guesses still differ.
struct Ways<'v, 's> {
    views: &'v Views<'s>,
    guesses: Guesses,
    /// The steps that are left from a state: `None` while the ways from there are followed.
    left: HashMap<(u32, View, u32), Option<u64>>,
}

impl Ways<'_, '_> {
    /// The longest way from any start; `None` if one does not end, or if there are too many states.
    fn longest(&mut self, limits: &Limits) -> Result<Option<u64>> {
        let (views, mut most) = (self.views, 0);
        let length = views.shape.longest() as u64;
        for start in 0..views.modulus {
            // A number of this residue from which everything can be subtracted.
            let n = start + views.modulus * (length + 1);
            let possible = (0..length).map(|i| views.guess.values(views.shape, Play::Normal, n + i));
            // There are no more of them than views.
            let Some(seeds) = tuples(possible, FIRST) else { return Ok(None) };
            let set = self.guesses.number(seeds.into());
            let residue = (start + length + views.modulus - 1) % views.modulus;
            for view in &views.at[index(residue)] {
                limits.interrupted()?;
                match self.from((short(residue), *view, set), 0, limits)? {
                    Some(steps) => most = most.max(steps),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(most))
    }

    /// The steps that are left from a state; `None` if some way from there does not end.
    fn from(&mut self, state: (u32, View, u32), depth: u64, limits: &Limits) -> Result<Option<u64>> {
        let (residue, view, set) = state;
        if self.guesses.of(set).len() <= 1 {
            return Ok(Some(0));
        }
        if let Some(known) = self.left.get(&state) {
            // A state on the way to itself is a way that does not end.
            return Ok(*known);
        }
        if depth >= LONGEST || self.left.len() >= STATES {
            return Ok(None);
        }
        if self.left.len().is_multiple_of(PAUSE) {
            limits.interrupted()?;
        }
        self.left.insert(state, None);
        let next = (residue + 1) % short(self.views.modulus);
        let mut most = 0;
        for view in self.views.after(next.into(), view) {
            // All divisors are among the products, so the values at the quotients are known.
            let [quotients] = self.views.quotients(next.into(), 1, view)[..] else { return Ok(None) };
            let set = self.guesses.step(set, quotients);
            let Some(steps) = self.from((next, view, set), depth + 1, limits)? else { return Ok(None) };
            most = most.max(1 + steps);
        }
        self.left.insert(state, Some(most));
        Ok(Some(most))
    }
}
