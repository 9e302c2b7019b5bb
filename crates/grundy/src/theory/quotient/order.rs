//! Which elements of a quotient are products of others.
//!
//! In: a quotient, its generators. Out: its elements in classes, and which classes lie below which.
//!
//! An element lies *below* another if it is a product of that with some element. Two elements that lie below each other are in one class (Green's relations, Annals of Math. 54, 1951; in a
//! commutative monoid all of them are one). The class of 1 has the elements with inverses; at the bottom is the kernel, a group. A class that has an idempotent is a group.

use super::{Element, Letters, Monoid};

/// The classes, from that of 1 down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The elements of each class. A class stands behind all that it lies below.
    pub classes: Vec<Vec<Element>>,
    /// For each class the number of steps of the longest way down to it.
    pub depths: Vec<usize>,
    /// A class, the next one below it, and the letters of generators that lead from elements of the one to elements of the other.
    pub steps: Vec<(usize, usize, Vec<String>)>,
}

impl Order {
    /// Of a quotient whose generators have these letters.
    ///
    /// ```
    /// use grundy::theory::quotient::{Letters, Order, quotient};
    /// use grundy::{Limits, Session};
    ///
    /// let game = Session::new().game("octal[0.75]", None)?;
    /// let found = quotient(&game.rules, None, &Limits::default(), &mut |_| {})?;
    /// let order = Order::of(&found.quotient.monoid, &Letters::of(&found));
    /// // {1, a}, below it {c, a c}, and the kernel of four elements.
    /// assert_eq!(order.classes.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 4]);
    /// assert_eq!(order.depths, [0, 1, 2]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn of(monoid: &Monoid, letters: &Letters) -> Order {
        let below: Vec<Vec<bool>> = monoid.elements().map(|x| ideal(monoid, x)).collect();
        let lies_below = |x: Element, y: Element| below[usize::from(y)][usize::from(x)];
        let mut classes: Vec<Vec<Element>> = vec![];
        for x in monoid.elements() {
            let own = |class: &&mut Vec<Element>| lies_below(class[0], x) && lies_below(x, class[0]);
            match classes.iter_mut().find(own) {
                Some(class) => class.push(x),
                None => classes.push(vec![x]),
            }
        }
        // What lies lower has fewer elements below it.
        let size = |x: Element| below[usize::from(x)].iter().filter(|below| **below).count();
        classes.sort_by_key(|class| (std::cmp::Reverse(size(class[0])), class[0]));
        let is_below = |low: usize, high: usize| low != high && lies_below(classes[low][0], classes[high][0]);
        let mut depths = vec![0; classes.len()];
        for low in 0..classes.len() {
            let above = (0..low).filter(|high| is_below(low, *high));
            depths[low] = above.map(|high| depths[high] + 1).max().unwrap_or(0);
        }
        let mut steps = vec![];
        for (high, low) in (0..classes.len()).flat_map(|high| (high + 1..classes.len()).map(move |low| (high, low))) {
            let is_next = is_below(low, high) && !(high + 1..low).any(|mid| is_below(low, mid) && is_below(mid, high));
            if is_next {
                steps.push((high, low, leading(monoid, letters, (&classes[high], &classes[low]))));
            }
        }
        Order { classes, depths, steps }
    }
}

/// Which elements lie below one?
fn ideal(monoid: &Monoid, x: Element) -> Vec<bool> {
    let mut inside = vec![false; monoid.size()];
    monoid.row(x).iter().for_each(|product| inside[usize::from(*product)] = true);
    inside
}

/// The letters of the generators that lead from a class to the next one. There is one: some product of generators leads there, and of its factors all but one stay in the first class.
fn leading(monoid: &Monoid, letters: &Letters, (high, low): (&[Element], &[Element])) -> Vec<String> {
    let leads = |generator: Element| high.iter().any(|x| low.contains(&monoid.times(*x, generator)));
    letters.generators_as_elements().filter(|(_, element)| leads(*element)).map(|(letter, _)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::quotient::quotient;
    use grundy_core::contract::limits::Limits;
    use grundy_rules::session::Session;

    fn order(game: &str, to: Option<u64>) -> (Monoid, Order) {
        let game = Session::new().game(game, None).expect("a game");
        let found = quotient(&game.rules, to, &Limits::default(), &mut |_| {}).expect("heaps");
        let order = Order::of(&found.quotient.monoid, &Letters::of(&found));
        (found.quotient.monoid, order)
    }

    /// Nim heaps below 8: the units 1 and a, and below them the group of eight elements.
    #[test]
    fn a_tame_quotient_has_two_classes() {
        let (monoid, order) = order("subtraction[{1, 2, 3, 4, 5, 6, 7}]", None);
        assert_eq!(monoid.size(), 10);
        assert_eq!(order.classes.iter().map(Vec::len).collect::<Vec<_>>(), [2, 8]);
        assert_eq!(order.steps, [(0, 1, vec!["b".to_string(), "c".to_string()])]);
    }

    /// Each element is in one class; steps lead to lower classes and have letters; what lies below is reached by steps, and nothing else is.
    #[test]
    fn the_steps_are_those_of_divisibility() {
        for (game, to) in [("kayles", None), ("octal[0.71]", None), ("octal[0.15]", None), ("octal[0.26]", Some(20))] {
            let (monoid, Order { classes, depths, steps }) = order(game, to);
            let mut all = classes.concat();
            all.sort_unstable();
            assert_eq!(all, monoid.elements().collect::<Vec<_>>(), "{game}");
            assert!(
                steps.iter().all(|(high, low, letters)| depths[*high] < depths[*low] && !letters.is_empty()),
                "{game}"
            );
            let mut reached: Vec<Vec<bool>> =
                (0..classes.len()).map(|own| (0..classes.len()).map(|other| own == other).collect()).collect();
            for (high, low, _) in steps.iter().rev() {
                let further = reached[*low].clone();
                reached[*high].iter_mut().zip(further).for_each(|(own, more)| *own |= more);
            }
            for (high, low) in (0..classes.len()).flat_map(|high| (0..classes.len()).map(move |low| (high, low))) {
                let divides = monoid.elements().any(|z| monoid.times(classes[high][0], z) == classes[low][0]);
                assert_eq!(reached[high][low], divides, "{game} {high} {low}");
            }
        }
    }
}
