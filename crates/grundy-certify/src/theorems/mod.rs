//! The theorems by which something is shown of all positions of a game, as data.
//!
//! In: the file `theorems.txt`, which says in its head what its words mean. Out: for each theorem its obligations, as formulas with "some move" and "every move". What
//! the other words of a theorem mean, its certificate gives (`obligations`).

pub(crate) mod descent;
pub(crate) mod obligations;
pub(crate) mod order;
mod parse;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

pub(crate) use parse::parse;

/// The text of the theorems, with their proofs and sources.
pub const THEOREMS: &str = include_str!("../../theorems.txt");

/// All theorems of the file.
pub(crate) static ALL: LazyLock<Theorems> = LazyLock::new(|| parse(THEOREMS));

/// Theorems, and what they define.
#[derive(Clone, Debug)]
pub(crate) struct Theorems {
    pub(crate) theorems: Vec<Theorem>,
    pub(crate) definitions: Vec<Definition>,
}

/// A word that stands for a formula.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) word: String,
    pub(crate) of: Vec<String>,
    pub(crate) formula: Formula,
}

#[derive(Clone, Debug)]
pub(crate) struct Theorem {
    pub(crate) name: String,
    pub(crate) obligations: Vec<Obligation>,
    /// What follows, if that is a formula.
    pub(crate) therefore: Option<Formula>,
}

/// What must hold at every position.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    /// What is so where it does not hold.
    pub(crate) otherwise: String,
    /// There is one for each of these.
    pub(crate) each: Option<Each>,
    pub(crate) formula: Formula,
}

/// The name of a level, or of the number of a part.
#[derive(Clone, Debug)]
pub(crate) enum Each {
    Level(String),
    Part(String),
}

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    /// A word with what it is said of.
    Word(String, Vec<Term>),
    Equal(Term, Term),
    Less(Term, Term),
    Not(Box<Formula>),
    Join {
        all: bool,
        parts: Vec<Formula>,
    },
    Iff(Box<[Formula; 2]>),
    Quantified {
        all: bool,
        over: Over,
        of: Box<Formula>,
    },
    /// With a name for the parts of a position, where these are defined.
    Let(String, Term, Box<Formula>),
}

/// What a quantifier runs through, with the name of each.
#[derive(Clone, Debug)]
pub(crate) enum Over {
    /// The options of a position.
    Moves(Term, String),
    /// Numbers, below one.
    Values(String, Option<Term>),
    /// The numbers of the parts, but one.
    Parts(String, Option<String>),
}

#[derive(Clone, Debug)]
pub(crate) enum Term {
    Number(u32),
    Name(String),
    /// A part.
    Part(String, Box<Term>),
    /// Parts with another one in a place.
    With(String, Box<Term>, Box<Term>),
}

impl Formula {
    pub(crate) fn not(self) -> Formula {
        if let Formula::Not(inner) = self { *inner } else { Formula::Not(Box::new(self)) }
    }

    fn implies(self, then: Formula) -> Formula {
        Formula::Join { all: false, parts: vec![self.not(), then] }
    }
}

impl Theorems {
    /// The theorem with a name.
    pub(crate) fn named(&self, name: &str) -> Option<&Theorem> {
        self.theorems.iter().find(|theorem| theorem.name == name)
    }

    pub(crate) fn definition(&self, word: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.word == word)
    }
}
