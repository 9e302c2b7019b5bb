//! Verifies a number of steps after which guesses about a subtraction-division game agree.
//!
//! In: a certificate of kind `convergence`. Out: the proof in words, or the part of the certificate that fails.
//!
//! From n the moves lead to n - s, s in S, and to n / d, d in D ([`Moves`]); m is the greatest s. A guess at n gives each of n, …, n + m - 1 a value of at most
//! the number of its options, and goes on by the least value that is missing, with true values at quotients. The *steps* from n are the least k such that all
//! guesses agree at n + k, …, n + k + m - 1 (Nivasch and Rubinstein, section 2).
//!
//! The set of tuples that guesses have follows from the [views](Views) of a list of numbers that has all of D. From every view of every residue all ways are followed until one
//! tuple is left; starts before those views are tried one by one.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::Refusal;
use super::expr::{Result, Rules};
use super::guesses::Guesses;
use super::keys::number;
use super::numbers::{index, lcm};
use super::possible::Classes;
use super::views::{Game, STATES, Tuple, Views, products};
use crate::Verified;
use crate::spent::{Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;

const MOST_STEPS: u64 = 1 << 9;
/// The limit on the numbers whose values are computed.
const NUMBERS: u64 = 1 << 26;

/// What a certificate states.
#[derive(Debug)]
struct Claim {
    steps: u64,
    start: u64,
    taken: u64,
    /// The numbers p, the greatest first.
    products: Vec<u64>,
    /// The values that guesses may have, if not all.
    classes: Option<Classes>,
}

impl Claim {
    /// Reads the keys of the kind.
    fn read(object: &Map<String, Value>) -> Result<Claim> {
        let claim = Claim {
            steps: number(object, "steps")?,
            start: number(object, "start")?,
            taken: number(object, "taken")?,
            products: products(object)?,
            classes: object.get("classes").map(Classes::read).transpose()?,
        };
        if claim.steps > MOST_STEPS || claim.taken > claim.steps || claim.start >= NUMBERS {
            return Err(format!(
                "its `taken` is at most its `steps`, these are at most {MOST_STEPS}, and its `start` is below {NUMBERS}"
            ));
        }
        Ok(claim)
    }

    /// The largest number of steps from any start is at least the first number, and at most the second; `None` if not all guesses are meant.
    fn steps(&self) -> Option<(u64, u64)> {
        self.classes.is_none().then_some((self.taken, self.steps))
    }

    /// The theorem, in words that follow "in normal play, for".
    fn theorem(&self, game: &str) -> String {
        let Claim { steps, start, taken, classes, .. } = self;
        let exact = if taken == steps { " No smaller number will do." } else { "" };
        if let Some(classes) = classes {
            let (from, classes) = (classes.from, classes.words());
            return format!(
                "In normal play, for every n >= {from}: the value of n in {game} is in {classes}; and all guesses at n with values in these classes agree after at most \
                 {steps} steps. From {start} they take {taken}.{exact}"
            );
        }
        format!(
            "In normal play, for every n >= 0: all guesses at n about {game} agree after at most {steps} steps. From {start} they take {taken}.{exact}"
        )
    }
}

/// The ways of guesses from all views.
struct Ways<'v, 'g> {
    views: &'v Views<'g>,
    guesses: Guesses,
    /// By residue, view and guesses, the steps that are left; `None` while they are looked for.
    left: HashMap<(u64, Tuple, usize), Option<u64>>,
}

impl Ways<'_, '_> {
    /// The most steps from any start that has one of the views.
    fn most(&mut self, classes: Option<&Classes>, stop: Stop) -> Result<u64> {
        let (views, mut most) = (self.views, 0);
        let length = views.game.length as u64;
        let modulus = lcm(views.modulus, classes.map_or(1, Classes::modulus));
        for residue in 0..modulus {
            // A number of this residue from which everything can be subtracted.
            let start = residue + modulus * (length + 1);
            let set = self.guesses.start(views.game, start, classes)?;
            let last = (start + length - 1) % views.modulus;
            for view in &views.at[index(last)] {
                most = most.max(self.from((last, view.clone(), set), 0, stop)?);
            }
        }
        Ok(most)
    }

    fn from(&mut self, state: (u64, Tuple, usize), depth: u64, stop: Stop) -> Result<u64> {
        if self.guesses.agree(state.2) {
            return Ok(0);
        }
        match self.left.get(&state) {
            Some(Some(left)) => return Ok(*left),
            Some(None) => return Err("some guesses may differ for ever, as far as its `products` show".into()),
            None => {}
        }
        if depth > MOST_STEPS || self.left.len() > STATES {
            return Err("the ways of guesses are too long or too many for this checker".into());
        }
        if self.left.len().is_multiple_of(1 << 10) && stop(Told::steps(self.left.len() as u64)) {
            return Err(String::new());
        }
        self.left.insert(state.clone(), None);
        let next = (state.0 + 1) % self.views.modulus;
        let mut most = 0;
        for view in self.views.after(next, &state.1) {
            // All of D is among the products, so that there is one set.
            for quotients in self.views.quotients(next, 1, &view) {
                let set = self.guesses.step(self.views.game, state.2, quotients);
                most = most.max(1 + self.from((next, view.clone(), set), depth + 1, stop)?);
            }
        }
        self.left.insert(state, Some(most));
        Ok(most)
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    proof(rules, misere, claim, stop).map_err(Refusal::of)
}

fn proof(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String> {
    if misere {
        return Err("steps to convergence are those of normal play".into());
    }
    let game = Game::dividing(rules)?;
    if let Some(d) = game.over.iter().find(|d| !claim.products.contains(d)) {
        return Err(format!("its `products` lack {d}, by which a move divides"));
    }
    let views = Views::of(&game, &claim.products, stop)?;
    let Views { from, modulus, .. } = views;
    let mut ways = Ways { views: &views, guesses: Guesses::default(), left: HashMap::new() };
    let classes = claim.classes.as_ref();
    if let Some(classes) = classes {
        classes.verify(&game, stop)?;
    }
    let most = ways.most(classes, stop)?;
    if most > claim.steps {
        return Err(format!("from some start there may be {most} steps, as far as its `products` show"));
    }
    let values = game.values(from.max(claim.start + 1) + claim.steps + game.length as u64 + 1, stop)?;
    let mut guesses = Guesses::default();
    for start in classes.map_or(0, |classes| classes.from)..from {
        if start % (1 << 10) == 0 && stop(Told::steps(start)) {
            return Err(String::new());
        }
        if guesses.steps_from(&game, &values, (start, claim.steps), classes)?.is_none() {
            return Err(format!("from {start} there are more than {} steps", claim.steps));
        }
    }
    match guesses.steps_from(&game, &values, (claim.start, claim.steps), classes)? {
        Some(taken) if taken == claim.taken => {}
        _ => return Err(format!("from {} there are not {} steps", claim.start, claim.taken)),
    }
    Ok(format!(
        "From {from} on, the last values at floor(n / p), for p = {}, are among those that follow from all tuples of values, residue by residue modulo {modulus}. From \
         each of them all guesses were followed, which are {} states, and at most {most} steps are left. The starts before {from} were tried one by one.",
        claim.products.iter().rev().map(u64::to_string).collect::<Vec<_>>().join(", "),
        ways.left.len(),
    ))
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Claim::read(object)?))
}

impl Stated for Claim {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(&of.rules, of.misere, self, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        self.theorem(&of.called())
    }

    fn answer(&self, asks: &str, _: &Map<String, Value>, _: &Certificate) -> Result<Option<(u64, u64)>> {
        Ok(match asks {
            "convergence" => self.steps(),
            "converges" => self.steps().map(|_| (1, 1)),
            _ => None,
        })
    }
}
