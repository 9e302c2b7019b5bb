//! A printed table, read from the tree into cells that can be checked.
//!
//! In: a `table` of a file. Out: for every claimed entry the values of the binders, the claimed value, and the place in the text. A row that is too
//! short or too long is an error at that row.

use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;

use crate::read::claim::{Claim, Formula, are_entries, in_pattern, names_of};
use grundy_rules::lang::ast::{Binder, Expr, ExprKind, ItemKind};
use grundy_rules::lang::{Code, Diagnostic, Span, ast};
use grundy_rules::lower::{
    Eval, Module, Question, Scope, Value, What, asks, entry_of, list_of, number_folds, range_of, rename,
};
use grundy_rules::rules::build;
use grundy_rules::rules::change::{Change, rebuilt, rebuilt_condition};
use grundy_rules::rules::expr::{C, E, Expr as Form, Place};
use grundy_rules::session::Entry;

type Result<T, D = Diagnostic> = std::result::Result<T, D>;

/// A table of values.
#[derive(Clone, Debug)]
pub(crate) struct Tabled {
    pub(crate) scope: Scope,
    pub(crate) names: Vec<String>,
    /// The position, over the binders.
    pub(crate) entries: Vec<E>,
    pub(crate) of: E,
    /// What is said of the position, as written.
    pub(crate) written: Expr,
    /// The claimed entries: the binders' values, the claimed value, its place in the text.
    pub(crate) cells: Vec<(Vec<IBig>, IBig, Span)>,
}

impl Tabled {
    /// Is every binder an entry of the position, so that the position alone gives the binders' values?
    pub(crate) fn written_as_entries(&self) -> bool {
        are_entries(self.names.len(), &self.entries)
    }

    /// The claim that every position of the table exists, and has the printed value. It has no variables.
    pub(crate) fn claim(&self) -> Claim {
        let mut scope = self.scope.clone();
        let game = scope.own.take().expect("a table speaks of a game");
        let exists = scope.questions.len();
        scope.questions.push(Question::Position { game, what: What::Exists, own: false });
        for question in &mut scope.questions {
            if let Question::Position { own, .. } = question {
                *own = false;
            }
        }
        let cell = |(binders, value, _): &(Vec<IBig>, IBig, Span)| {
            let of_binders = Cell { binders, entries: &[] };
            let entries: Vec<E> = self.entries.iter().map(|e| of_binders.number(e)).collect();
            let found = Cell { binders, entries: &entries }.number(&self.of);
            let there = build::ask(exists, entries, Place(None));
            [build::eq(&there, &build::int(1)), build::eq(&found, &build::int(value.clone()))]
        };
        let body = build::and(self.cells.iter().flat_map(cell).collect());
        let module = scope.games[game].module.clone();
        let source = Formula { expr: self.written.clone(), names: vec![], module };
        Claim {
            scope,
            vars: vec![],
            entries: vec![],
            filter: build::boolean(true),
            running: vec![],
            inner: build::boolean(true),
            body,
            to: None,
            parameters: 0,
            source,
        }
    }
}

/// An expression of a table at a cell: binders are numbers, and a question about the position of the cell names it.
struct Cell<'a> {
    binders: &'a [IBig],
    entries: &'a [E],
}

impl Change for Cell<'_> {
    fn number(&self, e: &E) -> E {
        match &**e {
            Form::Coord(i) => self.binders.get(*i).map_or_else(|| e.clone(), |n| build::int(n.clone())),
            Form::Ask(question, at, place) if at.is_empty() => build::ask(*question, self.entries.to_vec(), *place),
            _ => rebuilt(e, self),
        }
    }

    fn condition(&self, c: &C) -> C {
        rebuilt_condition(c, self)
    }
}

/// Reads a table.
///
/// # Errors
/// The first place at which the table is wrong.
pub(crate) fn tabled(module: &Arc<Module>, item: &ItemKind) -> Result<Tabled> {
    let ItemKind::Table { on, at, of, binders, rows, .. } = item else { unreachable!("called with a table") };
    let mut eval = Eval::new(module.clone(), vec![]);
    eval.scope = Some(Scope::default());
    let names: Vec<ast::Ident> = names_of(binders).map(|(n, _)| n.clone()).collect();
    let cells = cells(&mut eval, binders, rows)?;
    let term = eval.game(on)?;
    let written: Vec<Entry> = at.iter().map(entry_of).collect();
    let game = eval.lowered(on, &term, &written)?;
    let whole = at.iter().map(|e| e.span).reduce(Span::to).unwrap_or(on.span);
    game.fits(&written, "a pattern", whole)?;
    eval.env = names.iter().enumerate().map(|(i, n)| (n.name.clone(), Value::Int(build::coord(i)))).collect();
    let entries = at.iter().flat_map(list_of).map(|e| numbers_only(&mut eval, e)).collect::<Result<Vec<E>>>()?;
    if let Some(scope) = &mut eval.scope {
        scope.own = Some(scope.game(game));
    }
    let value = Expr { kind: ExprKind::Name("G".into()), span: on.span };
    let of = of.as_ref().unwrap_or(&value);
    let form = eval.int(of)?;
    let mut map = HashMap::new();
    number_folds(&form, &mut map);
    Ok(Tabled {
        scope: eval.scope.take().unwrap_or_default(),
        names: names.into_iter().map(|n| n.name).collect(),
        entries,
        of: rename(&form, &map),
        written: of.clone(),
        cells,
    })
}

/// An entry of a table's pattern.
fn numbers_only(eval: &mut Eval, e: &Expr) -> Result<E> {
    let entry = eval.int(e).map_err(in_pattern)?;
    if asks(&entry) {
        let message = "the pattern of a table is made of numbers and its binders, not of what is known of games";
        return Err(Diagnostic::at(Code::Table, e.span, message, "this asks of a game"));
    }
    Ok(entry)
}

type Cells = Vec<(Vec<IBig>, IBig, Span)>;

/// Pairs the printed entries with the binders' values: one line for each value of all binders but the last. With one binder, lines break anywhere.
fn cells(eval: &mut Eval, binders: &[Binder], rows: &[Vec<ast::Entry>]) -> Result<Cells> {
    if let Some(one) = binders.iter().find(|b| b.is_let) {
        let message = "the binders of a table give its lines and columns, and `let` gives none";
        return Err(Diagnostic::at(Code::Table, one.names[0].span, message, "here").help("name the value with `def`"));
    }
    let names: Vec<(&ast::Ident, &Expr)> = names_of(binders).collect();
    let (mut lines, mut left) = (vec![], CELLS);
    run_binders(eval, &names, &mut vec![], &mut lines, &mut left)?;
    let joined: Vec<Vec<ast::Entry>>;
    let rows = if names.len() == 1 {
        joined = vec![rows.concat()];
        &joined[..]
    } else {
        rows
    };
    let place = |row: &[ast::Entry]| row.iter().map(|e| e.span).reduce(Span::to);
    if rows.len() != lines.len() {
        let last = rows.last().and_then(|r| place(r)).unwrap_or(names[0].0.span);
        let message = format!("this table has {}, its binders give {}", lines_of(rows.len()), lines_of(lines.len()));
        let error = Diagnostic::at(Code::Table, last, message, "the last line found");
        return Err(error.label(names[0].0.span, "one line for each value of all binders but the last"));
    }
    let mut cells = vec![];
    for (row, line) in rows.iter().zip(&lines) {
        if row.len() != line.len() {
            let at = place(row).unwrap_or(names[0].0.span);
            let message = format!("this line has {}, its binder gives {}", entries_of(row.len()), line.len());
            let error = Diagnostic::at(Code::Table, at, message, format!("expected {}", entries_of(line.len())));
            return Err(error.help("an entry that is not claimed is written `.`"));
        }
        let claimed = row.iter().zip(line).filter_map(|(e, at)| Some((at.clone(), e.value.clone()?, e.span)));
        cells.extend(claimed);
    }
    Ok(cells)
}

fn lines_of(n: usize) -> String {
    if n == 1 { "1 line".into() } else { format!("{n} lines") }
}

fn entries_of(n: usize) -> String {
    if n == 1 { "1 entry".into() } else { format!("{n} entries") }
}

/// The most cells a printed table may have.
const CELLS: usize = 1_000_000;

/// All values of the binders; those of the last binder form a line.
fn run_binders(
    eval: &mut Eval,
    names: &[(&ast::Ident, &Expr)],
    so_far: &mut Vec<IBig>,
    lines: &mut Vec<Vec<Vec<IBig>>>,
    left: &mut usize,
) -> Result<()> {
    let Some(((name, range), rest)) = names.split_first() else { return Ok(()) };
    let values = constants(eval, range)?;
    let too_large = || Diagnostic::limit(Code::TooLarge, "this table is too large").label(range.span, "here");
    *left = left.checked_sub(values.len()).ok_or_else(too_large)?;
    if rest.is_empty() {
        let line = values.into_iter().map(|v| so_far.iter().cloned().chain([v]).collect()).collect();
        lines.push(line);
        return Ok(());
    }
    for v in values {
        so_far.push(v.clone());
        let bound = vec![(name.name.clone(), Value::Int(build::int(v)))];
        eval.with(bound, |eval| run_binders(eval, rest, so_far, lines, left))?;
        so_far.pop();
    }
    Ok(())
}

/// The numbers of a constant range or set.
fn constants(eval: &mut Eval, range: &Expr) -> Result<Vec<IBig>> {
    let value = eval.eval(range)?;
    let bad = |why: &str| Diagnostic::at(Code::Table, range.span, why.to_string(), "here");
    if let Some((lo, hi)) = range_of(&value) {
        let (Some(lo), Some(hi)) = (lo.as_int(), hi.as_int()) else {
            return Err(bad("the ranges of a table are constant, or depend on binders to their left"));
        };
        let n = usize::try_from(&(hi - lo + IBig::ONE)).unwrap_or(if hi < lo { 0 } else { usize::MAX });
        if n > CELLS {
            return Err(Diagnostic::limit(Code::TooLarge, "this table is too large").label(range.span, "here"));
        }
        return Ok((0..n).map(|i| lo + IBig::from(i)).collect());
    }
    grundy_rules::lower::constants_of(&value)
        .ok_or_else(|| bad("the binders of a table run through ranges, sets or vectors of constant numbers"))
}
