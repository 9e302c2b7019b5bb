//! Claims and tables of a paper.
//!
//! In: the parser at `claim` or `table`. Out: its tree. Claims and tables are only parsed here; `theory` of the crate
//! `grundy` checks them.

use dashu_int::IBig;

use super::expr::Level;
use super::{Parser, Result};
use crate::lang::Code;
use crate::lang::ast::{BinOp, Entry, Every, Expr, ExprKind, Ident, ItemKind, Parameters};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::token::Token;

impl Parser {
    pub(super) fn claim(&mut self) -> Result<ItemKind> {
        self.next();
        let name = self.text("the claim's name in quotes")?.0;
        let on = if self.eat_word("on") { Some(self.level(Level::Sum)?) } else { None };
        let at = if on.is_some() && self.eat_word("at") { Some(self.pattern()?) } else { None };
        let filter = if self.eat_word("where") { Some(self.expr()?) } else { None };
        let to = if self.eat_word("to") { Some(self.level(Level::Sum)?) } else { None };
        let every = if self.is_word("for") { Some(self.every()?) } else { None };
        if !self.is_sign(":") {
            return Err(self.no_colon(filter.is_some(), every.is_some()));
        }
        self.next();
        let body = self.expr()?;
        if self.is_word("to") {
            let error = self.unexpected("the end of the claim");
            return Err(error.help("the bound stands before the colon: `claim \"…\" on GAME at (a, b) to 20: …`"));
        }
        Ok(ItemKind::Claim { name, on, at, filter, to, every, body })
    }

    /// `for n in 2.., k in 1..n if CONDITION`
    fn every(&mut self) -> Result<Every> {
        self.next();
        let mut params = vec![];
        loop {
            let names = self.names_before_in()?;
            params.push(self.parameters(names)?);
            if !self.eat_sign(",") {
                break;
            }
        }
        let filter = if self.eat_word("if") { Some(self.expr()?) } else { None };
        Ok(Every { params, filter })
    }

    fn parameters(&mut self, names: Vec<Ident>) -> Result<Parameters> {
        let range = self.level(Level::With)?;
        if !self.eat_sign("..") {
            return Ok(Parameters { names, range, is_endless: false });
        }
        if matches!(self.peek(), Token::Sign(":" | ",") | Token::Word("if" | "to" | "where")) {
            return Ok(Parameters { names, range, is_endless: true });
        }
        let last = self.level(Level::With)?;
        let span = range.span.to(last.span);
        let kind = ExprKind::Binary(BinOp::Range, Box::new(range), Box::new(last));
        Ok(Parameters { names, range: Expr { kind, span }, is_endless: false })
    }

    fn no_colon(&mut self, filter: bool, every: bool) -> Diagnostic {
        let error = self.unexpected("`:` and what is claimed");
        match self.peek() {
            Token::Word("where") if every => {
                error.help("the condition on the positions stands before the parameters: `where … for k in 1..: …`")
            }
            Token::Word("to") if every => error.help("the bound stands before the parameters: `to 20 for k in 1..: …`"),
            Token::Name(name) if !filter => {
                let name = name.clone();
                error.nearest(&name, ["where"])
            }
            Token::Word("with" | "if") if !filter => error.help("a condition on the positions is written `where …`"),
            _ => error,
        }
    }

    fn pattern(&mut self) -> Result<Vec<Expr>> {
        if !self.is_sign("(") {
            return Err(self.unexpected("a pattern in parentheses such as `(a, b)`"));
        }
        let start = self.span();
        match &mut self.arguments()?[..] {
            [entries] => Ok(std::mem::take(entries)),
            _ => Err(Diagnostic::at(Code::Syntax, start.to(self.last_span()), "a pattern has no `;`", "here")
                .help("entries are separated by commas, strips stand in brackets: `([a], [b, c])`")),
        }
    }

    pub(super) fn table(&mut self) -> Result<ItemKind> {
        self.next();
        let name = self.text("the table's name in quotes")?.0;
        self.expect_word("on", "and the game")?;
        let on = self.level(Level::Sum)?;
        self.expect_word("at", "and a pattern")?;
        let at = self.pattern()?;
        let of = if self.eat_word("of") { Some(self.level(Level::Iff)?) } else { None };
        self.expect_word("for", "and the ranges of the rows and columns")?;
        let binders = self.binders()?;
        self.expect_sign(":", "and the rows")?;
        self.skip_newlines();
        let mut rows = vec![];
        loop {
            let row = self.row();
            if row.is_empty() {
                break;
            }
            rows.push(row);
            if !self.another_row() {
                break;
            }
        }
        if rows.is_empty() {
            return Err(self.unexpected("a row of values"));
        }
        Ok(ItemKind::Table { name, on, at, of, binders, rows })
    }

    fn row(&mut self) -> Vec<Entry> {
        let mut row = vec![];
        loop {
            let value = match self.peek() {
                Token::Int(digits) => Some(IBig::from_str_radix(digits, 10).expect("the lexer gives digits only")),
                Token::Sign(".") => None,
                _ => return row,
            };
            let span = self.next().1;
            row.push(Entry { value, span });
        }
    }

    /// Moves to the next non-empty line if it is a row.
    fn another_row(&mut self) -> bool {
        if self.tokens[self.at].0 != Token::Newline {
            return false;
        }
        let mut next = self.at;
        while self.tokens[next].0 == Token::Newline {
            next += 1;
        }
        let row = matches!(self.tokens[next].0, Token::Int(_) | Token::Sign("."));
        if row {
            self.at = next;
        }
        row
    }
}
