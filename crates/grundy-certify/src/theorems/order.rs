//! Positions that ascend stand for all.
//!
//! In: rules. Out: whether the theorems `exchange` and `order` hold of them; and what holds of a position as automata read it.

use crate::form::expr::{Result, Rules};
use crate::form::spent::Stop;
use crate::say::moves::{Defined, Speaker};
use crate::say::sets::{Set, Sum};
use crate::say::steps::Steps;
use crate::theorems::obligations::{Model, Thing, no_word, position, show};
use crate::values::Claim;

/// Both formulas hold for some rules.
pub(crate) fn ascending_stands_for_all(steps: &mut Steps, rules: &Rules, stop: Stop) -> Result<()> {
    exchange(steps, rules, stop)?;
    order(steps, rules, stop)
}

/// A position of new tracks that ascends.
pub(crate) fn ascending(speaker: &mut Speaker, rules: &Rules) -> Result<Vec<Sum>> {
    let mut at = speaker.tracks(rules.width)?;
    for i in 1..at.len() {
        at[i] = at[i].plus(1, &at[i - 1])?;
    }
    Ok(at)
}

/// A position ascends.
pub(crate) fn ascends(speaker: &mut Speaker, at: &[Sum]) -> Result<Set> {
    let pairs = at.windows(2).map(|pair| speaker.sets.at_most(&pair[0], &pair[1]));
    let pairs = pairs.collect::<Result<Vec<Set>>>()?;
    Ok(speaker.sets.and(pairs))
}

/// Neighbouring coordinates may be exchanged: a position exists if the exchanged one does, and has the exchanged options.
pub(crate) fn exchange(steps: &mut Steps, rules: &Rules, stop: Stop) -> Result<()> {
    (1..rules.width).try_for_each(|i| {
        let exchanged = |speaker: &mut Speaker| {
            let (x, y) = (speaker.tracks(rules.width)?, speaker.tracks(rules.width)?);
            let (mut u, mut w) = (x.clone(), y.clone());
            u.swap(i - 1, i);
            w.swap(i - 1, i);
            let names = [("x", x), ("y", y), ("u", u), ("w", w)].map(|(name, at)| position(name, &at));
            Ok((names.to_vec(), speaker.sets.constant(true)))
        };
        show(steps, "exchange", &Plain(rules), &exchanged, stop)
    })
}

/// No move from a position that ascends brings two unequal neighbours out of order.
fn order(steps: &mut Steps, rules: &Rules, stop: Stop) -> Result<()> {
    let subject = |speaker: &mut Speaker| {
        let at = ascending(speaker, rules)?;
        Ok((vec![position("x", &at)], speaker.position(rules, &at)?))
    };
    show(steps, "order", &Plain(rules), &subject, stop)
}

/// A game of which nothing is said.
struct Plain<'a>(&'a Rules);

impl Model for Plain<'_> {
    fn game(&self, _: usize) -> (&Rules, bool) {
        (self.0, false)
    }

    fn is_misere(&self) -> bool {
        false
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        match (word, of) {
            ("in_order", [x, y]) => in_order(speaker, x.at()?, y.at()?),
            _ => Err(no_word(word)),
        }
    }
}

/// No two unequal neighbours of a position, which ascends, are out of order in another.
pub(crate) fn in_order(speaker: &mut Speaker, x: &[Sum], y: &[Sum]) -> Result<Set> {
    let mut parts = vec![];
    for (x, y) in x.windows(2).zip(y.windows(2)) {
        let fine = [speaker.sets.equal(&x[0], &x[1])?, speaker.sets.at_most(&y[0], &y[1])?];
        parts.push(speaker.sets.or(fine.to_vec()));
    }
    Ok(speaker.sets.and(parts))
}

/// What holds of a position.
type OfPosition<'k> = dyn FnMut(&mut Speaker, &[Sum]) -> Result<Set> + 'k;

/// What holds of a position as the automata of a block read it: in differences they read positions that ascend, which stand for all.
pub(crate) fn as_read(speaker: &mut Speaker, claim: &Claim, at: &[Sum], of: &mut OfPosition<'_>) -> Result<Set> {
    let ascends = |pair: &[Sum]| pair[1].plus(-1, &pair[0]).is_ok_and(|more| more.is_natural());
    if !claim.differences || at.windows(2).all(ascends) {
        return of(speaker, at);
    }
    speaker.scoped(|speaker| {
        let (mut ordered, mut defined) = (vec![], Defined::default());
        for place in 0..at.len() {
            let number = speaker.rank(place, at)?;
            ordered.push(Sum::track(speaker.equal_track(&number, &mut defined)?));
        }
        let set = of(speaker, &ordered)?;
        Ok(speaker.close(defined, set))
    })
}
