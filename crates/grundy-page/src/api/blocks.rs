//! Maps from far: one number for a block of cells.
//!
//! In: rows of cells, the side of a block, what a block says. Out: a row of blocks. A P-position is never lost: a block that holds one says so.

use std::ops::Range;

/// A cell without a position, and a block of such cells.
pub(super) const NOWHERE: i64 = i64::MIN;

/// What a block says of its cells that are positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The mean, rounded to the nearest number.
    Mean,
    /// This number, if a cell has it; else another one.
    Any(i64),
    /// The number that most cells have, modulo this one; the least of several.
    Most(u64),
}

/// The blocks of some rows, which are as many as a block is high, or fewer at the end of a table.
pub(super) fn blocks(rows: &[Vec<i64>], side: usize, rule: Rule) -> Vec<i64> {
    let wide = rows.first().map_or(0, Vec::len);
    match rule {
        Rule::Mean => means(rows, wide.div_ceil(side), side),
        Rule::Any(wanted) => any(rows, wide.div_ceil(side), side, wanted),
        Rule::Most(modulus) => {
            (0..wide).step_by(side).map(|left| most(rows, left..wide.min(left + side), modulus)).collect()
        }
    }
}

/// Below this absolute number, the sum of 256 cells has 64 bits.
const SMALL: u64 = 1 << 54;

/// The mean of each block, which most maps ask for: one pass along the rows, in a form that a compiler makes vectors of.
fn means(rows: &[Vec<i64>], count: usize, side: usize) -> Vec<i64> {
    let mut sums = vec![(0i128, 0i128); count];
    for row in rows {
        for (cells, (sum, count)) in row.chunks(side).zip(&mut sums) {
            let number = |cell: &i64| if *cell == NOWHERE { 0 } else { *cell };
            let is_small =
                side <= 256 && cells.iter().fold(true, |all, cell| all & (number(cell).unsigned_abs() < SMALL));
            *sum += match is_small {
                true => i128::from(cells.iter().map(number).sum::<i64>()),
                false => cells.iter().map(|cell| i128::from(number(cell))).sum(),
            };
            *count += i128::from(cells.iter().map(|cell| i64::from(*cell != NOWHERE)).sum::<i64>());
        }
    }
    let mean = |(sum, count): (i128, i128)| (2 * sum + count).checked_div_euclid(2 * count);
    sums.into_iter().map(|block| mean(block).map_or(NOWHERE, |mean| mean as i64)).collect()
}

/// Whether a block has this number; 0 and 1 stand for each other.
fn any(rows: &[Vec<i64>], count: usize, side: usize, wanted: i64) -> Vec<i64> {
    let mut found = vec![NOWHERE; count];
    for row in rows {
        for (cells, block) in row.chunks(side).zip(&mut found) {
            if cells.contains(&wanted) {
                *block = wanted;
            } else if *block == NOWHERE && cells.iter().any(|cell| *cell != NOWHERE) {
                *block = 1 - wanted;
            }
        }
    }
    found
}

/// The most frequent residue of a block, the least of several.
fn most(rows: &[Vec<i64>], columns: Range<usize>, modulus: u64) -> i64 {
    let modulus = i64::try_from(modulus).unwrap_or(i64::MAX);
    let cells = rows.iter().flat_map(|row| &row[columns.clone()]).filter(|cell| **cell != NOWHERE);
    let mut cells: Vec<i64> = cells.map(|cell| cell.rem_euclid(modulus)).collect();
    cells.sort_unstable();
    // Of equally long runs the first is kept, and the numbers rise.
    let longest = |best: (usize, i64), run: &[i64]| if run.len() > best.0 { (run.len(), run[0]) } else { best };
    cells.chunk_by(|a, b| a == b).fold((0, NOWHERE), longest).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_says_what_its_cells_are() {
        let rows = vec![vec![1, 2, 7, NOWHERE], vec![5, 0, 7, NOWHERE]];
        assert_eq!(blocks(&rows, 2, Rule::Mean), [2, 7]);
        assert_eq!(blocks(&rows, 2, Rule::Any(0)), [0, 1]);
        assert_eq!(blocks(&rows, 2, Rule::Most(5)), [0, 2]);
        assert_eq!(blocks(&rows, 3, Rule::Mean), [4, NOWHERE]);
        assert_eq!(blocks(&rows, 3, Rule::Any(7)), [7, NOWHERE]);
        assert_eq!(blocks(&rows, 3, Rule::Most(5)), [2, NOWHERE]);
        assert_eq!(blocks(&[vec![-3, -4]], 2, Rule::Mean), [-3], "halves are rounded up");
        let large = i64::MAX - 1;
        assert_eq!(blocks(&[vec![large, large], vec![large, NOWHERE]], 2, Rule::Mean), [large], "no sum is cut");
    }
}
