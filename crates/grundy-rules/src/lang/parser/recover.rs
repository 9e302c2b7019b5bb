//! Reading on after a mistake: each item of a file by itself.
//!
//! In: a source's text. Out: a [`File`] in which an item with a mistake stands as [`ItemKind::Wrong`], and all others as
//! they are. The words that begin an item are reserved, and stand nowhere else; so a line that begins with one of them
//! begins an item, whatever is wrong before it.

use std::ops::Range;

use super::Parser;
use crate::lang::ast::{File, Item, ItemKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::source::Span;
use crate::lang::token::tokens_of;

/// The words that begin an item.
const ITEMS: [&str; 6] = ["def", "game", "claim", "table", "erratum", "paper"];

/// Parses a whole rule file; a mistake in one item leaves the others as they are.
pub fn parse_items(source: u32, text: &str) -> File {
    let mut file = File::default();
    for part in parts(text) {
        match one(source, text, part.clone()) {
            Ok(items) => file.items.extend(items),
            Err(error) => file.items.push(wrong(source, text, part, error)),
        }
    }
    file
}

fn one(source: u32, text: &str, part: Range<usize>) -> Result<Vec<Item>, Diagnostic> {
    Ok(Parser::new(tokens_of(source, text, part)?.tokens).file()?.items)
}

/// The parts of a text: what stands before the first item, and then one part for each line that begins an item.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && first_word(line).is_some_and(|word| ITEMS.contains(&word)) {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(text.len());
    starts.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

fn first_word(line: &str) -> Option<&str> {
    line.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

fn wrong(source: u32, text: &str, part: Range<usize>, error: Diagnostic) -> Item {
    let whole = &text[part.clone()];
    let word = first_word(whole).and_then(|first| ITEMS.into_iter().find(|word| *word == first)).unwrap_or("");
    let start = part.end - whole.trim_start().len();
    let span = Span { source, start: start as u32, end: (part.start + whole.trim_end().len()) as u32 };
    let after = text[start + word.len()..part.end].trim_start();
    let name = match after.strip_prefix('"') {
        Some(quoted) => quoted.split(['"', '\n']).next(),
        None => first_word(after),
    };
    let name = name.filter(|name| !word.is_empty() && !name.is_empty()).map(str::to_string);
    Item { kind: ItemKind::Wrong { word, name, error: Box::new(error) }, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words, names and lines of the wrong items, and the number of the others.
    fn read(text: &str) -> (Vec<(&'static str, String, usize)>, usize) {
        let file = parse_items(0, text);
        let line = |span: Span| 1 + text[..span.start as usize].matches('\n').count();
        let wrong = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Wrong { word, name, .. } => Some((*word, name.clone().unwrap_or_default(), line(item.span))),
            _ => None,
        });
        let wrong: Vec<_> = wrong.collect();
        let others = file.items.len() - wrong.len();
        (wrong, others)
    }

    #[test]
    fn a_mistake_stays_in_its_item() {
        let text = "paper \"P\"\ngame a(n) { move n - 1\n# a comment\nclaim \"x\" on a: G = 1 % 2\n\ndef f(n = 2\ngame b(n) {\n  move n -\n}\ndef g = 3";
        let wrong = [("game", "a", 2), ("claim", "x", 4), ("def", "f", 6), ("game", "b", 7)];
        let wrong = wrong.map(|(word, name, line)| (word, name.to_string(), line)).to_vec();
        assert_eq!(read(text), (wrong, 2));
    }

    #[test]
    fn a_text_before_the_first_item_is_an_item_of_its_own() {
        assert_eq!(read("move n - 1\ngame a(n) { move n - 1 }"), (vec![("", String::new(), 1)], 1));
        assert_eq!(read("\u{feff}# only a comment\n"), (vec![], 0));
        assert_eq!(read(""), (vec![], 0));
    }
}
