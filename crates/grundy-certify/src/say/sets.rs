//! Sets of tuples of natural numbers, given by formulas.
//!
//! In: linear equations, comparisons and congruences, nim-sums, given automata; connectives and "there is". Out: formulas, in which equal ones are one, and
//! what need not be said is left out. `programs` writes them for the kernel, which decides whether one holds.

use std::collections::{BTreeMap, HashMap};

use crate::form::expr::Result;
use crate::kernel::program::{FACTOR, ONE};
pub(crate) use crate::kernel::program::{Sum, Table, Track};
use crate::say::numeration::Numeration;

/// The most tracks that formulas may have: one bit each.
const TRACKS: Track = 64;

/// A formula of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Set(pub(crate) usize);

impl Sum {
    pub(crate) fn number(one: i128) -> Sum {
        Sum { terms: BTreeMap::new(), one }
    }

    pub(crate) fn track(track: Track) -> Sum {
        Sum { terms: [(track, 1)].into(), one: 0 }
    }

    /// The track that this is, if it is one.
    pub(crate) fn as_track(&self) -> Option<Track> {
        let single = self.one == 0 && self.terms.len() == 1;
        self.terms.iter().next().filter(|(_, k)| single && **k == 1).map(|(track, _)| *track)
    }

    pub(crate) fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.one)
    }

    /// Is it at least 0, whatever the numbers are?
    pub(crate) fn is_natural(&self) -> bool {
        self.one >= 0 && self.terms.values().all(|k| *k >= 0)
    }

    /// This plus `k` times another.
    pub(crate) fn plus(&self, k: i128, other: &Sum) -> Result<Sum> {
        let large = || "a number of the rules is too large for this checker".to_string();
        let fits = |n: Option<i128>, bits: u32| n.filter(|n| n.unsigned_abs() >> bits == 0).ok_or_else(large);
        let mut sum = self.clone();
        sum.one = fits(k.checked_mul(other.one).and_then(|n| sum.one.checked_add(n)), ONE)?;
        for (track, factor) in &other.terms {
            let own = sum.terms.entry(*track).or_default();
            *own = fits(k.checked_mul(*factor).and_then(|n| own.checked_add(n)), FACTOR)?;
        }
        sum.terms.retain(|_, factor| *factor != 0);
        Ok(sum)
    }
}

/// What a formula says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Formula {
    Zero(Sum),
    AtMostZero(Sum),
    Divides(i128, Sum),
    NimSumIsZero(u64),
    /// The digits of a track are those of a number.
    Word(Track),
    In(usize, Vec<Track>),
    Not(Set),
    Join {
        all: bool,
        parts: Vec<Set>,
    },
    Exists(Track, Set),
}

struct Node {
    said: Formula,
    /// The tracks on which it depends.
    tracks: u64,
}

/// Formulas.
#[derive(Default)]
pub(crate) struct Sets {
    nodes: Vec<Node>,
    known: HashMap<Formula, Set>,
    tables: Vec<Table>,
    pub(crate) numeration: Numeration,
}

pub(crate) fn bit(track: Track) -> u64 {
    1 << track
}

/// The tracks of a set of bits.
pub(crate) fn tracks_of(mask: u64) -> impl Iterator<Item = Track> {
    (0..TRACKS).filter(move |track| mask & bit(*track) != 0)
}

impl Sets {
    /// How many tracks formulas may have.
    pub(crate) fn most_tracks(&self) -> Track {
        TRACKS.min(self.numeration.most_numbers())
    }

    /// What a formula says.
    pub(crate) fn said(&self, set: Set) -> &Formula {
        &self.nodes[set.0].said
    }

    /// An automaton that is given, by its number.
    pub(crate) fn given(&self, table: usize) -> &Table {
        &self.tables[table]
    }

    pub(crate) fn constant(&mut self, truth: bool) -> Set {
        self.join(truth, vec![])
    }

    pub(crate) fn zero(&mut self, sum: &Sum) -> Set {
        match sum.as_number() {
            Some(n) => self.constant(n == 0),
            None => self.say(Formula::Zero(sum.clone())),
        }
    }

    pub(crate) fn at_most(&mut self, a: &Sum, b: &Sum) -> Result<Set> {
        let sum = a.plus(-1, b)?;
        // The numbers of tracks are not below 0.
        if sum.one <= 0 && sum.terms.values().all(|k| *k <= 0) {
            return Ok(self.constant(true));
        }
        Ok(match sum.one > 0 && sum.is_natural() {
            true => self.constant(false),
            false => self.say(Formula::AtMostZero(sum)),
        })
    }

    pub(crate) fn equal(&mut self, a: &Sum, b: &Sum) -> Result<Set> {
        let sum = a.plus(-1, b)?;
        Ok(self.zero(&sum))
    }

    /// Sums are equal one by one.
    pub(crate) fn all_equal(&mut self, a: &[Sum], b: &[Sum]) -> Result<Set> {
        let parts = a.iter().zip(b).map(|(a, b)| self.equal(a, b)).collect::<Result<Vec<Set>>>()?;
        Ok(self.and(parts))
    }

    /// A number d >= 1 divides a sum.
    pub(crate) fn divides(&mut self, d: i128, sum: &Sum) -> Set {
        match sum.as_number() {
            Some(n) => self.constant(n.rem_euclid(d) == 0),
            None => self.say(Formula::Divides(d, sum.clone())),
        }
    }

    /// The nim-sum of tracks is 0; a track that is named twice cancels out.
    pub(crate) fn nim_sum_is_zero(&mut self, tracks: &[Track]) -> Set {
        self.say(Formula::NimSumIsZero(tracks.iter().fold(0, |mask, track| mask ^ bit(*track))))
    }

    /// A formula about tracks that write numbers.
    pub(crate) fn of_words(&mut self, set: Set) -> Set {
        let words = self.words(self.nodes[set.0].tracks);
        let words = self.and(words);
        self.implies(words, set)
    }

    /// The tracks write numbers. In base 2 all digits do.
    fn words(&mut self, mask: u64) -> Vec<Set> {
        if self.numeration == Numeration::default() {
            return vec![];
        }
        tracks_of(mask).map(|track| self.say(Formula::Word(track))).collect()
    }

    /// An automaton that is given.
    pub(crate) fn table(&mut self, table: &Table) -> usize {
        self.tables.iter().position(|known| known == table).unwrap_or_else(|| {
            self.tables.push(table.clone());
            self.tables.len() - 1
        })
    }

    pub(crate) fn is_in(&mut self, table: usize, tracks: Vec<Track>) -> Set {
        self.say(Formula::In(table, tracks))
    }

    pub(crate) fn not(&mut self, set: Set) -> Set {
        match &self.nodes[set.0].said {
            Formula::Not(inner) => *inner,
            Formula::Join { all, parts } if parts.is_empty() => {
                let all = *all;
                self.constant(!all)
            }
            _ => self.say(Formula::Not(set)),
        }
    }

    pub(crate) fn and(&mut self, parts: Vec<Set>) -> Set {
        self.join(true, parts)
    }

    pub(crate) fn or(&mut self, parts: Vec<Set>) -> Set {
        self.join(false, parts)
    }

    pub(crate) fn implies(&mut self, a: Set, b: Set) -> Set {
        let not = self.not(a);
        self.or(vec![not, b])
    }

    pub(crate) fn iff(&mut self, a: Set, b: Set) -> Set {
        if a == b {
            return self.constant(true);
        }
        let both = [self.implies(a, b), self.implies(b, a)];
        self.and(both.to_vec())
    }

    /// Parts that are sorted and none of which is of the same kind, or a constant.
    pub(crate) fn join(&mut self, all: bool, list: Vec<Set>) -> Set {
        let mut parts = vec![];
        for set in list {
            match &self.nodes[set.0].said {
                Formula::Join { all: own, parts: inner } if *own == all => parts.extend(inner.iter().copied()),
                Formula::Join { parts: inner, .. } if inner.is_empty() => return set,
                _ => parts.push(set),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if let [only] = parts[..] {
            return only;
        }
        self.say(Formula::Join { all, parts })
    }

    /// There are numbers for some tracks.
    ///
    /// What does not speak of them stays outside. A track that an equation gives as a sum of others is replaced by this sum, where only sums speak of it.
    pub(crate) fn exists(&mut self, tracks: &[Track], set: Set) -> Set {
        let mut bound = tracks.iter().fold(0, |mask, track| mask | bit(*track)) & self.nodes[set.0].tracks;
        let mut parts = self.pulled(&mut bound, set);
        parts.extend(self.words(bound));
        while let Some(fewer) = self.without_one(&mut bound, &parts) {
            parts = fewer;
        }
        // One track after the other, first the one whose parts speak of the fewest others.
        while bound != 0 {
            let about = |own: &Sets, track: Track| {
                let speak = parts.iter().map(|part| own.nodes[part.0].tracks).filter(|tracks| tracks & bit(track) != 0);
                speak.fold(0, |mask, tracks| mask | tracks).count_ones()
            };
            let Some(track) = tracks_of(bound).min_by_key(|track| about(self, *track)) else { break };
            bound &= !bit(track);
            let speaks = |part: &Set| self.nodes[part.0].tracks & bit(track) != 0;
            let (inner, mut outer): (Vec<Set>, Vec<Set>) = parts.into_iter().partition(speaks);
            if !inner.is_empty() {
                let inner = self.and(inner);
                outer.push(self.some(track, inner));
            }
            parts = outer;
        }
        self.and(parts)
    }

    /// There is a number for a track of which all speaks. Where one of several formulas is to hold, each of them is looked at alone.
    fn some(&mut self, track: Track, inner: Set) -> Set {
        match self.ways(track, inner) {
            Some(ways) => {
                let parts = ways.into_iter().map(|way| self.exists(&[track], way)).collect();
                self.or(parts)
            }
            None => self.say(Formula::Exists(track, inner)),
        }
    }

    /// The parts of "or", besides which nothing is said but that the track writes a number; "there is" says that by itself.
    fn ways(&self, track: Track, set: Set) -> Option<Vec<Set>> {
        let ways = |set: Set| match self.said(set) {
            Formula::Join { all: false, parts } => Some(parts.clone()),
            _ => None,
        };
        let Formula::Join { all: true, parts } = self.said(set) else { return ways(set) };
        let mut others = parts.iter().filter(|part| *self.said(**part) != Formula::Word(track));
        let only = others.next().filter(|_| others.next().is_none())?;
        ways(*only)
    }

    /// The parts of a conjunction; an inner "there is" becomes one with the outer where its tracks are no others'.
    fn pulled(&self, bound: &mut u64, set: Set) -> Vec<Set> {
        let (mut open, mut parts) = (vec![set], vec![]);
        while let Some(part) = open.pop() {
            match &self.nodes[part.0].said {
                Formula::Join { all: true, parts } => open.extend(parts),
                Formula::Exists(more, inner) => {
                    let others =
                        open.iter().chain(&parts).fold(*bound, |mask, other| mask | self.nodes[other.0].tracks);
                    if others & bit(*more) == 0 {
                        *bound |= bit(*more);
                        open.push(*inner);
                    } else {
                        parts.push(part);
                    }
                }
                _ => parts.push(part),
            }
        }
        parts
    }

    /// The parts of a conjunction without one of the bound tracks, which an equation gives.
    fn without_one(&mut self, bound: &mut u64, parts: &[Set]) -> Option<Vec<Set>> {
        for (at, part) in parts.iter().enumerate() {
            let Formula::Zero(sum) = self.nodes[part.0].said.clone() else { continue };
            for (track, factor) in sum.terms.iter().filter(|(track, _)| *bound & bit(**track) != 0) {
                if factor.abs() != 1 {
                    continue;
                }
                let rest = Sum {
                    terms: sum.terms.iter().filter(|(t, _)| *t != track).map(|(t, k)| (*t, *k)).collect(),
                    ..sum
                };
                let Ok(given) = Sum::default().plus(-factor, &rest) else { continue };
                let others = parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, part)| *part);
                let mut known = HashMap::new();
                let others: Option<Vec<Set>> = others.map(|part| self.with(part, *track, &given, &mut known)).collect();
                let Some(mut others) = others else { continue };
                others.push(self.at_most(&Sum::number(0), &given).ok()?);
                *bound &= !bit(*track);
                return Some(others);
            }
        }
        None
    }

    /// A formula with a sum for a track; nothing where more than sums speak of the track. What is known is not looked at again.
    fn with(&mut self, set: Set, track: Track, given: &Sum, known: &mut HashMap<Set, Option<Set>>) -> Option<Set> {
        if self.nodes[set.0].tracks & bit(track) == 0 {
            return Some(set);
        }
        if let Some(known) = known.get(&set) {
            return *known;
        }
        let new = self.replaced(set, track, given, known);
        known.insert(set, new);
        new
    }

    fn replaced(&mut self, set: Set, track: Track, given: &Sum, known: &mut HashMap<Set, Option<Set>>) -> Option<Set> {
        let replaced = |sum: &Sum| {
            let mut rest = sum.clone();
            let factor = rest.terms.remove(&track).unwrap_or(0);
            rest.plus(factor, given).ok()
        };
        match self.nodes[set.0].said.clone() {
            Formula::Zero(sum) => Some(self.zero(&replaced(&sum)?)),
            Formula::AtMostZero(sum) => self.at_most(&replaced(&sum)?, &Sum::number(0)).ok(),
            Formula::Divides(d, sum) => Some(self.divides(d, &replaced(&sum)?)),
            Formula::Not(inner) => {
                let inner = self.with(inner, track, given, known)?;
                Some(self.not(inner))
            }
            Formula::Join { all, parts } => {
                let parts = parts.into_iter().map(|part| self.with(part, track, given, known));
                let parts = parts.collect::<Option<Vec<Set>>>()?;
                Some(self.join(all, parts))
            }
            // Every natural number has a word.
            Formula::Word(_) => Some(self.constant(true)),
            Formula::NimSumIsZero(_) | Formula::In(..) | Formula::Exists(..) => None,
        }
    }

    pub(crate) fn say(&mut self, said: Formula) -> Set {
        if let Some(known) = self.known.get(&said) {
            return *known;
        }
        let tracks = match &said {
            Formula::Zero(sum) | Formula::AtMostZero(sum) | Formula::Divides(_, sum) => {
                sum.terms.keys().fold(0, |mask, track| mask | bit(*track))
            }
            Formula::NimSumIsZero(mask) => *mask,
            Formula::Word(track) => bit(*track),
            Formula::In(_, tracks) => tracks.iter().fold(0, |mask, track| mask | bit(*track)),
            Formula::Not(inner) => self.nodes[inner.0].tracks,
            Formula::Join { parts, .. } => parts.iter().fold(0, |mask, part| mask | self.nodes[part.0].tracks),
            Formula::Exists(bound, inner) => self.nodes[inner.0].tracks & !bit(*bound),
        };
        self.nodes.push(Node { said: said.clone(), tracks });
        let set = Set(self.nodes.len() - 1);
        self.known.insert(said, set);
        set
    }
}
