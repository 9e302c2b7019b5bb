//! The nearest name to a misspelt one.
//!
//! In: a word and the names that would be right. Out: the name at the smallest edit distance (a swap of two
//! neighbouring letters counts one), if it is near enough for a typing error.

use strsim::osa_distance;

/// The nearest of `names` to `found`, if their distance is at most a third of the length of `found`.
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if found.len() > 64 {
        return None;
    }
    let limit = found.chars().count().max(3) / 3;
    names
        .into_iter()
        .filter(|n| n.len() <= 64 && *n != found)
        .map(|n| (osa_distance(&found.to_lowercase(), &n.to_lowercase()), n))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, n)| n)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        assert_eq!(nearest("wythof", ["nim", "wythoff"]), Some("wythoff"));
        assert_eq!(nearest("satr_nim", ["slow_nim", "star_nim"]), Some("star_nim"));
        assert_eq!(nearest("chess", ["nim", "wythoff"]), None);
        assert_eq!(nearest("c", ["a", "C"]), Some("C"));
    }
}
