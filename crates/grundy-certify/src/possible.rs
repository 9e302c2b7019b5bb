//! Which values a subtraction-division game can have, by residue class.
//!
//! In: a game, and its first values. Out: the tuples of values that can follow, beside those of guesses ([`Possible`]); and whether all values from some number on are in
//! given classes.
//!
//! Let M be a multiple of all divisors. For each residue r by M take the tuples of the last values before a number with this residue, and V(r), the values at such
//! numbers. The families of tuples and the sets V are the least that contain the tuple before some `begin` and the values at `near`, …, `begin` - 1, and that no step
//! leaves: a step takes a tuple, for each divisor d of r any value of a V(q) with d·q = r modulo M, and appends the least value that is missing. Quotients of
//! numbers from `begin` on are at least `near`. So, by induction, all later tuples and values are among these. With the tuples of guesses beside those of the game
//! the same holds of them all together.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Refusal;
use super::expr::{Result, Rules, short};
use super::keys::{key, list, number};
use super::numbers::{index, lcm};
use super::views::{Game, Tuple};
use crate::Verified;
use crate::spent::{Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;

/// Values are looked at from here on.
const NEAR: u64 = 1 << 7;
/// What the modulus may be a multiple of, beside the divisors: tried in turn.
const FINER: [u64; 5] = [1, 2, 3, 5, 7];
pub(crate) const MODULUS: u64 = 1 << 12;
/// The limits on the tuples of all residues, and on the steps from them.
const TUPLES: usize = 1 << 17;
const STEPS: u64 = 1 << 24;
/// Values are below this.
pub(crate) const VALUES: u64 = 16;
/// The limit on starts, and on the numbers from which classes hold.
pub(crate) const STARTS: u64 = 1 << 20;
/// The limit on the numbers whose values are computed.
const FARTHEST: u64 = 1 << 22;

/// Values that numbers can have, by their residue, from some number on.
#[derive(Debug)]
pub(crate) struct Classes {
    /// For each residue, the values as bits.
    values: Vec<u32>,
    pub(crate) from: u64,
}

impl Classes {
    /// Reads an object with `values` and `from`.
    pub(crate) fn read(json: &Value) -> Result<Classes> {
        let object = json.as_object().filter(|object| object.len() == 2);
        let object =
            object.ok_or_else(|| format!("classes are an object with `values` and `from`, not {}", short(json)))?;
        let value = |v: &Value| {
            let value = v.as_u64().filter(|value| *value < VALUES);
            value.map(|value| 1u32 << value).ok_or_else(|| format!("{} is no value below {VALUES}", short(v)))
        };
        let class = |class: &Value| {
            let list = class.as_array().ok_or_else(|| format!("{} is no list of values", short(class)))?;
            list.iter().try_fold(0, |all, v| Ok(all | value(v)?))
        };
        let values = list(object, "values")?.iter().map(class).collect::<Result<Vec<u32>>>()?;
        let from = number(object, "from")?;
        if values.is_empty() || values.len() as u64 > MODULUS || from > STARTS {
            return Err(format!("classes are 1 to {MODULUS}, from a number up to {STARTS} on"));
        }
        Ok(Classes { values, from })
    }

    /// The number of residues.
    pub(crate) fn modulus(&self) -> u64 {
        self.values.len() as u64
    }

    /// The values of a number, as bits.
    pub(crate) fn at(&self, n: u64) -> u32 {
        self.values[index(n % self.modulus())]
    }

    /// In words that follow "for n >= … the value of n is in".
    pub(crate) fn words(&self) -> String {
        let class = |bits: &u32| {
            let values: Vec<String> = (0..VALUES).filter(|v| bits >> v & 1 == 1).map(|v| v.to_string()).collect();
            format!("{{{}}}", values.join(", "))
        };
        let all: Vec<String> = self.values.iter().map(class).collect();
        format!("{} for n = 0, 1, … modulo {}", all.join(", "), self.modulus())
    }

    /// All values of the game are in the classes.
    pub(crate) fn verify(&self, game: &Game, stop: Stop) -> Result<()> {
        let begin = game.begins(self.from)?;
        let values = game.values(begin, stop)?;
        if let Some(n) = (self.from..begin).find(|n| self.at(*n) >> values[index(*n)] & 1 == 0) {
            return Err(format!("the value of {n} is not in its class"));
        }
        for modulus in game.moduli(self.modulus()) {
            let Some(found) = Possible::of(game, &values, &[], modulus, stop)? else { continue };
            if found.values.iter().zip(0..).all(|(bits, n)| bits & !self.at(n) == 0) {
                return Ok(());
            }
        }
        Err("no induction shows that all values are in the classes".into())
    }
}

impl Game {
    /// A number from which on all quotients are at least [`NEAR`]; it is not before another number, nor before there are so many values.
    pub(crate) fn begins(&self, other: u64) -> Result<u64> {
        let most = self.over.last().copied().unwrap_or(1);
        let begin = other.max(most.saturating_mul(NEAR + 1)).max(NEAR + self.length as u64);
        if begin <= FARTHEST { Ok(begin) } else { Err(format!("more than {FARTHEST} values would be computed")) }
    }

    /// Multiples of all divisors and of a number, if they are not too great.
    pub(crate) fn moduli(&self, own: u64) -> Vec<u64> {
        let all = self.over.iter().fold(own, |all, d| lcm(all, *d));
        FINER.iter().map(|finer| all.saturating_mul(*finer)).filter(|modulus| *modulus <= MODULUS).collect()
    }
}

/// What is possible.
pub(crate) struct Possible<'g> {
    game: &'g Game,
    modulus: u64,
    /// For each residue, the tuples before a number: that of the game, and those of guesses, one behind the other.
    pub(crate) tuples: Vec<BTreeSet<Tuple>>,
    /// For each residue, the values of the game as bits.
    values: Vec<u32>,
    steps: u64,
}

impl<'g> Possible<'g> {
    /// All that is possible after the values, beside tuples of guesses; `None` if it is too much.
    pub(crate) fn of(
        game: &'g Game,
        values: &[u8],
        guesses: &[Tuple],
        modulus: u64,
        stop: Stop,
    ) -> Result<Option<Possible<'g>>> {
        let empty = vec![BTreeSet::new(); index(modulus)];
        let mut found = Possible { game, modulus, tuples: empty, values: vec![0; index(modulus)], steps: 0 };
        for (n, value) in values.iter().enumerate().skip(index(NEAR)) {
            found.values[n % index(modulus)] |= 1 << value;
        }
        let mut first = values[values.len() - game.length..].to_vec();
        first.extend(guesses.iter().flatten());
        found.tuples[values.len() % index(modulus)].insert(first);
        loop {
            let mut grown = false;
            for residue in 0..modulus {
                if stop(Told::steps(found.steps)) {
                    return Err(String::new());
                }
                let Some(more) = found.step(residue) else { return Ok(None) };
                grown |= more;
                if found.tuples.iter().map(BTreeSet::len).sum::<usize>() > TUPLES {
                    return Ok(None);
                }
            }
            if !grown {
                return Ok(Some(found));
            }
        }
    }

    /// All steps from the tuples before numbers with a residue. Did anything new come? `None` if it is too much.
    fn step(&mut self, residue: u64) -> Option<bool> {
        let (length, quotients) = (self.game.length, self.quotients(residue));
        let mut next: BTreeSet<Tuple> = BTreeSet::new();
        for tuples in &self.tuples[index(residue)] {
            for set in &quotients {
                let each = tuples.chunks(length);
                next.extend([each.flat_map(|tuple| [&tuple[1..], &[self.game.next(tuple, *set)]].concat()).collect()]);
                self.steps += 1;
                if self.steps > STEPS || next.len() > TUPLES {
                    return None;
                }
            }
        }
        let values = next.iter().fold(0, |all, tuples: &Tuple| all | 1 << tuples[length - 1]);
        let known = &mut self.values[index(residue)];
        let mut grown = values & !*known != 0;
        *known |= values;
        let after = &mut self.tuples[index((residue + 1) % self.modulus)];
        let before = after.len();
        after.append(&mut next);
        grown |= after.len() > before;
        Some(grown)
    }

    /// The sets of values, as bits, that the quotients of a number with a residue can have. All divisors divide the modulus.
    fn quotients(&self, residue: u64) -> BTreeSet<u32> {
        let mut sets: BTreeSet<u32> = [0].into();
        for d in self.game.over.iter().filter(|d| residue.is_multiple_of(**d)) {
            let places = (residue / d..self.modulus).step_by(index(self.modulus / d));
            let values = places.fold(0, |all, q| all | self.values[index(q)]);
            let one =
                |set: &u32| (0..VALUES).filter(|v| values >> v & 1 == 1).map(|v| set | 1 << v).collect::<Vec<u32>>();
            sets = sets.iter().flat_map(one).collect();
        }
        sets
    }
}

/// Verifies a certificate of classes of values.
fn verify(rules: &Rules, misere: bool, classes: &Classes, stop: Stop) -> Result<String, Refusal> {
    if misere {
        return Err(Refusal::False("these classes are those of normal play".into()));
    }
    let verified = Game::any(rules).and_then(|game| classes.verify(&game, stop));
    verified.map_err(Refusal::of)?;
    Ok("By induction: the last values before numbers are among tuples that no step leaves, whatever values of their classes the quotients have.".into())
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Classes::read(key(object, "classes")?)?))
}

impl Stated for Classes {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(&of.rules, of.misere, self, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        format!(
            "In normal play, for every n >= {}: the value of n in {} is in {}.",
            self.from,
            of.called(),
            Classes::words(self)
        )
    }
}
