//! Tables of all values on a given number of piles.
//!
//! In: for each position with sizes below T + m, in the order of sizes x1 <= x2 <= …, its value, or 0 for P and 1 for N. A size that is T or more stands for all that are congruent to
//! it modulo m and at least T. Out: that the table obeys the rules at each position with sizes below T + m + S, where S is the most that a move takes from a pile. Such positions
//! stand for all, so the table is right by induction along the moves. Then what is said of the values is looked at position by position.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::super::super::concrete::At;
use super::super::super::expr::{Expr, Result};
use super::super::super::keys::{key, list, natural, text};
use super::super::super::numbers::index;
use super::progression::{Pile, one};
use super::{Claim, Family, NONE, Shape, Tally};
use crate::spent::{Spent, Stop, Told};

/// The most piles, and the most positions of a table.
const PILES: u64 = 64;
const POSITIONS: usize = 1 << 20;
/// The most moves and positions that are looked at: hours of work.
const STEPS: u64 = 1 << 36;

/// The values of positions, and what is said of them.
pub(super) struct Table {
    values: Vec<u64>,
    /// Are they outcomes?
    pub(super) outcomes: bool,
    /// A condition whose last coordinate is the value.
    holds: Expr,
}

impl Table {
    /// Reads `says`, of so many parameters and tallies.
    pub(super) fn read(says: &Map<String, Value>, width: usize) -> Result<Table> {
        let values = list(says, "table")?;
        if says.len() != 3 || values.len() > POSITIONS {
            return Err(format!("its `says` has not three keys, or more than {POSITIONS} values"));
        }
        let values = values.iter().map(natural).collect::<Option<Vec<u64>>>().ok_or("a value is no number")?;
        let outcomes = match text(says, "asks")? {
            "P" => true,
            "G" => false,
            _ => return Err("its `asks` is neither `P` nor `G`".into()),
        };
        Ok(Table { values, outcomes, holds: Expr::read(key(says, "holds")?, width + 1, 0)? })
    }
}

impl Table {
    /// What the table says of piles: the value, or 0 for P and 1 for N.
    pub(super) fn at(&self, claim: &Claim, piles: &[u64]) -> Option<u64> {
        let own = coarse(claim, piles);
        let (mut number, mut found) = (0, None);
        let look = &mut |x: &[u64]| {
            found = found.or((x == own).then_some(number));
            number += 1;
            Ok(())
        };
        each(piles.len(), claim.threshold + claim.modulus, look).ok()?;
        self.values.get(found?).copied()
    }
}

/// The position of a table that stands for piles.
fn coarse(claim: &Claim, piles: &[u64]) -> Vec<u64> {
    let (threshold, modulus) = (claim.threshold, claim.modulus);
    let own = |size: &u64| if *size < threshold { *size } else { threshold + (size - threshold) % modulus };
    let mut piles: Vec<u64> = piles.iter().map(own).collect();
    piles.sort_unstable();
    piles
}

/// Verifies a table; how many positions were looked at.
pub(super) fn verify(claim: &Claim, table: &Table, stop: Stop) -> Result<u64> {
    if claim.parameters > 0 {
        return Err("a table is of no parameters".into());
    }
    let piles = u64::try_from(At::new(&NONE, &[]).int(&claim.length)?).ok().filter(|piles| *piles <= PILES);
    let piles = index(piles.ok_or("a table is of so many piles, and of no more than 64")?);
    decided(claim)?;
    let mut reading = Reading { claim, table, known: HashMap::new(), guards: HashMap::new(), steps: 0, stop };
    let most = claim.families.iter().map(|family| family.most).max().unwrap_or(0);
    let sizes = claim.threshold + claim.modulus;
    few(piles, sizes + most)?;
    let mut number = 0;
    each(piles, sizes, &mut |x| {
        let value = table.values.get(number).ok_or("its table has too few values")?;
        reading.known.insert(x.to_vec(), *value);
        number += 1;
        reading.step()
    })?;
    if number != table.values.len() {
        return Err("its table has too many values".into());
    }
    let mut looked = 0;
    each(piles, sizes + most, &mut |x| {
        looked += 1;
        let (says, value) = (reading.at(x)?, reading.by_options(x)?);
        if says == value {
            Ok(())
        } else {
            Err(format!("its table says {says} of the piles {x:?}, whose options give {value}"))
        }
    })?;
    each(piles, sizes, &mut |x| reading.holds(x))?;
    Ok(looked)
}

/// The tallies are the same for all piles of a kind.
fn decided(claim: &Claim) -> Result<()> {
    let shape = Shape::of(claim);
    for size in &shape.kinds {
        let own = Pile { size: shape.coarse(*size), taken: 0 };
        claim.of.iter().chain(&claim.among.0).try_for_each(|tally| tally.of(&own).map(|_| ()))?;
    }
    for family in &claim.families {
        let stays = shape.kinds.iter().map(|size| Pile { size: *size, taken: 0 });
        for pile in shape.losses(family).into_iter().map(|(_, pile)| pile).chain(stays) {
            family.of.iter().try_for_each(|tally| tally.of(&pile).map(|_| ()))?;
        }
    }
    Ok(())
}

/// Refuses positions x1 <= x2 <= … of so many piles, with sizes below a number, of which there are too many.
fn few(piles: usize, below: u64) -> Result<()> {
    let choose = |all: u64, k: u64| all.checked_mul(below + k).map(|all| all / (k + 1)).filter(|all| *all <= STEPS);
    match (0..piles as u64).try_fold(1, choose) {
        Some(_) => Ok(()),
        None => Err(format!("its {piles} piles have more than {STEPS} positions, too many for this checker")),
    }
}

/// Calls `see` with all positions x1 <= x2 <= … of so many piles with sizes below a number, in the order of sizes.
fn each(piles: usize, below: u64, see: &mut dyn FnMut(&[u64]) -> Result<()>) -> Result<()> {
    let mut x = vec![0; piles];
    loop {
        see(&x)?;
        let Some(next) = x.iter().rposition(|size| size + 1 < below) else { return Ok(()) };
        let size = x[next] + 1;
        x[next..].fill(size);
    }
}

struct Reading<'r, 's> {
    claim: &'r Claim,
    table: &'r Table,
    known: HashMap<Vec<u64>, u64>,
    /// Conditions of families at the numbers of their tallies.
    guards: HashMap<(usize, Vec<i128>), bool>,
    steps: u64,
    stop: Stop<'s>,
}

fn numbers(tallies: &[Tally], x: &[u64], taken: &[u64]) -> Result<Vec<i128>> {
    let of = |tally: &Tally| {
        let pile = |(size, taken): (&u64, &u64)| tally.of(&Pile { size: one((*size).into()), taken: (*taken).into() });
        x.iter().zip(taken).map(pile).sum::<Result<i128>>()
    };
    tallies.iter().map(of).collect()
}

fn truth(e: &Expr, numbers: &[i128]) -> Result<bool> {
    let mut at = At::new(&NONE, &[]);
    at.coords = numbers.to_vec();
    at.truth(e)
}

impl Reading<'_, '_> {
    fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(format!("the positions of its table have more than {STEPS} moves, too many for this checker"));
        }
        let bytes = (self.known.len() as u64) * 256;
        if (self.stop)(Told::Spent(Spent { steps: self.steps, bytes })) { Err(String::new()) } else { Ok(()) }
    }

    /// What the table says of piles of any sizes.
    fn at(&self, x: &[u64]) -> Result<u64> {
        self.known.get(&coarse(self.claim, x)).copied().ok_or_else(|| "a position is not in the table".to_string())
    }

    /// The value of a position by what the table says of its options.
    fn by_options(&mut self, x: &[u64]) -> Result<u64> {
        let (claim, mut options) = (self.claim, BTreeSet::new());
        for (number, family) in claim.families.iter().enumerate() {
            let mut taken = vec![0; x.len()];
            loop {
                self.step()?;
                if self.moves(number, family, x, &taken)? {
                    if taken.iter().all(|taken| *taken == 0) {
                        return Err("a move takes nothing".into());
                    }
                    let left: Vec<u64> = x.iter().zip(&taken).map(|(size, taken)| size - taken).collect();
                    options.insert(self.at(&left)?);
                }
                let Some(next) = (0..x.len()).rev().find(|i| taken[*i] < x[*i].min(family.most)) else { break };
                taken[next] += 1;
                taken[next + 1..].fill(0);
            }
        }
        let wins = options.contains(&0) || options.is_empty() && claim.misere;
        Ok(match self.table.outcomes {
            true => u64::from(wins),
            false if options.is_empty() => u64::from(claim.misere),
            false => (0..).find(|value| !options.contains(value)).unwrap_or(0),
        })
    }

    fn moves(&mut self, number: usize, family: &Family, x: &[u64], taken: &[u64]) -> Result<bool> {
        let key = (number, numbers(&family.of, x, taken)?);
        if let Some(holds) = self.guards.get(&key) {
            return Ok(*holds);
        }
        let holds = truth(&family.guard, &key.1)?;
        self.guards.insert(key, holds);
        Ok(holds)
    }

    /// What is said of a position of the table, if it is meant.
    fn holds(&mut self, x: &[u64]) -> Result<()> {
        self.step()?;
        let none = vec![0; x.len()];
        let (of, among) = &self.claim.among;
        if !truth(among, &numbers(of, x, &none)?)? {
            return Ok(());
        }
        let mut about = numbers(&self.claim.of, x, &none)?;
        about.push(self.at(x)?.into());
        if truth(&self.table.holds, &about)? {
            Ok(())
        } else {
            Err(format!("what it says does not hold of the piles {x:?}"))
        }
    }
}
