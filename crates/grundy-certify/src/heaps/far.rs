//! From which heap on the moves are those of large heaps, and how many values a period asks for.
//!
//! In: rules of heaps, and the numbering of their kinds. Out: [`Moves`], from the least S of some candidates; the bound of Guy and Smith's theorem.

use std::cell::Cell;

use crate::Refusal;
use crate::form::expr::Rules;
use crate::form::numbers::lcm;
use crate::heaps::kinds::Kinds;
use crate::heaps::read::{BUDGET, Moves};
use crate::recurrence::line_options::{MOST_CLASSES, large};
use crate::recurrence::options::modulus;

/// The least S that is tried.
const LEAST: u64 = 4;

/// The moves, from the smallest S of some candidates for which they can be derived.
pub(super) fn read(rules: &Rules, kinds: &Kinds, misere: bool) -> Result<Moves, Refusal> {
    let modulus = modulus(rules, MOST_CLASSES / kinds.of).map_err(Refusal::of)? * kinds.of;
    let constants = (large(rules) + 4) * kinds.of;
    let all = kinds.most() + kinds.of;
    let budget = Cell::new(BUDGET);
    let mut tried = 0;
    let mut why = None;
    for near in [LEAST * kinds.of, 2 * LEAST * kinds.of, constants, 8 * constants]
        .map(|near| near.max(all).next_multiple_of(modulus))
    {
        if near <= tried {
            continue;
        }
        tried = near;
        match Moves::read((rules, kinds, misere), near, modulus, &budget) {
            Ok(moves) => return Ok(moves),
            Err(reason) => why = Some(reason),
        }
    }
    Err(Refusal::of(why.unwrap_or_default()))
}

/// The bound of Guy and Smith's theorem: where no move takes more than `take` tokens or leaves more than `parts` heaps, the equation is needed of all heaps
/// from `least` on that are below it.
pub(super) fn recurs_by(least: u64, period: u64, (take, parts): (u64, u64)) -> Option<u64> {
    sum(&[parts.checked_mul(least), (parts - 1).checked_mul(period), Some(take)])
}

/// For elements of heaps that recur with a period from a preperiod on, in misère play, where no two heaps cancel: B + q, where q is a multiple of the period and of
/// the modulus, and B the bound of the theorem for q. From there on the options of a heap n are those of n - q with the greatest heap q larger.
pub(crate) fn shifted_from(rules: &Rules, preperiod: u64, period: u64) -> Result<u64, Refusal> {
    let moves = read(rules, &Kinds::one(), true)?;
    let (take, parts, _) = moves.most();
    let all = lcm(period, moves.modulus());
    let least = preperiod.max(moves.near);
    let bound = recurs_by(least, all, (take, parts)).map(|bound| bound.max(moves.from()));
    sum(&[bound, Some(all)]).map_or_else(too_many, Ok)
}

pub(super) fn no<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::False(why.into()))
}

pub(super) fn too_many<T>() -> Result<T, Refusal> {
    no("the values that it speaks of are too many for this checker")
}

pub(super) fn sum(terms: &[Option<u64>]) -> Option<u64> {
    terms.iter().try_fold(0u64, |sum, term| sum.checked_add((*term)?))
}
