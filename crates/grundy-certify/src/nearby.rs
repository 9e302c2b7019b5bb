//! Certificates of kind `nearby`: what is true of values at numbers near each other, and near their quotients.
//!
//! In: rules from whose numbers n the moves lead to n - s and to n / d, and a statement about n that asks for values at a·n + b, for some constants a and b. Out: that it is true
//! for every n.
//!
//! Let N = A·n + B be a number that is no less than all that the statement asks about. From each [view](Views) that N - T can have, all ways of T steps are followed. A step gives the
//! value at a number, and at its quotients by those p of the list that divide it. The statement is evaluated on the way, for all n of a residue modulo K at once, K a multiple
//! of the modulus of the views: what it asks about is one of these values, or not known. A value is asked for at a number that is natural for all these n; else the statement may be
//! undefined, and nothing is verified. A way on which it is true already is left. At the end of each way it must be true.
//! Below the first n for which all this is so, the statement is evaluated by the definition, number by number.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Refusal;
use super::concrete::{At, World};
use super::expr::{Expr, Fold, Result, Rules, Word};
use super::form::{Far, Form, perhaps_undefined, unasked};
use super::keys::{key, list, number};
use super::views::{Game, STATES, Tuple, Views, products};
use crate::Verified;
use crate::spent::{Spent, Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;

/// The limit on the steps, and on the factors A and B.
const MOST: u64 = 1 << 12;
/// The limit on the modulus of the numbers n.
const MODULUS: u64 = 1 << 14;
/// Whether to stop is asked after so many evaluations.
const PAUSE: u64 = 1 << 8;
/// About how many bytes an element of a set takes beside its contents.
const TREE: usize = 48;

/// What a certificate states, and how it is proved.
struct Claim {
    /// The numbers p, the greatest first; the last one is 1.
    products: Vec<u64>,
    /// A and B.
    anchor: (u64, i128),
    /// T
    steps: u64,
    /// K
    modulus: u64,
    /// The position that the statement is about.
    at: Expr,
    /// What is true at each n: the condition of the certificate, unless its `where` is false.
    says: Expr,
}

impl Claim {
    /// Reads the keys of the kind.
    fn read(object: &Map<String, Value>) -> Result<Claim> {
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
            products: products(object)?.into_iter().chain([1]).collect(),
            anchor: (number(object, "factor")?, more),
            steps: number(object, "steps")?,
            modulus: number(object, "modulus")?,
            at: of_key("at")?,
            says: Expr::Or(vec![Expr::Not(Box::new(of_key("where")?)), Expr::Fold(Box::new(fold))]),
        };
        let fits = (1..=MOST).contains(&claim.anchor.0)
            && claim.anchor.1.unsigned_abs() <= MOST.into()
            && (1..=MOST).contains(&claim.steps)
            && (1..=MODULUS).contains(&claim.modulus);
        if fits { Ok(claim) } else { Err("its `factor`, `more`, `steps` or `modulus` is too large, or 0".into()) }
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    proof(rules, misere, claim, stop).map_err(Refusal::of)
}

fn proof(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String> {
    if misere {
        return Err("what follows from views is about values of normal play".into());
    }
    let game = Game::any(rules)?;
    let views = Views::of(&game, &claim.products, stop)?;
    if !claim.modulus.is_multiple_of(views.modulus) {
        return Err(format!("its `modulus` is no multiple of {}, that of the views", views.modulus));
    }
    let ways = Ways { claim, views: &views, from: claim.begin(&views) };
    let mut states = 0;
    for residue in 0..claim.modulus {
        states += ways.from(residue, states, stop)?;
    }
    by_definition(rules, &game, claim, ways.from, stop)?;
    let products = claim.products.iter().rev().map(u64::to_string).collect::<Vec<_>>().join(", ");
    Ok(format!(
        "The last values at floor(N / p), for p = {products}, are among those that follow from all tuples of values, residue by residue modulo {}. From each of them all ways of {} \
         steps were followed, which are {states} states, for n of each residue modulo {}, from {} on. Smaller n were looked at one by one.",
        views.modulus, claim.steps, claim.modulus, ways.from,
    ))
}

impl Claim {
    /// The first n whose ways begin where views are known; a multiple of K.
    fn begin(&self, views: &Views<'_>) -> u64 {
        let (factor, more) = self.anchor;
        // A·n + B - T is no less than the first number with a view of these, and the numbers of the statement are far from 0.
        let least = views.from + self.steps + u64::try_from(more.unsigned_abs()).unwrap_or(MOST) + MOST.min(64);
        least.div_ceil(factor).next_multiple_of(self.modulus)
    }

    /// A·n + B.
    fn number(&self, n: u64) -> Result<u64> {
        let (factor, more) = self.anchor;
        u64::try_from(i128::from(n) * i128::from(factor) + more).map_err(|_| "a number is beyond 64 bits".to_string())
    }
}

/// A value on a way: of which number, and of which p of the list.
struct Seen {
    at: Form,
    place: usize,
}

/// The ways for all n from some n on.
struct Ways<'c> {
    claim: &'c Claim,
    views: &'c Views<'c>,
    from: u64,
}

impl Ways<'_> {
    /// Follows the ways of the numbers n with a residue: how many states there are, after `before` others.
    fn from(&self, residue: u64, before: usize, stop: Stop) -> Result<usize> {
        let Ways { claim, views, from } = *self;
        let n = from + residue;
        let last = claim.number(n)?;
        let slope = i128::from(claim.anchor.0) * i128::from(claim.modulus);
        let first = last - claim.steps;
        let at_first = views.at.get(usize::try_from(first % views.modulus).unwrap_or(0)).into_iter().flatten();
        let mut now: BTreeSet<(Tuple, Vec<u8>)> = at_first.map(|view| (view.clone(), vec![])).collect();
        let (mut seen, mut states): (Vec<Seen>, usize) = (vec![], 0);
        for r in first + 1..=last {
            for (place, p) in claim.products.iter().enumerate().filter(|(_, p)| r.is_multiple_of(**p)) {
                let p = i128::from(*p);
                seen.push(Seen { at: Form::of(i128::from(r) / p, slope / p, 0), place });
            }
            let mut next = BTreeSet::new();
            for (view, values) in &now {
                for view in views.after(r % views.modulus, view) {
                    let new = seen[values.len()..].iter().map(|seen| view[(seen.place + 1) * views.game.length - 1]);
                    let values: Vec<u8> = values.iter().copied().chain(new).collect();
                    if !next.contains(&(view.clone(), values.clone())) && !self.is_true(n, &seen, &values)? {
                        next.insert((view, values));
                    }
                }
                states += 1;
                if states.is_multiple_of(64) {
                    let each = size_of::<(Tuple, Vec<u8>)>() + view.len() + seen.len() + TREE;
                    let bytes = ((now.len() + next.len()) * each) as u64;
                    if stop(Told::Spent(Spent { steps: (before + states) as u64 * PAUSE, bytes })) {
                        return Err(String::new());
                    }
                }
            }
            if before + states + next.len() > STATES {
                return Err("the ways are too many for this checker".into());
            }
            now = next;
        }
        match now.is_empty() {
            true => Ok(states),
            false => {
                Err(format!("for some n = {residue} modulo {} it may be false, as far as views show", claim.modulus))
            }
        }
    }

    /// Is the statement true for all n of a residue, of which `n` is the first one, whatever the values are that are not seen?
    fn is_true(&self, n: u64, seen: &[Seen], values: &[u8]) -> Result<bool> {
        let coords = [Form::of(i128::from(n), i128::from(self.claim.modulus), 0)];
        let none = |_: usize| Err("one number has no parts".to_string());
        let own = Far { coords: &coords, vars: vec![], terminal: &none, asked: &unasked }
            .int(&self.claim.at)?
            .ok_or("the position of the statement is not linear in n")?;
        if !own.is_natural() {
            return Err("the position of the statement may be negative".into());
        }
        let asked = |at: &[Form]| {
            let at = at.first().copied().unwrap_or(own);
            if !at.is_natural() {
                return Err(perhaps_undefined());
            }
            let value = seen.iter().zip(values).find(|(seen, _)| seen.at == at).map(|(_, value)| *value);
            Ok(value.map(|value| Form::number(value.into())))
        };
        let mut far = Far { coords: &coords, vars: vec![], terminal: &none, asked: &asked };
        Ok(far.truth(&self.claim.says)? == Some(true))
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
        let at = at.first().copied().unwrap_or(self.own.get());
        let value = usize::try_from(at).ok().and_then(|at| self.values.get(at)).copied();
        value
            .map(i128::from)
            .ok_or_else(|| "a value is asked for at a number that is none, or above A·n + B".to_string())
    }
}

/// Evaluates the statement at all n below `from`.
fn by_definition(rules: &Rules, game: &Game, claim: &Claim, from: u64, stop: Stop) -> Result<()> {
    let values = game.values(claim.number(from)?.max(1), stop)?;
    let world = Values { values: &values, own: Cell::new(0) };
    for n in 0..from {
        if n % PAUSE == 0 && stop(Told::steps(n)) {
            return Err(String::new());
        }
        let mut at = At::within(rules, &[n], Some(&world));
        let own = at.int(&claim.at)?;
        world.own.set(own);
        if own >= 0 && !at.truth(&claim.says)? {
            return Err(format!("it is false for n = {n}"));
        }
    }
    Ok(())
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
        format!(
            "In {} play, in {}: for every n, where `where` of the certificate is true, so is `holds`, about the position `at`.",
            of.play(),
            of.called()
        )
    }
}
