//! Counts and surveys of a box, without visiting every cell where possible.
//!
//! In: tables, and a box inside them. Out: how many positions of the box have a given value, and the greatest value. If the box is the whole
//! table, its cells are read in their own order. Planes of bits are counted by words; a row that is stored once for several is counted once. For a sum,
//! only the components are read: with n_i(v) positions of value v in component i, the sum has Σ n_1(v_1) n_2(v_2) … over all
//! v_1 xor v_2 xor … = v. This convolution is a product after the Walsh transform. [`sums`](super::sums) counts beyond 128 bits, and multisets.

use super::view::{ValueSource, View};
use super::{Blocks, CellBlock, Survey};
use crate::store::convolution::transform;

/// The greatest length of a histogram; a sum with greater values is read cell by cell.
pub(super) const MOST: usize = 1 << 18;

/// How many positions of a box have a value.
pub(in crate::store) fn count(views: Vec<View>, whole: &[u64], (lo, hi): (&[u64], &[u64]), value: u32) -> u128 {
    if is_whole(whole, lo, hi)
        && let [view] = &views[..]
        && let Some(count) = of_all(view, value)
    {
        return count;
    }
    if views.len() > 1
        && let Some(spectrum) = spectrum(&views, lo, hi)
    {
        return spectrum.get(value as usize).copied().unwrap_or(0);
    }
    let mut blocks = Blocks::new(views, lo, hi);
    let mut count = 0;
    while let Some(block) = blocks.next() {
        count += u128::from(block.count(value));
    }
    count
}

/// How many positions with x1 <= x2 <= … have a value, if the table stores exactly those positions.
pub(in crate::store) fn count_sorted(views: &[View], value: u32) -> Option<u128> {
    match views {
        [View { source: ValueSource::Expanded(values), .. }] => values.count_sorted(value),
        _ => None,
    }
}

/// The greatest value of a box, and whether positions exist everywhere in it.
pub(in crate::store) fn survey(views: Vec<View>, whole: &[u64], lo: &[u64], hi: &[u64]) -> Survey {
    if is_whole(whole, lo, hi)
        && let [view] = &views[..]
    {
        match view.source {
            ValueSource::Expanded(values) if values.at_hand() => {
                return Survey { greatest: values.greatest(), complete: true };
            }
            _ => {
                if let Some(cells) = view.all() {
                    return cells.survey();
                }
            }
        }
    }
    if views.len() > 1
        && let Some(spectrum) = spectrum(&views, lo, hi)
    {
        let greatest = spectrum.iter().rposition(|n| *n > 0).map(|v| v as u32);
        return Survey { greatest, complete: views.iter().all(|view| read(own(view, lo, hi)).complete) };
    }
    read(Blocks::new(views, lo, hi))
}

fn is_whole(whole: &[u64], lo: &[u64], hi: &[u64]) -> bool {
    lo.iter().all(|x| *x == 0) && whole == hi
}

fn of_all(view: &View, value: u32) -> Option<u128> {
    match view.source {
        ValueSource::Expanded(values) => values.at_hand().then(|| values.count(value)),
        _ => view.all().map(|cells| cells.count(value).into()),
    }
}

fn read(mut blocks: Blocks) -> Survey {
    let mut survey = Survey::EMPTY;
    while let Some(block) = blocks.next() {
        survey = survey.and(block.survey());
    }
    survey
}

/// The box of one component.
pub(super) fn own<'a>(view: &View<'a>, lo: &[u64], hi: &[u64]) -> Blocks<'a> {
    let of = |all: &[u64]| view.coords.iter().map(|c| all[*c]).collect::<Vec<u64>>();
    Blocks::new(vec![view.alone()], &of(lo), &of(hi))
}

/// How many positions of a sum have each value; `None` if a value is too great for a histogram, or a count for 128 bits.
fn spectrum(views: &[View], lo: &[u64], hi: &[u64]) -> Option<Vec<u128>> {
    let each: Vec<Vec<u64>> = views.iter().map(|view| histogram(own(view, lo, hi))).collect::<Option<_>>()?;
    let size = each.iter().map(Vec::len).max()?.next_power_of_two();
    let cells = |list: &Vec<u64>| list.iter().map(|n| u128::from(*n)).sum::<u128>();
    // A product is at most the number of all positions, and the last transform adds `size` of them; one bit is the sign.
    each.iter().map(cells).try_fold(2 * size as u128, u128::checked_mul)?;
    let mut product = vec![1i128; size];
    for list in &each {
        let mut own: Vec<i128> = list.iter().map(|n| i128::from(*n)).collect();
        own.resize(size, 0);
        transform(&mut own);
        product.iter_mut().zip(&own).for_each(|(p, x)| *p *= x);
    }
    transform(&mut product);
    Some(product.into_iter().map(|n| n.unsigned_abs() / size as u128).collect())
}

pub(super) fn histogram(mut blocks: Blocks) -> Option<Vec<u64>> {
    let mut list = vec![];
    while let Some(block) = blocks.next() {
        let most = block.survey().greatest.map_or(0, |g| g as usize + 1);
        if most > MOST {
            return None;
        }
        list.resize(list.len().max(most), 0);
        match block {
            CellBlock::One(cells) => tally(cells.iter().map(|c| *c as usize), &mut list),
            CellBlock::Two(cells) => tally(cells.iter().map(|c| *c as usize), &mut list),
            CellBlock::Four(cells) => tally(cells.iter().map(|c| *c as usize), &mut list),
        }
    }
    Some(list)
}

/// Counts values; numbers beyond the list mean that no position exists.
fn tally(values: impl Iterator<Item = usize>, list: &mut [u64]) {
    values.for_each(|v| {
        if let Some(n) = list.get_mut(v) {
            *n += 1;
        }
    });
}
