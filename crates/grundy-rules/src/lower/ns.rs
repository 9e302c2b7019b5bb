//! The NS-property of functions (Manabe, Miyadera & Suetsugu, Definition 9): floor(z/2^i) = floor(z'/2^i) implies
//! floor(f(z)/2^(i-1)) = floor(f(z')/2^(i-1)), for all z, z' and i >= 1.
//!
//! In: a function as an expression of one or two variables, a bound n. Out: the first neighbours z, z + 1 below n that break the property.
//! Neighbours suffice: z and z + 1 lie in one block of length 2^i exactly if i > t, the number of trailing zeros of z + 1. The sharpest of the
//! conditions for these i is floor(f(z)/2^t) = floor(f(z+1)/2^t), and every block is a chain of neighbours. The condition f(0) = 0 is not part of
//! the property.

use std::collections::BTreeMap;

use dashu_int::IBig;

use crate::rules::evaluate::{Evaluator, Failure, NoAtoms};
use crate::rules::expr::{E, Expr, Tree};

/// The most steps that the evaluation of all values together may take.
const STEPS: u64 = 50_000_000;

type Undefined = (Vec<i64>, String);

/// Does the function depend only on the variables made for it, which are numbered from `first` to `next` - 1?
pub(super) fn closed(f: &E, first: usize, next: usize) -> bool {
    !f.any_number(&mut |e| match e {
        Expr::Coord(_) | Expr::Ask(..) => true,
        Expr::Var(v) => !(first..next).contains(v),
        _ => false,
    })
}

/// The first place where the property fails, in words.
///
/// # Errors
/// Arguments at which the function is not defined, and why.
pub(super) fn breaks(f: &E, vars: &[usize], n: i64) -> Result<Option<String>, Undefined> {
    let mut steps = STEPS;
    if let [z] = vars {
        let found = slice(n, &mut |i| value(f, &[(*z, i)], &mut steps))?;
        return Ok(found.map(|(z, t, a, b)| sentence(&format!("{z} and {}", z + 1), t, &a, &b)));
    }
    let (x, z) = (vars[0], vars[1]);
    for fixed in 0..n {
        if let Some((i, t, a, b)) = slice(n, &mut |i| value(f, &[(x, fixed), (z, i)], &mut steps))? {
            return Ok(Some(sentence(&format!("({fixed}, {i}) and ({fixed}, {})", i + 1), t, &a, &b)));
        }
        if let Some((i, t, a, b)) = slice(n, &mut |i| value(f, &[(x, i), (z, fixed)], &mut steps))? {
            return Ok(Some(sentence(&format!("({i}, {fixed}) and ({}, {fixed})", i + 1), t, &a, &b)));
        }
    }
    Ok(None)
}

fn sentence(at: &str, t: u32, a: &IBig, b: &IBig) -> String {
    format!("the NS-property fails at {at}: the values {a} and {b} differ after division by 2^{t}")
}

type Break = (i64, u32, IBig, IBig);

fn slice(n: i64, f: &mut dyn FnMut(i64) -> Result<IBig, Undefined>) -> Result<Option<Break>, Undefined> {
    if n == 0 {
        return Ok(None);
    }
    let mut last = f(0)?;
    for z in 0..n - 1 {
        let next = f(z + 1)?;
        let t = (z + 1).trailing_zeros();
        if last.clone() >> t as usize != next.clone() >> t as usize {
            return Ok(Some((z, t, last, next)));
        }
        last = next;
    }
    Ok(None)
}

fn value(f: &E, at: &[(usize, i64)], steps: &mut u64) -> Result<IBig, Undefined> {
    let vars: BTreeMap<usize, IBig> = at.iter().map(|(v, i)| (*v, IBig::from(*i))).collect();
    let mut evaluator = Evaluator { coords: &[], vars, atoms: &mut NoAtoms, steps: *steps };
    let value = evaluator.int(f);
    *steps = evaluator.steps;
    value.map_err(|failure| {
        let why = match failure {
            Failure::Undefined(_, why) => why,
            Failure::Steps => "this takes too many steps".to_string(),
        };
        (at.iter().map(|(_, i)| *i).collect(), why)
    })
}
