//! What is true of values at numbers near each other, and near their quotients.
//!
//! In: a statement about n that asks for values at a·n + b, for some constants a and b. Out: that it is true for every n.
//!
//! Let N = A·n + B be a number that is no less than all that the statement asks about. From each state that is [`Possible`] at N - T all ways of T steps are followed. A step gives the
//! value at a number, and at its quotients by those p of the list that divide it. The statement is evaluated on the way, for all n of a residue modulo M at once: what it asks about is one
//! of these values, or not known. A value is asked for at a number that is natural for all these n; else the statement may be undefined, and nothing is verified. A way on which it is
//! true already is left. At the end of each way it must be true.
//! Below the first n for which all this is so, the statement is evaluated by the definition, number by number.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::definition::concrete::{At, World};
use crate::form::bound::bound_once;
use crate::form::expr::{Expr, Fold, Result, Rules, Word};
use crate::form::keys::{key, list, number};
use crate::form::spent::{Stop, Told};
use crate::form::stated::Certificate;
use crate::recurrence::form::{Far, Form, no_parts, perhaps_undefined, unasked};
use crate::views::Statement;
use crate::views::possible::{Possible, Shape, Way, Ways};

/// The limit on the steps, and on the factors A and B.
const MOST: u64 = 1 << 12;
/// Whether to stop is asked after so many evaluations.
const PAUSE: u64 = 1 << 8;
const TOO_MANY: &str = "a question is about a position with more than one entry";

/// What a certificate states, and how it is proved.
struct Claim {
    /// A and B.
    anchor: (u64, i128),
    /// T
    steps: u64,
    /// The position that the statement is about.
    at: Expr,
    /// What is true at each n: the condition of the certificate, unless its `where` is false.
    says: Expr,
}

/// Reads the keys of the statement.
pub(super) fn read(object: &Map<String, Value>) -> Result<Box<dyn Statement>> {
    // The one coordinate of expressions is the variable n.
    let questions = usize::try_from(number(object, "questions")?).map_err(|_| "its `questions` are too many")?;
    let expression = |e: &Value| Expr::read(e, 1, questions);
    let of_key = |name: &str| expression(key(object, name)?);
    let ends = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
        Some([lo, hi]) => Ok((expression(lo)?, expression(hi)?)),
        _ => Err("each of its `all` is a pair, the ends of a range".to_string()),
    };
    let ranges = list(object, "all")?.iter().map(ends).collect::<Result<Vec<_>>>()?;
    let ranges = ranges.into_iter().enumerate().map(|(variable, (lo, hi))| (variable, lo, hi)).collect();
    let fold = Fold { word: Word::All, ranges, filter: of_key("if")?, body: of_key("holds")? };
    let more = key(object, "more")?.as_i64().map(i128::from).ok_or("its `more` is no number")?;
    let claim = Claim {
        anchor: (number(object, "factor")?, more),
        steps: number(object, "steps")?,
        at: of_key("at")?,
        says: Expr::Or(vec![Expr::Not(Box::new(of_key("where")?)), Expr::Fold(Box::new(fold))]),
    };
    for e in [&claim.at, &claim.says] {
        bound_once(e, &mut BTreeSet::new())?;
    }
    let fits = (1..=MOST).contains(&claim.anchor.0)
        && claim.anchor.1.unsigned_abs() <= MOST.into()
        && (1..=MOST).contains(&claim.steps);
    if fits { Ok(Box::new(claim)) } else { Err("its `factor`, `more` or `steps` is too large, or 0".into()) }
}

impl Statement for Claim {
    fn verify(&self, shape: Shape<'_>, rules: &Rules, stop: Stop) -> Result<String> {
        let possible = Possible::of(shape, 0, &[], stop)?;
        let (from, modulus) = (self.begin(&possible), shape.modulus);
        let mut ways = Ways { possible: &possible, followed: 0 };
        for n in from..from + modulus {
            let passed = self.passed(n, shape)?;
            let first = self.number(n)? - self.steps;
            if ways.longest(&passed, (first, vec![], self.steps), stop)?.is_none() {
                let residue = n % modulus;
                return Err(format!("for some n = {residue} modulo {modulus} it may be false, as far as views show"));
            }
        }
        self.by_definition(rules, shape, from, stop)?;
        Ok(format!(
            "The last values at floor(N / p), for p = {}, are among those that no step leaves, residue by residue modulo {modulus}. From each of them all ways of {} steps were followed, \
             which are {} states, for n of each residue, from {from} on. Smaller n were looked at one by one.",
            shape.words(),
            self.steps,
            ways.followed,
        ))
    }

    fn words(&self, of: &Certificate) -> String {
        format!(
            "In {} play, in {}: for every n, where `where` of the certificate is true, so is `holds`, about the position `at`.",
            of.play(),
            of.called()
        )
    }
}

impl Claim {
    /// The first n whose ways begin where states are known; a multiple of M.
    fn begin(&self, possible: &Possible<'_>) -> u64 {
        let (factor, more) = self.anchor;
        // A·n + B - T is no less than the first number with a state, and the numbers of the statement are far from 0.
        let least = possible.begin + self.steps + u64::try_from(more.unsigned_abs()).unwrap_or(MOST) + MOST.min(64);
        least.div_ceil(factor).next_multiple_of(possible.shape.modulus)
    }

    /// A·n + B.
    fn number(&self, n: u64) -> Result<u64> {
        let (factor, more) = self.anchor;
        u64::try_from(i128::from(n) * i128::from(factor) + more).map_err(|_| "a number is beyond 64 bits".to_string())
    }

    /// What ways pass to A·n + B, for all n of a residue, of which `n` is the first one.
    fn passed(&self, n: u64, shape: Shape<'_>) -> Result<Passed<'_>> {
        let last = self.number(n)?;
        let slope = i128::from(self.anchor.0) * i128::from(shape.modulus);
        let at = |r: u64| {
            let dividing = shape.products.iter().enumerate().filter(move |(_, p)| r.is_multiple_of(**p));
            dividing.map(move |(place, p)| {
                let p = i128::from(*p);
                Seen {
                    of: r,
                    at: Form::of(i128::from(r) / p, slope / p, 0),
                    place: (place + 1) * shape.game.length - 1,
                }
            })
        };
        let seen = (last - self.steps + 1..=last).flat_map(at).collect();
        let n = Form::of(i128::from(n), i128::from(shape.modulus), 0);
        let own = Far { coords: &[n], vars: vec![], terminal: &no_parts, asked: &unasked }
            .int(&self.at)?
            .ok_or("the position of the statement is not linear in n")?;
        match own.is_natural() {
            true => Ok(Passed { says: &self.says, n, own, seen }),
            false => Err("the position of the statement may be negative".into()),
        }
    }

    /// Evaluates the statement at all n below `from`.
    fn by_definition(&self, rules: &Rules, shape: Shape<'_>, from: u64, stop: Stop) -> Result<()> {
        let values = shape.game.values(self.number(from)?.max(1), stop)?;
        let world = Values { values: &values, own: Cell::new(0) };
        for n in 0..from {
            if n % PAUSE == 0 && stop(Told::steps(n)) {
                return Err(String::new());
            }
            let mut at = At::within(rules, &[n], Some(&world));
            let own = at.int(&self.at)?;
            world.own.set(own);
            if own >= 0 && !at.truth(&self.says)? {
                return Err(format!("it is false for n = {n}"));
            }
        }
        Ok(())
    }
}

/// A value on a way: at which step it is passed, of which number it is, and where it stands in the state.
struct Seen {
    of: u64,
    at: Form,
    place: usize,
}

/// The values that ways pass, and the statement about them for all n of a residue.
struct Passed<'c> {
    says: &'c Expr,
    n: Form,
    own: Form,
    seen: Vec<Seen>,
}

impl Way for Passed<'_> {
    type Load = Vec<u8>;

    fn next(&self, n: u64, state: &[u8], values: &Vec<u8>) -> Vec<u8> {
        let new = self.seen[values.len()..].iter().take_while(|seen| seen.of == n).map(|seen| state[seen.place]);
        values.iter().copied().chain(new).collect()
    }

    /// Is the statement true for all n of the residue, whatever the values are that are not seen?
    fn is_over(&self, values: &Vec<u8>) -> Result<bool> {
        let asked = |at: &[Form]| {
            let at = match at {
                [] => self.own,
                [at] => *at,
                _ => return Err(TOO_MANY.to_string()),
            };
            if !at.is_natural() {
                return Err(perhaps_undefined());
            }
            let value = self.seen.iter().zip(values).find(|(seen, _)| seen.at == at).map(|(_, value)| *value);
            Ok(value.map(|value| Form::number(value.into())))
        };
        let mut far = Far { coords: &[self.n], vars: vec![], terminal: &no_parts, asked: &asked };
        Ok(far.truth(self.says)? == Some(true))
    }

    fn size(values: &Vec<u8>) -> usize {
        values.len()
    }
}

/// Values by the definition.
struct Values<'v> {
    values: &'v [u8],
    own: Cell<i128>,
}

impl World for Values<'_> {
    fn step(&self) -> Result<()> {
        Ok(())
    }

    fn answer(&self, _question: usize, at: &[i128]) -> Result<i128> {
        let at = match at {
            [] => self.own.get(),
            [at] => *at,
            _ => return Err(TOO_MANY.to_string()),
        };
        let value = usize::try_from(at).ok().and_then(|at| self.values.get(at)).copied();
        value
            .map(i128::from)
            .ok_or_else(|| "a value is asked for at a number that is none, or above A·n + B".to_string())
    }
}
