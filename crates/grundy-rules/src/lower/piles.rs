//! Rules on any number of piles, as conditions on how many piles there are of each kind.
//!
//! In: a game expression such as `slow_moore[n, n - 1]` in which the length of the position is open, and what a claim says of its positions. Out: the same as tallies
//! ([`Piles`]); or why the rules, or the claim, tell piles apart. The vector of all piles is one value, [`PilesOf`]: what stands for each of its entries is a number about one pile. A
//! name that runs through the vector becomes a range whose first number is a mark; what is folded over such a range is a tally.

use std::sync::Arc;

use dashu_int::IBig;

use super::each_pile::{GONE, INDEX, OUTCOME, OWN, PilesOf, VALUE};
use super::eval::Eval;
use super::quant::{Bound, Choices, bound_names};
use super::sets::SMALL;
use super::tallies::{Collect, Expressed, of_one, tallied};
use super::term::Term;
use super::value::{Env, Value};
use crate::lang::Diagnostic;
use crate::lang::ast::{BinOp, Binder, Clause, ClauseKind, Expr, ExprKind, GameBody, Target};
use crate::rules::bounds::{self, Least};
use crate::rules::change::{Change, substitute};
use crate::rules::expr::{C, Cond, E, Expr as Form, Node, Tree};
use crate::rules::piles::{PileMove, Piles, TAKEN, Tallied, Tally};
use crate::rules::{Play, build};

/// The most tokens that one move takes from one pile.
const MOST: u64 = 16;

/// A game on any number of piles, and the names that stand for its parameters and its position.
pub struct OnPiles {
    /// The rules.
    pub piles: Piles,
    /// The names.
    pub names: Env,
    /// Is there at least one pile?
    nonempty: bool,
}

impl OnPiles {
    /// Reads the rules of a game; the numbers of parameters are coordinates from 0 on, no less than `least`.
    ///
    /// # Errors
    /// The rules tell piles apart, or the position is no vector whose length is open: in words.
    pub fn of(term: &Term, least: &[IBig]) -> Result<OnPiles, String> {
        let parameters = least.len();
        let Term::Named { module: own, name, args, .. } = term else {
            return Err("only a game with rules of its own can have a free number of piles".into());
        };
        let def = Eval::game_def(own, name);
        let GameBody::Rules { vars, clauses, .. } = &def.body else {
            return Err(format!("`{name}` is a name for a game expression"));
        };
        let given = args.as_deref().unwrap_or_default();
        let ([var], true) = (&vars[..], given.len() == def.params.len()) else {
            return Err(format!("the position of `{name}` is not one vector, or a parameter is left out"));
        };
        let length = var.length.as_ref().ok_or("the position is no vector")?;
        let mut names: Env =
            def.params.iter().zip(given).map(|(param, (value, _))| (param.name.clone(), value.clone())).collect();
        let mut eval = Eval::new(own.clone(), names.clone());
        let length = eval.int(length).map_err(words)?;
        let lo = bounds::interval(&length, &Least { first: 0, least }).lo;
        let nonempty = lo.is_some_and(|lo| lo > IBig::ZERO);
        let piles = Value::Piles(Arc::new(PilesOf { length: length.clone(), entry: build::coord(OWN) }));
        names.push((var.name.name.clone(), piles));
        eval.env.clone_from(&names);
        let reading = Reading { parameters, nonempty, own: &var.name.name, length: &length };
        let mut moves = vec![];
        for clause in clauses {
            moves.extend(reading.clause(&mut eval, clause)?);
        }
        Ok(OnPiles { piles: Piles { parameters, length, moves }, names, nonempty })
    }

    /// A condition of a claim on the position.
    ///
    /// # Errors
    /// It tells piles apart: in words.
    pub fn condition(&self, eval: &mut Eval, e: &Expr) -> Result<Tallied<C>, String> {
        let condition = eval.condition(e).map_err(words)?;
        tallied(self.piles.parameters, self.nonempty, &condition, Collect::condition)
    }

    /// A condition of a claim on the position and its value, which is the coordinate behind the tallies; and whether no more is asked of the value than whether it is 0.
    ///
    /// # Errors
    /// It tells piles apart, or asks for something else: in words.
    pub fn about_value(&self, eval: &mut Eval, e: &Expr, play: Play) -> Result<(Tallied<C>, bool), String> {
        let value = Value::Int(build::coord(VALUE));
        let lost = build::zero(&build::coord(OUTCOME));
        let words: &[(&str, Value)] = match play {
            Play::Normal => &[("G", value), ("P", Value::Bool(lost.clone())), ("N", Value::Bool(build::not(&lost)))],
            Play::Misere => &[("G_misere", value), ("P_misere", Value::Bool(lost))],
        };
        let names = words.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect();
        let condition = eval.with(names, |eval| eval.condition(e)).map_err(self::words)?;
        let mut said = tallied(self.piles.parameters, self.nonempty, &condition, Collect::condition)?;
        let is_value = |node: Node<'_>| matches!(node, Node::Number(e) if matches!(**e, Form::Coord(VALUE)));
        let is_outcome = !said.body.any(&mut |node| is_value(node));
        let behind = build::coord(self.piles.parameters + said.of.len());
        said.body = substitute(&said.body, &|leaf| match leaf {
            Form::Coord(VALUE | OUTCOME) => Some(behind.clone()),
            _ => None,
        });
        Ok((said, is_outcome))
    }

    /// A number that a claim says of the position.
    ///
    /// # Errors
    /// It tells piles apart: in words.
    pub fn number(&self, eval: &mut Eval, e: &Expr) -> Result<Tallied<E>, String> {
        let number = eval.int(e).map_err(words)?;
        tallied(self.piles.parameters, self.nonempty, &number, Collect::number)
    }
}

#[allow(clippy::needless_pass_by_value)] // It is handed on by `map_err`.
fn words(error: Diagnostic) -> String {
    error.message
}

/// The names with one more, for each of its values; these must be known before a position is.
fn longer(eval: &mut Eval, names: Env, (name, range, is_let): (&str, &Expr, bool)) -> Expressed<Vec<Env>> {
    let varies = || format!("the values of `{name}` depend on the position");
    let said = eval.with(names.clone(), |eval| {
        let value = eval.eval(range)?;
        if is_let {
            Ok(vec![(build::boolean(true), value)])
        } else {
            match eval.choices(&value, range.span, SMALL)? {
                Choices::Listed(list) => Ok(list),
                Choices::Running(..) => Ok(vec![(build::boolean(false), value)]),
            }
        }
    });
    let one = |(there, value): (C, Value)| match there.as_bool() {
        Some(true) => Ok([&names[..], &[(name.to_string(), value)]].concat()),
        _ => Err(varies()),
    };
    said.map_err(words)?.into_iter().map(one).collect()
}

/// Reads the clauses of a game.
struct Reading<'r> {
    parameters: usize,
    nonempty: bool,
    own: &'r str,
    length: &'r E,
}

impl Reading<'_> {
    fn clause(&self, eval: &mut Eval, clause: &Clause) -> Expressed<Vec<PileMove>> {
        let ClauseKind::Move { targets, split: false, binders, guard } = &clause.kind else {
            return match clause.kind {
                ClauseKind::Picture(_) => Ok(vec![]),
                _ => Err("the rules have a `require`, or a move that leaves several parts".into()),
            };
        };
        if let [Target { part: Expr { kind: ExprKind::With(base, path, value), .. }, all: None }] = &targets[..] {
            return self.of_one_pile(eval, (base, path, value), binders, guard.as_ref());
        }
        let ([target], [binder]) = (&targets[..], &binders[..]) else {
            return Err("a move is read that runs through one vector, such as `for t in bits(n)`".into());
        };
        let (name, is_bits) = self.amounts(eval, binder)?;
        let taken = Value::Piles(Arc::new(PilesOf { length: self.length.clone(), entry: build::coord(GONE) }));
        let names = vec![(name, taken)];
        let said = eval.with(names, |eval| {
            let guard = guard.as_ref().map_or(Ok(build::boolean(true)), |guard| eval.condition(guard))?;
            Ok((guard, eval.eval(&target.part)?))
        });
        let (guard, target) = said.map_err(words)?;
        let left = build::sub(&build::coord(OWN), &build::coord(GONE));
        if !matches!(&target, Value::Piles(target) if target.entry == left) {
            return Err("a move leaves something else than `x - t`".into());
        }
        let guard = tallied(self.parameters, self.nonempty, &guard, Collect::condition)?;
        let most = if is_bits {
            1
        } else {
            self.most(&guard).ok_or("the tokens that a move takes from one pile have no bound")?
        };
        Ok(vec![PileMove { most, guard }])
    }

    /// `move x with [i] = x[i] - s for i in 1..n, s in S if …`: for each s a clause that takes so much from one pile.
    fn of_one_pile(
        &self,
        eval: &mut Eval,
        (base, path, value): (&Expr, &[Expr], &Expr),
        binders: &[Binder],
        guard: Option<&Expr>,
    ) -> Expressed<Vec<PileMove>> {
        let no = || {
            "a move of one pile is read that takes a given number from it, such as `x with [i] = x[i] - s`".to_string()
        };
        let (ExprKind::Name(own), [Expr { kind: ExprKind::Name(index), .. }]) = (&base.kind, path) else {
            return Err(no());
        };
        let mut names: Vec<Env> = vec![vec![(index.clone(), Value::Int(build::coord(INDEX)))]];
        let mut is_bound = false;
        for Bound { name, range, is_let } in bound_names(binders) {
            if name == index && !is_let {
                is_bound = self.is_all(eval, range)?;
                continue;
            }
            names = names
                .into_iter()
                .map(|names| longer(eval, names, (name, range, is_let)))
                .collect::<Expressed<Vec<_>>>()?
                .concat();
        }
        if own != self.own || !is_bound {
            return Err(no());
        }
        let mut moves = vec![];
        for names in names {
            let said = eval.with(names, |eval| {
                let guard = guard.map_or(Ok(build::boolean(true)), |guard| eval.condition(guard))?;
                Ok((guard, eval.int(value)?))
            });
            let (guard, left) = said.map_err(words)?;
            let taken = build::sub(&build::coord(OWN), &left).as_i64().and_then(|taken| u64::try_from(taken).ok());
            let taken = taken.filter(|taken| (1..=MOST).contains(taken)).ok_or_else(no)?;
            moves.push(self.one_loses(taken, &guard)?);
        }
        Ok(moves)
    }

    /// Does a range run through all piles?
    fn is_all(&self, eval: &mut Eval, range: &Expr) -> Expressed<bool> {
        let ExprKind::Binary(BinOp::Range, lo, hi) = &range.kind else { return Ok(false) };
        let (lo, hi) = (eval.int(lo).map_err(words)?, eval.int(hi).map_err(words)?);
        Ok(lo.as_i64() == Some(1) && hi == *self.length)
    }

    /// One pile loses so much, where a condition on it and on all piles holds.
    fn one_loses(&self, taken: u64, guard: &C) -> Expressed<PileMove> {
        let (of_pile, of_all): (Vec<C>, Vec<C>) = build::conjuncts(guard)
            .into_iter()
            .partition(|part| part.any(&mut |node| matches!(node, Node::Number(e) if matches!(**e, Form::Coord(OWN)))));
        let mut guard = tallied(self.parameters, self.nonempty, &build::and(of_all), Collect::condition)?;
        let loses = build::not(&build::zero(&build::coord(TAKEN)));
        let so_much = build::eq(&build::coord(TAKEN), &build::int(taken));
        let right = build::and(std::iter::once(so_much).chain([of_one(&build::and(of_pile))?]).collect());
        let wrong = build::and(vec![loses.clone(), build::not(&right)]);
        let number = |guard: &Tallied<C>| build::coord(self.parameters + guard.of.len());
        let one = build::eq(&number(&guard), &build::int(1));
        guard.of.push(Tally::Count(loses));
        let none = build::zero(&number(&guard));
        guard.of.push(Tally::Count(wrong));
        guard.body = build::and(vec![one, none, guard.body]);
        Ok(PileMove { most: taken, guard })
    }

    /// The name of the vector of tokens taken, and whether its entries are 0 and 1; else they are no more than what is there.
    fn amounts(&self, eval: &mut Eval, binder: &Binder) -> Expressed<(String, bool)> {
        let no = || "a move is read that runs through `bits(n)` or `box(x)`".to_string();
        let ([name], false, ExprKind::Call(callee, groups)) = (&binder.names[..], binder.is_let, &binder.range.kind)
        else {
            return Err(no());
        };
        let (ExprKind::Name(word), [group]) = (&callee.kind, &groups[..]) else { return Err(no()) };
        match (word.as_str(), &group[..]) {
            ("bits", [length]) => {
                let length = eval.int(length).map_err(words)?;
                if length == *self.length { Ok((name.name.clone(), true)) } else { Err(no()) }
            }
            ("box", [Expr { kind: ExprKind::Name(own), .. }]) if own == self.own => Ok((name.name.clone(), false)),
            _ => Err(no()),
        }
    }

    /// The most tokens that are taken from one pile where a guard holds: one of its conditions is that no pile loses more.
    fn most(&self, guard: &Tallied<C>) -> Option<u64> {
        let parts = build::conjuncts(&guard.body);
        let none = parts.iter().filter_map(|part| match &**part {
            Cond::Zero(e) => match &**e {
                Form::Coord(i) => guard.of.get(i.checked_sub(self.parameters)?),
                _ => None,
            },
            _ => None,
        });
        none.filter_map(|tally| if let Tally::Count(holds) = tally { above(holds) } else { None }).min()
    }
}

/// The number above which a condition holds of all numbers of tokens taken, if it is of the form `t > c`.
fn above(holds: &C) -> Option<u64> {
    let Cond::NonPos(e) = &**holds else { return None };
    let (constant, terms) = build::linear(e);
    let [(term, factor)] = &terms[..] else { return None };
    let is_taken = matches!(**term, Form::Coord(TAKEN)) && *factor == -IBig::ONE;
    let most = u64::try_from(constant - IBig::ONE).ok()?;
    (is_taken && most <= MOST).then_some(most)
}
