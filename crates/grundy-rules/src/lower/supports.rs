//! The cases of `t in box(x)`: the sets of nonzero entries that a guard leaves.
//!
//! In: a clause, the bounds of the entries. Out: a case for each set. A choice of some entries is given up as soon as the guard is false whatever the
//! others are. Most guards only count the nonzero entries; for these the numbers that the guard leaves are found once, and no choice is tried.

use super::eval::Eval;
use super::family::{Lowering, Move, Stop, mentions};
use super::problem::Result;
use super::quant::Bound;
use super::value::{Func, Value};
use crate::lang::Function;
use crate::lang::ast::{Expr, ExprKind};
use crate::rules::build;
use crate::rules::expr::{E, Range};

type Outcome = std::result::Result<(), Stop>;

/// What is chosen for the entries of a vector.
struct Choice<'a> {
    name: &'a str,
    bounds: &'a [E],
    entries: Vec<Value>,
    /// How many entries so far are amounts.
    amounts: usize,
    /// If the guard only counts the amounts: whether it leaves each number.
    counts: Option<Vec<bool>>,
    /// The greatest number of cases.
    limit: usize,
}

impl Choice<'_> {
    /// How many amounts there can be in all.
    fn most(&self) -> usize {
        self.amounts + self.bounds[self.entries.len()..].iter().filter(|hi| can_be_amount(hi)).count()
    }
}

fn can_be_amount(hi: &E) -> bool {
    hi.as_i64().is_none_or(|h| h >= 1)
}

impl Lowering<'_> {
    /// The cases of `t in box(x)`: every entry is 0 or an amount.
    pub(super) fn all_supports(
        &mut self,
        mv: &Move,
        k: usize,
        bounds: &[E],
        params: &mut Vec<Range>,
        limit: usize,
    ) -> Outcome {
        let Bound { name, .. } = mv.binders[k];
        let counts = self.counts(mv, k, name, bounds.len())?;
        let mut choice = Choice { name, bounds, entries: vec![], amounts: 0, counts, limit };
        self.supports(mv, k, &mut choice, params)
    }

    fn supports(&mut self, mv: &Move, k: usize, choice: &mut Choice, params: &mut Vec<Range>) -> Outcome {
        self.eval.count(choice.bounds.len() as u64, mv.binders[k].range.span)?;
        let depth = params.len();
        let Some(hi) = choice.bounds.get(choice.entries.len()) else {
            let names = vec![(choice.name.to_string(), Value::vector(choice.entries.clone()))];
            return self.bound(mv, k, names, params, choice.limit, true);
        };
        for amount in [true, false] {
            let value = match (amount, hi.as_i64()) {
                (false, Some(h)) if h < 0 => continue,
                (false, _) => build::int(0),
                (true, Some(h)) if h < 1 => continue,
                (true, Some(1)) => build::int(1),
                (true, _) => {
                    let range = Range { var: self.eval.fresh(), lo: build::int(1), hi: hi.clone() };
                    self.learn(&range);
                    params.push(range.clone());
                    build::var(range.var)
                }
            };
            choice.entries.push(Value::Int(value));
            choice.amounts += usize::from(amount);
            if !self.hopeless(mv, k, choice)? {
                self.supports(mv, k, choice, params)?;
            }
            choice.amounts -= usize::from(amount);
            choice.entries.pop();
            params.truncate(depth);
        }
        Ok(())
    }

    /// Is the guard false, whatever the entries not yet chosen?
    fn hopeless(&mut self, mv: &Move, k: usize, choice: &Choice) -> Result<bool> {
        if let Some(counts) = &choice.counts {
            return Ok(!counts[choice.amounts..=choice.most()].contains(&true));
        }
        if choice.entries.len() == choice.bounds.len() {
            return Ok(false);
        }
        let mut all = choice.entries.clone();
        for hi in &choice.bounds[choice.entries.len()..] {
            let range = Range { var: self.eval.fresh(), lo: build::int(0), hi: hi.clone() };
            self.learn(&range);
            all.push(Value::Int(build::var(range.var)));
        }
        self.ruled_out_for(mv, k, choice.name, all)
    }

    /// Is the guard false for a vector?
    fn ruled_out_for(&mut self, mv: &Move, k: usize, name: &str, entries: Vec<Value>) -> Result<bool> {
        let depth = self.eval.env.len();
        self.eval.env.push((name.to_string(), Value::vector(entries)));
        let result = self.ruled_out(mv, k);
        self.eval.env.truncate(depth);
        result
    }

    /// Whether the guard leaves each number of amounts, if all that it says of the vector is how many there are.
    fn counts(&mut self, mv: &Move, k: usize, name: &str, len: usize) -> Result<Option<Vec<bool>>> {
        let later: Vec<&str> = mv.binders[k + 1..].iter().map(|b| b.name).collect();
        for part in mv.guard.iter().filter(|part| !mentions(part, &later)) {
            if !counts_only(self.eval, part, name) {
                return Ok(None);
            }
        }
        let mut counts = vec![];
        for number in 0..=len {
            self.eval.count(len as u64, mv.binders[k].range.span)?;
            let entry = |i: usize| Value::Int(build::int(i32::from(i < number)));
            counts.push(!self.ruled_out_for(mv, k, name, (0..len).map(entry).collect())?);
        }
        Ok(Some(counts))
    }
}

/// Does an expression use a name only in `nonzero(name)`, among comparisons and sums?
fn counts_only(eval: &mut Eval, e: &Expr, name: &str) -> bool {
    if !mentions(e, &[name]) {
        return true;
    }
    match &e.kind {
        ExprKind::Paren(e) | ExprKind::Neg(e) | ExprKind::Not(e) => counts_only(eval, e, name),
        ExprKind::Chain(first, rest) => {
            counts_only(eval, first, name) && rest.iter().all(|(_, e)| counts_only(eval, e, name))
        }
        ExprKind::Binary(_, a, b) => counts_only(eval, a, name) && counts_only(eval, b, name),
        ExprKind::Call(callee, groups) => {
            let [args] = &groups[..] else { return false };
            let [arg] = &args[..] else { return false };
            let is_name = matches!(&arg.kind, ExprKind::Name(own) if own == name);
            is_name && !mentions(callee, &[name]) && is_nonzero(eval, callee)
        }
        _ => false,
    }
}

fn is_nonzero(eval: &mut Eval, callee: &Expr) -> bool {
    let ExprKind::Name(_) = &callee.kind else { return false };
    matches!(eval.eval(callee), Ok(Value::Func(function)) if matches!(*function, Func::Builtin(Function::Nonzero)))
}
