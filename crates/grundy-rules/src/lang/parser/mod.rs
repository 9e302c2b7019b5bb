//! The parser: from tokens to the tree, by recursive descent.
//!
//! In: a source's text. Out: a [`File`], or one expression, or the first error with its place. Nesting is limited to
//! [`DEPTH`], so that no text can overflow the stack.

mod claim;
mod expr;
mod item;
mod recover;

pub use recover::parse_items;

use super::ast::{Expr, File, GameFamily, Ident};
use super::diagnostic::Diagnostic;
use super::source::Span;
use super::token::{CODES, Comment, RESERVED, Token, tokens};
use crate::lang::Code;

/// The greatest nesting depth of brackets and operators.
pub(super) const DEPTH: usize = 160;

/// Parses a whole rule file.
///
/// # Errors
/// The first place where the text does not parse.
pub fn parse_file(source: u32, text: &str) -> Result<(File, Vec<Comment>), Diagnostic> {
    let lexed = tokens(source, text)?;
    let mut parser = Parser::new(lexed.tokens);
    let file = parser.file()?;
    Ok((file, lexed.comments))
}

/// Parses one expression that fills the whole text.
///
/// # Errors
/// The first place where the text is no expression.
pub fn parse_expr(source: u32, text: &str) -> Result<Expr, Diagnostic> {
    let mut parser = Parser::new(tokens(source, text)?.tokens);
    parser.skip_newlines();
    let expr = parser.expr()?;
    parser.skip_newlines();
    parser.expect_end()?;
    Ok(expr)
}

/// Parses a family of games that fills the whole text.
///
/// # Errors
/// The first place where the text is no family.
pub fn parse_family(source: u32, text: &str) -> Result<GameFamily, Diagnostic> {
    let mut parser = Parser::new(tokens(source, text)?.tokens);
    parser.skip_newlines();
    parser.nest = 1;
    let game = parser.expr()?;
    let binders = if parser.eat_word("for") { parser.binders()? } else { vec![] };
    let filter = if !binders.is_empty() && parser.eat_word("if") { Some(parser.expr()?) } else { None };
    parser.expect_end()?;
    Ok(GameFamily { game, binders, filter })
}

/// The names in a text, with their places.
///
/// # Errors
/// A character that no word of the language has.
pub fn names_in(source: u32, text: &str) -> Result<Vec<(String, Span)>, Diagnostic> {
    let tokens = tokens(source, text)?.tokens.into_iter();
    Ok(tokens
        .filter_map(|(token, span)| match token {
            Token::Name(name) => Some((name, span)),
            _ => None,
        })
        .collect())
}

/// Parses entries separated by commas that fill the whole text, such as a position `3, [1, 2]` or bounds `10,15`.
///
/// # Errors
/// The first place where the text is no list of expressions.
pub fn parse_list(source: u32, text: &str) -> Result<Vec<Expr>, Diagnostic> {
    let mut parser = Parser::new(tokens(source, text)?.tokens);
    parser.nest = 1;
    let mut list = vec![];
    if parser.peek() != &Token::End {
        list.push(parser.expr()?);
        while parser.eat_sign(",") {
            list.push(parser.expr()?);
        }
    }
    parser.expect_end()?;
    Ok(list)
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// The number of open brackets inside which line ends are ignored.
    nest: usize,
    depth: usize,
    /// The open brackets, for the message about a missing closing one.
    open: Vec<(&'static str, Span)>,
}

type Result<T, E = Diagnostic> = std::result::Result<T, E>;

impl Parser {
    fn new(tokens: Vec<(Token, Span)>) -> Self {
        Parser { tokens, at: 0, nest: 0, depth: 0, open: vec![] }
    }

    fn settle(&mut self) {
        if self.nest > 0 {
            while self.tokens[self.at].0 == Token::Newline {
                self.at += 1;
            }
        }
    }

    fn peek(&mut self) -> &Token {
        self.settle();
        &self.tokens[self.at].0
    }

    fn span(&mut self) -> Span {
        self.settle();
        self.tokens[self.at].1
    }

    /// The token after the next one; line ends inside brackets are skipped.
    fn peek_second(&mut self) -> &Token {
        self.settle();
        let mut i = self.at + 1;
        while self.nest > 0 && self.tokens.get(i).is_some_and(|t| t.0 == Token::Newline) {
            i += 1;
        }
        &self.tokens[i.min(self.tokens.len() - 1)].0
    }

    fn next(&mut self) -> (Token, Span) {
        self.settle();
        let token = self.tokens[self.at].clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn skip_newlines(&mut self) {
        while self.tokens[self.at].0 == Token::Newline {
            self.at += 1;
        }
    }

    /// Skips the ends of lines, and the `;` that may stand in their place.
    fn skip_ends(&mut self) {
        while self.tokens[self.at].0 == Token::Newline || self.tokens[self.at].0 == Token::Sign(";") {
            self.at += 1;
        }
    }

    fn is_sign(&mut self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    fn is_word(&mut self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if *w == word)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.next();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next();
        }
        found
    }

    fn expect_sign(&mut self, sign: &'static str, what: &str) -> Result<Span> {
        if self.is_sign(sign) {
            return Ok(self.next().1);
        }
        Err(self.unexpected(&format!("`{sign}` {what}")))
    }

    fn expect_word(&mut self, word: &str, what: &str) -> Result<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}` {what}")))
    }

    /// Opens a bracket, inside which line ends are ignored.
    fn open(&mut self, sign: &'static str) -> Result<Span> {
        let span = self.expect_sign(sign, "")?;
        self.open.push((sign, span));
        self.nest += 1;
        Ok(span)
    }

    fn close(&mut self, sign: &'static str) -> Result<Span> {
        if self.is_sign(sign) {
            self.nest -= 1;
            self.open.pop();
            let span = self.tokens[self.at].1;
            self.at += 1;
            return Ok(span);
        }
        let error = self.unexpected(&format!("`,` or `{sign}`"));
        Err(match self.open.last() {
            Some((open, span)) if error.labels.len() == 1 => error.label(*span, format!("this `{open}` is not closed")),
            _ => error,
        })
    }

    fn expect_end(&mut self) -> Result<()> {
        self.nest = 0;
        self.skip_newlines();
        if self.peek() == &Token::End {
            return Ok(());
        }
        Err(self.unexpected("the end"))
    }

    fn ident(&mut self, what: &str) -> Result<Ident> {
        match self.peek() {
            Token::Name(name) if RESERVED.contains(&name.as_str()) => {
                let message = format!("`{name}` is reserved for claims");
                let help = match &name[..] {
                    "G" | "G_misere" => Some(format!("in a claim `{name}` is the value of the position")),
                    "P" | "N" | "P_misere" => Some(format!("in a claim `{name}` says who wins at the position")),
                    _ => None,
                };
                let mut error =
                    Diagnostic::at(Code::ReservedName, self.span(), message, format!("{what} needs another name"));
                error.help.extend(help);
                Err(error)
            }
            Token::Name(name) if name == "_" => {
                let span = self.span();
                Err(Diagnostic::at(Code::ReservedName, span, "`_` is the running entry of a line, not a name", what))
            }
            Token::Name(_) => match self.next() {
                (Token::Name(name), span) => Ok(Ident { name, span }),
                _ => unreachable!("the next token was a name"),
            },
            Token::Word(word) => {
                let message = format!("`{word}` is a word of the language and cannot be a name");
                let span = self.span();
                Err(Diagnostic::at(Code::ReservedName, span, message, format!("expected {what}")))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn text(&mut self, what: &str) -> Result<(String, Span)> {
        match self.peek() {
            Token::Text(_) => match self.next() {
                (Token::Text(text), span) => Ok((text, span)),
                _ => unreachable!("the next token was a string"),
            },
            _ => Err(self.unexpected(what)),
        }
    }

    fn unexpected(&mut self, expected: &str) -> Diagnostic {
        let found = match self.peek() {
            Token::Int(d) => format!("the number {}", shorten(d)),
            Token::Code(_) => "a code".to_string(),
            Token::Name(n) => format!("the name `{}`", shorten(n)),
            Token::Word(w) => format!("the word `{w}`"),
            Token::Text(_) => "a string".to_string(),
            Token::Sign(s) => format!("`{s}`"),
            Token::Newline => "the end of the line".to_string(),
            Token::End => "the end of the text".to_string(),
        };
        let span = self.span();
        let mut error = Diagnostic::at(
            Code::Syntax,
            span,
            format!("found {found}, expected {expected}"),
            format!("expected {expected}"),
        );
        if matches!(self.peek(), Token::End | Token::Newline | Token::Word(_))
            && let Some((open, place)) = self.open.last()
        {
            error = error.label(*place, format!("this `{open}` is still open"));
        }
        let after_range = self.at.checked_sub(1).is_some_and(|at| self.tokens[at].0 == Token::Sign(".."));
        let is_point = self.is_sign(".") && !matches!(self.peek_second(), Token::End | Token::Newline) && !after_range;
        match self.quantifier_before() {
            Some(word) => error.help(format!("write `{word} i in 1..n: …`")),
            None if is_point => error.help(CODES),
            None => error,
        }
    }

    /// The quantifier of the language for the word before a name, if other languages quantify with this word.
    fn quantifier_before(&self) -> Option<&'static str> {
        match (&self.tokens[self.at.checked_sub(1)?].0, &self.tokens[self.at].0) {
            (Token::Name(word), Token::Name(_)) => quantifier(word),
            _ => None,
        }
    }

    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            let span = self.span();
            let message = format!("this nests deeper than {DEPTH} levels");
            return Err(Diagnostic::at(Code::TooDeep, span, message, "here").help("name parts of it with `def`"));
        }
        Ok(())
    }
}

fn quantifier(word: &str) -> Option<&'static str> {
    match word.to_lowercase().as_str() {
        "forall" | "foreach" | "every" | "each" => Some("all"),
        "exists" | "thereis" | "there" | "some" => Some("any"),
        _ => None,
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_string();
    }
    format!("{}…", text.chars().take(40).collect::<String>())
}
