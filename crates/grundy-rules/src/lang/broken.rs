//! Long expressions in several lines.
//!
//! In: an expression, the place where it begins, the width. Out: its text, broken where a line may end: after an operator, after the colon of a
//! quantified form, before `then` and `else`, and after a comma inside brackets. The loosest operator is broken first. A line of a conjunction or
//! another condition holds one operand; sums and lists fill their lines.

use super::ast::{BinOp, Expr, ExprKind};
use super::print::{binders_text, expr_text, operator_text};

/// The place of an expression on its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The column at which the expression begins.
    pub(super) column: usize,
    /// The column at which its further lines begin.
    pub(super) indent: usize,
    /// The characters that follow its end on the same line.
    pub(super) tail: usize,
    /// The greatest length of a line.
    pub(super) width: usize,
}

impl Place {
    fn holds(self, text: &str) -> bool {
        self.column + text.chars().count() + self.tail <= self.width
    }

    /// The place after some characters, with its further lines under its beginning.
    fn after(self, characters: usize, tail: usize) -> Place {
        let column = self.column + characters;
        Place { column, indent: column, tail: self.tail + tail, ..self }
    }

    fn end(self) -> String {
        format!("\n{}", " ".repeat(self.indent))
    }
}

/// The text of an expression; no line is longer than the width, unless a part that has no place to break is.
pub(super) fn broken(expr: &Expr, place: Place) -> String {
    let line = expr_text(expr);
    if place.holds(&line) {
        return line;
    }
    match &expr.kind {
        ExprKind::Paren(inner) => bracketed("(", &[inner], ")", place),
        ExprKind::Tuple(list) => bracketed("(", &refs(list), ")", place),
        ExprKind::Vector(list) => bracketed("[", &refs(list), "]", place),
        ExprKind::Set(list) => bracketed("{", &refs(list), "}", place),
        ExprKind::Call(function, groups) if groups.len() == 1 => {
            let head = format!("{}(", expr_text(function));
            bracketed(&head, &refs(&groups[0]), ")", place)
        }
        ExprKind::Chain(first, rest) => operands(first, rest, place),
        ExprKind::Binary(op, a, b) if !matches!(op, BinOp::Pow | BinOp::Range) => {
            operands(a, &[(*op, (**b).clone())], place)
        }
        ExprKind::Not(inner) => format!("not {}", broken(inner, place.after(4, 0))),
        ExprKind::If(..) => cases(expr, place),
        ExprKind::Quant { op, binders, filter, body } => {
            let filter = filter.as_ref().map_or(String::new(), |filter| format!(" if {}", expr_text(filter)));
            body_below(&format!("{} {}{filter}", op.text(), binders_text(binders)), body, place)
        }
        ExprKind::Let(binders, body) => body_below(&binders_text(binders), body, place),
        _ => line,
    }
}

/// `if … then … else if … then … else …`, each word at the beginning of a line.
fn cases(expr: &Expr, place: Place) -> String {
    let part = |word: &str, e: &Expr| {
        let place = Place { column: place.indent, ..place };
        format!("{word} {}", broken(e, place.after(word.len() + 1, 0)))
    };
    let (mut lines, mut rest, mut word) = (vec![], expr, "if");
    while let ExprKind::If(c, a, b) = &rest.kind {
        let line = format!("{word} {} then {}", expr_text(c), expr_text(a));
        if place.indent + line.chars().count() <= place.width {
            lines.push(line);
        } else {
            lines.extend([part(word, c), part("then", a)]);
        }
        (rest, word) = (b, "else if");
    }
    lines.push(part("else", rest));
    lines.join(&place.end())
}

fn refs(list: &[Expr]) -> Vec<&Expr> {
    list.iter().collect()
}

/// A form whose body stands behind a colon: on its line if it fits there, or below.
fn body_below(head: &str, body: &Expr, place: Place) -> String {
    let indent = place.indent + 4;
    format!("{head}:\n{}{}", " ".repeat(indent), broken(body, Place { column: indent, indent, ..place }))
}

/// Entries between brackets, which fill lines that begin behind the opening one.
fn bracketed(open: &str, list: &[&Expr], close: &str, place: Place) -> String {
    let inside = place.after(open.chars().count(), close.len());
    let sign = |i: usize| if i + 1 < list.len() { ",".to_string() } else { String::new() };
    let parts: Vec<(&Expr, String)> = list.iter().enumerate().map(|(i, e)| (*e, sign(i))).collect();
    format!("{open}{}{close}", filled(&parts, inside, false))
}

fn operands(first: &Expr, rest: &[(BinOp, Expr)], place: Place) -> String {
    let ends = rest.iter().map(|(op, _)| operator_text(*op).trim_end().to_string()).chain([String::new()]);
    let parts: Vec<(&Expr, String)> = std::iter::once(first).chain(rest.iter().map(|(_, e)| e)).zip(ends).collect();
    let apart = rest.iter().all(|(op, _)| matches!(op, BinOp::And | BinOp::Or | BinOp::Implies | BinOp::Iff));
    filled(&parts, place, apart)
}

/// Parts, each with the sign at its end, as many on a line as there is room for, or one if they stand apart.
fn filled(parts: &[(&Expr, String)], place: Place, apart: bool) -> String {
    let mut out = String::new();
    let mut column = place.column;
    for (i, (part, sign)) in parts.iter().enumerate() {
        let tail = sign.chars().count() + if i + 1 == parts.len() { place.tail } else { 0 };
        if i > 0 {
            // A sign such as `*`, which stands close to its operands, has no blank behind it.
            let blank = usize::from(!matches!(parts[i - 1].1.as_str(), "*" | "^" | ".."));
            let length = expr_text(part).chars().count() + tail;
            let (fits, fits_below) = (column + blank + length <= place.width, place.indent + length <= place.width);
            // A part that must be broken anyway begins here.
            if !apart && (fits || !fits_below) {
                out.push_str(&" ".repeat(blank));
                column += blank;
            } else {
                out.push_str(&place.end());
                column = place.indent;
            }
        }
        let text = broken(part, Place { column, indent: column, tail, width: place.width }) + sign;
        column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => column + text.chars().count(),
        };
        out.push_str(&text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse_expr;

    fn layout(text: &str, width: usize) -> String {
        broken(&parse_expr(0, text).unwrap(), Place { column: 0, indent: 0, tail: 0, width })
    }

    #[test]
    fn the_loosest_operator_is_broken_first() {
        assert_eq!(layout("a = b and (c or d + e) implies not f", 30), "a = b and (c or d + e) implies\nnot f");
        assert_eq!(layout("a = b and (c or d + e) implies not f", 20), "a = b and\n(c or d + e) implies\nnot f");
        assert_eq!(layout("aaaa + bbbb + cccc + dddd", 14), "aaaa + bbbb +\ncccc + dddd");
        assert_eq!(layout("x = (aaaa + bbbb + cccc)", 14), "x = (aaaa +\n     bbbb +\n     cccc)");
    }

    #[test]
    fn words_of_a_condition_begin_lines() {
        let text = "if a then 1 else if bbbb = cccc then 2 else 3";
        assert_eq!(layout(text, 24), "if a then 1\nelse if bbbb = cccc\nthen 2\nelse 3");
        assert_eq!(layout("all i in 1..n if i > 2: f(i) = g(i)", 30), "all i in 1..n if i > 2:\n    f(i) = g(i)");
        assert_eq!(layout("f({[1, 2], [3, 4], [5, 6]}, 7)", 20), "f({[1, 2], [3, 4],\n   [5, 6]}, 7)");
    }

    #[test]
    fn broken_text_means_the_same() {
        let texts = [
            "P iff (any k in 1..a div 4, i in 0..1: [a, b] = [4*k + 2 + i, 4*k + 2 + i + 2]) or a <= b <= c",
            "let s = sum(x), let t = max(x): (if s = t then 2^s - 1 else -(s - t)*(s + t)) xor s in union({1, 2, 3}, 4..9)",
            "[x[i] with [1] = 3 for i in 1..n if not i divides n] = {f(a, b) for a in 1..2, b in 3..4} and G(nim(1, 2)) = f(z -> z + 1)",
        ];
        for text in texts {
            for width in 1..100 {
                let expr = parse_expr(0, text).unwrap();
                let again = broken(&expr, Place { column: 0, indent: 0, tail: 0, width });
                let read = parse_expr(0, &again).unwrap_or_else(|error| panic!("at {width}: {again}: {error:?}"));
                assert_eq!(expr_text(&read), expr_text(&expr), "at {width}");
            }
        }
    }
}
