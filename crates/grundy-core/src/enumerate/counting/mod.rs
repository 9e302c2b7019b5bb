//! Counts by convolution: how often a nim-sum meets a condition, without running through all choices of numbers.
//!
//! In: a count whose condition speaks of a nim-sum ([`read`]), and whoever answers its questions. Out: the number of choices, if names fall apart into groups
//! ([`groups`]) that no range and no other part of the condition joins, so that each group adds its own number. Then each group is run through
//! by itself, and the counts of these numbers are convolved. The value of a sum of games is the nim-sum of its components' values (Sprague,
//! Grundy), so a question about a sum falls apart, too. What is evaluated here is all that a run through all choices would evaluate, and maybe more. So
//! where something is undefined, or refused, here, nothing is known, and the caller runs through all choices.

mod groups;
mod read;
mod run;

use self::groups::{Group, Grouping};
use self::read::Term;
pub(super) use self::read::{Shape, read};
use self::run::{Run, Tally};
use super::env::{Env, Number, Oracle};
use crate::contract::limits::{Held, Limits};
use crate::contract::num::Num;
use crate::contract::stop::{Result, Stop};
use crate::store::convolution::{self, Choice, Factor};
use grundy_rules::rules::expr::Place;

/// A set of bound names: bit k is the k-th.
type Names = u64;

/// Fewer choices than this are run through.
const FEW: u128 = 1 << 8;

/// A number that is nim-added.
enum Addend<'a, N> {
    Whole(&'a Number<N>),
    /// The value of a component.
    Part {
        question: usize,
        entries: Vec<&'a Number<N>>,
        place: Place,
    },
}

/// What a name adds at each number of a range; nothing where a test fails.
type Profile = Vec<Option<u32>>;

/// The work on a count.
struct Work<'a, N> {
    shape: &'a Shape<N>,
    oracle: &'a dyn Oracle<N>,
    limits: &'a Limits,
    addends: Vec<(Names, Addend<'a, N>)>,
}

impl<N: Num> Shape<N> {
    /// The number of choices; `None` if they must be run through.
    ///
    /// # Errors
    /// The end of the time, an interruption; a number that does not fit.
    pub(super) fn count(&self, env: &mut Env<N>) -> Result<Option<N>> {
        let Some(oracle) = env.oracle.clone() else { return Ok(None) };
        let Some(limits) = oracle.counting() else { return Ok(None) };
        let addends = self.terms.iter().flat_map(|term| addends(term, &*oracle)).collect();
        match (Work { shape: self, oracle: &*oracle, limits, addends }).count(env) {
            Err(Stop::Error(error)) if !error.kind.is_end() => Ok(None),
            Err(Stop::Undefined(..)) => Ok(None),
            outcome => outcome,
        }
    }
}

/// What a term adds: the answer to a question about a sum is the nim-sum of those about its components.
fn addends<'a, N: Num>(term: &'a Term<N>, oracle: &dyn Oracle<N>) -> Vec<(Names, Addend<'a, N>)> {
    let parts = term.asked.as_ref().and_then(|asked| Some((asked, oracle.parts(asked.question)?)));
    let Some((asked, parts)) = parts.filter(|_| term.names.count_ones() > 1) else {
        return vec![(term.names, Addend::Whole(&term.number))];
    };
    let part = |(coords, question): &(Vec<usize>, usize)| {
        let names = coords.iter().fold(0, |names, c| names | asked.entries[*c].0);
        let entries = coords.iter().map(|c| &asked.entries[*c].1).collect();
        (names, Addend::Part { question: *question, entries, place: asked.place })
    };
    parts.iter().map(part).collect()
}

impl<N: Num> Work<'_, N> {
    fn count(&self, env: &mut Env<N>) -> Result<Option<N>> {
        let grouping = Grouping::of(self.shape, self.addends.iter().map(|(names, _)| *names));
        let all = (0..self.shape.binders.len()).fold(0, |all, k| all | 1 << k);
        if grouping.apart() < 2 || self.shape.choices(all, env)?.is_some_and(|choices| choices < FEW) {
            return Ok(None);
        }
        for term in &self.shape.terms {
            self.announce(term, env)?;
        }
        let (mut factors, mut held) = (vec![], self.limits.held(0));
        // What depends on no name is a group of its own, of one choice.
        for group in [Group::Joint(0)].iter().chain(&grouping.groups) {
            let Some(factor) = self.factor(group, env, &mut held)? else { return Ok(None) };
            factors.push(factor);
        }
        let size = convolution::size(&factors);
        // A run through all choices tests them when all names have their numbers.
        let run = self.shape.choices(all, env)?.unwrap_or_else(|| choices(&factors));
        if (size as u128).saturating_mul(factors.len() as u128 + 2) > run {
            return Ok(None);
        }
        let wanted = (0..size).map(|sum| self.is_wanted(sum, env)).collect::<Result<Vec<bool>>>()?;
        let count = convolution::count(&factors, wanted, self.limits)?;
        N::from_big(&count).map(Some).ok_or_else(Stop::overflow)
    }

    /// Says how far questions will reach, where each coordinate depends on one name at most.
    fn announce(&self, term: &Term<N>, env: &mut Env<N>) -> Result<()> {
        let Some(asked) = &term.asked else { return Ok(()) };
        let whole = [((0..asked.entries.len()).collect(), asked.question)];
        let parts = self.oracle.parts(asked.question).unwrap_or(&whole);
        for (coords, question) in parts {
            let entries = coords.iter().map(|c| &asked.entries[*c]);
            let names = entries.clone().fold(0, |all, (names, _)| all | names);
            let tops = entries.map(|entry| self.top(entry, env)).collect::<Result<Option<Vec<u64>>>>()?;
            if let (Some(hi), Some(questions)) = (tops, self.shape.choices(names, env)?) {
                self.oracle.reach(*question, &hi, u64::try_from(questions).unwrap_or(u64::MAX))?;
            }
        }
        Ok(())
    }

    /// The greater of the values of an entry at both ends of the range of its name; an entry that is greater elsewhere is asked about there without a table.
    fn top(&self, (names, entry): &(Names, Number<N>), env: &mut Env<N>) -> Result<Option<u64>> {
        let name = names.trailing_zeros() as usize;
        let mut top = None;
        for low in [true, false] {
            if *names != 0 {
                let end = if names.count_ones() == 1 { self.shape.end(name, low, env)? } else { None };
                let Some(end) = end else { return Ok(None) };
                env.vars[self.shape.binders[name].var] = end;
            }
            top = top.max(entry(env)?.to_i64());
        }
        Ok(top.and_then(|top| u64::try_from(top).ok()))
    }

    /// Does a nim-sum meet the conditions?
    fn is_wanted(&self, sum: usize, env: &mut Env<N>) -> Result<bool> {
        env.vars[self.shape.binders[0].var] = N::small(sum as i64);
        env.burn(self.shape.place)?;
        for wanted in &self.shape.wanted {
            if !wanted(env)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How often a group adds each number; `None` if a number is too great, or negative.
    fn factor(&self, group: &Group, env: &mut Env<N>, held: &mut Held) -> Result<Option<Factor>> {
        let names = match group {
            Group::Joint(names) => *names,
            Group::Chain { names, strict } => match self.alike(names, env, held)? {
                None => return Ok(None),
                Some(Some(histogram)) => {
                    let choice = if *strict { Choice::Set } else { Choice::Multiset };
                    return Ok(Some(Factor { histogram, copies: names.len(), choice }));
                }
                Some(None) => names.iter().fold(0, |all, k| all | 1 << k),
            },
        };
        let mut tally = Tally::new(held);
        let fits = Run::of(self, names).through(env, &mut |number| tally.note(number, self.limits))?;
        Ok(fits.then(|| Factor { histogram: tally.counts(), copies: 1, choice: Choice::Tuple }))
    }

    /// How often one name of a chain adds each number, if all names run through the same range and add the same number everywhere; `Some(None)` if they do
    /// not, `None` if a number is too great, or negative.
    fn alike(&self, names: &[usize], env: &mut Env<N>, held: &mut Held) -> Result<Option<Option<Vec<u64>>>> {
        let mut first: Option<((N, N), Profile)> = None;
        for name in names {
            let ends = (self.shape.end(*name, true, env)?, self.shape.end(*name, false, env)?);
            let (Some(lo), Some(hi)) = ends else { return Ok(Some(None)) };
            if first.as_ref().is_some_and(|(ends, _)| *ends != (lo.clone(), hi.clone())) {
                return Ok(Some(None));
            }
            let Some(profile) = self.profile(*name, (&lo, &hi), env, held)? else { return Ok(None) };
            match &first {
                None => first = Some(((lo, hi), profile)),
                Some((_, other)) if *other != profile => return Ok(Some(None)),
                Some(_) => {}
            }
        }
        let mut tally = Tally::new(held);
        for number in first.into_iter().flat_map(|(_, profile)| profile).flatten() {
            tally.note(Some(&i64::from(number)), self.limits)?;
        }
        Ok(Some(Some(tally.counts())))
    }

    /// What a name adds at each number of a range; nothing where a test fails.
    fn profile(&self, name: usize, ends: (&N, &N), env: &mut Env<N>, held: &mut Held) -> Result<Option<Profile>> {
        let mut profile = vec![];
        let mut own = self.limits.held(0);
        let fits = Run::between(self, name, ends).through(env, &mut |number| {
            run::reserve(&mut profile, &mut own, self.limits)?;
            match number.map(|number| number.to_i64().and_then(|number| u32::try_from(number).ok())) {
                Some(None) => return Ok(false),
                Some(number) => profile.push(number),
                None => profile.push(None),
            }
            Ok(true)
        })?;
        // The first profile stays until the last is compared.
        held.grow(held.bytes() + own.bytes(), self.limits, run::WHAT)?;
        Ok(fits.then_some(profile))
    }
}

/// About how many choices there are.
fn choices(factors: &[Factor]) -> u128 {
    let of = |factor: &Factor| {
        let things: u128 = factor.histogram.iter().map(|n| u128::from(*n)).sum();
        (1..=factor.copies as u128).fold(1u128, |product, k| match factor.choice {
            Choice::Tuple => product.saturating_mul(things),
            Choice::Multiset | Choice::Set => product.saturating_mul(things) / k,
        })
    };
    factors.iter().fold(1, |product, factor| product.saturating_mul(of(factor)))
}

#[cfg(test)]
mod loops;
#[cfg(test)]
mod tests;
