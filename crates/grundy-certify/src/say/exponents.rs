//! Exponents: variables k of ranges that stand only in powers b^(k + c) of one constant b.
//!
//! In: "for all", "there is", or a count up to multiples of a number, over such a range. Out: formulas about p = b^k. In base b, or in a base of which b is a power, the digits of p are
//! one 1, at one of every so many places, and 0; those of a sum of different powers are 1 at the places of its parts. So a finite set of exponents is a number, and whether
//! a number has so many digits 1, up to multiples of m, is seen by counting.
//!
//! The end h of the range may be no power's exponent: log2(z), where b is 3. Then nothing compares k with h, but k is surely at most h where
//!
//! - h = log2(z) + c, and 2^k <= 2^c·z, which is looked at for each of the first k; or b^(k - e) <= 2^c·z with a small e, for later k: for these (b/2)^k >= b^e, so 2^k <= b^(k - e);
//! - in any case, b^k <= h + 1: for k + 1 <= 2^k <= b^k.
//!
//! Beyond that k may be in the range or not. So two sets are used: the exponents that surely are in the range, and all from its beginning on. What decides the form must be in
//! the first; that nothing decides it must be so in the second.

use crate::form::expr::{Expr, Fold, Result, Rules, Two, Word};
use crate::form::numbers::index;
use crate::say::moves::{Defined, Env, Number, Speaker, unknown};
use crate::say::numeration::Numeration;
use crate::say::power_digits::{Exponent, is_below, is_part, is_power, is_remainder, is_sum, power_of, step};
use crate::say::powers::{logarithm, terms};
use crate::say::ranges::most;
use crate::say::sets::{Set, Sum, Track};
use crate::say::truth::{Judged, WRITTEN};

/// The greatest modulus of a count.
const MODULUS: i128 = 64;
/// The greatest base of digits in which a statement without values is read.
const GREATEST: i128 = 16;

/// A range of exponents.
struct Within {
    power: Track,
    /// The exponent surely is in the range.
    surely: Set,
    /// It may be.
    maybe: Set,
}

/// The constant of whose powers a variable is the exponent.
fn base_of(variable: usize, within: &[&Expr]) -> Option<i128> {
    let mut base = None;
    for e in within {
        e.visit(&mut |e| {
            if let Expr::Two(Two::Power, both) = e
                && let Expr::Int(of @ 2..) = both[0]
                && terms(&both[1]).1.iter().any(|(_, e)| **e == Expr::V(variable))
            {
                base = base.or(Some(of));
            }
        });
    }
    base
}

/// The constant of whose powers the variable of a range of a form is the exponent; nothing where the range is written out.
fn base_at(fold: &Fold, at: usize) -> Option<i128> {
    let (variable, lo, hi) = &fold.ranges[at];
    if let (Expr::Int(first), Some(last)) = (lo, most(hi))
        && last.saturating_sub(*first) < WRITTEN
    {
        return None;
    }
    let later = fold.ranges[at + 1..].iter().flat_map(|(_, lo, hi)| [lo, hi]);
    base_of(*variable, &later.chain([&fold.filter, &fold.body]).collect::<Vec<&Expr>>())
}

/// Is a variable of a form an exponent?
pub(crate) fn has_exponents(fold: &Fold) -> bool {
    (0..fold.ranges.len()).any(|at| base_at(fold, at).is_some())
}

/// The numeration in which powers are read, if a variable of a form is the exponent of some; `visit` shows the expressions, and `whole` is one more form.
pub(crate) fn numeration(whole: &Fold, visit: impl FnOnce(&mut dyn FnMut(&Expr))) -> Option<Numeration> {
    let bases = |fold: &Fold| (0..fold.ranges.len()).filter_map(|at| base_at(fold, at)).min();
    let mut least = bases(whole);
    visit(&mut |e| {
        // A sum over places is read in another way.
        if let Expr::Fold(fold) = e
            && matches!(fold.word, Word::All | Word::Any | Word::Count)
        {
            least = least.into_iter().chain(bases(fold)).min();
        }
    });
    let least = least?;
    let base =
        (least <= GREATEST).then_some(least).or_else(|| (2..=GREATEST).find(|base| step(*base, least).is_some()));
    base.map(Numeration::Base)
}

/// One number without another, as one sum.
fn difference(a: &Expr, b: &Expr) -> Result<Expr> {
    let ((c, more), (d, less)) = (terms(a), terms(b));
    let large = || unknown("so large a number");
    let mut all: Vec<(i128, Expr)> = more.into_iter().map(|(k, e)| (k, e.clone())).collect();
    for (k, e) in less {
        all.push((k.checked_neg().ok_or_else(large)?, e.clone()));
    }
    Ok(Expr::Sum(c.checked_sub(d).ok_or_else(large)?, all))
}

impl Env {
    /// `k + c`: what stands for the exponent k, and c.
    fn exponent(&self, e: &Expr) -> Option<(Exponent, i128)> {
        let (c, terms) = terms(e);
        match terms[..] {
            [(1, Expr::V(variable))] => Some((*self.powers.get(variable)?, c)),
            _ => None,
        }
    }
}

/// The form over the first of its ranges, whose body is the form over the others.
fn first_range(fold: &Fold) -> Fold {
    let inner = Fold { ranges: fold.ranges[1..].to_vec(), ..fold.clone() };
    Fold {
        word: fold.word,
        ranges: fold.ranges[..1].to_vec(),
        filter: Expr::Truth(true),
        body: Expr::Fold(Box::new(inner)),
    }
}

impl Speaker {
    /// The remainder of a number by `b^(k + c)`, if k is an exponent.
    pub(crate) fn remainder_by_power(
        &mut self,
        rules: &Rules,
        (a, by): (&Expr, &Expr),
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Option<Number>> {
        let Expr::Two(Two::Power, both) = by else { return Ok(None) };
        let Some((Exponent { base, .. }, _)) = env.exponent(&both[1]) else { return Ok(None) };
        let (digits, step) = self.powers(base)?;
        let number = self.int(rules, a, env, defined)?;
        if !number.iter().all(|(_, sum)| sum.is_natural()) {
            return Err(unknown("the remainder of a number that may be negative by a power"));
        }
        let tracks = [self.as_natural(&number, defined)?, self.natural(rules, by, env, defined)?, self.track()?];
        let table = self.sets.table(&is_remainder(digits, step));
        defined.parts.push(self.sets.is_in(table, tracks.to_vec()));
        defined.tracks.push(tracks[2]);
        Ok(Some(vec![(self.sets.constant(true), Sum::track(tracks[2]))]))
    }

    /// How the powers of a constant stand among the digits: how many digits there are, and at one of how many places.
    fn powers(&self, base: i128) -> Result<(usize, usize)> {
        let other = || unknown("powers of a number, in digits that do not say them,");
        let Numeration::Base(digits) = self.sets.numeration else { return Err(other()) };
        Ok((index(digits), step(digits, base).ok_or_else(other)?))
    }

    /// `b^(k + c)`, if k is an exponent.
    pub(crate) fn power_of_exponent(
        &mut self,
        both: &[Expr; 2],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Option<Number>> {
        let Some((Exponent { base, power }, more)) = env.exponent(&both[1]) else { return Ok(None) };
        if both[0] != Expr::Int(base) {
            return Err(unknown("powers of different numbers with one exponent"));
        }
        let factor = power_of(base, more.checked_abs().unwrap_or(i128::MAX))?;
        let always = self.sets.constant(true);
        if more >= 0 {
            return Ok(Some(vec![(always, Sum::default().plus(factor, &Sum::track(power))?)]));
        }
        // No power is a fraction.
        let part = self.track()?;
        defined.tracks.push(part);
        defined.parts.push(self.sets.equal(&Sum::track(power), &Sum::default().plus(factor, &Sum::track(part))?)?);
        defined.partial = true;
        Ok(Some(vec![(always, Sum::track(part))]))
    }

    /// Where the end of a range is defined.
    fn has_end(&mut self, rules: &Rules, end: &Expr, env: &Env) -> Result<Set> {
        if env.exponent(end).is_some() {
            return Ok(self.sets.constant(true));
        }
        if let Some((z, _)) = logarithm(end) {
            return Ok(self.related(rules, z, env, &|sets, z| sets.at_most(&Sum::number(1), z))?.yes);
        }
        self.scoped(|own| {
            let mut defined = Defined::default();
            let number = own.int(rules, end, env, &mut defined)?;
            let some = own.sets.or(number.iter().map(|(guard, _)| *guard).collect());
            Ok(own.close(defined, some))
        })
    }

    /// Both ends of the range of a form are defined.
    fn has_ends(&mut self, rules: &Rules, fold: &Fold, env: &Env) -> Result<Set> {
        let (_, lo, hi) = &fold.ranges[0];
        let both = [self.has_end(rules, lo, env)?, self.has_end(rules, hi, env)?];
        Ok(self.sets.and(both.to_vec()))
    }

    /// The range of exponents of a form, and what stands for its variable.
    fn within(&mut self, rules: &Rules, fold: &Fold, base: i128, env: &Env) -> Result<(Env, Within)> {
        let ((variable, lo, hi), power) = (&fold.ranges[0], self.track()?);
        let (digits, step) = self.powers(base)?;
        let mut own = false;
        [lo, hi].into_iter().for_each(|end| end.visit(&mut |e| own |= *e == Expr::V(*variable)));
        if own {
            return Err(unknown("a range that speaks of its own variable"));
        }
        let env = env.with_exponent(*variable, Exponent { base, power });
        let fixed = |variable: &usize| env.vars.get(variable)?.as_number();
        let (mut least, others) = terms(lo);
        for (k, e) in others {
            match e {
                Expr::V(other) if k == 1 && env.powers.contains_key(other) && other != variable => {}
                Expr::Log2(_) if k == 1 => {}
                Expr::Int(n) => least = least.saturating_add(k.saturating_mul(*n)),
                Expr::V(other) => match fixed(other).and_then(|n| k.checked_mul(n)?.checked_add(least)) {
                    Some(sum) => least = sum,
                    None => return Err(unknown("exponents from a number on that varies")),
                },
                _ => return Err(unknown("exponents from a number on that varies")),
            }
        }
        if least < 0 {
            return Err(unknown("exponents from a number on that may be negative"));
        }
        let table = self.sets.table(&is_power(digits, step));
        let is_power = self.sets.is_in(table, vec![power]);
        let k = Expr::V(*variable);
        let low = self.logarithms(rules, &difference(lo, &k)?, &env, true)?;
        let low = low.ok_or_else(|| unknown("exponents from a number on that varies"))?;
        let not_below = self.sets.not(low.no);
        let (surely, maybe) = match self.logarithms(rules, &difference(&k, hi)?, &env, true)? {
            Some(high) => (high.yes, self.sets.not(high.no)),
            None => (self.surely_to(rules, hi, (power, base), &env)?, self.sets.constant(true)),
        };
        let surely = self.sets.and(vec![is_power, low.yes, surely]);
        let maybe = self.sets.and(vec![is_power, not_below, maybe]);
        Ok((env, Within { power, surely, maybe }))
    }

    /// The exponent of a power is surely at most a number.
    fn surely_to(&mut self, rules: &Rules, hi: &Expr, (power, base): (Track, i128), env: &Env) -> Result<Set> {
        let judged = match logarithm(hi) {
            Some((z, c)) => self.related(rules, z, env, &|sets, z| is_below((power, base), (z, c), sets))?,
            None => self
                .related(rules, hi, env, &|sets, hi| sets.at_most(&Sum::track(power), &hi.plus(1, &Sum::number(1))?))?,
        };
        Ok(judged.yes)
    }

    /// "For all" or "there is" over exponents; nothing if no variable of the form is one.
    pub(crate) fn fold_of_exponents(&mut self, rules: &Rules, fold: &Fold, env: &Env) -> Result<Option<Judged>> {
        if !has_exponents(fold) {
            return Ok(None);
        }
        self.words.insert("exponents");
        if fold.ranges.len() > 1 {
            return self.judge(rules, &Expr::Fold(Box::new(first_range(fold))), env).map(Some);
        }
        let Some(base) = base_at(fold, 0) else { return Ok(None) };
        let ends = self.has_ends(rules, fold, env)?;
        let (decided, runs_through) = self.scoped(|own| {
            let (env, Within { power, surely, maybe }) = own.within(rules, fold, base, env)?;
            let choice = own.where_holds(maybe, |own| own.choice(rules, fold, &env))?;
            let mut some = |parts: Vec<Set>| {
                let all = own.sets.and(parts);
                own.sets.exists(&[power], all)
            };
            let decided = some(vec![surely, choice.yes]);
            let either = own.sets.or(vec![choice.yes, choice.no]);
            let neither = own.sets.not(either);
            let stays = own.sets.not(choice.no);
            let mut none = |set: Set| {
                let both = own.sets.and(vec![maybe, set]);
                let some = own.sets.exists(&[power], both);
                own.sets.not(some)
            };
            // What is not defined would end the evaluation, if it came first.
            let (defined, runs_through) = (none(neither), none(stays));
            Ok((own.sets.and(vec![defined, decided]), runs_through))
        })?;
        let [decided, runs_through] = [decided, runs_through].map(|set| self.sets.and(vec![ends, set]));
        Ok(Some(match fold.word {
            Word::All => Judged { yes: runs_through, no: decided },
            _ => Judged { yes: decided, no: runs_through },
        }))
    }

    /// For how many exponents something holds, up to multiples of a modulus: by a number that has a digit 1 exactly at their places.
    fn count(
        &mut self,
        rules: &Rules,
        fold: &Fold,
        (base, modulus): (i128, i128),
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        if modulus > MODULUS {
            return Err(unknown("a count up to multiples of so large a number"));
        }
        let ends = self.has_ends(rules, fold, env)?;
        let (digits, step) = self.powers(base)?;
        let sum = self.track()?;
        let counted = self.scoped(|own| {
            let (env, Within { power, surely, maybe }) = own.within(rules, fold, base, env)?;
            let both = [&fold.filter, &fold.body];
            let [filter, body] = both.map(|e| own.where_holds(maybe, |own| own.judge(rules, e, &env)));
            let (filter, body) = (filter?, body?);
            let (outside, other) = (own.sets.not(maybe), own.sets.and(vec![filter.yes, body.no]));
            let counts = own.sets.and(vec![surely, filter.yes, body.yes]);
            let does_not = own.sets.or(vec![outside, filter.no, other]);
            let (power_table, part_table) =
                (own.sets.table(&is_power(digits, step)), own.sets.table(&is_part(digits, step)));
            let (is_power, is_part) =
                (own.sets.is_in(power_table, vec![power]), own.sets.is_in(part_table, vec![power, sum]));
            let not_part = own.sets.not(is_part);
            let ways = [own.sets.and(vec![is_part, counts]), own.sets.and(vec![not_part, does_not])];
            let right = own.sets.or(ways.to_vec());
            let wrong = own.sets.not(right);
            let wrong = own.sets.and(vec![is_power, wrong]);
            let some = own.sets.exists(&[power], wrong);
            Ok(own.sets.not(some))
        })?;
        let has = |own: &mut Speaker, modulus: i128, rest: i128| {
            let table = own.sets.table(&is_sum(digits, step, (index(modulus), index(rest))));
            own.sets.is_in(table, vec![sum])
        };
        let is_sum = has(self, 1, 0);
        defined.tracks.push(sum);
        defined.parts.extend([ends, counted, is_sum]);
        defined.partial = true;
        let cases = (0..modulus).map(|rest| (has(self, modulus, rest), Sum::number(rest))).collect();
        self.merged(cases)
    }

    /// A number, or another that differs from it by a multiple of a modulus.
    pub(crate) fn int_modulo(
        &mut self,
        rules: &Rules,
        e: &Expr,
        modulus: i128,
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        match e {
            Expr::Fold(fold) if fold.word == Word::Count && fold.ranges.len() == 1 => match base_at(fold, 0) {
                Some(base) => self.count(rules, fold, (base, modulus), env, defined),
                None => self.int(rules, e, env, defined),
            },
            Expr::Sum(c, terms) => {
                self.counted()?;
                let mut sum = vec![(self.sets.constant(true), Sum::number(*c))];
                for (k, term) in terms {
                    let term = self.int_modulo(rules, term, modulus, env, defined)?;
                    sum = self.pairs(&sum, &term, |a, b| a.plus(*k, b))?;
                }
                Ok(sum)
            }
            _ => self.int(rules, e, env, defined),
        }
    }
}

#[cfg(test)]
mod tests;
