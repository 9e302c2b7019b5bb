//! The two sides of a formula at a counterexample.
//!
//! In: a claim and the position where it fails. Out: the comparison inside the formula that fails there, each side as written with its
//! value; and the condition that the sides have these values, which a second evaluation can judge. The formula is read again part by part, and each part is
//! evaluated separately.

use grundy_rules::rules::change::Changed;
use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;

use crate::check::worker::Event;
use crate::check::world::World;
use crate::read::claim::{Claim, RUNNING};
use crate::read::loopy_codes::decoded;
use crate::{Counterexample, Verdict};
use grundy_core::contract::num::Num;
use grundy_core::contract::stop::Stop;
use grundy_core::enumerate::compile::{Env, Oracle, condition, number};
use grundy_rules::lang::ast::{BinOp, Expr, ExprKind};
use grundy_rules::lang::expr_text;
use grundy_rules::lower::{Eval, Question, Value, elements_of, number_folds, rename};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E, Place, Tree};

type Side = (String, String);
/// Two sides, and the relation claimed between them.
type Relation = (Side, &'static str, Side);

/// The counterexample to show where a claim fails, and the condition that the sides shown have their values.
pub(crate) fn show(claim: &Claim, world: &Arc<World>, event: &Event) -> (Counterexample, C) {
    let formula = &claim.source;
    let mut eval = Eval::new(formula.module.clone(), formula.names.clone());
    eval.scope = Some(claim.scope.clone());
    let mut sides = Sides { eval, world, event, answers: answers(claim, world, event), shown: vec![] };
    let found = sides.of(&formula.expr);
    let shown = if found.is_some() { sides.numbered(&build::and(sides.shown.clone())) } else { build::boolean(true) };
    (counterexample(claim, event, found.unwrap_or_else(|| whole(&formula.expr))), shown)
}

/// The counterexample to show where no sides are evaluated.
pub(crate) fn bare(claim: &Claim, event: &Event) -> Counterexample {
    counterexample(claim, event, whole(&claim.source.expr))
}

fn counterexample(claim: &Claim, event: &Event, (left, relation, right): Relation) -> Counterexample {
    let own = claim.scope.own.map(|game| claim.scope.games[game].show(&event.position));
    let names = claim.vars.iter().map(|v| &v.name).chain(claim.running.iter().map(|(name, _)| name));
    let values = event.vars.iter().chain(&event.running);
    let mut vars: Vec<(String, IBig)> = names.cloned().zip(values.cloned()).collect();
    if claim.written_as_entries() {
        vars.drain(claim.parameters..claim.vars.len());
    }
    Counterexample { position: own, vars, left, relation, right }
}

/// A verdict that shows no sides but the whole formula, since no second evaluation gives the values of the sides.
pub(crate) fn without(verdict: Verdict, claim: &Claim) -> Verdict {
    let (left, relation, right) = whole(&claim.source.expr);
    let shown = verdict.counterexample.map(|shown| Counterexample { left, relation, right, ..shown });
    Verdict { counterexample: shown, ..verdict }
}

fn whole(expr: &Expr) -> Relation {
    ((expr_text(expr), "false".into()), "=", ("true".into(), "true".into()))
}

fn answers(claim: &Claim, world: &World, event: &Event) -> Vec<IBig> {
    let questions = claim.scope.questions.iter().enumerate();
    let answer = |(q, question): (usize, &Question)| match question {
        Question::Position { own: true, .. } => world.answer(q, &event.position, Place(None)).unwrap_or(IBig::ZERO),
        // The claim was evaluated before, with an answer to each question.
        _ => IBig::from(world.constants[q].unwrap_or_default()),
    };
    questions.map(answer).collect()
}

struct Sides<'a> {
    eval: Eval,
    world: &'a Arc<World>,
    event: &'a Event,
    answers: Vec<IBig>,
    /// Each expression that is shown has its value.
    shown: Vec<C>,
}

impl Sides<'_> {
    /// The failing part of a formula, as two sides and a relation; `None` where a part has no value.
    fn of(&mut self, expr: &Expr) -> Option<Relation> {
        match &expr.kind {
            ExprKind::Paren(inner) => self.of(inner),
            ExprKind::Binary(BinOp::Implies, _, conclusion) => self.of(conclusion),
            ExprKind::Binary(BinOp::Iff, a, b) => Some((self.side(a)?, "iff", self.side(b)?)),
            ExprKind::If(c, a, b) => {
                let holds = self.truth(c)?;
                self.of(if holds { a } else { b })
            }
            ExprKind::Chain(first, rest) if rest[0].0 == BinOp::And => {
                let operands: Vec<&Expr> = std::iter::once(&**first).chain(rest.iter().map(|(_, e)| e)).collect();
                let failing = operands.into_iter().find(|e| self.truth(e) == Some(false))?;
                self.of(failing)
            }
            ExprKind::Chain(first, rest) if rest[0].0 != BinOp::Or => self.comparison(first, rest),
            _ => Some(whole(expr)),
        }
    }

    /// The first two neighbours in a chain of comparisons whose comparison fails.
    fn comparison(&mut self, first: &Expr, rest: &[(BinOp, Expr)]) -> Option<Relation> {
        let mut left = first;
        for (op, right) in rest {
            let (a, b) = (self.eval.eval(left).ok()?, self.eval.eval(right).ok()?);
            let holds = grundy_rules::lower::compare(*op, &a, left.span, &b, right.span).ok()?;
            if !self.holds(&holds)? {
                return Some((self.side(left)?, op.text(), self.side(right)?));
            }
            left = right;
        }
        None
    }

    fn side(&mut self, expr: &Expr) -> Option<Side> {
        let value = self.eval.eval(expr).ok()?;
        let shown = self.show(&value)?;
        Some((expr_text(expr), shown))
    }

    fn truth(&mut self, expr: &Expr) -> Option<bool> {
        match self.eval.eval(expr).ok()? {
            Value::Bool(c) => self.holds(&c),
            _ => None,
        }
    }

    fn show(&mut self, value: &Value) -> Option<String> {
        match value {
            Value::Int(e) => {
                let value = self.number(e)?;
                self.shown.push(build::eq(e, &build::int(value.clone())));
                Some(value.to_string())
            }
            Value::Loopy(value) => {
                let code = self.number(&value.code)?;
                self.shown.push(build::eq(&value.code, &build::int(code.clone())));
                Some(decoded(&code).to_string())
            }
            Value::Bool(c) => Some(self.note(c)?.to_string()),
            Value::Vector(list) => {
                let list = list.iter().map(|v| self.show(v)).collect::<Option<Vec<String>>>()?;
                Some(format!("[{}]", list.join(", ")))
            }
            Value::Genus(genus) => {
                let length = i64::try_from(self.number(&genus.length())?).ok()?;
                let entries = (1..=length).map(|i| self.show(&Value::Int(genus.entry(&build::int(i)))));
                Some(format!("[{}]", entries.collect::<Option<Vec<String>>>()?.join(", ")))
            }
            Value::Set(set) => {
                let mut there: Vec<String> = vec![];
                for (c, v) in elements_of(set)? {
                    if self.note(&c)? {
                        there.push(self.show(&v)?);
                    }
                }
                there.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
                there.dedup();
                Some(format!("{{{}}}", there.join(", ")))
            }
            _ => None,
        }
    }

    /// The truth of a condition that is shown.
    fn note(&mut self, c: &C) -> Option<bool> {
        let holds = self.holds(c)?;
        self.shown.push(if holds { c.clone() } else { build::not(c) });
        Some(holds)
    }

    /// An expression with its bound variables numbered from 0, those of the outermost `all` first.
    fn numbered<T: Changed + Tree>(&self, e: &T) -> T {
        let mut map: HashMap<usize, usize> = (0..self.event.running.len()).map(|k| (RUNNING + k, k)).collect();
        number_folds(e, &mut map);
        rename(e, &map)
    }

    fn number(&self, e: &E) -> Option<IBig> {
        let e = self.numbered(e);
        match self.env(&e).and_then(|mut env| number::<i64>(&e)(&mut env)) {
            Err(Stop::Overflow) => self.env(&e).and_then(|mut env| number::<IBig>(&e)(&mut env)).ok(),
            value => value.ok().map(IBig::from),
        }
    }

    fn holds(&self, c: &C) -> Option<bool> {
        let c = self.numbered(c);
        match self.env(&c).and_then(|mut env| condition::<i64>(&c)(&mut env)) {
            Err(Stop::Overflow) => self.env(&c).and_then(|mut env| condition::<IBig>(&c)(&mut env)).ok(),
            holds => holds.ok(),
        }
    }

    fn env<N: Num>(&self, e: &impl Tree) -> Result<Env<N>, Stop> {
        let put = |list: &[IBig]| {
            list.iter().map(|v| N::from_big(v).ok_or_else(Stop::overflow)).collect::<Result<Vec<N>, _>>()
        };
        let mut vars = put(&self.event.running)?;
        vars.resize(vars.len().max(e.variables()), N::small(0));
        Ok(Env {
            coords: put(&self.event.vars)?,
            vars,
            answers: put(&self.answers)?,
            oracle: Some(self.world.clone() as Arc<dyn Oracle<N>>),
            ..Env::new(0, 0, 0)
        })
    }
}
