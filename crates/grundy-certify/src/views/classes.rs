//! Values that numbers can have, by their residue.
//!
//! In: a list of values for each residue, and a number. Out: that from this number on each value is in the list of its residue.
//!
//! The values at all later numbers are among those that are [`Possible`]; the first ones are compared one by one.

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules, short};
use crate::form::keys::{key, list, number};
use crate::form::numbers::index;
use crate::form::spent::Stop;
use crate::form::stated::Certificate;
use crate::views::game::VALUES;
use crate::views::possible::{Possible, Shape};
use crate::views::{MODULUS, STARTS, Statement};

/// Values that numbers can have, by their residue, from some number on.
pub(super) struct Classes {
    /// For each residue, the values as bits.
    values: Vec<u32>,
    pub(super) from: u64,
}

impl Classes {
    /// Reads an object with `values` and `from`.
    pub(super) fn read(json: &Value) -> Result<Classes> {
        let object = json.as_object().filter(|object| object.len() == 2);
        let object =
            object.ok_or_else(|| format!("classes are an object with `values` and `from`, not {}", short(json)))?;
        let class =
            |class: &Value| Ok(crate::views::values(class)?.into_iter().fold(0, |all, value| all | 1u32 << value));
        let values = list(object, "values")?.iter().map(class).collect::<Result<Vec<u32>>>()?;
        let from = number(object, "from")?;
        if values.is_empty() || values.len() as u64 > MODULUS || from > STARTS {
            return Err(format!("classes are 1 to {MODULUS}, from a number up to {STARTS} on"));
        }
        Ok(Classes { values, from })
    }

    /// The values of a number, as bits.
    pub(super) fn at(&self, n: u64) -> u32 {
        self.values[index(n % self.values.len() as u64)]
    }

    /// In words that follow "for n >= …: the value of n in … is in".
    pub(super) fn lists(&self) -> String {
        let class = |bits: &u32| {
            let values: Vec<String> = (0..VALUES).filter(|v| bits >> v & 1 == 1).map(|v| v.to_string()).collect();
            format!("{{{}}}", values.join(", "))
        };
        let all: Vec<String> = self.values.iter().map(class).collect();
        format!("{} for n = 0, 1, … modulo {}", all.join(", "), self.values.len())
    }

    /// All values of the game are in the classes.
    pub(super) fn hold(&self, possible: &Possible<'_>) -> Result<()> {
        if !possible.shape.modulus.is_multiple_of(self.values.len() as u64) {
            return Err("its `modulus` is no multiple of the number of its classes".into());
        }
        let first = (0..).zip(&possible.truth).skip(index(self.from)).map(|(n, value)| (n, 1u32 << value));
        let later = (0..).zip(possible.values()).map(|(n, bits)| (n, *bits));
        match first.chain(later).all(|(n, bits)| bits & !self.at(n) == 0) {
            true => Ok(()),
            false => Err("no induction shows that all values are in the classes".into()),
        }
    }
}

/// Reads the keys of the statement.
pub(super) fn read(object: &Map<String, Value>) -> Result<Box<dyn Statement>> {
    Ok(Box::new(Classes::read(key(object, "classes")?)?))
}

impl Statement for Classes {
    fn verify(&self, shape: Shape<'_>, _: &Rules, stop: Stop) -> Result<String> {
        self.hold(&Possible::of(shape, self.from, &[], stop)?)?;
        Ok("By induction: the last values before numbers are among tuples that no step leaves, whatever values of their classes the quotients have.".into())
    }

    fn words(&self, of: &Certificate) -> String {
        let (from, called, lists) = (self.from, of.called(), self.lists());
        format!("In normal play, for every n >= {from}: the value of n in {called} is in {lists}.")
    }
}
