//! The shortest member of a set, the least number of a set of numbers, and all members of a finite set.
//!
//! In: an automaton. Out: numbers for its variables. A walk through the states, breadth first, finds a member with as few digits as any. Among the
//! numbers of that many digits the least has the least first digit, so its digits are found from the most significant one down. In a finite set no state
//! comes twice before the last digit that is not 0, so a walk, depth first, finds all members.

use std::collections::BTreeMap;

use dashu_int::UBig;

use crate::automaton::Automaton;
use crate::diagram::{Ref, Var};

/// A letter: digits of variables.
type Letter = Vec<(Var, usize)>;

/// A walk to all members of a set.
struct Walk<'a> {
    of: &'a Automaton,
    /// For each state, the next ones by letters.
    rows: Vec<Vec<u32>>,
    /// Does a member go on from a state, with a letter that is not 0?
    more: Vec<bool>,
    tracks: usize,
    most: usize,
    /// The letters so far.
    word: Vec<usize>,
    found: Vec<Vec<UBig>>,
}

impl Walk<'_> {
    /// Goes on from a state; `None` if the set is not finite, or has more members than are wanted.
    fn from(&mut self, state: usize) -> Option<()> {
        if !self.more[state] {
            return Some(());
        }
        if self.word.len() > self.more.len() || self.found.len() > self.most {
            return None;
        }
        for letter in 0..self.rows[state].len() {
            let to = self.rows[state][letter] as usize;
            self.word.push(letter);
            if letter > 0 && self.of.accepting[to] {
                self.found.push((0..self.tracks).map(|track| self.number(track)).collect());
            }
            self.from(to)?;
            self.word.pop();
        }
        Some(())
    }

    fn number(&self, track: usize) -> UBig {
        let base = self.of.digits();
        let digits: Vec<usize> = self.word.iter().map(|letter| letter / base.pow(track as u32) % base).collect();
        self.of.numeration().number_of(&digits)
    }
}

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
        self.least_after(0, &|state, _, digit| self.nodes.read(self.roots[state], |_| digit) as usize)
    }

    /// The least number that makes a tuple of the set, behind numbers that are given for all variables before it; `None` if there is none.
    ///
    /// # Panics
    /// If the automaton depends on a later variable.
    #[must_use]
    pub fn least_with(&self, given: &[UBig]) -> Option<UBig> {
        let last = given.len() as Var;
        assert!(self.vars().iter().all(|var| *var <= last), "one number is missing");
        let words: Vec<Vec<usize>> = given.iter().map(|number| self.numeration().digits_of(number)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        self.least_after(length, &|state, place, digit| {
            let at = |var: Var| words.get(var as usize).map_or(digit, |word| word.get(place).copied().unwrap_or(0));
            self.nodes.read(self.roots[state], at) as usize
        })
    }

    /// The least number whose digits lead to acceptance, when so many at least are read; `next` gives the state after a state, a place and a digit.
    fn least_after(&self, length: usize, next: &dyn Fn(usize, usize, usize) -> usize) -> Option<UBig> {
        // The states after so many digits, in order, until one accepts.
        let mut after: Vec<Vec<usize>> = vec![vec![0]];
        let mut goals: Vec<usize> = loop {
            let place = after.len() - 1;
            let last = after.last()?;
            let found: Vec<usize> = last.iter().copied().filter(|state| self.accepting[*state]).collect();
            if place >= length && !found.is_empty() {
                break found;
            }
            if after.len() > length + self.states() {
                return None;
            }
            let digits = 0..self.digits();
            let more = last.iter().flat_map(|state| digits.clone().map(|digit| next(*state, place, digit)));
            let mut more: Vec<usize> = more.collect();
            more.sort_unstable();
            more.dedup();
            after.push(more);
        };
        let mut digits = vec![];
        for (place, states) in after.iter().enumerate().rev().skip(1) {
            let is_goal = |state: &usize, digit| goals.binary_search(&next(*state, place, digit)).is_ok();
            let digit = (0..self.digits()).find(|digit| states.iter().any(|state| is_goal(state, *digit)))?;
            goals = states.iter().copied().filter(|state| is_goal(state, digit)).collect();
            digits.push(digit);
        }
        digits.reverse();
        Some(self.numeration().number_of(&digits))
    }

    /// All tuples of a finite set, of the variables below `tracks`; `None` if they are more than `most`.
    ///
    /// ```
    /// # use grundy_automata::{Automaton, Budget, Linear, Numeration, Relation, Stop};
    /// let sum = Linear::new([(0, 1), (1, 1)], -2)?;
    /// let set = Automaton::linear(Numeration::Base(2), &sum, Relation::Zero, &Budget::default())?;
    /// let all = [[2u32, 0], [1, 1], [0, 2]].map(|tuple| tuple.map(Into::into).to_vec());
    /// let mut found = set.members(2, 10).expect("three tuples");
    /// found.sort_by(|a, b| b.cmp(a));
    /// assert_eq!((found, set.members(2, 2)), (all.to_vec(), None));
    /// # Ok::<(), Stop>(())
    /// ```
    ///
    /// # Panics
    /// If the automaton depends on a later variable.
    #[must_use]
    pub fn members(&self, tracks: usize, most: usize) -> Option<Vec<Vec<UBig>>> {
        let rows = self.rows(tracks);
        let mut walk = Walk { more: self.lead_on(&rows), rows, of: self, tracks, most, word: vec![], found: vec![] };
        if self.accepting[0] {
            walk.found.push(vec![UBig::ZERO; tracks]);
        }
        walk.from(0)?;
        (walk.found.len() <= most).then_some(walk.found)
    }

    /// Is each state followed, after some letter that is not 0, by acceptance?
    fn lead_on(&self, rows: &[Vec<u32>]) -> Vec<bool> {
        let backwards = |mut marked: Vec<bool>, first: &dyn Fn(&[bool], &[u32]) -> bool| loop {
            let next: Vec<bool> = rows.iter().zip(&marked).map(|(row, old)| *old || first(&marked, row)).collect();
            if next == marked {
                return marked;
            }
            marked = next;
        };
        let some = |marked: &[bool], row: &[u32]| row.iter().any(|to| marked[*to as usize]);
        let alive = backwards(self.accepting.clone(), &some);
        let now = rows.iter().map(|row| some(&alive, &row[1..])).collect();
        backwards(now, &some)
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
        let mut words: BTreeMap<Var, Vec<usize>> = self.vars().into_iter().map(|var| (var, vec![])).collect();
        // From the most significant digit down.
        while let Some((before, letter)) = &from[state] {
            for (var, word) in &mut words {
                word.push(letter.iter().find(|(own, _)| own == var).map_or(0, |(_, digit)| *digit));
            }
            state = *before;
        }
        let number = |(var, mut word): (Var, Vec<usize>)| {
            word.reverse();
            (var, self.numeration().number_of(&word))
        };
        words.into_iter().map(number).collect()
    }
}
