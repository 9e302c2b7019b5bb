//! The proof that an automaton is right, by induction over the digits.
//!
//! In: a game and an automaton. Out: either that at every n its output is the mex of its outputs at the options of n, and at 0 the value of
//! a terminal position; or that this fails at some n. In the first case its outputs are the values, since the recursion has only one
//! solution.
//!
//! A *combination* of n consists of the states of n, n - 1, …, n - m, with m the largest subtrahend and a mark for numbers below 0, and of the
//! outputs at n / b, n / b^2, … up to the largest exponent, as long as these are whole. It determines whether the recursion holds at n. With a digit
//! r it also determines the combination of n b + r: n b + r - i = (n - j) b + r' with j <= i and a digit r', and a quotient of n b + r is whole only
//! for r = 0, when it is n or a quotient of n. So the combinations of all n are those that digits reach from that of 0. There are finitely many.

use crate::exact::{byte, index};
use std::collections::HashSet;

use super::{Automaton, Powers};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;

/// The number of combinations visited at most.
const MOST: usize = 1 << 22;
/// Stands for the state of a number below 0.
const NEGATIVE: u16 = u16::MAX;
/// Bytes of a combination besides its entries.
const OVERHEAD: usize = 48;
/// The number of combinations between two checks of the limits.
const PAUSE: usize = 1 << 10;

/// The result of the induction.
pub(super) enum Outcome {
    /// Proved, with this number of combinations.
    Proved(usize),
    Refuted,
    /// There are more combinations than this.
    TooMany(usize),
}

/// The states of n, n - 1, …, n - m, then the outputs at the quotients of n.
type Combination = Box<[u16]>;

struct Induction<'a> {
    game: &'a Powers<'a>,
    automaton: &'a Automaton,
    /// The number of states in a combination, m + 1.
    states: usize,
    /// The largest exponent, which is the largest number of outputs in a combination.
    quotients: usize,
    /// For each digit r and each i <= m, the j and r' of n b + r - i.
    borrows: Vec<Vec<(usize, u64)>>,
}

/// Visits all combinations.
///
/// # Errors
/// An interruption; too little memory.
pub(super) fn induction(game: &Powers, automaton: &Automaton, limits: &Limits) -> Result<Outcome> {
    let induction = Induction::new(game, automaton);
    let bytes = 2 * (OVERHEAD + 2 * (induction.states + induction.quotients));
    let mut seen: HashSet<Combination> = HashSet::from([induction.zero()]);
    let mut open = vec![induction.zero()];
    let mut done = 0;
    while let Some(combination) = open.pop() {
        if done % PAUSE == 0 {
            limits.check((seen.len() * bytes) as u64, "the proof of an automaton")?;
        }
        done += 1;
        if !induction.holds(&combination) {
            return Ok(Outcome::Refuted);
        }
        for digit in 0..game.base {
            let next = induction.step(&combination, digit);
            if !seen.contains(&next) {
                seen.insert(next.clone());
                open.push(next);
            }
        }
        if seen.len() > MOST {
            return Ok(Outcome::TooMany(MOST));
        }
    }
    Ok(Outcome::Proved(seen.len()))
}

impl<'a> Induction<'a> {
    fn new(game: &'a Powers<'a>, automaton: &'a Automaton) -> Induction<'a> {
        let states = game.shape.longest() + 1;
        let borrow = |digit: u64, less: u64| {
            let from = less.saturating_sub(digit).div_ceil(game.base);
            (index(from), digit + from * game.base - less)
        };
        let borrows = (0..game.base).map(|digit| (0..states as u64).map(|less| borrow(digit, less)).collect());
        let quotients = game.exponents.iter().max().map_or(0, |e| *e as usize);
        Induction { game, automaton, states, quotients, borrows: borrows.collect() }
    }

    fn zero(&self) -> Combination {
        let mut combination = vec![NEGATIVE; self.states];
        combination[0] = 0;
        combination.into()
    }

    /// Is this the combination of 0? There is a subtrahend, so n - 1 has a place.
    fn is_zero(combination: &[u16]) -> bool {
        combination[1] == NEGATIVE
    }

    fn step(&self, combination: &[u16], digit: u64) -> Combination {
        let mut next = Vec::with_capacity(self.states + self.quotients);
        next.extend(self.borrows[index(digit)].iter().map(|(from, digit)| match combination[*from] {
            NEGATIVE => NEGATIVE,
            state => self.automaton.next(state, *digit),
        }));
        if digit == 0 && !Self::is_zero(combination) {
            next.push(self.automaton.output(combination[0]).into());
            next.extend(combination[self.states..].iter().take(self.quotients - 1));
        }
        next.into()
    }

    /// Is the output at the number the mex of the outputs at its options?
    fn holds(&self, combination: &[u16]) -> bool {
        let minus = self.game.shape.subtract.iter().map(|s| combination[index(*s)]);
        let minus = minus.filter(|state| *state != NEGATIVE).map(|state| self.automaton.output(state));
        let quotients = &combination[self.states..];
        let over = self.game.exponents.iter().filter_map(|e| quotients.get(*e as usize - 1)).map(|value| byte(*value));
        let used = minus.chain(over).fold(0u32, |used, value| used | 1 << value);
        let value = if self.game.play.is_misere() && used == 0 { 1 } else { byte(used.trailing_ones()) };
        self.automaton.output(combination[0]) == value
    }
}
