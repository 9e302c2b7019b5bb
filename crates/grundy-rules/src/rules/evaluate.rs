//! The reference evaluator of expressions: a plain recursion over the tree, in arbitrary precision.
//!
//! In: an expression and the values of coordinates and variables. Out: its value, or the place and the reason why it has none.
//! Tests compare the engines' compiled closures with this evaluator; the lowering uses it to compute constants.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::build;
use super::expr::{C, Cond, E, Expr, FoldOp, Node, Over, Place, Quantifier, Tree, bound_by};

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
    pub vars: BTreeMap<usize, IBig>,
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
    fn step(&mut self) -> Result<()> {
        self.steps = self.steps.checked_sub(1).ok_or(Failure::Steps)?;
        Ok(())
    }

    /// The truth value of a condition.
    ///
    /// # Errors
    /// When the value is not defined, or the steps run out.
    pub fn truth(&mut self, c: &C) -> Result<bool> {
        self.step()?;
        Ok(match &**c {
            Cond::Bool(b) => *b,
            Cond::Zero(a) => self.int(a)?.is_zero(),
            Cond::NonPos(a) => self.int(a)? <= IBig::ZERO,
            Cond::Divides(d, n) => {
                let (d, n) = (self.int(d)?, self.int(n)?);
                build::floor_div_mod(&n, &d).map_or(n.is_zero(), |(_, r)| r.is_zero())
            }
            Cond::Not(a) => !self.truth(a)?,
            Cond::And(list) => {
                for e in list {
                    if !self.truth(e)? {
                        return Ok(false);
                    }
                }
                true
            }
            Cond::Or(list) => {
                for e in list {
                    if self.truth(e)? {
                        return Ok(true);
                    }
                }
                false
            }
            Cond::Same(a, b) => self.truth(a)? == self.truth(b)?,
            Cond::Linked(links, target) => links.reaches(*target, &mut |c| self.truth(c))?,
            Cond::Terminal(part) => self.atoms.terminal(*part),
            Cond::TargetP(part) => self.atoms.target_p(*part),
            Cond::If(c, a, b) => return if self.truth(c)? { self.truth(a) } else { self.truth(b) },
            Cond::Quantified(quantifier, over) => {
                let any = *quantifier == Quantifier::Any;
                self.run(over, 0, &mut |s| Ok(s.truth(&over.body)? == any))? == any
            }
            Cond::Fail(place, why) => return undefined(*place, why.clone()),
        })
    }

    /// The value of a number.
    ///
    /// # Errors
    /// When the value is not defined, or the steps run out.
    pub fn int(&mut self, e: &E) -> Result<IBig> {
        self.step()?;
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
                    return undefined(*place, build::no_logarithm(&a));
                }
                IBig::from(a.bit_len() - 1)
            }
            Expr::Root(of, times, place) => {
                let (of, times) = (self.int(of)?, self.int(times)?);
                return build::root_of(&of, &times).map_or_else(|| undefined(*place, build::no_logarithm(&of)), Ok);
            }
            Expr::Nim(op, list, place) => {
                let all = self.all(list)?;
                return op.of(&all).or_else(|why| undefined(*place, why));
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
            Expr::If(c, a, b) => return if self.truth(c)? { self.int(a) } else { self.int(b) },
            Expr::Count(over) => {
                let mut count = IBig::ZERO;
                self.run(over, 0, &mut |s| {
                    count += IBig::from(u8::from(s.truth(&over.body)?));
                    Ok(false)
                })?;
                count
            }
            Expr::Fold(op, over) => return self.fold(*op, over),
            Expr::Fail(place, why) => return undefined(*place, why.clone()),
        })
    }

    fn all(&mut self, list: &[E]) -> Result<Vec<IBig>> {
        list.iter().map(|e| self.int(e)).collect()
    }

    fn fold(&mut self, op: FoldOp, over: &Over<E>) -> Result<IBig> {
        let mut result = match op {
            FoldOp::Min | FoldOp::Max => None,
            FoldOp::Sum | FoldOp::Xor => Some(IBig::ZERO),
        };
        self.run(over, 0, &mut |s| {
            let value = s.int(&over.body)?;
            if op == FoldOp::Xor && value < IBig::ZERO {
                return undefined(over.place, format!("`xor` of the negative number {value}"));
            }
            result = Some(match result.take() {
                None => value,
                Some(old) => match op {
                    FoldOp::Min => old.min(value),
                    FoldOp::Max => old.max(value),
                    FoldOp::Xor => old ^ value,
                    FoldOp::Sum => old + value,
                },
            });
            Ok(false)
        })?;
        result.map_or_else(|| undefined(over.place, format!("`{}` of nothing", op.text())), Ok)
    }

    /// Runs through the ranges from the `k`-th on, and calls `f` wherever the filter holds, until `f` returns `true`; returns whether it did.
    fn run<B>(&mut self, over: &Over<B>, k: usize, f: &mut dyn FnMut(&mut Self) -> Result<bool>) -> Result<bool> {
        let Some(range) = over.ranges.get(k) else {
            self.step()?;
            return if self.truth(&over.filter)? { f(self) } else { Ok(false) };
        };
        let (mut i, hi) = (self.int(&range.lo)?, self.int(&range.hi)?);
        while i <= hi {
            self.vars.insert(range.var, i.clone());
            if self.run(over, k + 1, f)? {
                return Ok(true);
            }
            i += IBig::ONE;
        }
        Ok(false)
    }
}

/// The sentence for an index out of range.
#[must_use]
pub fn no_entry(i: &IBig, len: usize) -> String {
    format!("there is no entry {i}: the vector has {len} (they count from 1)")
}

/// A number or a condition, of which a constant can be made.
pub trait Constant: Tree + Sized {
    /// The value.
    ///
    /// # Errors
    /// When the value is not defined, or the steps run out.
    fn evaluated(&self, evaluator: &mut Evaluator<'_>) -> Result<Self>;
    /// What fails only when it is evaluated.
    fn failing(place: Place, why: String) -> Self;
}

impl Constant for E {
    fn evaluated(&self, evaluator: &mut Evaluator<'_>) -> Result<E> {
        evaluator.int(self).map(build::int)
    }
    fn failing(place: Place, why: String) -> E {
        build::fail(place, why)
    }
}

impl Constant for C {
    fn evaluated(&self, evaluator: &mut Evaluator<'_>) -> Result<C> {
        evaluator.truth(self).map(build::boolean)
    }
    fn failing(place: Place, why: String) -> C {
        build::fail_condition(place, why)
    }
}

/// The value of an expression that does not depend on the position: `None` if the expression does, an error if its evaluation takes more
/// than `steps` steps; otherwise the constant, or a failure where it is undefined, and the steps taken.
pub fn constant<T: Constant>(e: &T, steps: u64) -> Option<std::result::Result<(T, u64), ()>> {
    let mut bound = BTreeSet::new();
    e.any(&mut |node| {
        bound.extend(bound_by(node).iter().map(|r| r.var));
        false
    });
    let open = e.any(&mut |node| match node {
        Node::Number(e) => match &**e {
            Expr::Coord(_) | Expr::Ask(..) => true,
            Expr::Var(v) => !bound.contains(v),
            _ => false,
        },
        Node::Condition(c) => matches!(**c, Cond::Terminal(_) | Cond::TargetP(_)),
    });
    if open {
        return None;
    }
    let mut evaluator = Evaluator { coords: &[], vars: BTreeMap::new(), atoms: &mut NoAtoms, steps };
    let value = match e.evaluated(&mut evaluator) {
        Ok(value) => value,
        Err(Failure::Undefined(place, why)) => T::failing(place, why),
        Err(Failure::Steps) => return Some(Err(())),
    };
    Some(Ok((value, steps - evaluator.steps)))
}
