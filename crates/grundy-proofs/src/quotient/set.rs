//! Sets of elements of a monoid, as words of bits.
//!
//! In: elements. Out: slices of words, one bit an element; all sets of one monoid have the same length.

/// An element, by its number. The neutral element has the number 0.
pub type Element = u16;

/// The words that a set of so many elements takes.
pub(super) fn words(elements: usize) -> usize {
    elements.div_ceil(64)
}

pub(super) fn insert(set: &mut [u64], element: Element) {
    set[usize::from(element) / 64] |= 1 << (element % 64);
}

/// Have two sets an element in common?
pub(super) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(a, b)| a & b != 0)
}

pub(super) fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|word| *word == 0)
}

/// The elements, in order.
pub(super) fn elements(set: &[u64]) -> impl Iterator<Item = Element> + '_ {
    let of_word = |(first, word): (Element, &u64)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.checked_sub(1)?;
            Some(first + bit as Element)
        })
    };
    (0..).step_by(64).zip(set).flat_map(of_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let mut set = vec![0; words(200)];
        assert!(is_empty(&set));
        let own = [0, 1, 63, 64, 127, 128, 199];
        own.iter().for_each(|x| insert(&mut set, *x));
        assert_eq!(elements(&set).collect::<Vec<_>>(), own);
        assert!(!is_empty(&set));
        let mut other = vec![0; words(200)];
        insert(&mut other, 65);
        assert!(!meet(&set, &other));
        insert(&mut other, 199);
        assert!(meet(&set, &other));
    }
}
