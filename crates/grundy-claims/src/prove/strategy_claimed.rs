//! Claims that say P or N of some positions and nothing of others, proved by a strategy.
//!
//! In: a claim such as `P` at the positions of a pattern, `where C`, or `C implies P`, `P implies C`; and the conditions of other claims about the same game. Out: the positions as a condition, and the statement that is to be
//! proved (`by_strategies`): every move from them can be answered into them, or they have a move to positions of which this was proved.

use grundy_decide::{Alike, Coordinates};
use grundy_rules::lower::{Question, What, asks};
use grundy_rules::rules::build;
use grundy_rules::rules::change::{Change, Leaves};
use grundy_rules::rules::expr::{C, Cond, E, Expr as Form, Tree};
use grundy_rules::rules::symmetry::{Symmetry, orders};
use grundy_rules::rules::{Play, Ruleset};

use crate::prove::values_claimed::own_question;
use crate::read::claim::Claim;
use crate::read::places::Places;

/// What a claim says of the outcomes of some positions.
#[derive(Clone, Debug)]
pub(crate) struct SaysOutcome {
    pub(crate) game: usize,
    pub(crate) play: Play,
    /// The positions, by a condition on their coordinates.
    among: C,
    coordinates: Vec<E>,
    /// Are they P-positions, rather than N-positions?
    pub(crate) loses: bool,
}

/// The most images of a condition under exchanges of coordinates, and the most coordinates that are exchanged.
const IMAGES: usize = 24;
const EXCHANGED: usize = 4;

impl SaysOutcome {
    /// What a claim says, if it says this and no more.
    pub(crate) fn of(claim: &Claim) -> Option<SaysOutcome> {
        let own = claim.scope.own.filter(|_| claim.is_plain())?;
        let parts = match &*claim.body {
            Cond::Or(list) => list.clone(),
            _ => vec![claim.body.clone()],
        };
        let (said, conditions): (Vec<C>, Vec<C>) = parts.into_iter().partition(asks);
        let [said] = &said[..] else { return None };
        let (asked, loses) = outcome(said)?;
        let Question::Position { game, what: What::Value { play }, own: true } = claim.scope.questions.get(asked)?
        else {
            return None;
        };
        let rules = &claim.scope.games[own].rules;
        let fits = *game == own && rules.parts_reached().is_empty() && (!rules.splits() || *play == Play::Normal);
        // The positions at which none of the other conditions is true.
        let supposed = [claim.filter.clone()].into_iter().chain(conditions.iter().map(build::not)).collect();
        let total = claim.entries.iter().all(|entry| entry.total());
        let places = Places::of(&claim.entries, claim.vars.len()).filter(|_| total)?;
        let among = places.positions(&build::and(supposed));
        let coordinates = (0..rules.width()).map(build::coord).collect();
        fits.then_some(SaysOutcome { game: own, play: *play, among, coordinates, loses })
    }

    /// The same condition; and with it those of all positions that exchanges of coordinates make of such positions, if they are few.
    pub(crate) fn sets(&self, rules: &Ruleset) -> Vec<C> {
        let alone = vec![self.among.clone()];
        let mut images = alone.clone();
        for class in Symmetry::of(rules).classes {
            if class.len() > EXCHANGED {
                return alone;
            }
            let mut more: Vec<C> = vec![];
            for image in &images {
                for order in orders(&class) {
                    let exchanged = |leaf: &Form| {
                        let Form::Coord(i) = leaf else { return None };
                        let at = class.iter().position(|own| own == i)?;
                        Some(build::coord(order[at]))
                    };
                    let image = Leaves::numbers(&exchanged).condition(image);
                    if !more.contains(&image) {
                        more.push(image);
                    }
                    if more.len() > IMAGES {
                        return alone;
                    }
                }
            }
            images = more;
        }
        let several = (images.len() > 1).then(|| build::or(images));
        alone.into_iter().chain(several).collect()
    }

    /// What is to be proved, if every move from a position of a set has an answer in the set.
    pub(crate) fn by_strategy<'s>(&'s self, rules: &'s Ruleset, set: &'s C) -> Alike<'s> {
        Alike {
            rules,
            play: self.play,
            coordinates: Coordinates::Plain,
            entries: &self.coordinates,
            variables: self.coordinates.len(),
            filter: set,
            games: vec![],
            numbers: vec![],
            outcomes: true,
            questions: &[],
            beyond: None,
            stated: Some((&self.among, self.loses)),
        }
    }
}

/// `G = 0`, or not: the question, and whether it is said to be 0.
fn outcome(c: &C) -> Option<(usize, bool)> {
    match &**c {
        Cond::Zero(e) => Some((own_question(e)?, true)),
        Cond::Not(inner) => outcome(inner).map(|(asked, loses)| (asked, !loses)),
        _ => None,
    }
}
