//! Sets.
//!
//! In: sets and values. Out: membership and inclusion as conditions; the list of elements.

use std::sync::Arc;

use super::ops;
use super::problem::{Result, place, wrong_kind};
use super::seen::Seen;
use super::value::{SetValue, Value};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::expr::{C, E, Over, Quantifier, Range};

/// Constant ranges with at most this many elements are listed element by element.
pub(super) const SMALL: i64 = 4096;

/// The set of these elements; equal constant elements are merged.
pub(super) fn of(mut elements: Vec<(C, Value)>, span: Span) -> Result<Value> {
    if elements.iter().any(|(_, v)| matches!(v, Value::Loopy(_))) {
        elements.iter_mut().for_each(|(_, v)| *v = ops::as_loopy(v, span));
    }
    if let Some(first) = elements.first()
        && let Some(other) = elements.iter().find(|(_, v)| v.kind() != first.1.kind())
    {
        return Err(wrong_kind(&other.1, &format!("{} like the elements before it", first.1.kind()), span));
    }
    let (mut kept, mut seen): (Vec<(C, Value)>, Seen) = Default::default();
    for (c, v) in elements {
        if matches!(v, Value::Func(_) | Value::Game(_) | Value::Bool(_)) {
            return Err(wrong_kind(&v, "numbers, vectors, sets or codes in a set", span));
        }
        let mut again = false;
        for (d, w) in seen.same(&v).into_iter().map(|earlier| &kept[earlier]) {
            again |= d.as_bool() == Some(true) && ops::equal(&v, w, span)?.as_bool() == Some(true);
        }
        if !again {
            seen.push(&v);
            kept.push((c, v));
        }
    }
    Ok(Value::set(SetValue::Elements(kept)))
}

/// All elements with their conditions; `None` where the elements cannot be listed before a position is known.
pub fn elements(set: &SetValue) -> Option<Vec<(C, Value)>> {
    let yes = build::boolean(true);
    match set {
        SetValue::Elements(list) => Some(list.clone()),
        SetValue::Range(lo, hi) => {
            let (lo, hi) = (lo.as_int()?, hi.as_int()?);
            let n = i64::try_from(&(hi - lo)).ok().filter(|n| *n < SMALL)?;
            Some((0..=n).map(|i| (yes.clone(), Value::Int(build::int(lo + i)))).collect())
        }
        SetValue::Box(bounds) => {
            let bounds = bounds.iter().map(|b| b.as_i64().map(|b| b + 1)).collect::<Option<Vec<i64>>>()?;
            vectors(&bounds).map(|all| all.into_iter().map(|v| (yes.clone(), v)).collect())
        }
        SetValue::Bits(n) => vectors(&vec![2; *n]).map(|all| all.into_iter().map(|v| (yes.clone(), v)).collect()),
        SetValue::Subsets(n) => {
            if *n > 12 {
                return None;
            }
            let subset = |bits: usize| {
                let list = (0..*n).filter(|i| bits >> i & 1 == 1).map(|i| (yes.clone(), Value::Int(build::int(i + 1))));
                (yes.clone(), Value::set(SetValue::Elements(list.collect())))
            };
            Some((0..1usize << n).map(subset).collect())
        }
        SetValue::Divisors(n) => {
            let n = n.as_i64()?;
            let divisors = divisors(n)?;
            Some(divisors.into_iter().map(|d| (yes.clone(), Value::Int(build::int(d)))).collect())
        }
        SetValue::Partitions(all) => Some(all.list()?.into_iter().map(|v| (yes.clone(), v)).collect()),
        SetValue::Turned(all) => Some(all.list()?.into_iter().map(|v| (yes.clone(), v)).collect()),
        SetValue::Either(a, b) => {
            let (a, b) = (elements(a)?, elements(b)?);
            Some(a.into_iter().chain(b).collect())
        }
        SetValue::Within { set, other, inside } => {
            let kept = |(c, v): (C, Value)| {
                // A set whose membership cannot be decided has no list of elements.
                let member = member(&v, other, NOWHERE).ok()?;
                Some((build::and(vec![c, if *inside { member } else { build::not(&member) }]), v))
            };
            let list: Vec<(C, Value)> = elements(set)?.into_iter().map(kept).collect::<Option<_>>()?;
            Some(list.into_iter().filter(|(c, _)| c.as_bool() != Some(false)).collect())
        }
    }
}

/// Where no text is at hand for an error, which is not shown.
const NOWHERE: Span = Span { source: 0, start: 0, end: 0 };

/// The divisors of a number in order, none of a number below 1; `None` where looking for them would take long.
fn divisors(n: i64) -> Option<Vec<i64>> {
    if n < 1 {
        return Some(vec![]);
    }
    if n > LARGEST {
        return None;
    }
    let small: Vec<i64> = (1..).take_while(|d| d * d <= n).filter(|d| n % d == 0).collect();
    let large = small.iter().rev().map(|d| n / d).filter(|e| e * e > n);
    Some(small.iter().copied().chain(large).collect())
}

/// The divisors of constants up to this are listed.
const LARGEST: i64 = 1 << 40;

/// All vectors with 0 <= v_i < size_i in lexicographic order; `None` if they are too many.
fn vectors(sizes: &[i64]) -> Option<Vec<Value>> {
    let total = sizes.iter().try_fold(1i64, |p, s| p.checked_mul((*s).max(0)))?;
    if total > SMALL {
        return None;
    }
    let vector = |mut n: i64| {
        let mut entries = vec![Value::Int(build::int(0)); sizes.len()];
        for (entry, size) in entries.iter_mut().zip(sizes).rev() {
            *entry = Value::Int(build::int(n % size));
            n /= size;
        }
        Value::vector(entries)
    };
    Some((0..total).map(vector).collect())
}

/// The condition that the value is an element of the set.
pub(super) fn member(v: &Value, set: &SetValue, span: Span) -> Result<C> {
    match set {
        SetValue::Elements(list) => {
            let mut any = vec![];
            for (c, w) in list {
                let hit = build::and(vec![c.clone(), ops::equal(v, w, span)?]);
                let stop = hit.as_bool() == Some(true);
                any.push(hit);
                if stop {
                    break;
                }
            }
            Ok(build::or(any))
        }
        SetValue::Range(lo, hi) => {
            if let Value::Loopy(value) = v {
                let between = [build::le(lo, &value.code), build::le(&value.code, hi)];
                let is_number = build::le(&build::int(0), &value.code);
                return Ok(build::and([is_number].into_iter().chain(between).collect()));
            }
            let x = ops::number(v, span)?;
            Ok(build::and(vec![build::le(lo, &x), build::le(&x, hi)]))
        }
        SetValue::Box(bounds) => entries_between(v, bounds, span),
        SetValue::Bits(n) => entries_between(v, &vec![build::int(1); *n], span),
        SetValue::Divisors(n) => {
            let x = ops::number(v, span)?;
            let positive = [build::le(&build::int(1), &x), build::le(&x, n)];
            Ok(build::and(positive.into_iter().chain([build::divides(&x, n)]).collect()))
        }
        SetValue::Partitions(all) => {
            let Value::Vector(list) = v else { return Err(wrong_kind(v, "a vector", span)) };
            Ok(all.member(&list.iter().map(|part| ops::number(part, span)).collect::<Result<Vec<E>>>()?))
        }
        SetValue::Turned(all) => {
            let Value::Vector(list) = v else { return Err(wrong_kind(v, "a vector", span)) };
            Ok(all.member(&list.iter().map(|coin| ops::number(coin, span)).collect::<Result<Vec<E>>>()?))
        }
        SetValue::Either(a, b) => Ok(build::or(vec![member(v, a, span)?, member(v, b, span)?])),
        SetValue::Within { set, other, inside } => {
            let second = member(v, other, span)?;
            Ok(build::and(vec![member(v, set, span)?, if *inside { second } else { build::not(&second) }]))
        }
        SetValue::Subsets(n) => match v {
            Value::Set(s) => subset(s, &SetValue::Range(build::int(1), build::int(*n)), span),
            other => Err(wrong_kind(other, "a set", span)),
        },
    }
}

fn entries_between(v: &Value, bounds: &[E], span: Span) -> Result<C> {
    let Value::Vector(list) = v else { return Err(wrong_kind(v, "a vector", span)) };
    if list.len() != bounds.len() {
        return Ok(build::boolean(false));
    }
    let mut all = vec![];
    for (x, hi) in list.iter().zip(bounds) {
        let x = ops::number(x, span)?;
        all.push(build::le(&build::int(0), &x));
        all.push(build::le(&x, hi));
    }
    Ok(build::and(all))
}

/// The condition that every element of `a` is an element of `b`.
pub(super) fn subset(a: &SetValue, b: &SetValue, span: Span) -> Result<C> {
    if let Some(list) = elements(a) {
        let mut all = vec![];
        for (c, v) in list {
            let inside = member(&v, b, span)?;
            all.push(build::or(vec![build::not(&c), inside]));
        }
        return Ok(build::and(all));
    }
    match a {
        SetValue::Range(lo, hi) => {
            // The variable gets a number far above those of moves; the normal form renumbers all variables at the end.
            let var = FOLD_VARS + span.start as usize;
            let inside = member(&Value::Int(build::var(var)), b, span)?;
            let range = Range { var, lo: lo.clone(), hi: hi.clone() };
            let over = Over { ranges: vec![range], filter: build::boolean(true), body: inside, place: place(span) };
            Ok(build::quantified(Quantifier::All, over))
        }
        _ => Err(Diagnostic::at(Code::Undecided, span, "this set is too large to be compared", "here")),
    }
}

/// The first number of the variables that [`subset`] makes. A place in a text is below 2^31, so the sums fit where `usize` has 32 bits.
const FOLD_VARS: usize = 1 << 31;

/// A set of numbers as a value.
pub(super) fn numbers(list: impl IntoIterator<Item = (C, E)>) -> Value {
    Value::Set(Arc::new(SetValue::Elements(list.into_iter().map(|(c, e)| (c, Value::Int(e))).collect())))
}
