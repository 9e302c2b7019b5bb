//! The values of heaps from all of their pairs.
//!
//! In: codes, whatever they are. Out: the value of the next heap, as the definition says.

use std::ops::Range;

use crate::engine::{Engine, Halt};
use crate::kernel::{BLOCK, Lane};

impl<T: Lane> Engine<T> {
    /// Computes the values of 64 heaps where values are their own codes.
    pub(crate) fn dense_block(&mut self) -> Result<(), Halt> {
        for _ in 0..BLOCK {
            let value = self.dense(self.codes.len());
            self.push(value)?;
        }
        Ok(())
    }

    /// The value of the next heap where values are their own codes.
    fn dense(&mut self, n: usize) -> u32 {
        let mut seen = std::mem::take(&mut self.seen);
        // Nim-sums are below the power of two that no value reaches.
        let below = self.values_below();
        seen.resize(T::MOST as usize + 1, false);
        seen[..below].fill(false);
        for k in &self.rules.takes {
            seen[self.codes[n - k].wide() as usize] = true;
        }
        self.mark_fixed(&mut seen);
        let wholes = self.rules.splits.iter().map(|split| (split, n - split.take));
        let pairs: Vec<(Range<usize>, usize)> = wholes.map(|(split, whole)| (split.smaller(whole), whole)).collect();
        self.work += pairs.iter().map(|(smaller, _)| smaller.len() as u64).sum::<u64>();
        let value = T::least_missing(self.kernel, &self.codes, &pairs, &mut seen, below);
        self.seen = seen;
        value as u32
    }

    fn mark_fixed(&self, seen: &mut [bool]) {
        for value in &self.rules.fixed {
            if let Some(seen) = seen.get_mut(*value as usize) {
                *seen = true;
            }
        }
    }

    /// The value of a heap by the definition, from any codes.
    pub(crate) fn plain(&mut self, n: usize) -> u32 {
        let mut seen = vec![false; self.values_below()];
        self.rules.takes.iter().for_each(|k| seen[self.value(n - k) as usize] = true);
        self.mark_fixed(&mut seen);
        for split in &self.rules.splits {
            let whole = n - split.take;
            let smaller = split.smaller(whole);
            self.work += smaller.len() as u64;
            smaller.for_each(|a| seen[(self.value(a) ^ self.value(whole - a)) as usize] = true);
        }
        least_missing(&seen)
    }
}

fn least_missing(seen: &[bool]) -> u32 {
    seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u32
}
