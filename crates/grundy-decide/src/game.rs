//! Games as formulas.
//!
//! In: a ruleset whose moves leave one tuple of each leaf, or, in a game of one leaf, a fixed number of tuples. Out: the formula of the positions that
//! exist, and of those that have an option of a kind.
//! A coordinate that a move leaves alone keeps its variable; a new variable stands for one that changes, since a target is a position only if it is
//! natural. The parameters of a family are written out where their ranges are short, else quantified.
//!
//! Where all coordinates of a game may be exchanged, its positions may be looked at in *differences*: the coordinates ascend, and the variables are the
//! first coordinate and the differences of neighbours. Each coordinate is the sum of the variables up to it, so that no automaton compares coordinates.
//! Positions that ascend suffice if no move brings two unequal neighbours out of order, which [`Played::keeps_order`] says; then equal coordinates can
//! be exchanged until the target ascends, too.

use grundy_automata::{Budget, Decider, Formula, Formulas};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E, Expr, Tree};
use grundy_rules::rules::normal::by_rests;
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::rules::{Family, Role, Ruleset, Target};

use super::NotExpressible;
use super::number::{Sum, at_most, equal};
use super::roots::numeration_of_rules;
use super::say::{Answers, Encoder, Env, NoQuestions, Pending};

/// How positions are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// As they are.
    #[default]
    Plain,
    /// Those that ascend only, by the differences of neighbours; the first is its own difference.
    Differences,
}

impl Coordinates {
    /// Behind the word *digits*, whose digits these are.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Coordinates::Plain => " of the coordinates",
            Coordinates::Differences => {
                " of the least coordinate and of the differences between neighbours in ascending order"
            }
        }
    }
}

/// A game whose rules are said as formulas.
#[derive(Clone, Copy)]
pub(crate) struct Played<'r> {
    pub(crate) rules: &'r Ruleset,
    pub(crate) coordinates: Coordinates,
}

/// What is asked of an option: its entries, or those of its parts one after the other.
pub(crate) type OfOption<'k> = dyn FnMut(&mut Formulas, &[Sum]) -> Result<Formula, NotExpressible> + 'k;

/// The coordinates, from their differences.
pub(crate) fn ascending(differences: &[Sum]) -> Result<Vec<Sum>, NotExpressible> {
    let mut last = Sum::default();
    let next = |difference| {
        last = last.plus(difference, 1)?;
        Ok(last.clone())
    };
    differences.iter().map(next).collect()
}

/// The differences, from the coordinates.
pub(crate) fn differences(at: &[Sum]) -> Result<Vec<Sum>, NotExpressible> {
    let before = |i: usize| if i == 0 { Sum::default() } else { at[i - 1].clone() };
    at.iter().enumerate().map(|(i, entry)| entry.plus(&before(i), -1)).collect()
}

impl Played<'_> {
    /// The rules, if their moves can be said.
    pub(crate) fn of(rules: &Ruleset, coordinates: Coordinates) -> Result<Played<'_>, NotExpressible> {
        if rules.blocked > 0 {
            return Err(NotExpressible::What(
                "how many options have a value, which counts where they may be forbidden",
            ));
        }
        let fixed = |family: &Family| family.targets.iter().all(|target| target.repeats.is_empty());
        let single = |family: &Family| family.targets.iter().all(|target| target.only().is_some());
        let alone = rules.leaves.len() == 1 && rules.coords.iter().all(|coord| coord.role != Role::Flag);
        if !rules.families.iter().all(if alone && coordinates == Coordinates::Plain { fixed } else { single }) {
            return Err(NotExpressible::What("a move that splits a position in this way"));
        }
        if !conditions_are_defined(rules)? {
            return Err(NotExpressible::What("where the conditions on positions are defined"));
        }
        if coordinates == Coordinates::Differences && (rules.width() < 2 || !Symmetry::of(rules).is_all(rules.width()))
        {
            return Err(NotExpressible::What("a game whose coordinates cannot be exchanged, in differences"));
        }
        Ok(Played { rules, coordinates })
    }

    /// A position of new variables.
    pub(crate) fn position(&self, all: &mut Formulas) -> Result<Vec<Sum>, NotExpressible> {
        let vars: Vec<Sum> = (0..self.rules.width()).map(|_| Sum::var(all.fresh())).collect();
        match self.coordinates {
            Coordinates::Plain => Ok(vars),
            Coordinates::Differences => ascending(&vars),
        }
    }

    /// Are the moves of a position defined? Each expression must be where it is looked at.
    pub(crate) fn is_defined(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, NotExpressible> {
        if is_total(self.rules) {
            return Ok(all.constant(true));
        }
        let each = (0..self.rules.families.len()).map(|number| self.is_family_defined(all, number, at));
        let each = each.collect::<Result<Vec<Formula>, NotExpressible>>()?;
        Ok(all.and(each))
    }

    /// The same for the moves of one family.
    pub(crate) fn is_family_defined(
        &self,
        all: &mut Formulas,
        number: usize,
        at: &[Sum],
    ) -> Result<Formula, NotExpressible> {
        let family = &by_rests(self.rules, &self.rules.families[number]);
        let mut answers = Terminals { played: self };
        let mut say = Encoder { all, answers: &mut answers };
        let env = Env { coords: at.to_vec(), ..Env::default() };
        let (first, before) = (say.defined(&family.before, &env)?, say.condition(&family.before, &env)?);
        let ranges = say.ranges_are_defined(&family.params, &env)?;
        let each = say.quantified(true, &family.params, &env, &mut |say, env| {
            let (first, guard) = (say.defined(&family.guard, env)?, say.condition(&family.guard, env)?);
            let targets = family.targets.iter().flat_map(Target::expressions);
            let targets = targets.map(|e| say.defined(&e, env)).collect::<Result<Vec<_>, _>>()?;
            let targets = say.all.and(targets);
            let then = say.all.implies(guard, targets);
            Ok(say.all.and([first, then]))
        })?;
        let moves = say.all.and([ranges, each]);
        let moves = say.all.implies(before, moves);
        Ok(all.and([first, moves]))
    }

    /// Has a position an option by the moves of one family?
    pub(crate) fn option_of(&self, all: &mut Formulas, number: usize, at: &[Sum]) -> Result<Formula, NotExpressible> {
        self.of_family(all, &self.rules.families[number], at, &mut |all, _| Ok(all.constant(true)))
    }

    /// Is a tuple of integers a position?
    pub(crate) fn exists(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, NotExpressible> {
        let mut parts = vec![];
        for entry in at.iter().filter(|entry| !entry.is_natural()) {
            parts.push(at_most(all, &Sum::default(), entry)?);
        }
        let mut say = Encoder { all, answers: &mut NoQuestions };
        let env = Env { coords: at.to_vec(), ..Env::default() };
        for (leaf, condition, _) in &self.rules.requires {
            let range = self.rules.leaves[*leaf].range();
            // A condition of a leaf speaks of the coordinates of the ruleset.
            assert!(condition.coords().iter().all(|coord| range.contains(coord)));
            parts.push(say.condition(condition, &env)?);
        }
        for (coord, sum) in at.iter().enumerate() {
            if let Some(most) = self.rules.own_bound(coord) {
                let most = i64::try_from(most).map_err(|_| NotExpressible::Size)?;
                parts.push(at_most(say.all, sum, &Sum::constant(most))?);
            }
        }
        Ok(say.all.and(parts))
    }

    /// The position of a pattern: its entries, and where they are one. Variables that the entries need are defined there.
    pub(crate) fn instance(
        &self,
        all: &mut Formulas,
        pattern: &[E],
        env: &Env,
    ) -> Result<(Vec<Sum>, Formula), NotExpressible> {
        if pattern.len() != self.rules.width() {
            return Err(NotExpressible::What("a position of several parts"));
        }
        if !pattern.iter().all(|e| e.total()) {
            return Err(NotExpressible::What("where the entries of a pattern are defined"));
        }
        let mut pending = Pending::default();
        let mut say = Encoder { all, answers: &mut NoQuestions };
        let mut entries = say.entries(pattern, env, &mut pending)?;
        // An entry that may be below 0 is a variable of its own: positions have naturals.
        for entry in entries.iter_mut().filter(|entry| !entry.is_natural()) {
            *entry = say.natural_equal(entry, &mut pending)?;
        }
        let mut parts = pending.into_parts();
        parts.push(self.exists(all, &entries)?);
        Ok((entries, all.and(parts)))
    }

    /// Has a position an option of a kind? In differences, an option is seen as it stands in order.
    pub(crate) fn option(
        &self,
        all: &mut Formulas,
        at: &[Sum],
        kind: &mut OfOption<'_>,
    ) -> Result<Formula, NotExpressible> {
        match self.coordinates {
            Coordinates::Plain => self.any(all, at, kind),
            Coordinates::Differences => self.any(all, at, &mut |all, y| {
                let (mut pending, mut own) = (Pending::default(), vec![]);
                for difference in differences(y)? {
                    let known = difference.as_var().is_some();
                    let mut say = Encoder { all, answers: &mut NoQuestions };
                    own.push(if known { difference } else { say.natural_equal(&difference, &mut pending)? });
                }
                let of_kind = kind(all, &ascending(&own)?)?;
                Ok(pending.close(all, of_kind))
            }),
        }
    }

    /// May positions be looked at in this way? As they are, always; in differences, if no move brings two unequal neighbours out of order.
    pub(crate) fn keeps_order(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, NotExpressible> {
        if self.coordinates == Coordinates::Plain {
            return Ok(all.constant(true));
        }
        let out = self.any(all, at, &mut |all, y| {
            let mut ways = vec![];
            for (x, y) in at.windows(2).zip(y.windows(2)) {
                let (equal, ordered) = (equal(all, &x[0], &x[1])?, at_most(all, &y[0], &y[1])?);
                let fine = all.or([equal, ordered]);
                ways.push(all.not(fine));
            }
            Ok(all.or(ways))
        })?;
        Ok(all.not(out))
    }

    fn any(&self, all: &mut Formulas, at: &[Sum], kind: &mut OfOption<'_>) -> Result<Formula, NotExpressible> {
        let mut parts = vec![];
        for family in &self.rules.families {
            parts.push(self.of_family(all, family, at, kind)?);
        }
        Ok(all.or(parts))
    }

    fn of_family(
        &self,
        all: &mut Formulas,
        family: &Family,
        at: &[Sum],
        kind: &mut OfOption<'_>,
    ) -> Result<Formula, NotExpressible> {
        let family = &by_rests(self.rules, family);
        let mut answers = Terminals { played: self };
        let mut say = Encoder { all, answers: &mut answers };
        let env = Env { coords: at.to_vec(), ..Env::default() };
        let before = say.condition(&family.before, &env)?;
        let moves = say.quantified(false, &family.params, &env, &mut |say, env| {
            let guard = say.condition(&family.guard, env)?;
            if guard == say.all.constant(false) {
                return Ok(guard);
            }
            let (mut pending, mut target) = (Pending::default(), at.to_vec());
            for leaf in &family.targets {
                let first = self.rules.leaves[leaf.leaf].first;
                match leaf.only() {
                    Some(tuple) => {
                        let entries = self.entries(say, env, (first, tuple), &mut pending)?;
                        target[first..first + tuple.len()].clone_from_slice(&entries);
                    }
                    // The game is one leaf, and the position becomes several.
                    None => {
                        let tuples =
                            leaf.tuples.iter().map(|tuple| self.entries(say, env, (first, tuple), &mut pending));
                        target = tuples.collect::<Result<Vec<_>, _>>()?.concat();
                    }
                }
            }
            let mut exist = vec![];
            for part in target.chunks(self.rules.width()) {
                exist.push(self.exists(say.all, part)?);
            }
            let exists = say.all.and(exist);
            let of_kind = kind(say.all, &target)?;
            let whole = say.all.and([exists, of_kind]);
            let whole = pending.close(say.all, whole);
            Ok(say.all.and([guard, whole]))
        })?;
        Ok(say.all.and([before, moves]))
    }

    /// The entries of a target, from the tuple that replaces the coordinates from a number on.
    fn entries(
        &self,
        say: &mut Encoder<'_>,
        env: &Env,
        (first, tuple): (usize, &Vec<E>),
        pending: &mut Pending,
    ) -> Result<Vec<Sum>, NotExpressible> {
        let mut entries = vec![];
        for (i, e) in tuple.iter().enumerate() {
            if **e == Expr::Coord(first + i) {
                entries.push(env.coords[first + i].clone());
                continue;
            }
            let number = say.number(e, env, pending)?;
            let sum = say.single(&number, pending)?;
            // What is natural by its form and no more than a variable or a constant needs no variable of its own; nor does anything in differences,
            // which are new variables.
            let plain = sum.as_var().is_some() || sum.as_constant().is_some_and(|n| n >= 0);
            let plain = plain || self.coordinates == Coordinates::Differences;
            entries.push(if plain { sum } else { say.natural_equal(&sum, pending)? });
        }
        Ok(entries)
    }

    /// Has a position no option?
    pub(crate) fn terminal(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, NotExpressible> {
        let some = self.option(all, at, &mut |all, _| Ok(all.constant(true)))?;
        Ok(all.not(some))
    }

    /// Does every move lower the sum of multiples of the coordinates, in each part that it leaves?
    pub(crate) fn falls(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, NotExpressible> {
        let up = self.option(all, at, &mut self.rises(at)?)?;
        Ok(all.not(up))
    }

    /// Has a position an option by the moves of one family, which does not lower this sum?
    pub(crate) fn family_rises(
        &self,
        all: &mut Formulas,
        number: usize,
        at: &[Sum],
    ) -> Result<Formula, NotExpressible> {
        self.of_family(all, &self.rules.families[number], at, &mut self.rises(at)?)
    }

    /// Is the sum of multiples of the coordinates, in some part of an option, at least what it is here?
    fn rises(
        &self,
        at: &[Sum],
    ) -> Result<impl FnMut(&mut Formulas, &[Sum]) -> Result<Formula, NotExpressible> + use<>, NotExpressible> {
        let factors = self.rules.measure();
        let measure = move |at: &[Sum]| {
            at.iter().zip(&factors).try_fold(Sum::default(), |sum, (entry, factor)| sum.plus(entry, *factor))
        };
        let (from, width) = (measure(at)?, at.len().max(1));
        Ok(move |all: &mut Formulas, to: &[Sum]| {
            let parts = to.chunks(width).map(|part| at_most(all, &from, &measure(part)?));
            let parts = parts.collect::<Result<Vec<Formula>, NotExpressible>>()?;
            Ok(all.or(parts))
        })
    }
}

/// Are the moves of a game defined everywhere by their form alone, and those of its parts, since a condition may ask whether a part is terminal?
fn is_total(rules: &Ruleset) -> bool {
    let own = rules.families.iter().flat_map(Family::expressions).all(|e| e.total());
    own && rules.parts.iter().all(|part| is_total(&part.rules))
}

/// The states, nodes and work of the proof that the conditions on positions are defined.
const CONDITIONS: (usize, usize, usize) = (2_000, 100_000, 200_000);

/// Are the conditions on positions defined at all tuples of naturals?
fn conditions_are_defined(rules: &Ruleset) -> Result<bool, NotExpressible> {
    let conditions: Vec<C> = rules.requires.iter().map(|(_, condition, _)| condition.clone()).collect();
    if conditions.iter().all(|condition| condition.total()) {
        return Ok(true);
    }
    let budget = Budget { states: CONDITIONS.0, nodes: CONDITIONS.1, work: CONDITIONS.2, ..Budget::default() };
    let mut all = Formulas::within(&budget);
    let coords = (0..rules.width()).map(|_| Sum::var(all.fresh())).collect();
    let env = Env { coords, ..Env::default() };
    let formula = Encoder { all: &mut all, answers: &mut NoQuestions }.defined(&build::and(conditions), &env)?;
    Ok(Decider::new(numeration_of_rules(rules).unwrap_or_default(), &budget).is_valid(&all, formula)?)
}

/// Answers whether a part of a compound is terminal.
struct Terminals<'p, 'r> {
    played: &'p Played<'r>,
}

impl Answers for Terminals<'_, '_> {
    fn terminal(&mut self, say: &mut Encoder<'_>, part: usize, env: &Env) -> Result<Formula, NotExpressible> {
        let part = &self.played.rules.parts[part];
        let own = Played::of(&part.rules, Coordinates::Plain)?;
        let at = &env.coords[part.first..part.first + part.rules.width()];
        own.terminal(say.all, at)
    }

    fn terminal_is_defined(
        &mut self,
        say: &mut Encoder<'_>,
        part: usize,
        env: &Env,
    ) -> Result<Formula, NotExpressible> {
        let part = &self.played.rules.parts[part];
        let at = &env.coords[part.first..part.first + part.rules.width()];
        Played::of(&part.rules, Coordinates::Plain)?.is_defined(say.all, at)
    }
}
