//! Swap positions: a proof that a game is miserable, without the values of all positions.
//!
//! In: two sets A and B of positions. Out: whether A is the set of the (0,1)-positions and B that of the (1,0)-positions, and every other position has
//! the same value in both plays. After Gurvich and Ho, *Slow k-Nim*, Lemma 13. The conditions: A and B have no position in common; a terminal position
//! is in A; no move leads from A to A or from B to B; a position of A that is not terminal has a move to B, and one of B a move to A; from a position
//! of neither there is a move to A if and only if there is one to B; an option of a position of A or B that is in neither has a move to A.
//!
//! By induction: an option of a position of A or B that is in neither has moves to A and to B, so it has at least 2 as its value in both plays. So the
//! options of a position of A have the values 1 or at least 2 in normal play, 0 or at least 2 in misère play; the same with B. A position of neither has
//! options of the same values in both plays but for those in A and B, which bring 0 and 1 in each play, or nothing.

use std::sync::Arc;

use grundy_automata::{Budget, Decider, Formula, Formulas};
use grundy_rules::rules::Ruleset;

use super::NotExpressible;
use super::compile::{compiled, set_of};
use super::describe::{Characterization, Claimed, Description};
use super::game::{OfOption, Played};
use super::known::{Level, Swap};
use super::number::Sum;

type Said<T> = Result<T, NotExpressible>;

/// Tries to prove that two sets are the swap positions of a miserable game: the sets, by automata, and the states of the largest automaton of the proof.
pub fn prove_swap(rules: &Ruleset, swap: &Swap, budget: &Budget<'_>) -> Option<(Swap, usize)> {
    let proved = || -> Said<Option<(Swap, usize)>> {
        let (a, b) = (&swap.zero_one.told, &swap.one_zero.told);
        if a.coordinates != b.coordinates || a.numeration != b.numeration || rules.splits() {
            return Ok(None);
        }
        let played = Played::of(rules, swap.zero_one.told.coordinates)?;
        let level = |set: &Level| -> Said<Level> {
            Ok(Level { told: Arc::new(compiled(rules, &set.told, budget)?), value: set.value })
        };
        let own = Swap { zero_one: level(&swap.zero_one)?, one_zero: level(&swap.one_zero)? };
        let mut proof = Proof {
            played,
            swap: own,
            all: Formulas::within(budget),
            decider: Decider::new(swap.zero_one.told.numeration, budget),
        };
        Ok(proof.run(swap)?.then(|| (proof.swap, proof.decider.largest())))
    };
    // Sets of which no formula can be said, or that take too much work, are as good as sets that are something else.
    proved().ok().flatten()
}

struct Proof<'p> {
    played: Played<'p>,
    swap: Swap,
    all: Formulas,
    decider: Decider<'p>,
}

/// An obligation at a position.
type Obligation = fn(&mut Proof<'_>, &[Sum]) -> Said<Formula>;

impl Proof<'_> {
    fn run(&mut self, written: &Swap) -> Said<bool> {
        let x = self.played.position(&mut self.all)?;
        let mut parts = vec![
            self.played.is_defined(&mut self.all, &x)?,
            self.played.keeps_order(&mut self.all, &x)?,
            self.played.falls(&mut self.all, &x)?,
        ];
        for set in [&written.zero_one, &written.one_zero] {
            parts.push(set.told.known(&mut self.all, &x)?);
            parts.push(set.told.is_defined(&mut self.all, &x)?);
        }
        let first = self.all.and(parts);
        if !self.everywhere(first, &x)? {
            return Ok(false);
        }
        let obligations: [Obligation; 6] = [
            |proof, x| proof.disjoint(x),
            |proof, x| proof.ends_in_a(x),
            |proof, x| proof.out_of_a(x),
            |proof, x| proof.out_of_b(x),
            |proof, x| proof.out_of_neither(x),
            |proof, x| proof.comes_back(x),
        ];
        for obligation in obligations {
            let formula = obligation(self, &x)?;
            if !self.everywhere(formula, &x)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn everywhere(&mut self, formula: Formula, x: &[Sum]) -> Said<bool> {
        let exists = self.played.exists(&mut self.all, x)?;
        let formula = self.all.implies(exists, formula);
        Ok(self.decider.is_valid(&self.all, formula)?)
    }

    fn a(&mut self, x: &[Sum]) -> Said<Formula> {
        self.swap.zero_one.contains(&mut self.all, x)
    }

    fn b(&mut self, x: &[Sum]) -> Said<Formula> {
        self.swap.one_zero.contains(&mut self.all, x)
    }

    fn option(&mut self, x: &[Sum], kind: &mut OfOption<'_>) -> Said<Formula> {
        self.played.option(&mut self.all, x, kind)
    }

    fn moves_to_a(&mut self, x: &[Sum]) -> Said<Formula> {
        let a = self.swap.zero_one.clone();
        self.option(x, &mut |all, y| a.contains(all, y))
    }

    fn moves_to_b(&mut self, x: &[Sum]) -> Said<Formula> {
        let b = self.swap.one_zero.clone();
        self.option(x, &mut |all, y| b.contains(all, y))
    }

    fn disjoint(&mut self, x: &[Sum]) -> Said<Formula> {
        let both = [self.a(x)?, self.b(x)?];
        let both = self.all.and(both);
        Ok(self.all.not(both))
    }

    fn ends_in_a(&mut self, x: &[Sum]) -> Said<Formula> {
        let (terminal, a) = (self.played.terminal(&mut self.all, x)?, self.a(x)?);
        Ok(self.all.implies(terminal, a))
    }

    /// No move stays in A, and one leads to B unless the position is terminal.
    fn out_of_a(&mut self, x: &[Sum]) -> Said<Formula> {
        let (a, terminal) = (self.a(x)?, self.played.terminal(&mut self.all, x)?);
        let (stays, leads) = (self.moves_to_a(x)?, self.moves_to_b(x)?);
        let not_stays = self.all.not(stays);
        let leads = self.all.or([terminal, leads]);
        let right = self.all.and([not_stays, leads]);
        Ok(self.all.implies(a, right))
    }

    /// No move stays in B, and one leads to A.
    fn out_of_b(&mut self, x: &[Sum]) -> Said<Formula> {
        let (b, stays, leads) = (self.b(x)?, self.moves_to_b(x)?, self.moves_to_a(x)?);
        let not_stays = self.all.not(stays);
        let right = self.all.and([not_stays, leads]);
        Ok(self.all.implies(b, right))
    }

    fn out_of_neither(&mut self, x: &[Sum]) -> Said<Formula> {
        let (a, b, moves_to_a, moves_to_b) = (self.a(x)?, self.b(x)?, self.moves_to_a(x)?, self.moves_to_b(x)?);
        let right = self.all.iff(moves_to_a, moves_to_b);
        Ok(self.all.or([a, b, right]))
    }

    /// After a move from A or B there is one to A, unless the move led to A or B. The positions with a move to A are an automaton of their own.
    fn comes_back(&mut self, x: &[Sum]) -> Said<Formula> {
        let (first, y) = (self.all.count_of_variables(), self.played.position(&mut self.all)?);
        let fine = [self.a(&y)?, self.b(&y)?, self.moves_to_a(&y)?];
        let fine = self.all.or(fine);
        let fine = Arc::new(set_of(&self.all, &mut self.decider, fine, first)?);
        let description = Description::of_all(self.played.rules.width(), Claimed::Member(0, fine));
        let told = &self.swap.zero_one.told;
        let (coordinates, numeration) = (told.coordinates, told.numeration);
        let fine = Characterization { descriptions: vec![description], complete: false, coordinates, numeration };
        let lost = self.option(x, &mut |all, y| {
            let fine = fine.has_value(all, y, &Sum::default())?;
            Ok(all.not(fine))
        })?;
        let swap = [self.a(x)?, self.b(x)?];
        let swap = self.all.or(swap);
        let fine = self.all.not(lost);
        Ok(self.all.implies(swap, fine))
    }
}
