//! Quantified forms such as `count v in R if c: e`, and the functions of one vector or set.
//!
//! In: the bound names with their ranges. Out: an expression: small constant ranges are unrolled, elements of sets become cases with
//! conditions, other ranges stay folds of the internal form. A form that does not depend on the position is computed at once.

use dashu_int::IBig;

use super::eval::Eval;
use super::ops;
use super::problem::{Result, place, wrong_kind};
use super::seen::Seen;
use super::sets;
use super::value::{SetValue, Value};
use crate::lang::ast::{Binder, Expr, QuantOp};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::change::{Change, Leaves};
use crate::rules::evaluate::{Constant, constant};
use crate::rules::expr::{C, E, Expr as Form, FoldOp, Over, Quantifier, Range, bound_by};

/// Constant ranges up to this length are unrolled.
const UNROLL: i64 = 64;
/// The steps that computing a constant of a claim may take while the claim is read; longer ones are left to the check of the claim.
const AT_ONCE: u64 = 20_000;

/// The values that a bound name runs through.
pub enum Choices {
    /// A list of values, each under a condition.
    Listed(Vec<(C, Value)>),
    /// Variables with ranges, the condition under which they are taken, and the value built from them.
    Running(Vec<Range>, C, Value),
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
struct Case<B> {
    ranges: Vec<Range>,
    filter: C,
    value: B,
}

/// The ranges and the condition of the binders so far.
struct SoFar {
    ranges: Vec<Range>,
    filter: C,
    /// The number of cases into which the binders so far were unrolled.
    copies: i64,
}

/// A quantified form whose binders are opened one by one.
struct Opening<'a, B> {
    filter: Option<&'a Expr>,
    /// The value of the body, once all names are bound.
    value: &'a dyn Fn(&mut Eval) -> Result<B>,
    cases: Vec<Case<B>>,
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
        let fold = match op {
            QuantOp::All => return self.all_or_any(Quantifier::All, &names, filter, body, span),
            QuantOp::Any => return self.all_or_any(Quantifier::Any, &names, filter, body, span),
            QuantOp::Count => {
                let cases = self.opened(&names, filter, &|s| s.condition(body), span)?;
                let terms: Vec<(E, IBig)> = cases.into_iter().map(|c| (count_case(c, span), IBig::ONE)).collect();
                return Ok(Value::Int(self.settle(build::sum(&terms), span)?));
            }
            QuantOp::Sum => FoldOp::Sum,
            QuantOp::Xor => FoldOp::Xor,
            QuantOp::Min => FoldOp::Min,
            QuantOp::Max => FoldOp::Max,
        };
        let cases = self.opened(&names, filter, &|s| s.int(body), span)?;
        self.folded(fold, cases, span)
    }

    fn all_or_any(
        &mut self,
        quantifier: Quantifier,
        names: &[Bound],
        filter: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Result<Value> {
        let cases = self.opened(names, filter, &|s| s.condition(body), span)?;
        let list = cases.into_iter().map(|c| quantified_case(quantifier, c, span)).collect();
        let value = match quantifier {
            Quantifier::All => build::and(list),
            Quantifier::Any => build::or(list),
        };
        Ok(Value::Bool(self.settle(value, span)?))
    }

    /// The cases of a form.
    fn opened<B>(
        &mut self,
        names: &[Bound],
        filter: Option<&Expr>,
        value: &dyn Fn(&mut Eval) -> Result<B>,
        span: Span,
    ) -> Result<Vec<Case<B>>> {
        let mut form = Opening { filter, value, cases: vec![] };
        let mut so_far = SoFar { ranges: vec![], filter: build::boolean(true), copies: 1 };
        self.open(names, &mut so_far, &mut form)?;
        self.count(form.cases.len() as u64, span)?;
        Ok(form.cases)
    }

    fn open<B>(&mut self, names: &[Bound], so_far: &mut SoFar, form: &mut Opening<'_, B>) -> Result<()> {
        let Some((Bound { name, range, is_let }, rest)) = names.split_first() else {
            return self.last_case(so_far, form);
        };
        let set = self.eval(range)?;
        if *is_let {
            return self.with(vec![(name.to_string(), set)], |s| s.open(rest, so_far, form));
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
                    self.with(vec![(name.to_string(), v)], |s| s.open(rest, so_far, form))?;
                    so_far.filter = keep;
                }
                so_far.copies = copies;
            }
            Choices::Running(ranges, c, v) => {
                let depth = so_far.ranges.len();
                so_far.ranges.extend(ranges);
                let keep = so_far.filter.clone();
                so_far.filter = build::and(vec![keep.clone(), c]);
                self.with(vec![(name.to_string(), v)], |s| s.open(rest, so_far, form))?;
                so_far.filter = keep;
                so_far.ranges.truncate(depth);
            }
        }
        Ok(())
    }

    fn last_case<B>(&mut self, so_far: &SoFar, form: &mut Opening<'_, B>) -> Result<()> {
        let mut condition = so_far.filter.clone();
        if let Some(filter) = form.filter {
            condition = build::and(vec![condition, self.condition(filter)?]);
        }
        if condition.as_bool() == Some(false) {
            return Ok(());
        }
        let value = (form.value)(self)?;
        form.cases.push(Case { ranges: so_far.ranges.clone(), filter: condition, value });
        Ok(())
    }

    /// The values that a name bound over a set or a vector runs through.
    pub fn choices(&mut self, set: &Value, span: Span, unroll: i64) -> Result<Choices> {
        let yes = build::boolean(true);
        let set = match set {
            Value::Vector(list) => return Ok(Choices::Listed(list.iter().map(|v| (yes.clone(), v.clone())).collect())),
            Value::Set(set) => set,
            Value::Piles(piles) => {
                let (range, entry) = piles.running(self.fresh(), self.fresh());
                return Ok(Choices::Running(vec![range], yes, Value::Int(entry)));
            }
            Value::Coins(coins) => {
                let (ranges, there, coin) = coins.running(self.fresh());
                return Ok(Choices::Running(ranges, there, coin));
            }
            other => return Err(wrong_kind(other, "a range `lo..hi`, a set or a vector", span)),
        };
        match &**set {
            SetValue::Elements(list) => Ok(Choices::Listed(self.distinct(list, span)?)),
            SetValue::Range(lo, hi) => {
                let short = lo.as_int().zip(hi.as_int()).is_some_and(|(l, h)| h - l < IBig::from(unroll));
                if short {
                    return Ok(Choices::Listed(sets::elements(set).unwrap_or_default()));
                }
                let var = self.fresh();
                let range = Range { var, lo: lo.clone(), hi: hi.clone() };
                Ok(Choices::Running(vec![range], yes, Value::Int(build::var(var))))
            }
            SetValue::Either(..) => match sets::elements(set) {
                Some(list) => Ok(Choices::Listed(self.distinct(&list, span)?)),
                None => Err(Diagnostic::at(
                    Code::Undecided,
                    span,
                    "a name runs through a union only if its sets are known before the position is",
                    "the position decides what this holds",
                )
                .help("write two clauses, or a range with a condition")),
            },
            SetValue::Partitions(_) => match sets::elements(set) {
                Some(list) => Ok(Choices::Listed(list)),
                None => Err(Diagnostic::at(
                    Code::Undecided,
                    span,
                    "only a move runs through the ways to break what the position decides into heaps",
                    "the position decides what this holds, or there are too many",
                )),
            },
            SetValue::Turned(_) => match sets::elements(set) {
                Some(list) => Ok(Choices::Listed(list)),
                None => Err(Diagnostic::at(
                    Code::Undecided,
                    span,
                    "only a move runs through the lists of coins beside one that the position decides",
                    "the position decides what this holds, or there are too many",
                )),
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
                        let one = |(c, v): (C, Value)| Ok((build::and(vec![c, member(&v)?]), v));
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

    /// Conditions under which each element counts once, where the position decides which elements are equal: a later element counts only where it
    /// differs from all earlier ones.
    fn distinct(&mut self, list: &[(C, Value)], span: Span) -> Result<Vec<(C, Value)>> {
        let (mut out, mut seen) = (vec![], Seen::default());
        for (c, v) in list {
            let mut condition = vec![c.clone()];
            let alike = seen.alike(v);
            self.count(alike.len() as u64, span)?;
            for (d, w) in alike.into_iter().map(|earlier| &list[earlier]) {
                let equal = ops::equal(v, w, span)?;
                if equal.as_bool() != Some(false) {
                    condition.push(build::not(&build::and(vec![d.clone(), equal])));
                }
            }
            seen.push(v);
            out.push((build::and(condition), v.clone()));
        }
        Ok(out)
    }

    /// Vectors with entries from 0 to bounds that may depend on the position.
    pub fn running(&mut self, bounds: &[E]) -> Choices {
        let ranges: Vec<Range> =
            bounds.iter().map(|hi| Range { var: self.fresh(), lo: build::int(0), hi: hi.clone() }).collect();
        let vector = ranges.iter().map(|r| Value::Int(build::var(r.var))).collect();
        Choices::Running(ranges, build::boolean(true), Value::vector(vector))
    }

    fn folded(&mut self, op: FoldOp, cases: Vec<Case<E>>, span: Span) -> Result<Value> {
        let value = match op {
            FoldOp::Sum => {
                let terms: Vec<(E, IBig)> = cases.into_iter().map(|c| (fold_case(op, c, span), IBig::ONE)).collect();
                build::sum(&terms)
            }
            FoldOp::Xor => {
                build::xor(&cases.into_iter().map(|c| fold_case(op, c, span)).collect::<Vec<_>>(), place(span))
            }
            FoldOp::Min | FoldOp::Max => extreme(self, op, cases, span),
        };
        Ok(Value::Int(self.settle(value, span)?))
    }

    /// Computes a value with folds at once, if it does not depend on the position.
    pub fn settle<T: Constant>(&mut self, value: T, span: Span) -> Result<T> {
        let folds = value.any(&mut |node| !bound_by(node).is_empty());
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
    pub fn of_collection(&mut self, op: FoldOp, set: &Value, span: Span) -> Result<Value> {
        let cases = match self.choices(set, span, UNROLL)? {
            Choices::Listed(list) => list
                .into_iter()
                .map(|(c, v)| Ok(Case { ranges: vec![], filter: c, value: ops::number(&v, span)? }))
                .collect::<Result<Vec<_>>>()?,
            Choices::Running(ranges, filter, v) => {
                vec![Case { ranges, filter, value: ops::number(&v, span)? }]
            }
        };
        self.count(cases.len() as u64, span)?;
        self.folded(op, cases, span)
    }
}

impl<B> Case<B> {
    fn over(self, span: Span) -> Over<B> {
        Over { ranges: self.ranges, filter: self.filter, body: self.value, place: place(span) }
    }
}

fn quantified_case(quantifier: Quantifier, c: Case<C>, span: Span) -> C {
    if !c.ranges.is_empty() {
        return build::quantified(quantifier, c.over(span));
    }
    match quantifier {
        Quantifier::All => build::or(vec![build::not(&c.filter), c.value]),
        Quantifier::Any => build::and(vec![c.filter, c.value]),
    }
}

fn count_case(c: Case<C>, span: Span) -> E {
    if c.ranges.is_empty() {
        return build::indicator(&build::and(vec![c.filter, c.value]));
    }
    build::count(c.over(span))
}

fn fold_case(op: FoldOp, c: Case<E>, span: Span) -> E {
    if c.ranges.is_empty() { build::choose(&c.filter, &c.value, &build::int(0)) } else { build::fold(op, c.over(span)) }
}

/// The least or greatest value over cases. Where conditions are undecided or there are ranges, one fold whose first variable selects the case.
fn extreme(eval: &mut Eval, op: FoldOp, cases: Vec<Case<E>>, span: Span) -> E {
    if cases.is_empty() {
        return build::fail(place(span), format!("`{}` of nothing", op.text()));
    }
    if cases.iter().all(|c| c.ranges.is_empty() && c.filter.as_bool() == Some(true)) {
        let list = cases.into_iter().map(|c| c.value).collect();
        return if op == FoldOp::Min { build::min(list) } else { build::max(list) };
    }
    if cases.len() == 1 {
        let c = cases.into_iter().next().expect("there is one case");
        let ranges = if c.ranges.is_empty() {
            vec![Range { var: eval.fresh(), lo: build::int(0), hi: build::int(0) }]
        } else {
            c.ranges
        };
        return build::fold(op, Case { ranges, ..c }.over(span));
    }
    let which = eval.fresh();
    let pick = |list: Vec<E>| build::select(&build::var(which), &list, place(span));
    let mut ranges = vec![Range { var: which, lo: build::int(1), hi: build::int(cases.len()) }];
    let width = cases.iter().map(|c| c.ranges.len()).max().unwrap_or(0);
    let vars: Vec<usize> = (0..width).map(|_| eval.fresh()).collect();
    let renamed: Vec<Case<E>> = cases
        .into_iter()
        .map(|c| {
            let old: Vec<usize> = c.ranges.iter().map(|r| r.var).collect();
            let new = |leaf: &Form| match leaf {
                Form::Var(v) => old.iter().position(|o| o == v).map(|k| build::var(vars[k])),
                _ => None,
            };
            let rename = Leaves::numbers(&new);
            let mut ranges: Vec<Range> = c
                .ranges
                .iter()
                .zip(&vars)
                .map(|(r, v)| Range { var: *v, lo: rename.number(&r.lo), hi: rename.number(&r.hi) })
                .collect();
            for var in &vars[ranges.len()..] {
                ranges.push(Range { var: *var, lo: build::int(0), hi: build::int(0) });
            }
            Case { ranges, filter: rename.condition(&c.filter), value: rename.number(&c.value) }
        })
        .collect();
    for (k, var) in vars.iter().enumerate() {
        let lo = pick(renamed.iter().map(|c| c.ranges[k].lo.clone()).collect());
        let hi = pick(renamed.iter().map(|c| c.ranges[k].hi.clone()).collect());
        ranges.push(Range { var: *var, lo, hi });
    }
    let holds = pick(renamed.iter().map(|c| build::indicator(&c.filter)).collect());
    let filter = build::eq(&holds, &build::int(1));
    let value = pick(renamed.into_iter().map(|c| c.value).collect());
    build::fold(op, Case { ranges, filter, value }.over(span))
}
