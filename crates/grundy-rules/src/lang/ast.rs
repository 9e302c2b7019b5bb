//! The tree of a rule file, as written.
//!
//! In: nothing. Out: the types of the tree, which the parser makes and all other modules read. The tree keeps
//! parentheses and order as in the text, so that it can be printed back, and carries no meaning.

use dashu_int::IBig;

use super::diagnostic::Diagnostic;
use super::notation::Notation;
use super::source::Span;
use super::turning::Turning;

/// A family of games: `nim[n] for n in 1..3 if …`.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFamily {
    /// The game expression of a member.
    pub game: Expr,
    /// The names that run.
    pub binders: Vec<Binder>,
    /// The condition on members.
    pub filter: Option<Expr>,
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The form.
    pub kind: ExprKind,
    /// The place in the text.
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
    /// `"0.1[3]"`, a code in quotes.
    Notation(Box<Notation>),
    /// A code of coins.
    Turning(Box<Turning>),
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
        /// The quantifier.
        op: QuantOp,
        /// The bound names.
        binders: Vec<Binder>,
        /// The filter.
        filter: Option<Box<Expr>>,
        /// The expression that is counted, summed, tested, ….
        body: Box<Expr>,
    },
    /// `z -> e`
    Lambda(Vec<Ident>, Box<Expr>),
    /// `x[i]`, `game[p, q]`
    Index(Box<Expr>, Vec<Expr>),
    /// `f(a, b)`; a `;` separates groups of arguments.
    Call(Box<Expr>, Vec<Vec<Expr>>),
    /// `let a = e, let b = f: g`
    Let(Vec<Binder>, Box<Expr>),
    /// `[e for i in R if c]`, `{e for i in R if c}`
    Comprehension {
        /// Is it a set?
        set: bool,
        /// The entry or element.
        element: Box<Expr>,
        /// The binders.
        binders: Vec<Binder>,
        /// The filter.
        filter: Option<Box<Expr>>,
    },
    /// `x with [i][j] = e`
    With(Box<Expr>, Vec<Expr>, Box<Expr>),
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// The place in the text.
    pub span: Span,
}

/// `a, b in RANGE`, or `let a = EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The names, all of the same range; one name after `let`.
    pub names: Vec<Ident>,
    /// The range; after `let`, the value.
    pub range: Expr,
    /// Is it a `let`, which names a value and runs through nothing?
    pub is_let: bool,
}

/// `for n in 2.., k in 1..n if k < 5`: the parameters of a claim about a family of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Every {
    /// The parameters; a range may use those before it.
    pub params: Vec<Parameters>,
    /// The condition on them.
    pub filter: Option<Expr>,
}

/// `k, l in 1..5`, or `k, l in 1..` without an end.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// The names, all of the same range.
    pub names: Vec<Ident>,
    /// The range or set; of a range without an end, its first number.
    pub range: Expr,
    /// Has the range no end?
    pub is_endless: bool,
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
    /// Division without rounding, inside `floor`.
    Over,
    Pow,
}

impl BinOp {
    /// The text in the language.
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
            BinOp::Over => "/",
            BinOp::Pow => "^",
        }
    }
}

/// The quantifiers: words that bind names over a range.
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

    /// The text in the language.
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
    /// The name.
    pub name: Ident,
    /// The length, for a vector.
    pub length: Option<Expr>,
}

/// One clause of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The form.
    pub kind: ClauseKind,
    /// The place in the text.
    pub span: Span,
}

/// A part that a move leaves, or as many parts as a range has elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The part; a tuple if the game has several variables.
    pub part: Expr,
    /// `all (PART for BINDERS if CONDITION)`: one such part for each value of the binders.
    pub all: Option<All>,
}

/// The binders and the condition inside `all ( )`.
#[derive(Clone, Debug, PartialEq)]
pub struct All {
    /// The binders.
    pub binders: Vec<Binder>,
    /// The condition.
    pub filter: Option<Expr>,
}

/// The clauses of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `require CONDITION`
    Require(Expr),
    /// `picture WORD`: how a position is drawn.
    Picture(Ident),
    /// `move TARGET for … if …`: one target; `split`: several.
    Move {
        /// The parts that the move leaves.
        targets: Vec<Target>,
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
    /// The name.
    pub name: Ident,
    /// The parameters in brackets.
    pub params: Vec<Ident>,
    /// The rules, or the game expression that the name stands for.
    pub body: GameBody,
}

/// The body of a game definition.
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
    /// The place in the text.
    pub span: Span,
}

/// An entry of a claimed table: a value, or `.`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The value; `None` is `.`.
    pub value: Option<IBig>,
    /// The place in the text.
    pub span: Span,
}

/// An item of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The form.
    pub kind: ItemKind,
    /// The place in the text.
    pub span: Span,
}

/// The items of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `def NAME = e`, `def NAME(a, b) = e`
    Def {
        /// The name.
        name: Ident,
        /// The arguments of a function.
        params: Option<Vec<Ident>>,
        /// The expression that the name stands for.
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
        /// The name.
        name: String,
        /// The game of the claim.
        on: Option<Expr>,
        /// The pattern.
        at: Option<Vec<Expr>>,
        /// The condition that restricts the positions.
        filter: Option<Expr>,
        /// The bound.
        to: Option<Expr>,
        /// The parameters for all of which it is claimed.
        every: Option<Every>,
        /// What is claimed.
        body: Expr,
    },
    /// A table of values.
    Table {
        /// The name.
        name: String,
        /// The game.
        on: Expr,
        /// The pattern.
        at: Vec<Expr>,
        /// The tabulated expression; `G` if left out.
        of: Option<Expr>,
        /// The binders of the rows and columns.
        binders: Vec<Binder>,
        /// The rows.
        rows: Vec<Vec<Entry>>,
    },
    /// An item with a mistake, where the other items of the file are read in spite of it.
    Wrong {
        /// The item's first word; empty for a text before the first item.
        word: &'static str,
        /// The item's name, if it could be read.
        name: Option<String>,
        /// The mistake.
        error: Box<Diagnostic>,
    },
}

/// A parsed file.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct File {
    /// The items in order.
    pub items: Vec<Item>,
}
