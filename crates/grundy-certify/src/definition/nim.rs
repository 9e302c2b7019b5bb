//! Nim multiplication, for certificates.
//!
//! In: natural numbers below 2^127. Out: nim-products, inverses and square roots. Let F = 2^(2^k) be the greatest such power that is no greater than the
//! numbers. Then F ⊗ F = F ⊕ F/2, and F ⊗ a = F·a for a < F (Conway, On Numbers and Games, chapter 6). The nonzero numbers below F² are a group of
//! F² - 1 elements, so inverses and square roots are powers.

/// The nim-product.
pub(crate) fn product(a: u128, b: u128) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = 1 << a.max(b).ilog2().ilog2();
    let below = (1u128 << half) - 1;
    let ((a1, a0), (b1, b0)) = ((a >> half, a & below), (b >> half, b & below));
    let squares = product(a1, b1);
    let high = squares ^ product(a1, b0) ^ product(a0, b1);
    let low = product(a0, b0) ^ product(squares, 1 << (half - 1));
    high << half | low
}

/// The number of digits of the least field that has a number.
fn digits(a: u128) -> u32 {
    (u128::BITS - a.leading_zeros()).max(1).next_power_of_two()
}

/// The nim-inverse; none of 0.
pub(crate) fn inverse(a: u128) -> Option<u128> {
    // In a field of 2^d elements the inverse is the power 2^d - 2 = 2 + 4 + … + 2^(d - 1).
    let (mut power, mut result) = (a, 1);
    for _ in 1..digits(a) {
        power = product(power, power);
        result = product(result, power);
    }
    (a != 0).then_some(result)
}

/// The nim-square root.
pub(crate) fn square_root(a: u128) -> u128 {
    (1..digits(a)).fold(a, |power, _| product(power, power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_definition() {
        const TO: usize = 24;
        let mut known = vec![vec![0u128; TO]; TO];
        for a in 0..TO {
            for b in 0..TO {
                let options: Vec<u128> = (0..a)
                    .flat_map(|x| (0..b).map(move |y| (x, y)))
                    .map(|(x, y)| known[x][b] ^ known[a][y] ^ known[x][y])
                    .collect();
                known[a][b] = (0..).find(|v| !options.contains(v)).expect("a number");
                assert_eq!(product(a as u128, b as u128), known[a][b], "{a}, {b}");
            }
        }
    }

    #[test]
    fn inverses_and_roots_invert() {
        for a in (1u128..300).chain([1 << 20, (1 << 64) + 3, (1 << 126) + (1 << 77) + 5, u128::MAX >> 1]) {
            assert_eq!(product(a, inverse(a).expect("an inverse")), 1, "{a}");
            assert_eq!(product(square_root(a), square_root(a)), a, "{a}");
        }
        assert_eq!((inverse(0), square_root(0)), (None, 0));
    }
}
