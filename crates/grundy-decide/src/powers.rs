//! Powers of constants as numbers.
//!
//! In: a power whose exponent is a constant, a variable that is an exponent, or a logarithm, plus a constant; or a remainder by such a power. Out: a number.

use dashu_int::IBig;
use grundy_automata::Var;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr};

use super::digits::log2_of;
use super::number::{Number, Sum, equal};
use super::say::{Encoder, Env, Pending, WRITTEN};
use super::{Formed, NotExpressible};

/// The greatest constant beside a logarithm or a variable exponent.
pub(crate) const POWER: i64 = 40;

/// What stands for the variable of a range that is an exponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exponent {
    /// The constant.
    pub(crate) base: i64,
    /// Its power.
    pub(crate) power: Var,
}

impl Env {
    /// `k + c`: what stands for the exponent k, and c.
    pub(crate) fn exponent_in(&self, e: &E) -> Option<(Exponent, i64)> {
        let (constant, terms) = build::linear(e);
        match &terms[..] {
            [(term, factor)] if factor.is_one() => {
                let Expr::Var(var) = &**term else { return None };
                let more = i64::try_from(constant).ok().filter(|c| c.abs() <= POWER)?;
                Some((*self.powers.get(var)?, more))
            }
            _ => None,
        }
    }
}

impl Env {
    /// The exponent k of a number `b^(k + c)`.
    pub(crate) fn power_in(&self, e: &E) -> Option<Exponent> {
        if let Expr::Pow(_, power, _) = &**e { self.exponent_in(power).map(|(exponent, _)| exponent) } else { None }
    }
}

/// A power of a constant.
pub(crate) fn power_of(base: i64, exponent: i64) -> Formed<i64> {
    let exponent = u32::try_from(exponent).map_err(|_| NotExpressible::Size)?;
    base.checked_pow(exponent).ok_or(NotExpressible::Size)
}

impl Encoder<'_> {
    /// A power: with an exponent of which the power is known, beside the logarithm of a number, or of constants.
    pub(crate) fn power(&mut self, base: &E, power: &E, env: &Env, pending: &mut Pending) -> Formed<Number> {
        if let Some(exponent) = env.exponent_in(power) {
            return self.shifted(base, exponent, pending);
        }
        if let Some((of, more)) = log2_of(base, power) {
            let of = self.natural(of, env, pending)?;
            let highest = self.all.fresh();
            let formula = self.all.highest_power(of, highest);
            self.define(highest, formula, pending)?;
            return self.multiplied(highest, 2, more, pending);
        }
        self.power_of_constants(base, power, env)?.ok_or(NotExpressible::What("a power"))
    }

    /// `base^(k + c)`, where a variable stands for base^k.
    pub(crate) fn shifted(
        &mut self,
        base: &E,
        (exponent, more): (Exponent, i64),
        pending: &mut Pending,
    ) -> Formed<Number> {
        if base.as_i64() != Some(exponent.base) {
            return Err(NotExpressible::What("powers of different numbers with one exponent"));
        }
        self.multiplied(exponent.power, exponent.base, more, pending)
    }

    /// A power of a constant times the constant's power with another exponent, which may be negative.
    pub(crate) fn multiplied(&mut self, power: Var, base: i64, more: i64, pending: &mut Pending) -> Formed<Number> {
        let factor = power_of(base, more.abs())?;
        if more >= 0 {
            let sum = Sum::default().plus(&Sum::var(power), factor)?;
            return Ok(Number::of(self.all, sum));
        }
        let part = self.all.fresh();
        let whole = Sum::default().plus(&Sum::var(part), factor)?;
        let exact = equal(self.all, &Sum::var(power), &whole)?;
        self.define(part, exact, pending)
    }

    /// The remainder of a number by a power with a variable exponent.
    pub(crate) fn remainder(&mut self, a: &E, c: &E, env: &Env, pending: &mut Pending) -> Formed<Number> {
        let exponent = env.power_in(c).ok_or(NotExpressible::What("division by a number that varies"))?;
        let constant = u64::try_from(exponent.base).map_err(|_| NotExpressible::Size)?;
        let number = self.number(a, env, pending)?;
        let (number, power) = (self.certainly_natural(&number, pending)?, self.natural(c, env, pending)?);
        let rest = self.all.fresh();
        let formula = self.all.remainder_by_power([number, power, rest], constant);
        self.define(rest, formula, pending)
    }

    /// A power with constants; nothing if one of the two varies.
    pub(crate) fn power_of_constants(&mut self, base: &E, power: &E, env: &Env) -> Formed<Option<Number>> {
        let mut constants = vec![];
        for e in [base, power] {
            let mut pending = Pending::default();
            let number = self.number(e, env, &mut pending)?;
            match number.only().filter(|_| pending.vars.is_empty()) {
                Some(sum) if sum.terms.is_empty() => constants.push(sum.constant.clone()),
                _ => return Ok(None),
            }
        }
        let small = |n: &IBig| i64::try_from(n).is_ok_and(|n| n.abs() <= WRITTEN * WRITTEN);
        match &constants[..] {
            [base, power] if small(base) && small(power) => {
                Ok(build::power(base, power).ok().map(|power| self.constant(power)))
            }
            _ => Ok(None),
        }
    }
}
