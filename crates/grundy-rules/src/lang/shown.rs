//! What a message shows of a text from outside.
//!
//! In: a sentence in which a text, a name or a number of any length may stand. Out: the sentence, if it is not long; otherwise the beginning and the end of each long word
//! in it, and of the whole. A file may hold a string of millions of characters, and a move may lead to a number of as many digits.

/// The most bytes of a sentence that is left as it is, and the most characters of any other.
const LONG: usize = 2000;
/// The characters that are shown of the beginning and of the end of a word.
const WORD: (usize, usize) = (60, 20);

/// The sentence as it is shown.
#[must_use]
pub fn shown(text: String) -> String {
    if text.len() <= LONG {
        return text;
    }
    let words: String = text.split_inclusive(char::is_whitespace).map(|word| ends(word, WORD)).collect();
    ends(&words, (LONG * 3 / 4, LONG / 4))
}

/// The first and the last characters, if there are more than these.
fn ends(text: &str, (first, last): (usize, usize)) -> String {
    let head = text.char_indices().nth(first).map(|(at, _)| at);
    let tail = text.char_indices().nth_back(last.saturating_sub(1)).map(|(at, _)| at);
    match head.zip(tail) {
        Some((head, tail)) if head < tail => format!("{}…{}", &text[..head], &text[tail..]),
        _ => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_shown_by_their_ends() {
        let short = format!("at the position ({})", "1".repeat(1900));
        assert_eq!(shown(short.clone()), short);
        let long = format!("at the position (12{}89), ä", "ö".repeat(5000));
        let seen = shown(long);
        assert_eq!(seen, format!("at the position (12{}…{}89), ä", "ö".repeat(57), "ö".repeat(15)));
    }

    #[test]
    fn many_words_are_shown_by_their_ends() {
        let words: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
        let seen = shown(words.join(" "));
        assert_eq!(seen.chars().count(), LONG + 1);
        assert!(seen.starts_with("0 1 2 ") && seen.ends_with(" 9998 9999") && seen.contains('…'), "{seen}");
    }
}
