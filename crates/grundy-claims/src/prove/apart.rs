//! Claims that are decided by what each would know if it stood alone in its file.
//!
//! In: the claims that are open beside the others. Out: those of them that would be settled alone. What other claims say of a game is proved first, and its
//! automata may be larger than those that a table shows; within the work of one proof a claim may then stay open that is settled alone. So what is settled alone
//! is settled in every file that has the claim.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_automata::Budget;

use crate::prove::{CheckOptions, Claim, OfGame, Theory, in_threads, watched};
use grundy_proofs::automata::proofs_at_a_time;

impl Theory {
    /// Settles open claims on games of which other claims say something, without what these say.
    pub(crate) fn decide_apart(&mut self, claims: &[Arc<Claim>], options: &CheckOptions, budget: &Budget<'_>) {
        let taught: BTreeSet<String> = self.proved.keys().flat_map(|number| hashes(&claims[*number])).collect();
        let is_open = |n: &usize| !self.is_proved(*n) && !self.refuted.contains_key(n);
        let is_concerned = |n: &usize| hashes(&claims[*n]).any(|game| taught.contains(&game));
        let open: Vec<usize> = self.asked.iter().copied().filter(is_open).filter(is_concerned).collect();
        if open.is_empty() {
            return;
        }
        let threads = proofs_at_a_time(&options.limits, options.effort.above());
        self.prove_apart(claims, &open, threads, budget);
        let open: Vec<usize> = open.into_iter().filter(|number| !self.is_proved(*number)).collect();
        let mut apart = Theory { games: self.games.clone(), ..Theory::default() };
        apart.games.retain(|game, _| !taught.contains(game));
        apart.find_out(claims, (&open, Some(&taught)), &open, options, budget);
        apart.decide_claims(claims, &open, threads, budget);
        // The judges of a counterexample, and certificates, ask for values.
        for (hash, game) in apart.games.iter().filter(|(hash, _)| taught.contains(*hash)) {
            self.games.entry(hash.clone()).and_modify(|known| known.complete(game)).or_insert_with(|| game.clone());
        }
        self.large.0.extend(apart.large.0);
        self.proved.extend(apart.proved);
        self.refuted.extend(apart.refuted);
        self.open.extend(apart.open);
    }

    /// Proves what single claims say of the values of their games, by induction.
    fn prove_apart(&mut self, claims: &[Arc<Claim>], open: &[usize], threads: usize, budget: &Budget<'_>) {
        let untried = |number: &usize| {
            let rules = claims[*number].scope.own.map(|own| &claims[*number].scope.games[own].rules)?;
            self.games.get(&rules.hash())?.is_untried(*number).then_some((*number, rules))
        };
        let alone = in_threads(threads, open.iter().filter_map(untried).collect(), &|(number, rules)| {
            OfGame::new(rules).learn(&[(*number, &claims[*number])], &watched(budget))
        });
        self.proved.extend(alone.into_iter().flatten());
    }
}

/// The hashes of the rules of the games that a claim is about.
fn hashes(claim: &Claim) -> impl Iterator<Item = String> + '_ {
    claim.scope.games.iter().map(|game| game.rules.hash())
}
