//! The states of formulas, made as they are needed.
//!
//! In: formulas. Out: whether one holds for all numbers. Each formula is a deterministic automaton. A linear form keeps what is still to be balanced; a
//! connective keeps a state of each part; "there is" keeps the set of states in which its inner formula can be. A formula holds for all numbers if every
//! state that can be reached accepts. What takes many steps is left to `diagrams`, to which this engine is the yardstick.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::super::expr::Result;
use super::super::line::Stop;
use super::super::numbers::index;
use super::super::spent::Spent;
use super::numeration::{Linear, Numeration};
use super::sets::{Said, Set, Sets, Sum, Table};

/// A state of a formula's automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    /// Nothing that follows is accepted, or everything is.
    Trap(bool),
    /// What is still to be balanced; the state of a given automaton.
    Number(i128),
    /// A remainder, and what the next digit and the one before it count.
    Counted(i128, i128, i128),
    /// The pairs of a linear form of digits in a numeration that is no base.
    Pairs(Vec<bool>),
    /// The state of each part, or the states in which the inner formula can be.
    Many(Vec<u32>),
}

const REJECTS: u32 = 0;
const ACCEPTS: u32 = 1;

/// The states of one formula's automaton.
struct Own {
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    steps: HashMap<(u32, u64), u32>,
    accepts: HashMap<u32, bool>,
    first: Option<u32>,
}

impl Default for Own {
    fn default() -> Own {
        let traps = [State::Trap(false), State::Trap(true)];
        let numbers = traps.iter().cloned().zip([REJECTS, ACCEPTS]).collect();
        let accepts = HashMap::from([(REJECTS, false), (ACCEPTS, true)]);
        Own { states: traps.to_vec(), numbers, steps: HashMap::new(), accepts, first: None }
    }
}

/// The states that were needed so far, of all formulas of a store.
#[derive(Default)]
pub(crate) struct States {
    of: Vec<Own>,
    /// The linear forms in a numeration that is no base.
    linear: HashMap<Set, Linear>,
    steps: u64,
    /// The greatest number of steps for what is done now.
    most: u64,
}

impl States {
    /// Does a formula hold for all numbers? Nothing if that takes more than so many steps.
    pub(crate) fn holds(&mut self, sets: &mut Sets, set: Set, steps: u64, stop: Stop) -> Result<Option<bool>> {
        let set = sets.of_words(set);
        // The first state alone takes a step for each letter.
        let letters = (sets.numeration.digits() as u64).checked_pow(sets.tracks(set).count_ones());
        if letters.is_none_or(|letters| letters > steps) {
            return Ok(None);
        }
        self.most = self.steps + steps;
        let holds = self.accepts_all(sets, set, stop);
        if self.steps > self.most { Ok(None) } else { holds.map(Some) }
    }

    /// Does every state that can be reached accept?
    fn accepts_all(&mut self, sets: &Sets, set: Set, stop: Stop) -> Result<bool> {
        let first = self.first(sets, set)?;
        let (mut seen, mut open) = (vec![false; 2], vec![first]);
        let letters = sets.letters(sets.tracks(set));
        while let Some(state) = open.pop() {
            if seen.len() <= index(state) {
                seen.resize(index(state) + 1, false);
            }
            if std::mem::replace(&mut seen[index(state)], true) {
                continue;
            }
            if stop(Spent::steps(self.steps)) {
                return Err(String::new());
            }
            if !self.accepts(sets, set, state)? {
                return Ok(false);
            }
            for letter in &letters {
                open.push(self.step(sets, set, state, *letter)?);
            }
        }
        Ok(true)
    }

    fn own(&mut self, set: Set) -> &mut Own {
        if self.of.len() <= set.0 {
            self.of.resize_with(set.0 + 1, Own::default);
        }
        &mut self.of[set.0]
    }

    fn number(&mut self, set: Set, state: State) -> u32 {
        let node = self.own(set);
        if let Some(known) = node.numbers.get(&state) {
            return *known;
        }
        let new = u32::try_from(node.states.len()).unwrap_or(u32::MAX);
        node.states.push(state.clone());
        node.numbers.insert(state, new);
        new
    }

    /// The state before anything is read.
    fn first(&mut self, sets: &Sets, set: Set) -> Result<u32> {
        if let Some(known) = self.own(set).first {
            return Ok(known);
        }
        let first = self.first_of(sets, set)?;
        self.own(set).first = Some(first);
        Ok(first)
    }

    fn first_of(&mut self, sets: &Sets, set: Set) -> Result<u32> {
        let state = match sets.said(set).clone() {
            Said::Zero(ref sum) | Said::AtMostZero(ref sum) => match sets.numeration {
                Numeration::Base(_) => State::Number(sum.one),
                other => self.pairs(set, other, sum, matches!(sets.said(set), Said::AtMostZero(_)))?,
            },
            Said::Divides(d, sum) => State::Counted(sum.one.rem_euclid(d), 1 % d, sets.numeration.before_first() % d),
            Said::NimSumIsZero(_) | Said::Word(_) => State::Number(0),
            Said::In(table, _) => States::given(sets, table, 0),
            Said::Not(inner) => {
                let inner = self.first(sets, inner)?;
                return Ok(opposite(inner).unwrap_or_else(|state| self.of_inner(set, state)));
            }
            Said::Join { all, parts } => {
                let states = parts.iter().map(|part| self.first(sets, *part)).collect::<Result<_>>()?;
                joined(all, states)
            }
            Said::Exists(_, inner) => some(vec![self.first(sets, inner)?]),
        };
        Ok(self.number(set, state))
    }

    /// The first state of a linear form in a numeration that is no base.
    fn pairs(&mut self, set: Set, numeration: Numeration, sum: &Sum, at_most: bool) -> Result<State> {
        let linear = match self.linear.entry(set) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Linear::of(numeration, sum, at_most)?),
        };
        Ok(State::Pairs(linear.first()))
    }

    /// A state of a given automaton; a trap if no letter leaves it.
    fn given(sets: &Sets, table: usize, state: usize) -> State {
        let Table { next, accepts } = sets.given(table);
        if next[state].iter().all(|to| *to == state) {
            return State::Trap(accepts[state]);
        }
        State::Number(i128::try_from(state).unwrap_or(i128::MAX))
    }

    fn of_inner(&mut self, set: Set, state: u32) -> u32 {
        self.number(set, State::Many(vec![state]))
    }

    /// The state after one more letter.
    fn step(&mut self, sets: &Sets, set: Set, state: u32, letter: u64) -> Result<u32> {
        if state == REJECTS || state == ACCEPTS {
            return Ok(state);
        }
        self.steps += 1;
        if self.steps > self.most {
            return Err("this takes more steps".into());
        }
        let letter = sets.of_tracks(letter, sets.tracks(set));
        if let Some(known) = self.own(set).steps.get(&(state, letter)) {
            return Ok(*known);
        }
        let before = self.own(set).states[index(state)].clone();
        let base = sets.numeration.digits() as i128;
        let digits = |sum: &Sum| -> i128 {
            sum.terms.iter().map(|(track, factor)| factor * sets.digit(letter, *track) as i128).sum()
        };
        let after = match (sets.said(set).clone(), before) {
            (Said::Zero(sum) | Said::AtMostZero(sum), State::Pairs(pairs)) => {
                State::Pairs(self.linear[&set].step(&pairs, digits(&sum)))
            }
            (Said::Zero(sum), State::Number(rest)) => match rest + digits(&sum) {
                rest if rest % base != 0 => State::Trap(false),
                rest => State::Number(rest / base),
            },
            (Said::AtMostZero(sum), State::Number(rest)) => {
                State::Number((rest + digits(&sum) + base - 1).div_euclid(base))
            }
            (Said::Divides(d, sum), State::Counted(rest, weight, below)) => {
                let above = sets.numeration.above(weight, below);
                State::Counted((rest + weight * digits(&sum)).rem_euclid(d), above.rem_euclid(d), weight)
            }
            // The state is 1 if the greatest digit is barred.
            (Said::Word(track), State::Number(barred)) => {
                let bars = sets.numeration.bars(barred > 0, sets.digit(letter, track));
                bars.map_or(State::Trap(false), |barred| State::Number(barred.into()))
            }
            (Said::NimSumIsZero(_), state) => match letter.count_ones() % 2 {
                0 => state,
                _ => State::Trap(false),
            },
            (Said::In(table, tracks), State::Number(at)) => {
                let digits = tracks.iter().rev().map(|track| sets.digit(letter, *track));
                let place = digits.fold(0, |place, digit| place * sets.numeration.digits() + digit);
                States::given(sets, table, sets.given(table).next[index(at)][place])
            }
            (Said::Not(inner), State::Many(states)) => match opposite(self.step(sets, inner, states[0], letter)?) {
                Ok(trap) => State::Trap(trap == ACCEPTS),
                Err(state) => State::Many(vec![state]),
            },
            (Said::Join { all, parts }, State::Many(states)) => {
                let mut after = vec![];
                for (part, state) in parts.iter().zip(states) {
                    let next = self.step(sets, *part, state, letter)?;
                    after.push(next);
                    if next == (if all { REJECTS } else { ACCEPTS }) {
                        break;
                    }
                }
                joined(all, after)
            }
            (Said::Exists(bound, inner), State::Many(states)) => {
                let (mut after, more) = (vec![], sets.letters(bound));
                for state in states {
                    for more in &more {
                        after.push(self.step(sets, inner, state, letter | more)?);
                    }
                }
                some(after)
            }
            (_, state) => state,
        };
        let after = self.number(set, after);
        self.own(set).steps.insert((state, letter), after);
        Ok(after)
    }

    /// Is the tuple accepted if nothing but zeros follows?
    fn accepts(&mut self, sets: &Sets, set: Set, state: u32) -> Result<bool> {
        if let Some(known) = self.own(set).accepts.get(&state) {
            return Ok(*known);
        }
        let accepts = match (sets.said(set).clone(), self.own(set).states[index(state)].clone()) {
            (Said::Zero(_), State::Number(rest)) => rest == 0,
            (Said::AtMostZero(_), State::Number(rest)) => rest <= 0,
            (Said::Zero(_) | Said::AtMostZero(_), State::Pairs(pairs)) => pairs[0],
            (Said::Divides(..), State::Counted(rest, ..)) => rest == 0,
            (Said::In(table, _), State::Number(at)) => sets.given(table).accepts[index(at)],
            (Said::Not(inner), State::Many(states)) => !self.accepts(sets, inner, states[0])?,
            (Said::Join { all, parts }, State::Many(states)) => {
                let mut found = all;
                for (part, state) in parts.iter().zip(states) {
                    if self.accepts(sets, *part, state)? != all {
                        found = !all;
                        break;
                    }
                }
                found
            }
            (Said::Exists(bound, inner), State::Many(states)) => self.accepts_later(sets, inner, bound, states)?,
            _ => true,
        };
        self.own(set).accepts.insert(state, accepts);
        Ok(accepts)
    }

    /// Is there a state that accepts among those that digits of the bound tracks alone lead to? They may be longer than the other numbers.
    fn accepts_later(&mut self, sets: &Sets, inner: Set, bound: u64, mut open: Vec<u32>) -> Result<bool> {
        let (mut seen, letters): (HashSet<u32>, _) = (open.iter().copied().collect(), sets.letters(bound));
        while let Some(state) = open.pop() {
            if self.accepts(sets, inner, state)? {
                return Ok(true);
            }
            for letter in &letters {
                let next = self.step(sets, inner, state, *letter)?;
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        Ok(false)
    }
}

/// The state of a complement whose inner state is a trap; else the inner state.
fn opposite(state: u32) -> Result<u32, u32> {
    match state {
        REJECTS => Ok(ACCEPTS),
        ACCEPTS => Ok(REJECTS),
        other => Err(other),
    }
}

/// The state of a connective.
fn joined(all: bool, states: Vec<u32>) -> State {
    let (decides, says_nothing) = if all { (REJECTS, ACCEPTS) } else { (ACCEPTS, REJECTS) };
    if states.contains(&decides) {
        State::Trap(!all)
    } else if states.iter().all(|state| *state == says_nothing) {
        State::Trap(all)
    } else {
        State::Many(states)
    }
}

/// The state of "there is".
fn some(mut states: Vec<u32>) -> State {
    states.sort_unstable();
    states.dedup();
    states.retain(|state| *state != REJECTS);
    match states[..] {
        [] => State::Trap(false),
        _ if states.contains(&ACCEPTS) => State::Trap(true),
        _ => State::Many(states),
    }
}
