//! Derives the subtrahends and divisors of a game's moves.
//!
//! In: rules of one coordinate n. Out: sets S and D such that from every n the options are the n - s >= 0 with s in S and, if n > 0, the whole
//! n / d with d in D; or a sentence that says why this is not derived.
//!
//! For large n the moves are read as forms, residue class by residue class; for all smaller n the options are compared one by one.

use std::collections::BTreeSet;

use crate::definition::concrete::each_amount;
use crate::form::expr::{Expr, Family, Result, Rules};
use crate::recurrence::form::{Far, Form, no_parts, unasked};
use crate::recurrence::line_options::{MOST_CLASSES, large};
use crate::recurrence::options::modulus;

/// The limit on the amounts of a parameter.
const MOST_AMOUNTS: i128 = 1 << 12;

/// The sets S and D.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) minus: BTreeSet<u64>,
    pub(crate) over: BTreeSet<u64>,
    /// The moves were read for n from here on, and computed for smaller n.
    pub(crate) near: u64,
}

impl Moves {
    /// Reads rules, and checks the options of all small n.
    pub(crate) fn of(rules: &Rules) -> Result<Moves> {
        if rules.width != 1 || rules.leaves.len() != 1 || !rules.requires.is_empty() {
            return Err("these are not positions of one number without conditions".into());
        }
        let modulus = modulus(rules, MOST_CLASSES)?;
        let near = (large(rules) + 4).next_multiple_of(modulus);
        let moves = Moves::from(rules, modulus, near).or_else(|_| Moves::from(rules, modulus, 8 * near))?;
        for n in 0..moves.near {
            if options(rules, n)? != moves.options(n) {
                return Err(format!(
                    "the options of {n} are not the same by subtraction and division as of large numbers"
                ));
            }
        }
        Ok(moves)
    }

    /// Reads the moves from large numbers.
    fn from(rules: &Rules, modulus: u64, near: u64) -> Result<Moves> {
        let class = |residue| Class { rules, modulus, from: near + residue }.moves();
        let moves = class(0)?;
        if moves.minus.last().is_some_and(|s| *s > near) {
            return Err("a move subtracts more than the first numbers".into());
        }
        for residue in 1..modulus {
            let whole = moves.over.iter().copied().filter(|d| residue % d == 0).collect();
            let expected = Moves { minus: moves.minus.clone(), over: whole, near };
            if class(residue)? != expected {
                return Err(format!("the moves of n = {residue} modulo {modulus} are not those of n = 0"));
            }
        }
        Ok(moves)
    }

    fn options(&self, n: u64) -> BTreeSet<u64> {
        let minus = self.minus.iter().filter_map(|s| n.checked_sub(*s));
        minus.chain(self.over.iter().filter(|d| n > 0 && n.is_multiple_of(**d)).map(|d| n / d)).collect()
    }
}

/// The options of a number, by the definition.
fn options(rules: &Rules, n: u64) -> Result<BTreeSet<u64>> {
    let mut found = BTreeSet::new();
    for family in &rules.families {
        let e = target(family)?;
        each_amount(rules, family, &[n], &mut |at| {
            let to = at.int(e)?;
            if to >= 0 {
                found.insert(
                    u64::try_from(to).map_err(|_| "a move leads to a number that is too large for this checker")?,
                );
            }
            Ok(true)
        })?;
    }
    Ok(found)
}

fn target(family: &Family) -> Result<&Expr> {
    match &family.targets[..] {
        [(0, tuples)] if tuples.len() == 1 && tuples[0].len() == 1 => Ok(&tuples[0][0]),
        _ => Err("a move leaves no number, or several".into()),
    }
}

/// The numbers `from` + k * `modulus`, for k = 0, 1, ….
struct Class<'a> {
    rules: &'a Rules,
    modulus: u64,
    from: u64,
}

impl Class<'_> {
    fn moves(&self) -> Result<Moves> {
        let mut moves = Moves { near: self.from - self.from % self.modulus, ..Moves::default() };
        for family in &self.rules.families {
            self.family(family, &mut vec![], &mut moves)?;
        }
        Ok(moves)
    }

    /// Reads the moves of a family whose first amounts are given.
    fn family(&self, family: &Family, amounts: &mut Vec<Option<Form>>, moves: &mut Moves) -> Result<()> {
        let n = Form::of(i128::from(self.from), i128::from(self.modulus), 0);
        let coords = [n];
        let mut far = Far { coords: &coords, vars: amounts.clone(), terminal: &no_parts, asked: &unasked };
        let unclear = |what: &str| format!("{what} is not the same for all large numbers of a residue class");
        if amounts.is_empty() && !far.truth(&family.before)?.ok_or_else(|| unclear("whether a move may be made"))? {
            return Ok(());
        }
        if let Some((lo, hi)) = family.params.get(amounts.len()) {
            let ends = [far.int(lo)?, far.int(hi)?].map(|end| end.and_then(Form::as_number));
            let [Some(lo), Some(hi)] = ends else { return Err(unclear("a range of amounts")) };
            if hi.saturating_sub(lo) > MOST_AMOUNTS {
                return Err("a range of amounts is too long".into());
            }
            for amount in lo..=hi {
                amounts.push(Some(Form::number(amount)));
                self.family(family, amounts, moves)?;
                amounts.pop();
            }
            return Ok(());
        }
        if !far.truth(&family.guard)?.ok_or_else(|| unclear("whether a move may be made"))? {
            return Ok(());
        }
        let to = far.int(target(family)?)?.ok_or_else(|| unclear("where a move leads"))?;
        if let Some(s) = n.plus(-1, to)?.as_number().filter(|s| *s >= 1) {
            moves.minus.insert(u64::try_from(s).map_err(|_| "a number is beyond 64 bits")?);
            return Ok(());
        }
        let d = if to.p >= 1 { n.p / to.p } else { 0 };
        if d < 2 || Form::number(0).plus(d, to)? != n {
            return Err("a move neither subtracts a constant nor divides by one".into());
        }
        moves.over.insert(u64::try_from(d).map_err(|_| "a number is beyond 64 bits")?);
        Ok(())
    }
}
