//! Quantified forms such as `count v in R if c: e`, and the functions of one vector or set.
//!
//! In: the bound names with their ranges. Out: an expression: small constant ranges are unrolled, elements of sets become cases with
//! conditions, other ranges stay folds of the internal form. A form that does not depend on the position is computed at once.

use super::eval::Eval;
use super::ops;
use super::problem::{Result, place, wrong_kind};
use super::sets;
use super::value::{SetValue, Value};
use crate::lang::ast::{Binder, Expr, QuantOp};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::evaluate::constant;
use crate::rules::expr::{E, Expr as Form, Range};

/// Constant ranges up to this length are unrolled.
const UNROLL: i64 = 64;
/// The steps that computing a constant of a claim may take while the claim is read; longer ones are left to the check of the claim.
const AT_ONCE: u64 = 20_000;

/// The values that a bound name runs through.
pub enum Choices {
    /// A list of values, each under a condition.
    Listed(Vec<(E, Value)>),
    /// Variables with ranges, the condition under which they are taken, and the value built from them.
    Running(Vec<Range>, E, Value),
}

/// A name with its range, or with its value after `let`.
pub(super) struct Bound<'a> {
    pub name: &'a str,
    pub range: &'a Expr,
    pub is_let: bool,
}

/// The names of binders one by one.
pub(super) fn bound_names(binders: &[Binder]) -> Vec<Bound<'_>> {
    let mut names = vec![];
    for Binder { names: own, range, is_let } in binders {
        names.extend(own.iter().map(|n| Bound { name: n.name.as_str(), range, is_let: *is_let }));
    }
    names
}

/// One case of a quantified form: its ranges, its condition, its value.
struct Case {
    ranges: Vec<Range>,
    filter: E,
    value: E,
    /// The number of cases into which the binders so far were unrolled.
    copies: i64,
}

impl Eval {
    pub fn quantified(
        &mut self,
        op: QuantOp,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Result<Value> {
        let names = bound_names(binders);
        let mut cases = vec![];
        self.cases(
            op,
            &names,
            &mut Case { ranges: vec![], filter: build::boolean(true), value: build::int(0), copies: 1 },
            filter,
            body,
            &mut cases,
        )?;
        self.combine(op, cases, span)
    }

    fn cases(
        &mut self,
        op: QuantOp,
        names: &[Bound],
        so_far: &mut Case,
        filter: Option<&Expr>,
        body: &Expr,
        out: &mut Vec<Case>,
    ) -> Result<()> {
        let Some((Bound { name, range, is_let }, rest)) = names.split_first() else {
            return self.last_case(op, so_far, filter, body, out);
        };
        let set = self.eval(range)?;
        if *is_let {
            return self.with(vec![(name.to_string(), set)], |s| s.cases(op, rest, so_far, filter, body, out));
        }
        // The formula of a claim may run through millions of values, so there the product of unrolled ranges is limited.
        let unroll = if self.scope.is_some() { UNROLL / so_far.copies } else { UNROLL };
        match self.choices(&set, range.span, unroll)? {
            Choices::Listed(list) => {
                let copies = so_far.copies;
                so_far.copies = copies.saturating_mul(list.len().max(1) as i64);
                for (c, v) in list {
                    let keep = so_far.filter.clone();
                    so_far.filter = build::and(vec![keep.clone(), c]);
                    self.with(vec![(name.to_string(), v)], |s| s.cases(op, rest, so_far, filter, body, out))?;
                    so_far.filter = keep;
                }
                so_far.copies = copies;
            }
            Choices::Running(ranges, c, v) => {
                let depth = so_far.ranges.len();
                so_far.ranges.extend(ranges);
                let keep = so_far.filter.clone();
                so_far.filter = build::and(vec![keep.clone(), c]);
                self.with(vec![(name.to_string(), v)], |s| s.cases(op, rest, so_far, filter, body, out))?;
                so_far.filter = keep;
                so_far.ranges.truncate(depth);
            }
        }
        Ok(())
    }

    fn last_case(
        &mut self,
        op: QuantOp,
        so_far: &Case,
        filter: Option<&Expr>,
        body: &Expr,
        out: &mut Vec<Case>,
    ) -> Result<()> {
        let mut condition = so_far.filter.clone();
        if let Some(filter) = filter {
            condition = build::and(vec![condition, self.condition(filter)?]);
        }
        if condition.as_bool() == Some(false) {
            return Ok(());
        }
        let value = match op {
            QuantOp::All | QuantOp::Any | QuantOp::Count => self.condition(body)?,
            _ => self.int(body)?,
        };
        out.push(Case { ranges: so_far.ranges.clone(), filter: condition, value, copies: 1 });
        Ok(())
    }

    /// The values that a name bound over a set or a vector runs through.
    pub fn choices(&mut self, set: &Value, span: Span, unroll: i64) -> Result<Choices> {
        let yes = build::boolean(true);
        let set = match set {
            Value::Vector(list) => return Ok(Choices::Listed(list.iter().map(|v| (yes.clone(), v.clone())).collect())),
            Value::Set(set) => set,
            other => return Err(wrong_kind(other, "a range `lo..hi`, a set or a vector", span)),
        };
        match &**set {
            SetValue::Elements(list) => Ok(Choices::Listed(distinct(list, span)?)),
            SetValue::Range(lo, hi) => {
                let short = lo.as_int().zip(hi.as_int()).is_some_and(|(l, h)| h - l < dashu_int::IBig::from(unroll));
                if short {
                    return Ok(Choices::Listed(sets::elements(set).unwrap_or_default()));
                }
                let var = self.fresh();
                let range = Range { var, lo: lo.clone(), hi: hi.clone() };
                Ok(Choices::Running(vec![range], yes, Value::Int(build::var(var))))
            }
            SetValue::Either(..) => match sets::elements(set) {
                Some(list) => Ok(Choices::Listed(distinct(&list, span)?)),
                None => Err(Diagnostic::at(
                    Code::Undecided,
                    span,
                    "a name runs through a union only if its sets are known before the position is",
                    "the position decides what this holds",
                )
                .help("write two clauses, or a range with a condition")),
            },
            SetValue::Divisors(n) if n.as_i64().is_some() && sets::elements(set).is_some() => {
                Ok(Choices::Listed(sets::elements(set).unwrap_or_default()))
            }
            SetValue::Divisors(n) => {
                let var = self.fresh();
                let range = Range { var, lo: build::int(1), hi: n.clone() };
                Ok(Choices::Running(vec![range], build::divides(&build::var(var), n), Value::Int(build::var(var))))
            }
            SetValue::Within { set, other, inside } => {
                let member = |v: &Value| {
                    let member = sets::member(v, other, span)?;
                    Ok(if *inside { member } else { build::not(&member) })
                };
                match self.choices(&Value::Set(set.clone()), span, unroll)? {
                    Choices::Listed(list) => {
                        let one = |(c, v): (E, Value)| Ok((build::and(vec![c, member(&v)?]), v));
                        Ok(Choices::Listed(list.into_iter().map(one).collect::<Result<_>>()?))
                    }
                    Choices::Running(ranges, c, v) => {
                        let c = build::and(vec![c, member(&v)?]);
                        Ok(Choices::Running(ranges, c, v))
                    }
                }
            }
            SetValue::Box(bounds) => Ok(self.running(bounds)),
            SetValue::Bits(n) => match sets::elements(set) {
                Some(list) => Ok(Choices::Listed(list)),
                None => Ok(self.running(&vec![build::int(1); *n])),
            },
            SetValue::Subsets(n) => match sets::elements(set) {
                Some(list) => Ok(Choices::Listed(list)),
                None => {
                    Err(Diagnostic::limit(Code::TooLarge, format!("{{1..{n}}} has too many subsets to run through"))
                        .label(span, "here"))
                }
            },
        }
    }

    /// Vectors with entries from 0 to bounds that may depend on the position.
    pub fn running(&mut self, bounds: &[E]) -> Choices {
        let ranges: Vec<Range> =
            bounds.iter().map(|hi| Range { var: self.fresh(), lo: build::int(0), hi: hi.clone() }).collect();
        let vector = ranges.iter().map(|r| Value::Int(build::var(r.var))).collect();
        Choices::Running(ranges, build::boolean(true), Value::vector(vector))
    }

    fn combine(&mut self, op: QuantOp, cases: Vec<Case>, span: Span) -> Result<Value> {
        self.count(cases.len() as u64, span)?;
        let value = match op {
            QuantOp::All => build::and(cases.into_iter().map(|c| all_case(c, span)).collect()),
            QuantOp::Any => build::or(cases.into_iter().map(|c| any_case(c, span)).collect()),
            QuantOp::Count | QuantOp::Sum => {
                let terms: Vec<(E, dashu_int::IBig)> =
                    cases.into_iter().map(|c| (sum_case(op, c, span), dashu_int::IBig::ONE)).collect();
                build::sum(&terms)
            }
            QuantOp::Xor => {
                build::xor(&cases.into_iter().map(|c| sum_case(op, c, span)).collect::<Vec<_>>(), place(span))
            }
            QuantOp::Min | QuantOp::Max => extreme(self, op, cases, span),
        };
        let value = self.settle(value, span)?;
        Ok(if matches!(op, QuantOp::All | QuantOp::Any) { Value::Bool(value) } else { Value::Int(value) })
    }

    /// Computes a value with folds at once, if it does not depend on the position.
    pub fn settle(&mut self, value: E, span: Span) -> Result<E> {
        let folds = value.any(&mut |e| matches!(e, Form::Fold { .. }));
        if !folds {
            return Ok(value);
        }
        let budget = if self.scope.is_some() { self.budget().min(AT_ONCE) } else { self.budget() };
        match constant(&value, budget) {
            None => Ok(value),
            Some(Ok((result, steps))) => {
                self.count(steps, span)?;
                Ok(result)
            }
            Some(Err(())) if self.scope.is_some() => Ok(value),
            Some(Err(())) => {
                Err(Diagnostic::limit(Code::TooLarge, "this runs through too many numbers").label(span, "here"))
            }
        }
    }

    /// The functions `min max sum xor` of one vector or set.
    pub fn of_collection(&mut self, op: QuantOp, set: &Value, span: Span) -> Result<Value> {
        let cases = match self.choices(set, span, UNROLL)? {
            Choices::Listed(list) => list
                .into_iter()
                .map(|(c, v)| Ok(Case { ranges: vec![], filter: c, value: ops::number(&v, span)?, copies: 1 }))
                .collect::<Result<Vec<_>>>()?,
            Choices::Running(ranges, filter, v) => {
                vec![Case { ranges, filter, value: ops::number(&v, span)?, copies: 1 }]
            }
        };
        self.combine(op, cases, span)
    }
}

/// Conditions under which each element counts once, where the position decides which elements are equal: a later element counts only where it
/// differs from all earlier ones.
fn distinct(list: &[(E, Value)], span: Span) -> Result<Vec<(E, Value)>> {
    let mut out: Vec<(E, Value)> = vec![];
    for (i, (c, v)) in list.iter().enumerate() {
        let mut condition = vec![c.clone()];
        for (d, w) in &list[..i] {
            let equal = ops::equal(v, w, span)?;
            if equal.as_bool() != Some(false) {
                condition.push(build::not(&build::and(vec![d.clone(), equal])));
            }
        }
        out.push((build::and(condition), v.clone()));
    }
    Ok(out)
}

fn all_case(c: Case, span: Span) -> E {
    if c.ranges.is_empty() {
        return build::or(vec![build::not(&c.filter), c.value]);
    }
    build::fold(QuantOp::All, c.ranges, c.filter, c.value, place(span))
}

fn any_case(c: Case, span: Span) -> E {
    if c.ranges.is_empty() {
        return build::and(vec![c.filter, c.value]);
    }
    build::fold(QuantOp::Any, c.ranges, c.filter, c.value, place(span))
}

fn sum_case(op: QuantOp, c: Case, span: Span) -> E {
    match (op, c.ranges.is_empty()) {
        (QuantOp::Count, true) => build::indicator(&build::and(vec![c.filter, c.value])),
        (_, true) => build::choose(&c.filter, &c.value, &build::int(0)),
        _ => build::fold(op, c.ranges, c.filter, c.value, place(span)),
    }
}

/// The least or greatest value over cases. Where conditions are undecided or there are ranges, one fold whose first variable selects the case.
fn extreme(eval: &mut Eval, op: QuantOp, cases: Vec<Case>, span: Span) -> E {
    if cases.is_empty() {
        return build::fail(place(span), format!("`{}` of nothing", op.text()));
    }
    if cases.iter().all(|c| c.ranges.is_empty() && c.filter.as_bool() == Some(true)) {
        let list = cases.into_iter().map(|c| c.value).collect();
        return if op == QuantOp::Min { build::min(list) } else { build::max(list) };
    }
    if cases.len() == 1 {
        let c = cases.into_iter().next().expect("there is one case");
        let ranges = if c.ranges.is_empty() {
            vec![Range { var: eval.fresh(), lo: build::int(0), hi: build::int(0) }]
        } else {
            c.ranges
        };
        return build::fold(op, ranges, c.filter, c.value, place(span));
    }
    let which = eval.fresh();
    let pick = |list: Vec<E>| build::select(&build::var(which), &list, place(span));
    let mut ranges = vec![Range { var: which, lo: build::int(1), hi: build::int(cases.len()) }];
    let width = cases.iter().map(|c| c.ranges.len()).max().unwrap_or(0);
    let vars: Vec<usize> = (0..width).map(|_| eval.fresh()).collect();
    let renamed: Vec<Case> = cases
        .into_iter()
        .map(|c| {
            let old: Vec<usize> = c.ranges.iter().map(|r| r.var).collect();
            let rename = |e: &E| {
                build::substitute(e, &|leaf| match leaf {
                    Form::Var(v) => old.iter().position(|o| o == v).map(|k| build::var(vars[k])),
                    _ => None,
                })
            };
            let mut ranges: Vec<Range> = c
                .ranges
                .iter()
                .zip(&vars)
                .map(|(r, v)| Range { var: *v, lo: rename(&r.lo), hi: rename(&r.hi) })
                .collect();
            for var in &vars[ranges.len()..] {
                ranges.push(Range { var: *var, lo: build::int(0), hi: build::int(0) });
            }
            Case { ranges, filter: rename(&c.filter), value: rename(&c.value), copies: 1 }
        })
        .collect();
    for (k, var) in vars.iter().enumerate() {
        let lo = pick(renamed.iter().map(|c| c.ranges[k].lo.clone()).collect());
        let hi = pick(renamed.iter().map(|c| c.ranges[k].hi.clone()).collect());
        ranges.push(Range { var: *var, lo, hi });
    }
    let holds = pick(renamed.iter().map(|c| build::indicator(&c.filter)).collect());
    let filter = build::eq(&holds, &build::int(1));
    build::fold(op, ranges, filter, pick(renamed.into_iter().map(|c| c.value).collect()), place(span))
}
