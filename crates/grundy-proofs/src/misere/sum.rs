//! Sums of forms: what is left of a position once its parts are replaced by forms.
//!
//! In: parts by number, nim heaps of 2 and of 1. Out: [`Sum`], and the store of their multisets of parts, [`Bags`].

use grundy_core::contract::numbered::Numbered;

/// A sum: a multiset of parts that are no nim heaps of 1, 2 or 3; nim heaps of 2; and perhaps one of 1, since two of them are equal to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sum {
    pub(super) bag: u32,
    pub(super) twos: u32,
    pub(super) one: bool,
}

impl Sum {
    /// The sum of nothing: the position without moves.
    pub(super) const NOTHING: Sum = Sum { bag: Bags::EMPTY, twos: 0, one: false };

    /// The sum with further nim heaps of 2, and perhaps one of 1.
    pub(super) fn plus(self, twos: u32, one: bool) -> Sum {
        Sum { twos: self.twos + twos, one: self.one ^ one, ..self }
    }
}

/// Multisets of parts, by number. A part is smaller than every part that has it in an option.
pub(super) struct Bags {
    lists: Numbered<u32>,
    /// The list that is being put together.
    merged: Vec<u32>,
}

impl Bags {
    /// The multiset without parts.
    pub(super) const EMPTY: u32 = 0;

    pub(super) fn new() -> Bags {
        let mut lists = Numbered::default();
        lists.number(&[]);
        Bags { lists, merged: vec![] }
    }

    pub(super) fn len(&self) -> usize {
        self.lists.len()
    }

    /// The parts, sorted.
    pub(super) fn parts(&self, bag: u32) -> &[u32] {
        self.lists.list(bag)
    }

    pub(super) fn of_part(&mut self, part: u32) -> u32 {
        self.lists.number(&[part])
    }

    /// The multiset of the parts of two.
    pub(super) fn joined(&mut self, one: u32, other: u32) -> u32 {
        match (one, other) {
            (Bags::EMPTY, bag) | (bag, Bags::EMPTY) => bag,
            _ => self.with(None, one, other),
        }
    }

    /// The multiset of the parts of two, without the part at this place of the first.
    pub(super) fn with(&mut self, without: Option<usize>, one: u32, other: u32) -> u32 {
        let Bags { lists, merged } = self;
        merged.clear();
        let mut rest = lists.list(other);
        for (place, part) in lists.list(one).iter().enumerate() {
            if Some(place) == without {
                continue;
            }
            let before = rest.iter().take_while(|other| *other < part).count();
            merged.extend_from_slice(&rest[..before]);
            merged.push(*part);
            rest = &rest[before..];
        }
        merged.extend_from_slice(rest);
        lists.number(merged)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lists.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_are_joined_in_order() {
        let mut bags = Bags::new();
        let single: Vec<u32> = (0..4).map(|part| bags.of_part(part)).collect();
        let two = bags.joined(single[2], single[2]);
        let three = bags.joined(single[1], two);
        assert_eq!(bags.parts(three), [1, 2, 2]);
        assert_eq!(bags.joined(two, single[1]), three);
        assert_eq!(bags.joined(three, Bags::EMPTY), three);
        let other = bags.joined(single[0], single[3]);
        let without = bags.with(Some(1), three, other);
        assert_eq!(bags.parts(without), [0, 1, 2, 3]);
    }

    #[test]
    fn two_heaps_of_one_are_none() {
        let sum = Sum::NOTHING.plus(1, true).plus(2, true);
        assert_eq!(sum, Sum { bag: Bags::EMPTY, twos: 3, one: false });
    }
}
