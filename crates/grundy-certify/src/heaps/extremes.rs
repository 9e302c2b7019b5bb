//! Families of moves without least and greatest numbers.
//!
//! In: a family, which may leave max(0, i - 2) tokens. Out: families that together have the same moves. In each of them such a number is one of those of which it is the least or the greatest, and
//! conditions say where it is. A condition becomes an end of the range of the last amount in it. Where that leaves an amount a few values, such as n - 1 and n, each has a family, with an equation.

use crate::form::expr::{Expr, Family, Many};
use crate::form::total::is_total;

/// The most families that one becomes by its least and greatest numbers, and the most that each of these becomes by its amounts.
const MOST: usize = 1 << 6;

/// The families; the family itself where something might be undefined, or where they are too many.
pub(super) fn without_extremes(family: &Family) -> Vec<Family> {
    let (mut open, mut done) = (vec![family.clone()], vec![]);
    while let Some(one) = open.pop() {
        match cases(&one) {
            Some(cases) if open.len() + done.len() + cases.len() > MOST => return vec![family.clone()],
            Some(cases) => open.extend(cases),
            None => done.push(one),
        }
    }
    if done.len() > 1 { done.into_iter().flat_map(tied).collect() } else { done }
}

/// The cases of the amounts whose ranges have a constant length, and begin at no constant; amounts with too many values are left.
fn tied(family: Family) -> Vec<Family> {
    let mut cases = vec![family.clone()];
    for (own, (lo, hi)) in family.params.iter().enumerate() {
        let begins = difference(0, &Expr::V(own), lo).filter(|(_, terms)| terms.len() > 1);
        let length = difference(0, hi, lo).filter(|(_, terms)| terms.is_empty()).map(|(length, _)| length);
        let (Some((first, terms)), Some(length)) = (begins, length) else { continue };
        let numbers = (0..=length).take(MOST / cases.len() + 1).map(|more| first.checked_sub(more));
        let Some(numbers) = numbers.collect::<Option<Vec<i128>>>().filter(|all| all.len() * cases.len() <= MOST) else {
            continue;
        };
        let with = |case: &Family, number: i128| {
            let mut case = case.clone();
            add_condition(&mut case, Expr::Zero(Box::new(Expr::Sum(number, terms.clone()))));
            case
        };
        cases = cases.iter().flat_map(|case| numbers.iter().map(move |number| with(case, *number))).collect();
    }
    cases
}

/// The cases of the first number that is a least or a greatest one.
fn cases(family: &Family) -> Option<Vec<Family>> {
    let entries = || family.targets.iter().flat_map(|(_, tuples)| tuples).flatten();
    let ends = family.params.iter().flat_map(|(lo, hi)| [lo, hi]);
    let place = entries().position(|e| matches!(e, Expr::Many(Many::Min | Many::Max, _)))?;
    let Some(Expr::Many(word, list)) = entries().nth(place).filter(|_| ends.chain(entries()).all(is_total)) else {
        return None;
    };
    if list.len() > MOST {
        return None;
    }
    let with = |(i, own): (usize, &Expr)| {
        let mut case = family.clone();
        *case.targets.iter_mut().flat_map(|(_, tuples)| tuples).flatten().nth(place)? = own.clone();
        for (j, other) in list.iter().enumerate().filter(|(j, _)| *j != i) {
            let (small, large) = if *word == Many::Min { (own, other) } else { (other, own) };
            // Of equal numbers the first is taken.
            demand(&mut case, difference(i128::from(j < i), small, large)?)?;
        }
        Some(case)
    };
    list.iter().enumerate().map(with).collect()
}

/// A constant, and multiples of expressions that are no sums.
type Terms = (i128, Vec<(i128, Expr)>);

/// A number more than a - b; `None` if a factor is too large.
fn difference(more: i128, a: &Expr, b: &Expr) -> Option<Terms> {
    let mut sum = (more, vec![]);
    add(&mut sum, 1, a)?;
    add(&mut sum, -1, b)?;
    sum.1.retain(|(factor, _)| *factor != 0);
    Some(sum)
}

fn add(sum: &mut Terms, times: i128, e: &Expr) -> Option<()> {
    let more = |number: i128, factor: i128| number.checked_add(times.checked_mul(factor)?).filter(|n| *n > i128::MIN);
    match e {
        Expr::Int(number) => sum.0 = more(sum.0, *number)?,
        Expr::Sum(number, terms) => {
            sum.0 = more(sum.0, *number)?;
            terms.iter().try_for_each(|(factor, term)| add(sum, times.checked_mul(*factor)?, term))?;
        }
        _ => match sum.1.iter_mut().find(|(_, term)| term == e) {
            Some((factor, _)) => *factor = more(*factor, 1)?,
            None => sum.1.push((more(0, 1)?, e.clone())),
        },
    }
    Some(())
}

/// A sum that is 0 or less becomes an end of the range of the last amount in it, if that is not of constant length, and the end that was there a condition.
fn demand(family: &mut Family, (number, terms): Terms) -> Option<()> {
    let amount = |(factor, term): &(i128, Expr)| if let Expr::V(own) = term { Some((*own, *factor)) } else { None };
    let mut condition = Expr::Sum(number, terms.clone());
    if let Some((own, factor @ (1 | -1))) = terms.iter().filter_map(amount).max()
        && let (lo, hi) = &mut family.params[own]
        && !difference(0, hi, lo)?.1.is_empty()
    {
        // What is left of the sum, with the other sign if the amount is at most this.
        let rest = terms.iter().filter(|(_, term)| *term != Expr::V(own));
        let end = Expr::Sum(-factor * number, rest.map(|(k, term)| (-factor * k, term.clone())).collect());
        let old = std::mem::replace(if factor == 1 { hi } else { lo }, end);
        condition = Expr::Sum(0, vec![(factor, Expr::V(own)), (-factor, old)]);
    }
    add_condition(family, Expr::NonPos(Box::new(condition)));
    Some(())
}

fn add_condition(family: &mut Family, condition: Expr) {
    let guard = std::mem::replace(&mut family.guard, Expr::Truth(true));
    let mut all = if let Expr::And(all) = guard { all } else { vec![guard] };
    all.push(condition);
    family.guard = Expr::And(all);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many amounts have a few values each, and however many numbers there are, the families are few.
    #[test]
    fn families_are_few() {
        let later = |more: i128| Expr::Sum(more, vec![(1, Expr::X(0))]);
        let greatest = |many: i128| Expr::Many(Many::Max, (0..many).map(Expr::Int).chain([Expr::V(0)]).collect());
        for (amounts, tuples, numbers) in [(12, 1, 1), (1, 12, 3), (1, 2, 1000), (12, 6, 1)] {
            let params = vec![(later(-15), later(0)); amounts];
            let targets = vec![(0, vec![vec![greatest(numbers)]; tuples])];
            let family = Family { before: Expr::Truth(true), params, guard: Expr::Truth(true), targets };
            assert!(without_extremes(&family).len() <= MOST * MOST, "{amounts} {tuples} {numbers}");
        }
    }

    /// A certificate may contain any number.
    #[test]
    fn numbers_that_are_too_large_leave_a_family_as_it_is() {
        let sum = |number: i128, factor: i128| Expr::Sum(number, vec![(1, Expr::X(0)), (factor, Expr::V(0))]);
        let great = [i128::MIN, i128::MIN + 1, i128::MAX];
        for (number, factor) in great.iter().flat_map(|n| [(*n, -1), (0, *n), (*n, *n), (1, -1)]) {
            for lo in [Expr::Int(1), sum(number, 0), Expr::Sum(number, vec![(1, Expr::X(0))])] {
                let greatest = Expr::Many(Many::Max, vec![Expr::Int(number), sum(number, factor)]);
                let params = vec![(lo, Expr::X(0))];
                let targets = vec![(0, vec![vec![greatest]])];
                let family = Family { before: Expr::Truth(true), params, guard: Expr::Truth(true), targets };
                assert!(without_extremes(&family).len() <= 2, "{number} {factor}");
            }
        }
    }
}
