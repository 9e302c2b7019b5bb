//! The lowering of a game's clauses to families of moves.
//!
//! In: a game with known parameters and lengths. Out: a ruleset of one leaf. A binder over a known set becomes one case for each
//! element; `t in box(x)` becomes one case for each set of nonzero entries. Cases that the guard excludes are dropped as early as
//! possible, so that `nonzero(t) = 1` costs n cases and not 2^n.

use std::collections::HashMap;

use super::breaking::Case;
use super::carried;
use super::eval::Eval;
use super::ops::number;
use super::parts::PartsOf;
use super::problem::{Result, place, wrong_kind};
use super::quant::{Bound, Choices, bound_names};
use super::sets::SMALL;
use super::term::Length;
use super::value::{Env, SetValue, Value, carried_among};
use crate::lang::ast::{self, BinOp, Clause, ClauseKind, Expr, ExprKind, GameBody, GameDef, Variable};
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::bounds::{self, Interval};
use crate::rules::build;
use crate::rules::expr::{C, E, Place, Range, Tree};
use crate::rules::normal;
use crate::rules::{Coordinate, Family, Leaf, Picture, Repeat, Role, Ruleset, Target};

/// A clause that would have more cases than this keeps `t in box(x)` as ranges.
const BOX_CASES: usize = 5_000;
/// The most families of a game.
pub(super) const FAMILIES: usize = 100_000;

/// Lowers the rules of one game.
pub(super) fn lower(eval: &mut Eval, def: &GameDef, params: &[(String, Value)], lengths: &[Length]) -> Result<Ruleset> {
    let GameBody::Rules { vars, clauses, .. } = &def.body else { unreachable!("only games with rules come here") };
    let (coords, env) = places(params, vars, lengths);
    let carried = carried_among(params);
    let (ranges, conditions) = (HashMap::new(), vec![]);
    let ending = eval.ending.clone();
    let mut lowering = Lowering { eval, vars, lengths, carried, cases: vec![], ranges, conditions };
    let mut rules = Ruleset {
        leaves: vec![Leaf { picture: picture(clauses), ..Leaf::of(0, coords.len()) }],
        coords,
        ..Ruleset::default()
    };
    lowering.eval.env = env;
    let variables: Vec<&str> = vars.iter().map(|var| var.name.name.as_str()).collect();
    let parameters: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
    let least = lowering.eval.least.clone();
    rules.requires.extend(carried::requires(params, &least).into_iter().map(|c| (0, c, Place::default())));
    for clause in clauses {
        if let ClauseKind::Require(condition) = &clause.kind {
            let of_parameters = mentions(condition, &parameters) && !mentions(condition, &variables);
            let condition = lowering.eval.condition(condition)?;
            match condition.as_bool().filter(|_| of_parameters) {
                Some(true) => {}
                Some(false) => return Err(not_for_these(clause.span)),
                None => rules.requires.push((0, condition, place(clause.span))),
            }
        }
    }
    for clause in clauses {
        lowering.clause(clause)?;
    }
    rules.leaves[0].splits = lowering.cases.iter().any(|f| f.targets[0].only().is_none());
    rules.families = lowering.cases;
    normal::normalise(&mut rules, &|| ending.check())?;
    refuse_null_moves(&rules)?;
    Ok(rules)
}

/// The error of a `require` that speaks of parameters alone, and is false.
fn not_for_these(span: Span) -> Diagnostic {
    let message = "the rules are not made for these parameters";
    Diagnostic::at(Code::Parameter, span, message, "this condition on the parameters is false")
}

/// The drawing that a game asks for, the last one if there are several.
fn picture(clauses: &[Clause]) -> Picture {
    let word = |clause: &Clause| match &clause.kind {
        ClauseKind::Picture(word) => Some(word.name.as_str().into()),
        _ => None,
    };
    Picture(clauses.iter().rev().find_map(word))
}

/// The coordinates of a game, those of carried parameters first, and the values of its parameters and position variables.
pub(super) fn places(params: &[(String, Value)], vars: &[Variable], lengths: &[Length]) -> (Vec<Coordinate>, Env) {
    let (mut coords, mut env) = (vec![], vec![]);
    for (name, value) in params {
        let value = if value.is_carried() {
            coords.push(Coordinate { name: name.clone(), role: Role::Own });
            Value::Int(build::coord(coords.len() - 1))
        } else {
            value.clone()
        };
        env.push((name.clone(), value));
    }
    let (own, names) = coordinates(vars, lengths, coords.len());
    coords.extend(own);
    env.extend(names);
    (coords, env)
}

/// The coordinates of the position variables with their names, numbered from `first` on, and the values of the variables.
fn coordinates(vars: &[Variable], lengths: &[Length], first: usize) -> (Vec<Coordinate>, Env) {
    let mut coords = vec![];
    let mut env = vec![];
    let mut fresh = |name: String| {
        coords.push(Coordinate { name, role: Role::Own });
        Value::Int(build::coord(first + coords.len() - 1))
    };
    for (var, length) in vars.iter().zip(lengths) {
        let name = &var.name.name;
        let value = match length {
            Length::Scalar => fresh(name.clone()),
            Length::Vector(n) => Value::vector((1..=*n).map(|i| fresh(format!("{name}{i}"))).collect()),
            Length::Strips(list) => {
                let strip = |(i, n): (usize, &usize), fresh: &mut dyn FnMut(String) -> Value| {
                    Value::vector((1..=*n).map(|j| fresh(format!("{name}{}_{j}", i + 1))).collect())
                };
                Value::vector(list.iter().enumerate().map(|s| strip(s, &mut fresh)).collect())
            }
        };
        env.push((name.clone(), value));
    }
    (coords, env)
}

pub(super) struct Lowering<'a> {
    pub(super) eval: &'a mut Eval,
    vars: &'a [Variable],
    lengths: &'a [Length],
    /// The number of first coordinates that are parameters.
    carried: usize,
    cases: Vec<Family>,
    /// The known ranges of the variables of the current case.
    ranges: HashMap<usize, Interval>,
    /// The conditions under which the elements chosen so far belong to their sets.
    conditions: Vec<C>,
}

/// The parts of one `move` or `split` clause.
pub(super) struct Move<'a> {
    targets: &'a [ast::Target],
    pub(super) binders: Vec<Bound<'a>>,
    /// The parts of the guard that use a binder.
    pub(super) guard: Vec<&'a Expr>,
    before: C,
    place: Place,
}

pub(super) enum Stop {
    Error(Diagnostic),
    TooManyCases,
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Self {
        Stop::Error(error)
    }
}

impl Lowering<'_> {
    fn clause(&mut self, clause: &Clause) -> Result<()> {
        let ClauseKind::Move { targets, binders, guard, .. } = &clause.kind else { return Ok(()) };
        let binders = bound_names(binders);
        let mut parts = vec![];
        if let Some(guard) = guard {
            conjuncts(guard, &mut parts);
        }
        let names: Vec<&str> = binders.iter().map(|b| b.name).collect();
        let (with, without): (Vec<&Expr>, Vec<&Expr>) = parts.into_iter().partition(|p| mentions(p, &names));
        let mut before = vec![];
        for part in without {
            let value = self.eval.condition(part)?;
            let stop = value.as_bool() == Some(false);
            before.push(value);
            if stop {
                return Ok(());
            }
        }
        let mv = Move { targets, binders, guard: with, before: build::and(before), place: place(clause.span) };
        let from = self.cases.len();
        match self.expand(&mv, 0, &mut vec![], from + BOX_CASES, true) {
            Ok(()) => Ok(()),
            Err(Stop::TooManyCases) => {
                self.cases.truncate(from);
                self.expand(&mv, 0, &mut vec![], FAMILIES, false).map_err(|stop| match stop {
                    Stop::Error(error) => error,
                    Stop::TooManyCases => Diagnostic::limit(
                        Code::TooLarge,
                        format!("this clause stands for more than {FAMILIES} families of moves"),
                    )
                    .label(clause.span, "here"),
                })
            }
            Err(Stop::Error(error)) => Err(error),
        }
    }

    /// Substitutes values for the binders from the `k`-th on.
    fn expand(
        &mut self,
        mv: &Move,
        k: usize,
        params: &mut Vec<Range>,
        limit: usize,
        split: bool,
    ) -> std::result::Result<(), Stop> {
        let Some(Bound { name, range, is_let }) = mv.binders.get(k) else {
            if self.cases.len() >= limit {
                return Err(Stop::TooManyCases);
            }
            return self.finish(mv, params).map_err(Stop::Error);
        };
        let set = self.eval.eval(range)?;
        if *is_let {
            return self.bound(mv, k, vec![(name.to_string(), set)], params, limit, split);
        }
        if split && let Value::Set(s) = &set {
            let entries = match &**s {
                SetValue::Box(bounds) => Some(bounds.clone()),
                SetValue::Bits(n) => Some(vec![build::int(1); *n]),
                _ => None,
            };
            if let Some(entries) = entries {
                return self.all_supports(mv, k, &entries, params, limit);
            }
        }
        if let Value::Set(s) = &set
            && let Some(cases) = self.cases(s)
        {
            for (ranges, c, v) in cases {
                self.running(mv, (k, name), (ranges, c, v), params, limit, split)?;
            }
            return Ok(());
        }
        match self.eval.choices(&set, range.span, SMALL)? {
            Choices::Listed(list) => {
                for (c, v) in list {
                    if c.as_bool() == Some(false) {
                        continue;
                    }
                    self.conditions.push(c);
                    let result = self.bound(mv, k, vec![(name.to_string(), v)], params, limit, split);
                    self.conditions.pop();
                    result?;
                }
                Ok(())
            }
            Choices::Running(ranges, c, v) => self.running(mv, (k, name), (ranges, c, v), params, limit, split),
        }
    }

    /// The cases of lists that the position decides, or whose number it decides.
    fn cases(&mut self, set: &SetValue) -> Option<Vec<Case>> {
        match set {
            SetValue::Partitions(all) => Some(all.cases(&mut || self.eval.fresh())),
            SetValue::Turned(all) if all.coin.as_int().is_none() => Some(all.cases(&mut || self.eval.fresh())),
            _ => None,
        }
    }

    /// Goes on with the `k`-th binder bound to a value made of new parameters.
    fn running(
        &mut self,
        mv: &Move,
        (k, name): (usize, &str),
        (ranges, c, v): Case,
        params: &mut Vec<Range>,
        limit: usize,
        split: bool,
    ) -> std::result::Result<(), Stop> {
        let depth = params.len();
        for range in ranges {
            self.learn(&range);
            params.push(range);
        }
        self.conditions.push(c);
        let result = self.bound(mv, k, vec![(name.to_string(), v)], params, limit, split);
        self.conditions.pop();
        params.truncate(depth);
        result
    }

    pub(super) fn learn(&mut self, range: &Range) {
        let lo = bounds::interval(&range.lo, &self.ranges).lo;
        let hi = bounds::interval(&range.hi, &self.ranges).hi;
        self.ranges.insert(range.var, Interval { lo, hi });
    }

    /// Goes on to the next binder with these names bound, unless the guard is already false.
    pub(super) fn bound(
        &mut self,
        mv: &Move,
        k: usize,
        names: Env,
        params: &mut Vec<Range>,
        limit: usize,
        split: bool,
    ) -> std::result::Result<(), Stop> {
        let depth = self.eval.env.len();
        self.eval.env.extend(names);
        let result = match self.ruled_out(mv, k) {
            Ok(true) => Ok(()),
            Ok(false) => self.expand(mv, k + 1, params, limit, split),
            Err(error) => Err(Stop::Error(error)),
        };
        self.eval.env.truncate(depth);
        result
    }

    /// Is some part of the guard that uses binders up to the `k`-th only false, whatever the later binders?
    pub(super) fn ruled_out(&mut self, mv: &Move, k: usize) -> Result<bool> {
        let later: Vec<&str> = mv.binders[k + 1..].iter().map(|b| b.name).collect();
        for part in &mv.guard {
            if !mentions(part, &later) {
                let value = self.eval.condition(part)?;
                match bounds::decide(&value, &self.ranges) {
                    Some(false) => return Ok(true),
                    // If this part could fail, the later parts must not be tested before it.
                    None if !value.total() => return Ok(false),
                    _ => {}
                }
            }
        }
        Ok(false)
    }

    /// Adds the family, once all binders have a value.
    fn finish(&mut self, mv: &Move, params: &[Range]) -> Result<()> {
        let mut guard = self.conditions.clone();
        for part in &mv.guard {
            let value = self.eval.condition(part)?;
            let value = match bounds::decide(&value, &self.ranges) {
                Some(truth) if value.total() => build::boolean(truth),
                _ => value,
            };
            let stop = value.as_bool() == Some(false);
            guard.push(value);
            if stop {
                break;
            }
        }
        let guard = build::and(guard);
        if guard.as_bool() == Some(false) {
            return Ok(());
        }
        let mut target = Target::of(0, vec![]);
        for part in mv.targets {
            match &part.all {
                None => target.tuples.push(self.target(&part.part)?),
                Some(all) => {
                    let binders = bound_names(&all.binders);
                    self.repeat(&part.part, &binders, all.filter.as_ref(), &mut (vec![], vec![]), &mut target)?;
                }
            }
        }
        self.cases.push(Family {
            before: mv.before.clone(),
            params: params.to_vec(),
            guard,
            targets: vec![target],
            place: mv.place,
        });
        Ok(())
    }

    /// Adds the parts of `all (PART for BINDERS if FILTER)`. Names over known sets are written out; a part that is there at every position is
    /// an ordinary tuple.
    fn repeat(
        &mut self,
        part: &Expr,
        binders: &[Bound],
        filter: Option<&Expr>,
        so_far: &mut (Vec<Range>, Vec<C>),
        target: &mut Target,
    ) -> Result<()> {
        let Some((Bound { name, range, is_let }, rest)) = binders.split_first() else {
            return self.repeated(part, filter, so_far, target);
        };
        let value = self.eval.eval(range)?;
        if let (Value::Parts(parts), false) = (&value, is_let) {
            return self.broken(part, (name, range.span), (rest, filter), (parts, so_far), target);
        }
        let choices = match is_let {
            true => Choices::Listed(vec![(build::boolean(true), value)]),
            false => self.eval.choices(&value, range.span, SMALL)?,
        };
        let (ranges, cases) = match choices {
            Choices::Listed(list) => (vec![], list),
            Choices::Running(ranges, condition, v) => (ranges, vec![(condition, v)]),
        };
        let depth = (so_far.0.len(), so_far.1.len());
        so_far.0.extend(ranges);
        for (condition, v) in cases {
            so_far.1.push(condition);
            let names = vec![(name.to_string(), v)];
            let known = self.eval.env.len();
            self.eval.env.extend(names);
            let result = self.repeat(part, rest, filter, so_far, target);
            self.eval.env.truncate(known);
            so_far.1.truncate(depth.1);
            result?;
        }
        so_far.0.truncate(depth.0);
        Ok(())
    }

    /// Adds the parts of `all (PART for h in p if FILTER)`, where p is a list of heaps whose number the position decides.
    fn broken(
        &mut self,
        part: &Expr,
        (name, span): (&str, Span),
        (rest, filter): (&[Bound], Option<&Expr>),
        (parts, so_far): (&PartsOf, &(Vec<Range>, Vec<C>)),
        target: &mut Target,
    ) -> Result<()> {
        let alone = rest.is_empty() && so_far.0.is_empty() && so_far.1.is_empty();
        if !alone || target.repeats.iter().any(|repeat| repeat.broken.is_some()) {
            let message = "a move leaves one list of heaps whose number the position decides, and leaves it once";
            return Err(Diagnostic::at(Code::Undecided, span, message, "more is asked here"));
        }
        let var = self.eval.fresh();
        let range = Range { var, lo: build::int(1), hi: parts.of.clone() };
        self.learn(&range);
        let known = self.eval.env.len();
        self.eval.env.push((name.to_string(), Value::Int(build::var(var))));
        let guard = filter.map_or(Ok(build::boolean(true)), |filter| self.eval.condition(filter));
        let tuple = guard.and_then(|guard| Ok((guard, self.target(part)?)));
        self.eval.env.truncate(known);
        let (guard, tuple) = tuple?;
        target.repeats.push(Repeat { ranges: vec![range], guard, tuple, broken: Some(parts.heaps) });
        Ok(())
    }

    fn repeated(
        &mut self,
        part: &Expr,
        filter: Option<&Expr>,
        (ranges, conditions): &(Vec<Range>, Vec<C>),
        target: &mut Target,
    ) -> Result<()> {
        let mut guard = conditions.clone();
        if let Some(filter) = filter {
            guard.push(self.eval.condition(filter)?);
        }
        let guard = build::and(guard);
        if guard.as_bool() == Some(false) {
            return Ok(());
        }
        self.eval.count(1, part.span)?;
        let tuple = self.target(part)?;
        match ranges.is_empty() && guard.as_bool() == Some(true) {
            true => target.tuples.push(tuple),
            false => target.repeats.push(Repeat { ranges: ranges.clone(), guard, tuple, broken: None }),
        }
        Ok(())
    }

    /// The entries of a target, one for each coordinate.
    fn target(&mut self, target: &Expr) -> Result<Vec<E>> {
        let entries: Vec<&Expr> = match &target.kind {
            ExprKind::Tuple(list) => list.iter().collect(),
            _ => vec![target],
        };
        if entries.len() != self.vars.len() {
            let names: Vec<&str> = self.vars.iter().map(|v| v.name.name.as_str()).collect();
            let message = format!("a target has one entry for each of ({}), found {}", names.join(", "), entries.len());
            let error = Diagnostic::at(Code::Entries, target.span, message, format!("expected {}", self.vars.len()));
            let vector = self.vars.len() == 1 && self.vars[0].length.is_some();
            return Err(if vector { error.help("a vector is written `[…, …]`") } else { error });
        }
        let mut flat: Vec<E> = (0..self.carried).map(build::coord).collect();
        for ((e, var), length) in entries.into_iter().zip(self.vars).zip(self.lengths) {
            let value = self.eval.eval(e)?;
            entry(&value, length, &var.name.name, e.span, &mut flat)?;
        }
        Ok(flat)
    }
}

fn entry(value: &Value, length: &Length, name: &str, span: Span, out: &mut Vec<E>) -> Result<()> {
    match (length, value) {
        (Length::Scalar, v) => out.push(number(v, span)?),
        (Length::Vector(n), Value::Vector(list)) if list.len() == *n => {
            for v in list.iter() {
                out.push(number(v, span)?);
            }
        }
        (Length::Strips(shape), Value::Vector(strips)) if strips.len() == shape.len() => {
            for (strip, n) in strips.iter().zip(shape) {
                entry(strip, &Length::Vector(*n), name, span, out)?;
            }
        }
        (Length::Vector(n), Value::Vector(list)) => {
            let message = format!("`{name}` has {n} entries, this target has {}", list.len());
            return Err(Diagnostic::at(Code::Length, span, message, "here"));
        }
        (Length::Strips(shape), Value::Vector(list)) => {
            let message = format!("`{name}` has {} strips, this target has {}", shape.len(), list.len());
            return Err(Diagnostic::at(Code::Length, span, message, "here"));
        }
        (_, other) => return Err(wrong_kind(other, &format!("a vector for `{name}`"), span)),
    }
    Ok(())
}

/// Collects the parts of a condition that are joined by `and`.
fn conjuncts<'a>(e: &'a Expr, out: &mut Vec<&'a Expr>) {
    match &e.kind {
        ExprKind::Chain(first, rest) if rest[0].0 == BinOp::And => {
            conjuncts(first, out);
            rest.iter().for_each(|(_, part)| conjuncts(part, out));
        }
        ExprKind::Paren(inner) => conjuncts(inner, out),
        _ => out.push(e),
    }
}

/// Does the expression use one of the names?
pub(super) fn mentions(e: &Expr, names: &[&str]) -> bool {
    let any = |list: &[Expr]| list.iter().any(|e| mentions(e, names));
    match &e.kind {
        ExprKind::Name(n) => names.contains(&n.as_str()),
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Code(_)
        | ExprKind::Notation(_)
        | ExprKind::Turning(_)
        | ExprKind::Hole => false,
        ExprKind::Vector(list) | ExprKind::Set(list) | ExprKind::Tuple(list) => any(list),
        ExprKind::Paren(e) | ExprKind::Neg(e) | ExprKind::Not(e) | ExprKind::Lambda(_, e) => mentions(e, names),
        ExprKind::Chain(first, rest) => mentions(first, names) || rest.iter().any(|(_, e)| mentions(e, names)),
        ExprKind::Binary(_, a, b) => mentions(a, names) || mentions(b, names),
        ExprKind::If(c, a, b) => [c, a, b].into_iter().any(|e| mentions(e, names)),
        ExprKind::Quant { binders, filter, body, .. } => {
            binders.iter().any(|b| mentions(&b.range, names))
                || filter.as_ref().is_some_and(|f| mentions(f, names))
                || mentions(body, names)
        }
        ExprKind::Let(binders, body) => binders.iter().any(|b| mentions(&b.range, names)) || mentions(body, names),
        ExprKind::Comprehension { element, binders, filter, .. } => {
            binders.iter().any(|b| mentions(&b.range, names))
                || filter.as_ref().is_some_and(|f| mentions(f, names))
                || mentions(element, names)
        }
        ExprKind::Index(e, list) => mentions(e, names) || any(list),
        ExprKind::Call(e, groups) => mentions(e, names) || groups.iter().any(|g| any(g)),
        ExprKind::With(e, path, value) => mentions(e, names) || any(path) || mentions(value, names),
    }
}

/// Refuses a family without conditions whose target is the position itself.
fn refuse_null_moves(rules: &Ruleset) -> Result<()> {
    for family in &rules.families {
        let stands = |tuple: &Vec<E>| tuple.iter().enumerate().all(|(i, e)| *e == build::coord(i));
        let always = family.guard.as_bool() == Some(true) && family.before.as_bool() == Some(true);
        if always && family.targets[0].tuples.iter().any(stands) {
            let error =
                Diagnostic::new(Code::Circle, "this move leaves the position as it is, so play would never end");
            let error = match family.place.0 {
                Some(span) => error.label(span, "a circle of one position"),
                None => error,
            };
            return Err(error.help("let the ranges begin at 1, or add a condition"));
        }
    }
    Ok(())
}
