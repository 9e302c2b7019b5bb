//! Formulas as automata, the inner parts first.
//!
//! In: formulas. Out: whether one holds for all numbers. Each part becomes the automaton with as few states as possible; it reads the digits of all numbers
//! at once, the least place first. Where a letter leads is a decision diagram (`node`), so that what does not depend on a digit costs nothing. Atoms are made
//! at once (`atom`); connectives are pairs of states (`join`), "there is" is sets of states (`erase`). This is how MONA works (Klarlund, Møller and
//! Schwartzbach 2002).
//!
//! A digit above 1 has several variables. A code that is no digit is read as the greatest digit. Then every automaton accepts what it accepts with that
//! digit in its place, and "there is a code" says the same as "there is a digit".

mod atom;
mod automaton;
mod erase;
mod hash;
mod join;
mod node;
#[cfg(test)]
pub(super) mod tests;
mod work;

use std::collections::HashMap;

use super::super::expr::Result;
use super::super::line::Stop;
use super::sets::{Said, Set, Sets, bit, tracks_of};
use automaton::Automaton;
use work::{Account, Work};

/// The automata of formulas of a store.
#[derive(Default)]
pub(crate) struct Diagrams {
    known: HashMap<Set, Automaton>,
    account: Account,
}

impl Diagrams {
    /// Does a formula hold for all numbers?
    pub(crate) fn holds(&mut self, sets: &mut Sets, set: Set, stop: Stop) -> Result<bool> {
        let set = sets.of_words(set);
        let mut work = Work::new(&mut self.account, stop);
        match of(&mut self.known, sets, set, &mut work) {
            Some(automaton) => Ok(automaton.as_constant() == Some(true)),
            None => Err(work.why()),
        }
    }
}

type Known = HashMap<Set, Automaton>;

/// The automaton of a formula.
fn of(known: &mut Known, sets: &mut Sets, set: Set, work: &mut Work) -> Option<Automaton> {
    if let Some(known) = known.get(&set) {
        return Some(known.clone());
    }
    let new = match sets.said(set).clone() {
        Said::Not(inner) => of(known, sets, inner, work)?.not(),
        Said::Join { all, parts } => joined(known, sets, all, parts, work)?,
        Said::Exists(bound, inner) => some(known, sets, bound, inner, work)?,
        _ => atom::atom(sets, set, work)?,
    };
    work.keep(new.size());
    known.insert(set, new.clone());
    Some(new)
}

/// Connected parts, the two smallest automata first.
fn joined(known: &mut Known, sets: &mut Sets, all: bool, parts: Vec<Set>, work: &mut Work) -> Option<Automaton> {
    let mut list = vec![];
    for part in parts {
        let part = of(known, sets, part, work)?;
        match part.as_constant() {
            Some(truth) if truth == all => {}
            Some(_) => return Some(part),
            None => list.push(part),
        }
    }
    list.sort_by_key(|part| std::cmp::Reverse(part.size()));
    while let Some(a) = list.pop() {
        let Some(b) = list.pop() else { return Some(a) };
        let both = join::join(&a, &b, all, work)?;
        match both.as_constant() {
            Some(truth) if truth == all => {}
            Some(_) => return Some(both),
            None => {
                let place = list.partition_point(|part| part.size() > both.size());
                list.insert(place, both);
            }
        }
    }
    Some(Automaton::constant(all))
}

/// There are numbers for some tracks. Where one of several formulas is to hold, each of them is looked at alone.
fn some(known: &mut Known, sets: &mut Sets, bound: u64, inner: Set, work: &mut Work) -> Option<Automaton> {
    let tracks: Vec<_> = tracks_of(bound).collect();
    if let Some(ways) = ways(sets, bound, inner) {
        let parts = ways.into_iter().map(|way| sets.exists(&tracks, way)).collect();
        return joined(known, sets, false, parts, work);
    }
    let mut automaton = of(known, sets, inner, work)?;
    for track in tracks {
        let bits = sets.bits();
        automaton = erase::erase(&automaton, &(track * bits..(track + 1) * bits), work)?;
    }
    Some(automaton)
}

/// The parts of "or", besides which nothing is said but that bound tracks write numbers; "there is" says that by itself.
fn ways(sets: &Sets, bound: u64, set: Set) -> Option<Vec<Set>> {
    match sets.said(set) {
        Said::Join { all: false, parts } => Some(parts.clone()),
        Said::Join { all: true, parts } => {
            let is_word = |part: &&Set| matches!(sets.said(**part), Said::Word(track) if bound & bit(*track) != 0);
            let mut others = parts.iter().filter(|part| !is_word(part));
            let only = others.next().filter(|_| others.next().is_none())?;
            match sets.said(*only) {
                Said::Join { all: false, parts } => Some(parts.clone()),
                _ => None,
            }
        }
        _ => None,
    }
}
