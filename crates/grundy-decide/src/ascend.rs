//! Variables that a condition puts in order.
//!
//! In: a condition such as `a <= b <= c`. Out: numbers for the variables that meet it whatever the new variables are: a, a + d, a + d + e. Every choice of
//! values that meets the condition is one of these, so nothing is lost; and automata need not remember which of several numbers is the greater.
//! Behind a conjunct that may be undefined nothing is put in order: that conjunct is evaluated where the order does not hold, too.

use dashu_int::IBig;
use grundy_automata::Formulas;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, Expr, Tree};

use super::NotExpressible;
use super::number::Sum;

/// Numbers for so many variables, of which a condition holds; in ascending order, if this loses nothing.
pub(crate) fn variables(
    all: &mut Formulas,
    count: usize,
    filter: &C,
    ascend: bool,
) -> Result<Vec<Sum>, NotExpressible> {
    let mut below: Vec<Option<(usize, i64)>> = vec![None; count];
    if ascend {
        (1..count).for_each(|i| below[i] = Some((i - 1, 0)));
    } else {
        for conjunct in build::conjuncts(filter).into_iter().take_while(|conjunct| conjunct.total()) {
            if let Some((low, high, least)) = at_most(&conjunct)
                && below[high].is_none()
                && !is_above(&below, low, high)
            {
                below[high] = Some((low, least));
            }
        }
    }
    let mut found: Vec<Option<Sum>> = vec![None; count];
    (0..count).map(|i| number(all, &below, &mut found, i)).collect()
}

fn number(
    all: &mut Formulas,
    below: &[Option<(usize, i64)>],
    found: &mut [Option<Sum>],
    i: usize,
) -> Result<Sum, NotExpressible> {
    if let Some(known) = &found[i] {
        return Ok(known.clone());
    }
    let own = Sum::var(all.fresh());
    let sum = match below[i] {
        None => own,
        Some((low, least)) => number(all, below, found, low)?.plus(&own, 1)?.plus(&Sum::constant(least), 1)?,
    };
    found[i] = Some(sum.clone());
    Ok(sum)
}

/// Is a variable above another, by what is known so far?
fn is_above(below: &[Option<(usize, i64)>], mut i: usize, other: usize) -> bool {
    loop {
        if i == other {
            return true;
        }
        match below[i] {
            Some((low, _)) => i = low,
            None => return false,
        }
    }
}

/// `x_i + c <= x_j` with a natural c: i, j and c.
fn at_most(e: &C) -> Option<(usize, usize, i64)> {
    let Cond::NonPos(inner) = &**e else { return None };
    let (constant, terms) = build::linear(inner);
    let [(a, k), (b, l)] = &terms[..] else { return None };
    let (Expr::Coord(a), Expr::Coord(b)) = (&**a, &**b) else { return None };
    let least = i64::try_from(constant).ok().filter(|c| *c >= 0)?;
    let minus = IBig::from(-1);
    if k.is_one() && *l == minus {
        Some((*a, *b, least))
    } else {
        (l.is_one() && *k == minus).then_some((*b, *a, least))
    }
}
