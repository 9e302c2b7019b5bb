//! The tree of a rule file, as written.
//!
//! In: nothing. Out: the types between the parser and everybody else. The tree keeps parentheses and the order of
//! things, so that it can be printed back; it knows no meaning.

use dashu_int::IBig;

use super::source::Span;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `12`
    Int(IBig),
    /// `true`
    Bool(bool),
    /// `0.137F`
    Code(Vec<u8>),
    /// A name.
    Name(String),
    /// `_`, the running entry of a line.
    Hole,
    /// `[1, 4]`
    Vector(Vec<Expr>),
    /// `{1, 2}`
    Set(Vec<Expr>),
    /// `(e)`, kept for the printer.
    Paren(Box<Expr>),
    /// `(a, b)`: a target, a pattern or arguments, never a value.
    Tuple(Vec<Expr>),
    /// Operators of one level from left to right; for comparisons, a chain.
    Chain(Box<Expr>, Vec<(BinOp, Expr)>),
    /// `a implies b`, `a iff b`, `a ^ b`, `a .. b`.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `-x`
    Neg(Box<Expr>),
    /// `not c`
    Not(Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `count v in R if c: e`
    Quant {
        /// Which.
        op: QuantOp,
        /// The bound names.
        binders: Vec<Binder>,
        /// The filter.
        filter: Option<Box<Expr>>,
        /// What is counted, summed, asked.
        body: Box<Expr>,
    },
    /// `z -> e`
    Lambda(Vec<Ident>, Box<Expr>),
    /// `x[i]`, `game[p, q]`
    Index(Box<Expr>, Vec<Expr>),
    /// `f(a, b)`; with `;` the arguments come in groups.
    Call(Box<Expr>, Vec<Vec<Expr>>),
    /// `x with [i][j] = e`
    With(Box<Expr>, Vec<Expr>, Box<Expr>),
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// `a, b in RANGE`
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The names, all of the same range.
    pub names: Vec<Ident>,
    /// The range.
    pub range: Expr,
}

/// The operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinOp {
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

impl BinOp {
    /// As it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Iff => "iff",
            BinOp::Implies => "implies",
            BinOp::Or => "or",
            BinOp::And => "and",
            BinOp::Eq => "=",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::In => "in",
            BinOp::Divides => "divides",
            BinOp::Range => "..",
            BinOp::Xor => "xor",
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "div",
            BinOp::Mod => "mod",
            BinOp::Pow => "^",
        }
    }
}

/// The words that bind names over a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum QuantOp {
    All,
    Any,
    Count,
    Sum,
    Xor,
    Min,
    Max,
}

impl QuantOp {
    /// The operator of a reserved word.
    #[must_use]
    pub fn of(word: &str) -> Option<QuantOp> {
        Some(match word {
            "all" => QuantOp::All,
            "any" => QuantOp::Any,
            "count" => QuantOp::Count,
            "sum" => QuantOp::Sum,
            "xor" => QuantOp::Xor,
            "min" => QuantOp::Min,
            "max" => QuantOp::Max,
            _ => return None,
        })
    }

    /// As it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            QuantOp::All => "all",
            QuantOp::Any => "any",
            QuantOp::Count => "count",
            QuantOp::Sum => "sum",
            QuantOp::Xor => "xor",
            QuantOp::Min => "min",
            QuantOp::Max => "max",
        }
    }
}

/// A position variable: `a`, or `x[n]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: Ident,
    /// The length, for a vector.
    pub length: Option<Expr>,
}

/// One clause of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Where it stands.
    pub span: Span,
}

/// The clauses of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `require CONDITION`
    Require(Expr),
    /// `move TARGET for … if …`: one target; `split`: several.
    Move {
        /// The parts that the move leaves; each a tuple when the game has several variables.
        targets: Vec<Expr>,
        /// Is it written `split`?
        split: bool,
        /// The binders.
        binders: Vec<Binder>,
        /// The guard.
        guard: Option<Expr>,
    },
}

/// `game NAME[…](…) { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct GameDef {
    /// Its name.
    pub name: Ident,
    /// The parameters in brackets.
    pub params: Vec<Ident>,
    /// Its rules, or the game expression it stands for.
    pub body: GameBody,
}

/// How a game is given.
#[derive(Clone, Debug, PartialEq)]
pub enum GameBody {
    /// Its own rules.
    Rules {
        /// The position variables.
        vars: Vec<Variable>,
        /// The doc line.
        doc: Option<Doc>,
        /// The clauses.
        clauses: Vec<Clause>,
        /// Was it written on one line?
        one_line: bool,
    },
    /// A game expression.
    Is(Expr),
}

/// The doc line of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Doc {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// An entry of a claimed table: a value, or `.`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The value; `None` is `.`.
    pub value: Option<IBig>,
    /// Where it stands.
    pub span: Span,
}

/// An item of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands.
    pub span: Span,
}

/// The items of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `def NAME = e`, `def NAME(a, b) = e`
    Def {
        /// Its name.
        name: Ident,
        /// The arguments of a function.
        params: Option<Vec<Ident>>,
        /// What it stands for.
        body: Expr,
    },
    /// A game.
    Game(GameDef),
    /// `paper "…"`
    Paper(String),
    /// `erratum "…"`
    Erratum(String),
    /// A claim.
    Claim {
        /// Its name.
        name: String,
        /// The game it speaks of.
        on: Option<Expr>,
        /// The pattern.
        at: Option<Vec<Expr>>,
        /// The condition that restricts the positions.
        filter: Option<Expr>,
        /// The bound.
        to: Option<Expr>,
        /// What is claimed.
        body: Expr,
    },
    /// A table of values.
    Table {
        /// Its name.
        name: String,
        /// The game.
        on: Expr,
        /// The pattern.
        at: Vec<Expr>,
        /// What is tabulated, `G` if not said.
        of: Option<Expr>,
        /// The binders of the rows and columns.
        binders: Vec<Binder>,
        /// The rows.
        rows: Vec<Vec<Entry>>,
    },
}

/// A parsed file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct File {
    /// The items in order.
    pub items: Vec<Item>,
}
