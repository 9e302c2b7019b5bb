//! Powers of 2 and logarithms.
//!
//! In: `2^(log2(z) + c)`, powers of constants, a comparison of logarithms. Out: numbers and formulas. The greatest power of 2 that is at most z is a number that has
//! a 1 where z has its last: one automaton reads the digits of both. Logarithms are compared as these powers are, one of them multiplied by a power of 2.

use crate::definition::concrete::arithmetic;
use crate::form::expr::{Expr, Result, Rules, Two};
use crate::form::numbers::index;
use crate::say::moves::{Defined, Env, Number, Speaker, unknown};
use crate::say::numeration::Numeration;
use crate::say::power_digits::{Exponent, power_of};
use crate::say::sets::{Set, Sum, Table};
use crate::say::truth::Judged;

/// The greatest power of 2 that is written as a factor.
const POWER: i128 = 60;

/// The automaton of "the first number is 2^(log2(z) + c), the second is z".
///
/// For c > 0 a state says how many places the last 1 of z is back, for c < 0 how many places the 1 of the power is back; then come the states once both are read,
/// and once something is wrong. The letters are neither, the power's 1, z's 1, and both.
fn highest(c: i128) -> Table {
    let places = index(c.unsigned_abs());
    let (right, wrong) = (places + 1, places + 2);
    let mut next = vec![];
    for back in 0..=places {
        let is_last = back == places;
        next.push(match c.signum() {
            0 => vec![0, wrong, 0, right],
            // One state more would be: too many places back. There the power's 1 is wrong, as it is where z has had no 1.
            1 => vec![if back == 0 || is_last { 0 } else { back + 1 }, if is_last { right } else { wrong }, 1, wrong],
            _ if back == 0 => vec![0, 1, 0, 1],
            _ if is_last => vec![wrong, wrong, right, wrong],
            _ => vec![back + 1, wrong, back + 1, wrong],
        });
    }
    next.push(vec![right, wrong, wrong, wrong]);
    next.push(vec![wrong; 4]);
    Table { accepts: (0..next.len()).map(|state| state == right).collect(), next }
}

/// `log2(z) + c`: z and c.
pub(crate) fn logarithm(e: &Expr) -> Option<(&Expr, i128)> {
    match e {
        Expr::Log2(z) => Some((z, 0)),
        Expr::Sum(c, terms) => match &terms[..] {
            [(1, Expr::Log2(z))] if c.unsigned_abs() <= POWER.unsigned_abs() => Some((z, *c)),
            _ => None,
        },
        _ => None,
    }
}

/// What is compared by its power.
enum Logarithm {
    Binary(Expr),
    Exponent(Exponent),
}

impl Logarithm {
    fn of(e: &Expr, env: &Env) -> Option<Logarithm> {
        match e {
            Expr::Log2(z) => Some(Logarithm::Binary((**z).clone())),
            Expr::V(variable) => env.powers.get(variable).copied().map(Logarithm::Exponent),
            _ => None,
        }
    }

    fn base(&self) -> i128 {
        match self {
            Logarithm::Binary(_) => 2,
            Logarithm::Exponent(exponent) => exponent.base,
        }
    }
}

/// The terms of a sum and its constant.
pub(crate) fn terms(e: &Expr) -> (i128, Vec<(i128, &Expr)>) {
    match e {
        Expr::Sum(c, terms) => (*c, terms.iter().map(|(k, e)| (*k, e)).collect()),
        other => (0, vec![(1, other)]),
    }
}

/// The cases of a number that is a constant in each of them.
pub(crate) fn constants(number: &Number) -> Option<Vec<(Set, i128)>> {
    number.iter().map(|(guard, sum)| Some((*guard, sum.as_number()?))).collect()
}

impl Speaker {
    /// Digits are binary, or else `what` is not known.
    pub(crate) fn binary(&self, what: &str) -> Result<()> {
        if self.sets.numeration == Numeration::default() { Ok(()) } else { Err(unknown(what)) }
    }

    /// `2^(log2(z) + c)`. It is not defined where z is below 2^-c, or is 0.
    fn highest(&mut self, rules: &Rules, (z, c): (&Expr, i128), env: &Env, defined: &mut Defined) -> Result<Sum> {
        self.binary("a power of 2 among digits that are not binary")?;
        let number = self.int(rules, z, env, defined)?;
        let least = 1 << (-c).max(0);
        defined.partial |= !number.iter().all(|(_, sum)| sum.one >= least && sum.is_natural());
        let (z, power) = (self.as_natural(&number, defined)?, self.track()?);
        let table = self.sets.table(&highest(c));
        defined.parts.push(self.sets.is_in(table, vec![power, z]));
        defined.tracks.push(power);
        Ok(Sum::track(power))
    }

    /// A power: of 2 beside a logarithm, or of constants in each case.
    pub(crate) fn power(
        &mut self,
        rules: &Rules,
        both: &[Expr; 2],
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        if let (Expr::Int(2), Some((z, c))) = (&both[0], logarithm(&both[1])) {
            return Ok(vec![(self.sets.constant(true), self.highest(rules, (z, c), env, defined)?)]);
        }
        if let Some(number) = self.power_of_exponent(both, env, defined)? {
            return Ok(number);
        }
        let (a, b) = (self.int(rules, &both[0], env, defined)?, self.int(rules, &both[1], env, defined)?);
        if let [(guard, exponent)] = &b[..]
            && exponent.as_number() == Some(1)
        {
            return Ok(a.into_iter().map(|(own, sum)| (self.sets.and(vec![*guard, own]), sum)).collect());
        }
        self.of_constants(Two::Power, &a, &b, defined)
    }

    /// An operation on two numbers that are constants in each case; it is not defined for a negative exponent.
    fn of_constants(&mut self, word: Two, a: &Number, b: &Number, defined: &mut Defined) -> Result<Number> {
        let (Some(a), Some(b)) = (constants(a), constants(b)) else {
            return Err(unknown("a power of numbers that vary"));
        };
        let mut cases = vec![];
        for (first, x) in &a {
            for (second, y) in &b {
                if *y < 0 {
                    defined.partial = true;
                    continue;
                }
                cases.push((self.sets.and(vec![*first, *second]), Sum::number(arithmetic(word, *x, *y)?)));
            }
        }
        self.merged(cases)
    }

    /// A logarithm of a number that is a constant in each case.
    pub(crate) fn log2(&mut self, rules: &Rules, z: &Expr, env: &Env, defined: &mut Defined) -> Result<Number> {
        let number = self.int(rules, z, env, defined)?;
        let cases = constants(&number).ok_or_else(|| unknown("a logarithm, unless it is compared"))?;
        defined.partial |= cases.iter().any(|(_, n)| *n <= 0);
        let cases = cases.into_iter().filter(|(_, n)| *n > 0);
        Ok(cases.map(|(guard, n)| (guard, Sum::number(n.ilog2().into()))).collect())
    }

    /// A sum of one logarithm or exponent, or the difference of two, and of constants by cases is 0, or at most 0; nothing if the sum is none of this kind.
    pub(crate) fn logarithms(&mut self, rules: &Rules, e: &Expr, env: &Env, at_most: bool) -> Result<Option<Judged>> {
        let (c, terms) = terms(e);
        let (mut logs, mut others) = (vec![], vec![]);
        for (k, e) in terms {
            match Logarithm::of(e, env) {
                Some(logarithm) => logs.push((k, logarithm)),
                None => others.push((k, e)),
            }
        }
        let fine = matches!(logs[..], [(1 | -1, _)] | [(1, _), (-1, _)] | [(-1, _), (1, _)]);
        let Some(base) = logs.first().map(|(_, logarithm)| logarithm.base()) else { return Ok(None) };
        if !fine || logs.iter().any(|(_, logarithm)| logarithm.base() != base) {
            return Ok(None);
        }
        let rest = Expr::Sum(c, others.into_iter().map(|(k, e)| (k, e.clone())).collect());
        self.scoped(|own| {
            let mut defined = Defined::default();
            let rest = own.int(rules, &rest, env, &mut defined)?;
            let Some(rest) = constants(&rest) else { return Ok(None) };
            let mut cases = vec![];
            for (guard, c) in rest {
                if c.unsigned_abs() > POWER.unsigned_abs() {
                    return Err(unknown("a logarithm beside a large number"));
                }
                // The base to the power of what is subtracted, and of what is added. The constant is on the side on which it is positive.
                let shifts = [(-c).max(0), c.max(0)];
                let factors = [power_of(base, shifts[0])?, power_of(base, shifts[1])?];
                let mut sides = factors.map(Sum::number);
                for (k, logarithm) in &logs {
                    let side = usize::from(*k > 0);
                    sides[side] = match logarithm {
                        Logarithm::Binary(z) => own.highest(rules, (z, shifts[side]), env, &mut defined)?,
                        Logarithm::Exponent(Exponent { power, .. }) => {
                            Sum::default().plus(factors[side], &Sum::track(*power))?
                        }
                    };
                }
                let [less, more] = sides;
                let holds = if at_most { own.sets.at_most(&more, &less)? } else { own.sets.equal(&more, &less)? };
                cases.push((guard, holds));
            }
            Ok(Some(own.judged(cases, defined)))
        })
    }

    /// What holds in each case. Each case is looked at alone, so that the tracks of the others are bound apart.
    pub(crate) fn judged(&mut self, cases: Vec<(Set, Set)>, defined: Defined) -> Judged {
        let (mut ways, mut others) = (vec![], vec![]);
        for (guard, holds) in cases {
            let (holds, fails) = (vec![guard, holds], vec![guard, self.sets.not(holds)]);
            let (holds, fails) = (self.sets.and(holds), self.sets.and(fails));
            ways.push(self.close(defined.clone(), holds));
            if defined.partial {
                others.push(self.close(defined.clone(), fails));
            }
        }
        let yes = self.sets.or(ways);
        if defined.partial { Judged { yes, no: self.sets.or(others) } } else { self.either(yes) }
    }
}
