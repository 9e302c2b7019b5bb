//! A game written with its position, as claims have it: `nim(3, 5, 7)`, `wythoff(3, 5) + nim(2)`.
//!
//! In: the text. Out: the game and the position as two texts. What is no such expression is left alone.

use super::{Result, Session};
use crate::lang::ast::{BinOp, Expr, ExprKind};
use crate::lang::{expr_text, parse_expr, parse_list};

impl Session {
    /// The game and the position of an expression that carries its position; `None` for other expressions.
    ///
    /// ```
    /// # use grundy::Session;
    /// let mut session = Session::new();
    /// let placed = session.placed("wythoff(3, 5) + nim(2)")?;
    /// assert_eq!(placed, Some(("wythoff + nim".to_string(), "3, 5, 2".to_string())));
    /// assert_eq!(session.placed("pass(nim[2])")?, None);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no expression.
    pub fn placed(&mut self, text: &str) -> Result<Option<(String, String)>> {
        let source = self.sources.add("<game>", text);
        let expr = parse_expr(source, text)?;
        let mut entries = vec![];
        let game = self.without_position(&expr, &mut entries);
        Ok(game.map(|game| (expr_text(&game), entries.iter().map(expr_text).collect::<Vec<_>>().join(", "))))
    }

    /// The expression of the game alone; its entries are added to `entries`.
    fn without_position(&self, expr: &Expr, entries: &mut Vec<Expr>) -> Option<Expr> {
        match &expr.kind {
            ExprKind::Paren(inner) => {
                let inner = self.without_position(inner, entries)?;
                Some(Expr { kind: ExprKind::Paren(Box::new(inner)), span: expr.span })
            }
            ExprKind::Call(game, groups) if self.is_game(game) => {
                let [own] = &groups[..] else { return None };
                entries.extend(own.iter().cloned());
                Some((**game).clone())
            }
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == BinOp::Add) => {
                let first = self.without_position(first, entries)?;
                let mut terms = vec![];
                for (op, term) in rest {
                    terms.push((*op, self.without_position(term, entries)?));
                }
                Some(Expr { kind: ExprKind::Chain(Box::new(first), terms), span: expr.span })
            }
            _ => None,
        }
    }

    /// May a position follow this expression? A name that is no compound, a name with parameters, or a compound of games.
    fn is_game(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => self.module.compound(name).is_none(),
            ExprKind::Index(base, _) | ExprKind::Paren(base) => self.is_game(base),
            ExprKind::Call(callee, _) => {
                matches!(&callee.kind, ExprKind::Name(name) if self.module.compound(name).is_some())
            }
            _ => false,
        }
    }

    /// A position of a compound that is written by components, `(1, 2), (3, 4)` or `[1, 2], [3, 4]`, as a flat list, with the number of entries of each
    /// component; `None` if nothing is nested.
    ///
    /// # Errors
    /// Text that is no list of entries.
    pub fn flattened(&mut self, position: &str) -> Result<Option<(String, Vec<usize>)>> {
        let source = self.sources.add("<position>", position);
        let mut list = parse_list(source, position)?;
        if let [Expr { kind: ExprKind::Tuple(inner), .. }] = &list[..] {
            list = inner.clone();
        }
        if list.len() < 2 {
            return Ok(None);
        }
        let (mut flat, mut lengths, mut nested) = (vec![], vec![], false);
        for entry in &list {
            match &entry.kind {
                ExprKind::Tuple(inner) | ExprKind::Vector(inner) => {
                    nested = true;
                    lengths.push(inner.len());
                    flat.extend(inner.iter().map(expr_text));
                }
                ExprKind::Paren(inner) => {
                    nested = true;
                    lengths.push(1);
                    flat.push(expr_text(inner));
                }
                _ => {
                    lengths.push(1);
                    flat.push(expr_text(entry));
                }
            }
        }
        Ok(nested.then(|| (flat.join(", "), lengths)))
    }
}
