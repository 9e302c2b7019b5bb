//! The values along a row that repeat, as an automaton.
//!
//! In: the values G(c, 0), G(c, 1), … of a game of two coordinates, whose period was proved elsewhere. Out: what this says of the values, as an automaton of
//! `G = slope*y + D(y)`, where D takes few values: each of them on some residues of y.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Decider, Formula, Formulas, Linear, Numeration, Relation, Var};
use grundy_rules::rules::build;

use super::NotExpressible;
use super::describe::{Characterization, Claimed, Description};

/// The values along a row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The first coordinate of the positions of the row.
    pub row: u64,
    /// The values at (row, 0), (row, 1), …, up to the end of the first period; `None` where no position exists.
    pub values: Vec<Option<u64>>,
    /// From this index on the values repeat, with the other values as their period.
    pub preperiod: usize,
    /// The values grow by this multiple of the second coordinate.
    pub slope: i64,
}

impl Row {
    /// What the period of the row says of the values of the game.
    ///
    /// # Errors
    /// More states or nodes than the budget allows.
    ///
    /// # Panics
    /// If there is no value behind the preperiod.
    pub fn told(&self, budget: &Budget<'_>) -> Result<Characterization, NotExpressible> {
        let mut all = Formulas::within(budget);
        let [x, y, value] = [all.fresh(), all.fresh(), all.fresh()];
        let fixed = |all: &mut Formulas, var: Var, at: u64| related(all, &[(var, 1)], -signed(at)?, Relation::Zero);
        let mut ways = vec![];
        for (at, known) in (0..).zip(&self.values[..self.preperiod]) {
            if let Some(known) = known {
                let both = [fixed(&mut all, y, at)?, fixed(&mut all, value, *known)?];
                ways.push(all.and(both));
            }
        }
        let after = related(&mut all, &[(y, -1)], self.preperiod as i64, Relation::AtMostZero)?;
        for (more, marked) in self.residues()? {
            let set = Arc::new(Automaton::residues(Numeration::default(), &marked, budget)?);
            let set = all.set(&set);
            let residue = all.member(set, vec![y]);
            let grown = related(&mut all, &[(y, self.slope), (value, -1)], more, Relation::Zero)?;
            ways.push(all.and([after, residue, grown]));
        }
        let values = all.or(ways);
        let row = fixed(&mut all, x, self.row)?;
        let formula = all.and([row, values]);
        let graph = Decider::new(Numeration::default(), budget).automaton(&all, formula)?;
        let filter = build::eq(&build::coord(0), &build::int(self.row));
        let description = Description { filter, ..Description::of_all(2, Claimed::Graph(graph)) };
        Ok(Characterization { descriptions: vec![description], complete: true, ..Characterization::default() })
    }

    /// The residues of y at which D has each of its values.
    fn residues(&self) -> Result<BTreeMap<i64, Vec<bool>>, NotExpressible> {
        let period = self.values.len() - self.preperiod;
        let mut residues: BTreeMap<i64, Vec<bool>> = BTreeMap::new();
        for at in self.preperiod..self.values.len() {
            if let Some(value) = self.values[at] {
                let grown = self.slope.checked_mul(at as i64).ok_or(NotExpressible::Size)?;
                let more = signed(value)?.checked_sub(grown).ok_or(NotExpressible::Size)?;
                residues.entry(more).or_insert_with(|| vec![false; period])[at % period] = true;
            }
        }
        Ok(residues)
    }
}

fn signed(n: u64) -> Result<i64, NotExpressible> {
    i64::try_from(n).map_err(|_| NotExpressible::Size)
}

fn related(
    all: &mut Formulas,
    terms: &[(Var, i64)],
    constant: i64,
    relation: Relation,
) -> Result<Formula, NotExpressible> {
    Ok(all.linear(Linear::new(terms.iter().copied(), constant)?, relation))
}
