//! The rows of a table by steps, numbered so that options come first.
//!
//! In: the bounds of the outer coordinates. Out: numbers of rows. Without symmetry they count in row-major order; with it only sorted outer
//! coordinates x1 <= … <= xm have a row, of rank Σ C(x_i + i - 1, i) (colexicographic), so that lowering an entry lowers the rank. Either way
//! the rows that share their leading coordinates, the first ones or the greatest one, are consecutive: a slab.

/// How rows are numbered.
#[derive(Debug)]
pub(super) enum Rows {
    /// For each outer coordinate its number of values, and the distance of rows.
    All { sizes: Vec<u64>, strides: Vec<usize> },
    /// For each place of a sorted tuple and each value, what it adds to the rank.
    Sorted { ranks: Vec<Vec<usize>>, hi: u64 },
}

impl Rows {
    /// All outer coordinates.
    pub(super) fn all(hi: &[u64]) -> Rows {
        let sizes: Vec<u64> = hi.iter().map(|h| h + 1).collect();
        let mut strides = vec![1usize; sizes.len()];
        for i in (1..sizes.len()).rev() {
            strides[i - 1] = strides[i].saturating_mul(sizes[i] as usize);
        }
        Rows::All { sizes, strides }
    }

    /// Sorted outer coordinates, so many, all with the same bound.
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

    /// How many rows.
    pub(super) fn count(&self) -> usize {
        match self {
            Rows::All { sizes, .. } => sizes.iter().fold(1usize, |n, s| n.saturating_mul(*s as usize)),
            Rows::Sorted { ranks, hi } => ranks.iter().map(|r| r[*hi as usize]).fold(1usize, usize::saturating_add),
        }
    }

    /// How many there would be if coordinates were not sorted.
    pub(super) fn of_box(&self) -> usize {
        match self {
            Rows::All { .. } => self.count(),
            Rows::Sorted { ranks, hi } => ranks.iter().fold(1usize, |n, _| n.saturating_mul(*hi as usize + 1)),
        }
    }

    /// How many coordinates lead, so that there are about so many slabs or more, and the first rows of all slabs, then the number of rows.
    pub(super) fn slabs(&self, wanted: u64) -> (usize, Vec<usize>) {
        match self {
            Rows::All { sizes, strides } => {
                let mut slabs = 1;
                let enough = |size: &u64| {
                    slabs *= size;
                    slabs >= wanted
                };
                let leading = sizes.iter().position(enough).map_or(sizes.len(), |last| last + 1);
                let (count, stride) = (self.count(), leading.checked_sub(1).map_or(1, |last| strides[last]));
                (leading, (0..=count / stride).map(|slab| slab * stride).collect())
            }
            Rows::Sorted { ranks, .. } => {
                let firsts = ranks.last().map_or(vec![0], |greatest| greatest.clone());
                (1, firsts.into_iter().chain([self.count()]).collect())
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
                    // The greatest value that adds no more than what is left.
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
                // Colexicographic: the first entry that can grow below its right neighbour, those before it back to 0.
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

    /// The slab of the row with these outer coordinates, of which so many lead, and its number inside the slab; sorts them where only sorted
    /// ones have rows.
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

/// Short and nearly sorted lists.
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
