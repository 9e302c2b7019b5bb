//! Claims that can help each other.
//!
//! In: the claims of a file. Out: groups of them. Two claims that speak of one game are in one group, and so are those that share a game with a third. What is proved in one group is
//! of no use in another, so that a claim waits for its own group alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_rules::rules::Ruleset;

use crate::read::claim::Claim;

/// The groups of the claims of a file.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// For each claim, the number of its group.
    of_claim: Vec<usize>,
    /// For each group, the numbers of its claims.
    members: Vec<Vec<usize>>,
    /// The groups of the games, by the hashes of the rules.
    of_game: BTreeMap<String, usize>,
}

impl Groups {
    pub(crate) fn of(claims: &[Arc<Claim>]) -> Groups {
        // For each claim, an earlier one of its group, or itself.
        let mut earlier: Vec<usize> = (0..claims.len()).collect();
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for (number, claim) in claims.iter().enumerate() {
            for game in &claim.scope.games {
                let other = *first.entry(game.rules.hash()).or_insert(number);
                let (a, b) = (root(&earlier, number), root(&earlier, other));
                earlier[a.max(b)] = a.min(b);
            }
        }
        let (mut of_claim, mut members) = (vec![], Vec::<Vec<usize>>::new());
        for number in 0..claims.len() {
            let group = match root(&earlier, number) {
                own if own == number => {
                    members.push(vec![]);
                    members.len() - 1
                }
                first => of_claim[first],
            };
            of_claim.push(group);
            members[group].push(number);
        }
        let of_game = first.into_iter().map(|(game, number)| (game, of_claim[number])).collect();
        Groups { of_claim, members, of_game }
    }

    /// How many groups there are.
    pub(crate) fn count(&self) -> usize {
        self.members.len()
    }

    /// The claims of a group.
    pub(crate) fn members(&self, group: usize) -> &[usize] {
        &self.members[group]
    }

    /// The group of a claim.
    pub(crate) fn of_number(&self, claim: usize) -> usize {
        self.of_claim[claim]
    }

    /// The group of the claims about a game.
    pub(crate) fn of_game(&self, rules: &Ruleset) -> Option<usize> {
        self.of_game.get(&rules.hash()).copied()
    }
}

/// The first claim that is known to be of the same group.
fn root(earlier: &[usize], mut number: usize) -> usize {
    while earlier[number] != number {
        number = earlier[number];
    }
    number
}
