//! The values of the language's expressions during the lowering.
//!
//! In: nothing. Out: the types of values. Numbers and conditions, constant or not, are expressions of the internal form. Vectors, sets,
//! functions, codes and games exist during the lowering only, and never reach the internal form.

use std::sync::Arc;

use super::each_pile::PilesOf;
use super::module::Module;
use super::parts::{Coins, Partitions, PartsOf, Turned};
use super::real::Real;
use super::term::Term;
use crate::lang::ast;
use crate::lang::{Digit, Function, Notation, Turning};
use crate::rules::build;
use crate::rules::change;
use crate::rules::expr::{C, E, Expr, Place};

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    Int(E),
    Bool(C),
    Vector(Arc<Vec<Value>>),
    /// A vector with one entry for each pile, however many there are.
    Piles(Arc<PilesOf>),
    Set(Arc<SetValue>),
    Func(Arc<Func>),
    Code(Arc<Vec<u8>>),
    /// A code that digits up to `V` behind one before the point do not say.
    Notation(Arc<Notation>),
    /// A digit of such a code.
    Digit(Arc<Digit>),
    /// Heaps, as many as the position decides.
    Parts(Arc<PartsOf>),
    /// A code of coins.
    Turning(Arc<Turning>),
    /// Coins, as many as the position decides.
    Coins(Arc<Coins>),
    Game(Arc<Term>),
    /// The value of a position from which play may go on for ever.
    Loopy(Arc<Loopy>),
    /// A number inside of `floor` that need not be an integer.
    Real(Arc<Real>),
    /// The genus of a position.
    Genus(Arc<GenusOf>),
}

/// The number of parameters that the positions carry.
pub(super) fn carried_among(params: &[(String, Value)]) -> usize {
    params.iter().filter(|(_, value)| value.is_carried()).count()
}

/// A number, or infinity with a set of numbers.
#[derive(Clone, Debug)]
pub struct Loopy {
    /// The number; not defined for infinity.
    pub number: E,
    /// The number; or, for infinity with a set K, -1 less the sum of the powers 2^k for the k in K. Values are equal if and only if their codes are.
    pub code: E,
}

/// The genus of a position: a vector whose length the position decides. Questions of a claim give its entries.
#[derive(Debug)]
pub struct GenusOf {
    pub(super) question: usize,
    pub(super) position: Vec<E>,
    pub(super) place: Place,
}

impl GenusOf {
    /// The number of entries.
    #[must_use]
    pub fn length(&self) -> E {
        self.entry(&build::int(LENGTH))
    }

    /// The entry at an index, which counts from 1.
    #[must_use]
    pub fn entry(&self, index: &E) -> E {
        let position = self.position.iter().chain([index]).cloned().collect();
        build::ask(self.question, position, self.place)
    }

    /// A number that only equal genera have.
    pub(super) fn code(&self) -> E {
        self.entry(&build::int(CODE))
    }
}

/// The index at which a genus answers with its length.
pub const LENGTH: i64 = 0;
/// The index at which a genus answers with a number that only equal genera have.
pub const CODE: i64 = -1;

/// A set.
#[derive(Debug)]
pub enum SetValue {
    /// All integers from the first to the second.
    Range(E, E),
    /// Elements, each of which belongs to the set when its condition holds.
    Elements(Vec<(C, Value)>),
    /// All vectors t with 0 <= t <= x.
    Box(Vec<E>),
    /// All 0/1 vectors of a length.
    Bits(usize),
    /// All subsets of {1..n}.
    Subsets(usize),
    /// All divisors of a number that the position decides; none of a number below 1.
    Divisors(E),
    /// All ways to write a number as a sum.
    Partitions(Partitions),
    /// All lists of coins that a move turns besides one.
    Turned(Turned),
    /// The elements of two sets.
    Either(Arc<SetValue>, Arc<SetValue>),
    /// The elements of a set that are elements of another one, or that are not.
    Within { set: Arc<SetValue>, other: Arc<SetValue>, inside: bool },
}

/// A function.
#[derive(Debug)]
pub enum Func {
    /// A function of the language.
    Builtin(Function),
    /// A word that forms a compound of games.
    Compound(&'static str),
    /// The square root, inside of `floor`.
    Sqrt,
    /// A function written in a text, with the values of the names in scope there.
    Written { params: Vec<ast::Ident>, body: ast::Expr, env: Env, module: Arc<Module>, name: Option<String> },
}

/// Names bound around an expression.
pub(super) type Env = Vec<(String, Value)>;

impl Value {
    /// Is this parameter of a game carried by the positions?
    pub(super) fn is_carried(&self) -> bool {
        matches!(self, Value::Int(e) if e.as_int().is_none())
    }

    /// The same number or vector, where the coordinates have these values; other values do not depend on coordinates.
    #[must_use]
    pub fn at(&self, coordinates: &[E]) -> Value {
        match self {
            Value::Int(e) => Value::Int(change::substitute(e, &|e| match e {
                Expr::Coord(i) => Some(coordinates[*i].clone()),
                _ => None,
            })),
            Value::Vector(list) => Value::vector(list.iter().map(|value| value.at(coordinates)).collect()),
            other => other.clone(),
        }
    }

    /// The kind of the value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Int(_) => "a number",
            Value::Bool(_) => "a condition",
            Value::Vector(_) => "a vector",
            Value::Piles(_) => "a vector whose length is open",
            Value::Set(_) => "a set",
            Value::Func(_) => "a function",
            Value::Code(_) | Value::Notation(_) => "a code",
            Value::Digit(_) => "a digit that is no number",
            Value::Parts(_) => "a list of heaps whose number the position decides",
            Value::Turning(_) => "a code of coins",
            Value::Coins(_) => "a list of coins whose number the position decides",
            Value::Game(_) => "a game",
            Value::Loopy(_) => "a value of a loopy game",
            Value::Real(_) => "a real number that is not rounded",
            Value::Genus(_) => "a genus, whose length the position decides",
        }
    }

    /// The text of a constant number, of a vector or a set of such, or of a code; `None` for other values.
    pub fn show(&self) -> Option<String> {
        match self {
            Value::Int(e) => e.as_int().map(ToString::to_string),
            Value::Vector(list) => {
                let entries: Option<Vec<String>> = list.iter().map(Value::show).collect();
                entries.map(|e| format!("[{}]", e.join(", ")))
            }
            Value::Set(set) => match &**set {
                SetValue::Elements(list) => {
                    let shown = |(there, e): &(C, Value)| e.show().filter(|_| there.as_bool() == Some(true));
                    let elements: Option<Vec<String>> = list.iter().map(shown).collect();
                    elements.map(|e| format!("{{{}}}", e.join(", ")))
                }
                SetValue::Range(lo, hi) => Some(format!("{}..{}", lo.as_int()?, hi.as_int()?)),
                _ => None,
            },
            Value::Code(digits) => {
                let digit = |d: &u8| char::from_digit(u32::from(*d), 32).map(|d| d.to_ascii_uppercase());
                let (first, others) = digits.split_first()?;
                Some(format!("{}.{}", digit(first)?, others.iter().map(digit).collect::<Option<String>>()?))
            }
            _ => None,
        }
    }

    pub fn vector(list: Vec<Value>) -> Value {
        Value::Vector(Arc::new(list))
    }

    pub fn set(set: SetValue) -> Value {
        Value::Set(Arc::new(set))
    }
}
