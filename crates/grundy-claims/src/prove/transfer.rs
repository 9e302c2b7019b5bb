//! Claims that ask for values in games whose positions are positions of the claim's own game: those of G in `pass(G)`.
//!
//! In: a claim, and the games that it asks about. Out: the same claim about the own game alone, where a correspondence of moves shows that each position of another game has the value of the
//! same position beside zeros, with the certificates that show it; and the certificate of a claim that the rules alone prove, with such positions or without.

use std::sync::Arc;

use grundy::theory::envelope::falls;
use grundy_automata::Budget;
use grundy_core::contract::options::Play;
use grundy_decide::window;
use grundy_rules::lower::{Question, Scope, What};
use grundy_rules::rules::change::{Change, rebuilt, rebuilt_condition};
use grundy_rules::rules::expr::{C, Cond, E, Expr as Form, Place};
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::rules::{Ruleset, build};
use serde_json::{Value, json};

use crate::prove::correspondence_claimed::{alike, certificates};
use crate::read::claim::{Claim, Variable};
use crate::state::archive::ClaimProof;
use crate::state::by_values::{UNREAD, of_position, stating};
use crate::state::theorems::part;

/// What stands for the positions of a game in one play: the positions of the claim's own game.
#[derive(Clone, Debug)]
pub(crate) struct StandsFor {
    pub(crate) game: usize,
    pub(crate) play: Play,
    pub(crate) proof: ClaimProof,
}

/// The claim about the own game alone, and why it says the same; none where it asks for no other values, or those of some game do not stand in the own one.
pub(crate) fn in_own_game(claim: &Claim, budget: &Budget<'_>) -> Option<(Claim, Vec<StandsFor>)> {
    let own = claim.scope.own?;
    let (mut new, mut shown) = (claim.clone(), Vec::<StandsFor>::new());
    let mut rewritten = Rewritten { width: claim.scope.games[own].rules.width(), instead: vec![] };
    for (number, question) in claim.scope.questions.iter().enumerate() {
        let Question::Position { game, what: What::Value { play }, own: false } = question else { continue };
        if *game == own {
            continue;
        }
        if !shown.iter().any(|shown| shown.game == *game && shown.play == *play) {
            shown.push(StandsFor { game: *game, play: *play, proof: proof(claim, (*game, own), *play, budget)? });
        }
        rewritten.instead.push((number, new.scope.questions.len()));
        new.scope.questions.push(Question::Position { game: own, what: What::Value { play: *play }, own: false });
    }
    [&mut new.filter, &mut new.inner, &mut new.body].into_iter().for_each(|c| *c = rewritten.condition(c));
    (!shown.is_empty()).then_some((new, shown))
}

/// The certificate that each position of a game has the value of the same position beside zeros.
fn proof(claim: &Claim, (game, own): (usize, usize), play: Play, budget: &Budget<'_>) -> Option<ClaimProof> {
    let games = &claim.scope.games;
    let more = games[own].rules.width().checked_sub(games[game].rules.width())?;
    let entries: Vec<E> = (0..games[game].rules.width()).map(build::coord).collect();
    let at = entries.iter().cloned().chain(vec![build::int(0); more]).collect();
    let of = |game, own| Question::Position { game, what: What::Value { play }, own };
    let (value, other) = (build::ask(0, vec![], Place(None)), build::ask(1, at, Place(None)));
    let same = Claim {
        scope: Scope {
            games: vec![games[game].clone(), games[own].clone()],
            own: Some(0),
            questions: vec![of(0, true), of(1, false)],
            ..claim.scope.clone()
        },
        vars: (0..entries.len()).map(|i| Variable::new(&format!("x{i}"), None)).collect(),
        entries,
        filter: build::boolean(true),
        running: vec![],
        inner: build::boolean(true),
        body: Arc::new(Cond::Zero(build::sub(&value, &other))),
        ..claim.clone()
    };
    let found = alike(&same, &[None, None], budget)?;
    let none = "nothing is known of values";
    certificates(&same, &found, &|_, _| Err(none), &|_: &Ruleset| Err(none)).ok()?.pop()
}

/// The most coordinates of which all orders are looked at.
const EXCHANGED: usize = 4;

/// The certificate of a claim that is true whatever the values are; where positions of its own game stand for those of others, whatever the values of that game are.
///
/// # Errors
/// The claim asks for something else than values and positions.
pub(crate) fn by_rules(claim: &Claim, stands: &[StandsFor]) -> Result<ClaimProof, &'static str> {
    let games = &claim.scope.games;
    let first = games.first().ok_or("the claim speaks of no game")?;
    let question = |question: &Question| {
        let Question::Position { game, what, .. } = question else { return Err(UNREAD) };
        of_position(*game, what, |play| {
            let theorem = stands.iter().position(|stands| stands.game == *game && stands.play == play);
            let valued = claim.scope.own.filter(|_| theorem.is_some()).unwrap_or(*game);
            let rules = &games[valued].rules;
            let exchanged = (2..=EXCHANGED).contains(&rules.width()) && Symmetry::of(rules).is_all(rules.width());
            let mut question = json!({
                "game": game, "asks": "value", "play": play.name(), "falls": falls(rules), "exchanged": exchanged,
            });
            if let Some(f) = window(rules).filter(|_| play == Play::Normal) {
                question["window"] = Ruleset::canonical_expression(&f);
            }
            if let Some(theorem) = theorem {
                question["theorem"] = theorem.into();
            }
            Ok(question)
        })
    };
    let questions = claim.scope.questions.iter().map(question).collect::<Result<_, _>>()?;
    let theorems: Value =
        stands.iter().map(|stands| part(&stands.proof.text).ok_or(UNREAD)).collect::<Result<_, _>>()?;
    let rests: &[_] = if stands.is_empty() { &[] } else { &[("theorems", theorems)] };
    Ok(stating(claim, first, Play::Normal, rests, questions))
}

/// Other questions, at positions beside zeros.
struct Rewritten {
    width: usize,
    instead: Vec<(usize, usize)>,
}

impl Change for Rewritten {
    fn number(&self, e: &E) -> E {
        let e = rebuilt(e, self);
        let Form::Ask(question, entries, place) = &*e else { return e };
        match self.instead.iter().find(|(number, _)| number == question) {
            Some((_, other)) => {
                let zeros = vec![build::int(0); self.width.saturating_sub(entries.len())];
                build::ask(*other, [&entries[..], &zeros].concat(), *place)
            }
            None => e,
        }
    }

    fn condition(&self, c: &C) -> C {
        rebuilt_condition(c, self)
    }
}
