//! Conditions on the parts of a move, sorted by the numbers they speak of.
//!
//! In: the conditions under which a move is made, with the parts that it leaves as variables. Out: [`Sorted`], which has one condition on the whole,
//! one on each part, and the order between parts; or the reason why a condition is none of these. That the whole is a position is among the
//! conditions. That the parts are positions is added later, for all parts alike.

use std::collections::HashMap;

use dashu_int::IBig;

use super::number_set::NumberSet;
use super::read::{Case, FamilyReader};
use grundy_core::contract::reason::Reason;
use grundy_rules::rules::build;
use grundy_rules::rules::change;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Tree};

/// Conditions on the whole and on the parts, sorted.
pub(super) struct Sorted {
    /// The condition on the whole, which includes that it is a position.
    pub(super) when: NumberSet,
    pub(super) each: Vec<NumberSet>,
    /// (i, j, g): part i + g <= part j.
    pub(super) order: Vec<(usize, usize, i64)>,
}

/// Variables from here on stand for parts that are constant, until parts become variables.
const PART: usize = usize::MAX / 4;
/// In `order`, stands for both parts where they must be unequal.
pub(super) const UNEQUAL: usize = usize::MAX;

impl FamilyReader<'_> {
    /// Sorts the conditions of a case; `None` if one of them never holds.
    pub(super) fn sort(
        &self,
        case: &Case,
        parts: usize,
        take: u64,
        put: &HashMap<usize, E>,
    ) -> Result<Option<Sorted>, Reason> {
        let sum: Vec<(E, IBig)> = (0..parts).map(|i| (build::var(i), IBig::ONE)).collect();
        let whole = build::add(&build::sum(&sum), &build::int(take));
        let mut sorted = Sorted { when: self.exists.clone(), each: vec![NumberSet::all(); parts], order: vec![] };
        let mut conditions = case.conditions.clone();
        for (i, part) in case.parts.iter().enumerate() {
            if part.as_int().is_some() {
                conditions.push(build::eq(&build::var(PART + i), part));
            }
        }
        for condition in conditions.iter().flat_map(build::conjuncts).flat_map(|e| loosened(&e)) {
            if !condition.any_number(&mut |x| matches!(x, Expr::Var(_))) {
                let Some(which) = NumberSet::of(&condition, self.modulus) else { return self.undecided(&condition) };
                sorted.when = sorted.when.and(&which);
                continue;
            }
            let in_parts = change::substitute(&condition, &|leaf| match leaf {
                Expr::Coord(_) => Some(whole.clone()),
                Expr::Var(v) if *v >= PART => Some(build::var(v - PART)),
                Expr::Var(v) => put.get(v).cloned(),
                _ => None,
            });
            for condition in loosened(&in_parts).iter().flat_map(build::conjuncts) {
                if !self.place(&condition, parts, take, &mut sorted)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(sorted))
    }

    /// Adds one condition on parts to `sorted`; `false` if it never holds.
    fn place(&self, condition: &C, parts: usize, take: u64, sorted: &mut Sorted) -> Result<bool, Reason> {
        if let Some(truth) = condition.as_bool() {
            return Ok(truth);
        }
        let used: Vec<usize> = (0..parts).filter(|i| condition.uses(*i)).collect();
        if let [part] = used[..] {
            let own = change::substitute(condition, &|leaf| match leaf {
                Expr::Var(_) => Some(build::coord(0)),
                _ => None,
            });
            let Some(which) = NumberSet::of(&own, self.modulus) else { return self.undecided(condition) };
            sorted.each[part] = sorted.each[part].and(&which);
            return Ok(true);
        }
        let inner = match &**condition {
            Cond::NonPos(e) => e,
            Cond::Not(e) => match &**e {
                Cond::Zero(e) => return self.unequal(e, parts, sorted),
                _ => return self.strange(),
            },
            _ => return self.strange(),
        };
        let (constant, terms) = build::linear(inner);
        let factor =
            |i: usize| terms.iter().find(|(t, _)| **t == Expr::Var(i)).map_or(Some(0), |(_, k)| i64::try_from(k).ok());
        let plain = terms.iter().all(|(t, _)| matches!(**t, Expr::Var(_)));
        let factors: Option<Vec<i64>> = (0..parts).map(factor).collect();
        let (Some(factors), Ok(constant), true) = (factors, i64::try_from(&constant), plain) else {
            return self.strange();
        };
        if constant <= 0 && factors.iter().all(|k| *k <= 0) {
            return Ok(true);
        }
        if factors.iter().all(|k| *k == factors[0]) {
            let rest = build::scale(&build::sub(&build::coord(0), &build::int(take)), &factors[0].into());
            let condition = build::non_pos(&build::add(&rest, &build::int(constant)));
            let Some(which) = NumberSet::of(&condition, self.modulus) else { return self.undecided(&condition) };
            sorted.when = sorted.when.and(&which);
            return Ok(true);
        }
        let (plus, minus): (Vec<usize>, Vec<usize>) = used.iter().partition(|i| factors[**i] > 0);
        if let ([i], [j]) = (&plus[..], &minus[..])
            && (factors[*i], factors[*j]) == (1, -1)
        {
            sorted.order.push((*i, *j, constant));
            return Ok(true);
        }
        // Σ k_i x_i + c <= 0 follows from x_0 <= x_1 <= … if c <= 0 and no sum of the last k_i is positive.
        let mut last = 0;
        if constant <= 0
            && factors.iter().rev().all(|k| {
                last += k;
                last <= 0
            })
        {
            return Ok(true);
        }
        self.strange()
    }

    fn strange<T>(&self) -> Result<T, Reason> {
        self.refuse("has a condition on several parts that is none on their order")
    }

    /// `a != b` for two parts that are alike is `a + 1 <= b`.
    fn unequal(&self, e: &E, parts: usize, sorted: &mut Sorted) -> Result<bool, Reason> {
        let difference = build::sub(&build::var(0), &build::var(1));
        if parts == 2 && (*e == difference || *e == build::scale(&difference, &-IBig::ONE)) {
            sorted.order.push((UNEQUAL, UNEQUAL, 0));
            return Ok(true);
        }
        self.strange()
    }
}

/// An inequality as a list of inequalities that together say the same, where possible without quotients, minima and maxima.
pub(super) fn loosened(e: &C) -> Vec<C> {
    let Cond::NonPos(inner) = &**e else { return vec![e.clone()] };
    let (_, terms) = build::linear(inner);
    for (term, factor) in &terms {
        let rest = build::sub(inner, &build::scale(term, factor));
        let each = |list: &[E]| -> Vec<C> {
            list.iter().flat_map(|x| loosened(&build::non_pos(&build::add(&rest, &build::scale(x, factor))))).collect()
        };
        match &**term {
            Expr::Min(list) if *factor < IBig::ZERO => return each(list),
            Expr::Max(list) if *factor > IBig::ZERO => return each(list),
            Expr::Div(of, by, _) if by.as_int().is_some_and(|d| *d > IBig::ZERO) => {
                let d = by.as_int().cloned().unwrap_or(IBig::ONE);
                let scaled = build::scale(&rest, &d);
                // rest <= floor(of / d), or floor(of / d) < 1 - rest.
                let whole = match factor {
                    k if *k == -IBig::ONE => build::non_pos(&build::sub(&scaled, of)),
                    k if k.is_one() => {
                        build::non_pos(&build::add(&build::add(of, &scaled), &build::int(IBig::ONE - &d)))
                    }
                    _ => continue,
                };
                return loosened(&whole);
            }
            _ => {}
        }
    }
    vec![e.clone()]
}
