//! Where an expression is defined.
//!
//! In: an expression. Out: the formula of the places at which its evaluation gives no error, from left to right as the language has it. A claim is
//! proved only if it is defined wherever it speaks; otherwise `x xor -1` would make every claim below it true.

use grundy_automata::Formula;
use grundy_rules::rules::expr::{C, Cond, E, Expr, FoldOp, Node, Over, Quantifier, Range, Tree};

use super::digits::{DigitSums, log2_of};
use super::exponents::{base_of_only, one_by_one};
use super::number::{Sum, at_most, equal};
use super::powers::power_of;
use super::say::{Encoder, Env, NoQuestions, Pending, is_written_out};
use super::{Formed, NotExpressible};

impl Encoder<'_> {
    /// Where an expression is defined.
    pub(crate) fn defined(&mut self, e: &impl Tree, env: &Env) -> Formed<Formula> {
        self.node_is_defined(e.node(), env)
    }

    fn node_is_defined(&mut self, node: Node<'_>, env: &Env) -> Formed<Formula> {
        let asks = |node: Node<'_>| match node {
            Node::Number(e) => matches!(**e, Expr::Ask(..)),
            Node::Condition(c) => matches!(**c, Cond::Terminal(_)),
        };
        if node.total() && !node.any(&mut |node| asks(node)) {
            return Ok(self.all.constant(true));
        }
        match node {
            Node::Number(e) => self.number_is_defined(e, env),
            Node::Condition(c) => self.condition_is_defined(c, env),
        }
    }

    fn number_is_defined(&mut self, e: &E, env: &Env) -> Formed<Formula> {
        match &**e {
            Expr::If(c, a, b) => self.branches_are_defined(c, Node::Number(a), Node::Number(b), env),
            Expr::Count(over) => match base_of_only(over) {
                Some(base) => self.exponents_are_defined(over, base, env, |say, env| say.condition(&over.body, env)),
                None => self.over_is_defined(over, env),
            },
            Expr::Fold(op, over) => match DigitSums::of(e) {
                // The parts of what is added are digits of naturals.
                Some(digits) => self.defined(&digits.whole, env),
                None => self.fold_is_defined(*op, over, env),
            },
            Expr::Fail(..) => Ok(self.all.constant(false)),
            Expr::Select(i, list, _) => self.entry_is_defined(i, list, env),
            Expr::Mex(list) => {
                let parts = list.iter().map(|(condition, e)| self.is_defined_where(condition, e, env));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                Ok(self.all.and(parts))
            }
            _ => {
                let (own, parts) = (self.itself(e, env)?, self.children(Node::Number(e), env)?);
                Ok(self.all.and([parts, own]))
            }
        }
    }

    fn condition_is_defined(&mut self, c: &C, env: &Env) -> Formed<Formula> {
        match &**c {
            Cond::And(list) => self.one_by_one(list, env, true),
            Cond::Or(list) => self.one_by_one(list, env, false),
            Cond::If(c, a, b) => self.branches_are_defined(c, Node::Condition(a), Node::Condition(b), env),
            Cond::Quantified(quantifier, over) => self.quantified_is_defined(*quantifier, over, env),
            Cond::Fail(..) => Ok(self.all.constant(false)),
            Cond::Terminal(part) => {
                let Encoder { all, answers } = self;
                answers.terminal_is_defined(&mut Encoder { all, answers: &mut NoQuestions }, *part, env)
            }
            _ => self.children(Node::Condition(c), env),
        }
    }

    /// `if c then a else b`: the condition is defined, and the branch that is taken.
    fn branches_are_defined(&mut self, c: &C, a: Node<'_>, b: Node<'_>, env: &Env) -> Formed<Formula> {
        let (first, holds) = (self.defined(c, env)?, self.condition(c, env)?);
        let (a, b) = (self.node_is_defined(a, env)?, self.node_is_defined(b, env)?);
        let (there, else_) = (self.all.implies(holds, a), self.all.or([holds, b]));
        Ok(self.all.and([first, there, else_]))
    }

    /// An entry of a list: the index is defined and within the list, and the entry that it names is defined.
    fn entry_is_defined(&mut self, i: &E, list: &[E], env: &Env) -> Formed<Formula> {
        let defined = self.defined(i, env)?;
        let mut pending = Pending::default();
        let index = self.number(i, env, &mut pending)?;
        let mut ways = vec![];
        for (place, e) in (1..).zip(list) {
            let (at, there) = (index.equals(self.all, &Sum::constant(place))?, self.defined(e, env)?);
            ways.push(self.all.and([at, there]));
        }
        let some = self.all.or(ways);
        let some = pending.close(self.all, some);
        Ok(self.all.and([defined, some]))
    }

    /// The parts of a conjunction or a disjunction: each is looked at only if those before it do not decide.
    fn one_by_one(&mut self, list: &[C], env: &Env, every: bool) -> Formed<Formula> {
        let (mut parts, mut looked) = (vec![], self.all.constant(true));
        for e in list {
            let defined = self.defined(e, env)?;
            parts.push(self.all.implies(looked, defined));
            let holds = self.condition(e, env)?;
            let goes_on = if every { holds } else { self.all.not(holds) };
            looked = self.all.and([looked, goes_on]);
        }
        Ok(self.all.and(parts))
    }

    fn children(&mut self, node: Node<'_>, env: &Env) -> Formed<Formula> {
        let mut list = vec![];
        node.for_each_child(&mut |child| list.push(child));
        let parts = list.into_iter().map(|child| self.node_is_defined(child, env)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.all.and(parts))
    }

    /// Is the operation of a number itself defined, where its parts are?
    fn itself(&mut self, e: &E, env: &Env) -> Formed<Formula> {
        match &**e {
            Expr::Xor(list, _) => {
                let parts = list.iter().map(|e| self.at_least(e, 0, env)).collect::<Result<Vec<_>, _>>()?;
                Ok(self.all.and(parts))
            }
            Expr::Log2(of, _) => self.at_least(of, 1, env),
            Expr::Root(of, ..) => self.at_least(of, 0, env),
            Expr::Mod(_, c, _) if env.power_in(c).is_some() => Ok(self.all.constant(true)),
            Expr::Div(_, c, _) | Expr::Mod(_, c, _) if self.fixed(c, env).is_some_and(|c| c != 0) => {
                Ok(self.all.constant(true))
            }
            Expr::Bit(_, i, _) if i.as_i64().is_some_and(|i| i >= 0) => Ok(self.all.constant(true)),
            // No power is negative: z is at least 2^c in 2^(log2(z) - c).
            Expr::Pow(_, power, _) if env.exponent_in(power).is_some() => match env.exponent_in(power) {
                Some((exponent, more)) if more < 0 => {
                    let least = Sum::constant(power_of(exponent.base, -more)?);
                    at_most(self.all, &least, &Sum::var(exponent.power))
                }
                _ => Ok(self.all.constant(true)),
            },
            Expr::Pow(base, power, _) if log2_of(base, power).is_some() => match log2_of(base, power) {
                Some((of, more)) if more < 0 => self.at_least(of, 1i64 << more.unsigned_abs(), env),
                _ => Ok(self.all.constant(true)),
            },
            Expr::Ask(question, entries, _) => {
                let mut pending = Pending::default();
                let sums = self.entries(entries, env, &mut pending)?;
                let Encoder { all, answers } = self;
                let there = answers.answerable(&mut Encoder { all, answers: &mut NoQuestions }, *question, &sums)?;
                Ok(pending.close(self.all, there))
            }
            Expr::Div(_, c, _) | Expr::Mod(_, c, _) if c.as_int().is_some() => Err(NotExpressible::Size),
            Expr::Div(..) | Expr::Mod(..) => Err(NotExpressible::lacks("division by a number that varies", e)),
            Expr::Bit(..) => Err(NotExpressible::lacks("a digit at a place that varies", e)),
            Expr::Pow(base, power, _) => match self.power_of_constants(base, power, env)? {
                Some(_) => Ok(self.all.constant(true)),
                None => Err(NotExpressible::lacks("a power", e)),
            },
            Expr::Digit(..) => Err(NotExpressible::lacks("the digit of a code", e)),
            Expr::Nim(..) => Err(NotExpressible::lacks("a nim-product", e)),
            _ => Ok(self.all.constant(true)),
        }
    }

    /// A form over ranges: its ranges are defined, and its parts wherever they are looked at.
    fn over_is_defined<B: Tree>(&mut self, over: &Over<B>, env: &Env) -> Formed<Formula> {
        let ends = self.ranges_are_defined(&over.ranges, env)?;
        let each = self.quantified(true, &over.ranges, env, &mut |say, env| say.choice_is_defined(over, env))?;
        Ok(self.all.and([ends, each]))
    }

    /// As [`Self::over_is_defined`]; an extreme is one of something, and of naturals.
    fn fold_is_defined(&mut self, op: FoldOp, over: &Over<E>, env: &Env) -> Formed<Formula> {
        if !matches!(op, FoldOp::Min | FoldOp::Max) || is_written_out(over) {
            return self.over_is_defined(over, env);
        }
        let ends = self.ranges_are_defined(&over.ranges, env)?;
        let some = self.quantified(false, &over.ranges, env, &mut |say, env| say.condition(&over.filter, env))?;
        let each = self.quantified(true, &over.ranges, env, &mut |say, env| {
            let (first, holds) = (say.defined(&over.filter, env)?, say.condition(&over.filter, env)?);
            let (there, natural) = (say.defined(&over.body, env)?, say.at_least(&over.body, 0, env)?);
            let then = say.all.and([there, natural]);
            let then = say.all.implies(holds, then);
            Ok(say.all.and([first, then]))
        })?;
        Ok(self.all.and([ends, some, each]))
    }

    /// As [`Self::over_is_defined`]; where the evaluation stops early, the choices behind need not be defined.
    fn quantified_is_defined(&mut self, quantifier: Quantifier, over: &Over<C>, env: &Env) -> Formed<Formula> {
        if let Some(nested) = one_by_one(quantifier, over) {
            return self.quantified_is_defined(quantifier, &nested, env);
        }
        if let Some(base) = base_of_only(over) {
            return self.exponents_are_defined(over, base, env, |say, env| {
                let body = say.condition(&over.body, env)?;
                Ok(if quantifier == Quantifier::All { say.all.not(body) } else { body })
            });
        }
        if !self.answers.looks_no_further() {
            return self.over_is_defined(over, env);
        }
        let ends = self.ranges_are_defined(&over.ranges, env)?;
        let outer = env;
        let each = self.quantified(true, &over.ranges, env, &mut |say, env| {
            let here = say.choice_is_defined(over, env)?;
            if here == say.all.constant(true) {
                return Ok(here);
            }
            let before = say.stops_before(quantifier == Quantifier::All, over, outer, env)?;
            Ok(say.all.or([here, before]))
        })?;
        Ok(self.all.and([ends, each]))
    }

    /// The filter is defined, and the body where the filter holds.
    pub(crate) fn choice_is_defined<B: Tree>(&mut self, over: &Over<B>, env: &Env) -> Formed<Formula> {
        self.is_defined_where(&over.filter, &over.body, env)
    }

    /// A condition is defined, and an expression where the condition holds.
    fn is_defined_where(&mut self, condition: &C, e: &impl Tree, env: &Env) -> Formed<Formula> {
        let (first, holds) = (self.defined(condition, env)?, self.condition(condition, env)?);
        let then = self.defined(e, env)?;
        let then = self.all.implies(holds, then);
        Ok(self.all.and([first, then]))
    }

    /// Some choice before that of `env` decides a form "for all" or "there is". Of the choices that are not defined the first one must have such a choice
    /// before it, and then the evaluation ends before all of them.
    fn stops_before(&mut self, every: bool, over: &Over<C>, outer: &Env, env: &Env) -> Formed<Formula> {
        let after: Vec<Sum> = over.ranges.iter().map(|range| env.vars[range.var].clone().unwrap_or_default()).collect();
        self.quantified(false, &over.ranges, outer, &mut |say, env| {
            let (mut earlier, mut same) = (vec![], vec![]);
            for (range, after) in over.ranges.iter().zip(&after) {
                let own = env.vars[range.var].clone().unwrap_or_default();
                let less = at_most(say.all, &own.plus(&Sum::constant(1), 1)?, after)?;
                earlier.push(say.all.and(same.iter().copied().chain([less])));
                same.push(equal(say.all, &own, after)?);
            }
            let earlier = say.all.or(earlier);
            let defined = say.choice_is_defined(over, env)?;
            let (filter, body) = (say.condition(&over.filter, env)?, say.condition(&over.body, env)?);
            let decides = if every { say.all.not(body) } else { body };
            Ok(say.all.and([earlier, defined, filter, decides]))
        })
    }

    /// The ends of ranges are defined, those of a later one at all values of the earlier variables.
    pub(crate) fn ranges_are_defined(&mut self, ranges: &[Range], env: &Env) -> Formed<Formula> {
        let Some((range, rest)) = ranges.split_first() else { return Ok(self.all.constant(true)) };
        let (lo, hi) = (self.defined(&range.lo, env)?, self.defined(&range.hi, env)?);
        if rest.iter().all(|range| range.lo.total() && range.hi.total()) {
            return Ok(self.all.and([lo, hi]));
        }
        let later = self.quantified(true, &ranges[..1], env, &mut |say, env| say.ranges_are_defined(rest, env))?;
        Ok(self.all.and([lo, hi, later]))
    }

    /// Is a number at least another?
    fn at_least(&mut self, e: &E, least: i64, env: &Env) -> Formed<Formula> {
        let mut pending = Pending::default();
        let number = self.number(e, env, &mut pending)?;
        let holds = number.at_least(self.all, least)?;
        Ok(pending.close(self.all, holds))
    }
}
