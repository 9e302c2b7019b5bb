//! Games in which the other player may forbid options before each move (`blocked(k; G)`).
//!
//! In: the values of the distinct options of a position, and how many of them may be forbidden. Out: the value of the position: the least number that at most k
//! options have. Two moves to one position are one option. A player who has no move that is allowed loses. Only the plain engines read such rules.
//!
//! **Theorem** (Smith and Stănică, *Comply/constrain games or games with a Muller twist*, Integers 2, 2002; Gavel and Strimling, *Nim with a modular Muller twist*,
//! Integers 4, 2004; Larsson, *Blocking Wythoff Nim*, Electron. J. Combin. 18, 2011). In a sum in which, before each move, up to k_i options of each component i may be
//! forbidden, the next player loses if and only if the nim-sum of the components' values is 0.
//!
//! *Proof*, by induction. Let the nim-sum be s != 0. Some component has a value g with h = g xor s < g, so more than k_i of its options have the value h: one of
//! them is allowed, and the sum that it leaves is 0. Let the nim-sum be 0. In each component the other player forbids all options that have the component's value,
//! which are at most k_i. Each move that is left changes the value of one component, so the sum that it leaves is not 0; and without a move the next player has lost.
//!
//! This speaks of what is forbidden *in each component*. In `blocked(k; G + H)` k options of the whole may be forbidden; such rules are one component.

use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::{Play, Ruleset};

use super::stop::{Result, Stop};

/// The value of a position whose distinct options have these values.
#[must_use]
pub fn value(values: &mut [u32], blocked: u32) -> u32 {
    values.sort_unstable();
    let mut rest = &*values;
    let mut least = 0;
    loop {
        let count = rest.iter().take_while(|value| **value == least).count();
        if count <= blocked as usize {
            return least;
        }
        rest = &rest[count..];
        least += 1;
    }
}

/// Why engines that do not count options decline such rules.
pub const NOT_COUNTED: &str = "options may be forbidden, and how many have a value is not counted here";

/// Fails for misère play of such rules. Who has no move that is allowed loses in normal play. Whether the same player would win in misère play is not agreed.
///
/// # Errors
/// Misère play of rules in which options may be forbidden.
pub fn must_be_normal(rules: &Ruleset, play: Play) -> Result<()> {
    if rules.blocked == 0 || play == Play::Normal {
        return Ok(());
    }
    let message = "`blocked` is defined in normal play, in which a player whose options are all forbidden loses";
    let help = "misère play would have to say who wins there; nothing is agreed on this";
    Err(Stop::from(Diagnostic::new(Code::Misere, message).help(help)))
}

/// Fails for such rules where a question has no meaning for them, or no answer here.
///
/// # Errors
/// Rules in which options may be forbidden.
pub fn must_not_be(rules: &Ruleset, what: &str) -> std::result::Result<(), Diagnostic> {
    if rules.blocked == 0 {
        return Ok(());
    }
    Err(Diagnostic::new(Code::Compound, format!("{what} of a game in which options may be forbidden"))
        .help("`value`, `moves`, `table`, `positions` and `sequence` answer for `blocked` games"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_that_few_options_have() {
        let of = |values: &[u32], blocked| value(&mut values.to_vec(), blocked);
        assert_eq!([of(&[], 0), of(&[0, 2, 0, 1], 0), of(&[1, 2], 0)], [0, 3, 0]);
        assert_eq!([of(&[0, 2, 0, 1], 1), of(&[0, 1, 0, 1, 2], 1), of(&[0, 1, 0, 1, 2], 2)], [1, 2, 0]);
        assert_eq!(of(&[1, 1, 1], 2), 0);
    }
}
