//! Builders of the internal form, which fold constants and bring sums, conditions and lists into a fixed order.
//!
//! In: expressions. Out: an expression that has the same value at every position. A part whose evaluation could fail is never dropped.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use dashu_int::ops::{BitTest, DivRemEuclid, SquareRoot};
use dashu_int::{IBig, UBig};

use super::expr::{C, Cond, E, Expr, FoldOp, Over, Place, Quantifier, Tree};
use super::links::Links;
use super::nim_field::NimOp;

/// A constant.
#[must_use]
pub fn int(value: impl Into<IBig>) -> E {
    Arc::new(Expr::Int(value.into()))
}

/// A constant condition.
#[must_use]
pub fn boolean(value: bool) -> C {
    Arc::new(Cond::Bool(value))
}

/// A coordinate.
#[must_use]
pub fn coord(index: usize) -> E {
    Arc::new(Expr::Coord(index))
}

/// A bound variable.
#[must_use]
pub fn var(index: usize) -> E {
    Arc::new(Expr::Var(index))
}

/// A number that fails only when it is evaluated.
#[must_use]
pub fn fail(place: Place, why: impl Into<String>) -> E {
    Arc::new(Expr::Fail(place, why.into()))
}

/// Why a number that is not above 0 has no logarithm, or a negative one no square root.
#[must_use]
pub fn no_logarithm(n: &IBig) -> String {
    match *n < IBig::ZERO {
        true => format!("{n} is negative, and log2 and isqrt of a negative number do not exist"),
        false => format!("log2({n}) does not exist"),
    }
}

/// A condition that fails only when it is evaluated.
#[must_use]
pub fn fail_condition(place: Place, why: impl Into<String>) -> C {
    Arc::new(Cond::Fail(place, why.into()))
}

/// An expression as a constant and a list of terms with factors.
#[must_use]
pub fn linear(e: &E) -> (IBig, Vec<(E, IBig)>) {
    match &**e {
        Expr::Int(c) => (c.clone(), vec![]),
        Expr::Sum(c, terms) => (c.clone(), terms.clone()),
        _ => (IBig::ZERO, vec![(e.clone(), IBig::ONE)]),
    }
}

/// The factor of a variable that is a term of a sum.
#[must_use]
pub fn factor(e: &E, variable: usize) -> Option<IBig> {
    let (_, terms) = linear(e);
    terms.into_iter().find(|(term, _)| **term == Expr::Var(variable)).map(|(_, factor)| factor)
}

/// In `k*t + … = 0`, where k is 1 or -1 and t is the first such term of a kind: t, and what t is equal to.
#[must_use]
pub fn solved(e: &E, of_kind: impl Fn(&E) -> bool) -> Option<(E, E)> {
    let (constant, mut terms) = linear(e);
    let at = terms.iter().position(|(term, factor)| (factor.is_one() || (-factor).is_one()) && of_kind(term))?;
    let (term, factor) = terms.remove(at);
    Some((term, scale(&from_linear(constant, terms), &-factor)))
}

/// The sum of terms with factors and a constant.
#[must_use]
pub fn from_linear(constant: IBig, mut terms: Vec<(E, IBig)>) -> E {
    terms.sort_by(|a, b| a.0.cmp(&b.0));
    let mut merged: Vec<(E, IBig)> = Vec::with_capacity(terms.len());
    for (term, factor) in terms {
        match merged.last_mut() {
            Some(last) if last.0 == term => last.1 += factor,
            _ => merged.push((term, factor)),
        }
    }
    merged.retain(|(t, k)| !k.is_zero() || !t.total());
    if merged.is_empty() {
        return int(constant);
    }
    if constant.is_zero() && merged.len() == 1 && merged[0].1.is_one() {
        return merged.remove(0).0;
    }
    Arc::new(Expr::Sum(constant, merged))
}

/// `a + b`
#[must_use]
pub fn add(a: &E, b: &E) -> E {
    sum(&[(a.clone(), IBig::ONE), (b.clone(), IBig::ONE)])
}

/// `a - b`
#[must_use]
pub fn sub(a: &E, b: &E) -> E {
    sum(&[(a.clone(), IBig::ONE), (b.clone(), -IBig::ONE)])
}

/// `k * a`
#[must_use]
pub fn scale(a: &E, k: &IBig) -> E {
    sum(&[(a.clone(), k.clone())])
}

/// `Σ factor * e`
#[must_use]
pub fn sum(list: &[(E, IBig)]) -> E {
    let mut constant = IBig::ZERO;
    let mut all = vec![];
    for (e, factor) in list {
        let (c, terms) = linear(e);
        constant += c * factor;
        all.extend(terms.into_iter().map(|(t, k)| (t, k * factor)));
    }
    from_linear(constant, all)
}

/// `a * b`
#[must_use]
pub fn mul(a: &E, b: &E) -> E {
    match (a.as_int(), b.as_int()) {
        (Some(k), _) => scale(b, k),
        (_, Some(k)) => scale(a, k),
        _ => {
            let mut list = vec![];
            for e in [a, b] {
                match &**e {
                    Expr::Product(inner) => list.extend(inner.iter().cloned()),
                    _ => list.push(e.clone()),
                }
            }
            list.sort();
            Arc::new(Expr::Product(list))
        }
    }
}

/// Floor division of numbers; `None` for the divisor 0.
#[must_use]
pub fn floor_div(a: &IBig, b: &IBig) -> Option<IBig> {
    floor_div_mod(a, b).map(|(q, _)| q)
}

/// Floor division and remainder (with the sign of the divisor).
#[must_use]
pub fn floor_div_mod(a: &IBig, b: &IBig) -> Option<(IBig, IBig)> {
    if b.is_zero() {
        return None;
    }
    let (q, r) = a.clone().div_rem_euclid(b.clone());
    let r = IBig::from(r);
    if *b < IBig::ZERO && !r.is_zero() { Some((q - IBig::ONE, r + b)) } else { Some((q, r)) }
}

/// `a div b`
#[must_use]
pub fn div(a: &E, b: &E, place: Place) -> E {
    match (a.as_int(), b.as_int()) {
        (_, Some(d)) if d.is_zero() => fail(place, "division by 0"),
        (_, Some(d)) if d.is_one() => a.clone(),
        (Some(x), Some(d)) => int(floor_div(x, d).expect("the divisor is not 0")),
        _ => Arc::new(Expr::Div(a.clone(), b.clone(), place)),
    }
}

/// `a mod b`
#[must_use]
pub fn modulo(a: &E, b: &E, place: Place) -> E {
    match (a.as_int(), b.as_int()) {
        (_, Some(d)) if d.is_zero() => fail(place, "`mod` by 0"),
        (Some(x), Some(d)) => int(floor_div_mod(x, d).expect("the divisor is not 0").1),
        _ => Arc::new(Expr::Mod(a.clone(), b.clone(), place)),
    }
}

/// The longest number a power may give, in bits.
pub const POWER_BITS: usize = 1 << 26;

/// `a ^ b` of numbers, or the reason why it is not computed.
///
/// # Errors
/// A negative exponent, a result of more than [`POWER_BITS`] bits.
pub fn power(a: &IBig, b: &IBig) -> Result<IBig, String> {
    if *b < IBig::ZERO {
        return Err(format!("the exponent {b} is negative"));
    }
    if a.is_zero() || a.is_one() || b.is_zero() {
        return Ok(if b.is_zero() { IBig::ONE } else { a.clone() });
    }
    if *a == -IBig::ONE {
        return Ok(if b.bit(0) { a.clone() } else { IBig::ONE });
    }
    let exponent = usize::try_from(b).ok().filter(|e| e.checked_mul(a.bit_len() - 1).is_some_and(|n| n <= POWER_BITS));
    match exponent {
        Some(e) => Ok(a.pow(e)),
        None => Err(format!("the power is too large: more than {} million digits", POWER_BITS / 3_321_928)),
    }
}

/// `a ^ b`
#[must_use]
pub fn pow(a: &E, b: &E, place: Place) -> E {
    match (a.as_int(), b.as_int()) {
        (Some(x), Some(y)) => match power(x, y) {
            Ok(value) => int(value),
            Err(why) => fail(place, why),
        },
        (_, Some(y)) if y.is_one() => a.clone(),
        _ => Arc::new(Expr::Pow(a.clone(), b.clone(), place)),
    }
}

/// `abs(a)`
#[must_use]
pub fn abs(a: &E) -> E {
    match a.as_int() {
        Some(x) if *x < IBig::ZERO => int(-x.clone()),
        Some(_) => a.clone(),
        None => Arc::new(Expr::Abs(a.clone())),
    }
}

/// The greatest common divisor of numbers, not negative.
#[must_use]
pub fn gcd_of(a: &IBig, b: &IBig) -> IBig {
    use dashu_int::ops::Gcd;
    if a.is_zero() && b.is_zero() {
        return IBig::ZERO;
    }
    IBig::from(a.gcd(b))
}

/// `gcd(a, b)`
#[must_use]
pub fn gcd(a: &E, b: &E) -> E {
    match (a.as_int(), b.as_int()) {
        (Some(x), Some(y)) => int(gcd_of(x, y)),
        _ => {
            let (a, b) = if a <= b { (a, b) } else { (b, a) };
            Arc::new(Expr::Gcd(a.clone(), b.clone()))
        }
    }
}

/// `bit(a, i)`
#[must_use]
pub fn bit(a: &E, i: &E, place: Place) -> E {
    match (a.as_int(), i.as_int()) {
        (_, Some(y)) if *y < IBig::ZERO => fail(place, format!("there is no bit {y}")),
        (Some(x), Some(y)) => int(i64::from(bit_of(x, y))),
        _ => Arc::new(Expr::Bit(a.clone(), i.clone(), place)),
    }
}

/// A bit of a number in two's complement; the index must not be negative.
#[must_use]
pub fn bit_of(x: &IBig, i: &IBig) -> bool {
    match usize::try_from(i) {
        Ok(i) => x.bit(i),
        Err(_) => *x < IBig::ZERO,
    }
}

/// `log2(a)`
#[must_use]
pub fn log2(a: &E, place: Place) -> E {
    match a.as_int() {
        Some(x) if *x <= IBig::ZERO => fail(place, format!("log2({x}) does not exist")),
        Some(x) => int(x.bit_len() - 1),
        None => Arc::new(Expr::Log2(a.clone(), place)),
    }
}

/// `times` times the square root of `of`, rounded down; `None` for the root of a negative number.
#[must_use]
pub fn root_of(of: &IBig, times: &IBig) -> Option<IBig> {
    let square = UBig::try_from(of * times * times).ok().filter(|_| *of >= IBig::ZERO)?;
    let root = square.sqrt();
    let rest = square != root.sqr();
    let root = IBig::from(root);
    Some(if *times < IBig::ZERO { -root - IBig::from(u8::from(rest)) } else { root })
}

/// `floor(times*sqrt(of))`
#[must_use]
pub fn root(of: &E, times: &E, place: Place) -> E {
    match (of.as_int(), times.as_int()) {
        (Some(of), _) if *of < IBig::ZERO => fail(place, no_logarithm(of)),
        (Some(of), Some(times)) => root_of(of, times).map_or_else(|| fail(place, no_logarithm(of)), int),
        (Some(of), None) if is_square(of) => scale(times, &root_of(of, &IBig::ONE).unwrap_or_default()),
        (None, Some(factor)) => match times_square(of) {
            Some((of, size)) => root(&int(of), &scale(&abs(&size), factor), place),
            None => Arc::new(Expr::Root(of.clone(), times.clone(), place)),
        },
        _ => Arc::new(Expr::Root(of.clone(), times.clone(), place)),
    }
}

/// A constant that is not below 0, and an expression whose square times the constant an expression is: `5*n^2`, `n*(3*n)`.
fn times_square(e: &E) -> Option<(IBig, E)> {
    let multiple = |e: &E| match linear(e) {
        (constant, terms) if constant.is_zero() && terms.len() == 1 => terms.into_iter().next(),
        _ => None,
    };
    let (term, factor) = multiple(e)?;
    let (of, size) = match &*term {
        Expr::Pow(size, two, _) if two.as_i64() == Some(2) => (factor, size.clone()),
        Expr::Product(list) => {
            let [a, b] = &list[..] else { return None };
            let ((a, p), (b, q)) = (multiple(a)?, multiple(b)?);
            (a == b).then(|| (factor * p * q, a))?
        }
        _ => return None,
    };
    (of >= IBig::ZERO).then_some((of, size))
}

fn is_square(of: &IBig) -> bool {
    root_of(of, &IBig::ONE).is_some_and(|root| root.sqr() == UBig::try_from(of.clone()).unwrap_or_default())
}

/// `nim_product(a, b)`, `nim_inverse(a)`, `nim_sqrt(a)`
#[must_use]
pub fn nim(op: NimOp, list: &[E], place: Place) -> E {
    match list.iter().map(|e| e.as_int().cloned()).collect::<Option<Vec<IBig>>>() {
        Some(numbers) => op.of(&numbers).map_or_else(|why| fail(place, why), int),
        None => Arc::new(Expr::Nim(op, list.to_vec(), place)),
    }
}

fn extreme(list: Vec<E>, least: bool) -> E {
    let mut best: Option<IBig> = None;
    let mut rest: Vec<E> = vec![];
    for e in list {
        let inner = match &*e {
            Expr::Min(inner) if least => inner.clone(),
            Expr::Max(inner) if !least => inner.clone(),
            _ => vec![e],
        };
        for e in inner {
            match e.as_int() {
                Some(x) => {
                    best = Some(match best {
                        Some(b) if (b <= *x) == least => b,
                        _ => x.clone(),
                    });
                }
                None => rest.push(e),
            }
        }
    }
    rest.extend(best.map(int));
    rest.sort();
    rest.dedup();
    match rest.len() {
        1 => rest.remove(0),
        _ if least => Arc::new(Expr::Min(rest)),
        _ => Arc::new(Expr::Max(rest)),
    }
}

/// The least element of a non-empty list.
#[must_use]
pub fn min(list: Vec<E>) -> E {
    extreme(list, true)
}

/// The greatest element of a non-empty list.
#[must_use]
pub fn max(list: Vec<E>) -> E {
    extreme(list, false)
}

/// The nim-sum of a list.
#[must_use]
pub fn xor(list: &[E], place: Place) -> E {
    let mut constant = IBig::ZERO;
    let mut rest = vec![];
    for e in list {
        let inner = match &**e {
            Expr::Xor(inner, _) => inner.clone(),
            _ => vec![e.clone()],
        };
        for e in inner {
            match e.as_int() {
                Some(x) if *x < IBig::ZERO => return fail(place, format!("`xor` of the negative number {x}")),
                Some(x) => constant ^= x,
                None => rest.push(e),
            }
        }
    }
    if rest.is_empty() {
        return int(constant);
    }
    if !constant.is_zero() {
        rest.push(int(constant));
    }
    rest.sort();
    Arc::new(Expr::Xor(rest, place))
}

/// `if c then a else b`
#[must_use]
pub fn choose(c: &C, a: &E, b: &E) -> E {
    match c.as_bool() {
        Some(true) => a.clone(),
        Some(false) => b.clone(),
        None if a == b && c.total() => a.clone(),
        None => Arc::new(Expr::If(c.clone(), a.clone(), b.clone())),
    }
}

/// `if c then a else b`, of conditions.
#[must_use]
pub fn choose_condition(c: &C, a: &C, b: &C) -> C {
    match c.as_bool() {
        Some(true) => a.clone(),
        Some(false) => b.clone(),
        None if a == b && c.total() => a.clone(),
        None => match (a.as_bool(), b.as_bool()) {
            (Some(true), Some(false)) => c.clone(),
            (Some(false), Some(true)) => not(c),
            _ => Arc::new(Cond::If(c.clone(), a.clone(), b.clone())),
        },
    }
}

/// 1 where the condition holds, else 0.
#[must_use]
pub fn indicator(c: &C) -> E {
    choose(c, &int(1), &int(0))
}

/// The entry of a list at an index that counts from 1.
#[must_use]
pub fn select(index: &E, list: &[E], place: Place) -> E {
    match index.as_int() {
        Some(i) => match usize::try_from(i).ok().filter(|i| (1..=list.len()).contains(i)) {
            Some(i) => list[i - 1].clone(),
            None => fail(place, format!("there is no entry {i}: the vector has {} (they count from 1)", list.len())),
        },
        None => Arc::new(Expr::Select(index.clone(), list.to_vec(), place)),
    }
}

/// The digit of a code at an index that counts from 0.
#[must_use]
pub fn digit(index: &E, digits: &[u8], place: Place) -> E {
    match index.as_int() {
        Some(i) if *i < IBig::ZERO => fail(place, format!("a code has no digit {i} (they count from 0)")),
        Some(i) => int(usize::try_from(i).ok().and_then(|i| digits.get(i)).copied().unwrap_or(0)),
        None => Arc::new(Expr::Digit(index.clone(), digits.to_vec(), place)),
    }
}

/// How often a condition holds under ranges.
#[must_use]
pub fn count(over: Over<C>) -> E {
    Arc::new(Expr::Count(over))
}

/// The sum, the nim-sum, the least or the greatest of the numbers under ranges.
#[must_use]
pub fn fold(op: FoldOp, over: Over<E>) -> E {
    Arc::new(Expr::Fold(op, over))
}

/// Do all, or any, of the conditions under ranges hold?
#[must_use]
pub fn quantified(quantifier: Quantifier, over: Over<C>) -> C {
    Arc::new(Cond::Quantified(quantifier, over))
}

/// `a = 0`
#[must_use]
pub fn zero(a: &E) -> C {
    let (mut constant, mut terms) = linear(a);
    if terms.is_empty() {
        return boolean(constant.is_zero());
    }
    if let Expr::If(c, x, y) = &*terms[0].0
        && terms.len() == 1
        && let (Some(x), Some(y)) = (x.as_int(), y.as_int())
    {
        let at = |v: &IBig| boolean((&constant + &terms[0].1 * v).is_zero());
        return choose_condition(c, &at(x), &at(y));
    }
    let g = terms.iter().fold(IBig::ZERO, |g, (_, k)| gcd_of(&g, k));
    if !g.is_zero() {
        let Some((q, r)) = floor_div_mod(&constant, &g) else { return boolean(false) };
        if !r.is_zero() && terms.iter().all(|(t, _)| t.total()) {
            return boolean(false);
        }
        if r.is_zero() {
            let sign = if terms[0].1 < IBig::ZERO { -IBig::ONE } else { IBig::ONE };
            constant = q * &sign;
            for (_, k) in &mut terms {
                *k = floor_div(k, &g).expect("g is not 0") * &sign;
            }
        }
    }
    Arc::new(Cond::Zero(from_linear(constant, terms)))
}

/// `a <= 0`
#[must_use]
pub fn non_pos(a: &E) -> C {
    let (constant, mut terms) = linear(a);
    if terms.is_empty() {
        return boolean(constant <= IBig::ZERO);
    }
    let g = terms.iter().fold(IBig::ZERO, |g, (_, k)| gcd_of(&g, k));
    if g.is_zero() {
        return Arc::new(Cond::NonPos(a.clone()));
    }
    for (_, k) in &mut terms {
        *k = floor_div(k, &g).expect("g is not 0");
    }
    let constant = -floor_div(&-constant, &g).expect("g is not 0");
    Arc::new(Cond::NonPos(from_linear(constant, terms)))
}

/// `a <= b`
#[must_use]
pub fn le(a: &E, b: &E) -> C {
    non_pos(&sub(a, b))
}

/// `a < b`
#[must_use]
pub fn lt(a: &E, b: &E) -> C {
    non_pos(&add(&sub(a, b), &int(1)))
}

/// `a = b` of numbers
#[must_use]
pub fn eq(a: &E, b: &E) -> C {
    match (a.as_int(), b.as_int()) {
        (Some(a), Some(b)) => boolean(a == b),
        _ => zero(&sub(a, b)),
    }
}

/// `d divides n`: n = d * k for some k.
#[must_use]
pub fn divides(d: &E, n: &E) -> C {
    match (d.as_int(), n.as_int()) {
        (Some(d), _) if d.is_zero() => zero(n),
        (Some(d), _) if d.is_one() && n.total() => boolean(true),
        (Some(d), Some(n)) => boolean(floor_div_mod(n, d).is_some_and(|(_, r)| r.is_zero())),
        _ => Arc::new(Cond::Divides(d.clone(), n.clone())),
    }
}

/// `not a`
#[must_use]
pub fn not(a: &C) -> C {
    match &**a {
        Cond::Bool(b) => boolean(!b),
        Cond::Not(inner) => inner.clone(),
        Cond::NonPos(e) => non_pos(&sub(&int(1), e)),
        Cond::And(list) => or(list.iter().map(not).collect()),
        Cond::Or(list) => and(list.iter().map(not).collect()),
        Cond::Fail(..) => a.clone(),
        _ => Arc::new(Cond::Not(a.clone())),
    }
}

fn connect(list: Vec<C>, neutral: bool) -> C {
    let mut kept: Vec<C> = vec![];
    for e in list {
        let inner = match &*e {
            Cond::And(inner) if neutral => inner.clone(),
            Cond::Or(inner) if !neutral => inner.clone(),
            _ => vec![e],
        };
        for e in inner {
            if e.as_bool() == Some(neutral) || kept.contains(&e) {
                continue;
            }
            if e.as_bool() == Some(!neutral) {
                if kept.iter().all(|k| k.total()) {
                    return e;
                }
                kept.push(e);
                break;
            }
            kept.push(e);
        }
        if kept.last().is_some_and(|k| k.as_bool() == Some(!neutral)) {
            break;
        }
    }
    match kept.len() {
        0 => boolean(neutral),
        1 => kept.remove(0),
        _ if neutral => Arc::new(Cond::And(kept)),
        _ => Arc::new(Cond::Or(kept)),
    }
}

/// The conjunction of a list, evaluated from left to right.
#[must_use]
pub fn and(list: Vec<C>) -> C {
    connect(list, true)
}

/// The conjuncts of a condition; a condition that is no `and` is its only conjunct.
#[must_use]
pub fn conjuncts(e: &C) -> Vec<C> {
    match &**e {
        Cond::And(list) => list.clone(),
        _ => vec![e.clone()],
    }
}

/// The disjunction of a list, evaluated from left to right.
#[must_use]
pub fn or(list: Vec<C>) -> C {
    connect(list, false)
}

/// An element is reached: without what its reach does not depend on.
#[must_use]
pub fn linked(links: &Links<C>, target: usize) -> C {
    if !links.conditions().all(|c| c.total()) {
        return Arc::new(Cond::Linked(Arc::new(links.clone()), target));
    }
    let reached = |links: &Links<C>, is: fn(&C) -> bool| -> BTreeSet<usize> {
        let all: Result<_, Infallible> = links.reached(&mut |c| Ok(is(c)), |_| false);
        all.unwrap_or_else(|never| match never {}).into_iter().collect()
    };
    let possible = |c: &C| c.as_bool() != Some(false);
    if reached(links, |c| c.as_bool() == Some(true)).contains(&target) {
        return boolean(true);
    }
    let begins = reached(links, possible);
    if !begins.contains(&target) {
        return boolean(false);
    }
    // An element matters if it may be reached, and if the target may be reached from it.
    let ends = reached(&links.back_from(target, boolean(true)), possible);
    let matters = |element: usize| begins.contains(&element) && ends.contains(&element);
    let kept = links.filtered(
        |(element, c)| matters(*element) && possible(c),
        |(from, to, c)| matters(*from) && matters(*to) && *from != target && from != to && possible(c),
    );
    Arc::new(Cond::Linked(Arc::new(kept), target))
}

/// The equivalence of two conditions.
#[must_use]
pub fn same(a: &C, b: &C) -> C {
    match (a.as_bool(), b.as_bool()) {
        (Some(true), _) => b.clone(),
        (Some(false), _) => not(b),
        (_, Some(true)) => a.clone(),
        (_, Some(false)) => not(a),
        _ => {
            let (a, b) = if a <= b { (a, b) } else { (b, a) };
            Arc::new(Cond::Same(a.clone(), b.clone()))
        }
    }
}

/// The k-th smallest element of a list, k from 0.
#[must_use]
pub fn rank(k: usize, list: &[E]) -> E {
    if let Some(mut values) = list.iter().map(|e| e.as_int().cloned()).collect::<Option<Vec<_>>>() {
        values.sort();
        return int(values.swap_remove(k));
    }
    if list.len() == 1 {
        return list[0].clone();
    }
    let mut list = list.to_vec();
    list.sort();
    Arc::new(Expr::Rank(k, list))
}

/// The mex: the least natural number that is no element.
#[must_use]
pub fn mex(mut list: Vec<(C, E)>) -> E {
    list.retain(|(c, _)| c.as_bool() != Some(false));
    let all: Option<Vec<IBig>> =
        list.iter().map(|(c, e)| e.as_int().filter(|_| c.as_bool() == Some(true)).cloned()).collect();
    match all {
        Some(values) => {
            let mut least = IBig::ZERO;
            while values.contains(&least) {
                least += IBig::ONE;
            }
            int(least)
        }
        None => {
            list.sort();
            list.dedup();
            Arc::new(Expr::Mex(list))
        }
    }
}

/// The answer to a question about a position.
#[must_use]
pub fn ask(question: usize, position: Vec<E>, place: Place) -> E {
    Arc::new(Expr::Ask(question, position, place))
}
