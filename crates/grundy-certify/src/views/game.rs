//! Games that subtract and divide.
//!
//! In: rules from whose numbers n the moves lead to n - s, s in S, and to n / d, d in D ([`Moves`]). Out: the first values by the definition; the value that follows from those just
//! below and at the quotients; and all guesses at a start.
//!
//! Let m be the greatest s. A *guess* at n gives each of n, …, n + m - 1 a value of at most the number of its options, and goes on by the least value that is missing, with true values at
//! quotients (Nivasch and Rubinstein, section 2).

use crate::form::expr::{Result, Rules};
use crate::form::numbers::index;
use crate::form::spent::{Stop, Told};
use crate::views::classes::Classes;
use crate::views::divisions::Moves;

/// Values are below this.
pub(super) const VALUES: usize = 16;
/// The limit on the tuples of all guesses at a start.
const FIRST: usize = 1 << 14;

/// The last values, the oldest first.
pub(super) type Tuple = Vec<u8>;

/// Guesses, as their last values, in ascending order.
pub(super) type Guesses = Vec<Tuple>;

/// The game.
pub(super) struct Game {
    minus: Vec<usize>,
    /// The divisors, the least first.
    pub(super) over: Vec<u64>,
    /// The greatest subtrahend.
    pub(super) length: usize,
}

impl Game {
    #[cfg(test)]
    pub(super) fn new(minus: &[usize], over: &[u64]) -> Game {
        Game { length: minus.iter().copied().max().unwrap_or(0), minus: minus.to_vec(), over: over.to_vec() }
    }

    pub(super) fn of(rules: &Rules) -> Result<Game> {
        let moves = Moves::of(rules)?;
        let minus: Vec<usize> = moves.minus.iter().map(|s| index(*s)).collect();
        let over: Vec<u64> = moves.over.into_iter().collect();
        match minus.last() {
            Some(length) if *length > 0 && *length < VALUES && minus.len() + over.len() < VALUES => {
                Ok(Game { length: *length, minus, over })
            }
            _ => Err("guesses are about games that subtract and divide, with few moves".into()),
        }
    }

    /// The least value that is missing after a tuple, if the quotients have some values.
    fn next(&self, tuple: &[u8], quotients: u32) -> u8 {
        let used = self.minus.iter().fold(quotients, |used, s| used | 1 << tuple[self.length - s]);
        // At most 15 values are used.
        u8::try_from(used.trailing_ones()).unwrap_or(u8::MAX)
    }

    /// The tuple, one number on.
    pub(super) fn step(&self, tuple: &mut [u8], quotients: u32) {
        let value = self.next(tuple, quotients);
        tuple.rotate_left(1);
        tuple[self.length - 1] = value;
    }

    /// The values of the first numbers, by the definition.
    pub(super) fn values(&self, count: u64, stop: Stop) -> Result<Vec<u8>> {
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
    pub(super) fn quotients(&self, values: &[u8], n: u64) -> u32 {
        let over = self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d));
        over.fold(0, |used, d| used | 1 << values[index(n / d)])
    }

    /// The number of moves.
    pub(super) fn most_at(&self, n: u64) -> u8 {
        let minus = self.minus.iter().filter(|s| **s as u64 <= n).count();
        let over = self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d)).count();
        u8::try_from(minus + over).unwrap_or(u8::MAX)
    }

    /// All guesses at a start, or those with values in classes.
    pub(super) fn guesses(&self, start: u64, classes: Option<&Classes>) -> Result<Guesses> {
        let mut all: Guesses = vec![vec![]];
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

    /// The guesses, one number on.
    pub(super) fn after(&self, guesses: &Guesses, quotients: u32) -> Guesses {
        let mut all = guesses.clone();
        all.iter_mut().for_each(|tuple| self.step(tuple, quotients));
        all.sort_unstable();
        all.dedup();
        all
    }
}
