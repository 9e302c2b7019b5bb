//! Sets of tuples of natural numbers, given by formulas.
//!
//! In: formulas of linear equations, comparisons and congruences, nim-sums, given automata, connectives and "there is". Out: whether a formula holds for
//! all numbers. A tuple is read digit by digit in base 2, the least significant digits of all its numbers first; any number of zeros may follow.
//!
//! Each formula is a deterministic automaton whose states are made as they are needed. A linear form keeps what is still to be balanced; a connective
//! keeps a state of each part; "there is" keeps the set of states that its inner formula can be in, and is then made as small as possible. A formula holds for
//! all numbers if every state that can be reached accepts.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::expr::Seen;
use super::super::line::Stop;
use super::super::numbers::index;

/// A number of a tuple: a bit of a letter.
pub(crate) type Track = u32;

/// The number of tracks that formulas may have.
pub(crate) const TRACKS: Track = 64;

/// A formula of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Set(usize);

/// A sum of multiples of tracks and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sum {
    pub(crate) terms: BTreeMap<Track, i128>,
    pub(crate) one: i128,
}

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
    pub(crate) fn plus(&self, k: i128, other: &Sum) -> Seen<Sum> {
        let large = || "a number of the rules is too large for this checker".to_string();
        let fits = |n: Option<i128>| n.filter(|n| n.unsigned_abs() < 1 << 64).ok_or_else(large);
        let mut sum = self.clone();
        sum.one = fits(k.checked_mul(other.one).and_then(|n| sum.one.checked_add(n)))?;
        for (track, factor) in &other.terms {
            let own = sum.terms.entry(*track).or_default();
            *own = fits(k.checked_mul(*factor).and_then(|n| own.checked_add(n)))?;
        }
        sum.terms.retain(|_, factor| *factor != 0);
        Ok(sum)
    }
}

/// An automaton that is given: for each state the next states by letters, the first number's digit counting 1, the second's 2, and so on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Table {
    pub(crate) next: Vec<Vec<usize>>,
    pub(crate) accepts: Vec<bool>,
}

impl Table {
    /// The automaton with as few states as possible: classes of states are told apart by where their letters lead, until nothing new is told apart.
    fn minimal(self) -> Table {
        let Table { next, accepts } = self;
        let mut class: Vec<usize> = accepts.iter().map(|accepts| usize::from(*accepts)).collect();
        let mut count = 0;
        loop {
            let mut numbers: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
            let new: Vec<usize> = next
                .iter()
                .zip(&class)
                .map(|(row, own)| {
                    let number = numbers.len();
                    *numbers.entry((*own, row.iter().map(|to| class[*to]).collect())).or_insert(number)
                })
                .collect();
            class = new;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        // The classes are numbered as they come, so that the first state is in the class 0.
        let mut first = vec![None; count];
        (0..class.len()).rev().for_each(|state| first[class[state]] = Some(state));
        let first: Vec<usize> = first.into_iter().flatten().collect();
        Table {
            next: first.iter().map(|state| next[*state].iter().map(|to| class[*to]).collect()).collect(),
            accepts: first.iter().map(|state| accepts[*state]).collect(),
        }
    }
}

/// What a formula says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Said {
    Zero(Sum),
    AtMostZero(Sum),
    Divides(i128, Sum),
    NimSumIsZero(u64),
    In(usize, Vec<Track>),
    Not(Set),
    Join { all: bool, parts: Vec<Set> },
    Exists(u64, Set),
}

/// A state of a formula's automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    /// Nothing that follows is accepted, or everything is.
    Trap(bool),
    /// What is still to be balanced; the state of a given automaton.
    Number(i128),
    /// A remainder, and what the next digit counts.
    Pair(i128, i128),
    /// The state of each part, or the states in which the inner formula can be.
    Many(Vec<u32>),
}

const REJECTS: u32 = 0;
const ACCEPTS: u32 = 1;

struct Node {
    said: Said,
    /// The tracks on which it depends.
    tracks: u64,
    states: Vec<State>,
    numbers: HashMap<State, u32>,
    steps: HashMap<(u32, u64), u32>,
    accepts: HashMap<u32, bool>,
}

/// The greatest number of steps of one certificate.
const MOST_STEPS: u64 = 1 << 28;

/// A formula that takes more steps is made smaller.
const FEW_STEPS: u64 = 1 << 18;

/// Formulas, each with the states that were needed so far.
pub(crate) struct Sets {
    nodes: Vec<Node>,
    known: HashMap<Said, Set>,
    tables: Vec<Table>,
    /// What was made small.
    settled: HashMap<Set, Set>,
    steps: u64,
    /// The greatest number of steps for what is done now.
    most: u64,
}

fn bit(track: Track) -> u64 {
    1 << track
}

impl Default for Sets {
    fn default() -> Sets {
        Sets {
            nodes: vec![],
            known: HashMap::new(),
            tables: vec![],
            settled: HashMap::new(),
            steps: 0,
            most: MOST_STEPS,
        }
    }
}

impl Sets {
    pub(crate) fn constant(&mut self, truth: bool) -> Set {
        self.join(truth, vec![])
    }

    pub(crate) fn zero(&mut self, sum: &Sum) -> Set {
        match sum.as_number() {
            Some(n) => self.constant(n == 0),
            None => self.say(Said::Zero(sum.clone())),
        }
    }

    pub(crate) fn at_most(&mut self, a: &Sum, b: &Sum) -> Seen<Set> {
        let sum = a.plus(-1, b)?;
        Ok(match sum.as_number() {
            Some(n) => self.constant(n <= 0),
            None => self.say(Said::AtMostZero(sum)),
        })
    }

    pub(crate) fn equal(&mut self, a: &Sum, b: &Sum) -> Seen<Set> {
        let sum = a.plus(-1, b)?;
        Ok(self.zero(&sum))
    }

    /// A number d >= 1 divides a sum.
    pub(crate) fn divides(&mut self, d: i128, sum: &Sum) -> Set {
        match sum.as_number() {
            Some(n) => self.constant(n.rem_euclid(d) == 0),
            None => self.say(Said::Divides(d, sum.clone())),
        }
    }

    /// The nim-sum of tracks is 0; a track that is named twice cancels out.
    pub(crate) fn nim_sum_is_zero(&mut self, tracks: &[Track]) -> Set {
        self.say(Said::NimSumIsZero(tracks.iter().fold(0, |mask, track| mask ^ bit(*track))))
    }

    /// An automaton that is given.
    pub(crate) fn table(&mut self, table: &Table) -> usize {
        self.tables.push(table.clone());
        self.tables.len() - 1
    }

    pub(crate) fn is_in(&mut self, table: usize, tracks: Vec<Track>) -> Set {
        self.say(Said::In(table, tracks))
    }

    pub(crate) fn not(&mut self, set: Set) -> Set {
        match &self.nodes[set.0].said {
            Said::Not(inner) => *inner,
            Said::Join { all, parts } if parts.is_empty() => {
                let all = *all;
                self.constant(!all)
            }
            _ => self.say(Said::Not(set)),
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
    fn join(&mut self, all: bool, list: Vec<Set>) -> Set {
        let mut parts = vec![];
        for set in list {
            match &self.nodes[set.0].said {
                Said::Join { all: own, parts: inner } if *own == all => parts.extend(inner.iter().copied()),
                Said::Join { parts: inner, .. } if inner.is_empty() => return set,
                _ => parts.push(set),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if let [only] = parts[..] {
            return only;
        }
        self.say(Said::Join { all, parts })
    }

    /// There are numbers for some tracks.
    ///
    /// What does not speak of them stays outside. A track that an equation gives as a sum of others is replaced by this sum, where only sums speak of it.
    pub(crate) fn exists(&mut self, tracks: &[Track], set: Set) -> Set {
        let mut bound = tracks.iter().fold(0, |mask, track| mask | bit(*track)) & self.nodes[set.0].tracks;
        let mut parts = self.pulled(&mut bound, set);
        while let Some(fewer) = self.without_one(&mut bound, &parts) {
            parts = fewer;
        }
        // One track after the other, first the one whose parts speak of the fewest others.
        while bound != 0 {
            let about = |own: &Sets, track: Track| {
                let speak = parts.iter().map(|part| own.nodes[part.0].tracks).filter(|tracks| tracks & bit(track) != 0);
                speak.fold(0, |mask, tracks| mask | tracks).count_ones()
            };
            let open = (0..TRACKS).filter(|track| bound & bit(*track) != 0);
            let Some(track) = open.min_by_key(|track| about(self, *track)) else { break };
            bound &= !bit(track);
            let speaks = |part: &Set| self.nodes[part.0].tracks & bit(track) != 0;
            let (inner, mut outer): (Vec<Set>, Vec<Set>) = parts.into_iter().partition(speaks);
            if !inner.is_empty() {
                let inner = self.and(inner);
                outer.push(self.say(Said::Exists(bit(track), inner)));
            }
            parts = outer;
        }
        self.and(parts)
    }

    /// The parts of a conjunction; an inner "there is" becomes one with the outer where its tracks are no others'.
    fn pulled(&self, bound: &mut u64, set: Set) -> Vec<Set> {
        let (mut open, mut parts) = (vec![set], vec![]);
        while let Some(part) = open.pop() {
            match &self.nodes[part.0].said {
                Said::Join { all: true, parts } => open.extend(parts),
                Said::Exists(more, inner) => {
                    let others =
                        open.iter().chain(&parts).fold(*bound, |mask, other| mask | self.nodes[other.0].tracks);
                    if others & more == 0 {
                        *bound |= more;
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
            let Said::Zero(sum) = self.nodes[part.0].said.clone() else { continue };
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
                let others: Option<Vec<Set>> = others.map(|part| self.with(part, *track, &given)).collect();
                let Some(mut others) = others else { continue };
                others.push(self.at_most(&Sum::number(0), &given).ok()?);
                *bound &= !bit(*track);
                return Some(others);
            }
        }
        None
    }

    /// A formula with a sum for a track; nothing where more than sums speak of the track.
    fn with(&mut self, set: Set, track: Track, given: &Sum) -> Option<Set> {
        if self.nodes[set.0].tracks & bit(track) == 0 {
            return Some(set);
        }
        let replaced = |sum: &Sum| {
            let mut rest = sum.clone();
            let factor = rest.terms.remove(&track).unwrap_or(0);
            rest.plus(factor, given).ok()
        };
        match self.nodes[set.0].said.clone() {
            Said::Zero(sum) => Some(self.zero(&replaced(&sum)?)),
            Said::AtMostZero(sum) => self.at_most(&replaced(&sum)?, &Sum::number(0)).ok(),
            Said::Divides(d, sum) => Some(self.divides(d, &replaced(&sum)?)),
            Said::Not(inner) => {
                let inner = self.with(inner, track, given)?;
                Some(self.not(inner))
            }
            Said::Join { all, parts } => {
                let parts =
                    parts.into_iter().map(|part| self.with(part, track, given)).collect::<Option<Vec<Set>>>()?;
                Some(self.join(all, parts))
            }
            Said::NimSumIsZero(_) | Said::In(..) | Said::Exists(..) => None,
        }
    }

    fn say(&mut self, said: Said) -> Set {
        if let Some(known) = self.known.get(&said) {
            return *known;
        }
        let tracks = match &said {
            Said::Zero(sum) | Said::AtMostZero(sum) | Said::Divides(_, sum) => {
                sum.terms.keys().fold(0, |mask, track| mask | bit(*track))
            }
            Said::NimSumIsZero(mask) => *mask,
            Said::In(_, tracks) => tracks.iter().fold(0, |mask, track| mask | bit(*track)),
            Said::Not(inner) => self.nodes[inner.0].tracks,
            Said::Join { parts, .. } => parts.iter().fold(0, |mask, part| mask | self.nodes[part.0].tracks),
            Said::Exists(bound, inner) => self.nodes[inner.0].tracks & !bound,
        };
        let traps = [State::Trap(false), State::Trap(true)];
        let numbers = traps.iter().cloned().zip([REJECTS, ACCEPTS]).collect();
        let (steps, accepts) = (HashMap::new(), HashMap::from([(REJECTS, false), (ACCEPTS, true)]));
        self.nodes.push(Node { said: said.clone(), tracks, states: traps.to_vec(), numbers, steps, accepts });
        let set = Set(self.nodes.len() - 1);
        self.known.insert(said, set);
        set
    }

    /// Does a formula hold for all numbers? Its states are made as they are needed; if that takes many steps, its parts are made as small as possible first.
    pub(crate) fn holds(&mut self, set: Set, stop: Stop) -> Seen<bool> {
        self.most = (self.steps + FEW_STEPS).min(MOST_STEPS);
        let holds = self.accepts_all(set, stop);
        let many = self.steps > self.most;
        self.most = MOST_STEPS;
        if !many {
            return holds;
        }
        let small = self.settled(set, stop)?;
        self.accepts_all(small, stop)
    }

    /// Does every state that can be reached accept?
    fn accepts_all(&mut self, set: Set, stop: Stop) -> Seen<bool> {
        let first = self.first(set);
        let (mut seen, mut open) = (vec![false; 2], vec![first]);
        let tracks = self.nodes[set.0].tracks;
        while let Some(state) = open.pop() {
            if seen.len() <= index(state) {
                seen.resize(index(state) + 1, false);
            }
            if std::mem::replace(&mut seen[index(state)], true) {
                continue;
            }
            if stop(self.steps) {
                return Err(String::new());
            }
            if !self.accepts(set, state)? {
                return Ok(false);
            }
            for letter in letters(tracks) {
                open.push(self.step(set, state, letter)?);
            }
        }
        Ok(true)
    }

    /// The same formula, in which each part that says "there is" is an automaton with as few states as possible, the inner ones first.
    fn settled(&mut self, set: Set, stop: Stop) -> Seen<Set> {
        if let Some(known) = self.settled.get(&set) {
            return Ok(*known);
        }
        let new = match self.nodes[set.0].said.clone() {
            Said::Not(inner) => {
                let inner = self.settled(inner, stop)?;
                self.not(inner)
            }
            Said::Join { all, parts } => {
                let parts = parts.into_iter().map(|part| self.settled(part, stop)).collect::<Seen<Vec<Set>>>()?;
                self.join(all, parts)
            }
            Said::Exists(bound, inner) => {
                let inner = self.settled(inner, stop)?;
                let some = self.say(Said::Exists(bound, inner));
                self.explored(some, stop)?
            }
            _ => set,
        };
        self.settled.insert(set, new);
        Ok(new)
    }

    /// A formula as an automaton that is given: all its states are explored, and those from which the same tuples are accepted are taken for one.
    fn explored(&mut self, set: Set, stop: Stop) -> Seen<Set> {
        let mask = self.nodes[set.0].tracks;
        let letters: Vec<u64> = letters(mask).collect();
        let mut states = vec![self.first(set)];
        let mut numbers: HashMap<u32, usize> = HashMap::from([(states[0], 0)]);
        let (mut next, mut accepts) = (vec![], vec![]);
        while let Some(state) = states.get(next.len()).copied() {
            if stop(self.steps) {
                return Err(String::new());
            }
            accepts.push(self.accepts(set, state)?);
            let mut row = vec![];
            for letter in &letters {
                let to = self.step(set, state, *letter)?;
                row.push(*numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                }));
            }
            next.push(row);
        }
        self.tables.push(Table { next, accepts }.minimal());
        let tracks = (0..TRACKS).filter(|track| mask & bit(*track) != 0).collect();
        Ok(self.is_in(self.tables.len() - 1, tracks))
    }

    fn number(&mut self, set: Set, state: State) -> u32 {
        let node = &mut self.nodes[set.0];
        if let Some(known) = node.numbers.get(&state) {
            return *known;
        }
        let new = u32::try_from(node.states.len()).unwrap_or(u32::MAX);
        node.states.push(state.clone());
        node.numbers.insert(state, new);
        new
    }

    /// The state before anything is read.
    fn first(&mut self, set: Set) -> u32 {
        let state = match self.nodes[set.0].said.clone() {
            Said::Zero(sum) | Said::AtMostZero(sum) => State::Number(sum.one),
            Said::Divides(d, sum) => State::Pair(sum.one.rem_euclid(d), 1 % d),
            Said::NimSumIsZero(_) => State::Number(0),
            Said::In(table, _) => self.given(table, 0),
            Said::Not(inner) => return opposite(self.first(inner)).unwrap_or_else(|state| self.of_inner(set, state)),
            Said::Join { all, parts } => {
                let states = parts.iter().map(|part| self.first(*part)).collect();
                joined(all, states)
            }
            Said::Exists(_, inner) => some(vec![self.first(inner)]),
        };
        self.number(set, state)
    }

    /// A state of a given automaton; a trap if no letter leaves it.
    fn given(&self, table: usize, state: usize) -> State {
        let Table { next, accepts } = &self.tables[table];
        if next[state].iter().all(|to| *to == state) {
            return State::Trap(accepts[state]);
        }
        State::Number(i128::try_from(state).unwrap_or(i128::MAX))
    }

    fn of_inner(&mut self, set: Set, state: u32) -> u32 {
        self.number(set, State::Many(vec![state]))
    }

    /// The state after one more letter.
    fn step(&mut self, set: Set, state: u32, letter: u64) -> Seen<u32> {
        if state == REJECTS || state == ACCEPTS {
            return Ok(state);
        }
        self.steps += 1;
        if self.steps > self.most {
            return Err(format!("the proof takes more than {MOST_STEPS} steps, which is too much for this checker"));
        }
        let letter = letter & self.nodes[set.0].tracks;
        if let Some(known) = self.nodes[set.0].steps.get(&(state, letter)) {
            return Ok(*known);
        }
        let before = self.nodes[set.0].states[index(state)].clone();
        let digits = |sum: &Sum| -> i128 {
            sum.terms.iter().filter(|(track, _)| letter & bit(**track) != 0).map(|(_, factor)| *factor).sum()
        };
        let after = match (self.nodes[set.0].said.clone(), before) {
            (Said::Zero(sum), State::Number(rest)) => match rest + digits(&sum) {
                odd if odd % 2 != 0 => State::Trap(false),
                even => State::Number(even / 2),
            },
            (Said::AtMostZero(sum), State::Number(rest)) => State::Number((rest + digits(&sum) + 1).div_euclid(2)),
            (Said::Divides(d, sum), State::Pair(rest, weight)) => {
                State::Pair((rest + weight * digits(&sum)).rem_euclid(d), 2 * weight % d)
            }
            (Said::NimSumIsZero(_), state) => match letter.count_ones() % 2 {
                0 => state,
                _ => State::Trap(false),
            },
            (Said::In(table, tracks), State::Number(at)) => {
                let row = (0..).zip(&tracks).filter(|(_, track)| letter & bit(**track) != 0);
                let place = row.fold(0usize, |place, (i, _): (u32, _)| place | 1 << i);
                self.given(table, self.tables[table].next[index(at)][place])
            }
            (Said::Not(inner), State::Many(states)) => match opposite(self.step(inner, states[0], letter)?) {
                Ok(trap) => State::Trap(trap == ACCEPTS),
                Err(state) => State::Many(vec![state]),
            },
            (Said::Join { all, parts }, State::Many(states)) => {
                let mut after = vec![];
                for (part, state) in parts.iter().zip(states) {
                    let next = self.step(*part, state, letter)?;
                    after.push(next);
                    if next == (if all { REJECTS } else { ACCEPTS }) {
                        break;
                    }
                }
                joined(all, after)
            }
            (Said::Exists(bound, inner), State::Many(states)) => {
                let mut after = vec![];
                for state in states {
                    for more in letters(bound) {
                        after.push(self.step(inner, state, letter | more)?);
                    }
                }
                some(after)
            }
            (_, state) => state,
        };
        let after = self.number(set, after);
        self.nodes[set.0].steps.insert((state, letter), after);
        Ok(after)
    }

    /// Is the tuple accepted if nothing but zeros follows?
    fn accepts(&mut self, set: Set, state: u32) -> Seen<bool> {
        if let Some(known) = self.nodes[set.0].accepts.get(&state) {
            return Ok(*known);
        }
        let accepts = match (self.nodes[set.0].said.clone(), self.nodes[set.0].states[index(state)].clone()) {
            (Said::Zero(_), State::Number(rest)) => rest == 0,
            (Said::AtMostZero(_), State::Number(rest)) => rest <= 0,
            (Said::Divides(..), State::Pair(rest, _)) => rest == 0,
            (Said::In(table, _), State::Number(at)) => self.tables[table].accepts[index(at)],
            (Said::Not(inner), State::Many(states)) => !self.accepts(inner, states[0])?,
            (Said::Join { all, parts }, State::Many(states)) => {
                let mut found = all;
                for (part, state) in parts.iter().zip(states) {
                    if self.accepts(*part, state)? != all {
                        found = !all;
                        break;
                    }
                }
                found
            }
            (Said::Exists(bound, inner), State::Many(states)) => self.accepts_later(inner, bound, states)?,
            _ => true,
        };
        self.nodes[set.0].accepts.insert(state, accepts);
        Ok(accepts)
    }

    /// Is there a state that accepts among those that digits of the bound tracks alone lead to? They may be longer than the other numbers.
    fn accepts_later(&mut self, inner: Set, bound: u64, mut open: Vec<u32>) -> Seen<bool> {
        let mut seen: HashSet<u32> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            if self.accepts(inner, state)? {
                return Ok(true);
            }
            for letter in letters(bound) {
                let next = self.step(inner, state, letter)?;
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        Ok(false)
    }
}

/// All letters of some tracks.
fn letters(tracks: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let letter: u64 = next?;
        // The next subset of a set of bits.
        next = Some(letter.wrapping_sub(tracks) & tracks).filter(|next| *next != 0);
        Some(letter)
    })
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
