//! The nearest of a few words to a misspelt one.
//!
//! In: the word found and the known words. Out: the known word at the least edit
//! distance, if it is small. The library has a similar function for names in
//! rules; the chores must also run while the library does not build.

/// The nearest word of `known`, if its distance is at most half the length of `found`.
pub(crate) fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let found = found.to_lowercase();
    let limit = found.chars().count() / 2;
    known
        .iter()
        .map(|&name| (distance(&found, name), name))
        .filter(|&(slips, _)| slips <= limit)
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, name)| name)
}

/// The number of letters to insert, delete, change, or swap with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let change = above[j] + usize::from(a[i] != b[j]);
            let mut best = change.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, slips) in [
            ("", "", 0),
            ("", "test", 4),
            ("test", "", 4),
            ("test", "test", 0),
            ("tset", "test", 1),
            ("tests", "test", 1),
            ("est", "test", 1),
            ("best", "test", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a, b), slips, "{a} {b}");
        }
    }

    #[test]
    fn near_and_far() {
        assert_eq!(nearest("TSET", &["bench", "test"]), Some("test"));
        assert_eq!(nearest("frobnicate", &["bench", "test"]), None);
        assert_eq!(nearest("", &["bench", "test"]), None);
    }
}
