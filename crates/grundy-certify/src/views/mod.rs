//! Certificates of kind `views`: what is so of all values of a game that subtracts and divides, as no step leaves the states that are possible.
//!
//! In: rules from whose numbers n the moves lead to n - s, s in S, and to n / d, d in D; a list of numbers p and a modulus, of which [states](Possible) are made; and one of four statements: so many
//! [`steps`] suffice; two guesses stay [`apart`]; all values are in [`classes`]; what is [`nearby`] is true. Out: the proof in words, or the part of the certificate that fails.

mod apart;
mod classes;
pub(crate) mod divisions;
mod game;
mod nearby;
mod possible;
mod steps;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::form::expr::{Result, Rules, short};
use crate::form::keys::{list, number};
use crate::form::spent::Stop;
use crate::form::stated::{Certificate, Stated};
use crate::views::game::{Game, Tuple, VALUES};
#[cfg(doc)]
use crate::views::possible::Possible;
use crate::views::possible::Shape;
use crate::{Refusal, Verified};

const MODULUS: u64 = 1 << 15;
/// The limit on starts, and on the numbers from which classes hold.
const STARTS: u64 = 1 << 20;

/// A statement about all values.
trait Statement {
    /// Verifies it; returns the proof in words.
    fn verify(&self, shape: Shape<'_>, rules: &Rules, stop: Stop) -> Result<String>;

    /// The theorem in words.
    fn words(&self, of: &Certificate) -> String;

    /// What it says of the number that a question asks for, the least and the greatest.
    fn answer(&self, _: &str) -> Option<(u64, u64)> {
        None
    }
}

type ReadStatement = fn(&Map<String, Value>) -> Result<Box<dyn Statement>>;

/// The statements: their keys, of which the first one tells which it is.
const STATEMENTS: [(&str, ReadStatement); 4] = [
    ("taken steps start classes", steps::read),
    ("guesses start residue every", apart::read),
    ("holds factor more steps questions at where all if", nearby::read),
    ("classes", classes::read),
];

/// What a certificate states, and of what states are made.
struct Views {
    /// The greatest first; the last one is 1.
    products: Vec<u64>,
    modulus: u64,
    statement: Box<dyn Statement>,
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    let has = |keys: &str, key: &str| keys.split(' ').any(|own| own == key);
    let first = |keys: &str| keys.split(' ').next().is_some_and(|key| object.contains_key(key));
    let (keys, read) = STATEMENTS.iter().find(|(keys, _)| first(keys)).ok_or("it lacks a statement")?;
    let strange = |key: &&String| !has(keys, key) && STATEMENTS.iter().any(|(keys, _)| has(keys, key));
    if let Some(key) = object.keys().find(strange) {
        return Err(format!("the key `{key}` is none of its statement"));
    }
    let product = |p: &Value| p.as_u64().filter(|p| (2..=MODULUS).contains(p));
    let products: Option<Vec<u64>> = list(object, "products")?.iter().map(product).collect();
    let mut products = products.ok_or_else(|| format!("its `products` are numbers from 2 to {MODULUS}"))?;
    products.extend([1]);
    products.sort_unstable_by(|a, b| b.cmp(a));
    products.dedup();
    let modulus = number(object, "modulus")?;
    Ok(Box::new(Views { products, modulus, statement: read(object)? }))
}

/// A list of values.
fn values(json: &Value) -> Result<Tuple> {
    let value = |v: &Value| v.as_u64().and_then(|v| u8::try_from(v).ok()).filter(|v| usize::from(*v) < VALUES);
    let values = json.as_array().and_then(|list| list.iter().map(value).collect());
    values.ok_or_else(|| format!("{} is no list of values below {VALUES}", short(json)))
}

impl Views {
    fn proof(&self, of: &Certificate, stop: Stop) -> Result<String> {
        if of.misere {
            return Err("what follows from views is about values of normal play".into());
        }
        let (game, Views { products, modulus, statement }) = (Game::of(&of.rules)?, self);
        let divides = |p: &u64| modulus.is_multiple_of(*p);
        let all = products.iter().all(|p| divides(p) && game.over.iter().all(|d| divides(&p.saturating_mul(*d))));
        if !(1..=MODULUS).contains(modulus) || !all {
            return Err(format!(
                "its `modulus` is no multiple, up to {MODULUS}, of the `products` and of them times divisors"
            ));
        }
        statement.verify(Shape { game: &game, products, modulus: *modulus }, &of.rules, stop)
    }
}

impl Stated for Views {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        self.proof(of, stop).map_err(Refusal::of)
    }

    fn words(&self, of: &Certificate) -> String {
        self.statement.words(of)
    }

    fn answer(&self, asks: &str, _: &Map<String, Value>, _: &Certificate) -> Result<Option<(u64, u64)>> {
        Ok(self.statement.answer(asks))
    }
}
