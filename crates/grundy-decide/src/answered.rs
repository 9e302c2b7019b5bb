//! Outcomes by a strategy: every move from some positions can be answered into them.
//!
//! In: a game, conditions on its positions, the play. Out: whether it is proved that the positions that meet one of the conditions, the set S, are P-positions; and that some
//! positions are among them, or have a move into them. Of other positions nothing need be known, neither their values nor their outcomes.
//!
//! The theorem is `strategy`.

use grundy_automata::{Budget, Formula, Formulas, Numeration};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::C;

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::number::{Sum, all_equal};
use super::prove::is_possible;
use super::say::{Encoder, Env, NoQuestions};
use super::theorems::{Model, Proof, Thing, no_word};

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
        if self.misere && self.rules.splits() {
            return Err(NotExpressible::What("answers to moves that leave several positions"));
        }
        if !is_possible(self.rules, Coordinates::Plain, budget) {
            return Err(NotExpressible::What("the moves of this game, all of which lower a sum"));
        }
        let strategy = Strategy { of: self, among, loses, played: Played::of(self.rules, Coordinates::Plain)? };
        let mut proof = Proof::new(Numeration::default(), budget);
        let x = strategy.played.position(&mut proof.all)?;
        let exists = strategy.played.exists(&mut proof.all, &x)?;
        for condition in self.sets {
            let defined = defined(&mut proof.all, condition, &x)?;
            let defined = proof.all.implies(exists, defined);
            if !proof.decider.is_valid(&proof.all, defined)? {
                return Err(NotExpressible::What("a condition that is not defined everywhere"));
            }
        }
        match proof.lacks("strategy", &strategy, &x, exists)? {
            None => Ok(proof.decider.largest()),
            Some(_) => Err(NotExpressible::Unknown(
                "positions from which some move has no answer, or that have no move to these",
            )),
        }
    }
}

struct Strategy<'s> {
    of: &'s Answered<'s>,
    among: &'s C,
    loses: bool,
    played: Played<'s>,
}

impl Model for Strategy<'_> {
    fn played(&self) -> &Played<'_> {
        &self.played
    }

    fn is_misere(&self) -> bool {
        self.of.misere
    }

    fn says(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Said<Formula> {
        match (word, of) {
            // Of several parts none of the conditions speaks.
            ("S", [x]) if x.at()?.len() != self.of.rules.width() => Ok(all.constant(false)),
            ("cancels", [x]) => {
                let (at, width) = (x.at()?, self.of.rules.width());
                match at.len() {
                    0 => Ok(all.constant(true)),
                    length if length == 2 * width && width > 0 => all_equal(all, &at[..width], &at[width..]),
                    _ => Ok(all.constant(false)),
                }
            }
            ("S", [x]) => {
                let sets = self.of.sets.iter().map(|set| holds(all, set, x.at()?)).collect::<Said<Vec<_>>>()?;
                Ok(all.or(sets))
            }
            ("said", [x]) => holds(all, self.among, x.at()?),
            ("unsaid", [x]) => {
                let parts = [defined(all, self.among, x.at()?)?, holds(all, self.among, x.at()?)?];
                let not = all.not(parts[1]);
                Ok(all.and([parts[0], not]))
            }
            ("loses", []) => Ok(all.constant(self.loses)),
            _ => Err(no_word()),
        }
    }
}

fn holds(all: &mut Formulas, condition: &C, at: &[Sum]) -> Said<Formula> {
    Encoder { all, answers: &mut NoQuestions }.condition(condition, &Env { coords: at.to_vec(), ..Env::default() })
}

fn defined(all: &mut Formulas, condition: &C, at: &[Sum]) -> Said<Formula> {
    Encoder { all, answers: &mut NoQuestions }.defined(condition, &Env { coords: at.to_vec(), ..Env::default() })
}
