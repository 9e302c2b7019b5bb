//! Moves that take numbers of bounded difference, by one parameter each.
//!
//! In: rules. Out: the same game, in which `(a - k, b - l)` with `abs(k - l) < 3` is five families of moves, one for each difference, whose only parameter is k. Tables
//! then list fewer numbers, and formulas have fewer variables. The canonical form of rules is not changed by this: who reads the rules so does it for itself.

use std::ops::RangeInclusive;

use dashu_int::IBig;

use super::build;
use super::change::Leaves;
use super::expr::{C, Cond, E, Expr, Tree};
use super::normal::{moved_by, normal_forms};
use super::ruleset::{Family, Ruleset};

/// The most differences that are written out.
const DIFFERENCES: i64 = 16;

impl Ruleset {
    /// The same game with one family of moves for each difference of two parameters that is bounded; nothing where no difference is.
    #[must_use]
    pub fn spread(&self) -> Option<Ruleset> {
        let requires: Vec<C> = self.requires.iter().map(|(_, condition, _)| condition.clone()).collect();
        let (mut families, mut is_new) = (vec![], false);
        for family in &self.families {
            match self.by_differences(family) {
                Some(spread) => {
                    is_new = true;
                    families.extend(spread.into_iter().flat_map(|family| normal_forms(self, family, &requires)));
                }
                None => families.push(family.clone()),
            }
        }
        is_new.then(|| Ruleset { families, ..self.clone() })
    }

    /// One family for each difference of two parameters that two coordinates are lowered by.
    fn by_differences(&self, family: &Family) -> Option<Vec<Family>> {
        if !family.expressions().all(|e| e.total()) {
            return None;
        }
        let is_taken = |k: &usize| !moved_by(self, family, family.params[*k].var).is_empty();
        let taken: Vec<usize> = (0..family.params.len()).filter(is_taken).collect();
        let mut pairs = taken.iter().enumerate().flat_map(|(i, l)| taken[..i].iter().map(|k| (*k, *l)));
        pairs.find_map(|(k, l)| {
            let differences = differences(family, k, l)?;
            Some(differences.map(|d| with_difference(family, k, l, d)).collect())
        })
    }
}

/// The differences that the parameter k less the parameter l can have, if they are few.
fn differences(family: &Family, k: usize, l: usize) -> Option<RangeInclusive<i64>> {
    let (first, second) = (build::var(family.params[k].var), &family.params[l]);
    let less = |e: &E| build::sub(e, &build::var(second.var));
    let above = lower_ends(&second.lo).into_iter().map(|lo| less(&lo));
    let ends = above.chain(upper_ends(&second.hi).into_iter().map(|hi| build::scale(&less(&hi), &IBig::NEG_ONE)));
    let guards = build::conjuncts(&family.guard).into_iter().filter_map(|part| match &*part {
        Cond::NonPos(e) => Some(e.clone()),
        _ => None,
    });
    let (mut lo, mut hi): (Option<i64>, Option<i64>) = (None, None);
    let difference = build::sub(&first, &build::var(second.var));
    for e in ends.chain(guards).flat_map(|e| without_abs(&e)) {
        let constant = |other: &E| build::sub(&e, other).as_i64();
        let least = constant(&build::scale(&difference, &IBig::NEG_ONE));
        let most = constant(&difference).and_then(i64::checked_neg);
        lo = lo.max(least);
        hi = [hi, most].into_iter().flatten().min();
    }
    let (lo, hi) = (lo?, hi?);
    (hi.checked_sub(lo)? < DIFFERENCES).then_some(lo..=hi)
}

/// `abs(e) + c <= 0` says that `e + c <= 0` and `-e + c <= 0`.
fn without_abs(e: &E) -> Vec<E> {
    let (constant, terms) = build::linear(e);
    match &terms[..] {
        [(term, factor)] if factor.is_one() => match &**term {
            Expr::Abs(inner) => [1, -1]
                .map(|sign| build::add(&build::scale(inner, &sign.into()), &build::int(constant.clone())))
                .to_vec(),
            _ => vec![e.clone()],
        },
        _ => vec![e.clone()],
    }
}

/// What numbers from a lower end on are at least.
fn lower_ends(end: &E) -> Vec<E> {
    if let Expr::Max(list) = &**end { list.clone() } else { vec![end.clone()] }
}

/// What numbers up to an upper end are at most.
fn upper_ends(end: &E) -> Vec<E> {
    if let Expr::Min(list) = &**end { list.clone() } else { vec![end.clone()] }
}

/// The moves for which the parameter k less the parameter l is d: l is gone.
fn with_difference(family: &Family, k: usize, l: usize, d: i64) -> Family {
    let (first, second) = (family.params[k].var, family.params[l].var);
    let other = build::sub(&build::var(first), &build::int(d));
    let mut new = family.changed(&Leaves::numbers(&|leaf| (*leaf == Expr::Var(second)).then(|| other.clone())));
    let range = new.params.remove(l);
    // The range of the first parameter may speak of no other one.
    let is_plain = |end: &E| end.variables() == 0;
    let (lo, after): (Vec<E>, Vec<E>) = lower_ends(&range.lo).into_iter().partition(is_plain);
    let (hi, before): (Vec<E>, Vec<E>) = upper_ends(&range.hi).into_iter().partition(is_plain);
    let guards = after.iter().map(|end| build::le(end, &other)).chain(before.iter().map(|end| build::le(&other, end)));
    new.guard = build::and(guards.chain([new.guard.clone()]).collect());
    let moved = |ends: Vec<E>| ends.into_iter().map(|end| build::add(&end, &build::int(d))).collect::<Vec<E>>();
    new.params[k].lo = build::max([moved(lo), lower_ends(&new.params[k].lo)].concat());
    new.params[k].hi = build::min([moved(hi), upper_ends(&new.params[k].hi)].concat());
    new
}
