//! The algorithms of Farr and Ho, section 4, for 2-Star Nim, as printed except for three corrections.
//!
//! In: a level g. Out: the first positions of its g-sequence, or the differences b - a until the machine's state recurs. Only the tests use these
//! algorithms: the [sieve](super::sieve) does the same work on words of bits.

use std::collections::{BTreeSet, HashMap};

/// The least number from `from` on that is not in a set (the paper's Definition 2).
fn mex(from: u64, set: &BTreeSet<u64>) -> u64 {
    (from..).find(|n| !set.contains(n)).unwrap_or(from)
}

/// Algorithm 1: the next term of the sequence `own`. `lower` has the sequences of the levels below, up to terms that are
/// far enough.
pub(super) fn algorithm_1(own: &[(u64, u64)], lower: &[Vec<(u64, u64)>]) -> (u64, u64) {
    // The base is (0, g + 1), as if (0, 0) were taken: with z >= 0 and n = 0 the printed text would give (0, 0) to
    // level 1.
    let taken = |x: u64, y: u64| (x, y) == (0, 0) || lower.iter().any(|level| level.contains(&(x, y)));
    // (1) x_n = mex {x_i, y_i : i < n}.
    let x = mex(0, &own.iter().flat_map(|(x, y)| [*x, *y]).collect());
    // (2) y_n = x_n + z, z the least number such that (a) y_n is no earlier y_i, (b) (x_n, y_n) is in no lower level.
    let free = |y: &u64| own.iter().all(|(_, y_i)| y_i != y) && !taken(x, *y);
    (x, (x..).find(free).unwrap_or(x))
}

/// A column of Algorithm 2: what the algorithm stores for a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Column {
    /// x_n, the first entry of the next term.
    x: u64,
    /// T_n: the last term.
    term: Option<(u64, u64)>,
    /// Y_n: the second entries so far that are greater than the last x.
    later: BTreeSet<u64>,
}

/// Algorithm 2 for all levels below some number. The levels advance in lock step, line by line. Step (2b) needs the terms T_n of lower columns
/// at this x, and the paper does not say how these terms advance; going column by column would lose some of them.
pub(super) struct Algorithm2 {
    line: u64,
    columns: Vec<Column>,
}

impl Algorithm2 {
    pub(super) fn new(levels: usize) -> Algorithm2 {
        Algorithm2 { line: 0, columns: vec![Column::default(); levels] }
    }

    /// Computes one line: for each level its term, if it has one there.
    pub(super) fn line(&mut self) -> Vec<Option<(u64, u64)>> {
        let line = self.line;
        let mut terms = vec![];
        for g in 0..self.columns.len() {
            let own = &self.columns[g];
            if own.x != line {
                terms.push(None);
                continue;
            }
            // (2) The least z such that (a) x_n + z is not in Y_n, (b) (x_n, x_n + z) is no T_n of a lower column.
            let taken = |y: u64| (line, y) == (0, 0) || self.columns[..g].iter().any(|c| c.term == Some((line, y)));
            let y = (line..).find(|y| !own.later.contains(y) && !taken(*y)).unwrap_or(line);
            // (3) T_n and Y_n become those of n + 1; (1) x_(n + 1) = mex_(x_n + 1) Y.
            let own = &mut self.columns[g];
            own.term = Some((line, y));
            own.later.insert(y);
            own.x = mex(line + 1, &own.later);
            own.later.retain(|y| *y > line);
            terms.push(Some((line, y)));
        }
        self.line += 1;
        terms
    }
}

/// Algorithm 3: Algorithm 2 with x_n of the last column subtracted from everything, which makes it a finite state
/// machine.
pub(super) struct Algorithm3 {
    /// For each column x_n and Y_n, both less the line.
    columns: Vec<(u64, Vec<u64>)>,
    /// Has the first line been done? Before it (0, 0) is taken.
    begun: bool,
}

/// The preperiod and the period of the differences of a level, counted in terms.
pub(super) type Repeats = (usize, usize);

impl Algorithm3 {
    pub(super) fn new(levels: usize) -> Algorithm3 {
        Algorithm3 { columns: vec![(0, vec![]); levels], begun: false }
    }

    /// Computes one line: z_n for each column that has a term there.
    fn line(&mut self) -> Vec<Option<u64>> {
        let mut taken: BTreeSet<u64> = if self.begun { BTreeSet::new() } else { [0].into() };
        self.begun = true;
        let mut out = vec![];
        for (x, later) in &mut self.columns {
            let z = (*x == 0).then(|| {
                let z = (0..).find(|z| !later.contains(z) && !taken.contains(z)).unwrap_or(0);
                taken.insert(z);
                later.push(z);
                *x = (1..).find(|n| !later.contains(n)).unwrap_or(1);
                z
            });
            out.push(z);
            // In the next line all entries are less by 1.
            *x -= 1;
            later.retain(|y| *y > 0);
            later.iter_mut().for_each(|y| *y -= 1);
            later.sort_unstable();
        }
        out
    }

    /// Theorem 4: the differences of the last level, until the state before one of its terms recurs. The entries of the state are 0 to 3g +
    /// 3, which are 3g + 4 numbers.
    pub(super) fn differences(mut self) -> (Vec<u64>, Repeats) {
        let g = self.columns.len() as u64 - 1;
        let mut seen: HashMap<Vec<(u64, Vec<u64>)>, usize> = HashMap::new();
        let mut differences = vec![];
        loop {
            let has_term = self.columns.last().is_some_and(|(x, _)| *x == 0);
            if has_term && self.begun {
                assert!(self.columns.iter().all(|(x, later)| later.iter().chain([x]).all(|n| *n <= 3 * g + 3)));
                if let Some(first) = seen.insert(self.columns.clone(), differences.len()) {
                    let period = differences.len() - first;
                    return (differences, (first, period));
                }
            }
            differences.extend(self.line().pop().flatten());
        }
    }
}
