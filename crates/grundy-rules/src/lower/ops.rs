//! The operators on values.
//!
//! In: two values and their places. Out: their sum, comparison, … Arithmetic on vectors is entrywise, also between a vector and a
//! number; `=` compares any two values of one kind; `+` and `*` also form sums of games.

use std::sync::Arc;

use super::problem::{Result, place, wrong_kind};
use super::real::{self, Real};
use super::sets;
use super::term;
use super::value::{Loopy, SetValue, Value};
use crate::lang::ast::BinOp;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::expr::{C, E, Expr};

/// `+ - * div mod xor`
pub(super) fn arithmetic(op: BinOp, a: &Value, a_span: Span, b: &Value, b_span: Span) -> Result<Value> {
    match (a, b) {
        (Value::Loopy(x), b) => arithmetic(op, &Value::Int(x.number.clone()), a_span, b, b_span),
        (a, Value::Loopy(y)) => arithmetic(op, a, a_span, &Value::Int(y.number.clone()), b_span),
        (Value::Int(x), Value::Int(y)) if op != BinOp::Over => Ok(Value::Int(numbers(op, x, y, b_span))),
        (Value::Real(_) | Value::Int(_), Value::Real(_) | Value::Int(_)) => of_reals(op, a, a_span, b, b_span),
        (Value::Vector(x), Value::Vector(y)) => {
            if x.len() != y.len() {
                let message = format!("`{}` of vectors with {} and {} entries", op.text(), x.len(), y.len());
                return Err(Diagnostic::at(Code::Length, b_span, message, format!("{} entries", y.len()))
                    .label(a_span, format!("{} entries", x.len())));
            }
            let list =
                x.iter().zip(y.iter()).map(|(x, y)| arithmetic(op, x, a_span, y, b_span)).collect::<Result<_>>()?;
            Ok(Value::vector(list))
        }
        (Value::Vector(x), Value::Int(_)) => {
            let list = x.iter().map(|x| arithmetic(op, x, a_span, b, b_span)).collect::<Result<_>>()?;
            Ok(Value::vector(list))
        }
        (Value::Int(_), Value::Vector(y)) => {
            let list = y.iter().map(|y| arithmetic(op, a, a_span, y, b_span)).collect::<Result<_>>()?;
            Ok(Value::vector(list))
        }
        (Value::Piles(x), Value::Piles(y)) => Ok(Value::Piles(x.with(numbers(op, &x.entry, &y.entry, b_span)))),
        (Value::Piles(x), Value::Int(y)) => Ok(Value::Piles(x.with(numbers(op, &x.entry, y, b_span)))),
        (Value::Int(x), Value::Piles(y)) => Ok(Value::Piles(y.with(numbers(op, x, &y.entry, b_span)))),
        (Value::Game(x), Value::Game(y)) if op == BinOp::Add => Ok(Value::Game(Arc::new(term::plus(x, y, b_span)?))),
        (Value::Int(k), Value::Game(g)) if op == BinOp::Mul => Ok(Value::Game(Arc::new(term::times(k, g, a_span)?))),
        (Value::Game(_), Value::Int(_)) if op == BinOp::Mul => {
            Err(Diagnostic::at(Code::Kind, a_span, "copies of a game are written with the number first", "a game")
                .help("write `3*G`"))
        }
        (Value::Int(_) | Value::Vector(_), other) => Err(wrong_kind(other, "a number or a vector", b_span)),
        (Value::Game(_), other) if op == BinOp::Add => Err(wrong_kind(other, "a game", b_span)),
        (other, _) => Err(wrong_kind(other, "a number or a vector", a_span)),
    }
}

/// A number, which need not be an integer.
pub(super) fn real(value: &Value) -> Option<Real> {
    match value {
        Value::Int(number) => Some(Real::whole(number)),
        Value::Loopy(value) => Some(Real::whole(&value.number)),
        Value::Real(real) => Some((**real).clone()),
        _ => None,
    }
}

/// An operation on numbers of which one is real, or a division that leaves a fraction.
fn of_reals(op: BinOp, a: &Value, a_span: Span, b: &Value, b_span: Span) -> Result<Value> {
    let result = real(a).zip(real(b)).and_then(|(a, b)| real::arithmetic(op, &a, &b, b_span));
    let result = result.map(|real| Ok(Value::Real(Arc::new(real?))));
    result.unwrap_or_else(|| {
        let (real, span) = if matches!(a, Value::Real(_)) { (a, a_span) } else { (b, b_span) };
        Err(wrong_kind(real, "an integer", span).help("`floor(…)` rounds it down; `/` does not round"))
    })
}

fn numbers(op: BinOp, x: &E, y: &E, span: Span) -> E {
    match op {
        BinOp::Add => build::add(x, y),
        BinOp::Sub => build::sub(x, y),
        BinOp::Mul => build::mul(x, y),
        BinOp::Div => build::div(x, y, place(span)),
        BinOp::Mod => build::modulo(x, y, place(span)),
        BinOp::Xor => build::xor(&[x.clone(), y.clone()], place(span)),
        _ => unreachable!("no operator of arithmetic"),
    }
}

/// `a ^ b`, entrywise on vectors.
pub(super) fn power(a: &Value, a_span: Span, b: &Value, b_span: Span, span: Span) -> Result<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(build::pow(x, y, place(span)))),
        (Value::Real(x), Value::Int(y)) => Ok(Value::Real(Arc::new(x.power(y, b_span)?))),
        (Value::Vector(list), Value::Int(_)) => {
            Ok(Value::vector(list.iter().map(|x| power(x, a_span, b, b_span, span)).collect::<Result<_>>()?))
        }
        (Value::Int(_) | Value::Vector(_), other) => Err(wrong_kind(other, "a number", b_span)),
        (other, _) => Err(wrong_kind(other, "a number or a vector", a_span)),
    }
}

/// `-a`
pub(super) fn negate(a: &Value, span: Span) -> Result<Value> {
    arithmetic(BinOp::Sub, &Value::Int(build::int(0)), span, a, span)
}

/// One comparison.
pub fn compare(op: BinOp, a: &Value, a_span: Span, b: &Value, b_span: Span) -> Result<C> {
    match op {
        BinOp::Eq => equal(a, b, b_span),
        BinOp::Ne => Ok(build::not(&equal(a, b, b_span)?)),
        BinOp::In => match b {
            Value::Set(set) => sets::member(a, set, b_span),
            other => Err(wrong_kind(other, "a set", b_span)),
        },
        BinOp::Divides => Ok(build::divides(&number(a, a_span)?, &number(b, b_span)?)),
        _ => {
            let (x, y) = (number(a, a_span)?, number(b, b_span)?);
            Ok(match op {
                BinOp::Lt => build::lt(&x, &y),
                BinOp::Le => build::le(&x, &y),
                BinOp::Gt => build::lt(&y, &x),
                _ => build::le(&y, &x),
            })
        }
    }
}

/// The number, or the error that the value is no number.
pub(super) fn number(v: &Value, span: Span) -> Result<E> {
    match v {
        Value::Int(e) => Ok(e.clone()),
        Value::Loopy(value) => Ok(value.number.clone()),
        other => Err(wrong_kind(other, "a number", span)),
    }
}

/// `a = b` of two values of one kind.
pub(super) fn equal(a: &Value, b: &Value, span: Span) -> Result<C> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(build::eq(x, y)),
        (Value::Loopy(x), Value::Loopy(y)) => Ok(build::eq(&x.code, &y.code)),
        (Value::Loopy(x), Value::Int(y)) | (Value::Int(y), Value::Loopy(x)) => {
            Ok(build::and(vec![build::le(&build::int(0), y), build::eq(&x.code, y)]))
        }
        (Value::Bool(x), Value::Bool(y)) => Ok(build::same(x, y)),
        (Value::Code(x), Value::Code(y)) => Ok(build::boolean(x == y)),
        (Value::Notation(x), Value::Notation(y)) => Ok(build::boolean(x == y)),
        // Each of the two is written as the other cannot be.
        (Value::Code(_), Value::Notation(_)) | (Value::Notation(_), Value::Code(_)) => Ok(build::boolean(false)),
        (Value::Turning(x), Value::Turning(y)) => Ok(build::boolean(x == y)),
        (Value::Digit(x), Value::Digit(y)) => Ok(build::boolean(x == y)),
        (Value::Vector(x), Value::Vector(y)) => {
            if x.len() != y.len() {
                return Ok(build::boolean(false));
            }
            Ok(build::and(x.iter().zip(y.iter()).map(|(x, y)| equal(x, y, span)).collect::<Result<_>>()?))
        }
        (Value::Genus(x), Value::Genus(y)) => Ok(build::eq(&x.code(), &y.code())),
        (Value::Genus(genus), Value::Vector(list)) | (Value::Vector(list), Value::Genus(genus)) => {
            let entry = |(i, own): (usize, &Value)| equal(&Value::Int(genus.entry(&build::int(i + 1))), own, span);
            let entries = list.iter().enumerate().map(entry).collect::<Result<Vec<C>>>()?;
            let same_length = build::eq(&genus.length(), &build::int(list.len()));
            Ok(build::and([same_length].into_iter().chain(entries).collect()))
        }
        (Value::Set(x), Value::Set(y)) => {
            let there = sets::subset(x, y, span)?;
            let back = sets::subset(y, x, span)?;
            Ok(build::and(vec![there, back]))
        }
        (Value::Func(_), _) | (_, Value::Func(_)) => {
            Err(Diagnostic::at(Code::Kind, span, "functions cannot be compared", "here"))
        }
        (Value::Game(_), _) | (_, Value::Game(_)) => {
            Err(Diagnostic::at(Code::Kind, span, "games cannot be compared", "here"))
        }
        (a, b) => {
            let message = format!("`=` compares two values of one kind, found {} and {}", a.kind(), b.kind());
            Err(Diagnostic::at(Code::Kind, span, message, format!("this is {}", b.kind())))
        }
    }
}

fn chosen(c: &C, x: &Loopy, y: &Loopy) -> Loopy {
    let number = build::choose(c, &x.number, &y.number);
    Loopy { number, code: build::choose(c, &x.code, &y.code) }
}

/// A number as the value of a position; other values stay.
pub(super) fn as_loopy(value: &Value, span: Span) -> Value {
    match value {
        Value::Int(number) => Value::Loopy(Arc::new(lifted(number, span))),
        other => other.clone(),
    }
}

/// A number as the value of a position.
fn lifted(number: &E, span: Span) -> Loopy {
    let negative = build::fail(place(span), "no value of a position is negative");
    let code = build::choose(&build::le(&build::int(0), number), number, &negative);
    Loopy { number: number.clone(), code }
}

/// `if c then a else b`, where c depends on the position.
pub(super) fn choose(c: &C, a: &Value, b: &Value, span: Span) -> Result<Value> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(build::choose(c, x, y))),
        (Value::Bool(x), Value::Bool(y)) => Ok(Value::Bool(build::choose_condition(c, x, y))),
        (Value::Loopy(x), Value::Loopy(y)) => Ok(Value::Loopy(Arc::new(chosen(c, x, y)))),
        (Value::Loopy(x), Value::Int(y)) => Ok(Value::Loopy(Arc::new(chosen(c, x, &lifted(y, span))))),
        (Value::Int(x), Value::Loopy(y)) => Ok(Value::Loopy(Arc::new(chosen(c, &lifted(x, span), y)))),
        (Value::Vector(x), Value::Vector(y)) if x.len() == y.len() => {
            let list = x.iter().zip(y.iter()).map(|(x, y)| choose(c, x, y, span)).collect::<Result<_>>()?;
            Ok(Value::vector(list))
        }
        (Value::Vector(_), Value::Vector(_)) => Err(Diagnostic::at(
            Code::Length,
            span,
            "both cases of an `if` that the position decides need the same length",
            "another length",
        )),
        (Value::Set(x), Value::Set(y)) => {
            let mut all = vec![];
            for (set, holds) in [(x, c.clone()), (y, build::not(c))] {
                let elements = sets::elements(set).ok_or_else(|| undecided(span))?;
                all.extend(elements.into_iter().map(|(d, v)| (build::and(vec![holds.clone(), d]), v)));
            }
            Ok(Value::set(SetValue::Elements(all)))
        }
        (a, b) if a.kind() == b.kind() => Err(undecided(span)),
        (a, b) => {
            let message = format!("both cases of an `if` are of one kind, found {} and {}", a.kind(), b.kind());
            Err(Diagnostic::at(Code::Kind, span, message, format!("this is {}", b.kind())))
        }
    }
}

fn undecided(span: Span) -> Diagnostic {
    Diagnostic::at(
        Code::Undecided,
        span,
        "this `if` must be decided before a position is known",
        "of this kind there is only one value",
    )
}

/// `x[i]` of a vector (from 1) or a code (from 0).
pub(super) fn index(base: &Value, i: &E, base_span: Span, span: Span) -> Result<Value> {
    match base {
        Value::Code(digits) => Ok(Value::Int(build::digit(i, digits, place(span)))),
        Value::Notation(code) => super::notation::digit(code, i, span),
        Value::Vector(list) => vector_index(list, i, span),
        Value::Piles(piles) => {
            let entry = piles.at(i).map(Value::Int);
            entry.ok_or_else(|| wrong_kind(base, "a vector whose length is known", base_span))
        }
        Value::Genus(genus) => match i.as_int() {
            Some(constant) if *constant < dashu_int::IBig::ONE => {
                let message = format!("there is no entry {constant}: the entries of a genus count from 1");
                Err(Diagnostic::at(Code::Index, span, message, "out of range"))
            }
            _ => Ok(Value::Int(genus.entry(&build::max(vec![i.clone(), build::int(1)])))),
        },
        other => Err(wrong_kind(other, "a vector, a code or a game", base_span)),
    }
}

fn vector_index(list: &[Value], i: &E, span: Span) -> Result<Value> {
    let numbers: Option<Vec<E>> =
        list.iter().map(|v| if let Value::Int(e) = v { Some(e.clone()) } else { None }).collect();
    if let Some(numbers) = numbers {
        return Ok(Value::Int(build::select(i, &numbers, place(span))));
    }
    if i.as_int().is_some() {
        let found = i.as_i64().and_then(|i| usize::try_from(i - 1).ok()).and_then(|i| list.get(i));
        return found.cloned().ok_or_else(|| {
            let message = format!("there is no entry {}: the vector has {} (they count from 1)", show(i), list.len());
            Diagnostic::at(Code::Index, span, message, "out of range")
        });
    }
    let vectors: Option<Vec<&Arc<Vec<Value>>>> =
        list.iter().map(|v| if let Value::Vector(x) = v { Some(x) } else { None }).collect();
    match vectors {
        Some(rows) if rows.iter().all(|r| r.len() == rows[0].len()) => {
            let column = |j: usize| vector_index(&rows.iter().map(|r| r[j].clone()).collect::<Vec<_>>(), i, span);
            Ok(Value::vector((0..rows[0].len()).map(column).collect::<Result<_>>()?))
        }
        _ => {
            let message =
                "this index chooses between vectors of several lengths, so it must be known before a position is";
            Err(Diagnostic::at(Code::Undecided, span, message, "depends on the position")
                .help("let the index run over `1..len(…)`"))
        }
    }
}

fn show(e: &E) -> String {
    match &**e {
        Expr::Int(v) => v.to_string(),
        _ => "?".to_string(),
    }
}

/// `x with [i][j] = e`
pub(super) fn with(base: &Value, path: &[(E, Span)], new: &Value, span: Span) -> Result<Value> {
    let Some(((i, i_span), rest)) = path.split_first() else {
        return match (base, new) {
            (Value::Vector(x), Value::Vector(y)) if x.len() != y.len() => {
                let message = format!("a vector of {} entries cannot stand in place of one of {}", y.len(), x.len());
                Err(Diagnostic::at(Code::Length, span, message, "here"))
            }
            (a, b) if a.kind() == b.kind() => Ok(new.clone()),
            (a, b) => Err(wrong_kind(b, a.kind(), span)),
        };
    };
    let Value::Vector(list) = base else { return Err(wrong_kind(base, "a vector", span)) };
    if i.as_int().is_some() && !i.as_i64().is_some_and(|i| (1..=list.len() as i64).contains(&i)) {
        let message = format!("there is no entry {}: the vector has {} (they count from 1)", show(i), list.len());
        return Err(Diagnostic::at(Code::Index, *i_span, message, "out of range"));
    }
    let entries = list.iter().enumerate().map(|(k, old)| {
        let here = build::eq(i, &build::int(k + 1));
        if here.as_bool() == Some(false) {
            return Ok(old.clone());
        }
        let changed = with(old, rest, new, span)?;
        if here.as_bool() == Some(true) { Ok(changed) } else { choose(&here, &changed, old, span) }
    });
    Ok(Value::vector(entries.collect::<Result<_>>()?))
}
