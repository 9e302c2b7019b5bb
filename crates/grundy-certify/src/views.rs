//! The last values up to a number and up to its quotients, in games that subtract and divide.
//!
//! In: rules from whose numbers n the moves lead to n - s, s in S, and to n / d, d in D ([`Moves`]); a list of numbers p. Out: for each residue of n, the *views* that n can
//! have: for each p the last m values up to floor(n / p), where m is the greatest s.
//!
//! Let M be a multiple of p and of p·d, for all p and d. If p divides n, the value at n / p is the least that is missing among those the view has below it and those at
//! n / (p·d): what the view has for p·d, or any value if p·d is not in the list. So the view of n + 1 is one of finitely many that follow from n + 1 mod M and the view of n.
//! The views that occur are among those that follow from all views at some n. Round after round, those of a residue become fewer, or stay the same.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::divisions::Moves;
use super::expr::{Result, Rules, short};
use super::keys::list;
use super::numbers::{index, lcm};
use super::possible::Classes;
use crate::spent::{Stop, Told};

/// Values are below this.
const MOST_VALUES: usize = 16;
/// The limit on the tuples of all guesses at a start.
const FIRST: usize = 1 << 14;
/// The limit on the views to begin with.
const BEGIN: usize = 1 << 17;
/// The limit on the views of all residues.
pub(crate) const STATES: usize = 1 << 21;
const MODULUS: u64 = 1 << 12;
/// The rounds through the residues.
const ROUNDS: u64 = 8;

/// The numbers p of a certificate, the greatest first.
pub(crate) fn products(object: &Map<String, Value>) -> Result<Vec<u64>> {
    let product = |p: &Value| {
        let product = p.as_u64().filter(|p| (2..=MODULUS).contains(p));
        product.ok_or_else(|| format!("{} is no number from 2 to {MODULUS}, as its `products` are", short(p)))
    };
    let products = list(object, "products")?.iter().map(product).collect::<Result<BTreeSet<u64>>>()?;
    Ok(products.into_iter().rev().collect())
}

/// The last values, the oldest first.
pub(crate) type Tuple = Vec<u8>;

/// The game.
pub(crate) struct Game {
    minus: Vec<usize>,
    /// The divisors, the least first.
    pub(crate) over: Vec<u64>,
    /// The greatest subtrahend.
    pub(crate) length: usize,
}

impl Game {
    pub(crate) fn dividing(rules: &Rules) -> Result<Game> {
        match Game::any(rules)? {
            game if !game.over.is_empty() => Ok(game),
            _ => Err("steps to convergence are those of games that divide".into()),
        }
    }

    /// A game that subtracts, whether it divides or not.
    pub(crate) fn any(rules: &Rules) -> Result<Game> {
        let moves = Moves::of(rules)?;
        let minus: Vec<usize> = moves.minus.iter().map(|s| index(*s)).collect();
        let over: Vec<u64> = moves.over.into_iter().collect();
        match minus.last() {
            Some(length) if *length > 0 && *length < MOST_VALUES && minus.len() + over.len() < MOST_VALUES => {
                Ok(Game { length: *length, minus, over })
            }
            _ => Err("guesses are about games that subtract and divide, with few moves".into()),
        }
    }

    /// The least value that is missing after a tuple, if the quotients have some values.
    pub(crate) fn next(&self, tuple: &[u8], quotients: u32) -> u8 {
        let used = self.minus.iter().fold(quotients, |used, s| used | 1 << tuple[self.length - s]);
        // At most 15 values are used.
        u8::try_from(used.trailing_ones()).unwrap_or(u8::MAX)
    }

    /// The values of the first numbers, by the definition.
    pub(crate) fn values(&self, count: u64, stop: Stop) -> Result<Vec<u8>> {
        let mut values: Vec<u8> = vec![];
        for n in 0..count {
            if n % (1 << 16) == 0 && stop(Told::steps(n)) {
                return Err(String::new());
            }
            let place = index(n);
            let below = self.minus.iter().filter(|s| **s <= place).map(|s| values[place - s]);
            let used = below.fold(self.quotients(&values, n), |used, value| used | 1 << value);
            values.push(u8::try_from(used.trailing_ones()).unwrap_or(u8::MAX));
        }
        Ok(values)
    }

    /// The values at the quotients of a number, as bits.
    pub(crate) fn quotients(&self, values: &[u8], n: u64) -> u32 {
        let over = self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d));
        over.fold(0, |used, d| used | 1 << values[index(n / d)])
    }

    /// The number of options.
    pub(crate) fn most_at(&self, n: u64) -> u8 {
        let minus = self.minus.iter().filter(|s| **s as u64 <= n).count();
        let over = self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d)).count();
        u8::try_from(minus + over).unwrap_or(u8::MAX)
    }

    /// All guesses at a start, or those with values in classes.
    pub(crate) fn guesses(&self, start: u64, classes: Option<&Classes>) -> Result<BTreeSet<Tuple>> {
        let mut all: BTreeSet<Tuple> = [vec![]].into();
        for n in (start..).take(self.length) {
            let (most, class) = (self.most_at(n), classes.map_or(u32::MAX, |classes| classes.at(n)));
            let longer = |tuple: &Tuple| {
                let tuple = tuple.clone();
                let possible = (0..=most).filter(move |value| class >> value & 1 == 1);
                possible.map(move |value| [tuple.as_slice(), &[value]].concat())
            };
            all = all.iter().flat_map(longer).collect();
            if all.len() > FIRST {
                return Err(format!(
                    "there are more than {FIRST} guesses at {start}, which is too many for this checker"
                ));
            }
        }
        Ok(all)
    }
}

/// The views that can occur.
pub(crate) struct Views<'g> {
    pub(crate) game: &'g Game,
    /// The greatest first, so that what a value depends on is known before.
    pub(crate) products: &'g [u64],
    pub(crate) modulus: u64,
    /// For each residue, the views: the tuples of all products, one behind the other.
    pub(crate) at: Vec<BTreeSet<Tuple>>,
    /// The views are among these from here on.
    pub(crate) from: u64,
}

impl<'g> Views<'g> {
    /// All views, and after them round after round until they are no longer fewer.
    pub(crate) fn of(game: &'g Game, products: &'g [u64], stop: Stop) -> Result<Views<'g>> {
        let large = || "the views of the proof are too many for this checker".to_string();
        let mut modulus = 1u64;
        for p in products {
            for d in &game.over {
                modulus = lcm(modulus, p.saturating_mul(*d));
            }
        }
        if modulus > MODULUS {
            return Err(large());
        }
        let mut views = Views { game, products, modulus, at: vec![BTreeSet::new(); index(modulus)], from: 0 };
        let mut now = views.everything().ok_or_else(large)?;
        let begin = products.iter().max().map_or(0, |p| p * game.length as u64).next_multiple_of(modulus);
        let mut before = usize::MAX;
        for round in 1..=ROUNDS {
            for residue in (1..modulus).chain([0]) {
                if stop(Told::steps(round * modulus + residue)) {
                    return Err(String::new());
                }
                now = now.iter().flat_map(|view| views.after(residue, view)).collect();
                views.at[index(residue)].clone_from(&now);
            }
            views.from = begin + round * modulus;
            let count = views.at.iter().map(BTreeSet::len).sum();
            if count > STATES {
                return Err(large());
            }
            if count == before {
                break;
            }
            before = count;
        }
        Ok(views)
    }

    /// All views; `None` if they are too many.
    fn everything(&self) -> Option<BTreeSet<Tuple>> {
        let (length, most) = (self.products.len() * self.game.length, self.most());
        let count = (usize::from(most) + 1).checked_pow(u32::try_from(length).ok()?)?;
        let longer = |view: &Tuple| {
            let view = view.clone();
            (0..=most).map(move |value| [view.as_slice(), &[value]].concat())
        };
        let grown = |all: BTreeSet<Tuple>, _| all.iter().flat_map(longer).collect();
        (count <= BEGIN).then(|| (0..length).fold([vec![]].into(), grown))
    }

    /// The greatest value.
    fn most(&self) -> u8 {
        u8::try_from(self.game.minus.len() + self.game.over.len()).unwrap_or(u8::MAX)
    }

    /// The views of a number with a residue, given that of the number before it.
    pub(crate) fn after(&self, residue: u64, view: &[u8]) -> Vec<Tuple> {
        let (length, mut views) = (self.game.length, vec![view.to_vec()]);
        for (place, p) in self.products.iter().enumerate().filter(|(_, p)| residue.is_multiple_of(**p)) {
            let own = place * length..(place + 1) * length;
            let moved = |view: &Tuple| {
                let next = |quotients: u32| {
                    let mut view = view.clone();
                    let value = self.game.next(&view[own.clone()], quotients);
                    view[own.clone()].rotate_left(1);
                    view[own.end - 1] = value;
                    view
                };
                self.quotients(residue, *p, view).into_iter().map(next).collect::<Vec<Tuple>>()
            };
            views = views.iter().flat_map(moved).collect();
            views.sort_unstable();
            views.dedup();
        }
        views
    }

    /// The sets of values, as bits, that the quotients of n / p can have, where n has a residue.
    pub(crate) fn quotients(&self, residue: u64, p: u64, view: &[u8]) -> Vec<u32> {
        let mut sets = vec![0u32];
        for over in self.game.over.iter().map(|d| p * d).filter(|over| residue.is_multiple_of(*over)) {
            let values = match self.products.iter().position(|p| *p == over) {
                Some(place) => {
                    let value = view[(place + 1) * self.game.length - 1];
                    value..=value
                }
                None => 0..=self.most(),
            };
            sets = sets.iter().flat_map(|set| values.clone().map(move |value| set | 1 << value)).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        sets
    }
}
