//! Claims in which positions of a game depend on the value of the claim's own position: `G(nim(x, G)) = y`.
//!
//! In: such a claim about the positions x of a game. Out: the claim about the game beside a pile of v that x and v are a P-position exactly if the statement is true with v in place of the value. Where it is
//! proved, so is the claim: beside a pile of its own value, x is a P-position (Sprague and Grundy).

use std::sync::Arc;

use grundy_rules::lower::{Question, What};
use grundy_rules::rules::change::{Change, Instead};
use grundy_rules::rules::expr::{C, Cond, E, Expr as Form, Place, Range, Tree};
use grundy_rules::rules::{Coordinate, Family, Leaf, Origin, Play, Role, Ruleset, Target, build};
use grundy_rules::session::Game;

use crate::read::claim::{Claim, Variable};

/// The claim about the game beside a pile; none where positions do not depend on the value in normal play, or the claim says more than one equation.
pub(crate) fn beside_a_pile(claim: &Claim) -> Option<Claim> {
    let own = claim.scope.own?;
    let Cond::Zero(e) = &*claim.body else { return None };
    let question = claim.scope.questions.iter().position(|question| {
        matches!(question, Question::Position { game, what: What::Value { play: Play::Normal }, own: true }
            if *game == own)
    });
    let value = build::ask(question.filter(|_| claim.is_plain())?, vec![], Place(None));
    let inside = e.any_number(&mut |e| matches!(e, Form::Ask(_, entries, _) if entries.iter().any(|e| has(e, &value))));
    let rules = &claim.scope.games[own].rules;
    if !inside || rules.splits() || rules.blocked > 0 {
        return None;
    }
    let mut new = claim.clone();
    let pile = build::coord(claim.vars.len());
    let said = Instead { of: &value, by: &pile }.number(e);
    new.scope.games.push(Game { rules: Arc::new(with_pile(rules)), ..claim.scope.games[own].clone() });
    new.scope.own = Some(claim.scope.games.len());
    let what = What::Value { play: Play::Normal };
    new.scope.questions.push(Question::Position { game: claim.scope.games.len(), what, own: true });
    new.vars.push(Variable::new("value", None));
    new.entries.push(pile);
    let asked = build::ask(claim.scope.questions.len(), vec![], Place(None));
    let zero = |e: E| -> C { Arc::new(Cond::Zero(e)) };
    new.body = Arc::new(Cond::Same(zero(asked), zero(said)));
    Some(new)
}

/// Is a number, or some number inside of it, another one?
fn has(e: &E, other: &E) -> bool {
    e.any_number(&mut |e| *e == **other)
}

/// The rules of a game beside a pile, from which any number of tokens may be taken.
fn with_pile(rules: &Ruleset) -> Ruleset {
    let (coord, leaf) = (rules.width(), rules.leaves.len());
    let mut new = rules.clone();
    let size = build::coord(coord);
    let rest = build::sub(&size, &Arc::new(Form::Var(0)));
    new.coords.push(Coordinate { name: "pile".into(), role: Role::Own });
    new.leaves.push(Leaf::of(coord, 1));
    new.families.push(Family {
        before: build::boolean(true),
        params: vec![Range { var: 0, lo: build::int(1), hi: size }],
        guard: build::boolean(true),
        targets: vec![Target::of(leaf, vec![vec![rest]])],
        place: Place(None),
    });
    new.origin = Origin::default();
    new
}
