//! Variables that are exponents of a constant.
//!
//! In: a form over a range whose variable k occurs only in powers b^(k + c) of one constant b, and in comparisons with logarithms. Out: the same of the power p = b^k, which is
//! a number whose digits in base b an automaton knows (Büchi 1960).
//!
//! The end of such a range may be a number h that no automaton compares with k, such as log2(n) where b is 3. What is said instead, and from which k <= h follows: b^k <= h + 1,
//! since k < b^k; or, for h = log2(z) + c, b^(k - e) <= 2^c·z, since 2^k <= b^(k - e) from some k on, and 2^k <= 2^c·z for the first k, which are looked at one by one. That no greater k
//! decides the form is a part of what is proved where the form is defined.

use dashu_int::IBig;
use grundy_automata::{Formula, Numeration, Relation, Var};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Over, Quantifier, Range, Tree};

use super::number::{Number, Sum, at_most, equal};
use super::powers::{Exponent, power_of};
use super::say::{Encoder, Env, Pending, WRITTEN};
use super::{Formed, NotExpressible};

/// A range of exponents, said by powers.
pub(crate) struct Exponents {
    pub(crate) power: Var,
    /// The number is a power, and its exponent is not below the range.
    pub(crate) from: Formula,
    /// The exponent is surely not above the range.
    pub(crate) to: Formula,
    /// Is it above otherwise?
    pub(crate) exact: bool,
}

/// The constant whose exponent a variable is.
fn base_of(var: usize, within: &[Node<'_>]) -> Option<i64> {
    let mut base = None;
    for node in within {
        node.any(&mut |node| {
            if let Node::Number(e) = node
                && let Expr::Pow(of, power, _) = &**e
                && build::linear(power).1.iter().any(|(term, _)| **term == Expr::Var(var))
            {
                base = of.as_i64().filter(|base| *base > 1);
            }
            base.is_some()
        });
    }
    base
}

/// Is a range written out, number by number?
fn is_short(range: &Range) -> bool {
    matches!((range.lo.as_i64(), range.hi.as_i64()), (Some(lo), Some(hi)) if hi.saturating_sub(lo) < WRITTEN)
}

/// The constant whose exponent the variable of a range of a form is.
fn base_in<B: Tree>(over: &Over<B>, at: usize) -> Option<i64> {
    let range = over.ranges.get(at).filter(|range| !is_short(range))?;
    let later = over.ranges[at + 1..].iter().flat_map(|range| [range.lo.node(), range.hi.node()]);
    let within: Vec<Node<'_>> = later.chain([over.filter.node(), over.body.node()]).collect();
    base_of(range.var, &within)
}

/// The constant of which the only variable of a form is an exponent.
pub(crate) fn base_of_only<B: Tree>(over: &Over<B>) -> Option<i64> {
    if over.ranges.len() == 1 { base_in(over, 0) } else { None }
}

/// A form over several ranges, of which one is of exponents, as a form over the first one.
pub(crate) fn one_by_one(quantifier: Quantifier, over: &Over<C>) -> Option<Over<C>> {
    if over.ranges.len() < 2 || least_of(over).is_none() {
        return None;
    }
    let inner = Over { ranges: over.ranges[1..].to_vec(), ..over.clone() };
    Some(Over {
        ranges: over.ranges[..1].to_vec(),
        filter: build::boolean(true),
        body: Cond::Quantified(quantifier, inner).into(),
        place: over.place,
    })
}

/// The greatest base of digits in which powers are looked for.
const GREATEST: i64 = 16;

/// The numeration in which powers with variable exponents are said, if there are such in some trees or in an outermost form: that of the least constant of which they are powers.
pub fn numeration_of_powers<'e>(all: impl IntoIterator<Item = Node<'e>>, outermost: &Over<C>) -> Option<Numeration> {
    let least = all.into_iter().filter_map(least_base).chain(least_of(outermost)).min()?;
    let is_power = |base: &i64| (1..64).map_while(|exponent| base.checked_pow(exponent)).any(|n| n == least);
    let base = if least <= GREATEST { least } else { (2..=GREATEST).find(is_power)? };
    usize::try_from(base).ok().map(Numeration::Base)
}

/// The least constant of which variables of forms in a tree are exponents, if there are such. A sum over places is read in another way.
pub(crate) fn least_base(node: Node<'_>) -> Option<i64> {
    let mut least: Option<i64> = None;
    node.any(&mut |node| {
        let of_form = match node {
            Node::Number(e) => match &**e {
                Expr::Count(over) => least_of(over),
                _ => None,
            },
            Node::Condition(c) => match &**c {
                Cond::Quantified(_, over) => least_of(over),
                _ => None,
            },
        };
        least = least.into_iter().chain(of_form).min();
        false
    });
    least
}

/// The least constant of which variables of a form are exponents, if there are such.
pub(crate) fn least_of<B: Tree>(over: &Over<B>) -> Option<i64> {
    (0..over.ranges.len()).filter_map(|at| base_in(over, at)).min()
}

impl Encoder<'_> {
    /// The range of a variable that is an exponent, and what stands for this.
    pub(crate) fn exponents(&mut self, range: &Range, base: i64, env: &Env) -> Formed<(Env, Exponents)> {
        let power = self.all.fresh();
        let constant = u64::try_from(base).map_err(|_| NotExpressible::Size)?;
        let env = env.with_power(range.var, Exponent { base, power });
        let var = build::var(range.var);
        let own = |e: &Expr| *e == Expr::Var(range.var);
        if [&range.lo, &range.hi].into_iter().any(|end| end.any_number(&mut |e| own(e))) {
            return Err(NotExpressible::What("a range that speaks of its own variable"));
        }
        if !begins_natural(&range.lo, &env) {
            return Err(NotExpressible::What("exponents from a number on that may be negative"));
        }
        let low = self.logarithms(&build::sub(&range.lo, &var), &env, Relation::AtMostZero)?;
        let low = low.ok_or(NotExpressible::What("exponents from a number on that varies"))?;
        let is_power = self.all.power(power, constant);
        let from = self.all.and([is_power, low]);
        let to = self.logarithms(&build::sub(&var, &range.hi), &env, Relation::AtMostZero)?;
        let (to, exact) = match to {
            Some(to) => (to, true),
            None => (self.surely_to(&range.hi, (power, base), &env)?, false),
        };
        Ok((env, Exponents { power, from, to, exact }))
    }

    /// k is surely at most log2(z) + c: the first exponents are compared one by one, of the others b^(k - e) is at most 2^c·z.
    fn below_logarithm(&mut self, (power, base): (Var, i64), z: &Sum, c: i64) -> Formed<Formula> {
        let (less, more) = (power_of(2, (-c).max(0))?, power_of(2, c.max(0))?);
        let spare = match base {
            ..=5 => 2,
            6..=GREATEST => 1,
            _ => 0,
        };
        let product = |a: i64, b: i64| a.checked_mul(b).ok_or(NotExpressible::Size);
        let (at, mut ways, mut first) = (Sum::var(power), vec![], 0);
        while first < spare || power_of(base, first - spare)? < power_of(2, first)? {
            let is = equal(self.all, &at, &Sum::constant(power_of(base, first)?))?;
            let least = Sum::constant(product(power_of(2, first)?, less)?);
            let fits = at_most(self.all, &least, &Sum::default().plus(z, more)?)?;
            ways.push(self.all.and([is, fits]));
            first += 1;
        }
        let beyond = at_most(self.all, &Sum::constant(power_of(base, first)?), &at)?;
        let most = Sum::default().plus(z, product(more, power_of(base, spare)?)?)?;
        let fits = at_most(self.all, &Sum::default().plus(&at, less)?, &most)?;
        ways.push(self.all.and([beyond, fits]));
        Ok(self.all.or(ways))
    }

    /// k is surely at most a number h.
    fn surely_to(&mut self, hi: &E, (power, base): (Var, i64), env: &Env) -> Formed<Formula> {
        let mut pending = Pending::default();
        let (constant, terms) = build::linear(hi);
        if let [(log, factor)] = &terms[..]
            && let Expr::Log2(of, _) = &**log
            && factor.is_one()
        {
            let more = i64::try_from(constant).map_err(|_| NotExpressible::Size)?;
            let of = Sum::var(self.natural(of, env, &mut pending)?);
            let holds = self.below_logarithm((power, base), &of, more)?;
            return Ok(pending.close(self.all, holds));
        }
        let hi = self.number(hi, env, &mut pending)?;
        let holds =
            hi.condition(self.all, |all, hi| at_most(all, &Sum::var(power), &hi.plus(&Sum::constant(1), 1)?))?;
        Ok(pending.close(self.all, holds))
    }

    /// "There is", or "for all", over exponents.
    pub(crate) fn quantified_exponent(&mut self, every: bool, over: &Over<C>, base: i64, env: &Env) -> Formed<Formula> {
        let (env, range) = self.exponents(&over.ranges[0], base, env)?;
        let (filter, body) = (self.condition(&over.filter, &env)?, self.condition(&over.body, &env)?);
        let inside = self.all.and([range.from, range.to, filter]);
        Ok(if every {
            let formula = self.all.implies(inside, body);
            self.all.for_all([range.power], formula)
        } else {
            let formula = self.all.and([inside, body]);
            self.all.exists([range.power], formula)
        })
    }

    /// For how many exponents does a condition hold, up to multiples of a modulus? A number that has a digit 1 exactly at these places is defined.
    pub(crate) fn count_of_exponents(
        &mut self,
        over: &Over<C>,
        (base, modulus): (i64, i64),
        env: &Env,
        pending: &mut Pending,
    ) -> Formed<Number> {
        let modulus = u32::try_from(modulus).ok().filter(|modulus| i64::from(*modulus) <= WRITTEN);
        let modulus = modulus.ok_or(NotExpressible::What("a count up to multiples of so large a number"))?;
        let (env, range) = self.exponents(&over.ranges[0], base, env)?;
        let (filter, body) = (self.condition(&over.filter, &env)?, self.condition(&over.body, &env)?);
        let counts = self.all.and([range.from, range.to, filter, body]);
        let (constant, sum) = (base as u64, self.all.fresh());
        let (is_power, part) =
            (self.all.power(range.power, constant), self.all.part_of_powers(range.power, sum, constant));
        let same = self.all.iff(part, counts);
        let same = self.all.implies(is_power, same);
        let same = self.all.for_all([range.power], same);
        let is_sum = self.all.sum_of_powers(sum, constant, 1, 0);
        let set = self.all.and([is_sum, same]);
        self.define(sum, set, pending)?;
        let cases: Vec<(Formula, Sum)> = (0..modulus)
            .map(|rest| (self.all.sum_of_powers(sum, constant, modulus, rest), Sum::constant(rest)))
            .collect();
        Number::by_cases(self.all, cases)
    }

    /// A number, or another that differs from it by a multiple of a modulus.
    pub(crate) fn number_modulo(&mut self, e: &E, modulus: i64, env: &Env, pending: &mut Pending) -> Formed<Number> {
        match &**e {
            Expr::Count(over) => match base_of_only(over) {
                Some(base) => self.count_of_exponents(over, (base, modulus), env, pending),
                None => self.number(e, env, pending),
            },
            Expr::Sum(constant, terms) => {
                let mut sum = self.constant(constant.clone());
                for (term, factor) in terms {
                    let factor = i64::try_from(factor).map_err(|_| NotExpressible::Size)?;
                    let term = self.number_modulo(term, modulus, env, pending)?;
                    sum = sum.pair(&term, self.all, |a, b| a.plus(b, factor))?;
                }
                Ok(sum)
            }
            _ => self.number(e, env, pending),
        }
    }

    /// A form over exponents is defined: its range, its parts wherever they are looked at; and above the numbers that are surely in the range nothing
    /// decides it.
    pub(crate) fn exponents_are_defined<B: Tree>(
        &mut self,
        over: &Over<B>,
        base: i64,
        env: &Env,
        decides: impl FnOnce(&mut Self, &Env) -> Formed<Formula>,
    ) -> Formed<Formula> {
        let ends = self.ranges_are_defined(&over.ranges, env)?;
        let (env, range) = self.exponents(&over.ranges[0], base, env)?;
        let choice = self.choice_is_defined(over, &env)?;
        let (inside, fine) = if range.exact {
            (self.all.and([range.from, range.to]), choice)
        } else {
            let (filter, decides) = (self.condition(&over.filter, &env)?, decides(self, &env)?);
            let decides = self.all.and([filter, decides]);
            let idle = self.all.not(decides);
            let either = self.all.or([range.to, idle]);
            (range.from, self.all.and([choice, either]))
        };
        let each = self.all.implies(inside, fine);
        let each = self.all.for_all([range.power], each);
        Ok(self.all.and([ends, each]))
    }
}

/// Does the form of a number show that it is natural: a constant, or another exponent or a logarithm plus a constant?
fn begins_natural(e: &E, env: &Env) -> bool {
    let (mut constant, terms) = build::linear(e);
    for (term, factor) in &terms {
        let fixed = |var: usize| env.vars.get(var)?.as_ref()?.as_constant();
        match &**term {
            Expr::Log2(..) if factor.is_one() => {}
            Expr::Var(var) if factor.is_one() && env.powers.contains_key(var) => {}
            Expr::Var(var) => match fixed(*var) {
                Some(value) => constant += factor * IBig::from(value),
                None => return false,
            },
            _ => return false,
        }
    }
    constant >= IBig::ZERO
}
