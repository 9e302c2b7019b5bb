//! The automata of atoms.
//!
//! In: a linear form, a congruence, a nim-sum, a word, a given automaton. Out: its automaton. All of them look at a letter as a sum of multiples of its digits:
//! a given automaton reads the number of the letter, and of a nim-sum the sum must be even.

use std::collections::HashMap;

use super::super::super::numbers::{index, short};
use super::super::numeration::{Linear, Numeration};
use super::super::sets::{Said, Set, Sets, Sum, Table, Track, tracks_of};
use super::automaton::{Automaton, Draft};
use super::node::{Node, Nodes, Ref, leaf};
use super::work::Work;

enum Kind<'a> {
    Zero,
    AtMostZero,
    /// A linear form in a numeration that is no base.
    Linear(Linear),
    Divides(i128),
    NimSum,
    Word,
    In(&'a Table),
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Rejects,
    /// What is still to be balanced; 1 if the greatest digit is barred; the state of a given automaton.
    Number(i128),
    /// A remainder, and what the next digit and the one before it count.
    Counted(i128, i128, i128),
    Pairs(Vec<bool>),
}

/// How often a track's digit counts, in the order of the tracks.
type Factors = Vec<(Track, i128)>;

struct Atom<'a> {
    kind: Kind<'a>,
    numeration: Numeration,
    /// The bits of a digit.
    bits: u32,
    factors: Factors,
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    nodes: Nodes,
    /// The diagrams of the state at hand, by how many tracks are read and what they make together.
    known: HashMap<(usize, i128), Ref>,
}

/// The automaton of a formula that is an atom; nothing if it is none.
pub(super) fn atom(sets: &Sets, set: Set, work: &mut Work) -> Option<Automaton> {
    let numeration = sets.numeration;
    let (kind, first, mut factors) = match sets.said(set) {
        Said::Zero(sum) => linear(numeration, sum, false, work)?,
        Said::AtMostZero(sum) => linear(numeration, sum, true, work)?,
        Said::Divides(d, sum) => {
            let factors = sum.terms.iter().map(|(track, k)| (*track, k.rem_euclid(*d))).collect();
            let before = numeration.before_first() % d;
            (Kind::Divides(*d), State::Counted(sum.one.rem_euclid(*d), 1 % d, before), factors)
        }
        Said::NimSumIsZero(mask) => {
            (Kind::NimSum, State::Number(0), tracks_of(*mask).map(|track| (track, 1)).collect())
        }
        Said::Word(track) => (Kind::Word, State::Number(0), vec![(*track, 1)]),
        Said::In(table, tracks) => {
            let places = std::iter::successors(Some(1), |place| Some(place * numeration.digits() as i128));
            (Kind::In(sets.given(*table)), State::Number(0), tracks.iter().copied().zip(places).collect())
        }
        Said::Not(_) | Said::Join { .. } | Said::Exists(..) => return None,
    };
    factors.sort_unstable();
    let (numbers, known) = (HashMap::from([(first.clone(), 0)]), HashMap::new());
    let (states, nodes, bits) = (vec![first], Nodes::default(), sets.bits());
    Atom { kind, numeration, bits, factors, states, numbers, nodes, known }.automaton(work)
}

/// A linear form that is 0, or at most 0.
fn linear<'a>(numeration: Numeration, sum: &Sum, at_most: bool, work: &mut Work) -> Option<(Kind<'a>, State, Factors)> {
    let (kind, first) = match numeration {
        Numeration::Base(_) => (if at_most { Kind::AtMostZero } else { Kind::Zero }, State::Number(sum.one)),
        Numeration::Ostrowski(_) | Numeration::Unit(_) => {
            let linear = Linear::of(numeration, sum, at_most).map_or_else(|why| work.refuse(why), Some)?;
            let first = State::Pairs(linear.first());
            (Kind::Linear(linear), first)
        }
    };
    Some((kind, first, sum.terms.iter().map(|(track, k)| (*track, *k)).collect()))
}

impl Atom<'_> {
    fn automaton(mut self, work: &mut Work) -> Option<Automaton> {
        let mut roots = vec![];
        while let Some(state) = self.states.get(roots.len()).cloned() {
            self.known.clear();
            roots.push(self.after(&state, 0, 0, work)?);
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
            Some((track, factor)) => {
                let codes = 0..1 << self.bits;
                let digits = codes.map(|code: i128| code.min(self.numeration.digits() as i128 - 1));
                let ways = digits.collect::<Vec<_>>().into_iter();
                let ways = ways.map(|digit| self.after(from, read + 1, sum + factor * digit, work));
                let ways = ways.collect::<Option<Vec<Ref>>>()?;
                self.digit(track, ways)?
            }
        };
        work.take(1, self.nodes.list.len() + self.states.len() + self.known.len())?;
        self.known.insert((read, sum), new);
        Some(new)
    }

    /// The diagram of a digit, given what follows each code. The last variable is the highest bit, in which neighbours at half the distance differ.
    fn digit(&mut self, track: Track, mut ways: Vec<Ref>) -> Option<Ref> {
        for bit in (0..self.bits).rev() {
            let high = ways.split_off(ways.len() / 2);
            let variable = track * self.bits + bit;
            let both = ways.into_iter().zip(high);
            ways = both.map(|(low, high)| self.nodes.node(Node { variable, low, high })).collect();
        }
        ways.first().copied()
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
        let base = self.numeration.digits() as i128;
        match (&self.kind, from) {
            (Kind::Zero, State::Number(rest)) if (rest + sum) % base == 0 => State::Number((rest + sum) / base),
            (Kind::AtMostZero, State::Number(rest)) => State::Number((rest + sum + base - 1).div_euclid(base)),
            (Kind::Linear(linear), State::Pairs(pairs)) => State::Pairs(linear.step(pairs, sum)),
            (Kind::Divides(d), State::Counted(rest, place, below)) => {
                let above = self.numeration.above(*place, *below).rem_euclid(*d);
                State::Counted((rest + place * (sum % d)) % d, above, *place)
            }
            (Kind::NimSum, State::Number(_)) if sum % 2 == 0 => State::Number(0),
            (Kind::Word, State::Number(barred)) => {
                let bars = self.numeration.bars(*barred > 0, index(sum));
                bars.map_or(State::Rejects, |barred| State::Number(barred.into()))
            }
            (Kind::In(table), State::Number(at)) => State::Number(table.next[index(*at)][index(sum)] as i128),
            _ => State::Rejects,
        }
    }

    /// Is the tuple accepted if nothing but zeros follows?
    fn accepts(&self, state: &State) -> bool {
        match (&self.kind, state) {
            (_, State::Rejects) => false,
            (Kind::Zero, State::Number(rest)) | (_, State::Counted(rest, ..)) => *rest == 0,
            (Kind::AtMostZero, State::Number(rest)) => *rest <= 0,
            (_, State::Pairs(pairs)) => pairs[0],
            (Kind::In(table), State::Number(at)) => table.accepts[index(*at)],
            _ => true,
        }
    }
}
