//! A number of steps after which guesses agree.
//!
//! In: the number, a start, and perhaps [classes](Classes) of values that guesses may have. Out: that from every start so many steps suffice; and how many there are from the given one.
//!
//! The *steps* from n are the least k such that all guesses agree at n + k, …, n + k + m - 1 (Nivasch and Rubinstein, section 2). The set of tuples that guesses have follows from the
//! values at quotients. From every state that is [`Possible`] all ways are followed until one tuple is left; starts before those states are tried one by one.

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules};
use crate::form::keys::number;
use crate::form::spent::{Stop, Told};
use crate::form::stated::Certificate;
use crate::views::Statement;
use crate::views::classes::Classes;
use crate::views::game::{Game, Guesses};
use crate::views::possible::{Possible, Shape, TREE, Way, Ways};

const MOST_STEPS: u64 = 1 << 9;
/// The limit on the numbers whose values are computed.
const NUMBERS: u64 = 1 << 26;

/// What is stated.
struct Steps {
    steps: u64,
    start: u64,
    taken: u64,
    /// The values that guesses may have, if not all.
    classes: Option<Classes>,
}

/// Reads the keys of the statement.
pub(super) fn read(object: &Map<String, Value>) -> Result<Box<dyn Statement>> {
    let [steps, start, taken] = ["steps", "start", "taken"].map(|name| number(object, name));
    let classes = object.get("classes").map(Classes::read).transpose()?;
    let claim = Steps { steps: steps?, start: start?, taken: taken?, classes };
    if claim.steps > MOST_STEPS || claim.taken > claim.steps || claim.start >= NUMBERS {
        return Err(format!(
            "its `taken` is at most its `steps`, these are at most {MOST_STEPS}, and its `start` is below {NUMBERS}"
        ));
    }
    Ok(Box::new(claim))
}

/// Guesses go along with states.
impl Way for Possible<'_> {
    type Load = Guesses;

    fn next(&self, n: u64, state: &[u8], guesses: &Guesses) -> Guesses {
        // If the state does not have all values at the quotients, these are the guesses with any of those.
        let sets = self.quotients(n % self.shape.modulus, 1, state);
        let mut all: Guesses = sets.iter().flat_map(|quotients| self.shape.game.after(guesses, *quotients)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn is_over(&self, guesses: &Guesses) -> Result<bool> {
        Ok(guesses.len() == 1)
    }

    fn size(guesses: &Guesses) -> usize {
        TREE * guesses.len()
    }
}

impl Statement for Steps {
    fn verify(&self, shape: Shape<'_>, _: &Rules, stop: Stop) -> Result<String> {
        let first = self.classes.as_ref().map_or(0, |classes| classes.from);
        let possible = Possible::of(shape, first, &[], stop)?;
        if let Some(classes) = &self.classes {
            classes.hold(&possible)?;
        }
        let possible = possible.at_quotients();
        let (most, followed) = self.most(&possible, stop)?;
        self.tried((first, possible.begin), shape.game, stop)?;
        let (begin, products, modulus) = (possible.begin, shape.words(), shape.modulus);
        Ok(format!(
            "From {begin} on, the last values at floor(n / p), for p = {products}, are among those that no step leaves, residue by residue modulo {modulus}. From each of them \
             all guesses were followed, which are {followed} states, and at most {most} steps are left. The starts before {begin} were tried one by one.",
        ))
    }

    fn words(&self, of: &Certificate) -> String {
        let (Steps { steps, start, taken, classes }, game) = (self, of.called());
        let exact = if taken == steps { " No smaller number will do." } else { "" };
        if let Some(classes) = classes {
            let (from, classes) = (classes.from, classes.lists());
            return format!(
                "In normal play, for every n >= {from}: the value of n in {game} is in {classes}; and all guesses at n with values in these classes agree after at most \
                 {steps} steps. From {start} they take {taken}.{exact}"
            );
        }
        format!(
            "In normal play, for every n >= 0: all guesses at n about {game} agree after at most {steps} steps. From {start} they take {taken}.{exact}"
        )
    }

    fn answer(&self, asks: &str) -> Option<(u64, u64)> {
        match asks {
            _ if self.classes.is_some() => None,
            "convergence" => Some((self.taken, self.steps)),
            "converges" => Some((1, 1)),
            _ => None,
        }
    }
}

impl Steps {
    /// The most steps from any start with a state that is possible, and the states that were followed.
    fn most(&self, possible: &Possible<'_>, stop: Stop) -> Result<(u64, u64)> {
        let Shape { game, modulus, .. } = possible.shape;
        let (mut ways, mut most) = (Ways { possible, followed: 0 }, 0);
        // The modulus is one of the classes, too. The first states are those of the last value of a guess.
        for last in possible.begin..possible.begin + modulus {
            let guesses = game.guesses(last + 1 - game.length as u64, self.classes.as_ref())?;
            let Some(steps) = ways.longest(possible, (last, guesses, self.steps), stop)? else {
                return Err(format!(
                    "from some start there may be more than {} steps, as far as its `products` show",
                    self.steps
                ));
            };
            most = most.max(steps);
        }
        Ok((most, ways.followed))
    }

    /// Tries the first starts one by one, and the one that is given.
    fn tried(&self, (first, begin): (u64, u64), game: &Game, stop: Stop) -> Result<()> {
        let values = game.values(begin.max(self.start + 1) + self.steps + game.length as u64 + 1, stop)?;
        let steps = |start: u64| -> Result<Option<u64>> {
            let mut guesses = game.guesses(start, self.classes.as_ref())?;
            for steps in 0..=self.steps {
                if guesses.len() == 1 {
                    return Ok(Some(steps));
                }
                guesses = game.after(&guesses, game.quotients(&values, start + game.length as u64 + steps));
            }
            Ok(None)
        };
        for start in first..begin {
            if stop(Told::steps(start)) {
                return Err(String::new());
            }
            if steps(start)?.is_none() {
                return Err(format!("from {start} there are more than {} steps", self.steps));
            }
        }
        match steps(self.start)? {
            Some(taken) if taken == self.taken => Ok(()),
            _ => Err(format!("from {} there are not {} steps", self.start, self.taken)),
        }
    }
}
