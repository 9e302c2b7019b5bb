//! Maps from far: one number for a block of cells.
//!
//! In: rows of cells, the side of a block, what a block says. Out: a row of blocks. A P-position is never lost: a block that holds one says so.

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
    if rule == Rule::Mean {
        return means(rows, wide, side);
    }
    let mut held = vec![];
    let block = |left: usize| {
        held.clear();
        let right = (left + side).min(wide);
        held.extend(rows.iter().flat_map(|row| &row[left..right]).copied().filter(|cell| *cell != NOWHERE));
        match rule {
            _ if held.is_empty() => NOWHERE,
            Rule::Any(wanted) if held.contains(&wanted) => wanted,
            Rule::Any(wanted) => 1 - wanted,
            Rule::Most(modulus) => most(&mut held, modulus),
            Rule::Mean => NOWHERE,
        }
    };
    (0..wide).step_by(side).map(block).collect()
}

/// The mean of each block, which most maps ask for: one pass along the rows.
fn means(rows: &[Vec<i64>], wide: usize, side: usize) -> Vec<i64> {
    let mut sums = vec![(0i128, 0i128); wide.div_ceil(side)];
    for row in rows {
        for (cells, (sum, count)) in row.chunks(side).zip(&mut sums) {
            for cell in cells {
                if *cell != NOWHERE {
                    *sum += i128::from(*cell);
                    *count += 1;
                }
            }
        }
    }
    let mean = |(sum, count): (i128, i128)| (2 * sum + count).checked_div_euclid(2 * count);
    sums.into_iter().map(|block| mean(block).map_or(NOWHERE, |mean| mean as i64)).collect()
}

/// The most frequent residue, the least of several.
fn most(cells: &mut [i64], modulus: u64) -> i64 {
    let modulus = i64::try_from(modulus).unwrap_or(i64::MAX);
    cells.iter_mut().for_each(|cell| *cell = cell.rem_euclid(modulus));
    cells.sort_unstable();
    // Of equally long runs the first is kept, and the numbers rise.
    let longest = |best: (usize, i64), run: &[i64]| if run.len() > best.0 { (run.len(), run[0]) } else { best };
    cells.chunk_by(|a, b| a == b).fold((0, 0), longest).1
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
        assert_eq!(blocks(&[vec![-3, -4]], 2, Rule::Mean), [-3], "halves are rounded up");
    }
}
