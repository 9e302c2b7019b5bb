//! How many positions of a sum have a value, without visiting them.
//!
//! In: the tables of the components, a box, a value, and classes of coordinates that may be exchanged. Out: the number of positions of the box with
//! the value; of the positions that differ by such an exchange, one is counted. Only the components' tables are read: how many positions of
//! each have each value, and the rest is a [`convolution`](crate::store::convolution).

use dashu_int::IBig;

use super::count::{histogram, own};
use super::view::View;
use crate::contract::limits::Limits;
use crate::contract::stop::Result;
use crate::store::convolution::{self, Choice, Factor};

/// The number of positions of a sum with a value; `None` if a value is too great for a histogram, or a class is not one of components of one coordinate.
pub(in crate::store) fn count(
    views: &[View],
    (lo, hi): (&[u64], &[u64]),
    value: u32,
    classes: &[Vec<usize>],
    limits: &Limits,
) -> Result<Option<IBig>> {
    let Some(factors) = factors(views, (lo, hi), classes) else { return Ok(None) };
    let size = convolution::size(&factors);
    if value as usize >= size {
        return Ok(Some(IBig::ZERO));
    }
    let wanted = (0..size).map(|sum| sum == value as usize).collect();
    convolution::count(&factors, wanted, limits).map(Some)
}

/// The components in groups of like ones.
fn factors(views: &[View], (lo, hi): (&[u64], &[u64]), classes: &[Vec<usize>]) -> Option<Vec<Factor>> {
    let mut factors: Vec<Factor> = vec![];
    for class in classes {
        let first = *class.first()?;
        let alone = |c: usize| views.iter().find(|view| view.coords == [c]);
        let alike = |c: &usize| alone(*c).is_some() && (lo[*c], hi[*c]) == (lo[first], hi[first]);
        if !class.iter().all(alike) {
            return None;
        }
        let histogram = histogram(own(alone(first)?, lo, hi))?;
        factors.push(Factor { histogram, copies: class.len(), choice: Choice::Multiset });
    }
    for view in views.iter().filter(|view| !classes.iter().flatten().any(|c| view.coords.contains(c))) {
        let histogram = histogram(own(view, lo, hi))?;
        match factors.iter_mut().find(|factor| factor.choice == Choice::Tuple && factor.histogram == histogram) {
            Some(factor) => factor.copies += 1,
            None => factors.push(Factor { histogram, copies: 1, choice: Choice::Tuple }),
        }
    }
    Some(factors)
}
