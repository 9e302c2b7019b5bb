//! The shortest member of a set, and the least number of a set of numbers.
//!
//! In: an automaton. Out: numbers for its variables. A walk through the states, breadth first, finds a member with as few digits as any. Among the
//! numbers of that many digits the least has the least first digit, so its digits are found from the most significant one down.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;

use crate::automaton::Automaton;
use crate::diagram::{Ref, Var};

/// A letter: digits of variables.
type Letter = Vec<(Var, usize)>;

impl Automaton {
    /// A tuple that is accepted, with as few digits as any; `None` if there is none. Variables that are not named are 0.
    #[must_use]
    pub fn shortest(&self) -> Option<BTreeMap<Var, UBig>> {
        let mut from: Vec<Option<(usize, Letter)>> = vec![None; self.states()];
        let (mut order, mut at) = (vec![0usize], 0);
        let mut seen = vec![false; self.states()];
        seen[0] = true;
        while let Some(state) = order.get(at).copied() {
            at += 1;
            if self.accepting[state] {
                return Some(self.member(state, &from));
            }
            let mut letter = vec![];
            self.letters(self.roots[state], &mut letter, &mut |next, letter| {
                if !std::mem::replace(&mut seen[next], true) {
                    from[next] = Some((state, letter.to_vec()));
                    order.push(next);
                }
            });
        }
        None
    }

    /// The least number of a set of numbers, which has one variable or none; `None` if the set is empty.
    ///
    /// # Panics
    /// If the automaton depends on more than one variable.
    #[must_use]
    pub fn least(&self) -> Option<UBig> {
        assert!(self.vars().len() <= 1, "a set of numbers");
        let next = |state: usize, digit: usize| self.nodes.read(self.roots[state], |_| digit) as usize;
        // The states after so many digits, until one accepts.
        let mut after: Vec<BTreeSet<usize>> = vec![BTreeSet::from([0])];
        let mut goals: BTreeSet<usize> = loop {
            let last = after.last()?;
            let found: BTreeSet<usize> = last.iter().copied().filter(|state| self.accepting[*state]).collect();
            if !found.is_empty() {
                break found;
            }
            if after.len() > self.states() {
                return None;
            }
            let more = last.iter().flat_map(|state| (0..self.digits()).map(|digit| next(*state, digit))).collect();
            after.push(more);
        };
        let mut number = UBig::ZERO;
        for states in after.iter().rev().skip(1) {
            let reaches = |digit: &usize| states.iter().any(|state| goals.contains(&next(*state, *digit)));
            let digit = (0..self.digits()).find(reaches)?;
            goals = states.iter().copied().filter(|state| goals.contains(&next(*state, digit))).collect();
            number = number * UBig::from(self.digits()) + UBig::from(digit);
        }
        Some(number)
    }

    /// Calls `each` for every path through a diagram, the smaller digits first, with the state at its end and the digits on it.
    fn letters(&self, at: Ref, letter: &mut Letter, each: &mut impl FnMut(usize, &[(Var, usize)])) {
        let Some((var, kids)) = self.nodes.get(at) else {
            return each(at.as_leaf().unwrap_or_default() as usize, letter);
        };
        for (digit, kid) in kids.iter().enumerate() {
            letter.push((var, digit));
            self.letters(*kid, letter, each);
            letter.pop();
        }
    }

    /// The numbers whose digits lead to a state.
    fn member(&self, mut state: usize, from: &[Option<(usize, Letter)>]) -> BTreeMap<Var, UBig> {
        let mut numbers: BTreeMap<Var, UBig> = self.vars().into_iter().map(|var| (var, UBig::ZERO)).collect();
        let base = UBig::from(self.digits());
        // From the most significant digit down.
        while let Some((before, letter)) = &from[state] {
            numbers.values_mut().for_each(|number| *number *= &base);
            for (var, digit) in letter {
                *numbers.entry(*var).or_default() += UBig::from(*digit);
            }
            state = *before;
        }
        numbers
    }
}
