//! The automata of atoms.
//!
//! In: what an atom says of the numbers of tracks. Out: its automaton. All of them look at a letter as a sum of multiples of its digits: a given automaton
//! reads the number of the letter, and of a nim-sum the sum must be even.

use std::collections::{BTreeMap, HashMap};

use crate::form::numbers::{index, short};
use crate::kernel::automaton::{Automaton, Draft};
use crate::kernel::node::{Node, Nodes, Ref, leaf};
use crate::kernel::program::{Program, Step, Table, Track};
use crate::kernel::work::Work;

enum Kind<'a> {
    Zero,
    AtMost,
    Divides(i128),
    Nim,
    In(&'a Table),
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Rejects,
    /// What is still to be balanced; the state of a given automaton.
    Number(i128),
    /// A remainder, and what the next digit counts.
    Counted(i128, i128),
}

struct Atom<'a> {
    kind: Kind<'a>,
    /// How often each track's digit counts.
    factors: Vec<(Track, i128)>,
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    nodes: Nodes,
    /// The diagrams of the state at hand, by how many tracks are read and what they make together.
    known: HashMap<(usize, i128), Ref>,
}

/// The automaton of a step that is an atom; nothing if it is none.
pub(super) fn atom(program: &Program, step: &Step, work: &mut Work) -> Option<Automaton> {
    let (mut factors, number) = (BTreeMap::<Track, i128>::new(), State::Number);
    let (kind, first) = match step {
        Step::Zero(sum) | Step::AtMost(sum) | Step::Divides(_, sum) => {
            factors.clone_from(&sum.terms);
            match step {
                // Products of two remainders must fit.
                Step::Divides(d, _) if d >> 62 != 0 => {
                    return work.refuse("a divisor is too large for the kernel".into());
                }
                Step::Divides(d, _) => (Kind::Divides(*d), State::Counted(sum.one.rem_euclid(*d), 1 % d)),
                Step::Zero(_) => (Kind::Zero, number(sum.one)),
                _ => (Kind::AtMost, number(sum.one)),
            }
        }
        Step::Nim(tracks) => {
            tracks.iter().for_each(|track| *factors.entry(*track).or_default() += 1);
            (Kind::Nim, number(0))
        }
        Step::In(table, tracks) => {
            let table = &program.tables[*table];
            if !table.is_indifferent(1 << tracks.len()) {
                return work.refuse("a given automaton tells a number from the same number with zeros in front".into());
            }
            // A track that is read twice has the same digit both times.
            (0..).zip(tracks).for_each(|(place, track)| *factors.entry(*track).or_default() += 1 << place);
            (Kind::In(table), number(0))
        }
        Step::Not(_) | Step::And(_) | Step::Or(_) | Step::Exists(..) => return None,
    };
    let (numbers, factors) = (HashMap::from([(first.clone(), 0)]), factors.into_iter().collect());
    let (states, nodes, known) = (vec![first], Nodes::default(), HashMap::new());
    Atom { kind, factors, states, numbers, nodes, known }.automaton(work)
}

impl Atom<'_> {
    fn automaton(mut self, work: &mut Work) -> Option<Automaton> {
        let mut roots = vec![];
        while let Some(state) = self.states.get(roots.len()).cloned() {
            self.known.clear();
            roots.push(Some(self.after(&state, 0, 0, work)?));
        }
        let accepts = self.states.iter().map(|state| self.accepts(state)).collect();
        Draft { nodes: self.nodes.list, roots, accepts }.minimal(work)
    }

    /// What follows once some tracks are read and make a sum.
    fn after(&mut self, from: &State, read: usize, sum: i128, work: &mut Work) -> Option<Ref> {
        if let Some(known) = self.known.get(&(read, sum)) {
            return Some(*known);
        }
        let new = match self.factors.get(read).copied() {
            None => self.leaf(self.step(from, sum)),
            Some((variable, factor)) => {
                let low = self.after(from, read + 1, sum, work)?;
                let high = self.after(from, read + 1, sum + factor, work)?;
                self.nodes.node(Node { variable, low, high })
            }
        };
        work.take(1, self.nodes.list.len() + self.states.len() + self.known.len())?;
        self.known.insert((read, sum), new);
        Some(new)
    }

    fn leaf(&mut self, state: State) -> Ref {
        let states = &mut self.states;
        leaf(*self.numbers.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            short(states.len() - 1)
        }))
    }

    /// The state after a letter whose digits make a sum.
    fn step(&self, from: &State, sum: i128) -> State {
        match (&self.kind, from) {
            (Kind::Zero, State::Number(rest)) if (rest + sum) % 2 == 0 => State::Number((rest + sum) / 2),
            (Kind::AtMost, State::Number(rest)) => State::Number((rest + sum + 1).div_euclid(2)),
            (Kind::Divides(d), State::Counted(rest, place)) => {
                State::Counted((rest + place * sum.rem_euclid(*d)) % d, 2 * place % d)
            }
            (Kind::Nim, State::Number(_)) if sum % 2 == 0 => State::Number(0),
            (Kind::In(table), State::Number(at)) => State::Number(table.next[index(*at)][index(sum)] as i128),
            _ => State::Rejects,
        }
    }

    /// Is the tuple accepted if nothing but zeros follows?
    fn accepts(&self, state: &State) -> bool {
        match (&self.kind, state) {
            (_, State::Rejects) => false,
            (Kind::Zero, State::Number(rest)) | (_, State::Counted(rest, _)) => *rest == 0,
            (Kind::AtMost, State::Number(rest)) => *rest <= 0,
            (Kind::In(table), State::Number(at)) => table.accepts[index(*at)],
            (Kind::Divides(_) | Kind::Nim, State::Number(_)) => true,
        }
    }
}
