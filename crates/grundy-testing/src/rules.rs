//! A ruleset of the model: its text, and its moves by naive enumeration.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::eval::{Def, Env, V};
use crate::expr::{E, RANGE, WITH};

/// A position variable: a number, or a vector with its length.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// The length of a vector.
    pub len: Option<usize>,
}

/// A family of moves.
#[derive(Clone, Debug)]
pub struct Family {
    /// For each part that a move leaves, an expression for each variable.
    pub parts: Vec<Vec<E>>,
    /// `all (PART for NAME in RANGE if CONDITION)`: more parts.
    pub repeated: Option<Repeated>,
    /// Parameters of the move, with their ranges.
    pub binders: Vec<(String, E)>,
    /// The condition after `if`.
    pub guard: Option<E>,
}

/// As many parts as a range has numbers that meet a condition.
#[derive(Clone, Debug)]
pub struct Repeated {
    /// An expression for each variable.
    pub part: Vec<E>,
    /// The name that runs through the range.
    pub name: String,
    /// The range.
    pub range: E,
    /// The condition.
    pub filter: Option<E>,
}

/// A game with rules of its own.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its name.
    pub name: String,
    /// The parameters, with their arguments.
    pub params: Vec<Def>,
    /// The variables of a position.
    pub vars: Vec<Var>,
    /// The conditions that all positions meet.
    pub requires: Vec<E>,
    /// The moves.
    pub families: Vec<Family>,
}

/// A tuple of coordinates.
pub type Tuple = Vec<i64>;

impl Rules {
    /// The number of coordinates of a position.
    pub fn width(&self) -> usize {
        self.vars.iter().map(|v| v.len.unwrap_or(1)).sum()
    }

    /// Does a move leave several parts?
    pub fn splits(&self) -> bool {
        self.families.iter().any(|f| f.parts.len() > 1 || f.repeated.is_some())
    }

    /// The expression of the game, with its parameters.
    pub fn called(&self) -> String {
        let given = |d: &Def| match &d.args[..] {
            [] => d.body.to_string(),
            [arg] => format!("{arg} -> {}", d.body),
            args => format!("({}) -> {}", args.join(", "), d.body),
        };
        match &self.params[..] {
            [] => self.name.clone(),
            params => format!("{}[{}]", self.name, params.iter().map(given).collect::<Vec<_>>().join(", ")),
        }
    }

    /// The game's block in a file.
    pub fn text(&self) -> String {
        let params: Vec<&str> = self.params.iter().map(|d| d.name.as_str()).collect();
        let params = if params.is_empty() { String::new() } else { format!("[{}]", params.join(", ")) };
        let var = |v: &Var| v.len.map_or(v.name.clone(), |n| format!("{}[{n}]", v.name));
        let vars: Vec<String> = self.vars.iter().map(var).collect();
        let mut text = format!("game {}{params}({}) {{\n", self.name, vars.join(", "));
        for require in &self.requires {
            writeln!(text, "    require {require}").expect("text grows");
        }
        for family in &self.families {
            writeln!(text, "    {}", family.text()).expect("text grows");
        }
        text + "}\n"
    }

    /// Does a tuple meet every `require`?
    pub fn exists(&self, defs: &[Def], tuple: &[i64]) -> bool {
        let mut env = Env { defs, names: self.bind(tuple) };
        tuple.iter().all(|v| *v >= 0) && self.requires.iter().all(|r| env.holds(r))
    }

    fn bind(&self, tuple: &[i64]) -> Vec<(String, V)> {
        let mut rest = tuple;
        let mut names = vec![];
        for var in &self.vars {
            let (own, after) = rest.split_at(var.len.unwrap_or(1));
            let value = if var.len.is_some() { V::vector(own.to_vec()) } else { V::I(own[0]) };
            names.push((var.name.clone(), value));
            rest = after;
        }
        names
    }

    /// The parts that each move from a tuple leaves.
    pub fn options(&self, defs: &[Def], tuple: &[i64]) -> BTreeSet<Vec<Tuple>> {
        let mut found = BTreeSet::new();
        for family in &self.families {
            let mut env = Env { defs, names: self.bind(tuple) };
            family.run(&mut env, &mut |parts| {
                if parts.iter().all(|p| self.exists(defs, p)) {
                    found.insert(parts);
                }
            });
        }
        found
    }
}

impl Family {
    fn text(&self) -> String {
        let target = |entries: &Vec<E>| match &entries[..] {
            [only] => only.at(WITH),
            list => format!("({})", list.iter().map(E::to_string).collect::<Vec<_>>().join(", ")),
        };
        let mut parts: Vec<String> = self.parts.iter().map(target).collect();
        let word = if parts.len() > 1 || self.repeated.is_some() { "split" } else { "move" };
        if let Some(Repeated { part, name, range, filter }) = &self.repeated {
            let filter = filter.as_ref().map_or(String::new(), |c| format!(" if {c}"));
            parts.push(format!("all ({} for {name} in {}{filter})", target(part), range.at(RANGE)));
        }
        let mut text = format!("{word} {}", parts.join(", "));
        for (i, (name, range)) in self.binders.iter().enumerate() {
            let lead = if i == 0 { " for" } else { "," };
            write!(text, "{lead} {name} in {}", range.at(RANGE)).expect("text grows");
        }
        if let Some(guard) = &self.guard {
            write!(text, " if {guard}").expect("text grows");
        }
        text
    }

    /// Lists the moves: evaluates the parts of the guard without a binder first, then the ranges, the rest of the guard, the target.
    fn run(&self, env: &mut Env, found: &mut dyn FnMut(Vec<Tuple>)) {
        let names: Vec<String> = self.binders.iter().map(|b| b.0.clone()).collect();
        let conjuncts = self.guard.as_ref().map_or(vec![], E::conjuncts);
        let (after, before): (Vec<E>, Vec<E>) = conjuncts.into_iter().partition(|e| e.speaks_of(&names));
        if before.iter().all(|e| env.holds(e)) {
            self.bind(0, &after, env, found);
        }
    }

    fn bind(&self, binder: usize, guard: &[E], env: &mut Env, found: &mut dyn FnMut(Vec<Tuple>)) {
        if let Some((name, range)) = self.binders.get(binder) {
            for element in env.eval(range).elements() {
                env.names.push((name.clone(), element));
                self.bind(binder + 1, guard, env, found);
                env.names.pop();
            }
            return;
        }
        if guard.iter().all(|e| env.holds(e)) {
            let mut parts: Vec<Tuple> = self.parts.iter().map(|entries| flat(env, entries)).collect();
            if let Some(Repeated { part, name, range, filter }) = &self.repeated {
                for element in env.eval(range).elements() {
                    env.names.push((name.clone(), element));
                    if filter.as_ref().is_none_or(|c| env.holds(c)) {
                        parts.push(flat(env, part));
                    }
                    env.names.pop();
                }
            }
            parts.sort_unstable();
            found(parts);
        }
    }
}

fn flat(env: &mut Env, entries: &[E]) -> Tuple {
    let entry = |e: &E| match env.eval(e) {
        V::I(n) => vec![n],
        other => other.ints(),
    };
    entries.iter().flat_map(entry).collect()
}
