//! Paragraphs in lines of a width; no word is broken.

/// A blank at which no line ends.
pub const HARD_BLANK: char = '\u{a0}';

/// The lines of a paragraph, each of at most a given number of characters unless a word alone is longer.
#[must_use]
pub fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// The same as one text.
///
/// ```
/// assert_eq!(grundy_format::wrap::wrapped("a bb ccc", 6), "a bb\nccc");
/// ```
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    lines(text, width).join("\n")
}

/// The number of characters.
#[must_use]
pub fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped() {
        assert_eq!(wrapped("a bb ccc\ndddd", 6), "a bb\nccc\ndddd");
        assert_eq!(wrapped("a b\u{a0}c d", 4), "a\nb\u{a0}c\nd");
        assert_eq!(wrapped("abcdefgh ij", 4), "abcdefgh\nij");
    }
}
