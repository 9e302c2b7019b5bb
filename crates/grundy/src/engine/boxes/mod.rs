//! The table by boxes: all values of a box of positions whose moves take any amounts from sets of coordinates.
//!
//! In: the rules of a component whose families take any number, at least 1, from each coordinate of a set S, unconditionally ([`read`]): Moore's and
//! exact Nim, Exco-Nim, hypergraph Nim. Out: the same table as by enumeration, or the reason where the rules are not such, or the sets do not
//! fit the memory.
//!
//! The options by S of a cell p are the cells q with q_i < p_i for i in S and q_i = p_i elsewhere. With C_S(p) the set of values of the
//! cells q with q_i <= p_i for i in S, they have the values C_S(p - 1_S), and C_S(p) is the union of its neighbours C_S(p - 1_i), i in S, and
//! of the cell's own value. So a few words' unions replace a product of ranges. A move lowers the sum of the coordinates, so no value is
//! greater than the sum of the bounds.

mod read;
mod unions;

use std::sync::Arc;

use self::read::supports;
use self::unions::Unions;
use super::compile::{Result, Stop};
use super::existence::Existence;
use super::limits::Limits;
use super::reason::{Made, Reason};
use super::table::{Cell, Cells, How, Table, size};
use crate::lang::Kind;
use crate::rules::Ruleset;

/// Computes the table to `hi` (included), if boxes can.
///
/// # Errors
/// An interruption; more cells than the memory holds.
pub(super) fn build_by_boxes(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Made<Table> {
    let (supports, cells) = match (supports(rules), size(hi, limits)) {
        (Ok(supports), Ok(cells)) => (supports, cells),
        (Err(reason), _) => return Ok(Err(reason)),
        (_, Err(Stop::Error(error))) if error.kind == Kind::Limit => return Ok(Err(Reason::limit(&error))),
        (_, Err(stop)) => return Err(stop),
    };
    let most = hi.iter().fold(1u64, |n, h| n.saturating_add(*h));
    let width = if most < u8::MAX.into() { 1 } else { 2 };
    let mut strides = vec![1usize; hi.len()];
    for i in (1..hi.len()).rev() {
        strides[i - 1] = strides[i] * (hi[i] as usize + 1);
    }
    let need = Unions::bytes(&supports, &strides, most).and_then(|b| b.checked_add(cells.checked_mul(width)?));
    if most >= u16::MAX.into() {
        return Ok(Err(Reason::gives_up("the bounds add up to more than 2^16 - 2, and so might the values")));
    }
    if need.is_none_or(|need| need > limits.memory) {
        return Ok(Err(Reason::memory(need, limits)));
    }
    let unions = Unions::new(&supports, &strides, most);
    let work =
        Work { existence: (!rules.requires.is_empty()).then(|| Existence::new(rules)), unions, misere, hi, limits };
    let filled = if width == 1 { work.fill(cells)?.map(Cells::One) } else { work.fill(cells)?.map(Cells::Two) };
    let table = filled.map(|cells| Table::new(strides, cells, How::Boxes));
    Ok(table.ok_or_else(|| Reason::gives_up("a `require` is not defined at some cell")))
}

struct Work<'a> {
    existence: Option<Existence<i64>>,
    unions: Unions,
    misere: bool,
    hi: &'a [u64],
    limits: &'a Limits,
}

impl Work<'_> {
    /// All cells in row-major order; nothing where a `require` is not defined, which the plain table says better.
    fn fill<T: Cell>(mut self, count: u64) -> Result<Option<Vec<T>>> {
        let mut cells = vec![T::NONE; count as usize];
        let mut at = vec![0i64; self.hi.len()];
        for (index, cell) in cells.iter_mut().enumerate() {
            if index % 4096 == 0 {
                self.limits.interrupted()?;
            }
            let there = match &mut self.existence {
                Some(existence) => existence.holds(&at),
                None => Ok(true),
            };
            let Ok(there) = there else { return Ok(None) };
            let value = there.then(|| {
                let (mex, any) = self.unions.mex(index, &at);
                if any { mex } else { u32::from(self.misere) }
            });
            self.unions.add(index, &at, value);
            if let Some(value) = value {
                *cell = T::of(value).expect("no value is greater than the sum of the bounds");
            }
            for (x, h) in at.iter_mut().zip(self.hi).rev() {
                if (*x as u64) < *h {
                    *x += 1;
                    break;
                }
                *x = 0;
            }
        }
        Ok(Some(cells))
    }
}
