//! Why an engine declines.
//!
//! In: what an engine saw in the rules, or what stopped its work. Out: a [`Reason`]: one sentence that says what the engine saw, what it needs
//! instead, and the place in the rules. An [`Account`] tells the user how a table was made, and why each faster engine was not taken.

use crate::contract::limits::{Limits, bytes};
use crate::contract::options::EngineName;
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic, Span, shown};
use grundy_rules::rules::expr::{Cond, E, Expr, Place, Tree};
use grundy_rules::rules::show::{repeat_text, show};
use grundy_rules::rules::{Family, Role, Ruleset};

/// Why an engine, or a way of making a table, does not serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// `no-verb`, `no-shape`, `memory`, `no-table`, or the code of the limit that was reached.
    code: Code,
    text: String,
    place: Option<Span>,
    help: Option<String>,
}

/// The result of work that an engine may decline: an error ends the whole work, a reason leaves it to the next engine.
pub type Attempted<T> = Result<Attempt<T>>;

/// Work that was done, or declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt<T> {
    /// The result.
    Done(T),
    /// Why this engine does not do it.
    Declined(Reason),
}

impl<T> Attempt<T> {
    /// Applies `f` to the result.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Attempt<U> {
        match self {
            Attempt::Done(done) => Attempt::Done(f(done)),
            Attempt::Declined(reason) => Attempt::Declined(reason),
        }
    }

    /// The result, or the reason.
    ///
    /// # Errors
    /// The reason.
    pub fn seen(self) -> Result<T, Reason> {
        match self {
            Attempt::Done(done) => Ok(done),
            Attempt::Declined(reason) => Err(reason),
        }
    }
}

impl<T> From<Result<T, Reason>> for Attempt<T> {
    fn from(seen: Result<T, Reason>) -> Self {
        match seen {
            Ok(done) => Attempt::Done(done),
            Err(reason) => Attempt::Declined(reason),
        }
    }
}

/// The result; a reason is returned to the caller as `Ok(Attempt::Declined(reason))`.
#[macro_export]
macro_rules! done {
    ($tried:expr) => {
        match $crate::contract::reason::Attempt::from($tried) {
            $crate::contract::reason::Attempt::Done(done) => done,
            $crate::contract::reason::Attempt::Declined(reason) => {
                return Ok($crate::contract::reason::Attempt::Declined(reason));
            }
        }
    };
}

impl Reason {
    /// The engine has no such verb.
    #[must_use]
    pub fn verb(text: &str) -> Reason {
        Reason { code: Code::NoVerb, text: text.into(), place: None, help: None }
    }

    /// Does the reason say that the engine has no such verb?
    #[must_use]
    pub fn is_verb(&self) -> bool {
        self.code == Code::NoVerb
    }

    /// The rules have another shape.
    pub fn shape(text: impl Into<String>, place: Place) -> Reason {
        Reason { code: Code::NoShape, text: shown(text.into()), place: place.0, help: None }
    }

    /// A family has another shape: `text` continues the sentence that begins with its move.
    pub fn family(rules: &Ruleset, family: &Family, text: impl AsRef<str>) -> Reason {
        Reason::shape(format!("{} {}", move_text(rules, family), text.as_ref()), family.place)
    }

    /// The rules have the shape, but the engine's work does not fit the memory.
    pub fn memory(need: Option<u64>, limits: &Limits) -> Reason {
        let need = need.map_or("more memory than 64 bits can count".to_string(), bytes);
        let text = format!("the rules have that shape, but it needs {need}; {} are allowed", bytes(limits.memory));
        Reason { code: Code::Memory, text, place: None, help: None }
    }

    /// The same as [`Reason::memory`], with the caller's text and advice.
    pub fn too_large(text: String, help: Option<String>) -> Reason {
        Reason { code: Code::Memory, text: shown(text), place: None, help }
    }

    /// Does the reason say that memory is lacking?
    pub fn is_memory(&self) -> bool {
        self.code == Code::Memory
    }

    /// The rules have the shape, but some cell needs enumeration.
    pub fn gives_up(text: &str) -> Reason {
        Reason { code: Code::NoTable, text: text.into(), place: None, help: None }
    }

    /// A limit was reached during the work.
    pub fn limit(error: &Diagnostic) -> Reason {
        let text = format!("the rules have that shape, but {}", error.message);
        Reason { code: error.code, text, place: None, help: error.help.first().cloned() }
    }

    /// The reason as shown to a user, for one component or for the whole ruleset.
    pub fn refused(self, engine: EngineName, component: Option<&Ruleset>) -> Refused {
        let names = |rules: &Ruleset| rules.coords.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(", ");
        let of = component.map_or(String::new(), |rules| format!("in the component {{{}}} ", names(rules)));
        Refused { engine, why: of + &self.text, place: self.place, code: self.code, help: self.help }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

/// An engine, or a way of making a table, that was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The engine.
    pub engine: EngineName,
    /// What was seen in the rules, and what the engine needs instead.
    pub why: String,
    /// The place in the rules.
    pub place: Option<Span>,
    code: Code,
    help: Option<String>,
}

impl Refused {
    /// Why there is no table at all.
    pub fn no_table(engine: EngineName, why: &str) -> Refused {
        Refused { engine, why: why.into(), place: None, code: Code::NoTable, help: None }
    }

    /// The error for a request that allows any engine when the quickest one lacks memory. `cells_fit` says whether the cells alone fit the memory.
    pub fn too_large(self, cells_fit: bool) -> Stop {
        let message = format!("this table does not fit the memory: by {} {}", self.engine.name(), self.why);
        let error = self.help.into_iter().fold(Diagnostic::limit(self.code, message), Diagnostic::help);
        let slower = "`--engine enumeration` visits every option, which takes longer and needs cells alone";
        Stop::from(if cells_fit { error.help(slower) } else { error })
    }

    /// The error for a request that allows this engine only.
    pub fn error(self) -> Stop {
        let message = match self.engine {
            EngineName::Table => format!("these rules have no table: {}", self.why),
            engine if engine.is_single() => format!("no value by {}: {}", engine.name(), self.why),
            engine => format!("no table by {}: {}", engine.name(), self.why),
        };
        let error = Diagnostic::limit(self.code, message);
        let error = self.place.into_iter().fold(error, |error, place| error.label(place, ""));
        let error = self.help.into_iter().fold(error, Diagnostic::help);
        let other = match self.engine {
            EngineName::Table => "to search",
            _ => "to take any way that serves",
        };
        Stop::from(error.help(format!("leave `--engine {}` out {other}", self.engine.name())))
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.engine {
            EngineName::Table => write!(f, "no table: {}", self.why),
            engine => write!(f, "not by {}: {}", engine.name(), self.why),
        }
    }
}

/// How values were obtained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The engine that was taken, and its cost.
    pub how: String,
    /// The quicker engines that were not taken.
    pub refused: Vec<Refused>,
}

/// The most characters of a move or a condition that are shown.
const SHOWN: usize = 80;

fn short(text: String) -> String {
    if text.chars().count() <= SHOWN { text } else { text.chars().take(SHOWN - 2).collect::<String>() + " …" }
}

fn names(rules: &Ruleset) -> Vec<String> {
    rules.coords.iter().map(|c| c.name.clone()).collect()
}

/// An expression as quoted in a sentence.
pub fn quoted(rules: &Ruleset, e: &impl Tree) -> String {
    format!("`{}`", short(show(e, &names(rules))))
}

/// A coordinate's name.
pub fn name(rules: &Ruleset, coord: usize) -> &str {
    &rules.coords[coord].name
}

/// `the move a -> a - i, b -> b - i`: what a family changes.
fn move_text(rules: &Ruleset, family: &Family) -> String {
    let names = names(rules);
    let mut changes = vec![];
    for target in &family.targets {
        let leaf = &rules.leaves[target.leaf];
        if let Some(tuple) = target.only() {
            let changed = tuple.iter().enumerate().filter(|(i, e)| ***e != Expr::Coord(leaf.first + i));
            changes.extend(changed.map(|(i, e)| format!("{} -> {}", names[leaf.first + i], show(e, &names))));
            continue;
        }
        let entries = |tuple: &Vec<E>| tuple.iter().map(|e| show(e, &names)).collect::<Vec<_>>().join(", ");
        let mut parts: Vec<String> = target.tuples.iter().map(|t| format!("({})", entries(t))).collect();
        parts.extend(target.repeats.iter().map(|r| repeat_text(r, &entries(&r.tuple), &names)));
        let to = if parts.is_empty() { "nothing".to_string() } else { parts.join(" + ") };
        changes.push(format!("{} -> {to}", names[leaf.range()].join(", ")));
    }
    short(format!(
        "the move {}",
        if changes.is_empty() { "that changes nothing".to_string() } else { changes.join(", ") }
    ))
}

/// What the first coordinate counts that does not belong to the game itself.
pub fn counter(rules: &Ruleset) -> Option<String> {
    let counts = |c: usize| match rules.coords[c].role {
        Role::Own => None,
        Role::Passes(_) => Some(format!("{} counts the passes left", name(rules, c))),
        Role::Flag => Some(format!("{} says whether {}", name(rules, c), rules.flag_says(c, true))),
    };
    (0..rules.width()).find_map(counts)
}

/// The first family that leaves several parts, or none.
pub fn splitting(rules: &Ruleset) -> Option<&Family> {
    rules.families.iter().find(|f| f.targets.iter().any(|t| t.only().is_none()))
}

/// Does a condition ask about a part of the compound?
pub fn asks(e: &impl Tree) -> bool {
    e.any_condition(&mut |x| matches!(x, Cond::Terminal(_) | Cond::TargetP(_)))
}
