//! Comparisons of logarithms and of exponents.
//!
//! In: an equation, or "at most 0", of one logarithm or exponent, or the difference of two, and numbers that are constants in each case. Out: the same of the powers, one of them
//! multiplied by a constant: log2(a) + 1 <= log2(b) says that twice the greatest power of 2 that is at most a is at most that of b.

use dashu_int::IBig;
use grundy_automata::{Formula, Relation, Var};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr};

use super::number::{Sum, at_most, equal};
use super::powers::{POWER, power_of};
use super::say::{Encoder, Env, Pending};
use super::{Formed, NotExpressible};

/// What a sum of logarithms and exponents is made of.
struct Parts {
    /// The constant of which they are exponents.
    base: i64,
    /// Each with whether it is added, not subtracted.
    logarithms: Vec<(bool, E)>,
    /// The rest of the sum.
    rest: E,
}

/// The parts of a sum, if all logarithms and exponents in it are of one constant, and it is one of them, or the difference of two.
fn parts(e: &E, env: &Env) -> Option<Parts> {
    let (constant, terms) = build::linear(e);
    let (mut bases, mut logarithms, mut others) = (vec![], vec![], vec![]);
    for (term, factor) in terms {
        let base = match &*term {
            Expr::Log2(..) => Some(2),
            Expr::Var(var) => env.powers.get(var).map(|exponent| exponent.base),
            _ => None,
        };
        let Some(base) = base else {
            others.push((term, factor));
            continue;
        };
        let added = factor.is_one();
        if !added && factor != -IBig::ONE {
            return None;
        }
        bases.push(base);
        logarithms.push((added, term));
    }
    let base = *bases.first()?;
    let fine = bases.iter().all(|other| *other == base)
        && match &logarithms[..] {
            [_] => true,
            [(first, _), (second, _)] => first != second,
            _ => false,
        };
    fine.then(|| Parts { base, logarithms, rest: build::from_linear(constant, others) })
}

impl Encoder<'_> {
    /// Is a sum of logarithms or exponents and of constants 0, or at most 0? Nothing if the sum is none of this kind.
    pub(crate) fn logarithms(&mut self, e: &E, env: &Env, relation: Relation) -> Formed<Option<Formula>> {
        let is = match relation {
            Relation::Zero => equal,
            Relation::AtMostZero => at_most,
            Relation::MultipleOf(_) => return Ok(None),
        };
        let Some(Parts { base, logarithms, rest }) = parts(e, env) else { return Ok(None) };
        let mut pending = Pending::default();
        let rest = self.number(&rest, env, &mut pending)?;
        let mut powers = vec![];
        for (added, logarithm) in logarithms {
            powers.push((added, self.power_below(&logarithm, env, &mut pending)?));
        }
        let mut cases = vec![];
        for (guard, sum) in &rest.cases {
            let Some(c) = sum.as_constant().filter(|c| c.abs() <= POWER) else { return Ok(None) };
            // The constant is on the side on which it is positive.
            let shifts = [power_of(base, (-c).max(0))?, power_of(base, c.max(0))?];
            let mut sides = shifts.map(Sum::constant);
            for (added, power) in &powers {
                let side = usize::from(*added);
                sides[side] = Sum::default().plus(&Sum::var(*power), shifts[side])?;
            }
            let [less, more] = sides;
            let holds = is(self.all, &more, &less)?;
            cases.push(self.all.and([*guard, holds]));
        }
        let holds = self.all.or(cases);
        Ok(Some(pending.close(self.all, holds)))
    }

    /// The greatest power of 2 that is at most a number, or the power whose exponent a variable is.
    fn power_below(&mut self, e: &E, env: &Env, pending: &mut Pending) -> Formed<Var> {
        match &**e {
            Expr::Log2(of, _) => {
                let of = self.natural(of, env, pending)?;
                let highest = self.all.fresh();
                let formula = self.all.highest_power(of, highest);
                self.define(highest, formula, pending)?;
                Ok(highest)
            }
            Expr::Var(var) => {
                let exponent = env.powers.get(var).ok_or(NotExpressible::What("a variable from outside"))?;
                Ok(exponent.power)
            }
            _ => Err(NotExpressible::What("a logarithm")),
        }
    }
}
