//! Positions with numbers, and what is known of each.
//!
//! In: positions of one width. Out: a number for each, in the order in which they were put in, and a state that may change. The coordinates of a position
//! are packed into a key of 64 bits, and a list of keys, at most half of it full, is searched from the place that a hash of the key says. Most keys tell
//! positions apart; where coordinates are too large for that, the key is a hash, and positions are compared.

use std::hash::{BuildHasher, RandomState};

use crate::form::expr::Result;
use crate::form::numbers::{index, short};

/// The most words that positions take.
const MOST_WORDS: usize = 1 << 26;
/// The most positions.
const MOST_POSITIONS: usize = 1 << 23;
/// No position has this number.
const NONE: u32 = u32::MAX;

/// Positions and their states.
pub(crate) struct Table {
    width: usize,
    /// The positions, one after the other.
    positions: Vec<u64>,
    states: Vec<u32>,
    /// Keys and numbers of positions, each at the place that the hash of the key says or behind it, with no free place between. The length is a power of 2.
    places: Vec<(u64, u32)>,
    /// Do keys tell all positions apart that are there?
    exact: bool,
    /// Random, so that no certificate can bring many positions to one place.
    secret: u64,
}

/// The key of a position.
#[derive(Clone, Copy)]
struct Key {
    word: u64,
    /// No other position has this key, but for those whose coordinates are too large.
    exact: bool,
}

impl Table {
    /// For positions of so many coordinates.
    pub(crate) fn new(width: usize) -> Table {
        let (places, secret) = (vec![(0, NONE); 16], RandomState::new().hash_one(0u64));
        Table { width, positions: vec![], states: vec![], places, exact: true, secret }
    }

    /// How many positions are there?
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// How many bytes the positions take.
    pub(crate) fn bytes(&self) -> u64 {
        (8 * self.positions.len() + 4 * self.states.len() + 16 * self.places.len()) as u64
    }

    /// The number of a position.
    pub(crate) fn find(&self, position: &[u64]) -> Option<u32> {
        let key = self.key(position);
        let (_, number) = self.places[self.place(key, position)];
        Some(number).filter(|number| *number != NONE)
    }

    pub(crate) fn position(&self, number: u32) -> &[u64] {
        let first = index(number) * self.width;
        &self.positions[first..first + self.width]
    }

    pub(crate) fn state(&self, number: u32) -> u32 {
        self.states[index(number)]
    }

    pub(crate) fn set(&mut self, number: u32, state: u32) {
        self.states[index(number)] = state;
    }

    /// Puts in a position that is not there; its number.
    pub(crate) fn put(&mut self, position: &[u64], state: u32) -> Result<u32> {
        let len = self.len();
        if len >= MOST_POSITIONS || self.positions.len() + self.width > MOST_WORDS {
            return Err(format!("more than {len} positions would be computed by the plain definition"));
        }
        if self.places.len() <= 2 * len {
            self.grow();
        }
        let key = self.key(position);
        let (place, number) = (self.place(key, position), short(len));
        self.exact &= key.exact;
        self.places[place] = (key.word, number);
        self.positions.extend_from_slice(position);
        self.states.push(state);
        Ok(number)
    }

    /// The place of a position, or the one that is free for it.
    fn place(&self, key: Key, position: &[u64]) -> usize {
        let last = self.places.len() - 1;
        let mut place = index(self.hash(key.word) & last as u64);
        loop {
            let (word, number) = self.places[place];
            let same = || self.exact && key.exact || self.position(number) == position;
            if number == NONE || word == key.word && same() {
                return place;
            }
            place = (place + 1) & last;
        }
    }

    /// All positions get places in a list that is twice as long.
    fn grow(&mut self) {
        let last = 2 * self.places.len() - 1;
        let old = std::mem::replace(&mut self.places, vec![(0, NONE); last + 1]);
        for (word, number) in old.into_iter().filter(|(_, number)| *number != NONE) {
            let mut place = index(self.hash(word) & last as u64);
            while self.places[place].1 != NONE {
                place = (place + 1) & last;
            }
            self.places[place] = (word, number);
        }
    }

    fn key(&self, position: &[u64]) -> Key {
        let bits = short(64 / self.width.max(1));
        let pack = |word: u64, x: &u64| {
            let fits = x.checked_shr(bits).unwrap_or(0) == 0;
            fits.then(|| word.checked_shl(bits).unwrap_or(0) | x)
        };
        match position.iter().try_fold(0, pack) {
            Some(word) => Key { word, exact: true },
            None => Key { word: position.iter().fold(0, |word, x| self.mix(word ^ x)), exact: false },
        }
    }

    /// Four keys that follow each other have places next to each other: many moves change the last coordinate alone.
    fn hash(&self, word: u64) -> u64 {
        self.mix(word >> 2) << 2 | word & 3
    }

    fn mix(&self, word: u64) -> u64 {
        let product = u128::from(word ^ self.secret) * 0x9e37_79b9_7f4a_7c15;
        // Both halves of the product, so that every bit of the word has a part in every bit of the hash.
        let [low, high] = [product & u128::from(u64::MAX), product >> 64].map(|half| u64::try_from(half).unwrap_or(0));
        low ^ high
    }
}

#[cfg(test)]
mod tests;
