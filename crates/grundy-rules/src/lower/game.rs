//! A game ready to be played: its rules, and the notation for its positions.
//!
//! In: a game expression, and entries that determine the lengths left out. Out: a [`Game`], which has the names of variables and
//! coordinates, and writes positions with brackets round strips.

use std::sync::Arc;

use dashu_int::IBig;

use super::family::places;
use super::{Entry, Eval, Module, Settled, Slot, Term, Value, carried, lower};
use crate::lang::ast::GameBody;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::expr::E;
use crate::rules::{Ruleset, build};

type Result<T> = std::result::Result<T, Diagnostic>;

/// A game ready to be played.
#[derive(Clone, Debug)]
pub struct Game {
    /// The expression as given, without the lengths that were left out.
    pub text: String,
    /// The rules in the internal form.
    pub rules: Arc<Ruleset>,
    /// The layout of a written position.
    pub slots: Vec<Slot>,
    /// The parameters and variables, as values over the coordinates.
    pub names: Vec<(String, Value)>,
    /// The module that defines the other names used in the rules.
    pub module: Arc<Module>,
    /// The coordinates that are parameters which vary in a claim, each with the parameter over the claim's variables.
    pub carried: Vec<(usize, E)>,
}

impl Game {
    /// The game of a term; `entries`, those of a position, determine lengths that were left out.
    pub fn of(eval: &mut Eval, text: String, term: &Term, entries: Option<&[Entry]>) -> Result<Game> {
        let settled = term.settle(eval, entries)?;
        let rules = lower(eval, &settled)?;
        let (slots, carried) = (settled.slots(), carried::entries(&settled));
        let names = names(&settled, &rules, &carried);
        Ok(Game { text, rules: Arc::new(rules), slots, names, module: eval.module.clone(), carried })
    }

    /// Adds the parameters that positions carry to the entries of a position as written.
    pub fn carry_entries(&self, entries: &mut Vec<Entry>) {
        for (at, _) in &self.carried {
            let ends = entries.iter().scan(0, |flat, entry| {
                *flat += entry.width();
                Some(*flat)
            });
            let place = ends.take_while(|end| end <= at).count();
            entries.insert(place, Entry::One);
        }
    }

    /// Adds them to the coordinates of a position.
    pub fn carry_coordinates(&self, coords: &mut Vec<E>) {
        self.carried.iter().for_each(|(at, parameter)| coords.insert(*at, parameter.clone()));
    }

    /// Checks that written entries, single or bracketed, match the layout of a position.
    ///
    /// # Errors
    /// A wrong number of entries, or brackets in wrong places. `what` names the thing written in the message: a position or a pattern.
    pub fn fits(&self, written: &[Entry], what: &str, span: Span) -> Result<()> {
        let width: usize = written.iter().map(|e| e.width()).sum();
        let wrong = |found: String| {
            let entries = count(self.rules.width(), "entry", "entries");
            let message = format!("{what} of `{}` has {entries}, found {found}", self.text);
            Diagnostic::at(Code::Entries, span, message, format!("expected {}", self.pattern()))
        };
        if width != self.rules.width() {
            return Err(wrong(width.to_string()));
        }
        if aligned(written, &self.slots) { Ok(()) } else { Err(wrong("brackets in other places".into())) }
    }

    /// The layout of a position with names as entries: `(x1, x2)`, `([s1_1], [s2_1, s2_2])`.
    #[must_use]
    pub fn pattern(&self) -> String {
        let names: Vec<String> = self.rules.coords.iter().map(|c| c.name.clone()).collect();
        format!("({})", self.arrange(&names))
    }

    /// Texts for the coordinates, laid out as a written position: strips in brackets.
    #[must_use]
    pub fn arrange(&self, texts: &[String]) -> String {
        let mut at = 0;
        let mut out = vec![];
        for slot in &self.slots {
            // A parameter stands with the game, not in the position.
            if self.carried.iter().any(|(place, _)| *place == at) {
                at += slot.width();
                continue;
            }
            let own = &texts[at..at + slot.width()];
            at += slot.width();
            match slot {
                Slot::Strip(_) => out.push(format!("[{}]", own.join(","))),
                _ => out.extend(own.iter().cloned()),
            }
        }
        out.join(",")
    }

    /// A position as written: `3,4`, or `[2],[2,5]`.
    #[must_use]
    pub fn show(&self, position: &[IBig]) -> String {
        self.arrange(&position.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// A position that moves may have split: tuples of one leaf are joined by ` + `, in parentheses if there are other entries.
    #[must_use]
    pub fn show_parts(&self, lists: &[Vec<Vec<IBig>>]) -> String {
        if lists.iter().all(|tuples| tuples.len() == 1) {
            return self.show(&lists.iter().flat_map(|t| t[0].clone()).collect::<Vec<_>>());
        }
        let tuple = |t: &Vec<IBig>| t.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let alone = lists.len() == 1;
        let leaf = |tuples: &Vec<Vec<IBig>>| match tuples.len() {
            0 => "nothing".to_string(),
            1 => tuple(&tuples[0]),
            _ => {
                let parts: Vec<String> =
                    tuples.iter().map(|t| if t.len() > 1 { format!("({})", tuple(t)) } else { tuple(t) }).collect();
                if alone { parts.join(" + ") } else { format!("({})", parts.join(" + ")) }
            }
        };
        lists.iter().map(leaf).collect::<Vec<_>>().join(",")
    }
}

/// The parameters and variables of a game; a compound has `x`, the vector of its coordinates, and `x1`, `x2`, …. Carried parameters are not among these.
fn names(settled: &Settled, rules: &Ruleset, carried: &[(usize, E)]) -> Vec<(String, Value)> {
    match settled {
        Settled::Rules { def, lengths, params, .. } => match &def.body {
            GameBody::Rules { vars, .. } => places(params, vars, lengths).1,
            GameBody::Is(_) => vec![],
        },
        Settled::Compound { .. } => {
            let own = (0..rules.width()).filter(|i| carried.iter().all(|(at, _)| at != i));
            let coords: Vec<Value> = own.map(|i| Value::Int(build::coord(i))).collect();
            let mut names: Vec<(String, Value)> =
                coords.iter().enumerate().map(|(i, v)| (format!("x{}", i + 1), v.clone())).collect();
            names.push(("x".to_string(), Value::vector(coords)));
            names
        }
    }
}

/// Does every bracket enclose exactly one vector or strip? For a game without strips, one bracket round everything is right too.
fn aligned(written: &[Entry], slots: &[Slot]) -> bool {
    if let [Entry::List(_)] = written
        && !slots.iter().any(|s| matches!(s, Slot::Strip(_)))
    {
        return true;
    }
    let mut starts = std::collections::BTreeMap::new();
    let mut at = 0;
    for slot in slots {
        starts.insert(at, slot.width());
        at += slot.width();
    }
    let mut at = 0;
    written.iter().all(|entry| {
        let fits = match entry {
            Entry::One => true,
            Entry::List(n) => starts.get(&at) == Some(n),
        };
        at += entry.width();
        fits
    })
}

fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
