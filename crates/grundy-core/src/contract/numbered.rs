//! Lists that are stored once, and numbered in the order in which they first appear.
//!
//! In: lists of numbers: positions, sums, sets. Out: the number of each, so that what is known of a list stands in a vector beside it. All lists lie
//! in one vector, one after the other.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;

/// The lists.
pub struct Numbered<T> {
    table: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
    entries: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered {
            table: HashTable::new(),
            hasher: foldhash::fast::FixedState::default(),
            entries: vec![],
            ends: vec![],
        }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// How many lists there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The list of a number.
    #[must_use]
    pub fn list(&self, number: u32) -> &[T] {
        slice(&self.entries, &self.ends, number)
    }

    /// The number of a list that is stored.
    #[must_use]
    pub fn find(&self, list: &[T]) -> Option<u32> {
        self.table.find(self.hasher.hash_one(list), |number| self.list(*number) == list).copied()
    }

    /// The number of a list, which is stored if it is new; the numbers of new lists are 0, 1, 2, …
    pub fn number(&mut self, list: &[T]) -> u32 {
        let hash = self.hasher.hash_one(list);
        if let Some(number) = self.find(list) {
            return number;
        }
        let (entries, ends) = (&self.entries, &self.ends);
        let number = self.ends.len() as u32;
        let hasher = &self.hasher;
        self.table.insert_unique(hash, number, |number| hasher.hash_one(slice(entries, ends, *number)));
        self.entries.extend_from_slice(list);
        self.ends.push(self.entries.len());
        number
    }

    /// The bytes that the lists take, without what their entries hold elsewhere.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<T>() + self.ends.capacity() * 8 + self.table.capacity() * 6) as u64
    }
}

fn slice<'a, T>(entries: &'a [T], ends: &[usize], number: u32) -> &'a [T] {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &entries[start..ends[number]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_number() {
        let mut lists = Numbered::default();
        assert!(lists.is_empty());
        let numbers: Vec<u32> = (0..1000u32).map(|n| lists.number(&vec![n; n as usize % 5])).collect();
        // All empty lists are one.
        assert_eq!(lists.len(), 801);
        for (n, number) in (0..).zip(&numbers) {
            let list = vec![n; n as usize % 5];
            assert_eq!(lists.list(*number), list);
            assert_eq!(lists.number(&list), *number);
        }
        assert!(lists.bytes() >= 4 * 2000);
    }
}
