//! What can be reached from some elements along steps that a position allows (`closure` of the language).
//!
//! In: elements, numbered from 0; with which of them one may begin, and which steps lead from one to another, each under a condition. Out: whether an element is reached.
//!
//! The order is a part of the meaning, since a condition that is not looked at need not be defined: first the elements to begin with, as they are listed; then,
//! in the order in which elements are reached, the steps from each, as they are listed. No condition of an element that is reached already is looked at, and
//! none once the element that is asked for is reached.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Elements to begin with, and steps, each with its condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Links<B> {
    /// The elements to begin with.
    pub seeds: Vec<(usize, B)>,
    /// The steps from an element to another.
    pub steps: Vec<(usize, usize, B)>,
}

impl<B> Links<B> {
    /// Is the element reached, by seeds and steps whose conditions hold?
    ///
    /// # Errors
    /// Those of `holds`.
    pub fn reaches<F>(&self, target: usize, holds: &mut dyn FnMut(&B) -> Result<bool, F>) -> Result<bool, F> {
        let mut reached = BTreeSet::new();
        let mut next = VecDeque::new();
        for (element, condition) in &self.seeds {
            if !reached.contains(element) && holds(condition)? {
                if *element == target {
                    return Ok(true);
                }
                reached.insert(*element);
                next.push_back(*element);
            }
        }
        let mut from: BTreeMap<usize, Vec<(usize, &B)>> = BTreeMap::new();
        self.steps.iter().for_each(|(start, to, condition)| from.entry(*start).or_default().push((*to, condition)));
        while let Some(element) = next.pop_front() {
            for (to, condition) in from.get(&element).into_iter().flatten() {
                if !reached.contains(to) && holds(condition)? {
                    if *to == target {
                        return Ok(true);
                    }
                    reached.insert(*to);
                    next.push_back(*to);
                }
            }
        }
        Ok(false)
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
