//! What a claim lacks to be proved.
//!
//! In: a claim that no proof decides. Out: why, from what is not known of its games, and what became of the attempts.

use grundy_automata::Stop;
use grundy_core::contract::options::Play;
use grundy_decide::NotExpressible;
use grundy_rules::lower::{Question, What};

use crate::Effort;
use crate::prove::theory::Theory;
use crate::read::claim::Claim;
use crate::state::blocks::Needed;
use crate::tell::why::{Lack, Why, WhyCode, of_property, unread};

impl Theory {
    /// Why a claim is not decided.
    pub(crate) fn why(&self, claim: &Claim, number: usize, effort: Effort) -> Why {
        if self.crowded(claim, number) {
            let lack = Lack::of_stop(Stop::Memory).words(effort);
            return Why::only(WhyCode::Memory, format!("whether it is true for every position is left open: {lack}"));
        }
        if let Some(unread) = unread(claim) {
            let message =
                format!("not proved for every position: the claim asks for {unread}; no proof by automata reads this");
            return Why::only(WhyCode::Question, message);
        }
        let names: Vec<String> = claim.vars.iter().map(|var| var.name.clone()).collect();
        let own = claim.scope.own.and_then(|own| self.of_game(&claim.scope.games[own].rules));
        let induction = own.and_then(|of_game| of_game.induction(number)).cloned();
        let games = self.lacking(claim);
        let decided = self.lacks.get(&number).filter(|why| !matches!(why, NotExpressible::Unknown(_)));
        Why::of(induction, games, decided.map(|why| Lack::of_formula(why, &names)), effort)
    }

    /// The games of a claim of which something that it asks for is not known, in words, and what is missing.
    fn lacking(&self, claim: &Claim) -> Vec<(String, Lack)> {
        let mut found: Vec<(String, Lack)> = vec![];
        for question in &claim.scope.questions {
            let (game, play, what) = match question {
                Question::Position { game, what: What::Value { play }, .. } => (*game, *play, None),
                Question::Property { game, property } => (*game, Play::of(property.needs_misere()), Some(*property)),
                _ => continue,
            };
            let rules = &claim.scope.games[game].rules;
            let Some(of_game) = self.of_game(rules) else { continue };
            let is_met = match what {
                Some(property) => of_game.property(property).is_some(),
                None => of_game.known(play).is_some_and(|known| Needed::of(claim, game, play).is_met(known)),
            };
            let Some(lack) = of_game.lack(play).or_else(|| of_game.lack(Play::Normal)).filter(|_| !is_met) else {
                continue;
            };
            let text = &claim.scope.games[game].text;
            let play = if play.is_misere() { " in misère play" } else { "" };
            let name = what.map_or_else(
                || format!("the values of `{text}`{play}"),
                |property| of_property(&claim.scope.games[game], property),
            );
            if found.iter().all(|(other, _)| *other != name) {
                found.push((name, lack.clone()));
            }
        }
        found
    }
}
