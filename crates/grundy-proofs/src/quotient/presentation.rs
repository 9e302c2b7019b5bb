//! Generators of a quotient, and relations between them.
//!
//! In: a quotient. Out: the heaps whose elements are generators, each element as a product of them, and relations from which all equations between products follow.

use std::collections::HashMap;

use super::Quotient;
use super::monoid::{Element, Monoid};

/// The exponents of a product of generators.
pub(super) type Powers = Vec<u32>;

/// A product of generators that is equal to another one, which comes earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The greater product. Every part of it is the first of its element.
    pub left: Powers,
    /// The first product that is equal to it.
    pub right: Powers,
}

/// Generators and relations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The heaps whose elements are no products of those of smaller heaps.
    pub generators: Vec<u64>,
    /// For each element the first product that is equal to it: of the lowest degree, and of those the one with most of the first generators.
    pub products: Vec<Powers>,
    /// All products are made equal to the first ones by these relations.
    pub relations: Vec<Relation>,
}

impl Presentation {
    /// Of a quotient all of whose elements are those of sums of heaps.
    #[must_use]
    pub fn of(quotient: &Quotient) -> Presentation {
        let monoid = &quotient.monoid;
        let (mut generators, mut elements) = (vec![], vec![]);
        let mut inside = vec![true];
        inside.resize(monoid.size(), false);
        for (heap, element) in (0..).zip(&quotient.heaps) {
            let Some(element) = element.filter(|x| !inside[usize::from(*x)]) else { continue };
            generators.push(heap);
            elements.push(element);
            widen(monoid, element, &mut inside);
        }
        let (products, relations) = rewriting(monoid, &elements);
        Presentation { generators, products, relations }
    }
}

/// Adds all products with powers of an element to a set that is closed under products.
fn widen(monoid: &Monoid, element: Element, inside: &mut [bool]) {
    let mut open: Vec<Element> = monoid.elements().filter(|x| inside[usize::from(*x)]).collect();
    while let Some(x) = open.pop() {
        let product = monoid.times(x, element);
        if !std::mem::replace(&mut inside[usize::from(product)], true) {
            open.push(product);
        }
    }
}

/// The first product of each element, and the relations. Products are gone through by degree, and then in reverse lexicographic order of their exponents; this
/// order is kept by multiplication, so every part of a first product is a first product. A product that is not first, and whose parts are, gives a relation.
fn rewriting(monoid: &Monoid, generators: &[Element]) -> (Vec<Powers>, Vec<Relation>) {
    let one = vec![0; generators.len()];
    let mut first = HashMap::from([(Monoid::ONE, one.clone())]);
    let mut relations: Vec<Relation> = vec![];
    let mut degree = vec![(one, Monoid::ONE)];
    while !degree.is_empty() {
        let mut next = vec![];
        for (powers, element) in &degree {
            for (place, generator) in generators.iter().enumerate() {
                let mut more = powers.clone();
                more[place] += 1;
                next.push((more, monoid.times(*element, *generator)));
            }
        }
        next.sort_unstable_by(|a, b| b.0.cmp(&a.0));
        next.dedup();
        next.retain(|(powers, _)| !relations.iter().any(|relation| divides(&relation.left, powers)));
        next.retain(|(powers, element)| match first.get(element) {
            None => {
                first.insert(*element, powers.clone());
                true
            }
            Some(right) => {
                relations.push(Relation { left: powers.clone(), right: right.clone() });
                false
            }
        });
        degree = next;
    }
    (monoid.elements().map(|x| first.get(&x).cloned().unwrap_or_default()).collect(), relations)
}

fn divides(one: &[u32], other: &[u32]) -> bool {
    one.iter().zip(other).all(|(a, b)| a <= b)
}
