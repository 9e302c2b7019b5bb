//! The first values, one by one, by the definition.
//!
//! In: a [`Shape`]. Out: G(0), G(1), … as bytes. All other computations here start from these.

use super::read::Shape;
use crate::exact::{byte, index};
use grundy_core::contract::stop::Result;
use grundy_core::contract::{limits::Limits, options::Play};

/// The number of values between two checks of the limits.
const PAUSE: usize = 1 << 20;

/// The first `terms` values. A position without options has the value 0, and 1 in misère play.
///
/// # Errors
/// An interruption; too little memory.
pub fn first(shape: &Shape, play: Play, terms: usize, limits: &Limits) -> Result<Vec<u8>> {
    limits.check(terms as u64, "these values")?;
    let mut values: Vec<u8> = Vec::with_capacity(terms);
    while values.len() < terms {
        limits.interrupted()?;
        for n in values.len()..terms.min(values.len() + PAUSE) {
            let minus = shape.subtract.iter().filter_map(|s| n.checked_sub(index(*s)));
            let over = shape.divide.iter().map(|d| index(*d)).filter(|d| n > 0 && n.is_multiple_of(*d)).map(|d| n / d);
            let used = minus.chain(over).fold(0u64, |used, to| used | 1 << values[to]);
            values.push(if play.is_misere() && used == 0 { 1 } else { byte(used.trailing_ones()) });
        }
    }
    Ok(values)
}
