//! From one start: the set of guesses, step by step.

use std::collections::HashMap;

use super::super::invariants::{Forward, Tuple};
use super::super::read::Shape;
use super::{Guess, PATIENCE};

/// Guesses that are tried from one start at most.
const MOST_GUESSES: usize = 1 << 20;
/// A step that is not known.
const UNKNOWN: u32 = u32::MAX;
/// Sets that are remembered at most.
const MOST_SETS: usize = 1 << 18;

/// The sets met so far.
pub(super) struct Steps<'a> {
    shape: &'a Shape,
    guess: &'a Guess,
    misere: bool,
    forward: Forward,
    numbers: HashMap<Box<[Tuple]>, u32>,
    sets: Vec<Box<[Tuple]>>,
    /// From each set, by the number of the quotients' values.
    next: Vec<Vec<u32>>,
    /// Numbers of what quotients' values there were, and these.
    masks: HashMap<u16, u16>,
    listed: Vec<u16>,
    /// The sets at starts, by the values that are possible there.
    starts: HashMap<Box<[u16]>, u32>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(shape: &'a Shape, guess: &'a Guess, misere: bool) -> Steps<'a> {
        let forward = Forward::of(shape);
        let (numbers, masks, starts) = (HashMap::new(), HashMap::new(), HashMap::new());
        Steps { shape, guess, misere, forward, numbers, sets: vec![], next: vec![], masks, listed: vec![], starts }
    }

    /// The number of what values quotients have, as bits.
    pub(super) fn mask(&mut self, values: u16) -> u16 {
        let next = self.listed.len() as u16;
        let number = *self.masks.entry(values).or_insert(next);
        if number == next {
            self.listed.push(values);
        }
        number
    }

    fn number(&mut self, set: Box<[Tuple]>) -> u32 {
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
            self.next.push(vec![]);
        }
        number
    }

    /// All guesses from a start; `None` where there are too many, or none.
    fn start(&mut self, n: u64) -> Option<u32> {
        let possible: Box<[u16]> =
            (0..self.forward.length as u64).map(|i| self.guess.values(self.shape, self.misere, n + i) as u16).collect();
        if let Some(set) = self.starts.get(&possible) {
            return Some(*set);
        }
        let mut tuples: Vec<Tuple> = vec![0];
        for values in &possible {
            let longer = |tuple: &Tuple| {
                let tuple = *tuple;
                (0..16).filter(move |v| values >> v & 1 == 1).map(move |v| tuple << 4 | v)
            };
            tuples = tuples.iter().flat_map(longer).collect();
            if tuples.len() > MOST_GUESSES {
                return None;
            }
        }
        if tuples.is_empty() {
            return None;
        }
        let set = self.number(tuples.into_boxed_slice());
        self.starts.insert(possible, set);
        Some(set)
    }

    fn step(&mut self, set: u32, mask: u16) -> u32 {
        if let Some(next) = self.next[set as usize].get(mask as usize).filter(|next| **next != UNKNOWN) {
            return *next;
        }
        let values = u32::from(self.listed[mask as usize]);
        let mut tuples: Vec<Tuple> = self.sets[set as usize].iter().map(|t| self.forward.next(*t, values)).collect();
        tuples.sort_unstable();
        tuples.dedup();
        let next = self.number(tuples.into_boxed_slice());
        let row = &mut self.next[set as usize];
        if row.len() <= mask as usize {
            row.resize(mask as usize + 1, UNKNOWN);
        }
        row[mask as usize] = next;
        next
    }

    /// The steps from a start; `mask` gives the number of the quotients' values at a number. `Err` with `true` where guesses do not agree, with
    /// `false` where there are too many.
    pub(super) fn from(&mut self, n: u64, mask: &mut dyn FnMut(&mut Self, u64) -> u16) -> Result<u64, bool> {
        if self.sets.len() > MOST_SETS {
            *self = Steps {
                masks: self.masks.clone(),
                listed: self.listed.clone(),
                ..Steps::new(self.shape, self.guess, self.misere)
            };
        }
        let mut set = self.start(n).ok_or(false)?;
        for steps in 0..=PATIENCE as u64 {
            if self.sets[set as usize].len() == 1 {
                return Ok(steps);
            }
            let at = n + self.forward.length as u64 + steps;
            let mask = mask(self, at);
            set = self.step(set, mask);
        }
        Err(true)
    }
}
