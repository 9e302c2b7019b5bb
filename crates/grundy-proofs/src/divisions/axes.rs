//! The directions of the lattice of quotients.
//!
//! In: divisors. Out: bases such that every divisor is a product of their powers. The bases are the divisors themselves if none is a product of
//! rational powers of others; otherwise they are coprime in pairs. For powers of one number the only base is a common root.

use grundy_core::read::arithmetic::gcd;

/// Bases, and the divisors as products of their powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axes {
    pub bases: Vec<u64>,
    /// For each divisor, the exponents of all bases.
    pub steps: Vec<Vec<u32>>,
}

impl Axes {
    /// For distinct divisors, at least 2.
    pub(super) fn of(divisors: &[u64]) -> Axes {
        let coprime = coprime(divisors);
        let exponents: Vec<Vec<u32>> = divisors.iter().map(|d| exponents(*d, &coprime)).collect();
        if rank(&exponents) < divisors.len() {
            return Axes { bases: coprime, steps: exponents };
        }
        let unit = |k: usize| (0..divisors.len()).map(|axis| u32::from(axis == k)).collect();
        Axes { bases: divisors.to_vec(), steps: (0..divisors.len()).map(unit).collect() }
    }
}

/// Numbers above 1, coprime in pairs, such that all given numbers are products of their powers.
fn coprime(numbers: &[u64]) -> Vec<u64> {
    let mut found: Vec<u64> = vec![];
    let mut open = numbers.to_vec();
    while let Some(n) = open.pop() {
        if n == 1 || found.contains(&n) {
            continue;
        }
        match found.iter().position(|f| gcd(*f, n) > 1) {
            None => found.push(n),
            Some(k) => {
                let other = found.swap_remove(k);
                let common = gcd(other, n);
                open.extend([common, other / common, n / common]);
            }
        }
    }
    found.sort_unstable();
    found
}

fn exponents(mut n: u64, bases: &[u64]) -> Vec<u32> {
    let of = |base: &u64| {
        let mut exponent = 0;
        while n.is_multiple_of(*base) {
            (n, exponent) = (n / base, exponent + 1);
        }
        exponent
    };
    bases.iter().map(of).collect()
}

/// The rank of a matrix, by elimination without fractions.
fn rank(rows: &[Vec<u32>]) -> usize {
    let mut rows: Vec<Vec<i128>> = rows.iter().map(|r| r.iter().map(|x| i128::from(*x)).collect()).collect();
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|r| rows[*r][column] != 0) else { continue };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let lead = &above[rank];
        for row in below {
            let (a, b) = (lead[column], row[column]);
            row.iter_mut().zip(lead).for_each(|(x, y)| *x = *x * a - *y * b);
            let common = row.iter().fold(0u64, |g, x| gcd(g, u64::try_from(x.unsigned_abs()).unwrap_or(1)));
            if common > 1 {
                row.iter_mut().for_each(|x| *x /= i128::from(common));
            }
        }
        rank += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_as_few_as_can_be() {
        let is = |divisors: &[u64], bases: &[u64], steps: &[&[u32]]| {
            let axes = Axes::of(divisors);
            assert_eq!(
                (&axes.bases[..], axes.steps.iter().map(Vec::as_slice).collect::<Vec<_>>()),
                (bases, steps.to_vec())
            );
        };
        is(&[2, 3], &[2, 3], &[&[1, 0], &[0, 1]]);
        is(&[2, 4], &[2], &[&[1], &[2]]);
        is(&[4, 8], &[2], &[&[2], &[3]]);
        is(&[9], &[9], &[&[1]]);
        is(&[6, 12], &[6, 12], &[&[1, 0], &[0, 1]]);
        is(&[2, 3, 6], &[2, 3], &[&[1, 0], &[0, 1], &[1, 1]]);
        is(&[12, 18, 216], &[2, 3], &[&[2, 1], &[1, 2], &[3, 3]]);
    }
}
