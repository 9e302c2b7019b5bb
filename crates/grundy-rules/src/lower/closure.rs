//! `closure(S, x -> T)`: the least set that holds S and T of each of its elements.
//!
//! In: a set, and a function whose value is an element or a set of elements. Out: a set. Its elements are constants that are found here, by applying the function to one after the other; which
//! of them belong to the set may depend on the position, as the conditions of S and of T do. So the cells that still hang together in a position are
//! `closure({1}, v -> {w for w in 1..9 if joined(v, w) and x[w] = 1})`.

use std::collections::HashMap;

use super::problem::{Result, wrong_kind};
use super::seen::Key;
use super::sets;
use super::value::{Func, SetValue, Value};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::Links;
use crate::rules::build;
use crate::rules::expr::{C, Expr};

/// The most elements, and the most steps from one to another.
const MOST: (usize, usize) = (1 << 12, 1 << 16);

/// The closure of a set under a function, which `apply` calls; the places are those of the two arguments.
pub(super) fn closure(
    values: &[Value],
    places: [Span; 2],
    apply: &mut dyn FnMut(&Func, Value) -> Result<Value>,
) -> Result<Value> {
    let [Value::Set(set), Value::Func(function)] = values else {
        return Err(match values {
            [Value::Set(_), other] => wrong_kind(other, "a function, such as `x -> x div 2`", places[1]),
            [other, ..] => wrong_kind(other, "a set", places[0]),
            [] => Diagnostic::at(Code::Arguments, places[0], "`closure` has 2 arguments", "called here"),
        });
    };
    let mut found = Found::default();
    let seeds = found.all(Value::Set(set.clone()), places[0])?;
    let mut steps = vec![];
    let mut from = 0;
    while let Some(element) = found.elements.get(from).cloned() {
        let reached = apply(function, element)?;
        steps.extend(found.all(reached, places[1])?.into_iter().map(|(to, c)| (from, to, c)));
        from += 1;
        if found.elements.len() > MOST.0 || steps.len() > MOST.1 {
            let message = format!("this closure has more than {} elements, or more than {} steps", MOST.0, MOST.1);
            return Err(Diagnostic::at(Code::TooLarge, places[1], message, "ever more elements")
                .help("a condition in the function ends it: `x -> {x + 1 for i in 1..1 if x < 9}`"));
        }
    }
    let links = Links::new(seeds, steps);
    let element = |(number, value): (usize, Value)| (build::linked(&links, number), value);
    let elements = found.elements.into_iter().enumerate().map(element);
    let elements = elements.filter(|(c, _)| c.as_bool() != Some(false)).collect();
    Ok(Value::set(SetValue::Elements(elements)))
}

/// The elements that were found, in order.
#[derive(Default)]
struct Found {
    elements: Vec<Value>,
    numbers: HashMap<Key, usize>,
}

impl Found {
    /// The numbers of the elements of a set, or of one element, with their conditions.
    fn all(&mut self, value: Value, place: Span) -> Result<Vec<(usize, C)>> {
        let list = match value {
            Value::Set(set) => sets::elements(&set).ok_or_else(|| not_constant(place))?,
            one => vec![(build::boolean(true), one)],
        };
        list.into_iter().map(|(c, value)| Ok((self.number(value, place)?, c))).collect()
    }

    fn number(&mut self, value: Value, place: Span) -> Result<usize> {
        let key = Key::of(&value).ok_or_else(|| no_element(&value, place))?;
        if let Some(known) = self.numbers.get(&key) {
            return Ok(*known);
        }
        let same_kind = self.elements.first().is_none_or(|first| first.kind() == value.kind());
        if !same_kind {
            return Err(wrong_kind(&value, &format!("{} like the elements before it", self.elements[0].kind()), place));
        }
        self.numbers.insert(key, self.elements.len());
        self.elements.push(value);
        Ok(self.elements.len() - 1)
    }
}

/// Why a value is no element: it is not defined, is of another kind, or depends on the position.
fn no_element(value: &Value, place: Span) -> Diagnostic {
    match value {
        Value::Int(e) => match &**e {
            Expr::Fail(at, why) => Diagnostic::undefined(why.clone(), at.0.or(Some(place))),
            _ => not_constant(place),
        },
        Value::Vector(entries) => {
            let wrong = entries.iter().find(|entry| Key::of(entry).is_none());
            wrong.map_or_else(|| not_constant(place), |entry| no_element(entry, place))
        }
        other => wrong_kind(other, "a number, a vector or a code as an element of a closure", place),
    }
}

fn not_constant(place: Span) -> Diagnostic {
    let message =
        "the elements of a closure are constants, and the position may decide only which of them belong to it";
    Diagnostic::at(Code::Undecided, place, message, "an element depends on the position")
        .help("a condition chooses elements: `{w for w in 1..9 if x[w] = 1}`")
}
