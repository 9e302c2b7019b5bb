//! The symmetries of a sum: those of its components, and exchanges of like components as wholes.
//!
//! In: a ruleset. Out: its components in lists of like ones, from which the first position of an orbit is told without writing the group out: each component is
//! first by itself, and like ones ascend. So the orbits are chosen as multisets of orbits of one component, and can be counted.

use super::{Symmetry, transposition};
use crate::rules::components::{Component, components};
use crate::rules::ruleset::Ruleset;

/// Like components of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The coordinates of each, in order. The coordinates of an earlier one come before those of a later one.
    pub places: Vec<Vec<usize>>,
    /// The symmetries of one of them, as a game of its own.
    pub own: Symmetry,
}

/// The components; `None` if there is just one, if the symmetries of one are not known, or if the coordinates of like ones lie among each other.
pub(super) fn of(rules: &Ruleset, ended: &dyn Fn() -> bool) -> Option<Vec<Alike>> {
    let mut lists: Vec<(Component, Vec<Vec<usize>>)> = vec![];
    for component in components(rules) {
        match lists.iter_mut().find(|(first, _)| first.is_like(&component)) {
            Some((_, places)) => places.push(component.coords),
            None => lists.push((component.clone(), vec![component.coords])),
        }
    }
    let in_order = |pair: &[Vec<usize>]| pair[0].last() < pair[1].first();
    if lists.len() < 2 && lists.iter().all(|(_, places)| places.len() < 2) {
        return None;
    }
    let alike = |(component, places): (Component, Vec<Vec<usize>>)| {
        let own = Symmetry::unless(&component.rules, ended);
        (own.is_known() && places.windows(2).all(in_order)).then_some(Alike { places, own })
    };
    lists.into_iter().map(alike).collect()
}

impl Alike {
    /// Is the part of a position that belongs to these components the first of its orbit?
    pub(super) fn is_first(&self, position: &[u64]) -> bool {
        let part = |place: &Vec<usize>| place.iter().map(|c| position[*c]).collect::<Vec<u64>>();
        let ascend = |pair: &[Vec<usize>]| part(&pair[0]) <= part(&pair[1]);
        self.places.windows(2).all(ascend) && self.places.iter().all(|place| self.own.is_first(&part(place)))
    }

    /// Does a permutation map these components to each other, by symmetries of one?
    fn holds(&self, p: &[usize]) -> bool {
        self.places.iter().all(|place| {
            let image: Vec<usize> = place.iter().map(|c| p[*c]).collect();
            let to = self.places.iter().find(|to| image.iter().all(|c| to.contains(c)));
            let within =
                to.and_then(|to| image.iter().map(|c| to.binary_search(c).ok()).collect::<Option<Vec<usize>>>());
            within.is_some_and(|within| self.own.contains(&within))
        })
    }

    /// The coordinates that may be exchanged freely.
    pub(super) fn classes(&self) -> Vec<Vec<usize>> {
        if self.are_single() {
            return vec![self.places.concat()].into_iter().filter(|class| class.len() > 1).collect();
        }
        let of = |place: &Vec<usize>| {
            self.own.classes.iter().map(|class| class.iter().map(|c| place[*c]).collect()).collect::<Vec<_>>()
        };
        self.places.iter().flat_map(of).collect()
    }

    /// Permutations of all `n` coordinates that generate the other symmetries.
    pub(super) fn others(&self, n: usize) -> Vec<Vec<usize>> {
        let inside = self.places.iter().flat_map(|place| {
            self.own.others.iter().map(move |own| {
                let mut p: Vec<usize> = (0..n).collect();
                own.iter().enumerate().for_each(|(i, j)| p[place[i]] = place[*j]);
                p
            })
        });
        let exchange = |pair: &[Vec<usize>]| {
            let mut p: Vec<usize> = (0..n).collect();
            pair[0].iter().zip(&pair[1]).for_each(|(a, b)| p.swap(*a, *b));
            p
        };
        let exchanges = self.places.windows(2).filter(|_| !self.are_single()).map(exchange);
        inside.chain(exchanges).collect()
    }

    fn are_single(&self) -> bool {
        self.places.iter().all(|place| place.len() == 1)
    }
}

/// Are these exchanges of coordinates and these permutations symmetries of the components?
pub(super) fn hold(sum: &[Alike], symmetry: &Symmetry, n: usize) -> bool {
    let exchanges =
        symmetry.classes.iter().flat_map(|class| class.windows(2)).map(|pair| transposition(n, pair[0], pair[1]));
    exchanges.chain(symmetry.others.iter().cloned()).all(|p| sum.iter().all(|alike| alike.holds(&p)))
}
