//! Expressions of the internal form: numbers and conditions over coordinates.
//!
//! In: the lowering's calls of the builders ([`super::build`]). Out: trees with constants folded. Two trees are equal if their texts
//! differ only in the order of terms in sums and other commutative operations. No tree holds a closure: engines compile expressions, the
//! canonical form prints them, and a prover can translate them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dashu_int::IBig;

use crate::lang::Span;
use crate::lang::ast::QuantOp;

/// A shared expression.
pub type E = Arc<Expr>;

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

/// An expression. The first group of variants are numbers, the second are conditions.
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
    /// The least of a list.
    Min(Vec<E>),
    /// The greatest of a list.
    Max(Vec<E>),
    /// The nim-sum of a list.
    Xor(Vec<E>, Place),
    /// `if .0 then .1 else .2`, of numbers or of conditions.
    If(E, E, E),
    /// The entry of a list at an index that counts from 1.
    Select(E, Vec<E>, Place),
    /// The digit of a code at an index that counts from 0; 0 past the end.
    Digit(E, Vec<u8>, Place),
    /// The k-th smallest element of a list, k from 0.
    Rank(usize, Vec<E>),
    /// The mex of a set; an element belongs to the set where its condition holds.
    Mex(Vec<(E, E)>),
    /// A quantified form over ranges.
    Fold {
        /// The operation.
        op: QuantOp,
        /// The ranges; each may use the variables of earlier ones.
        ranges: Vec<Range>,
        /// The condition on the values that count.
        filter: E,
        /// The expression that is folded.
        body: E,
        /// The place in the text.
        place: Place,
    },
    /// The answer to a question, in claims only: the number of the question in the claim's list, and the position asked about. Without
    /// entries, the question is about the claim's current position, or about no position.
    Ask(usize, Vec<E>, Place),
    /// A number or a condition that cannot be computed, with the reason.
    Fail(Place, String),

    /// A constant condition.
    Bool(bool),
    /// The number is 0.
    Zero(E),
    /// The number is 0 or less.
    NonPos(E),
    /// The first divides the second.
    Divides(E, E),
    /// The negation.
    Not(E),
    /// The conjunction, evaluated from left to right.
    And(Vec<E>),
    /// The disjunction, evaluated from left to right.
    Or(Vec<E>),
    /// The equivalence of two conditions.
    Same(E, E),
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

    /// Is the expression a condition, rather than a number?
    #[must_use]
    pub fn is_condition(&self) -> bool {
        use Expr::*;
        match self {
            Bool(_) | Zero(_) | NonPos(_) | Divides(..) | Not(_) | And(_) | Or(_) | Same(..) | Terminal(_)
            | TargetP(_) => true,
            If(_, a, _) => a.is_condition(),
            Fold { op, .. } => matches!(op, QuantOp::All | QuantOp::Any),
            _ => false,
        }
    }

    /// The truth value, if it is constant.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Expr::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The constant as a small number.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_int().and_then(|v| i64::try_from(v).ok())
    }

    /// Calls `f` on every direct part.
    pub fn for_each_child(&self, f: &mut dyn FnMut(&E)) {
        use Expr::*;
        match self {
            Coord(_) | Var(_) | Int(_) | Bool(_) | Fail(..) | Terminal(_) | TargetP(_) => {}
            Sum(_, terms) => terms.iter().for_each(|(t, _)| f(t)),
            Product(list)
            | Min(list)
            | Max(list)
            | Xor(list, _)
            | Rank(_, list)
            | Ask(_, list, _)
            | And(list)
            | Or(list) => list.iter().for_each(f),
            Div(a, b, _) | Mod(a, b, _) | Pow(a, b, _) | Bit(a, b, _) | Gcd(a, b) | Divides(a, b) | Same(a, b) => {
                f(a);
                f(b);
            }
            Abs(a) | Log2(a, _) | Zero(a) | NonPos(a) | Not(a) | Digit(a, _, _) => f(a),
            If(c, a, b) => {
                f(c);
                f(a);
                f(b);
            }
            Select(i, list, _) => {
                f(i);
                list.iter().for_each(f);
            }
            Mex(list) => list.iter().for_each(|(c, e)| {
                f(c);
                f(e);
            }),
            Fold { ranges, filter, body, .. } => {
                for range in ranges {
                    f(&range.lo);
                    f(&range.hi);
                }
                f(filter);
                f(body);
            }
        }
    }

    /// Does any subexpression, including the whole, satisfy `f`?
    pub fn any(&self, f: &mut dyn FnMut(&Expr) -> bool) -> bool {
        if f(self) {
            return true;
        }
        let mut found = false;
        self.for_each_child(&mut |child| found = found || child.any(f));
        found
    }

    /// The coordinates that occur, in order.
    #[must_use]
    pub fn coords(&self) -> Vec<usize> {
        let mut found = std::collections::BTreeSet::new();
        self.any(&mut |e| {
            if let Expr::Coord(i) = e {
                found.insert(*i);
            }
            false
        });
        found.into_iter().collect()
    }

    /// Does the variable occur?
    #[must_use]
    pub fn uses(&self, var: usize) -> bool {
        self.any(&mut |e| matches!(e, Expr::Var(v) if *v == var))
    }

    /// One more than the greatest number of a variable in the expression, free or bound; 0 if there is none.
    #[must_use]
    pub fn variables(&self) -> usize {
        let mut most = 0;
        self.any(&mut |x| {
            match x {
                Expr::Var(v) => most = most.max(v + 1),
                Expr::Fold { ranges, .. } => ranges.iter().for_each(|r| most = most.max(r.var + 1)),
                _ => {}
            }
            false
        });
        most
    }

    /// Does the form of the expression guarantee that its evaluation never fails?
    #[must_use]
    pub fn total(&self) -> bool {
        !self.any(&mut |e| match e {
            Expr::Fail(..) | Expr::Ask(..) | Expr::Log2(..) | Expr::Select(..) | Expr::Digit(..) | Expr::Pow(..) => {
                true
            }
            Expr::Div(_, d, _) | Expr::Mod(_, d, _) => d.as_int().is_none_or(IBig::is_zero),
            Expr::Bit(_, i, _) => i.as_int().is_none_or(|i| i < &IBig::ZERO),
            Expr::Fold { op, .. } => matches!(op, QuantOp::Min | QuantOp::Max | QuantOp::Xor),
            Expr::Xor(list, _) => !list.iter().all(natural),
            _ => false,
        })
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
        _ => false,
    }
}
