//! Tables of all values on a given number of piles.
//!
//! In: for each position with sizes below T + m, in the order of sizes x1 <= x2 <= …, its value, or 0 for P and 1 for N. A size that is T or more stands for all that are congruent to
//! it modulo m and at least T. Out: that the table obeys the rules at each position with sizes below T + m + S, where S is the most that a move takes from a pile. Such positions
//! stand for all, so the table is right by induction along the moves. Then what is said of the values is looked at position by position.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::definition::concrete::At;
use crate::form::expr::{Expr, Result};
use crate::form::keys::{key, list, natural, text};
use crate::form::numbers::index;
use crate::form::spent::{Spent, Stop, Told};
use crate::piles::few::Game;
use crate::piles::{Claim, NONE, Pile, SAID, Shape, WHOLE};

/// The most piles, and the most positions of a table.
const PILES: u64 = 64;
const POSITIONS: usize = 1 << 20;
/// The most moves and positions that are looked at: hours of work.
const STEPS: u64 = 1 << 36;

/// The values of positions, and what is said of them.
pub(crate) struct Table {
    values: Vec<u64>,
    /// Are they outcomes?
    pub(crate) outcomes: bool,
    /// A condition whose last coordinate is the value.
    holds: Expr,
}

impl Table {
    /// Reads `says`, of so many parameters and tallies.
    pub(crate) fn read(says: &Map<String, Value>, width: usize) -> Result<Table> {
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
        Ok(Table { values, outcomes, holds: Expr::read_closed(key(says, "holds")?, width + 1, 0)? })
    }
}

impl Table {
    /// What the table says of piles: the value, or 0 for P and 1 for N.
    pub(crate) fn at(&self, claim: &Claim, piles: &[u64]) -> Option<u64> {
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
pub(crate) fn verify(claim: &Claim, table: &Table, stop: Stop) -> Result<u64> {
    if claim.parameters > 0 {
        return Err("a table is of no parameters".into());
    }
    let piles = u64::try_from(At::new(&NONE, &[]).int(&claim.length)?).ok().filter(|piles| *piles <= PILES);
    let piles = index(piles.ok_or("a table is of so many piles, and of no more than 64")?);
    decided(claim)?;
    let mut reading = Reading { table, game: Game::new(claim, &[]), known: HashMap::new(), steps: 0, stop };
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
    for size in &shape.kinds[SAID] {
        let own = Pile { size: *size, taken: 0 };
        claim.of.iter().chain(&claim.among.0).try_for_each(|tally| tally.of(&own).map(|_| ()))?;
    }
    for family in &claim.families {
        let stays = shape.kinds[WHOLE].iter().map(|size| Pile { size: *size, taken: 0 });
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
    table: &'r Table,
    game: Game<'r>,
    known: HashMap<Vec<u64>, u64>,
    steps: u64,
    stop: Stop<'s>,
}

impl Reading<'_, '_> {
    fn step(&mut self) -> Result<()> {
        let bytes = (self.known.len() as u64) * 256;
        step(&mut self.steps, bytes, self.stop)
    }

    /// What the table says of piles of any sizes.
    fn at(&self, x: &[u64]) -> Result<u64> {
        let known = self.known.get(&coarse(self.game.claim, x));
        known.copied().ok_or_else(|| "a position is not in the table".to_string())
    }

    /// What the table should say of a position, by what it says of its options.
    fn by_options(&mut self, x: &[u64]) -> Result<u64> {
        let (steps, stop, bytes) = (&mut self.steps, &mut *self.stop, (self.known.len() as u64) * 256);
        let options = self.game.options(x, &mut || step(steps, bytes, stop))?;
        let options = options.iter().map(|left| self.at(left)).collect::<Result<Vec<u64>>>()?;
        let value = self.game.value(&options);
        Ok(if self.table.outcomes { u64::from(value > 0) } else { value })
    }

    /// What is said of a position of the table, if it is meant.
    fn holds(&mut self, x: &[u64]) -> Result<()> {
        self.step()?;
        let claim = self.game.claim;
        let (of, among) = &claim.among;
        if !self.game.about(x, None, of)?.truth(among)? {
            return Ok(());
        }
        let mut about = self.game.about(x, None, &claim.of)?;
        about.coords.push(self.at(x)?.into());
        if about.truth(&self.table.holds)? {
            Ok(())
        } else {
            Err(format!("what it says does not hold of the piles {x:?}"))
        }
    }
}

fn step(steps: &mut u64, bytes: u64, stop: Stop) -> Result<()> {
    *steps += 1;
    if *steps > STEPS {
        return Err(format!("the positions of its table have more than {STEPS} moves, too many for this checker"));
    }
    if stop(Told::Spent(Spent { steps: *steps, bytes })) { Err(String::new()) } else { Ok(()) }
}
