//! Claims on several games whose values are known in different numerations.
//!
//! In: the claims that are open. Out: those that are settled once all their games are read in one numeration: *every P-position of this game is one of Wythoff's*,
//! where the one game's positions are a list of numbers, and the other's are told by Fibonacci digits. What formulas say is put to the proof again in the numeration of
//! the other game; else a table is read in it.

use std::collections::BTreeSet;

use grundy_automata::{Budget, Numeration};
use grundy_core::contract::options::Play;
use grundy_decide::{Decided, Knowledge};
use grundy_rules::lower::{Question, What};

use crate::CheckOptions;
use crate::prove::method::Work;
use crate::prove::of_game::OfGame;
use crate::prove::theory::{Part, Theory, watched};
use crate::read::claim::Claim;
use crate::state::theorems::numeration;

/// The games of a claim, by their numbers, and the plays for whose values it asks.
fn asked(claim: &Claim) -> BTreeSet<(usize, Play)> {
    let of_value = |question: &Question| match question {
        Question::Position { game, what: What::Value { play }, .. } => Some((*game, *play)),
        _ => None,
    };
    claim.scope.questions.iter().filter_map(of_value).collect()
}

/// The numerations that claims name of their games, which are by the hashes of their rules, and of plays.
pub(crate) fn named<'c>(claims: impl Iterator<Item = &'c Claim>) -> BTreeSet<(String, Play, Numeration)> {
    let of = |claim: &Claim| {
        let one = |question: &Question| match question {
            Question::Automatic { game, play, written, .. } => {
                Some((claim.scope.games[*game].rules.hash(), *play, numeration(*written)))
            }
            _ => None,
        };
        claim.scope.questions.iter().filter_map(one).collect::<Vec<_>>()
    };
    claims.flat_map(of).collect()
}

/// Settles open claims on games that are known in different numerations.
pub(crate) fn in_one_numeration(theory: &mut Theory, work: &Work<'_>) {
    for number in theory.open() {
        let (claim, budget) = (&work.claims[number], watched(work.budget));
        for numeration in theory.numerations(claim) {
            theory.read_again(claim, numeration, work.options, &budget);
        }
        if let Some(numeration) = theory.one_numeration(claim) {
            match theory.decided(claim, Part::ReadIn(numeration), &budget) {
                Decided::True { states } => _ = theory.by_values.insert(number, states),
                Decided::False { variables, running } => _ = theory.refuted.insert(number, (variables, running)),
                Decided::Open(_) => {}
            }
        }
        theory.large.0.extend(budget.memory.was_refused().then_some(number));
    }
}

impl Theory {
    /// The numerations in which a claim's games are known, and that of a square root or of powers in it, if they are several; and others that claims name of its games. The rarer ones first.
    fn numerations(&self, claim: &Claim) -> Vec<Numeration> {
        let asked = asked(claim);
        let known = |(game, play): &(usize, Play)| self.of_game(&claim.scope.games[*game].rules)?.known(*play);
        let known = asked.iter().filter_map(known).map(Knowledge::numeration);
        let read: BTreeSet<Numeration> = known.chain(claim.numeration_of_terms()).collect();
        let mut all = if read.len() < 2 { BTreeSet::new() } else { read.clone() };
        let of_claim = |(hash, play, _): &&(String, Play, Numeration)| {
            asked.iter().any(|(game, own)| own == play && claim.scope.games[*game].rules.hash() == *hash)
        };
        let named = self.named.iter().filter(of_claim).map(|(.., numeration)| *numeration);
        all.extend(named.filter(|numeration| !read.contains(numeration)));
        all.into_iter().rev().collect()
    }

    /// The numeration in which all of a claim's games are known, if what is known of them first is in several.
    pub(crate) fn one_numeration(&self, claim: &Claim) -> Option<Numeration> {
        let is_read = |(game, play): (usize, Play), numeration: Numeration| {
            self.of_game(&claim.scope.games[game].rules)?.read_in(play, numeration)
        };
        let all = asked(claim);
        self.numerations(claim)
            .into_iter()
            .find(|numeration| all.iter().all(|asked| is_read(*asked, *numeration).is_some()))
    }

    /// Reads the games of a claim in one numeration.
    fn read_again(&mut self, claim: &Claim, numeration: Numeration, options: &CheckOptions, budget: &Budget<'_>) {
        for (game, play) in asked(claim) {
            let rules = &claim.scope.games[game].rules;
            let of_game = self.games.entry(rules.hash()).or_insert_with(|| OfGame::new(rules));
            of_game.read_again(play, numeration, options, budget);
        }
    }
}
