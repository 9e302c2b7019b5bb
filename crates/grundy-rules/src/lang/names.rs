//! The check of names: every name must be defined where it is used.
//!
//! In: the tree of a file and the names it may use. Out: the first unknown, repeated or reserved name, with the nearest one
//! that exists. The names in claims are checked when claims are read.

use std::collections::BTreeSet;

use super::ast::{
    All, Binder, Clause, ClauseKind, Expr, ExprKind, File, GameBody, GameDef, GameFamily, Ident, ItemKind, Target,
    Variable,
};
use super::diagnostic::Diagnostic;
use super::function::Function;
use super::token::{MORE, RESERVED};
use crate::lang::Code;

/// The names that only what `floor` rounds may use.
pub const REAL: &[&str] = &["phi", "sqrt"];

/// The words that form a compound of games.
pub const COMPOUNDS: &[&str] = &[
    "at_most",
    "exactly",
    "hyper",
    "conjunctive",
    "selective",
    "pass",
    "near",
    "blocked",
    "ordinal",
    "product",
    "acrostic",
];

/// Did the language get the compound later? A file may give its name another meaning then, as it could before.
#[must_use]
pub fn is_later_compound(name: &str) -> bool {
    matches!(name, "blocked" | "ordinal" | "product" | "acrostic")
}

type Result<T = (), E = Diagnostic> = std::result::Result<T, E>;

/// Checks all definitions and games of a file; `outside` are the names that the file may use without defining them.
///
/// # Errors
/// The first name that is unknown, bound twice, or built in.
pub fn check_names(file: &File, outside: &BTreeSet<String>) -> Result {
    match wrong_names(file, outside).into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

/// Puts [`ItemKind::Wrong`] in the place of each definition and game in which a name is wrong.
pub fn mark_wrong_names(file: &mut File, outside: &BTreeSet<String>) {
    for (at, error) in wrong_names(file, outside) {
        let (word, name) = match &file.items[at].kind {
            ItemKind::Def { name, .. } => ("def", name.name.clone()),
            ItemKind::Game(game) => ("game", game.name.name.clone()),
            _ => continue,
        };
        file.items[at].kind = ItemKind::Wrong { word, name: Some(name), error: Box::new(error) };
    }
}

/// The items whose names are wrong, by their places in the file, each with its first error: first those whose own name is
/// wrong, then those with a wrong name inside.
fn wrong_names(file: &File, outside: &BTreeSet<String>) -> Vec<(usize, Diagnostic)> {
    let mut globals = outside.clone();
    let mut own: Vec<&Ident> = vec![];
    let mut wrong = vec![];
    for (at, item) in file.items.iter().enumerate() {
        let name = match &item.kind {
            ItemKind::Def { name, .. } | ItemKind::Game(GameDef { name, .. }) => name,
            // The name is known, so that its uses are no mistakes of their own.
            ItemKind::Wrong { word: "def" | "game", name: Some(name), .. } => {
                globals.insert(name.clone());
                continue;
            }
            _ => continue,
        };
        let first = own.iter().find(|o| o.name == name.name);
        wrong.extend(not_builtin(name).and_then(|()| not_twice(name, first)).err().map(|error| (at, error)));
        own.push(name);
        globals.insert(name.name.clone());
    }
    for (at, item) in file.items.iter().enumerate() {
        let checked = match &item.kind {
            ItemKind::Def { params, body, .. } => {
                let mut scope = Scope { claims: true, ..Scope::new(&globals) };
                scope.bind_all(params.as_deref().unwrap_or(&[]), "an argument").and_then(|()| scope.expr(body))
            }
            ItemKind::Game(game) => check_game(game, &globals),
            _ => Ok(()),
        };
        wrong.extend(checked.err().map(|error| (at, error)));
    }
    wrong
}

fn not_twice(name: &Ident, first: Option<&&Ident>) -> Result {
    let Some(first) = first else { return Ok(()) };
    let message = format!("`{}` is defined twice", name.name);
    Err(Diagnostic::at(Code::DefinedTwice, name.span, message, "again here").label(first.span, "first here"))
}

fn not_builtin(name: &Ident) -> Result {
    let compound = COMPOUNDS.contains(&name.name.as_str()) && !is_later_compound(&name.name);
    if Function::reserved(&name.name).is_some() || compound {
        let message = format!("`{}` is a function of the language", name.name);
        return Err(Diagnostic::at(Code::BuiltinName, name.span, message, "another name is needed"));
    }
    Ok(())
}

fn check_game(game: &GameDef, globals: &BTreeSet<String>) -> Result {
    let mut scope = Scope::new(globals);
    scope.bind_all(&game.params, "a parameter")?;
    match &game.body {
        GameBody::Is(expr) => scope.expr(expr),
        GameBody::Rules { vars, clauses, .. } => {
            for var in vars {
                if let Some(length) = &var.length {
                    scope.expr(length).map_err(|error| length_of_position(error, length, game, vars))?;
                }
            }
            for var in vars {
                scope.bind(&var.name, "a position variable")?;
            }
            clauses.iter().try_for_each(|c| scope.clause(c))
        }
    }
}

/// The error for a length that names a position variable.
fn length_of_position(error: Diagnostic, length: &Expr, game: &GameDef, vars: &[Variable]) -> Diagnostic {
    match &length.kind {
        ExprKind::Name(name) if error.code == Code::UnknownName && vars.iter().any(|v| v.name.name == *name) => {
            let message =
                format!("the length `{name}` is an entry of the position, but lengths are known before a position is");
            Diagnostic::at(Code::Length, length.span, message, "a position variable")
                .help("make it a parameter in brackets")
        }
        // A length that nothing defines is a parameter that was forgotten; the nearest name is no help.
        ExprKind::Name(name) if error.code == Code::UnknownName => {
            let mut params: Vec<&str> = game.params.iter().map(|p| p.name.as_str()).collect();
            params.push(name);
            let vars: Vec<String> = vars.iter().map(super::print::variable_text).collect();
            let head = format!("{}[{}]({})", game.name.name, params.join(", "), vars.join(", "));
            Diagnostic { help: vec![format!("a length is a parameter of the game: write `game {head}`")], ..error }
        }
        _ => error,
    }
}

/// Checks the names of a family of games.
///
/// # Errors
/// The first name that is unknown or bound twice.
pub fn check_family(family: &GameFamily, outside: &BTreeSet<String>) -> Result {
    let mut scope = Scope::new(outside);
    scope.binders(&family.binders)?;
    family.filter.iter().try_for_each(|e| scope.expr(e))?;
    scope.expr(&family.game)
}

struct Scope<'a> {
    globals: &'a BTreeSet<String>,
    bound: Vec<Ident>,
    /// Names that are bound further to the right.
    later: Vec<Ident>,
    /// Are the words of claims allowed? In definitions they are, since a definition may be used in claims.
    claims: bool,
    /// Is this inside of what a function rounds?
    rounded: bool,
}

impl<'a> Scope<'a> {
    fn new(globals: &'a BTreeSet<String>) -> Self {
        Scope { globals, bound: vec![], later: vec![], claims: false, rounded: false }
    }

    fn bind(&mut self, name: &Ident, what: &str) -> Result {
        not_builtin(name)?;
        if let Some(first) = self.bound.iter().find(|b| b.name == name.name) {
            let message = format!("the name `{}` is taken; {what} needs a name of its own", name.name);
            return Err(
                Diagnostic::at(Code::NameTaken, name.span, message, "again here").label(first.span, "first here")
            );
        }
        self.bound.push(name.clone());
        Ok(())
    }

    fn bind_all(&mut self, names: &[Ident], what: &str) -> Result {
        names.iter().try_for_each(|n| self.bind(n, what))
    }

    fn clause(&mut self, clause: &Clause) -> Result {
        match &clause.kind {
            ClauseKind::Require(condition) => self.expr(condition),
            ClauseKind::Picture(_) => Ok(()),
            ClauseKind::Move { targets, binders, guard, .. } => {
                let depth = self.bound.len();
                self.binders(binders)?;
                guard.iter().try_for_each(|e| self.expr(e))?;
                targets.iter().try_for_each(|t| self.target(t))?;
                self.bound.truncate(depth);
                Ok(())
            }
        }
    }

    fn target(&mut self, target: &Target) -> Result {
        let depth = self.bound.len();
        if let Some(All { binders, filter }) = &target.all {
            self.binders(binders)?;
            filter.iter().try_for_each(|e| self.expr(e))?;
        }
        self.expr(&target.part)?;
        self.bound.truncate(depth);
        Ok(())
    }

    fn binders(&mut self, binders: &[Binder]) -> Result {
        for (i, binder) in binders.iter().enumerate() {
            self.later = binders[i..].iter().flat_map(|b| b.names.clone()).collect();
            self.expr(&binder.range)?;
            self.later.clear();
            self.bind_all(&binder.names, "a binder")?;
        }
        Ok(())
    }

    fn name(&self, name: &str, span: super::source::Span) -> Result {
        let known = self.bound.iter().any(|b| b.name == name)
            || self.globals.contains(name)
            || Function::of(name).is_some()
            || (self.rounded && REAL.contains(&name))
            || COMPOUNDS.contains(&name)
            || (self.claims && RESERVED.contains(&name))
            // Whether there is such a game is seen when it is looked up.
            || is_more(name);
        if known {
            return Ok(());
        }
        if let Some(later) = self.later.iter().find(|l| l.name == name) {
            let message = format!("this range uses `{name}`, which is bound further to the right");
            return Err(Diagnostic::at(Code::LaterBinder, span, message, "not known yet")
                .label(later.span, "bound here")
                .help("ranges are read from left to right: put the binder that is used first to the left"));
        }
        Err(unknown(
            name,
            span,
            self.bound.iter().map(|b| b.name.as_str()).chain(self.globals.iter().map(String::as_str)),
        ))
    }

    fn expr(&mut self, expr: &Expr) -> Result {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Code(_)
            | ExprKind::Notation(_)
            | ExprKind::Turning(_)
            | ExprKind::Hole => Ok(()),
            ExprKind::Vector(list) | ExprKind::Set(list) | ExprKind::Tuple(list) => {
                list.iter().try_for_each(|e| self.expr(e))
            }
            ExprKind::Paren(e) | ExprKind::Neg(e) | ExprKind::Not(e) => self.expr(e),
            ExprKind::Chain(first, rest) => {
                self.expr(first)?;
                rest.iter().try_for_each(|(_, e)| self.expr(e))
            }
            ExprKind::Binary(_, a, b) => self.expr(a).and_then(|()| self.expr(b)),
            ExprKind::If(c, a, b) => [c, a, b].into_iter().try_for_each(|e| self.expr(e)),
            ExprKind::Quant { binders, filter, body, .. } => {
                let depth = self.bound.len();
                let later = std::mem::take(&mut self.later);
                self.binders(binders)?;
                filter.iter().try_for_each(|e| self.expr(e))?;
                self.expr(body)?;
                self.bound.truncate(depth);
                self.later = later;
                Ok(())
            }
            ExprKind::Let(binders, body) => {
                let depth = self.bound.len();
                let later = std::mem::take(&mut self.later);
                self.binders(binders)?;
                self.expr(body)?;
                self.bound.truncate(depth);
                self.later = later;
                Ok(())
            }
            ExprKind::Comprehension { element, binders, filter, .. } => {
                let depth = self.bound.len();
                let later = std::mem::take(&mut self.later);
                self.binders(binders)?;
                filter.iter().try_for_each(|e| self.expr(e))?;
                self.expr(element)?;
                self.bound.truncate(depth);
                self.later = later;
                Ok(())
            }
            ExprKind::Lambda(params, body) => {
                let depth = self.bound.len();
                self.bind_all(params, "an argument")?;
                self.expr(body)?;
                self.bound.truncate(depth);
                Ok(())
            }
            ExprKind::Index(e, list) => {
                self.expr(e)?;
                list.iter().try_for_each(|e| self.expr(e))
            }
            ExprKind::Call(e, groups) => {
                self.expr(e)?;
                let outside = self.rounded;
                self.rounded |= matches!(&e.kind, ExprKind::Name(name) if Function::rounds(name));
                let checked = groups.iter().flatten().try_for_each(|e| self.expr(e));
                self.rounded = outside;
                checked
            }
            ExprKind::With(e, path, value) => {
                self.expr(e)?;
                path.iter().try_for_each(|e| self.expr(e))?;
                self.expr(value)
            }
        }
    }
}

/// Is it the name of a game of the cookbook, such as `more.lasker`?
pub fn is_more(name: &str) -> bool {
    name.strip_prefix(MORE).is_some_and(|rest| rest.starts_with('.'))
}

/// The error for a name that nothing defines.
pub fn unknown<'n>(name: &str, span: super::source::Span, known: impl Iterator<Item = &'n str>) -> Diagnostic {
    let functions = Function::ALL.iter().map(|function| function.name());
    let all: Vec<&str> = known.chain(functions).chain(COMPOUNDS.iter().copied()).collect();
    if RESERVED.contains(&name) {
        let message = format!("`{name}` speaks of a position of a claim");
        return Diagnostic::at(Code::ClaimsOnly, span, message, "only in claims");
    }
    let shown: String = name.chars().take(60).collect();
    let error = Diagnostic::at(Code::UnknownName, span, format!("the name `{shown}` is not known"), "not defined");
    match in_this_language(name) {
        Some(advice) => error.help(advice),
        // One letter is near to every other one.
        None if name.chars().count() < 2 => error,
        None => error.nearest(name, all),
    }
}

/// How the language says what a word means elsewhere.
fn in_this_language(name: &str) -> Option<&'static str> {
    Some(match name {
        "sqrt" => {
            "the square root, rounded down, is `isqrt(n)`; roots of constants stand inside `floor`: `floor(n*sqrt(2))`"
        }
        "phi" => "the golden ratio stands inside `floor`: `floor(n*phi)`",
        "ceiling" => "a divided by b and rounded up is `ceil(a/b)`",
        "forall" | "every" => "write `all i in 1..n: …`",
        "thereis" | "some" => "write `any i in 1..n: …`",
        "log" | "lg" => "the logarithm to base 2, rounded down, is `log2(n)`",
        "size" | "length" => "the number of entries or elements is `len(x)`",
        _ => return None,
    })
}
