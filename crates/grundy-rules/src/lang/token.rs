//! The lexer: from text to tokens and comments.
//!
//! In: a source. Out: tokens with their spans. Line ends that cannot end a clause (after an operator, before `for`, …) are
//! dropped here; those inside brackets are skipped by the parser, which can tell a set from the body of a game. Comments
//! are returned separately, with their places, for the printer.

use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::function::Function;
use super::source::Span;
use crate::lang::Code;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Digits.
    Int(String),
    /// A code such as `0.137F`: all its digits, the one before the point first.
    Code(Vec<u8>),
    /// A name.
    Name(String),
    /// A reserved word.
    Word(&'static str),
    /// A string without its quotes.
    Text(String),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of a line that may end a clause.
    Newline,
    /// The end of the text.
    End,
}

/// A comment with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From `#` to the end of the line, without trailing blanks.
    pub text: String,
    /// The place in the text.
    pub span: Span,
    /// Is the comment alone on its line?
    pub alone: bool,
}

/// The output of the lexer.
#[derive(Debug)]
pub(super) struct Tokens {
    /// The tokens, the last is [`Token::End`].
    pub tokens: Vec<(Token, Span)>,
    /// The comments in order.
    pub comments: Vec<Comment>,
}

/// All reserved words.
pub const WORDS: &[&str] = &[
    "game", "require", "move", "split", "def", "claim", "table", "erratum", "paper", "for", "if", "then", "else", "in",
    "with", "where", "on", "at", "of", "to", "and", "or", "not", "implies", "iff", "xor", "div", "mod", "divides",
    "true", "false", "all", "any", "count", "sum", "min", "max",
];

/// What stands before the point in the name of a game of the cookbook, `more.lasker`.
pub const MORE: &str = "more";

/// Names that only claims may use.
pub const RESERVED: &[&str] = &["G", "G_misere", "P", "N", "P_misere", "terminal", "exists"];

const SIGNS: &[&str] = &[
    "->", "..", "!=", "<=", ">=", "+", "-", "*", "^", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
];

const CONTINUES_AFTER: &[&str] = &[
    "iff", "implies", "or", "and", "not", "=", "!=", "<", "<=", ">", ">=", "in", "divides", "..", "with", "xor", "+",
    "-", "*", "/", "div", "mod", "^", ",", ":", "->", "for", "if", "then", "else", "where", "on", "at", "of", "to",
];

const CONTINUES_BEFORE: &[&str] =
    &["for", "if", "then", "else", "and", "or", "implies", "iff", "where", "to", "with", "on", "at", "of"];

/// Splits a text into tokens.
///
/// # Errors
/// A character that begins no token, a malformed number or code, an unclosed string.
pub(super) fn tokens(source: u32, text: &str) -> Result<Tokens, Diagnostic> {
    tokens_of(source, text, 0..text.len())
}

/// Splits a part of a text into tokens, whose places are those in the whole text.
///
/// # Errors
/// As [`tokens`].
pub(super) fn tokens_of(source: u32, text: &str, part: Range<usize>) -> Result<Tokens, Diagnostic> {
    if text.len() > u32::MAX as usize / 2 {
        return Err(Diagnostic::new(Code::TooLong, "this text is longer than two gigabytes"));
    }
    let text = &text[..part.end];
    let mut lexer =
        Lexer { source, text, at: part.start, tokens: vec![], comments: vec![], fresh_line: true, rounded: vec![] };
    lexer.run()?;
    let end = Span { source, start: text.len() as u32, end: text.len() as u32 };
    lexer.tokens.push((Token::Newline, end));
    lexer.tokens.push((Token::End, end));
    Ok(Tokens { tokens: drop_continued(lexer.tokens), comments: lexer.comments })
}

struct Lexer<'a> {
    source: u32,
    text: &'a str,
    at: usize,
    tokens: Vec<(Token, Span)>,
    comments: Vec<Comment>,
    fresh_line: bool,
    /// For each open parenthesis: does it stand inside of what `floor` rounds, or open that?
    rounded: Vec<bool>,
}

impl Lexer<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        Span { source: self.source, start: start as u32, end: end as u32 }
    }

    fn run(&mut self) -> Result<(), Diagnostic> {
        if self.at == 0 && self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '\n' => self.newline(),
                c if c.is_whitespace() => self.at += c.len_utf8(),
                '#' => self.comment(),
                '"' => self.string()?,
                c if c.is_ascii_digit() || self.code_point().is_some() => self.number()?,
                c if c.is_alphabetic() || c == '_' => self.word(),
                c => self.sign(c)?,
            }
        }
        Ok(())
    }

    fn newline(&mut self) {
        self.push(Token::Newline, self.at, self.at + 1);
        self.fresh_line = true;
    }

    fn push(&mut self, token: Token, start: usize, end: usize) {
        self.fresh_line = false;
        let span = self.span(start, end);
        self.tokens.push((token, span));
        self.at = end;
    }

    fn comment(&mut self) {
        let end = self.text[self.at..].find('\n').map_or(self.text.len(), |i| self.at + i);
        let text = self.text[self.at..end].trim_end().to_string();
        let span = self.span(self.at, self.at + text.len());
        self.comments.push(Comment { text, span, alone: self.fresh_line });
        self.at = end;
    }

    fn string(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.push(Token::Text(text), start, start + 1 + i + 1);
                    return Ok(());
                }
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    _ => {
                        let span = self.span(start + 1 + i, start + 2 + i);
                        let label = "only \\\" and \\\\ are known";
                        return Err(Diagnostic::at(Code::BadString, span, "an unknown escape in a string", label));
                    }
                },
                c => text.push(c),
            }
        }
        let span = self.span(start, start + 1);
        Err(Diagnostic::at(Code::OpenString, span, "a string is not closed on its line", "it begins here")
            .help("write the closing `\"` on the same line"))
    }

    /// The number of digits of a code before a point that is here or a little further on.
    fn code_point(&self) -> Option<usize> {
        let rest = &self.text.as_bytes()[self.at..];
        let digits = rest.iter().take_while(|c| matches!(c, b'0'..=b'9' | b'A'..=b'F')).count();
        let is_code = digits > 0
            && rest.get(digits) == Some(&b'.')
            && rest.get(digits + 1).is_some_and(u8::is_ascii_alphanumeric);
        is_code.then_some(digits)
    }

    fn number(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let rest = &self.text[start..];
        if let Some(point) = self.code_point() {
            let tail = rest[point + 1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
            let end = point + 1 + tail;
            let digits = code_digits(&rest[..point], &rest[point + 1..end], self.span(start, start + end))?;
            self.push(Token::Code(digits), start, start + end);
            return Ok(());
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let tail: usize =
            rest[digits..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
        let end = start + digits + tail;
        let span = self.span(start, end);
        if tail > 0 {
            let label = "a number has digits only, a name does not begin with one";
            return Err(Diagnostic::at(
                Code::BadNumber,
                span,
                format!("`{}` is no number", self.text[start..end].escape_debug()),
                label,
            )
            .help("a product is written with `*`: `2*b`"));
        }
        self.push(Token::Int(rest[..digits].to_string()), start, end);
        Ok(())
    }

    fn word(&mut self) {
        let start = self.at;
        let name = |from: usize| -> usize {
            self.text[from..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum()
        };
        let mut len = name(start);
        // A game of the cookbook is one name, with its point.
        if &self.text[start..start + len] == MORE
            && self.text[start + len..].starts_with('.')
            && self.text[start + len + 1..].starts_with(char::is_alphabetic)
        {
            len += 1 + name(start + len + 1);
        }
        let word = &self.text[start..start + len];
        let token = match WORDS.iter().find(|w| **w == word) {
            Some(w) => Token::Word(w),
            None => Token::Name(word.to_string()),
        };
        self.push(token, start, start + len);
    }

    /// Is this inside of what `floor` rounds? There division need not be exact.
    fn is_rounded(&self) -> bool {
        self.rounded.last() == Some(&true)
    }

    /// Is the last token the name of a function that rounds?
    fn rounds(&self) -> bool {
        matches!(self.tokens.last(), Some((Token::Name(name), _)) if Function::rounds(name))
    }

    fn sign(&mut self, c: char) -> Result<(), Diagnostic> {
        let start = self.at;
        if c == '/' && self.is_rounded() {
            self.push(Token::Sign("/"), start, start + 1);
            return Ok(());
        }
        if let Some(sign) = SIGNS.iter().find(|s| self.text[start..].starts_with(**s)) {
            match *sign {
                "(" => self.rounded.push(self.is_rounded() || self.rounds()),
                ")" => _ = self.rounded.pop(),
                _ => {}
            }
            self.push(Token::Sign(sign), start, start + sign.len());
            return Ok(());
        }
        let span = self.span(start, start + c.len_utf8());
        let error = Diagnostic::at(
            Code::BadCharacter,
            span,
            format!("`{}` means nothing in the rules language", c.escape_debug()),
            "",
        );
        let behind_a_digit = self.text[..start]
            .ends_with(|before: char| before.is_ascii_alphanumeric() || matches!(before, '*' | '}' | ';' | '.'));
        if behind_a_digit && matches!(c, '!' | '?' | '&') {
            return Err(error.help(CODES));
        }
        Err(match instead(c) {
            Some(_) if c == '|' => error.help("write `or`; whether s divides n is `s divides n`"),
            Some(write) => error.help(format!("write `{write}`")),
            None => error,
        })
    }
}

/// What a code looks like.
pub(super) const CODES: &str =
    "a code is one digit 0-9, a point, and digits 0-9 and A-V: `0.77`; a longer notation stands in quotes: `\"4!.0\"`";

fn code_digits(before: &str, after: &str, span: Span) -> Result<Vec<u8>, Diagnostic> {
    let wrong = |label: &str| Diagnostic::at(Code::BadCode, span, format!("`{before}.{after}` is no code"), label);
    if before.len() != 1 {
        return Err(wrong("a code has one digit before its point"));
    }
    if !before.bytes().all(|c| c.is_ascii_digit()) {
        return Err(wrong(&format!("found `{before}` before the point, expected a digit 0-9")).help(CODES));
    }
    let digit = |c: char| match c {
        '0'..='9' => Some(c as u8 - b'0'),
        'A'..='V' => Some(c as u8 - b'A' + 10),
        _ => None,
    };
    before
        .chars()
        .chain(after.chars())
        .map(|c| digit(c).ok_or_else(|| wrong(&format!("`{c}` is no digit of a code; they are 0-9 and A-V"))))
        .collect()
}

fn instead(c: char) -> Option<&'static str> {
    Some(match c {
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '⊕' => "xor",
        '∧' | '&' => "and",
        '∨' | '|' => "or",
        '¬' | '!' | '~' => "not",
        '∈' => "in",
        '→' | '↦' => "->",
        '⌊' | '/' | '÷' => "div",
        '%' => "mod",
        '·' | '×' => "*",
        '−' | '–' => "-",
        '∀' => "all",
        '∃' => "any",
        '⇒' => "implies",
        '⇔' => "iff",
        '\'' | '“' | '”' => "\"",
        _ => return None,
    })
}

/// Drops the line ends that, by the words around them, cannot end a clause.
fn drop_continued(all: Vec<(Token, Span)>) -> Vec<(Token, Span)> {
    let mut kept: Vec<(Token, Span)> = Vec::with_capacity(all.len());
    let word = |t: &Token| match t {
        Token::Word(w) => Some(*w),
        Token::Sign(s) => Some(*s),
        _ => None,
    };
    let mut i = 0;
    while i < all.len() {
        if all[i].0 == Token::Newline {
            let mut next = i;
            while all.get(next).is_some_and(|t| t.0 == Token::Newline) {
                next += 1;
            }
            let after = kept.last().and_then(|t| word(&t.0)).is_some_and(|w| CONTINUES_AFTER.contains(&w));
            let before = all.get(next).and_then(|t| word(&t.0)).is_some_and(|w| CONTINUES_BEFORE.contains(&w));
            if !after && !before {
                kept.push(all[i].clone());
            }
            i = next;
        } else {
            kept.push(all[i].clone());
            i += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Token> {
        tokens(0, text).unwrap().tokens.into_iter().map(|t| t.0).collect()
    }

    #[test]
    fn codes_ranges_and_numbers_do_not_mix() {
        assert_eq!(kinds("0.137F")[0], Token::Code(vec![0, 1, 3, 7, 15]));
        assert_eq!(kinds("1..3")[..3], [Token::Int("1".into()), Token::Sign(".."), Token::Int("3".into())]);
        assert_eq!(kinds("C..F")[1], Token::Sign(".."));
        for wrong in ["0.1W", "0.7f", "10.7", "3a", "2é", "C.0", "3A.0"] {
            assert!(tokens(0, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_line_goes_on_after_an_operator_and_before_for() {
        let newlines = |t: &str| kinds(t).iter().filter(|k| **k == Token::Newline).count();
        assert_eq!(newlines("a +\n b"), 1);
        assert_eq!(newlines("a\n\n  for b"), 1);
        assert_eq!(newlines("a\nb"), 2);
    }
}
