//! Expressions that speak of binary digits, seen by their form.
//!
//! In: an expression. Out: "the sums of digits at each place", as in Moore's function, or "a power of 2 beside a number". Automata cannot say the parts of
//! such an expression (a logarithm, a place that varies), but they can say the whole.

use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr, FoldOp, Over};

use super::powers::POWER;

/// `sum b in 0..log2(c + v_1 + … + v_n): ((bit(v_1, b) + … + bit(v_n, b)) mod m)*m^b`, with naturals v and c >= 1: Moore's function. At all places above
/// those that it runs through, the digits are 0.
pub(crate) struct DigitSums {
    pub(crate) of: Vec<E>,
    pub(crate) modulus: u32,
    /// c + v_1 + … + v_n. The sum is defined exactly where this is.
    pub(crate) whole: E,
}

/// The greatest modulus of sums of digits.
const MODULUS: i64 = 64;

impl DigitSums {
    pub(crate) fn of(e: &E) -> Option<DigitSums> {
        let Expr::Fold(FoldOp::Sum, Over { ranges, filter, body, .. }) = &**e else { return None };
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
        fine.then(|| DigitSums { of, modulus: m as u32, whole: whole.clone() })
    }
}

/// `s = e`, up to the order of the sum, where s is such a sum: s and e.
pub(crate) fn digits_of(e: &E) -> Option<(DigitSums, E)> {
    let (sum, rest) = build::solved(e, |term| DigitSums::of(term).is_some())?;
    Some((DigitSums::of(&sum)?, rest))
}

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
