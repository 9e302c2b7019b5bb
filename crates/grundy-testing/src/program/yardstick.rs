//! The states of a formula, made as they are needed.
//!
//! In: a program. Out: whether a step holds for all numbers. Each step is a deterministic automaton that is never written down. A linear form keeps what is
//! still to be balanced; a connective keeps a state of each part; "there are" keeps the set of states in which its inner formula can be. A formula holds for all numbers
//! if every state that can be reached accepts. This takes every letter apart, makes nothing smaller and shares nothing, and so is slow and plain.

use std::collections::{HashMap, HashSet};

use super::{Program, Step, Sum};

/// A state of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum State {
    /// Nothing that follows is accepted, or everything is.
    Trap(bool),
    /// What is still to be balanced; the state of a given automaton.
    Number(i128),
    /// A remainder, and what the next digit counts.
    Counted(i128, i128),
    /// The state of each part, or the states in which the inner formula can be.
    Many(Vec<State>),
}

/// The digits of tracks at one place.
type Letter = u128;

/// What is known of a program.
pub struct Yardstick<'a> {
    program: &'a Program,
    tracks: Vec<Letter>,
    steps: HashMap<(usize, State, Letter), State>,
    left: u64,
}

fn bits(tracks: &[u32]) -> Letter {
    tracks.iter().fold(0, |mask, track| mask | 1 << track)
}

/// All letters of some tracks.
fn letters(mask: Letter) -> Vec<Letter> {
    let tracks = (0..Letter::BITS).filter(|track| mask >> track & 1 == 1);
    tracks.fold(vec![0], |all, track| all.iter().flat_map(|letter| [*letter, letter | 1 << track]).collect())
}

impl<'a> Yardstick<'a> {
    /// A yardstick for a program whose tracks are below 128.
    #[must_use]
    pub fn new(program: &'a Program) -> Yardstick<'a> {
        let tracks = program.tracks().iter().map(|tracks| bits(tracks)).collect();
        Yardstick { program, tracks, steps: HashMap::new(), left: 0 }
    }

    /// Does a step hold for all numbers? Nothing if that takes more than so much work: a step from a state is as much as the state has parts, also where it is known.
    pub fn holds(&mut self, step: usize, most: u64) -> Option<bool> {
        if 1 << self.tracks[step].count_ones().min(63) > most {
            return None;
        }
        self.left = most;
        let (letters, first) = (letters(self.tracks[step]), self.first(step));
        let (mut seen, mut open) = (HashSet::from([first.clone()]), vec![first]);
        while let Some(state) = open.pop() {
            if !self.accepts(step, &state)? {
                return Some(false);
            }
            for letter in &letters {
                let next = self.after(step, &state, *letter)?;
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        Some(true)
    }

    /// The state before anything is read.
    fn first(&self, step: usize) -> State {
        match &self.program.steps[step] {
            Step::Zero(sum) | Step::AtMost(sum) => State::Number(sum.one),
            Step::Divides(d, sum) => State::Counted(sum.one.rem_euclid(*d), 1 % d),
            Step::Nim(_) | Step::In(..) => State::Number(0),
            Step::Not(part) => opposite(self.first(*part)),
            Step::Join { all, parts } => joined(*all, parts.iter().map(|part| self.first(*part)).collect()),
            Step::Exists(_, part) => some(vec![self.first(*part)]),
        }
    }

    /// The state after one more letter.
    fn after(&mut self, step: usize, state: &State, letter: Letter) -> Option<State> {
        if let State::Trap(_) = state {
            return Some(state.clone());
        }
        self.left = self.left.checked_sub(size(state))?;
        let place = (step, state.clone(), letter & self.tracks[step]);
        if let Some(known) = self.steps.get(&place) {
            return Some(known.clone());
        }
        let digit = |track: &u32| i128::from(letter >> track & 1 == 1);
        let digits = |sum: &Sum| -> i128 { sum.terms.iter().map(|(track, factor)| factor * digit(track)).sum() };
        let program = self.program;
        let after = match (&program.steps[step], state) {
            (Step::Zero(sum), State::Number(rest)) => match rest + digits(sum) {
                rest if rest % 2 != 0 => State::Trap(false),
                rest => State::Number(rest / 2),
            },
            (Step::AtMost(sum), State::Number(rest)) => State::Number((rest + digits(sum) + 1).div_euclid(2)),
            (Step::Divides(d, sum), State::Counted(rest, weight)) => {
                State::Counted((rest + weight * digits(sum)).rem_euclid(*d), 2 * weight % d)
            }
            (Step::Nim(tracks), state) if tracks.iter().map(digit).sum::<i128>() % 2 == 0 => state.clone(),
            (Step::In(table, tracks), State::Number(at)) => {
                let letter = tracks.iter().rev().fold(0, |letter, track| 2 * letter + digit(track) as usize);
                State::Number(program.tables[*table].next[*at as usize][letter] as i128)
            }
            (Step::Not(part), State::Many(states)) => opposite(self.after(*part, &states[0], letter)?),
            (Step::Join { all, parts }, State::Many(states)) => {
                let states = parts.iter().zip(states).map(|(part, state)| self.after(*part, state, letter));
                joined(*all, states.collect::<Option<_>>()?)
            }
            (Step::Exists(bound, part), State::Many(states)) => {
                let (mut after, letter) = (vec![], letter & !bits(bound));
                for state in states {
                    for more in letters(bits(bound)) {
                        after.push(self.after(*part, state, letter | more)?);
                    }
                }
                some(after)
            }
            _ => State::Trap(false),
        };
        self.steps.insert(place, after.clone());
        Some(after)
    }

    /// Are the numbers accepted if nothing but zeros follows?
    fn accepts(&mut self, step: usize, state: &State) -> Option<bool> {
        let program = self.program;
        Some(match (&program.steps[step], state) {
            (_, State::Trap(truth)) => *truth,
            (Step::Zero(_), State::Number(rest)) | (Step::Divides(..), State::Counted(rest, _)) => *rest == 0,
            (Step::AtMost(_), State::Number(rest)) => *rest <= 0,
            (Step::In(table, _), State::Number(at)) => program.tables[*table].accepts[*at as usize],
            (Step::Not(part), State::Many(states)) => !self.accepts(*part, &states[0])?,
            (Step::Join { all, parts }, State::Many(states)) => {
                for (part, state) in parts.iter().zip(states) {
                    if self.accepts(*part, state)? != *all {
                        return Some(!all);
                    }
                }
                *all
            }
            (Step::Exists(bound, part), State::Many(states)) => {
                // The numbers may be longer than the others.
                let (mut open, mut seen) = (states.clone(), states.iter().cloned().collect::<HashSet<State>>());
                while let Some(state) = open.pop() {
                    if self.accepts(*part, &state)? {
                        return Some(true);
                    }
                    for letter in letters(bits(bound)) {
                        let next = self.after(*part, &state, letter)?;
                        if seen.insert(next.clone()) {
                            open.push(next);
                        }
                    }
                }
                false
            }
            (_, State::Number(_)) => true,
            (step, state) => unreachable!("{state:?} is no state of {step:?}"),
        })
    }
}

/// How many parts a state has, with those of its parts.
fn size(state: &State) -> u64 {
    match state {
        State::Many(states) => 1 + states.iter().map(size).sum::<u64>(),
        _ => 1,
    }
}

fn opposite(state: State) -> State {
    match state {
        State::Trap(truth) => State::Trap(!truth),
        other => State::Many(vec![other]),
    }
}

fn joined(all: bool, states: Vec<State>) -> State {
    if states.contains(&State::Trap(!all)) {
        State::Trap(!all)
    } else if states.iter().all(|state| *state == State::Trap(all)) {
        State::Trap(all)
    } else {
        State::Many(states)
    }
}

fn some(mut states: Vec<State>) -> State {
    states.sort();
    states.dedup();
    states.retain(|state| *state != State::Trap(false));
    match states[..] {
        [] => State::Trap(false),
        _ if states.contains(&State::Trap(true)) => State::Trap(true),
        _ => State::Many(states),
    }
}
