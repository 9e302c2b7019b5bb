//! What can be reached from some elements along steps that a position allows (`closure` of the language).
//!
//! In: elements, numbered from 0; with which of them one may begin, and which steps lead from one to another, each under a condition. Out: whether an element is reached.
//!
//! The order is a part of the meaning, since a condition that is not looked at need not be defined: first the elements to begin with, as they are listed; then,
//! in the order in which elements are reached, the steps from each, as they are listed. No condition of an element that is reached already is looked at, and
//! none once the element that is asked for is reached.

/// Elements to begin with, and steps, each with its condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Links<B> {
    pub(crate) seeds: Vec<(usize, B)>,
    /// From an element to another; those from one element stand together, the least element first.
    pub(crate) steps: Vec<(usize, usize, B)>,
}

impl<B> Links<B> {
    /// From the elements to begin with, and the steps from an element to another. Steps from one element stay in their order.
    #[must_use]
    pub fn new(seeds: Vec<(usize, B)>, mut steps: Vec<(usize, usize, B)>) -> Links<B> {
        steps.sort_by_key(|(from, ..)| *from);
        Links { seeds, steps }
    }

    /// Is the element reached, by seeds and steps whose conditions hold?
    ///
    /// # Errors
    /// Those of `holds`.
    pub fn reaches<F>(&self, target: usize, holds: &mut dyn FnMut(&B) -> Result<bool, F>) -> Result<bool, F> {
        Ok(self.reached(holds, |element| element == target)?.last() == Some(&target))
    }

    /// The elements that are reached, in their order, up to the first that is enough.
    ///
    /// # Errors
    /// Those of `holds`.
    pub fn reached<F>(
        &self,
        holds: &mut dyn FnMut(&B) -> Result<bool, F>,
        is_enough: impl Fn(usize) -> bool,
    ) -> Result<Vec<usize>, F> {
        let (mut order, mut seen) = (vec![], vec![]);
        let mut see = |order: &mut Vec<usize>, element: usize, condition: &B| -> Result<bool, F> {
            if seen.len() <= element {
                seen.resize(element + 1, false);
            }
            if seen[element] || !holds(condition)? {
                return Ok(false);
            }
            seen[element] = true;
            order.push(element);
            Ok(is_enough(element))
        };
        for (element, condition) in &self.seeds {
            if see(&mut order, *element, condition)? {
                return Ok(order);
            }
        }
        let mut next = 0;
        while let Some(element) = order.get(next).copied() {
            for (_, to, condition) in self.steps_from(element) {
                if see(&mut order, *to, condition)? {
                    return Ok(order);
                }
            }
            next += 1;
        }
        Ok(order)
    }

    fn steps_from(&self, element: usize) -> &[(usize, usize, B)] {
        let start = self.steps.partition_point(|(from, ..)| *from < element);
        let length = self.steps[start..].partition_point(|(from, ..)| *from == element);
        &self.steps[start..start + length]
    }

    /// The conditions, in the order in which they are listed.
    pub fn conditions(&self) -> impl Iterator<Item = &B> {
        self.seeds.iter().map(|(_, c)| c).chain(self.steps.iter().map(|(.., c)| c))
    }

    /// The same with other conditions.
    #[must_use]
    pub fn map<A>(&self, mut change: impl FnMut(&B) -> A) -> Links<A> {
        Links {
            seeds: self.seeds.iter().map(|(element, c)| (*element, change(c))).collect(),
            steps: self.steps.iter().map(|(from, to, c)| (*from, *to, change(c))).collect(),
        }
    }
}

impl<B: Clone> Links<B> {
    /// The steps the other way round, from one element to begin with.
    pub(crate) fn back_from(&self, element: usize, condition: B) -> Links<B> {
        Links::new(vec![(element, condition)], self.steps.iter().map(|(from, to, c)| (*to, *from, c.clone())).collect())
    }

    /// The elements to begin with, and the steps, that are kept.
    pub(crate) fn filtered(
        &self,
        seed: impl Fn(&(usize, B)) -> bool,
        step: impl Fn(&(usize, usize, B)) -> bool,
    ) -> Links<B> {
        Links {
            seeds: self.seeds.iter().filter(|own| seed(own)).cloned().collect(),
            steps: self.steps.iter().filter(|own| step(own)).cloned().collect(),
        }
    }
}
