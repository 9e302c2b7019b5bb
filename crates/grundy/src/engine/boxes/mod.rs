//! The table by boxes: all values of a box of positions whose moves take any amounts from sets of coordinates.
//!
//! In: the rules of a component whose families take any number, at least 1, from each coordinate of a set S, unconditionally ([`read`]): Moore's and
//! exact Nim, Exco-Nim, hypergraph Nim. Out: the same table as by enumeration, or nothing where the rules are not such, or the sets do not
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
use super::compile::Result;
use super::existence::Existence;
use super::limits::Limits;
use super::mirror::Mirror;
use super::table::{Cell, Cells, How, Table, size};
use crate::rules::Ruleset;

/// Computes the table to `hi` (included), if boxes can.
///
/// # Errors
/// An interruption.
pub(super) fn build_by_boxes(rules: &Arc<Ruleset>, hi: &[u64], misere: bool, limits: &Limits) -> Result<Option<Table>> {
    let (Some(supports), Ok(cells)) = (supports(rules), size(hi, limits)) else { return Ok(None) };
    let most = hi.iter().fold(1u64, |n, h| n.saturating_add(*h));
    let width = if most < u8::MAX.into() { 1 } else { 2 };
    let mut strides = vec![1usize; hi.len()];
    for i in (1..hi.len()).rev() {
        strides[i - 1] = strides[i] * (hi[i] as usize + 1);
    }
    let need = Unions::bytes(&supports, &strides, most).and_then(|b| b.checked_add(cells.checked_mul(width)?));
    if need.is_none_or(|need| need > limits.memory) || most >= u16::MAX.into() {
        return Ok(None);
    }
    let unions = Unions::new(&supports, &strides, most);
    let existence = (!rules.requires.is_empty()).then(|| Existence::new(rules));
    let work = Work { existence, mirror: Mirror::of(rules, hi, &strides), unions, misere, hi, limits };
    let filled = if width == 1 { work.fill(cells)?.map(Cells::One) } else { work.fill(cells)?.map(Cells::Two) };
    Ok(filled.map(|cells| Table::new(strides, cells, How::Boxes)))
}

struct Work<'a> {
    existence: Option<Existence<i64>>,
    mirror: Mirror,
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
        for index in 0..cells.len() {
            if index % 4096 == 0 {
                self.limits.interrupted()?;
            }
            let value = match self.mirror.earlier(&at, index) {
                Some(earlier) => Some(cells[earlier]).filter(|c| *c != T::NONE).map(T::get),
                None => match self.value(index, &at) {
                    Ok(value) => value,
                    Err(_) => return Ok(None),
                },
            };
            self.unions.add(index, &at, value);
            if let Some(value) = value {
                cells[index] = T::of(value).expect("no value is greater than the sum of the bounds");
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

    /// The value of a cell from the sets, if a position exists there.
    fn value(&mut self, index: usize, at: &[i64]) -> Result<Option<u32>> {
        let there = match &mut self.existence {
            Some(existence) => existence.holds(at)?,
            None => true,
        };
        Ok(there.then(|| {
            let (mex, any) = self.unions.mex(index, at);
            if any { mex } else { u32::from(self.misere) }
        }))
    }
}
