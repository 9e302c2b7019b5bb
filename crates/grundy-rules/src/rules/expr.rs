//! Expressions of the internal form: numbers and conditions over coordinates.
//!
//! In: the lowering's calls of the builders ([`super::build`]). Out: trees with constants folded. Numbers and conditions are two types, so that
//! neither can stand where the other belongs. Two trees are equal if their texts differ only in the order of terms in sums and other commutative
//! operations. No tree holds a closure: engines compile expressions, the canonical form prints them, and a prover can translate them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dashu_int::IBig;

use super::links::Links;
use super::nim_field::NimOp;
use crate::lang::Span;

/// A shared number.
pub type E = Arc<Expr>;
/// A shared condition.
pub type C = Arc<Cond>;

/// The place in the text that an expression came from. All places compare equal, so that copies of a rule are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub Option<Span>);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Place {}
impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Place {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}
impl Hash for Place {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A bound variable with its range, both ends included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// The variable's number.
    pub var: usize,
    /// The first value.
    pub lo: E,
    /// The last value.
    pub hi: E,
}

/// An expression under ranges, taken wherever a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Over<B> {
    /// The ranges; each may use the variables of earlier ones.
    pub ranges: Vec<Range>,
    /// The condition on the values that count.
    pub filter: C,
    /// The expression that is folded.
    pub body: B,
    /// The place in the text.
    pub place: Place,
}

/// What is made of the numbers under ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum FoldOp {
    Sum,
    Xor,
    Min,
    Max,
}

impl FoldOp {
    /// The word of the language.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            FoldOp::Sum => "sum",
            FoldOp::Xor => "xor",
            FoldOp::Min => "min",
            FoldOp::Max => "max",
        }
    }
}

/// How many of the conditions under ranges must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Quantifier {
    All,
    Any,
}

impl Quantifier {
    /// The word of the language.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Quantifier::All => "all",
            Quantifier::Any => "any",
        }
    }
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    /// A coordinate of the position.
    Coord(usize),
    /// A bound variable.
    Var(usize),
    /// A constant.
    Int(IBig),
    /// `constant + Σ factor * term`; the terms are sorted, and none is a sum or a constant. A factor is 0 only at a term that could fail.
    Sum(IBig, Vec<(E, IBig)>),
    /// A product of at least two expressions that are not constant.
    Product(Vec<E>),
    /// Floor division.
    Div(E, E, Place),
    /// The remainder with the sign of the divisor.
    Mod(E, E, Place),
    /// A power.
    Pow(E, E, Place),
    /// The absolute value.
    Abs(E),
    /// The greatest common divisor, not negative.
    Gcd(E, E),
    /// Bit `.1` of `.0`, in two's complement.
    Bit(E, E, Place),
    /// Floor of the binary logarithm.
    Log2(E, Place),
    /// Floor of `.1` times the square root of `.0`; there is none of a negative number.
    Root(E, E, Place),
    /// An operation of the nim-field on one number, or on two.
    Nim(NimOp, Vec<E>, Place),
    /// The least of a list.
    Min(Vec<E>),
    /// The greatest of a list.
    Max(Vec<E>),
    /// The nim-sum of a list.
    Xor(Vec<E>, Place),
    /// `if .0 then .1 else .2`
    If(C, E, E),
    /// The entry of a list at an index that counts from 1.
    Select(E, Vec<E>, Place),
    /// The digit of a code at an index that counts from 0; 0 past the end.
    Digit(E, Vec<u8>, Place),
    /// The k-th smallest element of a list, k from 0.
    Rank(usize, Vec<E>),
    /// The mex of a set; an element belongs to the set where its condition holds.
    Mex(Vec<(C, E)>),
    /// How often a condition holds under ranges.
    Count(Over<C>),
    /// The sum, the nim-sum, the least or the greatest of the numbers under ranges.
    Fold(FoldOp, Over<E>),
    /// The answer to a question, in claims only: the number of the question in the claim's list, and the position asked about. Without
    /// entries, the question is about the claim's current position, or about no position.
    Ask(usize, Vec<E>, Place),
    /// A number that cannot be computed, with the reason.
    Fail(Place, String),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cond {
    /// `if .0 then .1 else .2`
    If(C, C, C),
    /// Do all, or any, of the conditions under ranges hold?
    Quantified(Quantifier, Over<C>),
    /// A condition that cannot be decided, with the reason.
    Fail(Place, String),
    /// A constant.
    Bool(bool),
    /// The number is 0.
    Zero(E),
    /// The number is 0 or less.
    NonPos(E),
    /// The first divides the second.
    Divides(E, E),
    /// The negation.
    Not(C),
    /// The conjunction, evaluated from left to right.
    And(Vec<C>),
    /// The disjunction, evaluated from left to right.
    Or(Vec<C>),
    /// The equivalence of two conditions.
    Same(C, C),
    /// An element is reached.
    Linked(Arc<Links<C>>, usize),
    /// The part with this number is terminal (compounds only).
    Terminal(usize),
    /// The move reaches a P-position of the part with this number, played alone in normal play (compounds only).
    TargetP(usize),
}

impl Expr {
    /// The constant, if it is one.
    #[must_use]
    pub fn as_int(&self) -> Option<&IBig> {
        match self {
            Expr::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The constant as a small number.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_int().and_then(|v| i64::try_from(v).ok())
    }
}

impl Cond {
    /// The truth value, if it is constant.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Cond::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

/// A number or a condition, where both may be asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// A number.
    Number(E),
    /// A condition.
    Condition(C),
}

impl From<E> for Formula {
    fn from(e: E) -> Formula {
        Formula::Number(e)
    }
}

impl From<C> for Formula {
    fn from(c: C) -> Formula {
        Formula::Condition(c)
    }
}

/// A place in a tree: a number or a condition that stands there.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A number.
    Number(&'a E),
    /// A condition.
    Condition(&'a C),
}

impl<'a> Node<'a> {
    /// Calls `f` on every direct part.
    pub fn for_each_child(self, f: &mut dyn FnMut(Node<'a>)) {
        match self {
            Node::Number(e) => parts_of_number(e, f),
            Node::Condition(c) => parts_of_condition(c, f),
        }
    }
}

impl From<Node<'_>> for Formula {
    fn from(node: Node<'_>) -> Formula {
        match node {
            Node::Number(e) => Formula::Number(e.clone()),
            Node::Condition(c) => Formula::Condition(c.clone()),
        }
    }
}

fn parts_of_number<'a>(e: &'a Expr, f: &mut dyn FnMut(Node<'a>)) {
    match e {
        Expr::Coord(_) | Expr::Var(_) | Expr::Int(_) | Expr::Fail(..) => {}
        Expr::Sum(_, terms) => terms.iter().for_each(|(t, _)| f(Node::Number(t))),
        Expr::Product(list)
        | Expr::Min(list)
        | Expr::Max(list)
        | Expr::Xor(list, _)
        | Expr::Nim(_, list, _)
        | Expr::Rank(_, list)
        | Expr::Ask(_, list, _) => list.iter().for_each(|e| f(Node::Number(e))),
        Expr::Div(a, b, _)
        | Expr::Mod(a, b, _)
        | Expr::Pow(a, b, _)
        | Expr::Bit(a, b, _)
        | Expr::Gcd(a, b)
        | Expr::Root(a, b, _) => {
            f(Node::Number(a));
            f(Node::Number(b));
        }
        Expr::Abs(a) | Expr::Log2(a, _) | Expr::Digit(a, _, _) => f(Node::Number(a)),
        Expr::If(c, a, b) => {
            f(Node::Condition(c));
            f(Node::Number(a));
            f(Node::Number(b));
        }
        Expr::Select(i, list, _) => {
            f(Node::Number(i));
            list.iter().for_each(|e| f(Node::Number(e)));
        }
        Expr::Mex(list) => list.iter().for_each(|(c, e)| {
            f(Node::Condition(c));
            f(Node::Number(e));
        }),
        Expr::Count(over) => {
            over.parts(f);
            f(Node::Condition(&over.body));
        }
        Expr::Fold(_, over) => {
            over.parts(f);
            f(Node::Number(&over.body));
        }
    }
}

fn parts_of_condition<'a>(c: &'a Cond, f: &mut dyn FnMut(Node<'a>)) {
    match c {
        Cond::Bool(_) | Cond::Fail(..) | Cond::Terminal(_) | Cond::TargetP(_) => {}
        Cond::Zero(a) | Cond::NonPos(a) => f(Node::Number(a)),
        Cond::Divides(a, b) => {
            f(Node::Number(a));
            f(Node::Number(b));
        }
        Cond::Not(a) => f(Node::Condition(a)),
        Cond::And(list) | Cond::Or(list) => list.iter().for_each(|c| f(Node::Condition(c))),
        Cond::Same(a, b) => {
            f(Node::Condition(a));
            f(Node::Condition(b));
        }
        Cond::If(c, a, b) => [c, a, b].into_iter().for_each(|c| f(Node::Condition(c))),
        Cond::Linked(links, _) => links.conditions().for_each(|c| f(Node::Condition(c))),
        Cond::Quantified(_, over) => {
            over.parts(f);
            f(Node::Condition(&over.body));
        }
    }
}

impl<B> Over<B> {
    /// The ranges and the filter.
    fn parts<'a>(&'a self, f: &mut dyn FnMut(Node<'a>)) {
        for range in &self.ranges {
            f(Node::Number(&range.lo));
            f(Node::Number(&range.hi));
        }
        f(Node::Condition(&self.filter));
    }
}

/// Numbers, conditions, and what is one of the two: what can be asked of any tree.
pub trait Tree {
    /// The root.
    fn node(&self) -> Node<'_>;

    /// Does any subexpression, including the whole, satisfy `f`?
    fn any(&self, f: &mut dyn FnMut(Node<'_>) -> bool) -> bool {
        any_of(self.node(), f)
    }

    /// Does any number in the tree, including the whole, satisfy `f`?
    fn any_number(&self, f: &mut dyn FnMut(&Expr) -> bool) -> bool {
        self.any(&mut |node| matches!(node, Node::Number(e) if f(e)))
    }

    /// Does any condition in the tree, including the whole, satisfy `f`?
    fn any_condition(&self, f: &mut dyn FnMut(&Cond) -> bool) -> bool {
        self.any(&mut |node| matches!(node, Node::Condition(c) if f(c)))
    }

    /// The coordinates that occur, in order.
    fn coords(&self) -> Vec<usize> {
        let mut found = std::collections::BTreeSet::new();
        self.any_number(&mut |e| {
            if let Expr::Coord(i) = e {
                found.insert(*i);
            }
            false
        });
        found.into_iter().collect()
    }

    /// Does the variable occur?
    fn uses(&self, var: usize) -> bool {
        self.any_number(&mut |e| matches!(e, Expr::Var(v) if *v == var))
    }

    /// One more than the greatest number of a variable in the expression, free or bound; 0 if there is none.
    fn variables(&self) -> usize {
        let mut most = 0;
        self.any(&mut |node| {
            if let Node::Number(e) = node
                && let Expr::Var(v) = &**e
            {
                most = most.max(v + 1);
            }
            bound_by(node).iter().for_each(|r| most = most.max(r.var + 1));
            false
        });
        most
    }

    /// Does the form of the expression guarantee that its evaluation never fails?
    fn total(&self) -> bool {
        !self.any(&mut may_fail)
    }
}

/// The ranges that a form binds itself; none if it binds nothing.
#[must_use]
pub fn bound_by(node: Node<'_>) -> &[Range] {
    match node {
        Node::Number(e) => match &**e {
            Expr::Count(over) => &over.ranges,
            Expr::Fold(_, over) => &over.ranges,
            _ => &[],
        },
        Node::Condition(c) => match &**c {
            Cond::Quantified(_, over) => &over.ranges,
            _ => &[],
        },
    }
}

fn any_of(node: Node<'_>, f: &mut dyn FnMut(Node<'_>) -> bool) -> bool {
    if f(node) {
        return true;
    }
    let mut found = false;
    node.for_each_child(&mut |child| found = found || any_of(child, f));
    found
}

/// May the evaluation fail at this form, where its parts do not?
#[must_use]
pub fn may_fail(node: Node<'_>) -> bool {
    let e = match node {
        Node::Number(e) => e,
        Node::Condition(c) => return matches!(**c, Cond::Fail(..)),
    };
    match &**e {
        Expr::Fail(..) | Expr::Ask(..) | Expr::Log2(..) | Expr::Select(..) | Expr::Digit(..) | Expr::Pow(..) => true,
        // Numbers may be too long.
        Expr::Nim(..) => true,
        Expr::Div(_, d, _) | Expr::Mod(_, d, _) => d.as_int().is_none_or(IBig::is_zero),
        Expr::Bit(_, i, _) => i.as_int().is_none_or(|i| i < &IBig::ZERO),
        Expr::Root(of, ..) => of.as_int().is_none_or(|of| of < &IBig::ZERO),
        Expr::Fold(op, _) => *op != FoldOp::Sum,
        Expr::Xor(list, _) => !list.iter().all(natural),
        _ => false,
    }
}

impl Tree for E {
    fn node(&self) -> Node<'_> {
        Node::Number(self)
    }
}

impl Tree for C {
    fn node(&self) -> Node<'_> {
        Node::Condition(self)
    }
}

impl Tree for Formula {
    fn node(&self) -> Node<'_> {
        match self {
            Formula::Number(e) => Node::Number(e),
            Formula::Condition(c) => Node::Condition(c),
        }
    }
}

impl Tree for Node<'_> {
    fn node(&self) -> Node<'_> {
        *self
    }
}

/// Does the form of the expression guarantee that its value is not negative?
fn natural(e: &E) -> bool {
    match &**e {
        Expr::Coord(_) | Expr::Gcd(..) | Expr::Abs(_) | Expr::Bit(..) | Expr::Mex(_) | Expr::Ask(..) => true,
        Expr::Int(v) => *v >= IBig::ZERO,
        Expr::Sum(c, terms) => *c >= IBig::ZERO && terms.iter().all(|(t, k)| *k > IBig::ZERO && natural(t)),
        Expr::Product(list) | Expr::Min(list) | Expr::Max(list) | Expr::Xor(list, _) => list.iter().all(natural),
        Expr::Div(a, b, _) | Expr::Mod(a, b, _) => natural(a) && natural(b),
        Expr::If(_, a, b) => natural(a) && natural(b),
        Expr::Root(_, times, _) => natural(times),
        _ => false,
    }
}
