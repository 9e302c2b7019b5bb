//! Which of the elements before one may be equal to it.
//!
//! In: the elements of a list, one after the other. Out: the numbers of the earlier ones that must be compared with it. Constants of different keys
//! differ, so that a list of different constants takes no comparisons; and what has another key, constant or not, is not known to be equal.

use std::collections::{BTreeSet, HashMap};

use dashu_int::IBig;

use super::sets;
use super::value::Value;
use crate::rules::expr::{C, E};

/// What a value is, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    Number(IBig),
    Code(Vec<u8>),
    Vector(Vec<Key>),
    /// A set of constants.
    Set(BTreeSet<Key>),
    /// A number that a position decides.
    Open(E),
}

impl Key {
    /// The key of a constant; `None` if a position may decide what the value is equal to.
    pub(super) fn of(value: &Value) -> Option<Key> {
        Key::written(value).filter(Key::is_constant)
    }

    /// The key of a value; `None` if it has none.
    fn written(value: &Value) -> Option<Key> {
        match value {
            Value::Int(e) => Some(e.as_int().cloned().map_or_else(|| Key::Open(e.clone()), Key::Number)),
            Value::Loopy(value) => Some(Key::Open(value.code.clone())),
            Value::Code(digits) => Some(Key::Code(digits.to_vec())),
            Value::Vector(entries) => entries.iter().map(Key::written).collect::<Option<_>>().map(Key::Vector),
            Value::Set(set) => {
                let there = |(c, v): &(C, Value)| Key::of(v).filter(|_| c.as_bool() == Some(true));
                sets::elements(set)?.iter().map(there).collect::<Option<_>>().map(Key::Set)
            }
            _ => None,
        }
    }

    fn is_constant(&self) -> bool {
        match self {
            Key::Open(_) => false,
            Key::Vector(entries) => entries.iter().all(Key::is_constant),
            Key::Number(_) | Key::Code(_) | Key::Set(_) => true,
        }
    }
}

/// The elements so far.
#[derive(Default)]
pub(super) struct Seen {
    count: usize,
    keyed: HashMap<Key, Vec<usize>>,
    /// Those that are not constant.
    open: Vec<usize>,
}

impl Seen {
    /// The numbers, in order, of the elements that may be equal to a value.
    pub(super) fn alike(&self, value: &Value) -> Vec<usize> {
        let Some(key) = Key::of(value) else { return (0..self.count).collect() };
        let mut alike: Vec<usize> = self.keyed.get(&key).into_iter().flatten().chain(&self.open).copied().collect();
        alike.sort_unstable();
        alike
    }

    /// The numbers, in order, of the elements that may be seen to be equal to a value, whatever a position decides.
    pub(super) fn same(&self, value: &Value) -> Vec<usize> {
        match Key::written(value) {
            Some(key) => self.keyed.get(&key).cloned().unwrap_or_default(),
            None => (0..self.count).collect(),
        }
    }

    /// Adds an element.
    pub(super) fn push(&mut self, value: &Value) {
        let key = Key::written(value);
        if !key.as_ref().is_some_and(Key::is_constant) {
            self.open.push(self.count);
        }
        if let Some(key) = key {
            self.keyed.entry(key).or_default().push(self.count);
        }
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::build;

    #[test]
    fn constants_are_compared_with_equal_ones_and_all_others_with_all() {
        let number = |n: i64| Value::Int(build::int(n));
        let open = || Value::Int(build::coord(0));
        let pair = |a: Value, b: Value| Value::vector(vec![a, b]);
        let mut seen = Seen::default();
        for (value, alike) in [
            (number(3), &[][..]),
            (number(4), &[]),
            (number(3), &[0]),
            (open(), &[0, 1, 2]),
            (number(3), &[0, 2, 3]),
            (pair(number(3), number(4)), &[3]),
            (pair(number(3), open()), &[0, 1, 2, 3, 4, 5]),
            (pair(number(3), number(4)), &[3, 5, 6]),
        ] {
            assert_eq!(seen.alike(&value), alike);
            seen.push(&value);
        }
    }

    #[test]
    fn what_is_written_alike_is_the_same() {
        let number = |n: i64| Value::Int(build::int(n));
        let open = |c: usize| Value::Int(build::add(&build::coord(c), &build::int(1)));
        let set = |list: &[i64]| sets::numbers(list.iter().map(|n| (build::boolean(true), build::int(*n))));
        let mut seen = Seen::default();
        for (value, same) in [
            (number(3), &[][..]),
            (open(0), &[]),
            (open(1), &[]),
            (open(0), &[1]),
            (Value::vector(vec![number(3), open(0)]), &[]),
            (Value::vector(vec![number(3), open(1)]), &[]),
            (Value::vector(vec![number(3), open(0)]), &[4]),
            (set(&[1, 2]), &[]),
            (set(&[1, 3]), &[]),
            (set(&[2, 1]), &[7]),
        ] {
            assert_eq!(seen.same(&value), same);
            seen.push(&value);
        }
        assert_eq!(seen.alike(&set(&[2, 1])), [1, 2, 3, 4, 5, 6, 7, 9]);
    }
}
