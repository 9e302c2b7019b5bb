//! Copies the cells above the diagonal of a square plane to those below it.
//!
//! In: a square whose coordinates may be exchanged, filled on and above its diagonal. Out: the same square, filled everywhere. The rows are
//! halved: the cells of the lower half to the left of its own square on the diagonal are copied from the upper half, in several threads; then each
//! half is again such a square.

use grundy_core::contract::join::together;
use grundy_core::contract::limits::Limits;
use grundy_core::store::cells::Cell;

/// The side of the blocks that are copied at once: a block fits the first-level cache.
const BLOCK: usize = 64;

/// Areas with fewer cells are copied by one thread.
const THREADED: usize = 1 << 16;

/// Fills the rows from `from` to `to` to the left of the diagonal; all rows above are filled. After an interruption some cells are left as they are.
pub(super) fn fill<T: Cell>(cells: &mut [T], side: usize, from: usize, to: usize, limits: &Limits) {
    let threads = limits.threads();
    let (above, own) = cells[..to * side].split_at_mut(from * side);
    if from > 0 {
        left(above, 0, own, side, (threads, limits));
    }
    halves(own, from, side, (threads, limits));
}

/// Fills the square on the diagonal that belongs to these rows, the first of which has the number `first`.
fn halves<T: Cell>(rows: &mut [T], first: usize, side: usize, (threads, limits): (usize, &Limits)) {
    let count = rows.len() / side;
    if count <= BLOCK {
        for row in 1..count {
            for column in 0..row {
                rows[row * side + first + column] = rows[column * side + first + row];
            }
        }
        return;
    }
    let half = count / 2;
    let (upper, lower) = rows.split_at_mut(half * side);
    left(upper, first, lower, side, (threads, limits));
    if threads < 2 || count * count < THREADED {
        halves(upper, first, side, (1, limits));
        halves(lower, first + half, side, (1, limits));
        return;
    }
    together(|crew| {
        crew.spawn(|| halves(upper, first, side, (threads / 2, limits)));
        halves(lower, first + half, side, (threads.div_ceil(2), limits));
    });
}

/// Copies the mirror image of `upper` to the rows of `lower`, which follow those of `upper`.
fn left<T: Cell>(upper: &[T], first: usize, lower: &mut [T], side: usize, (threads, limits): (usize, &Limits)) {
    let number = first + upper.len() / side;
    let rows = lower.len() / side;
    if threads < 2 || upper.len() / side * rows < THREADED {
        return blocks(upper, first, lower, (number, side), limits);
    }
    let share = rows.div_ceil(threads).next_multiple_of(BLOCK);
    together(|crew| {
        for (k, own) in lower.chunks_mut(share * side).enumerate() {
            crew.spawn(move || blocks(upper, first, own, (number + k * share, side), limits));
        }
    });
}

/// The same, block by block; `number` is the number of the first row of `lower`.
fn blocks<T: Cell>(upper: &[T], first: usize, lower: &mut [T], (number, side): (usize, usize), limits: &Limits) {
    for (k, own) in lower.chunks_mut(BLOCK * side).enumerate() {
        if limits.interrupted().is_err() {
            return;
        }
        let place = number + k * BLOCK;
        let height = own.len() / side;
        for (b, above) in upper.chunks(BLOCK * side).enumerate() {
            let column = first + b * BLOCK;
            for (c, source) in above.chunks_exact(side).enumerate() {
                let source = &source[place..place + height];
                own[column + c..].iter_mut().step_by(side).zip(source).for_each(|(cell, value)| *cell = *value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_below_the_diagonal_is_that_above_it() {
        for (side, cuts, threads) in
            [(1, vec![1], 1), (70, vec![70], 1), (700, vec![16, 300, 700], 1), (699, vec![48, 699], 5)]
        {
            let upper = |i: usize| if i / side <= i % side { (i * 7919) as u32 } else { 0 };
            let mut cells: Vec<u32> = (0..side * side).map(upper).collect();
            let mut from = 0;
            for to in cuts {
                fill(&mut cells, side, from, to, &Limits { threads, ..Limits::default() });
                from = to;
            }
            for (i, cell) in cells.iter().enumerate() {
                let (row, column) = (i / side, i % side);
                assert_eq!(*cell, upper(row.min(column) * side + row.max(column)), "{row}, {column} of {side}");
            }
        }
    }
}
