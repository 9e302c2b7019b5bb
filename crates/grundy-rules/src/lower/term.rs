//! Game expressions as data: games, sums, compounds, before their lengths are known ([`Term`]), and after ([`Game`]).

use std::sync::Arc;

use super::module::Module;
use super::value::{Value, carried_among};
use crate::lang::ast::GameDef;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::expr::E;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A game expression.
#[derive(Clone, Debug)]
pub enum Term {
    /// A game of a file, with its parameters if they were given.
    Named { module: Arc<Module>, name: String, args: Option<Vec<(Value, Span)>>, span: Span },
    /// A compound of components, each with its number of copies.
    Compound { rule: Rule, parts: Vec<(usize, Arc<Term>)>, span: Option<Span> },
}

/// The rule by which the components of a compound are played together: in which components a move is made.
#[derive(Clone, Debug)]
pub enum Rule {
    /// In exactly one.
    Sum,
    /// In every component of one of these sets (numbered from 0).
    Hyper(Vec<Vec<usize>>),
    /// In at least one and at most this many.
    AtMost(usize),
    /// In exactly this many.
    Exactly(usize),
    /// In all.
    All,
    /// In any number, at least one.
    Selective,
    /// A single game, with this many passes.
    Pass(u64),
    /// Farr and Ho's nearly disjunctive sum.
    Near,
    /// Two games: a move in the first, the base, ends the second.
    Ordinal,
    /// A product, whose positions are those of all components side by side.
    Product(Product),
    /// A single game, in which the other player may forbid this many options before each move.
    Blocked(u32),
}

impl Rule {
    /// How many coordinates belong to the compound itself: a counter of passes, or a flag.
    pub fn counters(&self) -> usize {
        usize::from(matches!(self, Rule::Pass(_) | Rule::Near | Rule::Ordinal))
    }
}

/// Which product of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A move is made in all components at once.
    Direct,
    /// A move is made in one component.
    Acrostic,
}

/// An entry of a position as written: a number, or a bracketed list of this length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A number.
    One,
    /// `[…]`
    List(usize),
}

impl Entry {
    /// The number of coordinates that the entry stands for.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Entry::One => 1,
            Entry::List(n) => n,
        }
    }
}

/// One part of the layout of a written position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A single entry.
    One,
    /// A vector; its brackets may be left out.
    Vector(usize),
    /// A strip, written with brackets.
    Strip(usize),
}

impl Slot {
    /// The number of coordinates.
    #[must_use]
    pub fn width(&self) -> usize {
        match self {
            Slot::One => 1,
            Slot::Vector(n) | Slot::Strip(n) => *n,
        }
    }
}

/// A game expression with all parameters and lengths known.
#[derive(Clone, Debug)]
pub enum Game {
    Rules { module: Arc<Module>, def: Arc<GameDef>, params: Vec<(String, Value)>, lengths: Vec<Length>, span: Span },
    Compound { rule: Rule, parts: Vec<Game>, span: Option<Span> },
}

/// The length of a position variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    Scalar,
    Vector(usize),
    Strips(Vec<usize>),
}

/// The most coordinates a game may have.
pub(super) const WIDEST: usize = 4096;

impl Term {
    pub fn named(module: Arc<Module>, name: &str, span: Span) -> Term {
        Term::Named { module, name: name.to_string(), args: None, span }
    }

    /// The term `G[…]` with these parameters.
    pub fn apply(&self, args: Vec<(Value, Span)>, at: Span) -> Result<Term> {
        match self {
            Term::Named { module, name, args: None, span } => {
                Ok(Term::Named { module: module.clone(), name: name.clone(), args: Some(args), span: span.to(at) })
            }
            _ => Err(Diagnostic::at(
                Code::Parameters,
                at,
                "parameters stand behind the name of a game, once",
                "no parameters here",
            )),
        }
    }
}

impl Length {
    pub fn width(&self) -> usize {
        match self {
            Length::Scalar => 1,
            Length::Vector(n) => *n,
            Length::Strips(list) => list.iter().sum(),
        }
    }
}

impl Game {
    /// The number of coordinates.
    pub fn width(&self) -> usize {
        match self {
            Game::Rules { params, lengths, .. } => {
                carried_among(params) + lengths.iter().map(Length::width).sum::<usize>()
            }
            Game::Compound { rule, parts, .. } => parts.iter().map(Game::width).sum::<usize>() + rule.counters(),
        }
    }

    /// The layout of a written position.
    pub fn slots(&self) -> Vec<Slot> {
        match self {
            Game::Rules { params, lengths, .. } => {
                let carried = std::iter::repeat_n(Slot::One, carried_among(params));
                let own = lengths.iter().flat_map(|l| match l {
                    Length::Scalar => vec![Slot::One],
                    Length::Vector(n) => vec![Slot::Vector(*n)],
                    Length::Strips(list) => list.iter().map(|n| Slot::Strip(*n)).collect(),
                });
                carried.chain(own).collect()
            }
            Game::Compound { rule, parts, .. } => {
                let mut slots: Vec<Slot> = parts.iter().flat_map(Game::slots).collect();
                slots.extend(std::iter::repeat_n(Slot::One, rule.counters()));
                slots
            }
        }
    }
}

/// The words `, found …` for a message, if the value is a constant.
pub(super) fn found(e: &E) -> String {
    e.as_int().map_or(String::new(), |v| format!(", found {v}"))
}

/// `G + H`
pub(super) fn plus(a: &Arc<Term>, b: &Arc<Term>, span: Span) -> Result<Term> {
    let parts = |t: &Arc<Term>| match &**t {
        Term::Compound { rule: Rule::Sum, parts, .. } => parts.clone(),
        _ => vec![(1, t.clone())],
    };
    let all: Vec<(usize, Arc<Term>)> = parts(a).into_iter().chain(parts(b)).collect();
    if all.len() > WIDEST {
        let message = format!("a sum has at most {WIDEST} components");
        return Err(Diagnostic::limit(Code::TooLarge, message).label(span, "one more than that"));
    }
    Ok(Term::Compound { rule: Rule::Sum, parts: all, span: None })
}

/// `k*G`
pub(super) fn times(k: &E, g: &Arc<Term>, span: Span) -> Result<Term> {
    let copies = k.as_i64().and_then(|k| usize::try_from(k).ok()).filter(|k| *k <= WIDEST);
    let Some(copies) = copies else {
        let message = format!("the number of copies is a constant from 0 to {WIDEST}{}", found(k));
        return Err(Diagnostic::at(Code::Copies, span, message, "here"));
    };
    Ok(Term::Compound { rule: Rule::Sum, parts: vec![(copies, g.clone())], span: Some(span) })
}
