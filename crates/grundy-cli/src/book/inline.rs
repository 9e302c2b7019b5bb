//! A paragraph of Markdown as plain text: links and emphasis lose their marks, code keeps its own.

use super::wrap::{HARD_BLANK, length};

/// The longest code that is not broken at the end of a line.
const WHOLE: usize = 32;

/// The text, without the marks of links and emphasis.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = match c {
            '`' => code(rest, &mut out),
            '[' => link(rest, &mut out),
            '<' => small(rest, &mut out),
            '*' if is_emphasis(&out, rest) => rest.trim_start_matches('*'),
            '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => one(&rest[1..], &mut out),
            _ => one(rest, &mut out),
        };
    }
    out
}

/// Copies one character.
fn one<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let end = rest.chars().next().map_or(0, char::len_utf8);
    out.push_str(&rest[..end]);
    &rest[end..]
}

/// Writes indices and powers as `_` and `^`.
fn small<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let marks = [("<sub>", "_"), ("</sub>", ""), ("<sup>", "^"), ("</sup>", "")];
    match marks.iter().find_map(|(mark, sign)| Some((sign, rest.strip_prefix(mark)?))) {
        Some((sign, after)) => {
            out.push_str(sign);
            after
        }
        None => one(rest, out),
    }
}

/// Copies code with its marks; short code stays on one line.
fn code<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let marks = rest.len() - rest.trim_start_matches('`').len();
    let (mark, inside) = rest.split_at(marks);
    let Some(end) = inside.find(mark) else { return one(rest, out) };
    let code = inside[..end].replace('\n', " ");
    let whole = length(&code) <= WHOLE;
    out.push('`');
    out.push_str(&if whole { code.trim().replace(' ', &HARD_BLANK.to_string()) } else { code.trim().to_string() });
    out.push('`');
    &inside[end + marks..]
}

/// Copies the words of a link, without its address.
fn link<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let Some((words, after)) = rest[1..].split_once("](").filter(|(words, _)| are_words_of_link(words)) else {
        return one(rest, out);
    };
    let Some((_, after)) = after.split_once(')') else { return one(rest, out) };
    out.push_str(&plain(words));
    after
}

/// Does `[words](` begin one link, with no bracket outside of code?
fn are_words_of_link(words: &str) -> bool {
    words.split('`').step_by(2).all(|words| !words.contains(['[', ']']))
}

/// Does an asterisk open or close emphasis? One between blanks or digits is a product.
fn is_emphasis(before: &str, rest: &str) -> bool {
    let after = rest.trim_start_matches('*').chars().next();
    let is_word = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
    let last = before.chars().last();
    let opens = is_word(after) && !last.is_some_and(char::is_alphanumeric);
    let closes = is_word(last) && !after.is_some_and(char::is_alphanumeric);
    opens || closes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_away() {
        assert_eq!(plain("see [The `G` of it](language.md#g), *if* **any**"), "see The `G` of it, if any");
        assert_eq!(plain("[`value GAME`](#value)"), "`value\u{a0}GAME`");
        assert_eq!(plain("3*n and 2 * 3, x[i] (a)"), "3*n and 2 * 3, x[i] (a)");
        assert_eq!(plain("`a*b*c` and `[x](y)`"), "`a*b*c` and `[x](y)`");
        assert_eq!(plain("b<sub>n</sub> < 7·10<sup>7</sup>"), "b_n < 7·10^7");
        assert_eq!(plain("an open ` and \\*"), "an open ` and *");
    }
}
