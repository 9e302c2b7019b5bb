//! How many positions of a sum have a value, without visiting them.
//!
//! In: the tables of the components, a box, a value, and classes of coordinates that may be exchanged. Out: the number of positions of the box with
//! the value; of the positions that differ by such an exchange, one is counted. Only the components' tables are read: how many positions of
//! each have each value, and the rest is a [`convolution`](crate::store::convolution).

use dashu_int::IBig;
use grundy_rules::rules::symmetry::{Alike, Symmetry};

use super::Blocks;
use super::count::{MOST, histogram, own};
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
    factors(views, (lo, hi), classes).map(|factors| with_value(&factors, value, limits)).transpose()
}

/// How many positions of a sum have a value, one of each orbit: of like components a multiset of the orbits of one. `None` if the table is not made of
/// those of the components, or if the box is not one for like components, or a value is too great for a histogram.
pub(in crate::store) fn count_orbits(
    views: &[View],
    (lo, hi): (&[u64], &[u64]),
    value: u32,
    sum: &[Alike],
    limits: &Limits,
) -> Result<Option<IBig>> {
    let mut factors = vec![];
    for alike in sum {
        let Some(factor) = orbits(views, (lo, hi), alike, limits)? else { return Ok(None) };
        factors.push(factor);
    }
    with_value(&factors, value, limits).map(Some)
}

/// The orbits of like components.
fn orbits(views: &[View], (lo, hi): (&[u64], &[u64]), alike: &Alike, limits: &Limits) -> Result<Option<Factor>> {
    let of = |place: &Vec<usize>, all: &[u64]| place.iter().map(|c| all[*c]).collect::<Vec<u64>>();
    let box_of = |place: &Vec<usize>| (of(place, lo), of(place, hi));
    let has_table = |place: &Vec<usize>| views.iter().any(|view| view.coords == *place);
    let Some(first) = alike.places.first() else { return Ok(None) };
    let own_box = box_of(first);
    let fits = alike.places.iter().all(|place| has_table(place) && box_of(place) == own_box);
    if !fits || !alike.own.keeps(&own_box.0) || !alike.own.keeps(&own_box.1) {
        return Ok(None);
    }
    let Some(view) = views.iter().find(|view| view.coords == *first) else { return Ok(None) };
    let histogram = of_first(own(view, lo, hi), &alike.own, limits)?;
    Ok(histogram.map(|histogram| Factor { histogram, copies: alike.places.len(), choice: Choice::Multiset }))
}

/// How many positions, one of each orbit, have each value; `None` if a value is too great.
fn of_first(mut blocks: Blocks, symmetry: &Symmetry, limits: &Limits) -> Result<Option<Vec<u64>>> {
    if symmetry.is_trivial() {
        return Ok(histogram(blocks));
    }
    let (mut list, mut position) = (vec![], vec![]);
    while let Some(values) = blocks.next().map(|block| (0..block.len()).map(|cell| block.get(cell)).collect::<Vec<_>>())
    {
        limits.interrupted()?;
        for (cell, value) in values.into_iter().enumerate() {
            let Some(value) = value.and_then(|value| usize::try_from(value).ok()) else { continue };
            if value >= MOST {
                return Ok(None);
            }
            blocks.position(cell, &mut position);
            if symmetry.is_first(&position) {
                list.resize(list.len().max(value + 1), 0);
                list[value] += 1;
            }
        }
    }
    Ok(Some(list))
}

/// The choices with a nim-sum.
fn with_value(factors: &[Factor], value: u32, limits: &Limits) -> Result<IBig> {
    let size = convolution::size(factors);
    if value as usize >= size {
        return Ok(IBig::ZERO);
    }
    let wanted = (0..size).map(|sum| sum == value as usize).collect();
    convolution::count(factors, wanted, limits)
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
