//! Which positions exist.
//!
//! In: a ruleset. Out: whether a position meets every `require`, or in words the first one it fails. The moves are not compiled.

use std::sync::Arc;

use dashu_int::IBig;

use crate::contract::limits::Limits;
use crate::contract::num::Num;
use crate::contract::stop::{Result, located, tuple_text};
use crate::enumerate::mover::Mover;
use grundy_rules::rules::expr::{C, Place};
use grundy_rules::rules::{Leaf, Role, Ruleset, show as show_expr};

/// Decides which positions exist.
pub struct Existence<N> {
    leaves: Vec<Leaf>,
    mover: Mover<N>,
}

impl<N: Num> Existence<N> {
    /// Compiles the conditions on positions.
    pub fn new(rules: &Ruleset, limits: &Limits) -> Existence<N> {
        Existence::of(rules, rules.requires.clone(), limits)
    }

    fn of(rules: &Ruleset, requires: Vec<(usize, C, Place)>, limits: &Limits) -> Existence<N> {
        let (coords, leaves) = (rules.coords.clone(), rules.leaves.clone());
        let conditions = Arc::new(Ruleset { coords, leaves: leaves.clone(), requires, ..Ruleset::default() });
        Existence { mover: Mover::new(&conditions, limits), leaves }
    }

    /// Does the position meet every `require`?
    ///
    /// # Errors
    /// A `require` that is not defined at the position.
    pub fn holds(&mut self, position: &[N]) -> Result<bool> {
        for (leaf, place) in self.leaves.iter().enumerate() {
            if !self.mover.exists(leaf, &position[place.range()])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for a position that a user asked for: an error names the position.
    ///
    /// # Errors
    /// As [`Existence::holds`].
    pub fn asked(&mut self, position: &[N]) -> Result<bool> {
        self.holds(position).map_err(|stop| located(stop, &tuple_text(position.iter().map(N::to_big))))
    }
}

/// Why a position does not exist: the first condition it fails, in words; `None` if the position exists.
///
/// # Errors
/// A `require` that is not defined at the position.
pub fn refusal(rules: &Ruleset, position: &[IBig], limits: &Limits) -> Result<Option<String>> {
    if Existence::new(rules, limits).asked(position)? {
        return Ok(None);
    }
    for (c, (coord, x)) in rules.coords.iter().zip(position).enumerate() {
        let most = rules.own_bound(c);
        if most.is_some_and(|most| *x > IBig::from(most)) {
            return Ok(Some(match coord.role {
                Role::Passes(p) => format!("{} counts the passes left, at most {p}", coord.name),
                _ => format!("{} is 0, or 1 once {}", coord.name, rules.flag_says(c, true)),
            }));
        }
    }
    let names: Vec<String> = rules.coords.iter().map(|c| c.name.clone()).collect();
    for (leaf, condition, place) in &rules.requires {
        if !Existence::of(rules, vec![(*leaf, condition.clone(), *place)], limits).asked(position)? {
            return Ok(Some(format!("the rules require {}", show_expr(condition, &names))));
        }
    }
    Ok(Some("an entry is negative".to_string()))
}
