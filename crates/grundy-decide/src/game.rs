//! Games as formulas.
//!
//! In: a ruleset whose moves leave one tuple of each leaf. Out: the formula of the positions that exist, and of those that have an option of a kind.
//! A coordinate that a move leaves alone keeps its variable; a new variable stands for one that changes, since a target is a position only if it is
//! natural. The parameters of a family are written out where their ranges are short, else quantified.

use grundy_automata::{Formula, Formulas};
use grundy_rules::rules::expr::{E, Expr};
use grundy_rules::rules::{Family, Role, Ruleset, Target};

use super::Unsaid;
use super::number::{Sum, at_most};
use super::say::{Answers, Env, Pending, Say, Silent};

/// A game whose rules are said as formulas.
pub(crate) struct Played<'r> {
    pub(crate) rules: &'r Ruleset,
}

/// What is asked of an option.
pub(crate) type OfOption<'k> = dyn FnMut(&mut Formulas, &[Sum]) -> Result<Formula, Unsaid> + 'k;

impl Played<'_> {
    /// The rules, if their moves can be said.
    pub(crate) fn of(rules: &Ruleset) -> Result<Played<'_>, Unsaid> {
        let single = |family: &Family| family.targets.iter().all(|target| target.only().is_some());
        if rules.splits() || !rules.families.iter().all(single) {
            return Err(Unsaid::What("a move that splits a position"));
        }
        let expressions = rules.families.iter().flat_map(|family| {
            let ranges = family.params.iter().flat_map(|range| [&range.lo, &range.hi]);
            [&family.before, &family.guard]
                .into_iter()
                .chain(ranges)
                .chain(family.targets.iter().flat_map(Target::expressions))
        });
        let total = expressions.chain(rules.requires.iter().map(|(_, condition, _)| condition)).all(|e| e.total());
        if !total {
            return Err(Unsaid::What("where rules are defined that may not be defined everywhere"));
        }
        Ok(Played { rules })
    }

    /// Is a tuple of integers a position?
    pub(crate) fn exists(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, Unsaid> {
        let mut parts = vec![];
        for entry in at.iter().filter(|entry| !entry.is_natural()) {
            parts.push(at_most(all, &Sum::default(), entry)?);
        }
        let mut say = Say { all, answers: &mut Silent };
        let env = Env { coords: at.to_vec(), vars: vec![] };
        for (leaf, condition, _) in &self.rules.requires {
            let range = self.rules.leaves[*leaf].range();
            // A condition of a leaf speaks of the coordinates of the ruleset.
            debug_assert!(condition.coords().iter().all(|coord| range.contains(coord)));
            parts.push(say.condition(condition, &env)?);
        }
        for (coord, sum) in at.iter().enumerate() {
            if let Some(most) = self.rules.own_bound(coord) {
                let most = i64::try_from(most).map_err(|_| Unsaid::Size)?;
                parts.push(at_most(say.all, sum, &Sum::constant(most))?);
            }
        }
        Ok(say.all.and(parts))
    }

    /// The position of a pattern: its entries, and where they are one. Variables that the entries need are defined there.
    pub(crate) fn instance(&self, all: &mut Formulas, pattern: &[E], env: &Env) -> Result<(Vec<Sum>, Formula), Unsaid> {
        if !pattern.iter().all(|e| e.total()) {
            return Err(Unsaid::What("where the entries of a pattern are defined"));
        }
        let mut pending = Pending::default();
        let entries = Say { all, answers: &mut Silent }.entries(pattern, env, &mut pending)?;
        let mut parts = pending.into_parts();
        parts.push(self.exists(all, &entries)?);
        Ok((entries, all.and(parts)))
    }

    /// Has a position an option of a kind?
    pub(crate) fn option(&self, all: &mut Formulas, at: &[Sum], kind: &mut OfOption<'_>) -> Result<Formula, Unsaid> {
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
    ) -> Result<Formula, Unsaid> {
        let mut answers = Terminals { played: self };
        let mut say = Say { all, answers: &mut answers };
        let env = Env { coords: at.to_vec(), vars: vec![] };
        let before = say.condition(&family.before, &env)?;
        let moves = say.quantified(false, &family.params, &env, &mut |say, env| {
            let guard = say.condition(&family.guard, env)?;
            if guard == say.all.constant(false) {
                return Ok(guard);
            }
            let (mut pending, mut target) = (Pending::default(), at.to_vec());
            for leaf in &family.targets {
                let first = self.rules.leaves[leaf.leaf].first;
                for (i, e) in leaf.only().into_iter().flatten().enumerate() {
                    if **e == Expr::Coord(first + i) {
                        continue;
                    }
                    let number = say.number(e, env, &mut pending)?;
                    let sum = say.single(&number, &mut pending)?;
                    // What is natural by its form and no more than a variable or a constant needs no variable of its own.
                    let plain = sum.as_var().is_some() || sum.as_constant().is_some_and(|n| n >= 0);
                    target[first + i] = if plain { sum } else { say.natural_equal(&sum, &mut pending)? };
                }
            }
            let exists = self.exists(say.all, &target)?;
            let of_kind = kind(say.all, &target)?;
            let whole = say.all.and([exists, of_kind]);
            let whole = pending.close(say.all, whole);
            Ok(say.all.and([guard, whole]))
        })?;
        Ok(say.all.and([before, moves]))
    }

    /// Has a position no option?
    pub(crate) fn terminal(&self, all: &mut Formulas, at: &[Sum]) -> Result<Formula, Unsaid> {
        let some = self.option(all, at, &mut |all, _| Ok(all.constant(true)))?;
        Ok(all.not(some))
    }

    /// How far a position is from the end: what every move must lower. A flag counts the other way round, since moves switch it on.
    pub(crate) fn measure(&self, at: &[Sum]) -> Result<Sum, Unsaid> {
        let mut sum = Sum::default();
        for (coord, entry) in at.iter().enumerate() {
            let sign = if self.rules.coords[coord].role == Role::Flag { -1 } else { 1 };
            sum = sum.plus(entry, sign)?;
        }
        Ok(sum)
    }
}

/// Answers whether a part of a compound is terminal.
struct Terminals<'p, 'r> {
    played: &'p Played<'r>,
}

impl Answers for Terminals<'_, '_> {
    fn terminal(&mut self, say: &mut Say<'_>, part: usize, env: &Env) -> Result<Formula, Unsaid> {
        let part = &self.played.rules.parts[part];
        let own = Played::of(&part.rules)?;
        let at = &env.coords[part.first..part.first + part.rules.width()];
        own.terminal(say.all, at)
    }
}
