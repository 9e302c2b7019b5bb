//! What the binary digits of numbers say: their sums at each place, such as nim-sums; single digits; highest powers.

use std::collections::BTreeMap;

use crate::automaton::{Automaton, Heap};
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};
use crate::memory::listed;
use crate::numeration::Numeration;

impl Automaton {
    /// The tuples whose digits have given sums: at each place, so many of the variables have the digit 1, up to multiples of a modulus. The sums are
    /// given from the least significant place on; at all further places the sum is 0.
    ///
    /// # Errors
    /// More nodes than the budget allows.
    pub fn digit_sums(vars: &[Var], modulus: u32, sums: &[u32], budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let m = modulus as usize;
        let _rest = budget.memory.hold(2 * listed(4).saturating_mul(m))?;
        let mut counted: BTreeMap<Var, usize> = BTreeMap::new();
        vars.iter().for_each(|var| *counted.entry(*var).or_default() += 1);
        // The place, or nothing once a sum was wrong.
        let step = |state: &Option<usize>, nodes: &mut Nodes, number: &mut dyn FnMut(Option<usize>) -> Ref| {
            let Some(place) = *state else { return Ok(number(None)) };
            let wanted = sums.get(place).map_or(0, |sum| *sum as usize % m);
            let (good, bad) = (number(Some((place + 1).min(sums.len()))), number(None));
            // What is still to come, by the sum so far.
            let mut rest: Vec<Ref> = (0..m).map(|sum| if sum == wanted { good } else { bad }).collect();
            for (var, times) in counted.iter().rev() {
                rest = (0..m).map(|sum| nodes.node(*var, &[rest[sum], rest[(sum + times) % m]])).collect();
            }
            Ok(rest[0])
        };
        Automaton::of_states(
            Numeration::default(),
            Some(0),
            |state| state.is_some_and(|place| place == sums.len()),
            step,
            budget,
        )
    }

    /// The numbers of which the digit at a place is 1.
    ///
    /// # Errors
    /// A place beyond the states that the budget allows.
    pub fn bit(var: Var, place: u32, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        budget.allows(place as usize, 0)?;
        // How many places are still to be read before it, then what was read there.
        let step = |state: &Result<u32, bool>, nodes: &mut Nodes, number: &mut dyn FnMut(Result<u32, bool>) -> Ref| {
            Ok(match *state {
                Ok(0) => {
                    let kids = [number(Err(false)), number(Err(true))];
                    nodes.node(var, &kids)
                }
                Ok(left) => number(Ok(left - 1)),
                Err(found) => number(Err(found)),
            })
        };
        Automaton::of_states(Numeration::default(), Ok(place), |state| *state == Err(true), step, budget)
    }

    /// The pairs of a number above 0 and the highest power of 2 that is at most the number.
    ///
    /// # Errors
    /// More nodes than the budget allows.
    pub fn highest_power(number: Var, power: Var, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum Seen {
            Nothing,
            Power,
            Wrong,
        }
        impl Heap for Seen {}
        let step = |state: &Seen, nodes: &mut Nodes, name: &mut dyn FnMut(Seen) -> Ref| {
            let wrong = name(Seen::Wrong);
            let to = match state {
                Seen::Wrong => return Ok(wrong),
                // Digits of the number below the power are free; the power's only digit stands at one of the number's.
                Seen::Nothing => [[name(Seen::Nothing), wrong], [name(Seen::Nothing), name(Seen::Power)]],
                Seen::Power => [[name(Seen::Power), wrong], [wrong, wrong]],
            };
            let by = |first: usize| if number < power { to[first] } else { [to[0][first], to[1][first]] };
            let (low, high) = (number.min(power), number.max(power));
            let kids = [nodes.node(high, &by(0)), nodes.node(high, &by(1))];
            Ok(nodes.node(low, &kids))
        };
        Automaton::of_states(Numeration::default(), Seen::Nothing, |state| *state == Seen::Power, step, budget)
    }
}
