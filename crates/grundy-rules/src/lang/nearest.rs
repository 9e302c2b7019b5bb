//! The nearest name to a misspelt one.
//!
//! In: a word and the names that would be right. Out: the name at the smallest edit distance (a swap of two
//! neighbouring letters counts one), if it is near enough for a typing error; else the shortest name that begins with the word.

use strsim::osa_distance;

/// The least number of letters that stand for a longer name.
const BEGINNING: usize = 3;

/// The nearest of `names` to `found`, if their distance is at most a third of the length of `found`; else the shortest one that `found` begins.
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if found.len() > 64 {
        return None;
    }
    let limit = found.chars().count().max(3) / 3;
    let names: Vec<&str> = names.into_iter().filter(|n| n.len() <= 64 && *n != found).collect();
    let misspelt = names
        .iter()
        .map(|n| (osa_distance(&found.to_lowercase(), &n.to_lowercase()), *n))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, n)| n);
    let begun = || names.iter().filter(|n| n.starts_with(found)).min_by_key(|n| n.len()).copied();
    misspelt.or_else(|| begun().filter(|_| found.len() >= BEGINNING))
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

    #[test]
    fn a_beginning_stands_for_the_shortest_name() {
        assert_eq!(nearest("kayl", ["nim", "kayles", "kayles_two"]), Some("kayles"));
        assert_eq!(nearest("ka", ["nim", "kayles"]), None);
    }
}
