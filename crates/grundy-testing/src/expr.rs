//! Expressions of the model, and their text in the rules language.
//!
//! In: Rust values built with the functions below. Out: text with exactly the parentheses that the precedence table of the
//! language requires.

use std::fmt::{self, Display};
use std::ops::{Add, Mul, Sub};

/// An expression.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum E {
    Int(i64),
    Name(String),
    Code(Vec<u8>),
    List(Vec<E>),
    Set(Vec<E>),
    Bin(Op, Box<E>, Box<E>),
    /// A chain of comparisons.
    Chain(Box<E>, Vec<(Op, E)>),
    Not(Box<E>),
    If(Box<E>, Box<E>, Box<E>),
    Call(String, Vec<E>),
    Index(Box<E>, Box<E>),
    With(Box<E>, Box<E>, Box<E>),
    /// `OP name in range if filter: body`
    Fold(&'static str, String, Box<E>, Option<Box<E>>, Box<E>),
}

/// The operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum Op {
    Iff,
    Implies,
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    Divides,
    Range,
    Xor,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
}

impl Op {
    /// The text of the operator, and its level from loosest to tightest.
    fn shape(self) -> (&'static str, i32) {
        match self {
            Op::Iff => ("iff", 0),
            Op::Implies => ("implies", 1),
            Op::Or => ("or", 2),
            Op::And => ("and", 3),
            Op::Eq => ("=", COMPARE),
            Op::Ne => ("!=", COMPARE),
            Op::Lt => ("<", COMPARE),
            Op::Le => ("<=", COMPARE),
            Op::Gt => (">", COMPARE),
            Op::Ge => (">=", COMPARE),
            Op::In => ("in", COMPARE),
            Op::Divides => ("divides", COMPARE),
            Op::Range => ("..", 6),
            Op::Xor => ("xor", 8),
            Op::Add => ("+", 9),
            Op::Sub => ("-", 9),
            Op::Mul => ("*", 10),
            Op::Div => ("div", 10),
            Op::Mod => ("mod", 10),
            Op::Pow => ("^", 12),
        }
    }
}

/// The level of a form that extends as far to the right as possible.
const ALONE: i32 = -1;
const NOT: i32 = 4;
const COMPARE: i32 = 5;
/// The level of the range after `in`.
pub const RANGE: i32 = 6;
/// The level of targets.
pub const WITH: i32 = 7;
const XOR: i32 = 8;
const POSTFIX: i32 = 13;

impl E {
    fn level(&self) -> i32 {
        match self {
            E::Bin(op, ..) => op.shape().1,
            E::Chain(..) => COMPARE,
            E::Not(_) => NOT,
            E::With(..) => WITH,
            E::If(..) | E::Fold(..) => ALONE,
            E::Int(n) if *n < 0 => 11,
            _ => POSTFIX,
        }
    }

    /// The text at a place that needs at least this level.
    pub fn at(&self, level: i32) -> String {
        if self.level() < level { format!("({})", self.text()) } else { self.text() }
    }

    fn text(&self) -> String {
        match self {
            E::Int(n) => n.to_string(),
            E::Name(name) => name.clone(),
            E::Code(digits) => {
                let text: String = digits.iter().map(|d| format!("{d:X}")).collect();
                format!("{}.{}", &text[..1], &text[1..])
            }
            E::List(list) => format!("[{}]", commas(list)),
            E::Set(list) => format!("{{{}}}", commas(list)),
            E::Bin(op, a, b) => binary(*op, a, b),
            E::Chain(first, rest) => {
                rest.iter().fold(first.at(RANGE), |text, (op, e)| format!("{text} {} {}", op.shape().0, e.at(RANGE)))
            }
            E::Not(e) => format!("not {}", e.at(NOT)),
            E::If(c, a, b) => format!("if {c} then {a} else {b}"),
            E::Call(name, args) => format!("{name}({})", commas(args)),
            E::Index(x, i) => format!("{}[{i}]", x.at(POSTFIX)),
            E::With(x, i, e) => format!("{} with [{i}] = {}", x.at(WITH), e.at(XOR)),
            E::Fold(op, name, range, filter, body) => {
                let filter = filter.as_ref().map_or(String::new(), |f| format!(" if {f}"));
                format!("{op} {name} in {}{filter}: {body}", range.at(RANGE))
            }
        }
    }

    /// Does the expression use one of these names?
    pub fn speaks_of(&self, names: &[String]) -> bool {
        match self {
            E::Name(name) => names.contains(name),
            E::Int(_) | E::Code(_) => false,
            E::List(list) | E::Set(list) | E::Call(_, list) => list.iter().any(|e| e.speaks_of(names)),
            E::Bin(_, a, b) | E::Index(a, b) => a.speaks_of(names) || b.speaks_of(names),
            E::Chain(first, rest) => first.speaks_of(names) || rest.iter().any(|(_, e)| e.speaks_of(names)),
            E::Not(e) => e.speaks_of(names),
            E::If(a, b, c) | E::With(a, b, c) => [a, b, c].iter().any(|e| e.speaks_of(names)),
            E::Fold(_, _, range, filter, body) => {
                range.speaks_of(names) || body.speaks_of(names) || filter.as_ref().is_some_and(|f| f.speaks_of(names))
            }
        }
    }

    /// The conditions that `and` joins at the top.
    pub fn conjuncts(&self) -> Vec<E> {
        match self {
            E::Bin(Op::And, a, b) => [a.conjuncts(), b.conjuncts()].concat(),
            _ => vec![self.clone()],
        }
    }
}

fn binary(op: Op, a: &E, b: &E) -> String {
    let (sign, level) = op.shape();
    let (left, right) = match op {
        Op::Implies => (level + 1, level),
        Op::Iff => (level + 1, level + 1),
        Op::Pow => (POSTFIX, 11),
        _ if level == COMPARE => (RANGE, RANGE),
        _ if level == RANGE => (WITH, WITH),
        _ => (level, level + 1),
    };
    let blank = if matches!(op, Op::Range | Op::Pow) { "" } else { " " };
    format!("{}{blank}{sign}{blank}{}", a.at(left), b.at(right))
}

fn commas(list: &[E]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Display for E {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl From<i64> for E {
    fn from(n: i64) -> E {
        E::Int(n)
    }
}

impl From<&str> for E {
    fn from(name: &str) -> E {
        E::Name(name.to_string())
    }
}

impl From<&String> for E {
    fn from(name: &String) -> E {
        E::Name(name.clone())
    }
}

/// `a OP b`.
pub fn op(op: Op, a: impl Into<E>, b: impl Into<E>) -> E {
    E::Bin(op, Box::new(a.into()), Box::new(b.into()))
}

/// `name(args)`.
pub fn call(name: &str, args: Vec<E>) -> E {
    E::Call(name.to_string(), args)
}

/// `name(arg)`.
pub fn call1(name: &str, arg: impl Into<E>) -> E {
    call(name, vec![arg.into()])
}

/// `first OP e OP e …`.
pub fn chain(first: impl Into<E>, rest: Vec<(Op, E)>) -> E {
    E::Chain(Box::new(first.into()), rest)
}

/// `not e`.
pub fn not(e: E) -> E {
    E::Not(Box::new(e))
}

/// `x[i]`.
pub fn index(x: impl Into<E>, i: impl Into<E>) -> E {
    E::Index(Box::new(x.into()), Box::new(i.into()))
}

/// Numbers as expressions.
pub fn ints(list: &[i64]) -> Vec<E> {
    list.iter().map(|n| E::Int(*n)).collect()
}

/// The conjunction of conditions, if there are any.
pub fn all_of(list: Vec<E>) -> Option<E> {
    list.into_iter().reduce(|a, b| op(Op::And, a, b))
}

impl<T: Into<E>> Add<T> for E {
    type Output = E;
    fn add(self, other: T) -> E {
        op(Op::Add, self, other)
    }
}

impl<T: Into<E>> Sub<T> for E {
    type Output = E;
    fn sub(self, other: T) -> E {
        op(Op::Sub, self, other)
    }
}

impl<T: Into<E>> Mul<T> for E {
    type Output = E;
    fn mul(self, other: T) -> E {
        op(Op::Mul, self, other)
    }
}
