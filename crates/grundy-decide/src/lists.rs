//! Numbers of lists: extremes, order, mex, products, and what runs over ranges.
//!
//! In: several numbers, or an expression over ranges. Out: one number, by cases.

use grundy_automata::{Formula, Formulas};
use grundy_rules::rules::expr::{C, E, FoldOp, Over};

use super::number::{Number, Sum, at_most, equal};
use super::say::{Encoder, Env, LONGEST, Pending, WRITTEN, is_written_out};
use super::{Formed, NotExpressible};

impl Encoder<'_> {
    /// The least or the greatest of several.
    pub(crate) fn extreme(&mut self, list: &[Number], greatest: bool) -> Formed<Number> {
        let mut best = list[0].clone();
        for other in &list[1..] {
            best.can_be_paired(other, self.all)?;
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
    pub(crate) fn sorted(&mut self, list: &[Sum], pending: &mut Pending) -> Formed<Vec<Sum>> {
        let numbers: Vec<Number> = list.iter().map(|sum| Number::of(self.all, sum.clone())).collect();
        let mut sorted = vec![];
        for k in 0..list.len() {
            let number = self.rank(k, &numbers, pending)?;
            sorted.push(self.single(&number, pending)?);
        }
        Ok(sorted)
    }

    /// The element of a list that stands at a place once the list is sorted: some other `k` elements are at most it, the rest at least it.
    pub(crate) fn rank(&mut self, k: usize, list: &[Number], pending: &mut Pending) -> Formed<Number> {
        if !list.iter().all(Number::is_natural) {
            return Err(NotExpressible::What("the order of numbers that may be negative"));
        }
        let sums = list.iter().map(|number| self.single(number, pending)).collect::<Formed<Vec<_>>>()?;
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
    pub(crate) fn mex(&mut self, list: &[(C, E)], env: &Env, pending: &mut Pending) -> Formed<Number> {
        let mut elements = vec![];
        for (condition, e) in list {
            let condition = self.condition(condition, env)?;
            let cases = self.branch(e, env, condition, pending)?;
            elements.push((condition, Number::by_cases(self.all, cases)?));
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
    pub(crate) fn product(&mut self, list: &[E], env: &Env, pending: &mut Pending) -> Formed<Number> {
        let mut product = self.constant(1);
        for e in list {
            let factor = self.number(e, env, pending)?;
            product = product.pair(&factor, self.all, |a, b| match (a.as_constant(), b.as_constant()) {
                (Some(n), _) => Sum::default().plus(b, n),
                (_, Some(n)) => Sum::default().plus(a, n),
                _ => Err(NotExpressible::What("a product of numbers that vary")),
            })?;
        }
        Ok(product)
    }

    /// The least or the greatest of numbers that are natural: a new variable that is one of them, and at most or at least all.
    fn extreme_of_range(&mut self, greatest: bool, over: &Over<E>, env: &Env, pending: &mut Pending) -> Formed<Number> {
        let var = self.all.fresh();
        let result = Sum::var(var);
        let related =
            |say: &mut Self, env: &Env, how: fn(&mut Formulas, &Sum, &Sum) -> Formed<Formula>| -> Formed<Formula> {
                let mut own = Pending::default();
                let number = say.number(&over.body, env, &mut own)?;
                let holds = number.condition(say.all, |all, sum| how(all, &result, sum))?;
                Ok(own.close(say.all, holds))
            };
        let one = self.quantified(false, &over.ranges, env, &mut |say, env| {
            let (counted, equal) = (say.condition(&over.filter, env)?, related(say, env, equal)?);
            Ok(say.all.and([counted, equal]))
        })?;
        let bound = if greatest { |all: &mut Formulas, a: &Sum, b: &Sum| at_most(all, b, a) } else { at_most };
        let each = self.quantified(true, &over.ranges, env, &mut |say, env| {
            let (counted, bound) = (say.condition(&over.filter, env)?, related(say, env, bound)?);
            Ok(say.all.implies(counted, bound))
        })?;
        let both = self.all.and([one, each]);
        self.define(var, both, pending)
    }

    /// How often a condition holds over ranges of constants, written out.
    pub(crate) fn count(&mut self, over: &Over<C>, env: &Env) -> Formed<Number> {
        let list = self.written_out(over, env, &mut |say, counted, env| {
            let holds = say.condition(&over.body, env)?;
            let both = say.all.and([counted, holds]);
            say.indicator(both)
        })?;
        self.total(&list)
    }

    /// Sums and extremes over ranges of constants, written out; extremes over other ranges as well.
    pub(crate) fn fold(&mut self, op: FoldOp, over: &Over<E>, env: &Env, pending: &mut Pending) -> Formed<Number> {
        let greatest = match op {
            FoldOp::Sum => None,
            FoldOp::Min => Some(false),
            FoldOp::Max => Some(true),
            FoldOp::Xor => return Err(NotExpressible::What("this fold")),
        };
        if let Some(greatest) = greatest
            && !is_written_out(over)
        {
            return self.extreme_of_range(greatest, over, env, pending);
        }
        // A number that the condition leaves out is 0.
        let list = self.written_out(over, env, &mut |say, counted, env| {
            let not = say.all.not(counted);
            let cases = say.branch(&over.body, env, counted, pending)?;
            Number::by_cases(say.all, cases.into_iter().chain([(not, Sum::constant(0))]))
        })?;
        match greatest {
            None => self.total(&list),
            Some(greatest) if !list.is_empty() => self.extreme(&list, greatest),
            Some(_) => Err(NotExpressible::What("this fold")),
        }
    }

    fn total(&mut self, list: &[Number]) -> Formed<Number> {
        let mut sum = self.constant(0);
        for number in list {
            sum = sum.pair(number, self.all, |a, b| a.plus(b, 1))?;
        }
        Ok(sum)
    }

    /// The numbers of all choices of the variables; `number` is told where a choice counts.
    fn written_out<B>(
        &mut self,
        over: &Over<B>,
        env: &Env,
        number: &mut dyn FnMut(&mut Self, Formula, &Env) -> Formed<Number>,
    ) -> Formed<Vec<Number>> {
        let mut envs = vec![env.clone()];
        for range in &over.ranges {
            let (Some(lo), Some(hi)) = (range.lo.as_i64(), range.hi.as_i64()) else {
                return Err(NotExpressible::What("a count or a sum over a range that varies"));
            };
            if hi.saturating_sub(lo) >= WRITTEN {
                return Err(NotExpressible::What("a count or a sum over a long range"));
            }
            if envs.len() > LONGEST {
                return Err(NotExpressible::Long);
            }
            envs = envs.iter().flat_map(|env| (lo..=hi).map(|n| env.with(range.var, Sum::constant(n)))).collect();
        }
        let mut list = vec![];
        for env in &envs {
            if self.all.count() > LONGEST {
                return Err(NotExpressible::Long);
            }
            let counted = self.condition(&over.filter, env)?;
            list.push(number(self, counted, env)?);
        }
        Ok(list)
    }
}

/// Sums in ascending order, if their forms show what this is.
fn in_order(list: &[Sum]) -> Formed<Option<Vec<Sum>>> {
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
