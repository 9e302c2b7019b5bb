//! A finite commutative monoid, some of whose elements are marked.
//!
//! In: the table of products, and the P-portion. Out: products, the powers of an element, and whether no two elements are alike.

use std::collections::HashSet;

use super::set;
pub use super::set::Element;

/// A monoid with its P-portion: the elements of P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    /// The products, row by row.
    products: Vec<Element>,
    portion: Vec<bool>,
}

impl Monoid {
    /// The neutral element.
    pub const ONE: Element = 0;

    /// The monoid of games without moves. The empty sum is an N-position.
    pub(super) fn trivial() -> Monoid {
        Monoid { products: vec![Monoid::ONE], portion: vec![false] }
    }

    /// The monoid with these products and this P-portion.
    pub(super) fn new(products: Vec<Element>, portion: Vec<bool>) -> Monoid {
        Monoid { products, portion }
    }

    /// The number of elements.
    #[must_use]
    pub fn size(&self) -> usize {
        self.portion.len()
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
        self.portion[usize::from(element)]
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

    /// Can any two elements be told apart, by an element whose product with one of them is in the P-portion, and not that with the other?
    #[must_use]
    pub fn is_reduced(&self) -> bool {
        let rows: HashSet<Vec<u64>> = self.elements().map(|x| self.tells(x)).collect();
        rows.len() == self.size()
    }

    /// The elements whose product with this one is in the P-portion.
    pub(super) fn tells(&self, element: Element) -> Vec<u64> {
        let mut into = vec![0; set::words(self.size())];
        for (other, product) in self.elements().zip(self.row(element)) {
            if self.is_p(*product) {
                set::insert(&mut into, other);
            }
        }
        into
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
