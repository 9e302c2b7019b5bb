//! A claim as data.
//!
//! In: what was read of a file. Out: a formula over the variables of a pattern, with the games and the questions that it asks; nothing here knows how it is checked.

use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;
use grundy_rules::lang::ast::{Binder, Expr};
use grundy_rules::lang::{Code, Diagnostic, ast};
use grundy_rules::lower::{Module, Scope, Value, asks, number_folds, rename};
use grundy_rules::rules::expr::{C, E, Expr as Form, Node, Over, Place, Range};

/// A formula and the positions it is claimed for.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) scope: Scope,
    /// The pattern's variables, or the game's coordinates.
    pub(crate) vars: Vec<Variable>,
    /// The position that the claim is about, over the variables.
    pub(crate) entries: Vec<E>,
    pub(crate) filter: C,
    /// The binders of the outermost `all`.
    pub(crate) running: Vec<(String, Range)>,
    /// The filter of that `all`.
    pub(crate) inner: C,
    pub(crate) body: C,
    pub(crate) to: Option<u64>,
    /// The number of first variables that are parameters of the games.
    pub(crate) parameters: usize,
    pub(crate) source: Formula,
}

/// Is each of the first `variables` coordinates an entry?
pub(crate) fn are_entries(variables: usize, entries: &[E]) -> bool {
    (0..variables).all(|i| entries.iter().any(|e| **e == Form::Coord(i)))
}

/// A variable that runs through the naturals.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    /// The greatest value that the rules or the `where` allow.
    pub(crate) most: Option<u64>,
    /// A parameter of games begins with this number, and other variables with 0.
    pub(crate) least: u64,
    /// Do the rules bound the variable, whatever the bound of the claim, as they bound the passes left?
    pub(crate) own: bool,
}

impl Variable {
    pub(crate) fn new(name: &str, own: Option<u64>) -> Variable {
        Variable { name: name.to_string(), most: own, least: 0, own: own.is_some() }
    }

    /// A parameter of games.
    pub(crate) fn parameter(name: &str, least: &IBig) -> Variable {
        Variable { least: u64::try_from(least).unwrap_or(0), ..Variable::new(name, None) }
    }

    /// The greatest value checked, where the bound is `to`.
    pub(crate) fn end(&self, to: u64) -> u64 {
        match self.most {
            Some(most) if self.own => most,
            Some(most) => most.min(to.saturating_add(self.least)),
            None => to.saturating_add(self.least),
        }
    }
}

/// A formula as written, with the names in scope.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) expr: Expr,
    pub(crate) names: Vec<(String, Value)>,
    pub(crate) module: Arc<Module>,
}

/// The first number given to the variables of an outermost `all` while it is read; [`Claim::number`] renumbers them from 0.
pub(crate) const RUNNING: usize = 1 << 30;

impl Claim {
    /// Renumbers the bound variables from 0, those of the outermost `all` first.
    pub(crate) fn number(&mut self) {
        let mut map: HashMap<usize, usize> = self.running.iter().enumerate().map(|(i, r)| (r.1.var, i)).collect();
        self.expressions().for_each(|e| number_folds(&e, &mut map));
        let put = |e: &mut E| *e = rename(e, &map);
        self.entries.iter_mut().for_each(put);
        [&mut self.filter, &mut self.inner, &mut self.body].into_iter().for_each(|c| *c = rename(c, &map));
        for (i, (_, range)) in self.running.iter_mut().enumerate() {
            range.var = i;
            put(&mut range.lo);
            put(&mut range.hi);
        }
    }

    /// Is every variable an entry of the position, so that the position alone gives the variables' values?
    pub(crate) fn written_as_entries(&self) -> bool {
        are_entries(self.vars.len(), &self.entries)
    }

    /// Every expression of the claim.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = Node<'_>> {
        let ends = self.running.iter().flat_map(|(_, r)| [&r.lo, &r.hi]).map(Node::Number);
        let conditions = [&self.filter, &self.inner, &self.body].map(Node::Condition);
        self.entries.iter().map(Node::Number).chain(conditions).chain(ends)
    }
}

impl Claim {
    /// Does it say one formula of each of its positions, and ask for no value to choose these?
    pub(crate) fn is_plain(&self) -> bool {
        self.running.is_empty() && self.inner.as_bool() == Some(true) && !asks(&self.filter)
    }

    /// The outermost `all`, as a form.
    pub(crate) fn outermost(&self) -> Over<C> {
        let ranges = self.running.iter().map(|(_, range)| range.clone()).collect();
        Over { ranges, filter: self.inner.clone(), body: self.body.clone(), place: Place::default() }
    }
}

/// Rewords the error for a claim's word, such as `G`, inside a pattern: the word would refer to the position that the pattern itself defines.
pub(crate) fn in_pattern(error: Diagnostic) -> Diagnostic {
    match error.labels.first() {
        Some(label) if error.code == Code::NoPosition => {
            let message = "a pattern cannot speak of its own position";
            Diagnostic::at(Code::ReservedName, label.span, message, "reserved for claims")
                .help("a variable needs another name")
        }
        _ => error,
    }
}

/// The names that binders bind, one after the other, each with its range.
pub(crate) fn names_of(binders: &[Binder]) -> impl Iterator<Item = (&ast::Ident, &Expr)> {
    binders.iter().flat_map(|b| b.names.iter().map(move |n| (n, &b.range)))
}
