//! The reference evaluator of expressions: a plain recursion over the tree, in arbitrary precision.
//!
//! In: an expression and the values of coordinates and variables. Out: its value, or the place and the reason why it has none.
//! Tests compare the engines' compiled closures with this evaluator; the lowering uses it to compute constants.

use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::build;
use super::expr::{E, Expr, Place};
use crate::lang::ast::QuantOp;

/// The value of an expression: a number or a truth value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A number.
    Int(IBig),
    /// A truth value.
    Bool(bool),
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The expression is not defined at these values.
    Undefined(Place, String),
    /// The evaluation took more steps than allowed.
    Steps,
}

/// Evaluates the two atoms that only compounds have, and the questions that only claims have.
pub trait Atoms {
    /// Is this part terminal?
    fn terminal(&mut self, part: usize) -> bool;
    /// Does the move reach a P-position of this part?
    fn target_p(&mut self, part: usize) -> bool;
    /// The answer to a question of a claim about a position.
    ///
    /// # Errors
    /// The place and the reason why there is no answer.
    fn ask(&mut self, question: usize, position: &[IBig], place: Place) -> Result<IBig>;
}

/// The atoms for expressions without atoms; a question fails.
pub struct NoAtoms;

impl Atoms for NoAtoms {
    fn terminal(&mut self, _: usize) -> bool {
        unreachable!("atoms stand in moves of compounds only")
    }
    fn target_p(&mut self, _: usize) -> bool {
        unreachable!("atoms stand in moves of compounds only")
    }
    fn ask(&mut self, _: usize, _: &[IBig], place: Place) -> Result<IBig> {
        undefined(place, "a value of a game is known only once claims are checked")
    }
}

/// Evaluates at a position.
pub struct Evaluator<'a> {
    /// The coordinates.
    pub coords: &'a [IBig],
    /// The values of the bound variables.
    pub vars: HashMap<usize, IBig>,
    /// Evaluates the atoms.
    pub atoms: &'a mut dyn Atoms,
    /// The number of steps left.
    pub steps: u64,
}

type Result<T> = std::result::Result<T, Failure>;

fn undefined<T>(place: Place, why: impl Into<String>) -> Result<T> {
    Err(Failure::Undefined(place, why.into()))
}

impl Evaluator<'_> {
    /// The value of a number.
    ///
    /// # Errors
    /// When the value is not defined, or the steps run out.
    pub fn int(&mut self, e: &E) -> Result<IBig> {
        match self.eval(e)? {
            Outcome::Int(value) => Ok(value),
            Outcome::Bool(_) => unreachable!("the lowering keeps numbers and conditions apart"),
        }
    }

    /// The truth value of a condition.
    ///
    /// # Errors
    /// When the value is not defined, or the steps run out.
    pub fn truth(&mut self, e: &E) -> Result<bool> {
        match self.eval(e)? {
            Outcome::Bool(value) => Ok(value),
            Outcome::Int(_) => unreachable!("the lowering keeps numbers and conditions apart"),
        }
    }

    /// The value of a number or a condition.
    ///
    /// # Errors
    /// When the value is not defined, or the steps run out.
    pub fn eval(&mut self, e: &E) -> Result<Outcome> {
        self.steps = self.steps.checked_sub(1).ok_or(Failure::Steps)?;
        match &**e {
            Expr::Bool(_)
            | Expr::Zero(_)
            | Expr::NonPos(_)
            | Expr::Divides(..)
            | Expr::Not(_)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Same(..)
            | Expr::Terminal(_)
            | Expr::TargetP(_) => self.condition(e).map(Outcome::Bool),
            Expr::If(c, a, b) => {
                let branch = if self.truth(c)? { a } else { b };
                self.eval(branch)
            }
            Expr::Fold { .. } => self.fold(e),
            Expr::Fail(place, why) => undefined(*place, why.clone()),
            _ => self.number(e).map(Outcome::Int),
        }
    }

    fn condition(&mut self, e: &E) -> Result<bool> {
        Ok(match &**e {
            Expr::Bool(b) => *b,
            Expr::Zero(a) => self.int(a)?.is_zero(),
            Expr::NonPos(a) => self.int(a)? <= IBig::ZERO,
            Expr::Divides(d, n) => {
                let (d, n) = (self.int(d)?, self.int(n)?);
                build::floor_div_mod(&n, &d).map_or(n.is_zero(), |(_, r)| r.is_zero())
            }
            Expr::Not(a) => !self.truth(a)?,
            Expr::And(list) => {
                for e in list {
                    if !self.truth(e)? {
                        return Ok(false);
                    }
                }
                true
            }
            Expr::Or(list) => {
                for e in list {
                    if self.truth(e)? {
                        return Ok(true);
                    }
                }
                false
            }
            Expr::Same(a, b) => self.truth(a)? == self.truth(b)?,
            Expr::Terminal(part) => self.atoms.terminal(*part),
            Expr::TargetP(part) => self.atoms.target_p(*part),
            _ => unreachable!("no condition"),
        })
    }

    fn number(&mut self, e: &E) -> Result<IBig> {
        Ok(match &**e {
            Expr::Int(v) => v.clone(),
            Expr::Coord(i) => self.coords[*i].clone(),
            Expr::Var(v) => self.vars[v].clone(),
            Expr::Sum(c, terms) => {
                let mut total = c.clone();
                for (t, k) in terms {
                    total += self.int(t)? * k;
                }
                total
            }
            Expr::Product(list) => {
                let mut product = IBig::ONE;
                for e in list {
                    product *= self.int(e)?;
                }
                product
            }
            Expr::Div(a, b, place) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                return build::floor_div(&a, &b).map_or_else(|| undefined(*place, "division by 0"), Ok);
            }
            Expr::Mod(a, b, place) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                return build::floor_div_mod(&a, &b).map_or_else(|| undefined(*place, "`mod` by 0"), |(_, r)| Ok(r));
            }
            Expr::Pow(a, b, place) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                return build::power(&a, &b).or_else(|why| undefined(*place, why));
            }
            Expr::Abs(a) => {
                let a = self.int(a)?;
                if a < IBig::ZERO { -a } else { a }
            }
            Expr::Gcd(a, b) => build::gcd_of(&self.int(a)?, &self.int(b)?),
            Expr::Bit(a, i, place) => {
                let (a, i) = (self.int(a)?, self.int(i)?);
                if i < IBig::ZERO {
                    return undefined(*place, format!("there is no bit {i}"));
                }
                IBig::from(u8::from(build::bit_of(&a, &i)))
            }
            Expr::Log2(a, place) => {
                let a = self.int(a)?;
                if a <= IBig::ZERO {
                    return undefined(*place, format!("log2({a}) does not exist"));
                }
                IBig::from(a.bit_len() - 1)
            }
            Expr::Min(list) => self.all(list)?.into_iter().min().expect("a list of at least one"),
            Expr::Max(list) => self.all(list)?.into_iter().max().expect("a list of at least one"),
            Expr::Xor(list, place) => {
                let all = self.all(list)?;
                match all.iter().find(|v| **v < IBig::ZERO) {
                    Some(v) => return undefined(*place, format!("`xor` of the negative number {v}")),
                    None => all.into_iter().fold(IBig::ZERO, |a, b| a ^ b),
                }
            }
            Expr::Select(i, list, place) => {
                let i = self.int(i)?;
                match usize::try_from(&i).ok().filter(|i| (1..=list.len()).contains(i)) {
                    Some(i) => return self.int(&list[i - 1]),
                    None => return undefined(*place, no_entry(&i, list.len())),
                }
            }
            Expr::Digit(i, digits, place) => {
                let i = self.int(i)?;
                if i < IBig::ZERO {
                    return undefined(*place, format!("a code has no digit {i} (they count from 0)"));
                }
                IBig::from(usize::try_from(&i).ok().and_then(|i| digits.get(i)).copied().unwrap_or(0))
            }
            Expr::Rank(k, list) => {
                let mut all = self.all(list)?;
                all.sort();
                all.swap_remove(*k)
            }
            Expr::Mex(list) => {
                let mut there = vec![];
                for (c, e) in list {
                    if self.truth(c)? {
                        there.push(self.int(e)?);
                    }
                }
                let mut least = IBig::ZERO;
                while there.contains(&least) {
                    least += IBig::ONE;
                }
                least
            }
            Expr::Ask(question, position, place) => {
                let position = self.all(position)?;
                return self.atoms.ask(*question, &position, *place);
            }
            _ => unreachable!("no number"),
        })
    }

    fn all(&mut self, list: &[E]) -> Result<Vec<IBig>> {
        list.iter().map(|e| self.int(e)).collect()
    }

    fn fold(&mut self, e: &E) -> Result<Outcome> {
        let Expr::Fold { op, ranges, .. } = &**e else { unreachable!("only folds come here") };
        let start = match op {
            QuantOp::All => Some(Outcome::Bool(true)),
            QuantOp::Any => Some(Outcome::Bool(false)),
            QuantOp::Min | QuantOp::Max => None,
            _ => Some(Outcome::Int(IBig::ZERO)),
        };
        let mut result = start;
        self.run(e, ranges.len(), 0, &mut result)?;
        let Expr::Fold { place, .. } = &**e else { unreachable!("only folds come here") };
        result.map_or_else(|| undefined(*place, format!("`{}` of nothing", op.text())), Ok)
    }

    /// Runs through the ranges from the `k`-th on; returns `true` as soon as the result is decided.
    fn run(&mut self, e: &E, depth: usize, k: usize, result: &mut Option<Outcome>) -> Result<bool> {
        let Expr::Fold { op, ranges, filter, body, place } = &**e else { unreachable!("only folds come here") };
        if k < depth {
            let range = &ranges[k];
            let (mut i, hi) = (self.int(&range.lo)?, self.int(&range.hi)?);
            while i <= hi {
                self.vars.insert(range.var, i.clone());
                if self.run(e, depth, k + 1, result)? {
                    return Ok(true);
                }
                i += IBig::ONE;
            }
            return Ok(false);
        }
        self.steps = self.steps.checked_sub(1).ok_or(Failure::Steps)?;
        if !self.truth(filter)? {
            return Ok(false);
        }
        match op {
            QuantOp::All | QuantOp::Any => {
                let settled = self.truth(body)? == (*op == QuantOp::Any);
                if settled {
                    *result = Some(Outcome::Bool(*op == QuantOp::Any));
                }
                return Ok(settled);
            }
            _ => {}
        }
        let value = if *op == QuantOp::Count { IBig::from(u8::from(self.truth(body)?)) } else { self.int(body)? };
        if *op == QuantOp::Xor && value < IBig::ZERO {
            return undefined(*place, format!("`xor` of the negative number {value}"));
        }
        *result = Some(Outcome::Int(match result.take() {
            Some(Outcome::Int(old)) => match op {
                QuantOp::Min => old.min(value),
                QuantOp::Max => old.max(value),
                QuantOp::Xor => old ^ value,
                _ => old + value,
            },
            _ => value,
        }));
        Ok(false)
    }
}

/// The sentence for an index out of range.
#[must_use]
pub fn no_entry(i: &IBig, len: usize) -> String {
    format!("there is no entry {i}: the vector has {len} (they count from 1)")
}

/// The value of an expression that does not depend on the position: `None` if the expression does, an error if its evaluation takes more
/// than `steps` steps; otherwise the constant, or a [`Expr::Fail`] where it is undefined, and the steps taken.
pub fn constant(e: &E, steps: u64) -> Option<std::result::Result<(E, u64), ()>> {
    let mut bound = std::collections::BTreeSet::new();
    e.any(&mut |x| {
        if let Expr::Fold { ranges, .. } = x {
            bound.extend(ranges.iter().map(|r| r.var));
        }
        false
    });
    let open = e.any(&mut |x| match x {
        Expr::Coord(_) | Expr::Terminal(_) | Expr::TargetP(_) | Expr::Ask(..) => true,
        Expr::Var(v) => !bound.contains(v),
        _ => false,
    });
    if open {
        return None;
    }
    let mut evaluator = Evaluator { coords: &[], vars: HashMap::new(), atoms: &mut NoAtoms, steps };
    let value = match evaluator.eval(e) {
        Ok(Outcome::Int(value)) => build::int(value),
        Ok(Outcome::Bool(value)) => build::boolean(value),
        Err(Failure::Undefined(place, why)) => Arc::new(Expr::Fail(place, why)),
        Err(Failure::Steps) => return Some(Err(())),
    };
    Some(Ok((value, steps - evaluator.steps)))
}
