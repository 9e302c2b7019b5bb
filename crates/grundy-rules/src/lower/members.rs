//! The members of a family of games: `mark[{1}, {a, b}] for a in 2..9, b in a + 1..20 if …`.
//!
//! In: binders and a condition. Out: the values of the names for each member, in order: the last name runs fastest. Nothing here depends on a position.

use super::eval::Eval;
use super::problem::Result;
use super::quant::{Bound, Choices, bound_names};
use super::value::{SetValue, Value};
use crate::lang::ast::{Binder, Expr};
use crate::lang::{Code, Diagnostic, Span, code_text};
use crate::rules::build;

/// The names with their values, for one member.
pub(super) type Named = Vec<(String, Value)>;

/// The longest range that a name runs through, and the most members.
const MOST: usize = 1 << 20;

impl Eval {
    /// The values of the bound names, where the condition holds.
    ///
    /// # Errors
    /// A range that is wrong or too long, a condition that is none, too many members.
    pub fn members(&mut self, binders: &[Binder], filter: Option<&Expr>) -> Result<Vec<Named>> {
        let mut found = vec![];
        self.each_member(&bound_names(binders), filter, &mut vec![], &mut found)?;
        Ok(found)
    }

    fn each_member(
        &mut self,
        names: &[Bound<'_>],
        filter: Option<&Expr>,
        so_far: &mut Named,
        found: &mut Vec<Named>,
    ) -> Result<()> {
        let Some((Bound { name, range, is_let }, rest)) = names.split_first() else {
            let holds = filter.map_or(Ok(build::boolean(true)), |filter| self.condition(filter))?;
            if holds.as_bool() == Some(true) {
                found.push(so_far.clone());
            }
            return match filter {
                Some(filter) if found.len() > MOST => Err(too_many(filter.span)),
                _ => Ok(()),
            };
        };
        let value = self.eval(range)?;
        let values = if *is_let { vec![value] } else { self.elements_of_range(&value, range.span)? };
        if found.len().saturating_add(values.len()) > MOST {
            return Err(too_many(range.span));
        }
        for value in values {
            so_far.push((name.to_string(), value.clone()));
            self.with(vec![(name.to_string(), value)], |eval| eval.each_member(rest, filter, so_far, found))?;
            so_far.pop();
        }
        Ok(())
    }

    fn elements_of_range(&mut self, value: &Value, span: Span) -> Result<Vec<Value>> {
        if let Value::Set(set) = value
            && let SetValue::Range(lo, hi) = &**set
            && let (Some(lo), Some(hi)) = (lo.as_int(), hi.as_int())
        {
            let (mut n, mut list) = (lo.clone(), vec![]);
            while n <= *hi {
                if list.len() > MOST {
                    return Err(too_many(span));
                }
                list.push(Value::Int(build::int(n.clone())));
                n += 1;
            }
            return Ok(list);
        }
        let Choices::Listed(list) = self.choices(value, span, 0)? else { return Err(too_many(span)) };
        Ok(list.into_iter().filter(|(holds, _)| holds.as_bool() == Some(true)).map(|(_, value)| value).collect())
    }
}

fn too_many(span: Span) -> Diagnostic {
    let message = format!("this family has more than {MOST} members");
    Diagnostic::limit(Code::TooLarge, message)
        .label(span, "here")
        .help("take shorter ranges, one sweep after the other")
}

/// A value as it is written in the language; `None` for functions, games, and what is not constant.
pub fn written(value: &Value) -> Option<String> {
    let list = |list: Vec<&Value>| list.into_iter().map(written).collect::<Option<Vec<String>>>();
    match value {
        Value::Int(e) => e.as_int().map(|n| if *n < dashu_int::IBig::ZERO { format!("({n})") } else { n.to_string() }),
        Value::Bool(e) => e.as_bool().map(|truth| truth.to_string()),
        Value::Vector(entries) => Some(format!("[{}]", list(entries.iter().collect())?.join(", "))),
        Value::Code(digits) => Some(code_text(digits)),
        Value::Notation(code) => Some(format!("\"{}\"", code.text)),
        Value::Turning(code) => Some(format!("\"{}\"", code.text)),
        Value::Set(set) => {
            let elements = super::sets::elements(set)?;
            let all = elements.iter().all(|(holds, _)| holds.as_bool() == Some(true));
            let elements = list(elements.iter().map(|(_, value)| value).collect())?;
            all.then(|| format!("{{{}}}", elements.join(", ")))
        }
        Value::Func(_) | Value::Game(_) | Value::Loopy(_) | Value::Real(_) | Value::Genus(_) => None,
        Value::Digit(_) | Value::Parts(_) | Value::Coins(_) | Value::Piles(_) => None,
    }
}
