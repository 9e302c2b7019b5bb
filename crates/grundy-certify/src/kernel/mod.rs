//! The kernel: whether a formula holds for all natural numbers.
//!
//! In: a program (`program`). Out: whether a step of it is true whatever the numbers of its tracks are. Nothing here knows of games, of rules, or of ways to
//! write numbers other than in base 2.
//!
//! Each step becomes an *automaton*, which reads the binary digits of all tracks at once, the least place first, and has as few states as possible. Where a
//! letter leads is a decision diagram (`node`), so that what does not depend on a track's digit costs nothing (Klarlund, Møller and Schwartzbach, *MONA
//! implementation secrets*, 2002).
//!
//! **Why it is right.** An automaton *decides* a statement about numbers if, whenever it has read enough places of some numbers for all their digits 1, the state
//! in which it then is accepts exactly if the statement is true of them. "Enough" may be more than necessary: so one more letter 0 never changes
//! whether a state that can be reached accepts. Each automaton below decides what its step says:
//!
//! - *Sums* (`atoms`). After k places with the digits read making the number x(i) of track i, the state of `zero` is s/2^k with s = c + Σ k(i)·x(i), as long as 2^k divides s, and rejects for ever once a place shows
//!   that it does not. Numbers without further digits make s = 0 exactly if the state is 0. The state of `atmost` is s/2^k rounded up, which is at most 0 exactly if s is. The state of `divides` is
//!   s mod d and 2^k mod d. That of `nim` is whether a place with an odd number of digits 1 was read. Each sum is bounded, so the states are finitely many.
//! - *A given automaton* decides what it accepts, if it is indifferent to zeros after the last digit; `atoms` refuses it otherwise.
//! - *Not*: accepting and rejecting are exchanged. *And*, *or* (`join`): a state is a pair of states; a pair of which one state decides whatever follows is one state.
//! - *Exists* (`exists`). A state is the set of the states in which the inner automaton can be after some digits of the bound track. A number for this track may have more places than the
//!   others: so a set accepts if from one of its states digits of this track alone, beside zeros, lead to a state that accepts.
//! - *As few states as possible* (`automaton`). States are one if they accept alike and lead to states that are one, by every letter; they accept the same words by induction on the length.
//!
//! A step holds for all numbers if and only if no reachable state of its automaton rejects, that is, if the least automaton is one state that accepts: numbers lead to each state
//! that can be reached. The order of work (the two smallest parts of a conjunction first) changes nothing of this.

mod atoms;
mod automaton;
mod exists;
mod join;
mod node;
pub(crate) mod program;
mod work;

use crate::form::expr::Result;
use crate::form::spent::Stop;
use automaton::Automaton;
use program::{Program, Step};
use work::{Account, Work};

/// The automata of the steps of a program.
#[derive(Default)]
pub(crate) struct Kernel {
    /// Nothing for a step that was not needed so far.
    automata: Vec<Option<Automaton>>,
    account: Account,
}

impl Kernel {
    /// Does a step hold for all numbers? The program is always the same one, which may have grown.
    pub(crate) fn holds(&mut self, program: &Program, step: usize, stop: Stop) -> Result<bool> {
        let Kernel { automata, account } = self;
        automata.resize(program.steps.len(), None);
        let mut work = Work::new(account, stop);
        let mut open = vec![step];
        while let Some(step) = open.last().copied() {
            let next = match next(&program.steps[step], automata) {
                Next::Part(part) => {
                    open.push(part);
                    continue;
                }
                Next::Is(automaton) => Some(automaton),
                Next::Made => made(program, &program.steps[step], automata, &mut work),
            };
            let Some(automaton) = next else { return Err(work.why()) };
            work.keep(automaton.size());
            automata[step] = Some(automaton);
            open.pop();
        }
        Ok(automata[step].as_ref().and_then(Automaton::as_constant) == Some(true))
    }
}

/// What is to be done for a step.
enum Next {
    /// This part has no automaton so far.
    Part(usize),
    /// A part decides.
    Is(Automaton),
    /// Its automaton can be made.
    Made,
}

fn next(step: &Step, automata: &[Option<Automaton>]) -> Next {
    let all = matches!(step, Step::And(_));
    for part in step.parts() {
        match &automata[*part] {
            None => return Next::Part(*part),
            Some(automaton) if matches!(step, Step::And(_) | Step::Or(_)) && automaton.as_constant() == Some(!all) => {
                return Next::Is(automaton.clone());
            }
            Some(_) => {}
        }
    }
    Next::Made
}

/// The automaton of a step, given those of its parts.
fn made(program: &Program, step: &Step, automata: &[Option<Automaton>], work: &mut Work) -> Option<Automaton> {
    let parts = || step.parts().iter().filter_map(|part| automata[*part].as_ref());
    match step {
        Step::Not(_) => parts().next().map(Automaton::not),
        Step::And(_) | Step::Or(_) => joined(matches!(step, Step::And(_)), parts().cloned().collect(), work),
        Step::Exists(tracks, _) => exists::exists(parts().next()?, tracks, work),
        _ => atoms::atom(program, step, work),
    }
}

/// "And" or "or", the two smallest automata first.
fn joined(all: bool, mut list: Vec<Automaton>, work: &mut Work) -> Option<Automaton> {
    list.retain(|part| part.as_constant() != Some(all));
    list.sort_by_key(|part| std::cmp::Reverse(part.size()));
    while let Some(a) = list.pop() {
        let Some(b) = list.pop() else { return Some(a) };
        let both = join::join(&a, &b, all, work)?;
        match both.as_constant() {
            Some(truth) if truth == all => {}
            Some(_) => return Some(both),
            None => list.insert(list.partition_point(|part| part.size() > both.size()), both),
        }
    }
    Some(Automaton::constant(all))
}
