//! Variables of a statement that may be taken in ascending order.
//!
//! In: a statement. Out: numbers for its variables, such that a proof for these is one for all values. Where a variable is at least the one before it by a number c,
//! it is this one plus c plus a new track: automata then need not find out which of several numbers is the greater. Two things allow it:
//!
//! 1. The condition of the statement is a conjunction in which `x_i + c <= x_{i+1}` stands behind nothing that may be undefined. At other values the condition
//!    is false, and the statement says nothing.
//! 2. The statement is about a position (x_0, …, x_n) of a game whose coordinates can be exchanged, as one of its blocks of values shows, and its expressions
//!    stay the same when neighbouring variables are exchanged. What they ask of the position itself then does, too. So the statement is true at a position
//!    exactly if it is at the one with the same coordinates in ascending order.

use crate::claim::statement::Statement;
use crate::form::expr::{Expr, Fold, Result};
use crate::form::total::is_total;
use crate::say::moves::Speaker;
use crate::say::sets::Sum;

impl Statement {
    /// The variables.
    pub(crate) fn ascending(&self, speaker: &mut Speaker) -> Result<Vec<Sum>> {
        let (symmetric, mut all) = (self.is_symmetric(), Vec::<Sum>::new());
        for i in 0..self.variables {
            let track = Sum::track(speaker.track()?);
            let before = all.last().filter(|_| symmetric || self.step(i).is_some());
            let number = match before {
                Some(before) => before.plus(1, &track)?.plus(1, &Sum::number(self.step(i).unwrap_or(0)))?,
                None => track,
            };
            all.push(number);
        }
        Ok(all)
    }

    /// By how much a variable is above the one before it, at least, where the condition is not false.
    fn step(&self, i: usize) -> Option<i128> {
        let conjuncts = match &self.among {
            Expr::And(list) => &list[..],
            one => std::slice::from_ref(one),
        };
        conjuncts.iter().take_while(|conjunct| is_total(conjunct)).find_map(|conjunct| {
            let Expr::NonPos(difference) = conjunct else { return None };
            let Expr::Sum(least, terms) = &**difference else { return None };
            let up = [(1, Expr::X(i.checked_sub(1)?)), (-1, Expr::X(i))];
            let is_step = terms.len() == 2 && up.iter().all(|term| terms.contains(term));
            (is_step && *least >= 0).then_some(*least)
        })
    }

    /// Does it stay the same when its variables, which are the coordinates of its position, are exchanged?
    fn is_symmetric(&self) -> bool {
        let Some((game, entries)) = &self.at else { return false };
        let plain = (0..self.variables).map(Expr::X).eq(entries.iter().cloned());
        if !plain || self.variables < 2 || !self.may_exchange(*game) {
            return false;
        }
        let ranges = self.all.iter().flat_map(|(lo, hi)| [lo, hi]);
        let mut all = ranges.chain([&self.among, &self.inner, &self.holds]);
        all.all(|e| {
            let own = self.exchanged(e, None);
            own.is_some() && (1..self.variables).all(|i| self.exchanged(e, Some(i)) == own)
        })
    }

    /// An expression in which a variable and the one before it are exchanged, with the lists in order that may stand in any order; nothing where this checker
    /// does not know whether what it asks stays the same.
    fn exchanged(&self, e: &Expr, pair: Option<usize>) -> Option<Expr> {
        let of = |e: &Expr| self.exchanged(e, pair);
        let boxed = |e: &Expr| Some(Box::new(of(e)?));
        let list = |list: &[Expr]| list.iter().map(of).collect::<Option<Vec<Expr>>>();
        Some(match e {
            Expr::X(j) => Expr::X(match pair {
                Some(i) if *j == i => i - 1,
                Some(i) if *j + 1 == i => i,
                _ => *j,
            }),
            Expr::Int(_) | Expr::Truth(_) | Expr::V(_) => e.clone(),
            Expr::Sum(c, terms) => {
                let terms = terms.iter().map(|(k, term)| Some((*k, of(term)?))).collect::<Option<Vec<_>>>()?;
                Expr::Sum(*c, in_order(terms))
            }
            Expr::Two(word, both) => Expr::Two(*word, Box::new([of(&both[0])?, of(&both[1])?])),
            Expr::Abs(a) => Expr::Abs(boxed(a)?),
            Expr::Zero(a) => Expr::Zero(boxed(a)?),
            Expr::NonPos(a) => Expr::NonPos(boxed(a)?),
            Expr::Not(a) => Expr::Not(boxed(a)?),
            Expr::Many(word, all) => Expr::Many(*word, in_order(list(all)?)),
            Expr::Rank(place, all) => Expr::Rank(*place, in_order(list(all)?)),
            Expr::If(three) => Expr::If(Box::new([of(&three[0])?, of(&three[1])?, of(&three[2])?])),
            Expr::And(all) => Expr::And(list(all)?),
            Expr::Or(all) => Expr::Or(list(all)?),
            Expr::Fold(fold) => {
                let Fold { word, ranges, filter, body } = &**fold;
                let ranges = ranges.iter().map(|(v, lo, hi)| Some((*v, of(lo)?, of(hi)?))).collect::<Option<_>>()?;
                Expr::Fold(Box::new(Fold { word: *word, ranges, filter: of(filter)?, body: of(body)? }))
            }
            Expr::Ask(question, at)
                if !self.asks_in_part(*question) && (!at.is_empty() || self.asks_own(*question)) =>
            {
                Expr::Ask(*question, list(at)?)
            }
            _ => return None,
        })
    }
}

/// What may stand in any order, in some order.
fn in_order<T: std::fmt::Debug>(mut list: Vec<T>) -> Vec<T> {
    list.sort_by_cached_key(|one| format!("{one:?}"));
    list
}

#[cfg(test)]
mod tests;
