//! The functions of the language.
//!
//! In: a name and its arguments. Out: the value.

use super::eval::{Eval, Result, arguments, place, wrong_kind};
use super::ops::{self, number};
use super::sets;
use super::value::{SetValue, Value};
use crate::lang::ast::{Expr, QuantOp};
use crate::lang::{Diagnostic, Span};
use crate::rules::build;
use crate::rules::expr::E;

/// The greatest argument of `bits` and `subsets`.
const LONGEST: i64 = 64;

/// Calls a function.
pub(super) fn call(eval: &mut Eval, name: &'static str, args: &[Expr], span: Span) -> Result<Value> {
    let values = eval.list(args)?;
    let spans: Vec<Span> = args.iter().map(|a| a.span).collect();
    let count = |n: usize| {
        if values.len() == n {
            return Ok(());
        }
        let message = format!("`{name}` has {}, found {}", arguments(n), values.len());
        Err(Diagnostic::at("arguments", span, message, "called here"))
    };
    match name {
        "min" | "max" | "sum" | "xor" => return many(eval, name, &values, &spans, span),
        "gcd" => return gcd(&values, &spans, span),
        "bit" => {
            count(2)?;
            return Ok(Value::Int(build::bit(
                &number(&values[0], spans[0])?,
                &number(&values[1], spans[1])?,
                place(span),
            )));
        }
        _ => count(1)?,
    }
    let (value, at) = (&values[0], spans[0]);
    Ok(match name {
        "abs" => Value::Int(build::abs(&number(value, at)?)),
        "log2" => Value::Int(build::log2(&number(value, at)?, place(span))),
        "len" => Value::Int(length(value, at)?),
        "sorted" => {
            let list = numbers(value, at)?;
            Value::vector((0..list.len()).map(|k| Value::Int(build::rank(k, &list))).collect())
        }
        "increasing" => {
            let list = numbers(value, at)?;
            Value::Bool(build::and(list.windows(2).map(|w| build::lt(&w[0], &w[1])).collect()))
        }
        "nonzero" => {
            let one = dashu_int::IBig::ONE;
            let list: Vec<_> = numbers(value, at)?
                .iter()
                .map(|e| (build::indicator(&build::not(&build::zero(e))), one.clone()))
                .collect();
            Value::Int(build::sum(&list))
        }
        "support" => {
            let list = numbers(value, at)?;
            let element = |(i, e): (usize, &E)| (build::not(&build::zero(e)), build::int(i + 1));
            sets::numbers(list.iter().enumerate().map(element).filter(|(c, _)| c.as_bool() != Some(false)))
        }
        "mex" => Value::Int(mex(value, at)?),
        "box" => Value::set(SetValue::Box(numbers(value, at)?)),
        "bits" => Value::set(SetValue::Bits(small(value, at)?)),
        "subsets" => Value::set(SetValue::Subsets(small(value, at)?)),
        _ => unreachable!("every function of the language is above"),
    })
}

fn many(eval: &mut Eval, name: &str, values: &[Value], spans: &[Span], span: Span) -> Result<Value> {
    let op = QuantOp::of(name).expect("these four are quantifiers too");
    if let [one @ (Value::Vector(_) | Value::Set(_))] = values {
        return eval.of_collection(op, one, span);
    }
    let list = values.iter().zip(spans).map(|(v, s)| number(v, *s)).collect::<Result<Vec<E>>>()?;
    if list.is_empty() {
        return Err(Diagnostic::at("arguments", span, format!("`{name}` of nothing"), "no arguments"));
    }
    Ok(Value::Int(match op {
        QuantOp::Min => build::min(list),
        QuantOp::Max => build::max(list),
        QuantOp::Xor => build::xor(&list, place(span)),
        _ => list.iter().skip(1).fold(list[0].clone(), |a, b| build::add(&a, b)),
    }))
}

fn gcd(values: &[Value], spans: &[Span], span: Span) -> Result<Value> {
    if values.is_empty() {
        return Err(Diagnostic::at("arguments", span, "`gcd` of nothing", "no arguments"));
    }
    let mut result = build::int(0);
    for (v, s) in values.iter().zip(spans) {
        let list = match v {
            Value::Vector(_) => numbers(v, *s)?,
            _ => vec![number(v, *s)?],
        };
        for e in list {
            result = build::gcd(&result, &e);
        }
    }
    Ok(Value::Int(result))
}

/// The entries of a vector of numbers.
pub(super) fn numbers(value: &Value, span: Span) -> Result<Vec<E>> {
    match value {
        Value::Vector(list) => list.iter().map(|v| number(v, span)).collect(),
        other => Err(wrong_kind(other, "a vector", span)),
    }
}

fn small(value: &Value, span: Span) -> Result<usize> {
    let e = number(value, span)?;
    let n = e.as_i64().filter(|n| (0..=LONGEST).contains(n));
    n.map(|n| n as usize).ok_or_else(|| {
        let message = format!("this length must be a constant from 0 to {LONGEST}");
        Diagnostic::at("length", span, message, "here")
    })
}

fn length(value: &Value, span: Span) -> Result<E> {
    match value {
        Value::Vector(list) => Ok(build::int(list.len())),
        Value::Code(digits) => Ok(build::int(digits.len())),
        Value::Set(set) => size(set, span),
        other => Err(wrong_kind(other, "a vector, a set or a code", span)),
    }
}

fn size(set: &SetValue, span: Span) -> Result<E> {
    let one = dashu_int::IBig::ONE;
    Ok(match set {
        SetValue::Range(lo, hi) => build::max(vec![build::int(0), build::add(&build::sub(hi, lo), &build::int(1))]),
        SetValue::Bits(n) | SetValue::Subsets(n) => build::int(one << *n),
        SetValue::Box(bounds) => bounds.iter().fold(build::int(1), |product, b| {
            build::mul(&product, &build::max(vec![build::int(0), build::add(b, &build::int(1))]))
        }),
        SetValue::Elements(list) => {
            let mut terms = vec![];
            for (i, (c, v)) in list.iter().enumerate() {
                let mut new = vec![c.clone()];
                for (d, w) in &list[..i] {
                    new.push(build::not(&build::and(vec![d.clone(), ops::equal(v, w, span)?])));
                }
                terms.push((build::indicator(&build::and(new)), one.clone()));
            }
            build::sum(&terms)
        }
    })
}

fn mex(value: &Value, span: Span) -> Result<E> {
    match value {
        Value::Vector(list) => {
            let list = list.iter().map(|v| Ok((build::boolean(true), number(v, span)?))).collect::<Result<Vec<_>>>()?;
            Ok(build::mex(list))
        }
        Value::Set(set) => match &**set {
            SetValue::Range(lo, hi) => {
                let holds_zero = build::le(lo, &build::int(0));
                let after = build::max(vec![build::int(0), build::add(hi, &build::int(1))]);
                Ok(build::choose(&holds_zero, &after, &build::int(0)))
            }
            set => {
                let list = sets::elements(set)
                    .ok_or_else(|| Diagnostic::at("kind", span, "`mex` is of a set of numbers", "here"))?;
                let list = list.into_iter().map(|(c, v)| Ok((c, number(&v, span)?))).collect::<Result<Vec<_>>>()?;
                Ok(build::mex(list))
            }
        },
        other => Err(wrong_kind(other, "a set", span)),
    }
}
