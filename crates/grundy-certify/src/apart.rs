//! Two guesses about a subtraction-division game that never agree.
//!
//! In: a certificate of kind `apart`. Out: the proof in words, or the part of the certificate that fails.
//!
//! The tuples of the last values of the game and of both guesses, one behind the other, are among those that are [`Possible`]. If the last values of the guesses
//! differ in all that end at a residue class, they differ at all later numbers of the class; so the guesses never agree.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Refusal;
use super::Verified;
use super::expr::{Result, Rules, short};
use super::keys::{key, number};
use super::numbers::index;
use super::possible::{MODULUS, Possible, STARTS, VALUES};
use super::stated::{Certificate, Stated};
use super::views::{Game, Tuple};
use crate::spent::Stop;
use crate::values::constants::ReadTheorem;

/// Two guesses that never agree.
#[derive(Debug)]
struct Apart {
    start: u64,
    guesses: [Tuple; 2],
    residue: u64,
    modulus: u64,
}

impl Apart {
    /// Reads the keys of the kind.
    fn read(object: &Map<String, Value>) -> Result<Apart> {
        let value = |v: &Value| {
            let value = v.as_u64().filter(|value| *value < VALUES).and_then(|value| u8::try_from(value).ok());
            value.ok_or_else(|| format!("{} is no value below {VALUES}", short(v)))
        };
        let guess = |guess: &Value| match guess.as_array() {
            Some(list) if list.len() as u64 <= VALUES => list.iter().map(value).collect::<Result<Tuple>>(),
            _ => Err(format!("{} is no guess", short(guess))),
        };
        let guesses = match key(object, "guesses")?.as_array().map(Vec::as_slice) {
            Some([one, other]) => [guess(one)?, guess(other)?],
            _ => return Err("its `guesses` are not two".into()),
        };
        let [start, residue, modulus] = ["start", "residue", "modulus"].map(|name| number(object, name));
        let apart = Apart { start: start?, guesses, residue: residue?, modulus: modulus? };
        if apart.start > STARTS || apart.residue >= apart.modulus || apart.modulus > MODULUS {
            return Err(format!(
                "its `start` is up to {STARTS}, and its `residue` below its `modulus`, which is up to {MODULUS}"
            ));
        }
        Ok(apart)
    }
}

fn proof(rules: &Rules, misere: bool, apart: &Apart, stop: Stop) -> Result<String> {
    if misere {
        return Err("steps to convergence are those of normal play".into());
    }
    let (game, Apart { start, guesses, residue, modulus }) = (Game::any(rules)?, apart);
    for (n, place) in (*start..).zip(0..game.length) {
        if guesses.iter().any(|guess| guess.get(place).is_none_or(|value| *value > game.most_at(n))) {
            return Err(format!(
                "a guess has as many values as the greatest number that is subtracted, and none above the number of options: not at {n}"
            ));
        }
    }
    if guesses.iter().any(|guess| guess.len() != game.length) {
        return Err("a guess has more values than the greatest number that is subtracted".into());
    }
    let first = start + game.length as u64;
    let begin = game.begins(first)?;
    let values = game.values(begin, stop)?;
    let mut tuples = guesses.clone();
    for n in first..begin {
        let quotients = game.quotients(&values, n);
        tuples = tuples.map(|tuple| [&tuple[1..], &[game.next(&tuple, quotients)]].concat());
    }
    for all in game.moduli(*modulus) {
        let Some(found) = Possible::of(&game, &values, &tuples, all, stop)? else { continue };
        // The tuples before n + 1 end with the values at n.
        let ends = |n: u64| &found.tuples[index((n + 1) % all)];
        let differ = |tuples: &Tuple| tuples[2 * game.length - 1] != tuples[3 * game.length - 1];
        if (*residue..all).step_by(index(*modulus)).all(|n| ends(n).iter().all(differ)) {
            let count: usize = found.tuples.iter().map(BTreeSet::len).sum();
            return Ok(format!(
                "From {begin} on, the last values of the game and of both guesses are among {count} tuples modulo {all} that no step leaves, whatever values of their \
                 classes the quotients have. In none of those that end at the residue {residue} modulo {modulus} do the guesses agree."
            ));
        }
    }
    Err("no induction shows that the guesses never agree".into())
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Apart::read(object)?))
}

impl Stated for Apart {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        proof(&of.rules, of.misere, self, stop).map_err(Refusal::of)
    }

    fn words(&self, of: &Certificate) -> String {
        let Apart { start, residue, modulus, .. } = self;
        format!(
            "In normal play, two guesses at {start} about {} never agree: from some number on they differ at every n with n mod {modulus} = {residue}.",
            of.called()
        )
    }

    fn answer(&self, asks: &str, _: &Map<String, Value>, _: &Certificate) -> Result<Option<(u64, u64)>> {
        Ok((asks == "converges").then_some((0, 0)))
    }
}
