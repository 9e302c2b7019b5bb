//! Few small piles, by the definition.
//!
//! In: what a certificate of kind `piles` says. Out: that it is right for small parameters, for few small piles: all positions are played through, with each pile by itself.

use std::collections::HashMap;

use super::super::super::concrete::At;
use super::super::super::expr::{Expr, Result};
use super::super::super::numbers::index;
use super::{Claim, NONE, Says, Tally};
use crate::spent::{Stop, Told};

/// Parameters are looked at up to here, and so are numbers of piles.
const PARAMETER: u64 = 4;
/// About how many positions are looked at for one number of piles.
const POSITIONS: u64 = 1 << 8;

/// Compares; how many positions were looked at.
pub(super) fn compare(claim: &Claim, stop: Stop) -> Result<u64> {
    let (mut parameters, mut compared) = (vec![0; claim.parameters], 0);
    loop {
        let length = u64::try_from(At::new(&NONE, &parameters).int(&claim.length)?).ok();
        if let Some(length) = length.filter(|length| *length <= PARAMETER) {
            compared += Few { claim, parameters: &parameters, known: HashMap::new() }.all(index(length), stop)?;
        }
        let Some(next) = parameters.iter().rposition(|parameter| *parameter < PARAMETER) else { return Ok(compared) };
        parameters[next] += 1;
        parameters[next + 1..].fill(0);
    }
}

struct Few<'c> {
    claim: &'c Claim,
    parameters: &'c [u64],
    /// The values of positions.
    known: HashMap<Vec<u64>, u64>,
}

impl Few<'_> {
    /// Compares all positions of so many piles.
    fn all(&mut self, length: usize, stop: Stop) -> Result<u64> {
        let most =
            (1..).find(|most: &u64| (most + 2).pow(u32::try_from(length.max(1)).unwrap_or(1)) > POSITIONS).unwrap_or(1);
        let (mut piles, mut compared) = (vec![0; length], 0);
        loop {
            let (of, among) = &self.claim.among;
            let is_meant = self.about(&piles, None, of)?.truth(among)?;
            let value = if is_meant { self.value(&piles)? } else { 0 };
            let wrong =
                || format!("at the piles {piles:?}, with the parameters {:?}, the value is {value}", self.parameters);
            let right = match &self.claim.says {
                _ if !is_meant => true,
                Says::Table(table) => {
                    let says = table.at(self.claim, &piles);
                    says == Some(if table.outcomes { u64::from(value > 0) } else { value })
                }
                Says::P(holds) => self.about(&piles, None, &self.claim.of)?.truth(holds)? == (value == 0),
                Says::Value(number) => self.about(&piles, None, &self.claim.of)?.int(number)? == i128::from(value),
            };
            if !right {
                return Err(wrong());
            }
            compared += 1;
            if stop(Told::steps(compared)) {
                return Err(String::new());
            }
            let Some(next) = piles.iter().rposition(|pile| *pile < most) else { return Ok(compared) };
            piles[next] += 1;
            piles[next + 1..].fill(0);
        }
    }

    /// The parameters, and the tallies of piles, of which some tokens are taken.
    fn about(&self, piles: &[u64], taken: Option<&[u64]>, tallies: &[Tally]) -> Result<At<'static>> {
        let mut at = At::new(&NONE, self.parameters);
        for tally in tallies {
            let mut all = 0;
            for (i, size) in piles.iter().enumerate() {
                let mut pile = At::new(&NONE, &[*size, taken.map_or(0, |taken| taken[i])]);
                all += match tally {
                    Tally::Count(holds) => i128::from(pile.truth(holds)?),
                    Tally::Sum(number) => pile.int(number)?,
                };
            }
            at.coords.push(all);
        }
        Ok(at)
    }

    /// The least number that is not the value of an option; in misère play a position without options has 1.
    fn value(&mut self, piles: &[u64]) -> Result<u64> {
        if let Some(value) = self.known.get(piles) {
            return Ok(*value);
        }
        let mut options = vec![];
        for family in &self.claim.families {
            let mut taken = vec![0; piles.len()];
            loop {
                if self.moves(piles, &taken, &family.guard, &family.of)? {
                    if taken.iter().all(|taken| *taken == 0) {
                        return Err("a move takes nothing".into());
                    }
                    let left: Vec<u64> = piles.iter().zip(&taken).map(|(pile, taken)| pile - taken).collect();
                    options.push(self.value(&left)?);
                }
                let more = |i: &usize| taken[*i] < piles[*i].min(family.most);
                let Some(next) = (0..piles.len()).rev().find(more) else { break };
                taken[next] += 1;
                taken[next + 1..].fill(0);
            }
        }
        let value = match options.is_empty() {
            true => u64::from(self.claim.misere),
            false => (0..).find(|value| !options.contains(value)).unwrap_or(0),
        };
        self.known.insert(piles.to_vec(), value);
        Ok(value)
    }

    fn moves(&self, piles: &[u64], taken: &[u64], guard: &Expr, of: &[Tally]) -> Result<bool> {
        self.about(piles, Some(taken), of)?.truth(guard)
    }
}
