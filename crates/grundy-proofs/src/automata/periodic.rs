//! A formula for numbers that repeat: residues, and exceptions.
//!
//! In: the first values of a function of one number. Out: the period that they show, as an expression; a guess, to be proved. An automaton would need a
//! longer table: a period p shows after two periods, and the automaton of its residues only after numbers with as many digits as 2 has powers
//! modulo p.

use grundy_core::contract::tail::tail;
use grundy_decide::Claimed;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E};

/// More values than this are looked at as a coordinate of their own.
pub(super) const LEVELS: u32 = 12;
/// The longest period, and the most exceptions, that are said.
const LONGEST: usize = 256;
const EXCEPTIONS: usize = 64;

/// The value as an expression of the coordinate 0; `None` if no period shows itself.
///
/// The expression is `if n in {…} then … else if n mod p in {…} then … else …`, with a multiple of `n div p` if the values grow.
fn periodic(values: &[u32]) -> Option<E> {
    let terms: Vec<i128> = values.iter().map(|value| i128::from(*value)).collect();
    let tail = tail(&terms)?;
    let (period, saltus) = (tail.period, tail.saltus);
    // Twice before the half of what is known, so that a chance is unlikely.
    if period > LONGEST || tail.preperiod + 4 * period > terms.len() {
        return None;
    }
    let growth = |n: usize| saltus * (n / period) as i128;
    let residue = |r: usize| {
        let n = terms.len() - period + (r + period - terms.len() % period) % period;
        terms[n] - growth(n)
    };
    let residues: Vec<i128> = (0..period).map(residue).collect();
    let exceptions: Vec<usize> =
        (0..tail.preperiod).filter(|n| terms[*n] != residues[n % period] + growth(*n)).collect();
    if exceptions.len() > EXCEPTIONS {
        return None;
    }
    let (n, place) = (build::coord(0), Default::default());
    let by = build::int(period as u64);
    let remainder = build::modulo(&n, &by, place);
    let identity = period > 1 && residues.iter().zip(0..).all(|(value, r)| *value == r);
    let regular =
        if identity { remainder } else { listed(&remainder, &residues.into_iter().enumerate().collect::<Vec<_>>()) };
    let grown = build::scale(&build::div(&n, &by, place), &saltus.into());
    let regular = build::add(&grown, &regular);
    let found = exceptions.into_iter().map(|n| (n, terms[n])).collect::<Vec<_>>();
    Some(
        groups(&found)
            .into_iter()
            .rev()
            .fold(regular, |rest, (value, at)| if_else(&one_of(&n, &at), &build::int(value), &rest)),
    )
}

/// What the values of a game of one coordinate show, to be proved: where each value is, if they are few and do not grow, or else the value itself.
pub fn claimed(values: &[u32]) -> Option<(E, Vec<Claimed>)> {
    let e = periodic(values)?;
    let most = values.iter().copied().max()?;
    let level = |t: u32| Claimed::Level(t, build::eq(&e, &build::int(t)));
    let claimed = if most <= LEVELS { (0..=most).map(level).collect() } else { vec![Claimed::Value(e.clone())] };
    Some((e, claimed))
}

/// `if … then … else …`, which keeps this form also where the numbers are 1 and 0.
pub fn if_else(condition: &C, a: &E, b: &E) -> E {
    match (a.as_i64(), b.as_i64()) {
        (Some(1), Some(0)) => build::choose(&build::not(condition), b, a),
        _ => build::choose(condition, a, b),
    }
}

/// A number that an expression decides, the usual one last.
fn listed(of: &E, numbers: &[(usize, i128)]) -> E {
    let mut groups = groups(numbers);
    groups.sort_by_key(|(_, at)| at.len());
    let last = groups.pop().map_or(0, |(value, _)| value);
    groups.sort();
    groups
        .into_iter()
        .rev()
        .fold(build::int(last), |rest, (value, at)| if_else(&one_of(of, &at), &build::int(value), &rest))
}

/// The places of each number, the numbers in ascending order.
fn groups(numbers: &[(usize, i128)]) -> Vec<(i128, Vec<usize>)> {
    let mut groups: std::collections::BTreeMap<i128, Vec<usize>> = Default::default();
    numbers.iter().for_each(|(at, value)| groups.entry(*value).or_default().push(*at));
    groups.into_iter().collect()
}

fn one_of(of: &E, places: &[usize]) -> C {
    build::or(places.iter().map(|at| build::eq(of, &build::int(*at as u64))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::rules::show::show;

    #[test]
    fn what_repeats_is_said() {
        let of = |values: &[u32]| periodic(values).map(|e| show(&e, &["n".to_string()]));
        let repeated = |first: &[u32], again: &[u32]| [first.to_vec(), again.repeat(20)].concat();
        assert_eq!(of(&repeated(&[], &[0, 1, 2])).as_deref(), Some("n mod 3"));
        assert_eq!(
            of(&(0..40).map(|n| n / 2 * 3 + n % 2).collect::<Vec<u32>>()).as_deref(),
            Some("3*(n div 2) + n mod 2")
        );
        assert!(of(&repeated(&[5, 0, 7], &[0, 1, 1, 0])).is_some_and(|form| form.contains('7')));
        assert_eq!(of(&[1, 2, 4, 8, 16, 32, 64, 128]), None);
    }
}
