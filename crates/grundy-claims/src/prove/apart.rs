//! Claims that are decided by what each would know if it stood alone in its file.
//!
//! In: the claims that are open beside the others. Out: those of them that would be settled alone. What other claims say of a game is proved first, and its
//! automata may be larger than those that a table shows; within the work of one proof a claim may then stay open that is settled alone. So what is settled alone
//! is settled in every file that has the claim.

use std::collections::BTreeSet;

use crate::prove::method::Work;
use crate::prove::of_game::OfGame;
use crate::prove::theory::{Theory, in_threads, watched};
use crate::read::claim::Claim;

/// Settles open claims on games of which other claims say something, without what these say.
pub(crate) fn apart(theory: &mut Theory, work: &Work<'_>) {
    theory.decide_apart(work);
}

impl Theory {
    fn decide_apart(&mut self, work: &Work<'_>) {
        let claims = work.claims;
        let taught: BTreeSet<String> = self.by_values.keys().flat_map(|number| hashes(&claims[*number])).collect();
        let is_concerned = |n: &usize| hashes(&claims[*n]).any(|game| taught.contains(&game));
        let open: Vec<usize> = self.open().into_iter().filter(is_concerned).collect();
        if open.is_empty() {
            return;
        }
        self.prove_apart(&open, work);
        let open: Vec<usize> = open.into_iter().filter(|number| !self.is_proved(*number)).collect();
        let mut apart = Theory { games: self.games.clone(), ..Theory::default() };
        apart.games.retain(|game, _| !taught.contains(game));
        apart.find_out((&open, Some(&taught)), &open, work);
        apart.decide_claims(&open, work);
        // The judges of a counterexample, and certificates, ask for values.
        for (hash, game) in apart.games.iter().filter(|(hash, _)| taught.contains(*hash)) {
            self.games.entry(hash.clone()).and_modify(|known| known.complete(game)).or_insert_with(|| game.clone());
        }
        self.large.0.extend(apart.large.0);
        self.by_values.extend(apart.by_values);
        self.refuted.extend(apart.refuted);
        self.lacks.extend(apart.lacks);
    }

    /// Proves what single claims say of the values of their games, by induction.
    fn prove_apart(&mut self, open: &[usize], work: &Work<'_>) {
        let Work { claims, budget, threads, .. } = *work;
        let untried = |number: &usize| {
            let rules = claims[*number].scope.own.map(|own| &claims[*number].scope.games[own].rules)?;
            self.games.get(&rules.hash())?.is_untried(*number).then_some((*number, rules))
        };
        let alone = in_threads(threads, open.iter().filter_map(untried).collect(), &|(number, rules)| {
            OfGame::new(rules).learn(&[(*number, &claims[*number])], &watched(budget))
        });
        self.by_values.extend(alone.into_iter().flatten());
    }
}

/// The hashes of the rules of the games that a claim is about.
fn hashes(claim: &Claim) -> impl Iterator<Item = String> + '_ {
    claim.scope.games.iter().map(|game| game.rules.hash())
}
