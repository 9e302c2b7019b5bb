//! Numbers of expressions: sums, quotients, digits, cases.
//!
//! In: an expression. Out: a [`Number`], a sum by cases. A part that is no sum, such as a quotient or a nim-sum, becomes a new variable; the formula that defines it waits
//! with the pending ones until the nearest condition binds the variable.

use dashu_int::IBig;
use grundy_automata::{Formula, Relation, Var};
use grundy_rules::rules::expr::{E, Expr};

use super::number::{Number, Sum, at_most};
use super::roots::has_root;
use super::say::{Encoder, Env, NoQuestions, Pending, WRITTEN};
use super::{Formed, NotExpressible, Term};

impl Encoder<'_> {
    /// A number.
    pub(crate) fn number(&mut self, e: &E, env: &Env, pending: &mut Pending) -> Formed<Number> {
        let number = self.number_of(e, env, pending);
        // What a question lacks is told of its game.
        if matches!(&**e, Expr::Ask(..)) { number } else { number.map_err(|why| why.of(|| Term::Number(e.clone()))) }
    }

    fn number_of(&mut self, e: &E, env: &Env, pending: &mut Pending) -> Formed<Number> {
        self.all.has_room()?;
        match &**e {
            Expr::Coord(i) => Ok(Number::of(self.all, env.coords[*i].clone())),
            Expr::Var(v) => match env.vars.get(*v).cloned().flatten() {
                Some(sum) => Ok(Number::of(self.all, sum)),
                None if env.powers.contains_key(v) => Err(NotExpressible::What("an exponent beside its power")),
                None => Err(NotExpressible::What("a variable from outside")),
            },
            Expr::Int(n) => Ok(self.constant(n.clone())),
            Expr::Sum(constant, terms) => {
                let mut sum = self.constant(constant.clone());
                for (term, factor) in terms {
                    let factor = i64::try_from(factor).map_err(|_| NotExpressible::Size)?;
                    let term = self.number(term, env, pending)?;
                    sum = sum.pair(&term, self.all, |a, b| a.plus(b, factor))?;
                }
                Ok(sum)
            }
            Expr::Product(list) => self.product(list, env, pending),
            Expr::Mod(a, c, _) if env.power_in(c).is_some() => self.remainder(a, c, env, pending),
            Expr::Div(a, c, _) | Expr::Mod(a, c, _) => {
                let Some(divisor) = self.fixed(c, env).filter(|c| *c > 0) else {
                    if c.as_int().is_some_and(|c| *c > IBig::ZERO) {
                        return Err(NotExpressible::Size);
                    }
                    return Err(NotExpressible::What("division by a number that varies"));
                };
                if has_root(a) && matches!(&**e, Expr::Div(..)) {
                    return self.rounded(a, divisor, env, pending);
                }
                let remainder = matches!(&**e, Expr::Mod(..));
                let a = if remainder {
                    self.number_modulo(a, divisor, env, pending)
                } else {
                    self.number(a, env, pending)
                }?;
                self.divided(&a, divisor, remainder, pending)
            }
            Expr::Abs(a) => {
                let a = self.number(a, env, pending)?;
                let none = self.constant(0);
                let minus = none.pair(&a, self.all, |zero, a| zero.plus(a, -1))?;
                self.extreme(&[a, minus], true)
            }
            Expr::Min(list) | Expr::Max(list) => {
                let list = list.iter().map(|e| self.number(e, env, pending)).collect::<Formed<Vec<_>>>()?;
                self.extreme(&list, matches!(&**e, Expr::Max(_)))
            }
            Expr::Xor(list, _) => {
                let list = list.iter().map(|e| self.natural(e, env, pending)).collect::<Formed<Vec<_>>>()?;
                let result = self.all.fresh();
                let zero = self.all.nim_sum_is_zero(list.into_iter().chain([result]).collect());
                self.define(result, zero, pending)
            }
            Expr::If(c, a, b) => {
                // What defines a branch stays in the branch, which may be undefined where it is not taken.
                let c = self.condition(c, env)?;
                let not = self.all.not(c);
                let a = self.branch(a, env, c, pending)?;
                let b = self.branch(b, env, not, pending)?;
                Number::by_cases(self.all, a.into_iter().chain(b))
            }
            Expr::Bit(a, place, _) => {
                let place = place
                    .as_i64()
                    .and_then(|i| u32::try_from(i).ok())
                    .ok_or(NotExpressible::What("a digit at a place that varies"))?;
                // A number below 0 has digits, too; no automaton here reads them.
                let a = self.number(a, env, pending)?;
                let a = self.certainly_natural(&a, pending)?;
                let is_set = self.all.bit(a, place);
                self.indicator(is_set)
            }
            Expr::Pow(base, power, _) => self.power(base, power, env, pending),
            Expr::Root(of, times, _) => self.root(of, times, env, pending),
            Expr::Rank(k, list) => {
                let list = list.iter().map(|e| self.number(e, env, pending)).collect::<Formed<Vec<_>>>()?;
                self.rank(*k, &list, pending)
            }
            Expr::Mex(list) => self.mex(list, env, pending),
            Expr::Select(i, list, _) => {
                let i = self.number(i, env, pending)?;
                let mut cases = vec![];
                for (n, e) in list.iter().enumerate() {
                    let at = i.equals(self.all, &Sum::constant(n as i64 + 1))?;
                    cases.extend(self.branch(e, env, at, pending)?);
                }
                Number::by_cases(self.all, cases)
            }
            Expr::Count(over) => self.count(over, env),
            Expr::Fold(op, over) => self.fold(*op, over, env, pending),
            Expr::Ask(question, entries, _) => {
                let sums = self.entries(entries, env, pending)?;
                let Encoder { all, answers } = self;
                answers.answer(&mut Encoder { all, answers: &mut NoQuestions }, *question, &sums, pending)
            }
            // No case applies.
            Expr::Fail(..) => Ok(Number { cases: vec![] }),
            Expr::Gcd(..) => Err(NotExpressible::What("a greatest common divisor")),
            Expr::Nim(..) => Err(NotExpressible::What("a nim-product, which automata do not read")),
            Expr::Log2(..) => Err(NotExpressible::What("a logarithm")),
            Expr::Digit(..) => Err(NotExpressible::What("the digit of a code")),
        }
    }

    /// The constant that an expression is, perhaps since the entry that it stands for is one.
    pub(crate) fn fixed(&mut self, e: &E, env: &Env) -> Option<i64> {
        match &**e {
            Expr::Coord(i) => env.coords[*i].as_constant(),
            _ => e.as_i64(),
        }
    }

    /// A new variable with the formula that defines it.
    pub(crate) fn define(&mut self, var: Var, formula: Formula, pending: &mut Pending) -> Formed<Number> {
        pending.vars.push(var);
        pending.parts.push(formula);
        Ok(Number::of(self.all, Sum::var(var)))
    }

    /// 1 where a condition holds, else 0.
    pub(crate) fn indicator(&mut self, condition: Formula) -> Formed<Number> {
        let not = self.all.not(condition);
        Number::by_cases(self.all, [(condition, Sum::constant(1)), (not, Sum::constant(0))])
    }

    /// A number as one sum: in several cases, a new variable, which is natural.
    pub(crate) fn single(&mut self, number: &Number, pending: &mut Pending) -> Formed<Sum> {
        match number.only() {
            Some(sum) => Ok(sum.clone()),
            None => Ok(Sum::var(self.variable(number, pending)?)),
        }
    }

    /// A new variable for a sum; where the sum is negative, there is none.
    pub(crate) fn natural_equal(&mut self, sum: &Sum, pending: &mut Pending) -> Formed<Sum> {
        let number = Number::of(self.all, sum.clone());
        Ok(Sum::var(self.variable(&number, pending)?))
    }

    /// A number that is not negative, as a variable.
    pub(crate) fn natural(&mut self, e: &E, env: &Env, pending: &mut Pending) -> Formed<Var> {
        let number = self.number(e, env, pending)?;
        match number.only().and_then(Sum::as_var) {
            Some(var) => Ok(var),
            None => self.variable(&number, pending),
        }
    }

    /// A number that its form shows to be natural, as a variable.
    pub(crate) fn certainly_natural(&mut self, number: &Number, pending: &mut Pending) -> Formed<Var> {
        match number.only().and_then(Sum::as_var) {
            Some(var) => Ok(var),
            None if number.is_natural() => self.variable(number, pending),
            None => Err(NotExpressible::What("the digits of a number that may be negative")),
        }
    }

    fn variable(&mut self, number: &Number, pending: &mut Pending) -> Formed<Var> {
        let var = self.all.fresh();
        let equal = number.equals(self.all, &Sum::var(var))?;
        self.define(var, equal, pending)?;
        Ok(var)
    }

    /// The cases of a branch, each under the condition of the branch and with the branch's own variables bound in it.
    pub(crate) fn branch(
        &mut self,
        e: &E,
        env: &Env,
        condition: Formula,
        pending: &mut Pending,
    ) -> Formed<Vec<(Formula, Sum)>> {
        let mut own = Pending::default();
        let number = self.number(e, env, &mut own)?;
        if own.vars.is_empty() {
            let cases = number.cases.iter().map(|(guard, sum)| (self.all.and([condition, *guard]), sum.clone()));
            return Ok(cases.collect());
        }
        if !number.is_natural() {
            // The branch's own variables are 0 where it is not taken.
            let not = self.all.not(condition);
            let idle = own.vars.iter().map(|var| self.all.linear(Sum::var(*var).linear(), Relation::Zero));
            let idle: Vec<Formula> = idle.chain([not]).collect();
            let idle = self.all.and(idle);
            let taken = self.all.and(own.parts.into_iter().chain([condition]));
            pending.parts.push(self.all.or([taken, idle]));
            pending.vars.extend(own.vars);
            let cases = number.cases.into_iter();
            return Ok(cases.map(|(guard, sum)| (self.all.and([condition, guard]), sum)).collect());
        }
        // The branch's value is one variable; where the branch is not taken, the variable is 0.
        let var = self.all.fresh();
        let equal = number.equals(self.all, &Sum::var(var))?;
        let inside = own.close(self.all, equal);
        let zero = self.all.linear(Sum::var(var).linear(), Relation::Zero);
        let not = self.all.not(condition);
        let (taken, idle) = (self.all.and([condition, inside]), self.all.and([not, zero]));
        let either = self.all.or([taken, idle]);
        self.define(var, either, pending)?;
        Ok(vec![(condition, Sum::var(var))])
    }

    /// The quotient or the remainder by a constant.
    fn divided(&mut self, a: &Number, c: i64, remainder: bool, pending: &mut Pending) -> Formed<Number> {
        if c == 1 {
            return Ok(if remainder { self.constant(0) } else { a.clone() });
        }
        let mut cases = vec![];
        for (guard, sum) in a.cases.clone() {
            if let Some(n) = sum.as_constant() {
                let n = if remainder { n.rem_euclid(c) } else { n.div_euclid(c) };
                cases.push((guard, Sum::constant(n)));
                continue;
            }
            if remainder && c <= WRITTEN {
                for r in 0..c {
                    let same = self.all.linear(sum.plus(&Sum::constant(r), -1)?.linear(), Relation::MultipleOf(c));
                    cases.push((self.all.and([guard, same]), Sum::constant(r)));
                }
                continue;
            }
            // a = c*q + r with 0 <= r < c. A quotient below 0 is minus another variable.
            let quotient = self.all.fresh();
            let q = Sum::var(quotient);
            let exact = |say: &mut Self, q: &Sum, factor: i64| -> Formed<Formula> {
                let rest = sum.plus(q, -c * factor)?;
                let least = at_most(say.all, &Sum::default(), &rest)?;
                let most = at_most(say.all, &rest, &Sum::constant(c - 1))?;
                Ok(say.all.and([least, most]))
            };
            let up = exact(self, &q, 1)?;
            let value =
                |factor: i64| if remainder { sum.plus(&q, -c * factor) } else { Sum::default().plus(&q, factor) };
            if sum.is_natural() {
                // Where another case applies, the quotient of this one is defined all the same.
                self.define(quotient, up, pending)?;
                cases.push((guard, value(1)?));
                continue;
            }
            let down = exact(self, &q, -1)?;
            let natural = at_most(self.all, &Sum::default(), &sum)?;
            let negative = self.all.not(natural);
            let (above, below) = (self.all.and([natural, up]), self.all.and([negative, down]));
            let either = self.all.or([above, below]);
            self.define(quotient, either, pending)?;
            cases.push((self.all.and([guard, natural]), value(1)?));
            cases.push((self.all.and([guard, negative]), value(-1)?));
        }
        Number::by_cases(self.all, cases)
    }
}
