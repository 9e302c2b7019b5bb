//! Why a play ends: a sum of multiples of the coordinates that every move lowers.
//!
//! In: the factors that a certificate names. Out: formulas, which must hold at every position. A factor may be below 0 only where its coordinate has a
//! bound.

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules, short};
use crate::form::keys::list;
use crate::say::moves::Speaker;
use crate::say::sets::{Set, Sum};

/// The factors.
pub(crate) type Falls = Vec<i128>;

/// Reads the key `falls`.
pub(crate) fn read(object: &Map<String, Value>, width: usize) -> Result<Falls> {
    let factor = |factor: &Value| match factor.as_i64() {
        Some(factor) if (-64..=64).contains(&factor) => Ok(i128::from(factor)),
        _ => Err(format!("{} is no factor of `falls`", short(factor))),
    };
    let falls = list(object, "falls")?.iter().map(factor).collect::<Result<Falls>>()?;
    match falls.len() == width {
        true => Ok(falls),
        false => Err(format!("its `falls` has {} factors, and positions have {width} coordinates", falls.len())),
    }
}

/// Every move from a position lowers the sum, and every coordinate with a factor below 0 is at most 1.
pub(crate) fn holds(speaker: &mut Speaker, rules: &Rules, falls: &Falls, at: &[Sum]) -> Result<Set> {
    let measure = |at: &[Sum]| at.iter().zip(falls).try_fold(Sum::default(), |sum, (x, k)| sum.plus(*k, x));
    let from = measure(at)?;
    let up = speaker.moves(rules, at, &mut |speaker, parts| {
        let parts = parts.iter().map(|to| speaker.sets.at_most(&from, &measure(to)?));
        let parts = parts.collect::<Result<Vec<Set>>>()?;
        Ok(speaker.sets.or(parts))
    })?;
    let mut parts = vec![speaker.sets.not(up)];
    for (x, _) in at.iter().zip(falls).filter(|(_, k)| **k < 0) {
        parts.push(speaker.sets.at_most(x, &Sum::number(1))?);
    }
    Ok(speaker.sets.and(parts))
}

/// The rank of a position: the sum, less the least number that it may be.
pub(crate) fn rank(falls: &Falls, at: &[Sum]) -> Result<Sum> {
    let least = falls.iter().filter(|k| **k < 0).fold(Sum::default(), |least, k| Sum { one: least.one - k, ..least });
    at.iter().zip(falls).try_fold(least, |sum, (x, k)| sum.plus(*k, x))
}
