//! The values along a line that repeat, as an automaton.
//!
//! In: the values of the positions of a line, whose period p and saltus s were proved elsewhere. Out: what this says of the values of the game, as an automaton: for
//! the position n of the line, p*G - s*n is one of few constants, each of them on some residues of n.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_automata::{Automaton, Budget, Decider, Formula, Formulas, Linear, Numeration, Relation, Var};
use grundy_rules::rules::expr::C;
use grundy_rules::rules::{Line, LineEntry, build};

use super::NotExpressible;
use super::describe::{Characterization, Claimed, Description};

/// The values along a line.
#[derive(Clone, Debug)]
pub struct Along {
    /// The line, in which some entry is the index itself.
    pub line: Line,
    /// The values of its positions 0, 1, …, up to the end of the first period; `None` where no position exists.
    pub values: Vec<Option<u64>>,
    /// From this index on the values repeat, with the other values as their period.
    pub preperiod: usize,
    /// The values grow by this number in a period.
    pub saltus: i64,
}

impl Along {
    /// What the period says of the values of the game.
    ///
    /// # Errors
    /// More states or nodes than the budget allows; a line without an entry that is the index itself.
    ///
    /// # Panics
    /// If there is no value behind the preperiod.
    pub fn told(&self, budget: &Budget<'_>) -> Result<Characterization, NotExpressible> {
        let index = self.line.entries.iter().position(|entry| *entry == LineEntry::Runs(0));
        let index = index.ok_or(NotExpressible::What("a line without the index as an entry"))?;
        let mut all = Formulas::within(budget);
        let at: Vec<Var> = self.line.entries.iter().map(|_| all.fresh()).collect();
        let value = all.fresh();
        let mut parts = vec![self.values(&mut all, (at[index], value), budget)?];
        for (x, entry) in at.iter().zip(&self.line.entries) {
            parts.extend(match entry {
                LineEntry::Runs(0) if *x == at[index] => None,
                LineEntry::Runs(more) => {
                    Some(related(&mut all, &[(*x, 1), (at[index], -1)], -signed(*more)?, Relation::Zero)?)
                }
                LineEntry::Fixed(fixed) => Some(related(&mut all, &[(*x, 1)], -signed(*fixed)?, Relation::Zero)?),
            });
        }
        let formula = all.and(parts);
        let graph = Decider::new(Numeration::default(), budget).automaton(&all, formula)?;
        let width = self.line.entries.len();
        let description =
            Description { filter: self.is_on(index), ..Description::of_all(width, Claimed::Graph(graph)) };
        Ok(Characterization { descriptions: vec![description], complete: true, ..Characterization::default() })
    }

    /// A position is on the line.
    fn is_on(&self, index: usize) -> C {
        let entries = self.line.entries.iter().enumerate().filter(|(i, _)| *i != index);
        let same = entries.map(|(i, entry)| match entry {
            LineEntry::Fixed(fixed) => build::eq(&build::coord(i), &build::int(*fixed)),
            LineEntry::Runs(more) => build::eq(&build::coord(i), &build::add(&build::coord(index), &build::int(*more))),
        });
        build::and(same.collect::<Vec<_>>())
    }

    /// The position at an index has a value.
    fn values(
        &self,
        all: &mut Formulas,
        (n, value): (Var, Var),
        budget: &Budget<'_>,
    ) -> Result<Formula, NotExpressible> {
        let mut ways = vec![];
        for (at, known) in (0..).zip(&self.values[..self.preperiod]) {
            if let Some(known) = known {
                let both = [
                    related(all, &[(n, 1)], -signed(at)?, Relation::Zero)?,
                    related(all, &[(value, 1)], -signed(*known)?, Relation::Zero)?,
                ];
                ways.push(all.and(both));
            }
        }
        let after = related(all, &[(n, -1)], self.preperiod as i64, Relation::AtMostZero)?;
        let (saltus, period) = self.growth();
        for (more, marked) in self.residues((saltus, period))? {
            let set = Arc::new(Automaton::residues(Numeration::default(), &marked, budget)?);
            let set = all.set(&set);
            let residue = all.member(set, vec![n]);
            let grown = related(all, &[(n, saltus), (value, -period)], more, Relation::Zero)?;
            ways.push(all.and([after, residue, grown]));
        }
        Ok(all.or(ways))
    }

    fn period(&self) -> usize {
        self.values.len() - self.preperiod
    }

    /// By how much the values grow in how many steps, in lowest terms.
    fn growth(&self) -> (i64, i64) {
        let period = self.period() as i64;
        // A divisor of the period, so that it fits.
        let common = i64::try_from(build::gcd_of(&period.into(), &self.saltus.into())).unwrap_or(1);
        (self.saltus / common, period / common)
    }

    /// For each constant p*G(n) - s*n behind the preperiod, the residues of n with this constant; p and s as the values grow.
    fn residues(&self, (saltus, period): (i64, i64)) -> Result<BTreeMap<i64, Vec<bool>>, NotExpressible> {
        let mut residues: BTreeMap<i64, Vec<bool>> = BTreeMap::new();
        for at in self.preperiod..self.values.len() {
            if let Some(value) = self.values[at] {
                let scaled = signed(value)?.checked_mul(period).ok_or(NotExpressible::Size)?;
                let grown = saltus.checked_mul(at as i64).ok_or(NotExpressible::Size)?;
                let more = scaled.checked_sub(grown).ok_or(NotExpressible::Size)?;
                let own = at % self.period();
                residues.entry(more).or_insert_with(|| vec![false; self.period()])[own] = true;
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
