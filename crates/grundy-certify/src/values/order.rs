//! Positions that ascend stand for all.
//!
//! In: rules. Out: two formulas about their positions, which must hold. Neighbouring coordinates can be exchanged, so that the values of a position do not
//! depend on the order of its coordinates. And no move from a position that ascends brings two unequal neighbours out of order; so where an option does not
//! ascend, equal coordinates of the position can be exchanged until it does: each option is, in another order, an option that ascends.

use super::super::expr::{Result, Rules};
use super::Claim;
use super::moves::{Defined, Speaker, only};
use super::sets::{Set, Sum};
use super::steps::Steps;
use crate::spent::Stop;

/// Both formulas hold for some rules.
pub(super) fn ascending_stands_for_all(steps: &mut Steps, rules: &Rules, stop: Stop) -> Result<()> {
    exchange(steps, rules, stop)?;
    order(steps, rules, stop)
}

/// A position of new tracks that ascends.
pub(super) fn ascending(speaker: &mut Speaker, rules: &Rules) -> Result<Vec<Sum>> {
    let mut at = speaker.tracks(rules.width)?;
    for i in 1..at.len() {
        at[i] = at[i].plus(1, &at[i - 1])?;
    }
    Ok(at)
}

/// A position ascends.
pub(super) fn ascends(speaker: &mut Speaker, at: &[Sum]) -> Result<Set> {
    let pairs = at.windows(2).map(|pair| speaker.sets.at_most(&pair[0], &pair[1]));
    let pairs = pairs.collect::<Result<Vec<Set>>>()?;
    Ok(speaker.sets.and(pairs))
}

/// Neighbouring coordinates may be exchanged: a position exists if the exchanged one does, and has the exchanged options.
pub(super) fn exchange(steps: &mut Steps, rules: &Rules, stop: Stop) -> Result<()> {
    let width = rules.width;
    for i in 1..width {
        let speaker = &mut steps.speaker;
        speaker.begin();
        let (x, y) = (speaker.tracks(width)?, speaker.tracks(width)?);
        let exchanged = |at: &[Sum]| {
            let mut at = at.to_vec();
            at.swap(i - 1, i);
            at
        };
        let (here, there) = (speaker.leads(rules, &x, &y)?, speaker.leads(rules, &exchanged(&x), &exchanged(&y))?);
        let (first, second) = (speaker.position(rules, &x)?, speaker.position(rules, &exchanged(&x))?);
        let sets = &mut speaker.sets;
        let (same, moves) = (sets.iff(first, second), sets.iff(here, there));
        let moves = sets.implies(first, moves);
        let both = sets.and(vec![same, moves]);
        let what = || format!("the coordinates {i} and {} of its rules cannot be exchanged", i + 1);
        steps.must(both, what, stop)?;
    }
    Ok(())
}

/// No move from a position that ascends brings two unequal neighbours out of order.
fn order(steps: &mut Steps, rules: &Rules, stop: Stop) -> Result<()> {
    let speaker = &mut steps.speaker;
    speaker.begin();
    let at = ascending(speaker, rules)?;
    let (exists, keeps) = (speaker.position(rules, &at)?, keeps_order(speaker, rules, &at)?);
    let formula = speaker.sets.implies(exists, keeps);
    steps.must(formula, || OUT_OF_ORDER.into(), stop)
}

/// What is said where some move does.
pub(super) const OUT_OF_ORDER: &str = "some move brings unequal coordinates out of order";

/// No move from a position, which ascends, brings two unequal neighbours out of order.
pub(super) fn keeps_order(speaker: &mut Speaker, rules: &Rules, at: &[Sum]) -> Result<Set> {
    let out = speaker.moves(rules, at, &mut |speaker, parts| {
        let mut ways = vec![];
        for (x, y) in at.windows(2).zip(only(parts)?.windows(2)) {
            let fine = [speaker.sets.equal(&x[0], &x[1])?, speaker.sets.at_most(&y[0], &y[1])?];
            let fine = speaker.sets.or(fine.to_vec());
            ways.push(speaker.sets.not(fine));
        }
        Ok(speaker.sets.or(ways))
    })?;
    Ok(speaker.sets.not(out))
}

/// What holds of a position.
type OfPosition<'k> = dyn FnMut(&mut Speaker, &[Sum]) -> Result<Set> + 'k;

/// What holds of a position as the automata of a block read it: in differences they read positions that ascend, which stand for all.
pub(super) fn as_read(speaker: &mut Speaker, claim: &Claim, at: &[Sum], of: &mut OfPosition<'_>) -> Result<Set> {
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
