//! Expressions become formulas.
//!
//! In: an expression of the internal form, and what its coordinates and variables stand for. Out: a condition as a formula; a number as a sum by
//! cases, with *pending* variables: a quotient, a remainder or a nim-sum is a new variable that a formula defines. The nearest condition binds it.
//! Where an expression is not defined, the formula says nothing; `defined` gives the formula of where it is, which is an obligation of its own.

use grundy_automata::{Formula, Formulas, Relation, Var};
use grundy_rules::lang::ast::QuantOp;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr, Range};

use super::Unsaid;
use super::number::{Number, Sum, at_most, equal};

/// What coordinates and variables stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    pub(crate) coords: Vec<Sum>,
    pub(crate) vars: Vec<Option<Sum>>,
}

impl Env {
    pub(crate) fn with(&self, var: usize, sum: Sum) -> Env {
        let mut new = self.clone();
        new.vars.resize(new.vars.len().max(var + 1), None);
        new.vars[var] = Some(sum);
        new
    }
}

/// Variables that a formula defines, to be bound by the nearest condition.
#[derive(Default)]
pub(crate) struct Pending {
    vars: Vec<Var>,
    parts: Vec<Formula>,
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
    fn answer(&mut self, _: &mut Say<'_>, _: usize, _: &[Sum], _: &mut Pending) -> Result<Number, Unsaid> {
        Err(Unsaid::What("the value of another position"))
    }

    /// Is the value that a question asks for a number?
    fn level(&mut self, _: &mut Say<'_>, _: usize, _: &[Sum], _: i64) -> Result<Formula, Unsaid> {
        Err(Unsaid::What("the value of another position"))
    }

    /// Where there is an answer.
    fn answerable(&mut self, _: &mut Say<'_>, _: usize, _: &[Sum]) -> Result<Formula, Unsaid> {
        Err(Unsaid::What("the value of another position"))
    }

    /// Is a part of a compound terminal at a position?
    fn terminal(&mut self, _: &mut Say<'_>, _: usize, _: &Env) -> Result<Formula, Unsaid> {
        Err(Unsaid::What("whether a part is terminal"))
    }

    /// Are the moves of a part of a compound defined at a position?
    fn terminal_is_defined(&mut self, _: &mut Say<'_>, _: usize, _: &Env) -> Result<Formula, Unsaid> {
        Err(Unsaid::What("whether a part is terminal"))
    }
}

/// Answers no question.
pub(crate) struct Silent;

impl Answers for Silent {}

/// The most formulas that a claim and its game are written as.
const LONGEST: usize = 20_000;
/// The most values of a range that is written out.
pub(crate) const WRITTEN: i64 = 64;

/// Says expressions as formulas.
pub(crate) struct Say<'a> {
    pub(crate) all: &'a mut Formulas,
    pub(crate) answers: &'a mut dyn Answers,
}

type Said<T> = Result<T, Unsaid>;

impl Say<'_> {
    fn constant(&mut self, n: i64) -> Number {
        Number::of(self.all, Sum::constant(n))
    }

    /// A condition.
    pub(crate) fn condition(&mut self, e: &E, env: &Env) -> Said<Formula> {
        match &**e {
            Expr::Bool(truth) => Ok(self.all.constant(*truth)),
            Expr::Zero(inner) => match level_of(inner) {
                Some((question, number)) => self.level(&question, &number, env),
                None => match digits_of(inner) {
                    Some((digits, rest)) => self.has_digit_sums(&digits, &rest, env),
                    None => self.related(inner, env, Relation::Zero),
                },
            },
            Expr::NonPos(inner) => self.related(inner, env, Relation::AtMostZero),
            Expr::Divides(a, b) => match a.as_i64().map(i64::unsigned_abs).map(i64::try_from) {
                Some(Ok(0)) => self.related(b, env, Relation::Zero),
                Some(Ok(m)) => self.related(b, env, Relation::MultipleOf(m)),
                _ => Err(Unsaid::What("divisibility by a number that varies")),
            },
            Expr::Not(inner) => {
                let inner = self.condition(inner, env)?;
                Ok(self.all.not(inner))
            }
            Expr::And(list) => {
                let list = list.iter().map(|e| self.condition(e, env)).collect::<Said<Vec<_>>>()?;
                Ok(self.all.and(list))
            }
            Expr::Or(list) => {
                let list = list.iter().map(|e| self.condition(e, env)).collect::<Said<Vec<_>>>()?;
                Ok(self.all.or(list))
            }
            Expr::Same(a, b) => {
                let (a, b) = (self.condition(a, env)?, self.condition(b, env)?);
                Ok(self.all.iff(a, b))
            }
            Expr::If(c, a, b) => {
                let (c, a, b) = (self.condition(c, env)?, self.condition(a, env)?, self.condition(b, env)?);
                let not = self.all.not(c);
                let parts = [self.all.and([c, a]), self.all.and([not, b])];
                Ok(self.all.or(parts))
            }
            Expr::Fold { op: op @ (QuantOp::All | QuantOp::Any), ranges, filter, body, .. } => {
                self.quantified(*op == QuantOp::All, ranges, env, &mut |say, env| {
                    let (filter, body) = (say.condition(filter, env)?, say.condition(body, env)?);
                    Ok(if *op == QuantOp::All { say.all.implies(filter, body) } else { say.all.and([filter, body]) })
                })
            }
            Expr::Terminal(part) => {
                let Say { all, answers } = self;
                // Whoever answers asks nothing in turn.
                answers.terminal(&mut Say { all, answers: &mut Silent }, *part, env)
            }
            Expr::TargetP(_) => Err(Unsaid::What("the P-positions of a part")),
            Expr::Fail(..) => Ok(self.all.constant(false)),
            _ => Err(Unsaid::What("this condition")),
        }
    }

    /// Is the value that a question asks for a number? If the number is a constant, it is enough to know this level.
    fn level(&mut self, question: &E, number: &E, env: &Env) -> Said<Formula> {
        let Expr::Ask(asked, entries, _) = &**question else { return Err(Unsaid::What("this condition")) };
        let mut pending = Pending::default();
        let value = self.number(number, env, &mut pending)?;
        let Some(level) = value.only().and_then(Sum::as_constant) else {
            return self.related(&build::sub(question, number), env, Relation::Zero);
        };
        let sums = self.entries(entries, env, &mut pending)?;
        let Say { all, answers } = self;
        let formula = answers.level(&mut Say { all, answers: &mut Silent }, *asked, &sums, level)?;
        Ok(pending.close(self.all, formula))
    }

    /// Have the binary digits of numbers at each place the sums, modulo m, that are the digits of a constant in base m?
    fn has_digit_sums(&mut self, digits: &DigitSums, constant: &E, env: &Env) -> Said<Formula> {
        let mut pending = Pending::default();
        let constant = self.number(constant, env, &mut pending)?;
        let Some(mut constant) = constant.only().and_then(Sum::as_constant) else {
            return Err(Unsaid::What("a sum of powers, unless it is compared with a constant"));
        };
        let vars = digits.of.iter().map(|e| self.natural(e, env, &mut pending)).collect::<Said<Vec<_>>>()?;
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
    pub(crate) fn entries(&mut self, entries: &[E], env: &Env, pending: &mut Pending) -> Said<Vec<Sum>> {
        let mut sums = vec![];
        for e in entries {
            let number = self.number(e, env, pending)?;
            sums.push(self.single(&number, pending)?);
        }
        Ok(sums)
    }

    /// A relation of a number.
    fn related(&mut self, e: &E, env: &Env, relation: Relation) -> Said<Formula> {
        let mut pending = Pending::default();
        let number = self.number(e, env, &mut pending)?;
        let formula = number.is(self.all, relation)?;
        Ok(pending.close(self.all, formula))
    }

    /// "There is", or "for all", over ranges; short ranges of constants are written out.
    pub(crate) fn quantified(
        &mut self,
        every: bool,
        ranges: &[Range],
        env: &Env,
        body: &mut dyn FnMut(&mut Self, &Env) -> Said<Formula>,
    ) -> Said<Formula> {
        if self.all.count() > LONGEST {
            return Err(Unsaid::Long);
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
        if !lo.is_natural() {
            return Err(Unsaid::What("a range that may begin below 0"));
        }
        let var = self.all.fresh();
        let at = Sum::var(var);
        let from = lo.condition(self.all, |all, lo| at_most(all, lo, &at))?;
        let to = hi.condition(self.all, |all, hi| at_most(all, &at, hi))?;
        let inside = self.all.and([from, to]);
        let inside = pending.close(self.all, inside);
        let inner = self.quantified(every, rest, &env.with(range.var, at), body)?;
        Ok(if every {
            let formula = self.all.implies(inside, inner);
            self.all.for_all([var], formula)
        } else {
            let formula = self.all.and([inside, inner]);
            self.all.exists([var], formula)
        })
    }

    /// A number.
    pub(crate) fn number(&mut self, e: &E, env: &Env, pending: &mut Pending) -> Said<Number> {
        match &**e {
            Expr::Coord(i) => Ok(Number::of(self.all, env.coords[*i].clone())),
            Expr::Var(v) => match env.vars.get(*v).cloned().flatten() {
                Some(sum) => Ok(Number::of(self.all, sum)),
                None => Err(Unsaid::What("a variable from outside")),
            },
            Expr::Int(n) => i64::try_from(n).map(|n| self.constant(n)).map_err(|_| Unsaid::Size),
            Expr::Sum(constant, terms) => {
                let mut sum = i64::try_from(constant).map(|n| self.constant(n)).map_err(|_| Unsaid::Size)?;
                for (term, factor) in terms {
                    let factor = i64::try_from(factor).map_err(|_| Unsaid::Size)?;
                    let term = self.number(term, env, pending)?;
                    sum = sum.pair(&term, self.all, |a, b| a.plus(b, factor))?;
                }
                Ok(sum)
            }
            Expr::Product(list) => self.product(list, env, pending),
            Expr::Div(a, c, _) | Expr::Mod(a, c, _) => {
                let Some(c) = c.as_i64().filter(|c| *c > 0) else {
                    return Err(Unsaid::What("division by a number that varies"));
                };
                let a = self.number(a, env, pending)?;
                let remainder = matches!(&**e, Expr::Mod(..));
                self.divided(&a, c, remainder, pending)
            }
            Expr::Abs(a) => {
                let a = self.number(a, env, pending)?;
                let none = self.constant(0);
                let minus = none.pair(&a, self.all, |zero, a| zero.plus(a, -1))?;
                self.extreme(&[a, minus], true)
            }
            Expr::Min(list) | Expr::Max(list) => {
                let list = list.iter().map(|e| self.number(e, env, pending)).collect::<Said<Vec<_>>>()?;
                self.extreme(&list, matches!(&**e, Expr::Max(_)))
            }
            Expr::Xor(list, _) => {
                let list = list.iter().map(|e| self.natural(e, env, pending)).collect::<Said<Vec<_>>>()?;
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
                    .ok_or(Unsaid::What("a digit at a place that varies"))?;
                // A number below 0 has digits, too; no automaton here reads them.
                let a = self.number(a, env, pending)?;
                let a = self.certainly_natural(&a, pending)?;
                let is_set = self.all.bit(a, place);
                self.indicator(is_set)
            }
            Expr::Pow(base, power, _) => {
                let (of, more) = log2_of(base, power).ok_or(Unsaid::What("a power"))?;
                let of = self.natural(of, env, pending)?;
                let highest = self.all.fresh();
                let formula = self.all.highest_power(of, highest);
                let number = self.define(highest, formula, pending)?;
                let factor = 1i64 << more.unsigned_abs();
                if more >= 0 {
                    let none = self.constant(0);
                    return none.pair(&number, self.all, |zero, n| zero.plus(n, factor));
                }
                let part = self.all.fresh();
                let exact = equal(self.all, &Sum::var(highest), &Sum::default().plus(&Sum::var(part), factor)?)?;
                self.define(part, exact, pending)
            }
            Expr::Rank(k, list) => {
                let list = list.iter().map(|e| self.number(e, env, pending)).collect::<Said<Vec<_>>>()?;
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
            Expr::Fold { op, ranges, filter, body, .. } => self.fold(*op, ranges, filter, body, env, pending),
            Expr::Ask(question, entries, _) => {
                let sums = self.entries(entries, env, pending)?;
                let Say { all, answers } = self;
                answers.answer(&mut Say { all, answers: &mut Silent }, *question, &sums, pending)
            }
            Expr::Gcd(..) => Err(Unsaid::What("a greatest common divisor")),
            Expr::Log2(..) => Err(Unsaid::What("a logarithm")),
            Expr::Digit(..) => Err(Unsaid::What("the digit of a code")),
            _ => Err(Unsaid::What("this number")),
        }
    }

    /// A new variable with the formula that defines it.
    pub(crate) fn define(&mut self, var: Var, formula: Formula, pending: &mut Pending) -> Said<Number> {
        pending.vars.push(var);
        pending.parts.push(formula);
        Ok(Number::of(self.all, Sum::var(var)))
    }

    /// 1 where a condition holds, else 0.
    pub(crate) fn indicator(&mut self, condition: Formula) -> Said<Number> {
        let not = self.all.not(condition);
        Number::by_cases(self.all, [(condition, Sum::constant(1)), (not, Sum::constant(0))])
    }

    /// A number as one sum: in several cases, a new variable, which is natural.
    pub(crate) fn single(&mut self, number: &Number, pending: &mut Pending) -> Said<Sum> {
        match number.only() {
            Some(sum) => Ok(sum.clone()),
            None => Ok(Sum::var(self.variable(number, pending)?)),
        }
    }

    /// A new variable for a sum; where the sum is negative, there is none.
    pub(crate) fn natural_equal(&mut self, sum: &Sum, pending: &mut Pending) -> Said<Sum> {
        let number = Number::of(self.all, sum.clone());
        Ok(Sum::var(self.variable(&number, pending)?))
    }

    /// A number that is not negative, as a variable.
    fn natural(&mut self, e: &E, env: &Env, pending: &mut Pending) -> Said<Var> {
        let number = self.number(e, env, pending)?;
        match number.only().and_then(Sum::as_var) {
            Some(var) => Ok(var),
            None => self.variable(&number, pending),
        }
    }

    /// A number that its form shows to be natural, as a variable.
    fn certainly_natural(&mut self, number: &Number, pending: &mut Pending) -> Said<Var> {
        match number.only().and_then(Sum::as_var) {
            Some(var) => Ok(var),
            None if number.is_natural() => self.variable(number, pending),
            None => Err(Unsaid::What("the digits of a number that may be negative")),
        }
    }

    fn variable(&mut self, number: &Number, pending: &mut Pending) -> Said<Var> {
        let var = self.all.fresh();
        let equal = number.equals(self.all, &Sum::var(var))?;
        self.define(var, equal, pending)?;
        Ok(var)
    }

    /// The cases of a branch, each under the condition of the branch and with the branch's own variables bound in it.
    fn branch(&mut self, e: &E, env: &Env, condition: Formula, pending: &mut Pending) -> Said<Vec<(Formula, Sum)>> {
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
    fn divided(&mut self, a: &Number, c: i64, remainder: bool, pending: &mut Pending) -> Said<Number> {
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
            let exact = |say: &mut Self, q: &Sum, factor: i64| -> Said<Formula> {
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

    /// The least or the greatest of several.
    fn extreme(&mut self, list: &[Number], greatest: bool) -> Said<Number> {
        let mut best = list[0].clone();
        for other in &list[1..] {
            let mut cases = vec![];
            for (a, x) in &best.cases {
                for (b, y) in &other.cases {
                    let both = self.all.and([*a, *b]);
                    if let Some(sorted) = in_order(&[x.clone(), y.clone()])? {
                        cases.push((both, sorted[usize::from(greatest)].clone()));
                        continue;
                    }
                    let first = if greatest { at_most(self.all, y, x) } else { at_most(self.all, x, y) }?;
                    let second = self.all.not(first);
                    cases.push((self.all.and([both, first]), x.clone()));
                    cases.push((self.all.and([both, second]), y.clone()));
                }
            }
            best = Number::by_cases(self.all, cases)?;
        }
        Ok(best)
    }

    /// Sums in ascending order.
    pub(crate) fn sorted(&mut self, list: &[Sum], pending: &mut Pending) -> Said<Vec<Sum>> {
        let numbers: Vec<Number> = list.iter().map(|sum| Number::of(self.all, sum.clone())).collect();
        let mut sorted = vec![];
        for k in 0..list.len() {
            let number = self.rank(k, &numbers, pending)?;
            sorted.push(self.single(&number, pending)?);
        }
        Ok(sorted)
    }

    /// The element of a list that stands at a place once the list is sorted: some other `k` elements are at most it, the rest at least it.
    fn rank(&mut self, k: usize, list: &[Number], pending: &mut Pending) -> Said<Number> {
        if !list.iter().all(Number::is_natural) {
            return Err(Unsaid::What("the order of numbers that may be negative"));
        }
        let sums = list.iter().map(|number| self.single(number, pending)).collect::<Said<Vec<_>>>()?;
        if let Some(sorted) = in_order(&sums)? {
            return Ok(Number::of(self.all, sorted[k].clone()));
        }
        let mut cases = vec![];
        let mut before = self.all.constant(false);
        for (i, at) in sums.iter().enumerate() {
            let others: Vec<usize> = (0..sums.len()).filter(|j| *j != i).collect();
            let mut ways = vec![];
            for below in subsets(&others, k) {
                let mut parts = vec![];
                for j in &others {
                    let (low, high) = if below.contains(j) { (&sums[*j], at) } else { (at, &sums[*j]) };
                    parts.push(at_most(self.all, low, high)?);
                }
                ways.push(self.all.and(parts));
            }
            let here = self.all.or(ways);
            let not = self.all.not(before);
            cases.push((self.all.and([here, not]), at.clone()));
            before = self.all.or([before, here]);
        }
        Number::by_cases(self.all, cases)
    }

    /// The mex of elements that belong to a set where their conditions hold.
    fn mex(&mut self, list: &[(E, E)], env: &Env, pending: &mut Pending) -> Said<Number> {
        let mut elements = vec![];
        for (condition, e) in list {
            elements.push((self.condition(condition, env)?, self.number(e, env, pending)?));
        }
        let (mut cases, mut all_below) = (vec![], self.all.constant(true));
        for value in 0..=elements.len() as i64 {
            let mut ways = vec![];
            for (condition, number) in &elements {
                let equal = number.equals(self.all, &Sum::constant(value))?;
                ways.push(self.all.and([*condition, equal]));
            }
            let present = self.all.or(ways);
            let absent = self.all.not(present);
            cases.push((self.all.and([all_below, absent]), Sum::constant(value)));
            all_below = self.all.and([all_below, present]);
        }
        Number::by_cases(self.all, cases)
    }

    /// The product of numbers of which all but one are constants in each case.
    fn product(&mut self, list: &[E], env: &Env, pending: &mut Pending) -> Said<Number> {
        let mut product = self.constant(1);
        for e in list {
            let factor = self.number(e, env, pending)?;
            product = product.pair(&factor, self.all, |a, b| match (a.as_constant(), b.as_constant()) {
                (Some(n), _) => Sum::default().plus(b, n),
                (_, Some(n)) => Sum::default().plus(a, n),
                _ => Err(Unsaid::What("a product of numbers that vary")),
            })?;
        }
        Ok(product)
    }

    /// The least or the greatest of numbers that are natural: a new variable that is one of them, and at most or at least all.
    fn extreme_of_range(
        &mut self,
        greatest: bool,
        ranges: &[Range],
        filter: &E,
        body: &E,
        env: &Env,
        pending: &mut Pending,
    ) -> Said<Number> {
        let var = self.all.fresh();
        let result = Sum::var(var);
        let related =
            |say: &mut Self, env: &Env, how: fn(&mut Formulas, &Sum, &Sum) -> Said<Formula>| -> Said<Formula> {
                let mut own = Pending::default();
                let number = say.number(body, env, &mut own)?;
                let holds = number.condition(say.all, |all, sum| how(all, &result, sum))?;
                Ok(own.close(say.all, holds))
            };
        let one = self.quantified(false, ranges, env, &mut |say, env| {
            let (counted, equal) = (say.condition(filter, env)?, related(say, env, equal)?);
            Ok(say.all.and([counted, equal]))
        })?;
        let bound = if greatest { |all: &mut Formulas, a: &Sum, b: &Sum| at_most(all, b, a) } else { at_most };
        let each = self.quantified(true, ranges, env, &mut |say, env| {
            let (counted, bound) = (say.condition(filter, env)?, related(say, env, bound)?);
            Ok(say.all.implies(counted, bound))
        })?;
        let both = self.all.and([one, each]);
        self.define(var, both, pending)
    }

    /// Counts, sums and extremes over ranges of constants, written out.
    fn fold(
        &mut self,
        op: QuantOp,
        ranges: &[Range],
        filter: &E,
        body: &E,
        env: &Env,
        pending: &mut Pending,
    ) -> Said<Number> {
        if matches!(op, QuantOp::Min | QuantOp::Max) && !is_written_out(ranges, filter) {
            return self.extreme_of_range(op == QuantOp::Max, ranges, filter, body, env, pending);
        }
        let mut envs = vec![env.clone()];
        for range in ranges {
            let (Some(lo), Some(hi)) = (range.lo.as_i64(), range.hi.as_i64()) else {
                return Err(Unsaid::What("a count or a sum over a range that varies"));
            };
            if hi.saturating_sub(lo) >= WRITTEN {
                return Err(Unsaid::What("a count or a sum over a long range"));
            }
            if envs.len() > LONGEST {
                return Err(Unsaid::Long);
            }
            envs = envs.iter().flat_map(|env| (lo..=hi).map(|n| env.with(range.var, Sum::constant(n)))).collect();
        }
        let mut list = vec![];
        for env in &envs {
            if self.all.count() > LONGEST {
                return Err(Unsaid::Long);
            }
            let counted = self.condition(filter, env)?;
            if op == QuantOp::Count {
                let holds = self.condition(body, env)?;
                let both = self.all.and([counted, holds]);
                list.push(self.indicator(both)?);
            } else {
                let not = self.all.not(counted);
                let cases = self.branch(body, env, counted, pending)?;
                list.push(Number::by_cases(self.all, cases.into_iter().chain([(not, Sum::constant(0))]))?);
            }
        }
        match op {
            QuantOp::Count | QuantOp::Sum => {
                let mut sum = self.constant(0);
                for number in list {
                    sum = sum.pair(&number, self.all, |a, b| a.plus(b, 1))?;
                }
                Ok(sum)
            }
            QuantOp::Min | QuantOp::Max if !list.is_empty() => self.extreme(&list, op == QuantOp::Max),
            _ => Err(Unsaid::What("this fold")),
        }
    }
}

/// Is a fold over short ranges of constants, with no condition?
pub(crate) fn is_written_out(ranges: &[Range], filter: &E) -> bool {
    let short = |range: &Range| match (range.lo.as_i64(), range.hi.as_i64()) {
        (Some(lo), Some(hi)) => lo <= hi && hi.saturating_sub(lo) < WRITTEN,
        _ => false,
    };
    filter.as_bool() == Some(true) && ranges.iter().all(short)
}

/// `sum b in 0..log2(c + v_1 + … + v_n): ((bit(v_1, b) + … + bit(v_n, b)) mod m)*m^b`, with naturals v and c >= 1: Moore's function. At all places above
/// those that it runs through, the digits are 0.
pub(crate) struct DigitSums {
    of: Vec<E>,
    modulus: u32,
}

/// The greatest modulus of sums of digits.
const MODULUS: i64 = 64;

impl DigitSums {
    pub(crate) fn of(e: &E) -> Option<DigitSums> {
        let Expr::Fold { op: QuantOp::Sum, ranges, filter, body, .. } = &**e else { return None };
        let ([range], Expr::Product(factors)) = (&ranges[..], &**body) else { return None };
        let ([a, b], Expr::Log2(whole, _)) = (&factors[..], &*range.hi) else { return None };
        let (digit, power) = if matches!(&**a, Expr::Mod(..)) { (a, b) } else { (b, a) };
        let (Expr::Mod(sum, modulus, _), Expr::Pow(base, place, _)) = (&**digit, &**power) else { return None };
        let m = modulus.as_i64().filter(|m| (2..=MODULUS).contains(m))?;
        let (rest, bits) = build::linear(sum);
        let of = bits.iter().map(|(bit, factor)| match &**bit {
            Expr::Bit(v, at, _) if factor.is_one() && **at == Expr::Var(range.var) => Some(v.clone()),
            _ => None,
        });
        let of = of.collect::<Option<Vec<E>>>()?;
        let natural = |e: &E| match &**e {
            Expr::Coord(_) => true,
            Expr::Mod(_, m, _) => m.as_i64().is_some_and(|m| m > 0),
            _ => false,
        };
        let (least, terms) = build::linear(whole);
        let reaches = |v: &E| terms.iter().any(|(term, factor)| term == v && *factor >= 1.into());
        let fine = rest.is_zero()
            && filter.as_bool() == Some(true)
            && range.lo.as_i64() == Some(0)
            && base.as_i64() == Some(m)
            && **place == Expr::Var(range.var)
            && least >= 1.into()
            && terms.iter().all(|(term, factor)| natural(term) && *factor >= 1.into())
            && of.iter().all(|v| natural(v) && reaches(v));
        fine.then_some(DigitSums { of, modulus: m as u32 })
    }
}

/// `c + k*s = 0`, where s is such a sum and k is 1 or -1: the sum, and the number that it is.
fn digits_of(e: &E) -> Option<(DigitSums, E)> {
    let (constant, mut terms) = build::linear(e);
    let is_one = |factor: &dashu_int::IBig| factor.is_one() || (-factor).is_one();
    let (at, digits) = terms
        .iter()
        .enumerate()
        .find_map(|(at, (term, factor))| Some((at, DigitSums::of(term).filter(|_| is_one(factor))?)))?;
    let (_, factor) = terms.remove(at);
    let rest = build::from_linear(constant, terms);
    Some((digits, build::scale(&rest, &-factor)))
}

/// The greatest power of 2 beside that of a logarithm.
const POWER: i64 = 40;

/// `2^(log2(z) + c)`: z and c.
pub(crate) fn log2_of<'e>(base: &E, power: &'e E) -> Option<(&'e E, i64)> {
    if base.as_i64() != Some(2) {
        return None;
    }
    match &**power {
        Expr::Log2(of, _) => Some((of, 0)),
        Expr::Sum(constant, terms) => match &terms[..] {
            [(log, one)] if one.is_one() => {
                let Expr::Log2(of, _) = &**log else { return None };
                Some((of, i64::try_from(constant).ok().filter(|c| c.abs() <= POWER)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `k*answer + e = 0`, where k is 1 or -1 and e asks nothing: the question, and what it is.
fn level_of(e: &E) -> Option<(E, E)> {
    let is_ask = |term: &E| matches!(&**term, Expr::Ask(..));
    let (constant, mut terms) = build::linear(e);
    let at = terms.iter().position(|(term, factor)| is_ask(term) && (factor.is_one() || (-factor).is_one()))?;
    let (ask, factor) = terms.remove(at);
    let asks = terms.iter().any(|(term, _)| term.any(&mut |e| matches!(e, Expr::Ask(..))));
    let rest = build::from_linear(constant, terms);
    (!asks).then(|| (ask, build::scale(&rest, &-factor)))
}

/// Sums in ascending order, if their forms show what this is.
fn in_order(list: &[Sum]) -> Said<Option<Vec<Sum>>> {
    let mut sorted: Vec<Sum> = vec![];
    for sum in list {
        let mut place = 0;
        for (i, other) in sorted.iter().enumerate() {
            if sum.plus(other, -1)?.is_natural() {
                place = i + 1;
            } else if !other.plus(sum, -1)?.is_natural() {
                return Ok(None);
            }
        }
        sorted.insert(place, sum.clone());
    }
    Ok(Some(sorted))
}

/// The subsets of so many elements.
fn subsets(list: &[usize], k: usize) -> Vec<Vec<usize>> {
    match list.split_first() {
        _ if k == 0 => vec![vec![]],
        None => vec![],
        Some((first, rest)) => {
            let with = subsets(rest, k - 1).into_iter().map(|mut set| {
                set.push(*first);
                set
            });
            with.chain(subsets(rest, k)).collect()
        }
    }
}
