//! Properties of games in normal and misère play, decided for all positions.
//!
//! In: a game, a property, and what is known of its values in both plays or of its swap positions. Out: whether the game has the property. Most
//! properties need no more than the values 0 and 1 of both plays.

use grundy_automata::{Budget, Decider, Formula, Formulas};
use grundy_rules::rules::{Property, Ruleset};

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::known::{Knowledge, Swap, one_numeration};
use super::number::{Sum, at_most, equal};
use super::say::{Encoder, NoQuestions, Pending};

type Said<T> = Result<T, NotExpressible>;

/// What is known of a game, for its properties.
#[derive(Clone, Copy, Debug)]
pub struct BothPlays<'k> {
    /// The values in normal play.
    pub normal: Option<&'k Knowledge>,
    /// The values in misère play.
    pub misere: Option<&'k Knowledge>,
    /// The swap positions, where the game was proved to be miserable.
    pub swap: Option<&'k Swap>,
}

/// Has a game a property? Also the states of the largest automaton; `None` if this is not decided.
///
/// Where the game was proved to be miserable, its swap positions are known: then it is tame, so domestic, and returnable, since that proof needs a way back.
#[must_use]
pub fn has_property(
    rules: &Ruleset,
    property: Property,
    known: &BothPlays<'_>,
    budget: &Budget<'_>,
) -> Option<(bool, usize)> {
    if known.swap.is_some()
        && matches!(property, Property::Tame | Property::Domestic | Property::Miserable | Property::Returnable)
    {
        return Some((true, 1));
    }
    if rules.splits() {
        return None;
    }
    let coordinates = [known.normal, known.misere].into_iter().flatten().map(Knowledge::coordinates);
    let swap = known.swap.map(|swap| swap.zero_one.told.coordinates);
    let coordinates = coordinates.chain(swap).find(|how| *how == Coordinates::Differences).unwrap_or_default();
    let told = [known.normal, known.misere].into_iter().flatten().map(Knowledge::numeration);
    let numeration = one_numeration(told.chain(known.swap.map(|swap| swap.zero_one.told.numeration))).ok()?;
    let (mut all, mut decider) = (Formulas::within(budget), Decider::new(numeration, budget));
    let asked = Asked { played: Played::of(rules, coordinates).ok()?, known };
    let x = asked.played.position(&mut all).ok()?;
    let exists = asked.played.exists(&mut all, &x).ok()?;
    let mut everywhere = |formula: Said<Formula>, all: &mut Formulas| {
        let formula = all.implies(exists, formula.ok()?);
        decider.is_valid(all, formula).ok()
    };
    let told = asked.is_told(&mut all, &x);
    if !everywhere(told, &mut all)? {
        return None;
    }
    let kept = asked.kept(&mut all, property, &x);
    let holds = everywhere(kept, &mut all)?;
    Some((holds, decider.largest()))
}

struct Asked<'a> {
    played: Played<'a>,
    known: &'a BothPlays<'a>,
}

impl Asked<'_> {
    /// The moves are defined, and the values are known.
    fn is_told(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let mut parts = vec![self.played.is_defined(all, x)?, self.played.keeps_order(all, x)?];
        for known in [self.known.normal, self.known.misere].into_iter().flatten() {
            parts.push(known.known(all, x)?);
        }
        Ok(all.and(parts))
    }

    /// Does a position not break the property?
    fn kept(&self, all: &mut Formulas, property: Property, x: &[Sum]) -> Said<Formula> {
        match property {
            Property::Tame => self.tame(all, x),
            Property::Pet => self.pet(all, x),
            Property::Domestic => self.domestic(all, x),
            Property::Miserable => self.miserable(all, x),
            Property::Returnable => self.returnable(all, x),
            Property::Forced => self.forced(all, x),
            Property::OneMove => {
                let terminal = self.played.terminal(all, x)?;
                let wins = self.played.option(all, x, &mut |all, y| self.played.terminal(all, y))?;
                Ok(all.or([terminal, wins]))
            }
            Property::SgDecreasing => self.decreasing(all, x),
        }
    }

    fn normal(&self) -> Said<&Knowledge> {
        self.known.normal.ok_or(NotExpressible::Unknown("values in normal play that are not known"))
    }

    fn misere(&self) -> Said<&Knowledge> {
        self.known.misere.ok_or(NotExpressible::Unknown("values in misère play that are not known"))
    }

    fn level(&self, all: &mut Formulas, misere: bool, level: u32, x: &[Sum]) -> Said<Formula> {
        let known = if misere { self.misere()? } else { self.normal()? };
        if !known.says_level(level) {
            return Err(NotExpressible::Unknown("a level that is not known"));
        }
        known.has_value(all, x, &Sum::constant(level))
    }

    /// Is a position a (0,1)-position, or, the other way round, a (1,0)-position?
    fn swap(&self, all: &mut Formulas, zero_one: bool, x: &[Sum]) -> Said<Formula> {
        if let Some(swap) = self.known.swap {
            return if zero_one { &swap.zero_one } else { &swap.one_zero }.contains(all, x);
        }
        let (normal, misere) = if zero_one { (0, 1) } else { (1, 0) };
        let parts = [self.level(all, false, normal, x)?, self.level(all, true, misere, x)?];
        Ok(all.and(parts))
    }

    fn any_swap(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let both = [self.swap(all, true, x)?, self.swap(all, false, x)?];
        Ok(all.or(both))
    }

    fn to_swap(&self, all: &mut Formulas, zero_one: bool, x: &[Sum]) -> Said<Formula> {
        self.played.option(all, x, &mut |all, y| self.swap(all, zero_one, y))
    }

    fn tame(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let swap = self.any_swap(all, x)?;
        let mut pending = Pending::default();
        let mut say = Encoder { all, answers: &mut NoQuestions };
        let (normal, misere) =
            (self.normal()?.value(&mut say, x, &mut pending)?, self.misere()?.value(&mut say, x, &mut pending)?);
        let same = normal.condition(all, |all, a| misere.condition(all, |all, b| equal(all, a, b)))?;
        let same = pending.close(all, same);
        Ok(all.or([swap, same]))
    }

    /// No P-position in both plays. Where the swap positions are known, the others have the same value in both plays: no P-position of normal play is
    /// one of them.
    fn pet(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let zero = self.level(all, false, 0, x)?;
        let fine = match self.known.swap {
            Some(swap) => swap.zero_one.contains(all, x)?,
            None => {
                let zero = self.level(all, true, 0, x)?;
                all.not(zero)
            }
        };
        Ok(all.implies(zero, fine))
    }

    fn domestic(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let mut parts = vec![];
        for misere in [false, true] {
            let zero = self.level(all, misere, 0, x)?;
            let low = [self.level(all, !misere, 0, x)?, self.level(all, !misere, 1, x)?];
            let low = all.or(low);
            parts.push(all.implies(zero, low));
        }
        Ok(all.and(parts))
    }

    fn miserable(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let swap = self.any_swap(all, x)?;
        let (first, second) = (self.to_swap(all, true, x)?, self.to_swap(all, false, x)?);
        let same = all.iff(first, second);
        Ok(all.or([swap, same]))
    }

    /// After a move from a swap position the game is over, or a move leads back to swap positions of the same kind.
    fn returnable(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        self.out_of_swap(all, x, |all, zero_one, y| {
            let (terminal, back) = (self.played.terminal(all, y)?, self.to_swap(all, zero_one, y)?);
            Ok(all.or([terminal, back]))
        })
    }

    /// All moves from swap positions lead to those of the other kind.
    fn forced(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        self.out_of_swap(all, x, |all, zero_one, y| self.swap(all, !zero_one, y))
    }

    /// If the position is a swap position, all its options are of a kind, which may be another for (0,1)- and for (1,0)-positions.
    fn out_of_swap(
        &self,
        all: &mut Formulas,
        x: &[Sum],
        of_kind: impl Fn(&mut Formulas, bool, &[Sum]) -> Said<Formula>,
    ) -> Said<Formula> {
        let mut parts = vec![];
        for zero_one in [true, false] {
            let here = self.swap(all, zero_one, x)?;
            let other = self.played.option(all, x, &mut |all, y| {
                let of_kind = of_kind(all, zero_one, y)?;
                Ok(all.not(of_kind))
            })?;
            let every = all.not(other);
            parts.push(all.implies(here, every));
        }
        Ok(all.and(parts))
    }

    fn decreasing(&self, all: &mut Formulas, x: &[Sum]) -> Said<Formula> {
        let normal = self.normal()?;
        let mut pending = Pending::default();
        let here = normal.value(&mut Encoder { all, answers: &mut NoQuestions }, x, &mut pending)?;
        let up = self.played.option(all, x, &mut |all, y| {
            let mut pending = Pending::default();
            let there = normal.value(&mut Encoder { all, answers: &mut NoQuestions }, y, &mut pending)?;
            let up = here.condition(all, |all, a| there.condition(all, |all, b| at_most(all, a, b)))?;
            Ok(pending.close(all, up))
        })?;
        let fine = all.not(up);
        Ok(pending.close(all, fine))
    }
}
