//! The functions of the language.
//!
//! In: a name and its arguments. Out: the value.

use std::sync::Arc;

use dashu_int::IBig;

use super::closure::closure;
use super::cousin::{first_cousin, standard_form};
use super::eval::Eval;
use super::notation::{tail, takes};
use super::ops::{self, number};
use super::parts::{Partitions, Turned};
use super::problem::{Result, arguments, place, wrong_kind};
use super::real::Real;
use super::seen::Seen;
use super::sets;
use super::value::{SetValue, Value};
use crate::lang::ast::Expr;
use crate::lang::{Arguments, Code, Diagnostic, Digit, Function, Notation, Span};
use crate::rules::expr::{C, E, FoldOp, Over};
use crate::rules::{NimOp, build};

/// The greatest argument of `bits` and `subsets`.
const LONGEST: i64 = 64;

/// The most elements of a set whose subsets are written out, and the most codes.
const MOST_ELEMENTS: usize = 16;
const MOST_CODES: usize = 1 << 18;

/// The arguments of a call, with their places.
struct Call<'a> {
    eval: &'a mut Eval,
    values: Vec<Value>,
    spans: Vec<Span>,
    span: Span,
}

/// Calls a function.
pub(super) fn call(eval: &mut Eval, function: Function, args: &[Expr], span: Span) -> Result<Value> {
    let values =
        if Function::rounds(function.name()) { eval.rounded(|eval| eval.list(args)) } else { eval.list(args) }?;
    let wanted = match function.arguments() {
        Arguments::One => 1,
        Arguments::Two => 2,
        Arguments::Any => values.len(),
    };
    if values.len() != wanted {
        let message = format!("`{}` has {}, found {}", function.name(), arguments(wanted), values.len());
        return Err(Diagnostic::at(Code::Arguments, span, message, "called here"));
    }
    let spans = args.iter().map(|a| a.span).collect();
    Call { eval, values, spans, span }.of(function)
}

impl Call<'_> {
    fn of(self, function: Function) -> Result<Value> {
        match function {
            Function::Min => many(self, FoldOp::Min),
            Function::Max => many(self, FoldOp::Max),
            Function::Sum => many(self, FoldOp::Sum),
            Function::Xor => many(self, FoldOp::Xor),
            Function::Gcd => gcd(&self.values, &self.spans, self.span),
            Function::Abs => Ok(Value::Int(build::abs(&self.number(0)?))),
            Function::Log2 => Ok(Value::Int(build::log2(&self.number(0)?, place(self.span)))),
            Function::Bit if matches!(self.values[0], Value::Digit(_)) => self.digit_bit(),
            Function::Bit => Ok(Value::Int(build::bit(&self.number(0)?, &self.number(1)?, place(self.span)))),
            Function::Isqrt => Ok(Value::Int(build::root(&self.number(0)?, &build::int(1), place(self.span)))),
            Function::Floor => Ok(Value::Int(self.real()?.floor(self.span))),
            Function::Ceil => Ok(Value::Int(self.real()?.ceil(self.span))),
            Function::Len => Ok(Value::Int(length(&self.values[0], self.spans[0])?)),
            Function::Mex => Ok(Value::Int(mex(&self.values[0], self.spans[0])?)),
            Function::Sorted => {
                let list = self.vector()?;
                Ok(Value::vector((0..list.len()).map(|k| Value::Int(build::rank(k, &list))).collect()))
            }
            Function::Increasing => {
                Ok(Value::Bool(build::and(self.vector()?.windows(2).map(|w| build::lt(&w[0], &w[1])).collect())))
            }
            Function::Nonzero => {
                if let Value::Piles(piles) = &self.values[0] {
                    let (range, entry) = piles.running(self.eval.fresh(), self.eval.fresh());
                    let body = build::not(&build::zero(&entry));
                    let (ranges, filter) = (vec![range], build::boolean(true));
                    return Ok(Value::Int(build::count(Over { ranges, filter, body, place: place(self.span) })));
                }
                let is = |e: &E| (build::indicator(&build::not(&build::zero(e))), IBig::ONE);
                Ok(Value::Int(build::sum(&self.vector()?.iter().map(is).collect::<Vec<_>>())))
            }
            Function::Support => {
                let list = self.vector()?;
                let element = |(i, e): (usize, &E)| (build::not(&build::zero(e)), build::int(i + 1));
                Ok(sets::numbers(list.iter().enumerate().map(element).filter(|(c, _)| c.as_bool() != Some(false))))
            }
            Function::Divisors => Ok(Value::set(SetValue::Divisors(self.number(0)?))),
            Function::Box => Ok(Value::set(SetValue::Box(self.vector()?))),
            Function::Bits => Ok(Value::set(SetValue::Bits(small(&self.values[0], self.spans[0])?))),
            Function::Subsets => subsets(&self.values[0], self.spans[0]),
            Function::Union => self.two_sets(SetValue::Either),
            Function::Intersection => self.two_sets(|set, other| SetValue::Within { set, other, inside: true }),
            Function::Difference => self.two_sets(|set, other| SetValue::Within { set, other, inside: false }),
            Function::Digits => digits(&self.number(0)?, &self.number(1)?, self.span),
            Function::Codes => self.codes(),
            Function::Slice => self.slice(),
            Function::NimProduct => self.nim(NimOp::Product),
            Function::NimInverse => self.nim(NimOp::Inverse),
            Function::NimSqrt => self.nim(NimOp::SquareRoot),
            Function::FirstCousin => self.of_octal(first_cousin),
            Function::StandardForm => self.of_octal(standard_form),
            Function::Takes => {
                let taken = takes(&*self.code()?).into_iter().map(|k| (build::boolean(true), build::int(k)));
                Ok(sets::numbers(taken))
            }
            Function::Tail => {
                let taken = tail(&*self.code()?).map(|k| Value::Int(build::int(k)));
                Ok(Value::vector(taken.collect()))
            }
            Function::Breakings => self.breakings(),
            Function::Partitions => self.partitions(),
            Function::Turned => match &self.values[0] {
                Value::Turning(code) => {
                    Ok(Value::set(SetValue::Turned(Turned { code: code.clone(), coin: self.number(1)? })))
                }
                other => Err(wrong_kind(other, "a code of coins, in quotes,", self.spans[0])),
            },
            Function::Closure => {
                let [set, function] = [self.spans[0], self.spans[1]];
                let eval = self.eval;
                closure(&self.values, [set, function], &mut |f, element| eval.apply(f, vec![element], function))
            }
        }
    }

    /// The argument at a place, which must be a number.
    fn number(&self, at: usize) -> Result<E> {
        number(&self.values[at], self.spans[at])
    }

    /// The only argument, which must be a number, and need not be an integer.
    fn real(&self) -> Result<Real> {
        ops::real(&self.values[0]).ok_or_else(|| wrong_kind(&self.values[0], "a number", self.spans[0]))
    }

    /// The only argument, which must be a vector of numbers.
    fn vector(&self) -> Result<Vec<E>> {
        numbers(&self.values[0], self.spans[0])
    }

    /// A set made of two.
    fn two_sets(&self, made: fn(Arc<SetValue>, Arc<SetValue>) -> SetValue) -> Result<Value> {
        let set = |at: usize| match &self.values[at] {
            Value::Set(set) => Ok(set.clone()),
            other => Err(wrong_kind(other, "a set", self.spans[at])),
        };
        let set = made(set(0)?, set(1)?);
        match sets::elements(&set) {
            Some(list) => sets::of(list, self.span),
            None => Ok(Value::set(set)),
        }
    }

    /// `slice(n, i, j)` or `slice(n, i, j, base)`: the number that the digits i to j of n are, counted from the least; 0 where j < i.
    fn slice(&self) -> Result<Value> {
        let base = match self.values.len() {
            3 => build::int(2),
            4 => self.number(3)?,
            found => {
                let message = format!("`slice` has 3 or 4 arguments, found {found}");
                return Err(Diagnostic::at(Code::Arguments, self.span, message, "called here"));
            }
        };
        let (n, first, last, at) = (self.number(0)?, self.number(1)?, self.number(2)?, place(self.span));
        let length = build::max(vec![build::int(0), build::add(&build::sub(&last, &first), &build::int(1))]);
        let digits =
            build::modulo(&build::div(&n, &build::pow(&base, &first, at), at), &build::pow(&base, &length, at), at);
        let from_zero = "`slice` counts digits from the least, which is the digit 0; there is none before it";
        let counted = self.at_least(&first, 0, from_zero, digits)?;
        Ok(Value::Int(self.at_least(&base, 2, "the base of `slice` is 2 or more", counted)?))
    }

    /// A number where another is at least this; elsewhere a failure, which is an error at once if the other is a constant.
    fn at_least(&self, bounded: &E, least: i64, why: &str, number: E) -> Result<E> {
        if bounded.as_int().is_some_and(|value| *value < IBig::from(least)) {
            return Err(Diagnostic::at(Code::Digits, self.span, why, "here"));
        }
        Ok(build::choose(&build::le(&build::int(least), bounded), &number, &build::fail(place(self.span), why)))
    }

    /// An operation of the nim-field on all arguments.
    fn nim(&self, op: NimOp) -> Result<Value> {
        let numbers = (0..self.values.len()).map(|at| self.number(at)).collect::<Result<Vec<E>>>()?;
        Ok(Value::Int(build::nim(op, &numbers, place(self.span))))
    }

    /// A code made of an octal one.
    fn of_octal(&self, made: fn(&[u8]) -> Option<Vec<u8>>) -> Result<Value> {
        let digits = self.code()?.plain();
        let code = digits.as_deref().and_then(made).ok_or_else(|| {
            let message = "this is of octal codes with 0 or 4 before the point; a code with an odd digit behind the point has no first cousin";
            Diagnostic::at(Code::Codes, self.spans[0], message, "not of this code")
                .help("`0.07` has the first cousin `0.137`: a heap of one token has no move")
        })?;
        Ok(Value::Code(Arc::new(code)))
    }

    /// The only argument, which must be a code.
    fn code(&self) -> Result<Arc<Notation>> {
        match &self.values[0] {
            Value::Notation(code) => Ok(code.clone()),
            Value::Code(digits) => Ok(Arc::new(Notation::plainly(digits))),
            other => Err(wrong_kind(other, "a code", self.spans[0])),
        }
    }

    /// `bit(d, j)` of a digit: may exactly j heaps be left?
    fn digit_bit(&self) -> Result<Value> {
        let heaps = self.number(1)?.as_i64().and_then(|j| u64::try_from(j).ok());
        let (Value::Digit(digit), Some(heaps)) = (&self.values[0], heaps) else {
            let message = "which number of heaps `bit` asks a digit about must be known before a position is";
            return Err(Diagnostic::at(Code::Undecided, self.spans[1], message, "here"));
        };
        Ok(Value::Int(build::int(u8::from(digit.allows(heaps)))))
    }

    /// `breakings(d, m)`: the ways to break m tokens into two heaps or more that a digit allows.
    fn breakings(&self) -> Result<Value> {
        let digit = match &self.values[0] {
            Value::Digit(digit) => (**digit).clone(),
            other => {
                let bits = number(other, self.spans[0])?.as_int().and_then(|bits| u64::try_from(bits).ok());
                Digit::of_bits(bits.ok_or_else(|| {
                    let message = "a digit of a code, known before a position is, comes first";
                    Diagnostic::at(Code::Undecided, self.spans[0], message, "not known, or negative")
                })?)
            }
        };
        Ok(Value::set(SetValue::Partitions(Partitions::by_digit(&digit, self.number(1)?))))
    }

    /// `partitions(m)`, or `partitions(m, j)` into exactly j parts.
    fn partitions(&self) -> Result<Value> {
        let count = match self.values.len() {
            1 => None,
            2 => {
                let count = self.number(1)?.as_i64().filter(|j| (0..=LONGEST).contains(j)).map(|j| j.unsigned_abs());
                Some(count.ok_or_else(|| {
                    let message = format!("the number of parts is a constant from 0 to {LONGEST}");
                    Diagnostic::at(Code::Length, self.spans[1], message, "here")
                })?)
            }
            found => {
                let message = format!("`partitions` has 1 or 2 arguments, found {found}");
                return Err(Diagnostic::at(Code::Arguments, self.span, message, "called here"));
            }
        };
        Ok(Value::set(SetValue::Partitions(Partitions::of(self.number(0)?, count))))
    }

    /// `codes(digits)`, or `codes(digits, base)`.
    fn codes(&self) -> Result<Value> {
        match self.values.len() {
            1 => codes(&self.values[0], 8, self.spans[0]),
            2 => {
                let base = self.number(1)?.as_i64().filter(|base| matches!(base, 8 | 16));
                let wrong = || {
                    let message = "codes are octal or hexadecimal: the base is 8 or 16";
                    Diagnostic::at(Code::Codes, self.spans[1], message, "here")
                };
                codes(&self.values[0], base.ok_or_else(wrong)? as u8, self.spans[0])
            }
            found => {
                let message = format!("`codes` has {}, found {found}", arguments(2));
                Err(Diagnostic::at(Code::Arguments, self.span, message, "called here"))
            }
        }
    }
}

fn many(call: Call<'_>, op: FoldOp) -> Result<Value> {
    let Call { eval, values, spans, span } = call;
    if let [one @ (Value::Vector(_) | Value::Set(_) | Value::Piles(_))] = &values[..] {
        return eval.of_collection(op, one, span);
    }
    if matches!(op, FoldOp::Min | FoldOp::Max) && values.iter().any(|v| matches!(v, Value::Vector(_))) {
        let mut best = values[0].clone();
        for (value, at) in values.iter().zip(&spans).skip(1) {
            best = entrywise(op, &best, value, *at)?;
        }
        return Ok(best);
    }
    let list = values.iter().zip(&spans).map(|(v, s)| number(v, *s)).collect::<Result<Vec<E>>>()?;
    if list.is_empty() {
        return Err(Diagnostic::at(Code::Arguments, span, format!("`{}` of nothing", op.text()), "no arguments"));
    }
    Ok(Value::Int(match op {
        FoldOp::Min => build::min(list),
        FoldOp::Max => build::max(list),
        FoldOp::Xor => build::xor(&list, place(span)),
        _ => list.iter().skip(1).fold(list[0].clone(), |a, b| build::add(&a, b)),
    }))
}

/// `min` or `max` of two numbers, of two vectors of one length, or of a vector and a number.
fn entrywise(op: FoldOp, a: &Value, b: &Value, span: Span) -> Result<Value> {
    match (a, b) {
        (Value::Vector(x), Value::Vector(y)) if x.len() != y.len() => {
            let message = format!("`{}` of vectors with {} and {} entries", op.text(), x.len(), y.len());
            Err(Diagnostic::at(Code::Length, span, message, format!("{} entries", y.len())))
        }
        (Value::Vector(x), Value::Vector(y)) => {
            let list = x.iter().zip(y.iter()).map(|(x, y)| entrywise(op, x, y, span)).collect::<Result<_>>()?;
            Ok(Value::vector(list))
        }
        (Value::Vector(list), one) | (one, Value::Vector(list)) => {
            Ok(Value::vector(list.iter().map(|x| entrywise(op, x, one, span)).collect::<Result<_>>()?))
        }
        _ => {
            let list = vec![number(a, span)?, number(b, span)?];
            Ok(Value::Int(if op == FoldOp::Min { build::min(list) } else { build::max(list) }))
        }
    }
}

/// The digits of a constant in a constant base, least first; at least one.
fn digits(n: &E, base: &E, span: Span) -> Result<Value> {
    let constants = n.as_int().zip(base.as_int()).map(|(n, b)| (n.clone(), b.clone()));
    let Some((mut n, base)) = constants.filter(|(n, b)| *n >= IBig::ZERO && *b >= IBig::from(2)) else {
        let message = "`digits(n, b)` is of a constant natural number n and a constant base b of at least 2";
        return Err(Diagnostic::at(Code::Digits, span, message, "its length must be known before a position is")
            .help("a digit of a coordinate is `n div b^i mod b`; a binary one is `bit(n, i)`"));
    };
    let mut list = vec![];
    while list.is_empty() || n > IBig::ZERO {
        list.push(Value::Int(build::int(&n % &base)));
        n /= &base;
    }
    Ok(Value::vector(list))
}

fn gcd(values: &[Value], spans: &[Span], span: Span) -> Result<Value> {
    if values.is_empty() {
        return Err(Diagnostic::at(Code::Arguments, span, "`gcd` of nothing", "no arguments"));
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

/// The subsets of {1..n}, or those of a set.
fn subsets(value: &Value, span: Span) -> Result<Value> {
    let Value::Set(set) = value else { return Ok(Value::set(SetValue::Subsets(small(value, span)?))) };
    let known = |list: &Vec<(C, Value)>| list.iter().all(|(holds, _)| holds.as_bool() == Some(true));
    let Some(list) = sets::elements(set).filter(known) else {
        let message = "the subsets of a set are written out, so it must be known before a position is";
        return Err(Diagnostic::at(Code::Undecided, span, message, "this set depends on the position"));
    };
    if list.len() > MOST_ELEMENTS {
        let message = format!("the subsets of a set of more than {MOST_ELEMENTS} elements are too many");
        return Err(Diagnostic::limit(Code::TooLarge, message).label(span, "here"));
    }
    let subset = |bits: usize| {
        let chosen = list.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, element)| element.clone());
        (build::boolean(true), Value::set(SetValue::Elements(chosen.collect())))
    };
    Ok(Value::set(SetValue::Elements((0..1_usize << list.len()).map(subset).collect())))
}

/// The codes 0.d1…dn, in the order of their digits.
fn codes(digits: &Value, base: u8, span: Span) -> Result<Value> {
    let count = number(digits, span)?.as_i64().and_then(|n| u32::try_from(n).ok());
    let all = count.and_then(|n| Some((n as usize, usize::from(base).checked_pow(n)?)));
    let Some((length, all)) = all.filter(|(length, all)| *length > 0 && *all <= MOST_CODES) else {
        let message = format!("codes have from 1 to {} digits here", if base == 8 { 6 } else { 4 });
        return Err(Diagnostic::at(Code::Codes, span, message, "this number of digits"));
    };
    let code = |number: usize| {
        let digit = |place: usize| (number / usize::from(base).pow(place as u32) % usize::from(base)) as u8;
        let digits: Vec<u8> = std::iter::once(0).chain((0..length).rev().map(digit)).collect();
        (build::boolean(true), Value::Code(std::sync::Arc::new(digits)))
    };
    Ok(Value::set(SetValue::Elements((0..all).map(code).collect())))
}

fn small(value: &Value, span: Span) -> Result<usize> {
    let e = number(value, span)?;
    let n = e.as_i64().filter(|n| (0..=LONGEST).contains(n));
    n.map(|n| n as usize).ok_or_else(|| {
        let message = format!("this length must be a constant from 0 to {LONGEST}");
        Diagnostic::at(Code::Length, span, message, "here")
    })
}

fn length(value: &Value, span: Span) -> Result<E> {
    match value {
        Value::Vector(list) => Ok(build::int(list.len())),
        Value::Code(digits) => Ok(build::int(digits.len())),
        Value::Notation(code) if code.added.is_empty() && code.tail.is_empty() => Ok(build::int(code.digits.len())),
        Value::Notation(code) => {
            let message = format!("\"{}\" has digits that `len` does not count: they add tokens, or repeat", code.text);
            Err(Diagnostic::at(Code::Kind, span, message, "here").help(
                "`takes(…)` has the digits that do not repeat, `tail(…)` those that do; `take_and_break` reads all of them",
            ))
        }
        Value::Genus(genus) => Ok(genus.length()),
        Value::Piles(piles) => Ok(piles.length.clone()),
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
        SetValue::Divisors(_)
        | SetValue::Partitions(_)
        | SetValue::Turned(_)
        | SetValue::Either(..)
        | SetValue::Within { .. } => {
            let list = sets::elements(set).ok_or_else(|| {
                Diagnostic::at(
                    Code::Undecided,
                    span,
                    "`len` of a set that is not listed: the position decides it, or it is too large",
                    "here",
                )
            })?;
            return size(&SetValue::Elements(list), span);
        }
        SetValue::Elements(list) => {
            let (mut terms, mut seen) = (vec![], Seen::default());
            for (c, v) in list {
                let mut new = vec![c.clone()];
                for (d, w) in seen.alike(v).into_iter().map(|earlier| &list[earlier]) {
                    new.push(build::not(&build::and(vec![d.clone(), ops::equal(v, w, span)?])));
                }
                seen.push(v);
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
                    .ok_or_else(|| Diagnostic::at(Code::Kind, span, "`mex` is of a set of numbers", "here"))?;
                let list = list.into_iter().map(|(c, v)| Ok((c, number(&v, span)?))).collect::<Result<Vec<_>>>()?;
                Ok(build::mex(list))
            }
        },
        other => Err(wrong_kind(other, "a set", span)),
    }
}
