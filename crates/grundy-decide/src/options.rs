//! The options of a position that have a value.
//!
//! In: rules, what is known of their values, a position, a number. Out: all options with this value, each once, where they are few. That y is an option of the position and has the value is
//! a formula of y; its automaton accepts finitely many tuples. So a position may have more options than can be listed.

use dashu_int::{IBig, UBig};
use grundy_automata::{Budget, Decider, Formula, Formulas};
use grundy_rules::rules::Ruleset;

use super::Formed;
use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::known::Knowledge;
use super::number::{Sum, at_most, equal};

/// The options of a position that have a value, in decreasing order; nothing if they are more than `most`. An option that is two positions of one coordinate has the smaller one first.
///
/// # Errors
/// Moves that no formula says, or that leave several positions of more coordinates; a value that is not known to be that of a position or not; more work than the budget allows.
pub fn options_with(
    rules: &Ruleset,
    known: &Knowledge,
    (at, value): (&[UBig], &UBig),
    most: usize,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Vec<UBig>>>, NotExpressible> {
    let level = u32::try_from(value).ok();
    if !known.says_values() && !level.is_some_and(|level| known.says_level(level)) {
        return Err(NotExpressible::Unknown("where this value is taken"));
    }
    let played = Played::of(rules, Coordinates::Plain)?;
    let parts = rules.families.iter().flat_map(|family| &family.targets).map(|target| target.tuples.len()).max();
    let mut found = vec![];
    for parts in 1..=parts.unwrap_or(1).max(1) {
        let asked = Asked { played, known, at, value, parts };
        match asked.all(most, budget)? {
            Some(some) => found.extend(some),
            None => return Ok(None),
        }
    }
    found.sort_by(|a, b| b.cmp(a));
    Ok((found.len() <= most).then_some(found))
}

/// The options that are so many positions.
struct Asked<'a> {
    played: Played<'a>,
    known: &'a Knowledge,
    at: &'a [UBig],
    value: &'a UBig,
    parts: usize,
}

impl Asked<'_> {
    fn all(&self, most: usize, budget: &Budget<'_>) -> Formed<Option<Vec<Vec<UBig>>>> {
        let mut all = Formulas::within(budget);
        let width = self.parts * self.played.rules.width();
        let z: Vec<Sum> = (0..width).map(|_| Sum::var(all.fresh())).collect();
        let x: Vec<Sum> = self.at.iter().map(|entry| Sum::constant(IBig::from(entry.clone()))).collect();
        let formula = self.played.option(&mut all, &x, &mut |all, y| self.is_one(all, y, &z))?;
        let set = Decider::new(self.known.numeration(), budget).automaton(&all, formula)?;
        Ok(set.members(width, most))
    }

    /// The option y is z, and has the value.
    fn is_one(&self, all: &mut Formulas, y: &[Sum], z: &[Sum]) -> Formed<Formula> {
        if y.len() != z.len() {
            return Ok(all.constant(false));
        }
        let has = self.known.has_value(all, y, &Sum::constant(IBig::from(self.value.clone())))?;
        let same = match (self.parts, y) {
            (1, _) => same(all, y, z)?,
            (2, [a, b]) => {
                let ways = [same(all, y, z)?, same(all, &[b.clone(), a.clone()], z)?];
                let (ordered, either) = (at_most(all, &z[0], &z[1])?, all.or(ways));
                all.and([ordered, either])
            }
            _ => return Err(NotExpressible::What("options that are several positions")),
        };
        Ok(all.and([same, has]))
    }
}

fn same(all: &mut Formulas, y: &[Sum], z: &[Sum]) -> Formed<Formula> {
    let each = y.iter().zip(z).map(|(y, z)| equal(all, y, z)).collect::<Formed<Vec<_>>>()?;
    Ok(all.and(each))
}
