//! Numbers that choose among others, and divisions.
//!
//! In: an entry of a list, a digit of a table, the least number that others leave out, a nim-sum over a range, a common divisor, a quotient or a remainder. Out: a
//! number by cases. Where nothing is to be chosen, or the divisor is 0, the number is not defined: no case applies.

use crate::form::expr::{Expr, Fold, Result, Rules, Two};
use crate::form::numbers::primes;
use crate::say::moves::{Defined, Env, Number, Speaker, unknown};
use crate::say::powers::constants;
use crate::say::sets::{Set, Sum};
use crate::say::truth::Judged;

/// The most entries of a list or a table.
const ENTRIES: usize = 1 << 10;
/// The greatest divisor by which a remainder is written as a constant by cases.
const WRITTEN: i128 = 8;
/// The greatest divisor.
const DIVISOR: i128 = 1 << 40;

impl Speaker {
    /// A number is a constant.
    fn is_constant(&mut self, number: &Number, n: i128) -> Result<Set> {
        let mut ways = vec![];
        for (guard, sum) in number {
            let same = self.sets.equal(sum, &Sum::number(n))?;
            ways.push(self.sets.and(vec![*guard, same]));
        }
        Ok(self.sets.or(ways))
    }

    /// Are the cases of a number constants, none of which is outside a range?
    fn is_within(number: &Number, lo: i128, hi: i128) -> bool {
        constants(number).is_some_and(|cases| cases.iter().all(|(_, n)| (lo..=hi).contains(n)))
    }

    /// The entry of a list at a place, counted from 1. The other entries need not be defined.
    pub(crate) fn entry(
        &mut self,
        rules: &Rules,
        at: &Expr,
        list: &[Expr],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        if list.len() > ENTRIES {
            return Err(unknown("a list of so many numbers"));
        }
        let (at, never) = (self.int(rules, at, env, defined)?, self.sets.constant(false));
        let mut cases = vec![];
        for (place, e) in (1..).zip(list) {
            let here = self.is_constant(&at, place)?;
            if here == never {
                continue;
            }
            for (guard, sum) in self.branch(rules, e, env, here, defined)? {
                cases.push((self.sets.and(vec![here, guard]), sum));
            }
        }
        defined.partial |= !Speaker::is_within(&at, 1, list.len() as i128);
        self.merged(cases)
    }

    /// The digit at a place, counted from 0; beyond the list the digits are 0.
    pub(crate) fn digit_of(
        &mut self,
        rules: &Rules,
        at: &Expr,
        digits: &[i128],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        if digits.len() > ENTRIES {
            return Err(unknown("a list of so many digits"));
        }
        let at = self.int(rules, at, env, defined)?;
        let mut cases = vec![];
        for (place, digit) in (0..).zip(digits) {
            cases.push((self.is_constant(&at, place)?, Sum::number(*digit)));
        }
        for (guard, sum) in &at {
            let beyond = self.sets.at_most(&Sum::number(digits.len() as i128), sum)?;
            cases.push((self.sets.and(vec![*guard, beyond]), Sum::default()));
        }
        defined.partial |= !at.iter().all(|(_, sum)| sum.is_natural());
        self.merged(cases)
    }

    /// The least natural number that is none of those whose conditions hold.
    pub(crate) fn mex(
        &mut self,
        rules: &Rules,
        list: &[(Expr, Expr)],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        let (mut options, mut known) = (vec![], vec![]);
        for (condition, e) in list {
            let condition = self.judge(rules, condition, env)?;
            let number = self.branch(rules, e, env, condition.yes, defined)?;
            // A case says what the number is wherever the number is defined.
            let some = self.sets.or(number.iter().map(|(guard, _)| *guard).collect());
            let counts = self.sets.and(vec![condition.yes, some]);
            known.push(self.sets.or(vec![condition.no, counts]));
            defined.partial |= self.sets.not(condition.yes) != condition.no;
            options.push((condition.yes, number));
        }
        let mut cases = vec![];
        for n in 0..=list.len() as i128 {
            let mut ways = vec![];
            for (condition, number) in &options {
                let same = self.is_constant(number, n)?;
                ways.push(self.sets.and(vec![*condition, same]));
            }
            let taken = self.sets.or(ways);
            let free = self.sets.not(taken);
            cases.push((self.sets.and([&known[..], &[free]].concat()), Sum::number(n)));
            known.push(taken);
        }
        self.merged(cases)
    }

    /// The nim-sum of the numbers of some choices.
    pub(crate) fn nim_added(
        &mut self,
        rules: &Rules,
        fold: &Fold,
        choices: &[Env],
        defined: &mut Defined,
    ) -> Result<Number> {
        self.binary("a nim-sum of digits that are not binary")?;
        let always = self.sets.constant(true);
        let mut tracks = vec![];
        for env in choices {
            let filter = self.judge(rules, &fold.filter, env)?;
            defined.partial |= self.sets.not(filter.yes) != filter.no;
            let mut cases = vec![(filter.no, Sum::default())];
            for (guard, sum) in self.branch(rules, &fold.body, env, filter.yes, defined)? {
                cases.push((self.sets.and(vec![filter.yes, guard]), sum));
            }
            let number = self.merged(cases)?;
            if !matches!(&number[..], [(guard, sum)] if *guard == always && sum.as_number() == Some(0)) {
                defined.partial |= !number.iter().all(|(_, sum)| sum.is_natural());
                tracks.push(self.as_natural(&number, defined)?);
            }
        }
        let result = self.track()?;
        tracks.push(result);
        defined.parts.push(self.sets.nim_sum_is_zero(&tracks));
        defined.tracks.push(result);
        Ok(vec![(always, Sum::track(result))])
    }

    /// The greatest common divisor with a constant.
    pub(crate) fn common_divisor(
        &mut self,
        rules: &Rules,
        both: &[Expr; 2],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        let (a, b) = (self.int(rules, &both[0], env, defined)?, self.int(rules, &both[1], env, defined)?);
        let (numbers, by) = match (constants(&a), constants(&b)) {
            (_, Some(by)) => (a, by),
            (Some(by), None) => (b, by),
            _ => return Err(unknown("a common divisor of two numbers that vary")),
        };
        let mut cases = vec![];
        for (first, sum) in &numbers {
            for (second, by) in &by {
                let both = self.sets.and(vec![*first, *second]);
                let of = match by.checked_abs() {
                    Some(0) => self.size(sum)?,
                    Some(by) if by <= DIVISOR => self.divisors(sum, by)?,
                    _ => return Err(unknown("a large divisor")),
                };
                for (guard, divisor) in of {
                    cases.push((self.sets.and(vec![both, guard]), divisor));
                }
            }
        }
        self.merged(cases)
    }

    /// The number without its sign.
    fn size(&mut self, sum: &Sum) -> Result<Number> {
        let number = vec![(self.sets.constant(true), sum.clone())];
        let minus = vec![(self.sets.constant(true), Sum::default().plus(-1, sum)?)];
        self.better(&number, &minus, true)
    }

    /// The greatest common divisor of a sum and a positive number: a divisor d of both for which no d·p divides both, p being prime.
    fn divisors(&mut self, sum: &Sum, by: i128) -> Result<Number> {
        let primes: Vec<i128> = primes(u64::try_from(by).unwrap_or(1)).into_iter().map(i128::from).collect();
        let mut divisors = vec![1];
        for prime in &primes {
            let mut rest = by;
            let before = divisors.clone();
            let mut power = 1;
            while rest % prime == 0 {
                rest /= prime;
                power *= prime;
                divisors.extend(before.iter().map(|d| d * power));
            }
        }
        let mut cases = vec![];
        for d in divisors {
            let mut parts = vec![self.sets.divides(d, sum)];
            for prime in primes.iter().filter(|prime| (by / d) % **prime == 0) {
                let more = self.sets.divides(d * prime, sum);
                parts.push(self.sets.not(more));
            }
            cases.push((self.sets.and(parts), Sum::number(d)));
        }
        self.merged(cases)
    }

    /// A number that is a constant in each case divides another; 0 divides 0 alone.
    pub(crate) fn divides(&mut self, rules: &Rules, both: &[Expr; 2], env: &Env) -> Result<Judged> {
        self.scoped(|own| {
            let mut defined = Defined::default();
            if let Some(rest) = own.remainder_by_power(rules, (&both[1], &both[0]), env, &mut defined)? {
                let cases = rest.into_iter().map(|(guard, sum)| (guard, own.sets.zero(&sum))).collect();
                return Ok(own.judged(cases, defined));
            }
            let by = own.int(rules, &both[0], env, &mut defined)?;
            let by = constants(&by).ok_or_else(|| unknown("divisibility by a number that varies"))?;
            let number = own.dividend(rules, &both[1], &by, env, &mut defined)?;
            let mut cases = vec![];
            for (first, by) in by {
                if by.unsigned_abs() > DIVISOR.unsigned_abs() {
                    return Err(unknown("a large divisor"));
                }
                for (second, sum) in &number {
                    let holds = if by == 0 { own.sets.zero(sum) } else { own.sets.divides(by.abs(), sum) };
                    cases.push((own.sets.and(vec![first, *second]), holds));
                }
            }
            Ok(own.judged(cases, defined))
        })
    }

    /// A number of which only the remainder by a number matters, if this is one constant.
    fn dividend(
        &mut self,
        rules: &Rules,
        e: &Expr,
        by: &[(Set, i128)],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        match by {
            [(_, by)] if *by > 0 => self.int_modulo(rules, e, *by, env, defined),
            _ => self.int(rules, e, env, defined),
        }
    }

    /// A quotient, a remainder, or a binary digit: by a number that is a constant in each case.
    pub(crate) fn divided(
        &mut self,
        word: Two,
        rules: &Rules,
        both: &[Expr; 2],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        if word == Two::Mod
            && let Some(rest) = self.remainder_by_power(rules, (&both[0], &both[1]), env, defined)?
        {
            return Ok(rest);
        }
        let by = self.int(rules, &both[1], env, defined)?;
        let by = constants(&by).ok_or_else(|| unknown("division by a number that varies"))?;
        let a = match word {
            Two::Mod => self.dividend(rules, &both[0], &by, env, defined)?,
            _ => self.int(rules, &both[0], env, defined)?,
        };
        let mut cases = vec![];
        for (guard, by) in by {
            let of = match word {
                Two::Bit if (0..60).contains(&by) => {
                    let shifted = self.quotient(&a, 1 << by, false, defined)?;
                    self.quotient(&shifted, 2, true, defined)?
                }
                Two::Bit if by >= 60 => return Err(unknown("a digit at a high place")),
                Two::Div | Two::Mod if by != 0 && by.unsigned_abs() <= DIVISOR.unsigned_abs() => {
                    self.signed_quotient(&a, by, word == Two::Mod, defined)?
                }
                Two::Div | Two::Mod if by != 0 => return Err(unknown("a large divisor")),
                _ => {
                    defined.partial = true;
                    continue;
                }
            };
            for (own, sum) in of {
                cases.push((self.sets.and(vec![guard, own]), sum));
            }
        }
        self.merged(cases)
    }

    /// The quotient by -d is that of the opposite number by d, and the remainder is the opposite one.
    fn signed_quotient(&mut self, a: &Number, by: i128, remainder: bool, defined: &mut Defined) -> Result<Number> {
        if by > 0 {
            return self.quotient(a, by, remainder, defined);
        }
        let opposite = |number: Number| {
            let minus = |(guard, sum): (Set, Sum)| Ok((guard, Sum::default().plus(-1, &sum)?));
            number.into_iter().map(minus).collect::<Result<Number>>()
        };
        let of = self.quotient(&opposite(a.clone())?, -by, remainder, defined)?;
        if remainder { opposite(of) } else { Ok(of) }
    }

    /// The quotient or the remainder by a positive number, rounded down. A small remainder is a constant by cases, and a quotient a track. Of a number that may be negative, the quotient is the difference of two numbers
    /// of which one is 0.
    fn quotient(&mut self, a: &Number, by: i128, remainder: bool, defined: &mut Defined) -> Result<Number> {
        let mut cases = vec![];
        for (guard, sum) in a {
            if let Some(n) = sum.as_number() {
                cases.push((*guard, Sum::number(if remainder { n.rem_euclid(by) } else { n.div_euclid(by) })));
                continue;
            }
            if remainder && by <= WRITTEN {
                for rest in 0..by {
                    let rest = Sum::number(rest);
                    let divides = self.sets.divides(by, &sum.plus(-1, &rest)?);
                    cases.push((self.sets.and(vec![*guard, divides]), rest));
                }
                continue;
            }
            if by == 1 {
                cases.push((*guard, sum.clone()));
                continue;
            }
            let track = self.track()?;
            defined.tracks.push(track);
            let mut quotient = Sum::track(track);
            if !sum.is_natural() {
                let below = self.track()?;
                defined.tracks.push(below);
                let zero = [self.sets.zero(&quotient), self.sets.zero(&Sum::track(below))];
                defined.parts.push(self.sets.or(zero.to_vec()));
                quotient = quotient.plus(-1, &Sum::track(below))?;
            }
            let rest = sum.plus(-by, &quotient)?;
            let low = self.sets.at_most(&Sum::number(0), &rest)?;
            let high = self.sets.at_most(&rest, &Sum::number(by - 1))?;
            defined.parts.extend([low, high]);
            cases.push((*guard, if remainder { rest } else { quotient }));
        }
        self.merged(cases)
    }
}
