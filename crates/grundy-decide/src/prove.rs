//! What is said of the values of a game, proved for all positions.
//!
//! In: a game, and a description of values or of P-positions, for all positions or for those of a pattern. Out: whether the description is right, by
//! induction along the game: positions to which moves lead are smaller, so the description may be used of them. For `G = f`, no option of a position
//! x has the value f(x), and for each v < f(x) some option has the value v. For a set of P-positions, x belongs to it if and only if no option does.
//! In misère play a terminal position has the value 1. If the description is of some positions only, no move may lead out of them. Every expression
//! must be defined where it is used.

use grundy_automata::{Budget, Decider, Formula, Formulas, Var};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::{E, Expr};

use super::Unsaid;
use super::game::Played;
use super::number::{Sum, at_most, equal};
use super::say::{Env, Pending, Say, Silent};

/// What is said of a position.
#[derive(Clone, Debug)]
pub enum Claimed {
    /// The value is a number.
    Value(E),
    /// The value is this number if and only if a condition holds.
    Level(u32, E),
}

/// What is said of the positions of a pattern.
#[derive(Clone, Debug)]
pub struct Description {
    /// The number of variables: `Coord(0)`, `Coord(1)`, … of the expressions.
    pub variables: usize,
    /// The entries of the position; behind it, those of the positions that symmetries of the rules make of it.
    pub patterns: Vec<Vec<E>>,
    /// The condition on the variables.
    pub filter: E,
    /// What is said.
    pub claimed: Claimed,
}

/// The result of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// True for all positions.
    Proved {
        /// The states of the largest automaton.
        states: usize,
        /// Does the description speak of every position of the game?
        full: bool,
    },
    /// Nothing is proved: some move leads out of the positions that are spoken of.
    NotClosed,
    /// Nothing is proved: the sentence says why.
    Open(String),
}

/// Tries to prove descriptions together, each for all positions of its pattern: values of one game, or its levels from 0 on.
pub fn prove(rules: &Ruleset, misere: bool, descriptions: &[Description], budget: &Budget<'_>) -> Outcome {
    let played = match Played::of(rules) {
        Ok(played) => played,
        Err(why) => return Outcome::Open(why.to_string()),
    };
    let mut proof = Proof { played, misere, descriptions, all: Formulas::new(), decider: Decider::new(2, budget) };
    let run = |proof: &mut Proof<'_>| {
        for description in descriptions {
            if let Some(why) = proof.run(description)? {
                return Ok(Err(why));
            }
        }
        proof.is_full().map(Ok)
    };
    match run(&mut proof) {
        Ok(Ok(full)) => Outcome::Proved { states: proof.decider.largest(), full },
        Ok(Err(NOT_CLOSED)) => Outcome::NotClosed,
        Ok(Err(why)) => Outcome::Open(why.to_string()),
        Err(why) => Outcome::Open(why.to_string()),
    }
}

/// Why a description does not stand alone.
const NOT_CLOSED: &str = "some move leads to a position that the claim does not speak of";

struct Proof<'p> {
    played: Played<'p>,
    misere: bool,
    descriptions: &'p [Description],
    all: Formulas,
    decider: Decider<'p>,
}

type Said<T> = Result<T, Unsaid>;

impl Proof<'_> {
    /// Goes through the obligations of one description; says which one fails.
    fn run(&mut self, of: &Description) -> Said<Option<&'static str>> {
        let vars: Vec<Var> = (0..of.variables).map(|_| self.all.fresh()).collect();
        let at: Vec<Sum> = vars.iter().copied().map(Sum::var).collect();
        let env = Env { coords: at.clone(), vars: vec![] };
        let (x, position) = self.played.instance(&mut self.all, &of.patterns[0], &env)?;
        let mut say = Say { all: &mut self.all, answers: &mut Silent };
        let (filter_is_defined, filter) = (say.defined(&of.filter, &env)?, say.condition(&of.filter, &env)?);
        // The condition is asked at every position of the pattern.
        let asked = self.all.implies(position, filter_is_defined);
        if !self.valid(asked)? {
            return Ok(Some("the condition of the claim is not defined everywhere"));
        }
        let here = self.all.and([position, filter]);
        type Obligation = fn(&mut Proof<'_>, &Description, &[Sum], &[Sum]) -> Said<Formula>;
        let obligations: [(Obligation, &'static str); 5] = [
            (|proof, of, at, _| proof.is_defined(of, at), "the claim is not defined everywhere"),
            (|proof, _, _, x| proof.ends(x), "the sum of the coordinates does not fall with every move"),
            (|proof, _, _, x| proof.is_known(x), "the levels do not speak of the same positions"),
            (|proof, _, _, x| proof.is_closed(x), NOT_CLOSED),
            (|proof, of, at, x| proof.step(of, at, x), "the induction does not go through"),
        ];
        for (obligation, failure) in obligations {
            let formula = obligation(self, of, &at, &x)?;
            let body = self.all.implies(here, formula);
            if !self.valid(body)? {
                return Ok(Some(failure));
            }
        }
        Ok(None)
    }

    /// Do the descriptions speak of every position?
    fn is_full(&mut self) -> Said<bool> {
        let at: Vec<Sum> = (0..self.played.rules.width()).map(|_| Sum::var(self.all.fresh())).collect();
        let (exists, known) = (self.played.exists(&mut self.all, &at)?, self.is_known(&at)?);
        let full = self.all.implies(exists, known);
        self.valid(full)
    }

    /// Is a position one of which enough is said: its value, or each of the levels?
    fn is_known(&mut self, x: &[Sum]) -> Said<Formula> {
        known(&mut self.all, self.descriptions, x)
    }

    fn valid(&mut self, formula: Formula) -> Said<bool> {
        Ok(self.decider.is_valid(&self.all, formula)?)
    }

    /// What is said is defined at the positions of the pattern, and a value is natural.
    fn is_defined(&mut self, of: &Description, at: &[Sum]) -> Said<Formula> {
        let env = Env { coords: at.to_vec(), vars: vec![] };
        let mut say = Say { all: &mut self.all, answers: &mut Silent };
        let (Claimed::Value(e) | Claimed::Level(_, e)) = &of.claimed;
        let mut parts = vec![say.defined(e, &env)?];
        if let Claimed::Value(e) = &of.claimed {
            let mut pending = Pending::default();
            let number = say.number(e, &env, &mut pending)?;
            let natural = number.at_least(say.all, 0)?;
            parts.push(pending.close(say.all, natural));
        }
        Ok(self.all.and(parts))
    }

    /// Every move lowers the measure.
    fn ends(&mut self, x: &[Sum]) -> Said<Formula> {
        let from = self.played.measure(x)?;
        let played = &self.played;
        let up = played.option(&mut self.all, x, &mut |all, y| {
            let to = played.measure(y)?;
            at_most(all, &from, &to)
        })?;
        Ok(self.all.not(up))
    }

    /// No move leads out of the positions that are spoken of.
    fn is_closed(&mut self, x: &[Sum]) -> Said<Formula> {
        let (descriptions, played) = (self.descriptions, &self.played);
        let out = played.option(&mut self.all, x, &mut |all, y| {
            let inside = known(all, descriptions, y)?;
            Ok(all.not(inside))
        })?;
        Ok(self.all.not(out))
    }

    /// The step of the induction.
    fn step(&mut self, of: &Description, at: &[Sum], x: &[Sum]) -> Said<Formula> {
        let env = Env { coords: at.to_vec(), vars: vec![] };
        match &of.claimed {
            Claimed::Level(level, e) => {
                let is_level = Say { all: &mut self.all, answers: &mut Silent }.condition(e, &env)?;
                let right = self.has_level(x, *level)?;
                Ok(self.all.iff(is_level, right))
            }
            Claimed::Value(e) => {
                let mut pending = Pending::default();
                let mut say = Say { all: &mut self.all, answers: &mut Silent };
                let number = say.number(e, &env, &mut pending)?;
                let value = say.single(&number, &mut pending)?;
                let right = self.has_value(x, &value)?;
                Ok(pending.close(&mut self.all, right))
            }
        }
    }

    /// Is a number the mex of the values of the options?
    fn has_value(&mut self, x: &[Sum], value: &Sum) -> Said<Formula> {
        let same = self.option_of_value(x, value)?;
        let not_same = self.all.not(same);
        let v = self.all.fresh();
        let next = Sum::var(v).plus(&Sum::constant(1), 1)?;
        let below = at_most(&mut self.all, &next, value)?;
        let reached = self.option_of_value(x, &Sum::var(v))?;
        let each = self.all.implies(below, reached);
        let each = self.all.for_all([v], each);
        let right = self.all.and([not_same, each]);
        if !self.misere {
            return Ok(right);
        }
        // Without a move, the value in misère play is 1.
        let terminal = self.played.terminal(&mut self.all, x)?;
        let one = equal(&mut self.all, value, &Sum::constant(1))?;
        let moves = self.all.not(terminal);
        let (ended, goes_on) = (self.all.implies(terminal, one), self.all.implies(moves, right));
        Ok(self.all.and([ended, goes_on]))
    }

    /// Is a level the mex of the values of the options?
    fn has_level(&mut self, x: &[Sum], level: u32) -> Said<Formula> {
        let mut parts = vec![];
        for lower in 0..level {
            parts.push(self.option_of_value(x, &Sum::constant(lower.into()))?);
        }
        let same = self.option_of_value(x, &Sum::constant(level.into()))?;
        parts.push(self.all.not(same));
        if self.misere {
            let terminal = self.played.terminal(&mut self.all, x)?;
            if level == 1 {
                let right = self.all.and(parts);
                return Ok(self.all.or([terminal, right]));
            }
            parts.push(self.all.not(terminal));
        }
        Ok(self.all.and(parts))
    }

    /// Has a position an option whose value is, as it is said, a number?
    fn option_of_value(&mut self, x: &[Sum], value: &Sum) -> Said<Formula> {
        let (descriptions, played) = (self.descriptions, &self.played);
        played.option(&mut self.all, x, &mut |all, y| has_value(all, descriptions, y, value))
    }
}

/// Is enough said of a position: its value, or each of the levels?
pub(crate) fn known(all: &mut Formulas, descriptions: &[Description], y: &[Sum]) -> Said<Formula> {
    let mut levels: std::collections::BTreeMap<Option<u32>, Vec<Formula>> = Default::default();
    for description in descriptions {
        let level = match description.claimed {
            Claimed::Value(_) => None,
            Claimed::Level(level, _) => Some(level),
        };
        let inside = described(all, description, y, &mut |all, _| Ok(all.constant(true)))?;
        levels.entry(level).or_default().push(inside);
    }
    let each: Vec<Formula> = levels.into_values().map(|list| all.or(list)).collect();
    Ok(all.and(each))
}

/// Is the value of a position, as it is said, a number? The descriptions give values, or the levels that are asked for.
pub(crate) fn has_value(all: &mut Formulas, descriptions: &[Description], y: &[Sum], value: &Sum) -> Said<Formula> {
    let mut ways = vec![];
    for description in descriptions {
        if let Claimed::Level(level, _) = description.claimed
            && value.as_constant() != Some(level.into())
        {
            continue;
        }
        ways.push(described(all, description, y, &mut |all, env| {
            let mut say = Say { all, answers: &mut Silent };
            match &description.claimed {
                Claimed::Level(_, e) => say.condition(e, env),
                Claimed::Value(e) => {
                    let mut pending = Pending::default();
                    let number = say.number(e, env, &mut pending)?;
                    let equal = number.equals(say.all, value)?;
                    Ok(pending.close(say.all, equal))
                }
            }
        })?);
    }
    Ok(all.or(ways))
}

/// Is a position an instance of a pattern of which something holds?
fn described(
    all: &mut Formulas,
    description: &Description,
    y: &[Sum],
    holds: &mut dyn FnMut(&mut Formulas, &Env) -> Said<Formula>,
) -> Said<Formula> {
    let mut ways = vec![];
    for pattern in &description.patterns {
        // An entry that is a variable gives the variable its value.
        let mut given: Vec<Option<Sum>> = vec![None; description.variables];
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
        let env = Env { coords, vars: vec![] };
        let mut say = Say { all, answers: &mut Silent };
        let mut parts = vec![say.condition(&description.filter, &env)?];
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
