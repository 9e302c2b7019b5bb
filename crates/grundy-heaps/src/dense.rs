//! The values of heaps from all of their pairs.
//!
//! In: codes, whatever they are. Out: the value of the next heap, as the definition says.

use crate::engine::{Engine, Halt};
use crate::kernel::{BLOCK, Lane, least_missing};
use crate::wholes::Codes;

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
        seen.resize(T::MOST as usize + 1, 0);
        seen[..below].fill(0);
        for k in &self.rules.takes {
            seen[self.codes[n - k].wide() as usize] = 1;
        }
        self.mark_fixed(&mut seen);
        let value = if self.kernel.looks_up(below) {
            let wholes = self.rules.splits.iter().map(|split| (split, n - split.take));
            let pairs: Vec<_> = wholes.map(|(split, whole)| (split.smaller(whole), whole)).collect();
            self.work += pairs.iter().map(|(smaller, _)| smaller.len() as u64).sum::<u64>();
            T::least_missing(self.kernel, &self.codes, &pairs, &mut seen, below)
        } else {
            let codes = Codes { kernel: self.kernel, list: &self.codes };
            self.wholes.least(codes, &self.rules, &seen[..below], &mut self.work)
        };
        self.seen = seen;
        value as u32
    }

    /// The number of pairs that would be looked at for the value of a heap, if all were.
    pub(crate) fn dense_pairs(&self, n: usize) -> usize {
        if self.kernel.looks_up(self.values_below()) { self.rules.pairs(n) } else { self.rules.new_pairs(n) }
    }

    fn mark_fixed(&self, seen: &mut [u32]) {
        for value in &self.rules.fixed {
            if let Some(seen) = seen.get_mut(*value as usize) {
                *seen = 1;
            }
        }
    }

    /// The value of a heap by the definition, from any codes.
    pub(crate) fn plain(&mut self, n: usize) -> u32 {
        let mut seen = vec![0; self.values_below()];
        self.rules.takes.iter().for_each(|k| seen[self.value(n - k) as usize] = 1);
        self.mark_fixed(&mut seen);
        for split in &self.rules.splits {
            let whole = n - split.take;
            let smaller = split.smaller(whole);
            self.work += smaller.len() as u64;
            smaller.for_each(|a| seen[(self.value(a) ^ self.value(whole - a)) as usize] = 1);
        }
        least_missing(&seen) as u32
    }
}
