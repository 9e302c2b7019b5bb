//! First cousins of octal codes.
//!
//! In: the digits of a code. Out: those of the game with one token less in every heap, where a heap of one token has no move.
//!
//! Let the digit d1 be even and d0 be 0 or 4, so that no move can be made from a heap of one token. Then every heap keeps one token for ever, and a heap of n tokens is played as one of m = n - 1. A
//! move that takes k tokens of n and leaves nothing takes all m = k - 1. One that leaves a heap of n - k >= 1 tokens takes k of m, and leaves a heap or
//! nothing. One that leaves two heaps takes k + 1 of m, since each of the two keeps a token, and leaves two heaps, one, or none. So G(n) of the code is
//! G(n - 1) of its *first cousin*, whose digit k has 1 if the digit k + 1 has 1, 3 if the digit k has 2, and 7 if the digit k - 1 has 4 (Winning Ways, chapter
//! 4, has 0.07 and 0.137, 4.0 and 0.7). A code whose digit d1 is odd is in *standard form*.

fn is_octal(digits: &[u8]) -> bool {
    digits.iter().all(|digit| *digit <= 7) && matches!(digits.first(), Some(0 | 4))
}

/// The first cousin; `None` if the code is not octal, or if a heap of one token has a move.
pub(super) fn first_cousin(digits: &[u8]) -> Option<Vec<u8>> {
    let none = digits.get(1).is_none_or(|digit| digit & 1 == 0);
    (is_octal(digits) && none).then(|| {
        let has = |k: usize, bit: u8| digits.get(k).is_some_and(|digit| digit & bit != 0);
        let digit = |k: usize| {
            let parts = [(has(k + 1, 1), 1), (has(k, 2), 3), (has(k - 1, 4), 7)];
            parts.into_iter().filter(|(there, _)| *there).fold(0, |digit, (_, bits)| digit | bits)
        };
        shortest(std::iter::once(0).chain((1..=digits.len()).map(digit)).collect())
    })
}

/// The code in standard form to which first cousins lead; `None` if the code is not octal. Zeros lead to zeros.
pub(super) fn standard_form(digits: &[u8]) -> Option<Vec<u8>> {
    let mut code = is_octal(digits).then(|| shortest(digits.to_vec()))?;
    while let Some(cousin) = first_cousin(&code).filter(|_| code.iter().any(|digit| *digit != 0)) {
        code = cousin;
    }
    Some(code)
}

/// The code without zeros at its end, with one digit after the point at least.
fn shortest(mut digits: Vec<u8>) -> Vec<u8> {
    while digits.len() > 2 && digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cousins_that_are_known() {
        for (code, cousin) in [(&[0, 0, 7][..], &[0, 1, 3, 7][..]), (&[4, 0], &[0, 7]), (&[0, 0, 3], &[0, 1, 3])] {
            assert_eq!(first_cousin(code).as_deref(), Some(cousin));
        }
        assert_eq!(standard_form(&[0, 0, 0, 3]).as_deref(), Some(&[0, 1, 1, 3][..]));
        assert_eq!(standard_form(&[0, 7, 7, 0]).as_deref(), Some(&[0, 7, 7][..]));
        assert_eq!(standard_form(&[0, 0, 0]).as_deref(), Some(&[0, 0][..]));
        for none in [&[0, 1][..], &[0, 7, 7], &[0, 0, 8], &[2, 0, 7]] {
            assert_eq!(first_cousin(none), None);
        }
    }
}
