//! Automata that are read off a table.
//!
//! In: a function of several numbers, known on a box. Out: an automaton for the function, if a small one shows itself. After reading
//! the low digits w of its arguments, k digits each, an automaton still has to compute `x -> f(b^k*x + w)` in base b: its state stands for this function. The
//! walk goes through the digits, breadth first, and takes two such functions for the same if they agree wherever both are known. What comes out is a
//! guess, to be proved; the box of a state shrinks with every digit, and the walk gives up before the boxes are too small to tell states apart.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::memory::{Held, boxed, hashed, listed};
use crate::numeration::Numeration;
use crate::places::Places;
use crate::product::Connective;

/// A function that is known on a box.
#[derive(Clone, Debug)]
pub struct Sample {
    numeration: Numeration,
    sizes: Vec<u64>,
    bounded: Vec<bool>,
    /// The values, the last argument running fastest; [`NOWHERE`] where the function is not defined.
    values: Vec<u32>,
}

/// Stands where the function is not defined.
const NOWHERE: u32 = u32::MAX;

impl Sample {
    /// A function of arguments below some sizes. An argument may be bounded: it is never greater, so the function is known for all its values.
    #[must_use]
    pub fn of(
        numeration: Numeration,
        sizes: &[u64],
        bounded: &[bool],
        value: &mut dyn FnMut(&[u64]) -> Option<u32>,
    ) -> Sample {
        let (mut values, mut x) = (vec![], vec![0; sizes.len()]);
        if !sizes.contains(&0) {
            loop {
                values.push(value(&x).unwrap_or(NOWHERE));
                let Some(i) = (0..x.len()).rev().find(|i| x[*i] + 1 < sizes[*i]) else { break };
                x[i] += 1;
                x[i + 1..].fill(0);
            }
        }
        Sample { numeration, sizes: sizes.to_vec(), bounded: bounded.to_vec(), values }
    }

    /// Another function of the values.
    #[must_use]
    pub fn map(&self, of: impl Fn(u32) -> u32) -> Sample {
        let values = self.values.iter().map(|value| if *value == NOWHERE { NOWHERE } else { of(*value) });
        Sample { values: values.collect(), ..self.clone() }
    }

    /// The greatest value.
    #[must_use]
    pub fn greatest(&self) -> Option<u32> {
        self.values.iter().copied().filter(|value| *value != NOWHERE).max()
    }

    fn value(&self, x: &[u64]) -> Option<u32> {
        let at = x.iter().zip(&self.sizes).fold(0, |at, (x, size)| at * size + x);
        Some(self.values[at as usize]).filter(|value| *value != NOWHERE)
    }
}

/// The least number of values of an argument by which states are told apart.
const LEAST: u64 = 4;

impl Sample {
    /// The sets of the arguments with each value, if an automaton of at most so many states shows itself. Together they have all arguments for which
    /// the function is defined.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] if the values tell more states apart: every automaton that gives them has more. Limits of the work, and an interruption.
    pub fn levels(&self, most: usize, budget: &Budget<'_>) -> Result<Option<Vec<(u32, Automaton)>>, Stop> {
        let Some(walk) = Walk::through(self, false, most, budget)? else { return Ok(None) };
        let values: BTreeSet<u32> = walk.states.iter().filter_map(|state| walk.output(state)).collect();
        let set = |value: u32| Ok((value, walk.automaton(&|state| walk.output(state) == Some(value), budget)?));
        values.into_iter().map(set).collect::<Result<Vec<_>, Stop>>().map(Some)
    }

    /// The set of the arguments with their value, which is the last variable.
    ///
    /// # Errors
    /// As [`Sample::levels`].
    pub fn graph(&self, most: usize, budget: &Budget<'_>) -> Result<Option<Automaton>, Stop> {
        let Some(walk) = Walk::through(self, true, most, budget)? else { return Ok(None) };
        walk.automaton(&|state| walk.output(state) == Some(0), budget).map(Some)
    }
}

/// What is still to be computed after some digits.
#[derive(Clone, Debug)]
struct State {
    /// How many digits were read.
    length: u32,
    /// The digits that were read, as numbers; of a graph, the value's as well. Empty if they write no number.
    read: Vec<u64>,
    /// The number of values of each argument for which it is known.
    sizes: Vec<u64>,
    /// In a base: the place of the first value in the table, and how much further each argument leads.
    steps: Option<(usize, Vec<usize>)>,
}

impl State {
    /// The bytes of a state of so many numbers, with its place among those like it.
    const fn bytes(tracks: usize) -> usize {
        listed(size_of::<State>()) + 3 * boxed(8 * tracks) + hashed(size_of::<(u64, Vec<u32>)>()) + boxed(16)
    }
}

struct Walk<'s> {
    sample: &'s Sample,
    places: Places,
    graph: bool,
    states: Vec<State>,
    /// The states by their values at the first arguments: only those with the same ones can be taken for the same.
    alike: HashMap<u64, Vec<u32>>,
    /// The next states by letters, the first variable's digit running fastest; `DEAD` accepts nothing.
    next: Vec<Vec<u32>>,
    /// The values that were looked at and are not yet accounted for.
    looked: Cell<usize>,
    held: Held,
}

/// So many values are looked at in the time that one node takes.
const VALUES: usize = 8;

/// The state in which the function is defined nowhere.
const DEAD: u32 = u32::MAX;

impl<'s> Walk<'s> {
    fn through(sample: &'s Sample, graph: bool, most: usize, budget: &Budget<'_>) -> Result<Option<Walk<'s>>, Stop> {
        let tracks = sample.sizes.len() + usize::from(graph);
        let largest = sample.sizes.iter().copied().max().unwrap_or(0);
        let largest = largest.max(sample.greatest().filter(|_| graph).map_or(0, |most| u64::from(most) + 1));
        let places = Places::of(sample.numeration, largest);
        let mut walk = Walk {
            sample,
            places,
            graph,
            states: vec![],
            alike: HashMap::new(),
            next: vec![],
            looked: Cell::default(),
            held: budget.memory.none(),
        };
        walk.add(walk.state(0, vec![0; tracks]));
        let letters = sample.numeration.digits().pow(tracks as u32);
        while walk.next.len() < walk.states.len() {
            let from = walk.next.len();
            budget.allows(0, 0)?;
            let row = boxed(listed(4).saturating_mul(letters)) + listed(size_of::<Vec<u32>>());
            walk.held.cover((walk.states.len() + 1).saturating_mul(State::bytes(tracks).saturating_add(row)))?;
            let mut row = vec![];
            for letter in 0..letters {
                budget.spend(1 + walk.looked.take() / VALUES)?;
                let state = walk.after(from, letter);
                match walk.find(&state) {
                    Some(number) => row.push(number),
                    None if walk.is_wide(&state) => {
                        if walk.states.len() >= most {
                            return Err(Stop::TooLarge);
                        }
                        row.push(walk.add(state));
                    }
                    None => return Ok(None),
                }
            }
            walk.next.push(row);
        }
        // More zeros change nothing.
        let zeros = |(state, row): (&State, &Vec<u32>)| {
            let next = walk.states.get(row[0] as usize);
            walk.output(state).filter(|value| !graph || *value == 0)
                == next.and_then(|next| walk.output(next)).filter(|value| !graph || *value == 0)
        };
        Ok(walk.states.iter().zip(&walk.next).all(zeros).then_some(walk))
    }

    /// The state after one more letter.
    fn after(&self, from: usize, mut letter: usize) -> State {
        let (digits, state) = (self.sample.numeration.digits(), &self.states[from]);
        let mut read = Some(vec![]);
        for before in &state.read {
            let longer = self.places.longer(state.length, *before, letter % digits);
            read = read.zip(longer).map(|(list, longer)| [list, vec![longer]].concat());
            letter /= digits;
        }
        let length = state.length + 1;
        match read {
            Some(read) => self.state(length, read),
            None => State { length, read: vec![], sizes: vec![0; state.sizes.len()], steps: None },
        }
    }

    /// The state after some digits.
    fn state(&self, length: u32, read: Vec<u64>) -> State {
        let of = self.sample.sizes.iter().zip(&read);
        let sizes: Vec<u64> = of.map(|(size, read)| self.places.count(length, *read, *size)).collect();
        let steps = (self.sample.numeration.is_free() && !sizes.contains(&0)).then(|| self.steps(length, &read));
        State { length, read, sizes, steps }
    }

    /// The place of the first value in the table, and how much further each argument leads. No value beyond the sizes is asked for, so a step that does
    /// not fit is never taken.
    fn steps(&self, length: u32, read: &[u64]) -> (usize, Vec<usize>) {
        let (mut origin, mut stride, mut steps) = (0, 1, vec![0; self.sample.sizes.len()]);
        for (i, size) in self.sample.sizes.iter().enumerate().rev() {
            origin += read[i] as usize * stride;
            steps[i] = (self.places.power(length) as usize).saturating_mul(stride);
            stride *= *size as usize;
        }
        (origin, steps)
    }

    /// Adds a state, and gives its number.
    fn add(&mut self, state: State) -> u32 {
        let number = self.states.len() as u32;
        let mark = self.mark(&state);
        self.alike.entry(mark).or_default().push(number);
        self.states.push(state);
        number
    }

    /// A number that two states share if they have the same values at the first arguments.
    fn mark(&self, state: &State) -> u64 {
        let mut hasher = FixedState::default().build_hasher();
        // Of many arguments the first two values of each are enough.
        let first = vec![if state.sizes.len() > 3 { 2 } else { LEAST }; state.sizes.len()];
        self.all(&first, &mut |x, at| {
            self.value(state, x, at).hash(&mut hasher);
            true
        });
        hasher.finish()
    }

    /// Is enough known of a state to tell it from others?
    fn is_wide(&self, state: &State) -> bool {
        state.sizes.iter().zip(&self.sample.bounded).all(|(size, bounded)| *bounded || *size >= LEAST)
    }

    /// The value of what is still to be computed.
    fn value(&self, state: &State, x: &[u64], at: &mut [u64]) -> Option<u32> {
        // Beyond the end of a bounded argument the function is defined nowhere.
        if x.iter().zip(&state.sizes).any(|(x, size)| x >= size) {
            return None;
        }
        let value = match &state.steps {
            Some((origin, steps)) => {
                let at = x.iter().zip(steps).fold(*origin, |at, (x, step)| at + *x as usize * step);
                return self.told(state, self.sample.values[at]);
            }
            None => {
                for (i, x) in x.iter().enumerate() {
                    at[i] = self.places.joined(state.length, state.read[i], *x)?;
                }
                self.sample.value(at)?
            }
        };
        self.told(state, value)
    }

    /// The value of what is still to be computed, by the value in the table.
    fn told(&self, state: &State, value: u32) -> Option<u32> {
        match value {
            NOWHERE => None,
            value if !self.graph => Some(value),
            value => self.places.above(state.length, *state.read.last()?, value.into()).map(|above| above as u32),
        }
    }

    /// The value at the end of the word.
    fn output(&self, state: &State) -> Option<u32> {
        let x = vec![0; state.sizes.len()];
        self.value(state, &x, &mut vec![0; state.sizes.len()])
    }

    /// A state that agrees wherever both are known.
    fn find(&self, state: &State) -> Option<u32> {
        let nowhere = state.sizes.contains(&0);
        if nowhere || self.all(&state.sizes, &mut |x, at| self.value(state, x, at).is_none()) {
            return Some(DEAD);
        }
        let known = |number: &u32| &self.states[*number as usize];
        if self.is_wide(state) {
            let alike = self.alike.get(&self.mark(state))?;
            return alike.iter().copied().find(|number| self.agree(known(number), state));
        }
        (0..self.states.len() as u32).find(|number| self.agree(known(number), state))
    }

    /// Do two states agree wherever both are known?
    fn agree(&self, known: &State, state: &State) -> bool {
        let sizes = known.sizes.iter().zip(&state.sizes).zip(&self.sample.bounded);
        let common: Vec<u64> = sizes.map(|((a, b), bounded)| *if *bounded { a.max(b) } else { a.min(b) }).collect();
        let is_within = |state: &State| common.iter().zip(&state.sizes).all(|(common, size)| common <= size);
        match (&known.steps, &state.steps) {
            (Some(one), Some(other)) if is_within(known) && is_within(state) => {
                let told = |state, at: usize| self.told(state, self.sample.values[at]);
                self.all_of_both(&common, [one, other], &|one, other| told(known, one) == told(state, other))
            }
            _ => self.all(&common, &mut |x, at| self.value(known, x, at) == self.value(state, x, at)),
        }
    }

    /// Does something hold of the places in the table of all arguments of a box, in two states?
    fn all_of_both(
        &self,
        sizes: &[u64],
        [one, other]: [&(usize, Vec<usize>); 2],
        holds: &dyn Fn(usize, usize) -> bool,
    ) -> bool {
        let Some((last, outer)) = sizes.split_last() else { return holds(one.0, other.0) };
        let (mut x, mut at) = (vec![0; outer.len()], [one.0, other.0]);
        let step = |i: usize| [one.1[i], other.1[i]];
        let [by, and] = step(outer.len());
        loop {
            for k in 0..*last as usize {
                self.looked.set(self.looked.get() + 1);
                if !holds(at[0] + k * by, at[1] + k * and) {
                    return false;
                }
            }
            let Some(i) = (0..x.len()).rev().find(|i| x[*i] + 1 < outer[*i]) else { return true };
            x[i] += 1;
            (0..2).for_each(|state| at[state] += step(i)[state]);
            for (i, x) in x.iter_mut().enumerate().skip(i + 1) {
                (0..2).for_each(|state| at[state] -= step(i)[state] * *x as usize);
                *x = 0;
            }
        }
    }

    /// Does something hold everywhere in a box?
    fn all(&self, sizes: &[u64], holds: &mut dyn FnMut(&[u64], &mut [u64]) -> bool) -> bool {
        let (mut x, mut at) = (vec![0; sizes.len()], vec![0; sizes.len()]);
        loop {
            self.looked.set(self.looked.get() + 1);
            if !holds(&x, &mut at) {
                return false;
            }
            let Some(i) = (0..x.len()).rev().find(|i| x[*i] + 1 < sizes[*i]) else { return true };
            x[i] += 1;
            x[i + 1..].fill(0);
        }
    }

    /// The automaton, whose states are no more than those of the walk.
    fn automaton(&self, accepts: &dyn Fn(&State) -> bool, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        self.made(accepts, budget).map_err(|stop| if stop == Stop::TooLarge { Stop::TooMuch } else { stop })
    }

    fn made(&self, accepts: &dyn Fn(&State) -> bool, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let tracks = self.states[0].read.len();
        let automaton = Automaton::of_states(
            self.sample.numeration,
            0,
            |state: &u32| self.states.get(*state as usize).is_some_and(accepts),
            |state, nodes, number| match self.next.get(*state as usize) {
                Some(row) => Ok(diagram(nodes, tracks, 0, 0, 1, row, number)),
                None => Ok(number(DEAD)),
            },
            budget,
        )?;
        // Words that write no number may lead on where states were taken for the same.
        (0..tracks as Var).try_fold(automaton, |all, var| {
            let words = Automaton::words(self.sample.numeration, var, budget)?;
            all.combine(&words, Connective::And, budget)
        })
    }
}

/// The diagram of the letters from a variable on.
fn diagram(
    nodes: &mut Nodes,
    tracks: usize,
    var: usize,
    letter: usize,
    weight: usize,
    row: &[u32],
    number: &mut dyn FnMut(u32) -> Ref,
) -> Ref {
    if var == tracks {
        return number(row[letter]);
    }
    let base = nodes.digits();
    let kids: Vec<Ref> = (0..base)
        .map(|digit| diagram(nodes, tracks, var + 1, letter + digit * weight, weight * base, row, number))
        .collect();
    nodes.node(var as Var, &kids)
}
