//! Few small piles, by the definition.
//!
//! In: what a certificate of kind `piles` says. Out: that it is right for small parameters, for few small piles: all positions are played through, with each pile by itself.

use std::collections::HashMap;

use crate::definition::concrete::At;
use crate::form::expr::Result;
use crate::form::numbers::index;
use crate::form::spent::{Stop, Told};
use crate::piles::{Claim, Family, NONE, Says, Tally};

/// Parameters are looked at up to here, and so are numbers of piles.
const PARAMETER: u64 = 4;
/// About how many positions are looked at for one number of piles.
const POSITIONS: u64 = 1 << 8;

/// Compares; how many positions were looked at.
pub(crate) fn compare(claim: &Claim, stop: Stop) -> Result<u64> {
    let (mut parameters, mut compared) = (vec![0; claim.parameters], 0);
    loop {
        let length = u64::try_from(At::new(&NONE, &parameters).int(&claim.length)?).ok();
        if let Some(length) = length.filter(|length| *length <= PARAMETER) {
            compared += Few { game: Game::new(claim, &parameters), known: HashMap::new() }.all(index(length), stop)?;
        }
        let Some(next) = parameters.iter().rposition(|parameter| *parameter < PARAMETER) else { return Ok(compared) };
        parameters[next] += 1;
        parameters[next + 1..].fill(0);
    }
}

/// The game with parameters, each pile by itself.
pub(crate) struct Game<'c> {
    pub(crate) claim: &'c Claim,
    parameters: Vec<u64>,
    /// Conditions of families, by number, at what they speak of.
    guards: HashMap<(usize, Vec<i128>), bool>,
}

impl<'c> Game<'c> {
    pub(crate) fn new(claim: &'c Claim, parameters: &[u64]) -> Game<'c> {
        Game { claim, parameters: parameters.to_vec(), guards: HashMap::new() }
    }

    /// The parameters, and the tallies of piles, of which some tokens are taken.
    pub(crate) fn about(&self, piles: &[u64], taken: Option<&[u64]>, tallies: &[Tally]) -> Result<At<'static>> {
        let mut at = At::new(&NONE, &self.parameters);
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

    /// What the moves leave; `step` is called for each choice of tokens.
    pub(crate) fn options(&mut self, piles: &[u64], step: &mut dyn FnMut() -> Result<()>) -> Result<Vec<Vec<u64>>> {
        let (claim, mut options) = (self.claim, vec![]);
        for (number, family) in claim.families.iter().enumerate() {
            let mut taken = vec![0; piles.len()];
            loop {
                step()?;
                if self.moves(number, family, piles, &taken)? {
                    if taken.iter().all(|taken| *taken == 0) {
                        return Err("a move takes nothing".into());
                    }
                    options.push(piles.iter().zip(&taken).map(|(pile, taken)| pile - taken).collect());
                }
                let more = |i: &usize| taken[*i] < piles[*i].min(family.most);
                let Some(next) = (0..piles.len()).rev().find(more) else { break };
                taken[next] += 1;
                taken[next + 1..].fill(0);
            }
        }
        Ok(options)
    }

    fn moves(&mut self, number: usize, family: &Family, piles: &[u64], taken: &[u64]) -> Result<bool> {
        let mut at = self.about(piles, Some(taken), &family.of)?;
        let key = (number, at.coords.clone());
        if let Some(holds) = self.guards.get(&key) {
            return Ok(*holds);
        }
        let holds = at.truth(&family.guard)?;
        self.guards.insert(key, holds);
        Ok(holds)
    }

    /// The least number that is not the value of an option; in misère play a position without options has 1.
    pub(crate) fn value(&self, options: &[u64]) -> u64 {
        match options.is_empty() {
            true => u64::from(self.claim.misere),
            false => (0..).find(|value| !options.contains(value)).unwrap_or(0),
        }
    }
}

struct Few<'c> {
    game: Game<'c>,
    /// The values of positions.
    known: HashMap<Vec<u64>, u64>,
}

impl Few<'_> {
    /// Compares all positions of so many piles.
    fn all(&mut self, length: usize, stop: Stop) -> Result<u64> {
        let most =
            (1..).find(|most: &u64| (most + 2).pow(u32::try_from(length.max(1)).unwrap_or(1)) > POSITIONS).unwrap_or(1);
        let (mut piles, mut compared, claim) = (vec![0; length], 0, self.game.claim);
        loop {
            let (of, among) = &claim.among;
            if self.game.about(&piles, None, of)?.truth(among)? {
                let value = self.value(&piles)?;
                if !self.is_right(&piles, value)? {
                    let parameters = &self.game.parameters;
                    return Err(format!(
                        "at the piles {piles:?}, with the parameters {parameters:?}, the value is {value}"
                    ));
                }
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

    fn is_right(&self, piles: &[u64], value: u64) -> Result<bool> {
        let claim = self.game.claim;
        let about = || self.game.about(piles, None, &claim.of);
        Ok(match &claim.says {
            Says::Table(table) => {
                table.at(claim, piles) == Some(if table.outcomes { u64::from(value > 0) } else { value })
            }
            Says::P(holds) => about()?.truth(holds)? == (value == 0),
            Says::Value(number) => about()?.int(number)? == i128::from(value),
        })
    }

    fn value(&mut self, piles: &[u64]) -> Result<u64> {
        if let Some(value) = self.known.get(piles) {
            return Ok(*value);
        }
        let options = self.game.options(piles, &mut || Ok(()))?;
        let options = options.iter().map(|left| self.value(left)).collect::<Result<Vec<u64>>>()?;
        let value = self.game.value(&options);
        self.known.insert(piles.to_vec(), value);
        Ok(value)
    }
}
