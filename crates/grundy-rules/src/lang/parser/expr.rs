//! Expressions, by precedence.
//!
//! In: the parser at the first token of an expression. Out: its tree. The levels are those of the precedence
//! table of the language, from `iff` (loosest) to `^`. Left-associative operators of one level become one
//! [`ExprKind::Chain`], so that a long sum gives a wide tree and not a deep one.

use dashu_int::IBig;

use super::{Parser, Result};
use crate::lang::ast::{BinOp, Binder, Expr, ExprKind, Ident, QuantOp};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::token::Token;
use crate::lang::{Code, Notation, Span, Turning};

/// The levels, from loosest to tightest.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Level {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Range,
    With,
    Xor,
    Sum,
    Product,
    Unary,
}

impl Level {
    fn tighter(self) -> Level {
        match self {
            Level::Iff => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Not,
            Level::Not => Level::Compare,
            Level::Compare => Level::Range,
            Level::Range => Level::With,
            Level::With => Level::Xor,
            Level::Xor => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Unary => Level::Unary,
        }
    }
}

fn operator(token: &Token) -> Option<(BinOp, Level)> {
    let (Token::Sign(text) | Token::Word(text)) = token else { return None };
    Some(match *text {
        "iff" => (BinOp::Iff, Level::Iff),
        "implies" => (BinOp::Implies, Level::Implies),
        "or" => (BinOp::Or, Level::Or),
        "and" => (BinOp::And, Level::And),
        "=" => (BinOp::Eq, Level::Compare),
        "!=" => (BinOp::Ne, Level::Compare),
        "<" => (BinOp::Lt, Level::Compare),
        "<=" => (BinOp::Le, Level::Compare),
        ">" => (BinOp::Gt, Level::Compare),
        ">=" => (BinOp::Ge, Level::Compare),
        "in" => (BinOp::In, Level::Compare),
        "divides" => (BinOp::Divides, Level::Compare),
        ".." => (BinOp::Range, Level::Range),
        "xor" => (BinOp::Xor, Level::Xor),
        "+" => (BinOp::Add, Level::Sum),
        "-" => (BinOp::Sub, Level::Sum),
        "*" => (BinOp::Mul, Level::Product),
        "div" => (BinOp::Div, Level::Product),
        "mod" => (BinOp::Mod, Level::Product),
        "/" => (BinOp::Over, Level::Product),
        _ => return None,
    })
}

/// How a range is written.
const RANGE: &str = "a range is written `s in 1..3`";

impl Parser {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.level(Level::Iff)
    }

    /// An expression of at least this level.
    pub(super) fn level(&mut self, level: Level) -> Result<Expr> {
        self.deeper()?;
        let expr = self.climb(level);
        self.depth -= 1;
        expr
    }

    /// Reads one operand, then operators as long as they bind at least as tightly as `loosest`.
    ///
    /// This is precedence climbing: after an operand, a loop tries the levels from tight to loose, so the
    /// recursion costs one call for each operand rather than one for each level.
    fn climb(&mut self, loosest: Level) -> Result<Expr> {
        let mut left = self.prefix(loosest)?;
        let mut level = if matches!(left.kind, ExprKind::Not(_)) { Level::Not } else { Level::Unary };
        while level >= loosest {
            left = match level {
                Level::With => self.withs(left)?,
                Level::Unary | Level::Not => left,
                _ => self.operators(left, level)?,
            };
            level = match previous(level) {
                Some(l) => l,
                None => break,
            };
        }
        Ok(left)
    }

    fn operators(&mut self, left: Expr, level: Level) -> Result<Expr> {
        let mut rest: Vec<(BinOp, Expr)> = vec![];
        while let Some((op, _)) = operator(self.peek()).filter(|(_, l)| *l == level) {
            let place = self.span();
            if !rest.is_empty() && matches!(level, Level::Range | Level::Iff) {
                let message = format!("`{}` does not chain", op.text());
                return Err(Diagnostic::at(Code::NoChain, place, message, "a second one").help("write parentheses"));
            }
            self.next();
            if op == BinOp::Eq && self.is_sign("=") {
                return Err(self.unexpected("an expression").help("`=` is written once"));
            }
            if matches!(op, BinOp::Eq | BinOp::Le) && self.is_sign(">") {
                let word = if op == BinOp::Eq { "implies" } else { "iff" };
                return Err(self.unexpected("an expression").help(format!("write `{word}`")));
            }
            if op == BinOp::Range && self.is_sign(".") {
                return Err(self.unexpected("the end of the range").help("a range has two points: `1..3`"));
            }
            let tight = if level == Level::Implies { Level::Implies } else { level.tighter() };
            rest.push((op, self.level(tight)?));
        }
        let Some(last) = rest.last() else { return Ok(left) };
        let span = left.span.to(last.1.span);
        let kind = match level {
            Level::Iff | Level::Implies | Level::Range => {
                let (op, right) = rest.remove(0);
                ExprKind::Binary(op, Box::new(left), Box::new(right))
            }
            _ => ExprKind::Chain(Box::new(left), rest),
        };
        Ok(Expr { kind, span })
    }

    fn withs(&mut self, mut left: Expr) -> Result<Expr> {
        let mut times = 0;
        while self.is_word("with") {
            self.next();
            times += 1;
            if times > super::DEPTH {
                return Err(self.unexpected("fewer `with` in a row"));
            }
            let mut path = vec![];
            while path.is_empty() || self.is_sign("[") {
                self.open("[")?;
                path.push(self.expr()?);
                self.close("]")?;
            }
            self.expect_sign("=", "after the index of `with`")?;
            let value = self.level(Level::Xor)?;
            let span = left.span.to(value.span);
            left = Expr { kind: ExprKind::With(Box::new(left), path, Box::new(value)), span };
        }
        Ok(left)
    }

    fn prefix(&mut self, loosest: Level) -> Result<Expr> {
        let start = self.span();
        if self.is_word("not") && loosest <= Level::Not {
            self.next();
            let inner = self.level(Level::Not)?;
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
        }
        if self.stands_alone() {
            if loosest > Level::Not {
                let form = match self.peek() {
                    Token::Word("if") => "(if … then … else …)".to_string(),
                    Token::Word("not") => "(not …)".to_string(),
                    Token::Word(word) => format!("({word} … in …: …)"),
                    Token::Name(word) if word == "let" => "(let … = …: …)".to_string(),
                    _ => "(… -> …)".to_string(),
                };
                let message = "this form needs parentheses here";
                return Err(Diagnostic::at(
                    Code::NeedsParentheses,
                    start,
                    message,
                    "it would swallow everything to its right",
                )
                .help(format!("write `{form}`")));
            }
            return self.alone();
        }
        if self.eat_sign("-") {
            let inner = self.level(Level::Unary)?;
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Neg(Box::new(inner)), span });
        }
        self.power()
    }

    /// Does a form begin here that extends as far to the right as possible?
    fn stands_alone(&mut self) -> bool {
        let call = matches!(self.peek_second(), Token::Sign("("));
        match self.peek() {
            Token::Word("if" | "not") => true,
            Token::Word(w) => match QuantOp::of(w) {
                Some(QuantOp::Sum | QuantOp::Xor | QuantOp::Min | QuantOp::Max) => !call,
                Some(_) => true,
                None => false,
            },
            Token::Name(_) => matches!(self.peek_second(), Token::Sign("->")) || self.is_let(),
            _ => false,
        }
    }

    fn alone(&mut self) -> Result<Expr> {
        match self.peek().clone() {
            Token::Word("if") => self.conditional(),
            Token::Word(word) => match QuantOp::of(word) {
                Some(op) => self.quantified(op),
                None => Err(self.unexpected("an expression")),
            },
            _ if self.is_let() => self.lets(),
            _ => {
                let name = self.ident("an argument")?;
                self.lambda(vec![name])
            }
        }
    }

    fn lambda(&mut self, params: Vec<Ident>) -> Result<Expr> {
        self.expect_sign("->", "after the arguments of a function")?;
        let body = self.expr()?;
        let start = params.first().map_or(body.span, |p| p.span);
        let span = start.to(body.span);
        Ok(Expr { kind: ExprKind::Lambda(params, Box::new(body)), span })
    }

    fn conditional(&mut self) -> Result<Expr> {
        let start = self.next().1;
        let condition = self.expr()?;
        self.expect_word("then", "after the condition of `if`")?;
        let yes = self.expr()?;
        if !self.eat_word("else") {
            let error = self.unexpected("`else` (an expression always has a value)");
            return Err(error.help("a statement under a condition is written `… implies …`"));
        }
        let no = self.expr()?;
        let span = start.to(no.span);
        Ok(Expr { kind: ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span })
    }

    fn quantified(&mut self, op: QuantOp) -> Result<Expr> {
        let start = self.next().1;
        let binders = self.binders()?;
        let filter = if self.eat_word("if") { Some(Box::new(self.expr()?)) } else { None };
        self.expect_sign(":", &format!("before what `{}` looks at", op.text()))?;
        let body = Box::new(self.expr()?);
        let span = start.to(body.span);
        Ok(Expr { kind: ExprKind::Quant { op, binders, filter, body }, span })
    }

    /// `a, b in RANGE, c in RANGE`
    pub(super) fn binders(&mut self) -> Result<Vec<Binder>> {
        let mut groups = vec![];
        loop {
            if self.is_let() {
                groups.push(self.one_let(Level::Range)?);
                if !self.eat_sign(",") {
                    return Ok(groups);
                }
                continue;
            }
            let names = self.names_before_in()?;
            let range = self.level(Level::Range)?;
            groups.push(Binder { names, range, is_let: false });
            if !self.eat_sign(",") {
                return Ok(groups);
            }
        }
    }

    /// `a, b in`
    pub(super) fn names_before_in(&mut self) -> Result<Vec<Ident>> {
        let mut names = vec![self.bound_name()?];
        while self.eat_sign(",") {
            names.push(self.bound_name()?);
        }
        if !self.eat_word("in") {
            let error = self.unexpected("`in` and a range after the bound name");
            return Err(match self.peek() {
                Token::Sign("=" | "<" | "<=" | ">" | ">=") => error.help(RANGE),
                _ => error,
            });
        }
        Ok(names)
    }

    fn bound_name(&mut self) -> Result<Ident> {
        let advice = match self.peek() {
            Token::Int(_) => RANGE,
            Token::Word("all" | "any") => "a range after `for` is run through as a whole: `for s in 1..3`",
            Token::Word("if") => "no comma stands before `if`: `for s in 1..3 if …`",
            _ => return self.ident("a name to bind"),
        };
        Err(self.unexpected("a name to bind").help(advice))
    }

    /// Does `let NAME = …` begin here? The word is a name everywhere else.
    fn is_let(&mut self) -> bool {
        matches!(self.peek(), Token::Name(word) if word == "let") && matches!(self.peek_second(), Token::Name(_))
    }

    /// `let NAME = EXPR`
    fn one_let(&mut self, level: Level) -> Result<Binder> {
        self.next();
        let names = vec![self.ident("a name after `let`")?];
        self.expect_sign("=", "and a value after the name of `let`")?;
        Ok(Binder { names, range: self.level(level)?, is_let: true })
    }

    /// `let a = e, let b = f: g`
    fn lets(&mut self) -> Result<Expr> {
        let start = self.span();
        let mut binders = vec![self.one_let(Level::Iff)?];
        while self.eat_sign(",") {
            if !self.is_let() {
                return Err(self.unexpected("another `let NAME = VALUE`, or `:` and an expression"));
            }
            binders.push(self.one_let(Level::Iff)?);
        }
        self.expect_sign(":", "before the expression that uses the names")?;
        let body = Box::new(self.expr()?);
        let span = start.to(body.span);
        Ok(Expr { kind: ExprKind::Let(binders, body), span })
    }

    /// What stands after the first expression in `[ ]` or `{ }`: more expressions, or `for` and binders.
    fn elements(&mut self, close: &'static str) -> Result<ExprKind> {
        let set = close == "}";
        let make = |list| if set { ExprKind::Set(list) } else { ExprKind::Vector(list) };
        if self.is_sign(close) {
            return Ok(make(self.list(close)?));
        }
        let first = self.expr()?;
        if self.eat_word("for") {
            let binders = self.binders()?;
            let filter = if self.eat_word("if") { Some(Box::new(self.expr()?)) } else { None };
            self.close(close)?;
            return Ok(ExprKind::Comprehension { set, element: Box::new(first), binders, filter });
        }
        let mut list = vec![first];
        while self.eat_sign(",") {
            list.push(self.expr()?);
        }
        self.close(close)?;
        Ok(make(list))
    }

    fn power(&mut self) -> Result<Expr> {
        let base = self.postfix()?;
        if !self.eat_sign("^") {
            return Ok(base);
        }
        let exponent = self.level(Level::Unary)?;
        let span = base.span.to(exponent.span);
        Ok(Expr { kind: ExprKind::Binary(BinOp::Pow, Box::new(base), Box::new(exponent)), span })
    }

    fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.primary()?;
        let mut times = 0;
        loop {
            let start = expr.span;
            let kind = if self.is_sign("[") {
                self.open("[")?;
                ExprKind::Index(Box::new(expr), self.list("]")?)
            } else if self.is_sign("(") {
                ExprKind::Call(Box::new(expr), self.arguments()?)
            } else {
                return Ok(expr);
            };
            times += 1;
            if times > super::DEPTH {
                return Err(self.unexpected("fewer indices in a row"));
            }
            expr = Expr { kind, span: start.to(self.last_span()) };
        }
    }

    /// Arguments in groups separated by `;`, with their parentheses.
    pub(super) fn arguments(&mut self) -> Result<Vec<Vec<Expr>>> {
        self.open("(")?;
        let mut groups = vec![vec![]];
        if !self.is_sign(")") {
            loop {
                let arg = self.expr()?;
                groups.last_mut().expect("there is a group").push(arg);
                if self.eat_sign(";") {
                    groups.push(vec![]);
                } else if !self.eat_sign(",") {
                    break;
                }
            }
        }
        self.close(")")?;
        Ok(groups)
    }

    fn list(&mut self, close: &'static str) -> Result<Vec<Expr>> {
        let mut list = vec![];
        if !self.is_sign(close) {
            list.push(self.expr()?);
            while self.eat_sign(",") {
                list.push(self.expr()?);
            }
        }
        self.close(close)?;
        Ok(list)
    }

    fn primary(&mut self) -> Result<Expr> {
        let span = self.span();
        let kind = match self.peek().clone() {
            Token::Int(digits) => {
                self.next();
                let value = IBig::from_str_radix(&digits, 10).expect("the lexer gives digits only");
                ExprKind::Int(value)
            }
            Token::Code(digits) => {
                self.next();
                ExprKind::Code(digits)
            }
            Token::Text(text) => {
                self.next();
                // The text begins behind its quotes.
                let at = Span { start: span.start + 1, ..span };
                match Turning::is_meant(&text) {
                    true => ExprKind::Turning(Box::new(Turning::read(&text, at)?)),
                    false => ExprKind::Notation(Box::new(Notation::read(&text, at)?)),
                }
            }
            Token::Word("true" | "false") => ExprKind::Bool(self.next().0 == Token::Word("true")),
            Token::Word(word @ ("sum" | "xor" | "min" | "max")) => {
                self.next();
                ExprKind::Name(word.to_string())
            }
            Token::Name(name) => {
                self.next();
                if name == "_" { ExprKind::Hole } else { ExprKind::Name(name) }
            }
            Token::Sign("[") => {
                self.open("[")?;
                self.elements("]")?
            }
            Token::Sign("{") => {
                self.open("{")?;
                self.elements("}")?
            }
            Token::Sign("(") => return self.parenthesis(),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Expr { kind, span: span.to(self.last_span()) })
    }

    fn parenthesis(&mut self) -> Result<Expr> {
        let start = self.open("(")?;
        let mut list = self.list(")")?;
        let span = start.to(self.last_span());
        if self.is_sign("->") {
            if list.is_empty() {
                let message = "a function has at least one argument; a value without any is written as it is";
                return Err(Diagnostic::at(Code::Syntax, span, message, "expected a name"));
            }
            let params = list.into_iter().map(as_param).collect::<Result<Vec<_>>>()?;
            return self.lambda(params);
        }
        let kind = match list.len() {
            1 => ExprKind::Paren(Box::new(list.remove(0))),
            _ => ExprKind::Tuple(list),
        };
        Ok(Expr { kind, span })
    }
}

fn as_param(expr: Expr) -> Result<Ident> {
    match expr.kind {
        ExprKind::Name(name) => Ok(Ident { name, span: expr.span }),
        _ => Err(Diagnostic::at(Code::Syntax, expr.span, "an argument of a function is a name", "expected a name")),
    }
}

fn previous(level: Level) -> Option<Level> {
    Some(match level {
        Level::Iff => return None,
        Level::Implies => Level::Iff,
        Level::Or => Level::Implies,
        Level::And => Level::Or,
        Level::Not => Level::And,
        Level::Compare => Level::Not,
        Level::Range => Level::Compare,
        Level::With => Level::Range,
        Level::Xor => Level::With,
        Level::Sum => Level::Xor,
        Level::Product => Level::Sum,
        Level::Unary => Level::Product,
    })
}
