//! One automaton for the values of every position, to be looked at.
//!
//! In: the automata that were proved, one for each value. Out: one automaton with the value as the output of its states, or one that reads the value
//! as well.

use std::collections::HashMap;

use grundy_automata::Automaton;
use grundy_decide::Automata;

/// An automaton, the first state being the beginning.
///
/// It reads a digit of each number at a time, the least significant first; any number of zeros may follow. A letter is the number whose digits, in the
/// base `digits`, are those read, the first number's the least significant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// How many digits there are.
    pub digits: usize,
    /// How many numbers are read.
    pub tracks: usize,
    /// Is the last number the value? Then an output of 1 says that it is.
    pub reads_value: bool,
    /// The next states of each state, by letters.
    pub next: Vec<Vec<u32>>,
    /// The output of each state: the value; nothing if no position ends there, or if only other values are known.
    pub outputs: Vec<Option<u32>>,
}

/// The most states, and the most entries of `next`.
const STATES: usize = 1 << 12;
const ENTRIES: usize = 1 << 20;

impl Machine {
    /// The automaton of some automata; `None` if it is too large. States differ only if some word leads from them to different outputs.
    pub(crate) fn of(automata: &Automata<'_>, width: usize) -> Option<Machine> {
        let (sets, reads_value): (Vec<&Automaton>, bool) = match automata {
            Automata::Levels(levels) => (levels.clone(), false),
            Automata::Graph(graph) => (vec![graph], true),
        };
        let (digits, tracks) = (sets.first()?.digits(), width + usize::from(reads_value));
        let letters = digits.checked_pow(tracks as u32).filter(|letters| *letters <= ENTRIES)?;
        let rows: Vec<Vec<Vec<u32>>> = sets.iter().map(|set| set.rows(tracks)).collect();
        let mut states: Vec<Vec<u32>> = vec![vec![0; sets.len()]];
        let mut numbers = HashMap::from([(states[0].clone(), 0u32)]);
        let (mut next, mut outputs) = (vec![], vec![]);
        while let Some(state) = states.get(next.len()).cloned() {
            if states.len() > STATES || states.len() * letters > ENTRIES {
                return None;
            }
            let accepting = (0u32..).zip(&state).zip(&sets).find(|((_, own), set)| set.accepting()[**own as usize]);
            outputs.push(accepting.map(|((level, _), _)| if reads_value { 1 } else { level }));
            let after =
                |letter: usize| rows.iter().zip(&state).map(|(rows, own)| rows[*own as usize][letter]).collect();
            let row = (0..letters).map(|letter| {
                let to: Vec<u32> = after(letter);
                *numbers.entry(to.clone()).or_insert_with(|| {
                    states.push(to);
                    states.len() as u32 - 1
                })
            });
            next.push(row.collect());
        }
        Some(Machine { digits, tracks, reads_value, next, outputs })
    }

    /// Do all letters lead from a state without output to itself? Then no position goes on from there.
    #[must_use]
    pub fn is_dead(&self, state: usize) -> bool {
        self.outputs[state].is_none() && self.next[state].iter().all(|to| *to as usize == state)
    }

    /// The digits of a letter, the first number's first.
    #[must_use]
    pub fn letter(&self, letter: usize) -> String {
        let digit = |track: usize| char::from_digit((letter / self.digits.pow(track as u32) % self.digits) as u32, 36);
        (0..self.tracks).filter_map(digit).collect()
    }
}
