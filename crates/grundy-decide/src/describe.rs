//! What is said of the values of a game.
//!
//! In: formulas or automata that speak of values. Out: "the value of this position is that number" as a formula. Automata read a position as the
//! coordinates are looked at: as they are, or by differences.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy_automata::{Automaton, Formula, Formulas, Numeration, Var};
use grundy_rules::rules::expr::{C, E, Expr, Node};

use super::game::{Coordinates, differences};
use super::number::{Number, Sum};
use super::say::{Encoder, Env, NoQuestions, Pending};
use super::{Formed, NotExpressible};

/// What is said of a position.
#[derive(Clone, Debug)]
pub enum Claimed {
    /// The value is a number.
    Value(E),
    /// The value is this number if and only if a condition holds.
    Level(u32, C),
    /// The position and its value are a tuple of a set.
    Graph(Arc<Automaton>),
    /// The value is this number if and only if the position is a tuple of a set.
    Member(u32, Arc<Automaton>),
}

/// What is said of the positions of a pattern.
#[derive(Clone, Debug)]
pub struct Description {
    /// The number of variables: `Coord(0)`, `Coord(1)`, … of the expressions.
    pub variables: usize,
    /// The entries of the position; behind it, those of the positions that symmetries of the rules make of it.
    pub patterns: Vec<Vec<E>>,
    /// The condition on the variables.
    pub filter: C,
    /// What is said.
    pub claimed: Claimed,
}

/// What is said of the values of a game in one play.
#[derive(Clone, Debug, Default)]
pub struct Characterization {
    /// Values of the positions of some patterns, or levels from 0 on.
    pub descriptions: Vec<Description>,
    /// Has every position one of the levels?
    pub complete: bool,
    /// How positions are looked at.
    pub coordinates: Coordinates,
    /// How the automata read numbers.
    pub numeration: Numeration,
}

/// Automata that say the values of a game.
#[derive(Clone, Debug)]
pub enum Automata<'t> {
    /// The positions with the values 0, 1, ….
    Levels(Vec<&'t Automaton>),
    /// The positions with their values, which are the last numbers.
    Graph(&'t Automaton),
}

impl Description {
    /// What is said of all positions of a game, without a pattern.
    #[must_use]
    pub fn of_all(width: usize, claimed: Claimed) -> Description {
        let entries = (0..width).map(grundy_rules::rules::build::coord).collect();
        Description {
            variables: width,
            patterns: vec![entries],
            filter: grundy_rules::rules::build::boolean(true),
            claimed,
        }
    }

    /// The states of the automaton that says it; 0 if an expression does.
    #[must_use]
    pub fn states(&self) -> usize {
        match &self.claimed {
            Claimed::Graph(set) | Claimed::Member(_, set) => set.states(),
            Claimed::Value(_) | Claimed::Level(..) => 0,
        }
    }

    /// The expressions that say it.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = Node<'_>> {
        let claimed = match &self.claimed {
            Claimed::Value(e) => Some(Node::Number(e)),
            Claimed::Level(_, c) => Some(Node::Condition(c)),
            Claimed::Graph(_) | Claimed::Member(..) => None,
        };
        let entries = self.patterns.iter().flatten().map(Node::Number);
        entries.chain([Node::Condition(&self.filter)]).chain(claimed)
    }

    /// Is the pattern the position itself?
    pub(crate) fn is_of_all(&self) -> bool {
        self.patterns.len() == 1 && self.patterns[0].iter().enumerate().all(|(i, e)| **e == Expr::Coord(i))
    }

    /// Does it speak of every position?
    pub(crate) fn is_everywhere(&self) -> bool {
        self.is_of_all() && self.filter.as_bool() == Some(true)
    }

    /// The number of coordinates.
    pub(crate) fn width(&self) -> usize {
        self.patterns[0].len()
    }

    /// The level that it is about; none if it says the value itself.
    pub(crate) fn level(&self) -> Option<u32> {
        match self.claimed {
            Claimed::Value(_) | Claimed::Graph(_) => None,
            Claimed::Level(level, _) | Claimed::Member(level, _) => Some(level),
        }
    }
}

impl Characterization {
    /// Does it say the value of a position, rather than whether it is one of some levels?
    #[must_use]
    pub fn says_values(&self) -> bool {
        self.descriptions.iter().any(|description| description.level().is_none())
    }

    /// The coordinates that are the same constant in all positions that it speaks of.
    pub(crate) fn fixed(&self) -> Vec<Option<u64>> {
        let width = self.descriptions.first().map_or(0, Description::width);
        let mut patterns = self.descriptions.iter().flat_map(|description| &description.patterns);
        let number = |e: &E| e.as_i64().and_then(|n| u64::try_from(n).ok());
        let first: Vec<Option<u64>> =
            patterns.next().map_or(vec![None; width], |first| first.iter().map(number).collect());
        let same = |known: Vec<Option<u64>>, pattern: &Vec<E>| {
            known.into_iter().zip(pattern).map(|(known, e)| known.filter(|n| number(e) == Some(*n))).collect()
        };
        let plain = self.coordinates == Coordinates::Plain;
        if plain { patterns.fold(first, same) } else { vec![None; width] }
    }

    /// The levels that it is about.
    pub(crate) fn levels(&self) -> impl Iterator<Item = i64> + use<> {
        let levels: BTreeSet<u32> = self.descriptions.iter().filter_map(Description::level).collect();
        levels.into_iter().map(i64::from)
    }

    /// How many levels it is about.
    #[must_use]
    pub fn height(&self) -> usize {
        self.levels().count()
    }

    /// Does it say whether the value of a position is a number?
    #[must_use]
    pub fn says_level(&self, level: u32) -> bool {
        self.complete || self.descriptions.iter().any(|description| description.level().is_none_or(|own| own == level))
    }

    /// The automata, where automata say it of every position: those of the levels 0, 1, …, or the graph of the values.
    #[must_use]
    pub fn automata(&self) -> Option<Automata<'_>> {
        let sets = self.descriptions.iter().map(|description| match &description.claimed {
            _ if !description.is_everywhere() => None,
            Claimed::Member(level, set) => Some((Some(*level), &**set)),
            Claimed::Graph(set) => Some((None, &**set)),
            Claimed::Value(_) | Claimed::Level(..) => None,
        });
        let mut sets = sets.collect::<Option<Vec<_>>>()?;
        sets.sort_by_key(|(level, _)| *level);
        match &sets[..] {
            [] => None,
            [(None, graph), ..] => Some(Automata::Graph(graph)),
            levels if levels.iter().zip(0..).all(|((level, _), n)| *level == Some(n)) => {
                Some(Automata::Levels(levels.iter().map(|(_, set)| *set).collect()))
            }
            _ => None,
        }
    }

    /// Is enough said of a position, or of each of several one after the other: its value, or each of the levels?
    pub(crate) fn known(&self, all: &mut Formulas, y: &[Sum]) -> Formed<Formula> {
        let width = self.descriptions.first().map_or(y.len(), Description::width);
        if y.len() != width {
            let parts = y.chunks(width).map(|part| self.known(all, part)).collect::<Formed<Vec<_>>>()?;
            return Ok(all.and(parts));
        }
        self.as_looked_at(all, y, &mut |all, y| {
            let mut levels: BTreeMap<Option<u32>, Vec<Formula>> = BTreeMap::new();
            for description in &self.descriptions {
                let inside = description.applies(all, y, &mut |all, _| Ok(all.constant(true)))?;
                levels.entry(description.level()).or_default().push(inside);
            }
            let each: Vec<Formula> = levels.into_values().map(|list| all.or(list)).collect();
            Ok(all.and(each))
        })
    }

    /// Is what is said defined at a position? Only for descriptions of all positions.
    pub(crate) fn is_defined(&self, all: &mut Formulas, x: &[Sum]) -> Formed<Formula> {
        let mut parts = vec![];
        for description in &self.descriptions {
            if !description.is_of_all() {
                return Err(NotExpressible::What("where a pattern is defined"));
            }
            let env = Env { coords: x.to_vec(), ..Env::default() };
            parts.push(Encoder { all, answers: &mut NoQuestions }.defined(&description.filter, &env)?);
            parts.push(description.is_defined(all, x, self.coordinates)?);
        }
        Ok(all.and(parts))
    }

    /// Is the value of a position, as it is said, a number? Where levels are said, the number is one of them.
    /// Several positions one after the other are a sum: its value is the nim-sum.
    pub(crate) fn has_value(&self, all: &mut Formulas, y: &[Sum], value: &Sum) -> Formed<Formula> {
        if self.descriptions.first().is_some_and(|first| y.len() != first.width()) {
            return self.sum_has_value(all, y, value);
        }
        self.as_looked_at(all, y, &mut |all, y| {
            let mut ways = vec![];
            for description in &self.descriptions {
                if description.level().is_none_or(|level| value.as_constant() == Some(level.into())) {
                    ways.push(description.has_value(all, y, value, self.coordinates)?);
                }
            }
            Ok(all.or(ways))
        })
    }

    /// Is the value of a sum of positions a number?
    fn sum_has_value(&self, all: &mut Formulas, y: &[Sum], value: &Sum) -> Formed<Formula> {
        let parts: Vec<&[Sum]> = y.chunks(self.descriptions[0].width()).collect();
        let (mut pending, mut vars) = (Pending::default(), vec![]);
        if self.says_values() {
            for part in parts {
                let own = all.fresh();
                let formula = self.has_value(all, part, &Sum::var(own))?;
                Encoder { all, answers: &mut NoQuestions }.define(own, formula, &mut pending)?;
                vars.push(own);
            }
            let result = Encoder { all, answers: &mut NoQuestions }.natural_equal(value, &mut pending)?;
            vars.extend(result.as_var());
            let zero = all.nim_sum_is_zero(vars);
            return Ok(pending.close(all, zero));
        }
        let (true, Some(value)) = (self.complete, value.as_constant()) else {
            return Err(NotExpressible::What("the value of a sum, of whose parts no more than levels are known"));
        };
        // What the parts so far have as their nim-sum.
        let mut sums = BTreeMap::from([(0, all.constant(true))]);
        for part in parts {
            let mut next: BTreeMap<i64, Vec<Formula>> = BTreeMap::new();
            for level in self.levels() {
                let here = self.has_value(all, part, &Sum::constant(level))?;
                for (sum, formula) in &sums {
                    next.entry(sum ^ level).or_default().push(all.and([*formula, here]));
                }
            }
            sums = next.into_iter().map(|(sum, ways)| (sum, all.or(ways))).collect();
        }
        Ok(sums.get(&value).copied().unwrap_or_else(|| all.constant(false)))
    }

    /// The value of a position as a number.
    pub(crate) fn value(&self, say: &mut Encoder<'_>, y: &[Sum], pending: &mut Pending) -> Formed<Number> {
        if self.says_values() {
            let value = say.all.fresh();
            let formula = self.has_value(say.all, y, &Sum::var(value))?;
            return say.define(value, formula, pending);
        }
        if !self.complete {
            return Err(NotExpressible::Unknown("a value of which no more than levels are known"));
        }
        let mut cases = vec![];
        for level in self.levels() {
            let value = Sum::constant(level);
            cases.push((self.has_value(say.all, y, &value)?, value));
        }
        Number::by_cases(say.all, cases)
    }

    /// What holds of a position as it is looked at.
    fn as_looked_at(
        &self,
        all: &mut Formulas,
        y: &[Sum],
        holds: &mut dyn FnMut(&mut Formulas, &[Sum]) -> Formed<Formula>,
    ) -> Formed<Formula> {
        let ascends = || Ok::<bool, NotExpressible>(differences(y)?.iter().skip(1).all(Sum::is_natural));
        if self.coordinates == Coordinates::Plain || ascends()? {
            return holds(all, y);
        }
        let mut pending = Pending::default();
        let sorted = Encoder { all, answers: &mut NoQuestions }.sorted(y, &mut pending)?;
        let formula = holds(all, &sorted)?;
        Ok(pending.close(all, formula))
    }
}

impl Description {
    /// What is said is defined where its variables have these values, and a value is natural.
    pub(crate) fn is_defined(&self, all: &mut Formulas, at: &[Sum], how: Coordinates) -> Formed<Formula> {
        let env = Env { coords: at.to_vec(), ..Env::default() };
        let mut say = Encoder { all, answers: &mut NoQuestions };
        match &self.claimed {
            Claimed::Value(e) => {
                let (defined, mut pending) = (say.defined(e, &env)?, Pending::default());
                let number = say.number(e, &env, &mut pending)?;
                let natural = number.at_least(say.all, 0)?;
                let natural = pending.close(say.all, natural);
                Ok(say.all.and([defined, natural]))
            }
            Claimed::Level(_, e) => say.defined(e, &env),
            Claimed::Member(..) => Ok(all.constant(true)),
            // There is a value.
            Claimed::Graph(set) => {
                let value = all.fresh();
                let has_value = member(all, set, at, Some(&Sum::var(value)), how)?;
                Ok(all.exists([value], has_value))
            }
        }
    }

    /// Is the value of a position, as it is said here, a number? In differences the position ascends.
    pub(crate) fn has_value(&self, all: &mut Formulas, y: &[Sum], value: &Sum, how: Coordinates) -> Formed<Formula> {
        self.applies(all, y, &mut |all, env| match &self.claimed {
            Claimed::Level(_, e) => Encoder { all, answers: &mut NoQuestions }.condition(e, env),
            Claimed::Value(e) => {
                let (mut say, mut pending) = (Encoder { all, answers: &mut NoQuestions }, Pending::default());
                let number = say.number(e, env, &mut pending)?;
                let equal = number.equals(say.all, value)?;
                Ok(pending.close(say.all, equal))
            }
            Claimed::Member(_, set) => member(all, set, y, None, how),
            Claimed::Graph(set) => member(all, set, y, Some(value), how),
        })
    }

    /// Is a position an instance of the pattern, and does something hold of the variables?
    fn applies(
        &self,
        all: &mut Formulas,
        y: &[Sum],
        holds: &mut dyn FnMut(&mut Formulas, &Env) -> Formed<Formula>,
    ) -> Formed<Formula> {
        let mut ways = vec![];
        for pattern in &self.patterns {
            // An entry that is a variable gives the variable its value.
            let mut given: Vec<Option<Sum>> = vec![None; self.variables];
            let mut others = vec![];
            for (e, entry) in pattern.iter().zip(y) {
                match &**e {
                    Expr::Coord(i) if given[*i].is_none() => given[*i] = Some(entry.clone()),
                    _ => others.push((e, entry)),
                }
            }
            let mut fresh = vec![];
            let mut coords = vec![];
            for given in given {
                coords.push(given.unwrap_or_else(|| {
                    fresh.push(all.fresh());
                    Sum::var(fresh[fresh.len() - 1])
                }));
            }
            let env = Env { coords, ..Env::default() };
            let mut say = Encoder { all, answers: &mut NoQuestions };
            let mut parts = vec![say.condition(&self.filter, &env)?];
            for (e, entry) in others {
                let mut pending = Pending::default();
                let number = say.number(e, &env, &mut pending)?;
                let equal = number.equals(say.all, entry)?;
                parts.push(pending.close(say.all, equal));
            }
            parts.push(holds(say.all, &env)?);
            let whole = all.and(parts);
            ways.push(all.exists(fresh, whole));
        }
        Ok(all.or(ways))
    }
}

/// Is a position, with its value where the set has one, a tuple of a set?
fn member(
    all: &mut Formulas,
    set: &Arc<Automaton>,
    y: &[Sum],
    value: Option<&Sum>,
    how: Coordinates,
) -> Formed<Formula> {
    let entries = match how {
        Coordinates::Plain => y.to_vec(),
        Coordinates::Differences => differences(y)?,
    };
    let mut pending = Pending::default();
    let mut vars: Vec<Var> = vec![];
    for entry in entries.iter().chain(value) {
        let var = match entry.as_var().filter(|var| !vars.contains(var)) {
            Some(var) => Some(var),
            None => Encoder { all, answers: &mut NoQuestions }.natural_equal(entry, &mut pending)?.as_var(),
        };
        vars.extend(var);
    }
    let set = all.set(set);
    let inside = all.member(set, vars);
    Ok(pending.close(all, inside))
}
