//! A position that moves may have split, as [`Game::show_parts`] writes it: `2 + 5`, `(1 + 1),3`, `nothing`.
//!
//! In: the text. Out: the tuples of every leaf, sorted. A position that has not split is read as any other.

use dashu_int::IBig;

use super::{Result, Session};
use crate::lang::{Code, Diagnostic};
use crate::lower::Game;

/// What a leaf without tuples is written as.
const NOTHING: &str = "nothing";

impl Session {
    /// Is a position written as one that moves have split? Only a position that has not split shows how many entries its game has.
    ///
    /// ```
    /// # use grundy_rules::session::Session;
    /// assert!(Session::is_split("(2 + 5),3") && !Session::is_split("5,3"));
    /// ```
    #[must_use]
    pub fn is_split(position: &str) -> bool {
        position.contains('+') || position.contains(NOTHING)
    }

    /// The tuples of every leaf of a position that may have split.
    ///
    /// ```
    /// # use grundy_rules::session::Session;
    /// let mut session = Session::new();
    /// let game = session.game("kayles + nim[1]", None)?;
    /// let parts = session.parts(&game, "(2 + 5),3")?;
    /// assert_eq!(game.show_parts(&parts), "(2 + 5),3");
    /// # Ok::<(), grundy_rules::lang::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no position of this game.
    pub fn parts(&mut self, game: &Game, text: &str) -> Result<Vec<Vec<Vec<IBig>>>> {
        let leaves = &game.rules.leaves;
        let alone = leaves.len() == 1;
        if !Session::is_split(text) {
            let position = self.position(game, text)?;
            return Ok(leaves.iter().map(|leaf| vec![position[leaf.range()].to_vec()]).collect());
        }
        let wrong = || {
            let message = format!("`{text}` is no position of `{}` that moves have split", game.text);
            Diagnostic::new(Code::Entries, message)
                .help(format!("it is written as {} with `2 + 5` for parts", game.pattern()))
        };
        let mut pieces = if alone { vec![text] } else { outside(text, ',') }.into_iter();
        let mut lists = vec![];
        for leaf in leaves {
            let piece = pieces.next().ok_or_else(wrong)?.trim();
            let mut tuples = vec![];
            if piece.contains('+') {
                for part in outside(if alone { piece } else { bare(piece) }, '+') {
                    tuples.push(self.tuple(bare(part.trim()), leaf.len)?.ok_or_else(wrong)?);
                }
            } else if piece != NOTHING {
                let mut all = vec![piece];
                all.extend(pieces.by_ref().take(if alone { 0 } else { leaf.len.saturating_sub(1) }));
                tuples.push(self.tuple(&all.join(","), leaf.len)?.ok_or_else(wrong)?);
            }
            if tuples.len() != 1 && !leaf.splits {
                return Err(wrong());
            }
            tuples.sort();
            lists.push(tuples);
        }
        if pieces.next().is_some() { Err(wrong()) } else { Ok(lists) }
    }

    /// Natural numbers, if there are so many.
    fn tuple(&mut self, text: &str, len: usize) -> Result<Option<Vec<IBig>>> {
        let numbers = self.numbers(&text.replace(['[', ']'], ""))?;
        Ok(Some(numbers).filter(|numbers| numbers.len() == len && numbers.iter().all(|n| *n >= IBig::ZERO)))
    }
}

/// The pieces of a text between separators that stand in no bracket.
fn outside(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut from, mut pieces) = (0i32, 0, vec![]);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            c if c == separator && depth == 0 => {
                pieces.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    pieces
}

/// A text without the parentheses round it.
fn bare(text: &str) -> &str {
    text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_back() {
        let mut session = Session::new();
        for (game, positions) in [
            ("kayles", &["7", "2 + 5", "1 + 1 + 3", "nothing"][..]),
            ("kayles + nim[1]", &["4,2", "(2 + 5),3", "nothing,3"]),
            ("pass(grundy)", &["(2 + 5),1", "9,0"]),
            ("star_nim[2]", &["3,7"]),
        ] {
            let game = session.game(game, None).unwrap();
            for text in positions {
                let parts = session.parts(&game, text).unwrap();
                assert_eq!(game.show_parts(&parts), *text);
            }
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        let mut session = Session::new();
        for (game, text) in [
            ("nim[2]", "1 + 2,3"),
            ("kayles", "1 + -2"),
            ("kayles + nim[1]", "(1 + 2)"),
            ("kayles", "1 + "),
            ("nim[1]", "nothing"),
        ] {
            let game = session.game(game, None).unwrap();
            assert!(session.parts(&game, text).is_err(), "{text}");
        }
    }
}
