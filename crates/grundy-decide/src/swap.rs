//! Swap positions: a proof that a game is miserable, without the values of all positions.
//!
//! In: two sets A and B of positions. Out: whether A is the set of the (0,1)-positions and B that of the (1,0)-positions, and every other position has
//! the same value in both plays, by the theorem `swap_positions`.

use std::sync::Arc;

use grundy_automata::{Budget, Formula, Formulas};
use grundy_rules::rules::Ruleset;

use super::Formed;
use super::compile::compiled;
use super::game::Played;
use super::known::{Level, Swap};
use super::theorems::{Model, Proof, Thing, no_word};

/// Tries to prove that two sets are the swap positions of a miserable game: the sets, by automata, and the states of the largest automaton of the proof.
pub fn prove_swap(rules: &Ruleset, swap: &Swap, budget: &Budget<'_>) -> Option<(Swap, usize)> {
    let proved = || -> Formed<Option<(Swap, usize)>> {
        let (a, b) = (&swap.zero_one.told, &swap.one_zero.told);
        if a.coordinates != b.coordinates || a.numeration != b.numeration || rules.splits() {
            return Ok(None);
        }
        let played = Played::of(rules, swap.zero_one.told.coordinates)?;
        let level = |set: &Level| -> Formed<Level> {
            Ok(Level { told: Arc::new(compiled(rules, &set.told, budget)?), value: set.value })
        };
        let own = Swap { zero_one: level(&swap.zero_one)?, one_zero: level(&swap.one_zero)? };
        let mut proof = Proof::new(a.numeration, budget);
        let x = played.position(&mut proof.all)?;
        let exists = played.exists(&mut proof.all, &x)?;
        let mut parts = vec![played.is_defined(&mut proof.all, &x)?, played.keeps_order(&mut proof.all, &x)?];
        for told in [a, b] {
            parts.push(told.known(&mut proof.all, &x)?);
            parts.push(told.is_defined(&mut proof.all, &x)?);
        }
        let first = proof.all.and(parts);
        let first = proof.all.implies(exists, first);
        let sets = Sets { played, swap: &own };
        let holds =
            proof.decider.is_valid(&proof.all, first)? && proof.lacks("swap_positions", &sets, &x, exists)?.is_none();
        Ok(holds.then(|| (own.clone(), proof.decider.largest())))
    };
    // Sets of which no formula can be said, or that take too much work, are as good as sets that are something else.
    proved().ok().flatten()
}

struct Sets<'p> {
    played: Played<'p>,
    swap: &'p Swap,
}

impl Model for Sets<'_> {
    fn played(&self) -> &Played<'_> {
        &self.played
    }

    fn says(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Formed<Formula> {
        match (word, of) {
            ("A", [x]) => self.swap.zero_one.contains(all, x.at()?),
            ("B", [x]) => self.swap.one_zero.contains(all, x.at()?),
            _ => Err(no_word()),
        }
    }
}
