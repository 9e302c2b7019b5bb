//! Tame or wild: is a quotient that of nim heaps, and from which heap on is it not?
//!
//! In: a quotient. Out: whether it is tame, and the first heap with which it is wild.
//!
//! *Tame* is defined as by Plambeck and Siegel (2008): the quotient is that of nim heaps, of all or of those below some size, with 1, 2 or 2^k + 2 elements. The quotients of fewer heaps need not
//! be searched again. Let S be the elements of all sums of the heaps up to n. Two of these sums are equivalent among themselves if and only if no element of S tells theirs apart; so S,
//! with such elements taken together, is the quotient of the heaps up to n.

use std::collections::HashMap;

use super::Quotient;
use super::monoid::{Element, Monoid};

impl Quotient {
    /// The first heap with which the quotient of the heaps so far is wild; `None` if it is tame.
    ///
    /// ```
    /// use grundy_core::contract::limits::Limits;
    /// use grundy_proofs::quotient::Search;
    /// use grundy_rules::session::Session;
    ///
    /// let rules = Session::new().game("kayles", None)?.rules;
    /// let mut search = Search::new(&rules, &Limits::default()).expect("heaps");
    /// while search.quotient().heaps.len() < 10 {
    ///     search.advance().expect("room");
    /// }
    /// assert_eq!(search.quotient().first_wild(), Some(5));
    /// # Ok::<(), grundy_rules::lang::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn first_wild(&self) -> Option<u64> {
        if self.monoid.is_tame() {
            return None;
        }
        self.of_fewer().find(|(_, monoid)| !monoid.is_tame()).map(|(heap, _)| heap)
    }

    /// The heaps whose elements are no products of those of smaller heaps, each with the quotient of the heaps up to it.
    pub(super) fn of_fewer(&self) -> impl Iterator<Item = (u64, Monoid)> + '_ {
        let mut inside = vec![Monoid::ONE];
        (0..).zip(&self.heaps).filter_map(move |(heap, element)| {
            let element = element.filter(|x| !inside.contains(x))?;
            widen(&self.monoid, element, &mut inside);
            Some((heap, reduced(&self.monoid, &inside)))
        })
    }
}

/// Adds all products with powers of an element to a set that is closed under products.
fn widen(monoid: &Monoid, element: Element, inside: &mut Vec<Element>) {
    let mut open = inside.clone();
    while let Some(x) = open.pop() {
        let product = monoid.times(x, element);
        if !inside.contains(&product) {
            inside.push(product);
            open.push(product);
        }
    }
}

/// The quotient of sums whose elements are these, which are closed under products; the first is the neutral one.
fn reduced(monoid: &Monoid, inside: &[Element]) -> Monoid {
    let mut classes: HashMap<Vec<u8>, Element> = HashMap::new();
    let (mut class_of, mut first) = (vec![Monoid::ONE; monoid.size()], vec![]);
    for x in inside {
        let values = inside.iter().map(|y| monoid.value(monoid.times(*x, *y))).collect();
        let next = classes.len() as Element;
        let class = *classes.entry(values).or_insert(next);
        if class == next {
            first.push(*x);
        }
        class_of[usize::from(*x)] = class;
    }
    let products = first.iter().flat_map(|x| first.iter().map(|y| class_of[usize::from(monoid.times(*x, *y))]));
    let values = first.iter().map(|x| monoid.value(*x)).collect();
    Monoid::new(products.collect(), values, monoid.most())
}

#[cfg(test)]
mod tests {
    use super::super::{Search, Step};
    use grundy_core::contract::limits::Limits;
    use grundy_rules::session::Session;

    fn search(game: &str, heaps: usize) -> Search {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let mut search = Search::new(&rules, &Limits::default()).expect("heaps");
        while search.period().is_none() && search.quotient().heaps.len() < heaps {
            assert_eq!(search.advance(), Ok(Step::Closed), "{game}");
        }
        search
    }

    /// The quotients of fewer heaps are those that the search went through. Their sizes are in the literature for Kayles (2, 6, 12, 18, 24, 32, 40).
    #[test]
    fn quotients_of_fewer_heaps_are_in_the_last_one() {
        for (game, heaps) in [
            ("kayles", 200),
            ("octal[0.15]", 200),
            ("octal[0.71]", 200),
            ("octal[0.75]", 200),
            ("octal[0.26]", 24),
            ("octal[0.07]", 24),
        ] {
            let search = search(game, heaps);
            let sizes: Vec<(u64, usize)> =
                search.quotient().of_fewer().map(|(heap, monoid)| (heap, monoid.size())).collect();
            assert_eq!(sizes, search.sizes(), "{game}");
        }
    }

    /// The first heaps whose genus is that of no nim heap, as *Winning Ways*, ch. 13, has them: 5 in Kayles (4^{1,4,6}), 10 in Dawson's Kayles (3^{1,4,3,1}), 13 in Grundy's game.
    #[test]
    fn the_first_wild_heaps() {
        for (game, heaps, wild) in [
            ("kayles", 20, Some(5)),
            ("octal[0.07]", 20, Some(10)),
            ("grundy", 20, Some(13)),
            ("octal[0.75]", 30, Some(5)),
            ("octal[0.23]", 30, None),
            ("octal[0.012]", 30, None),
            ("subtraction[{1, 2, 3, 4, 5, 6, 7}]", 40, None),
        ] {
            assert_eq!(search(game, heaps).quotient().first_wild(), wild, "{game}");
        }
    }
}
