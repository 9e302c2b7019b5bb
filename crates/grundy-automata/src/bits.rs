//! What the binary digits of numbers say: nim-sums, single digits, highest powers.

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};

impl Automaton {
    /// The tuples whose nim-sum is 0: at each place an even number of the variables has the digit 1.
    ///
    /// # Errors
    /// More nodes than the budget allows.
    pub fn nim_sum_is_zero(vars: &[Var], budget: &Budget<'_>) -> Result<Automaton, Stop> {
        let mut counted: std::collections::BTreeMap<Var, usize> = Default::default();
        vars.iter().for_each(|var| *counted.entry(*var).or_default() += 1);
        // A variable cancels itself.
        let vars: Vec<Var> = counted.into_iter().filter(|(_, count)| count % 2 == 1).map(|(var, _)| var).collect();
        let step = |fails: &bool, nodes: &mut Nodes, number: &mut dyn FnMut(bool) -> Ref| {
            let (good, bad) = (number(*fails), number(true));
            let (mut even, mut odd) = (good, bad);
            for var in vars.iter().rev() {
                (even, odd) = (nodes.node(*var, &[even, odd]), nodes.node(*var, &[odd, even]));
            }
            Ok(even)
        };
        Automaton::of_states(2, false, |fails| !fails, step, budget)
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
        Automaton::of_states(2, Ok(place), |state| *state == Err(true), step, budget)
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
        Automaton::of_states(2, Seen::Nothing, |state| *state == Seen::Power, step, budget)
    }
}
