//! The printer: from the tree back to text, in the normal layout.
//!
//! In: a tree and the comments of its source. Out: text that parses to the same tree; printing that tree gives the same
//! text. Each clause stands on one line; a line longer than [`WIDTH`] is broken before its `for` and its `if`, and a long
//! expression as [`broken`] says.
//! Comments keep their place before a clause or at its end. Of several blank lines in a row, one is kept.

use super::ast::{
    All, BinOp, Binder, Clause, ClauseKind, Entry, Every, Expr, ExprKind, File, GameBody, GameDef, Ident, Item,
    ItemKind, Parameters, Target, Variable,
};
use super::broken::{Place, broken};
use super::token::Comment;

/// The width at which clauses are broken.
const WIDTH: usize = 110;

/// An expression on one line.
#[must_use]
pub fn expr_text(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(expr, &mut out);
    out
}

fn join(list: &[Expr]) -> String {
    list.iter().map(expr_text).collect::<Vec<_>>().join(", ")
}

fn write_expr(expr: &Expr, out: &mut String) {
    match &expr.kind {
        ExprKind::Int(value) => out.push_str(&value.to_string()),
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::Code(digits) => out.push_str(&code_text(digits)),
        ExprKind::Notation(code) => out.push_str(&format!("\"{}\"", code.text)),
        ExprKind::Turning(code) => out.push_str(&format!("\"{}\"", code.text)),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Hole => out.push('_'),
        ExprKind::Vector(list) => out.push_str(&format!("[{}]", join(list))),
        ExprKind::Set(list) => out.push_str(&format!("{{{}}}", join(list))),
        ExprKind::Paren(e) => out.push_str(&format!("({})", expr_text(e))),
        ExprKind::Tuple(list) => out.push_str(&format!("({})", join(list))),
        ExprKind::Chain(first, rest) => {
            write_expr(first, out);
            for (op, e) in rest {
                out.push_str(&operator_text(*op));
                write_expr(e, out);
            }
        }
        ExprKind::Binary(op, a, b) => {
            write_expr(a, out);
            out.push_str(&operator_text(*op));
            write_expr(b, out);
        }
        ExprKind::Neg(e) => {
            out.push('-');
            write_expr(e, out);
        }
        ExprKind::Not(e) => {
            out.push_str("not ");
            write_expr(e, out);
        }
        ExprKind::If(c, a, b) => {
            out.push_str(&format!("if {} then {} else {}", expr_text(c), expr_text(a), expr_text(b)))
        }
        ExprKind::Quant { op, binders, filter, body } => {
            out.push_str(&format!("{} {}", op.text(), binders_text(binders)));
            if let Some(filter) = filter {
                out.push_str(&format!(" if {}", expr_text(filter)));
            }
            out.push_str(": ");
            write_expr(body, out);
        }
        ExprKind::Let(binders, body) => {
            out.push_str(&format!("{}: ", binders_text(binders)));
            write_expr(body, out);
        }
        ExprKind::Comprehension { set, element, binders, filter } => {
            let (open, close) = if *set { ('{', '}') } else { ('[', ']') };
            out.push(open);
            write_expr(element, out);
            out.push_str(&format!(" for {}", binders_text(binders)));
            if let Some(filter) = filter {
                out.push_str(&format!(" if {}", expr_text(filter)));
            }
            out.push(close);
        }
        ExprKind::Lambda(params, body) => {
            let names = names_text(params);
            out.push_str(&if params.len() == 1 { names } else { format!("({names})") });
            out.push_str(" -> ");
            write_expr(body, out);
        }
        ExprKind::Index(e, list) => {
            write_expr(e, out);
            out.push_str(&format!("[{}]", join(list)));
        }
        ExprKind::Call(e, groups) => {
            write_expr(e, out);
            let groups: Vec<String> = groups.iter().map(|g| join(g)).collect();
            out.push_str(&format!("({})", groups.join("; ")));
        }
        ExprKind::With(e, path, value) => {
            write_expr(e, out);
            out.push_str(" with ");
            for index in path {
                out.push_str(&format!("[{}]", expr_text(index)));
            }
            out.push_str(" = ");
            write_expr(value, out);
        }
    }
}

/// An operator with the blanks around it.
pub(super) fn operator_text(op: BinOp) -> String {
    match op {
        BinOp::Mul | BinOp::Over | BinOp::Pow | BinOp::Range => op.text().to_string(),
        _ => format!(" {} ", op.text()),
    }
}

/// The text of a code: a digit, a point, digits.
pub fn code_text(digits: &[u8]) -> String {
    let mut text = String::new();
    for (i, d) in digits.iter().enumerate() {
        if i == 1 {
            text.push('.');
        }
        text.push(char::from_digit(u32::from(*d), 32).expect("a digit to V").to_ascii_uppercase());
    }
    text
}

fn names_text(names: &[Ident]) -> String {
    names.iter().map(|n| n.name.as_str()).collect::<Vec<_>>().join(", ")
}

pub(super) fn binders_text(binders: &[Binder]) -> String {
    let one = |b: &Binder| match b.is_let {
        true => format!("let {} = {}", names_text(&b.names), expr_text(&b.range)),
        false => format!("{} in {}", names_text(&b.names), expr_text(&b.range)),
    };
    binders.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A whole file in the normal layout.
#[must_use]
pub fn file_text(file: &File, comments: &[Comment], source: &str) -> String {
    let mut printer = Printer { comments, at: 0, source, out: String::new(), last_end: 0 };
    for item in &file.items {
        printer.item(item);
    }
    printer.comments_before(source.len(), "");
    let text = printer.out.trim_start_matches('\n').trim_end().to_string();
    if text.is_empty() { text } else { text + "\n" }
}

struct Printer<'a> {
    comments: &'a [Comment],
    at: usize,
    source: &'a str,
    out: String,
    /// The end in the source of the last part that was printed.
    last_end: usize,
}

impl Printer<'_> {
    /// Keeps one blank line where the source has one or more before `start`.
    fn gap(&mut self, start: usize) {
        let between = self.source.get(self.last_end..start).unwrap_or("");
        let lines: Vec<&str> = between.split('\n').collect();
        let blank = lines.len() > 2 && lines[1..lines.len() - 1].iter().any(|l| l.trim().is_empty());
        if blank && !self.out.is_empty() && !self.out.ends_with("\n\n") && !self.out.ends_with("{\n") {
            self.out.push('\n');
        }
    }

    fn comments_before(&mut self, end: usize, indent: &str) {
        while let Some(comment) = self.comments.get(self.at).filter(|c| (c.span.start as usize) < end) {
            self.gap(comment.span.start as usize);
            self.out.push_str(&format!("{indent}{}\n", comment.text));
            self.last_end = comment.span.end as usize;
            self.at += 1;
        }
    }

    /// Ends a line, with the comment that stands at its end in the source.
    fn end_line(&mut self, end: usize) {
        self.last_end = end;
        if let Some(comment) = self.comments.get(self.at) {
            let start = comment.span.start as usize;
            let same_line = start >= end && !self.source.get(end..start).unwrap_or("\n").contains('\n');
            if !comment.alone && same_line {
                self.out.push_str(&format!("  {}", comment.text));
                self.last_end = comment.span.end as usize;
                self.at += 1;
            }
        }
        self.out.push('\n');
    }

    fn item(&mut self, item: &Item) {
        let (start, end) = (item.span.start as usize, item.span.end as usize);
        self.comments_before(start, "");
        let block = matches!(&item.kind, ItemKind::Game(GameDef { body: GameBody::Rules { .. }, .. }));
        if !block {
            // Comments between the lines of an item are printed before it, so that none is lost and printing again changes nothing.
            self.gap(start);
            self.comments_before(end, "");
        }
        self.gap(start);
        match &item.kind {
            ItemKind::Game(game) => self.game(game, end),
            other => {
                self.out.push_str(&item_text(other));
                self.end_line(end);
            }
        }
    }

    fn game(&mut self, game: &GameDef, end: usize) {
        let params = if game.params.is_empty() { String::new() } else { format!("[{}]", names_text(&game.params)) };
        let head = format!("game {}{params}", game.name.name);
        let (vars, doc, clauses, one_line) = match &game.body {
            GameBody::Is(expr) => {
                self.out.push_str(&after_head(&format!("{head} ="), expr));
                self.end_line(end);
                return;
            }
            GameBody::Rules { vars, doc, clauses, one_line } => (vars, doc, clauses, *one_line),
        };
        let vars: Vec<String> = vars.iter().map(variable_text).collect();
        let head = format!("{head}({})", vars.join(", "));
        let commented = self.comments.get(self.at).is_some_and(|c| (c.span.start as usize) < end);
        if one_line && !commented && doc.is_none() && clauses.len() <= 1 {
            let inner = clauses.first().map_or(String::new(), |c| format!(" {}", clause_text(c)));
            let line = format!("{head} {{{inner} }}");
            if line.len() <= WIDTH {
                self.out.push_str(&line);
                self.end_line(end);
                return;
            }
        }
        self.out.push_str(&format!("{head} {{\n"));
        if let Some(doc) = doc {
            self.comments_before(doc.span.start as usize, "    ");
            self.out.push_str(&format!("    {}", quoted(&doc.text)));
            self.end_line(doc.span.end as usize);
        }
        for clause in clauses {
            self.clause(clause);
        }
        self.comments_before(end, "    ");
        self.out.push('}');
        self.end_line(end);
    }

    fn clause(&mut self, clause: &Clause) {
        let (start, end) = (clause.span.start as usize, clause.span.end as usize);
        self.comments_before(start, "    ");
        if self.last_end > 0 && !self.out.ends_with("{\n") {
            self.gap(start);
        }
        self.comments_before(end, "    ");
        let line = format!("    {}", clause_text(clause));
        if line.chars().count() <= WIDTH {
            self.out.push_str(&line);
        } else {
            self.out.push_str(&broken_clause(clause));
        }
        self.end_line(end);
    }
}

pub(super) fn variable_text(var: &Variable) -> String {
    match &var.length {
        Some(length) => format!("{}[{}]", var.name.name, expr_text(length)),
        None => var.name.name.clone(),
    }
}

/// The parts of a clause: a word, and what stands behind it.
fn clause_parts(clause: &Clause) -> Vec<(&'static str, Words<'_>)> {
    match &clause.kind {
        ClauseKind::Require(condition) => vec![("require", Words::Expr(condition))],
        ClauseKind::Picture(word) => vec![("picture", Words::Text(word.name.clone()))],
        ClauseKind::Move { targets, split, binders, guard } => {
            let targets: Vec<String> = targets.iter().map(target_text).collect();
            let mut parts = vec![(if *split { "split" } else { "move" }, Words::Text(targets.join(", ")))];
            if !binders.is_empty() {
                parts.push(("for", Words::Text(binders_text(binders))));
            }
            parts.extend(guard.iter().map(|guard| ("if", Words::Expr(guard))));
            parts
        }
    }
}

/// What stands behind a word of a clause.
enum Words<'a> {
    /// An expression, which may be broken.
    Expr(&'a Expr),
    Text(String),
}

fn target_text(target: &Target) -> String {
    let part = expr_text(&target.part);
    let Some(All { binders, filter }) = &target.all else { return part };
    let filter = filter.as_ref().map_or(String::new(), |filter| format!(" if {}", expr_text(filter)));
    format!("all ({part} for {}{filter})", binders_text(binders))
}

fn clause_text(clause: &Clause) -> String {
    let part = |(word, words): (&str, Words)| match words {
        Words::Expr(e) => format!("{word} {}", expr_text(e)),
        Words::Text(text) => format!("{word} {text}"),
    };
    clause_parts(clause).into_iter().map(part).collect::<Vec<_>>().join(" ")
}

fn broken_clause(clause: &Clause) -> String {
    let mut indent = 4;
    let mut lines = vec![];
    for (word, words) in clause_parts(clause) {
        let column = indent + word.len() + 1;
        let text = match words {
            Words::Expr(e) => broken(e, Place { column, indent: column, tail: 0, width: WIDTH }),
            Words::Text(text) => text,
        };
        lines.push(format!("{}{word} {text}", " ".repeat(indent)));
        indent = 12;
    }
    lines.join("\n")
}

/// An expression behind its head, or on the lines below it.
fn after_head(head: &str, body: &Expr) -> String {
    let line = format!("{head} {}", expr_text(body));
    if line.chars().count() <= WIDTH {
        return line;
    }
    format!("{head}\n    {}", broken(body, Place { column: 4, indent: 4, tail: 0, width: WIDTH }))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn item_text(item: &ItemKind) -> String {
    match item {
        ItemKind::Def { name, params, body } => {
            let params = params.as_ref().map_or(String::new(), |p| format!("({})", names_text(p)));
            after_head(&format!("def {}{params} =", name.name), body)
        }
        ItemKind::Paper(text) => format!("paper {}", quoted(text)),
        ItemKind::Erratum(text) => format!("erratum {}", quoted(text)),
        ItemKind::Claim { name, on, at, filter, to, every, body } => {
            let mut head = format!("claim {}", quoted(name));
            if let Some(on) = on {
                head.push_str(&format!(" on {}", expr_text(on)));
            }
            if let Some(at) = at {
                head.push_str(&format!(" at ({})", join(at)));
            }
            if let Some(filter) = filter {
                head.push_str(&format!(" where {}", expr_text(filter)));
            }
            if let Some(to) = to {
                head.push_str(&format!(" to {}", expr_text(to)));
            }
            if let Some(every) = every {
                head.push_str(&format!(" for {}", every_text(every)));
            }
            after_head(&format!("{head}:"), body)
        }
        ItemKind::Table { name, on, at, of, binders, rows } => {
            let of = of.as_ref().map_or(String::new(), |e| format!(" of {}", expr_text(e)));
            let head = format!(
                "table {} on {} at ({}){of} for {}:",
                quoted(name),
                expr_text(on),
                join(at),
                binders_text(binders)
            );
            format!("{head}\n{}", rows_text(rows))
        }
        ItemKind::Game(_) => unreachable!("games are printed as blocks"),
        ItemKind::Wrong { .. } => unreachable!("a file with a mistake is not printed"),
    }
}

fn every_text(every: &Every) -> String {
    let one = |p: &Parameters| {
        format!("{} in {}{}", names_text(&p.names), expr_text(&p.range), if p.is_endless { ".." } else { "" })
    };
    let params = every.params.iter().map(one).collect::<Vec<_>>().join(", ");
    every.filter.as_ref().map_or(params.clone(), |filter| format!("{params} if {}", expr_text(filter)))
}

fn rows_text(rows: &[Vec<Entry>]) -> String {
    let entry = |e: &Entry| e.value.as_ref().map_or(".".to_string(), ToString::to_string);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |j: usize| rows.iter().filter_map(|r| r.get(j)).map(|e| entry(e).len()).max().unwrap_or(1);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<Entry>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(e, w)| format!("{:>w$}", entry(e), w = *w)).collect();
        format!("    {}", cells.join(" "))
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
