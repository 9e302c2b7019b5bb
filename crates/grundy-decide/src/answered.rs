//! Outcomes by a strategy: every move from some positions can be answered into them.
//!
//! In: a game, conditions on its positions, the play. Out: whether it is proved that the positions that meet one of the conditions, the set S, are P-positions; and that some
//! positions are among them, or have a move into them. Of other positions nothing need be known, neither their values nor their outcomes.
//!
//! **Theorem.** *Let every option y of an x in S have an option in S; in misère play, let every x in S have an option, and let an option y be without options or have an
//! option in S. Then S consists of P-positions, and a position with an option in S is an N-position.* By induction along the moves: whoever moves from x in S leaves
//! an N-position. In misère play whoever cannot move wins, so that a position without options is an N-position.

use grundy_automata::{Budget, Decider, Formula, Formulas, Numeration};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::C;

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::number::Sum;
use super::prove::is_possible;
use super::say::{Encoder, Env, NoQuestions};

type Said<T> = Result<T, NotExpressible>;

/// Positions from which every move can be answered.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'s> {
    /// The game.
    pub rules: &'s Ruleset,
    /// Is it misère play?
    pub misere: bool,
    /// The positions are those that meet one of these conditions on the coordinates.
    pub sets: &'s [C],
}

impl Answered<'_> {
    /// Proves that the positions that meet a condition are P-positions, as they are among the answered ones; or N-positions, as they have a move to these: the states
    /// of the largest automaton.
    ///
    /// # Errors
    /// It is not proved, or not within the budget.
    pub fn prove(&self, among: &C, loses: bool, budget: &Budget<'_>) -> Said<usize> {
        if self.rules.splits() {
            return Err(NotExpressible::What("answers to moves that leave several positions"));
        }
        if !is_possible(self.rules, Coordinates::Plain, budget) {
            return Err(NotExpressible::What("the moves of this game, all of which lower a sum"));
        }
        let played = Played::of(self.rules, Coordinates::Plain)?;
        let (mut all, mut decider) = (Formulas::within(budget), Decider::new(Numeration::default(), budget));
        let x = played.position(&mut all)?;
        let exists = played.exists(&mut all, &x)?;
        for condition in self.sets.iter().chain([among]) {
            let env = Env { coords: x.clone(), ..Env::default() };
            let defined = Encoder { all: &mut all, answers: &mut NoQuestions }.defined(condition, &env)?;
            let defined = all.implies(exists, defined);
            if !decider.is_valid(&all, defined)? {
                return Err(NotExpressible::What("a condition that is not defined everywhere"));
            }
        }
        let (inside, answered) = (self.contains(&mut all, &x)?, self.is_answered(&played, &mut all, &x)?);
        let here = all.and([exists, inside]);
        let holds = all.implies(here, answered);
        if !decider.is_valid(&all, holds)? {
            return Err(NotExpressible::Unknown("positions from which some move has no answer"));
        }
        let among = Encoder { all: &mut all, answers: &mut NoQuestions }
            .condition(among, &Env { coords: x.clone(), ..Env::default() })?;
        let there = if loses { inside } else { self.wins(&played, &mut all, &x)? };
        let here = all.and([exists, among]);
        let holds = all.implies(here, there);
        if !decider.is_valid(&all, holds)? {
            return Err(NotExpressible::Unknown("positions without a move to those that are answered"));
        }
        Ok(decider.largest())
    }

    /// Is a position one of these?
    fn contains(&self, all: &mut Formulas, at: &[Sum]) -> Said<Formula> {
        let env = Env { coords: at.to_vec(), ..Env::default() };
        let mut ways = vec![];
        for condition in self.sets {
            ways.push(Encoder { all, answers: &mut NoQuestions }.condition(condition, &env)?);
        }
        Ok(all.or(ways))
    }

    /// Does every move from a position leave one from which the next player wins?
    fn is_answered(&self, played: &Played<'_>, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let unanswered = played.option(all, x, &mut |all, y| {
            let wins = self.wins(played, all, y)?;
            Ok(all.not(wins))
        })?;
        let mut parts = vec![all.not(unanswered)];
        if self.misere {
            let over = played.terminal(all, x)?;
            parts.push(all.not(over));
        }
        Ok(all.and(parts))
    }

    /// Has a position a move to one of these; or none at all, in misère play?
    fn wins(&self, played: &Played<'_>, all: &mut Formulas, y: &[Sum]) -> Said<Formula> {
        let mut ways = vec![played.option(all, y, &mut |all, z| self.contains(all, z))?];
        if self.misere {
            ways.push(played.terminal(all, y)?);
        }
        Ok(all.or(ways))
    }
}
