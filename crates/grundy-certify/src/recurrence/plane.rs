//! Positions whose coordinates are both large.
//!
//! In: rules with two coordinates, and a line. Out: that from this line on the options of (x, y) are the (x', y), x' < x, and the (x, y'),
//! y' < y, and nothing else ([`rooks`]), as long as these positions exist if one coordinate is less than the line; or what fails.
//!
//! Let x = from + P and y = from + Q for any P, Q >= 0. *Nothing else*: an amount of a family is its least one + R and its greatest one - R for
//! some R >= 0. With one of these two forms it must follow that the target is no position, or has one coordinate less and the other one
//! unchanged. *All of them*: for each y' < from by itself, and for y' = from + R, y = y' + 1 + Q, some family must have an amount that leads
//! there. This amount is guessed from where the amounts 0 and 1 lead, and then checked. [`Far`] decides for all P, Q and R at once; if it
//! cannot, the rules are refused.

use crate::form::expr::{Family, Result, Rules};
use crate::recurrence::form::{Far, Form, unasked};

/// The number of ways to put constant amounts into a family.
const MOST_CASES: usize = 1 << 12;

const ONE: Form = Form::number(1);
const P: Form = Form::unknown(0, 1);
const Q: Form = Form::unknown(1, 1);
const R: Form = Form::unknown(2, 1);

/// A position.
type Pair = [Form; 2];

/// A family with its constant amounts put in.
struct Case<'f> {
    rules: &'f Rules,
    family: &'f Family,
    vars: Vec<Option<Form>>,
    /// The amount that grows, and the ends of its range.
    ray: Option<(usize, [Option<Form>; 2])>,
}

/// Checks that from a line on the moves are those of a rook towards the origin.
pub(crate) fn rooks(rules: &Rules, from: u64) -> Result<()> {
    let line = Form::number(i128::from(from));
    let far = [line.plus(1, P)?, line.plus(1, Q)?];
    for (_, condition) in &rules.requires {
        if at(&far, vec![]).truth(condition)? != Some(true) {
            return Err(format!("not all positions with both coordinates from {from} on are seen to exist"));
        }
    }
    for family in &rules.families {
        if at(&far, vec![]).truth(&family.before)? == Some(false) {
            continue;
        }
        for case in cases(rules, family, &far)? {
            if !case.lowers_one(&far)? {
                return Err(format!(
                    "a move from a position with both coordinates from {from} on is not seen to lower one of them and no other"
                ));
            }
        }
    }
    let beyond = line.plus(1, R)?;
    let near = (0..from).map(|c| Ok((far[1], Form::number(i128::from(c)))));
    for pair in near.chain([beyond.plus(1, ONE)?.plus(1, Q).map(|later| (later, beyond))]) {
        let (large, to) = pair?;
        for lowered in [0, 1] {
            let mut position = [far[0]; 2];
            position[lowered] = large;
            if !reaches(rules, &position, lowered, to)? {
                return Err(format!(
                    "from a position with both coordinates from {from} on not every one with one of them less is seen to be reached"
                ));
            }
        }
    }
    Ok(())
}

fn at(coords: &Pair, vars: Vec<Option<Form>>) -> Far<'_> {
    Far { coords, vars, terminal: &|_| Err("a condition speaks of moves of a part".to_string()), asked: &unasked }
}

/// Is the first form at most the second for all P, Q and R?
fn at_most(a: Form, b: Form) -> Result<bool> {
    Ok(a.plus(-1, b)?.non_positive() == Some(true))
}

fn less(a: Form, b: Form) -> Result<bool> {
    at_most(a.plus(1, ONE)?, b)
}

/// Puts in the amounts with constant ranges.
fn cases<'f>(rules: &'f Rules, family: &'f Family, coords: &Pair) -> Result<Vec<Case<'f>>> {
    if family.targets.iter().any(|(_, tuples)| tuples.len() != 1) {
        return Err("a move leaves several parts, or none".into());
    }
    let mut cases = vec![Case { rules, family, vars: vec![], ray: None }];
    for (lo, hi) in &family.params {
        let mut next = vec![];
        for Case { vars, ray, .. } in cases {
            let mut far = at(coords, vars.clone());
            let ends = [far.int(lo)?, far.int(hi)?];
            if let [Some(lo), Some(hi)] = ends
                && less(hi, lo)?
            {
                continue;
            }
            let [lo, hi] = ends.map(|end| end.and_then(Form::as_number));
            let mut push = |value: Option<Form>, ray| {
                next.push(Case { rules, family, vars: vars.iter().copied().chain([value]).collect(), ray });
                if next.len() > MOST_CASES { Err("a family has too many moves".to_string()) } else { Ok(()) }
            };
            match (lo.zip(hi), ray) {
                (Some((lo, hi)), _) => (lo..=hi).try_for_each(|value| push(Some(Form::number(value)), ray))?,
                (None, None) => push(None, Some((vars.len(), ends)))?,
                (None, Some(_)) => return Err("a family of moves has several amounts that grow".into()),
            }
        }
        cases = next;
    }
    Ok(cases)
}

/// Does some move lead from a position to the one with `to` for the lowered coordinate?
fn reaches(rules: &Rules, position: &Pair, lowered: usize, to: Form) -> Result<bool> {
    for family in &rules.families {
        if at(position, vec![]).truth(&family.before)? == Some(true) {
            for case in cases(rules, family, position)? {
                if case.leads(position, lowered, to)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

impl Case<'_> {
    /// The evaluation with the growing amount put in.
    fn with<'p>(&self, position: &'p Pair, amount: Option<Form>) -> Far<'p> {
        let mut vars = self.vars.clone();
        if let Some((ray, _)) = self.ray {
            vars[ray] = amount;
        }
        at(position, vars)
    }

    /// The coordinates after a move.
    fn target(&self, position: &Pair, far: &mut Far) -> Result<[Option<Form>; 2]> {
        let mut target = position.map(Some);
        for (leaf, tuples) in &self.family.targets {
            for (k, e) in self.rules.leaves[*leaf].clone().zip(tuples.iter().flatten()) {
                target[k] = far.int(e)?;
            }
        }
        Ok(target)
    }

    /// Do all moves lower one coordinate and leave the other unchanged, or lead to no position?
    fn lowers_one(&self, position: &Pair) -> Result<bool> {
        let Some((_, [lo, hi])) = self.ray else { return self.lowers_one_by(position, None) };
        let amounts = [lo.map(|lo| lo.plus(1, R)), hi.map(|hi| hi.plus(-1, R))];
        for amount in amounts.into_iter().flatten() {
            if self.lowers_one_by(position, Some(amount?)) == Ok(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn lowers_one_by(&self, position: &Pair, amount: Option<Form>) -> Result<bool> {
        let mut far = self.with(position, amount);
        if far.truth(&self.family.guard)? == Some(false) {
            return Ok(true);
        }
        let [Some(x), Some(y)] = self.target(position, &mut far)? else { return Ok(false) };
        let nowhere = less(x, Form::number(0))? || less(y, Form::number(0))?;
        let one = |a: Form, b: Form| Ok::<_, String>(a == position[0] && less(b, position[1])?);
        let other = |a: Form, b: Form| Ok::<_, String>(b == position[1] && less(a, position[0])?);
        Ok(nowhere || one(x, y)? || other(x, y)?)
    }

    /// Does the case have a move to the position with `to` for the lowered coordinate?
    fn leads(&self, position: &Pair, lowered: usize, to: Form) -> Result<bool> {
        let mut amount = None;
        if let Some((_, [lo, hi])) = self.ray {
            let (Some(lo), Some(hi), Some(guess)) = (lo, hi, self.guess(position, lowered, to)) else {
                return Ok(false);
            };
            if !(at_most(lo, guess)? && at_most(guess, hi)?) {
                return Ok(false);
            }
            amount = Some(guess);
        }
        let mut far = self.with(position, amount);
        let mut wanted = position.map(Some);
        wanted[lowered] = Some(to);
        Ok(far.truth(&self.family.guard)? == Some(true) && self.target(position, &mut far)? == wanted)
    }

    /// The amount for which the coordinate becomes `to`, if up to a constant the coordinate is the amount, or minus the amount.
    fn guess(&self, position: &Pair, lowered: usize, to: Form) -> Option<Form> {
        let by = |amount: i128| {
            let mut far = self.with(position, Some(Form::number(amount)));
            self.target(position, &mut far).ok()?[lowered]
        };
        let (none, one) = (by(0)?, by(1)?);
        let sign = one.plus(-1, none).ok()?.as_number().filter(|sign| [1, -1].contains(sign))?;
        Form::number(0).plus(sign, to).and_then(|form| form.plus(-sign, none)).ok()
    }
}
