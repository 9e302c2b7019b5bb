//! What can be counted without looking at every cell.
//!
//! In: tables, and a box inside them. Out: how many positions of the box have a value, and the greatest value. The whole of a table of cells is read in
//! its own order. Planes of bits are counted by words, a row that stands for several once. Of a sum of components only these are read:
//! with n_i(v) positions of value v in component i, the sum has Σ n_1(v_1) n_2(v_2) … over all v_1 xor v_2 xor … = v, a convolution which Walsh's transform
//! makes a product.

use super::part::{Face, Part};
use super::{Blocks, CellBlock, Survey};

/// How often each value occurs, in a list of a power of two; a sum with greater values is read cell by cell.
const MOST: usize = 1 << 18;

/// How many positions of a box have a value.
pub(in crate::store) fn count(parts: Vec<Part>, whole: &[u64], (lo, hi): (&[u64], &[u64]), value: u32) -> u128 {
    if is_whole(whole, lo, hi)
        && let [part] = &parts[..]
        && let Some(count) = of_all(part, value)
    {
        return count;
    }
    if parts.len() > 1
        && let Some(spectrum) = spectrum(&parts, lo, hi)
    {
        return spectrum.get(value as usize).copied().unwrap_or(0);
    }
    let mut blocks = Blocks::new(parts, lo, hi);
    let mut count = 0;
    while let Some(block) = blocks.next() {
        count += u128::from(block.count(value));
    }
    count
}

/// How many positions whose coordinates do not fall have a value, where a table keeps just those.
pub(in crate::store) fn count_sorted(parts: &[Part], value: u32) -> Option<u128> {
    match parts {
        [Part { face: Face::Expanded(values), .. }] => values.count_sorted(value),
        _ => None,
    }
}

/// The greatest value of a box, and whether positions exist everywhere in it.
pub(in crate::store) fn survey(parts: Vec<Part>, whole: &[u64], lo: &[u64], hi: &[u64]) -> Survey {
    if is_whole(whole, lo, hi)
        && let [part] = &parts[..]
    {
        match part.face {
            Face::Expanded(values) if values.at_hand() => {
                return Survey { greatest: values.greatest(), complete: true };
            }
            _ => {
                if let Some(cells) = part.all() {
                    return cells.survey();
                }
            }
        }
    }
    if parts.len() > 1
        && let Some(spectrum) = spectrum(&parts, lo, hi)
    {
        let greatest = spectrum.iter().rposition(|n| *n > 0).map(|v| v as u32);
        return Survey { greatest, complete: parts.iter().all(|part| read(own(part, lo, hi)).complete) };
    }
    read(Blocks::new(parts, lo, hi))
}

fn is_whole(whole: &[u64], lo: &[u64], hi: &[u64]) -> bool {
    lo.iter().all(|x| *x == 0) && whole == hi
}

fn of_all(part: &Part, value: u32) -> Option<u128> {
    match part.face {
        Face::Expanded(values) => values.at_hand().then(|| values.count(value)),
        _ => part.all().map(|cells| cells.count(value).into()),
    }
}

fn read(mut blocks: Blocks) -> Survey {
    let mut survey = Survey::EMPTY;
    while let Some(block) = blocks.next() {
        survey = survey.and(block.survey());
    }
    survey
}

/// A component by itself.
fn own<'a>(part: &Part<'a>, lo: &[u64], hi: &[u64]) -> Blocks<'a> {
    let of = |all: &[u64]| part.coords.iter().map(|c| all[*c]).collect::<Vec<u64>>();
    Blocks::new(vec![part.alone()], &of(lo), &of(hi))
}

/// How many positions of a sum have each value; `None` if values are too great for lists, or the numbers of positions for 128 bits.
fn spectrum(parts: &[Part], lo: &[u64], hi: &[u64]) -> Option<Vec<u128>> {
    let each: Vec<Vec<u64>> = parts.iter().map(|part| histogram(own(part, lo, hi))).collect::<Option<_>>()?;
    let size = each.iter().map(Vec::len).max()?.next_power_of_two();
    let cells = |list: &Vec<u64>| list.iter().map(|n| u128::from(*n)).sum::<u128>();
    // The products are no greater than the number of all positions, and the last transform adds `size` of them; half the range is for the sign.
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

fn histogram(mut blocks: Blocks) -> Option<Vec<u64>> {
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

/// Numbers beyond the list stand where no position exists.
fn tally(values: impl Iterator<Item = usize>, list: &mut [u64]) {
    values.for_each(|v| {
        if let Some(n) = list.get_mut(v) {
            *n += 1;
        }
    });
}

/// Walsh's transform; done twice it is multiplication by the length.
fn transform(list: &mut [i128]) {
    let mut half = 1;
    while half < list.len() {
        for pair in list.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            low.iter_mut().zip(high).for_each(|(a, b)| (*a, *b) = (*a + *b, *a - *b));
        }
        half *= 2;
    }
}
