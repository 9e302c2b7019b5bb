//! A value, and how it was obtained.

use std::fmt;
use std::sync::Arc;

use dashu_int::IBig;

use crate::contract::options::EngineName;
use crate::contract::reason::{Account, Refused};

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The Sprague-Grundy value.
    pub value: IBig,
    /// The engine that gave the value.
    pub by: EngineName,
    /// The theorem, where a theorem gave the value and no engine looked at the position itself.
    pub grounds: Option<Grounds>,
    /// How the engine found the value.
    pub how: How,
    /// The quicker ways of making its table, and why each was not taken.
    pub refused: Arc<[Refused]>,
}

impl Answer {
    /// A value by an engine that makes no table.
    #[must_use]
    pub fn new(value: impl Into<IBig>, by: EngineName, how: How) -> Answer {
        Answer { value: value.into(), by, grounds: None, how, refused: Arc::default() }
    }

    /// What gave the value, as printed in output: an engine, or `theorem:NAME`.
    #[must_use]
    pub fn by_name(&self) -> &'static str {
        self.grounds.as_ref().map_or(self.by.name(), |g| g.theorem.name())
    }

    /// How the value was obtained, in words: a theorem and the values it rests on, or the engine.
    #[must_use]
    pub fn explain(&self) -> String {
        match &self.grounds {
            Some(grounds) => {
                let (name, source) = (grounds.theorem.name(), grounds.theorem.source());
                format!("{name}: {source}; it rests on {}", grounds.rests_on)
            }
            None => self.how.to_string(),
        }
    }

    /// How the value was obtained, and why not by a quicker table.
    #[must_use]
    pub fn account(&self) -> Account {
        let refused = if self.grounds.is_some() { vec![] } else { self.refused.to_vec() };
        Account { how: self.explain(), refused }
    }
}

/// How a value was obtained: words that many values share, or the components of a sum. The text is formatted only when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The same words for all positions.
    Always(&'static str),
    /// Words that an engine has for some of its values.
    Found(Arc<str>),
    /// A nim-sum: the value of each component, and how it was obtained.
    Sum(Arc<[Answer]>),
}

impl How {
    /// From words.
    #[must_use]
    pub fn told(words: &str) -> How {
        How::Found(words.into())
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            How::Always(words) => f.write_str(words),
            How::Found(words) => f.write_str(words),
            How::Sum(parts) => {
                let told: Vec<String> =
                    parts.iter().map(|part| format!("{} by {}", part.value, part.explain())).collect();
                write!(f, "nim-sum of the components' values: {}", told.join("; "))
            }
        }
    }
}

/// The theorems by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// All components are SG-decreasing.
    SgDecreasing,
    /// All components of a sum with a pass are one-move.
    OneMove,
    /// Passes count modulo 2.
    Passes,
}

impl Theorem {
    /// The name as printed in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theorem::SgDecreasing => "theorem:sg-decreasing",
            Theorem::OneMove => "theorem:one-move",
            Theorem::Passes => "theorem:passes",
        }
    }

    /// The statement and its source.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Theorem::SgDecreasing => {
                "SG-decreasing components count as nim heaps in every compound (Boros, Gurvich, Ho, Makino & Mursic)"
            }
            Theorem::OneMove => {
                "one-move components of a sum with a pass count as nim heaps (Manabe, Miyadera & Suetsugu, Theorem 2.1)"
            }
            Theorem::Passes => "p passes are worth p mod 2",
        }
    }
}

/// The grounds of a value that a theorem gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// The theorem.
    pub theorem: Theorem,
    /// The values it rests on, in words.
    pub rests_on: String,
}
