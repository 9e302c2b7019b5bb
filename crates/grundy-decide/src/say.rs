//! Expressions become formulas.
//!
//! In: an expression of the internal form, and what its coordinates and variables stand for. Out: a condition as a formula (here); a number as a sum
//! by cases (`terms`, `lists`), with *pending* variables: a quotient, a remainder or a nim-sum is a new variable that a formula defines. The nearest
//! condition binds the variable. Where an expression is not defined, the formula says nothing; `defined` says where it is defined, which is an
//! obligation of its own.

use std::collections::BTreeMap;

use dashu_int::IBig;
use grundy_automata::{Formula, Formulas, Relation, Var};
use grundy_rules::lower::asks;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Over, Place, Quantifier, Range};
use grundy_rules::rules::normal::starts_natural;

use super::digits::{DigitSums, digits_of};
use super::exponents::{base_of_only, one_by_one};
use super::number::{Number, Sum, at_most};
use super::powers::Exponent;
use super::{Formed, NotExpressible, Term};

/// What coordinates and variables stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    pub(crate) coords: Vec<Sum>,
    pub(crate) vars: Vec<Option<Sum>>,
    /// The variables that are exponents.
    pub(crate) powers: BTreeMap<usize, Exponent>,
}

impl Env {
    pub(crate) fn with(&self, var: usize, sum: Sum) -> Env {
        let mut new = self.clone();
        new.vars.resize(new.vars.len().max(var + 1), None);
        new.vars[var] = Some(sum);
        new.powers.remove(&var);
        new
    }

    /// A variable is an exponent.
    pub(crate) fn with_power(&self, var: usize, exponent: Exponent) -> Env {
        let mut new = self.clone();
        if let Some(own) = new.vars.get_mut(var) {
            *own = None;
        }
        new.powers.insert(var, exponent);
        new
    }
}

/// Variables that a formula defines, to be bound by the nearest condition.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) vars: Vec<Var>,
    pub(crate) parts: Vec<Formula>,
}

impl Pending {
    /// Binds the variables.
    pub(crate) fn close(self, all: &mut Formulas, formula: Formula) -> Formula {
        let body = all.and(self.parts.into_iter().chain([formula]));
        all.exists(self.vars, body)
    }

    /// The formulas that define the variables, which stay free.
    pub(crate) fn into_parts(self) -> Vec<Formula> {
        self.parts
    }
}

/// Who answers the questions of a claim.
pub(crate) trait Answers {
    /// The answer at a position, which is given by its entries.
    fn answer(&mut self, _: &mut Encoder<'_>, _: usize, _: &[Sum], _: &mut Pending) -> Formed<Number> {
        Err(NotExpressible::What("the value of another position"))
    }

    /// Is the value that a question asks for a number?
    fn level(&mut self, _: &mut Encoder<'_>, _: usize, _: &[Sum], _: i64) -> Formed<Formula> {
        Err(NotExpressible::What("the value of another position"))
    }

    /// Where there is an answer.
    fn answerable(&mut self, _: &mut Encoder<'_>, _: usize, _: &[Sum]) -> Formed<Formula> {
        Err(NotExpressible::What("the value of another position"))
    }

    /// Is a quantified form looked at only as far as its evaluation goes, which stops as soon as the answer is known? Otherwise all of it must be defined,
    /// which is a smaller formula, and says too little at worst.
    fn looks_no_further(&self) -> bool {
        false
    }

    /// Is a part of a compound terminal at a position?
    fn terminal(&mut self, _: &mut Encoder<'_>, _: usize, _: &Env) -> Formed<Formula> {
        Err(NotExpressible::What("whether a part is terminal"))
    }

    /// Are the moves of a part of a compound defined at a position?
    fn terminal_is_defined(&mut self, _: &mut Encoder<'_>, _: usize, _: &Env) -> Formed<Formula> {
        Err(NotExpressible::What("whether a part is terminal"))
    }
}

/// Answers no question.
pub(crate) struct NoQuestions;

impl Answers for NoQuestions {}

/// The most formulas that a claim and its game, or the obligations of a theorem, are written as.
pub(crate) const LONGEST: usize = 40_000;
/// The most values of a range that is written out.
pub(crate) const WRITTEN: i64 = 64;

/// Says expressions as formulas.
pub(crate) struct Encoder<'a> {
    pub(crate) all: &'a mut Formulas,
    pub(crate) answers: &'a mut dyn Answers,
}

impl Encoder<'_> {
    pub(crate) fn constant(&mut self, n: impl Into<IBig>) -> Number {
        Number::of(self.all, Sum::constant(n))
    }

    /// A condition.
    pub(crate) fn condition(&mut self, c: &C, env: &Env) -> Formed<Formula> {
        let named = matches!(&**c, Cond::Divides(..) | Cond::Linked(..));
        self.condition_of(c, env).map_err(|why| if named { why.of(|| Term::Condition(c.clone())) } else { why })
    }

    fn condition_of(&mut self, c: &C, env: &Env) -> Formed<Formula> {
        self.all.has_room()?;
        match &**c {
            Cond::Bool(truth) => Ok(self.all.constant(*truth)),
            Cond::Zero(inner) => match level_of(inner) {
                Some((question, number)) => self.level(&question, &number, env),
                None => match digits_of(inner) {
                    Some((digits, rest)) => self.has_digit_sums(&digits, &rest, env),
                    None => self.related(inner, env, Relation::Zero),
                },
            },
            Cond::NonPos(inner) => self.related(inner, env, Relation::AtMostZero),
            Cond::Divides(a, b) => match a.as_i64().map(i64::unsigned_abs).map(i64::try_from) {
                Some(Ok(0)) => self.related(b, env, Relation::Zero),
                Some(Ok(m)) => self.related(b, env, Relation::MultipleOf(m)),
                None if env.power_in(a).is_some() => {
                    let rest = Expr::Mod(b.clone(), a.clone(), Place::default());
                    self.related(&rest.into(), env, Relation::Zero)
                }
                _ => Err(NotExpressible::What("divisibility by a number that varies")),
            },
            Cond::Not(inner) => {
                let inner = self.condition(inner, env)?;
                Ok(self.all.not(inner))
            }
            Cond::And(list) => {
                let list = list.iter().map(|e| self.condition(e, env)).collect::<Formed<Vec<_>>>()?;
                Ok(self.all.and(list))
            }
            Cond::Or(list) => {
                let list = list.iter().map(|e| self.condition(e, env)).collect::<Formed<Vec<_>>>()?;
                Ok(self.all.or(list))
            }
            Cond::Same(a, b) => {
                let (a, b) = (self.condition(a, env)?, self.condition(b, env)?);
                Ok(self.all.iff(a, b))
            }
            Cond::If(c, a, b) => {
                let (c, a, b) = (self.condition(c, env)?, self.condition(a, env)?, self.condition(b, env)?);
                let not = self.all.not(c);
                let parts = [self.all.and([c, a]), self.all.and([not, b])];
                Ok(self.all.or(parts))
            }
            Cond::Quantified(quantifier, over) => {
                let every = *quantifier == Quantifier::All;
                if let Some(nested) = one_by_one(*quantifier, over) {
                    return self.condition_of(&Cond::Quantified(*quantifier, nested).into(), env);
                }
                if let Some(base) = base_of_only(over) {
                    return self.quantified_exponent(every, over, base, env);
                }
                self.quantified(every, &over.ranges, env, &mut |say, env| {
                    let (filter, body) = (say.condition(&over.filter, env)?, say.condition(&over.body, env)?);
                    Ok(if every { say.all.implies(filter, body) } else { say.all.and([filter, body]) })
                })
            }
            Cond::Terminal(part) => {
                let Encoder { all, answers } = self;
                // Whoever answers asks nothing in turn.
                answers.terminal(&mut Encoder { all, answers: &mut NoQuestions }, *part, env)
            }
            Cond::Linked(..) => Err(NotExpressible::What("what is reached along steps that the position allows")),
            Cond::TargetP(_) => Err(NotExpressible::What("the P-positions of a part")),
            Cond::Fail(..) => Ok(self.all.constant(false)),
        }
    }

    /// Is the value that a question asks for a number? If the number is a constant, it is enough to know this level.
    fn level(&mut self, question: &E, number: &E, env: &Env) -> Formed<Formula> {
        let Expr::Ask(asked, entries, _) = &**question else { return Err(NotExpressible::What("this condition")) };
        let mut pending = Pending::default();
        let value = self.number(number, env, &mut pending)?;
        let Some(level) = value.only().and_then(Sum::as_constant) else {
            return self.related(&build::sub(question, number), env, Relation::Zero);
        };
        let sums = self.entries(entries, env, &mut pending)?;
        let Encoder { all, answers } = self;
        let formula = answers.level(&mut Encoder { all, answers: &mut NoQuestions }, *asked, &sums, level)?;
        Ok(pending.close(self.all, formula))
    }

    /// Have the binary digits of numbers at each place the sums, modulo m, that are the digits of a constant in base m?
    fn has_digit_sums(&mut self, digits: &DigitSums, constant: &E, env: &Env) -> Formed<Formula> {
        let mut pending = Pending::default();
        let constant = self.number(constant, env, &mut pending)?;
        let Some(mut constant) = constant.only().and_then(Sum::as_constant) else {
            return Err(NotExpressible::What("a sum of powers, unless it is compared with a constant"));
        };
        let vars = digits.of.iter().map(|e| self.natural(e, env, &mut pending)).collect::<Formed<Vec<_>>>()?;
        if constant < 0 {
            return Ok(self.all.constant(false));
        }
        let mut sums = vec![];
        while constant > 0 {
            sums.push((constant % i64::from(digits.modulus)) as u32);
            constant /= i64::from(digits.modulus);
        }
        let formula = self.all.digit_sums(vars, digits.modulus, sums);
        Ok(pending.close(self.all, formula))
    }

    /// The entries of a position.
    pub(crate) fn entries(&mut self, entries: &[E], env: &Env, pending: &mut Pending) -> Formed<Vec<Sum>> {
        let mut sums = vec![];
        for e in entries {
            let number = self.number(e, env, pending)?;
            sums.push(self.single(&number, pending)?);
        }
        Ok(sums)
    }

    /// A relation of a number.
    fn related(&mut self, e: &E, env: &Env, relation: Relation) -> Formed<Formula> {
        if let Some(formula) = self.logarithms(e, env, relation)? {
            return Ok(formula);
        }
        let mut pending = Pending::default();
        let number = match relation {
            Relation::MultipleOf(modulus) => self.number_modulo(e, modulus, env, &mut pending)?,
            Relation::Zero | Relation::AtMostZero => self.number(e, env, &mut pending)?,
        };
        let formula = number.is(self.all, relation)?;
        Ok(pending.close(self.all, formula))
    }

    /// "There is", or "for all", over ranges; short ranges of constants are written out.
    pub(crate) fn quantified(
        &mut self,
        every: bool,
        ranges: &[Range],
        env: &Env,
        body: &mut dyn FnMut(&mut Self, &Env) -> Formed<Formula>,
    ) -> Formed<Formula> {
        if self.all.count() > LONGEST {
            return Err(NotExpressible::Long);
        }
        let Some((range, rest)) = ranges.split_first() else { return body(self, env) };
        if let (Some(lo), Some(hi)) = (range.lo.as_i64(), range.hi.as_i64())
            && hi.saturating_sub(lo) < WRITTEN
        {
            let mut parts = vec![];
            for n in lo..=hi {
                parts.push(self.quantified(every, rest, &env.with(range.var, Sum::constant(n)), body)?);
            }
            return Ok(if every { self.all.and(parts) } else { self.all.or(parts) });
        }
        let mut pending = Pending::default();
        let (lo, hi) = (self.number(&range.lo, env, &mut pending)?, self.number(&range.hi, env, &mut pending)?);
        let (vars, at) = bound(self.all, lo.is_natural() || starts_natural(&range.lo))?;
        let from = lo.condition(self.all, |all, lo| at_most(all, lo, &at))?;
        let to = hi.condition(self.all, |all, hi| at_most(all, &at, hi))?;
        let inside = self.all.and([from, to]);
        let inside = pending.close(self.all, inside);
        let inner = self.quantified(every, rest, &env.with(range.var, at), body)?;
        Ok(if every {
            let formula = self.all.implies(inside, inner);
            self.all.for_all(vars, formula)
        } else {
            let formula = self.all.and([inside, inner]);
            self.all.exists(vars, formula)
        })
    }
}

/// Is a fold over short ranges of constants, with no condition?
pub(crate) fn is_written_out<B>(over: &Over<B>) -> bool {
    let short = |range: &Range| match (range.lo.as_i64(), range.hi.as_i64()) {
        (Some(lo), Some(hi)) => lo <= hi && hi.saturating_sub(lo) < WRITTEN,
        _ => false,
    };
    over.filter.as_bool() == Some(true) && over.ranges.iter().all(short)
}

/// A new number for the variable of a range, and the variables of formulas that it is made of.
///
/// Variables of formulas are naturals. A number that may be below 0 is the difference of two of them: each integer is such a difference, and what holds for all
/// integers holds for all differences.
pub(crate) fn bound(all: &mut Formulas, is_natural: bool) -> Formed<(Vec<Var>, Sum)> {
    let above = all.fresh();
    if is_natural {
        return Ok((vec![above], Sum::var(above)));
    }
    let below = all.fresh();
    Ok((vec![above, below], Sum::var(above).plus(&Sum::var(below), -1)?))
}

/// `answer = e`, up to the order of the sum, where e asks nothing: the question, and e.
fn level_of(e: &E) -> Option<(E, E)> {
    build::solved(e, |term| matches!(&**term, Expr::Ask(..))).filter(|(_, rest)| !asks(rest))
}
