//! Which of the elements before one may be equal to it.
//!
//! In: the elements of a list, one after the other. Out: the numbers of the earlier ones that must be compared with it. Constants of different keys
//! differ, so that a list of different constants takes no comparisons.

use std::collections::HashMap;

use dashu_int::IBig;

use super::value::Value;

/// A constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Number(IBig),
    Code(Vec<u8>),
    Vector(Vec<Key>),
}

impl Key {
    /// The key of a value; `None` if a position may decide what it is equal to.
    pub(super) fn of(value: &Value) -> Option<Key> {
        match value {
            Value::Int(e) => e.as_int().cloned().map(Key::Number),
            Value::Code(digits) => Some(Key::Code(digits.to_vec())),
            Value::Vector(entries) => entries.iter().map(Key::of).collect::<Option<_>>().map(Key::Vector),
            _ => None,
        }
    }
}

/// The elements so far.
#[derive(Default)]
pub(super) struct Seen {
    count: usize,
    constant: HashMap<Key, Vec<usize>>,
    others: Vec<usize>,
}

impl Seen {
    /// The numbers, in order, of the elements that may be equal to a value.
    pub(super) fn alike(&self, value: &Value) -> Vec<usize> {
        let Some(key) = Key::of(value) else { return (0..self.count).collect() };
        let mut alike: Vec<usize> =
            self.constant.get(&key).into_iter().flatten().chain(&self.others).copied().collect();
        alike.sort_unstable();
        alike
    }

    /// Adds an element.
    pub(super) fn push(&mut self, value: &Value) {
        match Key::of(value) {
            Some(key) => self.constant.entry(key).or_default().push(self.count),
            None => self.others.push(self.count),
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
}
