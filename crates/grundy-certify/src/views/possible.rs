//! The states that are possible in a game that subtracts and divides.
//!
//! In: a [`Game`], some numbers p, among them 1, and a modulus M; guesses at a start. Out: for each residue the states that numbers with this residue can have, and their values
//! ([`Possible`]).
//!
//! Let m be the greatest number that is subtracted. The *state* at n has, for each p, the last m values up to floor(n / p); and for each guess its last m values up to n. Let M be a multiple
//! of all p, d and p·d, where d are the divisors. Let N be a number, and B one such that the quotients by p and p·d of all numbers from B on are at least N.
//!
//! The families F(r) of states and V(r) of values, for each residue r modulo M, are the least ones such that the state at B is in F(B), the value of each n with N <= n <= B is in V(n), and
//! no step leaves them. A step from a state of F(r - 1) to r goes through the p that divide r, the greatest first. The value at n / p is the least that is missing among those that the
//! state has below it, and those at the n / (p·d) with p·d dividing r. If p·d is one of the p, it is greater than p, and the state has the value already; if not, any value of V at the
//! residues q with p·d·q = r modulo M may stand there. Where p > 1, the value must be in V at the residues q with p·q = r. Guesses go on with the values that the state has, or was given, at the n / d.
//! The new state is in F(r), and its value at n in V(r).
//!
//! **Theorem.** *From B on the state at n is in F(n mod M), and from N on the value of n is in V(n mod M).* By induction on n: floor(n / p) moves exactly where p divides n. For p > 1 the
//! numbers q = n / p, and all q = n / (p·d), are less than n and at least N, so that their values are in V at their residues.

use std::collections::{BTreeMap, BTreeSet};

use crate::form::expr::Result;
use crate::form::numbers::index;
use crate::form::spent::{Spent, Stop, Told};
use crate::views::game::{Game, Tuple, VALUES};

/// N: values are looked at from here on.
const NEAR: u64 = 1 << 7;
/// The limit on the states of all residues.
const STATES: usize = 1 << 22;
/// The limit on the states on ways.
const FOLLOWED: u64 = 1 << 23;
/// The limit on the states after one, where those may be the same.
const AFTER: usize = 1 << 16;
/// The limit on the numbers whose values are computed.
const FARTHEST: u64 = 1 << 22;
/// Whether to stop is asked after so many states.
const PAUSE: u64 = 1 << 4;
/// About how many bytes an element of a set takes beside its contents.
pub(super) const TREE: usize = 96;

/// What states are made of.
#[derive(Clone, Copy)]
pub(super) struct Shape<'g> {
    pub(super) game: &'g Game,
    /// The numbers p, the greatest first, so that what a value depends on is known before; the last one is 1.
    pub(super) products: &'g [u64],
    /// M
    pub(super) modulus: u64,
}

impl Shape<'_> {
    /// The numbers p, in words.
    pub(super) fn words(&self) -> String {
        self.products.iter().rev().map(u64::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// What is possible.
pub(super) struct Possible<'g> {
    pub(super) shape: Shape<'g>,
    /// F: for each residue the states, their tuples one behind the other.
    pub(super) at: Vec<BTreeSet<Tuple>>,
    /// For each p and p·d, the values as bits: V at all residues that are the same modulo M/p, or M/(p·d).
    values: BTreeMap<u64, Vec<u32>>,
    /// B
    pub(super) begin: u64,
    /// The values up to B, by the definition.
    pub(super) truth: Vec<u8>,
    /// How many values V has, and states F, and steps were taken.
    found: usize,
    states: usize,
    steps: u64,
    /// For each residue, how many values and states there were when the steps from there were taken.
    taken: Vec<(usize, usize)>,
}

impl<'g> Possible<'g> {
    /// All that is possible beside guesses at a start; B is behind their first values.
    pub(super) fn of(shape: Shape<'g>, start: u64, guesses: &[Tuple], stop: Stop) -> Result<Possible<'g>> {
        let Shape { game, products, modulus } = shape;
        let overs = products.iter().flat_map(|p| game.over.iter().map(move |d| p * d)).chain(products.iter().copied());
        let values: BTreeMap<u64, Vec<u32>> = overs.map(|over| (over, vec![0; index(modulus / over)])).collect();
        let most = values.last_key_value().map_or(1, |(over, _)| *over);
        let begin = (most * (NEAR + 1)).max(start.max(NEAR) + game.length as u64);
        if begin > FARTHEST {
            return Err(format!("more than {FARTHEST} values would be computed"));
        }
        let truth = game.values(begin + 1, stop)?;
        let last = |p: &u64| truth[..=index(begin / p)][index(begin / p) + 1 - game.length..].to_vec();
        let mut state: Tuple = products.iter().flat_map(last).collect();
        for guess in guesses {
            let mut tuple = guess.clone();
            for n in start + game.length as u64..=begin {
                game.step(&mut tuple, game.quotients(&truth, n));
            }
            state.extend(tuple);
        }
        let (at, taken) = (vec![BTreeSet::new(); index(modulus)], vec![(0, 0); index(modulus)]);
        let mut possible = Possible { shape, at, values, begin, truth, found: 0, states: 1, steps: 0, taken };
        for n in NEAR..=begin {
            possible.add(n, possible.truth[index(n)]);
        }
        possible.at[index(begin % modulus)].insert(state);
        while possible.round(stop)? {}
        Ok(possible)
    }

    /// The values at numbers with a residue, as bits.
    pub(super) fn values(&self) -> &[u32] {
        &self.values[&1]
    }

    /// Leaves the values up to n itself out of all states: those at quotients do not depend on them.
    pub(super) fn at_quotients(mut self) -> Self {
        let cut = |state: &Tuple| state[..state.len() - self.shape.game.length].to_vec();
        self.at = self.at.iter().map(|states| states.iter().map(cut).collect()).collect();
        self
    }

    /// Adds a value of a number to V.
    fn add(&mut self, n: u64, value: u8) {
        self.found += usize::from(self.values()[index(n % self.shape.modulus)] >> value & 1 == 0);
        for list in self.values.values_mut() {
            let place = index(n) % list.len();
            list[place] |= 1 << value;
        }
    }

    /// One step from each state, where something new came since the last one. Was there any?
    fn round(&mut self, stop: Stop) -> Result<bool> {
        let Shape { products, game, modulus } = self.shape;
        let mut is_new = false;
        for n in self.begin..self.begin + modulus {
            let (place, next) = (index(n % modulus), (n + 1) % modulus);
            let now = (self.found, self.at[place].len());
            if self.taken[place] == now {
                continue;
            }
            (self.taken[place], is_new) = (now, true);
            let mut new = BTreeSet::new();
            for state in &self.at[place] {
                new.extend(self.after(next, state)?);
                self.steps += 1;
                let states = self.states + new.len();
                if states > STATES {
                    return Err("the states of the proof are too many for this checker".into());
                }
                let told = Spent { steps: self.steps, bytes: (2 * TREE * states) as u64 };
                if self.steps.is_multiple_of(PAUSE) && stop(Told::Spent(told)) {
                    return Err(String::new());
                }
            }
            for state in &new {
                self.add(next, state[products.len() * game.length - 1]);
            }
            let states = &mut self.at[index(next)];
            self.states -= states.len();
            states.append(&mut new);
            self.states += states.len();
        }
        Ok(is_new)
    }

    /// The states at a number with a residue, given that at the number before it.
    pub(super) fn after(&self, residue: u64, state: &[u8]) -> Result<Vec<Tuple>> {
        let Shape { game, products, .. } = self.shape;
        let mut states = vec![state.to_vec()];
        let moves = |place: usize, p: u64| residue.is_multiple_of(p) && place * game.length < state.len();
        for (place, p) in products.iter().enumerate().filter(|(place, p)| moves(*place, **p)) {
            // Guesses stand behind the values of the game.
            let end = if *p == 1 { state.len() } else { (place + 1) * game.length };
            let mut moved = vec![];
            for state in &states {
                for quotients in self.quotients(residue, *p, state) {
                    let mut state = state.clone();
                    let tuples = state[place * game.length..end].chunks_exact_mut(game.length);
                    tuples.for_each(|tuple| game.step(tuple, quotients));
                    let value = state[(place + 1) * game.length - 1];
                    if *p == 1 || self.values[p][index(residue / p)] >> value & 1 == 1 {
                        moved.push(state);
                    }
                }
                if moved.len() > AFTER {
                    return Err("the states after one are too many for this checker".into());
                }
            }
            moved.sort_unstable();
            moved.dedup();
            states = moved;
        }
        Ok(states)
    }

    /// The sets of values, as bits, that the quotients of n / p can have, where n has a residue.
    pub(super) fn quotients(&self, residue: u64, p: u64, state: &[u8]) -> Vec<u32> {
        let Shape { game, products, .. } = self.shape;
        let mut sets = vec![0];
        for over in game.over.iter().map(|d| p * d).filter(|over| residue.is_multiple_of(*over)) {
            let values = match products.iter().position(|p| *p == over) {
                Some(place) => 1 << state[(place + 1) * game.length - 1],
                None => self.values[&over][index(residue / over)],
            };
            let with = |set: u32| (0..VALUES).filter(move |v| values >> v & 1 == 1).map(move |v| set | 1 << v);
            sets = sets.into_iter().flat_map(with).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        sets
    }
}

/// What a way has gathered, as it goes from state to state.
pub(super) trait Way {
    type Load: Ord + Clone;

    /// What it has at a number with this state.
    fn next(&self, n: u64, state: &[u8], load: &Self::Load) -> Self::Load;

    /// Need it not be followed farther?
    fn is_over(&self, load: &Self::Load) -> Result<bool>;

    /// About how many bytes it takes.
    fn size(load: &Self::Load) -> usize;
}

/// All ways from the states that are possible.
pub(super) struct Ways<'p, 'g> {
    pub(super) possible: &'p Possible<'g>,
    /// The states on them, so far.
    pub(super) followed: u64,
}

impl Ways<'_, '_> {
    /// After how many steps from a number all ways are over; `None` if they are not after so many.
    pub(super) fn longest<W: Way>(
        &mut self,
        way: &W,
        (first, load, most): (u64, W::Load, u64),
        stop: Stop,
    ) -> Result<Option<u64>> {
        let Shape { modulus, .. } = self.possible.shape;
        let mut now: BTreeSet<(Tuple, W::Load)> =
            self.possible.at[index(first % modulus)].iter().map(|state| (state.clone(), load.clone())).collect();
        for n in first..=first + most {
            let mut next = BTreeSet::new();
            let mut is_over = true;
            for (state, load) in &now {
                if way.is_over(load)? {
                    continue;
                }
                is_over = false;
                for state in self.possible.after((n + 1) % modulus, state)? {
                    let load = way.next(n + 1, &state, load);
                    next.insert((state, load));
                }
                self.followed += 1;
                let bytes = (now.len() + next.len()) * (2 * TREE + W::size(load));
                let told = Spent { steps: self.followed, bytes: bytes as u64 };
                if self.followed.is_multiple_of(PAUSE) && stop(Told::Spent(told)) {
                    return Err(String::new());
                }
            }
            if is_over {
                return Ok(Some(n - first));
            }
            if next.len() > STATES || self.followed > FOLLOWED {
                return Err("the ways are too many for this checker".into());
            }
            now = next;
        }
        Ok(None)
    }
}
