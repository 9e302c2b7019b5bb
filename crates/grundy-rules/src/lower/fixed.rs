//! Checks that games inside claims are constant, but for numbers that their positions carry.
//!
//! In: a game expression in the formula of a claim. Out: the same expression with constant parameters, and with functions in whose scope there
//! are only constants; or the error at the parameter that varies. Without this, a coordinate of the claim in a game's parameters would be taken
//! for a coordinate of that game. In a claim for all k, numbers that vary are marked ([`carried`]).

use std::sync::Arc;

use super::carried;
use super::problem::Result;
use super::term::Term;
use super::value::{Env, Func, SetValue, Value};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::expr::E;

/// The advice for a parameter that varies.
const HELP: &str =
    "give the game constants; a binder over a set such as `{1, 2, 3}` stands for them one after the other";

/// The term, if nothing in it varies. Names of varying values are removed from the scopes of functions and added to `gone`.
/// With `marks`, numbers among the parameters may vary, and are marked.
pub(super) fn fixed(term: &Term, gone: &mut Vec<String>, marks: &mut Option<Vec<E>>) -> Result<Term> {
    Ok(match term {
        Term::Named { module, name, args, span } => {
            let mut argument = |(value, span): &(Value, Span)| match (value, &mut *marks) {
                (Value::Int(e), Some(marks)) if e.as_int().is_none() => {
                    Ok((Value::Int(carried::marked(e, marks)), *span))
                }
                _ => argument((value, *span), gone),
            };
            let args = args.as_ref().map(|list| list.iter().map(&mut argument).collect::<Result<_>>());
            Term::Named { module: module.clone(), name: name.clone(), args: args.transpose()?, span: *span }
        }
        Term::Compound { rule, parts, span } => {
            let mut part = |(k, part): &(usize, Arc<Term>)| Ok((*k, Arc::new(fixed(part, gone, marks)?)));
            let parts = parts.iter().map(&mut part).collect::<Result<_>>()?;
            Term::Compound { rule: rule.clone(), parts, span: *span }
        }
    })
}

/// Rewords the error for an unknown name in `gone`: it says that the name varies in the claim.
pub(super) fn explained(error: Diagnostic, gone: &[String]) -> Diagnostic {
    let name = gone.iter().find(|name| error.message == format!("the name `{name}` is not known"));
    match (name, error.labels.first()) {
        (Some(name), Some(label)) if error.code == Code::UnknownName => {
            let message = format!("the rules of a game are fixed, and `{name}` varies in this claim");
            Diagnostic::at(Code::Varies, label.span, message, "varies").help(HELP)
        }
        _ => error,
    }
}

fn argument((value, span): (&Value, Span), gone: &mut Vec<String>) -> Result<(Value, Span)> {
    constant(value, gone).map(|value| (value, span)).ok_or_else(|| varies(span))
}

pub(super) fn varies(span: Span) -> Diagnostic {
    let message = "the parameters of a game are constant, and this one varies in this claim";
    Diagnostic::at(Code::Varies, span, message, "varies").help(HELP)
}

/// A set or a list that a game gets from another one, and in which something varies, is refused.
pub(super) fn only_numbers_vary(name: &str, value: &Value, span: Span) -> Result<()> {
    if value.is_carried() || constant(value, &mut vec![]).is_some() {
        return Ok(());
    }
    let message = format!("the parameter `{name}` is no number, and it varies in this claim");
    Err(Diagnostic::at(Code::Varies, span, message, "varies").help(HELP))
}

/// The value, if nothing in it varies.
fn constant(value: &Value, gone: &mut Vec<String>) -> Option<Value> {
    let same = |is: bool| is.then(|| value.clone());
    match value {
        Value::Int(e) => same(e.as_int().is_some()),
        Value::Loopy(value) => same(value.code.as_int().is_some()),
        Value::Bool(e) => same(e.as_bool().is_some()),
        Value::Code(_) | Value::Notation(_) | Value::Digit(_) | Value::Turning(_) => same(true),
        Value::Vector(list) => {
            Some(Value::vector(list.iter().map(|v| constant(v, gone)).collect::<Option<Vec<Value>>>()?))
        }
        Value::Set(set) => match &**set {
            SetValue::Range(lo, hi) => same(lo.as_int().is_some() && hi.as_int().is_some()),
            SetValue::Elements(list) => {
                let element = |(there, v): &(_, Value)| {
                    let there: &crate::rules::expr::C = there;
                    there.as_bool()?;
                    Some((there.clone(), constant(v, gone)?))
                };
                Some(Value::set(SetValue::Elements(list.iter().map(element).collect::<Option<_>>()?)))
            }
            SetValue::Box(ends) => same(ends.iter().all(|e| e.as_int().is_some())),
            SetValue::Bits(_) | SetValue::Subsets(_) => same(true),
            SetValue::Divisors(_)
            | SetValue::Partitions(_)
            | SetValue::Turned(_)
            | SetValue::Either(..)
            | SetValue::Within { .. } => {
                let list = super::sets::elements(set)?;
                constant(&Value::set(SetValue::Elements(list)), gone)
            }
        },
        Value::Func(f) => Some(Value::Func(match &**f {
            Func::Builtin(_) | Func::Compound(_) | Func::Sqrt => f.clone(),
            Func::Written { params, body, env, module, name } => Arc::new(Func::Written {
                params: params.clone(),
                body: body.clone(),
                env: constants(env, gone),
                module: module.clone(),
                name: name.clone(),
            }),
        })),
        Value::Genus(_) | Value::Parts(_) | Value::Coins(_) | Value::Piles(_) => None,
        Value::Real(real) => same(real.is_constant()),
        Value::Game(term) => Some(Value::Game(Arc::new(fixed(term, gone, &mut None).ok()?))),
    }
}

/// The names of an environment that stand for constants; the others are added to `gone`.
fn constants(env: &Env, gone: &mut Vec<String>) -> Env {
    let mut kept = vec![];
    for (name, value) in env {
        match constant(value, gone) {
            Some(value) => kept.push((name.clone(), value)),
            None => gone.push(name.clone()),
        }
    }
    kept
}
