//! Bounds of variables from a `where` condition.
//!
//! In: the condition of a claim. Out: for each variable the greatest value at which the condition can hold, where linear conjuncts of the
//! condition give one: `a <= b and b <= 10` bounds both. A claim whose variables are all bounded speaks of finitely many positions.

use dashu_int::IBig;

use crate::read::claim::Variable;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr};

/// Bounds the variables by the conjuncts `e <= 0` and `e = 0` of a condition, e linear; coordinates are naturals.
pub(crate) fn narrow(filter: &C, vars: &mut [Variable]) {
    if filter.as_bool() == Some(false) {
        vars.iter_mut().for_each(|v| v.most = Some(0));
        return;
    }
    let mut parts: Vec<(IBig, Vec<(usize, IBig)>)> = vec![];
    for part in build::conjuncts(filter) {
        match &*part {
            Cond::Or(cases) => narrow_by_cases(cases, vars),
            Cond::NonPos(e) => greatest(e).iter().for_each(|e| parts.extend(linear(e))),
            Cond::Zero(e) => {
                parts.extend(linear(e));
                parts.extend(linear(&build::scale(e, &IBig::from(-1))));
            }
            _ => {}
        }
    }
    // Bounds pass along chains a <= b <= c; each round settles one more link.
    for _ in 0..=vars.len() {
        let before: Vec<Option<u64>> = vars.iter().map(|v| v.most).collect();
        for (constant, terms) in &parts {
            for (i, k) in terms.iter().filter(|(_, k)| *k > IBig::ZERO) {
                if let Some(most) = most(*i, k, constant, terms, vars) {
                    vars[*i].most = Some(vars[*i].most.map_or(most, |m| m.min(most)));
                }
            }
        }
        if vars.iter().map(|v| v.most).eq(before) {
            return;
        }
    }
}

/// Bounds the variables that every case bounds, by the greatest of these bounds: `n in {2, 4, 16}` bounds n by 16.
fn narrow_by_cases(cases: &[C], vars: &mut [Variable]) {
    let narrowed = |case: &C| {
        let mut own = vars.to_vec();
        narrow(case, &mut own);
        own.into_iter().map(|v| v.most).collect::<Vec<Option<u64>>>()
    };
    let bounds: Vec<Vec<Option<u64>>> = cases.iter().map(narrowed).collect();
    for (i, var) in vars.iter_mut().enumerate() {
        let most = bounds.iter().map(|own| own[i]).collect::<Option<Vec<u64>>>().and_then(|all| all.into_iter().max());
        if let Some(most) = most {
            var.most = Some(var.most.map_or(most, |m| m.min(most)));
        }
    }
}

/// Expressions that are 0 or less where `e` is: a greatest entry in it is put for each of its entries.
fn greatest(e: &E) -> Vec<E> {
    let (constant, terms) = build::linear(e);
    let place = terms.iter().position(|(term, k)| matches!(&**term, Expr::Max(_)) && *k > IBig::ZERO);
    let Some((Expr::Max(list), at)) = place.map(|at| (&*terms[at].0, at)) else { return vec![e.clone()] };
    let put = |entry: &E| {
        let mut terms = terms.clone();
        terms[at].0 = entry.clone();
        terms.push((build::int(1), constant.clone()));
        build::sum(&terms)
    };
    list.iter().map(put).collect()
}

fn linear(e: &E) -> Option<(IBig, Vec<(usize, IBig)>)> {
    let (constant, terms) = build::linear(e);
    let coord = |(t, k): (E, IBig)| if let Expr::Coord(i) = *t { Some((i, k)) } else { None };
    Some((constant, terms.into_iter().map(coord).collect::<Option<_>>()?))
}

/// The greatest x_i with constant + Σ k_j x_j <= 0, the other variables taken as favourable as their bounds allow.
fn most(i: usize, k: &IBig, constant: &IBig, terms: &[(usize, IBig)], vars: &[Variable]) -> Option<u64> {
    let mut room = -constant.clone();
    for (j, factor) in terms.iter().filter(|(j, factor)| *j != i && *factor < IBig::ZERO) {
        room -= factor * IBig::from(vars[*j].most?);
    }
    let most = build::floor_div(&room, k)?;
    if most < IBig::ZERO { Some(0) } else { u64::try_from(&most).ok() }
}
