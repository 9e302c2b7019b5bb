//! The quotient with one more generator.
//!
//! In: the quotient of the heaps before a heap of which no element of it does, and its closure. Out: the quotient with the heap, with its own closure as its proof; or
//! why there is none.
//!
//! Outcomes of sums with several heaps of the new size are found for each pair of the closure ([`Levels`]), and the least quotient that has them ([`minimised`]).
//! If its closure shows that the outcomes are not those of all sums, then that quotient tells more sums of the heaps before apart than theirs does. So its closure
//! without the new heap has more pairs, and outcomes are found for each of these.

use super::Quotient;
use super::closure::Closure;
use super::levels::Levels;
use super::minimise::{ELEMENTS, minimised};
use super::monoid::Monoid;
use crate::heaps::Heaps;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;

/// So often is a quotient learnt before it is given up. The heap of 23 of 0.15 takes two rounds; where more were tried, each made the quotient larger.
const ROUNDS: usize = 6;

/// A quotient with its proof, or why there is none.
pub(super) type Learnt<T> = Result<T, String>;

/// Learns the quotient with the next heap.
///
/// # Errors
/// Too little memory, an interruption.
pub(super) fn learn(
    heaps: &Heaps,
    quotient: &Quotient,
    closure: &Closure,
    limits: &Limits,
) -> Result<Learnt<(Quotient, Closure)>> {
    let heap = closure.heaps();
    let mut learnt = match shown(heaps, &quotient.monoid, closure, limits)? {
        Ok(learnt) => learnt,
        Err(why) => return Ok(Err(why)),
    };
    let mut pairs = closure.len();
    for _ in 0..ROUNDS {
        if let Ok(closure) = learnt.closed(heaps, limits)? {
            return Ok(Ok((learnt, closure)));
        }
        learnt.heaps.pop();
        let Some(finer) = learnt.closed(heaps, limits)?.ok().filter(|finer| finer.len() > pairs) else { break };
        pairs = finer.len();
        learnt = match shown(heaps, &learnt.monoid, &finer, limits)? {
            Ok(learnt) => learnt,
            Err(why) => return Ok(Err(why)),
        };
    }
    Ok(Err(format!("the outcomes found with the heap of {heap} are not those of all sums")))
}

/// The quotient that the outcomes for a closure show, whose elements are those of this monoid; or why there is none.
fn shown(heaps: &Heaps, monoid: &Monoid, closure: &Closure, limits: &Limits) -> Result<Learnt<Quotient>> {
    let heap = closure.heaps();
    let Some(levels) = Levels::of(heaps, monoid, closure, limits)? else {
        return Ok(Err(format!("the outcomes with more and more heaps of {heap} do not recur soon")));
    };
    let learnt = minimised(closure, &levels, monoid.most(), limits)?;
    Ok(learnt.ok_or_else(|| format!("with the heap of {heap} the quotient has more than {ELEMENTS} elements")))
}
