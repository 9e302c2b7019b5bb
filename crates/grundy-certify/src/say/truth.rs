//! Conditions as formulas, with three values.
//!
//! In: a condition, and what coordinates and variables stand for. Out: where it is true, and where it is false. Where it is neither, its evaluation, from left to
//! right and no further than the answer needs, meets something that is not defined. In rules every condition must be one or the other everywhere.

use std::collections::BTreeMap;

use crate::form::expr::{Expr, Fold, Result, Rules, Two, Word};
use crate::say::moves::{Defined, Env, Number, Speaker, unknown};
use crate::say::powers::terms;
use crate::say::ranges::most;
use crate::say::sets::{Set, Sets, Sum};

/// The most values of a range that is written out.
pub(crate) const WRITTEN: i128 = 64;
/// The most cases of a number.
const CASES: usize = 128;
/// The most choices of a fold that are written out.
const CHOICES: usize = 1 << 12;

/// Where a condition is true, and where it is false.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) yes: Set,
    pub(crate) no: Set,
}

/// Who answers the questions of a claim.
pub(crate) trait Answers {
    /// The answer at a position.
    fn number(&self, speaker: &mut Speaker, question: usize, at: &[Sum], defined: &mut Defined) -> Result<Number>;

    /// Is the answer a constant?
    fn is(&self, speaker: &mut Speaker, question: usize, at: &[Sum], constant: i128) -> Result<Judged>;

    /// Are two answers the same, where they are no numbers?
    fn are_same(&self, _: &mut Speaker, _: [(usize, &[Sum]); 2]) -> Result<Option<Judged>> {
        Ok(None)
    }
}

/// A range of a variable: its number, and its ends.
pub(crate) type Range<'e> = (usize, &'e Expr, &'e Expr);
/// What is asked of the values of variables.
pub(crate) type Body<'k> = dyn FnMut(&mut Speaker, &Env) -> Result<Set> + 'k;

impl Speaker {
    /// A condition that is defined everywhere.
    pub(crate) fn truth(&mut self, rules: &Rules, e: &Expr, env: &Env) -> Result<Set> {
        let judged = self.judge(rules, e, env)?;
        self.total(judged)
    }

    pub(crate) fn total(&mut self, judged: Judged) -> Result<Set> {
        if !self.is_total(judged) {
            let either = self.sets.or(vec![judged.yes, judged.no]);
            self.owes(either);
        }
        Ok(judged.yes)
    }

    /// A number is defined everywhere: the tracks that its formula speaks of exist, and one of its cases applies.
    pub(crate) fn owes_number(&mut self, number: &Number, defined: &Defined) {
        if defined.partial {
            let some = self.sets.or(number.iter().map(|(guard, _)| *guard).collect());
            let is_defined = self.close(defined.clone(), some);
            self.owes(is_defined);
        }
    }

    /// Something must hold wherever it matters.
    fn owes(&mut self, set: Set) {
        let here = self.sets.and(self.supposed.clone());
        let owed = self.sets.implies(here, set);
        self.owed.push(owed);
    }

    /// Works on what matters only where something holds.
    pub(crate) fn where_holds<T>(&mut self, set: Set, work: impl FnOnce(&mut Speaker) -> T) -> T {
        self.supposed.push(set);
        let result = work(self);
        self.supposed.pop();
        result
    }

    fn is_total(&mut self, judged: Judged) -> bool {
        self.sets.not(judged.yes) == judged.no
    }

    /// A condition that is true on a set, and false elsewhere.
    pub(crate) fn either(&mut self, yes: Set) -> Judged {
        Judged { yes, no: self.sets.not(yes) }
    }

    /// A condition.
    pub(crate) fn judge(&mut self, rules: &Rules, e: &Expr, env: &Env) -> Result<Judged> {
        self.counted()?;
        match e {
            Expr::Truth(truth) => {
                let constant = self.sets.constant(*truth);
                Ok(self.either(constant))
            }
            Expr::Zero(a) => match asked(a, env) {
                Some((question, at, constant)) => self.scoped(|own| own.asked_is(rules, (question, at), constant, env)),
                None => match self.asked_same(rules, a, env)? {
                    Some(judged) => Ok(judged),
                    None => self.compared(rules, a, env, false),
                },
            },
            Expr::NonPos(a) => self.compared(rules, a, env, true),
            Expr::Two(Two::Divides, both) => self.divides(rules, both, env),
            Expr::Undefined => {
                let never = self.sets.constant(false);
                Ok(Judged { yes: never, no: never })
            }
            Expr::Not(a) => {
                let Judged { yes, no } = self.judge(rules, a, env)?;
                Ok(Judged { yes: no, no: yes })
            }
            Expr::And(list) | Expr::Or(list) => {
                let parts = list.iter().map(|e| self.judge(rules, e, env)).collect::<Result<Vec<Judged>>>()?;
                Ok(self.joined(matches!(e, Expr::And(_)), parts))
            }
            Expr::Two(Two::Iff, both) => {
                let (a, b) = (self.judge(rules, &both[0], env)?, self.judge(rules, &both[1], env)?);
                Ok(self.same(a, b))
            }
            Expr::If(three) => {
                let [c, a, b] = [0, 1, 2].map(|i| self.judge(rules, &three[i], env));
                Ok(self.chosen(c?, a?, b?))
            }
            Expr::Terminal(part) => {
                let part = &rules.parts[*part];
                let own = &env.coords[part.first..part.first + part.rules.width];
                let some = self.has_moves(&part.rules, own)?;
                let none = self.sets.not(some);
                Ok(Judged { yes: none, no: some })
            }
            Expr::Fold(fold) if matches!(fold.word, Word::All | Word::Any) => self.fold(rules, fold, env),
            _ => Err(unknown("a condition of this kind")),
        }
    }

    /// Parts that are looked at one after the other, until one decides.
    fn joined(&mut self, every: bool, parts: Vec<Judged>) -> Judged {
        if parts.iter().all(|part| self.is_total(*part)) {
            let parts: Vec<Set> = parts.iter().map(|part| part.yes).collect();
            let yes = if every { self.sets.and(parts) } else { self.sets.or(parts) };
            return self.either(yes);
        }
        let (mut before, mut ways) = (vec![], vec![]);
        for Judged { yes, no } in parts {
            let (goes_on, decides) = if every { (yes, no) } else { (no, yes) };
            ways.push(self.sets.and([&before[..], &[decides]].concat()));
            before.push(goes_on);
        }
        let (all, some) = (self.sets.and(before), self.sets.or(ways));
        if every { Judged { yes: all, no: some } } else { Judged { yes: some, no: all } }
    }

    fn same(&mut self, a: Judged, b: Judged) -> Judged {
        if self.is_total(a) && self.is_total(b) {
            let same = self.sets.iff(a.yes, b.yes);
            return self.either(same);
        }
        let [yes, no] = [[(a.yes, b.yes), (a.no, b.no)], [(a.yes, b.no), (a.no, b.yes)]].map(|ways| {
            let ways = ways.map(|(a, b)| self.sets.and(vec![a, b]));
            self.sets.or(ways.to_vec())
        });
        Judged { yes, no }
    }

    fn chosen(&mut self, c: Judged, a: Judged, b: Judged) -> Judged {
        if [c, a, b].into_iter().all(|part| self.is_total(part)) {
            let (then, otherwise) = (self.sets.implies(c.yes, a.yes), self.sets.or(vec![c.yes, b.yes]));
            let both = self.sets.and(vec![then, otherwise]);
            return self.either(both);
        }
        let [yes, no] = [(a.yes, b.yes), (a.no, b.no)].map(|(a, b)| {
            let ways = [self.sets.and(vec![c.yes, a]), self.sets.and(vec![c.no, b])];
            self.sets.or(ways.to_vec())
        });
        Judged { yes, no }
    }

    /// A number is 0, or at most 0.
    fn compared(&mut self, rules: &Rules, e: &Expr, env: &Env, at_most: bool) -> Result<Judged> {
        if let Some(judged) = self.logarithms(rules, e, env, at_most)? {
            return Ok(judged);
        }
        if let Some(judged) = self.sum_of_places(rules, e, env, at_most)? {
            return Ok(judged);
        }
        self.related(rules, e, env, &|sets, sum| {
            if at_most { sets.at_most(sum, &Sum::number(0)) } else { Ok(sets.zero(sum)) }
        })
    }

    /// A relation of a number.
    pub(crate) fn related(
        &mut self,
        rules: &Rules,
        e: &Expr,
        env: &Env,
        of: &dyn Fn(&mut Sets, &Sum) -> Result<Set>,
    ) -> Result<Judged> {
        self.scoped(|own| {
            let mut defined = Defined::default();
            let number = own.int(rules, e, env, &mut defined)?;
            let cases = number.into_iter().map(|(guard, sum)| Ok((guard, of(&mut own.sets, &sum)?)));
            let cases = cases.collect::<Result<Vec<(Set, Set)>>>()?;
            Ok(own.judged(cases, defined))
        })
    }

    /// The answer to a question is a constant.
    fn asked_is(
        &mut self,
        rules: &Rules,
        (question, at): (usize, &[Expr]),
        constant: i128,
        env: &Env,
    ) -> Result<Judged> {
        let answers = self.answers.clone().ok_or_else(|| unknown("a question"))?;
        let mut defined = Defined::default();
        let at = self.entries(rules, at, env, &mut defined)?;
        let Judged { yes, no } = answers.is(self, question, &at, constant)?;
        Ok(Judged { yes: self.close(defined.clone(), yes), no: self.close(defined, no) })
    }

    /// Two answers that are no numbers are the same.
    fn asked_same(&mut self, rules: &Rules, e: &Expr, env: &Env) -> Result<Option<Judged>> {
        let (Some(asked), Some(answers)) = (two_asked(e), self.answers.clone()) else { return Ok(None) };
        self.scoped(|own| {
            let (mut defined, mut both) = (Defined::default(), vec![]);
            for (question, at) in asked {
                both.push((question, own.entries(rules, at, env, &mut defined)?));
            }
            let same = answers.are_same(own, [(both[0].0, &both[0].1), (both[1].0, &both[1].1)])?;
            Ok(same
                .map(|Judged { yes, no }| Judged { yes: own.close(defined.clone(), yes), no: own.close(defined, no) }))
        })
    }

    /// The answer to a question.
    pub(crate) fn answered(
        &mut self,
        rules: &Rules,
        question: usize,
        at: &[Expr],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        let answers = self.answers.clone().ok_or_else(|| unknown("a question"))?;
        let at = self.entries(rules, at, env, defined)?;
        answers.number(self, question, &at, defined)
    }

    pub(crate) fn entries(&mut self, rules: &Rules, at: &[Expr], env: &Env, defined: &mut Defined) -> Result<Vec<Sum>> {
        let mut sums = vec![];
        for e in at {
            let number = self.int(rules, e, env, defined)?;
            // A number by cases is a track, and so not below 0: elsewhere nothing is said of it.
            defined.partial |= number.len() != 1 && !number.iter().all(|(_, sum)| sum.is_natural());
            sums.push(self.single(&number, defined)?);
        }
        Ok(sums)
    }

    pub(crate) fn fold(&mut self, rules: &Rules, fold: &Fold, env: &Env) -> Result<Judged> {
        if let Some(judged) = self.fold_of_exponents(rules, fold, env)? {
            return Ok(judged);
        }
        let every = fold.word == Word::All;
        let ranges: Vec<Range<'_>> = fold.ranges.iter().map(|(v, lo, hi)| (*v, lo, hi)).collect();
        let mut total = true;
        let some = self.quantified(rules, &ranges, env, &mut |own, env| {
            let choice = own.choice(rules, fold, env)?;
            total &= own.is_total(choice);
            Ok(choice.yes)
        })?;
        if total {
            let none = self.sets.not(some);
            return Ok(if every { Judged { yes: none, no: some } } else { Judged { yes: some, no: none } });
        }
        let stays = self.quantified(rules, &ranges, env, &mut |own, env| {
            let choice = own.choice(rules, fold, env)?;
            Ok(own.sets.not(choice.no))
        })?;
        let runs_through = self.sets.not(stays);
        let outer = env;
        let decides = self.quantified(rules, &ranges, env, &mut |own, env| {
            let choice = own.choice(rules, fold, env)?;
            let stops = own.quantified(rules, &ranges, outer, &mut |own, before| {
                let earlier = own.is_earlier(&ranges, before, env)?;
                let choice = own.choice(rules, fold, before)?;
                let stays = own.sets.not(choice.no);
                Ok(own.sets.and(vec![earlier, stays]))
            })?;
            let reached = own.sets.not(stops);
            Ok(own.sets.and(vec![choice.yes, reached]))
        })?;
        Ok(if every { Judged { yes: runs_through, no: decides } } else { Judged { yes: decides, no: runs_through } })
    }

    /// Does a choice decide a form "for all" or "there is", or does its evaluation go on?
    pub(crate) fn choice(&mut self, rules: &Rules, fold: &Fold, env: &Env) -> Result<Judged> {
        let (filter, mut body) = (self.judge(rules, &fold.filter, env)?, self.judge(rules, &fold.body, env)?);
        if fold.word == Word::All {
            std::mem::swap(&mut body.yes, &mut body.no);
        }
        let yes = self.sets.and(vec![filter.yes, body.yes]);
        if self.is_total(filter) && self.is_total(body) {
            return Ok(self.either(yes));
        }
        let other = self.sets.and(vec![filter.yes, body.no]);
        Ok(Judged { yes, no: self.sets.or(vec![filter.no, other]) })
    }

    /// One choice comes before another.
    fn is_earlier(&mut self, ranges: &[Range<'_>], before: &Env, after: &Env) -> Result<Set> {
        let (mut ways, mut same) = (vec![], vec![]);
        for (variable, ..) in ranges {
            let (x, y) = (&before.vars[variable], &after.vars[variable]);
            let less = self.sets.at_most(&x.plus(1, &Sum::number(1))?, y)?;
            ways.push(self.sets.and([&same[..], &[less]].concat()));
            same.push(self.sets.equal(x, y)?);
        }
        Ok(self.sets.or(ways))
    }

    /// "There is" over ranges; short ranges between constants are written out.
    pub(crate) fn quantified(
        &mut self,
        rules: &Rules,
        ranges: &[Range<'_>],
        env: &Env,
        body: &mut Body<'_>,
    ) -> Result<Set> {
        let Some(((variable, lo, hi), rest)) = ranges.split_first() else { return body(self, env) };
        if let (Expr::Int(first), Some(last)) = (lo, most(hi))
            && last.saturating_sub(*first) < WRITTEN
        {
            return self.written_out(rules, (*variable, *first..=last, hi), rest, env, body);
        }
        self.scoped(|own| {
            let mut defined = Defined::default();
            let (lo, hi) = (own.int(rules, lo, env, &mut defined)?, own.int(rules, hi, env, &mut defined)?);
            for end in [&lo, &hi] {
                own.owes_number(end, &defined);
            }
            let mut tracks = vec![own.track()?];
            let mut at = Sum::track(tracks[0]);
            if !lo.iter().all(|(_, sum)| sum.is_natural()) {
                // Each integer is the difference of two naturals.
                tracks.push(own.track()?);
                at = at.plus(-1, &Sum::track(tracks[1]))?;
            }
            let mut inside = vec![];
            for (ends, is_low) in [(lo, true), (hi, false)] {
                let mut ways = vec![];
                for (guard, end) in ends {
                    let holds = if is_low { own.sets.at_most(&end, &at)? } else { own.sets.at_most(&at, &end)? };
                    ways.push(own.sets.and(vec![guard, holds]));
                }
                inside.push(own.sets.or(ways));
            }
            let inside = own.sets.and(inside);
            let inside = own.close(defined, inside);
            let env = env.with(*variable, at);
            let inner = own.where_holds(inside, |own| own.quantified(rules, rest, &env, body))?;
            let both = own.sets.and(vec![inside, inner]);
            Ok(own.sets.exists(&tracks, both))
        })
    }

    /// A number over the choices of a form: a count, a sum, the least or the greatest of numbers.
    pub(crate) fn folded(&mut self, rules: &Rules, fold: &Fold, env: &Env, defined: &mut Defined) -> Result<Number> {
        let ranges: Vec<Range<'_>> = fold.ranges.iter().map(|(v, lo, hi)| (*v, lo, hi)).collect();
        match (fold.word, written_out(&ranges, env)?) {
            (Word::Count | Word::Sum, Some(choices)) => self.added(rules, fold, &choices, defined),
            (Word::Xor, Some(choices)) => self.nim_added(rules, fold, &choices, defined),
            (Word::Sum, None) => self.digits_of_places(rules, fold, env, defined),
            (Word::Min | Word::Max, _) => self.extreme(rules, fold, &ranges, env, defined),
            _ => Err(unknown("a count or a sum over a range that varies")),
        }
    }

    fn added(&mut self, rules: &Rules, fold: &Fold, choices: &[Env], defined: &mut Defined) -> Result<Number> {
        let mut sum = vec![(self.sets.constant(true), Sum::default())];
        for env in choices {
            let filter = self.judge(rules, &fold.filter, env)?;
            let mut cases = vec![(filter.no, Sum::default())];
            if fold.word == Word::Count {
                let body = self.judge(rules, &fold.body, env)?;
                defined.partial |= !self.is_total(filter) || !self.is_total(body);
                cases.push((self.sets.and(vec![filter.yes, body.yes]), Sum::number(1)));
                cases.push((self.sets.and(vec![filter.yes, body.no]), Sum::default()));
            } else {
                defined.partial |= !self.is_total(filter);
                for (guard, term) in self.branch(rules, &fold.body, env, filter.yes, defined)? {
                    cases.push((self.sets.and(vec![filter.yes, guard]), term));
                }
            }
            let cases = self.merged(cases)?;
            sum = self.pairs(&sum, &cases, |a, b| a.plus(1, b))?;
        }
        Ok(sum)
    }

    /// Cases with the same sum are one.
    pub(crate) fn merged(&mut self, cases: Number) -> Result<Number> {
        let never = self.sets.constant(false);
        let mut by_sum: BTreeMap<Sum, Vec<Set>> = BTreeMap::new();
        cases.into_iter().for_each(|(guard, sum)| by_sum.entry(sum).or_default().push(guard));
        let cases = by_sum.into_iter().map(|(sum, guards)| (self.sets.or(guards), sum));
        let cases: Number = cases.filter(|(guard, _)| *guard != never).collect();
        if cases.len() > CASES { Err("a number has too many cases for this checker".into()) } else { Ok(cases) }
    }

    /// The least or the greatest of numbers, which is not below 0: a track that is one of them, and which none passes.
    fn extreme(
        &mut self,
        rules: &Rules,
        fold: &Fold,
        ranges: &[Range<'_>],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        let track = self.track()?;
        let best = Sum::track(track);
        let one = self.quantified(rules, ranges, env, &mut |own, env| {
            let filter = own.truth(rules, &fold.filter, env)?;
            let same = own.is_value(rules, &fold.body, env, &best)?;
            Ok(own.sets.and(vec![filter, same]))
        })?;
        let greatest = fold.word == Word::Max;
        let passes = self.quantified(rules, ranges, env, &mut |own, env| {
            let filter = own.truth(rules, &fold.filter, env)?;
            let passes = own.related(rules, &fold.body, env, &|sets, sum| {
                let more = |sum: &Sum| sum.plus(1, &Sum::number(1));
                if greatest { sets.at_most(&more(&best)?, sum) } else { sets.at_most(&more(sum)?, &best) }
            })?;
            let passes = own.total(passes)?;
            Ok(own.sets.and(vec![filter, passes]))
        })?;
        defined.tracks.push(track);
        defined.parts.push(one);
        defined.parts.push(self.sets.not(passes));
        defined.partial = true;
        Ok(vec![(self.sets.constant(true), best)])
    }
}

/// The choices of ranges between constants; nothing where a range varies.
fn written_out(ranges: &[Range<'_>], env: &Env) -> Result<Option<Vec<Env>>> {
    let mut choices = vec![env.clone()];
    for (variable, lo, hi) in ranges {
        let (Expr::Int(lo), Expr::Int(hi)) = (lo, hi) else { return Ok(None) };
        let long = || unknown("a count or a sum over a long range");
        if hi.saturating_sub(*lo) >= WRITTEN {
            return Err(long());
        }
        choices = choices.iter().flat_map(|env| (*lo..=*hi).map(|n| env.with(*variable, Sum::number(n)))).collect();
        if choices.len() > CHOICES {
            return Err(long());
        }
    }
    Ok(Some(choices))
}

/// `answer = answer`: the questions, and their positions.
fn two_asked(e: &Expr) -> Option<[(usize, &[Expr]); 2]> {
    match e {
        Expr::Sum(0, terms) => match &terms[..] {
            [(k @ (1 | -1), Expr::Ask(first, a)), (l, Expr::Ask(second, b))] if *l == -k => {
                Some([(*first, a), (*second, b)])
            }
            _ => None,
        },
        _ => None,
    }
}

/// `answer = c`: the question, its position, and the constant. A variable of a range that is written out is a constant, too.
fn asked<'e>(e: &'e Expr, env: &Env) -> Option<(usize, &'e [Expr], i128)> {
    let (mut constant, terms) = terms(e);
    let mut found = None;
    for (k, term) in terms {
        match term {
            Expr::Ask(question, at) if matches!(k, 1 | -1) && found.is_none() => found = Some((*question, &at[..], k)),
            Expr::V(i) => constant = env.vars.get(i)?.as_number()?.checked_mul(k)?.checked_add(constant)?,
            _ => return None,
        }
    }
    let (question, at, k) = found?;
    Some((question, at, constant.checked_mul(-k)?))
}

#[cfg(test)]
mod tests;
