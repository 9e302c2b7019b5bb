//! Positions and boxes of positions.
//!
//! In: rules, coordinates. Out: a position in the form that every engine takes ([`Lists`]), and the cells of a box in row-major order.

use dashu_int::IBig;

use crate::contract::num::Num;
use grundy_rules::rules::Ruleset;

/// A position: the tuples of every leaf, sorted.
pub type Lists<N> = Vec<Vec<Vec<N>>>;

/// A position's coordinates as lists of one tuple each.
pub fn lists(rules: &Ruleset, position: &[IBig]) -> Lists<IBig> {
    rules.leaves.iter().map(|l| vec![position[l.range()].to_vec()]).collect()
}

/// The same position in 64-bit numbers, if all fit.
#[must_use]
pub fn narrow(position: &Lists<IBig>) -> Option<Lists<i64>> {
    fitted(position)
}

/// The same position in numbers of a kind, if all fit.
#[must_use]
pub fn fitted<N: Num>(position: &Lists<IBig>) -> Option<Lists<N>> {
    let tuple = |t: &Vec<IBig>| t.iter().map(N::from_big).collect::<Option<Vec<N>>>();
    position.iter().map(|tuples| tuples.iter().map(tuple).collect::<Option<Vec<_>>>()).collect()
}

/// The coordinates of a position in which every leaf has one tuple.
#[must_use]
pub fn flat(position: &Lists<i64>) -> Vec<u64> {
    position.iter().flat_map(|t| t[0].iter().map(|x| *x as u64)).collect()
}

/// Does every leaf of the position have exactly one tuple, so that none has split?
#[must_use]
pub fn is_single<N>(position: &Lists<N>) -> bool {
    position.iter().all(|tuples| tuples.len() == 1)
}

/// A coordinate from this number on is far out, beyond tables and searches. Nothing is prepared for positions there until one is asked for.
const FAR_OUT: u64 = 1 << 18;

/// Is a position beyond the reach of tables and searches?
#[must_use]
pub fn is_far_out(position: &Lists<IBig>) -> bool {
    position.iter().flatten().flatten().any(|x| *x >= IBig::from(FAR_OUT))
}

/// Moves to the next position of a box in row-major order; `false` after the last.
pub fn next(at: &mut [u64], hi: &[u64]) -> bool {
    for i in (0..at.len()).rev() {
        if at[i] < hi[i] {
            at[i] += 1;
            return true;
        }
        at[i] = 0;
    }
    false
}

/// The number of cells of a box, or `u64::MAX` if it is greater.
#[must_use]
pub fn box_cells(hi: &[u64]) -> u64 {
    hi.iter().fold(1, |cells: u64, h| cells.saturating_mul(h.saturating_add(1)))
}

/// The strides of a box in row-major order: for each coordinate, the distance between neighbouring cells.
pub fn strides(hi: &[u64]) -> Vec<usize> {
    let mut strides = vec![1usize; hi.len()];
    for i in (1..hi.len()).rev() {
        strides[i - 1] = strides[i] * (hi[i] as usize + 1);
    }
    strides
}
