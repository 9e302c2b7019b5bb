//! A finite commutative monoid whose elements have values.
//!
//! In: the table of products, and the values. Out: products, the powers of an element, and whether no two elements are alike.
//!
//! A *value* is here the misère value of all sums that have the element, where `most` stands for all greater ones as well. With 1 as `most` it is the outcome: 0 is that of
//! P-positions, 1 of N-positions. The value of a sum follows from those of its options with each `most`, as the mex of numbers up to `most` does.

use std::collections::HashSet;

use super::set;
pub use super::set::Element;

/// The value of a sum without options: a nim heap of 1 makes it a P-position.
const TERMINAL: u8 = 1;
/// The value of P-positions.
const P: u8 = 0;

/// A monoid with values. The elements of P-positions are its P-portion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    /// The products, row by row.
    products: Vec<Element>,
    values: Vec<u8>,
    most: u8,
}

/// The value of a sum whose options have these values; for `most`, the others need not be looked at.
pub(super) fn of_options(mut options: impl Iterator<Item = u8>, most: u8) -> u8 {
    let mut seen = 0u64;
    while let Some(option) = options.next().filter(|_| seen.trailing_ones() < most.into()) {
        seen |= 1 << option;
    }
    of_seen(seen, most)
}

/// The value of a sum whose options have the values that are seen as bits.
pub(super) fn of_seen(seen: u64, most: u8) -> u8 {
    if seen == 0 { TERMINAL } else { most.min(seen.trailing_ones() as u8) }
}

impl Monoid {
    /// The neutral element.
    pub const ONE: Element = 0;

    /// The greatest `most`.
    pub const MOST: u8 = 63;

    /// The monoid of games without moves. The empty sum is an N-position.
    pub(super) fn trivial(most: u8) -> Monoid {
        Monoid { products: vec![Monoid::ONE], values: vec![TERMINAL], most }
    }

    /// The monoid with these products and these values.
    pub(super) fn new(products: Vec<Element>, values: Vec<u8>, most: u8) -> Monoid {
        Monoid { products, values, most }
    }

    /// The number of elements.
    #[must_use]
    pub fn size(&self) -> usize {
        self.values.len()
    }

    /// The value of an element, where [`most`](Monoid::most) stands for all greater ones as well.
    #[must_use]
    pub fn value(&self, element: Element) -> u8 {
        self.values[usize::from(element)]
    }

    /// The greatest value that is told.
    #[must_use]
    pub fn most(&self) -> u8 {
        self.most
    }

    /// All elements.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        (0..self.size()).map(|x| x as Element)
    }

    /// The product of two elements.
    #[must_use]
    pub fn times(&self, one: Element, other: Element) -> Element {
        self.row(one)[usize::from(other)]
    }

    /// The products of an element with all others.
    #[must_use]
    pub fn row(&self, one: Element) -> &[Element] {
        let start = usize::from(one) * self.size();
        &self.products[start..start + self.size()]
    }

    /// Are the positions of this element P-positions?
    #[must_use]
    pub fn is_p(&self, element: Element) -> bool {
        self.value(element) == P
    }

    /// The elements of P-positions.
    #[must_use]
    pub fn portion(&self) -> Vec<Element> {
        self.elements().filter(|x| self.is_p(*x)).collect()
    }

    /// The powers of an element, from the neutral one on, up to the first that was there before; and which one that was.
    #[must_use]
    pub fn powers(&self, element: Element) -> (Vec<Element>, usize) {
        let mut powers = vec![Monoid::ONE];
        loop {
            let next = self.times(powers[powers.len() - 1], element);
            if let Some(first) = powers.iter().position(|power| *power == next) {
                return (powers, first);
            }
            powers.push(next);
        }
    }

    /// Can any two elements be told apart, by an element whose product with one of them has another value than that with the other?
    #[must_use]
    pub fn is_reduced(&self) -> bool {
        let values = |x: Element| self.row(x).iter().map(|product| self.value(*product)).collect();
        let rows: HashSet<Vec<u8>> = self.elements().map(values).collect();
        rows.len() == self.size()
    }

    /// For each value below `most` that some element has, and all below it, the elements whose product with this one has it.
    pub(super) fn tells(&self, element: Element) -> Vec<Vec<u64>> {
        let values = self.values.iter().max().map_or(0, |value| (value + 1).min(self.most));
        let mut into = vec![vec![0; set::words(self.size())]; values.into()];
        for (other, product) in self.elements().zip(self.row(element)) {
            if let Some(of_value) = into.get_mut(usize::from(self.value(*product))) {
                set::insert(of_value, other);
            }
        }
        into
    }

    /// The value of a sum with options, if `has` says which values below `most` these have.
    pub(super) fn value_of(&self, is_terminal: bool, values: usize, has: impl Fn(usize) -> bool) -> u8 {
        if is_terminal {
            return TERMINAL;
        }
        (0..values).find(|value| !has(*value)).unwrap_or(values) as u8
    }

    /// Is it the quotient of nim heaps, of all or of those below some size? So *tame* is defined by Plambeck and Siegel (2008): beside 1 and an element a with
    /// a^2 = 1 there is a group of elements of order 2, with the neutral element z, in which a z is not z; and a and z make the P-portion.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let one = Monoid::ONE;
        if self.size() == 1 {
            return true;
        }
        let Some(a) = self.elements().skip(1).find(|x| self.times(*x, *x) == one) else { return false };
        let firm: Vec<Element> = self.elements().filter(|x| *x != one && *x != a).collect();
        let Some(first) = firm.first() else { return self.portion() == [a] };
        let z = self.times(*first, *first);
        let is_group = firm.iter().all(|x| {
            let inside = firm.iter().map(|y| self.times(*x, *y)).all(|product| product != one && product != a);
            inside && self.times(*x, *x) == z && self.times(*x, z) == *x
        });
        let portion = self.elements().filter(|x| *x == a || *x == z).collect::<Vec<_>>();
        is_group && self.times(a, z) != z && self.portion() == portion
    }

    /// The bytes of the table.
    pub(super) fn bytes(size: usize) -> u64 {
        (size * size * size_of::<Element>() + size) as u64
    }
}
