//! Readers of whole tables against single cells.
//!
//! In: the values of a box, made by any engine, in memory or on disk. Out: the first difference between blocks, counts and surveys of boxes inside it
//! and the same read cell by cell.

use grundy::Values;
use grundy::table::{Survey, next};

/// The first difference, for the whole box and for some inside it.
pub(crate) fn alike(values: &Values) -> Result<(), String> {
    let part = |n: u64, of: u64| values.hi().iter().map(|h| h * n / of).collect::<Vec<u64>>();
    for (lo, hi) in
        [(part(0, 1), part(1, 1)), (part(1, 3), part(1, 1)), (part(0, 1), part(2, 3)), (part(1, 2), part(1, 2))]
    {
        in_box(values, &lo, &hi).map_err(|why| format!("from {lo:?} to {hi:?}, {why}; {}", values.explain()))?;
    }
    Ok(())
}

fn in_box(values: &Values, lo: &[u64], hi: &[u64]) -> Result<(), String> {
    let lens: Vec<u64> = lo.iter().zip(hi).map(|(lo, hi)| hi - lo).collect();
    let (mut offset, mut all) = (vec![0; lo.len()], vec![]);
    loop {
        let at: Vec<u64> = lo.iter().zip(&offset).map(|(lo, o)| lo + o).collect();
        all.push(values.get(&at));
        if !next(&mut offset, &lens) {
            break;
        }
    }
    let mut found = vec![];
    let mut blocks = values.blocks(lo, hi).ok_or("there are no blocks")?;
    while let Some(block) = blocks.next() {
        found.extend((0..block.len()).map(|cell| block.get(cell)));
    }
    if found != all {
        return Err(format!("blocks {found:?}, cells {all:?}"));
    }
    let greatest = all.iter().flatten().max().copied();
    for value in 0..=greatest.unwrap_or(0) + 1 {
        let count = all.iter().filter(|v| **v == Some(value)).count() as u128;
        if values.count(lo, hi, value) != Some(count) {
            return Err(format!("{:?} positions of value {value}, not {count}", values.count(lo, hi, value)));
        }
    }
    let expected = Survey { greatest, complete: all.iter().all(Option::is_some) };
    match values.survey(lo, hi) {
        Some(survey) if survey == expected => Ok(()),
        survey => Err(format!("{survey:?}, not {expected:?}")),
    }
}
