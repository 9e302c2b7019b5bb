//! The P-positions that moves of a compound reach, as conditions.
//!
//! In: rules whose moves ask whether they reach a P-position of a part (`near`), and the P-positions of these parts as conditions. Out: the same game, with
//! conditions in place of the questions, so that formulas can be made of the rules. The caller must know that the conditions are right.

use super::build;
use super::change::{self, Leaves};
use super::expr::{C, Cond, E, Expr, Tree};
use super::ruleset::{Family, Part, Ruleset};

impl Ruleset {
    /// The parts of which moves ask whether they reach a P-position.
    #[must_use]
    pub fn parts_reached(&self) -> Vec<usize> {
        let asks = |part: usize| {
            let mut is_asked = |c: &Cond| matches!(c, Cond::TargetP(p) if *p == part);
            self.families.iter().any(|family| family.expressions().any(|e| e.any_condition(&mut is_asked)))
        };
        (0..self.parts.len()).filter(|part| asks(*part)).collect()
    }

    /// The same game where `p_positions` gives the P-positions of each part as a condition on the coordinates of the part. `None` if it does not, or if a
    /// move leaves several positions of the part, whose outcome is not that of one.
    ///
    /// ```
    /// use grundy_rules::rules::build::{coord, zero};
    /// use grundy_rules::session::Session;
    ///
    /// let near = Session::new().game("near(nim[1], nim[1])", None)?.rules;
    /// assert_eq!(near.parts_reached(), [0, 1]);
    /// // The P-positions of a pile are those with nothing left.
    /// let said = near.with_p_positions(&|_| Some(zero(&coord(0)))).expect("one pile is one position");
    /// assert!(said.parts_reached().is_empty());
    /// # Ok::<(), grundy_rules::lang::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn with_p_positions(&self, p_positions: &dyn Fn(usize) -> Option<C>) -> Option<Ruleset> {
        let mut conditions = vec![None; self.parts.len()];
        for part in self.parts_reached() {
            let condition = p_positions(part)?;
            // Bound variables might be those of a move.
            if condition.variables() > 0 {
                return None;
            }
            conditions[part] = Some(condition);
        }
        let families = self.families.iter().map(|family| {
            let reached = conditions.iter().zip(&self.parts).map(|(condition, part)| match condition {
                Some(condition) => reaches(family, part, condition).map(Some),
                None => Some(None),
            });
            let reached = reached.collect::<Option<Vec<Option<C>>>>()?;
            let atoms = |c: &Cond| match c {
                Cond::TargetP(part) => reached[*part].clone(),
                _ => None,
            };
            Some(family.changed(&Leaves { numbers: &|_| None, atoms: &atoms }))
        });
        let families = families.collect::<Option<Vec<Family>>>()?;
        Some(Ruleset { families, ..self.clone() })
    }
}

/// Does a move of a family reach a position of a part at which a condition holds?
fn reaches(family: &Family, part: &Part, condition: &C) -> Option<C> {
    let mut entries: Vec<E> = (part.first..part.first + part.rules.width()).map(build::coord).collect();
    for target in &family.targets {
        let Some(leaf) = target.leaf.checked_sub(part.first_leaf).and_then(|leaf| part.rules.leaves.get(leaf)) else {
            continue;
        };
        entries[leaf.range()].clone_from_slice(target.only()?);
    }
    let at = |e: &C| {
        change::substitute(e, &|e| match e {
            Expr::Coord(i) => Some(entries[*i].clone()),
            _ => None,
        })
    };
    // A target that is no position is no P-position, and the condition need not be defined there.
    let natural = entries.iter().map(|entry| build::le(&build::int(0), entry));
    let exists = part.rules.requires.iter().map(|(_, condition, _)| condition);
    let all: Vec<C> = natural.chain(exists.map(at)).chain([at(condition)]).collect();
    let reaches = build::and(all);
    // What the conditions on positions bind might be bound by the move.
    (part.rules.requires.iter().all(|(_, condition, _)| condition.variables() == 0)).then_some(reaches)
}
