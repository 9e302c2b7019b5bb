//! Numbers the rows of a table by steps so that options have smaller numbers.
//!
//! In: the bounds of the outer coordinates. Out: the numbers of rows. Without symmetry, rows are numbered in row-major order. With symmetry, only
//! sorted outer coordinates x1 <= … <= xm have a row, of rank Σ C(x_i + i - 1, i) (colexicographic), so that lowering an entry lowers the rank.
//! Either way the rows that share their leading coordinates are consecutive: a slab. The leading coordinates are the first ones, or with symmetry
//! the greatest one.

/// A numbering of rows.
#[derive(Debug)]
pub(super) enum Rows {
    /// Rows for all outer coordinates: for each coordinate, its number of values and its stride.
    All { sizes: Vec<u64>, strides: Vec<usize> },
    /// Rows for sorted outer coordinates: for each place and each value, what it adds to the rank.
    Sorted { ranks: Vec<Vec<usize>>, hi: u64 },
}

impl Rows {
    /// Rows for all outer coordinates up to `hi`.
    pub(super) fn all(hi: &[u64]) -> Rows {
        let sizes: Vec<u64> = hi.iter().map(|h| h.saturating_add(1)).collect();
        let mut strides = vec![1usize; sizes.len()];
        for i in (1..sizes.len()).rev() {
            strides[i - 1] = strides[i].saturating_mul(sizes[i] as usize);
        }
        Rows::All { sizes, strides }
    }

    /// Rows for `outer` sorted coordinates, all with the bound `hi`.
    pub(super) fn sorted(outer: usize, hi: u64) -> Rows {
        let mut ranks: Vec<Vec<usize>> = vec![];
        for place in 1..=outer {
            // C(x + place - 1, place) as a running sum of the place before.
            let mut row = vec![0usize];
            for x in 1..=hi as usize {
                let before = ranks.last().map_or(1, |r: &Vec<usize>| r[x]);
                let before = if place == 1 { 1 } else { before };
                row.push(row[x - 1].saturating_add(before));
            }
            ranks.push(row);
        }
        Rows::Sorted { ranks, hi }
    }

    /// The number of rows.
    pub(super) fn count(&self) -> usize {
        match self {
            Rows::All { sizes, .. } => sizes.iter().fold(1usize, |n, s| n.saturating_mul(*s as usize)),
            Rows::Sorted { ranks, hi } => ranks.iter().map(|r| r[*hi as usize]).fold(1usize, usize::saturating_add),
        }
    }

    /// The number of rows in the box, sorted or not.
    pub(super) fn of_box(&self) -> usize {
        match self {
            Rows::All { .. } => self.count(),
            Rows::Sorted { ranks, hi } => ranks.iter().fold(1usize, |n, _| n.saturating_mul(*hi as usize + 1)),
        }
    }

    /// The number of leading coordinates, chosen so that there are at least about `wanted` slabs; and the first rows of all slabs, followed by the
    /// number of rows.
    pub(super) fn slabs(&self, wanted: u64) -> (usize, Vec<usize>) {
        match self {
            Rows::All { sizes, strides } => {
                let (leading, _) = leading(sizes, wanted);
                let (count, stride) = (self.count(), leading.checked_sub(1).map_or(1, |last| strides[last]));
                (leading, (0..=count / stride).map(|slab| slab * stride).collect())
            }
            Rows::Sorted { ranks, .. } => {
                let firsts = ranks.last().map_or(vec![0], |greatest| greatest.clone());
                (1, firsts.into_iter().chain([self.count()]).collect())
            }
        }
    }

    /// A bound on how many rows back the option by a step lies; `taken` are the amounts it takes from the outer coordinates.
    ///
    /// For sorted entries: if some entries are lowered and all are sorted again, no entry grows. In total the entries fall by the sum of `taken`, so
    /// at most this many entries fall, and none falls by more than the greatest amount taken. The decrease of the rank when an entry falls grows with
    /// the entry and with its place.
    pub(super) fn reach(&self, taken: &[u32]) -> usize {
        let sum = |terms: &mut dyn Iterator<Item = usize>| terms.fold(0usize, usize::saturating_add);
        match self {
            Rows::All { strides, .. } => {
                sum(&mut taken.iter().zip(strides).map(|(t, s)| s.saturating_mul(*t as usize)))
            }
            Rows::Sorted { ranks, hi } => {
                let (hi, most) = (*hi as usize, taken.iter().max().map_or(0, |t| *t as usize));
                let fallen = sum(&mut taken.iter().map(|t| *t as usize));
                sum(&mut ranks.iter().rev().take(fallen).map(|rank| rank[hi] - rank[hi.saturating_sub(most)]))
            }
        }
    }

    /// The bytes of the lists that number rows and slabs, before they are made; `wanted` as in [`Rows::slabs`].
    pub(super) fn list_bytes(hi: &[u64], sorted: bool, wanted: u64) -> u64 {
        const EACH: u64 = size_of::<(usize, usize)>() as u64;
        match (sorted, hi.first()) {
            (true, Some(hi_of_all)) => hi_of_all.saturating_add(2).saturating_mul(8 * hi.len() as u64 + EACH),
            _ => {
                let sizes: Vec<u64> = hi.iter().map(|h| h.saturating_add(1)).collect();
                leading(&sizes, wanted).1.saturating_add(1).saturating_mul(EACH)
            }
        }
    }

    /// The outer coordinates of a row.
    pub(super) fn at(&self, row: usize) -> Vec<u32> {
        let mut rest = row;
        match self {
            Rows::All { sizes, strides } => {
                let coordinate = |(size, stride): (&u64, &usize)| ((row / stride) as u64 % size) as u32;
                sizes.iter().zip(strides).map(coordinate).collect()
            }
            Rows::Sorted { ranks, .. } => {
                let mut at = vec![0; ranks.len()];
                for (x, rank) in at.iter_mut().zip(ranks).rev() {
                    // The greatest value that adds no more than the rest of the rank.
                    let value = rank.partition_point(|r| *r <= rest) - 1;
                    rest -= rank[value];
                    *x = value as u32;
                }
                at
            }
        }
    }

    /// Moves to the next row; `false` after the last.
    pub(super) fn next(&self, at: &mut [u32]) -> bool {
        match self {
            Rows::All { sizes, .. } => {
                for (x, size) in at.iter_mut().zip(sizes).rev() {
                    if u64::from(*x) + 1 < *size {
                        *x += 1;
                        return true;
                    }
                    *x = 0;
                }
                false
            }
            Rows::Sorted { hi, .. } => {
                // Colexicographic order: raise the first entry that is less than its right neighbour, and set those before it to 0.
                for i in 0..at.len() {
                    let limit = at.get(i + 1).copied().map_or(*hi, u64::from);
                    if u64::from(at[i]) < limit {
                        at[i] += 1;
                        at[..i].fill(0);
                        return true;
                    }
                }
                false
            }
        }
    }

    /// The slab of the row with these outer coordinates, of which `leading` lead, and the number of the row inside the slab. Sorts the coordinates if
    /// only sorted ones have rows.
    pub(super) fn number(&self, at: &mut [u32], leading: usize) -> (usize, usize) {
        match self {
            Rows::All { strides, .. } => {
                let stride = leading.checked_sub(1).map_or(1, |last| strides[last]);
                let terms = at.iter().zip(strides).map(|(x, s)| *x as usize * s);
                let (mut slab, mut inside) = (0, 0);
                terms.enumerate().for_each(|(i, t)| *if i < leading { &mut slab } else { &mut inside } += t);
                (slab / stride, inside)
            }
            Rows::Sorted { ranks, .. } => {
                insertion_sort(at);
                let Some((greatest, rest)) = at.split_last() else { return (0, 0) };
                let inside = rest.iter().zip(ranks).map(|(x, rank)| rank[*x as usize]).sum();
                (*greatest as usize, inside)
            }
        }
    }
}

/// The number of leading coordinates, chosen so that there are at least `wanted` slabs if possible, and the number of slabs.
fn leading(sizes: &[u64], wanted: u64) -> (usize, u64) {
    let mut slabs = 1u64;
    let enough = |size: &u64| {
        slabs = slabs.saturating_mul(*size);
        slabs >= wanted
    };
    let leading = sizes.iter().position(enough).map_or(sizes.len(), |last| last + 1);
    (leading, slabs)
}

/// Sorts a short and nearly sorted list.
fn insertion_sort(list: &mut [u32]) {
    for i in 1..list.len() {
        let mut j = i;
        while j > 0 && list[j - 1] > list[j] {
            list.swap(j - 1, j);
            j -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statement of [`Rows::reach`], for all steps from all rows; where rows are not sorted some step goes as far.
    #[test]
    fn no_option_lies_farther_back_than_told() {
        for rows in [Rows::sorted(1, 7), Rows::sorted(2, 6), Rows::sorted(3, 6), Rows::all(&[4, 3, 2])] {
            let all: Vec<Vec<u32>> = (0..rows.count()).map(|row| rows.at(row)).collect();
            let steps = Rows::all(&vec![3; all[0].len()]);
            let number = |at: &[u32]| {
                let (slab, inside) = rows.number(&mut at.to_vec(), 1);
                rows.slabs(1).1[slab] + inside
            };
            for taken in (1..steps.count()).map(|step| steps.at(step)) {
                let lies = |from: &&Vec<u32>| from.iter().zip(&taken).all(|(x, t)| x >= t);
                let back = |from: &Vec<u32>| {
                    let to: Vec<u32> = from.iter().zip(&taken).map(|(x, t)| x - t).collect();
                    number(from) - number(&to)
                };
                let farthest = all.iter().filter(lies).map(back).max().unwrap_or(0);
                let (told, sorted) = (rows.reach(&taken), matches!(rows, Rows::Sorted { .. }));
                assert!(farthest <= told && (sorted || farthest == 0 || farthest == told), "{taken:?} of {rows:?}");
            }
        }
    }

    #[test]
    fn rows_are_numbered_in_order() {
        for rows in [Rows::sorted(3, 5), Rows::sorted(1, 7), Rows::all(&[2, 3, 1])] {
            let mut at = rows.at(0);
            let mut number = 0;
            let (leading, firsts) = rows.slabs(4);
            loop {
                let (slab, inside) = rows.number(&mut at.clone(), leading);
                assert_eq!(firsts[slab] + inside, number, "{at:?}");
                assert_eq!(rows.at(number), at);
                number += 1;
                if !rows.next(&mut at) {
                    break;
                }
            }
            assert_eq!((number, firsts.last()), (rows.count(), Some(&rows.count())));
        }
    }
}
