//! Comprehensions: `[e for i in R if c]` and `{e for i in R if c}`.
//!
//! In: an element, binders, a filter. Out: a vector or a set. Its entries are written out, so its ranges are known before a position is. The
//! position may decide which elements a set has, but not how many entries a vector has.

use super::eval::Eval;
use super::problem::Result;
use super::quant::{Bound, Choices, bound_names};
use super::sets::{self, SMALL};
use super::value::{SetValue, Value};
use crate::lang::ast::{Binder, Expr};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::expr::C;

/// What is written out so far.
struct Written<'a> {
    element: &'a Expr,
    filter: Option<&'a Expr>,
    set: bool,
    span: Span,
    elements: Vec<(C, Value)>,
}

impl Eval {
    pub(super) fn comprehension(
        &mut self,
        set: bool,
        element: &Expr,
        binders: &[Binder],
        filter: Option<&Expr>,
        span: Span,
    ) -> Result<Value> {
        let mut written = Written { element, filter, set, span, elements: vec![] };
        self.write_out(&bound_names(binders), &build::boolean(true), &mut written)?;
        if set {
            return sets::of(written.elements, span);
        }
        Ok(Value::vector(written.elements.into_iter().map(|(_, v)| v).collect()))
    }

    /// Writes out the elements for all choices of the names left.
    fn write_out(&mut self, names: &[Bound], so_far: &C, out: &mut Written) -> Result<()> {
        let Some((Bound { name, range, is_let }, rest)) = names.split_first() else {
            return self.one_element(so_far, out);
        };
        let value = self.eval(range)?;
        if *is_let {
            return self.with(vec![(name.to_string(), value)], |s| s.write_out(rest, so_far, out));
        }
        let Choices::Listed(list) = self.choices(&value, range.span, SMALL)? else {
            return Err(not_written_out(&value, range.span));
        };
        for (condition, v) in list {
            let condition = build::and(vec![so_far.clone(), condition]);
            self.with(vec![(name.to_string(), v)], |s| s.write_out(rest, &condition, out))?;
        }
        Ok(())
    }

    fn one_element(&mut self, so_far: &C, out: &mut Written) -> Result<()> {
        let mut condition = so_far.clone();
        if let Some(filter) = out.filter {
            condition = build::and(vec![condition, self.condition(filter)?]);
        }
        if condition.as_bool() == Some(false) {
            return Ok(());
        }
        if !out.set && condition.as_bool() != Some(true) {
            let message = "a vector has as many entries at every position, and this condition depends on the position";
            let place = out.filter.map_or(out.span, |filter| filter.span);
            return Err(Diagnostic::at(Code::Length, place, message, "true at some positions only")
                .help("choose the entry instead, `[if … then … else … for …]`, or write a set in braces"));
        }
        self.count(1, out.span)?;
        let value = self.eval(out.element)?;
        out.elements.push((condition, value));
        Ok(())
    }
}

/// The error for a range whose elements are not written out.
fn not_written_out(range: &Value, span: Span) -> Diagnostic {
    let is_known = |set: &SetValue| match set {
        SetValue::Range(lo, hi) => lo.as_int().is_some() && hi.as_int().is_some(),
        _ => false,
    };
    if matches!(range, Value::Set(set) if is_known(set)) {
        let message = format!("the elements of a comprehension are written out, and a range has at most {SMALL} there");
        return Diagnostic::limit(Code::TooLarge, message)
            .label(span, "too long")
            .help("a quantified form runs through any range itself: `count i in 1..10000: …`, `sum i in 1..10000: …`");
    }
    let message = "the elements of a comprehension are written out, so its range must be known before the position is";
    Diagnostic::at(Code::Undecided, span, message, "this range depends on the position")
        .help("a move runs through such a range itself: `move n - q for q in 1..n if …`")
}
